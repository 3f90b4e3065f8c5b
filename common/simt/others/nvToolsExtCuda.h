/* As CUDA 12 had it. */
#include "others/nvToolsExt.h"
