/* What the backend tells an observer, and all that it knows of one: a struct of functions, or
 * NULL in the fast build. The checker is the only observer. It sets the pointer before main(),
 * in a program that has been compiled for it, and passes on to the counters what they need.
 *
 * Each function says when it is called, what it may rely on and what it owes. All of them must
 * be there. A worker calls its functions on its own thread, while simt_lane may be set: they
 * must neither jump out of the launch nor let other lanes run. C11; includes no header of
 * another room. */
#ifndef SIMT_OBSERVER_H
#define SIMT_OBSERVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grid/kinds.h"

struct lane;
struct simt_allocation;
struct simt_launch;
struct worker;

enum simt_arena { SIMT_DEVICE_ARENA, SIMT_OPEN_ARENA, SIMT_HEAP_ARENA };

struct simt_observer {
    /* --- memory: called by host code, outside of launches --------------------------------- */

    /* Before an arena is reserved: that of device memory, of open memory, which host code may
     * touch, or of the kernels' heap. Returns where it must lie, and lowers *bytes to what
     * there is. Called once for each arena. */
    void *(*place_arena)(enum simt_arena which, size_t *bytes);

    /* After an allocation was made, freed or given the name of a part; `allocation` is what it
     * is now. The allocator's lock may be held, so no function of memory.h may be called. */
    void (*allocation_changed)(const struct simt_allocation *allocation);

    /* After a copy or a memset wrote these bytes. They lie in one allocation. */
    void (*memory_written)(const void *address, size_t bytes);

    /* Before a copy or a memset reads or writes `height` rows of `width` bytes, as the work of
     * a stream (cuda/queue.h). */
    void (*memory_touched)(const void *address, size_t pitch, size_t width, size_t height,
                           bool written);

    /* Before a function writes or reads there on behalf of host code. May end the program. */
    void (*host_writes)(const void *address, size_t bytes);
    void (*host_reads)(const void *address, size_t bytes);

    /* Before registered memory is the host's alone again, which may read what kernels left. */
    void (*host_takes_back)(const void *address, size_t bytes);

    /* How many bytes of static shared memory a kernel declares itself. May be called at any
     * time. */
    size_t (*static_shared_of)(const void *kernel);

    /* --- workers: called by the thread that launches, with the pool's launch lock --------- */

    /* Before a worker's thread is created. Sets in `attributes` where its stack must lie, and
     * with it the thread-local variables that are its shared memory. May keep what it knows of
     * the worker in worker->state. The workers are numbered from 0 up. */
    void (*place_worker)(struct worker *worker, unsigned number, pthread_attr_t *attributes);

    /* Before each launch, by the worker: returns where its dynamic shared memory lies, which is
     * the same each time. */
    void *(*dynamic_shared_of)(struct worker *worker);

    /* --- a launch: the configuration has been allowed, all workers exist ------------------ */

    /* Before the first block; no worker runs. Returns how many of `workers` may have the
     * launch, at least 1. */
    unsigned (*launch_begins)(const struct simt_launch *launch, unsigned workers);

    /* After the last block, also where the launch was abandoned; no worker runs. */
    void (*launch_ended)(void);

    /* --- a block: called by its worker, one at a time ------------------------------------- */

    /* Before the first lane runs; shape, index and warps of the block are set. Returns the
     * numbers of the lanes in the order of their turns; the list must last until the block
     * ends. If the block before was abandoned, nothing has said that it ended. */
    const unsigned short *(*block_begins)(struct worker *worker);

    /* All lanes that live have met at a barrier, and none has gone on. */
    void (*block_met)(struct worker *worker);

    /* All blocks of a cooperative launch have met, and none has gone on. Called by the last of
     * their workers; the others wait. */
    void (*grid_met)(void);

    /* These lanes of a warp, one bit each, have met at a __syncwarp; none has gone on. */
    void (*warp_met)(struct worker *worker, unsigned warp, unsigned lanes);

    /* The running lane does a copy that it asked for at `code`: it waits for it now, or asks
     * for it now, as the schedule has it. `zeros` bytes of 0 follow the copied ones. */
    void (*lane_copies)(void *to, const void *from, size_t bytes, size_t zeros,
                        const void *code);

    /* A lane has returned from its kernel. Called once for each lane that is not abandoned. */
    void (*lane_returned)(struct worker *worker, const struct lane *lane);

    /* --- findings of others: by host code or by a worker ---------------------------------- */

    /* Something is wrong. `text` says it in words; the observer must copy it. `code` returns to
     * the line that did it, or is NULL. */
    void (*found)(enum finding_kind kind, const void *code, const char *text);

    /* --- what the student program asks, between launches: see simt.h ---------------------- */

    unsigned (*findings)(struct finding *findings, unsigned most);
    void (*forget_findings)(void);

    /* The caller of the student's function reads host memory, and has not waited. */
    void (*caller_reads)(const void *address, size_t bytes);

    /* It copies memory of the device, in the default stream. */
    void (*caller_copies)(const void *address, size_t bytes);

    /* Bytes of managed and pinned memory that host code has read before the device went on,
     * since forget_findings(). */
    uint64_t (*host_has_read)(void);

    /* Whether a block has found what others had told late, since forget_findings(). */
    bool (*was_late)(void);
};

/* Does not change after main() has begun. */
extern const struct simt_observer *simt_observer;

#endif
