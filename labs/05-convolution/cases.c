/* The judge's side of lab 05: pictures, references, mistakes and cases. */
#include "lab.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT = LAB_DATA, /* 1 .. 7 and {3, 4, 5, 4, 3}, as the source text has them */
    BIG,             /* sums up to the largest int */
    BLUR,            /* a picture, and a mask that blurs it */
    EDGES,           /* a picture, and a mask that shows its edges */
};

/* --- pictures from a file: PGM, binary (P5) or in plain text (P2) ---------------------------
 */

enum { MOST_PIXELS = 1 << 24, LONGEST_SIDE = 1 << 16, MOST_DIGITS = 9 };

/* Skips white space, and comments, which go from # to the end of the line. */
static int next_character(FILE *file)
{
    bool comment = false;
    int c = getc(file);
    for (; c != EOF && (comment || isspace(c) || c == '#'); c = getc(file))
        comment = c == '#' || (comment && c != '\n');
    return c;
}

/* A whole number in decimal digits, with one character after it; -1 if there is none. */
static long read_number(FILE *file)
{
    long value = 0;
    int c = next_character(file), digits = 0;
    for (; isdigit(c) && digits < MOST_DIGITS; digits++, c = getc(file))
        value = 10 * value + (c - '0');
    return digits && (c == EOF || isspace(c)) ? value : -1;
}

static long header_number(FILE *file, const char *what, long most)
{
    long value = read_number(file);
    if (value < 1 || value > most)
        refuse_input("its %s, in the header, is not a whole number from 1 to %ld", what, most);
    return value;
}

/* The next pixel's value: two bytes in binary where one does not hold the largest value. -1 at
 * the end of the file, and for what is no number. */
static long read_pixel(FILE *file, bool plain, long largest)
{
    if (plain)
        return read_number(file);
    long high = largest > 255 ? getc(file) : 0, low = getc(file);
    return high == EOF || low == EOF ? -1 : high << 8 | low;
}

static float *read_pixels(FILE *file, bool plain, size_t count, long largest)
{
    float *pixels = malloc(count * sizeof *pixels);
    if (!pixels)
        refuse_input("no memory for its %zu pixels", count);
    for (size_t i = 0; i < count; i++) {
        long value = read_pixel(file, plain, largest);
        if (value < 0 && feof(file))
            refuse_input("it ends after %zu of %zu pixels", i, count);
        if (value < 0 || value > largest)
            refuse_input("pixel %zu is not a whole number from 0 to %ld", i, largest);
        pixels[i] = (float)value / (float)largest;
    }
    if ((plain ? next_character(file) : getc(file)) != EOF)
        refuse_input("more follows after its %zu pixels: is the header right?", count);
    return pixels;
}

static FILE *open_input(void)
{
    FILE *file = fopen(input_file(), "rb");
    if (!file || (getc(file) == EOF && ferror(file)))
        refuse_input("cannot be read: %s", strerror(errno));
    rewind(file);
    return file;
}

/* The picture's rows one after the other, in 0 .. 1, to be freed. */
static float *read_picture(long *width, long *height)
{
    FILE *file = open_input();
    int letter = getc(file), digit = getc(file), after = getc(file);
    if (letter != 'P' || (digit != '5' && digit != '2') || !(isspace(after) || after == '#'))
        refuse_input("not a PGM picture, which begins with P5 or P2");
    ungetc(after, file);
    *width = header_number(file, "width", LONGEST_SIDE);
    *height = header_number(file, "height", LONGEST_SIDE);
    if (*width * *height > MOST_PIXELS)
        refuse_input("its %ld x %ld pixels are more than %d: scale it down", *width, *height,
                     MOST_PIXELS);
    long largest = header_number(file, "largest value", 65535);
    float *pixels = read_pixels(file, digit == '2', (size_t)(*width * *height), largest);
    fclose(file);
    return pixels;
}

/* --- inputs ------------------------------------------------------------------------------- */

/* Rings that get narrower outwards, above bars: what a blur does to fine and to coarse detail,
 * and where edges are, can be seen. */
static float *draw_picture(long width, long height)
{
    float *pixels = malloc((size_t)(width * height) * sizeof *pixels);
    for (long i = 0; pixels && i < width * height; i++) {
        double row = (double)(i / width), col = (double)(i % width);
        double squared = pow(row - 0.4 * (double)height, 2) + pow(col - 0.5 * (double)width, 2);
        bool bars = 5 * (i / width) > 4 * height, light = i % width / 8 % 2;
        pixels[i] = (float)(bars ? light : 0.5 + 0.5 * cos(0.007 * squared));
    }
    return pixels;
}

static bool is_picture(const struct trial *t)
{
    return data_kind(t) == BLUR || data_kind(t) == EDGES;
}

/* The binomial coefficients' products blur, with a sum of 1. What differs from the mean of its
 * eight neighbours is an edge: that mask's sum is 0. */
static void fill_mask(float *mask, int kind)
{
    static const float binomial[] = {1, 4, 6, 4, 1};
    for (int i = 0; i < 25 && kind == BLUR; i++)
        mask[i] = binomial[i / 5] * binomial[i % 5] / 256;
    for (int i = 0; i < 9 && kind == EDGES; i++)
        mask[i] = i == 4 ? 2 : -0.25f;
}

static void prepare_picture(struct trial *t)
{
    long width = (long)number(t, "width"), height = (long)number(t, "height");
    float *pixels = NULL;
    if (is_picture(t))
        pixels = input_file() ? read_picture(&width, &height) : draw_picture(width, height);
    add_number(t, "width", width);
    add_number(t, "height", height);
    struct shape shape = matrix((size_t)height, (size_t)width);
    size_t mask_width = (size_t)number(t, "mask_width");
    float *in = add_input(t, "in", FLOAT32, shape);
    if (pixels)
        memcpy(in, pixels, shape.rows * shape.cols * sizeof *in);
    free(pixels);
    fill_mask(add_input(t, "mask", FLOAT32, matrix(mask_width, mask_width)), data_kind(t));
    add_output(t, "out", FLOAT32, shape);
}

static void prepare_list(struct trial *t)
{
    static const int text_mask[] = {3, 4, 5, 4, 3};
    size_t n = (size_t)number(t, "n"), mask_width = (size_t)number(t, "mask_width");
    int *in = add_input(t, "in", INT32, list(n));
    int *mask = add_input(t, "mask", INT32, list(mask_width));
    for (size_t i = 0; i < n && data_kind(t) == TEXT; i++)
        in[i] = (int)i + 1;
    if (data_kind(t) == TEXT)
        memcpy(mask, text_mask, sizeof text_mask);
    int most = (int)sqrt(2147483647.0 / (double)mask_width);
    for (size_t i = 0; i < n && data_kind(t) == BIG; i++)
        in[i] = most - (int)random_between(t, 0, 3);
    for (size_t i = 0; i < mask_width && data_kind(t) == BIG; i++)
        mask[i] = most - (int)random_between(t, 0, 3);
    add_output(t, "out", INT32, list(n));
}

/* --- sums of neighbours ------------------------------------------------------------------- */

/* Where a sum stands: it adds a term to out[row][col] for each element [i][j] of the mask. A
 * list is a picture of one row, and its mask has one row, too. */
struct step {
    const void *in, *mask;
    enum type type;
    long width, height, mask_rows, mask_cols;
    long row, col, i, j;
    long tile;      /* for mistakes with tiles: how many rows and columns a block computes */
    double stray;   /* what an array has around it */
    double garbage; /* what an output holds before it is written */
};

static double element(const struct step *s, const void *array, long at)
{
    return s->type == INT32 ? ((const int *)array)[at] : ((const float *)array)[at];
}

/* The row and the column that the mask's element lies on. */
static long below(const struct step *s)
{
    return s->row - s->mask_rows / 2 + s->i;
}

static long across(const struct step *s)
{
    return s->col - s->mask_cols / 2 + s->j;
}

static bool is_in(long i, long n)
{
    return i >= 0 && i < n;
}

static bool there(const struct step *s, long row, long col)
{
    return is_in(row, s->height) && is_in(col, s->width);
}

/* What lies at that place in memory, inside or outside of the input. */
static double in_memory(const struct step *s, long at)
{
    return is_in(at, s->width * s->height) ? element(s, s->in, at) : s->stray;
}

/* The element in that row and column, or the ghost's 0. */
static double pixel(const struct step *s, long row, long col)
{
    return there(s, row, col) ? in_memory(s, row * s->width + col) : 0;
}

static double mask_in_memory(const struct step *s, long at)
{
    return at < s->mask_rows * s->mask_cols ? element(s, s->mask, at) : s->stray;
}

static double weight(const struct step *s, long i, long j)
{
    return mask_in_memory(s, i * s->mask_cols + j);
}

typedef double term_function(const struct step *s);

static double right_term(const struct step *s)
{
    return pixel(s, below(s), across(s)) * weight(s, s->i, s->j);
}

static struct step first_step_for(const struct trial *t)
{
    struct shape in = shape_of(t, "in"), mask = shape_of(t, "mask");
    enum type type = want(t, "out").exact ? INT32 : FLOAT32;
    double garbage = type == INT32 && in.cols ? *(const int *)given(t, "out") : NAN;
    return (struct step){.in = given(t, "in"),
                         .mask = given(t, "mask"),
                         .type = type,
                         .width = (long)in.cols,
                         .height = (long)in.rows,
                         .mask_rows = (long)mask.rows,
                         .mask_cols = (long)mask.cols,
                         .stray = type == INT32 ? stray_word() : NAN,
                         .garbage = garbage};
}

/* A float sum of k products is off by at most gamma(k) times the sum of their magnitudes, with
 * or without fused multiply-add and in whatever order (Higham 3.1, 3.5); and by the smallest
 * normal number a product, where a device takes what is smaller for 0. */
static void store(const struct want *out, size_t at, double sum, double magnitude, double terms)
{
    if (out->exact) {
        out->exact[at] = (int)(unsigned)(int64_t)sum; /* wraps round, as an int does */
    } else {
        out->value[at] = sum;
        out->bound[at] = error_gamma(terms) * magnitude + terms * 0x1p-126;
    }
}

static void expect_element(const struct want *out, struct step *s, term_function *term)
{
    double sum = 0, magnitude = 0;
    for (s->i = 0; s->i < s->mask_rows; s->i++) {
        for (s->j = 0; s->j < s->mask_cols; s->j++) {
            double added = term(s);
            sum += added;
            magnitude += fabs(added);
        }
    }
    store(out, (size_t)(s->row * s->width + s->col), sum, magnitude,
          (double)(s->mask_rows * s->mask_cols));
}

static void expect_terms(struct trial *t, term_function *term, long tile)
{
    struct want out = want(t, "out");
    struct step s = first_step_for(t);
    s.tile = tile;
    for (s.row = 0; s.row < s.height; s.row++)
        for (s.col = 0; s.col < s.width; s.col++)
            expect_element(&out, &s, term);
}

static void expect_sums(struct trial *t)
{
    expect_terms(t, right_term, 0);
}

/* --- what mistakes compute ---------------------------------------------------------------- */

/* Defines the term that a mistake adds, and the rival's expect(). */
#define MISTAKE(name, added)                                                                   \
    static double name##_term(const struct step *s)                                            \
    {                                                                                          \
        return added;                                                                          \
    }                                                                                          \
    static void name(struct trial *t)                                                          \
    {                                                                                          \
        expect_terms(t, name##_term, 0);                                                       \
    }

/* One row down, if there are rows. */
static long down(const struct step *s)
{
    return s->type == INT32 ? 0 : 1;
}

static long clamped(long i, long n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static long wrapped(long i, long n)
{
    return (i % n + n) % n;
}

/* The term of an element that is never written, or of a right one. */
static double unwritten_or_right(const struct step *s, bool unwritten)
{
    return !unwritten ? right_term(s) : s->i == 0 && s->j == 0 ? s->garbage : 0;
}

static double right_term_if(const struct step *s, bool counted)
{
    return counted ? right_term(s) : 0;
}

static long in_mask(const struct step *s)
{
    return s->i * s->mask_cols + s->j;
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

MISTAKE(flipped, pixel(s, below(s), across(s)) *
                     weight(s, s->mask_rows - 1 - s->i, s->mask_cols - 1 - s->j))
MISTAKE(ghosts_clamped, pixel(s, clamped(below(s), s->height), clamped(across(s), s->width)) *
                            weight(s, s->i, s->j))
MISTAKE(ghosts_wrapped, pixel(s, wrapped(below(s), s->height), wrapped(across(s), s->width)) *
                            weight(s, s->i, s->j))
MISTAKE(not_centred, pixel(s, s->row + s->i, s->col + s->j) * weight(s, s->i, s->j))
MISTAKE(begins_early, pixel(s, below(s) - down(s), across(s) - 1) * weight(s, s->i, s->j))
MISTAKE(begins_late, pixel(s, below(s) + down(s), across(s) + 1) * weight(s, s->i, s->j))
MISTAKE(last_terms_missing,
        right_term_if(s, s->i < s->mask_rows - down(s) && s->j < s->mask_cols - 1))
MISTAKE(last_term_only, right_term_if(s, s->i == s->mask_rows - 1 && s->j == s->mask_cols - 1))
MISTAKE(edges_unwritten,
        unwritten_or_right(s,
                           !there(s, s->row - s->mask_rows / 2, s->col - s->mask_cols / 2) ||
                               !there(s, s->row + s->mask_rows / 2, s->col + s->mask_cols / 2)))
MISTAKE(nothing_tested, flat_term_if(s, true))
MISTAKE(start_not_tested, flat_term_if(s, across(s) < s->width))
MISTAKE(end_not_tested, flat_term_if(s, across(s) >= 0))

MISTAKE(mask_transposed, pixel(s, below(s), across(s)) * weight(s, s->j, s->i))
MISTAKE(mask_pitch_of_picture,
        !there(s, below(s), across(s))
            ? 0
            : pixel(s, below(s), across(s)) * mask_in_memory(s, s->i * s->width + s->j))
MISTAKE(mask_pitch_of_picture_and_ghosts,
        pixel(s, below(s), across(s)) * mask_in_memory(s, s->i * s->width + s->j))
MISTAKE(mask_bytes_without_size, right_term_if(s, in_mask(s) < s->mask_rows * s->mask_cols / 4))
MISTAKE(mask_of_one_row, right_term_if(s, s->i == 0))
MISTAKE(columns_not_tested, flat_term_if(s, is_in(below(s), s->height)))
MISTAKE(flat_index_tested, flat_term_if(s, is_in(in_flat(s), s->width * s->height)))
MISTAKE(rows_not_tested, flat_term_if(s, is_in(across(s), s->width)))
MISTAKE(bounds_exchanged,
        flat_term_if(s, is_in(below(s), s->width) && is_in(across(s), s->height)))
MISTAKE(pitch_is_height,
        there(s, below(s), across(s))
            ? in_memory(s, below(s) * s->height + across(s)) * weight(s, s->i, s->j)
            : 0)

/* Integers added as floats are off in the last of their bits, if in any. */
static void rounded_to_floats(struct trial *t)
{
    struct want out = want(t, "out");
    const int *values = found(t, "out");
    size_t n = shape_of(t, "out").cols;
    expect_sums(t);
    for (size_t i = 0; i < n; i++)
        if (fabs((double)values[i] - (double)out.exact[i]) <= 0x1p-20 * (double)out.exact[i])
            out.exact[i] = values[i];
}

#define RIVAL(name, says)                                                                      \
    {                                                                                          \
#name, name, says, false                                                               \
    }

// clang-format off
#define COMMON_RIVALS                                                                          \
    RIVAL(flipped,                                                                             \
          "this is what the mask gives if it is flipped: here it is applied as it stands, its "\
          "first element to the first neighbour"),                                             \
    RIVAL(not_centred,                                                                         \
          "the mask begins at the element itself; its middle must lie there, so begin a "      \
          "radius, mask_width / 2, before it"),                                                \
    RIVAL(begins_early,                                                                        \
          "the mask lies one too far to the front: is the radius mask_width / 2, rounded "     \
          "down, and does a tile, if you load one, begin no more than that before its "        \
          "outputs?"),                                                                         \
    RIVAL(begins_late,                                                                         \
          "the mask lies one too far back: its radius is mask_width / 2, and a tile, if you "  \
          "load one, begins as far before its outputs"),                                       \
    RIVAL(ghosts_clamped,                                                                      \
          "missing neighbours are replaced by the nearest ones; they count as 0"),             \
    RIVAL(ghosts_wrapped,                                                                      \
          "missing neighbours are taken from the opposite end; they count as 0"),              \
    RIVAL(last_terms_missing, "the mask's last elements are left out: a loop ends too early"), \
    RIVAL(last_term_only,                                                                      \
          "this is the last term alone: terms replace each other, where they must be added"),  \
    RIVAL(edges_unwritten,                                                                     \
          "elements with missing neighbours were never written: the ghosts count as 0, and "   \
          "their neighbours are computed like all others")
// clang-format on

static const struct rival list_rivals[] = {
    COMMON_RIVALS,
    RIVAL(nothing_tested,
          "neighbours outside of the input are read, whatever lies there: test that the index "
          "is 0 or more and less than n"),
    RIVAL(start_not_tested,
          "neighbours before the input's start are read, whatever lies there: an index may be "
          "below 0"),
    RIVAL(end_not_tested,
          "neighbours behind the input's end are read, whatever lies there: an index may be n "
          "or more"),
    RIVAL(rounded_to_floats,
          "the sums are rounded to the 24 bits of a float: add integers as integers"),
    {0},
};

// clang-format off
#define PICTURE_RIVALS                                                                         \
    COMMON_RIVALS,                                                                             \
    RIVAL(mask_transposed, "row and column of the mask are exchanged where you read it"),      \
    RIVAL(mask_pitch_of_picture, MASK_PITCH),                                                  \
    RIVAL(mask_pitch_of_picture_and_ghosts, MASK_PITCH),                                       \
    RIVAL(mask_bytes_without_size,                                                             \
          "only a quarter of the mask is there: is its size given in elements where bytes are "\
          "wanted?"),                                                                          \
    RIVAL(mask_of_one_row,                                                                     \
          "only the first row of the mask is there: it has mask_width * mask_width elements"), \
    RIVAL(columns_not_tested,                                                                  \
          "neighbours beyond the left and right edge come from the rows above and below: a "   \
          "ghost's column must be tested, too"),                                               \
    RIVAL(flat_index_tested,                                                                   \
          "ghosts are told by their place in memory alone: but what lies beyond the right edge"\
          " is the next row; test row and column"),                                            \
    RIVAL(rows_not_tested,                                                                     \
          "neighbours above the first and below the last row are read, whatever lies there: "  \
          "test the ghost's row, too"),                                                        \
    RIVAL(nothing_tested,                                                                      \
          "neighbours outside of the picture are read, whatever lies there: test row and "     \
          "column of each"),                                                                   \
    RIVAL(bounds_exchanged,                                                                    \
          "width and height are exchanged in the test for ghosts: rows go up to height"),      \
    RIVAL(pitch_is_height,                                                                     \
          "the picture is read as if its rows began `height` elements apart: it is `width`")
#define MASK_PITCH                                                                             \
    "the mask is read as if its rows were as far apart as the picture's: they begin "          \
    "mask_width apart"
// clang-format on

static const struct rival picture_rivals[] = {PICTURE_RIVALS, {0}};

/* --- what mistakes with tiles compute ------------------------------------------------------
 */

/* Is the answer what the rival expects? */
static bool fits(const struct trial *t)
{
    struct want out = want(t, "out");
    const float *values = found(t, "out");
    struct shape shape = shape_of(t, "out");
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        if (isnan(out.value[i]) ? !isnan(values[i])
                                : !(fabs(values[i] - out.value[i]) <= out.bound[i]))
            return false;
    return true;
}

/* Tries the sizes that a block's part of the output may have: of 16 rows and columns of the
 * input, what the mask leaves, or all, with more of the input round it; the same for 32. */
static void expect_for_some_tile(struct trial *t, term_function *term)
{
    long halo = (long)number(t, "mask_width") - 1, loaded[] = {16, 32};
    for (int i = 0; i < 4; i++) {
        expect_terms(t, term, loaded[i / 2] - (i % 2 ? 0 : halo));
        if (fits(t))
            return;
    }
    does_not_apply(t, "out");
}

#define TILE_MISTAKE(name, added)                                                              \
    static double name##_term(const struct step *s)                                            \
    {                                                                                          \
        return added;                                                                          \
    }                                                                                          \
    static void name(struct trial *t)                                                          \
    {                                                                                          \
        expect_for_some_tile(t, name##_term);                                                  \
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

TILE_MISTAKE(no_halo, term_with_halo(s, 0, 0))
TILE_MISTAKE(halo_before_only, term_with_halo(s, radius(s), 0))
TILE_MISTAKE(halo_behind_only, term_with_halo(s, 0, radius(s)))
TILE_MISTAKE(halo_too_narrow, term_with_halo(s, radius(s) - 1, radius(s) - 1))
TILE_MISTAKE(halo_ends_early, term_with_halo(s, radius(s), radius(s) - 1))
TILE_MISTAKE(halo_begins_late, term_with_halo(s, radius(s) - 1, radius(s)))
TILE_MISTAKE(corners_missing, right_term_if(s, near(s, s->row, below(s), 0, 0) ||
                                                   near(s, s->col, across(s), 0, 0)))
TILE_MISTAKE(tile_transposed,
             pixel(s, s->row - s->row % s->tile - radius(s) + s->col % s->tile + s->j,
                   s->col - s->col % s->tile - radius(s) + s->row % s->tile + s->i) *
                 weight(s, s->i, s->j))
TILE_MISTAKE(outputs_16_apart,
             unwritten_or_right(s, s->row % 16 >= s->tile || s->col % 16 >= s->tile))
TILE_MISTAKE(tiles_16_apart, pixel(s, loaded_apart(s, s->row, below(s), 16),
                                   loaded_apart(s, s->col, across(s), 16)) *
                                 weight(s, s->i, s->j))

static const struct rival tiled_rivals[] = {
    PICTURE_RIVALS,
    RIVAL(no_halo,
          "each tile is treated as a picture of its own: neighbours in other tiles count as 0; "
          "load a halo round the outputs"),
    RIVAL(halo_before_only, "the halo is loaded above and left only: neighbours below and "
                            "right of the tile are missing"),
    RIVAL(halo_behind_only, "the halo is loaded below and right only: neighbours above and "
                            "left of the tile are missing"),
    RIVAL(halo_too_narrow, "the halo is too narrow by one on each side: it must be as wide as "
                           "the radius, mask_width / 2"),
    RIVAL(halo_ends_early, "the halo is one row and column short below and right"),
    RIVAL(halo_begins_late, "the halo is one row and column short above and left"),
    RIVAL(corners_missing, "the corners of the halo are missing: neighbours that lie outside "
                           "of the tile both ways"),
    RIVAL(tile_transposed, "row and column of the tile are exchanged where you store or read "
                           "it"),
    RIVAL(
        outputs_16_apart,
        "some outputs of each tile are written and the rest never: the outputs of "
        "neighbouring blocks begin 16 apart, as far as they load, not as far as they compute"),
    RIVAL(tiles_16_apart,
          "the tiles are loaded as if they lay side by side, 16 apart: they overlap, and begin "
          "as far apart as the outputs do"),
    {0},
};

/* --- the technique ------------------------------------------------------------------------ */

/* A block of TILE x TILE threads fetches its part of the input once: TILE rows, each in up to
 * three sectors. What its warps fetch of the mask, a word for all lanes, is let pass, as it may
 * be in global memory. Without a tile the same warps fetch two pieces of rows for each term. */
enum { TILE = 16, SECTORS_OF_A_ROW = 3, WARPS = TILE * TILE / 32 };

/* Sectors for the input and, if it is in global memory, for the mask. */
static double budget_of_tiles(const struct trial *t, bool mask_in_global_memory)
{
    struct shape out = shape_of(t, "out");
    size_t mask_width = shape_of(t, "mask").cols, outputs = TILE - mask_width + 1;
    size_t blocks = ((out.cols + outputs - 1) / outputs) * ((out.rows + outputs - 1) / outputs);
    size_t of_input = TILE * SECTORS_OF_A_ROW, of_mask = WARPS * mask_width * mask_width;
    return (double)(blocks * (of_input + (mask_in_global_memory ? of_mask : 0)));
}

static const char *technique_tile(const struct trial *t, const struct simt_counters *counters)
{
    static char text[200];
    double elements = (double)(shape_of(t, "out").rows * shape_of(t, "out").cols);
    double budget = budget_of_tiles(t, true), sectors = (double)counters->global_load.sectors;
    if (sectors <= budget)
        return NULL;
    snprintf(text, sizeof text,
             "it moves %.2f sectors of 32 bytes from global memory for each output; tiles of "
             "%d x %d in shared memory need %.2f, and %.2f if the mask is in global memory",
             sectors / elements, TILE, TILE, budget_of_tiles(t, false) / elements,
             budget / elements);
    return text;
}

/* For gold, tiles may be of registers, too, that several outputs of a thread have in common. A
 * thread that loads a word for each of its terms has neither. Fewer words than half of that are
 * enough, or as few sectors as with tiles: the mask's words, if they come from global memory,
 * are as many, but all lanes ask for the same. */
static const char *technique_reuse(const struct trial *t, const struct simt_counters *counters)
{
    static char text[200];
    double elements = (double)(shape_of(t, "out").rows * shape_of(t, "out").cols);
    double terms = (double)(shape_of(t, "mask").rows * shape_of(t, "mask").cols);
    double words = (double)counters->global_load.bytes / 4 / elements;
    if (words <= terms / 2 || (double)counters->global_load.sectors <= budget_of_tiles(t, true))
        return NULL;
    snprintf(text, sizeof text,
             "it loads %.1f words from global memory for each output, which is a sum of %.0f "
             "terms; let several outputs have them in common, in registers or in a tile",
             words, terms);
    return text;
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
static const struct test_case list_cases[] = {
    /* n, mask_width */
    {"one-block", {256, 5}, SIGNED, "exactly one block", CHECKED, 0},
    {"text", {7, 5}, TEXT, "1 to 7 and {3, 4, 5, 4, 3}, as the source text has them", MEASURED, 0},
    {"indexed", {100, 3}, INDEXED, "a misplaced element shows", 0, 0},
    {"more", {257, 5}, SIGNED, "a second block with a single element", 0, 0},
    {"less", {255, 5}, SIGNED, "an element less than a block", 0, 0},
    {"alone", {300, 1}, SIGNED, "a mask of one element: no neighbours", 0, 0},
    {"widest", {1000, 15}, SIGNED, "the widest mask", 0, 0},
    {"two-blocks", {513, 7}, SIGNED, "neighbours in both other blocks", CHECKED, 0},
    {"smaller-than-mask", {4, 9}, SIGNED, "ghosts at both ends of each sum", 0, 0},
    {"one", {1, 15}, SIGNED, "a single element: all its neighbours are ghosts", 0, 0},
    {"equal", {500, 7}, EQUAL, "all elements alike", 0, 0},
    {"large-values", {1000, 15}, BIG, "sums up to the largest int, too long for a float", 0, 0},
    {"beyond-grid", {(1 << 20) + 77, 5}, SIGNED, "more elements than 4096 blocks have threads", 0, 0},
    {"empty", {0, 5}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {0},
};

/* What all pictures go through, with masks of three widths. Each case asks for one thing more
 * than those before it. Tiles are 16 wide: a mask of width 3 leaves 14 outputs, 5 leaves 12. */
#define PICTURE_CASES                                                                          \
    {"five", {5, 36, 24}, SIGNED, "a mask of 5 x 5 on whole tiles", CHECKED, 0},               \
    {"three", {3, 28, 28}, SIGNED, "a mask of 3 x 3 on whole tiles", 0, 0},                    \
    {"one-block", {5, 16, 16}, SIGNED, "16 x 16 elements", 0, 0},                              \
    {"wider", {3, 29, 28}, SIGNED, "a column more than whole tiles", CHECKED, 0},              \
    {"higher", {3, 28, 29}, SIGNED, "a row more than whole tiles", 0, 0},                      \
    {"narrower", {3, 27, 28}, SIGNED, "a column less than whole tiles", 0, 0},                 \
    {"lower", {3, 28, 27}, SIGNED, "a row less than whole tiles", 0, 0},                       \
    {"alone", {1, 40, 30}, SIGNED, "a mask of one element: no neighbours", 0, 0},              \
    {"seven", {7, 45, 67}, SIGNED, "a mask of 7 x 7, and a ragged edge", 0, 0},                \
    {"nine", {9, 50, 41}, SIGNED, "a mask of 9 x 9: eight outputs of 16", 0, 0},               \
    {"indexed", {3, 20, 23}, INDEXED, "a misplaced element shows", 0, 0},                      \
    {"equal", {5, 70, 50}, EQUAL, "all elements alike: edges show ghosts", COUNTED, 0},        \
    {"smaller-than-mask", {9, 3, 2}, SIGNED, "ghosts on all sides of each element", 0, 0},     \
    {"narrow", {9, 2, 40}, SIGNED, "narrower than the mask", 0, 0},                            \
    {"one", {5, 1, 1}, SIGNED, "a single element", 0, 0},                                      \
    {"row", {5, 777, 1}, SIGNED, "one row", 0, 0},                                             \
    {"column", {5, 1, 777}, SIGNED, "one column", 0, 0},                                       \
    {"wide", {3, 1000, 37}, SIGNED, "many more columns than rows", 0, 0},                      \
    {"high", {3, 37, 1000}, SIGNED, "many more rows than columns", 0, 0},                      \
    {"blur", {5, 250, 190}, BLUR, "a picture, blurred", MEASURED, 0},                          \
    {"edges", {3, 250, 190}, EDGES, "a picture's edges", MEASURED, 0},                         \
    {"beyond-grid", {3, 1031, 1021}, SIGNED, "more than 4096 blocks of 256", ONCE, 20},        \
    {"many-rows", {3, 2, 65537}, SIGNED, "more rows than a grid's y has blocks", ONCE, 20},    \
    {"many-columns", {3, 65537, 2}, SIGNED, "more columns than 16 bits count", ONCE, 20},      \
    {"no-columns", {3, 0, 5}, UNIFORM, "nothing to do, and no error left behind", 0, 0},       \
    {"no-rows", {3, 5, 0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},          \
    {"input-blur", {5}, BLUR, "the picture that INPUT= names", FROM_INPUT | MEASURED | ONCE, 60},\
    {"input-edges", {3}, EDGES, "the picture that INPUT= names", FROM_INPUT | MEASURED | ONCE, 60}

#define WIDE_MASK_CASES                                                                        \
    {"eleven", {11, 50, 41}, SIGNED, "a mask of 11 x 11", 0, 0},                               \
    {"widest", {15, 61, 47}, SIGNED, "the widest mask", 0, 0},                                 \
    {"all-ghosts", {15, 4, 5}, SIGNED, "the widest mask on a small picture", 0, 0}
// clang-format on

static const struct test_case basic_cases[] = {PICTURE_CASES, WIDE_MASK_CASES, {0}};

static const struct test_case tiled_cases[] = {PICTURE_CASES, {0}};

static const struct test_case fast_cases[] = {
    PICTURE_CASES,
    WIDE_MASK_CASES,
    {"more-than-64", {5, 65, 129}, SIGNED, "a little more than tiles of 64", 0, 0},
    {"whole-128", {5, 256, 128}, SIGNED, "whole tiles of 128", 0, 0},
    {0},
};

/* --- reports ------------------------------------------------------------------------------ */

static void report_list(const struct trial *t, FILE *out)
{
    const int *in = given(t, "in"), *mask = given(t, "mask"), *sums = found(t, "out");
    for (int i = 0; i < number(t, "n"); i++)
        fprintf(out, i ? " %d" : "         in   %d", in[i]);
    for (int j = 0; j < number(t, "mask_width"); j++)
        fprintf(out, j ? " %d" : "\n         mask %d", mask[j]);
    for (int i = 0; i < number(t, "n"); i++)
        fprintf(out, i ? " %d" : "\n         out  %d", sums[i]);
    fputc('\n', out);
}

/* Writes a picture of values whose magnitude is in 0 .. 1 or is cut there. */
static bool write_picture(const char *path, const float *values, struct shape shape)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    fprintf(file, "P5\n%zu %zu\n255\n", shape.cols, shape.rows);
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        putc((int)(255 * fmin(fabsf(values[i]), 1) + 0.5), file);
    return fclose(file) == 0;
}

/* Browsers show PNG and not PGM. */
static bool convert_to_png(const char *stem)
{
    char command[8400], png[4200];
    snprintf(png, sizeof png, "%s.png", stem);
    snprintf(command, sizeof command, "pnmtopng '%s.pgm' >'%s' 2>/dev/null", stem, png);
    bool converted = system(command) == 0;
    if (!converted)
        remove(png);
    return converted;
}

static void put_picture(FILE *out, const char *name, const float *values, struct shape shape)
{
    char stem[4100], path[4200];
    const char *root = suite_root(), *shown = stem;
    snprintf(stem, sizeof stem, "%s/%s", output_folder(), name);
    snprintf(path, sizeof path, "%s.pgm", stem);
    if (!strncmp(stem, root, strlen(root)) && stem[strlen(root)] == '/')
        shown = stem + strlen(root) + 1;
    if (!write_picture(path, values, shape))
        fprintf(out, "         cannot write %s: %s\n", path, strerror(errno));
    else if (convert_to_png(stem))
        fprintf(out, "         wrote %s.png and .pgm\n", shown);
    else
        fprintf(out, "         wrote %s.pgm; PNG takes pnmtopng, of the package netpbm\n",
                shown);
}

static void report_picture(const struct trial *t, FILE *out)
{
    bool blurred = data_kind(t) == BLUR;
    if (blurred)
        put_picture(out, "picture", given(t, "in"), shape_of(t, "in"));
    put_picture(out, blurred ? "blurred" : "edges", found(t, "out"), shape_of(t, "out"));
}

/* --- the lab ------------------------------------------------------------------------------ */

const struct task tasks[] = {
    {
        .name = "convolve_1d",
        .first_step = "TODO 2 launches the kernel, TODO 1 is its sum of neighbours",
        .number_names = "n mask_width",
        .cases = list_cases,
        .prepare = prepare_list,
        .expect = expect_sums,
        .rivals = list_rivals,
        .report = report_list,
    },
    {
        .name = "convolve_2d",
        .first_step = "TODO 3 loads the mask, TODO 4 is the kernel and its launch",
        .number_names = "mask_width width height",
        .cases = basic_cases,
        .prepare = prepare_picture,
        .expect = expect_sums,
        .rivals = picture_rivals,
        .tile = {16, 16},
        .report = report_picture,
    },
    {
        .name = "convolve_2d_tiled",
        .first_step = "TODO 5, a tile of the input in shared memory",
        .number_names = "mask_width width height",
        .cases = tiled_cases,
        .prepare = prepare_picture,
        .expect = expect_sums,
        .rivals = tiled_rivals,
        .technique = technique_tile,
    },
    {
        .name = "convolve_2d_fast",
        .first_step = "TODO 6 in stretch.cu, several outputs a thread",
        .number_names = "mask_width width height",
        .cases = fast_cases,
        .prepare = prepare_picture,
        .expect = expect_sums,
        .rivals = tiled_rivals,
        .technique = technique_reuse,
        .stretch = true,
    },
    {0},
};
