/* What nvcc takes and the CPU backend lacks: named in one line. */
#include <thrust/unique.h> // error: not supported without a GPU: <thrust/unique.h>
#include <cub/block/block_scan.cuh> // error: not supported without a GPU: <cub/block/block_scan.cuh>
#include <cuda/std/array> // error: not supported without a GPU: <cuda/std/array>
__global__ void assembly(int *x) { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); } // error: not supported without a GPU: inline PTX (asm) of wgmma.fence.sync.aligned
__global__ void __cluster_dims__(2, 1, 1) clusters(int *x) { x[0] = 1; } // error: not supported without a GPU: __cluster_dims__
