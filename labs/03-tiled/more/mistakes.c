/* What the mistakes of lab 03, more, compute: the functions that the rows of mistakes.inc call.
 */
#include "lab.h"

#define ROWS shape_of(t, "in").rows
#define COLS shape_of(t, "in").cols

/* out[row'][col'] is in[row][col], of the place that each element comes to. An index behind the
 * end of `in` finds nothing of it. */
#define EACH_PLACE(from_row, from_col)                                                         \
    for (size_t out_row = 0, out_col = 0; is_in_output(t, &out_row, &out_col); out_col++)      \
    take(t, out_row, out_col, from_row, from_col)

static bool is_in_output(const struct case_run *t, size_t *row, size_t *col)
{
    if (*col > 0 && !may_go_on(t, "out", *row * ROWS + *col - 1))
        return false;
    if (*col == ROWS) {
        *col = 0;
        ++*row;
    }
    return *row < COLS && ROWS > 0;
}

static void take(struct case_run *t, size_t out_row, size_t out_col, size_t row, size_t col)
{
    const float *in = given(t, "in");
    want(t, "out").value[out_row * ROWS + out_col] =
        row < ROWS && col < COLS ? in[row * COLS + col] : -1;
}

/* The element of `in` that comes to this place where `in` is taken for a matrix of COLS rows of
 * ROWS elements, and `out` for ROWS rows of COLS. */
static size_t exchanged(const struct case_run *t, size_t out_row, size_t out_col)
{
    size_t at = out_row * ROWS + out_col;
    return at % COLS * ROWS + at / COLS;
}

/* An index whose tile is that of `of_tile`, and whose place in it that of `inside`. */
static size_t joined(size_t of_tile, size_t inside, size_t tile)
{
    return of_tile / tile * tile + inside % tile;
}

static size_t usual_tiles(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 32 : size == 32 ? 16 : size == 16 ? 8 : 0;
}

#include "mistakes.h"
