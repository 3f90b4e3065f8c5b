/* To be preloaded: something lies right behind the program's variables, as in some emulators,
 * so that the system lets no heap grow there and what is allocated lies among the libraries. */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

__attribute__((constructor)) static void stop_heap(void)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t behind = ((uintptr_t)sbrk(0) + page - 1) / page * page;
    mmap((void *)behind, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
         0);
}
