/* Counts the pages of open memory that the host goes to: see open_memory.h. What has been
 * allocated since the last launch holds nothing of the device's, and counts for nothing. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "cuda/arena.h"
#include "cuda/open_memory.h"
#include "cuda/runtime.h"
#include "cuda/variables.h"

enum { FREE_PAGES = 16, MOST_PAGES = 4096 };

static uintptr_t page; /* bytes of one */

/* What the host reads: by pages that it opens. */
static struct {
    bool watches;                    /* since simt_watch_open_memory() */
    bool is_closed;                  /* open memory is, but for what the host has touched */
    unsigned last_before_launch;     /* allocation */
    unsigned long long bytes_last;   /* since the device has run last */
    unsigned long long bytes_before; /* with which it may have gone on */
} reads;

void simt_watch_open_memory(void)
{
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
    reads.watches = true;
}

static void protect_pages(uintptr_t first, uintptr_t last, int protection)
{
    if (last > first && mprotect((void *)first, last - first, protection) != 0) {
        perror("simt: mprotect of managed and pinned memory");
        abort();
    }
}

/* Others have the rest of the pages at both ends. */
static void close_span(const char *begin, size_t bytes)
{
    protect_pages(((uintptr_t)begin + page - 1) / page * page,
                  ((uintptr_t)begin + bytes) / page * page, PROT_NONE);
}

static void open_span(const char *begin, size_t bytes)
{
    protect_pages((uintptr_t)begin / page * page,
                  ((uintptr_t)begin + bytes + page - 1) / page * page, PROT_READ | PROT_WRITE);
}

static void each_span(void see(const char *begin, size_t bytes))
{
    simt_each_open_span(see);
    simt_each_managed_variable(see);
}

static unsigned long long bytes_in_all;

static void add_bytes(const char *begin, size_t bytes)
{
    (void)begin;
    bytes_in_all += bytes;
}

static void open_all(void)
{
    each_span(open_span);
    reads.is_closed = false;
}

static void device_goes_on(void)
{
    reads.bytes_before += reads.bytes_last;
    reads.bytes_last = 0;
}

static const char *asked;
static size_t asked_bytes;

/* The part of a span that is asked for. */
static bool is_asked(const char **begin, size_t *bytes)
{
    const char *end = *begin + *bytes, *asked_end = asked + asked_bytes;
    *begin = *begin > asked ? *begin : asked;
    end = end < asked_end ? end : asked_end;
    *bytes = end > *begin ? (size_t)(end - *begin) : 0;
    return *bytes > 0;
}

static void open_asked(const char *begin, size_t bytes)
{
    if (is_asked(&begin, &bytes))
        open_span(begin, bytes);
}

void simt_open_to_copy(const void *at, size_t bytes)
{
    device_goes_on();
    asked = at;
    asked_bytes = bytes;
    if (reads.is_closed)
        each_span(open_asked);
}

static void close_asked(const char *begin, size_t bytes)
{
    const char *from = begin;
    size_t length = bytes;
    if (!is_asked(&from, &length))
        return;
    uintptr_t first = ((uintptr_t)begin + page - 1) / page * page;
    uintptr_t last = ((uintptr_t)begin + bytes) / page * page;
    uintptr_t least = (uintptr_t)from / page * page;
    uintptr_t most = ((uintptr_t)from + length + page - 1) / page * page;
    protect_pages(first > least ? first : least, last < most ? last : most, PROT_NONE);
    reads.is_closed = true;
}

/* What has come to pinned memory is counted where copies are (student/copies.c). */
void simt_close_behind_copy(const void *at, size_t bytes, const void *from)
{
    const struct simt_allocation *to = simt_live_at(at);
    if (!reads.watches || !simt_live_at(from) || (to && to->kind == SIMT_HOST_PINNED))
        return;
    if (to && to->number > reads.last_before_launch)
        reads.last_before_launch = to->number;
    asked = at;
    asked_bytes = bytes;
    each_span(close_asked);
}

void simt_host_takes_back(const char *begin, size_t bytes)
{
    const struct simt_allocation *of = simt_live_at(begin);
    if (!reads.is_closed)
        return;
    if (of && of->number <= reads.last_before_launch)
        reads.bytes_last += bytes;
    open_span(begin, bytes);
}

void simt_open_to_device(void)
{
    device_goes_on();
    reads.last_before_launch = simt_last_allocation();
    if (reads.watches)
        open_all();
}

void simt_close_to_host(void)
{
    if (!reads.watches)
        return;
    each_span(close_span);
    reads.is_closed = true;
}

static bool is_there;

static void see_span(const char *begin, size_t bytes)
{
    is_there |= asked >= begin && asked < begin + bytes;
}

/* Of an allocation that does not fill a page its bytes count. */
static size_t bytes_of_page(const struct simt_allocation *of)
{
    return of && of->bytes < page ? of->bytes : page;
}

bool simt_let_host_in(const void *address)
{
    asked = address;
    is_there = false;
    if (!reads.is_closed)
        return false;
    each_span(see_span);
    if (!is_there)
        return false;
    const struct simt_allocation *of = simt_live_at(address);
    if (!of || of->number <= reads.last_before_launch)
        reads.bytes_last += bytes_of_page(of);
    if (reads.bytes_last > MOST_PAGES * page) { /* it goes everywhere */
        bytes_in_all = 0;
        each_span(add_bytes);
        reads.bytes_last = bytes_in_all;
        open_all();
    } else {
        mprotect((void *)((uintptr_t)address / page * page), page, PROT_READ | PROT_WRITE);
    }
    return true;
}

unsigned long long simt_pages_read_by_host(void)
{
    return reads.bytes_before > FREE_PAGES * page ? reads.bytes_before - FREE_PAGES * page : 0;
}

void simt_forget_pages_read(void)
{
    reads.bytes_last = reads.bytes_before = 0;
    if (reads.is_closed)
        open_all();
}
