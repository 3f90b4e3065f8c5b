/* What the parts of the grid know of each other; private to the CPU backend. C11.
 *
 * - lane     a device thread: what the kernel sees of it, and what it waits for
 * - warp     32 lanes and which of them wait in a warp operation
 * - worker   an operating system thread that runs one block at a time, with its stacks
 * - pool     the workers and the launch that they share
 */
#ifndef SIMT_GRID_H
#define SIMT_GRID_H

#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>
#include "grid/kinds.h"
#include "grid/thread.h"
#include "switch/switch.h"

struct simt_launch; /* launches.h */

enum {
    SIMT_MAX_THREADS = 1024, /* a block */
    SIMT_WARP = 32,
    SIMT_MAX_WARPS = SIMT_MAX_THREADS / SIMT_WARP,
    SIMT_USUAL_WORKERS = 16, /* at most, for a launch that is not cooperative: 1024 stacks each
                                are 2048 mappings, and Linux allows 65530 */
    SIMT_MOST_WORKERS = 256, /* for a cooperative launch, a block each; 16384 lanes at most */
    SIMT_BY_TURNS = 136,     /* for one whose blocks take turns, see begin_by_turns() */
    SIMT_STAGGERS = 64,      /* stacks end at so many different places, see fiber.c */
    SIMT_STAGGER_BYTES = 1088,
#if defined(__x86_64__)
    SIMT_GUARD_BYTES = 32 << 10, /* library code may step over one page at once */
#else
    SIMT_GUARD_BYTES = 128 << 10, /* g++ for aarch64 probes a large frame each 64 KB, and a page
                                     may have as many */
#endif
    /* In the checked build as much again lies behind it: see computed_calls.c. */
    SIMT_STACK_SPAN = SIMT_GUARD_BYTES + SIMT_STACK_BYTES + SIMT_STAGGERS * SIMT_STAGGER_BYTES,
    SIMT_DYNAMIC_BYTES = 256 << 10, /* more than any launch may ask for */
    SIMT_DYNAMIC_GUARD = 1 << 20,   /* behind them, where nobody may access anything */
    SIMT_FRAMES = 64,               /* how deep a fault looks for the student's line */
};

/* Words of uninitialised memory hold this: NaN as a float, a large negative number as a double
 * and as an int. */
#define SIMT_JUNK 0xffc0bad0u

struct lane {
    _Alignas(64) struct simt_lane seen;
    struct lane *next;           /* in the order in which the block's lanes take turns */
    void *context;               /* where it was left off; NULL before its first turn */
    unsigned long long ready_at; /* may run once the worker's phase has come this far, which
                                    it does at each barrier; never, if it has returned */
    const char *file;            /* of the barrier or warp operation that it waits in */
};
_Static_assert(sizeof(struct lane) == 64, "a barrier touches one cache line of a lane");

/* The lane's part in a warp operation. */
struct call {
    struct lane *next_in_warp; /* as `next`, among the lanes of the warp */
    enum simt_warp_op op;
    unsigned mask;
    unsigned argument;
    int width;
    unsigned long long value, result;
    char *stack; /* where the stack ends that the lane has begun on */
};

struct warp {
    unsigned exists;  /* lanes that the block has */
    unsigned waiting; /* lanes in a warp operation */
};

/* Why a worker left a block before its end, for the report that follows. */
struct escape {
    int signal; /* 0: the report has been made already */
    const void *address;
    bool overflow;   /* the address is in the guard of a stack */
    bool of_host;    /* or in memory of the host, which is closed to kernels */
    bool of_library; /* or code of the C++ library */
    bool unknown;    /* the processor did not say which address it was */
    uint3 thread, block;
    unsigned waiting; /* when time was up: threads of the block that waited at this line */
    const char *waiting_file;
    int waiting_line;
    int frames;
    const void *frame[SIMT_FRAMES]; /* code addresses, innermost first */
};

/* What a block that runs has to do with others: see cooperative.c. */
struct turns {
    unsigned long long gave_way_in; /* the phase in which its last lane gave way to others */
    unsigned gave_way;              /* so often in that phase */
    unsigned long long met_grid;    /* the phase in which it last waited for the grid */
    unsigned seat;                  /* its number among those that take turns */
    bool is_publishing; /* it has begun to publish values, which others are not to read yet */
    unsigned published; /* so often it has let others read them */
    const void *polled[2]; /* what it has read last to see whether others have published */
    bool polls_again;      /* it had read that before */
    unsigned looks;        /* so often it had not */
    unsigned yields;       /* of lanes that are not alone, so that each of them has polled */
};

struct worker {
    struct simt_block block; /* first: a lane's `block` is its worker */

    /* the running block */
    unsigned threads, live;   /* lanes of it; lanes that have not returned */
    bool backwards;           /* they are linked in that order, unless an observer says */
    unsigned missing;         /* lanes that are not at the barrier yet */
    bool divergent;           /* they are not all at the same one */
    const char *barrier_file; /* where the first of them is */
    int barrier_line;         /* with the barrier's number: see simt_line_of() */
    int quick_line;           /* the same, or 0 where an arrival takes the slow path */
    unsigned votes, result;   /* of the barrier that fills; of the one that was released last */
    unsigned asking;          /* lanes in __activemask() */
    unsigned long long phase; /* so many barriers have been released */
    unsigned long long start; /* the phase in which this block began */
    unsigned long long never; /* no barrier of this block is; the next block begins there */
    unsigned added;           /* atomic additions of this block to memory of its author's */
    struct turns turns;       /* with other blocks */
    unsigned spun;            /* so often has a loop that waits let others run */
    void (*body)(void *);
    void *argument;

    /* stacks */
    void *home; /* the context of the worker itself */
    char *guard[SIMT_MAX_THREADS], *top[SIMT_MAX_THREADS];
    unsigned stacks;              /* how many there are */
    char *idle[SIMT_MAX_THREADS]; /* the tops of those that no lane is on */
    unsigned idle_count;
    void *lowest;  /* of the worker's own */
    char *entered; /* the one that was begun last */

    /* leaving */
    sigjmp_buf out;
    struct escape escape;
    const struct lane *ticked; /* who ran at the last tick, and when */
    unsigned long long ticked_time;
    unsigned left_off; /* lanes that a tick has interrupted, and that have not gone on since */

    pthread_t thread;
    char *dynamic_guard; /* where dynamic shared memory ends; none in the checked build */
    struct warp warp[SIMT_MAX_WARPS];
    struct lane lane[SIMT_MAX_THREADS];
    struct lane *first;        /* whose turn is the first */
    struct block_state *state; /* the checker's, see block_state.h; NULL in the fast build */
    struct trace *trace;       /* what it has counted; see trace.h */
    struct call call[SIMT_MAX_THREADS];
    struct {
        _Alignas(64) char bytes[64];
    } stream[SIMT_MAX_THREADS]; /* the counters', see trace.h: as far from each lane */
};

struct pool {
    pthread_mutex_t one_launch; /* host threads launch one after the other */
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    struct worker *worker[SIMT_MOST_WORKERS];
    unsigned workers;
    atomic_uint tickets, running; /* workers that are to begin, and that have not ended */
    unsigned usual;       /* so many of them take part in a launch that is not cooperative */
    unsigned taking_part; /* in this launch */
    bool may_grow;        /* others may join them: see residents.c */
    bool one_by_one;      /* the observer wants one block to run at a time */

    unsigned long long launches; /* that the program has asked for */
    const struct simt_launch *launch;
    unsigned long long blocks;
    atomic_ullong next_block; /* see blocks.c */
    bool backwards;           /* the last block begins: set by the observer, at each launch */
    bool lanes_backwards;     /* where no observer orders them: the last lane begins */
    atomic_bool abandoned;    /* a fault: everybody leaves */
    atomic_uint bound;        /* of the kernel, where its blocks are larger, or 0 */
    atomic_bool expired;      /* the watchdog's time is up: the first to notice reports */
    atomic_bool insist;       /* leave even from within the C library */
    double limit;             /* seconds a launch */
    double patience;          /* seconds in which no thread of a worker returns; 0: any time */
    const unsigned *parts_over;   /* of the time of who waits for the program, or NULL */
    unsigned parts, parts_before; /* of so many; and when this launch began */
    struct progress {
        double seconds;      /* how long the launch had run when its time was up */
        bool moving;         /* threads of each worker have returned shortly before */
        bool may_need_later; /* what a block does that has not begun */
        unsigned long long returned, threads;
    } progress;
    bool tolerate_exited;
    bool nests;    /* kernels may launch kernels */
    bool by_turns; /* one worker runs at a time: set by the observer, at each launch */
};

extern struct pool simt_pool;

/* Says that the calling thread is a worker's; asks whether it is. */
void simt_begin_worker(void);
bool simt_is_worker(void);

static inline struct worker *worker_of(const struct lane *lane)
{
    return (struct worker *)lane->seen.block;
}

static inline struct lane *running_lane(void)
{
    return (struct lane *)simt_lane;
}

static inline struct call *call_of(const struct lane *lane)
{
    return &worker_of(lane)->call[lane->seen.number];
}

static inline struct warp *warp_of(const struct lane *lane)
{
    return &worker_of(lane)->warp[lane->seen.number / SIMT_WARP];
}

/* Of several barriers in one line of the source the second and further ones have their number,
 * from 1, above the line's 20 bits: shim/waiting.h. */
static inline int simt_line_of(int line)
{
    return line & ((1 << 20) - 1);
}
static inline int simt_barrier_of(int line)
{
    return (line >> 20) + 1;
}

static inline bool at_barrier(const struct worker *worker, const struct lane *lane)
{
    return lane->ready_at > worker->phase && lane->ready_at != worker->never;
}

static inline bool in_warp_op(const struct lane *lane)
{
    return warp_of(lane)->waiting >> lane->seen.number % SIMT_WARP & 1;
}

static inline bool has_returned(const struct lane *lane)
{
    return lane->ready_at == worker_of(lane)->never && !in_warp_op(lane);
}

/* Whether two lanes that are in warp operations are in the same one, with the same mask. */
static inline bool same_call(const struct lane *a, const struct lane *b)
{
    return call_of(a)->op == call_of(b)->op && call_of(a)->mask == call_of(b)->mask;
}

/* --- fiber.c: lanes and their stacks ------------------------------------------------------ */

/* Makes the worker's lanes those of a block of this shape, in the order of their turns. */
void simt_shape_block(struct worker *worker, dim3 dim);

/* Runs one block from start to end. */
void simt_run_block(struct worker *worker);

/* Suspends this lane until its ready_at has come, and goes on with the next lane that may run.
 */
void simt_wait(struct worker *worker, struct lane *lane);

/* The function that a new stack begins with, on behalf of simt_lane. */
void simt_run_lanes(void);

/* Takes a stack that no lane is on. The caller knows that there is one. */
static inline void *simt_take_idle(struct worker *worker)
{
    worker->entered = worker->idle[--worker->idle_count];
    return worker->entered;
}

/* As simt_wait(), but lanes of the same warp come first, so that the warp goes on together. */
void simt_wait_in_warp(struct worker *worker, struct lane *lane);

/* Lets other lanes and blocks run, for one that has run for long. */
void simt_let_others_run(void);

/* Whether `address` is in the guard of a stack. */
bool simt_in_guard(const struct worker *worker, const void *address);

/* Whether a stack that threads wait on lies at `address`, or what belongs to one: its guard,
 * and behind it where its functions are to return to. */
bool simt_is_on_stacks(const void *address);

/* To be called after a jump out of the middle of a block: no lane is on any stack. */
void simt_forget_lanes(struct worker *worker);

/* --- barrier.c, warp.c, deadlock.c -------------------------------------------------------- */

/* To be called when all lanes that live have arrived. Releases them, or ends the launch. */
void simt_settle_barrier(struct worker *worker);

/* call_path.c: a number for the path of calls in the student's code by which the running lane
 * has come to `code`, the return address of the function whose frame ends at `frame`. */
unsigned long long simt_call_path(const void *code, const void *frame);

/* To be called when no lane may run. Lets lanes in __activemask() go; returns false if there
 * are none. */
bool simt_settle_activemask(struct worker *worker);

/* To be called when a lane has returned. If exits are tolerated, an operation of its warp may
 * now be complete. */
void simt_settle_warp(struct lane *returned);

const char *simt_warp_op_name(enum simt_warp_op op);

/* Where a lane waits: a barrier, or a warp operation. */
const char *simt_waiting_file(const struct worker *worker, const struct lane *lane);

/* Says who waits where, and ends the launch. */
_Noreturn void simt_deadlock(struct worker *worker);
_Noreturn void simt_divergent_barrier(struct worker *worker);

/* --- launch.c ----------------------------------------------------------------------------- */

/* For a kernel: has the action called when the launch is over. A program has one such action.
 */
void simt_when_over(void (*action)(void));

/* --- workers.c ---------------------------------------------------------------------------- */

/* To be called before a launch: so many workers there are at least. */
void simt_have_workers(unsigned wanted);

/* Runs the launch in the workers, and returns when it is over. */
void simt_run_launch(const struct simt_launch *launch);

/* Whether launches run with the host's memory closed: only where no checker looks at each
 * access. */
bool simt_closes_host_memory(void);

/* --- blocks.c ----------------------------------------------------------------------------- */

/* Gives a worker the number of the block that it is to run next. False if there is none left,
 * or the launch has been abandoned. */
bool simt_take_block(unsigned long long *number);

/* Whether only the few blocks at both ends of this launch's grid run. */
bool simt_runs_few(void);

/* --- residents.c -------------------------------------------------------------------------- */

/* Whether blocks may wait for others that have not begun: asked where no thread of this worker
 * has returned for `seconds`, in which it has let others run `spins` times. */
bool simt_may_wait_for_later(double seconds, unsigned spins);

/* Lets as many blocks begin as a device holds at once. With the pool's lock; `add_worker` adds
 * one to the pool, and returns false where the system gives no thread. */
void simt_let_all_begin(bool (*add_worker)(void));

/* --- limits.c ----------------------------------------------------------------------------- */

/* Whether a device takes a launch of this configuration. If not, its error has been recorded.
 */
bool simt_is_allowed(const struct simt_launch *launch);

/* Records that blocks are larger than the kernel's __launch_bounds__ allow. As on a device,
 * later calls go on. */
void simt_refuse_bounds(const struct simt_launch *launch, unsigned most);

/* --- cooperative.c: blocks of a cooperative launch, or workers, that take turns ----------- */

/* To be called before each launch: `seats` are the blocks of one that is cooperative, or the
 * workers that take turns, or 0. With `by_turns`, one of them runs at a time. */
void simt_begin_cooperation(unsigned seats, bool by_turns);

/* A worker more, for a launch of one worker: from now on they take turns. Returns false if the
 * other one has no block any more. */
bool simt_add_seat(void);

/* To be called before and after a block runs, and before a worker's first and after its last.
 */
void simt_enter_grid(struct worker *worker, unsigned block);
void simt_leave_grid(struct worker *worker);
void simt_take_seat(struct worker *worker);
void simt_leave_seat(struct worker *worker);

/* The running block has published something, such as a sum: others go on first, and read it. */
void simt_let_others_read(void);

/* Lets other blocks run, where one runs at a time. The lane may be the only one of its block
 * that can run: then the block waits for what the lane has read last, again and again. */
void simt_pass_turn(bool alone);

/* --- pool.c, deadlock.c, signals.c: leaving ----------------------------------------------- */

/* Records the fault, unless the launch has one already, and leaves the kernel. `file`, without
 * its folder, and `line` say where it is; NULL and 0 that nobody knows. */
_Noreturn void simt_abandon(cudaError_t error, const char *file, int line, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));

/* The same for a misused barrier or warp operation; the observer gets `kind`. */
_Noreturn void simt_misuse(enum finding_kind kind, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Tells the observer, if there is one, what is wrong, and goes on. */
void simt_tell(enum finding_kind kind, const void *code, const char *text);

/* Leaves the launch if somebody else has ended it; otherwise does nothing. */
void simt_checkpoint(void);

/* Gives the calling thread an alternate stack for signal handlers. */
void simt_signal_stack(void);

/* Interrupts the worker. It leaves a launch that has ended, or lets another lane run if the
 * same one has run since the last tick. */
void simt_tick(const struct worker *worker);

/* Takes a lock in a place where a lane may run; simt_unlock() gives it back. Until then the
 * worker seems to run no lane. Otherwise a tick could suspend the lane with the lock, and
 * nobody else could take it. */
static inline struct simt_lane *simt_lock(pthread_mutex_t *lock)
{
    struct simt_lane *lane = simt_lane;
    simt_lane = NULL;
    pthread_mutex_lock(lock);
    return lane;
}

/* `lane` is what simt_lock() has returned. */
static inline void simt_unlock(pthread_mutex_t *lock, struct simt_lane *lane)
{
    pthread_mutex_unlock(lock);
    simt_lane = lane;
}

/* watchdog.c: how many parts of the time are over that simt_watch_time() was told of. */
unsigned simt_parts_over(void);

/* watchdog.c: the launching thread waits here until no worker runs, with the pool's lock. */
void simt_look_after_workers(bool (*add_worker)(void));

/* Reports the worker's escape. */
void simt_report_escape(struct worker *worker);

#endif
