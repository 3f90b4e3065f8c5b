// Graphs by capture and by hand; with an argument both branches write one array.
// prints: 7 15 15 3 63 21 5 904
#include <stdio.h>
#include <stdlib.h>

__global__ void add(int *a, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += step;
}

template <class T> __global__ void scale(T *a, int n, T factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= factor;
}

void count(void *calls)
{
    ++*(int *)calls;
}

const int n = 1000;
int *a, *b, host[n], calls;
cudaStream_t left, right;

// Both streams begin with one, and end with one.
cudaGraphExec_t capture(bool both_write, size_t *nodes)
{
    cudaEvent_t forked, joined;
    cudaEventCreate(&forked);
    cudaEventCreate(&joined);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(left, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(a, 0, n * sizeof *a, left);
    cudaEventRecord(forked, left);
    cudaStreamWaitEvent(right, forked, 0);
    cudaMemsetAsync(b, 1, n * sizeof *b, right);
    add<<<4, 256, 0, left>>>(a, n, 5);
    add<<<4, 256, 0, right>>>(both_write ? a : b, n, 5);
    cudaEventRecord(joined, right);
    cudaStreamWaitEvent(left, joined, 0);
    scale<<<4, 256, 0, left>>>(a, n, 3);
    cudaMemcpyAsync(host, a, n * sizeof *a, cudaMemcpyDeviceToHost, left);
    cudaLaunchHostFunc(left, count, &calls);
    cudaStreamEndCapture(left, &graph);
    cudaGraphGetNodes(graph, nullptr, nodes);
    cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    cudaGraphDestroy(graph);
    cudaEventDestroy(forked);
    cudaEventDestroy(joined);
    return exec;
}

// The same one after the other, by hand; then the step is 1 and not 7. Says what it was before.
int by_hand()
{
    int number = n, step = 7, before;
    void *arguments[] = {&a, &number, &step};
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t set, added, scaled, copied, counted;
    cudaMemsetParams zeros = {};
    zeros.dst = a, zeros.value = 2, zeros.elementSize = 4, zeros.width = n, zeros.height = 1;
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)add;
    kernel.gridDim = dim3(4), kernel.blockDim = dim3(256);
    kernel.kernelParams = arguments;
    cudaHostNodeParams call = {count, &calls};
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &zeros);
    cudaGraphAddKernelNode(&added, graph, &set, 1, &kernel);
    kernel.func = reinterpret_cast<void *>(scale<int>);
    cudaGraphAddKernelNode(&scaled, graph, &added, 1, &kernel);
    cudaGraphAddMemcpyNode1D(&copied, graph, &scaled, 1, host, a, n * sizeof *a,
                             cudaMemcpyDeviceToHost);
    cudaGraphAddHostNode(&counted, graph, &copied, 1, &call);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, left);
    cudaStreamSynchronize(left);
    before = host[5];
    step = 1;
    kernel.func = (void *)add;
    cudaGraphExecKernelNodeSetParams(exec, added, &kernel);
    cudaGraphLaunch(exec, left);
    cudaStreamSynchronize(left);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return before;
}

// A stream that the capture has taken in, and that nobody waits for.
cudaError_t unjoined()
{
    cudaGraph_t graph;
    cudaEvent_t forked;
    cudaEventCreate(&forked);
    cudaStreamBeginCapture(left, cudaStreamCaptureModeRelaxed);
    cudaEventRecord(forked, left);
    cudaStreamWaitEvent(right, forked, 0);
    add<<<4, 256, 0, right>>>(a, n, 1);
    cudaError_t error = cudaStreamEndCapture(left, &graph);
    cudaGetLastError();
    cudaEventDestroy(forked);
    return error;
}

int main(int argc, char **)
{
    size_t nodes;
    cudaMalloc(&a, n * sizeof *a);
    cudaMalloc(&b, n * sizeof *b);
    cudaStreamCreate(&left);
    cudaStreamCreate(&right);
    cudaGraphExec_t exec = capture(argc > 1, &nodes);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, left);
    cudaStreamSynchronize(left);
    cudaGraphExecDestroy(exec);
    printf("%zu %d %d %d", nodes, host[0], host[n - 1], calls);
    int before = by_hand();
    printf(" %d %d %d %d\n", before, host[5], calls, unjoined());
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
