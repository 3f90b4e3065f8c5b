// A host that waits by its own means: a flag, a condition, a future, a sleep, a thread.
// prints: 10 20 30 40 50
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdio.h>
#include <thread>

static std::atomic<int> flag;
static volatile int polled;
static std::mutex mutex;
static std::condition_variable condition;
static int told, joined;
static std::promise<void> promise;
static int *d_value, *value;
static cudaStream_t stream;

__global__ void add_ten(int *a)
{
    *a += 10;
}

static void tell(void (*function)(void *))
{
    cudaMemcpyAsync(d_value, value, 4, cudaMemcpyHostToDevice, stream);
    add_ten<<<1, 1, 0, stream>>>(d_value);
    cudaMemcpyAsync(value, d_value, 4, cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, function, nullptr);
}

static void tell_condition(void *)
{
    std::lock_guard<std::mutex> lock(mutex);
    told = 1;
    condition.notify_one();
}

int main()
{
    cudaMalloc(&d_value, 4);
    cudaMallocHost(&value, 4);
    *value = 0;
    cudaStreamCreate(&stream);

    tell([](void *) { flag = 1; });
    while (!flag)
        ;
    printf("%d", *value);

    // The waiting begins before the stream has been given anything.
    std::thread other([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        tell(tell_condition);
    });
    {
        std::unique_lock<std::mutex> lock(mutex);
        condition.wait(lock, [] { return told; });
    }
    other.join();
    printf(" %d", *value);

    tell([](void *) { promise.set_value(); });
    promise.get_future().get();
    printf(" %d", *value);

    tell([](void *) { polled = 1; });
    while (!polled)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    printf(" %d", *value);

    // A thread that the callback starts reads while the host still does something else.
    static std::thread reader;
    static std::atomic<bool> started;
    tell([](void *) {
        reader = std::thread([] { joined = *value; });
        started = true;
    });
    while (!started)
        std::this_thread::yield();
    reader.join();
    printf(" %d\n", joined);

    cudaFree(d_value);
    cudaFreeHost(value);
    cudaStreamDestroy(stream);
}
