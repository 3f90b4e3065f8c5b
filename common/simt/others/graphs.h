/* Graphs, by capture of a stream or by hand, for programs: CUDA's names in front of
 * cuda/graph.h. C++17.
 *
 * A launch runs each node when those are over that it comes after, and no sooner; in a checked
 * program branches are as unordered as streams are. Memory nodes, conditions, graphs that
 * kernels launch and the parameters of a node as they were are not supported. */
#ifndef SIMT_GRAPHS_H
#define SIMT_GRAPHS_H

#include <stdlib.h>
#include <string.h>
#include "cuda/graph.h"
#include "others/arrays.h"
#include "others/launch_calls.h"

typedef struct simt_graph *cudaGraph_t;
typedef struct simt_node *cudaGraphNode_t;
typedef struct simt_graph_exec *cudaGraphExec_t;

enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2,
};

enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone = 0,
    cudaStreamCaptureStatusActive = 1,
    cudaStreamCaptureStatusInvalidated = 2,
};

enum cudaGraphNodeType {
    cudaGraphNodeTypeKernel = 0,
    cudaGraphNodeTypeMemcpy = 1,
    cudaGraphNodeTypeMemset = 2,
    cudaGraphNodeTypeHost = 3,
    cudaGraphNodeTypeGraph = 4,
    cudaGraphNodeTypeEmpty = 5,
    cudaGraphNodeTypeWaitEvent = 6,
    cudaGraphNodeTypeEventRecord = 7,
};

enum cudaGraphExecUpdateResult {
    cudaGraphExecUpdateSuccess = 0,
    cudaGraphExecUpdateError = 1,
    cudaGraphExecUpdateErrorTopologyChanged = 2,
};

enum cudaGraphInstantiateFlags {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
    cudaGraphInstantiateFlagUpload = 2,
    cudaGraphInstantiateFlagDeviceLaunch = 4,
    cudaGraphInstantiateFlagUseNodePriority = 8,
};

struct cudaGraphExecUpdateResultInfo {
    cudaGraphExecUpdateResult result;
    cudaGraphNode_t errorNode, errorFromNode;
};

/* The names that are macros here have another in translated files, too (given_names.c). */
struct cudaKernelNodeParams {
    void *func;
    dim3 simt_own_gridDim, simt_own_blockDim;
    unsigned sharedMemBytes;
    void **kernelParams, **extra;
};

struct cudaMemsetParams {
    void *dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
};

struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void *userData;
};

/* --- captures ----------------------------------------------------------------------------- */

inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    return simt_begin_capture(stream);
}

inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    return simt_end_capture(stream, graph);
}

inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status)
{
    *status =
        simt_is_capturing(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

inline cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode)
{
    *mode = cudaStreamCaptureModeGlobal;
    return cudaSuccess;
}

/* --- graphs ------------------------------------------------------------------------------- */

inline cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned)
{
    return simt_new_graph(graph);
}

inline cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    return simt_free_graph(graph);
}

inline cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    cudaGraphNode_t all;
    cudaError_t error = simt_new_graph(clone);
    return error == cudaSuccess ? simt_add_graph(&all, *clone, nullptr, 0, graph) : error;
}

inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    return simt_nodes_of(graph, false, nodes, count);
}

inline cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes,
                                         size_t *count)
{
    return simt_nodes_of(graph, true, nodes, count);
}

inline cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type)
{
    *type = (cudaGraphNodeType)simt_sort_of_node(node);
    return cudaSuccess;
}

inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *from,
                                            const cudaGraphNode_t *to, size_t count)
{
    return simt_add_order(from, to, count);
}

struct cudaGraphEdgeData;
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *from,
                                            const cudaGraphNode_t *to,
                                            const cudaGraphEdgeData *, size_t count)
{
    return simt_add_order(from, to, count);
}

/* --- nodes: what a stream would be given -------------------------------------------------- */

namespace simt
{

inline cudaError_t give_kernel(cudaStream_t stream, void *context)
{
    auto *p = (const cudaKernelNodeParams *)context;
    return cudaLaunchKernel((const void *)p->func, p->simt_own_gridDim, p->simt_own_blockDim,
                            p->kernelParams, p->sharedMemBytes, stream);
}

inline cudaError_t give_copy(cudaStream_t stream, void *context)
{
    return cudaMemcpy3DAsync((const cudaMemcpy3DParms *)context, stream);
}

inline cudaError_t give_function(cudaStream_t stream, void *context)
{
    auto *p = (const cudaHostNodeParams *)context;
    return cudaLaunchHostFunc(stream, p->fn, p->userData);
}

struct line_of_bytes {
    void *to;
    const void *from;
    size_t bytes;
    cudaMemcpyKind kind;
};

inline cudaError_t give_line(cudaStream_t stream, void *context)
{
    auto *line = (const line_of_bytes *)context;
    return cudaMemcpyAsync(line->to, line->from, line->bytes, line->kind, stream);
}

/* Of elements whose bytes differ a row is copied, again and again. */
inline cudaError_t give_set(cudaStream_t stream, void *context)
{
    auto *p = (const cudaMemsetParams *)context;
    unsigned char bytes[4];
    memcpy(bytes, &p->value, 4);
    size_t width = p->width * p->elementSize;
    bool alike = p->elementSize == 1 ||
                 (bytes[0] == bytes[1] &&
                  (p->elementSize == 2 || (bytes[1] == bytes[2] && bytes[2] == bytes[3])));
    if (alike)
        return cudaMemset2DAsync(p->dst, p->height > 1 ? p->pitch : width, bytes[0], width,
                                 p->height, stream);
    char *row = (char *)malloc(width); /* lives as long as the node may */
    for (size_t i = 0; row && i < width; i++)
        row[i] = (char)bytes[i % p->elementSize];
    cudaError_t error = row ? cudaSuccess : cudaErrorMemoryAllocation;
    for (size_t y = 0; y < p->height && error == cudaSuccess; y++)
        error = cudaMemcpyAsync((char *)p->dst + y * p->pitch, row, width,
                                cudaMemcpyHostToDevice, stream);
    return error;
}

} // namespace simt

inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                          const cudaGraphNode_t *after, size_t count,
                                          const cudaKernelNodeParams *p)
{
    return simt_add_node(node, graph, after, count, simt::give_kernel, (void *)p);
}

inline cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                          const cudaGraphNode_t *after, size_t count,
                                          const cudaMemcpy3DParms *p)
{
    return simt_add_node(node, graph, after, count, simt::give_copy, (void *)p);
}

inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                            const cudaGraphNode_t *after, size_t count,
                                            void *to, const void *from, size_t bytes,
                                            cudaMemcpyKind kind)
{
    simt::line_of_bytes line{to, from, bytes, kind};
    return simt_add_node(node, graph, after, count, simt::give_line, &line);
}

inline cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                          const cudaGraphNode_t *after, size_t count,
                                          const cudaMemsetParams *p)
{
    return simt_add_node(node, graph, after, count, simt::give_set, (void *)p);
}

inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *after, size_t count,
                                        const cudaHostNodeParams *p)
{
    return simt_add_node(node, graph, after, count, simt::give_function, (void *)p);
}

inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                         const cudaGraphNode_t *after, size_t count)
{
    return simt_add_node(node, graph, after, count, nullptr, nullptr);
}

inline cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                              const cudaGraphNode_t *after, size_t count,
                                              cudaGraph_t child)
{
    return simt_add_graph(node, graph, after, count, child);
}

/* --- nodes that change -------------------------------------------------------------------- */

inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                                const cudaKernelNodeParams *p)
{
    return simt_change_node(node, nullptr, simt::give_kernel, (void *)p);
}

inline cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams *p)
{
    return simt_change_node(node, nullptr, simt::give_set, (void *)p);
}

inline cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams *p)
{
    return simt_change_node(node, nullptr, simt::give_function, (void *)p);
}

inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                    const cudaKernelNodeParams *p)
{
    return simt_change_node(node, exec, simt::give_kernel, (void *)p);
}

inline cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                    const cudaMemsetParams *p)
{
    return simt_change_node(node, exec, simt::give_set, (void *)p);
}

inline cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                  const cudaHostNodeParams *p)
{
    return simt_change_node(node, exec, simt::give_function, (void *)p);
}

inline cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                                      cudaGraphNode_t node, void *to,
                                                      const void *from, size_t bytes,
                                                      cudaMemcpyKind kind)
{
    simt::line_of_bytes line{to, from, bytes, kind};
    return simt_change_node(node, exec, simt::give_line, &line);
}

/* --- launches: with the signatures of CUDA 13, 12 and 11 ---------------------------------- */

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                        unsigned long long = 0)
{
    return simt_make_exec(exec, graph);
}

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                        cudaGraphNode_t *, char *, size_t)
{
    return simt_make_exec(exec, graph);
}

inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                                 unsigned long long = 0)
{
    return simt_make_exec(exec, graph);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                       cudaGraphExecUpdateResultInfo *info)
{
    cudaError_t error = simt_update_exec(exec, graph);
    if (info)
        *info = {error == cudaSuccess ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError,
                 nullptr, nullptr};
    return error;
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                       cudaGraphNode_t *, cudaGraphExecUpdateResult *result)
{
    cudaError_t error = simt_update_exec(exec, graph);
    if (result)
        *result = error == cudaSuccess ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError;
    return error;
}

inline cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t)
{
    return cudaSuccess;
}

inline cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    return simt_launch_graph(exec, stream);
}

inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    return simt_free_exec(exec);
}

#endif
