/* What <cooperative_groups/scan.h> has is all in cooperative_groups.h. */
#include "shim/cooperative_groups.h"
