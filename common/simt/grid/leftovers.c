/* What a kernel leaves in memory that no device would show the host: on the stacks of its
 * threads, in shared memory, in what a worker has for itself. In the fast program nobody looks
 * at each access, so at the end of a launch all of that is emptied; host code that knows where
 * it lies finds nothing.
 *
 * Whole pages are given back to the system, which costs nothing where they have not been used.
 * Still a kernel with barriers in blocks of 256 threads costs a millisecond more a launch: only
 * a stranger's work pays it.
 */
#define _GNU_SOURCE
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "grid/grid.h"
#include "grid/leftovers.h"

static bool empties;

void simt_empty_leftovers(void)
{
    empties = true;
}

static uintptr_t page_bytes(void)
{
    static uintptr_t page;
    if (!page)
        page = (uintptr_t)sysconf(_SC_PAGESIZE);
    return page;
}

static void empty(void *from, void *to)
{
    const uintptr_t page = page_bytes(), begin = (uintptr_t)from, end = (uintptr_t)to;
    uintptr_t first = (begin + page - 1) / page * page, last = end / page * page;
    if (first >= last || madvise((void *)first, last - first, MADV_DONTNEED) != 0)
        first = last = end;
    memset(from, 0, first - begin);
    memset((void *)last, 0, end - last);
}

/* --- junk --------------------------------------------------------------------------------- */

void simt_fill_with_junk(void *bytes, size_t size)
{
    static const unsigned junk = SIMT_JUNK;
    for (size_t i = 0; i + sizeof junk <= size; i += sizeof junk)
        memcpy((char *)bytes + i, &junk, sizeof junk);
}

/* The program's own thread-local variables of this thread: those that start as zeros are the
 * student's __shared__ variables, and simt_lane, which a tick may read at any time. */
static int junk_thread_locals(struct dl_phdr_info *info, size_t size, void *nothing)
{
    (void)size;
    (void)nothing;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        char *begin = (char *)info->dlpi_tls_data + part->p_filesz;
        char *end = (char *)info->dlpi_tls_data + part->p_memsz;
        if (part->p_type != PT_TLS || !info->dlpi_tls_data)
            continue;
        simt_fill_with_junk(begin, (size_t)((char *)&simt_lane - begin));
        simt_fill_with_junk(&simt_lane + 1, (size_t)(end - (char *)(&simt_lane + 1)));
    }
    return 1; /* the program comes first; libraries' variables are not ours */
}

void simt_junk_thread_locals(void)
{
    dl_iterate_phdr(junk_thread_locals, NULL);
}

/* On x86-64 the pointer to them is where they end, and is kept there, too. */
size_t simt_bytes_of_thread;

static int measure_thread_locals(struct dl_phdr_info *info, size_t size, void *nothing)
{
    (void)size;
    (void)nothing;
#ifdef __x86_64__
    const char *end;
    __asm__("mov %%fs:0, %0" : "=r"(end));
    if (info->dlpi_tls_data)
        simt_bytes_of_thread = (size_t)(end - (const char *)info->dlpi_tls_data);
#else
    (void)info;
#endif
    return 1;
}

void simt_measure_thread_locals(void)
{
    dl_iterate_phdr(measure_thread_locals, NULL);
}

/* --- the stack that this runs on ---------------------------------------------------------- */

enum { NEAR_PAGES = 4 }; /* which stay, for what runs there anyway */

/* What lies directly below its caller's frame. */
static __attribute__((noinline)) void empty_near(size_t bytes)
{
    char near[bytes];
    explicit_bzero(near, bytes);
}

__attribute__((noinline)) void simt_empty_stack(void *lowest)
{
    const uintptr_t page = page_bytes();
    uintptr_t here = (uintptr_t)__builtin_frame_address(0) / page * page;
    if (!empties)
        return;
    empty_near(NEAR_PAGES * page);
    uintptr_t far = here - (NEAR_PAGES - 1) * page;
    if (far > (uintptr_t)lowest) /* fails at what has never been used, and goes on */
        madvise(lowest, far - (uintptr_t)lowest, MADV_DONTNEED);
}

/* --- a worker's memory -------------------------------------------------------------------- */

/* Stacks of lanes mostly lie side by side: one call empties several, guards included. */
static void empty_lanes_stacks(const struct worker *worker)
{
    char *begin = NULL, *end = NULL;
    for (unsigned i = 0; i < worker->stacks; i++) {
        char *guard = worker->guard[i];
        if (guard + SIMT_STACK_SPAN == begin) {
            begin = guard;
            continue;
        }
        if (begin)
            madvise(begin, (size_t)(end - begin), MADV_DONTNEED);
        begin = guard;
        end = guard + SIMT_STACK_SPAN;
    }
    if (begin)
        madvise(begin, (size_t)(end - begin), MADV_DONTNEED);
}

/* Empties what belongs to lanes that the block does not have, and what only the checker uses.
 */
static void empty_unused(struct worker *worker)
{
    empty(worker->lane + worker->threads, worker->lane + SIMT_MAX_THREADS);
    empty(worker->call + worker->threads, worker->call + SIMT_MAX_THREADS);
    empty(worker->stream, worker->stream + SIMT_MAX_THREADS);
    empty(worker->guard + worker->stacks, worker->guard + SIMT_MAX_THREADS);
    empty(worker->top + worker->stacks, worker->top + SIMT_MAX_THREADS);
    empty(worker->idle + worker->idle_count, worker->idle + SIMT_MAX_THREADS);
}

static void *lowest_of_stack(void)
{
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t bytes, guard = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return NULL;
    pthread_attr_getstack(&attributes, &lowest, &bytes);
    pthread_attr_getguardsize(&attributes, &guard);
    pthread_attr_destroy(&attributes);
    return lowest;
}

static void empty_signal_stack(void)
{
    stack_t stack;
    if (sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE))
        empty(stack.ss_sp, (char *)stack.ss_sp + stack.ss_size);
}

/* Sets to zeros what the launch has asked for, and gives the other pages back. */
static void empty_dynamic(const struct worker *worker)
{
    const uintptr_t page = page_bytes();
    char *end = worker->dynamic_guard;
    char *begin = (char *)((uintptr_t)worker->block.dynamic_shared / page * page);
    if (!end)
        return;
    memset(begin, 0, (size_t)(end - begin));
    empty(end - SIMT_DYNAMIC_BYTES, begin);
}

void simt_empty_worker(struct worker *worker)
{
    if (!empties)
        return;
    if (!worker->lowest)
        worker->lowest = lowest_of_stack();
    if (worker->lowest)
        simt_empty_stack(worker->lowest);
    empty_signal_stack();
    simt_junk_thread_locals();
    empty_unused(worker);
    empty_dynamic(worker);
    empty_lanes_stacks(worker);
}
