/* Device, managed and pinned memory, and the kernels' heap: three arenas and the records of
 * what lies in them.
 *
 * - three arenas are reserved: device memory, which only kernels and copies may touch, open
 *   memory (managed, pinned), which host code may touch too, and what kernels' malloc() gives,
 *   of which the host learns nothing; pages cost nothing until they are touched
 * - allocations are 256-byte aligned with 256 or more bytes of red zone between them
 * - freed memory is not given out again at once and stays known for a while, so that a use
 *   after free can be named
 * - simt_open_device_memory() and simt_close_device_memory() are one mprotect each
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "cuda/arena.h"
#include "cuda/records.h"
#include "cuda/runtime.h"
#include "grid/observer.h"

#define MIB ((size_t)1 << 20)
#define GIB ((size_t)1 << 30)

#define GRAIN ((size_t)256)
#define RED_ZONE ((size_t)256)
#define ARENA (64 * GIB)
#define NEAR 4096 /* an address that far from an allocation is still told as being near it */

/* Huge pages make the door 400 times cheaper: 8 us instead of 3.7 ms for 100 MiB, there and
 * back. Opening parts of one would split it, so ranges are rounded to whole ones. */
#define HUGE_PAGE (2 * MIB)

/* Freed memory is used again only after so much more, or so many more, have been allocated. */
#define QUARANTINE (64 * MIB)
#define QUARANTINED 4096

/* What is freed in pieces from this size on goes back to the system at once, in whole huge
 * pages: a split one would make the door slow. So much of it stays, since new huge pages may
 * cost a machine more than what is done with them. */
#define GIVE_BACK (4 * MIB)
#define STAYS (256 * MIB)

struct arena {
    char *base; /* NULL: holds records of memory that lies elsewhere, in no order of its own */
    size_t size;
    size_t used;  /* bytes from `base` on that were ever given out */
    size_t rover; /* the search for room starts here, so that it comes round late */
    struct simt_allocation **sorted; /* by address, freed ones too until their room is used */
    unsigned count, capacity;
};

static struct {
    struct arena device, open, heap; /* reserved at first use */
    struct arena elsewhere;          /* symbols and registered host memory */
    bool has_registered;
    bool sparse;          /* see simt_allocate_sparsely() */
    unsigned allocations; /* that were made so far */
    size_t device_bytes_used;
    size_t bytes_that_stay; /* of large pieces that are freed and remembered */
    pthread_mutex_t lock;   /* of all this */
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

static void die(const char *what)
{
    perror(what);
    abort();
}

/* --- arenas ------------------------------------------------------------------------------- */

/* As much address space as the process may have, aligned to a huge page; in the checked build,
 * where the checker wants it. */
static void reserve(struct arena *a)
{
    void *p = MAP_FAILED, *where = NULL;
    size_t size = ARENA;
    if (simt_observer)
        where = simt_observer->place_arena(a == &memory.open   ? SIMT_OPEN_ARENA
                                           : a == &memory.heap ? SIMT_HEAP_ARENA
                                                               : SIMT_DEVICE_ARENA,
                                           &size);
    for (; size >= 64 * MIB && p == MAP_FAILED; size /= 2)
        p = mmap(where, size + HUGE_PAGE, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED || (where && p != where))
        die("simt: no address space for device memory");
    a->base = (char *)round_up((uintptr_t)p, HUGE_PAGE);
    a->size = size * 2;
    a->used = a->rover = RED_ZONE;
    madvise(a->base, a->size, MADV_HUGEPAGE); /* where there are none, it is only slower */
}

static bool holds(const struct arena *a, const void *address)
{
    return a->base && (const char *)address >= a->base &&
           (const char *)address < a->base + a->size;
}

/* Index of the first record behind `address`. */
static unsigned first_behind(const struct arena *a, const void *address)
{
    unsigned low = 0, high = a->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (a->sorted[middle]->base <= (const char *)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(struct arena *a, struct simt_allocation *record)
{
    if (a->count == a->capacity) {
        a->capacity = a->capacity ? 2 * a->capacity : 64;
        a->sorted = simt_grow_record(a->sorted, a->count * sizeof *a->sorted,
                                     a->capacity * sizeof *a->sorted);
    }
    unsigned at = first_behind(a, record->base);
    memmove(a->sorted + at + 1, a->sorted + at, (a->count - at) * sizeof *a->sorted);
    a->sorted[at] = record;
    a->count++;
}

static void forget(struct arena *a, unsigned at)
{
    struct simt_allocation *record = a->sorted[at];
    while (record->arrays) {
        struct simt_array *array = record->arrays;
        record->arrays = array->next;
        simt_free_record(array);
    }
    memory.bytes_that_stay -= record->stays ? record->bytes : 0;
    simt_free_record(record);
    a->count--;
    memmove(a->sorted + at, a->sorted + at + 1, (a->count - at) * sizeof *a->sorted);
}

static struct simt_allocation *new_record(struct arena *a, char *base, size_t bytes,
                                          enum simt_kind kind)
{
    struct simt_allocation *record = simt_new_record(sizeof *record);
    if (!record)
        die("simt: allocation record");
    record->base = base;
    record->bytes = bytes;
    record->kind = kind;
    record->number = ++memory.allocations;
    insert(a, record);
    return record;
}

/* --- room --------------------------------------------------------------------------------- */

/* What an allocation takes with the red zone behind it. */
static size_t footprint(size_t bytes)
{
    return round_up(bytes, GRAIN) + RED_ZONE;
}

/* Finds `need` free bytes in [from, to). Returns their offset, or 0 if there are none. */
static size_t find_room(const struct arena *a, size_t from, size_t to, size_t need)
{
    unsigned first = first_behind(a, a->base + from);
    for (unsigned i = first > 0 ? first - 1 : 0; i < a->count && from + need <= to; i++) {
        const struct simt_allocation *record = a->sorted[i];
        size_t begin = (size_t)(record->base - a->base);
        size_t end = begin + footprint(record->bytes);
        if (record->freed || end <= from)
            continue;
        if (from + need <= begin)
            return from;
        from = end;
    }
    return from + need <= to ? from : 0;
}

/* Takes room after the last allocation while that is near, then older room, then new room. */
static size_t choose_room(const struct arena *a, size_t need)
{
    size_t at = find_room(a, a->rover, a->used, need);
    if (!at && a->used + need <= QUARANTINE && a->count < QUARANTINED)
        return a->used;
    if (!at)
        at = find_room(a, RED_ZONE, a->used, need);
    if (!at && need <= a->size - a->used)
        return a->used;
    return at;
}

/* Freed allocations whose room is used again can no longer be named. */
static void forget_freed(struct arena *a, const char *begin, const char *end)
{
    unsigned i = first_behind(a, end - 1);
    for (; i > 0 && a->sorted[i - 1]->base + a->sorted[i - 1]->bytes > begin; i--)
        forget(a, i - 1);
}

/* Shared memory opens as it grows, and stays open; the kernels' heap grows in a launch. */
static void grow(struct arena *a, size_t used)
{
    size_t from = a->used / HUGE_PAGE * HUGE_PAGE;
    a->used = used;
    if (a != &memory.device &&
        mprotect(a->base + from, round_up(used, HUGE_PAGE) - from, PROT_READ | PROT_WRITE) != 0)
        die("simt: mprotect of shared memory");
}

/* Uses small pages: a huge page for each used element would soon be too many. */
static void use_small_pages(const struct simt_allocation *record)
{
    uintptr_t begin = (uintptr_t)record->base / HUGE_PAGE * HUGE_PAGE;
    uintptr_t end = round_up((uintptr_t)record->base + record->bytes, HUGE_PAGE);
    madvise((void *)begin, end - begin, MADV_NOHUGEPAGE);
}

/* Blocks that do not run leave zeros there, and not what the memory held before it was freed.
 */
static void empty(const struct simt_allocation *record)
{
    simt_open_range(record->base, record->bytes);
    simt_zero_pages(record->base, record->bytes);
    simt_close_device_memory();
}

static void tell_observer(const struct simt_allocation *record)
{
    if (simt_observer)
        simt_observer->allocation_changed(record);
}

struct simt_allocation *simt_allocate(size_t bytes, enum simt_kind kind)
{
    struct arena *a = kind == SIMT_DEVICE ? &memory.device
                      : kind == SIMT_HEAP ? &memory.heap
                                          : &memory.open;
    struct simt_allocation *record = NULL;
    size_t limit = simt_device_bytes(), grains = round_up(bytes, GRAIN);
    pthread_mutex_lock(&memory.lock);
    if (!a->base)
        reserve(a);
    bool room =
        bytes <= limit && (kind != SIMT_DEVICE || grains <= limit - memory.device_bytes_used);
    size_t need = footprint(bytes), at = room ? choose_room(a, need) : 0;
    if (at) {
        forget_freed(a, a->base + at, a->base + at + need);
        record = new_record(a, a->base + at, bytes, kind);
        record->sparse = memory.sparse;
        a->rover = at + need;
        if (a->used < a->rover)
            grow(a, a->rover);
        if (kind == SIMT_DEVICE)
            memory.device_bytes_used += grains;
        if (memory.sparse)
            use_small_pages(record);
    }
    pthread_mutex_unlock(&memory.lock);
    if (record && memory.sparse)
        empty(record);
    if (record)
        tell_observer(record);
    return record;
}

static void release(struct simt_allocation *record)
{
    if (record->kind == SIMT_DEVICE)
        memory.device_bytes_used -= round_up(record->bytes, GRAIN);
    record->freed = true;
    tell_observer(record);
    record->stays = record->bytes >= GIVE_BACK && !memory.sparse &&
                    record->bytes <= STAYS - memory.bytes_that_stay;
    memory.bytes_that_stay += record->stays ? record->bytes : 0;
    if (record->bytes >= GIVE_BACK && !record->stays) {
        uintptr_t begin = round_up((uintptr_t)record->base, HUGE_PAGE);
        uintptr_t end = (uintptr_t)(record->base + record->bytes) / HUGE_PAGE * HUGE_PAGE;
        madvise((void *)begin, end - begin, MADV_DONTNEED);
    }
}

/* --- freeing ------------------------------------------------------------------------------ */

/* Marks the live allocation that starts at `pointer` as freed, if its kind is right. */
static bool take_back(struct arena *a, const void *pointer, bool pinned)
{
    pthread_mutex_lock(&memory.lock);
    unsigned behind = a->count ? first_behind(a, pointer) : 0;
    struct simt_allocation *record = behind > 0 ? a->sorted[behind - 1] : NULL;
    bool found = record && record->base == pointer && !record->freed &&
                 pinned == (record->kind == SIMT_HOST_PINNED);
    if (found)
        release(record);
    pthread_mutex_unlock(&memory.lock);
    return found;
}

bool simt_release(const void *pointer, bool pinned)
{
    return take_back(&memory.device, pointer, pinned) ||
           take_back(&memory.open, pointer, pinned);
}

bool simt_release_in_kernel(const void *pointer)
{
    return take_back(&memory.heap, pointer, false);
}

void simt_free_everything(void)
{
    struct arena *all[] = {&memory.device, &memory.open, &memory.heap};
    pthread_mutex_lock(&memory.lock);
    for (int i = 0; i < 3; i++)
        for (unsigned k = 0; k < all[i]->count; k++)
            if (!all[i]->sorted[k]->freed)
                release(all[i]->sorted[k]);
    while (memory.elsewhere.count)
        forget(&memory.elsewhere, memory.elsewhere.count - 1);
    pthread_mutex_unlock(&memory.lock);
}

/* --- sizes -------------------------------------------------------------------------------- */

/* Gives back what freed sparse memory has left at the end of the arena: small pages, which
 * would make the door slow for all that follows. */
static void leave_sparse_memory(struct arena *a)
{
    unsigned i = a->count;
    while (i > 0 && a->sorted[i - 1]->freed && a->sorted[i - 1]->sparse)
        i--;
    const struct simt_allocation *last = i > 0 ? a->sorted[i - 1] : NULL;
    size_t kept = last ? (size_t)(last->base - a->base) + footprint(last->bytes) : 0;
    size_t from = round_up(kept, HUGE_PAGE), to = round_up(a->used, HUGE_PAGE);
    if (from < to &&
        mmap(a->base + from, to - from, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
        die("simt: device memory anew");
    madvise(a->base, to, MADV_HUGEPAGE);
}

void simt_allocate_sparsely(bool on)
{
    pthread_mutex_lock(&memory.lock);
    if (memory.sparse && !on && memory.device.base)
        leave_sparse_memory(&memory.device);
    memory.sparse = on;
    pthread_mutex_unlock(&memory.lock);
}

bool simt_allocates_sparsely(void)
{
    return memory.sparse;
}

size_t simt_device_bytes(void)
{
    if (memory.sparse)
        return ARENA;
    static size_t
        half; /* of the machine's memory: a launch asks for it, and it takes a while */
    if (!half)
        half = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE) / 2;
    return half < ARENA / 2 ? half / GRAIN * GRAIN : ARENA / 2;
}

size_t simt_device_bytes_used(void)
{
    return memory.device_bytes_used;
}

/* --- the door of device memory ------------------------------------------------------------ */

static struct {
    pthread_mutex_t lock;
    unsigned holders;
    size_t from, to; /* offsets of what is open; one range, which only grows */
    bool heap;       /* is open, too */
} door = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void protect(const struct arena *a, size_t from, size_t to, int protection)
{
    if (to > from && mprotect(a->base + from, to - from, protection) != 0)
        die("simt: mprotect of device memory");
}

/* To be called with the door's lock. */
static void protect_heap(bool opens)
{
    if (memory.heap.base && door.heap != opens)
        protect(&memory.heap, 0, round_up(memory.heap.used, HUGE_PAGE),
                opens ? PROT_READ | PROT_WRITE : PROT_NONE);
    door.heap = opens;
}

/* [from, to) becomes open, and stays so until the last holder has closed. */
static void open_offsets(size_t from, size_t to, bool heap)
{
    from = from / HUGE_PAGE * HUGE_PAGE;
    to = round_up(to, HUGE_PAGE);
    pthread_mutex_lock(&door.lock);
    if (door.holders++ == 0)
        door.from = door.to = from;
    if (from < to && (from < door.from || to > door.to)) {
        door.from = from < door.from ? from : door.from;
        door.to = to > door.to ? to : door.to;
        protect(&memory.device, door.from, door.to, PROT_READ | PROT_WRITE);
    }
    if (heap)
        protect_heap(true);
    pthread_mutex_unlock(&door.lock);
}

void simt_open_device_memory(void)
{
    open_offsets(0, memory.device_bytes_used ? memory.device.used : 0, true);
}

void simt_open_range(const void *address, size_t bytes)
{
    bool inside = holds(&memory.device, address);
    size_t from = inside ? (size_t)((const char *)address - memory.device.base) : 0;
    open_offsets(from, inside ? from + bytes : from, false);
}

void simt_close_device_memory(void)
{
    pthread_mutex_lock(&door.lock);
    if (--door.holders == 0) {
        protect(&memory.device, door.from, door.to, PROT_NONE);
        protect_heap(false);
    }
    pthread_mutex_unlock(&door.lock);
}

/* --- finding ------------------------------------------------------------------------------ */

static size_t distance(const struct simt_allocation *record, const void *address)
{
    return simt_distance(record->base, record->bytes, address);
}

static struct simt_allocation *nearest(const struct arena *a, const void *address)
{
    unsigned behind = first_behind(a, address);
    struct simt_allocation *before = behind > 0 ? a->sorted[behind - 1] : NULL;
    struct simt_allocation *after = behind < a->count ? a->sorted[behind] : NULL;
    if (!before || (after && distance(after, address) < distance(before, address)))
        before = after;
    return before && distance(before, address) <= NEAR ? before : NULL;
}

static const struct arena *arena_of(const void *address)
{
    return holds(&memory.device, address) ? &memory.device
           : holds(&memory.open, address) ? &memory.open
           : holds(&memory.heap, address) ? &memory.heap
                                          : &memory.elsewhere;
}

const struct simt_allocation *simt_allocation_at(const void *address)
{
    pthread_mutex_lock(&memory.lock);
    const struct simt_allocation *record = nearest(arena_of(address), address);
    pthread_mutex_unlock(&memory.lock);
    return record;
}

const struct simt_allocation *simt_live_at(const void *address)
{
    const struct simt_allocation *record = simt_allocation_at(address);
    return record && !record->freed && distance(record, address) == 0 ? record : NULL;
}

const struct simt_allocation *simt_live_for_host(const void *address)
{
    const struct simt_allocation *live = simt_live_at(address);
    return live && live->kind != SIMT_HEAP ? live : NULL;
}

bool simt_in_arena(const void *address)
{
    return arena_of(address) != &memory.elsewhere;
}

bool simt_is_pinned(const void *address)
{
    const struct simt_allocation *live = simt_live_at(address);
    return live && live->kind == SIMT_HOST_PINNED;
}

bool simt_has_open_memory(void)
{
    return memory.open.base || memory.has_registered;
}

void simt_each_open_span(void see(const char *begin, size_t bytes))
{
    if (memory.open.base)
        see(memory.open.base, round_up(memory.open.used, HUGE_PAGE));
    for (unsigned i = 0; i < memory.elsewhere.count; i++)
        if (memory.elsewhere.sorted[i]->kind == SIMT_HOST_PINNED)
            see(memory.elsewhere.sorted[i]->base, memory.elsewhere.sorted[i]->bytes);
}

unsigned simt_last_allocation(void)
{
    return memory.allocations;
}

const struct simt_allocation *simt_next_live(unsigned number)
{
    const struct simt_allocation *first = NULL;
    const struct arena *all[] = {&memory.device, &memory.open, &memory.heap};
    pthread_mutex_lock(&memory.lock);
    for (int i = 0; i < 3; i++)
        for (unsigned k = 0; k < all[i]->count; k++) {
            const struct simt_allocation *a = all[i]->sorted[k];
            if (!a->freed && a->number > number && (!first || a->number < first->number))
                first = a;
        }
    pthread_mutex_unlock(&memory.lock);
    return first;
}

unsigned long long simt_allocated(void)
{
    unsigned long long bytes = 0;
    const struct arena *all[] = {&memory.device, &memory.open, &memory.heap};
    pthread_mutex_lock(&memory.lock);
    for (int i = 0; i < 3; i++)
        for (unsigned k = 0; k < all[i]->count; k++)
            bytes += all[i]->sorted[k]->freed ? 0 : all[i]->sorted[k]->bytes;
    pthread_mutex_unlock(&memory.lock);
    return bytes;
}

/* --- names -------------------------------------------------------------------------------- */

void simt_know_element(const void *base, size_t bytes)
{
    pthread_mutex_lock(&memory.lock);
    struct simt_allocation *record = nearest(arena_of(base), base);
    if (record && record->base == base)
        record->element = bytes;
    pthread_mutex_unlock(&memory.lock);
}

void simt_name_array(const void *payload, size_t bytes, const char *name)
{
    struct simt_array *array = simt_new_record(sizeof *array);
    if (!array)
        die("simt: name of an array");
    *array = (struct simt_array){.begin = payload, .bytes = bytes};
    snprintf(array->name, sizeof array->name, "%s", name);
    pthread_mutex_lock(&memory.lock);
    struct simt_allocation *record = nearest(arena_of(payload), payload);
    if (record) {
        array->next = record->arrays;
        record->arrays = array;
        tell_observer(record);
    }
    pthread_mutex_unlock(&memory.lock);
    if (!record)
        simt_free_record(array);
}

/* --- memory that lies elsewhere ----------------------------------------------------------- */

void simt_register_host(void *pointer, size_t bytes)
{
    pthread_mutex_lock(&memory.lock);
    new_record(&memory.elsewhere, pointer, bytes, SIMT_HOST_PINNED);
    memory.has_registered = true;
    pthread_mutex_unlock(&memory.lock);
}

void simt_unregister_host(const void *pointer)
{
    pthread_mutex_lock(&memory.lock);
    forget(&memory.elsewhere, first_behind(&memory.elsewhere, pointer) - 1);
    pthread_mutex_unlock(&memory.lock);
}

void simt_know_symbol(const void *symbol, size_t size)
{
    pthread_mutex_lock(&memory.lock);
    const struct simt_allocation *known = nearest(&memory.elsewhere, symbol);
    if (!known || known->base != symbol)
        new_record(&memory.elsewhere, (char *)symbol, size, SIMT_GLOBAL);
    pthread_mutex_unlock(&memory.lock);
}
