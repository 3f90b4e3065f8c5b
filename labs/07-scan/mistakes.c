/* What the mistakes of lab 07 compute: the functions that the rows of mistakes.inc call. */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

/* Of the input, as the rows call them. */
#define HEIGHT shape_of(t, "in").rows
#define WIDTH shape_of(t, "in").cols

/* --- of rows ------------------------------------------------------------------------------ */

static void scan_exclusively(int64_t *row, size_t width)
{
    int64_t sum = 0;
    for (size_t i = 0; i < width; i++) {
        int64_t value = row[i];
        row[i] = sum;
        sum += value;
    }
}

static void scan_squares(int64_t *row, size_t width)
{
    for (size_t i = 0; i < width; i++)
        row[i] *= row[i];
    scan(row, width);
}

static void scan_backwards(int64_t *row, size_t width)
{
    for (size_t i = width; i-- > 1;)
        row[i - 1] += row[i];
}

static void scan_first_512(int64_t *row, size_t width)
{
    for (size_t i = 512; i < width; i++)
        row[i] = 0;
    scan(row, width);
}

enum nearest { COUNTS, IS_LOST };

/* Kogge and Stone's steps from stride `first` up to below `end`. The place
 * that lies just a stride from the start counts, or adds nothing. */
static void kogge_stone(int64_t *row, size_t width, size_t first, size_t end,
                        enum nearest nearest)
{
    for (size_t stride = first; stride < end; stride *= 2)
        for (size_t i = width; i-- > stride;)
            if (i > stride || nearest == COUNTS)
                row[i] += row[i - stride];
}

/* Such steps are right in any order, if each power of two is among them. */
static void strides_halved(int64_t *row, size_t width)
{
    for (size_t stride = width / 2; stride > 0; stride /= 2)
        kogge_stone(row, width, stride, stride + 1, COUNTS);
}

static void always_the_one_before(int64_t *row, size_t width)
{
    for (size_t stride = 1; stride < width; stride *= 2)
        for (size_t i = width; i-- > stride;)
            row[i] += row[i - 1];
}

/* Brent and Kung's tree: up to below `end`, down from `from` to `to`. */
static void brent_kung(int64_t *row, size_t width, size_t end, size_t from, size_t to)
{
    for (size_t stride = 1; stride < end; stride *= 2)
        for (size_t i = 2 * stride - 1; i < width; i += 2 * stride)
            row[i] += row[i - stride];
    for (size_t stride = from; stride >= to && stride > 0; stride /= 2)
        for (size_t i = 2 * stride - 1; i + stride < width; i += 2 * stride)
            row[i + stride] += row[i];
}

/* Up a tree whose sums are in the first place of each run, as reductions have it, and down the
 * one whose sums are in the last. */
static void up_to_the_front(int64_t *row, size_t width)
{
    for (size_t stride = 1; stride < 1024; stride *= 2)
        for (size_t i = 0; i + stride < width; i += 2 * stride)
            row[i] += row[i + stride];
    brent_kung(row, width, 0, 256, 1);
}

enum {
    UP_TO_THE_MIDDLE = 1,
    DOWN_BEFORE_UP,
    UP_ONE_ON,       /* to the place behind the last of each run */
    UP_FROM_NEXT,    /* each takes the place just before it */
    DOWN_FROM_NEXT,  /* the same on the way down */
    DOWN_FROM_START, /* from the first place of each run */
    DOWN_SUBTRACTS,
    WRONG_TREES
};

static void up_wrongly(int64_t *row, size_t width, size_t kind)
{
    for (size_t stride = 1; stride < 1024; stride *= 2) {
        size_t first = kind == UP_TO_THE_MIDDLE ? stride
                       : kind == UP_ONE_ON      ? 2 * stride
                                                : 2 * stride - 1;
        for (size_t i = first; i < width; i += 2 * stride)
            row[i] += row[kind == UP_FROM_NEXT ? i - 1 : i - stride];
    }
}

static void down_wrongly(int64_t *row, size_t width, size_t kind)
{
    for (size_t stride = 256; stride > 0; stride /= 2) {
        size_t first = kind == DOWN_FROM_START ? 0 : 2 * stride - 1;
        for (size_t i = first; i + stride < width; i += 2 * stride)
            if (kind == DOWN_BEFORE_UP)
                row[i] += row[i + stride];
            else if (kind == DOWN_FROM_NEXT)
                row[i + stride] += row[i + stride - 1];
            else
                row[i + stride] += kind == DOWN_SUBTRACTS ? -row[i] : row[i];
    }
}

static void wrong_tree(int64_t *row, size_t width, size_t kind)
{
    up_wrongly(row, width, kind);
    down_wrongly(row, width, kind);
}

/* Thread t has the places 2 t and 2 t + 1, and stores t and t + 512. */
static void store_neighbours_apart(int64_t *row, size_t width)
{
    enum { HALF = 512 };
    int64_t sums[2 * HALF] = {0};
    scan(row, width);
    for (size_t i = 0; i < 2 * HALF; i++)
        sums[i % 2 * HALF + i / 2] = i < width ? row[i] : width ? row[width - 1] : 0;
    for (size_t i = 0; i < width; i++)
        row[i] = sums[i];
}

enum { PLUS_ONE = 1, TIMES_3, WRONG_STRIDES };

/* Kogge and Stone's steps with strides that do not double. */
static void wrong_strides(int64_t *row, size_t width, size_t kind)
{
    for (size_t stride = 1; stride < width; stride = kind == TIMES_3 ? 3 * stride : stride + 1)
        kogge_stone(row, width, stride, stride + 1, COUNTS);
}

static size_t kinds_of_wrong_strides(const struct case_run *t, size_t size)
{
    (void)t;
    return size + 1 < WRONG_STRIDES ? size + 1 : 0;
}

static size_t wrong_trees(const struct case_run *t, size_t size)
{
    (void)t;
    return size + 1 < WRONG_TREES ? size + 1 : 0;
}

/* The whole array as if it were one row. */
static void one_long_row(struct case_run *t)
{
    struct shape shape = shape_of(t, "in");
    EACH_ROW(scan(ROW));
    int64_t *out = want(t, "out").exact;
    for (size_t i = shape.cols; i < shape.rows * shape.cols; i++)
        out[i] = wrapped(out[i] + out[i / shape.cols * shape.cols - 1]);
}

/* The first sum of a row in the answer, before columns were added up, which go `down`. */
static int64_t first_sum(const struct case_run *t, size_t row, bool down)
{
    size_t width = shape_of(t, "in").cols;
    const int *out = found(t, "out");
    return wrapped(out[row * width] - (down && row ? (int64_t)out[(row - 1) * width] : 0));
}

/* Rows go on from the row that the block has had before, or begin anew: the first that does not
 * begin anew shows how many rows lie between. */
static void rows_go_on(struct case_run *t, bool down)
{
    struct shape shape = shape_of(t, "in");
    int64_t *out = want(t, "out").exact;
    size_t apart = 0;
    EACH_ROW(scan(ROW));
    for (size_t row = 0; row < shape.rows && shape.cols > 0; row++) {
        bool anew = first_sum(t, row, down) == wrapped(out[row * shape.cols]);
        if (anew)
            continue;
        apart = apart ? apart : row;
        if (apart == 0 || row < apart)
            return does_not_apply(t);
        int64_t before = out[(row - apart + 1) * shape.cols - 1];
        for (size_t i = row * shape.cols; i < (row + 1) * shape.cols; i++)
            out[i] = wrapped(out[i] + before);
    }
    if (down)
        scan_columns(t, shape.rows);
}

static void first_row_again(struct case_run *t)
{
    struct shape shape = shape_of(t, "in");
    EACH_ROW(scan(ROW));
    int64_t *out = want(t, "out").exact;
    for (size_t i = shape.cols; i < shape.rows * shape.cols; i++)
        out[i] = out[i - shape.cols];
}

/* --- in two dimensions, and with sections ------------------------------------------------- */

static void columns_only(struct case_run *t)
{
    struct shape shape = shape_of(t, "in");
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        want(t, "out").exact[i] = ((const int *)given(t, "in"))[i];
    scan_columns(t, shape.rows);
}

/* The way down is gone by the first columns. */
static void scan_first_columns(struct case_run *t, size_t columns)
{
    struct shape shape = shape_of(t, "in");
    int64_t *out = want(t, "out").exact;
    EACH_ROW(scan(ROW));
    for (size_t row = 1; row < shape.rows; row++)
        for (size_t col = 0; col < columns && col < shape.cols; col++)
            out[row * shape.cols + col] += out[(row - 1) * shape.cols + col];
}

/* Rows are scanned, and each gets what was above it before: of the row above alone, or of all
 * rows of the input. */
static void add_what_was_above(struct case_run *t, bool of_input)
{
    struct shape shape = shape_of(t, "in");
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    EACH_ROW(scan(ROW));
    for (size_t i = shape.rows * shape.cols; i-- > shape.cols;)
        for (size_t k = i; of_input && k >= shape.cols; k -= shape.cols)
            out[i] += in[k - shape.cols];
    for (size_t i = shape.rows * shape.cols; i-- > shape.cols && !of_input;)
        out[i] += out[i - shape.cols];
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        out[i] = wrapped(out[i]);
}

enum { COLUMNS_EXCHANGED = 1, READ_EXCHANGED, STORED_EXCHANGED, WAYS_TO_EXCHANGE };

static size_t ways_to_exchange(const struct case_run *t, size_t size)
{
    (void)t;
    return size + 1 < WAYS_TO_EXCHANGE ? size + 1 : 0;
}

/* The elements, with element (row, col) where (col, row) of a field of so many columns is. */
static void exchange(int64_t *field, struct shape shape)
{
    size_t n = shape.rows * shape.cols;
    int64_t *other = malloc((n + 1) * sizeof *other);
    if (!other)
        abort();
    for (size_t i = 0; i < n; i++)
        other[i % shape.cols * shape.rows + i / shape.cols] = field[i];
    memcpy(field, other, n * sizeof *other);
    free(other);
}

/* col * rows + row for row * width + col: in the second pass, or where the first one reads or
 * stores. */
static void exchanged(struct case_run *t, size_t way)
{
    struct shape shape = shape_of(t, "in");
    int64_t *out = want(t, "out").exact;
    const int *in = given(t, "in");
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        out[i] = in[i];
    if (way == READ_EXCHANGED)
        exchange(out, (struct shape){shape.cols, shape.rows, shape.rows});
    for (size_t row = 0; row < shape.rows; row++)
        scan(out + row * shape.cols, shape.cols);
    if (way == STORED_EXCHANGED)
        exchange(out, shape);
    if (way != COLUMNS_EXCHANGED)
        scan_columns(t, shape.rows);
    for (size_t col = 0; col < shape.cols && way == COLUMNS_EXCHANGED; col++)
        scan(out + col * shape.rows, shape.rows);
}

/* The way down has the first row so often. */
static void count_first_row(struct case_run *t, int64_t times)
{
    struct shape shape = shape_of(t, "in");
    int64_t *out = want(t, "out").exact, *below = out + shape.cols;
    EACH_ROW(scan(ROW));
    if (shape.rows < 2)
        return does_not_apply(t);
    for (size_t col = 0; col < shape.cols; col++) {
        below[col] = wrapped(below[col] + times * out[col]);
        out[col] = wrapped((times ? times : 1) * out[col]);
    }
    for (size_t i = 2 * shape.cols; i < shape.rows * shape.cols; i++)
        out[i] = wrapped(out[i] + out[i - shape.cols]);
}

/* By as many whole blocks as the rows would take. */
static void blocks_for_the_rows(struct case_run *t, size_t block)
{
    size_t columns = (shape_of(t, "in").rows + block - 1) / block * block;
    if (columns >= shape_of(t, "in").cols)
        return does_not_apply(t);
    scan_first_columns(t, columns);
}

/* How many sums of the first row are right in the answer: there the trouble begins. */
static size_t right_at_start(const struct case_run *t)
{
    const int *in = given(t, "in"), *out = found(t, "out");
    int64_t sum = 0;
    for (size_t i = 0; i < shape_of(t, "in").cols; i++)
        if (out[i] != wrapped(sum += in[i]))
            return i;
    return 0;
}

static void scan_sections(int64_t *row, size_t width, size_t section)
{
    for (size_t i = 0; i < width; i += section)
        scan(row + i, width - i < section ? width - i : section);
}

/* The carry is the sum of the section before, not of all before. */
static void carry_one_section(int64_t *row, size_t width, size_t section)
{
    scan_sections(row, width, section);
    for (size_t i = width; i-- > section;)
        row[i] += row[i / section * section - 1];
}

/* The carry lacks the last element of each section before. */
static void carry_without_last(int64_t *row, size_t width, size_t section)
{
    int64_t carry = 0;
    for (size_t i = 0; i < width; i += section) {
        size_t end = width - i < section ? width : i + section;
        int64_t last = row[end - 1];
        row[i] += carry;
        scan(row + i, end - i);
        carry = row[end - 1] - last;
    }
}

/* Each section has the sum of all up to itself added, where those before it are meant. */
static void add_own_section(int64_t *row, size_t width, size_t section)
{
    int64_t offset = 0;
    for (size_t i = 0; i < width; i += section) {
        size_t end = width - i < section ? width : i + section;
        scan(row + i, end - i);
        offset += row[end - 1];
        for (size_t k = i; k < end; k++)
            row[k] += offset;
    }
}

/* --- warps -------------------------------------------------------------------------------- */

enum {
    WARP = 32,
    RIGHT = 0,
    WITHOUT_16,
    UNGUARDED,
    BEYOND_THE_STRIDE, /* of lanes beyond the stride alone */
    FROM_NEXT,         /* from the lane before, whatever the stride is */
    FROM_STRIDE,       /* from the lane whose number the stride is */
    BY_XOR,
    FROM_ABOVE,
    BY_EIGHTS, /* of 8 lanes each, or 16 */
    BY_SIXTEENTHS,
    WARP_MISTAKES
};

/* What a lane gets where it asks for what lies a stride below. */
static int64_t shuffled(const int64_t *lanes, size_t i, size_t stride, size_t mistake)
{
    size_t part = mistake == BY_EIGHTS ? 8 : mistake == BY_SIXTEENTHS ? 16 : WARP;
    switch (mistake) {
    case FROM_NEXT:
        return lanes[i ? i - 1 : 0];
    case FROM_STRIDE:
        return lanes[stride];
    case BY_XOR:
        return lanes[i ^ stride];
    case FROM_ABOVE:
        return i + stride < WARP ? lanes[i + stride] : 0;
    default:
        return lanes[i % part >= stride ? i - stride : i];
    }
}

/* Lanes take up what lies a stride below, by shuffles: a lane without one gets its own. */
static void scan_warp(int64_t *lanes, size_t mistake)
{
    for (size_t stride = 1; stride < (mistake == WITHOUT_16 ? WARP / 2 : WARP); stride *= 2) {
        int64_t before[WARP];
        for (size_t i = 0; i < WARP; i++)
            before[i] = shuffled(lanes, i, stride, mistake);
        for (size_t i = 0; i < WARP; i++)
            if (mistake == UNGUARDED || mistake == FROM_ABOVE ||
                i >= stride + (mistake == BEYOND_THE_STRIDE))
                lanes[i] += before[i];
    }
}

enum { OF_LANE_0 = 1, NOT_SCANNED, OF_16, WARP_SUM_MISTAKES };

/* Warps scan their own, and one of them what they have summed up, in the same way or rightly.
 */
static void scan_by_warps(int64_t *row, size_t width, size_t mistake, size_t second,
                          size_t of_sums)
{
    int64_t lanes[WARP][WARP] = {{0}}, sums[WARP];
    for (size_t i = 0; i < width; i++)
        lanes[i / WARP][i % WARP] = row[i];
    for (size_t warp = 0; warp < WARP; warp++) {
        scan_warp(lanes[warp], mistake);
        bool first = of_sums == OF_LANE_0 || mistake == FROM_ABOVE;
        sums[warp] = lanes[warp][first ? 0 : WARP - 1];
    }
    if (of_sums != NOT_SCANNED)
        scan_warp(sums, of_sums == OF_16 ? WITHOUT_16 : second);
    for (size_t i = 0; i < width; i++)
        row[i] = lanes[i / WARP][i % WARP] + (i < WARP ? 0 : sums[i / WARP - 1]);
}

/* Each of these mistakes in all scans of warps, and in the first ones alone. */
static size_t wrong_lanes(const struct case_run *t, size_t size)
{
    (void)t;
    size_t next = size ? size + 1 : 2 * BEYOND_THE_STRIDE;
    return next < 2 * WARP_MISTAKES ? next : 0;
}

static size_t wrong_warp_sums(const struct case_run *t, size_t size)
{
    (void)t;
    return size + 1 < WARP_SUM_MISTAKES ? size + 1 : 0;
}

/* What a block or a thread has of a list. */
static size_t usual_sections(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 2 : size < 8192 ? 2 * size : 0;
}

/* How many rows of the answer are right. */
static size_t right_rows(struct case_run *t)
{
    struct shape shape = shape_of(t, "in");
    EACH_ROW(scan(ROW));
    scan_columns(t, shape.rows);
    const int *out = found(t, "out");
    const int64_t *sums = want(t, "out").exact;
    size_t i = 0;
    while (i < shape.rows * shape.cols && out[i] == wrapped(sums[i]))
        i++;
    return shape.cols ? i / shape.cols : 0;
}

static void columns_in_sections(struct case_run *t, size_t section)
{
    struct shape shape = shape_of(t, "in");
    int64_t *out = want(t, "out").exact;
    if (section == 0) {
        does_not_apply(t);
        return;
    }
    EACH_ROW(scan(ROW));
    for (size_t i = shape.cols; i < shape.rows * shape.cols; i++)
        if (i / shape.cols % section)
            out[i] = wrapped(out[i] + out[i - shape.cols]);
}

/* Sums that are found so near the right ones, where they have more digits than a float: a lost
 * element shows more. */
static void few_digits(struct case_run *t)
{
    const int64_t MOST_OF_A_FLOAT = 1 << 24, DIGITS = 100000;
    const int *now = found(t, "out");
    int64_t *sums = want(t, "out").exact;
    size_t n = elements_of(t, "out");
    EACH_ROW(scan(ROW));
    if (n == 0 || llabs(sums[n - 1]) <= MOST_OF_A_FLOAT)
        return does_not_apply(t);
    for (size_t i = 0; i < n; i++)
        if (llabs(now[i] - sums[i]) <= llabs(sums[i]) / DIGITS)
            sums[i] = now[i];
}

#include "mistakes.h"
