/* Closes the host's memory to kernels: see host_memory.h.
 *
 * - whole pages by mprotect, to stores alone: the arguments of a launch lie on the host's stack
 * - of large variables, the parts of pages at both ends are compared and put back
 * - all that the first thread allocates lies in one heap, whose bounds the system tells */
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>
#include "cuda/host_memory.h"
#include "cuda/variables.h"

/* Smaller variables hold no results worth the name, and may be the device's without telling. */
enum { LEAST_BYTES = 256, MOST_RANGES = 62, MOST_ENDS = 2 * MOST_RANGES, END_ROOM = 1 << 18 };

struct range {
    uintptr_t begin, end;
};

static bool guards;
static uintptr_t page, heap_begin, stack_end;
static struct range closed[MOST_RANGES + 2]; /* the stack, the heap, pages of variables */
static unsigned closed_count = 2;
static struct {
    char *at;
    size_t bytes;
    const char *name;
    char *copy;
} ends[MOST_ENDS];
static unsigned end_count;
static char end_room[END_ROOM];
static size_t end_used;
static bool is_closed;
static unsigned let_in;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uintptr_t down(uintptr_t address)
{
    return address / page * page;
}

static uintptr_t up(uintptr_t address)
{
    return down(address + page - 1);
}

/* --- what there is ------------------------------------------------------------------------ */

static bool is_mapped(uintptr_t at)
{
    unsigned char there;
    return mincore((void *)at, page, &there) == 0;
}

extern __attribute__((weak)) char __data_start[], end[];

/* The lowest page of the heap, from which another one lies, and no variable. */
static uintptr_t begin_of_heap(void)
{
    void *some = malloc(1);
    uintptr_t at = down((uintptr_t)some), least = up((uintptr_t)end);
    free(some);
    while (at - page >= least && is_mapped(at - page))
        at -= page;
    return at;
}

/* The kernel puts the program's name at the very end of the first thread's stack. */
static uintptr_t end_of_stack(void)
{
    const char *name = (const char *)getauxval(AT_EXECFN);
    return name ? up((uintptr_t)name + strlen(name) + 1 + sizeof(void *)) : 0;
}

static void add_end(uintptr_t begin, uintptr_t behind, const char *name)
{
    if (behind <= begin || end_count == MOST_ENDS || behind - begin > END_ROOM - end_used)
        return;
    ends[end_count].at = (char *)begin;
    ends[end_count].bytes = behind - begin;
    ends[end_count].name = name;
    ends[end_count++].copy = end_room + end_used;
    end_used += behind - begin;
}

static void add_variable(const struct simt_variable *v)
{
    uintptr_t begin = v->begin, behind = v->begin + v->bytes;
    uintptr_t first = up(begin), last = down(behind);
    if (v->bytes < LEAST_BYTES || begin < (uintptr_t)__data_start || behind > (uintptr_t)end)
        return;
    if (first >= last || closed_count == MOST_RANGES + 2) {
        add_end(begin, behind, v->name);
        return;
    }
    closed[closed_count++] = (struct range){first, last};
    add_end(begin, first, v->name);
    add_end(last, behind, v->name);
}

void simt_guard_host_memory(void)
{
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
#ifdef M_MMAP_MAX
    mallopt(M_MMAP_MAX, 0);
#endif
    heap_begin = begin_of_heap();
    stack_end = end_of_stack();
    simt_each_host_variable(add_variable);
    guards = true;
}

bool simt_guards_host_memory(void)
{
    return guards;
}

/* --- the door ----------------------------------------------------------------------------- */

static void protect(int protection)
{
    for (unsigned i = 0; i < closed_count; i++)
        if (closed[i].end > closed[i].begin &&
            mprotect((void *)closed[i].begin, closed[i].end - closed[i].begin, protection) !=
                0) {
            perror("simt: mprotect of the host's memory");
            abort();
        }
}

void simt_close_host_memory(const void *frame)
{
    bool is_first = getpid() == gettid();
    closed[0] = (struct range){is_first ? up((uintptr_t)frame) : stack_end, stack_end};
    closed[1] = (struct range){heap_begin, up((uintptr_t)sbrk(0))};
    for (unsigned i = 0; i < end_count; i++)
        memcpy(ends[i].copy, ends[i].at, ends[i].bytes);
    is_closed = true;
    protect(PROT_READ);
}

const char *simt_open_host_memory(void)
{
    const char *written = NULL;
    protect(PROT_READ | PROT_WRITE);
    is_closed = false;
    for (unsigned i = 0; i < end_count; i++) {
        if (memcmp(ends[i].at, ends[i].copy, ends[i].bytes) == 0)
            continue;
        memcpy(ends[i].at, ends[i].copy, ends[i].bytes);
        written = ends[i].name;
    }
    return written;
}

void simt_let_runtime_in(void)
{
    pthread_mutex_lock(&lock);
    if (is_closed && let_in++ == 0)
        protect(PROT_READ | PROT_WRITE);
    pthread_mutex_unlock(&lock);
}

void simt_let_runtime_out(void)
{
    pthread_mutex_lock(&lock);
    if (is_closed && --let_in == 0)
        protect(PROT_READ);
    pthread_mutex_unlock(&lock);
}

bool simt_let_host_write(const void *address)
{
    return simt_is_closed_host_memory(address) &&
           mprotect((void *)down((uintptr_t)address), page, PROT_READ | PROT_WRITE) == 0;
}

bool simt_is_closed_host_memory(const void *address)
{
    for (unsigned i = 0; is_closed && i < closed_count; i++)
        if ((uintptr_t)address >= closed[i].begin && (uintptr_t)address < closed[i].end)
            return true;
    return false;
}
