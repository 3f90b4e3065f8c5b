/* What <cooperative_groups/reduce.h> has is all in cooperative_groups.h. */
#include "shim/cooperative_groups.h"
