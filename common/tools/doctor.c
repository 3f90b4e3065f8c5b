/* What `make doctor` shows of the devices: their limits, the versions, and the cure for what
 * stands in the way. CUDA's runtime API alone, so it builds on either backend. Exits 0 if a
 * device is usable, 1 if not, and 3 if no hand-in can be checked here, with a line on that
 * alone. */
#define _GNU_SOURCE
#include "../simt/checker/window.h"

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- cures ---------------------------------------------------------------------------- */

static int have_driver(void)
{
    return access("/proc/driver/nvidia/version", R_OK) == 0;
}

static int may_open_device(void)
{
    return access("/dev/nvidiactl", F_OK) != 0 || access("/dev/nvidiactl", R_OK | W_OK) == 0;
}

static const struct cure {
    cudaError_t error;
    const char *words;
} cures[] = {
    {cudaErrorInsufficientDriver,
     "the driver is older than the toolkit: update the driver, or use an older toolkit"},
    {cudaErrorUnsupportedPtxVersion,
     "the driver is older than the toolkit: update it, or build for this device, ARCH=native"},
    {cudaErrorNoKernelImageForDevice, "built for another device: build with ARCH=native"},
    {cudaErrorNoDevice,
     "the driver shows no device: see `nvidia-smi`; CUDA_VISIBLE_DEVICES may hide it, a "
     "container needs --gpus all"},
    {cudaErrorSystemDriverMismatch,
     "the driver's library and its kernel module differ: reboot, or reload the nvidia modules"},
    {cudaErrorStubLibrary,
     "the stub libcuda.so of the toolkit was loaded: take stubs/ out of LD_LIBRARY_PATH"},
    {cudaErrorDevicesUnavailable, "another program holds the device: see `nvidia-smi`"},
    {cudaErrorSystemNotReady, "start the fabric manager: systemctl start nvidia-fabricmanager"},
    {cudaErrorMemoryAllocation, "the device's memory is full: see `nvidia-smi`"},
    {cudaErrorUnknown, "reload the module: modprobe -r nvidia_uvm && modprobe nvidia_uvm"},
};

static const char *cure_of_machine(cudaError_t error)
{
    if (!have_driver())
        return "no NVIDIA driver is loaded: install it, or use BACKEND=cpu, which needs none";
    if (!may_open_device())
        return "no permission on /dev/nvidia*: join their group (ls -l /dev/nvidia*), log in "
               "anew";
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i++)
        if (cures[i].error == error)
            return cures[i].words;
    return "see `nvidia-smi` and `dmesg | grep -i nvrm`";
}

/* Says which step failed, how, and what helps; 1, the exit status. */
static int ill(const char *step, cudaError_t error)
{
    printf("  %s: %s (%s)\n", step, cudaGetErrorName(error), cudaGetErrorString(error));
    printf("  cure: %s\n", cure_of_machine(error));
    return 1;
}

/* --- facts ---------------------------------------------------------------------------- */

static int attribute(enum cudaDeviceAttr which, int device)
{
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : 0;
}

static double kib(size_t bytes)
{
    return (double)bytes / 1024;
}

/* A clock that a device does not tell, or does not have, is 0. */
static void print_clock(const char *what, int khz)
{
    if (khz > 0)
        printf("  %-20s %.2f GHz\n", what, khz * 1e-6);
    else
        printf("  %-20s unknown\n", what);
}

static void print_device(int device, const struct cudaDeviceProp *p)
{
    const int *t = p->maxThreadsDim, *g = p->maxGridSize;
    printf("device %d: %s\n", device, p->name);
    printf("  %-20s %d.%d\n", "compute capability", p->major, p->minor);
    printf("  %-20s %.1f GiB\n", "memory", kib(p->totalGlobalMem) / 1024 / 1024);
    printf("  %-20s %d\n", "multiprocessors", p->multiProcessorCount);
    print_clock("clock", attribute(cudaDevAttrClockRate, device));
    print_clock("memory clock", attribute(cudaDevAttrMemoryClockRate, device));
    printf("  %-20s %g KiB a block (%g on request), %g a multiprocessor\n", "shared memory",
           kib(p->sharedMemPerBlock), kib(p->sharedMemPerBlockOptin),
           kib(p->sharedMemPerMultiprocessor));
    printf("  %-20s %d a block, %d a multiprocessor\n", "registers", p->regsPerBlock,
           p->regsPerMultiprocessor);
    printf("  %-20s %g KiB\n", "constant memory", kib(p->totalConstMem));
    printf("  %-20s %d\n", "warp size", p->warpSize);
    printf("  %-20s %d a block, %d a multiprocessor\n", "threads", p->maxThreadsPerBlock,
           p->maxThreadsPerMultiProcessor);
    printf("  %-20s %d x %d x %d\n", "block at most", t[0], t[1], t[2]);
    printf("  %-20s %d x %d x %d\n", "grid at most", g[0], g[1], g[2]);
    printf("  %-20s %zu bytes\n", "pitch at most", p->memPitch);
}

/* --- checks --------------------------------------------------------------------------- */

/* PTX of a newer toolkit is refused by an older driver of the same major version, which runs
 * all the rest: "the provided PTX was compiled with an unsupported toolchain". */
static void print_versions(void)
{
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    printf("CUDA: driver %d.%d, runtime %d.%d\n", driver / 1000, driver % 1000 / 10,
           runtime / 1000, runtime % 1000 / 10);
    if (driver != 0 && driver < runtime && driver / 1000 == runtime / 1000)
        printf("  cure for \"%s\": %s\n", cudaGetErrorString(cudaErrorUnsupportedPtxVersion),
               "update the driver, or build for this device, ARCH=native");
}

/* Bytes must survive the way to the device and back. */
static cudaError_t try_device(int device)
{
    char sent[64] = "device, are you there?", received[64] = "";
    void *d_bytes = NULL;
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_bytes, sizeof sent);
    if (error == cudaSuccess)
        error = cudaMemcpy(d_bytes, sent, sizeof sent, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpy(received, d_bytes, sizeof sent, cudaMemcpyDeviceToHost);
    cudaFree(d_bytes);
    if (error == cudaSuccess && memcmp(sent, received, sizeof sent) != 0)
        error = cudaErrorUnknown;
    return error;
}

static int examine(int device)
{
    struct cudaDeviceProp p;
    cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error != cudaSuccess)
        return ill("its properties", error);
    print_device(device, &p);
    error = try_device(device);
    return error == cudaSuccess ? 0 : ill("a copy there and back", error);
}

/* Address space costs next to no memory, unless an emulator keeps a table of all its pages. */
static void print_cost_of_room(void)
{
    const long worth_a_word = 1 << 20; /* KiB */
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) == 0 && used.ru_maxrss > worth_a_word)
        printf("each checked program takes %.0f GiB of memory here, as in an emulator that is "
               "old: qemu 8 and later do not (or JOBS=1)\n",
               kib((size_t)used.ru_maxrss) / 1024);
}

int main(void)
{
    int devices = 0, usable = 0;
    if (!simt_take_room()) {
        puts("the CPU checker finds no address space (" SIMT_NO_ROOM ")");
        return 3;
    }
    print_cost_of_room();
    print_versions();
    cudaError_t error = cudaGetDeviceCount(&devices);
    if (error == cudaSuccess && devices == 0)
        error = cudaErrorNoDevice;
    if (error != cudaSuccess)
        return ill("no device", error);
    for (int device = 0; device < devices; device++)
        usable += examine(device) == 0;
    return usable > 0 ? 0 : 1;
}
