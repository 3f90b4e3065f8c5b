/* What cuFFT computes: <cufft.h>. C++17.
 *
 * Transforms of one to three dimensions, of any size, in batches and with the advanced layout
 * of cufftPlanMany; in float and double, complex and real. They are computed in double: a
 * float's last digits may differ from cuFFT's. A call waits for what its stream had before, and
 * copies fetch its operand and hand over its result: so what lies outside an allocation is
 * refused.
 *
 * Source: Cooley and Tukey, An Algorithm for the Machine Calculation of Complex Fourier Series,
 * 1965, with a plain sum for each prime factor. */
#ifndef SIMT_CUFFT_H
#define SIMT_CUFFT_H

#define _CUFFT_H_

#include <complex>
#include <vector>
#include "others/cuComplex.h"
#include "others/library_types.h"
#include "shim/translated.h"

typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_TYPE = 3,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8,
    CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
    CUFFT_INVALID_DEVICE = 11,
    CUFFT_PARSE_ERROR = 12,
    CUFFT_NO_WORKSPACE = 13,
    CUFFT_NOT_IMPLEMENTED = 14,
    CUFFT_LICENSE_ERROR = 15,
    CUFFT_NOT_SUPPORTED = 16,
    CUFFT_MISSING_DEPENDENCY = 17,
    CUFFT_NVRTC_FAILURE = 18,
    CUFFT_NVJITLINK_FAILURE = 19,
    CUFFT_NVSHMEM_FAILURE = 20
} cufftResult;

typedef enum cufftType_t {
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_C2C = 0x29,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c,
    CUFFT_Z2Z = 0x69
} cufftType;

#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define CUFFT_VERSION 12000

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

namespace simt_fft
{

/* Loops over the host's own memory: the checker need not see them, and they may be fast. */
#define SIMT_FFT_LOOP SIMT_UNWATCHED __attribute__((optimize("O3"))) inline

using complex = std::complex<double>;

/* How the elements of one side lie: those of a batch `distance` apart, those of the last
 * dimension `stride`; 0 where the call leaves that to cuFFT. */
struct side {
    std::vector<long long> embed;
    long long stride = 1, distance = 0;
};

struct plan {
    bool is_made = false;
    cufftType type = CUFFT_C2C;
    std::vector<long long> n;
    long long batch = 1;
    side in, out;
    cudaStream_t stream = nullptr;
};

inline std::vector<plan> &plans()
{
    static std::vector<plan> all(1); /* handle 0 is none */
    return all;
}

inline plan *plan_of(cufftHandle handle)
{
    return handle > 0 && (size_t)handle < plans().size() ? &plans()[(size_t)handle] : nullptr;
}

/* --- one line ----------------------------------------------------------------------------- */

SIMT_FFT_LOOP long long smallest_factor(long long n)
{
    for (long long p = 2; p * p <= n; p++)
        if (n % p == 0)
            return p;
    return n;
}

/* The n elements of `from` that lie `by` apart, transformed; root[i * step] are its roots of 1.
 */
SIMT_FFT_LOOP void transform(const complex *from, size_t by, complex *to, size_t n,
                             const std::vector<complex> &root, size_t step)
{
    if (n == 1) {
        *to = *from;
        return;
    }
    size_t p = (size_t)smallest_factor((long long)n), m = n / p;
    for (size_t r = 0; r < p; r++)
        transform(from + r * by, by * p, to + r * m, m, root, step * p);
    std::vector<complex> term(p);
    for (size_t k = 0; k < m; k++) {
        for (size_t r = 0; r < p; r++)
            term[r] = to[r * m + k] * root[r * k * step];
        for (size_t q = 0; q < p; q++) {
            complex sum = term[0];
            for (size_t r = 1; r < p; r++)
                sum += term[r] * root[r * q % p * m * step];
            to[q * m + k] = sum;
        }
    }
}

SIMT_FFT_LOOP std::vector<complex> roots_of_one(size_t n, int sign)
{
    std::vector<complex> root(n);
    for (size_t i = 0; i < n; i++)
        root[i] = std::polar(1.0, sign * 2 * 3.14159265358979323846 * (double)i / (double)n);
    return root;
}

/* All lines of the array along dimension d. */
SIMT_FFT_LOOP void along(std::vector<complex> &a, const std::vector<long long> &n, size_t d,
                         int sign)
{
    size_t size = (size_t)n[d], inner = 1;
    for (size_t i = d + 1; i < n.size(); i++)
        inner *= (size_t)n[i];
    std::vector<complex> root = roots_of_one(size, sign), line(size);
    for (size_t first = 0; first < a.size(); first += size * inner)
        for (size_t i = 0; i < inner; i++) {
            transform(&a[first + i], inner, line.data(), size, root, 1);
            for (size_t k = 0; k < size; k++)
                a[first + i + k * inner] = line[k];
        }
}

/* --- a call ------------------------------------------------------------------------------- */

inline bool is_real_to_complex(cufftType type)
{
    return type == CUFFT_R2C || type == CUFFT_D2Z;
}

inline bool is_complex_to_real(cufftType type)
{
    return type == CUFFT_C2R || type == CUFFT_Z2D;
}

/* The sizes of what lies on a side: the last dimension of a real transform's complex side has
 * only its first half and the middle. */
inline std::vector<long long> sizes(const plan &p, bool is_half)
{
    std::vector<long long> n = p.n;
    if (is_half)
        n.back() = n.back() / 2 + 1;
    return n;
}

/* A side as the call means it. In place, real lines have room for their complex results. */
inline side filled(const plan &p, const side &given, const std::vector<long long> &n,
                   bool is_padded)
{
    side s = given;
    if (s.embed.empty()) {
        s.embed = n;
        s.stride = 1;
        s.distance = 0;
        if (is_padded)
            s.embed.back() = 2 * (p.n.back() / 2 + 1);
    }
    if (!s.distance) {
        s.distance = s.stride;
        for (long long size : s.embed)
            s.distance *= size;
    }
    return s;
}

/* Where the element lies whose number is i, by rows, in an array of sizes n. */
SIMT_FFT_LOOP size_t place(const side &s, const std::vector<long long> &n, long long i)
{
    long long at = 0, scale = 1;
    for (size_t d = n.size(); d-- > 0; i /= n[d]) {
        at += i % n[d] * scale;
        scale *= s.embed[d];
    }
    return (size_t)(at * s.stride);
}

inline long long count(const std::vector<long long> &n)
{
    long long product = 1;
    for (long long size : n)
        product *= size;
    return product;
}

/* The index of the element whose indices are the negative ones of number i's. */
SIMT_FFT_LOOP long long mirrored(const std::vector<long long> &n, long long i)
{
    long long at = 0, scale = 1;
    for (size_t d = n.size(); d-- > 0; i /= n[d]) {
        at += (n[d] - i % n[d]) % n[d] * scale;
        scale *= n[d];
    }
    return at;
}

template <class T> struct as {
    static complex number(T value)
    {
        return {(double)value, 0};
    }
    static T from(complex value)
    {
        return (T)value.real();
    }
};
template <> struct as<cufftComplex> {
    static complex number(cufftComplex value)
    {
        return {(double)value.x, (double)value.y};
    }
    static cufftComplex from(complex value)
    {
        return make_cuFloatComplex((float)value.real(), (float)value.imag());
    }
};
template <> struct as<cufftDoubleComplex> {
    static complex number(cufftDoubleComplex value)
    {
        return {value.x, value.y};
    }
    static cufftDoubleComplex from(complex value)
    {
        return make_cuDoubleComplex(value.real(), value.imag());
    }
};

/* One transform of a batch: `a` holds the input, of sizes n, and then the whole result. */
SIMT_FFT_LOOP void transform_all(const plan &p, std::vector<complex> &a, int sign)
{
    if (is_complex_to_real(p.type)) {
        std::vector<long long> n = sizes(p, true);
        std::vector<complex> whole((size_t)count(p.n));
        for (long long i = 0, all = count(p.n), last = p.n.back(); i < all; i++) {
            bool is_there = i % last < n.back();
            long long j = is_there ? i : mirrored(p.n, i);
            complex value = a[(size_t)(j / last * n.back() + j % last)];
            whole[(size_t)i] = is_there ? value : std::conj(value);
        }
        a = whole;
    }
    for (size_t d = 0; d < p.n.size(); d++)
        along(a, p.n, d, sign);
}

/* Bytes from the first element of a side to behind its last. */
template <class T>
size_t bytes_of(const side &s, const std::vector<long long> &n, long long batch)
{
    return ((size_t)((batch - 1) * s.distance) + place(s, n, count(n) - 1) + 1) * sizeof(T);
}

template <class In, class Out>
SIMT_FFT_LOOP void compute(const plan &p, const side &in, const side &out,
                           const std::vector<In> &given, std::vector<Out> &made, int sign)
{
    std::vector<long long> n_in = sizes(p, is_complex_to_real(p.type));
    std::vector<long long> n_out = sizes(p, is_real_to_complex(p.type));
    for (long long b = 0; b < p.batch; b++) {
        std::vector<complex> a((size_t)count(n_in));
        for (size_t i = 0; i < a.size(); i++)
            a[i] = as<In>::number(
                given[(size_t)(b * in.distance) + place(in, n_in, (long long)i)]);
        transform_all(p, a, sign);
        for (long long i = 0, all = count(n_out); i < all; i++)
            made[(size_t)(b * out.distance) + place(out, n_out, i)] =
                as<Out>::from(a[(size_t)(i / n_out.back() * p.n.back() + i % n_out.back())]);
    }
}

template <class In, class Out>
cufftResult execute(cufftHandle handle, cufftType type, const In *from, Out *to, int sign)
{
    plan *p = plan_of(handle);
    if (!p || !p->is_made)
        return CUFFT_INVALID_PLAN;
    if (p->type != type)
        return CUFFT_INVALID_TYPE;
    bool is_padded = (const void *)from == (const void *)to;
    std::vector<long long> n_in = sizes(*p, is_complex_to_real(type));
    std::vector<long long> n_out = sizes(*p, is_real_to_complex(type));
    side in = filled(*p, p->in, n_in, is_padded && is_real_to_complex(type));
    side out = filled(*p, p->out, n_out, is_padded && is_complex_to_real(type));
    size_t in_bytes = bytes_of<In>(in, n_in, p->batch);
    size_t out_bytes = bytes_of<Out>(out, n_out, p->batch);
    std::vector<In> given(in_bytes / sizeof(In));
    std::vector<Out> made(out_bytes / sizeof(Out));
    bool is_dense = out_bytes / sizeof(Out) == (size_t)(count(n_out) * p->batch);
    if (cudaMemcpyAsync(given.data(), from, in_bytes, cudaMemcpyDeviceToHost, p->stream) ||
        (!is_dense && /* what lies between the results stays */
         cudaMemcpyAsync(made.data(), to, out_bytes, cudaMemcpyDeviceToHost, p->stream)) ||
        cudaStreamSynchronize(p->stream))
        return CUFFT_EXEC_FAILED;
    compute(*p, in, out, given, made, sign);
    return cudaMemcpyAsync(to, made.data(), out_bytes, cudaMemcpyHostToDevice, p->stream)
               ? CUFFT_EXEC_FAILED
               : CUFFT_SUCCESS;
}

template <class Int>
cufftResult make(cufftHandle handle, int rank, const Int *n, const Int *in_embed,
                 long long in_stride, long long in_distance, const Int *out_embed,
                 long long out_stride, long long out_distance, cufftType type, long long batch,
                 size_t *bytes)
{
    plan *p = plan_of(handle);
    if (!p)
        return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > 3 || !n || batch < 1)
        return CUFFT_INVALID_VALUE;
    p->n.assign(n, n + rank);
    for (long long size : p->n)
        if (size < 1)
            return CUFFT_INVALID_SIZE;
    p->type = type;
    p->batch = batch;
    p->in = p->out = side();
    if (in_embed && out_embed) { /* else both are basic */
        p->in = {{in_embed, in_embed + rank}, in_stride, in_distance};
        p->out = {{out_embed, out_embed + rank}, out_stride, out_distance};
    }
    p->is_made = true;
    if (bytes)
        *bytes = 0;
    return CUFFT_SUCCESS;
}

} // namespace simt_fft

/* --- plans -------------------------------------------------------------------------------- */

inline cufftResult cufftCreate(cufftHandle *handle)
{
    simt_fft::plans().emplace_back();
    *handle = (int)simt_fft::plans().size() - 1;
    return CUFFT_SUCCESS;
}

inline cufftResult cufftDestroy(cufftHandle handle)
{
    simt_fft::plan *p = simt_fft::plan_of(handle);
    if (!p)
        return CUFFT_INVALID_PLAN;
    *p = simt_fft::plan();
    return CUFFT_SUCCESS;
}

inline cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int *n, int *in_embed,
                                     int in_stride, int in_distance, int *out_embed,
                                     int out_stride, int out_distance, cufftType type,
                                     int batch, size_t *bytes)
{
    return simt_fft::make(handle, rank, n, in_embed, in_stride, in_distance, out_embed,
                          out_stride, out_distance, type, batch, bytes);
}

inline cufftResult cufftMakePlanMany64(cufftHandle handle, int rank, long long *n,
                                       long long *in_embed, long long in_stride,
                                       long long in_distance, long long *out_embed,
                                       long long out_stride, long long out_distance,
                                       cufftType type, long long batch, size_t *bytes)
{
    return simt_fft::make(handle, rank, n, in_embed, in_stride, in_distance, out_embed,
                          out_stride, out_distance, type, batch, bytes);
}

inline cufftResult cufftMakePlan1d(cufftHandle handle, int nx, cufftType type, int batch,
                                   size_t *bytes)
{
    return simt_fft::make<int>(handle, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch,
                               bytes);
}

inline cufftResult cufftMakePlan2d(cufftHandle handle, int nx, int ny, cufftType type,
                                   size_t *bytes)
{
    int n[] = {nx, ny};
    return simt_fft::make<int>(handle, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, bytes);
}

inline cufftResult cufftMakePlan3d(cufftHandle handle, int nx, int ny, int nz, cufftType type,
                                   size_t *bytes)
{
    int n[] = {nx, ny, nz};
    return simt_fft::make<int>(handle, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, bytes);
}

inline cufftResult cufftPlanMany(cufftHandle *handle, int rank, int *n, int *in_embed,
                                 int in_stride, int in_distance, int *out_embed, int out_stride,
                                 int out_distance, cufftType type, int batch)
{
    cufftCreate(handle);
    return cufftMakePlanMany(*handle, rank, n, in_embed, in_stride, in_distance, out_embed,
                             out_stride, out_distance, type, batch, nullptr);
}

inline cufftResult cufftPlan1d(cufftHandle *handle, int nx, cufftType type, int batch)
{
    cufftCreate(handle);
    return cufftMakePlan1d(*handle, nx, type, batch, nullptr);
}

inline cufftResult cufftPlan2d(cufftHandle *handle, int nx, int ny, cufftType type)
{
    cufftCreate(handle);
    return cufftMakePlan2d(*handle, nx, ny, type, nullptr);
}

inline cufftResult cufftPlan3d(cufftHandle *handle, int nx, int ny, int nz, cufftType type)
{
    cufftCreate(handle);
    return cufftMakePlan3d(*handle, nx, ny, nz, type, nullptr);
}

inline cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
    simt_fft::plan *p = simt_fft::plan_of(handle);
    if (!p)
        return CUFFT_INVALID_PLAN;
    p->stream = stream;
    return CUFFT_SUCCESS;
}

/* Its work needs no memory of the device. */
inline cufftResult cufftSetAutoAllocation(cufftHandle handle, int)
{
    return simt_fft::plan_of(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

inline cufftResult cufftSetWorkArea(cufftHandle handle, void *)
{
    return simt_fft::plan_of(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

inline cufftResult cufftGetSize(cufftHandle handle, size_t *bytes)
{
    *bytes = 0;
    return simt_fft::plan_of(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

inline cufftResult cufftGetVersion(int *version)
{
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

inline cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
    *value = type == MAJOR_VERSION ? CUFFT_VERSION / 1000 : 0;
    return CUFFT_SUCCESS;
}

/* --- transforms --------------------------------------------------------------------------- */

#define SIMT_FFT_COMPLEX(name, type, T)                                                        \
    inline cufftResult name(cufftHandle handle, T *from, T *to, int direction)                 \
    {                                                                                          \
        return simt_fft::execute(handle, type, from, to, direction < 0 ? -1 : 1);              \
    }
#define SIMT_FFT_REAL(name, type, In, Out, sign)                                               \
    inline cufftResult name(cufftHandle handle, In *from, Out *to)                             \
    {                                                                                          \
        return simt_fft::execute(handle, type, from, to, sign);                                \
    }
SIMT_FFT_COMPLEX(cufftExecC2C, CUFFT_C2C, cufftComplex)
SIMT_FFT_COMPLEX(cufftExecZ2Z, CUFFT_Z2Z, cufftDoubleComplex)
SIMT_FFT_REAL(cufftExecR2C, CUFFT_R2C, cufftReal, cufftComplex, -1)
SIMT_FFT_REAL(cufftExecD2Z, CUFFT_D2Z, cufftDoubleReal, cufftDoubleComplex, -1)
SIMT_FFT_REAL(cufftExecC2R, CUFFT_C2R, cufftComplex, cufftReal, 1)
SIMT_FFT_REAL(cufftExecZ2D, CUFFT_Z2D, cufftDoubleComplex, cufftDoubleReal, 1)

#undef SIMT_FFT_COMPLEX
#undef SIMT_FFT_REAL
#undef SIMT_FFT_LOOP

#endif
