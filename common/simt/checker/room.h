/* The address space that a checked program takes before main(), at fixed places. The judge
 * tries whether it is to be had: where it is not, no hand-in is to blame. C11. */
#ifndef SIMT_ROOM_H
#define SIMT_ROOM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

/* Where all memory lies that kernels share: see checker.h. */
#define SIMT_WINDOW_BITS 37
#define SIMT_WINDOW_BYTES ((uintptr_t)1 << SIMT_WINDOW_BITS)
#define SIMT_WINDOW ((uintptr_t)4 << 40)

/* The bits of address a are at a / 8 beyond these. */
#define SIMT_MAY_BITS ((uintptr_t)8 << 40)
#define SIMT_WRITTEN_BITS ((uintptr_t)9 << 40)

/* What is known of the word at address a begins at a times this. */
enum { SIMT_CELL_BYTES = 16, SIMT_DETAIL_BYTES = 24 };
#define SIMT_CELL_FACTOR ((uintptr_t)SIMT_CELL_BYTES / 4)
#define SIMT_DETAIL_FACTOR ((uintptr_t)SIMT_DETAIL_BYTES / 4)

/* Two tables of race.c. */
#define SIMT_SEGMENTS ((uintptr_t)10 << 40)
#define SIMT_ENTRIES ((uintptr_t)11 << 40)
enum { SIMT_MOST_SEGMENTS = 1 << 28, SIMT_SEGMENT_BYTES = 8 };
enum { SIMT_MOST_ENTRIES = 1 << 27, SIMT_ENTRY_BYTES = 16 };

struct simt_span {
    uintptr_t at, bytes;
};

static const struct simt_span simt_room[] = {
    {SIMT_WINDOW * SIMT_CELL_FACTOR, SIMT_WINDOW_BYTES *SIMT_CELL_FACTOR},
    {SIMT_WINDOW * SIMT_DETAIL_FACTOR, SIMT_WINDOW_BYTES *SIMT_DETAIL_FACTOR},
    {SIMT_MAY_BITS + SIMT_WINDOW / 8, SIMT_WINDOW_BYTES / 8 + 8},
    {SIMT_WRITTEN_BITS + SIMT_WINDOW / 8, SIMT_WINDOW_BYTES / 8 + 8},
    {SIMT_SEGMENTS, (uintptr_t)SIMT_MOST_SEGMENTS *SIMT_SEGMENT_BYTES},
    {SIMT_ENTRIES, (uintptr_t)SIMT_MOST_ENTRIES *SIMT_ENTRY_BYTES},
};

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
