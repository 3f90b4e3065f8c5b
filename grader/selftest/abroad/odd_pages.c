/* To be preloaded: a kernel whose pages have PAGES bytes, as those of arm64 may have 16 or 64
 * KB. It refuses what such a kernel refuses, an address within a page, and does to whole pages
 * what is asked of parts of them. What the dynamic linker and the C library map for themselves
 * lies on the machine's own pages. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static size_t page(void)
{
    static size_t bytes;
    if (!bytes)
        bytes = strtoul(getenv("PAGES"), NULL, 10);
    return bytes;
}

static size_t whole(size_t bytes)
{
    return (bytes + page() - 1) / page() * page();
}

static int is_within_page(uint64_t at)
{
    if (at % page() == 0)
        return 0;
    errno = EINVAL;
    return 1;
}

long sysconf(int name)
{
    long (*real)(int) = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
    return name == _SC_PAGESIZE ? (long)page() : real(name);
}

int getpagesize(void)
{
    return (int)page();
}

/* What is left of `bytes` more than are wanted lies before and behind. */
static void *anywhere(size_t bytes, int protection, int flags, int file, off_t offset)
{
    char *from = (char *)syscall(SYS_mmap, NULL, bytes + page(), PROT_NONE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0l);
    if (from == MAP_FAILED)
        return from;
    char *at = (char *)whole((uintptr_t)from);
    if (at > from)
        syscall(SYS_munmap, from, at - from);
    syscall(SYS_munmap, at + bytes, from + page() - at);
    return (void *)syscall(SYS_mmap, at, bytes, protection, flags | MAP_FIXED, file, offset);
}

void *mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
    int fixed = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
    if (is_within_page((uint64_t)offset) || (fixed && is_within_page((uintptr_t)at)))
        return MAP_FAILED;
    if (fixed || (at && (uintptr_t)at % page() == 0))
        return (void *)syscall(SYS_mmap, at, whole(bytes), protection, flags, file, offset);
    return anywhere(whole(bytes), protection, flags, file, offset);
}

int munmap(void *at, size_t bytes)
{
    return is_within_page((uintptr_t)at) ? -1 : (int)syscall(SYS_munmap, at, whole(bytes));
}

/* Programs are linked for the machine's own pages: of a part that nobody may write to, a larger
 * one would hold another as well. */
static int is_in_read_only_part(struct dl_phdr_info *info, size_t size, void *at)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t offset = (uintptr_t)at - info->dlpi_addr - part->p_vaddr;
        if (part->p_type == PT_LOAD && !(part->p_flags & PF_W) && offset < part->p_memsz)
            return 1;
    }
    return 0;
}

int mprotect(void *at, size_t bytes, int protection)
{
    if (is_within_page((uintptr_t)at))
        return -1;
    if (dl_iterate_phdr(is_in_read_only_part, at)) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_mprotect, at, whole(bytes), protection);
}

/* The stack and the heap begin and end on the machine's own pages: of what is to be there, the
 * last of those is asked for. */
static int is_there(uintptr_t at, size_t bytes, int advice)
{
    const uintptr_t own = 4096, last = (at + bytes - 1) / own * own;
    return (int)syscall(SYS_madvise, last, own, advice);
}

int madvise(void *at, size_t bytes, int advice)
{
    if (is_within_page((uintptr_t)at))
        return -1;
    if (advice == MADV_POPULATE_READ || advice == MADV_POPULATE_WRITE)
        return is_there((uintptr_t)at, bytes, advice);
    return (int)syscall(SYS_madvise, at, whole(bytes), advice);
}
