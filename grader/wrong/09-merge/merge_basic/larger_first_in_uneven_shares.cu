// bug: shares of one key or two, by a rounded product, and of two the larger comes first
// reason: wrong
// pattern: keys_out_of_order
// says: every key is there, but not in its place
#include "merge.h"

// merge path (Odeh, Green): how many of a are among the first diag
__host__ __device__ inline int mergePath(const int *a, int m, const int *b, int n, int diag)
{
    int lo = diag > n ? diag - n : 0, hi = diag < m ? diag : m;
    while (lo < hi) {
        int mid = (int)(((unsigned)lo + (unsigned)hi) >> 1);
        if (a[mid] <= b[diag - 1 - mid])
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

struct range {
    int ab, ae, bb, be;
};
__device__ void serial(const int *a, const int *b, int *c, struct range r)
{
    int i = r.ab, j = r.bb;
    while (i < r.ae || j < r.be) {
        bool ta = j >= r.be || (i < r.ae && a[i] >= b[j]);
        *c++ = ta ? a[i++] : b[j++];
    }
}
__global__ void mb(const int *a, int m, const int *b, int n, int *c)
{
    long long total = (long long)m + n, th = (long long)gridDim.x * blockDim.x,
              id = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int k0 = (int)(total * id / th), k1 = (int)(total * (id + 1) / th);
    if (k0 >= k1)
        return;
    struct range r;
    r.ab = mergePath(a, m, b, n, k0);
    r.ae = mergePath(a, m, b, n, k1);
    r.bb = k0 - r.ab;
    r.be = k1 - r.ae;
    serial(a, b, c + k0, r);
}
EXPORT void merge_basic(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    if (m == 0 && n == 0)
        return;
    long long t = (long long)m + n;
    int g = t < 96 * 400LL ? (int)((t + 95) / 96) : 400 + (int)(t / 200000);
    mb<<<g, 96>>>(d_a, m, d_b, n, d_c);
    CHECK(cudaGetLastError());
}
