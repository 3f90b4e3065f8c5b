/* <cooperative_groups/reduce.h>: all of it is in cooperative_groups.h. */
#include "shim/cooperative_groups.h"
