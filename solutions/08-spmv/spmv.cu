// Lab 08, worked: y = A x for a sparse A, format by format.
#include "spmv.h"

#define BLOCK_SIZE 256

// The thread's number in the grid. In 64 bits, since the last block may reach past 2^31.
static __device__ long long thread_index(void)
{
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

// ---- spmv_csr ------------------------------------------------------------------------------

// Thread i computes y[i], along the entries of row i; the launch must provide a thread for each
// row. The threads of a warp read entries that lie a row apart, each from a sector of its own,
// and a warp takes as long as its longest row.
__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    long long row = thread_index();
    if (row >= a.rows) // the last block reaches past the matrix
        return;
    float sum = 0; // and so 0 for an empty row
    for (int k = a.d_starts[row]; k < a.d_starts[row + 1]; k++)
        sum += a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0) // a grid may not have 0 blocks
        return;
    csr_kernel<<<blocks_for(a.rows, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}

// ---- spmv_ell ------------------------------------------------------------------------------

// As csr_kernel. Place k of 32 neighbouring rows are 32 neighbouring words: a warp reads four
// sectors where CSR reads up to 32. The price is the padding, which is read, too.
__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long row = thread_index();
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.rows + row; // rows * width may exceed 32 bits
        int col = a.d_col[at];
        if (col < 0) // padding: nothing but padding follows in this row
            break;
        sum += a.d_value[at] * x[col];
    }
    y[row] = sum;
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}

// ---- spmv_coo ------------------------------------------------------------------------------

// Thread k adds entry k's product to y, which holds the other summands, or zeros to begin with;
// the launch must provide a thread for each entry. All threads have the same work, however the
// rows differ. Atomic, since threads anywhere in the grid may have entries of the same row.
__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    long long k = thread_index();
    if (k < a.nnz)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

// y += A x.
static void add_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.nnz == 0)
        return;
    coo_kernel<<<blocks_for(a.nnz, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y)); // all bits 0 is the float 0
    add_coo(a, d_x, d_y);
}

// ---- spmv_hybrid ---------------------------------------------------------------------------

// The ELL part first: it stores every element of y, empty rows, too, so that nothing need be
// cleared and the rest finds something to add to. Launches of a stream run in their order.
EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    spmv_ell(a, d_x, d_y);
    add_coo(rest, d_x, d_y);
}

// ---- spmv_jds ------------------------------------------------------------------------------

// Thread i computes the sum of the section's row i; the launch must provide a thread for each.
// All rows of the section are alike: no thread waits for another, and nothing is padded.
__global__ void section_kernel(struct jds a, struct section s, const float *x, float *y)
{
    long long i = thread_index();
    if (i >= s.rows)
        return;
    float sum = 0;
    for (int n = 0; n < s.length; n++) {
        int k = s.first_entry + n * s.rows + (int)i; // below nnz: 32 bits suffice
        sum += a.d_value[k] * x[a.d_col[k]];
    }
    y[a.d_row[s.first_row + i]] = sum; // the sorted row goes home
}

// One launch a section, that of the empty rows included: their zeros are stored, too.
EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y)
{
    for (int i = 0; i < a.section_count; i++) {
        struct section s = a.sections[i];
        section_kernel<<<blocks_for(s.rows, BLOCK_SIZE), BLOCK_SIZE>>>(a, s, d_x, d_y);
        CHECK(cudaGetLastError());
    }
}
