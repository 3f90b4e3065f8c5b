/* What the mistakes of lab 05 compute: the functions that the rows of mistakes.inc call. */
#include "sums.h"

#include <math.h>

/* One row down, if there are rows. */
static long down(const struct step *s)
{
    return s->type == INT32 ? 0 : 1;
}

static long clamped(long i, long n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* The same beyond the edges of that bit alone: 1, 2, 4, 8 are left, right, top and bottom. */
static long clamped_at(long edges, long i, long n)
{
    return i < 0 && edges & 1 ? 0 : i >= n && edges & 2 ? n - 1 : i;
}

/* All edges together are a mistake of their own; a list has two of them. */
static size_t some_edges(const struct case_run *t, size_t size)
{
    bool is_list = shape_of(t, "out").rows == 1;
    return size + 1 < (is_list ? 3 : 15) ? size + 1 : 0;
}

/* Off an edge as much as the element beyond it is on the other side. */
static long mirrored(long i, long n)
{
    return i < 0 ? -i : i >= n ? 2 * (n - 1) - i : i;
}

static long wrapped(long i, long n)
{
    return (i % n + n) % n;
}

/* The term that another element than the right one gives. */
static double term_at(const struct step *s, long row, long col)
{
    return pixel(s, row, col) * weight(s, s->i, s->j);
}

static bool lacks_neighbours(const struct step *s)
{
    long rows = s->mask_rows / 2, cols = s->mask_cols / 2;
    return !there(s, s->row - rows, s->col - cols) || !there(s, s->row + rows, s->col + cols);
}

/* The term of an element that is never written, or of a right one. */
static double unwritten_or_right(const struct step *s, bool unwritten)
{
    return !unwritten ? right_term(s) : s->i == 0 && s->j == 0 ? s->garbage : 0;
}

enum { DOWN = 1, ALONG };

/* In which of the two directions a mistake is made. */
static size_t either_direction(const struct case_run *t, size_t size)
{
    (void)t;
    return size < ALONG ? size + 1 : 0;
}

static double right_term_if(const struct step *s, bool counted)
{
    return counted ? right_term(s) : 0;
}

/* No later place of the mask lies on an element that exists, as far as its row and its column
 * say. */
static bool is_last_there(const struct step *s)
{
    return (s->i + 1 == s->mask_rows || below(s) + 1 == s->height) &&
           (s->j + 1 == s->mask_cols || across(s) + 1 == s->width);
}

static long in_mask(const struct step *s)
{
    return s->i * s->mask_cols + s->j;
}

static bool is_middle(const struct step *s)
{
    return s->i == s->mask_rows / 2 && s->j == s->mask_cols / 2;
}

/* --- masks that are taken to be simpler than they are ------------------------------------- */

/* Of which half of the mask the weights count for both: left, right, upper, lower, what comes
 * before the middle or behind it, above the diagonal or below; and of which quarter: the upper
 * left one. A list has a left and a right half. */
enum symmetry { LEFT = 1, RIGHT, UPPER, LOWER, BEFORE, BEHIND, ABOVE, BELOW, QUARTER };

static size_t symmetries(const struct case_run *t, size_t size)
{
    size_t last = shape_of(t, "mask").rows == 1 ? RIGHT : QUARTER;
    return size < last ? size + 1 : 0;
}

static double weight_by_symmetry(const struct step *s)
{
    const long i = s->i, j = s->j, rows = s->mask_rows, cols = s->mask_cols;
    const long up = rows - 1 - i, back = cols - 1 - j;
    const bool right = j > cols / 2, left = j < cols / 2;
    const bool lower = i > rows / 2, upper = i < rows / 2;
    const enum symmetry counts = (enum symmetry)s->tile;
    if ((counts == BEFORE && (lower || (!upper && right))) ||
        (counts == BEHIND && (upper || (!lower && left))))
        return weight(s, up, back);
    if ((counts == ABOVE && i > j) || (counts == BELOW && i < j))
        return weight(s, j, i);
    bool by_row =
        (counts == LOWER && upper) || ((counts == UPPER || counts == QUARTER) && lower);
    bool by_col = (counts == RIGHT && left) || ((counts == LEFT || counts == QUARTER) && right);
    return weight(s, by_row ? up : i, by_col ? back : j);
}

/* Which row and column a separable mask's weights are made of. */
static size_t first_or_middle(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 2 ? size + 1 : 0;
}

/* The row, and the column, that the weights are made of. */
static long crossing(long mask_width, size_t way)
{
    return way == 1 ? 0 : mask_width / 2;
}

static bool is_divisible(const struct case_run *t, size_t way)
{
    long width = (long)count_of(t, "mask_width"), at = crossing(width, way);
    return ((const float *)given(t, "mask"))[at * width + at] != 0;
}

static double weight_if_separable(const struct step *s)
{
    long at = crossing(s->mask_cols, (size_t)s->tile);
    return weight(s, s->i, at) * weight(s, at, s->j) / weight(s, at, at);
}

/* What lies at that place of a mask whose rows are as long as a tile, and where only the first
 * elements have come: the others are 0, as constant memory begins. */
static double weight_of_packed(const struct step *s)
{
    long at = s->i * s->tile + s->j;
    return at < s->mask_rows * s->mask_cols ? mask_in_memory(s, at) : 0;
}

/* For a mask that is narrower. */
static size_t widest_masks(const struct case_run *t, size_t size)
{
    static const size_t widest[] = {9, 15};
    for (size_t i = 0; i < sizeof widest / sizeof *widest; i++)
        if (widest[i] > size && widest[i] > count_of(t, "mask_width"))
            return widest[i];
    return 0;
}

/* Of masks that are narrower than the case's. */
static size_t narrower_masks(const struct case_run *t, size_t size)
{
    size_t next = size ? size + 2 : 3;
    return next < count_of(t, "mask_width") ? next : 0;
}

static bool is_in_narrower(const struct step *s)
{
    return in_mask(s) < s->tile * (s->mask_rows > 1 ? s->tile : 1);
}

/* The same where the loops end early: twice the width that they end at, and 1 more where that
 * goes for the columns, too. */
static size_t narrower_loops(const struct case_run *t, size_t size)
{
    size_t next = size % 2 == 0 && size ? size + 1 : size ? size + 3 : 6;
    return next / 2 < count_of(t, "mask_width") ? next : 0;
}

static bool is_in_narrower_loops(const struct step *s)
{
    return s->i < s->tile / 2 && (s->tile % 2 == 0 || s->j < s->tile / 2);
}

/* Which edges of the mask are left out: bit 1 its first row, 2 its last one, 4 its first
 * column, 8 its last one. A list's mask has columns alone. */
static size_t edges_of_mask(const struct case_run *t, size_t size)
{
    const bool is_list = shape_of(t, "mask").rows == 1;
    if (count_of(t, "mask_width") == 1)
        return 0;
    return is_list ? (size < 12 ? size + 4 : 0) : size < 15 ? size + 1 : 0;
}

static bool is_on_an_edge(const struct step *s, size_t edges)
{
    return (edges & 1 && s->i == 0) || (edges & 2 && s->i == s->mask_rows - 1) ||
           (edges & 4 && s->j == 0) || (edges & 8 && s->j == s->mask_cols - 1);
}

/* Whether the loop over rows, 1, over columns, 2, or both go on twice in a step. */
static size_t loops_of_mask(const struct case_run *t, size_t size)
{
    size_t first = shape_of(t, "mask").rows == 1 ? 2 : 1;
    return count_of(t, "mask_width") == 1 ? 0
           : size == 0                    ? first
           : size < first + 2 && size < 3 ? size + 1
                                          : 0;
}

static bool is_stepped_over(const struct step *s, size_t loops)
{
    return (loops & 1 && s->i % 2) || (loops & 2 && s->j % 2);
}

static long in_flat(const struct step *s)
{
    return below(s) * s->width + across(s);
}

/* The element that lies in memory where one of that row and column would, unless a test that
 * does not hold leaves it out. */
static double flat_term_if(const struct step *s, bool tested)
{
    return tested ? in_memory(s, in_flat(s)) * weight(s, s->i, s->j) : 0;
}

/* Integers added as floats are off in the last of their bits, if in any. */
static void rounded_to_floats(struct case_run *t)
{
    struct want out = want(t, "out");
    const int *values = found(t, "out");
    size_t n = shape_of(t, "out").cols;
    SUM_OF_ALL(right_term(s));
    for (size_t i = 0; i < n; i++)
        if (fabs((double)values[i] - (double)out.exact[i]) <= 0x1p-20 * (double)out.exact[i])
            out.exact[i] = values[i];
}

/* --- sums that are changed in the end, and factors without their sign ----------------------
 */

/* What an average is divided by. */
static size_t usual_divisors(const struct case_run *t, size_t size)
{
    enum { LAST = 4 };
    (void)t;
    return size < LAST ? size + 1 : 0;
}

static double divisor(const struct case_run *t, size_t size)
{
    size_t n = elements_of(t, "mask"), width = count_of(t, "mask_width");
    double sum = 0, magnitude = 0;
    const void *mask = given(t, "mask");
    for (size_t i = 0; i < n; i++) {
        double weight = want(t, "out").exact ? (double)((const int *)mask)[i]
                                             : (double)((const float *)mask)[i];
        sum += weight;
        magnitude += fabs(weight);
    }
    return size == 1 ? sum : size == 2 ? magnitude : size == 3 ? (double)n : (double)width;
}

/* As an average. */
static void divided(struct case_run *t, size_t size)
{
    struct want out = want(t, "out");
    double by = divisor(t, size);
    if (by == 0 || by == 1)
        return does_not_apply(t);
    SUM_OF_ALL(right_term(s));
    for (size_t i = 0; i < elements_of(t, "out"); i++) {
        if (out.exact) {
            out.exact[i] /= (int64_t)by;
        } else {
            out.value[i] /= by;
            out.bound[i] = out.bound[i] / fabs(by) +
                           error_gamma((double)elements_of(t, "mask")) * fabs(out.value[i]);
        }
    }
}

static size_t ways_up(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 2 ? size + 1 : 0;
}

/* Sums below 0 have lost their sign, or are 0. */
static void without_negative_sums(struct case_run *t, size_t way)
{
    struct want out = want(t, "out");
    SUM_OF_ALL(right_term(s));
    for (size_t i = 0; i < elements_of(t, "out"); i++) {
        if (out.exact)
            out.exact[i] = out.exact[i] >= 0 ? out.exact[i] : way == 1 ? -out.exact[i] : 0;
        else
            out.value[i] = out.value[i] >= 0 ? out.value[i] : way == 1 ? -out.value[i] : 0;
    }
}

/* Sums of elements, or of weights, that have 8 or 11 bits. */
static void with_few_digits(struct case_run *t)
{
    enum { FEW = 64 };
    struct want out = want(t, "out");
    const size_t n = elements_of(t, "out"), terms = elements_of(t, "mask");
    if (n < FEW || terms == 1)
        return does_not_apply(t);
    SUM_OF_ALL(right_term(s));
    for (size_t i = 0; i < n; i++)
        out.bound[i] *= 0x1p-8 / error_gamma((double)terms);
}

static double found_at(const struct case_run *t, size_t i)
{
    return want(t, "out").exact ? (double)((const int *)found(t, "out"))[i]
                                : (double)((const float *)found(t, "out"))[i];
}

/* The least and the most of what was found. */
static double end_found(const struct case_run *t, bool most)
{
    double end = most ? -INFINITY : INFINITY;
    for (size_t i = 0; i < elements_of(t, "out"); i++) {
        double value = found_at(t, i);
        if (most ? value > end : value < end)
            end = value;
    }
    return end;
}

/* Which ends hold sums back: bit 1 is the upper, bit 2 the lower one. */
static void held_at_a_bound(struct case_run *t, size_t ends)
{
    const double low = ends & 2 ? end_found(t, false) : -INFINITY;
    const double high = ends & 1 ? end_found(t, true) : INFINITY;
    struct want out = want(t, "out");
    size_t held = 0;
    SUM_OF_ALL(right_term(s));
    for (size_t i = 0; i < elements_of(t, "out"); i++) {
        double right = out.exact ? (double)out.exact[i] : out.value[i];
        double kept = right > high ? high : right < low ? low : right;
        held += kept != right;
        if (out.exact)
            out.exact[i] = (int64_t)kept;
        else
            out.value[i] = kept;
    }
    if (held < 2 || held == elements_of(t, "out"))
        does_not_apply(t);
}

/* Which of the factors a mistake concerns: bit 1 is the input's, bit 2 the mask's. */
static size_t either_or_both(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 3 ? size + 1 : 0;
}

/* Ghosts at the start of a row of the mask, bit 1, or of all of it, bit 2. */
static bool begins_without_ghosts(const struct step *s)
{
    bool columns = s->tile & 1, rows = s->tile & 2;
    return (!columns || s->col >= s->mask_cols / 2) && (!rows || s->row >= s->mask_rows / 2);
}

static double term_without_signs(const struct step *s)
{
    double element = pixel(s, below(s), across(s)), its_weight = weight(s, s->i, s->j);
    return (s->tile & 1 ? fabs(element) : element) *
           (s->tile & 2 ? fabs(its_weight) : its_weight);
}

/* Whether no place of the mask up to there holds a 0, or lies on one. */
static bool is_before_a_zero(const struct step *s, size_t ends)
{
    struct step earlier = *s;
    for (long at = in_mask(s); at >= 0; at--) {
        earlier.i = at / s->mask_cols;
        earlier.j = at % s->mask_cols;
        long row = below(&earlier), col = across(&earlier);
        if ((ends & 1 && there(s, row, col) && pixel(s, row, col) == 0) ||
            (ends & 2 && weight(s, earlier.i, earlier.j) == 0))
            return false;
    }
    return true;
}

/* --- with tiles --------------------------------------------------------------------------- */

/* The sizes that a block's part of the output may have: of 16 rows and columns of the input,
 * what the mask leaves, or all, with more of the input round it; the same for 32. */
static size_t tiles(const struct case_run *t, size_t size)
{
    size_t halo = count_of(t, "mask_width") - 1;
    size_t tried[] = {16 - halo, 16, 32 - halo, 32};
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        if (tried[i] > size)
            return tried[i];
    return 0;
}

/* Does the element that the mask covers lie in the output's tile, or up to so many places
 * before or behind it? */
static bool near(const struct step *s, long output, long covered, long before, long behind)
{
    long first = output / s->tile * s->tile, last = first + s->tile - 1;
    return covered >= first - before && covered <= last + behind;
}

/* The halo as far as it is loaded, above and left, below and right. What lies further out
 * counts as 0. */
static double term_with_halo(const struct step *s, long before, long behind)
{
    return right_term_if(s, near(s, s->row, below(s), before, behind) &&
                                near(s, s->col, across(s), before, behind));
}

static long radius(const struct step *s)
{
    return s->mask_cols / 2;
}

/* Blocks count their tiles of outputs by their own width, but load tiles `step` apart. */
static long loaded_apart(const struct step *s, long output, long covered, long step)
{
    return covered + output / s->tile * (step - s->tile);
}

/* What a halo lacks, for each of these tiles: the last or all of its rows, or columns, before
 * the tile or behind it. */
enum lack { LAST_BEFORE, LAST_BEHIND, ALL_BEFORE, ALL_BEHIND, LACKS };

static size_t lacks_of(size_t (*sizes)(const struct case_run *, size_t),
                       const struct case_run *t, size_t size)
{
    size_t next = size % LACKS + 1 < LACKS ? size + 1 : sizes(t, size / LACKS) * LACKS;
    return size == 0 ? sizes(t, 0) * LACKS : next;
}

static size_t tiles_and_lacks(const struct case_run *t, size_t size)
{
    return lacks_of(tiles, t, size);
}

/* Of a list: what blocks of threads compute, or what the mask leaves of what they load. */
static size_t parts(const struct case_run *t, size_t size)
{
    size_t halo = count_of(t, "mask_width") - 1;
    for (size_t block = 32; block <= 1024; block *= 2)
        for (size_t part = block - halo; part <= block; part += halo ? halo : block)
            if (part > size && part < elements_of(t, "out"))
                return part;
    return 0;
}

static size_t parts_and_lacks(const struct case_run *t, size_t size)
{
    return lacks_of(parts, t, size);
}

/* Whether the neighbour in that direction is in the tile or in what there is of its halo. */
static bool has_loaded(const struct step *s, long output, long covered, size_t lack)
{
    const long r = radius(s);
    return near(s, output, covered,
                lack == ALL_BEFORE    ? 0
                : lack == LAST_BEFORE ? r - 1
                                      : r,
                lack == ALL_BEHIND    ? 0
                : lack == LAST_BEHIND ? r - 1
                                      : r);
}

/* Tiles and how far apart their rows are thought to be: twice the tile, and 1 more where it is
 * a word less than the tile has loaded, and not as many as it computes. */
static size_t tiles_and_pitches(const struct case_run *t, size_t size)
{
    if (count_of(t, "mask_width") == 1)
        return 0;
    return size % 2 == 0 && size ? size + 1 : 2 * tiles(t, size / 2);
}

/* The term where a tile that is full is read so. */
static double term_by_pitch(const struct step *s, bool one_less)
{
    const long loaded = s->tile + 2 * radius(s), pitch = one_less ? loaded - 1 : s->tile;
    const long at = (s->row % s->tile + s->i) * pitch + s->col % s->tile + s->j;
    return term_at(s, s->row - s->row % s->tile - radius(s) + at / loaded,
                   s->col - s->col % s->tile - radius(s) + at % loaded);
}

/* Neighbouring blocks' outputs begin 16 apart in one of the directions. */
static bool is_beyond_outputs(const struct step *s, size_t direction)
{
    return (direction == DOWN ? s->row : s->col) % 16 >= s->tile;
}

/* The direction, twice the tile. */
static size_t tiles_each_way(const struct case_run *t, size_t size)
{
    size_t tile = 16 - (count_of(t, "mask_width") - 1);
    return size == 0 ? 2 * tile : size == 2 * tile ? size + 1 : 0;
}

/* Of a list's mask only as many bytes as it has elements; the others are 0. */
static double weight_in_few_bytes(const struct step *s)
{
    const long whole = s->mask_cols / 4, bits = s->mask_cols % 4 * 8;
    const long value = (long)weight(s, 0, s->j);
    if (s->j > whole)
        return 0;
    return s->j < whole ? (double)value : (double)(value & ((1L << bits) - 1));
}

#include "mistakes.h"
