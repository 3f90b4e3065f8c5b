// Memory from functions of Thrust, which kernels are given.
// prints: 1325 5 2080
#include <stdio.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
__global__ void add(int *p, int n)
{
    int i = threadIdx.x;
    if (i < n)
        p[i] += i;
}
int main()
{
    thrust::device_ptr<int> p = thrust::device_malloc<int>(50),
                            q = thrust::device_malloc<int>(50);
    thrust::fill(p, p + 50, 2);
    thrust::fill(q, q + 50, 1);
    add<<<1, 64>>>(p.get(), 50);
    thrust::sort(thrust::make_zip_iterator(thrust::make_tuple(p, q)),
                 thrust::make_zip_iterator(thrust::make_tuple(p + 50, q + 50)));
    printf("%d %d ", thrust::reduce(p, p + 50), (int)p[3]);
    thrust::device_free(p);
    thrust::device_free(q);
    auto both = thrust::malloc<int>(thrust::device, 64);
    thrust::fill(both, both + 64, 1);
    add<<<1, 64>>>(both.get(), 64);
    printf("%d\n", thrust::reduce(both, both + 64));
    thrust::free(thrust::device, both);
    return 0;
}
