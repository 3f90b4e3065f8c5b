/* Copies that a kernel asks for and waits for later: see async_copies.h. */
#include "grid/async_copies.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "grid/grid.h"
#include "grid/observer.h"
#include "grid/schedule.h"

enum { POOL_BYTES = 1 << 20 };

struct simt_copy {
    struct simt_copy *next;
    const void *kind;
    char *to; /* NULL: the end of a stage */
    const void *from;
    size_t bytes, zeros;
    const void *code; /* what returns to the line that asked for it */
};

/* Memory for copies of a block. It is mapped and not allocated: the heap is the host's, and
 * closed while kernels run. */
struct copy_pool {
    struct copy_pool *before;
    size_t used;
    struct simt_copy copies[];
};

/* Of each thread of a block, in the order in which they came. */
struct simt_copies {
    struct copy_pool *pool;
    struct simt_copy *free;
    struct {
        struct simt_copy *first, **end;
        unsigned stages; /* of the thread's own pipeline, whose kind is NULL, that have ended */
    } of_thread[SIMT_MAX_THREADS];
};

static void *mapped(size_t bytes)
{
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        fprintf(stderr, "simt: no memory for asynchronous copies\n");
        abort();
    }
    return memory;
}

static struct simt_copies *copies_of_block(void)
{
    struct simt_block *block = simt_lane->block;
    if (!block->copies)
        block->copies = mapped(sizeof *block->copies);
    return block->copies;
}

/* A new copy's memory: that of one that was done, or the next of the pool. */
static struct simt_copy *memory_for_copy(struct simt_copies *copies)
{
    struct simt_copy *copy = copies->free;
    if (copy) {
        copies->free = copy->next;
        return copy;
    }
    if (!copies->pool ||
        sizeof *copies->pool + (copies->pool->used + 1) * sizeof *copy > POOL_BYTES) {
        struct copy_pool *pool = mapped(POOL_BYTES);
        pool->before = copies->pool;
        copies->pool = pool;
    }
    return &copies->pool->copies[copies->pool->used++];
}

static void add(struct simt_copy copy)
{
    struct simt_copies *copies = copies_of_block();
    struct simt_copy *kept = memory_for_copy(copies), ***end;
    *kept = copy;
    end = &copies->of_thread[simt_lane->number].end;
    if (!copies->of_thread[simt_lane->number].first)
        *end = &copies->of_thread[simt_lane->number].first;
    **end = kept;
    *end = &kept->next;
}

static void do_copy(const struct simt_copy *copy)
{
    if (!copy->to)
        return;
    if (simt_observer) {
        simt_observer->lane_copies(copy->to, copy->from, copy->bytes, copy->zeros, copy->code);
        return;
    }
    if (copy->bytes == sizeof(int)) /* most are; and then it is two instructions */
        memcpy(copy->to, copy->from, sizeof(int));
    else
        memcpy(copy->to, copy->from, copy->bytes);
    if (copy->zeros)
        memset(copy->to + copy->bytes, 0, copy->zeros);
}

void simt_copy_later(const void *kind, void *to, const void *from, size_t bytes, size_t zeros)
{
    struct simt_copy copy = {.kind = kind,
                             .to = to,
                             .from = from,
                             .bytes = bytes,
                             .zeros = zeros,
                             .code = __builtin_return_address(0)};
    if (!bytes && !zeros)
        return;
    if (copies_at_once(simt_schedule))
        do_copy(&copy);
    else
        add(copy);
}

void simt_end_stage(const void *kind)
{
    add((struct simt_copy){.kind = kind});
    copies_of_block()->of_thread[simt_lane->number].stages += !kind;
}

/* Of the kind, until so many stages have ended. Others may run while a copy is done. */
static void finish(const void *kind, unsigned stages)
{
    struct simt_copies *copies = copies_of_block();
    struct simt_copy **at = &copies->of_thread[simt_lane->number].first;
    while (*at && stages) {
        struct simt_copy *copy = *at, done = *copy;
        if (copy->kind != kind) {
            at = &copy->next;
            continue;
        }
        *at = copy->next;
        if (!*at)
            copies->of_thread[simt_lane->number].end = at;
        copy->next = copies->free;
        copies->free = copy;
        stages -= !done.to;
        copies->of_thread[simt_lane->number].stages -= !done.to && !kind;
        do_copy(&done);
    }
}

void simt_finish_stages(const void *kind, unsigned but)
{
    struct simt_copies *copies = copies_of_block();
    unsigned ended = kind ? 0 : copies->of_thread[simt_lane->number].stages;
    const struct simt_copy *copy = copies->of_thread[simt_lane->number].first;
    for (; copy && kind; copy = copy->next)
        ended += copy->kind == kind && !copy->to;
    if (ended > but)
        finish(kind, ended - but);
}

void simt_finish_copies(const void *kind)
{
    finish(kind, ~0u);
}

void simt_forget_copies(struct simt_block *block)
{
    while (block->copies->pool && block->copies->pool->before) {
        struct copy_pool *pool = block->copies->pool;
        block->copies->pool = pool->before;
        munmap(pool, POOL_BYTES);
    }
    if (block->copies->pool)
        block->copies->pool->used = 0;
    block->copies->free = NULL;
    memset(block->copies->of_thread, 0, sizeof block->copies->of_thread);
}
