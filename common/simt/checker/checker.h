/* The checked build: every access of a lane arrives here, and what the parts of the checker
 * know of each other and of the grid. Private to the CPU backend. C11.
 *
 * - hooks.c     the names that a compiler's -fsanitize=thread calls, and the short way
 * - shadow.c    what may be touched and what has been written, bit by bit; where memory lies
 * - race.c      the last accesses to each word, and which of them are ordered
 * - order.c     fences: what a lane knows of others by way of an atomic
 * - findings.c  what was found, counted and in words
 * - symbols.c   names of variables, lines of code
 *
 * hooks.o enters a program only if an object in it calls the hooks, and brings the others with
 * it: so one library serves the fast build, which has no observer, and the checked one. */
#ifndef SIMT_CHECKER_H
#define SIMT_CHECKER_H

#include <string.h>
#include "checker/room.h"
#include "grid/grid.h"
#include "grid/observer.h"

enum simt_access {
    SIMT_READ,
    SIMT_WRITE,
    SIMT_ATOMIC,
    SIMT_VOLATILE_READ,
    SIMT_VOLATILE_WRITE
};

/* --- what observer.h names, and who does it ----------------------------------------------- */

/* shadow.c */
void *simt_check_arena(bool open, size_t *bytes);
void simt_check_allocation(const struct simt_allocation *allocation);
void simt_check_written(const void *address, size_t bytes);
void simt_check_place(struct worker *worker, unsigned number, pthread_attr_t *where);
void *simt_check_dynamic_shared(struct worker *worker);

/* symbols.c */
size_t simt_check_static_shared(const void *kernel);

/* findings.c */
void simt_check_found(const char *kind, const void *code, const char *text);
unsigned simt_check_findings(struct simt_finding *findings, unsigned most);
void simt_check_forget(void);

/* watch.c: from here on the backend knows the checker. */
void simt_observe(void);

/* --- hooks.c: the stream of accesses ----------------------------------------------------- */

/* True while somebody counts: then each access of a lane is told before it happens, accesses to
 * its own stack excepted, and so is each meeting of lanes of a warp. */
extern bool simt_counting;
void simt_traffic_access(struct lane *lane, const void *code, const void *address,
                         unsigned size, enum simt_access kind);

/* One of any size, and of less alignment than that. */
void simt_traffic_range(struct lane *lane, const void *code, const void *address, size_t size,
                        enum simt_access kind);
enum simt_meeting { SIMT_MET_IN_WARP, SIMT_MET_AT_BARRIER, SIMT_MET_AT_END };
void simt_traffic_group(struct worker *worker, unsigned warp, unsigned lanes,
                        enum simt_meeting meeting);

/* The lane leaves the basic block of its stream, in which it has done nothing, and comes to the
 * next, or NULL; it enters a function that was called from `call`, and leaves it. */
void simt_traffic_pass(struct lane *lane, const void *next);
void simt_traffic_enter(struct lane *lane, const void *call);
void simt_traffic_leave(struct lane *lane);

/* A launch begins, a block begins. */
void simt_traffic_launch(const struct simt_launch *launch);
void simt_traffic_begin(struct worker *worker);

/* For `make explain`: what was counted and found so far goes to a file, if one is named. */
void simt_write_counters(void);

/* Looks at an access from all sides, unless the short way has done. */
void simt_watch_access(const void *address, unsigned size, enum simt_access kind,
                       const void *code);

/* One of any size and alignment; an atomic update that has been done; the load it began with.
 */
void simt_watch_range(const void *address, size_t size, enum simt_access kind,
                      const void *code);
void simt_watch_update(const void *address, unsigned size, const void *code);
void simt_watch_load(const void *address);

/* Launches of fewer threads run on one worker. */
extern unsigned simt_few_threads;

/* Does a kernel's memcpy() and memset(). */
void simt_watch_copy(char *to, const char *from, size_t size, const void *code);
void simt_watch_fill(char *to, int value, size_t size, const void *code);

/* --- shadow.c: where memory lies --------------------------------------------------------- */

/* All memory that kernels share lies in one window of the address space, so that what the
 * checker knows of an address is found by multiplying it:
 *
 *   device memory | managed and pinned, then the program's own __device__ variables, which lie
 *   elsewhere and only have a shadow here | workers: dynamic shared, what is known of the
 *   running block, stack with static shared
 */
#define SIMT_SLOT ((uintptr_t)1 << 35) /* 32 GiB */
#define SIMT_OPEN_SLOT (SIMT_WINDOW + SIMT_SLOT)
#define SIMT_SYMBOL_SLOT (SIMT_OPEN_SLOT + SIMT_SLOT / 4 * 3)
#define SIMT_WORKER_SLOT (SIMT_WINDOW + 2 * SIMT_SLOT)
#define SIMT_WORKER_BYTES ((uintptr_t)1 << 30)
#define SIMT_WATCH_AT (512 << 10)

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

/* All cells are as they were at the start of the program. */
void simt_forget_cells(void);

/* Up to 16 bits, from that of this address on. */
static inline unsigned simt_bits_at(uintptr_t bits, uintptr_t shadow, unsigned count)
{
    unsigned word;
    memcpy(&word, (const void *)(bits + shadow / 8), sizeof word);
    return word >> shadow % 8 & ((1u << count) - 1);
}

/* A bit a byte: a kernel may touch all of them; some of them have been written. */
static inline bool simt_is_addressable(uintptr_t shadow, unsigned size)
{
    return simt_bits_at(SIMT_MAY_BITS, shadow, size) == (1u << size) - 1;
}

static inline bool simt_is_initialised(uintptr_t shadow, unsigned size)
{
    return simt_bits_at(SIMT_WRITTEN_BITS, shadow, size) != 0;
}

void simt_set_initialised(uintptr_t shadow, unsigned size);

/* Where the shadow of an address is: the address itself in the window, a stand-in for the
 * program's variables, or one of these: what no kernel may touch, what is a lane's own. */
#define SIMT_STRAY ((uintptr_t)0)
#define SIMT_PRIVATE ((uintptr_t)1)
uintptr_t simt_shadow_of(const struct worker *worker, const void *address);

/* A block finds its shared memory as if never written. */
void simt_begin_shared(struct worker *worker);

/* --- race.c: cells ----------------------------------------------------------------------- */

/* Accesses are dated by keys. A segment is a piece of a warp's (or a lane's) run between two
 * points where it may learn of others: a barrier, a __syncwarp, a fence. Segments are numbered
 * through all launches, so that what is older than the launch tells itself apart, and nothing
 * is ever cleared. A key is twice the segment's number, plus 1 for an atomic access. */

/* What is looked at on each access to a word. Key and lanes are exchanged together, which clang
 * leaves to a library that need not be here, unless it knows them to be aligned. */
struct cell {
    _Alignas(
        8) unsigned key; /* of the reads, or the atomics, since the last write; see race.c */
    unsigned lanes;      /* which lanes of the warp */
    unsigned writer;     /* key of the last write, and SIMT_LONE */
    unsigned flags;      /* its lane, in the lowest bits */
};

/* The word has been read by one lane of a warp, and the next one is to be written down: it
 * takes the long way, since no key is that high. */
#define SIMT_LONE (1u << 31)

/* What a report needs besides. */
struct detail {
    unsigned writer_code, code[2];
    unsigned key[2];
    unsigned short lane[2];
};
_Static_assert(sizeof(struct cell) == SIMT_CELL_BYTES &&
                   sizeof(struct detail) == SIMT_DETAIL_BYTES,
               "shadow of a word");

static inline struct cell *simt_cell(uintptr_t shadow)
{
    return (struct cell *)(shadow / 4 * SIMT_CELL_BYTES);
}

static inline struct detail *simt_detail(uintptr_t shadow)
{
    return (struct detail *)(shadow / 4 * SIMT_DETAIL_BYTES);
}

struct simt_era {
    unsigned first; /* key: the launch begins; as a cell's: many blocks have read it */
    unsigned list;  /* as a cell's: its accesses are in a list */
    unsigned bytes; /* as a cell's: its bytes are kept apart */
    bool alone;     /* one worker has the launch */
    bool lockstep;
    uintptr_t quick;   /* simt_quick() of words whose accesses may take the short way, or
                          SIMT_NOT_QUICK */
    uintptr_t counted; /* the same while somebody counts */
    dim3 grid, block;  /* of the launch, or of the last one */
};
/* The same for all words in the window, and for nothing else: what must be 0 in a word's
 * address is rotated to the top. No address has the other. */
#define SIMT_NOT_QUICK (~(uintptr_t)0)
static inline uintptr_t simt_quick(uintptr_t address)
{
    return (address >> 2 | address << 62) >> (SIMT_WINDOW_BITS - 2);
}

_Static_assert(sizeof(struct simt_era) <= 64, "in a cache line");
extern struct simt_era simt_era;

struct known; /* order.c */

/* One side of a race, or an access that is wrong in itself. */
struct simt_side {
    const void *code;
    enum simt_access kind;
    unsigned lane, block;
};

struct simt_event {
    const char *kind; /* as in simt_finding */
    struct simt_side side[2];
    const void *address;
    uintptr_t word; /* the shadow of the word that it happens to */
    unsigned size;  /* of the access */
};

/* A write that is a race if it changes what the other one has written. */
struct doubt {
    struct simt_event event;
    const char *at;
    unsigned size;
    unsigned char old[4];
};

/* What the checker knows of a worker's block. */
struct watch {
    unsigned base; /* first key of the running interval; as a cell's: many warps have read it */
    unsigned first; /* key of the block */
    unsigned block; /* its number in the launch */
    unsigned key[SIMT_MAX_THREADS];
    struct {
        unsigned floor;                       /* older keys are ordered for the whole warp */
        unsigned clock[SIMT_WARP][SIMT_WARP]; /* [i][j]: lane i knows of lane j up to here */
    } warp[SIMT_MAX_WARPS];

    /* fences */
    const struct known *acquired[SIMT_MAX_THREADS], *released[SIMT_MAX_THREADS];
    const struct known *block_acquired, *block_released;
    const struct known *released_in_block[SIMT_MAX_THREADS]; /* by fences of the block */
    const struct known *heard[SIMT_MAX_THREADS], *block_heard;
    unsigned met; /* hearsay of before the last barrier is older */
    /* The lane has written something since its last fence; that fence had something to release,
     * and the lane has not told of it yet. */
    bool dirty[SIMT_MAX_THREADS], armed[SIMT_MAX_THREADS], block_dirty;
    bool tells; /* the block has written to global memory by volatile */
    uintptr_t
        looked_at[SIMT_MAX_THREADS]; /* by a volatile read that was told and not yet done */
    bool fenced;                     /* some lane has one of the first two */

    unsigned free_entry, fresh_entry, last_entry; /* of lists */
    uintptr_t last_write; /* which may still be under way; those before it have been done, also
                             where a processor orders nothing by itself */

    struct doubt doubt[4]; /* of the access that the worker is about to make */
    unsigned doubts;

    uintptr_t statics, statics_end, dynamic, dynamic_end; /* shared memory */
    const void *kernel; /* whose static shared memory may be touched */
    unsigned short turns[SIMT_MAX_THREADS];
};

struct simt_segment {
    unsigned block, interval;
};
_Static_assert(sizeof(struct simt_segment) == SIMT_SEGMENT_BYTES, "see room.h");
extern struct simt_segment *const simt_segments;

extern const char __executable_start[];

static inline unsigned simt_code_offset(const void *code)
{
    return (unsigned)((const char *)code - __executable_start);
}

/* Of the worker whose shared memory it is. */
static inline struct watch *simt_watch_at(uintptr_t shadow)
{
    return (struct watch *)((shadow & ~(SIMT_WORKER_BYTES - 1)) + SIMT_WATCH_AT);
}

static inline const struct simt_segment *simt_segment_of(unsigned key)
{
    return &simt_segments[(key - simt_era.first) / 2];
}

/* So many new segments of the worker's block and interval; the key of the first. The other
 * begins a new interval, whose name is that key. */
unsigned simt_new_segments(const struct watch *watch, unsigned count);
unsigned simt_new_interval(struct watch *watch, unsigned count);

/* Whether the access that lane `number` of its block dated `key` is before all that lane `me`
 * does from now on. */
bool simt_is_before(const struct watch *watch, unsigned me, unsigned key, unsigned number);

/* Records the access, and reports the races that it is part of. */
void simt_race_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                      enum simt_access kind, const void *code);

/* The same for a read of a word of global memory that nobody has written in this launch, and no
 * other block but one has read; false if it is something else. */
bool simt_race_first_read(const struct lane *lane, uintptr_t word, const void *code);

/* The last write in doubt has been done. */
void simt_settle_doubt(struct watch *watch);

/* Dates: maps what they need; a launch begins. */
void simt_begin_era(bool alone);

/* --- order.c: fences --------------------------------------------------------------------- */

/* True in a program whose checked objects have fences or volatile accesses (fence.c,
 * volatile.c). */
extern bool simt_has_fences;

/* True in a program in which lanes may meet in other groups than their warp (group.c). */
extern bool simt_has_groups;

/* The lane fences: what it has done and knows goes with its next atomics, to threads of its own
 * block or to all. */
void simt_order_fence(struct lane *lane, bool in_block);

/* It has done an access of any kind but a plain read. */
void simt_order_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                       enum simt_access kind, const void *code);

/* It comes to its next access: what it has read last has been read. */
void simt_order_before(struct lane *lane);

bool simt_is_known(const struct watch *watch, unsigned me, unsigned key, unsigned number);
void simt_order_barrier(struct worker *worker);
void simt_order_warp(struct worker *worker, unsigned warp, unsigned lanes);
void simt_order_block(struct watch *watch); /* a block begins */
void simt_order_forget(void);               /* the launch has ended */

/* --- findings.c -------------------------------------------------------------------------- */

void simt_report(const struct simt_event *event);

/* A number for a word of an array, which is the same in each run and build. Shared memory is
 * another one in each block. */
unsigned long long simt_word_name(const char *array, long long word, bool shared,
                                  unsigned block);

bool simt_word_races(unsigned long long name);

/* How many words have races, and the sum of their names. */
unsigned simt_racy_words(unsigned long long *sum);

/* Says what is wrong with an access. */
void simt_report_stray(const struct lane *lane, const void *address, unsigned size,
                       enum simt_access kind, const void *code);
void simt_report_misaligned(const struct lane *lane, const void *address, unsigned size,
                            enum simt_access kind, const void *code);
void simt_report_uninitialised(const struct lane *lane, uintptr_t shadow, const void *address,
                               unsigned size, enum simt_access kind, const void *code);
void simt_report_constant(const struct lane *lane, const void *address, unsigned size,
                          const void *code);

/* Host code touches an address. */
void simt_check_host(const void *address, enum simt_access kind, const void *code);

/* --- symbols.c --------------------------------------------------------------------------- */

struct simt_variable {
    uintptr_t begin; /* address, or offset in the thread-local variables */
    size_t bytes;
    const char *name;
    bool constant, unseen; /* unseen: host code has no access to it */
    size_t element;        /* bytes; 0 where it is not known */
    unsigned kernel;       /* the one that it stands in, or 0 */
};

struct simt_variables {
    struct simt_variable *at;
    unsigned count;
};

/* Static __shared__ variables; those of the device and the static ones of kernels. */
const struct simt_variables *simt_shared_variables(void);
const struct simt_variables *simt_device_variables(void);

/* Whether a kernel may touch a shared variable: it is not another kernel's. NULL is any kernel.
 */
bool simt_may_share(const struct simt_variable *variable, const void *kernel);
const struct simt_variable *simt_nearest_shared(uintptr_t address, const void *kernel);

bool simt_is_host_variable(uintptr_t address);

/* It is in a variable of the device that host code cannot touch. */
bool simt_is_unseen_variable(uintptr_t address);

/* The one that holds the address or is nearest to it; NULL if there is none at all. */
const struct simt_variable *simt_nearest_variable(const struct simt_variables *variables,
                                                  uintptr_t address);

#endif
