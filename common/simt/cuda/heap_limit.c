/* The room in the kernels' heap: see heap_limit.h.
 *
 * Here blocks run one after the other, on a device many of them at once. So what a block gives
 * back serves the same block again, and others only when they need not run beside it: as blocks
 * of another launch, or so far behind it that a device has not begun them yet. */
#include "cuda/heap_limit.h"
#include "cuda/runtime.h"
#include <pthread.h>
#include <stdint.h>

/* As many blocks as an H200 holds: 132 multiprocessors, with 32 blocks each. */
enum { MULTIPROCESSORS = 132, HELD = MULTIPROCESSORS * 32, GRAIN = 16 };

static struct {
    pthread_mutex_t lock;
    size_t taken; /* what threads have, and what blocks keep */
    bool full;
    struct keeper {
        unsigned long long launch, block;
        size_t kept; /* the block has given it back, and may take it again */
    } keepers[HELD]; /* block b in number b % HELD */
} heap = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t grains(size_t bytes)
{
    return (bytes + GRAIN - 1) / GRAIN * GRAIN;
}

static void forget(struct keeper *k)
{
    heap.taken -= k->kept;
    k->kept = 0;
}

static struct keeper *keeper_of(struct simt_heap_user user)
{
    struct keeper *k = &heap.keepers[user.block % HELD];
    if (k->launch != user.launch || k->block != user.block) {
        forget(k);
        *k = (struct keeper){.launch = user.launch, .block = user.block};
    }
    return k;
}

/* What blocks keep that do not run beside this one. */
static void forget_others(struct simt_heap_user user)
{
    int each = simt_resident_blocks(user.function, user.threads, user.dynamic_shared);
    unsigned long long held = (unsigned long long)each * MULTIPROCESSORS;
    for (struct keeper *k = heap.keepers; k < heap.keepers + HELD; k++) {
        unsigned long long apart =
            k->block < user.block ? user.block - k->block : k->block - user.block;
        if (k->kept && (k->launch != user.launch || apart >= held))
            forget(k);
    }
}

static bool has_room(size_t bytes)
{
    size_t limit = simt_malloc_heap_size();
    return heap.taken <= limit && bytes <= limit - heap.taken;
}

bool simt_take_of_heap(struct simt_heap_user user, size_t bytes)
{
    if (bytes > SIZE_MAX - GRAIN)
        return false;
    pthread_mutex_lock(&heap.lock);
    simt_fix_malloc_heap_size(true);
    struct keeper *k = keeper_of(user);
    size_t need = grains(bytes), again = need < k->kept ? need : k->kept;
    if (!has_room(need - again))
        forget_others(user);
    bool room = has_room(need - again);
    if (room) {
        k->kept -= again;
        heap.taken += need - again;
    }
    heap.full |= !room;
    pthread_mutex_unlock(&heap.lock);
    return room;
}

void simt_give_to_heap(struct simt_heap_user user, size_t bytes)
{
    pthread_mutex_lock(&heap.lock);
    keeper_of(user)->kept += grains(bytes);
    pthread_mutex_unlock(&heap.lock);
}

void simt_empty_heap(void)
{
    pthread_mutex_lock(&heap.lock);
    heap.taken = 0;
    simt_fix_malloc_heap_size(false);
    for (struct keeper *k = heap.keepers; k < heap.keepers + HELD; k++)
        k->kept = 0;
    pthread_mutex_unlock(&heap.lock);
}

bool simt_heap_was_full(void)
{
    bool full = heap.full;
    heap.full = false;
    return full;
}
