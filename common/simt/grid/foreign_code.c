/* Closes the C++ library's code to kernels, and what of CUDA's runtime is for the host: see
 * foreign_code.h. A kernel can come to it by an object of the library that it lays over an
 * array, by a virtual function, by a pointer, or by an argument of a template. */
#define _GNU_SOURCE
#include "grid/foreign_code.h"
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "cuda/errors.h"
#include "cuda/host_memory.h"
#include "grid/grid.h"

enum { MOST_PARTS = 8 };

static struct {
    uintptr_t at;
    size_t bytes;
} part[MOST_PARTS];
static unsigned parts;
static bool is_read, is_closed;

static int take_parts(struct dl_phdr_info *info, size_t size, void *unused)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    (void)size;
    (void)unused;
    if (!info->dlpi_name ||
        (!strstr(info->dlpi_name, "/libstdc++.so") && !strstr(info->dlpi_name, "/libc++.so")))
        return 0;
    for (int i = 0; i < info->dlpi_phnum && parts < MOST_PARTS; i++) {
        const ElfW(Phdr) *its = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + its->p_vaddr;
        if (its->p_type != PT_LOAD || !(its->p_flags & PF_X))
            continue;
        part[parts].at = begin / page * page;
        part[parts].bytes = begin + its->p_memsz - part[parts].at;
        parts++;
    }
    return 0;
}

static void protect(int protection)
{
    for (unsigned i = 0; i < parts; i++)
        mprotect((void *)part[i].at, part[i].bytes, protection);
}

static void end_call(void)
{
    if (simt_lane)
        simt_abandon(cudaErrorIllegalInstruction, NULL, 0,
                     "a kernel has called a function of CUDA's runtime, which is for the host");
}

void simt_close_foreign_code(void)
{
    if (!simt_guards_host_memory())
        return;
    simt_end_call_of_kernel = end_call;
    if (!is_read)
        dl_iterate_phdr(take_parts, NULL);
    is_read = true;
    protect(PROT_READ);
    is_closed = true;
}

void simt_open_foreign_code(void)
{
    if (!is_closed)
        return;
    protect(PROT_READ | PROT_EXEC);
    is_closed = false;
}

bool simt_is_foreign_code(const void *address)
{
    for (unsigned i = 0; i < parts && is_closed; i++)
        if ((uintptr_t)address - part[i].at < part[i].bytes)
            return true;
    return false;
}
