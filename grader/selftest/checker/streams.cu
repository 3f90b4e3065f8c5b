// The host and streams: who waits for whom, and who does not. In the schedules work is done
// late, late and last things first, and early; what races is the same in all of them.
#include "case.h"
#include <string.h>

enum { N = 64 };

static __global__ void fill_kernel(int *out, int first, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[first + i] = value; // @fill
}

static __global__ void take_kernel(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x]; // @copy
}

static int *managed(void)
{
    int *array;
    CHECK(cudaMallocManaged(&array, N * sizeof(int)));
    simt_name_array(array, N * sizeof(int), "managed");
    for (int i = 0; i < N; i++)
        array[i] = 0;
    return array;
}

static int *pinned(void)
{
    int *array;
    CHECK(cudaMallocHost(&array, N * sizeof(int)));
    simt_name_array(array, N * sizeof(int), "pinned");
    for (int i = 0; i < N; i++)
        array[i] = 0;
    return array;
}

static cudaStream_t stream_of(unsigned flags)
{
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, flags));
    return stream;
}

static cudaEvent_t event(void)
{
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    return event;
}

static int sum_of(const int *array, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += array[i]; // @sum
    return sum;
}

static void expect(bool truth)
{
    CHECK(truth ? cudaSuccess : cudaErrorAssert);
}

// --- the host reads what a kernel has written ------------------------------------------------

CASE(
    managed_read_after_the_launch,
    "race managed memory, managed[0]: the host reads it at @sum while the kernel launched at "
    "@launch may still run, which writes it at @fill: wait first, with cudaDeviceSynchronize()")
{
    int *array = managed();
    fill_kernel<<<1, N>>>(array, 0, N, 1); // @launch
    expect(sum_of(array, N) >= 0);
}

CASE(managed_read_after_a_wait, "")
{
    int *array = managed();
    fill_kernel<<<1, N>>>(array, 0, N, 1);
    CHECK(cudaDeviceSynchronize());
    expect(sum_of(array, N) == N);
}

CASE(mapped_read_after_the_launch, "race pinned memory, pinned[0]: the host reads it at @sum "
                                   "while the kernel launched at @launch_mapped may still run")
{
    int *array = pinned();
    fill_kernel<<<1, N>>>(array, 0, N, 1); // @launch_mapped
    expect(sum_of(array, N) >= 0);
}

CASE(registered_read_after_the_launch,
     "race pinned memory, allocation 1[0]: the host reads it at @sum while the kernel "
     "launched at @launch_registered may still run")
{
    static int array[N];
    CHECK(cudaHostRegister(array, sizeof array, cudaHostRegisterMapped));
    fill_kernel<<<1, N>>>(array, 0, N, 1); // @launch_registered
    expect(sum_of(array, N) >= 0);
}

__managed__ int total;

static __global__ void total_kernel()
{
    if (threadIdx.x == 0)
        total = 7; // @total
}

CASE(managed_variable_read_after_the_launch,
     "race global memory, total: the host reads it at @read_total while the kernel launched at "
     "@launch_total may still run, which writes it at @total")
{
    total_kernel<<<1, N>>>(); // @launch_total
    int before = total;       // @read_total
    CHECK(cudaDeviceSynchronize());
    expect(total == 7 && before != 8);
}

CASE(written_while_a_kernel_reads,
     "race managed memory, managed[3]: the host writes it at @write_during while the kernel "
     "launched at @launch_during may still run, which reads it at @copy")
{
    int *array = managed();
    take_kernel<<<1, N>>>(array, numbers("out", N)); // @launch_during
    array[3] = 5;                                    // @write_during
}

CASE(another_part_is_read_meanwhile, "")
{
    int *array = managed();
    fill_kernel<<<1, N>>>(array, N / 2, N / 2, 1);
    expect(sum_of(array, N / 2) == 0);
}

CASE(all_that_waits, "")
{
    int *array = managed(), *d_array = numbers("d_array", N), host[N];
    cudaStream_t stream = stream_of(cudaStreamDefault);
    cudaEvent_t done = event();
    fill_kernel<<<1, N, 0, stream>>>(array, 0, N, 1);
    CHECK(cudaStreamSynchronize(stream));
    expect(sum_of(array, N) == N);
    fill_kernel<<<1, N, 0, stream>>>(array, 0, N, 2);
    CHECK(cudaEventRecord(done, stream));
    CHECK(cudaEventSynchronize(done));
    expect(sum_of(array, N) == 2 * N);
    fill_kernel<<<1, N, 0, stream>>>(array, 0, N, 3);
    while (cudaStreamQuery(stream) == cudaErrorNotReady)
        ;
    expect(sum_of(array, N) == 3 * N);
    fill_kernel<<<1, N>>>(array, 0, N, 4);
    CHECK(cudaEventRecord(done, 0));
    while (cudaEventQuery(done) == cudaErrorNotReady)
        ;
    expect(sum_of(array, N) == 4 * N);
    fill_kernel<<<1, N, 0, stream>>>(array, 0, N, 5);
    CHECK(cudaMemcpy(host, d_array, sizeof host, cudaMemcpyDeviceToHost));
    expect(sum_of(array, N) == 5 * N);
    fill_kernel<<<1, N, 0, stream>>>(array, 0, N, 6);
    CHECK(cudaFree(d_array));
    expect(sum_of(array, N) == 6 * N);
}

CASE(one_question_is_no_wait,
     "race managed memory, managed[0]: the host reads it at @sum while the kernel launched at "
     "@launch_asked may still run")
{
    int *array = managed();
    cudaStream_t stream = stream_of(cudaStreamDefault);
    fill_kernel<<<1, N, 0, stream>>>(array, 0, N, 1); // @launch_asked
    if (!is_early())                                  // or else it is over when it is asked for
        expect(cudaStreamQuery(stream) == cudaErrorNotReady);
    expect(sum_of(array, N) >= 0);
}

// --- copies ----------------------------------------------------------------------------------

CASE(
    result_read_before_its_copy,
    "race pinned memory, pinned[0]: the host reads it at @sum while the copy at @copy_back may "
    "still be under way, which writes it: wait first")
{
    int *array = pinned(), *d_array = numbers("d_array", N);
    CHECK(cudaMemcpyAsync(array, d_array, N * 4, cudaMemcpyDeviceToHost, 0)); // @copy_back
    expect(sum_of(array, N) >= 0);
}

CASE(result_taken_before_its_copy, "race pinned memory, pinned[0]: the host reads it at @taken "
                                   "while the copy at @copy_taken may still be under way")
{
    int *array = pinned(), *d_array = numbers("d_array", N), host[N];
    CHECK(cudaMemcpyAsync(array, d_array, N * 4, cudaMemcpyDeviceToHost, 0)); // @copy_taken
    memcpy(host, array, sizeof host);                                         // @taken
}

CASE(source_used_again_before_its_copy,
     "race pinned memory, pinned[9]: the host writes it at @reused while the copy at @copy_in "
     "may still be under way, which reads it")
{
    int *array = pinned(), *d_array = numbers("d_array", N);
    CHECK(cudaMemcpyAsync(d_array, array, N * 4, cudaMemcpyHostToDevice, 0)); // @copy_in
    array[9] = 1;                                                             // @reused
}

CASE(pageable_memory_is_taken_and_brought_at_once, "")
{
    int *d_array = nothing("d_array", N), host[N], back[N];
    cudaStream_t stream = stream_of(cudaStreamNonBlocking);
    for (int i = 0; i < N; i++)
        host[i] = i;
    CHECK(cudaMemcpyAsync(d_array, host, sizeof host, cudaMemcpyHostToDevice, stream));
    for (int i = 0; i < N; i++)
        host[i] = 0;
    CHECK(cudaMemcpyAsync(back, d_array, sizeof back, cudaMemcpyDeviceToHost, stream));
    expect(sum_of(back, N) == N * (N - 1) / 2);
}

CASE(other_rows_are_read_meanwhile, "")
{
    int *array = pinned(), *d_array = numbers("d_array", N);
    CHECK(cudaMemcpy2DAsync(array, 32, d_array, 32, 16, N * 4 / 32, cudaMemcpyDeviceToHost, 0));
    for (int row = 0; row < N * 4 / 32; row++)
        expect(sum_of(array + row * 8 + 4, 4) == 0);
}

// --- two streams -----------------------------------------------------------------------------

CASE(second_stream_without_an_event,
     "race global memory, array[0]: the kernel launched at @first_stream writes it at @fill, "
     "the kernel launched at @other_stream reads it at @copy, and nothing orders their "
     "streams: is a cudaStreamWaitEvent() missing")
{
    int *array = numbers("array", N), *out = numbers("out", N);
    cudaStream_t a = stream_of(cudaStreamDefault), b = stream_of(cudaStreamDefault);
    fill_kernel<<<1, N, 0, a>>>(array, 0, N, 1); // @first_stream
    take_kernel<<<1, N, 0, b>>>(array, out);     // @other_stream
    CHECK(cudaStreamSynchronize(b));
}

CASE(second_stream_with_an_event, "")
{
    int *array = numbers("array", N), *out = managed();
    cudaStream_t a = stream_of(cudaStreamDefault), b = stream_of(cudaStreamNonBlocking);
    cudaEvent_t filled = event();
    fill_kernel<<<1, N, 0, a>>>(array, 0, N, 1);
    CHECK(cudaEventRecord(filled, a));
    CHECK(cudaStreamWaitEvent(b, filled, 0));
    take_kernel<<<1, N, 0, b>>>(array, out);
    CHECK(cudaEventDestroy(filled));
    CHECK(cudaStreamSynchronize(b));
    expect(sum_of(out, N) == N);
    CHECK(cudaStreamDestroy(a));
    CHECK(cudaStreamDestroy(b));
}

CASE(event_of_an_earlier_record,
     "race global memory, array[0]: the kernel launched at @after_record writes it")
{
    int *array = numbers("array", N), *out = numbers("out", N);
    cudaStream_t a = stream_of(cudaStreamDefault), b = stream_of(cudaStreamDefault);
    cudaEvent_t filled = event();
    CHECK(cudaEventRecord(filled, a));
    fill_kernel<<<1, N, 0, a>>>(array, 0, N, 1); // @after_record
    CHECK(cudaStreamWaitEvent(b, filled, 0));
    take_kernel<<<1, N, 0, b>>>(array, out);
}

CASE(legacy_stream_is_between_blocking_ones, "")
{
    int *array = numbers("array", N), *out = nothing("out", N), *result = managed();
    cudaStream_t a = stream_of(cudaStreamDefault), b = stream_of(cudaStreamDefault);
    fill_kernel<<<1, N, 0, a>>>(array, 0, N, 1);
    take_kernel<<<1, N>>>(array, out);
    take_kernel<<<1, N, 0, b>>>(out, result);
    CHECK(cudaStreamSynchronize(b));
    expect(sum_of(result, N) == N);
}

CASE(copy_waits_for_no_unblocking_stream,
     "race global memory, array[0]: the kernel launched at @unblocking writes it at @fill, the "
     "copy at @copy_of_unblocking reads it")
{
    int *array = numbers("array", N), host[N];
    cudaStream_t a = stream_of(cudaStreamNonBlocking);
    fill_kernel<<<1, N, 0, a>>>(array, 0, N, 1);                         // @unblocking
    CHECK(cudaMemcpy(host, array, sizeof host, cudaMemcpyDeviceToHost)); // @copy_of_unblocking
}

CASE(memset_waits_for_nobody,
     "race global memory, array[0]: the kernel launched at @after_memset writes it at @fill, "
     "the memset at @memset writes it")
{
    int *array = nothing("array", N);
    cudaStream_t a = stream_of(cudaStreamNonBlocking);
    CHECK(cudaMemset(array, 0, N * sizeof(int))); // @memset
    fill_kernel<<<1, N, 0, a>>>(array, 0, N, 1);  // @after_memset
}

CASE(memset_before_a_blocking_stream, "")
{
    int *array = nothing("array", N), host[N];
    cudaStream_t a = stream_of(cudaStreamDefault);
    CHECK(cudaMemset(array, 0, N * sizeof(int)));
    fill_kernel<<<1, N, 0, a>>>(array, 0, N / 2, 1);
    CHECK(cudaMemcpy(host, array, sizeof host, cudaMemcpyDeviceToHost));
    expect(sum_of(host, N) == N / 2);
}

static __global__ void bytes_kernel(char *out, int first)
{
    out[2 * threadIdx.x + first] = 1;
}

static __global__ void count_kernel(int *count)
{
    atomicAdd(count, 1);
}

CASE(neighbours_and_atomics_of_two_streams, "")
{
    int *bytes = numbers("bytes", N), *count = numbers("count", 1), host;
    cudaStream_t a = stream_of(cudaStreamNonBlocking), b = stream_of(cudaStreamNonBlocking);
    bytes_kernel<<<1, N, 0, a>>>((char *)bytes, 0);
    bytes_kernel<<<1, N, 0, b>>>((char *)bytes, 1);
    count_kernel<<<1, N, 0, a>>>(count);
    count_kernel<<<1, N, 0, b>>>(count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&host, count, sizeof host, cudaMemcpyDeviceToHost));
    expect(host == 2 * N);
}

static __global__ void add_by_swaps_kernel(double *sum)
{
    unsigned long long *at = (unsigned long long *)sum, seen = *at, expected;
    do {
        expected = seen;
        seen = atomicCAS(at, expected,
                         __double_as_longlong(1 + __longlong_as_double((long long)expected)));
    } while (seen != expected);
}

CASE(sum_by_swaps_of_two_streams, "")
{
    double *sum = (double *)nothing("sum", 2), host;
    cudaStream_t a = stream_of(cudaStreamNonBlocking), b = stream_of(cudaStreamNonBlocking);
    CHECK(cudaMemset(sum, 0, sizeof *sum));
    CHECK(cudaDeviceSynchronize());
    add_by_swaps_kernel<<<1, N, 0, a>>>(sum);
    add_by_swaps_kernel<<<1, N, 0, b>>>(sum);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost));
    expect(host == 2 * N);
}

CASE(parts_in_turn, "")
{
    int *d_array = nothing("d_array", N), *array = pinned();
    cudaStream_t stream[4];
    cudaEvent_t done[4];
    for (int k = 0; k < 4; k++) {
        stream[k] = stream_of(cudaStreamNonBlocking);
        done[k] = event();
        fill_kernel<<<1, 32, 0, stream[k]>>>(d_array, 16 * k, 16, k);
        CHECK(cudaMemcpyAsync(array + 16 * k, d_array + 16 * k, 64, cudaMemcpyDeviceToHost,
                              stream[k]));
        CHECK(cudaEventRecord(done[k], stream[k]));
    }
    for (int k = 3; k >= 0; k--) {
        CHECK(cudaEventSynchronize(done[k]));
        expect(sum_of(array + 16 * k, 16) == 16 * k);
    }
}

// --- more that streams do --------------------------------------------------------------------

static void CUDART_CB add_up(void *data)
{
    int *array = (int *)data;
    array[0] = sum_of(array, N); // @add_up
}

CASE(host_function_in_its_turn, "")
{
    int *array = managed();
    cudaStream_t stream = stream_of(cudaStreamDefault);
    fill_kernel<<<1, N, 0, stream>>>(array, 0, N, 1);
    CHECK(cudaLaunchHostFunc(stream, add_up, array));
    CHECK(cudaStreamSynchronize(stream));
    expect(array[0] == N);
}

CASE(host_function_not_waited_for, "race managed memory, managed[0]: the host reads it at "
                                   "@read_sum while the host function that runs at @add_up")
{
    int *array = managed();
    cudaStream_t stream = stream_of(cudaStreamDefault);
    CHECK(cudaLaunchHostFunc(stream, add_up, array));
    expect(array[0] >= 0); // @read_sum
}

CASE(freed_while_another_stream_reads,
     "race global memory, allocation 2[0]: the kernel launched at @reads_freed reads it at "
     "@copy, the cudaFreeAsync at @freed writes it")
{
    int *array, *out = managed();
    cudaStream_t a = stream_of(cudaStreamNonBlocking), b = stream_of(cudaStreamNonBlocking);
    CHECK(cudaMallocAsync(&array, N * sizeof(int), a));
    CHECK(cudaMemsetAsync(array, 0, N * sizeof(int), a));
    CHECK(cudaStreamSynchronize(a));
    take_kernel<<<1, N, 0, b>>>(array, out); // @reads_freed
    CHECK(cudaFreeAsync(array, a));          // @freed
}

static __global__ void flag_kernel(int *result, volatile int *flag)
{
    *result = 5;
    __threadfence_system();
    *flag = 1;
}

CASE(flag_is_polled, "")
{
    int *result = managed(), *flag = pinned();
    flag_kernel<<<1, 1>>>(result, flag);
    while (!*(volatile int *)flag)
        ;
    expect(*result == 5);
}

CASE(result_is_no_flag, "race managed memory, managed[0]: the host reads it at @poll_result")
{
    int *result = managed();
    fill_kernel<<<1, N>>>(result, 0, N, 1);
    while (!*(volatile int *)result) // @poll_result
        ;
}

CASE(time_between_events, "")
{
    float ms = -1;
    cudaEvent_t begin = event(), end = event();
    CHECK(cudaEventRecord(begin, 0));
    fill_kernel<<<1, N>>>(numbers("array", N), 0, N, 1);
    CHECK(cudaEventRecord(end, 0));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    expect(ms >= 0);
}

static __global__ void trap_kernel(int *out)
{
    out[0] = 1;
    __trap();
}

CASE(fault_is_seen_by_who_waits, "")
{
    int *out = nothing("out", 1);
    trap_kernel<<<1, 1>>>(out);
    cudaError_t at_launch = cudaGetLastError();
    expect(is_early() || at_launch == cudaSuccess);
    expect(cudaDeviceSynchronize() != cudaSuccess);
    expect(cudaGetLastError() != cudaSuccess);
}

CASE(who_does_not_wait_sees_what_was_there, "")
{
    int *array = managed();
    fill_kernel<<<1, N>>>(array, 0, N, 1);
    expect(unwatched(array) == is_early());
    CHECK(cudaDeviceSynchronize());
    expect(unwatched(array) == 1);
}

CASE(arguments_are_those_of_the_launch, "")
{
    int *array = managed();
    for (int i = 0; i < N; i++)
        fill_kernel<<<1, 1>>>(array, i, 1, i);
    CHECK(cudaDeviceSynchronize());
    expect(sum_of(array, N) == N * (N - 1) / 2);
}

CASE(more_launches_than_wait, "")
{
    int *array = managed();
    for (int i = 0; i < 3000; i++)
        fill_kernel<<<1, 1>>>(array, i % N, 1, 1);
    CHECK(cudaDeviceSynchronize());
    expect(sum_of(array, N) == N);
}
