/* The program's variables by name, from its own symbol table: shared arrays, which are
 * thread-local variables, and the static variables of kernels. What is declared __device__ or
 * __constant__ tells itself (SIMT_SYMBOL in shim/translated.h), or its template does.
 *
 * - simt_shared_variables()   by offset in the thread-local memory
 * - simt_device_variables()   by address
 * - simt_nearest_variable()   the one that holds an address or is nearest to it
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <pthread.h>
#include "cuda/program_file.h"
#include "cuda/records.h"
#include "cuda/variables.h"

static struct simt_variables shared, device, host;
static uintptr_t device_end; /* all of them lie before it */
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* --- names -------------------------------------------------------------------------------- */

/* What follows the name of a variable of a function: the number of its name's copy, as in
 * _ZZ4scanPKiE4sums_0 or sums__10_. */
static bool is_copy(const char *rest)
{
    bool many = rest[0] == '_' && rest[1] == '_';
    size_t digits = strspn(rest + many + (*rest == '_'), "0123456789");
    if (!*rest)
        return true;
    return digits && strcmp(rest + 1 + many + digits, many ? "_" : "") == 0;
}

/* The name that ends the symbol of a variable of a function, or NULL. What stands before may
 * hold numbers that count nothing: the arguments of a template, as in
 * _ZZ4tileILi16EEvPfE6a_tile. */
static const char *local_name(const char *mangled, size_t *length)
{
    for (const char *at = mangled; *at; at++) {
        char *name;
        if (*at != 'E' || !isdigit((unsigned char)at[1]))
            continue;
        *length = strtoul(at + 1, &name, 10);
        if (*length <= strlen(name) && is_copy(name + *length))
            return name;
    }
    return NULL;
}

/* The last name of any other, as in _ZN3lab4tileE, or NULL. */
static const char *last_name(const char *mangled, size_t *length)
{
    const char *best = NULL;
    for (const char *at = mangled; *at; at++) {
        char *name;
        if (!isdigit((unsigned char)*at) || isdigit((unsigned char)at[-1]))
            continue;
        size_t count = strtoul(at, &name, 10);
        if (count == 0 || count > strlen(name) || isdigit((unsigned char)*name))
            continue;
        best = name;
        *length = count;
        at = name + count - 1;
    }
    return best;
}

static char *plain_name(const char *symbol)
{
    size_t length = strcspn(symbol, "."); /* kernel(int)::n is n.1 in a C-like name */
    const char *name = symbol;
    if (symbol[0] == '_' && symbol[1] == 'Z') {
        size_t last;
        const char *found = local_name(symbol + 2, &last);
        if (!found)
            found = last_name(symbol + 2, &last);
        if (found)
            name = found, length = last;
    }
    char *copy = strndup(name, length);
    if (!copy)
        abort();
    return copy;
}

/* --- lists -------------------------------------------------------------------------------- */

static void add(struct simt_variables *variables, uintptr_t begin, size_t bytes, char *name)
{
    unsigned count = variables->count;
    if ((count & (count - 1)) == 0) {
        size_t capacity = count ? 2 * count : 1;
        variables->at = simt_grow_record(variables->at, count * sizeof *variables->at,
                                         capacity * sizeof *variables->at);
    }
    variables->at[variables->count++] =
        (struct simt_variable){.begin = begin, .bytes = bytes, .name = name};
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = ((const struct simt_variable *)a)->begin;
    uintptr_t y = ((const struct simt_variable *)b)->begin;
    return (x > y) - (x < y);
}

/* An offset before the first of all has wrapped round, so that it is the difference that
 * counts. */
static size_t distance(const struct simt_variable *variable, uintptr_t address)
{
    size_t offset = address - variable->begin;
    if ((intptr_t)offset < 0)
        return -offset;
    return offset < variable->bytes ? 0 : offset - variable->bytes + 1;
}

/* How far the address is from the variable. A little behind a long array may be nearer to a
 * small variable, and is meant for the array: less than its length counts as a part of that. */
static double nearness(const struct simt_variable *variable, uintptr_t address)
{
    const double SMALL = 64;
    const size_t away = distance(variable, address);
    const double part = (double)away / (double)variable->bytes * SMALL;
    return away < variable->bytes && part < (double)away ? part : (double)away;
}

/* Few variables, and rarely asked. */
const struct simt_variable *simt_nearest_variable(const struct simt_variables *variables,
                                                  uintptr_t address)
{
    const struct simt_variable *best = NULL;
    for (unsigned i = 0; i < variables->count; i++)
        if (!best || nearness(&variables->at[i], address) < nearness(best, address))
            best = &variables->at[i];
    return best;
}

/* --- elements ----------------------------------------------------------------------------- */

/* What SIMT_ELEMENT() or SIMT_KERNEL_ELEMENT() tells, by the symbol of the variable that it is
 * about. */
static struct element {
    char *symbol;
    size_t bytes;
    bool in_kernel;
} *elements;
static unsigned element_count;

static const char mark_of_any[] = "simt_element_of_",
                  mark_of_kernel[] = "simt_kernel_element_of_";

/* "_ZZ4scanPiE20simt_element_of_sums_0" is about "_ZZ4scanPiE4sums_0". */
static void take_element(const char *name, size_t bytes)
{
    const char *in_kernel = strstr(name, mark_of_kernel);
    const char *mark = in_kernel ? mark_of_kernel : mark_of_any;
    const char *found = strstr(name, mark), *digits = found, *rest;
    if (!found)
        return;
    while (digits > name && isdigit((unsigned char)digits[-1]))
        digits--;
    rest = found + strlen(mark);
    unsigned length = (unsigned)atoi(digits) - (unsigned)strlen(mark);
    elements = simt_grow_record(elements, element_count * sizeof *elements,
                                (element_count + 1) * sizeof *elements);
    if (asprintf(&elements[element_count].symbol, "%.*s%u%s", (int)(digits - name), name,
                 length, rest) < 0)
        abort();
    elements[element_count].in_kernel = in_kernel != NULL;
    elements[element_count++].bytes = bytes;
}

static const struct element *element_of(const char *symbol)
{
    for (unsigned i = 0; i < element_count; i++)
        if (strcmp(elements[i].symbol, symbol) == 0)
            return &elements[i];
    return NULL;
}

/* --- templates ---------------------------------------------------------------------------- */

/* What SIMT_TEMPLATE() tells: "_ZN3labL22simt_template_of_totalE" is about all symbols that
 * begin with "_ZN3lab" "5totalI", or "_ZN3labL" where they are static. */
static const char mark_of_template[] = "simt_template_of_";
static struct template
{
    char *before, *name;
    size_t space;
}
*templates;
static unsigned template_count;

/* Of what stands before, a name may end with a digit, too: "_GLOBAL__N_1". */
static void take_template(const char *symbol, size_t space)
{
    const char *found = strstr(symbol, mark_of_template);
    if (!found)
        return;
    const char *name = found + strlen(mark_of_template);
    int length = (int)strlen(name) - (strncmp(symbol, "_ZN", 3) == 0);
    int digits = snprintf(NULL, 0, "%zu", strlen(mark_of_template) + (size_t)length);
    int before = (int)(found - symbol) - digits;
    before -= symbol[before - 1] == 'L';
    templates = simt_grow_record(templates, template_count * sizeof *templates,
                                 (template_count + 1) * sizeof *templates);
    struct template *t = &templates[template_count++];
    if (asprintf(&t->before, "%.*s", before, symbol) < 0 ||
        asprintf(&t->name, "%d%.*sI", length, length, name) < 0)
        abort();
    t->space = space - 1;
}

static const struct template *template_of(const char *symbol)
{
    for (unsigned i = 0; i < template_count; i++) {
        size_t before = strlen(templates[i].before);
        const char *rest = symbol + before;
        if (strncmp(symbol, templates[i].before, before) == 0 &&
            strncmp(rest + (*rest == 'L'), templates[i].name, strlen(templates[i].name)) == 0)
            return &templates[i];
    }
    return NULL;
}

/* --- whose they are ----------------------------------------------------------------------- */

/* The kernels that have shared variables of their own, or __launch_bounds__, by symbol. */
static struct kernel {
    char *symbol;
    uintptr_t address; /* 0 where it has none */
    unsigned bound;    /* of its __launch_bounds__, or 0 */
} *kernels;
static unsigned kernel_count;

/* "_ZZ4scanPiE4sums_0" is in "_Z4scanPi". Counted from 1. */
static unsigned kernel_of(const char *symbol)
{
    size_t length, k = 0;
    const char *name = strncmp(symbol, "_ZZ", 3) == 0 ? local_name(symbol + 3, &length) : NULL;
    if (!name)
        return 0;
    while (isdigit((unsigned char)name[-1]))
        name--;
    length = (size_t)(name - 1 - (symbol + 3));
    while (k < kernel_count && (strncmp(kernels[k].symbol + 2, symbol + 3, length) != 0 ||
                                kernels[k].symbol[2 + length]))
        k++;
    if (k < kernel_count)
        return (unsigned)k + 1;
    kernels = simt_grow_record(kernels, k * sizeof *kernels, (k + 1) * sizeof *kernels);
    if (asprintf(&kernels[k].symbol, "_Z%.*s", (int)length, symbol + 3) < 0)
        abort();
    kernels[k].address = kernels[k].bound = 0;
    return ++kernel_count;
}

/* For its variables a function of `extern "C"` is "_Z4scan", and its own symbol is "scan". */
static bool is_named(const struct kernel *kernel, const char *name)
{
    const char *digits = kernel->symbol + 2;
    return strcmp(kernel->symbol, name) == 0 ||
           strcmp(digits + strspn(digits, "0123456789"), name) == 0;
}

static void take_kernel(const char *name, uintptr_t address)
{
    for (unsigned k = 0; k < kernel_count; k++)
        if (is_named(&kernels[k], name))
            kernels[k].address = address;
}

/* A kernel of which no address is known shares with all. */
bool simt_may_share(const struct simt_variable *variable, const void *kernel)
{
    uintptr_t owner = variable->kernel ? kernels[variable->kernel - 1].address : 0;
    return !owner || !kernel || owner == (uintptr_t)kernel;
}

size_t simt_static_shared_of(const void *kernel)
{
    const struct simt_variables *variables = simt_shared_variables();
    size_t bytes = 0;
    for (unsigned i = 0; kernel && i < variables->count; i++) {
        const struct simt_variable *v = &variables->at[i];
        if (v->kernel && kernels[v->kernel - 1].address == (uintptr_t)kernel)
            bytes += v->bytes;
    }
    return bytes;
}

unsigned simt_launch_bound_of(const void *kernel)
{
    unsigned k = 0;
    simt_shared_variables();
    while (k < kernel_count && (!kernel || kernels[k].address != (uintptr_t)kernel))
        k++;
    return k < kernel_count ? kernels[k].bound : 0;
}

/* The nearest that the kernel may touch. */
const struct simt_variable *simt_nearest_shared(uintptr_t address, const void *kernel)
{
    const struct simt_variables *variables = simt_shared_variables();
    const struct simt_variable *best = NULL;
    for (unsigned i = 0; i < variables->count; i++) {
        const struct simt_variable *v = &variables->at[i];
        if (simt_may_share(v, kernel) &&
            (!best || distance(v, address) < distance(best, address)))
            best = v;
    }
    return best;
}

/* --- the program's file ------------------------------------------------------------------- */

static bool is_pad(const char *name)
{
    return strstr(name, "simt_pad_") != NULL;
}

static const char mark_of_bound[] = "simt_launch_bound";

static void take_bound(const char *symbol, uintptr_t address)
{
    unsigned k = kernel_of(symbol);
    if (k)
        kernels[k - 1].bound = *(const unsigned *)address;
}

static bool is_in_function(const char *name)
{
    return strncmp(name, "_ZZ", 3) == 0;
}

/* space: as in SIMT_SYMBOL. */
static void add_told(uintptr_t begin, size_t bytes, char *name, size_t space)
{
    add(&device, begin, bytes, name);
    struct simt_variable *v = &device.at[device.count - 1];
    v->told = true;
    v->constant = space == 1;
    v->managed = space == 2;
    v->unseen = !v->managed;
}

static void take_symbol(const ElfW(Sym) * symbol, const char *name, uintptr_t base,
                        bool of_a_c_file)
{
    unsigned type = symbol->st_info & 15;
    if (symbol->st_size == 0 || is_pad(name) || strcmp(name, "simt_lane") == 0 ||
        strstr(name, mark_of_any) || strstr(name, mark_of_kernel) ||
        strstr(name, mark_of_template))
        return;
    if (strstr(name, mark_of_bound)) {
        take_bound(name, base + symbol->st_value);
        return;
    }
    if (type == STT_TLS && !of_a_c_file) { /* those of a .c are the library's own */
        add(&shared, symbol->st_value, symbol->st_size, plain_name(name));
        shared.at[shared.count - 1].is_guard = strncmp(name, "_ZGV", 4) == 0;
        const struct element *element = element_of(name);
        struct simt_variable *v = &shared.at[shared.count - 1];
        /* clang++ may make a byte of a variable that is 0 or 1. */
        if (element && symbol->st_size % element->bytes == 0)
            v->element = element->bytes;
        if (element && element->in_kernel)
            v->kernel = kernel_of(name);
    }
    if (type == STT_OBJECT && is_in_function(name)) {
        add(&device, base + symbol->st_value, symbol->st_size, plain_name(name));
        device.at[device.count - 1].in_function = true;
    } else if (type == STT_OBJECT && template_of(name)) {
        add_told(base + symbol->st_value, symbol->st_size, plain_name(name),
                 template_of(name)->space);
    } else if (type == STT_OBJECT) {
        add(&host, base + symbol->st_value, symbol->st_size, plain_name(name));
        host.at[host.count - 1].foreign = of_a_c_file;
    }
}

/* The symbol table has a file's static variables behind its name. Kernels are in a .cu, and
 * know none of a .c. */
static bool is_of_a_c_file(const ElfW(Sym) * symbol, const char *name, bool before)
{
    size_t length = strlen(name);
    if ((symbol->st_info & 15) == STT_FILE)
        return length > 2 && strcmp(name + length - 2, ".c") == 0;
    return before && symbol->st_info >> 4 == STB_LOCAL;
}

static void take_table(const char *file, const ElfW(Shdr) * table, const char *names,
                       uintptr_t base)
{
    const ElfW(Sym) *symbol = (const ElfW(Sym) *)(file + table->sh_offset);
    for (size_t i = 0; i < table->sh_size / sizeof *symbol; i++) {
        take_element(names + symbol[i].st_name, symbol[i].st_size);
        take_template(names + symbol[i].st_name, symbol[i].st_size);
    }
    bool of_a_c_file = false;
    for (size_t i = 0; i < table->sh_size / sizeof *symbol; i++) {
        of_a_c_file = is_of_a_c_file(&symbol[i], names + symbol[i].st_name, of_a_c_file);
        take_symbol(&symbol[i], names + symbol[i].st_name, base, of_a_c_file);
    }
    for (size_t i = 0; i < table->sh_size / sizeof *symbol; i++)
        if ((symbol[i].st_info & 15) == STT_FUNC && symbol[i].st_shndx != SHN_UNDEF)
            take_kernel(names + symbol[i].st_name, base + symbol[i].st_value);
}

static void take_file(const char *file, uintptr_t base)
{
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)file;
    const ElfW(Shdr) *section = (const ElfW(Shdr) *)(file + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++)
        if (section[i].sh_type == SHT_SYMTAB)
            take_table(file, &section[i], file + section[section[i].sh_link].sh_offset, base);
}

static int take_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1;
}

static void read_program(void)
{
    struct stat status;
    uintptr_t base = 0;
    int descriptor = simt_open_program(NULL);
    dl_iterate_phdr(take_base, &base);
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        return;
    char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (file == MAP_FAILED)
        return;
    take_file(file, base);
    munmap(file, (size_t)status.st_size);
}

/* --- what tells itself -------------------------------------------------------------------- */

extern __attribute__((weak)) const struct simt_symbol __start_simt_symbols[],
    __stop_simt_symbols[];

static void add_symbols(void)
{
    for (const struct simt_symbol *s = __start_simt_symbols; s < __stop_simt_symbols; s++)
        add_told((uintptr_t)s->address, s->size, plain_name(s->name),
                 s->constant  ? 1
                 : s->managed ? 2
                              : 0);
}

bool simt_is_constant(const void *address)
{
    for (const struct simt_symbol *s = __start_simt_symbols; s < __stop_simt_symbols; s++)
        if (s->constant && (uintptr_t)address - (uintptr_t)s->address < s->size)
            return true;
    return false;
}

static void sort(struct simt_variables *variables)
{
    if (variables->count)
        qsort(variables->at, variables->count, sizeof *variables->at, by_address);
}

static void read_all(void)
{
    read_program();
    add_symbols();
    sort(&shared);
    sort(&device);
    if (device.count)
        device_end = device.at[device.count - 1].begin + device.at[device.count - 1].bytes;
}

static bool holds(const struct simt_variables *variables, uintptr_t address)
{
    const struct simt_variable *v = simt_nearest_variable(variables, address);
    return v && distance(v, address) == 0;
}

/* The table of symbols does not tell those of the device apart. */
const struct simt_variable *simt_host_variable(uintptr_t address)
{
    pthread_once(&once, read_all);
    const struct simt_variable *v = simt_nearest_variable(&host, address);
    return v && distance(v, address) == 0 && !v->foreign && !holds(&device, address) ? v : NULL;
}

/* The runtime's own, which lie in sections of their own (simt.mk). */
extern __attribute__((weak)) char __start_simt_data[], __stop_simt_data[];
extern __attribute__((weak)) char __start_simt_bss[], __stop_simt_bss[];

static bool is_own(uintptr_t address)
{
    return (address >= (uintptr_t)__start_simt_data && address < (uintptr_t)__stop_simt_data) ||
           (address >= (uintptr_t)__start_simt_bss && address < (uintptr_t)__stop_simt_bss);
}

static bool has_told(uintptr_t address)
{
    for (const struct simt_symbol *s = __start_simt_symbols; s < __stop_simt_symbols; s++)
        if (s->address == (const void *)address)
            return true;
    return false;
}

void simt_each_host_variable(void see(const struct simt_variable *variable))
{
    const struct simt_variables *both[] = {&host, &device};
    pthread_once(&once, read_all);
    for (int i = 0; i < 2; i++)
        for (unsigned k = 0; k < both[i]->count; k++)
            if (!is_own(both[i]->at[k].begin) && !both[i]->at[k].told &&
                !has_told(both[i]->at[k].begin))
                see(&both[i]->at[k]);
}

void simt_each_managed_variable(void see(const char *begin, size_t bytes))
{
    const struct simt_variables *all = simt_device_variables();
    for (unsigned i = 0; i < all->count; i++)
        if (all->at[i].managed)
            see((const char *)all->at[i].begin, all->at[i].bytes);
}

/* Looks at the bounds first: most of what host code touches lies elsewhere, and this must not
 * make it slower. */
bool simt_is_unseen_variable(uintptr_t address)
{
    pthread_once(&once, read_all);
    if (!device.count || address < device.at[0].begin || address >= device_end)
        return false;
    const struct simt_variable *v = simt_nearest_variable(&device, address);
    return v->unseen && distance(v, address) == 0;
}

const struct simt_variable *simt_name_of_host(uintptr_t address)
{
    if (!simt_is_unseen_variable(address))
        return NULL;
    const struct simt_variable *v = simt_nearest_variable(&device, address);
    return v->given ? NULL : v;
}

void simt_give_address(const void *symbol)
{
    pthread_once(&once, read_all);
    for (unsigned i = 0; i < device.count; i++)
        device.at[i].given |= device.at[i].begin == (uintptr_t)symbol;
}

const struct simt_variables *simt_shared_variables(void)
{
    pthread_once(&once, read_all);
    return &shared;
}

const struct simt_variables *simt_device_variables(void)
{
    pthread_once(&once, read_all);
    return &device;
}

bool simt_has_managed_variables(void)
{
    const struct simt_variables *all = simt_device_variables();
    unsigned i = 0;
    while (i < all->count && !all->at[i].managed)
        i++;
    return i < all->count;
}
