/* The bench's works, in each way to do them: as plain loops, on the CPU backend, and on its
 * peers. Each function does the work once; arrays are the host's, and managed memory for the
 * kernels. A peer that is not here is not linked: its functions are NULL. */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __clang__
#define BENCH_COMPILER __VERSION__
#else
#define BENCH_COMPILER "GCC " __VERSION__
#endif

enum { BINS = 7 }; /* letters by four, the last bin holds y and z */

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

/* So many barriers in each thread, and nothing else. */
void grid_barriers(int blocks, int threads, int times);

/* A sum of n numbers, each added to the sum of those before it, by one core. */
float loops_chain(float number, size_t n);

/* What has compiled the kernels. */
const char *grid_compiler(void);

#define BENCH_PEER __attribute__((weak))

/* The version of OpenCL's device on the processor, at most so many bytes; 0 where there is
 * none. Begins threads. */
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
