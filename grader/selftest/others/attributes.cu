// Launches with attributes, what a device says of itself, pools, ranges of managed memory.
// prints: 40 41 42 801 0 1 1 0 7
#include <stdio.h>

__global__ void add(int *a, const int *b, int n)
{
    cudaGridDependencySynchronize();
    if (threadIdx.x < n)
        a[threadIdx.x] += b[threadIdx.x];
    cudaTriggerProgrammaticLaunchCompletion();
}

// Asks at a launch for the attribute.
static cudaError_t launch_with(cudaLaunchAttribute attribute, int *a, const int *b)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1, 1, 1);
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, add, a, b, 3);
}

int main()
{
    int *a, *b, n = 3, read_mostly = 5, has_pools, device = 5;
    char bus[20];
    cudaLaunchAttribute attribute = {};
    cudaMemPool_t pool;
    cudaMemPoolProps pool_properties = {};
    cudaDeviceProp properties;

    cudaMallocManaged(&a, 16);
    for (int i = 0; i < 4; i++)
        a[i] = 10 * i;
    pool_properties.allocType = cudaMemAllocationTypePinned;
    cudaMemPoolCreate(&pool, &pool_properties);
    cudaMallocFromPoolAsync(&b, 16, pool, 0);
    cudaMemset(b, 0, 16);

    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    launch_with(attribute, b, a);
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    launch_with(attribute, b, b);
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 2, attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaError_t refused = launch_with(attribute, b, a);
    cudaGetLastError();

    cudaLaunchConfig_t config = {1, 4, 0, 0, nullptr, 0};
    void *arguments[] = {&a, &b, &n};
    cudaLaunchKernelExC(&config, (const void *)add, arguments);
    cudaDeviceSynchronize();

    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.num_bytes = 16;
    cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &window);
    cudaMemRangeGetAttribute(&read_mostly, 4, cudaMemRangeAttributeReadMostly, a, 16);
    cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, 0);
    cudaGetDeviceProperties(&properties, 0);
    cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
    cudaDeviceGetByPCIBusId(&device, bus);
    printf("%d %d %d %d %d %d %d %d %d\n", a[2] - 20, a[1] + 11, a[0] + 42, refused,
           read_mostly, has_pools, properties.concurrentKernels && properties.deviceOverlap,
           device, 7);
    cudaFreeAsync(b, 0);
    cudaMemPoolDestroy(pool);
    cudaFree(a);
    return 0;
}
