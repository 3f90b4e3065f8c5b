// cuRAND's generators in kernels: hashes of whole and uniform numbers, sums of normal ones.
// prints: 25ff23ee3f39f12a 9fefd00323ded028 737b425068d0a768 453.901 423.634 447.724
#include <curand_kernel.h>
#include <stdio.h>

struct result {
    unsigned long long hash;
    double normal;
};

__device__ void add(result *r, unsigned long long number)
{
    r->hash = r->hash * 1099511628211ull ^ number;
}

// Seeds, sequences and offsets of all sizes; numbers of each kind, and what skips of both kinds
// lead to.
template <class State> __global__ void draw(result *r)
{
    const unsigned long long seeds[] = {0, 1, 1234, 0x123456789abcdefull},
                             sequences[] = {0, 1, 5, 1000000};
    const unsigned long long offsets[] = {0, 1, 7, 12345678901ull};
    State s;
    for (int i = 0; i < 64; i++) {
        curand_init(seeds[i / 16], sequences[i / 4 % 4], offsets[i % 4], &s);
        for (int k = 0; k < 3; k++)
            add(r, curand(&s));
        add(r, __float_as_uint(curand_uniform(&s)));
        add(r, __double_as_longlong(curand_uniform_double(&s)));
        r->normal += curand_normal(&s);
        r->normal += 2 * curand_normal(&s);
        r->normal += 3 * curand_normal_double(&s);
        skipahead(3, &s);
        add(r, curand(&s));
        skipahead_sequence(2, &s);
        add(r, curand(&s));
        r->normal += 4 * curand_log_normal(&s, 0.5f, 0.25f);
        add(r, curand(&s));
    }
}

int main()
{
    result *r;
    cudaMallocManaged(&r, 3 * sizeof *r);
    for (int i = 0; i < 3; i++)
        r[i] = {1469598103934665603ull, 0};
    draw<curandStateXORWOW_t><<<1, 1>>>(r);
    draw<curandStatePhilox4_32_10_t><<<1, 1>>>(r + 1);
    draw<curandStateMRG32k3a_t><<<1, 1>>>(r + 2);
    cudaDeviceSynchronize();
    printf("%llx %llx %llx %.3f %.3f %.3f\n", r[0].hash, r[1].hash, r[2].hash, r[0].normal,
           r[1].normal, r[2].normal);
    cudaFree(r);
    return 0;
}
