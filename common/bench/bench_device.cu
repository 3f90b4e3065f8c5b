// The device's side of `make bench`: inputs, comparisons, and kernels that reach the ceilings
// which the others are measured against.
#include "bench_device.h"
#include "kernel.h"

#include <math.h>
#include <string.h>

#define BLOCK_SIZE 256

static unsigned blocks_of_device(unsigned per_multiprocessor)
{
    int count;
    CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count * per_multiprocessor;
}

// --- inputs ----------------------------------------------------------------------------------

// 64 bits for the i-th element of array number `stream`: splitmix64 (Steele, Lea and Flood,
// Fast Splittable Pseudorandom Number Generators, 2014).
static __device__ unsigned long long bits_of(unsigned long long stream, size_t i)
{
    unsigned long long z = stream * 0xd1342543de82ef95ull + (i + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

// 0 to n - 1.
static __device__ unsigned below(unsigned long long stream, size_t i, unsigned n)
{
    return (unsigned)((bits_of(stream, i) >> 32) * n >> 32);
}

#define EACH_ELEMENT(i, n)                                                                     \
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < (n);                    \
         i += (size_t)gridDim.x * blockDim.x)

__global__ void fill_floats(float *x, size_t n, float low, float high, uint64_t stream)
{
    EACH_ELEMENT(i, n)
    x[i] = low + (high - low) * ((float)(bits_of(stream, i) >> 40) / (float)(1 << 24));
}

__global__ void fill_ints(int *x, size_t n, int low, int high, uint64_t stream)
{
    EACH_ELEMENT(i, n)
    x[i] = low + (int)below(stream, i, (unsigned)high - (unsigned)low);
}

__global__ void fill_sorted(int *x, size_t n, int from, int mean_step, uint64_t stream)
{
    EACH_ELEMENT(i, n)
    x[i] = from + (int)i * mean_step + (int)below(stream, i, mean_step + 1);
}

struct alphabet {
    unsigned count;
    unsigned char bytes[256];
};

__global__ void fill_bytes(unsigned char *x, size_t n, struct alphabet alphabet,
                           uint64_t stream)
{
    EACH_ELEMENT(i, n)
    x[i] = alphabet.bytes[below(stream, i, alphabet.count)];
}

void bench_fill_floats(float *d_x, size_t count, float low, float high)
{
    fill_floats<<<blocks_of_device(8), BLOCK_SIZE>>>(d_x, count, low, high, bench_stream());
    CHECK(cudaGetLastError());
}

void bench_fill_ints(int *d_x, size_t count, int low, int high)
{
    fill_ints<<<blocks_of_device(8), BLOCK_SIZE>>>(d_x, count, low, high, bench_stream());
    CHECK(cudaGetLastError());
}

void bench_fill_sorted(int *d_x, size_t count, int from, int mean_step)
{
    fill_sorted<<<blocks_of_device(8), BLOCK_SIZE>>>(d_x, count, from, mean_step,
                                                     bench_stream());
    CHECK(cudaGetLastError());
}

void bench_fill_bytes(unsigned char *d_x, size_t count, const char *alphabet)
{
    struct alphabet all = {0};
    while (alphabet[all.count]) {
        all.bytes[all.count] = alphabet[all.count];
        all.count++;
    }
    fill_bytes<<<blocks_of_device(8), BLOCK_SIZE>>>(d_x, count, all, bench_stream());
    CHECK(cudaGetLastError());
}

// --- comparison ------------------------------------------------------------------------------

// One for all blocks: a relative error is no less than 0, so that its bits are ordered as it
// is.
struct tally {
    unsigned long long count, largest_bits;
};

static __device__ long long integer_at(enum bench_type type, const void *x, size_t i)
{
    return type == BENCH_INT ? ((const int *)x)[i] : ((const long long *)x)[i];
}

static __device__ double relative(double got, double want)
{
    double error = fabs(got - want) / (want != 0 ? fabs(want) : 1);
    return got == want ? 0 : error == error ? error : INFINITY;
}

static __device__ double error_of(enum bench_type type, const void *got, const void *want,
                                  bool want_doubles, size_t i)
{
    if (type == BENCH_FLOAT)
        return relative(((const float *)got)[i],
                        want_doubles ? ((const double *)want)[i] : ((const float *)want)[i]);
    long long integer = integer_at(type, got, i);
    bool same = want_doubles ? (double)integer == ((const double *)want)[i]
                             : integer == integer_at(type, want, i);
    return same ? 0 : INFINITY;
}

__global__ void compare(enum bench_type type, const void *got, const void *want,
                        bool want_doubles, size_t n, double tolerance, struct tally *tally)
{
    double largest = 0;
    unsigned long long count = 0;
    EACH_ELEMENT(i, n)
    {
        double error = error_of(type, got, want, want_doubles, i);
        largest = fmax(largest, error);
        count += !(error <= tolerance);
    }
    atomicMax(&tally->largest_bits, (unsigned long long)__double_as_longlong(largest));
    atomicAdd(&tally->count, count);
}

struct difference device_compare(enum bench_type type, const void *d_got, const void *d_want,
                                 bool want_doubles, size_t count, double tolerance)
{
    struct tally *d_tally, tally;
    CHECK(cudaMalloc((void **)&d_tally, sizeof tally));
    CHECK(cudaMemset(d_tally, 0, sizeof tally));
    compare<<<blocks_of_device(8), BLOCK_SIZE>>>(type, d_got, d_want, want_doubles, count,
                                                 tolerance, d_tally);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&tally, d_tally, sizeof tally, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_tally));
    struct difference difference = {tally.count, 0};
    memcpy(&difference.largest, &tally.largest_bits, sizeof difference.largest);
    return difference;
}

// --- ceilings --------------------------------------------------------------------------------

#define AT_ONCE 8 // loads of 16 bytes that a thread has on their way

// Block b reads the b-th piece of BLOCK_SIZE * AT_ONCE groups of 16 bytes. On an H200 that is
// up to a tenth faster than as many blocks as are there at once, which go on to further pieces.
__global__ void read_kernel(const uint4 *from, size_t groups, unsigned *sink)
{
    unsigned sum = 0;
    size_t first = (size_t)blockIdx.x * BLOCK_SIZE * AT_ONCE + threadIdx.x;
    uint4 group[AT_ONCE];
    for (int k = 0; k < AT_ONCE; k++) {
        size_t i = first + k * BLOCK_SIZE;
        group[k] = i < groups ? from[i] : make_uint4(0, 0, 0, 0);
    }
    for (int k = 0; k < AT_ONCE; k++)
        sum += group[k].x ^ group[k].y ^ group[k].z ^ group[k].w;
    if (sum == 0x12345678) // hardly ever: the loads must only seem to be of use
        *sink = sum;
}

void device_read(const void *d_from, size_t bytes, unsigned *d_sink)
{
    const size_t groups = bytes / 16, piece = BLOCK_SIZE * AT_ONCE;
    read_kernel<<<(groups + piece - 1) / piece, BLOCK_SIZE>>>((const uint4 *)d_from, groups,
                                                              d_sink);
    CHECK(cudaGetLastError());
}

#define CHAINS 16 // additions that do not wait for each other
#define STEPS 8192

__global__ void multiply_add_kernel(float *sink, float factor)
{
    float x[CHAINS];
    for (int c = 0; c < CHAINS; c++)
        x[c] = threadIdx.x + c;
    for (int step = 0; step < STEPS; step++)
        for (int c = 0; c < CHAINS; c++)
            x[c] = fmaf(x[c], factor, 0.5f);
    float sum = 0;
    for (int c = 0; c < CHAINS; c++)
        sum += x[c];
    if (sum == 0.12345f)
        *sink = sum;
}

double device_multiply_add(float *d_sink)
{
    unsigned blocks = blocks_of_device(8);
    multiply_add_kernel<<<blocks, BLOCK_SIZE>>>(d_sink, 0.999f);
    CHECK(cudaGetLastError());
    return 2.0 * blocks * BLOCK_SIZE * CHAINS * STEPS;
}
