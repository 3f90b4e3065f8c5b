/* Graphs and captures: see graph.h. A stream that is captured has a recorder, which gets its
 * work instead of the queue. */
#include "cuda/graph.h"
#include <stdlib.h>
#include <string.h>
#include "cuda/queue.h"
#include "cuda/records.h"
#include "cuda/runtime.h"

/* Work that several may use, and its argument. */
struct content {
    unsigned users;
    bool is_graph;
    struct simt_work work; /* act is NULL where there is nothing to do */
};

struct simt_node {
    struct content *content;
    struct simt_graph *graph;
    unsigned number; /* in it */
    struct simt_node **after;
    unsigned count;
};

struct simt_graph {
    struct simt_node **nodes;
    unsigned count;
};

struct simt_graph_exec {
    struct step {
        struct content *content;
        const struct simt_node *node;
        struct simt_queue queue;
        unsigned *after, count; /* steps before it */
        bool is_last;
    } *steps; /* each behind those that it comes after */
    unsigned count;
};

static void *grow(void *items, size_t count, size_t bytes)
{
    return simt_grow_record(items, count * bytes, (count + 1) * bytes);
}

/* --- contents ----------------------------------------------------------------------------- */

static struct content *new_content(const struct simt_work *work, bool is_graph)
{
    struct content *content = simt_new_record(sizeof *content);
    if (!content)
        abort();
    *content = (struct content){.users = 1, .is_graph = is_graph};
    if (work)
        content->work = *work;
    return content;
}

static struct content *use(struct content *content)
{
    content->users++;
    return content;
}

static void drop(struct content *content)
{
    if (--content->users > 0)
        return;
    simt_free_record(content->work.argument);
    simt_free_record(content);
}

/* --- nodes -------------------------------------------------------------------------------- */

static void come_after(struct simt_node *node, struct simt_node *other)
{
    for (unsigned i = 0; i < node->count; i++)
        if (node->after[i] == other)
            return;
    node->after = grow(node->after, node->count, sizeof *node->after);
    node->after[node->count++] = other;
}

static struct simt_node *append(struct simt_graph *graph, struct content *content)
{
    struct simt_node *node = simt_new_record(sizeof *node);
    if (!node)
        abort();
    node->content = content;
    node->graph = graph;
    node->number = graph->count;
    graph->nodes = grow(graph->nodes, graph->count, sizeof *graph->nodes);
    graph->nodes[graph->count++] = node;
    return node;
}

cudaError_t simt_new_graph(struct simt_graph **graph)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(graph);
    *graph = simt_new_handle(sizeof **graph);
    return *graph ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t simt_free_graph(struct simt_graph *graph)
{
    RETURN_IF_NO(graph);
    for (unsigned i = 0; i < graph->count; i++) {
        drop(graph->nodes[i]->content);
        simt_free_record(graph->nodes[i]->after);
        simt_free_record(graph->nodes[i]);
    }
    simt_free_record(graph->nodes);
    simt_free_record(graph);
    return cudaSuccess;
}

/* --- captures ----------------------------------------------------------------------------- */

/* What a stream has given a graph last: what comes next comes after these. */
struct simt_capture {
    struct simt_graph *graph;
    struct simt_node **last;
    unsigned count;
    struct simt_queue *queue, *origin; /* whose it is, and where the capture began */
    struct simt_capture *next;
};

static struct simt_capture *captures;
static const struct simt_recorder recorder;

static void add_last(struct simt_capture *capture, struct simt_node *node)
{
    capture->last = grow(capture->last, capture->count, sizeof *capture->last);
    capture->last[capture->count++] = node;
}

static struct simt_capture *join_capture(struct simt_queue *queue, struct simt_graph *graph,
                                         struct simt_queue *origin)
{
    struct simt_capture *capture = simt_new_record(sizeof *capture);
    if (!capture)
        abort();
    *capture = (struct simt_capture){
        .graph = graph, .queue = queue, .origin = origin, .next = captures};
    captures = capture;
    queue->capture = capture;
    queue->recorder = &recorder;
    return capture;
}

static void take(struct simt_queue *queue, const struct simt_work *work)
{
    struct simt_capture *capture = queue->capture;
    struct simt_node *node = append(capture->graph, new_content(work, false));
    for (unsigned i = 0; i < capture->count; i++)
        come_after(node, capture->last[i]);
    capture->count = 0;
    add_last(capture, node);
}

/* An event keeps it, and may wait for it when the capture is over: so nobody frees it. */
static void *mark(struct simt_queue *queue)
{
    struct simt_capture *copy = simt_new_record(sizeof *copy);
    if (!copy)
        abort();
    copy->origin = queue->capture->origin;
    copy->graph = queue->capture->graph;
    for (unsigned i = 0; i < queue->capture->count; i++)
        add_last(copy, queue->capture->last[i]);
    return copy;
}

static void wait(struct simt_queue *queue, void *mark)
{
    const struct simt_capture *event = mark;
    if (!event->origin->capture || event->origin->capture->graph != event->graph)
        return; /* that capture is over */
    if (!queue->capture)
        join_capture(queue, event->graph, event->origin);
    for (unsigned i = 0; i < event->count; i++)
        add_last(queue->capture, event->last[i]);
}

static const struct simt_recorder recorder = {take, mark, wait};

cudaError_t simt_begin_capture(cudaStream_t stream)
{
    struct simt_graph *graph;
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    struct simt_queue *queue = simt_queue_of(stream);
    if (queue == &simt_legacy_queue)
        return simt_refuse(cudaErrorStreamCaptureUnsupported,
                           "the legacy default stream cannot be captured: create a stream");
    if (queue->capture)
        return simt_refuse(cudaErrorIllegalState, "the stream is captured already");
    error = simt_new_graph(&graph);
    if (error == cudaSuccess)
        join_capture(queue, graph, queue);
    return error;
}

bool simt_is_capturing(cudaStream_t stream)
{
    return simt_stream_exists(stream) && simt_queue_of(stream)->capture;
}

/* Ends the capture: streams that have joined it get their own queues back. */
static void end_captures(const struct simt_queue *origin)
{
    for (struct simt_capture **link = &captures; *link;) {
        struct simt_capture *capture = *link;
        if (capture->origin != origin) {
            link = &capture->next;
            continue;
        }
        *link = capture->next;
        capture->queue->capture = NULL;
        capture->queue->recorder = NULL;
        simt_free_record(capture->last);
        simt_free_record(capture);
    }
}

static void mark_before(const struct simt_node *node, bool *marked)
{
    if (marked[node->number])
        return;
    marked[node->number] = true;
    for (unsigned i = 0; i < node->count; i++)
        mark_before(node->after[i], marked);
}

/* Whether the stream has waited for all work that other streams gave the graph. */
static bool is_joined(const struct simt_capture *capture)
{
    bool all = true, *marked = simt_new_record(capture->graph->count + 1);
    for (unsigned i = 0; marked && i < capture->count; i++)
        mark_before(capture->last[i], marked);
    for (unsigned i = 0; marked && i < capture->graph->count; i++)
        all &= marked[i];
    simt_free_record(marked);
    return all;
}

cudaError_t simt_end_capture(cudaStream_t stream, struct simt_graph **graph)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(graph);
    *graph = NULL;
    struct simt_queue *queue = simt_stream_exists(stream) ? simt_queue_of(stream) : NULL;
    if (!queue || !queue->capture)
        return simt_refuse(cudaErrorIllegalState, "the stream is not captured");
    if (queue->capture->origin != queue)
        return simt_refuse(cudaErrorStreamCaptureUnmatched,
                           "the capture began in another stream");
    struct simt_graph *made = queue->capture->graph;
    bool joined = is_joined(queue->capture);
    end_captures(queue);
    if (joined) {
        *graph = made;
        return cudaSuccess;
    }
    simt_free_graph(made);
    return simt_refuse(
        cudaErrorStreamCaptureUnjoined,
        "another stream joined the capture, and nothing waits for it at its end");
}

/* --- nodes by hand: captures of a stream that nobody else has ----------------------------- */

static cudaError_t issue_into(struct simt_graph *graph, struct simt_node *const *after,
                              size_t count,
                              cudaError_t (*issue)(cudaStream_t stream, void *context),
                              void *context)
{
    static cudaStream_t hidden;
    cudaStream_t made = hidden; /* no call of CUDA writes to the backend's own variables */
    cudaError_t error =
        made ? cudaSuccess : cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
    if (error != cudaSuccess)
        return error;
    hidden = made;
    struct simt_queue *queue = simt_queue_of(hidden);
    struct simt_capture *capture = join_capture(queue, graph, queue);
    for (size_t i = 0; i < count; i++)
        add_last(capture, after[i]);
    error = issue ? issue(hidden, context) : cudaSuccess;
    end_captures(queue);
    return error;
}

cudaError_t simt_add_node(struct simt_node **node, struct simt_graph *graph,
                          struct simt_node *const *after, size_t count,
                          cudaError_t (*issue)(cudaStream_t stream, void *context),
                          void *context)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(node);
    RETURN_IF_NO(graph);
    unsigned before = graph->count;
    cudaError_t error = issue_into(graph, after, count, issue, context);
    if (error != cudaSuccess)
        return error;
    if (graph->count == before) { /* nothing to do, or a copy of no bytes */
        append(graph, new_content(NULL, false));
        for (size_t i = 0; i < count; i++)
            come_after(graph->nodes[before], after[i]);
    }
    *node = graph->nodes[graph->count - 1];
    return cudaSuccess;
}

cudaError_t simt_add_graph(struct simt_node **node, struct simt_graph *graph,
                           struct simt_node *const *after, size_t count,
                           const struct simt_graph *child)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(node);
    RETURN_IF_NO(graph);
    RETURN_IF_NO(child);
    unsigned first = graph->count;
    for (unsigned i = 0; i < child->count; i++)
        append(graph, use(child->nodes[i]->content));
    for (unsigned i = 0; i < child->count; i++) {
        const struct simt_node *from = child->nodes[i];
        for (unsigned k = 0; k < from->count; k++)
            come_after(graph->nodes[first + i], graph->nodes[first + from->after[k]->number]);
        for (size_t k = 0; from->count == 0 && k < count; k++)
            come_after(graph->nodes[first + i], after[k]);
    }
    *node = append(graph, new_content(NULL, true));
    for (unsigned i = first; i + 1 < graph->count; i++)
        come_after(*node, graph->nodes[i]);
    for (size_t k = 0; k < count; k++)
        come_after(*node, after[k]);
    return cudaSuccess;
}

static struct step *step_of(const struct simt_graph_exec *exec, const struct simt_node *node)
{
    for (unsigned i = 0; i < exec->count; i++)
        if (exec->steps[i].node == node)
            return &exec->steps[i];
    return NULL;
}

cudaError_t simt_change_node(struct simt_node *node, struct simt_graph_exec *exec,
                             cudaError_t (*issue)(cudaStream_t stream, void *context),
                             void *context)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NO(node);
    struct step *step = exec ? step_of(exec, node) : NULL;
    struct content **content = exec ? &step->content : &node->content;
    struct simt_graph *other;
    if (exec && !step)
        return simt_refuse(cudaErrorInvalidValue, "the executable graph has no such node");
    cudaError_t error = simt_new_graph(&other);
    if (error == cudaSuccess)
        error = issue_into(other, NULL, 0, issue, context);
    if (error == cudaSuccess && other->count > 0) {
        drop(*content);
        *content = use(other->nodes[0]->content);
    }
    simt_free_graph(other);
    return error;
}

cudaError_t simt_add_order(struct simt_node *const *from, struct simt_node *const *to,
                           size_t count)
{
    RETURN_IF_BROKEN;
    for (size_t i = 0; i < count; i++)
        come_after(to[i], from[i]);
    return cudaSuccess;
}

cudaError_t simt_nodes_of(const struct simt_graph *graph, bool roots, struct simt_node **nodes,
                          size_t *count)
{
    size_t found = 0;
    RETURN_IF_NO(graph);
    RETURN_IF_NULL(count);
    for (unsigned i = 0; i < graph->count; i++) {
        if (roots && graph->nodes[i]->count > 0)
            continue;
        if (nodes && found < *count)
            nodes[found] = graph->nodes[i];
        found++;
    }
    if (!nodes || found < *count)
        *count = found;
    return cudaSuccess;
}

int simt_sort_of_node(const struct simt_node *node)
{
    static const int sorts[] = {[SIMT_KERNEL] = 0, [SIMT_COPY] = 1,          [SIMT_SET] = 2,
                                [SIMT_FREE] = 11,  [SIMT_HOST_FUNCTION] = 3, [SIMT_MARK] = 5};
    const struct content *content = node->content;
    return content->work.act ? sorts[content->work.sort] : content->is_graph ? 4 : 5;
}

/* --- what can be launched ----------------------------------------------------------------- */

static void leave(struct simt_graph_exec *exec)
{
    for (unsigned i = 0; i < exec->count; i++) {
        drop(exec->steps[i].content);
        simt_free_record(exec->steps[i].after);
    }
    simt_free_record(exec->steps);
    exec->steps = NULL;
    exec->count = 0;
}

static void add_step(struct simt_graph_exec *exec, const struct simt_node *node)
{
    exec->steps = grow(exec->steps, exec->count, sizeof *exec->steps);
    struct step *step = &exec->steps[exec->count++];
    *step = (struct step){.content = use(node->content),
                          .node = node,
                          .queue = simt_new_queue(false),
                          .is_last = true};
    for (unsigned i = 0; i < node->count; i++) {
        struct step *before = step_of(exec, node->after[i]);
        step->after = grow(step->after, step->count, sizeof *step->after);
        step->after[step->count++] = (unsigned)(before - exec->steps);
        before->is_last = false;
    }
}

static bool is_next(const struct simt_graph_exec *exec, const struct simt_node *node)
{
    for (unsigned i = 0; i < node->count; i++)
        if (!step_of(exec, node->after[i]))
            return false;
    return !step_of(exec, node);
}

static cudaError_t fill(struct simt_graph_exec *exec, const struct simt_graph *graph)
{
    for (unsigned before = 0; exec->count < graph->count; before = exec->count) {
        for (unsigned i = 0; i < graph->count; i++)
            if (is_next(exec, graph->nodes[i]))
                add_step(exec, graph->nodes[i]);
        if (exec->count == before)
            return simt_refuse(cudaErrorInvalidValue, "the graph has a circle");
    }
    return cudaSuccess;
}

cudaError_t simt_make_exec(struct simt_graph_exec **exec, const struct simt_graph *graph)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NULL(exec);
    RETURN_IF_NO(graph);
    *exec = simt_new_record(sizeof **exec);
    return *exec ? fill(*exec, graph) : cudaErrorMemoryAllocation;
}

cudaError_t simt_update_exec(struct simt_graph_exec *exec, const struct simt_graph *graph)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NO(exec);
    RETURN_IF_NO(graph);
    leave(exec);
    return fill(exec, graph);
}

cudaError_t simt_free_exec(struct simt_graph_exec *exec)
{
    RETURN_IF_NO(exec);
    leave(exec);
    simt_free_record(exec);
    return cudaSuccess;
}

/* --- launching ---------------------------------------------------------------------------- */

/* The argument, which is freed behind it, is where the content stands. */
static void act_again(void *argument)
{
    struct content *content = *(struct content **)argument;
    content->work.act(content->work.argument);
    drop(content);
}

static void nothing(void *argument)
{
    (void)argument;
}

/* Where a stream has come to: what it waits for, and who waits for it. */
static struct simt_stream_clock mark_in(struct simt_queue *queue)
{
    simt_issue(queue, (struct simt_work){.sort = SIMT_MARK, .act = nothing});
    return simt_end_of(queue);
}

static void issue_step(struct simt_graph_exec *exec, struct step *step,
                       const struct simt_stream_clock *start)
{
    struct content **kept;
    simt_queue_after(&step->queue, start);
    for (unsigned i = 0; i < step->count; i++) {
        struct simt_stream_clock end = simt_end_of(&exec->steps[step->after[i]].queue);
        simt_queue_after(&step->queue, &end);
    }
    if (!step->content->work.act || !(kept = simt_new_record(sizeof *kept)))
        return;
    struct simt_work work = step->content->work;
    *kept = use(step->content);
    work.act = act_again;
    work.argument = kept;
    simt_issue(&step->queue, work);
}

cudaError_t simt_launch_graph(struct simt_graph_exec *exec, cudaStream_t stream)
{
    RETURN_IF_BROKEN;
    RETURN_IF_NO(exec);
    cudaError_t error = simt_check_stream(stream);
    if (error != cudaSuccess)
        return error;
    struct simt_queue *queue = simt_queue_of(stream);
    if (queue->recorder)
        return simt_refuse(cudaErrorNotSupported,
                           "not supported without a GPU: a graph launched in a capture");
    struct simt_stream_clock start = mark_in(queue);
    for (unsigned i = 0; i < exec->count; i++)
        issue_step(exec, &exec->steps[i], &start);
    for (unsigned i = 0; i < exec->count; i++) {
        struct simt_stream_clock end = simt_end_of(&exec->steps[i].queue);
        if (exec->steps[i].is_last)
            simt_queue_after(queue, &end);
    }
    mark_in(queue);
    RETURN_IF_BROKEN;
    return cudaSuccess;
}
