/* Looks at the text of a hand-in before a compiler does: for what takes code or data past the
 * compiler, the checker, or the folder.
 *
 *   inspect_source SUITE NAME.cu     one line "FILE:LINE: refused: why", exit 1; or nothing,
 * exit 0
 *
 * - It reads words as a compiler does: lines are spliced, comments and literals passed over.
 * What different compilers read differently, such as a raw string with a spliced line, is
 * refused. Bytes beyond ASCII are blanks, as some of them are to some compilers: a word is
 * looked at without them, too.
 * - Of reserved names only those are let through that the suite's own <cuda_runtime.h> has, and
 *   those that no library has for a macro, or that the file declares (inspect_names.h); of
 *   attributes, directives and pragmas only those of inspect_source.h. Macros cannot make other
 *   words of these: no word is put together from parts, and none of these is defined anew.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <glob.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "inspect_names.h"
#include "inspect_read.h"
#include "inspect_source.h"

enum { MOST_NAMES = 1 << 14 };

static const char *file_name = "?", *suite;
static char *text; /* spliced, ends in a newline and a 0 */
static int *lines; /* of each byte */
static char *names[MOST_NAMES];
static int name_count;
static const char *a_paste, *a_lone_underscore; /* where there is one */

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

/* What only compilers call, and so no function of a hand-in's own: of the patterns in
 * `allowed`, those that begin with two underscores. */
static char *of_compilers[MOST_NAMES];
static int of_compilers_count;

static void take_names_of_compilers(void)
{
    char path[4096];
    size_t size;
    snprintf(path, sizeof path, "%s/grader/class/allowed", suite);
    char *bytes = read_file(path, &size), *rest = bytes, *word;
    if (!bytes) {
        fprintf(stderr, "inspect_source: cannot read %s\n", path);
        exit(2);
    }
    while ((word = strsep(&rest, " \n")) && of_compilers_count < MOST_NAMES)
        if (begins_with(word, "__"))
            of_compilers[of_compilers_count++] = word;
}

static bool is_of_compilers(const char *word)
{
    for (int i = 0; i < of_compilers_count; i++)
        if (fnmatch(of_compilers[i], word, 0) == 0)
            return true;
    return false;
}

static bool is_a_name_of_cuda(const char *word)
{
    return is_rounded(word) || begins_like_one_of(word, small_floats) ||
           bsearch(&word, names, (size_t)name_count, sizeof *names, compare) != NULL;
}

/* By these a hand-in could be another one where it is checked. */
static bool tells_builds_apart(const char *word)
{
    return begins_with(word, "__SANITIZE") || strstr(word, "OPTIMIZE") ||
           strstr(word, "_INLINE__") || strstr(word, "TSAN");
}

/* __GNUC__, __CUDA_ARCH__, __LINE__: such macros are numbers and strings. */
static bool is_a_constant(const char *word)
{
    if (tells_builds_apart(word))
        return false;
    size_t length = strlen(word);
    for (const char *at = word; *at; at++)
        if (islower((unsigned char)*at))
            return false;
    return length > 4 && !strcmp(word + length - 2, "__");
}

static const char *definition_end; /* of the last #define, which has been looked at */
static const char *condition_end;  /* of the last #if and its kin */
static const char *an_own_name;    /* that is reserved, and might be a part of another */

/* _MATMUL_CU_, _GNU_SOURCE: names that are defined to be asked for, and stand for nothing. */
static bool is_for_the_preprocessor(const char *word)
{
    return (is_include_guard(word) && !is_a_name_of_cuda(word)) || asks_headers(word) ||
           (is_listed(word, switches) && word[1] != '_');
}

/* A reserved name that is harmless where it stands. */
static bool is_own_or_asked(const char *at, const char *word)
{
    bool is_own = is_own_by_case(word);
    an_own_name = is_own ? at : an_own_name;
    bool is_asked = is_listed(word, switches) || begins_with(word, "__cpp_");
    return is_own || (at < condition_end && is_asked) ||
           ((at < condition_end || at < definition_end) && is_for_the_preprocessor(word));
}

static void check_word(const char *at, const char *word)
{
    if (tells_the_build(word))
        refuse(at, "%s: a hand-in is the same in every build", word);
    if (is_of_threads(word))
        refuse(at, "%s: a hand-in has one thread on the host; leave it out", word);
    if (is_own_or_asked(at, word))
        return;
    if (is_assembler(word))
        refuse(at, "%s: there is no assembler in a hand-in; write it in C", word);
    if (!strcmp(word, "gnu") || !strcmp(word, "clang") || begins_with(word, "_mm") ||
        is_reserved_by_case(word))
        refuse(at, "%s: not in a hand-in", word);
    if (is_of_the_backend(word))
        refuse(at, "%s: names of the suite's CPU backend are not for hand-ins", word);
    if (begins_with(word, "__builtin_")) {
        if (!is_harmless_builtin(word + strlen("__builtin_")))
            refuse(at, "%s: a builtin of one compiler, which hides what it does", word);
    } else if (begins_with(word, "__") && !is_reserved_but_known(word) &&
               !is_a_constant(word) &&
               !(may_be_own(word) && !is_of_compilers(word) && is_declared_in(text, word)) &&
               (!is_a_name_of_cuda(word) || begins_with(word, "__tsan") ||
                begins_with(word, "__sanitizer") || begins_with(word, "__real_") ||
                begins_with(word, "__wrap_") || begins_with(word, "__start_") ||
                begins_with(word, "__stop_")))
        refuse(at, "%s: a reserved name that the suite's CUDA does not have", word);
}

/* --- attributes --------------------------------------------------------------------------- */

static const char *attributes_end; /* where the list ends that we are in; NULL outside */

/* A literal ends on its line, also where it lacks its mark, as in text that is not compiled. */
static const char *behind_literal(const char *at)
{
    char mark = *at++;
    while (*at != mark && *at != '\n')
        at += at[0] == '\\' && at[1] != '\n' ? 2 : 1;
    return *at == mark ? at + 1 : at;
}

static const char *behind_comment(const char *at)
{
    if (at[1] == '/')
        return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    if (!end)
        refuse(at, "a comment without end");
    return end + 2;
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

static bool is_header(const char *name)
{
    for (const char *const *pattern = headers; *pattern; pattern++)
        if (fnmatch(*pattern, name, 0) == 0)
            return true;
    return false;
}

/* labs/NN-name/NAME.h, which is one word. */
static bool is_header_of_lab(const char *name)
{
    char pattern[4096];
    glob_t found;
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
    snprintf(pattern, sizeof pattern, "%s/labs/*/%s", suite, name);
    bool is_there = !strcmp(name + length, ".h") && glob(pattern, 0, NULL, &found) == 0;
    if (is_there)
        globfree(&found);
    return is_there;
}

static void check_include(const char *at)
{
    char name[256];
    char close = *at == '<' ? '>' : *at == '"' ? '"' : 0;
    size_t length = close ? strcspn(at + 1, close == '>' ? ">\n" : "\"\n") : 0;
    if (!close || at[1 + length] != close || length >= sizeof name)
        refuse(at, "#include wants a plain name in \"\" or <>");
    while (length > 2 && begins_with(at + 1, "./"))
        at += 2, length -= 2; /* labs have no other folder */
    snprintf(name, sizeof name, "%.*s", (int)length, at + 1);
    if (name[0] == '/' || strstr(name, "..") ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-./")])
        refuse(at, "#include of a path that leads elsewhere; name a header");
    if (!is_header(name) && !is_header_of_lab(name))
        refuse(at, "#include of %s: not one of the headers that a hand-in needs", name);
}

#include "inspect_pragma.h"
#include "inspect_paste.h"

/* Brackets that a macro opens it closes itself: its users' are then what they seem to be. */
static void check_body(const char *start, const char *parameters, const char *name)
{
    char open[64];
    size_t depth = 0;
    for (const char *at = start; *at && *at != '\n';) {
        const char *bracket = strchr("([)]", *at);
        if (at[0] == '/' && (at[1] == '/' || at[1] == '*')) {
            at = behind_comment(at);
            continue;
        }
        if (at[0] == '#' && at[1] == '#')
            check_paste(start, at, parameters, name);
        if (bracket && (*at == '(' || *at == '[')) {
            if (depth == sizeof open)
                refuse(at, "a macro with too many brackets");
            open[depth++] = *at == '(' ? ')' : ']';
        } else if (bracket && (depth == 0 || open[--depth] != *at)) {
            refuse(at, "a macro that closes a bracket which it has not opened");
        }
        at = *at == '"' || *at == '\'' ? behind_literal(at)
                                       : at + 1 + (at[0] == '#' && at[1] == '#');
    }
    if (depth)
        refuse(start, "a macro that opens a bracket which it does not close");
}

static void check_macro(const char *at, bool is_defined)
{
    char word[256], parameters[1024] = "";
    const char *behind = at + copy_word(at, word, sizeof word);
    bool is_guard =
        is_for_the_preprocessor(word) && strchr("/\r\n", behind[strspn(behind, " \t")]);
    if ((begins_with(word, "__") && !is_guard) || is_listed(word, attributes))
        refuse(at, "%s: a name that is not to be defined anew", word);
    if (is_defined && *behind == '(') {
        size_t length = strcspn(behind, ")\n");
        if (length >= sizeof parameters)
            refuse(at, "a macro with too many parameters");
        snprintf(parameters, sizeof parameters, "%.*s", (int)length, behind);
        behind += length + (behind[length] == ')');
    }
    if (is_defined)
        check_body(behind, parameters, word);
    definition_end = behind + strcspn(behind, "\n");
}

/* `at` is behind the #. */
static void check_directive(const char *at)
{
    char word[64];
    while (*at == ' ' || *at == '\t')
        at++;
    const char *behind = at + copy_word(at, word, sizeof word);
    while (*behind == ' ' || *behind == '\t')
        behind++;
    if (begins_with(word, "if") || begins_with(word, "el"))
        condition_end = at + strcspn(at, "\n");
    if (!strcmp(word, "include"))
        check_include(behind);
    else if (!strcmp(word, "pragma"))
        check_pragma(behind);
    else if (!strcmp(word, "define") || !strcmp(word, "undef"))
        check_macro(behind, word[0] == 'd');
    else if (!is_listed(word, directives) && *at != '\n' && *at != '\r')
        refuse(at, "#%s: not a directive that a hand-in needs", word);
}

/* --- the text from its start to its end --------------------------------------------------- */

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

/* On one line, and without what compilers read differently there. */
static const char *behind_raw_string(const char *word, const char *at)
{
    char end[32];
    size_t length =
        strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (at[length] != '(' || length > 16 || (word > text && (unsigned char)word[-1] >= 0x80))
        refuse(word, "a raw string that is none; write a plain one");
    snprintf(end, sizeof end, ")%.*s\"", (int)length, at);
    const char *last = strstr(at, end);
    if (!last || lines[last + length + 1 - text] != lines[word - text] ||
        strchr(at, '\n') < last)
        refuse(word,
               "a raw string over several lines: compilers do not agree on its end; write "
               "plain ones");
    return last + strlen(end);
}

static const char *behind_word(const char *at)
{
    char word[256];
    size_t length = copy_word(at, word, sizeof word);
    const char *next = at + length;
    if (!strcmp(word, "_Pragma"))
        return behind_pragma(at);
    static const char *const raw[] = {"R", "LR", "uR", "UR", "u8R", NULL};
    if (*next == '"' && is_listed(word, raw))
        return behind_raw_string(at, next + 1);
    if (!strcmp(word, "_"))
        a_lone_underscore = at;
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
        if (*behind == '#' || (behind[0] == '%' && behind[1] == ':')) {
            if (is_digraph || *behind != '#' || at >= definition_end)
                refuse(at, "##: words are not put together from parts here; write them out");
            return at + 2;
        }
        if (*begins_line)
            check_directive(behind);
        /* The name of a header is no text to be read on in. */
        char word[64];
        const char *name = behind + strspn(behind, " \t");
        copy_word(name, word, sizeof word);
        if (*begins_line && is_for_editors(behind))
            return behind_text_for_editors(behind);
        if (*begins_line && !strcmp(word, "pragma"))
            behind = behind_clang(name + strlen(word));
        *begins_line = false;
        return !strcmp(word, "include") ? behind + strcspn(behind, "\n") : behind;
    }
    if (*at == '\\')
        refuse(at, "a backslash outside of a string");
    if (at[0] == '[' && *skip_blanks(at + 1) == '[')
        attributes_end = closing(at, '[', ']');
    bool is_scope =
        at[0] == '<' && at[1] == ':' && at[2] == ':' && at[3] != ':' && at[3] != '>';
    if (at[0] == '<' && at[1] == ':' && !is_scope)
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
        if (isspace((unsigned char)*at) || (unsigned char)*at >= 0x80) {
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
    if (a_paste && a_lone_underscore)
        refuse(a_lone_underscore, "_: a word of its own, beside ##");
    if (a_paste && an_own_name)
        refuse(an_own_name, "a name that begins with _ and a capital letter, beside ##");
}

/* Words that stand there a hundred thousand times are looked for as often. */
static char too_long[300];

static void end_of_time(int signal)
{
    (void)signal;
    if (write(STDOUT_FILENO, too_long, strlen(too_long)) >= 0)
        _exit(1);
    _exit(2);
}

static void limit_time(void)
{
    enum { SECONDS = 4 }; /* what people write takes less than a tenth of one */
    snprintf(too_long, sizeof too_long,
             "%.200s:1: refused: it is too long, or has too much of the same, to be read\n",
             file_name);
    signal(SIGXCPU, end_of_time);
    setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, 2 * SECONDS});
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
    limit_time();
    take_names_of("shim");
    take_names_of("cuda");
    take_names_of_compilers();
    qsort(names, (size_t)name_count, sizeof *names, compare);
    read_source(argv[2]);
    check_text();
    return 0;
}
