/* What a hand-in calls of the C++ library: see cxx_calls.h.
 *
 * The program's table of such functions is filled when it is loaded. Here those that write
 * where they are told, or where an object says, are found by their mangled names, and each
 * entry is led to a few instructions of ours, which look at the arguments and go on. Where the
 * table is not filled at once, nobody's work is a stranger's, and on other machines than x86-64
 * all stays as it is. So are pointers to such functions among the program's data, and those
 * virtual functions of the library that write where they are told. */
#define _GNU_SOURCE
#include "checker/cxx_calls.h"

#if defined __x86_64__ && defined __linux__
#include <elf.h>
#include <fnmatch.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>
#include "checker/cxx_objects.h"
#include "checker/strays.h"
#include "cuda/host_memory.h"
#include "grid/grid.h"

#define STRING "St7__cxx1112basic_string"

/* How many bytes are written where an argument leads: a string that is made, the third argument
 * says, up to the third argument, or as many as a stream has. A new length, which the second
 * argument is, becomes the end of a text whose old one may be none yet. */
enum written {
    A_BYTE,
    A_STRING,
    NEW_TEXT,
    NEW_LENGTH,
    NEW_WIDE_LENGTH,
    WIDE_STRING,
    COUNTED,
    COUNTED_WIDE,
    SPANNED,
    MUCH
};

/* Which arguments are pointers to what is written, a bit each; of which of these the first
 * `words` words say, too, where it writes: 1 of strings, and of nodes as many as they have.
 * Objects that are being made say nothing yet. The first row that fits. */
static const struct writer {
    const char *name;
    unsigned arguments, objects, words;
    enum written written;
} writers[] = {
    {"_ZNK" STRING "*4copyEPcmm", 2, 0, 0, COUNTED},
    {"_ZN" STRING "*C[12]E*", 1, 0, 0, A_STRING},
    {"_ZN" STRING "*9_M_createE*", 1, 0, 0, A_BYTE},
    {"_ZN" STRING "*12_M_construct*", 1, 1, 1, NEW_TEXT}, /* it has no length yet */
    {"_ZN" STRING "Iw*13_M_set_lengthEm", 1, 1, 1, NEW_WIDE_LENGTH},
    {"_ZN" STRING "*13_M_set_lengthEm", 1, 1, 1, NEW_LENGTH},
    {"_ZN" STRING "Iw*", 1, 1, 1, WIDE_STRING},
    {"_ZN" STRING "*", 1, 1, 1, A_BYTE},
    {"_ZSt7getlineI*", 2, 2, 1, A_BYTE},
    {"_ZNSi4readEPc*", 2, 0, 0, COUNTED},
    {"_ZNSi8readsomeEPc*", 2, 0, 0, COUNTED},
    {"_ZNSi3getEPc*", 2, 0, 0, COUNTED},
    {"_ZNSi3getERc*", 2, 0, 0, A_BYTE},
    {"_ZNSi7getlineEPc*", 2, 0, 0, COUNTED},
    {"_ZNSirsER*", 2, 0, 0, A_BYTE},
    {"_ZNSi10_M_extractI*", 2, 0, 0, A_BYTE},
    {"_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_E[SP]*", 2, 0, 0, MUCH},
    {"_ZStrsIcSt11char_traitsIcEERSt13basic_istream*", 2, 0, 0, A_BYTE},
    {"_ZN*6xsgetnEPc*", 2, 0, 0, COUNTED},
    {"_ZN*6xsgetnEPw*", 2, 0, 0, COUNTED_WIDE},
    {"_ZN*6setbufEPw*", 2, 0, 0, COUNTED_WIDE},
    {"_ZN*6setbufEPc*", 2, 0, 0, COUNTED}, /* will write there later */
    {"_ZNSt8__detail15_List_node_base11_M_transfer*", 7, 7, 2, A_BYTE},
    {"_ZNSt8__detail15_List_node_base7_M_hook*", 3, 2, 2, A_BYTE},
    {"_ZNSt8__detail15_List_node_base4swap*", 3, 3, 2, A_BYTE},
    {"_ZNSt8__detail15_List_node_base*", 1, 1, 2, A_BYTE},
    {"_ZSt29_Rb_tree_insert_and_rebalance*", 14, 12, 4, A_BYTE},
    {"_ZSt28_Rb_tree_rebalance_for_erase*", 3, 3, 4, A_BYTE},
    {"_ZNKSt5ctypeIcE10do_to*EPcPKc", 2, 0, 0, SPANNED},
    {"_ZNKSt5ctypeIcE8do_widenEPKc*", 8, 0, 0, SPANNED},
    {"_ZNKSt5ctypeIcE9do_narrowEPKc*", 16, 0, 0, SPANNED},
    /* These are given nothing. */
    {"_ZSt1[89]uncaught_exception*", 0, 0, 0, A_BYTE},
    {"_ZNSt6chrono*3nowEv", 0, 0, 0, A_BYTE},
    {"_ZNSt6locale7classicEv", 0, 0, 0, A_BYTE},
    {"_ZSt*__throw_*", 0, 0, 0, A_BYTE},
    {"_ZSt9terminatev", 0, 0, 0, A_BYTE},
    {"__cxa_end_catch", 0, 0, 0, A_BYTE},
    /* All others are first given their object, or where their result is to lie. */
    {"_Z*", 1, 0, 0, A_BYTE},
};

/* The virtual ones, which no entry of the table tells. */
#define VIRTUAL_WRITERS(X)                                                                     \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsgetnEPcl)                                  \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6xsgetnEPwl)                                  \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE6xsgetnEPcl)                                    \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE6xsgetnEPwl)                                    \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE6xsgetnEPcl)                       \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE6xsgetnEPwl)                       \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE6setbufEPcl)                                    \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE6setbufEPwl)                                    \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE6setbufEPcl)                     \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE6setbufEPwl)                     \
    X(_ZNKSt5ctypeIcE10do_toupperEPcPKc)                                                       \
    X(_ZNKSt5ctypeIcE10do_tolowerEPcPKc)                                                       \
    X(_ZNKSt5ctypeIcE8do_widenEPKcS2_Pc)                                                       \
    X(_ZNKSt5ctypeIcE9do_narrowEPKcS2_cPc)

#define DECLARE(name) extern __attribute__((weak)) const char name[];
VIRTUAL_WRITERS(DECLARE)

struct entry {
    void *function; /* first: see below */
    const struct writer *writer;
    const enum simt_cxx_object *objects;
};

enum { CODE_BYTES = 32, ARGUMENTS = 6 };

/* The functions that are replaced: as many as there is room for. */
static struct entry *entries;
static unsigned entry_count, most_entries;
static unsigned char *code;

/* --- a call ------------------------------------------------------------------------------- */

static size_t bytes_written(const struct writer *writer, const uintptr_t arguments[ARGUMENTS])
{
    enum { STRING_BYTES = 32, MUCH_BYTES = 4096 };
    const uintptr_t count = (intptr_t)arguments[2] > 1 ? arguments[2] : 1;
    switch (writer->written) {
    case A_STRING:
        return STRING_BYTES;
    case COUNTED:
        return count;
    case COUNTED_WIDE:
        return count * sizeof(wchar_t);
    case SPANNED:
        return arguments[2] > arguments[1] ? arguments[2] - arguments[1] : 1;
    case MUCH:
        return MUCH_BYTES;
    default:
        return 1;
    }
}

/* Letters that a string keeps in itself. */
enum { SHORT_TEXT = 15 };

/* A string has its text, the length of that, and how long it may be, or a short text. */
static size_t bytes_of_text(const uintptr_t *string)
{
    enum { TEXT, LENGTH, MOST };
    bool is_short = string[TEXT] == (uintptr_t)&string[MOST];
    size_t most = is_short ? SHORT_TEXT : string[MOST];
    size_t longest = string[LENGTH] > most ? string[LENGTH] : most;
    return longest < SIZE_MAX / 8 ? longest + 1 : SIZE_MAX / 8;
}

static bool holds_state(const struct writer *writer, uintptr_t object, uintptr_t length)
{
    const uintptr_t *word = (const uintptr_t *)object;
    const bool is_wide = writer->written == WIDE_STRING || writer->written == NEW_WIDE_LENGTH;
    const size_t each = is_wide ? sizeof(wchar_t) : 1;
    const unsigned words = writer->words;
    bool holds = false;
    if (!simt_is_host_memory(word, words * sizeof *word))
        return false;
    if (writer->written == NEW_LENGTH || writer->written == NEW_WIDE_LENGTH)
        return simt_is_state(word[0] + each * length, each);
    if (words == 1)
        return simt_is_host_memory(word, 3 * sizeof *word) &&
               simt_is_state(word[0], writer->written == NEW_TEXT ? SHORT_TEXT + 1
                                                                  : each * bytes_of_text(word));
    for (unsigned i = 0; i < words; i++)
        holds |= simt_is_state(word[i], words * sizeof *word);
    return holds;
}

static bool leads_to_state(const struct writer *writer, const uintptr_t arguments[ARGUMENTS])
{
    const size_t bytes = bytes_written(writer, arguments);
    bool leads = false;
    for (unsigned i = 0; i < ARGUMENTS; i++) {
        if (writer->arguments >> i & 1)
            leads |= simt_is_state(arguments[i], bytes) || simt_is_stream(arguments[i], bytes);
        if (writer->objects >> i & 1)
            leads |= holds_state(writer, arguments[i], arguments[1]);
    }
    return leads;
}

__attribute__((used)) void simt_look_at_cxx_call(const uintptr_t arguments[ARGUMENTS],
                                                 const struct entry *entry)
{
    if (!simt_guards_host_memory())
        return;
    if (simt_lane)
        simt_abandon(cudaErrorIllegalInstruction, NULL, 0,
                     "a kernel has called a function of the C++ library, by a pointer: a "
                     "device has none of them");
    for (unsigned i = 0; i < SIMT_CXX_ARGUMENTS; i++)
        if (!simt_is_sound(entry->objects[i], arguments[i]))
            simt_end_unbelieved("it has made up an object of the C++ library, by which that "
                                "library would call or write to what it should not");
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

/* std::random_device calls a function whose address it holds. */
static bool is_random(const char *name)
{
    return fnmatch("_ZNSt13random_device*_M_getval*", name, 0) == 0;
}

static unsigned draw(void)
{
    unsigned value = 0;
    if (getrandom(&value, sizeof value, 0) != sizeof value)
        abort();
    return value;
}

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

static void lead(void **slot, const struct writer *writer, const enum simt_cxx_object *objects)
{
    if (entry_count == most_entries || !*slot)
        return;
    struct entry *entry = &entries[entry_count];
    *entry = (struct entry){*slot, writer, objects};
    *slot = code_for(entry, entry_count++);
}

struct range {
    uintptr_t at;
    size_t bytes;
};

/* A loaded file, as the loader knows it. `closed` is what it has closed when all was filled;
 * whole pages. */
struct table {
    uintptr_t base;
    const ElfW(Dyn) * dynamic;
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * lists[2];
    size_t counts[2];
    struct range closed;
    bool is_filled;
};

static bool is_pointer(unsigned type)
{
    return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
}

static void lead_one(const struct table *table, const ElfW(Rela) * entry)
{
    const ElfW(Sym) *symbol = &table->symbols[ELF64_R_SYM(entry->r_info)];
    bool is_function = ELF64_ST_TYPE(symbol->st_info) == STT_FUNC ||
                       ELF64_R_TYPE(entry->r_info) == R_X86_64_JUMP_SLOT;
    if (!is_pointer(ELF64_R_TYPE(entry->r_info)) || !is_function ||
        symbol->st_shndx != SHN_UNDEF || entry->r_addend)
        return;
    const char *name = table->names + symbol->st_name;
    const struct writer *writer = writer_of(name);
    void **slot = (void **)(table->base + entry->r_offset);
    if (is_random(name))
        *slot = draw;
    if (writer)
        lead(slot, writer, simt_cxx_objects_of(name));
}

/* The loader has made an address of some of these. */
static const void *at(const struct table *table, uintptr_t value)
{
    return (const void *)(value < table->base ? table->base + value : value);
}

static void read_table(struct table *table)
{
    for (const ElfW(Dyn) *each = table->dynamic; each && each->d_tag != DT_NULL; each++)
        switch (each->d_tag) {
        case DT_SYMTAB:
            table->symbols = at(table, each->d_un.d_ptr);
            break;
        case DT_STRTAB:
            table->names = at(table, each->d_un.d_ptr);
            break;
        case DT_JMPREL:
            table->lists[0] = at(table, each->d_un.d_ptr);
            break;
        case DT_PLTRELSZ:
            table->counts[0] = each->d_un.d_val / sizeof(ElfW(Rela));
            break;
        case DT_RELA:
            table->lists[1] = at(table, each->d_un.d_ptr);
            break;
        case DT_RELASZ:
            table->counts[1] = each->d_un.d_val / sizeof(ElfW(Rela));
            break;
        case DT_FLAGS:
            table->is_filled |= each->d_un.d_val & DF_BIND_NOW;
            break;
        case DT_FLAGS_1:
            table->is_filled |= each->d_un.d_val & DF_1_NOW;
            break;
        }
}

static void lead_all(const struct table *table)
{
    for (unsigned list = 0; list < 2; list++)
        for (size_t i = 0; table->lists[list] && i < table->counts[list]; i++)
            lead_one(table, &table->lists[list][i]);
}

/* --- virtual functions -------------------------------------------------------------------- */

static const struct {
    const char *function, *name;
} virtuals[] = {
#define ROW(name) {name, #name},
    VIRTUAL_WRITERS(ROW)};

enum { VIRTUALS = sizeof virtuals / sizeof virtuals[0], MOST_PLACES = 192 };

/* Tables of virtual functions lie in what the loader has closed of the library, and copies of
 * some in what it has closed of the program, as does ours of their names. */
static void lead_virtuals(const struct table *of)
{
    void **begin = (void **)of->closed.at;
    const size_t count = of->closed.bytes / sizeof *begin;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; begin[i] && k < VIRTUALS; k++)
            if (begin[i] == virtuals[k].function &&
                (uintptr_t)&begin[i] - (uintptr_t)virtuals >= sizeof virtuals) {
                lead(&begin[i], writer_of(virtuals[k].name),
                     simt_cxx_objects_of(virtuals[k].name));
                break;
            }
}

/* Whatever these write to, their object says. */
static void lead_by_object(void **slot, const enum simt_cxx_object *objects)
{
    static const struct writer nowhere_else = {"", 1, 0, 0, A_BYTE};
    lead(slot, &nowhere_else, objects);
}

/* --- all of them -------------------------------------------------------------------------- */

struct files {
    struct table program, cxx_library;
};

static void take_file(struct table *table, const struct dl_phdr_info *info)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    table->base = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_DYNAMIC)
            table->dynamic = (const ElfW(Dyn) *)begin;
        if (part->p_type != PT_GNU_RELRO)
            continue;
        table->closed.at = begin / page * page;
        table->closed.bytes = (begin + part->p_memsz) / page * page - table->closed.at;
    }
}

/* The program itself comes first. */
static int take_files(struct dl_phdr_info *info, size_t size, void *result)
{
    struct files *files = result;
    (void)size;
    if (!files->program.dynamic)
        take_file(&files->program, info);
    else if (info->dlpi_name && strstr(info->dlpi_name, "/libstdc++.so"))
        take_file(&files->cxx_library, info);
    return files->cxx_library.dynamic != NULL;
}

static bool protect(const struct table *table, int protection)
{
    return table->closed.bytes &&
           mprotect((void *)table->closed.at, table->closed.bytes, protection) == 0;
}

static void *room(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* Does nothing if the program calls nothing of that library. Only here may the tables be
 * written to. */
void simt_watch_cxx_calls(void)
{
    struct files files = {0};
    struct table *program = &files.program, *library = &files.cxx_library;
    dl_iterate_phdr(take_files, &files);
    simt_know_cxx_objects();
    read_table(program);
    if (!library->dynamic || !program->is_filled || !program->symbols || !program->names)
        return;
    most_entries = (unsigned)(program->counts[0] + program->counts[1] + MOST_PLACES);
    entries = room(most_entries * sizeof *entries);
    code = room((size_t)most_entries * CODE_BYTES);
    if (!entries || !code || !protect(program, PROT_READ | PROT_WRITE))
        return;
    if (protect(library, PROT_READ | PROT_WRITE)) {
        lead_virtuals(library);
        simt_each_virtual(lead_by_object);
        protect(library, PROT_READ);
    }
    lead_virtuals(program);
    lead_all(program);
    protect(program, PROT_READ);
    mprotect(code, (size_t)most_entries * CODE_BYTES, PROT_READ | PROT_EXEC);
    mprotect(entries, most_entries * sizeof *entries, PROT_READ);
}

#else

void simt_watch_cxx_calls(void)
{
}

#endif
