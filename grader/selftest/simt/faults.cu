// What goes wrong in kernels, and what the reports say of it. The judge of these is simt.bats,
// which finds the lines by their marks.
#include "memory.cuh"
#include <assert.h>
#include <limits.h>
#include <unistd.h>

/* Runs the launch and prints error and text; a second launch must then do nothing. */
#define TELL(launch)                                                                           \
    do {                                                                                       \
        launch;                                                                                \
        tell_fault();                                                                          \
    } while (0)

/* --- barriers --------------------------------------------------------------------------- */

__global__ void barrier_in_branches(int *out)
{
    if (threadIdx.x < 16) {
        __syncthreads(); // branch one
        out[threadIdx.x] = 1;
    } else {
        __syncthreads(); // branch two
        out[threadIdx.x] = 2;
    }
}

static void divergent()
{
    TELL((barrier_in_branches<<<3, 256>>>(results<int>(256))));
}

__global__ void return_before_barrier(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __syncthreads(); // after return
    out[i] = i;
}

static void early_return()
{
    TELL((return_before_barrier<<<4, 256>>>(results<int>(1024), 1012)));
}

/* One thread returns after the others have begun to wait. */
__global__ void last_one_leaves()
{
    if (threadIdx.x != 63)
        __syncthreads(); // last one leaves
}

static void late_return()
{
    TELL((last_one_leaves<<<1, 64>>>()));
}

__global__ void barrier_in_loop(int rounds)
{
    for (int i = 0; i < rounds + (int)(threadIdx.x & 1); i++)
        __syncthreads(); // uneven loop
}

static void uneven_loop()
{
    TELL((barrier_in_loop<<<1, 64>>>(10)));
}

/* --- warps ------------------------------------------------------------------------------ */

__global__ void mask_without_caller()
{
    __shfl_sync(0xfffffffe, 1, 2); // not in its mask
}

static void not_in_mask()
{
    TELL((mask_without_caller<<<1, 32>>>()));
}

__global__ void different_masks()
{
    if (threadIdx.x >= 16)
        __syncwarp(0xffff0000);
    if (threadIdx.x >= 8)
        __syncwarp(0xffffff00);
    __syncwarp(0xffffffff);
}

static void masks_in_turn()
{
    different_masks<<<1, 32>>>();
    expect_success();
}

__global__ void different_operations()
{
    if (threadIdx.x < 16)
        __any_sync(0xffffffff, 1); // any
    else
        __all_sync(0xffffffff, 1); // all of them
}

static void operations_disagree()
{
    TELL((different_operations<<<2, 64>>>()));
}

__global__ void return_before_shuffle(int *out)
{
    if (threadIdx.x == 37)
        return;
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, 1, 1); // one has left
}

static void left_the_warp()
{
    TELL((return_before_shuffle<<<1, 64>>>(results<int>(64))));
}

__global__ void odd_width()
{
    __shfl_sync(0xffffffff, 1, 0, 20); // odd width
}

static void width()
{
    TELL((odd_width<<<1, 32>>>()));
}

__global__ void barrier_and_shuffle()
{
    if (threadIdx.x == 0)
        __syncthreads();           // one at the barrier
    __shfl_sync(0xffffffff, 1, 0); // the others in a shuffle
}

static void deadlock()
{
    TELL((barrier_and_shuffle<<<1, 32>>>()));
}

/* --- memory ----------------------------------------------------------------------------- */

__global__ void store(int *where)
{
    if (blockIdx.x == 1 && threadIdx.x == 7)
        *where = 1; // stray store
}

static void null_pointer()
{
    TELL((store<<<2, 32>>>(nullptr)));
}

static void wild_pointer()
{
    TELL((store<<<2, 32>>>((int *)0x100000)));
}

__global__ void call(void (*what)(int *), int *where)
{
    what(where); // call of nothing
    *where = 1;
}

static void wild_call()
{
    int *where;
    cudaMalloc(&where, 4);
    TELL((call<<<1, 1>>>((void (*)(int *))5, where)));
}

__global__ void store_four(float *where)
{
    ((float4 *)(where + threadIdx.x))[0] = make_float4(1, 2, 3, 4); // misaligned
}

static void misaligned()
{
    TELL((store_four<<<1, 32>>>(results<float>(64))));
}

/* The host program goes on, and no later launch does anything. */
static void sticky()
{
    int *out = results<int>(64);
    store<<<2, 32>>>(nullptr);
    EXPECT(cudaGetLastError() == cudaSuccess); // the host has not waited for it yet
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
    barrier_in_loop<<<1, 32>>>(0);
    return_before_shuffle<<<1, 32>>>(out);
    EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    EXPECT(simt_launches() == 3);
    printf("still here\n");
}

__device__ int recurse(volatile int *keep, int depth)
{
    volatile int local[256];
    local[depth % 256] = depth;
    if (depth == *keep - 1)
        return 0;
    return recurse(keep, depth + 1) + local[depth % 256]; // recursion
}

__global__ void overflow(int *out)
{
    if (threadIdx.x == 5)
        out[0] = recurse(out, 0);
}

static void stack_overflow()
{
    TELL((overflow<<<dim3(1, 2), 32>>>(results<int>(1))));
}

/* A frame larger than the stack and its guard together. */
__device__ __noinline__ int large_frame(int n)
{
    volatile char local[1 << 20];
    local[n] = 1;
    return local[n / 2];
}

__global__ void overflow_at_once(int *out)
{
    out[threadIdx.x] = large_frame((int)threadIdx.x);
}

static void large_local()
{
    TELL((overflow_at_once<<<1, 32>>>(results<int>(32))));
}

/* --- traps ------------------------------------------------------------------------------ */

__global__ void divide(int *out, int by)
{
    out[threadIdx.x] = 100 / (by - (int)threadIdx.x); // division
}

static void division()
{
    TELL((divide<<<1, 32>>>(results<int>(32), 9)));
}

__global__ void claim(int limit)
{
    assert((int)threadIdx.x < limit); // assertion
}

static void assertion()
{
    TELL((claim<<<2, dim3(4, 8)>>>(3)));
}

__global__ void trap()
{
    if (threadIdx.x == 3)
        __trap(); // trap
}

static void trapped()
{
    TELL((trap<<<1, 32>>>()));
}

/* Out of the translator's sight: by a macro. */
#define TWICE(x) twice_on_the_host(x)
static int twice_on_the_host(int x)
{ // of the host
    return 2 * x;
}

__global__ void call_the_host(int *out)
{
    if (threadIdx.x == 3)
        out[0] = TWICE(3);
}

static void host_function()
{
    TELL((call_the_host<<<1, 32>>>(results<int>(TWICE(1)))));
}

/* --- without end ------------------------------------------------------------------------ */

__global__ void spin(volatile int *never)
{
    while (blockIdx.x == 2 && !*never) // endless
        ;
}

__global__ void spin_before_barrier(int *flag)
{
    if (threadIdx.x == 5)
        while (atomicAdd(flag, 0) == 0) // waits for what comes later
            ;
    __syncthreads(); // the others wait
    if (threadIdx.x == 6)
        atomicExch(flag, 1);
}

static void endless_before_barrier()
{
    simt_set_watchdog(0.3);
    TELL((spin_before_barrier<<<1, 64>>>(results<int>(1))));
}

__global__ void spin_before_shuffle(int *flag)
{
    while (threadIdx.x == 5 && atomicAdd(flag, 0) == 0)
        ;
    __shfl_sync(0xffffffff, 1, 0); // a warp waits
}

static void endless_before_shuffle()
{
    simt_set_watchdog(0.3);
    TELL((spin_before_shuffle<<<1, 32>>>(results<int>(1))));
}

static void endless()
{
    simt_set_watchdog(0.3);
    TELL((spin<<<4, 64>>>(results<int>(1))));
}

static void endless_from_outside()
{
    TELL((spin<<<4, 64>>>(results<int>(1))));
}

static void endless_in_a_long_case()
{
    simt_set_watchdog(60);
    simt_set_patience(0.3);
    TELL((spin<<<4, 64>>>(results<int>(1))));
}

__global__ void use_up_time(volatile unsigned *parts_over, long rounds)
{
    *parts_over = 4;
    while (*parts_over == 4 && rounds-- > 0) // time is over
        ;
}

static void endless_while_somebody_waits()
{
    static unsigned parts_over = 2; // what begins so late is not why nobody waits any longer
    simt_set_watchdog(60);
    simt_watch_time(&parts_over, 4);
    use_up_time<<<1, 1>>>(&parts_over, 100000000);
    expect_success();
    parts_over = 1;
    TELL((use_up_time<<<1, 1>>>(&parts_over, LONG_MAX)));
}

__global__ void work_of_all(int *sum)
{
    for (volatile int i = 0; i < 100000; i = i + 1) // the work of all
        if (i == (int)threadIdx.x)
            atomicAdd(sum, 1);
}

static void too_much_work()
{
    simt_set_watchdog(0.3);
    simt_set_patience(0.2);
    TELL((work_of_all<<<16384, 64>>>(results<int>(1))));
}

__global__ void print_forever(volatile int *never)
{
    while (!*never)
        printf("on and on\n"); // endless output
}

static void endless_output()
{
    if (!freopen("/dev/null", "w", stdout))
        return;
    simt_set_watchdog(0.3);
    print_forever<<<4, 64>>>(results<int>(1));
    cudaDeviceSynchronize();
    dprintf(2, "%s\n", simt_fault_text());
}

__global__ void spin_in_turns(int *lock)
{
    while (atomicCAS(lock, 1, 2) != 1) // lock that nobody frees
        ;
}

static void endless_lock()
{
    simt_set_watchdog(0.3);
    TELL((spin_in_turns<<<4, 64>>>(results<int>(1))));
}

/* --- dynamic shared memory ---------------------------------------------------------------- */

__global__ void use_dynamic(int *out)
{
    extern __shared__ int own[];
    own[threadIdx.x] = 1; // dynamic
    out[threadIdx.x] = own[threadIdx.x];
}

static void dynamic_forgotten()
{
    use_dynamic<<<1, 256, 256 * sizeof(int)>>>(results<int>(256));
    expect_success();
    TELL((use_dynamic<<<1, 256>>>(results<int>(256))));
}

static void dynamic_in_elements()
{
    TELL((use_dynamic<<<1, 256, 256>>>(results<int>(256))));
}

__global__ void read_null(const int *in, int *out)
{
    *out = in[1]; // null
}

static void null_beside_dynamic()
{
    TELL((read_null<<<1, 1>>>(NULL, results<int>(1))));
}

/* --- static shared memory ----------------------------------------------------------------- */

/* From the array over the runtime's own variable, on whatever side of it that lies. */
__global__ void overrun_shared(int *out, int value)
{
    __shared__ int own[8];
    volatile char *at = (volatile char *)own, *end = (volatile char *)&simt_lane;
    for (; at != end; at += at < end ? 1 : -1)
        *at = value;
    for (size_t i = 0; i < sizeof simt_lane; i++)
        at[i] = value;
    __syncthreads(); // overrun
    *out = own[0];
}

static void shared_overrun()
{
    TELL((overrun_shared<<<1, 1>>>(results<int>(1), 12345)));
}

static void shared_cleared_beyond()
{
    TELL((overrun_shared<<<1, 1>>>(results<int>(1), 0)));
}

/* --- host ------------------------------------------------------------------------------- */

static void host_reads_device()
{
    int *d;
    cudaMalloc(&d, 40);
    cudaMalloc(&d, 400);
    printf("%d\n", d[3]); // host read
}

static void host_writes_device()
{
    int *d;
    cudaMalloc(&d, 400);
    d[3] = 1; // host write
}

static void host_crash()
{
    *(volatile int *)nullptr = 1; // host crash
}

static void host_crash_in_a_library()
{
    const char *volatile missing = nullptr;
    printf("%d\n", atoi(missing)); // host call
}

/* --- text ------------------------------------------------------------------------------- */

__global__ void speak()
{
    printf("thread %d of %s says %.2f\n", (int)threadIdx.x, "block", 0.5 * blockIdx.x);
    if (threadIdx.x == 0) {
        printf("plain line\n");
        printf("%s%c", "x", '\n');
        printf("%600d|\n", 7);
    }
}

static void prints()
{
    speak<<<1, 2>>>();
    expect_success();
}

/* A fault within printf leaves stdout to the host. The address is the first of a line of the
 * cache, where every C library begins to read. */
__global__ void print_badly(const char *text)
{
    printf("%s|\n", text); // bad string
    printf("|\n");
}

static void bad_print()
{
    TELL((print_badly<<<1, 32>>>((const char *)64)));
}

static const struct scenario scenarios[] = {
    {"divergent", divergent},
    {"early_return", early_return},
    {"endless_in_a_long_case", endless_in_a_long_case},
    {"endless_while_somebody_waits", endless_while_somebody_waits},
    {"too_much_work", too_much_work},
    {"late_return", late_return},
    {"uneven_loop", uneven_loop},
    {"not_in_mask", not_in_mask},
    {"masks_in_turn", masks_in_turn},
    {"operations_disagree", operations_disagree},
    {"left_the_warp", left_the_warp},
    {"width", width},
    {"deadlock", deadlock},
    {"null_pointer", null_pointer},
    {"wild_pointer", wild_pointer},
    {"wild_call", wild_call},
    {"misaligned", misaligned},
    {"sticky", sticky},
    {"stack_overflow", stack_overflow},
    {"large_local", large_local},
    {"division", division},
    {"assertion", assertion},
    {"trapped", trapped},
    {"host_function", host_function},
    {"endless", endless},
    {"endless_before_barrier", endless_before_barrier},
    {"endless_before_shuffle", endless_before_shuffle},
    {"endless_from_outside", endless_from_outside},
    {"endless_output", endless_output},
    {"endless_lock", endless_lock},
    {"dynamic_forgotten", dynamic_forgotten},
    {"dynamic_in_elements", dynamic_in_elements},
    {"null_beside_dynamic", null_beside_dynamic},
    {"shared_overrun", shared_overrun},
    {"shared_cleared_beyond", shared_cleared_beyond},
    {"host_reads_device", host_reads_device},
    {"host_writes_device", host_writes_device},
    {"host_crash", host_crash},
    {"host_crash_in_a_library", host_crash_in_a_library},
    {"prints", prints},
    {"bad_print", bad_print},
};
PLAY(scenarios)
