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
 * A function of a hand-in returns by a thunk as well (-mfunction-return=thunk-extern). Those of
 * the checked program say where to when they are called (-pg -mfentry), and go there; those of
 * the fast one to a place behind a call, in a library or the runtime behind one by a pointer.
 * What they have said lies a fixed distance behind the stack that the address is on.
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
#include "cuda/host_memory.h"
#include "grid/grid.h"
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
    char is_on, knows_returns;
    struct {
        uintptr_t lowest, bytes, noted; /* noted - lowest is the distance */
    } host_stack;
    struct ranges code, foreign_code, foreign_tables, file_tables;
    uintptr_t *functions; /* in order */
    size_t count;
} __attribute__((aligned(4096))) calls; /* in whole pages */

/* The thunks' assembler has these numbers. */
#define STACK_SPAN "233472"
_Static_assert(offsetof(typeof(calls), is_on) == 0 &&
                   offsetof(typeof(calls), knows_returns) == 1 &&
                   offsetof(typeof(calls), host_stack) == 8 && SIMT_STACK_SPAN == 233472,
               "what __fentry__ below knows");

/* The table, in programs that were inspected. */
extern __attribute__((weak)) void *const simt_callees[], *const simt_callees_end[];
extern __attribute__((weak)) const char simt_is_inspected[];

void __fentry__(void); /* below */

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

/* Each function of the hand-in's begins with a call of __fentry__, or none does. */
static void look_for_notes(void)
{
    enum { ENDBR64 = 4, PREFIX = 0x67, CALL = 0xe8 };
    for (size_t i = 0; i < calls.count && !calls.knows_returns; i++) {
        const unsigned char *at = (const unsigned char *)calls.functions[i] + ENDBR64;
        int32_t distance;
        at += *at == PREFIX;
        memcpy(&distance, at + 1, sizeof distance);
        calls.knows_returns = *at == CALL && at + 1 + sizeof distance + distance ==
                                                 (const unsigned char *)__fentry__;
    }
}

static void make_room_for_notes(void)
{
    uintptr_t lowest = (uintptr_t)simt_lowest_of_stack(), end = simt_end_of_stack();
    void *noted = mmap(NULL, end - lowest, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (noted == MAP_FAILED)
        abort();
    calls.host_stack.lowest = lowest;
    calls.host_stack.bytes = end - lowest;
    calls.host_stack.noted = (uintptr_t)noted;
}

void simt_watch_computed_calls(void)
{
    if (!simt_is_inspected || !read_program())
        return;
    look_for_notes();
    if (calls.knows_returns)
        make_room_for_notes();
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
static PLAIN bool is_behind_call_by_pointer(const unsigned char *code)
{
    for (int bytes = 2; bytes <= LONGEST_CALL; bytes++) {
        const unsigned char *at = code - bytes;
        if (at[0] == 0xff && (at[1] >> 3 & 7) == 2 && bytes_of_call(at) == bytes &&
            at[1] != 0x15)
            return true;
    }
    return false;
}

static PLAIN bool is_behind_call(const unsigned char *code)
{
    const int bytes = 5;
    return code[-bytes] == 0xe8;
}

/* The runtime calls functions of a hand-in by pointers alone, and so do libraries. */
static PLAIN bool may_return_to(const unsigned char *code)
{
    uintptr_t at = (uintptr_t)code;
    if (!is_in(&calls.code, at) || !is_in(&calls.code, at - LONGEST_CALL))
        return false;
    if (simt_in_runtime(code) || !simt_in_program(code))
        return is_behind_call_by_pointer(code);
    return is_behind_call(code) || is_behind_call_by_pointer(code);
}

/* Where what the function has said lies, whose return address is at `place`. NULL if no stack
 * is there that it can have. */
static PLAIN uintptr_t *note_of(uintptr_t place)
{
    if (!simt_lane) {
        uintptr_t at = place - calls.host_stack.lowest;
        return at < calls.host_stack.bytes ? (uintptr_t *)(calls.host_stack.noted + at) : NULL;
    }
    uintptr_t end = (uintptr_t)call_of(running_lane())->stack;
    return end - place <= SIMT_STACK_BYTES ? (uintptr_t *)(place + SIMT_STACK_SPAN) : NULL;
}

/* The note is good for one return. */
static PLAIN bool goes_back(const uintptr_t *place)
{
    uintptr_t *note = note_of((uintptr_t)place);
    if (!note || *note != *place)
        return false;
    *note = 0;
    return true;
}

__attribute__((used)) PLAIN void simt_check_return(const uintptr_t *place)
{
    if (calls.knows_returns ? goes_back(place) : may_return_to((const unsigned char *)*place))
        return;
    simt_place_fault_at("host code");
    simt_fault(cudaErrorIllegalAddress,
               "a function was to return to an address that the program has computed: who has "
               "written to the stack, beyond an array?");
    simt_print_fault();
    abort();
}

const void *simt_place_of_return(const void *frame, const void *code)
{
    const uintptr_t *at = frame, *note = calls.knows_returns ? note_of((uintptr_t)at) : NULL;
    while (note && (*at != (uintptr_t)code || *note != *at))
        note = note_of((uintptr_t)++at);
    return note ? at : NULL;
}

bool simt_holds_returns(uintptr_t at, size_t bytes)
{
    uintptr_t begin = calls.host_stack.noted;
    return at < begin + calls.host_stack.bytes && (at >= begin || bytes > begin - at);
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
        "    lea 8(%rbp), %rdi\n"
        "    and $-16, %rsp\n"
        "    call simt_check_return\n"
        "    mov -8(%rbp), %rax\n    mov -16(%rbp), %rdx\n"
        "    leave\n"
        "    ret\n"
        ".size __x86_return_thunk, . - __x86_return_thunk\n");

/* Called before anything else of a function, whose return address is behind our own: notes it.
 * All registers but r11 may hold arguments, or are the caller's. */
__asm__(".globl __fentry__\n"
        ".type __fentry__, @function\n"
        "__fentry__:\n"
        "    cmpb $0, calls+1(%rip)\n"
        "    je 2f\n"
        "    push %r10\n"
        "    mov simt_lane@gottpoff(%rip), %r10\n"
        "    mov 16(%rsp), %r11\n"
        "    cmpq $0, %fs:(%r10)\n"
        "    je 1f\n"
        "    mov %r11, 16+" STACK_SPAN "(%rsp)\n"
        "    pop %r10\n"
        "    ret\n"
        "1:  lea 16(%rsp), %r10\n"
        "    sub calls+8(%rip), %r10\n"
        "    cmp calls+16(%rip), %r10\n"
        "    jae 3f\n"
        "    add calls+24(%rip), %r10\n"
        "    mov %r11, (%r10)\n"
        "3:  pop %r10\n"
        "2:  ret\n"
        ".size __fentry__, . - __fentry__\n");

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

const void *simt_place_of_return(const void *frame, const void *code)
{
    (void)frame, (void)code;
    return NULL;
}

bool simt_holds_returns(uintptr_t at, size_t bytes)
{
    (void)at, (void)bytes;
    return false;
}

#endif
