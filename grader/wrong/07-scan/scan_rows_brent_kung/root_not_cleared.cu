// bug: the way down of an exclusive scan begins with the row's sum in the last place
// reason: wrong
// pattern: whole_sum_added
// says: its last place is set to 0 before the way down
#include "scan.h"
#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
__global__ void prescan(int *g_odata, const int *g_idata, int width)
{
    __shared__ int temp[1024 + CONFLICT_FREE_OFFSET(1024)];
    const int n = 1024;
    int thid = threadIdx.x, offset = 1;
    g_idata += (size_t)blockIdx.x * width;
    g_odata += (size_t)blockIdx.x * width;
    int ai = thid, bi = thid + n / 2;
    int a = ai < width ? g_idata[ai] : 0, b = bi < width ? g_idata[bi] : 0;
    temp[ai + CONFLICT_FREE_OFFSET(ai)] = a;
    temp[bi + CONFLICT_FREE_OFFSET(bi)] = b;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int x = offset * (2 * thid + 1) - 1, y = offset * (2 * thid + 2) - 1;
            x += CONFLICT_FREE_OFFSET(x);
            y += CONFLICT_FREE_OFFSET(y);
            temp[y] += temp[x];
        }
        offset *= 2;
    }
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int x = offset * (2 * thid + 1) - 1, y = offset * (2 * thid + 2) - 1;
            x += CONFLICT_FREE_OFFSET(x);
            y += CONFLICT_FREE_OFFSET(y);
            int t = temp[x];
            temp[x] = temp[y];
            temp[y] += t;
        }
    }
    __syncthreads();
    if (ai < width)
        g_odata[ai] = temp[ai + CONFLICT_FREE_OFFSET(ai)] + a;
    if (bi < width)
        g_odata[bi] = temp[bi + CONFLICT_FREE_OFFSET(bi)] + b;
}
EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    prescan<<<rows, 512>>>(d_out, d_in, width);
    CHECK(cudaGetLastError());
}
