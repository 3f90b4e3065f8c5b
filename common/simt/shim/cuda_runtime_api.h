/* The runtime API alone, as C sees it. */
#include "cuda/api.h"
