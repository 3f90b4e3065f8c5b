/* What the mistakes of lab 03 compute: the functions that the rows of mistakes.inc call. */
#include "lab.h"
#include "reference.h"

#include <math.h>

/* Where a tiled product stands: it adds a term to c[row][col] for each l below k, and goes on
 * to the end of the last tile, where a right one adds zeros. */
struct step {
    const struct case_run *t;
    struct matrix_view a, b;
    size_t m, n, k, tile, row, col, l;
    size_t end; /* of the last tile */
    struct want c;
};

static double a_at(const struct step *s, size_t row, size_t col)
{
    return row < s->m && col < s->k ? s->a.at[row * s->a.ld + col] : 0;
}

static double b_at(const struct step *s, size_t row, size_t col)
{
    return row < s->k && col < s->n ? s->b.at[row * s->b.ld + col] : 0;
}

static double right_term(const struct step *s)
{
    return a_at(s, s->row, s->l) * b_at(s, s->l, s->col);
}

static double right_term_if(const struct step *s, bool counted)
{
    return counted ? right_term(s) : 0;
}

/* The first index of i's tile, and i's place in it. */
static size_t start(const struct step *s, size_t i)
{
    return i / s->tile * s->tile;
}

static size_t inside(const struct step *s, size_t i)
{
    return i % s->tile;
}

/* In the tile of one index, the place that another has in its own. */
static size_t place(const struct step *s, size_t of_tile, size_t i)
{
    return start(s, of_tile) + inside(s, i);
}

/* What a guarded load gives where a matrix of rows x cols is taken for one of cols x rows. */
static double with_sides_exchanged(const struct matrix_view *x, size_t rows, size_t cols,
                                   size_t row, size_t col)
{
    return row < cols && col < rows ? x->at[row * rows + col] : 0;
}

/* The element where one would lie if rows began `pitch` apart; behind the array is NaN. */
static double misread(const struct matrix_view *x, size_t count, size_t row, size_t col,
                      size_t pitch)
{
    return row * pitch + col < count ? x->at[row * pitch + col] : NAN;
}

/* What b holds where a's element of this row and column lies in a, and the reverse. */
static double by_index_of_a(const struct step *s, size_t row, size_t col)
{
    return row < s->m && col < s->k ? misread(&s->b, s->k * s->n, row, col, s->k) : 0;
}

static double by_index_of_b(const struct step *s, size_t row, size_t col)
{
    return row < s->k && col < s->n ? misread(&s->a, s->m * s->k, row, col, s->n) : 0;
}

/* What b holds where the step's first term counts words and not rows. */
static double b_words_on(const struct step *s)
{
    return s->l < s->k
               ? misread(&s->b, s->k * s->n, inside(s, s->l), start(s, s->l) + s->col, s->b.ld)
               : 0;
}

/* Where a step loads from that counts itself and not the terms before it. */
static size_t by_its_number(const struct step *s)
{
    return start(s, s->l) / s->tile + inside(s, s->l);
}

static struct step first_step(const struct case_run *t, size_t tile)
{
    struct shape shape = shape_of(t, "c");
    size_t k = shape_of(t, "a").cols;
    return (struct step){.t = t,
                         .a = view(t, "a"),
                         .b = view(t, "b"),
                         .m = shape.rows,
                         .n = shape.cols,
                         .k = k,
                         .tile = tile,
                         .end = (k + tile - 1) / tile * tile,
                         .c = want(t, "c")};
}

/* False after the last element of c, or the first that was not found so. */
static bool is_in_product(struct step *s)
{
    if (s->col > 0 && !may_go_on(s->t, "c", s->row * s->n + s->col - 1))
        return false;
    if (s->col == s->n) {
        s->col = 0;
        s->row++;
    }
    return s->row < s->m && s->n > 0;
}

static void add_term(struct step *s, double added)
{
    size_t at = s->row * s->n + s->col;
    s->c.value[at] += added;
    s->c.bound[at] += error_gamma((double)s->end) * fabs(added);
}

/* c as the sum of such terms, for tiles of that width. */
#define SUM(tile, term)                                                                        \
    for (struct step step = first_step(t, tile), *s = &step; is_in_product(s); s->col++)       \
        for (s->l = 0; s->l < s->end; s->l++)                                                  \
    add_term(s, term)

/* Of c, as the rows call them. */
#define ROWS shape_of(t, "c").rows
#define COLS shape_of(t, "c").cols

/* No side is 1: otherwise many indices are the same. */
static bool is_wide(const struct case_run *t)
{
    return ROWS > 1 && COLS > 1 && shape_of(t, "a").cols > 1;
}

static bool is_square(const struct case_run *t)
{
    return ROWS > 1 && ROWS == COLS && ROWS == shape_of(t, "a").cols;
}

/* The handout's tiles, and those of 32. */
static size_t usual_tiles(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 16 : size == 16 ? 32 : 0;
}

/* Of which factor, or of both, a mistake is, and in tiles of what size: 4 * TILE + 1, 2 or 3.
 */
static size_t tiles_and_factors(const struct case_run *t, size_t size)
{
    size_t next = size % 4 == 3 ? usual_tiles(t, size / 4) * 4 + 1 : size + 1;
    return size == 0 ? 16 * 4 + 1 : next < 4 ? 0 : next;
}

/* Whether tiles of that depth are likely. Where whole ones end along k as a side of c does, a
 * guard by that side is likelier than an unusual depth. */
static bool is_likely(const struct case_run *t, size_t depth)
{
    size_t k = shape_of(t, "a").cols, end = k - k % depth;
    return depth == 16 || depth == 32 || (end != ROWS && end != COLS);
}

/* How many terms a tile may hold, whose columns and rows are as many or not. */
static size_t usual_depths(const struct case_run *t, size_t size)
{
    static const size_t depths[] = {16, 32, 8, 4, 12, 24, 48, 64, 128, 0};
    const size_t *next = depths;
    while (size && *next++ != size)
        ;
    while (*next && !is_likely(t, *next))
        next++;
    return *next;
}

/* The first wrong element of c, if it is not the first of all: the only size. Those that were
 * never written are NaN, and none of them. */
static size_t first_wrong(const struct case_run *t, size_t size)
{
    struct step step = first_step(t, 1), *s = &step;
    const float *c = found(t, "c");
    for (size_t i = 0; !size && i < s->m * s->n; i++) {
        double sum = 0, magnitude = 0;
        s->row = i / s->n;
        s->col = i % s->n;
        for (s->l = 0; s->l < s->k; s->l++) {
            sum += right_term(s);
            magnitude += fabs(right_term(s));
        }
        if (fabs(c[i] - sum) > error_gamma((double)s->k) * magnitude)
            return i;
    }
    return 0;
}

/* Adds the sum of the element that lies `first` before, in which `parts` - 1 sums are already.
 * An element's bound grows with them, as they are one sum. */
static void add_earlier(const struct step *s, size_t first, size_t parts)
{
    double *value = &s->c.value[s->row * s->n + s->col],
           *bound = &s->c.bound[s->row * s->n + s->col];
    if (parts < 2)
        return;
    *value += value[-(ptrdiff_t)first];
    *bound = (*bound + bound[-(ptrdiff_t)first] / (double)(parts - 1)) * (double)parts;
}

/* From the element `first` on each has the sum of the one that lies as far before it, in its
 * row or in its column. What was never written, where few blocks run, stays a NaN. */
static void sums_go_on(const struct case_run *t, size_t first)
{
    const float *c = found(t, "c");
    for (struct step step = first_step(t, 1), *s = &step; is_in_product(s); s->col++) {
        for (s->l = 0; s->l < s->k; s->l++)
            add_term(s, right_term(s));
        add_earlier(s, first, 1 + (first < s->n ? s->col : s->row * s->n) / first);
        if (isnan(c[s->row * s->n + s->col]))
            add_term(s, NAN);
    }
}

/* Where a loop may end that knows no k. */
static size_t usual_bounds(const struct case_run *t, size_t size)
{
    size_t next = size ? 2 * size : 64;
    return next < shape_of(t, "a").cols ? next : 0;
}

/* Which of the factors a mistake concerns: bit 1 is a's, bit 2 b's. */
static size_t either_or_both(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 3 ? size + 1 : 0;
}

static double term_without_signs(const struct step *s, size_t of_which)
{
    double of_a = a_at(s, s->row, s->l), of_b = b_at(s, s->l, s->col);
    return (of_which & 1 ? fabs(of_a) : of_a) * (of_which & 2 ? fabs(of_b) : of_b);
}

static bool is_before_a_zero(const struct step *s, size_t ends)
{
    for (size_t l = 0; l < s->l; l++)
        if ((ends & 1 && a_at(s, s->row, l) == 0) || (ends & 2 && b_at(s, l, s->col) == 0))
            return false;
    return true;
}

#include "mistakes.h"
