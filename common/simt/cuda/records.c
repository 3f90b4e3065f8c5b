/* A room for the runtime's records: see records.h. Their sizes are powers of two, which a head
 * tells; what is freed waits in a list of its size. */
#define _GNU_SOURCE
#include "cuda/records.h"
#include <pthread.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "grid/observer.h"

enum { LEAST_BITS = 6, USUAL_BITS = 16, MOST_BITS = 28, LARGEST_PAGE = 1 << 16 };

struct head {
    struct head *next; /* of those that are free */
    unsigned bits;
    alignas(max_align_t) char record[];
};

/* Handles lie apart: what a kernel has asked for moves none. */
struct part {
    char *used_to, *end;
    struct head *free_ones[MOST_BITS + 1];
};

static struct {
    char *begin, *end;
    struct part handles, others; /* these begin where the handles end */
    pthread_mutex_t lock;        /* of all this */
} room = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Where the heap is, and not below the device's memory, where the system would put it: there a
 * kernel's index that is some millions below 0 would read a record, and not end the launch. */
static void *far_from_the_device(void)
{
    const size_t beyond_the_heap = (size_t)1 << 36;
    return (char *)sbrk(0) + beyond_the_heap;
}

/* Addresses cost nothing, but a system may give few. */
static void take_room(void)
{
    for (size_t bytes = (size_t)1 << 32; !room.begin && bytes >= (size_t)1 << 20; bytes /= 4) {
        void *got = mmap(far_from_the_device(), bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (got == MAP_FAILED)
            continue;
        room.begin = room.handles.used_to = got;
        room.handles.end = room.others.used_to = room.begin + bytes / 16;
        room.end = room.others.end = room.begin + bytes;
    }
}

/* What it returns is zeros still. */
static struct head *take_new(struct part *part, unsigned bits)
{
    size_t bytes = (size_t)1 << bits;
    if (!room.begin)
        take_room();
    if ((size_t)(part->end - part->used_to) < bytes)
        return NULL;
    struct head *head = (struct head *)part->used_to;
    part->used_to += bytes;
    head->bits = bits;
    return head;
}

/* Of a record that was used before, so many bytes are made zeros again. */
static struct head *take(struct part *part, unsigned bits, size_t bytes)
{
    struct head *head = part->free_ones[bits];
    if (!head)
        return take_new(part, bits);
    part->free_ones[bits] = head->next;
    memset(head->record, 0, bytes);
    return head;
}

static void *new_record(struct part *part, size_t bytes, unsigned most_bits)
{
    unsigned bits = LEAST_BITS;
    while (bits <= most_bits && ((size_t)1 << bits) - sizeof(struct head) < bytes)
        bits++;
    pthread_mutex_lock(&room.lock);
    struct head *head = bits <= most_bits ? take(part, bits, bytes) : NULL;
    pthread_mutex_unlock(&room.lock);
    return head ? head->record : calloc(1, bytes);
}

void *simt_new_record(size_t bytes)
{
    return new_record(&room.others, bytes, USUAL_BITS);
}

void *simt_new_handle(size_t bytes)
{
    return new_record(&room.handles, bytes, USUAL_BITS);
}

void *simt_grow_record(void *record, size_t was, size_t bytes)
{
    void *larger = new_record(&room.others, bytes, MOST_BITS);
    if (!larger)
        abort();
    if (was)
        memcpy(larger, record, was);
    simt_free_record(record);
    return larger;
}

void simt_free_record(void *record)
{
    char *at = record;
    if (at < room.begin || at >= room.end) {
        free(record);
        return;
    }
    struct head *head = (struct head *)(at - offsetof(struct head, record));
    struct part *part = at < room.handles.end ? &room.handles : &room.others;
    pthread_mutex_lock(&room.lock);
    head->next = part->free_ones[head->bits];
    part->free_ones[head->bits] = head;
    pthread_mutex_unlock(&room.lock);
}

void *simt_new_pages(size_t bytes)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (simt_observer)
        return (void *)(((uintptr_t)simt_grow_record(NULL, 0, bytes + page) + page - 1) / page *
                        page);
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

struct simt_records simt_records(void)
{
    uintptr_t begin = (uintptr_t)room.begin;
    size_t used = (size_t)(room.others.used_to - room.begin);
    return (struct simt_records){begin, begin + (used + LARGEST_PAGE - 1) / LARGEST_PAGE *
                                                    LARGEST_PAGE};
}
