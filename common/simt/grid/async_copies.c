/* Copies that a kernel asks for and waits for later: see async.h. */
#include "grid/async_copies.h"
#include <stdlib.h>
#include <string.h>
#include "grid/grid.h"
#include "grid/observer.h"

struct simt_copy {
    struct simt_copy *next;
    const void *kind;
    char *to; /* NULL: the end of a stage */
    const void *from;
    size_t bytes, zeros;
    const void *code; /* what returns to the line that asked for it */
};

/* Of each thread of a block, in the order in which they came. */
struct simt_copies {
    struct simt_copy *first[SIMT_MAX_THREADS];
};

static struct simt_copy **list_of_thread(void)
{
    struct simt_block *block = simt_lane->block;
    if (!block->copies)
        block->copies = calloc(1, sizeof *block->copies);
    if (!block->copies)
        abort();
    return &block->copies->first[simt_lane->number];
}

static void add(struct simt_copy copy)
{
    struct simt_copy **end = list_of_thread(), *kept = malloc(sizeof *kept);
    if (!kept)
        abort();
    *kept = copy;
    while (*end)
        end = &(*end)->next;
    *end = kept;
}

void simt_copy_later(const void *kind, void *to, const void *from, size_t bytes, size_t zeros)
{
    if (bytes || zeros)
        add((struct simt_copy){.kind = kind,
                               .to = to,
                               .from = from,
                               .bytes = bytes,
                               .zeros = zeros,
                               .code = __builtin_return_address(0)});
}

void simt_end_stage(const void *kind)
{
    add((struct simt_copy){.kind = kind});
}

static void do_copy(const struct simt_copy *copy)
{
    if (!copy->to)
        return;
    if (simt_observer) {
        simt_observer->lane_copies(copy->to, copy->from, copy->bytes, copy->zeros, copy->code);
        return;
    }
    memcpy(copy->to, copy->from, copy->bytes);
    memset(copy->to + copy->bytes, 0, copy->zeros);
}

/* Of the kind, until so many stages have ended. Others may run while a copy is done. */
static void finish(const void *kind, unsigned stages)
{
    struct simt_copy **at = list_of_thread();
    while (*at && stages) {
        struct simt_copy *copy = *at;
        if (copy->kind != kind) {
            at = &copy->next;
            continue;
        }
        *at = copy->next;
        stages -= !copy->to;
        do_copy(copy);
        free(copy);
    }
}

void simt_finish_stages(const void *kind, unsigned but)
{
    unsigned ended = 0;
    for (const struct simt_copy *copy = *list_of_thread(); copy; copy = copy->next)
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
    for (unsigned i = 0; block->copies && i < SIMT_MAX_THREADS; i++)
        while (block->copies->first[i]) {
            struct simt_copy *copy = block->copies->first[i];
            block->copies->first[i] = copy->next;
            free(copy);
        }
}
