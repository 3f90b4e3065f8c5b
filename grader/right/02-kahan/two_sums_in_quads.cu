// tasks: row_sums_kahan
// how: two sums a row, from quads where the row begins where a quad may, combined with their
// excesses
#include "kahan.h"

#define ROWS 256

struct kahan {
    float sum, excess;
};

static __device__ struct kahan add(struct kahan total, float x)
{
    float wanted = x - total.excess;
    float sum = total.sum + wanted;
    struct kahan next = {sum, (sum - total.sum) - wanted};
    return next;
}

__global__ void sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = 0;
    if (row >= rows)
        return;
    const float *terms = x + (size_t)row * width;
    struct kahan even = {0, 0}, odd = {0, 0};
    if ((size_t)terms % sizeof(float4) == 0)
        for (; col + 4 <= width; col += 4) {
            float4 quad = *(const float4 *)(terms + col);
            even = add(add(even, quad.x), quad.z);
            odd = add(add(odd, quad.y), quad.w);
        }
    for (; col < width; col++)
        even = add(even, terms[col]);
    if (fabsf(even.sum) < fabsf(odd.sum)) {
        struct kahan held = even;
        even = odd;
        odd = held;
    }
    sums[row] = add(add(even, -odd.excess), odd.sum).sum;
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0)
        return;
    sums_kernel<<<blocks_for(rows, ROWS), 256>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}
