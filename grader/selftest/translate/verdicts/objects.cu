// What copies an object of the device, and what a variable there begins with.
struct copied {
    int a;
    __host__ __device__ copied(int n) : a(n) {}
    copied(const copied &other) : a(other.a) {}
};
struct plain {
    int a = 3;
};

__global__ void objects(int *out)
{
    plain d, e = d;
    copied f(3);
    copied g = f; // error: the copy constructor of 'copied'
    copied h(f);  // error: the copy constructor of 'copied'
    out[0] = d.a + e.a + f.a + g.a + h.a;
}

static int array[3];
__device__ int *first = array; // error: array belongs to the host
__global__ void uses(int *out)
{
    out[0] = *first;
}
struct defaulted {
    int n;
    defaulted &operator=(const defaulted &) = default;
};
__global__ void assigns(defaulted *x)
{
    x[0] = x[1];
}
