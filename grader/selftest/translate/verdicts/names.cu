/* What nvcc builds, and no device can run: a variable's name gives the host another address than the device has. */
__constant__ float weights[4];
__device__ int counts[4];
__managed__ int shared_by_both[4];
__global__ void read_weights(const float *w, float *out) { out[0] = w[0]; }
__global__ void count(int *to) { to[0] = 1; }
__global__ void by_name(float *out) { out[0] = weights[0]; }
void host(float *out)
{
    void *address;
    read_weights<<<1, 1>>>(weights, out); // error: weights is in the device's memory
    count<<<1, 1>>>(counts); // error: counts is in the device's memory
    count<<<1, 1>>>(shared_by_both);
    by_name<<<1, 1>>>(out);
    cudaGetSymbolAddress(&address, counts);
    count<<<sizeof counts / sizeof counts[0], 1>>>((int *)address);
}
