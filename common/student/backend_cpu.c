/* The CPU backend's answers to backend.h: common/simt keeps all of them itself. */
#define _GNU_SOURCE
#include "backend.h"
#include "handles.h"
#include "simt.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Behind the student's shared arrays, which the linker puts before it, and in front of what a
 * thread of the system cannot live without: whoever runs off a tile a little, as with blocks
 * that are larger than it, lives to be told so. */
static __thread char simt_pad_behind_shared[8 << 10] __attribute__((used));

void backend_describe_faults_in(struct fault *fault, void (*open)(void))
{
    simt_fault_sink(fault, open);
}

/* A debugger would stop at each page that is opened. */
void backend_guard_host(void)
{
    if (getenv("SIMT_UNGUARDED"))
        return;
    simt_guard_host_memory();
    simt_watch_open_memory();
    if (!getenv("SIMT_STRANGER"))
        return;
    simt_empty_leftovers();
    simt_watch_computed_calls();
    simt_watch_all_beyond();
}

const char *backend_error_detail(void)
{
    return simt_error_detail();
}

bool backend_heap_was_full(void)
{
    return simt_heap_was_full();
}

bool backend_refused_null(void)
{
    return simt_last_refused() == SIMT_NULL;
}

bool backend_error_is_of_earlier_call(void)
{
    return simt_is_of_earlier_call();
}

void backend_limit_launches(double seconds)
{
    const double patience = 4;
    simt_set_watchdog(seconds);
    simt_set_patience(patience);
}

void backend_watch_time(const unsigned *parts_over, unsigned parts)
{
    simt_watch_time(parts_over, parts);
}

bool backend_was_moving(void)
{
    return simt_was_moving();
}

bool backend_was_late(void)
{
    return simt_was_late();
}

uint64_t backend_launches(void)
{
    return simt_launches();
}

uint64_t backend_widest_launch(void)
{
    return simt_widest_launch();
}

int64_t backend_clock(void)
{
    return simt_clock();
}

uint64_t backend_allocated(void)
{
    return simt_allocated();
}

bool backend_has_open_memory(void)
{
    return simt_has_open_memory() || simt_has_managed_variables();
}

uint64_t backend_read_by_host(void)
{
    return simt_bytes_read_by_host();
}

void backend_name_array(const void *payload, size_t bytes, const char *name)
{
    simt_name_array(payload, bytes, name);
}

void backend_allocate_sparsely(bool on)
{
    simt_allocate_sparsely(on);
}

void backend_leave_out_junk(bool on)
{
    simt_leave_out_junk(on);
}

/* Pages that are given back come again as zeros; those at the ends are others' as well. */
void backend_clear(void *at, size_t bytes)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)at;
    uintptr_t from = (begin + page - 1) / page * page, to = (begin + bytes) / page * page;
    if (from >= to || madvise((void *)from, to - from, MADV_DONTNEED) != 0)
        from = to = begin + bytes;
    cudaMemset(at, 0, from - begin);
    cudaMemset((void *)to, 0, begin + bytes - to);
}

/* Whoever reads there gets the system's one large page of zeros: one page fault for 512 small
 * pages, and hardly anything to do for the door. A write would take a large page of its own. */
void backend_only_zeros(void *at, size_t bytes)
{
    const uintptr_t large = (uintptr_t)2 << 20, begin = (uintptr_t)at;
    uintptr_t from = (begin + large - 1) / large * large, to = (begin + bytes) / large * large;
    if (from < to)
        madvise((void *)from, to - from, MADV_HUGEPAGE); /* if it is refused, pages are small */
}

void backend_hold_open(bool open)
{
    (open ? simt_open_device_memory : simt_close_device_memory)();
}

bool backend_has_drawn(void)
{
    return simt_has_drawn();
}

bool backend_has_used(const void *at, size_t bytes)
{
    enum { AT_ONCE = 1 << 16 };
    static unsigned char in_memory[AT_ONCE];
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = ((uintptr_t)at + page - 1) / page * page, to = (uintptr_t)at + bytes;
    for (to = to / page * page; from < to; from += AT_ONCE * page) {
        size_t pages = (to - from) / page < AT_ONCE ? (to - from) / page : AT_ONCE;
        if (mincore((void *)from, pages * page, in_memory) != 0 || memchr(in_memory, 1, pages))
            return true;
    }
    return false;
}

static void call(void *function)
{
    void (*its)(void);
    memcpy(&its, function, sizeof its);
    its();
}

void backend_call_apart(void (*function)(void))
{
    static void (*called)(void);
    called = function;
    simt_call_apart(call, &called, NULL);
}

void backend_called_from(const void *code)
{
    simt_called_from(code);
}

void backend_caller_reads(const void *payload, size_t bytes)
{
    simt_caller_reads(payload, bytes);
}

void backend_copies_off(const void *payload, size_t bytes)
{
    simt_caller_copies(payload, bytes);
}

void backend_begin_check(enum schedule schedule)
{
    simt_set_schedule(schedule, 1);
    simt_watch_draws(schedule == FEW_BLOCKS);
    simt_forget_findings();
    simt_counters_reset();
    simt_count(schedule == FORWARD || getenv("SIMT_REPLAY")); /* what is recorded is counted */
}

uint32_t backend_end_check(struct finding *findings, struct simt_counters *counters)
{
    enum { MOST = 64 };
    const int last_rank = finding_rank(FOUND_NOTE);
    static struct finding found[MOST];
    uint32_t given = 0;
    unsigned count = simt_findings(found, MOST);
    for (int rank = 0; rank <= last_rank; rank++) {
        /* However many strays there are, a race is told as well, and something else beside
         * however many races. */
        uint32_t left_for_others = finding_rank(FOUND_SHARED_RACE) > rank ? 2
                                   : finding_rank(FOUND_RACE) >= rank     ? 1
                                                                          : 0;
        uint32_t most = MAX_FINDINGS - left_for_others;
        for (unsigned i = 0; i < count && given < most; i++)
            if (finding_rank(found[i].kind) == rank)
                findings[given++] = found[i];
    }
    simt_count(false);
    simt_counters_total(counters);
    return given;
}

cudaError_t __real_cudaHostRegister(void *at, size_t bytes, unsigned flags);
cudaError_t __wrap_cudaHostRegister(void *at, size_t bytes, unsigned flags)
{
    return handles_count_registered(__real_cudaHostRegister(at, bytes, flags));
}
