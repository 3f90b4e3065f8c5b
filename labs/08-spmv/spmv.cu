// Lab 08: sparse matrix times vector, format by format. Fill in the TODOs in order; after each,
// `make check`. The formats are described in spmv.h.
#include "spmv.h"

#define BLOCK_SIZE 256 // threads of a block, in all kernels of this file

// The thread's number in the grid. In 64 bits, since the last block may reach past 2^31.
__device__ long long thread_index(void)
{
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

// ---- spmv_csr: one thread a row -----------------------------------------------------------

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    // TODO 1 (14 lines): a kernel that takes the struct as it is, and its launch. A thread
    // walks along its row's entries. Which x belongs to an entry? Rows may be empty, and are
    // written all the same; the matrix may have no row at all.
}

// ---- spmv_ell: rows of equal room, stored column by column --------------------------------

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    // TODO 2 (16 lines): kernel and launch, again one thread a row. How far is it from a place
    // of the row to the next, and in how many bits does that fit? Padding is no entry: neither
    // its value nor its column may be used.
}

// ---- spmv_coo: one thread an entry --------------------------------------------------------

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    // TODO 3 (14 lines): kernel and launch. Entries of a row may be anywhere in the list, and
    // whoever has one adds it to y: what if two do so at once, and what was in y before?
}

// ---- spmv_hybrid: the regular part in ELL, the surplus in COO -----------------------------

EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    // TODO 4 (5 lines): use the kernels that you have. Launches of a stream run one after the
    // other. Which of the two parts may overwrite y, and which one must not clear it?
}

// ---- spmv_jds: rows sorted by length, a launch for each section ---------------------------

EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    // TODO 5 (20 lines): a kernel for the rows of one section, and a loop that launches it for
    // each. a.sections is host memory: pass the kernel the section itself. A section's row has
    // three numbers: in the section, in the sorted order, and in A. Which is needed where?
}
