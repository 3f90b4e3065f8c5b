/* Closes the host's memory to kernels: see host_memory.h.
 *
 * - whole pages by mprotect, to stores alone: the arguments of a launch lie on the host's stack
 * - of variables, the parts of pages at both ends, or all, are compared and put back
 * - small static variables of functions may be the device's or the host's, or both's: there are
 *   two of each, and neither side sees what the other has stored
 * - all that the first thread allocates lies in one heap, whose bounds the system tells; where
 *   it lets no heap grow, what is allocated stays open */
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "cuda/host_memory.h"
#include "cuda/records.h"
#include "cuda/runtime.h"
#include "cuda/variables.h"

/* Static variables of functions below this size are taken for the device's as well, unless
 * there are many of them. */
enum { LEAST_BYTES = 256, MOST_SMALL_BYTES = 1024 };

struct range {
    uintptr_t begin, end;
};

/* A variable that shares its pages with others, or a part of one. */
struct end {
    char *at;
    size_t bytes;
    const char *name;
    char *copy;
};

/* A variable of both sides: its bytes, and while one side has them, those of the other. */
struct twin {
    char *at;
    size_t bytes;
    char *other;
};

/* What the host's memory consists of, which does not change once it is guarded; and whether it
 * is closed now. */
static struct {
    bool guards;
    uintptr_t page, heap_begin, stack_end;
    size_t small_bytes;   /* of static variables of functions, all together */
    struct range *closed; /* the stack, the heap, records, pages of variables */
    unsigned closed_count;
    struct end *ends;
    unsigned end_count;
    struct twin *twins;
    unsigned twin_count;

    bool is_closed;
    unsigned let_in; /* threads that may write meanwhile */
    pthread_mutex_t lock;
} host = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uintptr_t down(uintptr_t address)
{
    return address / host.page * host.page;
}

static uintptr_t up(uintptr_t address)
{
    return down(address + host.page - 1);
}

/* --- what there is ------------------------------------------------------------------------ */

static bool is_mapped(uintptr_t at)
{
    unsigned char there;
    return mincore((void *)at, host.page, &there) == 0;
}

extern __attribute__((weak)) char __data_start[], end[];

/* The first page of the heap that holds no variable. 0 if the system lets no heap grow behind
 * the program, as in some emulators: then what is allocated has no bounds that are told. */
static uintptr_t begin_of_heap(void)
{
    void *some = malloc(1);
    uintptr_t at = down((uintptr_t)some), least = up((uintptr_t)end);
    free(some);
    if (at < least || at >= (uintptr_t)sbrk(0))
        return 0;
    while (at - host.page >= least && is_mapped(at - host.page))
        at -= host.page;
    return at;
}

/* The kernel puts the program's name at the very end of the first thread's stack. */
static uintptr_t end_of_stack(void)
{
    const char *name = (const char *)getauxval(AT_EXECFN);
    return name ? up((uintptr_t)name + strlen(name) + 1 + sizeof(void *)) : 0;
}

/* An array with room for one more; it grows by powers of two. */
static void *with_room(void *array, unsigned count, size_t each)
{
    if ((count & (count - 1)) == 0)
        array = realloc(array, (count ? 2 * count : 1) * each);
    if (!array)
        abort();
    return array;
}

static void add_range(uintptr_t begin, uintptr_t end)
{
    host.closed = with_room(host.closed, host.closed_count, sizeof *host.closed);
    host.closed[host.closed_count++] = (struct range){begin, end};
}

static void add_end(uintptr_t begin, uintptr_t behind, const char *name)
{
    if (behind <= begin)
        return;
    host.ends = with_room(host.ends, host.end_count, sizeof *host.ends);
    host.ends[host.end_count] =
        (struct end){(char *)begin, behind - begin, name, malloc(behind - begin)};
    if (!host.ends[host.end_count++].copy)
        abort();
}

/* The device begins with what the program has there. */
static void add_twin(const struct simt_variable *v)
{
    char *at = (char *)v->begin, *other = malloc(v->bytes ? v->bytes : 1);
    if (!other)
        abort();
    memcpy(other, at, v->bytes);
    host.twins = with_room(host.twins, host.twin_count, sizeof *host.twins);
    host.twins[host.twin_count++] = (struct twin){at, v->bytes, other};
}

static bool is_of_host(const struct simt_variable *v)
{
    return v->begin >= (uintptr_t)__data_start && v->begin + v->bytes <= (uintptr_t)end;
}

static bool is_small(const struct simt_variable *v)
{
    return v->in_function && v->bytes < LEAST_BYTES;
}

static void count_small(const struct simt_variable *v)
{
    if (is_of_host(v) && is_small(v))
        host.small_bytes += v->bytes;
}

static void add_variable(const struct simt_variable *v)
{
    uintptr_t begin = v->begin, behind = v->begin + v->bytes;
    uintptr_t first = up(begin), last = down(behind);
    if (!is_of_host(v))
        return;
    if (is_small(v) && host.small_bytes <= MOST_SMALL_BYTES) {
        add_twin(v);
        return;
    }
    if (first >= last) {
        add_end(begin, behind, v->name);
        return;
    }
    add_range(first, last);
    add_end(begin, first, v->name);
    add_end(last, behind, v->name);
}

void simt_guard_host_memory(void)
{
    host.page = (uintptr_t)sysconf(_SC_PAGESIZE);
#ifdef M_MMAP_MAX
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_ARENA_MAX, 1); /* for workers, too */
#endif
    for (int i = 0; i < 3; i++)
        add_range(0, 0);
    host.heap_begin = begin_of_heap();
    host.stack_end = end_of_stack();
    simt_each_host_variable(count_small);
    simt_each_host_variable(add_variable);
    host.guards = true;
}

static bool is_inside(uintptr_t at, size_t bytes, uintptr_t begin, uintptr_t behind)
{
    return at >= begin && at < behind && bytes <= behind - at;
}

static bool is_in_heap(uintptr_t at, size_t bytes)
{
    if (host.heap_begin)
        return is_inside(at, bytes, host.heap_begin, (uintptr_t)sbrk(0));
    for (uintptr_t page = down(at); page < at + bytes; page += host.page)
        if (!is_mapped(page))
            return false;
    return !simt_in_arena((const void *)at);
}

bool simt_is_host_memory(const void *address, size_t bytes)
{
    uintptr_t at = (uintptr_t)address, here = (uintptr_t)__builtin_frame_address(0);
    return is_inside(at, bytes, here, host.stack_end) || is_in_heap(at, bytes) ||
           is_inside(at, bytes, (uintptr_t)__data_start, (uintptr_t)end);
}

/* The system lets it grow so far; no box lets it grow further than most. */
void *simt_lowest_of_stack(void)
{
    const rlim_t most = 64 << 20;
    struct rlimit limit = {most, most};
    getrlimit(RLIMIT_STACK, &limit);
    return (void *)(host.stack_end - (limit.rlim_cur < most ? limit.rlim_cur : most));
}

uintptr_t simt_end_of_stack(void)
{
    return host.stack_end;
}

bool simt_guards_host_memory(void)
{
    return host.guards;
}

/* --- the door ----------------------------------------------------------------------------- */

static void protect(int protection)
{
    for (unsigned i = 0; i < host.closed_count; i++)
        if (host.closed[i].end > host.closed[i].begin &&
            mprotect((void *)host.closed[i].begin, host.closed[i].end - host.closed[i].begin,
                     protection) != 0) {
            perror("simt: mprotect of the host's memory");
            abort();
        }
}

static void change_sides(void)
{
    for (unsigned i = 0; i < host.twin_count; i++) {
        char kept[LEAST_BYTES];
        const struct twin *twin = &host.twins[i];
        memcpy(kept, twin->at, twin->bytes);
        memcpy(twin->at, twin->other, twin->bytes);
        memcpy(twin->other, kept, twin->bytes);
    }
}

void simt_close_host_memory(const void *frame)
{
    bool is_first = getpid() == gettid();
    host.closed[0] =
        (struct range){is_first ? up((uintptr_t)frame) : host.stack_end, host.stack_end};
    host.closed[1] =
        (struct range){host.heap_begin, host.heap_begin ? up((uintptr_t)sbrk(0)) : 0};
    host.closed[2] = (struct range){simt_records().begin, simt_records().end};
    for (unsigned i = 0; i < host.end_count; i++)
        memcpy(host.ends[i].copy, host.ends[i].at, host.ends[i].bytes);
    change_sides();
    host.is_closed = true;
    protect(PROT_READ);
}

const char *simt_open_host_memory(void)
{
    const char *written = NULL;
    protect(PROT_READ | PROT_WRITE);
    host.is_closed = false;
    change_sides();
    for (unsigned i = 0; i < host.end_count; i++) {
        if (memcmp(host.ends[i].at, host.ends[i].copy, host.ends[i].bytes) == 0)
            continue;
        memcpy(host.ends[i].at, host.ends[i].copy, host.ends[i].bytes);
        written = host.ends[i].name;
    }
    return written;
}

void simt_let_runtime_in(void)
{
    pthread_mutex_lock(&host.lock);
    if (host.is_closed && host.let_in++ == 0)
        protect(PROT_READ | PROT_WRITE);
    pthread_mutex_unlock(&host.lock);
}

void simt_let_runtime_out(void)
{
    pthread_mutex_lock(&host.lock);
    if (host.is_closed && --host.let_in == 0)
        protect(PROT_READ);
    pthread_mutex_unlock(&host.lock);
}

bool simt_let_host_write(const void *address)
{
    return simt_is_closed_host_memory(address) &&
           mprotect((void *)down((uintptr_t)address), host.page, PROT_READ | PROT_WRITE) == 0;
}

bool simt_is_closed_host_memory(const void *address)
{
    for (unsigned i = 0; host.is_closed && i < host.closed_count; i++)
        if ((uintptr_t)address >= host.closed[i].begin &&
            (uintptr_t)address < host.closed[i].end)
            return true;
    return false;
}
