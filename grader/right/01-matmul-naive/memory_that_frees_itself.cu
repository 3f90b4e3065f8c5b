// tasks: matmul_host
// how: std::unique_ptr frees the device's memory; rows are packed by the host
#include "matmul_naive.h"
#include <memory>
#include <vector>

struct DeviceDelete {
    void operator()(float *p) const
    {
        cudaFree(p);
    }
};

using DevicePtr = std::unique_ptr<float, DeviceDelete>;

static DevicePtr make_device(size_t count)
{
    void *p = nullptr;
    CHECK(cudaMalloc(&p, count * sizeof(float)));
    return DevicePtr(static_cast<float *>(p));
}

__global__ void mm(const float *a, const float *b, float *c, int n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= (size_t)n * n)
        return;
    int row = idx / n, col = idx % n;
    float s = 0;
    for (int k = 0; k < n; ++k)
        s += a[(size_t)row * n + k] * b[(size_t)k * n + col];
    c[idx] = s;
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    const size_t count = (size_t)n * n, row = n * sizeof(float);
    std::vector<float> packed(count);
    auto da = make_device(count), db = make_device(count), dc = make_device(count);
    auto upload = [&](const float *src, int ld, DevicePtr &dst) {
        for (int r = 0; r < n; ++r)
            std::copy(src + (size_t)r * ld, src + (size_t)r * ld + n,
                      packed.begin() + (size_t)r * n);
        CHECK(cudaMemcpy(dst.get(), packed.data(), count * sizeof(float),
                         cudaMemcpyHostToDevice));
    };
    upload(a, lda, da);
    upload(b, ldb, db);
    mm<<<(count + 255) / 256, 256>>>(da.get(), db.get(), dc.get(), n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), dc.get(), row, row, n, cudaMemcpyDeviceToHost));
}
