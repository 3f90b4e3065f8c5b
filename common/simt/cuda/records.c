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

enum { LEAST_BITS = 6, MOST_BITS = 16, LARGEST_PAGE = 1 << 16 };

struct head {
    struct head *next; /* of those that are free */
    unsigned bits;
    alignas(max_align_t) char record[];
};

static char *room, *used_to, *room_end;
static struct head *free_ones[MOST_BITS + 1];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

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
    for (size_t bytes = (size_t)1 << 30; !room && bytes >= (size_t)1 << 20; bytes /= 4) {
        void *got = mmap(far_from_the_device(), bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (got == MAP_FAILED)
            continue;
        room = used_to = got;
        room_end = room + bytes;
    }
}

static struct head *take_new(unsigned bits)
{
    size_t bytes = (size_t)1 << bits;
    if (!room)
        take_room();
    if ((size_t)(room_end - used_to) < bytes)
        return NULL;
    struct head *head = (struct head *)used_to;
    used_to += bytes;
    head->bits = bits;
    return head;
}

static struct head *take(unsigned bits)
{
    struct head *head = free_ones[bits];
    if (!head)
        return take_new(bits);
    free_ones[bits] = head->next;
    return head;
}

void *simt_new_record(size_t bytes)
{
    unsigned bits = LEAST_BITS;
    if (bytes > ((size_t)1 << MOST_BITS) - sizeof(struct head))
        return calloc(1, bytes);
    while (((size_t)1 << bits) - sizeof(struct head) < bytes)
        bits++;
    pthread_mutex_lock(&lock);
    struct head *head = take(bits);
    pthread_mutex_unlock(&lock);
    return head ? memset(head->record, 0, bytes) : NULL;
}

void simt_free_record(void *record)
{
    if ((char *)record < room || (char *)record >= room_end) {
        free(record);
        return;
    }
    struct head *head = (struct head *)((char *)record - offsetof(struct head, record));
    pthread_mutex_lock(&lock);
    head->next = free_ones[head->bits];
    free_ones[head->bits] = head;
    pthread_mutex_unlock(&lock);
}

struct simt_records simt_records(void)
{
    uintptr_t begin = (uintptr_t)room;
    size_t used = (size_t)(used_to - room);
    return (struct simt_records){begin, begin + (used + LARGEST_PAGE - 1) / LARGEST_PAGE *
                                                    LARGEST_PAGE};
}
