// bug: many blocks, but of a single thread
// reason: technique
// says: 65 threads do the work
// only: technique
#include "kahan.h"

#define BLOCKS 64
__device__ float parts[BLOCKS], errs[BLOCKS];
static __device__ void add(float *s, float *e, float x)
{
    float t = *s + x, z = t - *s;
    *e += (*s - (t - z)) + (x - z);
    *s = t;
}
__global__ void k(const float *x, size_t n)
{
    float s = 0, e = 0;
    for (size_t i = blockIdx.x; i < n; i += BLOCKS)
        add(&s, &e, x[i]);
    parts[blockIdx.x] = s;
    errs[blockIdx.x] = e;
}
__global__ void k2(float *sum)
{
    float s = 0, e = 0;
    for (int i = 0; i < BLOCKS; i++) {
        add(&s, &e, parts[i]);
        add(&s, &e, errs[i]);
    }
    *sum = s + e;
}
EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum)
{
    if (n == 0)
        return;
    k<<<BLOCKS, 1>>>(d_x, n);
    k2<<<1, 1>>>(d_sum);
}
