/* Looks at the text of a hand-in before a compiler does: for what takes code or data past the
 * compiler, the checker, or the folder.
 *
 *   inspect_source SUITE NAME.cu     one line "FILE:LINE: refused: why", exit 1; or nothing,
 * exit 0
 *
 * - It reads words as a compiler does: lines are spliced, comments and literals passed over.
 * What different compilers read differently, such as a raw string with a spliced line, is
 * refused.
 * - Of reserved names only those are let through that the suite's own <cuda_runtime.h> has; of
 *   attributes, directives and pragmas only those below. Macros cannot make other words of
 * these: no word is put together from parts, and none of these is defined anew.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 20, MOST_NAMES = 1 << 14 };

static const char *file_name = "?", *suite;
static char *text; /* spliced, ends in a newline and a 0 */
static int *lines; /* of each byte */
static char *names[MOST_NAMES];
static int name_count;

static _Noreturn void refuse(const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: refused: ", file_name, at ? lines[at - text] : 1);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    exit(1);
}

/* --- reading ------------------------------------------------------------------------------ */

static char *read_file(const char *path, size_t *size)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return NULL;
    char *bytes = malloc(MOST_BYTES + 2);
    ssize_t got = 0, all = 0;
    while (bytes && all <= MOST_BYTES &&
           (got = read(file, bytes + all, (size_t)(MOST_BYTES + 1 - all))) > 0)
        all += got;
    close(file);
    if (!bytes || got < 0)
        return NULL;
    *size = (size_t)all;
    bytes[all] = 0;
    return bytes;
}

/* Where a line that ends in a backslash goes on: compilers allow blanks behind it. NULL if not.
 */
static const char *spliced(const char *at)
{
    if (*at++ != '\\')
        return NULL;
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\f' || *at == '\v')
        at++;
    return *at == '\n' ? at + 1 : NULL;
}

static void join_lines(const char *bytes, size_t size)
{
    int line = 1;
    size_t length = 0;
    text = malloc(size + 2);
    lines = malloc((size + 2) * sizeof *lines);
    if (!text || !lines)
        exit(2);
    for (const char *at = bytes; at < bytes + size;) {
        const char *next = spliced(at);
        lines[length] = line;
        if (next) {
            at = next;
            line++;
            continue;
        }
        line += *at == '\n';
        text[length++] = *at++;
    }
    lines[length] = lines[length + 1] = line;
    text[length] = '\n';
    text[length + 1] = 0;
}

static void read_source(const char *path)
{
    size_t size = 0;
    char *bytes = read_file(path, &size);
    if (!bytes)
        refuse(NULL, "this is no file that can be read");
    if (size > MOST_BYTES)
        refuse(NULL, "more than 1 MiB");
    if (memchr(bytes, 0, size))
        refuse(NULL, "this is no text: it has a byte 0 in it");
    join_lines(bytes, size);
    for (const char *at = strchr(text, '\r'); at; at = strchr(at + 1, '\r'))
        if (at[1] != '\n')
            refuse(at, "a line end that only some compilers take for one (CR)");
    free(bytes);
}

/* --- words -------------------------------------------------------------------------------- */

static bool begins_word(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_in_word(char c)
{
    return begins_word(c) || isdigit((unsigned char)c);
}

static bool begins_with(const char *word, const char *start)
{
    return !strncmp(word, start, strlen(start));
}

static bool is_listed(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(word, *list))
            return true;
    return false;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void take_names(const char *bytes)
{
    while (*bytes) {
        size_t length = 0;
        while (is_in_word(bytes[length]))
            length++;
        if (length > 2 && begins_with(bytes, "__") && name_count < MOST_NAMES)
            names[name_count++] = strndup(bytes, length);
        bytes += length ? length : 1;
    }
}

/* The reserved names of the suite's own CUDA headers. */
static void take_names_of(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/common/simt/%s", suite, folder);
    DIR *list = opendir(path);
    struct dirent *entry;
    while (list && (entry = readdir(list))) {
        size_t size, length = strlen(entry->d_name);
        bool is_header = length > 2 && (!strcmp(entry->d_name + length - 2, ".h") ||
                                        strstr(entry->d_name, ".inc"));
        snprintf(path, sizeof path, "%s/common/simt/%s/%s", suite, folder, entry->d_name);
        char *bytes = is_header ? read_file(path, &size) : NULL;
        if (bytes)
            take_names(bytes);
        free(bytes);
    }
    if (list)
        closedir(list);
}

/* Names that end in a rounding mode stand without it in the shim's tables. */
static bool is_rounded(const char *word)
{
    static const char *const modes[] = {"_rn", "_rz", "_ru", "_rd", NULL};
    char start[256];
    size_t length = strlen(word);
    if (length < 4 || !is_listed(word + length - 3, modes))
        return false;
    snprintf(start, sizeof start, "%.*s", (int)length - 3, word);
    const char *key = start;
    return bsearch(&key, names, (size_t)name_count, sizeof *names, compare) != NULL;
}

static bool is_a_name_of_cuda(const char *word)
{
    return is_rounded(word) ||
           bsearch(&word, names, (size_t)name_count, sizeof *names, compare) != NULL;
}

/* __GNUC__, __CUDA_ARCH__, __LINE__: such macros are numbers and strings. */
static bool is_a_constant(const char *word)
{
    size_t length = strlen(word);
    for (const char *at = word; *at; at++)
        if (islower((unsigned char)*at))
            return false;
    return length > 4 && !strcmp(word + length - 2, "__");
}

static bool is_harmless_builtin(const char *word)
{
    static const char *const starts[] = {
        "abs",  "assume",   "bswap", "clz",      "constant_p", "ctz",   "expect",
        "fabs", "ffs",      "fma",   "huge_val", "inf",        "isinf", "isnan",
        "nan",  "popcount", "sqrt",  "trap",     "unreachable"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (begins_with(word, starts[i]))
            return true;
    return false;
}

static bool is_assembler(const char *word)
{
    static const char *const all[] = {"asm", "__asm", "__asm__", "_asm", NULL};
    return is_listed(word, all);
}

/* Of compilers, and beside what the shim has. */
static bool is_reserved_but_known(const char *word)
{
    static const char *const known[] = {"__attribute__",
                                        "__attribute",
                                        "__func__",
                                        "__FUNCTION__",
                                        "__PRETTY_FUNCTION__",
                                        "__restrict__",
                                        "__restrict",
                                        "__inline__",
                                        "__inline",
                                        "__const",
                                        "__noinline__",
                                        "__nv_pure__",
                                        "__grid_constant__",
                                        "__has_include",
                                        "__typeof__",
                                        "__int128",
                                        "__volatile__",
                                        "__half",
                                        NULL};
    return is_listed(word, known);
}

static void check_word(const char *at, const char *word)
{
    if (is_assembler(word))
        refuse(at, "%s: there is no assembler in a hand-in; write it in C", word);
    if (!strcmp(word, "_Pragma") || !strcmp(word, "gnu") || !strcmp(word, "clang") ||
        begins_with(word, "_mm") || begins_with(word, "_Clang"))
        refuse(at, "%s: not in a hand-in", word);
    if (begins_with(word, "simt") || begins_with(word, "SIMT"))
        refuse(at, "%s: names of the suite's CPU backend are not for hand-ins", word);
    if (begins_with(word, "__builtin_")) {
        if (!is_harmless_builtin(word + strlen("__builtin_")))
            refuse(at, "%s: a builtin of one compiler, which hides what it does", word);
    } else if (begins_with(word, "__") && !is_reserved_but_known(word) &&
               !is_a_constant(word) &&
               (!is_a_name_of_cuda(word) || begins_with(word, "__tsan") ||
                begins_with(word, "__sanitizer") || begins_with(word, "__real_") ||
                begins_with(word, "__wrap_") || begins_with(word, "__start_") ||
                begins_with(word, "__stop_")))
        refuse(at, "%s: a reserved name that the suite's CUDA does not have", word);
}

/* --- attributes --------------------------------------------------------------------------- */

static const char *const attributes[] = {
    "align",        "aligned",       "always_inline", "deprecated",  "device",
    "fallthrough",  "global",        "host",          "likely",      "unlikely",
    "shared",       "launch_bounds", "maybe_unused",  "nodiscard",   "noinline",
    "noreturn",     "packed",        "unused",        "__aligned__", "__always_inline__",
    "__noinline__", "__packed__",    "__unused__",    NULL};

static const char *attributes_end; /* where the list ends that we are in; NULL outside */

/* A literal ends on its line, also where it lacks its mark, as in text that is not compiled. */
static const char *behind_literal(const char *at)
{
    char mark = *at++;
    while (*at != mark && *at != '\n')
        at += at[0] == '\\' && at[1] != '\n' ? 2 : 1;
    return *at == mark ? at + 1 : at;
}

/* From a bracket on to the one that closes it. */
static const char *closing(const char *at, char open, char close)
{
    int depth = 0;
    while (*at) {
        if (*at == '/' || *at == '#')
            refuse(at, "an attribute with more than words, numbers and strings");
        depth += (*at == open) - (*at == close);
        if (depth == 0)
            return at;
        at = *at == '"' || *at == '\'' ? behind_literal(at) : at + 1;
    }
    refuse(at - 1, "an attribute without end");
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

static void check_attribute(const char *at, const char *word)
{
    if (!is_listed(word, attributes))
        refuse(at, "attribute %s: not one that a hand-in needs", word);
}

/* --- directives --------------------------------------------------------------------------- */

static size_t copy_word(const char *at, char *word, size_t size)
{
    size_t length = 0;
    while (is_in_word(at[length]))
        length++;
    snprintf(word, size, "%.*s", (int)length, at);
    return length;
}

static bool is_there(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/common/%s/%s", suite, folder, name);
    return access(path, F_OK) == 0;
}

static void check_include(const char *at)
{
    char name[256];
    char close = *at == '<' ? '>' : *at == '"' ? '"' : 0;
    size_t length = close ? strcspn(at + 1, close == '>' ? ">\n" : "\"\n") : 0;
    if (!close || at[1 + length] != close || length >= sizeof name)
        refuse(at, "#include wants a plain name in \"\" or <>");
    snprintf(name, sizeof name, "%.*s", (int)length, at + 1);
    if (name[0] == '/' || strstr(name, "..") ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-./")])
        refuse(at, "#include of a path that leads elsewhere; name a header");
    bool is_ours = is_there("", name) || is_there("student", name) || is_there("simt", name);
    if ((is_ours && strcmp(name, "kernel.h") != 0) || strstr(name, "intrin"))
        refuse(at, "#include of %s: not for hand-ins", name);
}

static void check_pragma(const char *at)
{
    static const char *const known[] = {
        "unroll",           "nounroll",        "once", "diag_suppress", "diag_default",
        "nv_diag_suppress", "nv_diag_default", NULL};
    static const char *const of_gcc[] = {"diagnostic", "unroll", "ivdep", NULL};
    char word[64], second[64];
    size_t length = copy_word(at, word, sizeof word);
    copy_word(skip_blanks(at + length), second, sizeof second);
    if (!is_listed(word, known) && (strcmp(word, "GCC") != 0 || !is_listed(second, of_gcc)))
        refuse(at, "#pragma %s: not one that a hand-in needs", word);
}

static void check_macro(const char *at)
{
    char word[256];
    copy_word(at, word, sizeof word);
    if (begins_with(word, "__") || is_listed(word, attributes))
        refuse(at, "%s: a name that is not to be defined anew", word);
}

/* `at` is behind the #. */
static void check_directive(const char *at)
{
    static const char *const plain[] = {"if",      "ifdef",    "ifndef", "elif",
                                        "elifdef", "elifndef", "else",   "endif",
                                        "error",   "warning",  NULL};
    char word[64];
    while (*at == ' ' || *at == '\t')
        at++;
    const char *behind = at + copy_word(at, word, sizeof word);
    while (*behind == ' ' || *behind == '\t')
        behind++;
    if (!strcmp(word, "include"))
        check_include(behind);
    else if (!strcmp(word, "pragma"))
        check_pragma(behind);
    else if (!strcmp(word, "define") || !strcmp(word, "undef"))
        check_macro(behind);
    else if (!is_listed(word, plain) && *at != '\n' && *at != '\r')
        refuse(at, "#%s: not a directive that a hand-in needs", word);
}

/* --- the text from its start to its end ------------------------------------------------------
 */

static const char *behind_comment(const char *at)
{
    if (at[1] == '/')
        return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    if (!end)
        refuse(at, "a comment without end");
    return end + 2;
}

static const char *behind_number(const char *at)
{
    for (;; at++) {
        if (strchr("eEpP", *at) && *at && (at[1] == '+' || at[1] == '-'))
            at++;
        else if (*at == '\'' && is_in_word(at[1]))
            continue;
        else if (!is_in_word(*at) && *at != '.')
            return at;
    }
}

static const char *behind_word(const char *at)
{
    char word[256];
    size_t length = copy_word(at, word, sizeof word);
    const char *next = at + length;
    static const char *const raw[] = {"R", "LR", "uR", "UR", "u8R", NULL};
    if (*next == '"' && is_listed(word, raw))
        refuse(at, "a raw string: compilers do not agree on its end; write a plain one");
    if (attributes_end && at < attributes_end)
        check_attribute(at, word);
    else
        check_word(at, word);
    if (!strcmp(word, "__attribute__") || !strcmp(word, "__attribute")) {
        next += strspn(next, " \t");
        if (*next != '(')
            refuse(at, "%s without its list", word);
        attributes_end = closing(next, '(', ')');
    }
    return next;
}

static const char *behind_mark(const char *at, bool *begins_line)
{
    bool is_digraph = at[0] == '%' && at[1] == ':';
    if (*at == '#' || is_digraph) {
        const char *behind = at + (is_digraph ? 2 : 1);
        if (*behind == '#' || (behind[0] == '%' && behind[1] == ':'))
            refuse(at, "##: words are not put together from parts here; write them out");
        if (*begins_line)
            check_directive(behind);
        /* The name of a header is no text to be read on in. */
        char word[64];
        const char *name = behind + strspn(behind, " \t");
        copy_word(name, word, sizeof word);
        *begins_line = false;
        return !strcmp(word, "include") ? behind + strcspn(behind, "\n") : behind;
    }
    if (*at == '\\')
        refuse(at, "a backslash outside of a string");
    if ((at[0] == '[' && *skip_blanks(at + 1) == '[') || (at[0] == '<' && at[1] == ':'))
        attributes_end = at[0] == '[' ? closing(at, '[', ']') : attributes_end;
    if (at[0] == '<' && at[1] == ':')
        refuse(at, "<: for [");
    *begins_line = false;
    return at + 1;
}

static void check_text(void)
{
    bool begins_line = true;
    for (const char *at = text; *at;) {
        if (*at == '\n')
            begins_line = true;
        if (isspace((unsigned char)*at)) {
            at++;
        } else if (at[0] == '/' && (at[1] == '/' || at[1] == '*')) {
            at = behind_comment(at);
        } else if (*at == '"' || *at == '\'') {
            at = behind_literal(at);
            begins_line = false;
        } else if (isdigit((unsigned char)*at) ||
                   (*at == '.' && isdigit((unsigned char)at[1]))) {
            at = behind_number(at);
            begins_line = false;
        } else if (begins_word(*at)) {
            at = behind_word(at);
            begins_line = false;
        } else {
            at = behind_mark(at, &begins_line);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: inspect_source SUITE NAME.cu\n");
        return 2;
    }
    suite = argv[1];
    const char *slash = strrchr(argv[2], '/');
    file_name = slash ? slash + 1 : argv[2];
    take_names_of("shim");
    take_names_of("cuda");
    qsort(names, (size_t)name_count, sizeof *names, compare);
    read_source(argv[2]);
    check_text();
    return 0;
}
