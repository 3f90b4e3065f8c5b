/* As CUDA 13 has it. */
#include "others/nvToolsExt.h"
