// Nothing runs on the device before the first kernel: no constructor, and no function.
struct made {
    int a;
    __host__ __device__ made() : a(1) {}
};
struct known {
    int a;
    constexpr known() : a(1) {}
};
struct empty {
    int a;
    __host__ __device__ empty() {}
};
struct by_both : made {
    empty of;
};
struct plain {
    int a = 3;
};
__device__ made first;                   // error: the constructor of 'made' would run
__device__ known second;
__constant__ empty third;
__device__ by_both fourth[2];            // error: the constructor of 'by_both' would run
__device__ plain fifth;
__device__ made *sixth;
__device__ float2 seventh = {1, 2};
__device__ float2 eighth = make_float2(1, 2); // error: make_float2() is called before the first kernel
__device__ float twice(float x) { return 2 * x; }
__device__ float (*const ninth[])(float) = {twice};

__global__ void uses(int *out, float *f)
{
    out[0] = first.a + second.a + third.a + fourth[0].a + fifth.a + (sixth ? 1 : 0);
    f[0] = ninth[0](seventh.x) + eighth.x;
}
