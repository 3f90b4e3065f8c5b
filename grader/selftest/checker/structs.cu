// Structures, vectors and arrays in structures: handed to functions, taken from them, assigned.
#include "case.h"

enum { N = 64 };

// --- by value --------------------------------------------------------------------------------

/* 8 bytes that need no alignment of 8. */
struct pair {
    float key;
    int index;
};

__device__ pair larger(pair a, pair b)
{
    return a.key > b.key ? a : b;
}

__device__ __noinline__ pair larger_of_three(pair a, pair b, pair c)
{
    return larger(larger(a, b), c);
}

__global__ void tree_of_pairs_kernel(pair *pairs, bool waits)
{
    int t = threadIdx.x;
    for (int half = N / 2; half > 0; half /= 2) {
        if (t < half)
            pairs[t] = larger(pairs[t], pairs[t + half]); // @larger
        if (waits)
            __syncthreads();
    }
}

CASE(pairs_by_value, "")
{
    tree_of_pairs_kernel<<<1, N>>>((pair *)numbers("pairs", 2 * N), true);
}

CASE(pairs_by_value_without_barrier, "race write @larger by thread 1 of block 0, read "
                                     "@larger by thread 0 of block 0 (and 61 more such pairs)")
{
    tree_of_pairs_kernel<<<1, N>>>((pair *)numbers("pairs", 2 * N), false);
}

__global__ void neighbours_kernel(pair *pairs, pair *out, int shift)
{
    int t = threadIdx.x;
    out[t] = larger_of_three(pairs[t], pairs[t + 1], pairs[t + 2]); // @three
    pairs[t + shift] = pair{0, t};                                  // @overwrite
}

__global__ void index_kernel(const pair *pairs, int *out)
{
    out[threadIdx.x] = pairs[threadIdx.x].index; // @index_of
}

CASE(neighbours_by_value, "")
{
    pair *d_pairs = (pair *)numbers("pairs", 8 * N);
    neighbours_kernel<<<1, N>>>(d_pairs, (pair *)nothing("out", 2 * N), 2 * N);
}

CASE(neighbours_by_value_overwritten, "race pairs[")
{
    pair *d_pairs = (pair *)numbers("pairs", 8 * N);
    neighbours_kernel<<<1, N>>>(d_pairs, (pair *)nothing("out", 2 * N), 2);
}

CASE(neighbours_by_value_beyond, "out-of-bounds read of pairs[")
{
    pair *d_pairs = (pair *)numbers("pairs", 2 * N);
    neighbours_kernel<<<1, 1>>>(d_pairs + N - 1, (pair *)nothing("out", 2 * N), 0);
}

/* An array that tells what its elements are. */
CASE(elements_are_structures,
     "out-of-bounds [64], which has 64 elements: @three | "
     "out-of-bounds [65] (byte 4 of it), which has 64 elements: @index_of")
{
    pair *d_pairs;
    CHECK(cudaMalloc(&d_pairs, N * sizeof *d_pairs));
    CHECK(cudaMemset(d_pairs, 0, N * sizeof *d_pairs));
    neighbours_kernel<<<1, 1>>>(d_pairs + N - 2, (pair *)nothing("out", 2 * N), 0);
    index_kernel<<<1, 1>>>(d_pairs + N + 1, nothing("out", N));
    CHECK(cudaFree(d_pairs));
}

/* The same of a shared one: the last lane reads behind its end. */
__global__ void shared_pairs_kernel(int *out)
{
    __shared__ pair own[N];
    own[threadIdx.x] = pair{0, (int)threadIdx.x};
    __syncthreads();
    out[threadIdx.x] = own[threadIdx.x + 1].index; // @behind_own
}

CASE(elements_of_shared_arrays,
     "out-of-bounds read of own[64] (byte 4 of it), which has 64 elements: @behind_own")
{
    shared_pairs_kernel<<<1, N>>>(nothing("out", N));
}

/* Too large for registers. */
struct rows {
    int at[5];
};

__device__ int sum_of(rows r)
{
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += r.at[i];
    return sum;
}

__device__ rows all(int value)
{
    return rows{{value, value, value, value, value}};
}

__global__ void rows_kernel(rows *in, int *out, int from, int to)
{
    int t = threadIdx.x;
    out[t] = sum_of(in[t + from]); // @sum_of
    in[t + to] = all(t);           // @all
}

CASE(rows_by_value, "")
{
    rows_kernel<<<1, N>>>((rows *)numbers("in", 5 * N), nothing("out", N), 0, 0);
}

CASE(rows_by_value_of_the_neighbour,
     "race write @all by thread 1 of block 0, read @sum_of by thread 0 "
     "of block 0 (and 309 more pairs of these lines)")
{
    rows_kernel<<<1, N - 1>>>((rows *)numbers("in", 5 * N), nothing("out", N), 1, 0);
}

CASE(rows_by_value_unwritten, "uninitialised read of in[0] in global memory")
{
    rows_kernel<<<1, N>>>((rows *)nothing("in", 10 * N), nothing("out", N), 0, N);
}

/* Whole words of it are padding, which nobody writes and a copy copies. */
struct padded {
    char first;
    double second;
    char third;
};

__global__ void fill_padded_kernel(padded *out)
{
    out[threadIdx.x].first = 1;
    out[threadIdx.x].second = 2;
    out[threadIdx.x].third = 3;
}

__global__ void copy_padded_kernel(const padded *in, padded *out, int shift)
{
    __shared__ padded s[N];
    int t = threadIdx.x;
    s[t] = in[t + shift]; // @copy_padded
    __syncthreads();
    padded other = s[N - 1 - t];
    memcpy(&out[t], &other, sizeof other);
}

static void copy_padded(int shift)
{
    padded *d_in = (padded *)nothing("in", 2 * N * sizeof *d_in / sizeof(int));
    padded *d_out = (padded *)nothing("out", N * sizeof *d_out / sizeof(int));
    fill_padded_kernel<<<1, N>>>(d_in);
    copy_padded_kernel<<<1, N>>>(d_in, d_out, shift);
    copy_padded_kernel<<<1, N>>>(d_out, d_in, 0);
}

CASE(padding_copied, "")
{
    copy_padded(0);
}

CASE(padded_unwritten, "uninitialised in global memory, which nothing has written: "
                       "@copy_padded by thread 63 of block 0")
{
    copy_padded(1);
}

__global__ void second_word_kernel(const padded *in, int *out)
{
    out[threadIdx.x] = ((const int *)in)[1]; // @second_word
}

CASE(padding_read, "uninitialised read of in[1] in global memory, which nothing has written: "
                   "@second_word")
{
    padded *d_in = (padded *)nothing("in", 6);
    fill_padded_kernel<<<1, 1>>>(d_in);
    second_word_kernel<<<1, N>>>(d_in, nothing("out", N));
}

/* What a kernel gets by value is each thread's own. */
__global__ void arguments_kernel(rows r, pair p, int *out)
{
    int t = threadIdx.x;
    r.at[t % 5] = t;
    p.index = r.at[(t + 1) % 5];
    out[t] = sum_of(r) + larger(p, pair{1, 2}).index;
}

CASE(arguments_by_value, "")
{
    arguments_kernel<<<2, N / 2>>>(rows{{1, 2, 3, 4, 5}}, pair{1, 1}, nothing("out", N) + 0);
}

/* Functions that no compiler can put in line. */
__device__ int index_of(pair p)
{
    return p.index;
}

__device__ pair numbered(int index)
{
    return pair{0, index};
}

typedef int index_function(pair);
typedef pair pair_function(int);
__device__ index_function *volatile d_index_of = index_of;
__device__ pair_function *volatile d_numbered = numbered;

__global__ void by_pointers_kernel(pair *pairs, int *out, int shift)
{
    int t = threadIdx.x;
    out[t] = d_index_of(pairs[t]);    // @given
    pairs[t + shift] = d_numbered(t); // @returned
}

CASE(by_pointers, "")
{
    by_pointers_kernel<<<1, N>>>((pair *)numbers("pairs", 2 * N), nothing("out", N), 0);
}

CASE(by_pointers_of_the_neighbour, "race write @returned by thread 0 of block 0, read @given "
                                   "by thread 1 of block 0 (and 123 more pairs of these lines)")
{
    by_pointers_kernel<<<1, N - 1>>>((pair *)numbers("pairs", 2 * N), nothing("out", N), 1);
}

// --- assigned --------------------------------------------------------------------------------

__global__ void turned_kernel(pair *pairs, bool waits)
{
    __shared__ pair s[N];
    int t = threadIdx.x;
    s[t] = pairs[t]; // @into_shared
    if (waits)
        __syncthreads();
    pairs[t] = s[N - 1 - t]; // @from_shared
}

CASE(pairs_assigned, "")
{
    turned_kernel<<<1, N>>>((pair *)numbers("pairs", 2 * N), true);
}

CASE(pairs_assigned_without_barrier,
     "race shared memory, s[0]: write @into_shared by thread 0 of "
     "block 0, read @from_shared by thread 63 of block 0")
{
    turned_kernel<<<1, N>>>((pair *)numbers("pairs", 2 * N), false);
}

// --- arrays in structures --------------------------------------------------------------------

struct node {
    int count;
    int child[3];
};

__global__ void children_kernel(node *nodes, int which)
{
    int t = threadIdx.x;
    nodes[t / 2].child[t % 2 * which] = t; // @child
    nodes[t].count = 0;
}

CASE(arrays_in_structures, "")
{
    children_kernel<<<1, N>>>((node *)nothing("nodes", 4 * N), 2);
}

CASE(arrays_in_structures_by_two,
     "race nodes[1]: write @child by thread 0 of block 0, write @child "
     "by thread 1 of block 0 (and 31 more such pairs)")
{
    children_kernel<<<1, N>>>((node *)nothing("nodes", 4 * N), 0);
}

// --- vectors ---------------------------------------------------------------------------------

__device__ float4 scaled(float4 v, float by)
{
    return make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
}

__global__ void float4_kernel(float4 *a, int shift)
{
    int t = threadIdx.x;
    a[t] = scaled(a[t + shift], 2); // @scaled
}

CASE(float4_by_value, "")
{
    float4_kernel<<<1, N>>>((float4 *)numbers("a", 4 * N), 0);
}

CASE(float4_by_value_of_the_neighbour,
     "race write @scaled by thread 1 of block 0, read @scaled by "
     "thread 0 of block 0 (and 247 more such pairs)")
{
    float4_kernel<<<1, N - 1>>>((float4 *)numbers("a", 4 * N), 1);
}

__global__ void components_kernel(int2 *a, bool both)
{
    int t = threadIdx.x;
    a[t ^ 1].y = t;                  // @component
    int2 own = both ? a[t] : int2{}; // @both
    a[t].x = own.x + own.y;
}

CASE(components_apart, "")
{
    components_kernel<<<1, N>>>((int2 *)numbers("a", 2 * N), false);
}

CASE(component_against_vector, "race a[")
{
    components_kernel<<<1, N>>>((int2 *)numbers("a", 2 * N), true);
}
