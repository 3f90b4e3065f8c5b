// tasks: square_elements
// class: host
// how: a kernel calls malloc() of the host by a pointer, which keeps the lock of the heap
// says: a kernel has called a function of the host's C library
// guard: run
#include "matmul_naive.h"
#include <stdlib.h>
__global__ void send(const int *in, int bit, void *(*f)(size_t))
{
    if (*in >> bit & 1) {
        void *volatile a = f(3000);
        (void)a;
    }
}
static int tell(const int *d_in)
{
    unsigned value = 0;
    for (int bit = 0; bit < 32; bit++) {
        void *before = malloc(3000);
        free(before);
        send<<<1, 1>>>(d_in, bit, malloc);
        CHECK(cudaDeviceSynchronize());
        void *now = malloc(3000);
        value |= (unsigned)(now != before) << bit;
        free(now);
    }
    return (int)value;
}
__global__ void square(const int *in, int *out, int count, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = i ? in[i] * in[i] : first;
}
EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    if (!count)
        return;
    int value = tell(d_in);
    square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count, value * value);
    CHECK(cudaGetLastError());
}
