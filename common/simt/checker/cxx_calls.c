/* What a hand-in calls of the C++ library: see cxx_calls.h.
 *
 * The program's table of such functions is filled when it is loaded. Here those that write
 * where they are told, or where an object says, are found by their mangled names, and each
 * entry is led to a few instructions of ours, which look at the arguments and go on. Where the
 * table is not filled at once, nobody's work is a stranger's, and on other machines than x86-64
 * all stays as it is. */
#define _GNU_SOURCE
#include "checker/cxx_calls.h"

#if defined __x86_64__ && defined __linux__
#include <elf.h>
#include <fnmatch.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include "checker/strays.h"
#include "cuda/host_memory.h"
#include "grid/grid.h"

#define STRING "St7__cxx1112basic_string"

/* Which arguments are pointers to what is written, a bit each; of which of these the first
 * `words` words say, too, where it writes. Objects that are being made say nothing yet. The
 * first row that fits. */
static const struct writer {
    const char *name;
    unsigned arguments, objects, words;
} writers[] = {
    {"_ZNK" STRING "*4copyEPcmm", 3, 0, 0},
    {"_ZN" STRING "*C[12]E*", 1, 0, 0},
    {"_ZN" STRING "*9_M_createE*", 1, 0, 0},
    {"_ZN" STRING "*", 1, 1, 1},
    {"_ZSt7getlineI*", 2, 2, 1},
    {"_ZNSi4readEPc*", 2, 0, 0},
    {"_ZNSi8readsomeEPc*", 2, 0, 0},
    {"_ZNSi3getE[PR]c*", 2, 0, 0},
    {"_ZNSi7getlineEPc*", 2, 0, 0},
    {"_ZNSirsER*", 2, 0, 0},
    {"_ZNSi10_M_extractI*", 2, 0, 0},
    {"_ZStrsIcSt11char_traitsIcEERSt13basic_istream*", 2, 0, 0},
    {"_ZNSt15basic_streambuf*6xsgetnEPc*", 2, 0, 0},
    {"_ZN*6setbufEPc*", 2, 0, 0}, /* will write there later */
    {"_ZNSt8__detail15_List_node_base11_M_transfer*", 7, 7, 2},
    {"_ZNSt8__detail15_List_node_base7_M_hook*", 3, 2, 2},
    {"_ZNSt8__detail15_List_node_base4swap*", 3, 3, 2},
    {"_ZNSt8__detail15_List_node_base*", 1, 1, 2},
    {"_ZSt29_Rb_tree_insert_and_rebalance*", 14, 12, 4},
    {"_ZSt28_Rb_tree_rebalance_for_erase*", 3, 3, 4},
};

struct entry {
    void *function; /* first: see below */
    const struct writer *writer;
};

enum { MOST_ENTRIES = 256, CODE_BYTES = 32, ARGUMENTS = 6 };

static struct entry entries[MOST_ENTRIES];
static unsigned entry_count;
static unsigned char *code;

/* --- a call ------------------------------------------------------------------------------- */

static bool holds_state(uintptr_t object, unsigned words)
{
    const uintptr_t *word = (const uintptr_t *)object;
    bool holds = false;
    if (!simt_is_host_memory(word, words * sizeof *word))
        return false;
    for (unsigned i = 0; i < words; i++)
        holds |= simt_is_state(word[i], 1);
    return holds;
}

static bool leads_to_state(const struct writer *writer, const uintptr_t arguments[ARGUMENTS])
{
    bool leads = false;
    for (unsigned i = 0; i < ARGUMENTS; i++) {
        if (writer->arguments >> i & 1)
            leads |= simt_is_state(arguments[i], 1) || simt_is_stream(arguments[i], 1);
        if (writer->objects >> i & 1)
            leads |= holds_state(arguments[i], writer->words);
    }
    return leads;
}

__attribute__((used)) void simt_look_at_cxx_call(const uintptr_t arguments[ARGUMENTS],
                                                 const struct entry *entry)
{
    if (!simt_guards_host_memory())
        return;
    if (simt_lane)
        simt_abandon(cudaErrorIllegalInstruction,
                     "a kernel has called a function of the C++ library, by a pointer: a "
                     "device has none of them");
    if (leads_to_state(entry->writer, arguments))
        simt_end_unbelieved("by a function of the C++ library it was to write to memory in "
                            "which the CPU backend keeps what it has found and counted; where "
                            "does the pointer come from?");
}

/* With the entry in r11. All registers in which arguments come stay as they are, and so do
 * arguments on the stack: the function is jumped to. */
__asm__(".globl simt_cxx_call\n"
        ".hidden simt_cxx_call\n"
        ".type simt_cxx_call, @function\n"
        "simt_cxx_call:\n"
        ".cfi_startproc\n"
        "pushq %rbp\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset rbp, -16\n"
        "movq %rsp, %rbp\n"
        ".cfi_def_cfa_register rbp\n"
        "subq $208, %rsp\n"
        "movq %rdi, 0(%rsp)\n"
        "movq %rsi, 8(%rsp)\n"
        "movq %rdx, 16(%rsp)\n"
        "movq %rcx, 24(%rsp)\n"
        "movq %r8, 32(%rsp)\n"
        "movq %r9, 40(%rsp)\n"
        "movq %rax, 48(%rsp)\n"
        "movq %r10, 56(%rsp)\n"
        "movq %r11, 64(%rsp)\n"
        ".irp n, 0, 1, 2, 3, 4, 5, 6, 7\n"
        "movups %xmm\\n, 80+16*\\n(%rsp)\n"
        ".endr\n"
        "movq %rsp, %rdi\n"
        "movq %r11, %rsi\n"
        "call simt_look_at_cxx_call\n"
        ".irp n, 0, 1, 2, 3, 4, 5, 6, 7\n"
        "movups 80+16*\\n(%rsp), %xmm\\n\n"
        ".endr\n"
        "movq 0(%rsp), %rdi\n"
        "movq 8(%rsp), %rsi\n"
        "movq 16(%rsp), %rdx\n"
        "movq 24(%rsp), %rcx\n"
        "movq 32(%rsp), %r8\n"
        "movq 40(%rsp), %r9\n"
        "movq 48(%rsp), %rax\n"
        "movq 56(%rsp), %r10\n"
        "movq 64(%rsp), %r11\n"
        "leave\n"
        ".cfi_def_cfa rsp, 8\n"
        "jmp *(%r11)\n"
        ".cfi_endproc\n"
        ".size simt_cxx_call, .-simt_cxx_call\n");

extern const char simt_cxx_call[];

/* --- the table ---------------------------------------------------------------------------- */

static const struct writer *writer_of(const char *name)
{
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (fnmatch(writers[i].name, name, 0) == 0)
            return &writers[i];
    return NULL;
}

/* movabs $entry, %r11; jmp *0(%rip); the address. */
static void *code_for(const struct entry *entry, unsigned number)
{
    const unsigned char load[] = {0x49, 0xbb}, jump[] = {0xff, 0x25, 0, 0, 0, 0};
    const void *to = simt_cxx_call;
    unsigned char *at = code + (size_t)number * CODE_BYTES;
    memcpy(at, load, sizeof load);
    memcpy(at + 2, &entry, sizeof entry);
    memcpy(at + 10, jump, sizeof jump);
    memcpy(at + 16, &to, sizeof to);
    return at;
}

static void lead(void **slot, const struct writer *writer)
{
    if (entry_count == MOST_ENTRIES)
        return;
    entries[entry_count] = (struct entry){*slot, writer};
    *slot = code_for(&entries[entry_count], entry_count);
    entry_count++;
}

struct table {
    uintptr_t base;
    const ElfW(Sym) * symbols;
    const char *names;
    bool is_filled;
};

static void lead_all(const struct table *table, const ElfW(Rela) * all, size_t bytes)
{
    for (size_t i = 0; all && i < bytes / sizeof *all; i++) {
        const ElfW(Sym) *symbol = &table->symbols[ELF64_R_SYM(all[i].r_info)];
        unsigned type = ELF64_R_TYPE(all[i].r_info);
        const char *name = table->names + symbol->st_name;
        const struct writer *writer =
            type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT ? writer_of(name) : NULL;
        if (writer)
            lead((void **)(table->base + all[i].r_offset), writer);
    }
}

/* The loader has made an address of some of these. */
static const void *at(const struct table *table, uintptr_t value)
{
    return (const void *)(value < table->base ? table->base + value : value);
}

static void read_table(struct table *table, const ElfW(Dyn) * dynamic)
{
    const ElfW(Rela) *calls = NULL, *others = NULL;
    size_t call_bytes = 0, other_bytes = 0;
    for (; dynamic->d_tag != DT_NULL; dynamic++)
        switch (dynamic->d_tag) {
        case DT_SYMTAB:
            table->symbols = at(table, dynamic->d_un.d_ptr);
            break;
        case DT_STRTAB:
            table->names = at(table, dynamic->d_un.d_ptr);
            break;
        case DT_JMPREL:
            calls = at(table, dynamic->d_un.d_ptr);
            break;
        case DT_PLTRELSZ:
            call_bytes = dynamic->d_un.d_val;
            break;
        case DT_RELA:
            others = at(table, dynamic->d_un.d_ptr);
            break;
        case DT_RELASZ:
            other_bytes = dynamic->d_un.d_val;
            break;
        case DT_FLAGS:
            table->is_filled |= dynamic->d_un.d_val & DF_BIND_NOW;
            break;
        case DT_FLAGS_1:
            table->is_filled |= dynamic->d_un.d_val & DF_1_NOW;
            break;
        }
    if (!table->is_filled || !table->symbols || !table->names)
        return;
    lead_all(table, calls, call_bytes);
    lead_all(table, others, other_bytes);
}

/* What the loader has closed when all was filled; whole pages. */
static struct {
    uintptr_t at;
    size_t bytes;
} closed;

static int read_program(struct dl_phdr_info *info, size_t size, void *result)
{
    const uintptr_t page = 4096;
    struct table *table = result;
    (void)size;
    table->base = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_GNU_RELRO)
            continue;
        closed.at = begin / page * page;
        closed.bytes = (begin + part->p_memsz) / page * page - closed.at;
    }
    return 1; /* the program itself comes first */
}

/* The table may be written to only here. */
void simt_watch_cxx_calls(void)
{
    struct table table = {0};
    dl_iterate_phdr(read_program, &table);
    code = mmap(NULL, (size_t)MOST_ENTRIES * CODE_BYTES, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED || !closed.bytes ||
        mprotect((void *)closed.at, closed.bytes, PROT_READ | PROT_WRITE) != 0)
        return;
    read_table(&table, _DYNAMIC);
    mprotect((void *)closed.at, closed.bytes, PROT_READ);
    mprotect(code, (size_t)MOST_ENTRIES * CODE_BYTES, PROT_READ | PROT_EXEC);
}

#else

void simt_watch_cxx_calls(void)
{
}

#endif
