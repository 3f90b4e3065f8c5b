/* Ends a program that calls what it has found by arithmetic: see computed_calls.h.
 *
 * On x86-64 compilers call a thunk, a piece of assembler for each register, wherever a pointer
 * is called or jumped to (-mindirect-branch=thunk-extern, -mretpoline-external-thunk). A thunk
 * goes on at once in all programs but a stranger's. There the address must be one of these:
 *
 * - where a function of the program begins that may be called so. At each of them compilers put
 *   the instruction endbr64 (-fcf-protection=branch), the library and the runner have none;
 * - of the table in which grader/class/inspect_object tells what the text takes the address of;
 * - a word of the C++ library's tables, if the library's own code is there; but not of those of
 *   files, whose functions call what other objects say;
 * - no code at all: who calls a null pointer is to be told so.
 *
 * A function of a hand-in returns by a thunk as well (-mfunction-return=thunk-extern): to a
 * place behind a call, in the runtime behind one by a pointer.
 *
 * What is asked lies in pages that are closed to stores. */
#define _GNU_SOURCE
#include "grid/computed_calls.h"
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cuda/errors.h"
#include "cuda/program_file.h"
#include "grid/lines.h"

#ifdef __x86_64__

/* What runs between a call and the function: the arguments are in any registers. */
#define PLAIN __attribute__((target("general-regs-only")))

enum { MOST_RANGES = 64 };

struct range {
    uintptr_t begin, end;
};
struct ranges {
    struct range range[MOST_RANGES];
    unsigned count;
};

static struct {
    char is_on;
    struct ranges code, foreign_code, foreign_tables, file_tables;
    uintptr_t *functions; /* in order */
    size_t count;
} __attribute__((aligned(4096))) calls; /* in whole pages */

/* The table, in programs that were inspected. */
extern __attribute__((weak)) void *const simt_callees[], *const simt_callees_end[];
extern __attribute__((weak)) const char simt_is_inspected[];

/* Tables of buffers of the C++ library's that write to files, and their length in words. */
enum { WORDS_OF_BUFFER = 16 };
#define FILE_TABLES(X)                                                                         \
    X(_ZTVSt13basic_filebufIcSt11char_traitsIcEE)                                              \
    X(_ZTVSt13basic_filebufIwSt11char_traitsIwEE)                                              \
    X(_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE)                               \
    X(_ZTVN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEE)
#define DECLARE(name) extern __attribute__((weak)) void *const name[];
FILE_TABLES(DECLARE)

/* --- what there is ------------------------------------------------------------------------ */

static void add(struct ranges *to, uintptr_t begin, size_t bytes)
{
    if (to->count < MOST_RANGES)
        to->range[to->count++] = (struct range){begin, begin + bytes};
}

static int take_ranges(struct dl_phdr_info *info, size_t size, void *unused)
{
    bool is_library = info->dlpi_name && (strstr(info->dlpi_name, "/libstdc++.so") ||
                                          strstr(info->dlpi_name, "/libc++"));
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *its = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + its->p_vaddr;
        bool is_code = its->p_type == PT_LOAD && its->p_flags & PF_X;
        if (is_code)
            add(&calls.code, begin, its->p_memsz);
        if (is_code && is_library)
            add(&calls.foreign_code, begin, its->p_memsz);
        if (its->p_type == PT_GNU_RELRO && is_library)
            add(&calls.foreign_tables, begin, its->p_memsz);
    }
    return 0;
}

static int by_address(const void *a, const void *b)
{
    uintptr_t first = *(const uintptr_t *)a, second = *(const uintptr_t *)b;
    return (first > second) - (first < second);
}

static bool may_be_called(const ElfW(Sym) * symbol, const char *begin)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF &&
           begin >= __executable_start && begin < etext && !simt_in_runtime(begin) &&
           memcmp(begin, endbr64, sizeof endbr64) == 0;
}

/* Keeps those of the table at `symbols`. */
static void take_functions(const ElfW(Sym) * symbols, size_t count, const char *base)
{
    size_t bytes = (count + 1) * sizeof *calls.functions;
    calls.functions =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (calls.functions == MAP_FAILED)
        abort();
    for (size_t i = 0; i < count; i++) {
        const char *begin = base + symbols[i].st_value;
        if (may_be_called(&symbols[i], begin))
            calls.functions[calls.count++] = (uintptr_t)begin;
    }
    qsort(calls.functions, calls.count, sizeof *calls.functions, by_address);
    mprotect(calls.functions, bytes, PROT_READ);
}

/* The linker has written the file, and nobody else could. */
static void read_functions(const char *file)
{
    const ElfW(Ehdr) *header = (const void *)file;
    const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
    const char *base = header->e_type == ET_DYN ? __executable_start : NULL;
    for (unsigned i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_SYMTAB)
            take_functions((const void *)(file + sections[i].sh_offset),
                           sections[i].sh_size / sizeof(ElfW(Sym)), base);
}

static bool read_program(void)
{
    struct stat status;
    int file = simt_open_program(NULL);
    if (file < 0 || fstat(file, &status) != 0)
        return false;
    void *all = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (all == MAP_FAILED)
        return false;
    read_functions(all);
    munmap(all, (size_t)status.st_size);
    return true;
}

static void take_file_tables(void)
{
#define NAME(name) name,
    void *const *const all[] = {FILE_TABLES(NAME)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            add(&calls.file_tables, (uintptr_t)all[i], WORDS_OF_BUFFER * sizeof **all);
}

void simt_watch_computed_calls(void)
{
    if (!simt_is_inspected || !read_program())
        return;
    dl_iterate_phdr(take_ranges, NULL);
    take_file_tables();
    calls.is_on = 1;
    if (mprotect(&calls, sizeof calls, PROT_READ) != 0)
        abort();
}

/* --- what is called ----------------------------------------------------------------------- */

static PLAIN bool is_in(const struct ranges *ranges, uintptr_t at)
{
    for (unsigned i = 0; i < ranges->count; i++)
        if (at >= ranges->range[i].begin && at < ranges->range[i].end)
            return true;
    return false;
}

static PLAIN bool is_own(uintptr_t at)
{
    size_t first = 0, behind = calls.count;
    while (first < behind) {
        size_t middle = first + (behind - first) / 2;
        if (calls.functions[middle] == at)
            return true;
        if (calls.functions[middle] < at)
            first = middle + 1;
        else
            behind = middle;
    }
    return false;
}

static PLAIN bool is_named(uintptr_t at)
{
    for (void *const *callee = simt_callees; callee < simt_callees_end; callee++)
        if ((uintptr_t)*callee == at)
            return true;
    return false;
}

static PLAIN bool is_virtual(uintptr_t at)
{
    const struct ranges *tables = &calls.foreign_tables;
    if (!is_in(&calls.foreign_code, at))
        return false;
    for (unsigned i = 0; i < tables->count; i++)
        for (const uintptr_t *word = (const uintptr_t *)tables->range[i].begin;
             (uintptr_t)word < tables->range[i].end; word++)
            if (*word == at && !is_in(&calls.file_tables, (uintptr_t)word))
                return true;
    return false;
}

/* The kernel's own half of the addresses has some code as well. */
static PLAIN bool is_code(uintptr_t at)
{
    return (intptr_t)at < 0 || is_in(&calls.code, at);
}

static _Noreturn void refuse_call(const void *code)
{
    const char *line = simt_source_line(code);
    if (!strstr(line, ".cu:")) /* called last of all, in the caller's place */
        line = "host code";
    simt_place_fault_at(line);
    simt_fault(cudaErrorIllegalAddress,
               "%s: it was to call a function by an address that it has computed; a pointer "
               "may lead to functions of yours, and to those whose names are written there",
               line);
    simt_print_fault();
    abort();
}

static PLAIN bool may_lead_to(uintptr_t at)
{
    return !calls.is_on || is_own(at) || is_named(at) || !is_code(at) || is_virtual(at);
}

bool simt_may_be_called(const void *function)
{
    return may_lead_to((uintptr_t)function);
}

PLAIN void simt_check_call(const void *function, const void *code)
{
    if (!may_lead_to((uintptr_t)function))
        refuse_call(code);
}

/* The address is on the stack, above it where the call comes from. All registers are kept. */
__asm__("simt_check_indirect:\n"
        "    push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    push %rax\n    push %rcx\n    push %rdx\n    push %rsi\n    push %rdi\n"
        "    push %r8\n    push %r9\n    push %r10\n    push %r11\n"
        "    mov 16(%rbp), %rdi\n"
        "    mov 24(%rbp), %rsi\n"
        "    and $-16, %rsp\n"
        "    call simt_check_call\n"
        "    lea -72(%rbp), %rsp\n"
        "    pop %r11\n    pop %r10\n    pop %r9\n    pop %r8\n"
        "    pop %rdi\n    pop %rsi\n    pop %rdx\n    pop %rcx\n    pop %rax\n"
        "    pop %rbp\n"
        "    ret\n");

#define THUNK(name)                                                                            \
    __asm__(".globl __x86_indirect_thunk_" #name "\n"                                          \
            ".type __x86_indirect_thunk_" #name ", @function\n"                                \
            "__x86_indirect_thunk_" #name ":\n"                                                \
            "    cmpb $0, calls(%rip)\n"                                                       \
            "    je 1f\n"                                                                      \
            "    push %" #name "\n"                                                            \
            "    call simt_check_indirect\n"                                                   \
            "    lea 8(%rsp), %rsp\n"                                                          \
            "1:  jmp *%" #name "\n"                                                            \
            ".size __x86_indirect_thunk_" #name ", . - __x86_indirect_thunk_" #name "\n");
THUNK(rax)
THUNK(rbx)
THUNK(rcx)
THUNK(rdx)
THUNK(rsi)
THUNK(rdi)
THUNK(rbp)
THUNK(r8)
THUNK(r9)
THUNK(r10)
THUNK(r11)
THUNK(r12)
THUNK(r13)
THUNK(r14)
THUNK(r15)

/* --- where a function returns to ---------------------------------------------------------- */

enum { LONGEST_CALL = 7 };

/* Of `call *...`, behind its FF: as its next byte says, and the one behind that. */
static PLAIN int bytes_of_call(const unsigned char *at)
{
    int mode = at[1] >> 6, place = at[1] & 7, bytes = 2;
    if (mode == 3)
        return bytes;
    if (place == 4)
        bytes += 1 + (mode == 0 && (at[2] & 7) == 5 ? 4 : 0);
    else if (mode == 0 && place == 5)
        bytes += 4;
    return bytes + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

/* A call of what the linker has put into a table, `call *...(%rip)`, is one by name. */
static PLAIN bool is_behind_call_by_pointer(const unsigned char *code, bool or_by_table)
{
    for (int bytes = 2; bytes <= LONGEST_CALL; bytes++) {
        const unsigned char *at = code - bytes;
        if (at[0] == 0xff && (at[1] >> 3 & 7) == 2 && bytes_of_call(at) == bytes &&
            (or_by_table || at[1] != 0x15))
            return true;
    }
    return false;
}

static PLAIN bool is_behind_call(const unsigned char *code)
{
    const int bytes = 5;
    return code[-bytes] == 0xe8;
}

/* The runtime calls functions of a hand-in by pointers alone. */
static PLAIN bool may_return_to(const unsigned char *code)
{
    uintptr_t at = (uintptr_t)code;
    if (!is_in(&calls.code, at) || !is_in(&calls.code, at - LONGEST_CALL))
        return false;
    if (simt_in_runtime(code))
        return is_behind_call_by_pointer(code, false);
    return is_behind_call(code) || is_behind_call_by_pointer(code, !simt_in_program(code));
}

__attribute__((used)) PLAIN void simt_check_return(const unsigned char *code)
{
    if (may_return_to(code))
        return;
    simt_place_fault_at("host code");
    simt_fault(cudaErrorIllegalAddress,
               "a function was to return to an address that the program has computed: who has "
               "written to the stack, beyond an array?");
    simt_print_fault();
    abort();
}

/* What is returned is kept: it is in two registers of either kind. */
__asm__(".globl __x86_return_thunk\n"
        ".type __x86_return_thunk, @function\n"
        "__x86_return_thunk:\n"
        "    cmpb $0, calls(%rip)\n"
        "    jne 1f\n"
        "    ret\n"
        "1:  push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    push %rax\n    push %rdx\n"
        "    mov 8(%rbp), %rdi\n"
        "    and $-16, %rsp\n"
        "    call simt_check_return\n"
        "    mov -8(%rbp), %rax\n    mov -16(%rbp), %rdx\n"
        "    leave\n"
        "    ret\n"
        ".size __x86_return_thunk, . - __x86_return_thunk\n");

#else

void simt_watch_computed_calls(void)
{
}

void simt_check_call(const void *function, const void *code)
{
    (void)function, (void)code;
}

bool simt_may_be_called(const void *function)
{
    (void)function;
    return true;
}

#endif
