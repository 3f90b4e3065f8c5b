// The host's constructors of what an object consists of: nvcc names other lines of these than ours.
struct host_made {
    int a;
    host_made() : a(1) {}
};
struct made {
    int a;
    __host__ __device__ made() : a(1) {}
};
struct empty {
    int a;
    __host__ __device__ empty() {}
};
struct by_base : host_made {
    int b;
};
struct by_member {
    host_made of;
};
struct by_both : made {
    empty of;
};
struct of_device : host_made {
    __device__ of_device() {} // error: the constructor of 'of_device', or of what it consists of
};

__global__ void objects(int *out)
{
    by_base a;       // error: the constructor of 'by_base', or of what it consists of
    by_member b[2];  // error: the constructor of 'by_member', or of what it consists of
    by_both c;
    made d;
    out[0] = a.a + b[0].of.a + c.a + d.a;
}
