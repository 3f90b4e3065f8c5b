/* Elements that are left out because an index counts blocks or threads wrongly: see
 * wrong_places.h. */
#include "wrong_places.h"
#include "elements.h"

static bool is_untouched(const struct evidence *e, size_t i)
{
    return element_is_untouched(e->a, e->run, i);
}

/* --- blocks that begin at blockIdx * gridDim ---------------------------------------------- */

/* Along one dimension: blocks of so many threads, and how far apart they begin. */
struct blocks {
    size_t threads, apart, count;
};

static struct blocks right_blocks(size_t end)
{
    return (struct blocks){end, end, 1};
}

/* As many as cover all of it, but as far apart as there are of them. */
static struct blocks by_their_number(size_t threads, size_t end)
{
    size_t count = (end + threads - 1) / threads;
    return (struct blocks){threads, count, count};
}

static bool is_covered(struct blocks b, size_t at)
{
    size_t last = at / b.apart < b.count ? at / b.apart : b.count - 1;
    return at - last * b.apart < b.threads;
}

static bool covers_all(struct blocks b, size_t end)
{
    size_t at = 0;
    while (at < end && is_covered(b, at))
        at++;
    return at == end;
}

/* Whether exactly what blocks of both kinds cover was written. */
static bool are_written(const struct evidence *e, size_t cols, struct blocks down,
                        struct blocks along)
{
    for (size_t i = 0; i < e->n; i++)
        if (is_untouched(e, i) != !(is_covered(down, i / cols) && is_covered(along, i % cols)))
            return false;
    return true;
}

enum { ALONG = 1, DOWN = 2, MOST_THREADS = 1024 };

/* In these directions; in the others blocks are right. Blocks of a list that begin where rows
 * do are rather blocks of a matrix of which some are missing. */
static bool in_directions(const struct evidence *e, size_t cols, unsigned directions)
{
    const size_t rows = e->n / cols;
    const bool x_is = directions & ALONG, y_is = directions & DOWN;
    for (size_t x = x_is ? 2 : 1; x <= (x_is ? MOST_THREADS : 1); x *= 2)
        for (size_t y = y_is ? 2 : 1; x * y <= MOST_THREADS && (y_is || y == 1); y *= 2) {
            struct blocks along = x_is ? by_their_number(x, cols) : right_blocks(cols);
            struct blocks down = y_is ? by_their_number(y, rows) : right_blocks(rows);
            if (!(covers_all(along, cols) && covers_all(down, rows)) &&
                (e->rows == 1 || rows > 1 || along.apart != e->cols) &&
                are_written(e, cols, down, along))
                return true;
        }
    return false;
}

bool grid_for_block(const struct evidence *e, struct verdict *v)
{
    if (!e->untouched || e->untouched != e->wrong || e->run != 0 || e->a->gap.stride)
        return false;
    bool both = e->rows > 1 && e->cols > 1;
    if (!in_directions(e, e->n, ALONG) &&
        !(both && (in_directions(e, e->cols, ALONG) || in_directions(e, e->cols, DOWN) ||
                   in_directions(e, e->cols, ALONG | DOWN))))
        return false;
    say(v, "written is what blocks leave that begin at blockIdx * gridDim: gridDim counts the "
           "blocks; a block begins at blockIdx * blockDim, behind the threads of those before "
           "it");
    return true;
}

/* --- the first row of each tile ----------------------------------------------------------- */

/* Whether exactly every so-manyth row was written, and what comes behind it in memory up to so
 * many elements in all. */
static bool only_rows_apart(const struct evidence *e, size_t apart, size_t elements)
{
    for (size_t i = 0; i < e->n; i++)
        if (is_untouched(e, i) != (i % (apart * e->cols) >= elements))
            return false;
    return true;
}

/* Tiles of so many rows and columns: without a guard the last block's threads, which all stand
 * in the first row, go on in the next ones. */
static bool only_first_rows(const struct evidence *e, size_t tile)
{
    return only_rows_apart(e, tile, e->cols) ||
           only_rows_apart(e, tile, e->cols - 1 - (e->cols - 1) % tile + tile * tile);
}

bool first_row_of_tiles(const struct evidence *e, struct verdict *v)
{
    enum { LEAST = 2, MOST = 64 };
    if (!e->untouched || e->run != 0 || e->a->gap.stride)
        return false;
    for (size_t apart = LEAST; apart <= MOST && apart < e->rows; apart++)
        if (only_first_rows(e, apart)) {
            say(v,
                "written is only one row in %zu, the first of each tile: is threadIdx.y 0 in "
                "all threads, because the launch gives a block one dimension? "
                "<<<grid, dim3(x, y)>>> gives it two, and <<<grid, x * y>>> one",
                apart);
            return true;
        }
    return false;
}

/* --- other places ------------------------------------------------------------------------- */

/* Stored column by column. */
static bool lies_column_by_column(const struct evidence *e, size_t i)
{
    size_t from = i % e->rows * e->cols + i / e->rows;
    return close_to(e, i, wanted(e, from), bound(e, from));
}

/* Stored at [col][row], in rows as long as the right ones. A wide matrix has no place there for
 * its columns behind the last row, and what lies behind its square is left. */
static bool lies_by_column_and_row(const struct evidence *e, size_t i)
{
    size_t row = i / e->cols, col = i % e->cols;
    if (col >= e->rows)
        return is_untouched(e, i);
    size_t from = col * e->cols + row;
    return close_to(e, i, wanted(e, from), bound(e, from));
}

static bool all_lie(const struct evidence *e, bool (*lies)(const struct evidence *e, size_t i))
{
    size_t i = 0;
    while (i < e->n && lies(e, i))
        i++;
    return i == e->n;
}

bool transposed(const struct evidence *e, struct verdict *v)
{
    if (e->rows < 2 || e->cols < 2)
        return false;
    if (!all_lie(e, lies_column_by_column) &&
        (e->rows > e->cols || !all_lie(e, lies_by_column_and_row)))
        return false;
    say(v, "%s is right but transposed: row and column are exchanged where you store it",
        e->a->name);
    return true;
}

bool partly_unwritten(const struct evidence *e, struct verdict *v)
{
    if (!e->untouched || e->run != 0 || e->a->type != FLOAT32 || e->nans != e->untouched)
        return false;
    say(v,
        "%zu of %zu elements were never written, and others are wrong: does each thread have "
        "an "
        "element, and write to its own place, and are width and height, or row and column, "
        "nowhere exchanged?",
        e->untouched, e->n);
    return true;
}

bool not_a_number(const struct evidence *e, struct verdict *v)
{
    const size_t written = e->a->type == FLOAT32 ? e->nans - e->untouched : 0;
    if (written)
        say(v,
            "%zu elements are NaN: what lies behind an array, in its padding and in an output "
            "before you write it is NaN here: is one of these read? Or does the code make one, "
            "as 0 / 0 or a difference of infinite numbers is?",
            written);
    return written;
}

/* --- borders of a list's parts ------------------------------------------------------------ */

/* How far it is from there to the nearest multiple, in elements of this side or of the other.
 */
static size_t to_multiple(size_t at, size_t part)
{
    size_t behind = at % part, before = part - 1 - behind;
    return behind < before ? behind : before;
}

/* How far the wrong elements are from the multiples of `part` at most, if less than a quarter
 * of it, and if there are more than one of these within the list, a good part of whose
 * neighbours are wrong; or else `part`. */
static size_t reach_of_wrong(const struct evidence *e, size_t part)
{
    size_t farthest = 0, near = 0;
    for (size_t i = 0; i < e->n; i++)
        if (e->is_wrong[i] && to_multiple(i, part) > farthest)
            farthest = to_multiple(i, part);
    for (size_t i = 0; i < e->n; i++)
        near += to_multiple(i, part) <= farthest;
    bool fits = farthest < part / 4 && e->n > 3 * part && 4 * e->wrong >= near;
    return fits ? farthest : part;
}

bool borders_of_warps(const struct evidence *e, struct verdict *v)
{
    const size_t WARP = 32;
    size_t part = MOST_THREADS;
    if (e->rows > 1 || e->wrong < 8)
        return false;
    while (part >= WARP && reach_of_wrong(e, part) == part)
        part /= 2;
    if (part < WARP)
        return false;
    say(v,
        "wrong next to multiples of %zu only: what comes from across that border, of a warp, a "
        "block or a tile, is not the right element; who has it?",
        part);
    return true;
}
