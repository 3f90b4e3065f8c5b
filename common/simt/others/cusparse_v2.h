/* The old name of <cusparse.h>. C++17. */
#include "others/cusparse.h"
