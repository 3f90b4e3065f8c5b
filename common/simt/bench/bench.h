/* The bench's two halves: the same work on the CPU backend and as plain loops. Each function
 * does the work once; arrays are the host's for the loops and the device's for the kernels. */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
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

#ifdef __cplusplus
}
#endif

#endif
