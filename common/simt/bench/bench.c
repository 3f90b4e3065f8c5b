/* How much slower than plain loops the CPU backend runs a kernel: a table, and exit status 1
 * where a result is wrong or a ratio or the memory exceeds what is allowed.
 *
 * What is allowed refers to loops that are compiled as kernels are, with -O2: so it is the
 * backend that is measured, and not that -O3 makes vectors of a loop. Those stand beside. */
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "bench.h"
#include "simt.h"

enum { N = 1000, ROWS = 1024, WIDTH = 1024, TEXT = 64 << 20, RUNS = 5 };
enum { MEMORY_ALLOWED = 100 }; /* MB, the 64 MiB of text included */

/* --- data --------------------------------------------------------------------------------- */

static void checked_call(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "bench: %s %s\n", cudaGetErrorName(error), simt_fault_text());
        exit(2);
    }
}

static unsigned draw(void)
{
    static unsigned long long state = 1;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33);
}

/* Managed memory, which kernels and loops read alike: the data are there once. */
static void *memory(size_t bytes)
{
    void *memory;
    checked_call(cudaMallocManaged(&memory, bytes, cudaMemAttachGlobal));
    return memory;
}

static void *floats(size_t n)
{
    float *x = memory(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(draw() % 1000) / 1000;
    return x;
}

static void *ints(size_t n)
{
    int *x = memory(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (int)(draw() % 200) - 100;
    return x;
}

static void *text(size_t n)
{
    unsigned char *x = memory(n);
    for (size_t i = 0; i < n; i++)
        x[i] = (unsigned char)(' ' + draw() % 95);
    return x;
}

/* --- the work ----------------------------------------------------------------------------- */

struct data {
    void *in, *in_2, *loops_out, *grid_out;
    size_t out_bytes;
};

static void matmul_by_loops(struct data *d)
{
    loops_matmul(d->in, d->in_2, d->loops_out, N);
}

static void matmul_by_vectors(struct data *d)
{
    vectors_matmul(d->in, d->in_2, d->loops_out, N);
}

static void matmul_naively(struct data *d)
{
    grid_matmul_naive(d->in, d->in_2, d->grid_out, N);
}

static void matmul_by_tiles(struct data *d)
{
    grid_matmul_tiled(d->in, d->in_2, d->grid_out, N);
}

static void rows_by_loops(struct data *d)
{
    loops_row_sums(d->in, d->loops_out, ROWS, WIDTH);
}

static void rows_by_vectors(struct data *d)
{
    vectors_row_sums(d->in, d->loops_out, ROWS, WIDTH);
}

static void rows_by_trees(struct data *d)
{
    grid_row_sums(d->in, d->grid_out, ROWS, WIDTH);
}

static void letters_by_loops(struct data *d)
{
    loops_histogram(d->in, TEXT, d->loops_out);
}

static void letters_by_vectors(struct data *d)
{
    vectors_histogram(d->in, TEXT, d->loops_out);
}

static void letters_by_blocks(struct data *d)
{
    grid_histogram(d->in, TEXT, d->grid_out);
}

static void scan_by_loops(struct data *d)
{
    loops_scan_rows(d->in, d->loops_out, ROWS, WIDTH);
}

static void scan_by_vectors(struct data *d)
{
    vectors_scan_rows(d->in, d->loops_out, ROWS, WIDTH);
}

static void scan_by_blocks(struct data *d)
{
    grid_scan_rows(d->in, d->grid_out, ROWS, WIDTH);
}

static const struct work {
    const char *name;
    void *(*make)(size_t n);
    size_t elements, out_bytes;
    bool two_inputs, is_float;
    void (*loops)(struct data *), (*vectors)(struct data *), (*grid)(struct data *);
    double allowed;
} works[] = {
    {"naive matmul, n = 1000", floats, N *N, 4 * N *N, true, true, matmul_by_loops,
     matmul_by_vectors, matmul_naively, 9},
    {"16x16 tiled matmul, n = 1000", floats, N *N, 4 * N *N, true, true, matmul_by_loops,
     matmul_by_vectors, matmul_by_tiles, 20},
    {"row sums 1024 x 1024, 512 threads", ints, ROWS *WIDTH, 4 * ROWS, false, false,
     rows_by_loops, rows_by_vectors, rows_by_trees, 250},
    {"7-bin histogram of 64 MiB, private bins", text, TEXT, 4 * BINS, false, false,
     letters_by_loops, letters_by_vectors, letters_by_blocks, 40},
    {"Kogge-Stone 1024 x 1024", ints, ROWS *WIDTH, 4 * ROWS *WIDTH, false, false, scan_by_loops,
     scan_by_vectors, scan_by_blocks, 700},
};

static struct data make_data(const struct work *work)
{
    struct data d = {.out_bytes = work->out_bytes};
    d.in = work->make(work->elements);
    d.in_2 = work->two_inputs ? work->make(work->elements) : NULL;
    d.loops_out = memory(d.out_bytes);
    d.grid_out = memory(d.out_bytes);
    return d;
}

/* --- measuring ---------------------------------------------------------------------------- */

static double milliseconds(void (*work)(struct data *), struct data *d)
{
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    work(d);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return 1e3 * (double)(end.tv_sec - start.tv_sec) +
           1e-6 * (double)(end.tv_nsec - start.tv_nsec);
}

/* The least of at least RUNS runs and a second: what else the machine does can only add to it.
 */
static double least(void (*work)(struct data *), struct data *d)
{
    double least = INFINITY, total = 0;
    work(d); /* first touch, and the workers' stacks */
    for (int i = 0; i < RUNS || total < 1000; i++) {
        double time = milliseconds(work, d);
        least = fmin(least, time);
        total += time;
    }
    return least;
}

/* Sums of N products of numbers below 1, rounded N times each. */
static bool same(const struct work *work, const struct data *d)
{
    const float *x = d->loops_out, *y = d->grid_out;
    if (!work->is_float)
        return memcmp(d->loops_out, d->grid_out, d->out_bytes) == 0;
    for (size_t i = 0; i < d->out_bytes / sizeof *x; i++)
        if (!(fabsf(x[i] - y[i]) <= 2 * N * 6e-8f * x[i]))
            return false;
    return true;
}

/* In a process of its own, so that OpenMP's and the backend's threads do not share the cores.
 */
static int measure(const struct work *work)
{
    struct data d = make_data(work);
    double grid = least(work->grid, &d);
    checked_call(cudaDeviceSynchronize());
    double loops = least(work->loops, &d);
    bool right = same(work, &d), quick = grid <= work->allowed * loops;
    double vectors = least(work->vectors, &d);
    right = right && same(work, &d);
    printf("%-40s %9.2f %9.2f %8.1f %8.0f  %-8s %9.2f %8.1f\n", work->name, loops, grid,
           grid / loops, work->allowed,
           !right  ? "WRONG"
           : quick ? "ok"
                   : "TOO SLOW",
           vectors, grid / vectors);
    fflush(stdout);
    return right && quick ? 0 : 1;
}

static int run(const struct work *work, double *peak)
{
    int status;
    struct rusage usage;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(measure(work));
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return 2;
    *peak = fmax(*peak, (double)usage.ru_maxrss / 1000);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

int main(int argc, char **argv)
{
    int worst = 0;
    double peak = 0;
    printf("%-40s %9s %9s %8s %8s  %-8s %9s %8s\n", "milliseconds", "loops", "grid", "ratio",
           "allowed", "", "vectors", "ratio");
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        if (argc > 1 && !strstr(works[i].name, argv[1]))
            continue;
        int status = run(&works[i], &peak);
        worst = status > worst ? status : worst;
    }
    printf("%-40s %37.0f MB %5d  %s\n", "peak memory", peak, MEMORY_ALLOWED,
           peak <= MEMORY_ALLOWED ? "ok" : "TOO MUCH");
    return peak <= MEMORY_ALLOWED ? worst : 1;
}
