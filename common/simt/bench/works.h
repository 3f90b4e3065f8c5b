/* The bench's works, in each way to do them: as plain loops, on the CPU backend, and on its
 * peers. Each function does the work once. The caller gives it arrays of the host, and kernels
 * arrays in managed memory. A peer that is not here is not linked: its functions are NULL. */
#ifndef WORKS_H
#define WORKS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __clang__
#define BENCH_COMPILER __VERSION__
#else
#define BENCH_COMPILER "GCC " __VERSION__
#endif

enum { BINS = 7 }; /* four letters a bin; the last one holds y and z */

void loops_matmul(const float *a, const float *b, float *c, int n);
void loops_row_sums(const int *in, int *out, int rows, int width);
void loops_histogram(const unsigned char *text, size_t n, unsigned *bins);
void loops_scan_rows(const int *in, int *out, int rows, int width);

void vectors_matmul(const float *a, const float *b, float *c, int n);
void vectors_row_sums(const int *in, int *out, int rows, int width);
void vectors_histogram(const unsigned char *text, size_t n, unsigned *bins);
void vectors_scan_rows(const int *in, int *out, int rows, int width);

void grid_matmul_naive(const float *d_a, const float *d_b, float *d_c, int n);
void grid_matmul_tiled(const float *d_a, const float *d_b, float *d_c, int n);
void grid_row_sums(const int *d_in, int *d_out, int rows, int width);
void grid_histogram(const unsigned char *d_text, size_t n, unsigned *d_bins);
void grid_scan_rows(const int *d_in, int *d_out, int rows, int width);

/* Each thread waits at so many barriers, and does nothing else. */
void grid_barriers(int blocks, int threads, int times);

/* One core adds n numbers, each to the sum of those before it, and returns the sum. */
float loops_chain(float number, size_t n);

/* Returns the name of the compiler that has built the kernels. */
const char *grid_compiler(void);

#define BENCH_PEER __attribute__((weak))

/* Writes at most so many bytes of the version of OpenCL on this processor, and returns 0 where
 * there is none. The library may start threads, so the caller asks in a process of its own. */
BENCH_PEER int opencl_version(char *version, size_t bytes);
BENCH_PEER void opencl_matmul_naive(const float *a, const float *b, float *c, int n);
BENCH_PEER void opencl_matmul_tiled(const float *a, const float *b, float *c, int n);
BENCH_PEER void opencl_row_sums(const int *in, int *out, int rows, int width);
BENCH_PEER void opencl_histogram(const unsigned char *text, size_t n, unsigned *bins);
BENCH_PEER void opencl_scan_rows(const int *in, int *out, int rows, int width);

BENCH_PEER void hip_matmul_naive(const float *a, const float *b, float *c, int n);
BENCH_PEER void hip_matmul_tiled(const float *a, const float *b, float *c, int n);
BENCH_PEER void hip_row_sums(const int *in, int *out, int rows, int width);
BENCH_PEER void hip_histogram(const unsigned char *text, size_t n, unsigned *bins);
BENCH_PEER void hip_scan_rows(const int *in, int *out, int rows, int width);

#ifdef __cplusplus
}
#endif

#endif
