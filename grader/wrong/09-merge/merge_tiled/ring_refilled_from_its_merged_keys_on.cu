// bug: the ring is filled from behind the merged keys on, where keys lie that it has already
// reason: wrong
// says: some keys are lost, and others stand there twice
#include "merge.h"
enum { THREADS = 128, RING = 512, SHARE = 4 * RING };
__device__ int rank_of(int k, const int *a, int m, const int *b, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = low + (high - low) / 2;
        if (a[i] <= b[k - 1 - i])
            low = i + 1;
        else
            high = i;
    }
    return low;
}
/* The same in rings, from the keys a0 and b0 on. */
__device__ int rank_in_rings(int k, const int *a, int a0, int m, const int *b, int b0, int n)
{
    int low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
        int i = low + (high - low) / 2;
        if (a[(a0 + i) % RING] <= b[(b0 + k - 1 - i) % RING])
            low = i + 1;
        else
            high = i;
    }
    return low;
}
__global__ void merge_kernel(const int *a, int m, const int *b, int n, int *c)
{
    __shared__ int ring_a[RING], ring_b[RING], splits[2];
    long long first = (long long)blockIdx.x * SHARE, all = (long long)m + n;
    int total = (int)min(all - first, (long long)SHARE), t = threadIdx.x;
    if (t < 2)
        splits[t] = rank_of((int)(first + t * total), a, m, b, n);
    __syncthreads();
    int from_a = splits[0], from_b = (int)first - from_a;
    int of_a = splits[1] - from_a, of_b = total - of_a;
    int loaded_a = 0, loaded_b = 0, merged_a = 0, merged_b = 0;
    for (int done = 0; done < total; done += RING) {
        int to_a = min(of_a, merged_a + RING), to_b = min(of_b, merged_b + RING);
        for (int i = loaded_a + t; i < to_a; i += THREADS)
            ring_a[i % RING] = a[from_a + merged_a + i - loaded_a];
        for (int i = loaded_b + t; i < to_b; i += THREADS)
            ring_b[i % RING] = b[from_b + merged_b + i - loaded_b];
        loaded_a = to_a;
        loaded_b = to_b;
        __syncthreads();
        int have_a = loaded_a - merged_a, have_b = loaded_b - merged_b;
        int now = min(RING, total - done), k = min(t * (RING / THREADS), now);
        int end = min(k + RING / THREADS, now);
        int i = rank_in_rings(k, ring_a, merged_a, have_a, ring_b, merged_b, have_b), j = k - i;
        for (; k < end; k++) {
            bool takes_a = j >= have_b || (i < have_a && ring_a[(merged_a + i) % RING] <=
                                                             ring_b[(merged_b + j) % RING]);
            c[first + done + k] =
                takes_a ? ring_a[(merged_a + i++) % RING] : ring_b[(merged_b + j++) % RING];
        }
        i = rank_in_rings(now, ring_a, merged_a, have_a, ring_b, merged_b, have_b);
        __syncthreads();
        merged_a += i;
        merged_b += now - i;
    }
}
EXPORT void merge_tiled(const int *d_a, int m, const int *d_b, int n, int *d_c)
{
    long long all = (long long)m + n;
    if (all)
        merge_kernel<<<blocks_for((size_t)all, SHARE), THREADS>>>(d_a, m, d_b, n, d_c);
}
