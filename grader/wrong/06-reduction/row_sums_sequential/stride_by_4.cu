// bug: the stride is divided by 4 from step to step
// reason: wrong
// pattern: stride_by_4
// says: half of the steps are left out
#include "reduction.h"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void seq(const int *g, int *out, int rows, int width)
{
    extern __shared__ int sm[];
    cg::thread_block b = cg::this_thread_block();
    unsigned t = b.thread_rank();
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        size_t o = (size_t)row * width;
        int v = 0;
        if (t < width)
            v = g[o + t];
        if (t + b.size() < width)
            v += g[o + t + b.size()];
        sm[t] = v;
        b.sync();
        for (unsigned s = b.size() / 2; s >= 1; s >>= 2) {
            if (t < s)
                sm[t] += sm[t + s];
            b.sync();
        }
        if (t == 0)
            out[row] = sm[0];
        b.sync();
    }
}
EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows <= 0)
        return;
    seq<<<min(rows, 1024), 512, 512 * sizeof(int)>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
