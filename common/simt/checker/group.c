/* Meetings of some lanes of a warp, by __syncwarp() with a mask that may leave out others;
 * alone in its object: where a program has it, some lanes may be ordered with others that the
 * rest are not. */
#include "checker/epochs.h"
#include "grid/grid.h"

bool simt_has_groups = true;

void simt_meet_in_group(unsigned mask, const char *file, int line)
{
    simt_warp(SIMT_SYNCWARP, mask, 0, 0, SIMT_WARP, file, line);
}
