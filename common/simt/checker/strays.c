/* Accesses that are wrong in themselves: see strays.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checker/block_state.h"
#include "checker/findings.h"
#include "checker/found.h"
#include "checker/shadow.h"
#include "checker/strays.h"
#include "checker/unwritten.h"
#include "cuda/apart.h"
#include "cuda/errors.h"
#include "cuda/host_memory.h"
#include "cuda/memory.h"
#include "cuda/queue.h"
#include "cuda/records.h"
#include "cuda/variables.h"
#include "grid/computed_calls.h"
#include "grid/grid.h"
#include "grid/library.h"

extern __attribute__((weak)) const char __start_simt_wide[];

unsigned simt_alignment_of(unsigned size)
{
    return size == 16 && !__start_simt_wide ? 8 : size;
}

static void report_access(enum finding_kind kind, const struct lane *lane, uintptr_t shadow,
                          const void *address, unsigned size, enum simt_access access,
                          const void *code)
{
    struct simt_event event = {
        .kind = kind,
        .side[0] = {code, access, lane->seen.number, worker_of(lane)->state->block},
        .address = address,
        .word = shadow,
        .size = size,
        .alignment = simt_alignment_of(size),
    };
    simt_report(&event);
}

/* Behind an array as far again as it is long, where nothing of the hand-in's own lies. */
static bool is_near_variable(uintptr_t address)
{
    const struct simt_variable *v = simt_nearest_variable(simt_device_variables(), address);
    size_t near = v && v->bytes > 64 ? v->bytes : 64;
    return v && address + 64 > v->begin && address < v->begin + v->bytes + near &&
           !simt_host_variable(address);
}

static enum finding_kind kind_of_stray(const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    if (address < 1 << 16)
        return FOUND_OUT_OF_BOUNDS;
    if (!simt_is_around_window(address))
        return is_near_variable(address) ? FOUND_OUT_OF_BOUNDS : FOUND_HOST_POINTER;
    if (simt_is_shared(address))
        return FOUND_OUT_OF_BOUNDS;
    const struct simt_allocation *near = simt_allocation_at(pointer);
    bool inside = near && (const char *)pointer >= near->base &&
                  (const char *)pointer < near->base + near->bytes;
    return inside && near->freed ? FOUND_USE_AFTER_FREE : FOUND_OUT_OF_BOUNDS;
}

/* What the runtime and the runner know lies in sections of its own (see simt.mk), and the
 * tables of the checker in their room; with an unlimited stack others have memory between them.
 */
extern __attribute__((weak)) char __start_simt_data[], __stop_simt_data[];
extern __attribute__((weak)) char __start_simt_bss[], __stop_simt_bss[];

static bool overlaps(uintptr_t at, size_t bytes, uintptr_t start, uintptr_t stop)
{
    return at < stop && (at >= start || bytes > start - at);
}

/* By their fields the C library could be made to write anywhere; behind them is the address of
 * a table of functions. So could it by another structure, were one of the three set to that. */
bool simt_is_stream(uintptr_t at, size_t bytes)
{
    FILE *const *const all[] = {&stdin, &stdout, &stderr};
    bool is = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const FILE *stream = *all[i];
        is |= overlaps(at, bytes, (uintptr_t)all[i], (uintptr_t)(all[i] + 1)) ||
              overlaps(at, bytes, (uintptr_t)stream, (uintptr_t)(stream + 1) + sizeof(void *));
    }
    return is;
}

bool simt_is_state(uintptr_t at, size_t bytes)
{
    const struct simt_records records = simt_records();
    bool in_room = overlaps(at, bytes, records.begin, records.end);
    for (size_t i = 0; i < sizeof simt_room / sizeof simt_room[0]; i++)
        in_room |= overlaps(at, bytes, simt_room[i].at, simt_room[i].at + simt_room[i].bytes);
    return in_room || simt_is_of_callers(at, bytes) || simt_holds_returns(at, bytes) ||
           overlaps(at, bytes, (uintptr_t)__start_simt_data, (uintptr_t)__stop_simt_data) ||
           overlaps(at, bytes, (uintptr_t)__start_simt_bss, (uintptr_t)__stop_simt_bss);
}

_Noreturn void simt_end_unbelieved(const char *why)
{
    simt_fault(cudaErrorIllegalAddress, "%s", why);
    simt_print_fault();
    abort();
}

/* Before the store is done: afterwards nothing could be believed. */
static void end_before_store(const void *address, size_t bytes, enum simt_access kind)
{
    uintptr_t at = (uintptr_t)address;
    if (simt_is_read(kind) || !bytes ||
        !(simt_is_state(at, bytes) || simt_is_stream(at, bytes)))
        return;
    simt_end_unbelieved("it was to write to memory in which the CPU backend keeps what it has "
                        "found and counted; where does the pointer come from?");
}

/* What the checker knows of accesses, kernels could leave messages in. */
static void end_before_load(const void *address, size_t bytes, enum simt_access kind)
{
    if (simt_is_read(kind) && simt_guards_host_memory() &&
        simt_is_state((uintptr_t)address, bytes))
        simt_end_unbelieved("it was to read memory in which the CPU backend keeps what it has "
                            "found and counted; where does the pointer come from?");
}

/* --- memory of the runtime's own ---------------------------------------------------------- */

/* Of workers: what is known of the running block, and their own stacks, below the block's
 * static shared memory. */
static bool is_of_worker(uintptr_t at)
{
    uintptr_t place = at - SIMT_WORKER_SLOT;
    if (!simt_in_window(at) || !simt_is_shared(at))
        return false;
    uintptr_t base = at - place % SIMT_WORKER_BYTES;
    const struct block_state *state = simt_block_state_at(base);
    return place / SIMT_WORKER_BYTES < simt_pool.workers && at - base >= SIMT_STATE_AT &&
           (!state->statics || at < state->statics);
}

static bool is_of_runtime(uintptr_t at)
{
    bool is = is_of_worker(at) || simt_is_of_callers(at, 1) || simt_is_of_waiting(at);
    for (unsigned i = 0; i < simt_pool.workers && !is; i++)
        is = at - (uintptr_t)simt_pool.worker[i] < sizeof *simt_pool.worker[i];
    return is || simt_is_on_stacks((const void *)at);
}

/* On a device as well no launch would go on behind it. */
static void end_launch_before_store(const struct lane *lane, uintptr_t at, unsigned size)
{
    char who[SIMT_WHO_BYTES];
    if (is_of_runtime(at) || is_of_runtime(at + size - 1))
        simt_abandon(cudaErrorIllegalAddress, NULL, 0,
                     "illegal memory access by %s: a write to no array's memory",
                     simt_who(who, lane->seen.index, lane->seen.block->index));
}

/* A device ends a launch at the first. Here it goes on, to be told more; but each takes
 * microseconds, and nothing new is to be learnt from a hundred thousand. */
enum { MOST_STRAYS = 1 << 16 };

static _Atomic unsigned strays; /* of the launch */

void simt_forget_strays(void)
{
    strays = 0;
}

static void end_launch_of_strays(const struct lane *lane)
{
    char who[SIMT_WHO_BYTES];
    if (strays++ >= MOST_STRAYS)
        simt_abandon(cudaErrorIllegalAddress, NULL, 0,
                     "illegal memory access by %s, after %d others: the launch is broken off",
                     simt_who(who, lane->seen.index, lane->seen.block->index), MOST_STRAYS);
}

void simt_report_stray(const struct lane *lane, const void *address, unsigned size,
                       enum simt_access kind, const void *code)
{
    end_before_store(address, size, kind);
    end_launch_of_strays(lane);
    report_access(kind_of_stray(address), lane, (uintptr_t)address, address, size, kind, code);
    if (!simt_is_read(kind))
        end_launch_before_store(lane, (uintptr_t)address, size);
}

void simt_report_misaligned(const struct lane *lane, const void *address, unsigned size,
                            enum simt_access kind, const void *code)
{
    if (simt_shadow_of(worker_of(lane), address) > SIMT_PRIVATE)
        report_access(FOUND_MISALIGNED, lane, (uintptr_t)address, address, size, kind, code);
}

void simt_report_uninitialised(struct lane *lane, uintptr_t shadow, const void *address,
                               unsigned size, enum simt_access kind, const void *code)
{
    const struct simt_event event = {
        .kind = FOUND_UNINITIALISED,
        .side[0] = {code, kind, lane->seen.number, worker_of(lane)->state->block},
        .address = address,
        .word = shadow & ~(uintptr_t)3,
        .size = size,
        .partly = simt_is_initialised(shadow, size),
        .too_early = simt_has_overtaken(),
    };
    simt_unwritten_read(lane, &event);
}

void simt_report_constant(const struct lane *lane, const void *address, unsigned size,
                          const void *code)
{
    report_access(FOUND_CONSTANT_WRITE, lane, (uintptr_t)address, address, size, SIMT_WRITE,
                  code);
}

void simt_check_host_write(const void *address, size_t bytes)
{
    end_before_store(address, bytes, SIMT_WRITE);
}

void simt_check_host_read(const void *address, size_t bytes)
{
    end_before_load(address, bytes, SIMT_READ);
}

bool simt_library_touches(const void *address, size_t size, enum simt_access kind)
{
    if (!simt_is_library() || (uintptr_t)address - SIMT_WINDOW >= SIMT_SLOT)
        return false;
    if (simt_is_write(kind))
        simt_shadow_written(address, size);
    return true;
}

/* The program would die of it; here it may go on, to be told more. */
void simt_check_host(const void *address, size_t bytes, enum simt_access kind, const void *code)
{
    bool is_pointer = (uintptr_t)address - SIMT_WINDOW < SIMT_SLOT;
    end_before_store(address, bytes, kind);
    end_before_load(address, bytes, kind);
    if (!is_pointer && !simt_is_unseen_variable((uintptr_t)address))
        return;
    struct simt_event event = {
        .kind = FOUND_DEVICE_POINTER,
        .side[0] = {.code = code, .kind = kind},
        .address = address,
        .word = (uintptr_t)address,
        .size = 4,
    };
    simt_report(&event);
    if (is_pointer)
        simt_open_device_memory();
}
