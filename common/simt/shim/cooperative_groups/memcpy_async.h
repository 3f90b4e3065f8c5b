/* <cooperative_groups/memcpy_async.h>: all of it is in cooperative_groups.h. */
#include "shim/cooperative_groups.h"
