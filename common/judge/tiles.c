/* Judges whole tiles of the answer's own size: see tiles.h. */
#include "tiles.h"

enum { WARP = 32, FEWEST_TILES = 64, MOST_TILES = 256 };

/* --- elements of a case ------------------------------------------------------------------- */

/* The sum of the numbers that count them. */
static int64_t elements_of_row(const struct test_case *row, unsigned numbers)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < numbers; i++)
        sum += row->numbers[i];
    return sum;
}

/* Each number has its part of so many elements, as it had of `before`; the last one has what is
 * left. */
static void share_out(struct test_case *row, unsigned numbers, int64_t before, int64_t elements)
{
    int64_t left = elements;
    for (unsigned i = 0; i + 1 < numbers; i++) {
        row->numbers[i] = elements * row->numbers[i] / before;
        left -= row->numbers[i];
    }
    row->numbers[numbers - 1] = left;
}

/* --- the answer's tile -------------------------------------------------------------------- */

/* The only multiple of a warp of which `blocks` tiles hold the elements and one less does not;
 * 0 where there is none, as of a grid that has nothing to do with the elements, or several. */
static int64_t tile_of(int64_t elements, int64_t blocks)
{
    if (blocks <= FEWEST_TILES)
        return 0;
    int64_t least = (elements + blocks - 1) / blocks, tile = (least + WARP - 1) / WARP * WARP;
    bool fits = tile * (blocks - 1) < elements,
         next_fits = (tile + WARP) * (blocks - 1) < elements;
    return fits && !next_fits ? tile : 0;
}

/* Whether a row of the task has as many tiles as a block of a search may have threads, all of
 * them whole. */
static bool has_whole_tiles(const struct task *task, unsigned numbers, int64_t tile)
{
    for (const struct test_case *row = task->cases; row->name; row++) {
        int64_t elements = elements_of_row(row, numbers);
        if (!row->wide[0].number && elements > 0 && elements % (FEWEST_TILES * tile) == 0)
            return true;
    }
    return false;
}

/* As many tiles as the case has room for. */
static int64_t whole_tiles(int64_t elements, int64_t tile)
{
    int64_t tiles = MOST_TILES;
    while (tiles > FEWEST_TILES && tiles * tile > elements)
        tiles /= 2;
    return tiles * tile <= elements ? tiles : 0;
}

void judge_whole_tiles(struct program *program, const struct case_run *like, struct verdict *v)
{
    const unsigned numbers = like->test_case->counts_elements;
    struct test_case row = *like->test_case;
    int64_t elements = elements_of_row(&row, numbers);
    int64_t tile = tile_of(elements, (int64_t)like->answer.runs[0].widest);
    int64_t tiles = tile ? whole_tiles(elements, tile) : 0;
    if (tiles == 0 || has_whole_tiles(like->task, numbers, tile))
        return;
    struct case_run t;
    struct verdict whole;
    share_out(&row, numbers, elements, tiles * tile);
    case_begin(&t, like->task, &row, like->seed);
    t.schedule = like->schedule;
    decide(&t, program_ask(program, &t), &whole);
    case_end(&t);
    if (whole.passed)
        return;
    *v = whole;
    v->explained = true;
    say(v,
        "\n  so it is with %lld elements, where each of %lld blocks has %lld: is the length of "
        "the last tile a remainder, which is 0 there, or does what needs one place more than "
        "there are tiles lack a thread?",
        (long long)(tiles * tile), (long long)tiles, (long long)tile);
}
