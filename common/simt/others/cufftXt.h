/* cuFFT's plans by element types: <cufftXt.h>. Several devices, callbacks and transforms of
 * half are not supported. C++17. */
#ifndef SIMT_CUFFTXT_H
#define SIMT_CUFFTXT_H

#include "others/cufft.h"

namespace simt_fft
{

/* The type of a transform from elements to elements: false where there is none. */
inline bool find_type(cudaDataType in, cudaDataType out, cufftType *type)
{
    static const struct {
        cudaDataType in, out;
        cufftType type;
    } known[] = {{CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUFFT_R2C},
                 {CUDA_C_32F, CUDA_R_32F, CUFFT_C2R}, {CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
                 {CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D}};
    for (const auto &row : known)
        if (row.in == in && row.out == out) {
            *type = row.type;
            return true;
        }
    fputs("not supported without a GPU: cuFFT of these element types\n", stderr);
    return false;
}

} // namespace simt_fft

inline cufftResult cufftXtMakePlanMany(cufftHandle handle, int rank, long long *n,
                                       long long *in_embed, long long in_stride,
                                       long long in_distance, cudaDataType in,
                                       long long *out_embed, long long out_stride,
                                       long long out_distance, cudaDataType out,
                                       long long batch, size_t *bytes, cudaDataType)
{
    cufftType type = CUFFT_C2C;
    if (!simt_fft::find_type(in, out, &type))
        return CUFFT_NOT_SUPPORTED;
    return simt_fft::make(handle, rank, n, in_embed, in_stride, in_distance, out_embed,
                          out_stride, out_distance, type, batch, bytes);
}

/* Of real transforms the type of the plan is the direction. */
inline cufftResult cufftXtExec(cufftHandle handle, void *from, void *to, int direction)
{
    simt_fft::plan *p = simt_fft::plan_of(handle);
    switch (p ? p->type : CUFFT_C2C) {
    case CUFFT_R2C:
        return cufftExecR2C(handle, (cufftReal *)from, (cufftComplex *)to);
    case CUFFT_C2R:
        return cufftExecC2R(handle, (cufftComplex *)from, (cufftReal *)to);
    case CUFFT_D2Z:
        return cufftExecD2Z(handle, (cufftDoubleReal *)from, (cufftDoubleComplex *)to);
    case CUFFT_Z2D:
        return cufftExecZ2D(handle, (cufftDoubleComplex *)from, (cufftDoubleReal *)to);
    case CUFFT_Z2Z:
        return cufftExecZ2Z(handle, (cufftDoubleComplex *)from, (cufftDoubleComplex *)to,
                            direction);
    default:
        return cufftExecC2C(handle, (cufftComplex *)from, (cufftComplex *)to, direction);
    }
}

#endif
