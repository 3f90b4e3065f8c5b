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

static bool watches, is_closed;
static uintptr_t page;
static unsigned last_before_launch; /* allocation */
static unsigned long long pages_last, pages_before;

void simt_watch_open_memory(void)
{
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
    watches = true;
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

static unsigned long long pages_in_all;

static void add_pages(const char *begin, size_t bytes)
{
    (void)begin;
    pages_in_all += bytes / page;
}

static void open_all(void)
{
    each_span(open_span);
    is_closed = false;
}

void simt_device_goes_on_by_copy(void)
{
    pages_before += pages_last;
    pages_last = 0;
    if (is_closed)
        open_all();
}

void simt_open_to_device(void)
{
    simt_device_goes_on_by_copy();
    last_before_launch = simt_last_allocation();
    if (watches)
        open_all();
}

void simt_close_to_host(void)
{
    if (!watches)
        return;
    each_span(close_span);
    is_closed = true;
}

static const char *asked;
static bool is_there;

static void see_span(const char *begin, size_t bytes)
{
    is_there |= asked >= begin && asked < begin + bytes;
}

bool simt_let_host_in(const void *address)
{
    asked = address;
    is_there = false;
    if (!is_closed)
        return false;
    each_span(see_span);
    if (!is_there)
        return false;
    const struct simt_allocation *of = simt_live_at(address);
    pages_last += !of || of->number <= last_before_launch;
    if (pages_last > MOST_PAGES) { /* it goes everywhere */
        pages_in_all = 0;
        each_span(add_pages);
        pages_last = pages_in_all;
        open_all();
    } else {
        mprotect((void *)((uintptr_t)address / page * page), page, PROT_READ | PROT_WRITE);
    }
    return true;
}

unsigned long long simt_pages_read_by_host(void)
{
    return pages_before > FREE_PAGES ? (pages_before - FREE_PAGES) * page : 0;
}

void simt_forget_pages_read(void)
{
    pages_last = pages_before = 0;
    if (is_closed)
        open_all();
}
