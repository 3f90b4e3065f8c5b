/* Findings in words. Worded elsewhere, where they are found:
 *
 * - barriers, deadlocks, masks  deadlock.c and warp.c in grid; of a whole grid, cooperative.c
 * - a thread's own variable     own.c
 * - a leak                      find_leaks() of findings.c
 * - what is freed twice         cuda/allocate.c; by a kernel, shim/heap.c
 * - what C++ leaves open        left_open.c, as notes
 */
#include <string.h>
#include "checker/found.h"
#include "checker/epochs.h"
#include "cuda/variables.h"
#include "grid/grid.h"
#include "grid/text.h"

/* "5", or "(5,2)" where there is more than one dimension. */
static void add_index(struct text *text, unsigned long long number, dim3 dim)
{
    unsigned long long x = number % dim.x, y = number / dim.x % dim.y,
                       z = number / dim.x / dim.y;
    if (dim.z > 1)
        add(text, "(%llu,%llu,%llu)", x, y, z);
    else if (dim.y > 1)
        add(text, "(%llu,%llu)", x, y);
    else
        add(text, "%llu", x);
}

static const char *verb(enum simt_access kind)
{
    static const char *const verbs[] = {
        [SIMT_READ] = "read",
        [SIMT_WRITE] = "write",
        [SIMT_ATOMIC] = "atomic",
        [SIMT_BLOCK_ATOMIC] = "atomic of block scope",
        [SIMT_VOLATILE_READ] = "volatile read",
        [SIMT_VOLATILE_WRITE] = "volatile write",
    };
    return verbs[kind];
}

static void add_line(struct text *text, const struct simt_source *line)
{
    if (line->line)
        add(text, "%s:%d", line->file, line->line);
    else
        add(text, "?");
}

static void add_thread(struct text *text, const struct found *f, int side)
{
    add(text, " by thread ");
    add_index(text, f->event.side[side].lane, f->block);
    add(text, " of block ");
    add_index(text, f->event.side[side].block, f->grid);
}

/* "write tiled.cu:31 by thread 5 of block 0" */
static void add_side(struct text *text, const struct found *f, int side)
{
    add(text, "%s ", verb(f->event.side[side].kind));
    add_line(text, &f->line[side]);
    add_thread(text, f, side);
}

static void add_element(struct text *text, const struct where *where)
{
    if (where->elements == 1 && where->index == 0)
        add(text, "%s", where->name);
    else
        add(text, "%s[%lld]", where->name, where->index);
    if (where->part)
        add(text, " (byte %u of it)", where->part);
}

/* `one` of them, or `several`. */
static void add_more(struct text *text, const struct found *f, const char *one,
                     const char *several)
{
    if (f->count > 1)
        add(text, " (and %llu more %s)", f->count - 1, f->count == 2 ? one : several);
}

static bool is_volatile(const struct found *f)
{
    return f->event.side[0].kind >= SIMT_VOLATILE_READ ||
           f->event.side[1].kind >= SIMT_VOLATILE_READ;
}

/* Of threads of one block. */
static const char *cure_in_block(const struct found *f)
{
    bool same_warp = !f->across_warps;
    bool atomic = simt_is_atomic(f->event.side[0].kind);
    bool is_shared = simt_is_in_shared_memory(&f->where);
    if (same_warp && is_volatile(f))
        return "volatile orders nothing within a warp: is a __syncwarp() missing?";
    if (atomic && f->event.side[1].kind == SIMT_READ && is_shared)
        return "is a __syncthreads() missing between them, or is the read to be an atomic or "
               "volatile one, too?";
    if (atomic && f->event.side[1].kind == SIMT_READ)
        return "read it by an atomic or through volatile, or after a __syncthreads()";
    if (f->lost_update && is_shared && f->where.elements == 1)
        return "others change it between the read and the write: each thread has a variable of "
               "its own without __shared__; if all are to share it, do both in one atomic "
               "operation";
    if (f->lost_update)
        return "others change it between the read and the write: do both in one atomic "
               "operation";
    if (simt_is_write(f->event.side[1].kind) && is_volatile(f))
        return "several threads write the same element, and volatile orders no writes";
    if (!is_shared && (atomic || simt_is_atomic(f->event.side[1].kind)))
        return "is a __syncthreads() missing between them? Or, where blocks share the element, "
               "make both atomic, or do one in another launch";
    if (same_warp)
        return "is a __syncthreads(), or within a warp a __syncwarp(), missing between them?";
    return "is a __syncthreads() missing between them?";
}

/* Of threads of different blocks. */
static const char *cure_across_blocks(const struct found *f)
{
    bool atomic =
        simt_is_atomic(f->event.side[0].kind) || simt_is_atomic(f->event.side[1].kind);
    if (simt_is_out_of_scope(f->event.side[0].kind, f->event.side[1].kind, false))
        return "a function that ends in _block is atomic among the threads of its block alone: "
               "use the one without";
    if (f->event.side[0].kind == SIMT_VOLATILE_WRITE &&
        f->event.side[1].kind == SIMT_VOLATILE_READ)
        return "volatile orders nothing: is a __threadfence() missing between the data and the "
               "flag?";
    if (simt_is_write(f->event.side[1].kind) && is_volatile(f))
        return "blocks write the same element, and volatile orders no writes";
    if (atomic && f->event.side[1].kind == SIMT_READ)
        return "blocks run in no order: make both atomic or the read volatile, or do the other "
               "in another launch";
    if (atomic)
        return "blocks run in no order: make both atomic, or do the other in another launch";
    if (f->lost_update)
        return "others change it between the read and the write: do both in one atomic "
               "operation";
    if (simt_is_write(f->event.side[0].kind) && simt_is_write(f->event.side[1].kind))
        return "blocks write the same element, and run in no order: is its index right? Then "
               "use atomics, or two launches";
    return simt_has_fences
               ? "blocks run in no order: is a __threadfence() missing before the flag or "
                 "counter that announces it?"
               : "blocks run in no order: use atomics, or two launches";
}

static const char *cure_under_lock(const struct found *f)
{
    return f->across
               ? "both have taken the same lock: is a __threadfence() missing behind the "
                 "atomic that takes it?"
               : "both have taken the same lock: is a __threadfence_block() missing behind "
                 "the atomic that takes it?";
}

/* Asks about the launch, where its shape may be why a place is hit that should not be. */
static void add_shape(struct text *text, const struct found *f)
{
    enum { SMALL = 64, WARP = 32, LEAST_PLANE = 256 };
    const struct where *where = &f->where;
    unsigned long long threads = (unsigned long long)f->block.x * f->block.y * f->block.z;
    unsigned long long blocks = (unsigned long long)f->grid.x * f->grid.y * f->grid.z;
    bool is_power = (blocks & (blocks - 1)) == 0;
    if (simt_is_in_shared_memory(where) && where->elements >= SMALL &&
        strcmp(where->name, SIMT_DYNAMIC_NAME) != 0 && threads > where->elements)
        add(text, " Or has the block too many threads: %llu, where %s has %llu elements?",
            threads, where->name, where->elements);
    else if (threads < WARP && blocks >= SMALL && is_power)
        add(text, " Or are grid and block exchanged: there are %llu blocks of %llu thread%s?",
            blocks, threads, threads == 1 ? "" : "s");
    else if (!simt_is_in_shared_memory(where) && threads > 1 && blocks >= where->elements &&
             (f->grid.y > 1 ? threads >= SMALL && where->elements >= LEAST_PLANE
                            : where->index == f->event.side[0].block &&
                                  (unsigned long long)where->index >= where->elements))
        add(text,
            " Or are there too many blocks: %llu of %llu threads, where %s has %llu elements?",
            blocks, threads, where->name, where->elements);
}

static void add_cure(struct text *text, const struct found *f)
{
    bool is_shared = simt_is_in_shared_memory(&f->where);
    bool both_write = f->event.side[1].kind == SIMT_WRITE;
    bool is_read = simt_same_line(f) && simt_is_read(f->event.side[1].kind);
    bool update = is_read && (f->event.side[0].kind == SIMT_WRITE ||
                              (f->event.side[0].kind == SIMT_VOLATILE_WRITE && !is_shared));
    const char *cure;
    if (f->event.under_lock)
        cure = cure_under_lock(f);
    else if (f->event.glimpsed)
        cure = "the flag that announces it has been read, but a volatile read orders nothing "
               "behind it: is a __threadfence() missing between the two? "
               "(__threadfence_block() orders for threads of one block alone)";
    else if (is_read && simt_is_atomic(f->event.side[0].kind) && !is_volatile(f))
        cure = "does this line read what it changes? Then let one atomic such as atomicAdd() "
               "do both. Or is a __syncthreads() missing before it?";
    else if (update && (f->across || !is_shared))
        cure = "several threads change it at once: is its index right? Then use an atomic such "
               "as atomicAdd()";
    else if (update)
        cure = "is a __syncthreads() missing before this line, do more threads work here than "
               "should, or is it to be an atomic such as atomicAdd()?";
    else if (both_write && simt_same_line(f) && f->across &&
             f->event.side[0].block != f->event.side[1].block)
        cure = "blocks write the same element: does its index lack blockIdx, or has it the "
               "wrong width?";
    else if (both_write && simt_same_line(f))
        cure = "several threads write the same element: is its index right? Or is one of them "
               "alone to write it?";
    else if (both_write && !f->across && !simt_is_in_shared_memory(&f->where))
        cure = "two lines write the same element: do two threads' shares overlap? Or is a "
               "__syncthreads() missing between them?";
    else
        cure = f->across ? cure_across_blocks(f) : cure_in_block(f);
    add(text, "; %s", cure);
    if (both_write && simt_same_line(f) && !f->event.under_lock)
        add_shape(text, f);
}

static void word_race(struct text *text, const struct found *f, bool note)
{
    add(text,
        f->first_read   ? "the first read of a loop around atomicCAS() in %s, "
        : f->event.open ? "a volatile write that nothing orders in %s, "
        : note          ? "the same value by several threads in %s, "
                        : "race in %s, ",
        simt_space_word(f->where.space));
    add_element(text, &f->where);
    add(text, ": ");
    add_side(text, f, 0);
    add(text, ", ");
    add_side(text, f, 1);
    if (simt_same_line(f))
        add_more(text, f, "such pair", "such pairs");
    else
        add_more(text, f, "pair of these lines", "pairs of these lines");
    if (f->first_read)
        add(text, "; harmless as long as its value is only what atomicCAS() expects: a read "
                  "through volatile says so");
    else if (f->event.open)
        add(text,
            "; no race by CUDA's memory model, which counts both as strong: and still either "
            "may be the first");
    else if (note)
        add(text, "; harmless as long as the values are the same");
    else
        add_cure(text, f);
}

/* --- of streams and the host -------------------------------------------------------------- */

static void add_launch(struct text *text, const struct simt_side *side)
{
    add(text, "the kernel launched at %s:%d", simt_base_name(side->file), side->line);
}

static void add_work(struct text *text, const struct found *f, int side)
{
    static const char *const works[] = {[SIMT_CALLBACK] = "the host function that runs",
                                        [SIMT_COPIER] = "the copy",
                                        [SIMT_SETTER] = "the memset",
                                        [SIMT_FREER] = "the cudaFreeAsync"};
    if (f->event.side[side].doer == SIMT_THREAD) {
        add_launch(text, &f->event.side[side]);
        return;
    }
    add(text, "%s at ", works[f->event.side[side].doer]);
    add_line(text, &f->line[side]);
}

static const char *does(const struct simt_side *side)
{
    return simt_is_read(side->kind)    ? "reads"
           : simt_is_write(side->kind) ? "writes"
                                       : "changes";
}

/* For example: "the kernel launched at tiled.cu:31 writes it at tiled.cu:7". */
static void add_deed(struct text *text, const struct found *f, int side)
{
    add_work(text, f, side);
    add(text, " %s it", does(&f->event.side[side]));
    if (f->event.side[side].doer != SIMT_THREAD)
        return;
    add(text, " at ");
    add_line(text, &f->line[side]);
}

/* " while the kernel launched at tiled.cu:31 may still run, which writes it at tiled.cu:7" */
static void add_work_under_way(struct text *text, const struct found *f, int side)
{
    bool is_kernel = f->event.side[side].doer == SIMT_THREAD;
    add(text, " while ");
    add_work(text, f, side);
    add(text, " may still %s, which %s it", is_kernel ? "run" : "be under way",
        does(&f->event.side[side]));
    if (is_kernel) {
        add(text, " at ");
        add_line(text, &f->line[side]);
    }
}

static void word_host_too_early(struct text *text, const struct found *f, int host)
{
    const struct simt_side *side = &f->event.side[host];
    if (side->doer == SIMT_CALLER) {
        add(text, "the function has returned, and its caller reads it,");
    } else {
        add(text, "the host %s it at ", does(side));
        add_line(text, &f->line[host]);
    }
    add_work_under_way(text, f, !host);
    add(text, ": wait first, with cudaDeviceSynchronize() or for its stream or an event");
}

static void word_beside_default_stream(struct text *text, const struct found *f, int copy)
{
    add(text, "the function has returned, and its caller copies it in the default stream,");
    add_work_under_way(text, f, !copy);
    add(text,
        ": in a stream of cudaStreamNonBlocking, which the default stream does not wait for; "
        "wait for that stream before you return, or let the default stream wait for an "
        "event of it");
}

static bool is_for_caller(const struct found *f, int side)
{
    return f->event.side[side].doer == SIMT_CALLERS_COPY;
}

static void word_unordered(struct text *text, const struct found *f)
{
    int host = f->event.side[1].doer == SIMT_HOST || f->event.side[1].doer == SIMT_CALLER;
    add(text, "race in %s", simt_space_word(f->where.space));
    if (f->where.name[0]) {
        add(text, ", ");
        add_element(text, &f->where);
    }
    add(text, ": ");
    if (host || f->event.side[0].doer == SIMT_HOST || f->event.side[0].doer == SIMT_CALLER) {
        word_host_too_early(text, f, host);
        return;
    }
    if (is_for_caller(f, 0) || is_for_caller(f, 1)) {
        word_beside_default_stream(text, f, is_for_caller(f, 1));
        return;
    }
    add_deed(text, f, 0);
    add(text, ", ");
    add_deed(text, f, 1);
    add(text, ", and nothing orders their streams: is a cudaStreamWaitEvent() missing, or is "
              "one stream to do both?");
}

static void add_end(struct text *text, const struct found *f)
{
    add(text, ": ");
    add_line(text, &f->line[0]);
    add_thread(text, f, 0);
    add_more(text, f, "place", "places");
}

static const char *verb_of(const struct found *f)
{
    enum simt_access kind = f->event.side[0].kind;
    return simt_is_atomic(kind) ? "atomic on" : simt_is_write(kind) ? "write to" : "read of";
}

/* As where a vector of four begins at the last element but one. */
static bool ends_outside(const struct found *f)
{
    long long offset = f->where.offset;
    return !f->where.freed && offset >= 0 && (unsigned long long)offset < f->where.bytes;
}

static bool is_null(const struct found *f)
{
    return (uintptr_t)f->event.address < 1 << 16;
}

static void add_target(struct text *text, const struct found *f)
{
    const struct where *where = &f->where;
    if (is_null(f)) {
        add(text, "address %p, a null pointer", f->event.address);
    } else if (!where->name[0]) {
        add(text, "address %p, which is in no array", f->event.address);
    } else {
        add_element(text, where);
        add(text, ", which has %llu element%s%s", where->elements,
            where->elements == 1 ? "" : "s", where->freed ? " and has been freed" : "");
    }
}

static void add_cure_of_index(struct text *text, const struct found *f)
{
    if (is_null(f))
        add(text, "; has the array been allocated, and does the launch pass it?");
    else if (strcmp(f->where.name, SIMT_DYNAMIC_NAME) == 0)
        add(text,
            "; the launch gives extern __shared__ memory %llu bytes: is the third argument in "
            "its <<<...>>> right, in bytes%s",
            f->where.bytes, f->where.bytes ? ", and is the index?" : "?");
    else if (f->where.unnamed)
        add(text, "; does the line need a guard for the index, or is the array too small? "
                  "cudaMalloc() counts bytes");
    else if (f->where.name[0])
        add(text, "; does the line need a guard, or is its index wrong?");
    if (!is_null(f) && f->where.name[0])
        add_shape(text, f);
}

/* Whether it takes several elements of an array. Of the function's own allocations nobody knows
 * what is in them: 8 bytes may be one element. */
static bool takes_a_vector(const struct found *f)
{
    return strcmp(f->where.name, SIMT_DYNAMIC_NAME) != 0 &&
           f->event.size > (f->where.unnamed ? 8 : 4);
}

/* A part of one element is there: a vector, or the size was not given in bytes. */
static void word_past_the_end(struct text *text, const struct found *f, const char *verb)
{
    add(text, "%s %u bytes at byte %lld of %s, which has %llu bytes", verb, f->event.size,
        f->where.offset, f->where.name, f->where.bytes);
    add_end(text, f);
    if (takes_a_vector(f))
        add(text, "; the last elements may be fewer than a vector takes: take them one by one");
    else
        add_cure_of_index(text, f);
}

static void word_out_of_bounds(struct text *text, const struct found *f)
{
    bool is_write =
        f->event.side[0].kind == SIMT_WRITE || f->event.side[0].kind == SIMT_VOLATILE_WRITE;
    const char *verb = is_write                                ? "write to"
                       : simt_is_atomic(f->event.side[0].kind) ? "atomic on"
                                                               : "read of";
    if (!is_null(f) && f->where.name[0] && ends_outside(f)) {
        word_past_the_end(text, f, verb);
        return;
    }
    add(text, "%s ", verb);
    add_target(text, f);
    add_end(text, f);
    add_cure_of_index(text, f);
}

/* In words that lead on: who was to write it? */
static void add_cure_of_unwritten(struct text *text, const struct found *f)
{
    unsigned long long threads = (unsigned long long)f->block.x * f->block.y * f->block.z;
    if (simt_is_behind_a_row(&f->where))
        add(text, "; this is behind a row's end, and the next row begins at a multiple of the "
                  "pitch of cudaMallocPitch(): is the pitch in the index?");
    else if (!simt_is_in_shared_memory(&f->where))
        add(text,
            "; memory begins with no values: what fills it, a kernel, a copy or a memset?");
    else if (threads && threads < f->where.elements)
        add(text,
            "; shared memory begins with no values: %s has %llu elements and the block %llu "
            "thread%s, so who stores the others?",
            f->where.name, f->where.elements, threads, threads == 1 ? "" : "s");
    else
        add(text, "; shared memory begins with no values: who stores this one before?");
}

static void word_uninitialised(struct text *text, const struct found *f)
{
    add(text, "read of ");
    add_element(text, &f->where);
    add(text, " in %s, which nothing has written%s", simt_space_word(f->where.space),
        f->event.partly ? " in full" : "");
    add_end(text, f);
    if (simt_ends_after_a_quarter(&f->where))
        add(text,
            "; what stands before it, a quarter, was written: is a size given in elements "
            "where bytes are wanted?");
    else if (f->event.too_early && !simt_is_in_shared_memory(&f->where))
        add(text, "; what was launched or copied before, in another stream, has not begun, and "
                  "nothing orders the two: is a cudaStreamWaitEvent() missing?");
    else
        add_cure_of_unwritten(text, f);
}

static void word_host_pointer(struct text *text, const struct found *f)
{
    bool is_a_threads = simt_is_on_stacks(f->event.address);
    add(text, "%s %s of %u bytes at ",
        is_a_threads ? "a thread uses a variable that is another thread's own:"
                     : "a kernel dereferences a host pointer:",
        simt_is_atomic(f->event.side[0].kind) ? "atomic operation"
                                              : verb(f->event.side[0].kind),
        f->event.size);
    add_line(text, &f->line[0]);
    add_thread(text, f, 0);
    add_more(text, f, "address", "addresses");
    const struct simt_variable *variable = simt_host_variable((uintptr_t)f->event.address);
    if (is_a_threads)
        add(text, "; hand its value on in shared memory, or by a shuffle");
    else if (variable)
        add(text,
            "; it is %s, a variable of the host: pass its value to the kernel, or make it "
            "__device__ or __constant__",
            variable->name);
    else
        add(text, "; pass it device memory, which cudaMemcpy fills, or the value instead of "
                  "its address");
}

/* On a device the name stands for another variable there, of the host's own. */
static void word_host_access(struct text *text, const struct found *f)
{
    bool reads =
        f->event.side[0].kind == SIMT_READ || f->event.side[0].kind == SIMT_VOLATILE_READ;
    add(text, "host code touches %s, a variable of the device: %s at ", f->where.name,
        verb(f->event.side[0].kind));
    add_line(text, &f->line[0]);
    add_more(text, f, "place", "places");
    add(text, "; %s",
        reads ? "get its value with cudaMemcpyFromSymbol" : "set it with cudaMemcpyToSymbol");
}

static void word_device_pointer(struct text *text, const struct found *f)
{
    if (!simt_in_window((uintptr_t)f->event.address)) {
        word_host_access(text, f);
        return;
    }
    add(text, "host code dereferences a device pointer: %s ", verb_of(f));
    add_element(text, &f->where);
    add(text, " at ");
    add_line(text, &f->line[0]);
    add_more(text, f, "place", "places");
    add(text, "; copy it with cudaMemcpy first");
}

/* Who declares the array can have it begin elsewhere. */
static bool may_be_aligned(const struct found *f)
{
    return f->event.kind == FOUND_MISALIGNED && f->where.space == SIMT_SPACE_SHARED &&
           f->where.name[0] && f->where.offset % f->event.alignment == 0;
}

static void word_other(struct text *text, const struct found *f)
{
    if (f->event.kind == FOUND_MISALIGNED && f->where.name[0])
        add(text,
            "misaligned %s of %u bytes at byte %lld of %s, an address that is no multiple of "
            "%u",
            verb(f->event.side[0].kind), f->event.size, f->where.offset, f->where.name,
            f->event.alignment);
    else if (f->event.kind == FOUND_MISALIGNED)
        add(text, "misaligned %s of %u bytes at %p, which is no multiple of %u",
            verb(f->event.side[0].kind), f->event.size, f->event.address, f->event.alignment);
    else if (f->event.kind == FOUND_USE_AFTER_FREE)
        add(text, "%s %s[%lld] after it was freed", verb_of(f), f->where.name, f->where.index);
    else
        add(text, "write to %s[%lld], which is __constant__: kernels may only read it",
            f->where.name, f->where.index);
    add_end(text, f);
    if (may_be_aligned(f))
        add(text,
            "; an array in shared memory begins at any of its elements, unless "
            "__align__(%u) stands in its declaration",
            f->event.alignment);
}

static void word(struct text *text, const struct found *f)
{
    if (f->text[0] && f->line[0].line)
        add(text, "%s:%d: %s", f->line[0].file, f->line[0].line, f->text);
    else if (f->text[0])
        add(text, "%s", f->text);
    else if (f->event.unordered && !f->first_read)
        word_unordered(text, f);
    else if (f->event.kind == FOUND_RACE || f->event.kind == FOUND_NOTE)
        word_race(text, f, f->event.kind == FOUND_NOTE);
    else if (f->event.kind == FOUND_OUT_OF_BOUNDS)
        word_out_of_bounds(text, f);
    else if (f->event.kind == FOUND_UNINITIALISED)
        word_uninitialised(text, f);
    else if (f->event.kind == FOUND_HOST_POINTER)
        word_host_pointer(text, f);
    else if (f->event.kind == FOUND_DEVICE_POINTER)
        word_device_pointer(text, f);
    else
        word_other(text, f);
}

void simt_put_into_words(char *text, size_t size, const struct found *found)
{
    struct text worded = {text, size, 0};
    word(&worded, found);
}
