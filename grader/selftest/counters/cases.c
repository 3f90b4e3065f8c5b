/* Launches the kernels of kernels.cu: `cases NAME ...` counts, compares with cases.inc and says
 * what differs; `cases --table` prints what was counted. Built with -DDEVICE it only launches
 * all, for a profiler. C11. */
#include "kernels.h"
#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef DEVICE
#include "counters/counters.h"
#include "simt.h"
#endif

enum { ELEMENTS = 8192 };

static float *in, *out;

static void launch(void (*kernel)(const float *, float *))
{
    cudaMemset(in, 0, ELEMENTS * sizeof *in);
    cudaMemset(out, 0, ELEMENTS * sizeof *out);
    kernel(in, out);
    if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess) {
        fputs("cases: a kernel has failed\n", stderr);
        exit(1);
    }
}

static void allocate(void)
{
    if (cudaMalloc((void **)&in, ELEMENTS * sizeof *in) != cudaSuccess ||
        cudaMalloc((void **)&out, ELEMENTS * sizeof *out) != cudaSuccess)
        exit(1);
}

#ifdef DEVICE

int main(void)
{
    allocate();
#define CASE(name, ...) launch(name);
#include "cases.inc"
#undef CASE
    return 0;
}

#else

#define LOAD(r, l, s) .global_load = {.requests = r, .lanes = l, .sectors = s}
#define STORE(r, l, s) .global_store = {.requests = r, .lanes = l, .sectors = s}
#define SHARED_LOAD(r, l, w, c)                                                                \
    .shared_load = {.requests = r, .lanes = l, .wavefronts = w, .conflicts = c}
#define SHARED_STORE(r, l, w, c)                                                               \
    .shared_store = {.requests = r, .lanes = l, .wavefronts = w, .conflicts = c}
#define ATOMICS(r, l, p, m)                                                                    \
    .global_atomic = {.requests = r, .lanes = l, .passes = p, .same_address_most = m}
#define SHARED_ATOMICS(r, l, p, m)                                                             \
    .shared_atomic = {.requests = r, .lanes = l, .passes = p, .same_address_most = m}
#define BARRIERS(n) .barriers = n
#define DIVERGENT(n) .divergent_branches = n

static const struct {
    const char *name;
    void (*kernel)(const float *, float *);
    struct simt_counters want;
} cases[] = {
#define CASE(name, ...) {#name, name, {__VA_ARGS__}},
#include "cases.inc"
#undef CASE
};
enum { CASES = sizeof cases / sizeof cases[0] };

static unsigned long long value(const struct simt_counters *counters,
                                const struct simt_counter *counter)
{
    return *(const uint64_t *)((const char *)counters + counter->offset);
}

/* Launches, threads and bytes follow from the rest; the busiest have tests below. */
static bool is_compared(const char *name)
{
    return strcmp(name, "launches") && strcmp(name, "blocks") && strcmp(name, "warps") &&
           strcmp(name, "threads") && strncmp(name, "busiest_", strlen("busiest_")) &&
           !strstr(name, ".bytes");
}

/* Where there is one block only it has loaded all. */
static bool busiest_is_right(const struct simt_counters *got)
{
    bool alone = got->blocks == 1,
         right = alone == (got->busiest_block == got->global_load.bytes);
    if (!right && got->global_load.bytes)
        printf("%llu bytes of %llu were loaded by one of %llu blocks\n",
               (unsigned long long)got->busiest_block,
               (unsigned long long)got->global_load.bytes, (unsigned long long)got->blocks);
    return right || !got->global_load.bytes;
}

/* It has read at least its share, and no more than all together; an atomic is of 8 bytes at
 * most. */
static bool busiest_thread_is_right(const struct simt_counters *got)
{
    uint64_t most = got->busiest_thread, all = got->global_load.bytes;
    bool right = most * got->threads >= all && most <= all + 8 * got->global_atomic.lanes;
    if (!right)
        printf("%llu bytes of %llu were read by one of %llu threads\n",
               (unsigned long long)most, (unsigned long long)all,
               (unsigned long long)got->threads);
    return right;
}

static struct simt_counters counted(int i)
{
    struct simt_counters total;
    simt_counters_reset();
    launch(cases[i].kernel);
    simt_counters_total(&total);
    return total;
}

static bool is_right_in(enum schedule schedule, int i)
{
    simt_set_schedule(schedule, 1);
    struct simt_counters got = counted(i);
    bool right = busiest_is_right(&got) && busiest_thread_is_right(&got);
    for (const struct simt_counter *counter = simt_counter_names; counter->name; counter++)
        if (is_compared(counter->name) &&
            value(&got, counter) != value(&cases[i].want, counter)) {
            printf("%s, %s: %s is %llu, want %llu\n", cases[i].name, schedule_name(schedule),
                   counter->name, value(&got, counter), value(&cases[i].want, counter));
            right = false;
        }
    return right;
}

static bool is_right(int i)
{
    return is_right_in(FORWARD, i) && is_right_in(REVERSE, i) && is_right_in(RANDOM, i) &&
           is_right_in(LOCKSTEP, i);
}

/* Tab-separated, with the names of the numbers first. */
static int table(void)
{
    printf("kernel");
    for (const struct simt_counter *counter = simt_counter_names; counter->name; counter++)
        printf("\t%s", counter->name);
    for (int i = 0; i < CASES; i++) {
        struct simt_counters got = counted(i);
        printf("\n%s", cases[i].name);
        for (const struct simt_counter *counter = simt_counter_names; counter->name; counter++)
            printf("\t%llu", value(&got, counter));
    }
    putchar('\n');
    return 0;
}

static bool is_asked_for(const char *name, char **names)
{
    for (; *names; names++)
        if (!strcmp(*names, name))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    int done = 0, wrong = 0;
    allocate();
    simt_count(true);
    if (argc > 1 && !strcmp(argv[1], "--table"))
        return table();
    for (int i = 0; i < CASES; i++) {
        if (argc > 1 && !is_asked_for(cases[i].name, argv + 1))
            continue;
        wrong += !is_right(i);
        done++;
    }
    printf("%d of %d kernels as expected\n", done - wrong, done);
    return wrong || done < argc - 1 || !done;
}

#endif
