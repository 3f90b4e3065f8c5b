/* What <cooperative_groups/memcpy_async.h> has is all in cooperative_groups.h. */
#include "shim/cooperative_groups.h"
