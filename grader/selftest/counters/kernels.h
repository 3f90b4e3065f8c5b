/* The kernels of kernels.cu, one launch a function. */
#ifndef KERNELS_H
#define KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

#define CASE(name, ...) void name(const float *in, float *out);
#include "cases.inc"
#undef CASE

#ifdef __cplusplus
}
#endif

#endif
