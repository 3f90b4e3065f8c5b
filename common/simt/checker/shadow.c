/* The checker's window of the address space: what lies where in it, and two bits for each byte.
 *
 * - simt_shadow_of()         where the shadow of an address is, if it has one
 * - simt_is_addressable()    a kernel may touch it: it is in an array
 * - simt_is_initialised()    something has been written there
 * - simt_shadow_allocation(), simt_shadow_written()   allocate.c and copy.c tell
 * - simt_place_worker()       a worker's stack, whose end is its shared memory
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "checker/block_state.h"
#include "checker/cell.h"
#include "checker/shadow.h"
#include "cuda/memory.h"
#include "cuda/variables.h"
#include "grid/grid.h"
#include "grid/launches.h"

#define KIB ((size_t)1 << 10)

/* In a worker's part of the window. */
enum { DYNAMIC_BYTES = 256 << 10, STACK_AT = 1 << 20, STACK_BYTES = 512 << 10 };
_Static_assert(SIMT_STATE_AT >= DYNAMIC_BYTES &&
                   SIMT_STATE_AT + sizeof(struct block_state) <= STACK_AT,
               "a worker's part of the window");

/* The program itself: all of it, and its variables. */
static struct {
    uintptr_t begin, end, variables, variables_end, constants, constants_end;
} program;

/* --- address space ------------------------------------------------------------------------ */

static void no_room(void)
{
    perror("simt: no address space for the checker (" SIMT_NO_ROOM ")");
    abort();
}

static void map(uintptr_t at, size_t bytes)
{
    if (!simt_map(at, bytes))
        no_room();
}

static void grow_to(uintptr_t *begin, uintptr_t *end, uintptr_t from, size_t bytes)
{
    if (*end == 0 || from < *begin)
        *begin = from;
    if (from + bytes > *end)
        *end = from + bytes;
}

static int take_program(struct dl_phdr_info *info, size_t size, void *nothing)
{
    (void)size, (void)nothing;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD)
            grow_to(&program.begin, &program.end, from, part->p_memsz);
        if (part->p_type == PT_LOAD && part->p_flags & PF_W)
            grow_to(&program.variables, &program.variables_end, from, part->p_memsz);
        if (part->p_type == PT_GNU_RELRO)
            grow_to(&program.constants, &program.constants_end, from, part->p_memsz);
    }
    return 1; /* the program comes first */
}

static uintptr_t symbol_shadow(uintptr_t address)
{
    return SIMT_SYMBOL_SLOT + (address - program.variables / 4096 * 4096);
}

void simt_forget_cells(void)
{
    if (madvise((void *)(SIMT_WINDOW * SIMT_CELL_FACTOR), SIMT_WINDOW_BYTES * SIMT_CELL_FACTOR,
                MADV_DONTNEED) != 0)
        no_room();
}

/* --- bits --------------------------------------------------------------------------------- */

/* Workers may be at the same byte. */
static void or_bits(uintptr_t at, unsigned bits)
{
    for (; bits; bits >>= 8, at++)
        if ((*(unsigned char *)at & bits & 255) != (bits & 255))
            __atomic_fetch_or((unsigned char *)at, (unsigned char)bits, __ATOMIC_RELAXED);
}

/* A file in memory whose bits are all 1 and stay so; -1 if the system has no such files. */
enum { ONES = 2 << 20 };
static int ones = -1;

static void make_ones(void)
{
    int file = memfd_create("ones", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || ftruncate(file, ONES) != 0)
        return;
    char *all = mmap(NULL, ONES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (all == MAP_FAILED)
        return;
    memset(all, 255, ONES);
    munmap(all, ONES);
    if (fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
        ones = file;
}

/* Gives whole pages new bits of one value, which take no memory before one of them is changed.
 * False if the system refuses. */
static bool take_pages(char *from, char *to, bool value)
{
    const int how = MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED;
    if (!value)
        return mmap(from, to - from, PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0) !=
               MAP_FAILED;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_ones);
    for (size_t n; ones >= 0 && from < to; from += n) {
        n = to - from < ONES ? to - from : ONES;
        if (mmap(from, n, PROT_READ | PROT_WRITE, how, ones, 0) == MAP_FAILED)
            return false;
    }
    return from == to;
}

/* The bits of a large array, of which a case may use only a little, are not written here. */
static void fill(char *at, bool value, size_t bytes)
{
    enum { MANY = 1 << 20 };
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)at;
    char *end = at + bytes, *from = (char *)((begin + page - 1) / page * page);
    char *to = (char *)((begin + bytes) / page * page);
    if (bytes < MANY || !take_pages(from, to, value))
        from = to = end;
    memset(at, value ? 255 : 0, from - at);
    memset(to, value ? 255 : 0, end - to);
}

static void set_range(uintptr_t bits, uintptr_t from, uintptr_t to, bool value)
{
    for (; from < to && from % 8; from++) {
        unsigned char *byte = (unsigned char *)(bits + from / 8), bit = 1 << from % 8;
        *byte = value ? *byte | bit : *byte & ~bit;
    }
    for (; to > from && to % 8; to--) {
        unsigned char *byte = (unsigned char *)(bits + (to - 1) / 8), bit = 1 << (to - 1) % 8;
        *byte = value ? *byte | bit : *byte & ~bit;
    }
    if (from < to)
        fill((char *)(bits + from / 8), value, (to - from) / 8);
}

bool simt_is_written_unseen(uintptr_t shadow, unsigned size)
{
    if (!simt_fresh_open || shadow < SIMT_OPEN_SLOT || shadow >= SIMT_SYMBOL_SLOT)
        return false;
    for (uintptr_t word = shadow & ~(uintptr_t)3; word < shadow + size; word += 4)
        if (!simt_is_initialised(word, 4) && *(const unsigned *)word == simt_fresh_open)
            return false;
    simt_set_initialised(shadow & ~(uintptr_t)3, 4);
    simt_set_initialised((shadow + size - 1) & ~(uintptr_t)3, 4);
    simt_set_initialised(shadow, size);
    return true;
}

void simt_set_initialised(uintptr_t shadow, unsigned size)
{
    unsigned all = (1u << size) - 1;
    if (simt_bits_at(SIMT_WRITTEN_BITS, shadow, size) != all)
        or_bits(SIMT_WRITTEN_BITS + shadow / 8, all << shadow % 8);
}

void simt_forget_initialised(uintptr_t shadow, unsigned size)
{
    set_range(SIMT_WRITTEN_BITS, shadow, shadow + size, false);
}

/* --- allocations -------------------------------------------------------------------------- */

/* A kernel may be given what another thread of the same launch has freed: what that one did
 * there is no part of a race. Whole pages are given back to the system. */
static void forget_accesses(uintptr_t begin, uintptr_t end)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE); /* the system gives back no less */
    uintptr_t from = (uintptr_t)simt_cell(begin), to = (uintptr_t)simt_cell(end + 3);
    uintptr_t first = (from + page - 1) / page * page, last = to / page * page;
    if (first >= last || madvise((void *)first, last - first, MADV_DONTNEED) != 0)
        first = last = to;
    memset((void *)from, 0, first - from);
    memset((void *)last, 0, to - last);
}

/* Host code writes managed and pinned memory unseen: it counts as written, unless its words
 * tell whether they are still what they were at the start. */
void simt_shadow_allocation(const struct simt_allocation *allocation)
{
    uintptr_t begin = (uintptr_t)allocation->base, end = begin + allocation->bytes;
    if (!simt_in_window(begin))
        return;
    if (allocation->kind != SIMT_DEVICE && !allocation->freed)
        forget_accesses(begin, end);
    set_range(SIMT_MAY_BITS, begin, end, !allocation->freed && !allocation->arrays);
    for (const struct simt_array *a = allocation->arrays; a && !allocation->freed; a = a->next)
        set_range(SIMT_MAY_BITS, (uintptr_t)a->begin, (uintptr_t)a->begin + a->bytes, true);
    if (!allocation->arrays || allocation->freed)
        set_range(SIMT_WRITTEN_BITS, begin, end, begin >= SIMT_OPEN_SLOT && !simt_fresh_open);
}

void simt_shadow_written(const void *address, size_t bytes)
{
    uintptr_t begin = (uintptr_t)address;
    if (simt_in_window(begin))
        set_range(SIMT_WRITTEN_BITS, begin, begin + bytes, true);
}

void *simt_place_arena(enum simt_arena which, size_t *bytes)
{
    static const uintptr_t at[] = {[SIMT_DEVICE_ARENA] = SIMT_WINDOW,
                                   [SIMT_OPEN_ARENA] = SIMT_OPEN_SLOT,
                                   [SIMT_HEAP_ARENA] = SIMT_HEAP_SLOT};
    *bytes = which == SIMT_HEAP_ARENA ? SIMT_SLOT / 8 : SIMT_SLOT / 2;
    return (void *)at[which];
}

/* --- workers ------------------------------------------------------------------------------ */

static int thread_locals_size(struct dl_phdr_info *info, size_t size, void *bytes)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *(size_t *)bytes += info->dlpi_phdr[i].p_memsz + 4096;
    return 0;
}

void simt_place_worker(struct worker *worker, unsigned number, pthread_attr_t *where)
{
    uintptr_t base = SIMT_WORKER_SLOT + number * SIMT_WORKER_BYTES;
    size_t bytes = STACK_BYTES;
    dl_iterate_phdr(thread_locals_size, &bytes);
    bytes = (bytes + 4095) / 4096 * 4096;
    map(base, DYNAMIC_BYTES);
    map(base + STACK_AT, bytes);
    pthread_attr_setstack(where, (void *)(base + STACK_AT), bytes);
    map(base + SIMT_STATE_AT, (sizeof *worker->state + 4095) / 4096 * 4096);
    worker->state = simt_block_state_at(base);
    worker->state->dynamic = worker->state->dynamic_end = base;
}

void *simt_place_dynamic_shared(struct worker *worker)
{
    return (void *)worker->state->dynamic;
}

/* Runs on the worker itself, because it reads its thread-local memory. */
static int take_statics(struct dl_phdr_info *info, size_t size, void *argument)
{
    struct block_state *state = argument;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data) {
            state->statics = (uintptr_t)info->dlpi_tls_data;
            state->statics_end = state->statics + info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

/* Leaves out the arrays of other kernels: they are not there while this one runs. */
static void allow_statics(struct block_state *state, const void *kernel)
{
    const struct simt_variables *variables = simt_shared_variables();
    for (unsigned i = 0; i < variables->count; i++) {
        const struct simt_variable *v = &variables->at[i];
        uintptr_t begin = state->statics + v->begin;
        set_range(SIMT_MAY_BITS, begin, begin + v->bytes, simt_may_share(v, kernel));
    }
    state->kernel = kernel;
}

/* What the compiler asks whether a variable has been constructed; it has. */
static void know_guards(const struct block_state *state)
{
    const struct simt_variables *variables = simt_shared_variables();
    for (unsigned i = 0; i < variables->count; i++) {
        const struct simt_variable *v = &variables->at[i];
        uintptr_t begin = state->statics + v->begin;
        if (v->is_guard)
            set_range(SIMT_WRITTEN_BITS, begin, begin + v->bytes, true);
    }
}

/* Makes the block's shared memory as if nobody had written it. */
void simt_begin_shared(struct worker *worker)
{
    struct block_state *state = worker->state;
    uintptr_t end = state->dynamic + simt_pool.launch->dynamic_shared;
    const void *kernel = simt_pool.launch->function;
    bool is_first = !state->statics;
    if (is_first)
        dl_iterate_phdr(take_statics, state);
    if (is_first || kernel != state->kernel)
        allow_statics(state, kernel);
    if (end != state->dynamic_end) {
        set_range(SIMT_MAY_BITS, state->dynamic, state->dynamic_end, false);
        set_range(SIMT_MAY_BITS, state->dynamic, end, true);
        state->dynamic_end = end;
    }
    set_range(SIMT_WRITTEN_BITS, state->statics, state->statics_end, false);
    set_range(SIMT_WRITTEN_BITS, state->dynamic, state->dynamic_end, false);
    know_guards(state);
}

/* --- finding ------------------------------------------------------------------------------ */

static bool is_between(uintptr_t address, uintptr_t begin, uintptr_t end)
{
    return address >= begin && address < end;
}

/* What a lane may touch without sharing it: its stack, the arguments of its kernel before they
 * are copied there, and what the program cannot change. */
static bool is_private(uintptr_t address)
{
    uintptr_t stack = (uintptr_t)__builtin_frame_address(0) - KIB;
    if ((address - stack < SIMT_STACK_BYTES + KIB &&
         (!simt_lane || address < (uintptr_t)call_of(running_lane())->stack)) ||
        (simt_lane &&
         address - (uintptr_t)simt_pool.launch->argument < simt_pool.launch->argument_bytes))
        return true;
    return is_between(address, program.begin, program.end) &&
           (!is_between(address, program.variables, program.variables_end) ||
            is_between(address, program.constants, program.constants_end));
}

uintptr_t simt_shadow_of(const struct worker *worker, const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    if (simt_in_window(address) && !simt_is_shared(address))
        return address;
    if (simt_in_window(address))
        return address - worker->state->dynamic < SIMT_WORKER_BYTES ? address : SIMT_STRAY;
    if (is_private(address))
        return SIMT_PRIVATE;
    if (is_between(address, program.variables, program.variables_end))
        return symbol_shadow(address);
    return SIMT_STRAY;
}

static void know_variables(void)
{
    const struct simt_variables *variables = simt_device_variables();
    for (unsigned i = 0; i < variables->count; i++) {
        const struct simt_variable *v = &variables->at[i];
        if (!is_between(v->begin, program.variables, program.variables_end))
            continue;
        uintptr_t begin = symbol_shadow(v->begin);
        set_range(SIMT_MAY_BITS, begin, begin + v->bytes, true);
        set_range(SIMT_WRITTEN_BITS, begin, begin + v->bytes, true);
    }
}

__attribute__((constructor(101))) static void map_shadow(void)
{
    if (!simt_take_room())
        no_room();
    dl_iterate_phdr(take_program, NULL);
    know_variables();
}
