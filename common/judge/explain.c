/* Says what wrong elements suggest. Each pattern is one function that looks at the evidence
 * and either claims the case, with words for the student, or passes; the first claim wins, so
 * the table at the end goes from the certain to the merely likely. */
#include "explain.h"
#include "elements.h"
#include "evidence.h"
#include "wrong_copies.h"
#include "wrong_factors.h"
#include "wrong_integers.h"
#include "wrong_places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef bool pattern_test(const struct evidence *e, struct verdict *v);

/* --- the device was never asked, or stopped half way ---------------------------------- */

/* Who stores where there is something to store leaves the zeros out. */
static void say_if_zeros(const struct evidence *e, struct verdict *v)
{
    for (size_t i = 0; i < e->n; i++)
        if (e->is_wrong[i] && !wants_zero(e->a, i))
            return;
    say(v, "\n  every wrong element should be 0 here: does your code store zeros, too?");
}

static bool nothing_written(const struct evidence *e, struct verdict *v)
{
    if (e->run != 0 || e->untouched != e->n)
        return false;
    if (e->t->answer.runs[0].launches && e->a->place == ON_HOST)
        say(v,
            "nothing was written: the kernel ran, but %s, in host memory, never got its "
            "result; is it copied back?",
            e->a->name);
    else if (e->t->answer.runs[0].launches)
        say(v,
            "nothing was written: the kernel ran, but stored nothing in %s; does its guard "
            "ever hold, and did you pass the right pointer?",
            e->a->name);
    else
        say(v, "nothing was written: no kernel was launched");
    say_if_zeros(e, v);
    return true;
}

/* Whether something was written, and is wrong, but no kernel has written it. */
static bool not_launched(const struct evidence *e, struct verdict *v)
{
    if (e->t->answer.runs[e->run].launches || e->t->test_case->flags & NO_KERNEL)
        return false;
    say(v, "no kernel was launched: none computed what %s holds", e->a->name);
    return true;
}

/* The answer has written the elements row * rows + col. It should write row * cols + col. */
static bool height_for_width(const struct evidence *e, struct verdict *v)
{
    if (!e->untouched || e->untouched != e->wrong || e->rows < 2 || e->rows == e->cols)
        return false;
    for (size_t i = 0; i < e->n; i++) {
        size_t row = i / e->rows < e->rows ? i / e->rows : e->rows - 1;
        if (e->is_wrong[i] != (i - row * e->rows >= e->cols))
            return false;
    }
    say(v,
        "written are the elements row * %zu + column: the index multiplies the row by the "
        "number of rows, or by a block's; rows begin %zu apart, the number of columns",
        e->rows, e->cols);
    return true;
}

/* Exactly the elements from some flat index on were never written. */
static bool tail_unwritten(const struct evidence *e, struct verdict *v)
{
    if (!e->untouched || e->untouched != e->wrong)
        return false;
    size_t first = e->n - e->untouched, cols = e->cols + e->a->gap.cols;
    if (memchr(e->is_wrong, true, first))
        return false;
    /* A kernel that takes the width for the height has rows as long as there are rows. */
    bool may_be_turned = e->rows > 1 && e->rows < e->cols && first % e->rows == 0;
    first = place_in_array(e->a, first);
    say(v, "from element %zu ", first);
    if (e->rows > 1 && cols > 1 && first % cols == 0)
        say(v, "(row %zu) ", first / cols);
    say(v, "on nothing was written: ");
    if (is_rounded_down(first, (e->rows + e->a->gap.rows) * cols))
        say(v,
            "is the number of blocks rounded down or computed from another size, or is each "
            "one's share rounded down? blocks_for() rounds up%s%s",
            e->t->answer.runs[e->run].widest > 1
                ? "; or does a thread's index lack blockIdx.x * blockDim.x?"
                : "",
            may_be_turned ? "; or are width and height exchanged where the kernel is launched?"
                          : "");
    else
        say(v, "are there too few threads (in y too), does the index of each lack blockIdx or "
               "threadIdx, is the guard too narrow, or has each to take several in a loop?");
    say_if_zeros(e, v);
    return true;
}

/* Exactly the rows from some row on, or the columns, or both, were never written. */
static bool edge_unwritten(const struct evidence *e, struct verdict *v)
{
    if (!e->untouched || e->untouched != e->wrong)
        return false;
    size_t rows = 0, cols = 0; /* the part that was written */
    while (rows < e->rows && !e->is_wrong[rows * e->cols])
        rows++;
    while (cols < e->cols && !e->is_wrong[cols])
        cols++;
    for (size_t i = 0; i < e->n; i++)
        if (e->is_wrong[i] != (i / e->cols >= rows || i % e->cols >= cols))
            return false;
    size_t all = e->cols + e->a->gap.cols;
    if (rows < e->rows)
        say(v, "rows from %zu on were never written",
            place_in_array(e->a, rows * e->cols) / all);
    if (cols < e->cols)
        say(v, "%scolumns from %zu on were never written", rows < e->rows ? "; " : "",
            place_in_array(e->a, cols) % all);
    say(v, ": is the grid rounded down, the block's index left out, or are width and height "
           "exchanged in the grid, in the guard or, as x and y, in the index?");
    return true;
}

/* Only where row and column are of one number, or of blocks of one number. */
static bool diagonal_written(const struct evidence *e, struct verdict *v)
{
    const size_t sides[] = {1, 8, 10, 12, 14, 16, 32};
    if (!e->untouched || e->run != 0)
        return false;
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        size_t i = 0, side = sides[s];
        while (i < e->n &&
               element_is_untouched(e->a, 0, i) == (i / e->cols / side != i % e->cols / side))
            i++;
        if (i < e->n || e->rows <= side || e->cols <= side)
            continue;
        say(v,
            "written are only elements of the diagonal%s: do row and column both come from x, "
            "or "
            "both from y, of threadIdx or of blockIdx?",
            side > 1 ? ", in square blocks" : "");
        return true;
    }
    return false;
}

static bool some_unwritten(const struct evidence *e, struct verdict *v)
{
    if (!e->untouched || e->untouched != e->wrong || e->run != 0)
        return false;
    say(v,
        "the wrong elements were never written (%zu of %zu): threads that should write them "
        "are missing, or write elsewhere%s",
        e->untouched, e->n,
        e->a->place == ON_HOST ? "; or the host does not copy them back" : "");
    say_if_zeros(e, v);
    return true;
}

/* --- the two runs --------------------------------------------------------------------- */

static bool kept_between_runs(const struct evidence *e, struct verdict *v)
{
    if (e->run == 0)
        return false;
    say(v, "right in the first run, wrong in the second: something is kept from call to call, "
           "such as a sum that is not set to 0 at the start (or, if this comes and goes, a "
           "race)");
    return true;
}

/* Element i is the right one and what the array held: floats are NaN then. */
static bool added_to_the_old(const struct evidence *e, size_t i)
{
    return e->a->type == FLOAT32 ? isnan(found_at(e, i)) : has_old_bytes(e->a, e->run, i);
}

/* How many elements are right at the start, if all or nearly all behind them are wrong. */
static size_t cleared_at_the_start(const struct evidence *e)
{
    size_t first = 0;
    while (first < e->n && !e->is_wrong[first])
        first++;
    return e->wrong + 1 >= e->n - first ? first : 0;
}

static bool right_from_zeros(const struct evidence *e, struct verdict *v)
{
    if (e->t->runs < 2 || e->a->role != OUTPUT || wrong_elements(e->a, 1))
        return false;
    for (size_t i = 0; i < e->n; i++)
        if (e->is_wrong[i] && !element_is_untouched(e->a, e->run, i) && !added_to_the_old(e, i))
            return false;
    say(v,
        "right only where %s held zeros before: you add to it or leave elements out; every "
        "element must be overwritten, whatever it held",
        e->a->name);
    size_t first = cleared_at_the_start(e);
    if (first)
        say(v, "; %zu at the start are right: is a size in elements, where bytes are wanted?",
            first);
    return true;
}

static bool runs_differ(const struct evidence *e, struct verdict *v)
{
    if (e->t->runs < 2)
        return false;
    size_t differ = 0;
    for (size_t i = 0; i < e->n; i++)
        if (!element_is_untouched(e->a, 0, i) || !element_is_untouched(e->a, 1, i))
            differ +=
                value_at(e->a, 0, i) != value_at(e->a, 1, i) && !isnan(value_at(e->a, 0, i));
    if (!differ)
        return false;
    say(v,
        "two runs on the same input differ in %zu elements: a race (a missing barrier or "
        "atomic), or memory that is read before it is written",
        differ);
    return true;
}

/* --- what another computation would have given ---------------------------------------- */

static bool equals_wants(const struct evidence *e, const struct want *mistaken)
{
    bool differs = false; /* from the truth, or is less strict: else it explains nothing */
    for (size_t i = 0; i < e->n; i++) {
        double value = e->a->type == FLOAT32 ? mistaken->value[i] : (double)mistaken->exact[i];
        double margin = e->a->type == FLOAT32 ? mistaken->bound[i] : 0;
        if (!is_of_mistake(e->a, e->run, i, mistaken))
            return false;
        differs |= margin > bound(e, i) || !(fabs(value - wanted(e, i)) <= bound(e, i));
    }
    return differs;
}

static bool equals_mistake(const struct evidence *e, const struct mistake *mistake, size_t size)
{
    e->t->explained = e->a;
    struct want *wants = wants_of_mistake(e->t, mistake, size);
    e->t->explained = NULL;
    bool equal = equals_wants(e, &wants[e->a - e->t->arrays]);
    free_wants(wants);
    return equal;
}

/* Whether the elements are as the mistake makes them, for one of its sizes. */
static bool fits_mistake(const struct evidence *e, const struct mistake *mistake)
{
    if (!mistake->sizes)
        return equals_mistake(e, mistake, 0);
    size_t size = mistake->sizes(e->t, 0);
    while (size > 0 && !equals_mistake(e, mistake, size))
        size = mistake->sizes(e->t, size);
    return size > 0;
}

/* Most are left out in a case that takes seconds: smaller cases name them. */
static bool claims(const struct evidence *e, const struct mistake *mistake, bool last)
{
    bool all = (e->t->test_case->flags & (ONCE | ACCURACY)) != ONCE;
    return mistake->last == last && (all || mistake->large) && fits_mistake(e, mistake);
}

static bool claimed_by(const struct evidence *e, bool last, struct verdict *v)
{
    const struct mistake *mistake = NULL;
    /* An index that leaves the array everywhere reads NaN, too. */
    if (!e->untouched && e->nans == e->wrong && right_from_zeros(e, &(struct verdict){0}))
        return false;
    while ((mistake = next_mistake(e->t->task, mistake)) && !claims(e, mistake, last))
        continue;
    if (!mistake)
        return false;
    v->pattern = mistake->name, v->cause = mistake->cause;
    say(v, "%s", mistake->says);
    return true;
}

static bool known_mistake(const struct evidence *e, struct verdict *v)
{
    return claimed_by(e, false, v);
}

static bool last_mistake(const struct evidence *e, struct verdict *v)
{
    return !e->untouched && claimed_by(e, true, v);
}

static bool equals_input(const struct evidence *e, const struct case_array *in)
{
    size_t size = element_bytes(in->type);
    const char *from = in->given, *to = payload(e->a, e->run);
    for (size_t i = 0; i < e->n; i++)
        if (memcmp(from + element_at(in, i) * size, to + element_at(e->a, i) * size, size))
            return false;
    return true;
}

static bool copy_of_input(const struct evidence *e, struct verdict *v)
{
    for (uint32_t k = 0; k < e->t->array_count && found_varies(e); k++) {
        const struct case_array *in = &e->t->arrays[k];
        if (in->role == OUTPUT || in->type != e->a->type || element_count(in) != e->n ||
            !equals_input(e, in))
            continue;
        say(v, "%s equals the input %s: it was copied and not computed", e->a->name, in->name);
        return true;
    }
    return false;
}

/* found[i] == wanted[i + by] wherever both exist. One place alone where the two neighbours
 * differ proves nothing: there an element that is lost looks the same. */
static bool shifted(const struct evidence *e, int by)
{
    size_t differ = 0;
    for (size_t i = by < 0; i + (by > 0) < e->n; i++) {
        size_t from = i + (size_t)by;
        if (!close_to(e, i, wanted(e, from), bound(e, from)))
            return false;
        differ += wanted(e, from) != wanted(e, i);
    }
    return differ > 1;
}

static bool off_by_one(const struct evidence *e, struct verdict *v)
{
    if (e->n < 4)
        return false;
    for (int by = -1; by <= 1; by += 2) {
        if (!shifted(e, by))
            continue;
        say(v, "each element holds what belongs to the one %s it: an index is off by one",
            by < 0 ? "before" : "after");
        return true;
    }
    return false;
}

/* A carry out of the bits of a sum was lost. */
static bool lost_carry(const struct evidence *e, struct verdict *v)
{
    int bits = bits_of_lost_carry(e->a, e->run);
    if (bits)
        say(v,
            "off by a multiple of 2^%d: a sum somewhere on the way has %d bits, and left their "
            "range",
            bits, bits);
    return bits;
}

static bool rounded_to(const struct evidence *e, struct verdict *v, int bits)
{
    if (bits_of_rounding(e->a, e->run, e->is_wrong) != bits)
        return false;
    say(v,
        "off by the last bits of a number beyond 2^%d: is a sum on the way a %s, which has %d "
        "bits? Add integers as integers",
        bits, bits == 53 ? "double" : "float", bits);
    return true;
}

static bool rounded_to_doubles(const struct evidence *e, struct verdict *v)
{
    return rounded_to(e, v, 53);
}

static bool rounded_to_floats(const struct evidence *e, struct verdict *v)
{
    return rounded_to(e, v, 24);
}

static const char *why_from_there(const struct evidence *e, size_t first)
{
    bool always = e->t->schedule == AS_FAST_AS_POSSIBLE; /* in whatever order */
    if (e->a->place == ON_HOST && e->rows > 1 && first == e->cols)
        return "the first row alone is right; do rows begin as far apart on the device as the "
               "copies and the kernel take them to? A copy has pitches in bytes, an index in "
               "elements";
    if (always && (first == 32768 || first == 65536))
        return "is an index, or a block's or row's number, kept in a short?";
    return "what is not carried on across that border, of a block, a section or a loop's last "
           "step?";
}

/* The first elements are right, and most others are wrong. */
static bool wrong_from_some_element(const struct evidence *e, struct verdict *v)
{
    size_t first = 0;
    while (!e->is_wrong[first])
        first++;
    if (first < 32 || 4 * e->wrong < 3 * (e->n - first))
        return false;
    say(v, "right up to element %zu and %swrong from there on: %s", first - 1,
        e->wrong < e->n - first ? "mostly " : "", why_from_there(e, first));
    return true;
}

/* --- where the wrong elements lie ----------------------------------------------------- */

typedef bool place_test(const struct evidence *e, size_t row, size_t col);

/* Every wrong element lies in such places, of which at least that share is wrong, and which
 * are not everywhere. */
static bool only_in(const struct evidence *e, place_test *place, double share)
{
    size_t places = 0;
    for (size_t i = 0; i < e->n; i++) {
        bool there = place(e, i / e->cols, i % e->cols);
        places += there;
        if (e->is_wrong[i] && !there)
            return false;
    }
    return places < e->n && (double)e->wrong >= share * (double)places;
}

static bool beyond_first_block_at(const struct evidence *e, size_t row, size_t col)
{
    return (tile(e).rows && row >= tile(e).rows) || col >= tile(e).cols;
}

static bool in_partial_tile(const struct evidence *e, size_t row, size_t col)
{
    struct tile size = tile(e);
    return (size.rows && row >= e->rows / size.rows * size.rows) ||
           col >= e->cols / size.cols * size.cols;
}

static bool at_tile_border(const struct evidence *e, size_t row, size_t col)
{
    return borders(row, tile(e).rows, e->rows) || borders(col, tile(e).cols, e->cols);
}

static bool beyond_first_block(const struct evidence *e, struct verdict *v)
{
    if (!tile(e).cols || !only_in(e, beyond_first_block_at, 0.75))
        return false;
    say(v, "the first block's elements are right, later ones are not: is the block's index in "
           "the element's index?");
    return true;
}

static bool last_tile(const struct evidence *e, struct verdict *v)
{
    if (!tile(e).cols || !only_in(e, in_partial_tile, 0.125))
        return false;
    say(v,
        "only the last, partial %s wrong: a missing guard, or a tile that is not filled up "
        "with zeros?",
        tile(e).rows ? "tiles are" : "block is");
    return true;
}

static bool tile_borders(const struct evidence *e, struct verdict *v)
{
    if (!tile(e).cols || tile(e).cols < 4 || !only_in(e, at_tile_border, 0.25))
        return false;
    say(v,
        "wrong at the borders of tiles only: is the halo loaded, and as wide as it must be?");
    return true;
}

static bool first_or_last(const struct evidence *e, struct verdict *v)
{
    /* Among fewer elements one may be at an end by chance. */
    if (e->wrong != 1 || e->n < 16 || (!e->is_wrong[0] && !e->is_wrong[e->n - 1]))
        return false;
    say(v, "only the %s element is wrong: look at the bounds of your loops and guards",
        e->is_wrong[0] ? "first" : "last");
    return true;
}

static const struct {
    const char *name;
    pattern_test *test;
    enum cause cause;
} patterns[] = {
    {"nothing-written", nothing_written, LEFT_OUT},
    {"not-launched", not_launched, UNKNOWN_CAUSE},
    {"kept-between-runs", kept_between_runs, UNORDERED}, /* or what it has led to */
    {"elements-for-bytes", elements_for_bytes, OTHER_INDEX},
    {"fresh-memory", fresh_memory, LEFT_OUT},
    {"height-for-width", height_for_width, OTHER_INDEX},
    {"grid-for-block", grid_for_block, OTHER_INDEX},
    {"first-row-of-tiles", first_row_of_tiles, OTHER_INDEX},
    {"tail-unwritten", tail_unwritten, LEFT_OUT},
    {"diagonal-written", diagonal_written, OTHER_INDEX},
    {"edge-unwritten", edge_unwritten, OTHER_INDEX}, /* bounds exchanged: some read too far */
    {"known-mistake", known_mistake, UNKNOWN_CAUSE}, /* names itself and its cause */
    {"right-from-zeros", right_from_zeros, UNKNOWN_CAUSE},
    {"some-unwritten", some_unwritten, LEFT_OUT},
    {"transposed", transposed, OTHER_INDEX},
    {"copy-of-input", copy_of_input, OTHER_INDEX},
    {"off-by-one", off_by_one, OTHER_INDEX},
    {"multiple", a_multiple, UNKNOWN_CAUSE},
    {"negated", negated, UNKNOWN_CAUSE},
    {"divided", divided, UNKNOWN_CAUSE},
    {"rows-alike", rows_alike, UNKNOWN_CAUSE},
    {"columns-alike", columns_alike, UNKNOWN_CAUSE},
    {"lost-carry", lost_carry, UNKNOWN_CAUSE},
    {"rounded-to-doubles", rounded_to_doubles, UNKNOWN_CAUSE},
    {"rounded-to-floats", rounded_to_floats, UNKNOWN_CAUSE},
    {"not-a-number", not_a_number, UNKNOWN_CAUSE},
    {"partly-unwritten", partly_unwritten, UNKNOWN_CAUSE},
    {"first-or-last", first_or_last, UNKNOWN_CAUSE},
    {"last-tile", last_tile, UNKNOWN_CAUSE},
    {"tile-borders", tile_borders, UNKNOWN_CAUSE},
    {"beyond-first-block", beyond_first_block, UNKNOWN_CAUSE},
    {"borders-of-warps", borders_of_warps, UNKNOWN_CAUSE},
    {"runs-differ", runs_differ, UNKNOWN_CAUSE},
    {"from-some-element", wrong_from_some_element, UNKNOWN_CAUSE},
    {"last-mistake", last_mistake, UNKNOWN_CAUSE}, /* names itself, too */
};

static struct evidence gather(struct case_run *t, const struct case_array *a)
{
    struct evidence e = {t, a, .n = element_count(a), .rows = a->shape.rows};
    bool by_some = t->schedule == SOME_BLOCKS || t->schedule == FEW_BLOCKS;
    e.cols = a->shape.cols;
    while (e.run + 1 < t->runs && !wrong_elements(a, e.run))
        e.run++;
    e.is_wrong = calloc(e.n, sizeof *e.is_wrong);
    for (size_t i = 0; e.is_wrong && i < e.n; i++) {
        e.is_wrong[i] = by_some ? is_wrong_of_some_blocks(a, i, t->answer.runs[0].copies > 0)
                                : !element_is_right(a, e.run, i);
        e.wrong += e.is_wrong[i];
        e.untouched += e.is_wrong[i] && element_is_untouched(a, e.run, i);
        e.nans += e.is_wrong[i] && isnan(found_at(&e, i));
    }
    return e;
}

void explain(struct case_run *t, const struct case_array *a, struct verdict *v)
{
    struct evidence e = gather(t, a);
    t->found_run = e.run;
    struct verdict words = {.pattern = ""};
    for (size_t i = 0; e.is_wrong && i < sizeof patterns / sizeof *patterns; i++) {
        if (patterns[i].test(&e, &words)) {
            v->pattern = *words.pattern ? words.pattern : patterns[i].name;
            v->known_mistake = *words.pattern;
            begin_guess(v, *words.pattern ? words.cause : patterns[i].cause);
            say(v, "\n  %s", words.text);
            break;
        }
    }
    free(e.is_wrong);
}
