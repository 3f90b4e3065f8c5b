/* The kernels of kernels.cu in OpenCL C, for the same blocks: the CPU backend is compared with them. */
#define TILE 16
#define WIDTH 1024
#define BINS 7 /* as works.h has it */

kernel void matmul_naive(global const float *a, global const float *b, global float *c, int n)
{
    int row = get_global_id(1);
    int col = get_global_id(0);
    float sum = 0;
    if (row >= n || col >= n)
        return;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

kernel void matmul_tiled(global const float *a, global const float *b, global float *c, int n)
{
    local float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int row = get_group_id(1) * TILE + y, col = get_group_id(0) * TILE + x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        tile_a[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
        tile_b[y][x] = k + y < n && col < n ? b[(k + y) * n + col] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}

kernel void row_sums(global const int *in, global int *out, int width)
{
    local int sums[WIDTH / 2];
    int t = get_local_id(0);
    global const int *row = in + (size_t)get_group_id(0) * width;
    sums[t] = row[t] + row[t + get_local_size(0)];
    for (unsigned stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < (int)stride)
            sums[t] += sums[t + stride];
    }
    if (t == 0)
        out[get_group_id(0)] = sums[0];
}

kernel void histogram(global const uchar *text, ulong n, global uint *bins)
{
    local uint own[BINS];
    uint t = get_local_id(0);
    if (t < BINS)
        own[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
        if (text[i] >= 'a' && text[i] <= 'z')
            atomic_add(&own[(text[i] - 'a') / 4], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < BINS)
        atomic_add(&bins[t], own[t]);
}

kernel void scan_rows(global const int *in, global int *out, int width)
{
    local int sums[WIDTH];
    int t = get_local_id(0);
    sums[t] = in[get_group_id(0) * (size_t)width + t];
    for (int stride = 1; stride < width; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int left = t >= stride ? sums[t - stride] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[t] += left;
    }
    out[get_group_id(0) * (size_t)width + t] = sums[t];
}
