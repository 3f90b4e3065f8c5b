/* Sections of behaviour.c: streams, events, the device and its errors. */
#include "behaviour.h"
#include <stdlib.h>
#include <string.h>

/* --- streams and events ------------------------------------------------------------------- */

static void CUDART_CB add_one(void *data)
{
    ++*(int *)data;
}

static void CUDART_CB add_ten(cudaStream_t stream, cudaError_t status, void *data)
{
    *(int *)data += stream && status == cudaSuccess ? 10 : 0;
}

void streams(void)
{
    cudaStream_t s;
    unsigned int flags;
    int called = 0;
    OK(cudaStreamCreate(&s));
    INVALID(cudaStreamCreate(NULL));
    INVALID(cudaStreamCreateWithFlags(&s, 7));
    OK(cudaStreamQuery(s));
    OK(cudaStreamSynchronize(s));
    OK(cudaStreamSynchronize(0));
    OK(cudaStreamSynchronize(cudaStreamLegacy));
    OK(cudaStreamSynchronize(cudaStreamPerThread));
    BAD_HANDLE(cudaStreamDestroy(0));
    BAD_HANDLE(cudaStreamDestroy(cudaStreamPerThread));
    OK(cudaLaunchHostFunc(s, add_one, &called));
    OK(cudaStreamAddCallback(s, add_ten, &called, 0));
    OK(cudaStreamSynchronize(s));
    EXPECT(called == 11);
    INVALID(cudaLaunchHostFunc(s, NULL, NULL));
    INVALID(cudaStreamAddCallback(s, NULL, NULL, 0));
    INVALID(cudaStreamAddCallback(s, add_ten, NULL, 1));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaStreamGetFlags(s, &flags));
    EXPECT(flags == cudaStreamNonBlocking);
    OK(cudaStreamDestroy(s));
}

void priorities(void)
{
    static const int asked_got[][2] = {{-99, -5}, {-5, -5}, {-3, -3}, {0, 0}, {99, 0}};
    int least, greatest, got;
    OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EXPECT(least == 0 && greatest == -5);
    for (size_t i = 0; i < sizeof asked_got / sizeof *asked_got; i++) {
        cudaStream_t s;
        OK(cudaStreamCreateWithPriority(&s, cudaStreamDefault, asked_got[i][0]));
        OK(cudaStreamGetPriority(s, &got));
        EXPECT(got == asked_got[i][1]);
        OK(cudaStreamDestroy(s));
    }
}

void events(void)
{
    cudaEvent_t a, b, untimed, c;
    cudaStream_t s;
    float ms = -1;
    OK(cudaStreamCreate(&s));
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    INVALID(cudaEventCreate(NULL));
    INVALID(cudaEventCreateWithFlags(&c, cudaEventInterprocess));
    INVALID(cudaEventCreateWithFlags(&c, 64));
    BAD_HANDLE(cudaEventElapsedTime(&ms, a, b));
    OK(cudaEventQuery(a));
    OK(cudaEventSynchronize(a));
    OK(cudaEventRecord(a, s));
    BAD_HANDLE(cudaEventElapsedTime(&ms, a, b));
    for (volatile int i = 0; i < 3000000; i++)
        ;
    OK(cudaEventRecord(b, s));
    OK(cudaEventSynchronize(b));
    OK(cudaEventElapsedTime(&ms, a, b));
    EXPECT(ms > 0.1f && ms < 10000.0f);
    OK(cudaEventRecord(untimed, s));
    OK(cudaEventSynchronize(untimed));
    BAD_HANDLE(cudaEventElapsedTime(&ms, a, untimed));
    BAD_HANDLE(cudaEventRecord(NULL, s));
    INVALID(cudaEventElapsedTime(NULL, a, b));
    OK(cudaStreamWaitEvent(s, a, 0));
    INVALID(cudaStreamWaitEvent(s, a, 8));
    BAD_HANDLE(cudaStreamWaitEvent(s, NULL, 0));
    BAD_HANDLE(cudaEventDestroy(NULL));
    OK(cudaEventDestroy(a));
}

/* --- device ------------------------------------------------------------------------------- */

static int attribute(enum cudaDeviceAttr which)
{
    int value = -1;
    OK(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

void properties(void)
{
    struct cudaDeviceProp p;
    int value, count;
    OK(cudaGetDeviceCount(&count));
    EXPECT(count >= 1);
    OK(cudaGetDeviceProperties(&p, 0));
    IS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, count));
    IS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, -1));
    IS(cudaErrorInvalidDevice, cudaSetDevice(count));
    IS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count));
    INVALID(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)9999, 0));
    OK(cudaSetDevice(0));
    OK(cudaGetDevice(&value));
    EXPECT(value == 0);
    EXPECT(p.name[0] && p.totalGlobalMem > 0 && p.multiProcessorCount > 0);
    EXPECT(p.major == attribute(cudaDevAttrComputeCapabilityMajor));
    EXPECT(p.multiProcessorCount == attribute(cudaDevAttrMultiProcessorCount));
    EXPECT(attribute(cudaDevAttrClockRate) > 0);
}

/* The limits that a launch is held to: those of an H200, on both backends. */
void limits_of_launches(void)
{
    EXPECT(attribute(cudaDevAttrWarpSize) == 32);
    EXPECT(attribute(cudaDevAttrMaxThreadsPerBlock) == 1024);
    EXPECT(attribute(cudaDevAttrMaxBlockDimX) == 1024);
    EXPECT(attribute(cudaDevAttrMaxBlockDimY) == 1024);
    EXPECT(attribute(cudaDevAttrMaxBlockDimZ) == 64);
    EXPECT(attribute(cudaDevAttrMaxGridDimX) == 2147483647);
    EXPECT(attribute(cudaDevAttrMaxGridDimY) == 65535);
    EXPECT(attribute(cudaDevAttrMaxGridDimZ) == 65535);
    EXPECT(attribute(cudaDevAttrMaxSharedMemoryPerBlock) == 48 << 10);
    EXPECT(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) == 227 << 10);
    EXPECT(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) == 228 << 10);
    EXPECT(attribute(cudaDevAttrMaxRegistersPerBlock) == 65536);
    EXPECT(attribute(cudaDevAttrTotalConstantMemory) == 65536);
    EXPECT(attribute(cudaDevAttrMaxPitch) == 2147483647);
    EXPECT(attribute(cudaDevAttrMaxThreadsPerMultiProcessor) == 2048);
    EXPECT(attribute(cudaDevAttrMaxBlocksPerMultiprocessor) == 32);
}

void versions_and_limits(void)
{
    int driver = 0, runtime = 0, can;
    size_t value;
    OK(cudaDriverGetVersion(&driver));
    OK(cudaRuntimeGetVersion(&runtime));
    EXPECT(runtime == 13000 && driver >= runtime);
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    OK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
    EXPECT(value == 16 << 20);
    INVALID(cudaDeviceSetLimit((enum cudaLimit)77, 4096));
    INVALID(cudaDeviceGetLimit(&value, (enum cudaLimit)77));
    OK(cudaDeviceCanAccessPeer(&can, 0, 0));
    EXPECT(can == 0);
    OK(cudaDeviceSynchronize());
}

void nowhere_to_put_a_result(void)
{
    void *p;
    INVALID(cudaGetDeviceCount(NULL));
    INVALID(cudaGetDeviceProperties(NULL, 0));
    INVALID(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0));
    INVALID(cudaRuntimeGetVersion(NULL));
    INVALID(cudaMallocPitch(&p, NULL, 4, 4));
    INVALID(cudaStreamGetFlags(0, NULL));
    INVALID(cudaStreamGetPriority(0, NULL));
    INVALID(cudaPointerGetAttributes(NULL, NULL));
    INVALID(cudaDeviceGetLimit(NULL, cudaLimitStackSize));
}

void error_texts(void)
{
    EXPECT(!strcmp(cudaGetErrorName(cudaErrorInvalidConfiguration),
                   "cudaErrorInvalidConfiguration"));
    EXPECT(!strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration),
                   "invalid configuration argument"));
    EXPECT(!strcmp(cudaGetErrorString(cudaErrorIllegalAddress),
                   "an illegal memory access was encountered"));
    EXPECT(!strcmp(cudaGetErrorString(cudaSuccess), "no error"));
    EXPECT(!strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code"));
    EXPECT(!strcmp(cudaGetErrorName((cudaError_t)12345), "unrecognized error code"));
}

/* The last error stays through calls that succeed, until it is taken. */
void the_last_error(void)
{
    cudaFree((void *)0x10);
    cudaFree(NULL);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaSuccess);
}
