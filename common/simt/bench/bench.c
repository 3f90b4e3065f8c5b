/* How much slower than plain loops the CPU backend runs a kernel: a table, and exit status 1
 * where a result is wrong or a ratio or the memory exceeds what is allowed. */
#define _POSIX_C_SOURCE 200809L
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

enum { N = 1000, ROWS = 1024, WIDTH = 1024, TEXT = 64 << 20, RUNS = 7 };
enum { MEMORY_ALLOWED = 100 }; /* MB, beyond the input itself */

/* --- data ------------------------------------------------------------------------------- */

static void *checked(void *memory)
{
    if (!memory) {
        fputs("bench: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

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

static void *floats(size_t n)
{
    float *x = checked(malloc(n * sizeof *x));
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(draw() % 1000) / 1000;
    return x;
}

static void *ints(size_t n)
{
    int *x = checked(malloc(n * sizeof *x));
    for (size_t i = 0; i < n; i++)
        x[i] = (int)(draw() % 200) - 100;
    return x;
}

static void *text(size_t n)
{
    unsigned char *x = checked(malloc(n));
    for (size_t i = 0; i < n; i++)
        x[i] = (unsigned char)(' ' + draw() % 95);
    return x;
}

static void *to_device(const void *from, size_t bytes)
{
    void *d_to;
    checked_call(cudaMalloc(&d_to, bytes));
    checked_call(cudaMemcpy(d_to, from, bytes, cudaMemcpyHostToDevice));
    return d_to;
}

/* --- the work --------------------------------------------------------------------------- */

/* Inputs, outputs of both halves, and the device's. */
struct data {
    void *in, *in_2, *out, *out_2;
    void *d_in, *d_in_2, *d_out;
    size_t in_bytes, out_bytes;
};

static void loops_1(struct data *d)
{
    loops_matmul(d->in, d->in_2, d->out, N);
}

static void grid_1(struct data *d)
{
    grid_matmul_naive(d->d_in, d->d_in_2, d->d_out, N);
}

static void grid_2(struct data *d)
{
    grid_matmul_tiled(d->d_in, d->d_in_2, d->d_out, N);
}

static void loops_3(struct data *d)
{
    loops_row_sums(d->in, d->out, ROWS, WIDTH);
}

static void grid_3(struct data *d)
{
    grid_row_sums(d->d_in, d->d_out, ROWS, WIDTH);
}

static void loops_4(struct data *d)
{
    loops_histogram(d->in, TEXT, d->out);
}

static void grid_4(struct data *d)
{
    grid_histogram(d->d_in, TEXT, d->d_out);
}

static void loops_5(struct data *d)
{
    loops_scan_rows(d->in, d->out, ROWS, WIDTH);
}

static void grid_5(struct data *d)
{
    grid_scan_rows(d->d_in, d->d_out, ROWS, WIDTH);
}

static const struct work {
    const char *name;
    void *(*make)(size_t n);
    size_t elements, element_bytes, out_bytes;
    bool two_inputs, is_float;
    void (*loops)(struct data *), (*grid)(struct data *);
    double allowed;
} works[] = {
    {"naive matmul, n = 1000", floats, N *N, 4, 4 * N *N, true, true, loops_1, grid_1, 9},
    {"16x16 tiled matmul, n = 1000", floats, N *N, 4, 4 * N *N, true, true, loops_1, grid_2,
     20},
    {"row sums 1024 x 1024, 512 threads", ints, ROWS *WIDTH, 4, 4 * ROWS, false, false, loops_3,
     grid_3, 250},
    {"7-bin histogram of 64 MiB, private bins", text, TEXT, 1, 4 * BINS, false, false, loops_4,
     grid_4, 40},
    {"Kogge-Stone 1024 x 1024", ints, ROWS *WIDTH, 4, 4 * ROWS *WIDTH, false, false, loops_5,
     grid_5, 700},
};

static struct data make_data(const struct work *work)
{
    struct data d = {.in_bytes = work->elements * work->element_bytes,
                     .out_bytes = work->out_bytes};
    d.in = work->make(work->elements);
    d.in_2 = work->two_inputs ? work->make(work->elements) : NULL;
    d.out = checked(malloc(d.out_bytes));
    d.out_2 = checked(malloc(d.out_bytes));
    d.d_in = to_device(d.in, d.in_bytes);
    d.d_in_2 = d.in_2 ? to_device(d.in_2, d.in_bytes) : NULL;
    checked_call(cudaMalloc(&d.d_out, d.out_bytes));
    return d;
}

/* --- measuring -------------------------------------------------------------------------- */

static double milliseconds(void (*work)(struct data *), struct data *d)
{
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    work(d);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return 1e3 * (double)(end.tv_sec - start.tv_sec) +
           1e-6 * (double)(end.tv_nsec - start.tv_nsec);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(void (*work)(struct data *), struct data *d)
{
    double times[RUNS];
    work(d); /* first touch, and the workers' stacks */
    for (int i = 0; i < RUNS; i++)
        times[i] = milliseconds(work, d);
    qsort(times, RUNS, sizeof times[0], by_size);
    return times[RUNS / 2];
}

/* Sums of N products of numbers below 1, rounded N times each. */
static bool same(const struct work *work, const struct data *d)
{
    const float *x = d->out, *y = d->out_2;
    if (!work->is_float)
        return memcmp(d->out, d->out_2, d->out_bytes) == 0;
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
    double grid = median(work->grid, &d);
    checked_call(cudaDeviceSynchronize());
    checked_call(cudaMemcpy(d.out_2, d.d_out, d.out_bytes, cudaMemcpyDeviceToHost));
    double loops = median(work->loops, &d);
    bool right = same(work, &d), quick = grid <= work->allowed * loops;
    printf("%-40s %9.2f %9.2f %8.1f %8.0f  %s\n", work->name, loops, grid, grid / loops,
           work->allowed,
           !right  ? "WRONG"
           : quick ? "ok"
                   : "TOO SLOW");
    fflush(stdout);
    return right && quick ? 0 : 1;
}

/* The peak of the process, without the inputs and outputs that this file holds for both halves.
 */
static double peak_megabytes(const struct work *work, const struct rusage *usage)
{
    size_t inputs = work->elements * work->element_bytes * (work->two_inputs ? 2 : 1);
    return (double)usage->ru_maxrss / 1024 - (double)(2 * inputs + 3 * work->out_bytes) / 1e6;
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
    *peak = fmax(*peak, peak_megabytes(work, &usage));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

int main(int argc, char **argv)
{
    int worst = 0;
    double peak = 0;
    printf("%-40s %9s %9s %8s %8s\n", "ms, median", "loops", "grid", "ratio", "allowed");
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        if (argc > 1 && !strstr(works[i].name, argv[1]))
            continue;
        int status = run(&works[i], &peak);
        worst = status > worst ? status : worst;
    }
    printf("%-40s %37.0f MB %5d  %s\n", "peak memory beside the data", peak, MEMORY_ALLOWED,
           peak <= MEMORY_ALLOWED ? "ok" : "TOO MUCH");
    return peak <= MEMORY_ALLOWED ? worst : 1;
}
