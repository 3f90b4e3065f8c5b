/* What the mistakes of lab 06 compute: the functions that the rows of mistakes.inc call. */
#include "reference.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH shape_of(t, "in").cols

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* What a tree leaves in place 0 that begins with that stride on the first 2 * stride elements
 * of a row, zeros behind its end, and halves it, rounding down. */
static int64_t tree(const struct field *f, size_t row, size_t stride)
{
    int64_t partial[1024] = {0};
    if (stride > 512)
        return sum_first(f, row, f->width);
    for (size_t i = 0; i < least(f->width, 2 * stride); i++)
        partial[i] = at(f, start(f, row) + i);
    for (; stride > 0; stride /= 2)
        for (size_t i = 0; i < stride; i++)
            partial[i] += partial[i + stride];
    return partial[0];
}

/* What the doubling tree leaves if thread t, which has the places from 2 t on, adds where t is
 * a multiple of twice the stride. */
static int64_t tree_of_too_few(const struct field *f, size_t row)
{
    int64_t partial[1024] = {0};
    for (size_t i = 0; i < least(f->width, 1024); i++)
        partial[i] = at(f, start(f, row) + i);
    for (size_t stride = 1; stride < 1024; stride *= 2)
        for (size_t t = 0; t < 512 && 2 * t + stride < 1024; t += 2 * stride)
            partial[2 * t] += partial[2 * t + stride];
    return partial[0];
}

/* The row's last element in place of each that is missing of 1024. */
static int64_t clamped_sum(const struct field *f, size_t row)
{
    if (f->width == 0 || f->width >= 1024)
        return sum_first(f, row, f->width);
    return sum_first(f, row, f->width) +
           (int64_t)(1024 - f->width) * at(f, start(f, row + 1) - 1);
}

/* A tree without its step of that stride, wherever its elements are brought together first. */
static int64_t without_step(const struct field *f, size_t row, size_t stride)
{
    int64_t total = 0;
    for (size_t col = 0; col < f->width; col++)
        total += col & stride ? 0 : at(f, start(f, row) + col);
    return total;
}

static size_t strides_of_a_tree(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 2 : size < 512 ? 2 * size : 0;
}

/* Elements first, first + step * blocks, ...: the stride is that of the whole grid. */
static int64_t grid_strided(const struct field *f, size_t row, size_t block)
{
    int64_t total = 0;
    for (size_t t = 0; t < block; t++)
        for (size_t col = row * block + t; col < f->width; col += block * f->rows)
            total += at(f, start(f, row) + col);
    return total;
}

/* What a halving tree leaves whose block of that many threads is no power of two. */
static int64_t tree_of_block(const struct field *f, size_t row, size_t block)
{
    int64_t partial[1024] = {0};
    for (size_t col = 0; col < f->width; col++)
        partial[col % block] += at(f, start(f, row) + col);
    for (size_t stride = block / 2; stride > 0; stride /= 2)
        for (size_t i = 0; i < stride; i++)
            partial[i] += partial[i + stride];
    return partial[0];
}

/* Of a block of that many threads those with a second element have lost their first one. */
static int64_t second_alone(const struct field *f, size_t row, size_t block)
{
    int64_t total = sum_first(f, row, f->width);
    for (size_t t = 0; t < block && t + block < f->width; t++)
        total -= at(f, start(f, row) + t);
    return total;
}

/* What a halving tree leaves that begins with half of so many places, whose strides are divided
 * by 4. */
static int64_t tree_by_4(const struct field *f, size_t row, size_t places)
{
    int64_t partial[1024] = {0};
    for (size_t col = 0; col < f->width; col++)
        partial[col % places] += at(f, start(f, row) + col);
    for (size_t stride = places / 2; stride > 0; stride /= 4)
        for (size_t i = 0; i < stride; i++)
            partial[i] += partial[i + stride];
    return partial[0];
}

static size_t powers_to_1024(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 32 : size < 1024 ? 2 * size : 0;
}

enum { REST_OF_THE_ROW = 1, REST_OF_ALIGNED, START_OF_ALIGNED, BOTH_OF_ALIGNED, LOST_ENDS };

/* What is left where elements beside whole fours are lost. These begin with the row, or where
 * the address allows it. */
static int64_t sum_of_fours(const struct field *f, size_t row, size_t lost)
{
    size_t first = start(f, row), end = start(f, row + 1);
    size_t aligned = lost == REST_OF_THE_ROW ? first : least((first + 3) / 4 * 4, end);
    size_t behind = aligned + (end - aligned) / 4 * 4;
    return sum(f, lost >= START_OF_ALIGNED ? aligned : first,
               lost == START_OF_ALIGNED ? end : behind, 1);
}

static size_t lost_ends(const struct case_run *t, size_t size)
{
    (void)t;
    return size + 1 < LOST_ENDS ? size + 1 : 0;
}

/* Part `twice` of each four counts twice, and part `never` does not. */
static int64_t sum_of_parts(const struct field *f, size_t row, size_t size)
{
    size_t twice = (size - 1) / 4, never = (size - 1) % 4, first = start(f, row);
    return sum_first(f, row, f->width) + sum(f, first + twice, start(f, row + 1), 4) -
           sum(f, first + never, start(f, row + 1), 4);
}

static size_t pairs_of_four(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 16 ? size + 1 : 0;
}

/* --- lanes -------------------------------------------------------------------------------- */

/* The elements that the first lanes of each warp load, where neighbours load neighbours. */
static int64_t sum_of_lanes(const struct field *f, size_t row, size_t lanes)
{
    int64_t total = 0;
    for (size_t col = 0; col < f->width; col += 32)
        total += sum(f, start(f, row) + col, start(f, row) + least(col + lanes, f->width), 1);
    return total;
}

static size_t halves_of_a_warp(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 1 : size < 16 ? 2 * size : 0;
}

/* The lanes' numbers, added by shuffles from wrong lanes. */
static int64_t shuffled_sum(const int64_t *lanes, size_t kind)
{
    int64_t total = 0;
    for (size_t lane = 0; lane < 32; lane++)
        total += (int64_t)times_added(lane, (enum wrong_lanes)kind) * lanes[lane];
    return total;
}

/* `size` says from which lanes, and how many warps' sums are added so, too. With none they are
 * added rightly, and in which warp an element was does not matter. */
static int64_t sum_by_wrong_lanes(const struct field *f, size_t row, size_t size)
{
    int64_t of_warps[32] = {0}, total = 0;
    size_t kind = size % KINDS_OF_WRONG_LANES, warps = size / KINDS_OF_WRONG_LANES;
    for (size_t warp = 0; warp < 32 && warp * 32 < f->width; warp++) {
        int64_t lanes[32] = {0};
        for (size_t lane = 0; lane < 32; lane++)
            for (size_t col = warp * 32 + lane; col < f->width;
                 col += 32 * (warps ? warps : 32))
                lanes[lane] += at(f, start(f, row) + col);
        of_warps[warp] = shuffled_sum(lanes, kind);
        total += of_warps[warp];
        if (warp + 1 == warps)
            break;
    }
    return warps ? shuffled_sum(of_warps, kind) : total;
}

/* Each kind, and each with no warps, or 2, 4, 8, 16 and 32. */
static size_t wrong_lanes(const struct case_run *t, size_t size)
{
    size_t kind = size % KINDS_OF_WRONG_LANES, warps = size / KINDS_OF_WRONG_LANES;
    (void)t;
    if (size == 0 || kind + 1 < KINDS_OF_WRONG_LANES)
        return size + 1;
    warps = warps ? 2 * warps : 2;
    return warps <= 32 ? warps * KINDS_OF_WRONG_LANES + 1 : 0;
}

/* --- trees that add a wrong place --------------------------------------------------------- */

enum {
    ONE_PLACE_ON, /* halving: place t gets partial[t + stride + 1] */
    ONE_PLACE_BACK,
    TWICE_T,
    MIRRORED,
    SAME_HALF, /* always the first step's half */
    NEIGHBOUR,
    TWO_STRIDES_ON,
    PLACE_1,      /* the last that halves */
    ALWAYS_NEXT,  /* doubling: place 2 t gets partial[2 t + 1] */
    STRIDE_TWICE, /* partial[2 t + 2 stride] */
    NEXT_BUT_STRIDE,
    THREADS_AS_PLACES, /* places t, and not 2 t, of which there are twice as many */
    WRONG_PLACES
};

enum { MOST_PLACES = 1024 };

/* Which place is added to the one that thread t has, with that stride. */
static size_t added_place(size_t kind, size_t t, size_t stride, size_t places)
{
    switch (kind) {
    case ONE_PLACE_ON:
        return t + stride + 1;
    case ONE_PLACE_BACK:
        return t + stride - 1;
    case TWICE_T:
        return 2 * t + stride;
    case MIRRORED:
        return 2 * stride - t;
    case SAME_HALF:
        return t + places / 2;
    case NEIGHBOUR:
        return t + 1;
    case TWO_STRIDES_ON:
        return t + 2 * stride;
    case PLACE_1:
        return 2 * t + 1;
    case ALWAYS_NEXT:
        return 2 * t + 1;
    case STRIDE_TWICE:
        return 2 * t + 2 * stride;
    case NEXT_BUT_STRIDE:
        return 2 * t + stride + 1;
    default:
        return t + stride;
    }
}

/* A step: all read before one writes. */
static void wrong_step(int64_t *partial, size_t kind, size_t stride, size_t places)
{
    int64_t before[2 * MOST_PLACES + 2];
    bool doubles = kind > PLACE_1, own = kind == THREADS_AS_PLACES;
    memcpy(before, partial, sizeof before);
    for (size_t t = 0; t < (doubles ? places / 2 : stride); t++)
        if (!doubles || t % (own ? 2 * stride : stride) == 0)
            partial[doubles && !own ? 2 * t : t] +=
                before[added_place(kind, t, stride, places)];
}

/* What such a tree leaves in place 0. */
static int64_t wrong_tree(const struct field *f, size_t row, size_t size)
{
    int64_t partial[2 * MOST_PLACES + 2] = {0};
    size_t kind = size % WRONG_PLACES, places = MOST_PLACES >> size / WRONG_PLACES % 3;
    for (size_t col = 0; col < f->width; col++)
        partial[col % places] += at(f, start(f, row) + col);
    for (size_t stride = places / 2; stride > 0 && kind <= PLACE_1; stride /= 2)
        wrong_step(partial, kind, stride, places);
    for (size_t stride = 1; stride < places && kind > PLACE_1; stride *= 2)
        wrong_step(partial, kind, stride, places);
    return partial[0];
}

/* Each wrong place with 1024, 512 and 256 places. The first is counted last: 0 is no size. */
static size_t wrong_places(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 3 * WRONG_PLACES ? size + 1 : 0;
}

/* Places in which a tree may leave or find a single element, counted from 1: the first, and the
 * last of usual trees. */
static size_t places_in_row(const struct case_run *t, size_t size)
{
    size_t next = size == 0 ? 1 : size == 1 ? 2 : 2 * size;
    return next <= WIDTH && next <= MOST_PLACES ? next : 0;
}

/* What the first warp of a block of that many threads has added up. */
static int64_t warp_of_block(const struct field *f, size_t row, size_t block)
{
    int64_t total = 0;
    for (size_t col = 0; col < f->width; col++)
        total += col % block < 32 ? at(f, start(f, row) + col) : 0;
    return total;
}

static int64_t last_warp_of_block(const struct field *f, size_t row, size_t block)
{
    int64_t total = 0;
    for (size_t col = 0; col < f->width; col++)
        total += col % block >= block - 32 ? at(f, start(f, row) + col) : 0;
    return total;
}

/* Each thread goes on to the first element of the next one's share. */
static int64_t overlapping_shares(const struct field *f, size_t row, size_t threads)
{
    size_t share = (f->width + threads - 1) / threads;
    int64_t total = sum_first(f, row, f->width);
    for (size_t col = share; col < f->width; col += share)
        total += at(f, start(f, row) + col);
    return total;
}

/* The blocks that a row may have: 64, 96, 128, ... and 100, 200, 300, ... threads. */
static size_t usual_blocks(const struct case_run *t, size_t size)
{
    (void)t;
    size_t next = size ? size + 1 : 64;
    while (next % 32 && next % 100)
        next++;
    return next <= 1024 ? next : 0;
}

/* The largest element of the row. */
static int64_t largest(const struct field *f, size_t row)
{
    int64_t most = f->width ? at(f, start(f, row)) : 0;
    for (size_t i = start(f, row); i < start(f, row + 1); i++)
        most = at(f, i) > most ? at(f, i) : most;
    return most;
}

/* A tree that subtracts, on so many places: an odd number of bits of its place takes the sign
 * of an element. */
static int64_t subtracted(const struct field *f, size_t row, size_t places)
{
    int64_t total = 0;
    for (size_t i = 0; i < f->width; i++) {
        int64_t value = at(f, start(f, row) + i);
        total += __builtin_popcountll(i % places) % 2 ? -value : value;
    }
    return total;
}

/* The sums of a block's threads, each kept in a byte. */
static int64_t sum_of_bytes(const struct field *f, size_t row, size_t block)
{
    int64_t total = 0;
    for (size_t t = 0; t < block && t < f->width; t++)
        total += (int8_t)sum(f, start(f, row) + t, start(f, row + 1), block);
    return total;
}

/* Where every element is 3, the sum tells how many were counted: it is whatever was
 * found, if it is 3 times a number from `low` to `high`. */
static void counted(struct case_run *t, int64_t low, int64_t high)
{
    int64_t sum = data_kind(t) == EQUAL ? *(const int64_t *)found(t, "sum") : -1;
    if (sum % 3 || sum < 3 * low || sum > 3 * high)
        return does_not_apply(t);
    want(t, "sum").exact[0] = sum;
}

/* Bounds that only a long row exceeds. */
static size_t longer_bounds(const struct case_run *t, size_t size)
{
    size_t next = size ? 2 * size : 2048;
    return next < WIDTH ? next : 0;
}

static int64_t magnitudes(const struct field *f, size_t row)
{
    int64_t sum = 0;
    for (size_t i = start(f, row); i < start(f, row + 1); i++)
        sum += llabs(at(f, i));
    return sum;
}

/* Sums that are found so near the right ones, where numbers are large: a lost element shows
 * more.
 */
static void few_digits(struct case_run *t)
{
    const int64_t MOST_OF_A_FLOAT = 1 << 24, DIGITS = 100000;
    const int *now = found(t, "out");
    EACH_SUM(sum_first(f, row, f->width));
    for (struct field field = field_of(t), *f = &field; f; f = NULL)
        for (size_t row = 0; row < f->rows; row++) {
            int64_t *exact = want(t, "out").exact + row, all = magnitudes(f, row);
            if (all <= MOST_OF_A_FLOAT)
                return does_not_apply(t);
            if (llabs(now[row] - *exact) <= all / DIGITS)
                *exact = now[row];
        }
}

/* The sum of whole tiles. */
static void without_tail(struct case_run *t, size_t tile)
{
    const int *in = given(t, "in");
    size_t n = count_of(t, "n");
    int64_t total = 0;
    if (n < tile || n % tile == 0)
        does_not_apply(t);
    for (size_t i = 0; i < n / tile * tile; i++)
        total += in[i];
    want(t, "sum").exact[0] = total;
}

/* 64 to 65536 elements: a block's, or its threads' with several each. */
static size_t usual_tiles(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 64 : size < 1 << 16 ? 2 * size : 0;
}

#include "mistakes.h"
