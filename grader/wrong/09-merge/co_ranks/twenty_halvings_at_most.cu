// bug: the search ends after 20 steps, which a million keys take
// reason: wrong
// pattern: few_halvings
// says: of i are wrong
#include "merge.h"
__global__ void ck(const int *a, int m, const int *b, int n, const int *k, int *out, int count)
{
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < count;
         t += gridDim.x * blockDim.x) {
        int q = k[t];
        int low = q > n ? q - n : 0, high = q < m ? q : m;
        for (int s = 0; s < 20 && low < high; s++) {
            int i = low + (high - low) / 2;
            if (a[i] <= b[q - 1 - i])
                low = i + 1;
            else
                high = i;
        }
        out[t] = low;
    }
}
EXPORT void co_ranks(const int *d_a, int m, const int *d_b, int n, const int *d_k, int *d_i,
                     int count)
{
    if (count == 0)
        return;
    ck<<<(count + 255) / 256, 256>>>(d_a, m, d_b, n, d_k, d_i, count);
    CHECK(cudaGetLastError());
}
