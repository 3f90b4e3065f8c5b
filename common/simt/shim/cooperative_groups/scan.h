/* <cooperative_groups/scan.h>: all of it is in cooperative_groups.h. */
#include "shim/cooperative_groups.h"
