/* Does the bench's works by OpenCL on the processor, as PoCL offers it: kernels.cl has the same
 * blocks as kernels.cu. It is built only where OpenCL is found. A kernel reads and writes the
 * host's arrays where they are, and is compiled during the run that is not measured. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "works.h"

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

/* --- the device --------------------------------------------------------------------------- */

static void expect(cl_int status, const char *call)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "bench: OpenCL: %s: error %d\n", call, status);
    exit(2);
}

static cl_platform_id find_platform(void)
{
    enum { MOST = 16 };
    cl_platform_id platforms[MOST];
    cl_uint count = 0;
    if (clGetPlatformIDs(MOST, platforms, &count) != CL_SUCCESS)
        return NULL;
    for (cl_uint i = 0; i < count && i < MOST; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_SUCCESS)
            return platforms[i];
    return NULL;
}

int opencl_version(char *version, size_t bytes)
{
    cl_platform_id platform = find_platform();
    return platform &&
           clGetPlatformInfo(platform, CL_PLATFORM_VERSION, bytes, version, NULL) == CL_SUCCESS;
}

static char *source(void)
{
    enum { MOST = 64 << 10 };
    char *text = calloc(1, MOST);
    FILE *file = fopen(KERNELS_CL, "r");
    if (!text || !file || fread(text, 1, MOST - 1, file) == 0) {
        perror(KERNELS_CL);
        exit(2);
    }
    fclose(file);
    return text;
}

static void open_device(void)
{
    cl_int status;
    const char *text = source();
    if (!find_platform())
        expect(CL_DEVICE_NOT_FOUND, "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    expect(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    expect(status, "clCreateCommandQueue");
    program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
    expect(status, "clCreateProgramWithSource");
    expect(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
}

/* --- a launch ----------------------------------------------------------------------------- */

struct argument {
    const void *value;
    size_t bytes;
};

/* Each work is measured in a process of its own: so there is one kernel, and it is kept. */
static cl_kernel kernel_of(const char *name)
{
    static cl_kernel kernel;
    cl_int status = CL_SUCCESS;
    if (!program)
        open_device();
    if (!kernel)
        kernel = clCreateKernel(program, name, &status);
    expect(status, "clCreateKernel");
    return kernel;
}

static cl_mem buffer(const void *array, size_t bytes)
{
    cl_int status;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                                 (void *)array, &status);
    expect(status, "clCreateBuffer");
    return made;
}

/* The host may read what a kernel has written only after it has mapped the buffer. */
static void fetch(cl_mem from, size_t bytes)
{
    cl_int status;
    void *at =
        clEnqueueMapBuffer(queue, from, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, &status);
    expect(status, "clEnqueueMapBuffer");
    expect(clEnqueueUnmapMemObject(queue, from, at, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    expect(clFinish(queue), "clFinish");
}

static void launch(cl_kernel kernel, const size_t blocks[2], const size_t block[2],
                   const struct argument *arguments, cl_uint count)
{
    size_t threads[] = {blocks[0] * block[0], blocks[1] * block[1]};
    for (cl_uint i = 0; i < count; i++)
        expect(clSetKernelArg(kernel, i, arguments[i].bytes, arguments[i].value),
               "clSetKernelArg");
    expect(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, threads, block, 0, NULL, NULL),
           "clEnqueueNDRangeKernel");
    expect(clFinish(queue), "clFinish");
}

#define LAUNCH(kernel, blocks_x, blocks_y, block_x, block_y, ...)                              \
    launch(kernel, (const size_t[]){blocks_x, blocks_y}, (const size_t[]){block_x, block_y},   \
           (const struct argument[]){__VA_ARGS__},                                             \
           sizeof((const struct argument[]){__VA_ARGS__}) / sizeof(struct argument))
#define VALUE(value) {&(value), sizeof(value)}

/* --- the work ----------------------------------------------------------------------------- */

static void matmul(const char *name, size_t x, size_t y, const float *a, const float *b,
                   float *c, int n)
{
    size_t bytes = sizeof *c * (size_t)n * (size_t)n, m = (size_t)n;
    cl_kernel kernel = kernel_of(name);
    cl_mem in = buffer(a, bytes), in_2 = buffer(b, bytes), out = buffer(c, bytes);
    LAUNCH(kernel, (m + x - 1) / x, (m + y - 1) / y, x, y, VALUE(in), VALUE(in_2), VALUE(out),
           VALUE(n));
    fetch(out, bytes);
    clReleaseMemObject(in);
    clReleaseMemObject(in_2);
    clReleaseMemObject(out);
}

void opencl_matmul_naive(const float *a, const float *b, float *c, int n)
{
    matmul("matmul_naive", 32, 8, a, b, c, n);
}

void opencl_matmul_tiled(const float *a, const float *b, float *c, int n)
{
    matmul("matmul_tiled", 16, 16, a, b, c, n);
}

/* Launches a block of so many threads for each row. */
static void by_rows(const char *name, const int *in, int *out, int rows, int width,
                    size_t out_bytes, size_t threads)
{
    cl_kernel kernel = kernel_of(name);
    cl_mem from = buffer(in, sizeof *in * (size_t)rows * (size_t)width);
    cl_mem to = buffer(out, out_bytes);
    LAUNCH(kernel, (size_t)rows, 1, threads, 1, VALUE(from), VALUE(to), VALUE(width));
    fetch(to, out_bytes);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
}

void opencl_row_sums(const int *in, int *out, int rows, int width)
{
    by_rows("row_sums", in, out, rows, width, sizeof *out * (size_t)rows, (size_t)width / 2);
}

void opencl_scan_rows(const int *in, int *out, int rows, int width)
{
    by_rows("scan_rows", in, out, rows, width, sizeof *out * (size_t)rows * (size_t)width,
            (size_t)width);
}

void opencl_histogram(const unsigned char *text, size_t n, unsigned *bins)
{
    cl_kernel kernel = kernel_of("histogram");
    cl_ulong length = n;
    memset(bins, 0, BINS * sizeof *bins);
    cl_mem in = buffer(text, n), out = buffer(bins, BINS * sizeof *bins);
    LAUNCH(kernel, 1024, 1, 256, 1, VALUE(in), VALUE(length), VALUE(out));
    fetch(out, BINS * sizeof *bins);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}
