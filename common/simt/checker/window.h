/* The address space that a checked program takes before main(), at fixed places. The judge
 * tries whether it is to be had: where it is not, no hand-in is to blame. C11. */
#ifndef SIMT_WINDOW_H
#define SIMT_WINDOW_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

/* All memory that kernels share lies in one window of the address space, so that what the
 * checker knows of an address is found by multiplying it:
 *
 *   device memory | managed and pinned, then the program's own __device__ variables, which lie
 *   elsewhere and only have a shadow here | workers: dynamic shared, what is known of the
 *   running block, stack with static shared
 */
#define SIMT_WINDOW_BITS 37
#define SIMT_WINDOW_BYTES ((uintptr_t)1 << SIMT_WINDOW_BITS)
#define SIMT_WINDOW ((uintptr_t)4 << 40)

#define SIMT_SLOT ((uintptr_t)1 << 35)                   /* 32 GiB */
#define SIMT_HEAP_SLOT (SIMT_WINDOW + SIMT_SLOT / 4 * 3) /* in that of device memory */
#define SIMT_OPEN_SLOT (SIMT_WINDOW + SIMT_SLOT)
#define SIMT_SYMBOL_SLOT (SIMT_OPEN_SLOT + SIMT_SLOT / 4 * 3)
#define SIMT_WORKER_SLOT (SIMT_WINDOW + 2 * SIMT_SLOT)
#define SIMT_WORKER_BYTES ((uintptr_t)1 << 28)
#define SIMT_STATE_AT (512 << 10)

static inline bool simt_in_window(uintptr_t address)
{
    return address >> SIMT_WINDOW_BITS == SIMT_WINDOW >> SIMT_WINDOW_BITS;
}

/* Of an address in the window. Shared memory belongs to one worker: nobody else comes near its
 * shadow. */
static inline bool simt_is_shared(uintptr_t address)
{
    return address & 2 * SIMT_SLOT;
}

/* --- what is known of it: the shadow ------------------------------------------------------ */

/* The bits of address a are at a / 8 beyond these. */
#define SIMT_MAY_BITS ((uintptr_t)8 << 40)
#define SIMT_WRITTEN_BITS ((uintptr_t)9 << 40)

/* What is known of the word at address a begins at a times this. */
enum { SIMT_CELL_BYTES = 16, SIMT_DETAIL_BYTES = 24 };
#define SIMT_CELL_FACTOR ((uintptr_t)SIMT_CELL_BYTES / 4)
#define SIMT_DETAIL_FACTOR ((uintptr_t)SIMT_DETAIL_BYTES / 4)

/* The tables of epochs.c and list.c. */
#define SIMT_EPOCHS ((uintptr_t)10 << 40)
#define SIMT_ENTRIES ((uintptr_t)11 << 40)
enum { SIMT_MOST_EPOCHS = 1 << 28, SIMT_EPOCH_BYTES = 8 };
enum { SIMT_MOST_ENTRIES = 1 << 27, SIMT_ENTRY_BYTES = 16 };

struct simt_span {
    uintptr_t at, bytes;
};

static const struct simt_span simt_room[] = {
    {SIMT_WINDOW * SIMT_CELL_FACTOR, SIMT_WINDOW_BYTES *SIMT_CELL_FACTOR},
    {SIMT_WINDOW * SIMT_DETAIL_FACTOR, SIMT_WINDOW_BYTES *SIMT_DETAIL_FACTOR},
    {SIMT_MAY_BITS + SIMT_WINDOW / 8, SIMT_WINDOW_BYTES / 8 + 8},
    {SIMT_WRITTEN_BITS + SIMT_WINDOW / 8, SIMT_WINDOW_BYTES / 8 + 8},
    {SIMT_EPOCHS, (uintptr_t)SIMT_MOST_EPOCHS *SIMT_EPOCH_BYTES},
    {SIMT_ENTRIES, (uintptr_t)SIMT_MOST_ENTRIES *SIMT_ENTRY_BYTES},
};

/* Why it may not be there. */
#define SIMT_NO_ROOM "ulimit -v, vm.overcommit_memory=2, or a kernel for less than 46 bits?"

static inline bool simt_map(uintptr_t at, uintptr_t bytes)
{
    void *wanted = (void *)at;
    return mmap(wanted, bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                0) == wanted;
}

/* True if all of the room is the caller's now. */
static inline bool simt_take_room(void)
{
    for (unsigned i = 0; i < sizeof simt_room / sizeof *simt_room; i++)
        if (!simt_map(simt_room[i].at, simt_room[i].bytes))
            return false;
    return true;
}

#endif
