/* What the technique() functions of labs have in common: objections, from what the CPU checker
 * has counted. See lab.h. */
#include "case_run.h"

#include <stdarg.h>

const char *objection(const char *format, ...)
{
    static char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

double lanes_together(const struct simt_counters *counters)
{
    return (double)counters->global_load.lanes / (double)counters->global_load.requests;
}

/* The same for the average load instead of the average request. Requests of few lanes, as for
 * what other blocks have in their tiles, count by what they bring. */
static double lanes_beside_a_load(const struct simt_counters *counters)
{
    return (double)counters->global_load.company / (double)counters->global_load.lanes;
}

/* What is written is no part of it. */
static double words_read_plainly(const struct case_run *t)
{
    double outputs = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        if (t->arrays[i].role != INPUT)
            outputs += (double)element_count(&t->arrays[i]);
    return t->task->work ? t->task->work(t) - outputs : (double)words_given(t);
}

const char *objection_to_turns(const struct case_run *t, const struct simt_counters *counters)
{
    double plainly = words_read_plainly(t), in_turn = (double)counters->busiest_loads / 4;
    if (in_turn < 0.9 * plainly ||
        objection_to_shares(t, counters)) /* which is told for itself */
        return NULL;
    return objection(
        "single blocks read %.0f words one after the other, and the plain way reads "
        "%.0f: share them out over many blocks that work at the same time",
        in_turn, plainly);
}

/* A block for each of so many elements. A few blocks on each of a large device's
 * multiprocessors are more, but a grid that is made for a small one will do. */
static uint64_t fewest_blocks(size_t elements)
{
    enum { MOST_OF_A_BLOCK = 1 << 17, ENOUGH = 16 };
    size_t blocks = elements / MOST_OF_A_BLOCK;
    return blocks < ENOUGH ? blocks : ENOUGH;
}

const char *objection_to_a_narrow_grid(const struct case_run *t)
{
    enum { MANY = 1 << 20 };
    uint64_t widest = t->answer.runs[0].widest;
    size_t most = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        if (element_count(&t->arrays[i]) > most)
            most = element_count(&t->arrays[i]);
    if (!t->task->stretch || most < MANY || widest == 0 || widest >= fewest_blocks(most))
        return NULL;
    return objection("its widest launch has %llu block%s for %zu elements, and nearly all "
                     "multiprocessors are idle: share them out over many blocks",
                     (unsigned long long)widest, widest == 1 ? "" : "s", most);
}

/* A launch for each row or each column of an output. A grid that may not be high enough for all
 * rows takes a few. */
static const char *objection_to_launches(const struct case_run *t,
                                         const struct simt_counters *counters)
{
    enum { A_FEW = 16 };
    const struct case_array *out = t->arrays;
    while (out < t->arrays + t->array_count && out->role == INPUT)
        out++;
    if (out == t->arrays + t->array_count || counters->launches <= A_FEW)
        return NULL;
    bool by_row = counters->launches >= out->shape.rows && out->shape.rows > 1;
    if (!by_row && (counters->launches < out->shape.cols || out->shape.rows == 1))
        return NULL;
    return objection("%llu launches for %zu rows of %zu columns, one after the other: a grid "
                     "covers all rows and columns in one",
                     (unsigned long long)counters->launches, out->shape.rows, out->shape.cols);
}

const char *objection_to_few(const struct case_run *t, const struct simt_counters *counters,
                             size_t elements, size_t most_of_a_thread, bool many_blocks)
{
    /* If one lane alone makes two loads of three, 11.3 are beside a load. */
    const double LEAST_LANES = 7.5, LEAST_BESIDE = 12; /* blocks of 8 threads will do */
    uint64_t loaded = counters->global_load.bytes;
    if (counters->threads * most_of_a_thread < elements)
        return objection("%llu thread%s the work for %zu elements; share them out over many "
                         "threads, of many blocks",
                         (unsigned long long)counters->threads,
                         counters->threads == 1 ? " does" : "s do", elements);
    if (many_blocks &&
        (counters->blocks <= counters->launches || counters->busiest_block > loaded / 4 * 3))
        return objection("one block does the work for %zu elements, and all multiprocessors "
                         "but one are idle; share them out over many blocks",
                         elements);
    if (lanes_together(counters) < LEAST_LANES && lanes_beside_a_load(counters) < LEAST_BESIDE)
        return objection("%.1f of a warp's 32 threads work together, on average; share the "
                         "elements out over all threads",
                         lanes_together(counters));
    const char *launches = objection_to_launches(t, counters);
    return launches || !many_blocks ? launches : objection_to_turns(t, counters);
}

double words_loaded(const struct simt_counters *counters)
{
    return (double)counters->global_load.bytes / 4 + (double)counters->global_atomic.lanes +
           (double)counters->constants_apart;
}

uint64_t words_given(const struct case_run *t)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        if (t->arrays[i].role != OUTPUT)
            bytes += element_count(&t->arrays[i]) * element_bytes(t->arrays[i].type);
    return (bytes + 3) / 4;
}

const char *objection_to_shares(const struct case_run *t, const struct simt_counters *counters)
{
    enum { DEFAULT_SHARES = 4, A_FEW_BYTES = 256, WARP = 32 };
    unsigned shares = t->task->least_shares ? t->task->least_shares : DEFAULT_SHARES;
    uint64_t bytes = 4 * words_given(t), requests = counters->global_load.requests;
    uint64_t most_loads = t->task->most_loads ? t->task->most_loads(t) : 0;
    if (shares > 1 && counters->busiest_thread > bytes / shares + A_FEW_BYTES)
        return objection(
            "one thread reads %llu bytes, and all inputs together have %llu; share "
            "them out over many threads",
            (unsigned long long)counters->busiest_thread, (unsigned long long)bytes);
    if (!most_loads || requests <= most_loads)
        return NULL;
    if (counters->threads < WARP * counters->blocks)
        return objection("its blocks have %.1f threads on average, and a warp has room for %d: "
                         "do grid and block stand the right way round in <<<grid, block>>>?",
                         (double)counters->threads / (double)counters->blocks, WARP);
    return objection("its warps load %llu times, as where few of their threads do the work; "
                     "where all have a share of it, neighbours by neighbours, %llu times are "
                     "more than enough",
                     (unsigned long long)requests, (unsigned long long)most_loads);
}

const char *objection_to_one_of_a_block(const struct simt_counters *counters, size_t elements)
{
    const struct simt_shared_traffic *load = &counters->shared_load;
    if (load->requests < elements || load->lanes >= 2 * load->requests)
        return NULL;
    return objection(
        "shared memory is read %llu times for %zu elements, mostly by one thread of a "
        "warp, as where one works on what all have loaded; share that out, too",
        (unsigned long long)load->requests, elements);
}

const char *objection_to_one_warp_of_a_block(const struct simt_counters *counters)
{
    const double MOST = 0.75;
    double share = (double)counters->busiest_warps / (double)counters->shared_load.requests;
    if (counters->shared_load.requests == 0 || share <= MOST)
        return NULL;
    return objection(
        "one warp of each block makes %.0f %% of its loads from shared memory, and "
        "the others, three and more, wait for it: share that out, too",
        100 * share);
}
