# Makes HIP of kernels.cu, for HIP-CPU: its functions are hip_*, and a launch ends before they return.
s/\bgrid_/hip_/g
s/cudaMemset/hipMemset/
s/^#include "works.h"/#include <hip\/hip_runtime.h>\n&/
s/^__global__ void/static &/
s/\b([a-z_]+)<<<(.*), ([a-z0-9 \/(),]+|dim3\(.*\))>>>\((.*)\);/hipLaunchKernelGGL(\1, dim3(\2), dim3(\3), 0, nullptr, \4);\n    hipDeviceSynchronize();/
