/* What lab 08 asks of the counters of each task: see techniques.h. */
#include "techniques.h"
#include "matrices.h"
#include "sums.h"

/* One thread for all loads alone; a warp for a row of 7 entries has 7 threads that load. */
static const char *technique_lanes(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    enum { LEAST = 4 };
    if (lanes_together(counters) < LEAST)
        return objection(
            "%.1f threads of a warp load together; where each has a row or an entry of "
            "its own, it is nearly all 32",
            lanes_together(counters));
    if (2 * (int64_t)counters->threads >= number(t, "rows"))
        return NULL;
    return objection("%llu threads do all for %lld rows: launch enough blocks for each row, or "
                     "each entry, to have a thread",
                     (unsigned long long)counters->threads, (long long)number(t, "rows"));
}

/* Some thousand rows, which no block has the threads for. */
static bool has_many_rows(const struct case_run *t)
{
    return number(t, "rows") > 1024 && data_kind(t) != POWER_LAW;
}

/* A thread a row, or an entry, may go on to some more. */
static const char *few_threads(const struct simt_counters *counters, int64_t count,
                               const char *of)
{
    enum { MOST_OF_A_THREAD = 64 };
    if (MOST_OF_A_THREAD * (int64_t)counters->threads >= count)
        return NULL;
    return objection("%llu threads do all for %lld %s: launch enough blocks for each to have a "
                     "thread",
                     (unsigned long long)counters->threads, (long long)count, of);
}

/* Of so many rows the largest blocks have a sixteenth each, and less. */
static const char *few_blocks(const struct case_run *t, const struct simt_counters *counters)
{
    enum { ROWS = 16 * 1024, LEAST_BLOCKS = 7 };
    uint64_t loaded = counters->global_load.bytes;
    if (number(t, "rows") < ROWS || LEAST_BLOCKS * counters->busiest_block <= loaded)
        return NULL;
    return objection("one block of a few loads %.0f %% of all for %lld rows, and most "
                     "multiprocessors are idle; share them out over many blocks",
                     100 * (double)counters->busiest_block / (double)loaded,
                     (long long)number(t, "rows"));
}

static const char *one_block(const struct case_run *t, const struct simt_counters *counters)
{
    if (counters->blocks <= counters->launches)
        return objection("one block has %lld rows to sum up, and all multiprocessors but one "
                         "are idle; share them out over many blocks",
                         (long long)number(t, "rows"));
    return few_threads(counters, number(t, "rows"), "rows");
}

const char *technique_rows(const struct case_run *t, const struct simt_counters *counters)
{
    const char *one = has_many_rows(t) ? one_block(t, counters) : technique_lanes(t, counters);
    return one ? one : few_blocks(t, counters);
}

/* What shares out entries, or sections, may have less than a block of them, but not of so many.
 */
static const char *technique_parts(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    enum { MANY_ENTRIES = 1 << 15 };
    if (number(t, "nnz") >= MANY_ENTRIES && has_many_rows(t)) {
        const char *few = one_block(t, counters);
        few = few ? few : few_threads(counters, number(t, "nnz"), "entries");
        return few ? few : few_blocks(t, counters);
    }
    return has_many_rows(t) ? NULL : technique_lanes(t, counters);
}

/* A section without entries may be cleared as well. */
const char *technique_jds(const struct case_run *t, const struct simt_counters *counters)
{
    int64_t sections = number(t, "section_count");
    if ((int64_t)counters->launches >= sections - 1)
        return technique_parts(t, counters);
    return objection("%llu launches for %lld sections: here each section has one of its own, "
                     "whose threads all do the same number of steps",
                     (unsigned long long)counters->launches, (long long)sections);
}

/* A thread an entry loads its row, column and value and an x: 16 bytes. Four times as much
 * leaves room for other ways; where each row searches all entries it is `rows` times 4 bytes,
 * and more. */
const char *technique_coo(const struct case_run *t, const struct simt_counters *counters)
{
    enum { ENTRY = 16, MOST = 4 * ENTRY };
    int64_t nnz = number(t, "nnz");
    if ((int64_t)counters->global_load.bytes <= MOST * nnz)
        return technique_parts(t, counters);
    return objection("%llu bytes are loaded for %lld entries of %d bytes, with x: does each "
                     "row search all of them? A thread an entry knows its row",
                     (unsigned long long)counters->global_load.bytes, (long long)nnz, ENTRY);
}

/* Of a long surplus nobody searches all, and no thread does most. */
const char *technique_hybrid(const struct case_run *t, const struct simt_counters *counters)
{
    enum { ENTRY = 16, MOST = 4 * ENTRY, LEAST_LANES = 4, MANY_ENTRIES = 1 << 15 };
    double surplus = (double)number(t, "rest_nnz"), all = surplus + (double)number(t, "rows");
    if (data_kind(t) != FULL_ROW)
        return technique_rows(t, counters);
    if ((double)counters->global_load.bytes > MOST * all)
        return objection("%llu bytes are loaded for %.0f rows and a surplus of %.0f entries: "
                         "does each row search all of them? A thread an entry knows its row",
                         (unsigned long long)counters->global_load.bytes,
                         (double)number(t, "rows"), surplus);
    if (surplus > MANY_ENTRIES && 2 * counters->busiest_block > counters->global_load.bytes)
        return objection("one block adds up most of a surplus of %.0f entries, and all "
                         "multiprocessors but one are idle; share them out over many blocks",
                         surplus);
    return lanes_together(counters) < LEAST_LANES ? technique_lanes(t, counters)
                                                  : technique_rows(t, counters);
}

static size_t longest_of(const struct case_run *t)
{
    struct sparse m = read_csr(t);
    size_t longest = longest_row(&m);
    free_sparse(&m);
    return longest;
}

/* An entry and its x are 12 bytes. What loads for show beside it changes nothing of it. */
static const char *objection_to_long_rows(const struct case_run *t,
                                          const struct simt_counters *counters)
{
    enum { MOST_OF_ENTRY = 8 };
    if (counters->busiest_thread <= MOST_OF_ENTRY * longest_of(t))
        return technique_rows(t, counters);
    return objection(
        "one thread has most of the longest row, and all others wait for it: share a "
        "long row out over several threads");
}

/* By a power law a thread a row stands alone where its row is long and the others' have ended:
 * 3 to 4 threads load together. With four threads a row it is 9 or 10; with a warp a row, of
 * which two lanes load where it begins and ends, 5 to 6. */
const char *technique_balance(const struct case_run *t, const struct simt_counters *counters)
{
    const double LEAST = 4.5;
    if (data_kind(t) == POWER_LAW && 2 * counters->busiest_block > counters->global_load.bytes)
        return objection(
            "one block loads more than half of all: share the entries out over many "
            "blocks");
    if (data_kind(t) != POWER_LAW)
        return technique_rows(t, counters);
    if (lanes_together(counters) >= LEAST)
        return objection_to_long_rows(t, counters);
    return objection("%.1f threads of a warp load together: those with short rows wait for the "
                     "one with a long row; where several threads share a long row, it is half "
                     "as many again and more",
                     lanes_together(counters));
}

/* Of each sector that a warp reads, a thread a row uses all 8 words of the matrix, and most of
 * x's in a banded one; rows that lie `width` apart use 1. Two rows a thread still use 4. Where
 * many rows have columns at random, x's sectors are hardly used by anybody. */
const char *technique_ell(const struct case_run *t, const struct simt_counters *counters)
{
    enum { WORDS_OF_SECTOR = 8, LEAST = 3, LEAST_OF_MANY = 2 };
    const struct simt_global_traffic *load = &counters->global_load;
    double used = (double)load->bytes / 4 / (double)load->sectors;
    if (used >= (has_many_rows(t) ? LEAST_OF_MANY : LEAST))
        return technique_rows(t, counters);
    return objection(
        "of each sector of %d neighbouring words that its loads move it uses %.1f, "
        "and a warp moves %.1f sectors a load; where neighbouring threads have "
        "neighbouring rows, they read neighbouring words, and use nearly all",
        WORDS_OF_SECTOR, used, (double)load->sectors / (double)load->requests);
}

/* A warp a row of few entries loads a third as often, and may look for long rows as often
 * again. One thread for all loads each entry, its column and its x, and needs as many loads for
 * show as make up a tenth of these. */
static uint64_t most_loads_of(const struct case_run *t, int64_t entries)
{
    return has_many_rows(t) ? 0 : (uint64_t)entries * 16 / 5;
}

uint64_t most_loads(const struct case_run *t)
{
    return most_loads_of(t, number(t, "nnz"));
}

uint64_t most_loads_of_hybrid(const struct case_run *t)
{
    return most_loads_of(t, number(t, "nnz") + number(t, "rest_nnz"));
}
