/* Pages of memory, as the system gives them and takes them back: see memory.h. */
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "cuda/memory.h"

void simt_zero_pages(char *at, size_t bytes)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)at;
    const uintptr_t end = begin + bytes;
    uintptr_t from = (begin + page - 1) / page * page, to = end / page * page;
    if (from >= to || madvise((void *)from, to - from, MADV_DONTNEED) != 0)
        from = to = end;
    memset((void *)begin, 0, from - begin);
    memset((void *)to, 0, end - to);
}
