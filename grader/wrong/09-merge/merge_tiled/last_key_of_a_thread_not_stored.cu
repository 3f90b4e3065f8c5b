// bug: each thread merges seven keys, and puts six of them back
// reason: wrong
// pattern: keys_lost
// says: some keys are lost, and others stand there twice
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

#define NT 128
#define VT 7
#define NV (NT * VT)
__global__ void parts(const int *a, int m, const int *b, int n, int tiles, int *mp)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t <= tiles) {
        long long d = (long long)t * NV;
        if (d > (long long)m + n)
            d = (long long)m + n;
        mp[t] = mergePath(a, m, b, n, (int)d);
    }
}
__global__ void tiled(const int *a, int m, const int *b, int n, const int *mp, int *c)
{
    __shared__ int s[NV + 1];
    int tid = threadIdx.x, tile = blockIdx.x;
    long long d0 = (long long)tile * NV, d1 = d0 + NV;
    if (d1 > (long long)m + n)
        d1 = (long long)m + n;
    int a0 = mp[tile], a1 = mp[tile + 1];
    int b0 = (int)(d0 - a0), b1 = (int)(d1 - a1);
    int na = a1 - a0, nb = b1 - b0;
#pragma unroll
    for (int v = 0; v < VT; v++) {
        int i = tid + v * NT;
        if (i < na)
            s[i] = a[a0 + i];
        else if (i < na + nb)
            s[i] = b[b0 + i - na];
    }
    __syncthreads();
    int k = tid * VT;
    if (k > na + nb)
        k = na + nb;
    int i = mergePath(s, na, s + na, nb, k), j = k - i;
    int r[VT];
#pragma unroll
    for (int v = 0; v < VT; v++)
        if (k + v < na + nb) {
            bool ta = j >= nb || (i < na && s[i] <= s[na + j]);
            r[v] = ta ? s[i++] : s[na + j++];
        }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < VT - 1; v++)
        if (k + v < na + nb)
            s[k + v] = r[v];
    __syncthreads();
    for (int x = tid; x < na + nb; x += NT)
        c[d0 + x] = s[x];
}
static void launchMerge(const int *a, int m, const int *b, int n, int *c)
{
    if (m == 0 && n == 0)
        return;
    int tiles = (int)(((long long)m + n + NV - 1) / NV);
    int *mp;
    CHECK(cudaMalloc(&mp, (tiles + 1) * sizeof(int)));
    parts<<<tiles / 64 + 1, 64>>>(a, m, b, n, tiles, mp);
    tiled<<<tiles, NT>>>(a, m, b, n, mp, c);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(mp));
}

EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    launchMerge(d_a, m, d_b, n, d_c);
}
