/* Which names a hand-in may use: see inspect_names.h. */
#define _GNU_SOURCE
#include "inspect_names.h"
#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "inspect_lists.h"
#include "inspect_text.h"

enum { MOST_NAMES = 1 << 14 };

static char *names[MOST_NAMES];
static int name_count;

/* --- what a name looks like --------------------------------------------------------------- */

static bool begins_like_one_of(const char *word, const char *const *starts)
{
    for (; *starts; starts++)
        if (begins_with(word, *starts))
            return true;
    return false;
}

static bool is_harmless_builtin(const char *word)
{
    return begins_like_one_of(word, harmless_builtins);
}

bool is_assembler(const char *word)
{
    static const char *const all[] = {"asm", "__asm", "__asm__", "_asm", NULL};
    return is_listed(word, all);
}

/* Kernels can reach this memory of the host: it cannot be closed, since the C library's own
 * lies beside it. */
static bool is_of_threads(const char *word)
{
    static const char *const all[] = {"thread_local", "_Thread_local", "__thread", NULL};
    return is_listed(word, all);
}

/* Whether a compiler has this reserved name, which the shim does not have. */
static bool is_reserved_but_known(const char *word)
{
    return is_listed(word, reserved_but_known);
}

/* _Bool, but not the macros of C++'s library, some of which are attributes. */
static bool is_reserved_by_case(const char *word)
{
    return word[0] == '_' && isupper((unsigned char)word[1]) && !is_listed(word, words_of_c);
}

/* A name that says how this is built: the checker's program is to be no other than the fast
 * one. */
static bool tells_the_build(const char *word)
{
    static const char *const others[] = {"__NO_INLINE__",
                                         "__builtin_constant_p",
                                         "__cpp_exceptions",
                                         "__BASE_FILE__",
                                         "__INCLUDE_LEVEL__",
                                         "__TIMESTAMP__",
                                         NULL};
    return begins_with(word, "__SANITIZE") || begins_with(word, "__OPTIMIZE") ||
           is_listed(word, others);
}

/* simt_lane, but not the time of a simulation. */
static bool is_of_the_backend(const char *word)
{
    return !strcasecmp(word, "simt") || !strncasecmp(word, "simt_", strlen("simt_"));
}

/* _BLOCK_SIZE or _TILE_WIDTH: begins as no macro of a library does. */
static bool is_own_size(const char *word)
{
    return word[0] == '_' && begins_like_one_of(word + 1, own_sizes) &&
           !word[1 + strspn(word + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

/* _KB of `operator""_KB`: a suffix of literals of its own. */
static bool is_own_suffix(const char *at, const char *word)
{
    enum { LONGEST = 8 };
    size_t length = strlen(word);
    while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return at - text > 1 && at[-1] == '"' && at[-2] == '"' && length <= LONGEST &&
           length == 1 + strspn(word + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") &&
           word[0] == '_';
}

/* Defined before a header, and asked for by it. */
static bool asks_headers(const char *word)
{
    return is_listed(word, asked_by_headers);
}

/* _Matrix or _N1: written as no macro of a library is. But _Pragma is an operator, and
 * _Unwind_... are functions of the compiler's. */
static bool is_own_by_case(const char *word)
{
    if (!is_reserved_by_case(word) || !strcmp(word, "_Pragma") || begins_with(word, "_Unwind"))
        return false;
    return islower((unsigned char)word[2]) || is_own_size(word) ||
           !word[2 + strspn(word + 2, "0123456789")];
}

/* __own or __tile_sum2: written as nothing is that begins like a word of compilers'. */
static bool may_be_own(const char *word)
{
    if (!begins_with(word, "__") || !islower((unsigned char)word[2]) ||
        word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_")] ||
        word[strlen(word) - 1] == '_')
        return false;
    return !begins_like_one_of(word + 2, known_beginnings);
}

/* The start of the word that ends before `at`, or of __launch_bounds__ if its bracket does. */
static const char *word_before(const char *all, const char *at)
{
    const char *bracket = at;
    if (at > all && at[-1] == ')')
        while (bracket > all && *bracket != '(')
            bracket--;
    at = bracket;
    while (at > all && is_in_word(at[-1]))
        at--;
    return *bracket != '(' || begins_with(at, "__launch_bounds__(") ? at : bracket;
}

/* float, or a struct of the hand-in's. */
static bool is_type_in(const char *all, const char *name)
{
    static const char *const before[] = {"struct", "class", "union", "typename", NULL};
    char declared[96];
    if (is_listed(name, plain_types))
        return true;
    for (const char *const *word = before; *word && *name; word++) {
        snprintf(declared, sizeof declared, "%s %s", *word, name);
        if (has_word(all, declared))
            return true;
    }
    return false;
}

/* Whether `all` declares that name somewhere: behind a type, and before what may follow the
 * name of a function, a parameter or a variable. */
static bool is_declared_in(const char *all, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(all, word); at; at = strstr(at + 1, word)) {
        const char *before = at, *behind = at + length;
        while (before > all && (before[-1] == ' ' || before[-1] == '*' || before[-1] == '&'))
            before--;
        char name[64];
        copy_word(word_before(all, before), name, sizeof name);
        behind += strspn(behind, " ");
        if (before < at && *behind && strchr("([=;,){", *behind) && is_type_in(all, name))
            return true;
    }
    return false;
}

/* _MATMUL_H_, __MATMUL_CU__ or _MATMUL_: the name of a file, in capitals. */
static bool is_include_guard(const char *word)
{
    char name[256];
    size_t length = (size_t)snprintf(name, sizeof name, "%s", word);
    if (word[0] != '_' || length >= sizeof name || begins_with(word, "_GLIBCXX") ||
        begins_with(word, "_GLOBAL") || begins_with(word, "_LIBCPP") ||
        word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")])
        return false;
    if (isupper((unsigned char)name[1]) && name[length - 1] == '_')
        return true;
    while (length && name[length - 1] == '_')
        name[--length] = 0;
    for (const char *const *end = guards; *end; end++)
        if (length > strlen(*end) + 1 && !strcmp(name + length - strlen(*end), *end))
            return true;
    return false;
}

/* --- names that others have --------------------------------------------------------------- */

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
static void take_names_of(const char *suite, const char *folder)
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

/* Patterns of functions that only compilers call: a hand-in may not have one of its own. They
 * are those in `allowed` that begin with two underscores. */
static char *of_compilers[MOST_NAMES];
static int of_compilers_count;

static void take_names_of_compilers(const char *suite)
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

/* Whether the word says how the program is built: by such a word a hand-in could be a different
 * program in the checker. */
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

const char *definition_end, *condition_end, *an_own_name;

bool is_for_the_preprocessor(const char *word)
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

void check_word(const char *at, const char *word)
{
    if (tells_the_build(word))
        refuse(at, "%s: a hand-in is the same in every build", word);
    if (is_of_threads(word))
        refuse(at, "%s: a hand-in has one thread on the host; leave it out", word);
    if (is_own_or_asked(at, word) || is_own_suffix(at, word))
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

void learn_names(const char *suite)
{
    take_names_of(suite, "shim");
    take_names_of(suite, "cuda");
    take_names_of_compilers(suite);
    qsort(names, (size_t)name_count, sizeof *names, compare);
}
