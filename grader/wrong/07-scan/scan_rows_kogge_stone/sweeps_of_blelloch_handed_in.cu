// bug: a sweep up a tree and an exclusive one down again, by half as many threads as elements
// reason: technique
// says: as in a tree
// only: technique
#include "scan.h"

#define N 1024
__global__ void k(const int *in, int *out, int width)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    size_t st = (size_t)blockIdx.x * width;
    for (int c = t; c < N; c += 512)
        s[c] = c < width ? in[st + c] : 0;
    int off = 1;
    for (int d = N / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            s[b] += s[a];
        }
        off *= 2;
    }
    if (t == 0)
        s[N - 1] = 0;
    for (int d = 1; d < N; d *= 2) {
        off /= 2;
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            int h = s[a];
            s[a] = s[b];
            s[b] += h;
        }
    }
    __syncthreads();
    for (int c = t; c < width; c += 512)
        out[st + c] = s[c] + in[st + c];
}
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    k<<<rows, 512>>>(d_in, d_out, width);
}
