/* What the bench compares with: the works as a C programmer would write them, with OpenMP. The
 * file is compiled twice: with the optimisation that kernels get and, with VECTORS defined, so
 * that the compiler makes vectors of it. */
#include <string.h>
#include "works.h"

#ifdef VECTORS
#define LOOPS(work) vectors_##work
#else
#define LOOPS(work) loops_##work
#endif

void LOOPS(matmul)(const float *a, const float *b, float *c, int n)
{
    memset(c, 0, sizeof *c * (size_t)n * n);
#pragma omp parallel for
    for (int row = 0; row < n; row++)
        for (int k = 0; k < n; k++) {
            float factor = a[row * n + k];
            for (int col = 0; col < n; col++)
                c[row * n + col] += factor * b[k * n + col];
        }
}

void LOOPS(row_sums)(const int *in, int *out, int rows, int width)
{
#pragma omp parallel for
    for (int row = 0; row < rows; row++) {
        int sum = 0;
        for (int col = 0; col < width; col++)
            sum += in[row * width + col];
        out[row] = sum;
    }
}

void LOOPS(histogram)(const unsigned char *text, size_t n, unsigned *bins)
{
    memset(bins, 0, BINS * sizeof *bins);
#pragma omp parallel for reduction(+ : bins[ : BINS])
    for (size_t i = 0; i < n; i++)
        if (text[i] >= 'a' && text[i] <= 'z')
            bins[(text[i] - 'a') / 4]++;
}

void LOOPS(scan_rows)(const int *in, int *out, int rows, int width)
{
#pragma omp parallel for
    for (int row = 0; row < rows; row++) {
        int sum = 0;
        for (int col = 0; col < width; col++)
            out[row * width + col] = sum += in[row * width + col];
    }
}

#ifndef VECTORS
float loops_chain(float number, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += number;
    return sum;
}
#endif
