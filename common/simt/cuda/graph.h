/* Graphs: work that was recorded once and is launched again and again. Behind others/graphs.h.
 * C11 and C++.
 *
 * A node is work and the nodes that it comes after. An executable graph keeps what its nodes
 * were when it was made. */
#ifndef SIMT_GRAPH_H
#define SIMT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include "cuda/api.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_graph;
struct simt_node;
struct simt_graph_exec;

cudaError_t simt_new_graph(struct simt_graph **graph);
cudaError_t simt_free_graph(struct simt_graph *graph);

/* What the stream is given, and streams that wait for its events, becomes the graph's. */
cudaError_t simt_begin_capture(cudaStream_t stream);
cudaError_t simt_end_capture(cudaStream_t stream, struct simt_graph **graph);
bool simt_is_capturing(cudaStream_t stream);

/* A node of what issue(stream, context) gives the stream; of nothing, where issue is NULL. */
cudaError_t simt_add_node(struct simt_node **node, struct simt_graph *graph,
                          struct simt_node *const *after, size_t count,
                          cudaError_t (*issue)(cudaStream_t stream, void *context),
                          void *context);

/* The nodes of another graph, and one after all of them. */
cudaError_t simt_add_graph(struct simt_node **node, struct simt_graph *graph,
                           struct simt_node *const *after, size_t count,
                           const struct simt_graph *child);

/* Gives the node other work, in the graph or in an executable one. */
cudaError_t simt_change_node(struct simt_node *node, struct simt_graph_exec *exec,
                             cudaError_t (*issue)(cudaStream_t stream, void *context),
                             void *context);

cudaError_t simt_add_order(struct simt_node *const *from, struct simt_node *const *to,
                           size_t count);

/* The nodes, or those that come after nothing: how many, and as many of them as there is room.
 */
cudaError_t simt_nodes_of(const struct simt_graph *graph, bool roots, struct simt_node **nodes,
                          size_t *count);

/* As enum cudaGraphNodeType numbers them. */
int simt_sort_of_node(const struct simt_node *node);

cudaError_t simt_make_exec(struct simt_graph_exec **exec, const struct simt_graph *graph);
cudaError_t simt_update_exec(struct simt_graph_exec *exec, const struct simt_graph *graph);
cudaError_t simt_free_exec(struct simt_graph_exec *exec);
cudaError_t simt_launch_graph(struct simt_graph_exec *exec, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
