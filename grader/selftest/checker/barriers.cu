// Barriers and warp operations that do not meet.
#include "case.h"

enum { N = 64 };

__global__ void divergent_kernel(int *out)
{
    if (threadIdx.x < 16)
        __syncthreads(); // @first
    else
        __syncthreads(); // @second
    out[threadIdx.x] = 1;
}

CASE(divergent_barrier,
     "barrier 16 threads (first: thread 0) wait at @first, 48 threads (first: "
     "thread 16) wait at @second")
{
    divergent_kernel<<<1, N>>>(nothing("out", N));
}

__global__ void early_return_kernel(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    __syncthreads(); // @barrier
    out[threadIdx.x] = 1;
}

CASE(barrier_after_return,
     "barrier 14 threads of block (0,0,0) have returned (first: thread 50), "
     "50 wait at @barrier")
{
    early_return_kernel<<<1, N>>>(nothing("out", N), 50);
}

CASE(barrier_of_all, "")
{
    early_return_kernel<<<1, N>>>(nothing("out", N), N);
}

__global__ void mask_kernel(int *out, unsigned mask)
{
    out[threadIdx.x] = __shfl_down_sync(mask, (int)threadIdx.x, 1); // @shuffle
}

CASE(lane_outside_its_mask, "mask __shfl_down_sync at @shuffle")
{
    mask_kernel<<<1, 32>>>(nothing("out", 32), 0x0000ffff);
}

CASE(whole_warp_in_the_mask, "")
{
    mask_kernel<<<1, 32>>>(nothing("out", 32), 0xffffffff);
}

__global__ void half_kernel(int *out)
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_down_sync(0x0000ffff, (int)threadIdx.x, 8); // @half
}

CASE(shuffle_from_an_inactive_lane, "note __shfl_down_sync at @half reads lanes that its mask "
                                    "0x0000ffff does not name")
{
    half_kernel<<<1, 32>>>(nothing("out", 32));
}

__global__ void returned_lane_kernel(int *out)
{
    if (threadIdx.x == 7)
        return;
    out[threadIdx.x] = __ballot_sync(0xffffffff, 1); // @ballot
}

CASE(returned_lane_in_the_mask, "mask the mask names thread 7, which has returned")
{
    returned_lane_kernel<<<1, 32>>>(nothing("out", 32));
}

__global__ void deadlock_kernel(int *out)
{
    if (threadIdx.x < 32)
        __syncthreads(); // @one_warp
    else if (threadIdx.x == 40)
        out[0] = __shfl_sync(0x00000300, 1, 0); // @other_warp
    else
        __syncthreads(); // @rest
}

CASE(deadlock, "deadlock @other_warp")
{
    deadlock_kernel<<<1, N>>>(nothing("out", N));
}
