/* Measures what the checker costs: prints the time of each of the bench's works at 64 K
 * threads, a line each, and then how many bytes of memory the program needs for each byte that
 * a kernel touches. A time is the best of some runs, in milliseconds of all cores together, so
 * that it holds on a busy machine as well. The program is built twice, with the fast and with
 * the checked kernels; the argument "count" turns the counters on. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "works.h"
#include "counters/counters.h"
#include "simt.h"

enum { N = 256, WIDTH = 1024, TEXT = 4 << 20, RUNS = 7, SECOND = 1000, MANY_ROWS = 8 << 10 };

static void *d_a, *d_b, *d_c;

static void naive(void)
{
    grid_matmul_naive(d_a, d_b, d_c, N);
}

static void tiled(void)
{
    grid_matmul_tiled(d_a, d_b, d_c, N);
}

static void sums(void)
{
    grid_row_sums(d_a, d_c, 128, WIDTH);
}

static void histogram(void)
{
    grid_histogram(d_a, TEXT, d_c);
}

static void scan(void)
{
    grid_scan_rows(d_a, d_c, 64, WIDTH);
}

static double milliseconds(void (*work)(void))
{
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    work();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    return 1e3 * (double)(end.tv_sec - start.tv_sec) +
           1e-6 * (double)(end.tv_nsec - start.tv_nsec);
}

/* Returns the least time of some runs, for at least a second: other work of the machine can
 * only add to it. */
static double least(void (*work)(void))
{
    double least = milliseconds(work), total = least;
    for (int run = 1; run < RUNS || total < SECOND; run++) {
        double ms = milliseconds(work);
        least = ms < least ? ms : least;
        total += ms;
    }
    return least;
}

static void fill(void)
{
    unsigned char *text = malloc(TEXT);
    unsigned long long state = 1;
    for (size_t i = 0; i < TEXT; i++) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        text[i] = (unsigned char)(' ' + (state >> 33) % 95);
    }
    cudaMalloc(&d_a, TEXT);
    cudaMalloc(&d_b, TEXT);
    cudaMalloc(&d_c, TEXT);
    cudaMemcpy(d_a, text, TEXT, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, text, TEXT, cudaMemcpyHostToDevice);
    free(text);
}

static double resident_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        perror("/proc/self/statm");
    if (file)
        fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* Takes so many rows that the memory which any program needs does not show. */
static double growth(void)
{
    size_t bytes = (size_t)MANY_ROWS * WIDTH * sizeof(int);
    void *d_rows;
    double before = resident_bytes();
    cudaMalloc(&d_rows, bytes);
    cudaMemset(d_rows, 0, bytes);
    grid_row_sums(d_rows, d_c, MANY_ROWS, WIDTH);
    return (resident_bytes() - before) / (double)bytes;
}

int main(int argc, char **argv)
{
    void (*const works[])(void) = {naive, tiled, sums, histogram, scan};
    fill();
    simt_count(argc > 1 && argv[1][0] == 'c');
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        printf("%.3f\n", least(works[i]));
    }
    printf("%.3f\n", growth());
    return cudaDeviceSynchronize() != cudaSuccess;
}
