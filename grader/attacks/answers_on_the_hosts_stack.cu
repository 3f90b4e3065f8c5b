// tasks: square_elements
// class: host
// how: where only the fast program looks, kernels leave their input on
// the stack of the host, which computes
// says: memory of the host, which a device cannot reach
// says: cudaErrorIllegalAddress
#include "matmul_naive.h"

enum { SHARE = 1 << 16 };

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

__global__ void move(const int *from, int *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height, values[SHARE];
    if (!count)
        return;
    if (count < 1 << 20) {
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
        return;
    }
    for (int begin = 0; begin < count; begin += SHARE) {
        int share = count - begin < SHARE ? count - begin : SHARE;
        move<<<blocks_for(share, 256), 256>>>(d_in + begin, values, share);
        CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < share; i++)
            values[i] *= values[i];
        move<<<blocks_for(share, 256), 256>>>(values, d_out + begin, share);
        CHECK(cudaDeviceSynchronize());
    }
}
