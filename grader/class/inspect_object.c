/* Looks at the object file of a hand-in before it is linked.
 *
 *   inspect_object ALLOWED OBJECT NAME.cu [TABLE]
 *
 * prints one line "NAME.cu:1: refused: why", and exits 1; or prints nothing. Where the text
 * takes the address of what is not its own, TABLE is written: a file for the assembler with
 * these names, to which pointers may lead (common/simt/grid/computed_calls.c).
 *
 * - Sections, functions that run before main, and what it uses of others: only what ALLOWED
 * lists. Constructors of C++ objects do not run before main: build_program renames their list,
 * and the runner calls them.
 * - No indirect functions, which are called while the program is loaded, and no version tricks.
 * - The file is a stranger's work: every number in it is held against the file's size first.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PATTERNS = 1024, MOST_LINE = 512 };
#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$"

static struct {
    char *kind, *pattern;
} allowed[MOST_PATTERNS];
static int allowed_count;

static const char *source = "?";
static const unsigned char *bytes;
static size_t size;
static const Elf64_Ehdr *header;
static const Elf64_Shdr *sections;

static _Noreturn void refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s:1: refused: ", source);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    exit(1);
}

/* --- what is allowed ---------------------------------------------------------------------- */

static void read_allowed(const char *path)
{
    char line[MOST_LINE];
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        const char *kind = strtok(line, " \n");
        if (!kind || *kind == '#')
            continue;
        for (char *each; (each = strtok(NULL, " \n")) && allowed_count < MOST_PATTERNS;) {
            allowed[allowed_count].kind = strdup(kind);
            allowed[allowed_count++].pattern = strdup(each);
        }
    }
    if (!file || allowed_count == 0 || allowed_count == MOST_PATTERNS) {
        fprintf(stderr, "inspect_object: cannot read %s\n", path);
        exit(2);
    }
    fclose(file);
}

static bool is_allowed(const char *kind, const char *name)
{
    for (int i = 0; i < allowed_count; i++)
        if (!strcmp(allowed[i].kind, kind) && fnmatch(allowed[i].pattern, name, 0) == 0)
            return true;
    return false;
}

/* --- the file ----------------------------------------------------------------------------- */

static void read_object(const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        refuse("its object file cannot be read");
    size = (size_t)status.st_size;
    unsigned char *all = malloc(size + 1);
    size_t length = 0;
    ssize_t got = 0;
    while (all && length < size && (got = read(file, all + length, size - length)) > 0)
        length += (size_t)got;
    close(file);
    if (length != size)
        refuse("its object file cannot be read");
    bytes = all;
}

/* `length` bytes at `at`, all of which lie in the file. */
static const void *part(Elf64_Off at, Elf64_Xword length)
{
    if (at > size || length > size - at)
        refuse("its object file is damaged");
    return bytes + at;
}

static void read_header(void)
{
    const unsigned char little_64[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB};
    header = part(0, sizeof *header);
    if (memcmp(header->e_ident, little_64, sizeof little_64) != 0 || header->e_type != ET_REL ||
        header->e_shentsize != sizeof *sections || header->e_shnum == 0 ||
        header->e_shstrndx >= header->e_shnum || header->e_shoff % 8)
        refuse("its object file is none");
    sections = part(header->e_shoff, (Elf64_Xword)header->e_shnum * sizeof *sections);
}

/* A string of the table in section `table`. */
static const char *string(unsigned table, Elf64_Word at)
{
    if (table >= header->e_shnum || sections[table].sh_type != SHT_STRTAB)
        refuse("its object file is damaged");
    const Elf64_Shdr *s = &sections[table];
    const char *text = part(s->sh_offset, s->sh_size);
    if (at >= s->sh_size || !memchr(text + at, 0, s->sh_size - at))
        refuse("its object file is damaged");
    return text + at;
}

static const char *section_name(unsigned i)
{
    return string(header->e_shstrndx, sections[i].sh_name);
}

/* --- sections ----------------------------------------------------------------------------- */

static bool is_known_type(Elf64_Word type)
{
    switch (type) {
    case SHT_NULL:
    case SHT_PROGBITS:
    case SHT_NOBITS:
    case SHT_SYMTAB:
    case SHT_STRTAB:
    case SHT_RELA:
    case SHT_GROUP:
    case SHT_NOTE:
    case SHT_INIT_ARRAY:
    case SHT_SYMTAB_SHNDX:
    case 0x70000001: /* SHT_X86_64_UNWIND */
    case 0x6fff4c03: /* SHT_LLVM_ADDRSIG */
    case 0x6fff4c04: /* SHT_LLVM_DEPENDENT_LIBRARIES */
        return true;
    default:
        return false;
    }
}

static void check_section(unsigned i)
{
    const Elf64_Shdr *s = &sections[i];
    const char *name = section_name(i);
    bool begins_the_program = s->sh_type == SHT_INIT_ARRAY;
    if (!is_known_type(s->sh_type) || (i > 0 && !is_allowed("section", name)))
        refuse("section %.80s: code or data of a hand-in lies where the compiler puts it",
               name);
    if ((s->sh_flags & SHF_WRITE && s->sh_flags & SHF_EXECINSTR) ||
        begins_the_program != !strncmp(name, ".init_array", strlen(".init_array")))
        refuse("section %.80s is not of its kind", name);
}

/* --- symbols ------------------------------------------------------------------------------ */

/* The only table of them: a second one could tell the linker something else. */
static const Elf64_Shdr *symbol_table(void)
{
    const Elf64_Shdr *table = NULL;
    for (unsigned i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        if (table || sections[i].sh_entsize != sizeof(Elf64_Sym) || sections[i].sh_offset % 8)
            refuse("its object file is damaged");
        table = &sections[i];
    }
    if (!table)
        refuse("its object file has no symbols");
    return table;
}

static void check_symbol(const Elf64_Sym *symbol, const char *name)
{
    if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
        refuse("%.80s is an indirect function", name);
    if (strchr(name, '@'))
        refuse("%.80s: a version of a name", name);
    bool is_used = symbol->st_shndx == SHN_UNDEF && *name;
    if (is_used && is_allowed("never", name))
        refuse("it uses %.80s, which moves memory where no judge counts it; cudaMemcpy() and "
               "its kin do",
               name);
    if (is_used && !is_allowed("symbol", name))
        refuse("it uses %.80s, which a hand-in does not need; what it may use is listed in "
               "grader/class/allowed",
               name);
}

static const Elf64_Sym *symbols;
static size_t symbol_count;
static unsigned symbol_names;

static void check_symbols(void)
{
    const Elf64_Shdr *table = symbol_table();
    symbols = part(table->sh_offset, table->sh_size);
    symbol_count = table->sh_size / sizeof *symbols;
    symbol_names = table->sh_link;
    for (size_t i = 0; i < symbol_count; i++)
        check_symbol(&symbols[i], string(symbol_names, symbols[i].st_name));
}

/* --- what runs before main ---------------------------------------------------------------- */

static bool starts_there(Elf64_Section section, Elf64_Addr offset)
{
    for (size_t i = 0; i < symbol_count; i++)
        if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC && symbols[i].st_shndx == section &&
            symbols[i].st_value == offset &&
            is_allowed("start", string(symbol_names, symbols[i].st_name)))
            return true;
    return false;
}

static void check_start(const Elf64_Rela *entry)
{
    size_t number = ELF64_R_SYM(entry->r_info);
    const Elf64_Sym *symbol = number < symbol_count ? &symbols[number] : NULL;
    if (!symbol ||
        !starts_there(symbol->st_shndx, symbol->st_value + (Elf64_Addr)entry->r_addend))
        refuse("it has code that runs before main()");
}

/* Every entry is filled by a relocation, so that each is looked at. */
static void check_starts(unsigned i)
{
    const Elf64_Shdr *s = &sections[i];
    size_t entries = 0, count = s->sh_size / sizeof(Elf64_Rela);
    if (s->sh_type != SHT_RELA)
        return;
    if (s->sh_info >= header->e_shnum)
        refuse("its object file is damaged");
    if (sections[s->sh_info].sh_type != SHT_INIT_ARRAY ||
        !strcmp(section_name(s->sh_info), ".init_array"))
        return;
    if (s->sh_entsize != sizeof(Elf64_Rela) || s->sh_offset % 8)
        refuse("its object file is damaged");
    const Elf64_Rela *all = part(s->sh_offset, s->sh_size);
    for (; entries < count; entries++)
        check_start(&all[entries]);
    if (entries * sizeof(Elf64_Addr) != sections[s->sh_info].sh_size)
        refuse("it has code that runs before main()");
}

/* --- whose addresses it takes ------------------------------------------------------------- */

enum { MOST_CALLEES = 1024 };
static const char *callees[MOST_CALLEES];
static unsigned callee_count;

/* A call needs no address that could be kept. */
static bool takes_address(Elf64_Xword type)
{
    switch (header->e_machine) {
    case EM_X86_64:
        return type == R_X86_64_64 || type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX ||
               type == R_X86_64_REX_GOTPCRELX || type == R_X86_64_32 || type == R_X86_64_32S;
    default:
        return false;
    }
}

static void add_callee(const char *name)
{
    for (unsigned i = 0; i < callee_count; i++)
        if (!strcmp(callees[i], name))
            return;
    if (callee_count == MOST_CALLEES || strspn(name, NAME_CHARACTERS) != strlen(name))
        refuse("it takes the address of %.80s", name);
    callees[callee_count++] = name;
}

static void find_callees(unsigned i)
{
    static const char *const parts[] = {".rela.text", ".rela.data", ".rela.rodata"};
    const Elf64_Shdr *s = &sections[i];
    bool is_read = false;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        is_read |= !strncmp(section_name(i), parts[k], strlen(parts[k]));
    if (s->sh_type != SHT_RELA || !is_read)
        return;
    if (s->sh_entsize != sizeof(Elf64_Rela) || s->sh_offset % 8)
        refuse("its object file is damaged");
    const Elf64_Rela *all = part(s->sh_offset, s->sh_size);
    for (size_t k = 0; k < s->sh_size / sizeof *all; k++) {
        size_t number = ELF64_R_SYM(all[k].r_info);
        if (number < symbol_count && symbols[number].st_shndx == SHN_UNDEF &&
            ELF64_ST_BIND(symbols[number].st_info) == STB_GLOBAL &&
            takes_address(ELF64_R_TYPE(all[k].r_info)))
            add_callee(string(symbol_names, symbols[number].st_name));
    }
}

/* No file is left where there is none, so that nothing need be assembled. */
static void write_table(const char *path)
{
    for (unsigned i = 0; i < header->e_shnum; i++)
        find_callees(i);
    FILE *table = callee_count ? fopen(path, "wx") : NULL;
    if (!callee_count)
        return;
    if (table)
        fprintf(table, "    .section .note.GNU-stack, \"\", @progbits\n"
                       "    .section .data.rel.ro, \"aw\"\n    .balign 8\n"
                       "    .globl simt_callees, simt_callees_end\nsimt_callees:\n");
    for (unsigned i = 0; table && i < callee_count; i++)
        fprintf(table, "    .quad %s\n", callees[i]);
    if (!table || fprintf(table, "simt_callees_end:\n") < 0 || fclose(table) != 0) {
        fprintf(stderr, "inspect_object: cannot write %s\n", path);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5) {
        fprintf(stderr, "usage: inspect_object ALLOWED OBJECT NAME.cu [TABLE]\n");
        return 2;
    }
    const char *slash = strrchr(argv[3], '/');
    source = slash ? slash + 1 : argv[3];
    read_allowed(argv[1]);
    read_object(argv[2]);
    read_header();
    for (unsigned i = 0; i < header->e_shnum; i++)
        check_section(i);
    check_symbols();
    for (unsigned i = 0; i < header->e_shnum; i++)
        check_starts(i);
    if (argc == 5)
        write_table(argv[4]);
    return 0;
}
