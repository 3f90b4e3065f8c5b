// bug: blocks sort tiles without a barrier; what passes then leave out is read by the next
// reason: race
// pattern: other_keys
// says: race in shared memory
#include "merge.h"

#define BS 256
// bitonic sort of tiles, then merge passes by rank (binary search for each key in the partner
// run)
__global__ void bitonic(int *keys, int n)
{
    __shared__ int s[2 * BS];
    int base = blockIdx.x * 2 * BS;
    for (int i = threadIdx.x; i < 2 * BS; i += BS)
        s[i] = base + i < n ? keys[base + i] : 2147483647;
    for (int size = 2; size <= 2 * BS; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            bool up = ((2 * threadIdx.x) & size) == 0 || size == 2 * BS;
            int x = s[pos], y = s[pos + stride];
            if ((x > y) == up) {
                s[pos] = y;
                s[pos + stride] = x;
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 2 * BS; i += BS)
        if (base + i < n)
            keys[base + i] = s[i];
}
__global__ void rankMerge(const int *in, int *out, int n, int run)
{
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (long long)gridDim.x * blockDim.x) {
        long long pair = i / (2LL * run) * (2LL * run);
        bool left = i < pair + run;
        long long lo = left ? pair + run : pair, hi = lo + run;
        if (lo > n)
            lo = n;
        if (hi > n)
            hi = n;
        long long first = lo;
        int key = in[i];
        while (lo < hi) {
            long long mid = (lo + hi) / 2;
            bool before = left ? in[mid] < key : in[mid] <= key;
            if (before)
                lo = mid + 1;
            else
                hi = mid;
        }
        long long own = left ? i - pair : i - pair - run;
        out[pair + own + (lo - first)] = key;
    }
}
EXPORT void merge_sort(int *d_keys, int n)
{
    if (n < 2)
        return;
    int *tmp;
    CHECK(cudaMalloc(&tmp, (size_t)n * sizeof(int)));
    bitonic<<<(n + 2 * BS - 1) / (2 * BS), BS>>>(d_keys, n);
    CHECK(cudaGetLastError());
    int *src = d_keys, *dst = tmp;
    for (long long run = 2 * BS; run < n; run *= 2) {
        int g = (n + 255) / 256;
        if (g > 4096)
            g = 4096;
        rankMerge<<<g, 256>>>(src, dst, n, (int)run);
        CHECK(cudaGetLastError());
        int *t = src;
        src = dst;
        dst = t;
    }
    if (src != d_keys)
        CHECK(
            cudaMemcpyAsync(d_keys, src, (size_t)n * sizeof(int), cudaMemcpyDeviceToDevice, 0));
    CHECK(cudaFree(tmp));
}
