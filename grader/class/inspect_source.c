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
 *   attributes, directives and pragmas only those of inspect_lists.h. Macros cannot make other
 *   words of these: no word is put together from parts, and none of these is defined anew.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <fnmatch.h>
#include <glob.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "inspect_names.h"
#include "inspect_paste.h"
#include "inspect_pragma.h"
#include "inspect_lists.h"
#include "inspect_text.h"

static const char *suite;
static const char *a_lone_underscore; /* where there is one */

/* --- parts of a line ---------------------------------------------------------------------- */

/* Compilers do not agree on which ' and which letters of others belong to a number. */
static const char *behind_number(const char *at)
{
    for (;; at++) {
        bool is_parted =
            *at == '\'' && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1]);
        if ((*at == '\'' && !is_parted) || (unsigned char)*at >= 0x80)
            refuse(at, "a number with more than digits, letters and points");
        if (strchr("eEpP", *at) && *at && (at[1] == '+' || at[1] == '-'))
            at++;
        else if (is_parted)
            continue;
        else if (!is_in_word(*at) && *at != '.')
            return at;
    }
}

static bool begins_raw_string(const char *word, const char *behind)
{
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R", NULL};
    return *behind == '"' && is_listed(word, prefixes);
}

static bool begins_number(const char *at)
{
    return isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]));
}

/* Behind what begins there, where brackets are counted: a literal, a number, a word or a mark.
 */
static const char *behind_part(const char *at)
{
    char word[256];
    if (*at == '"' || *at == '\'')
        return behind_literal(at);
    if (begins_number(at))
        return behind_number(at);
    if (!begins_word(*at))
        return at + 1;
    const char *behind = at + copy_word(at, word, sizeof word);
    if (begins_raw_string(word, behind))
        refuse(at, "a raw string in a macro or an attribute; write a plain one");
    return behind;
}

/* --- attributes --------------------------------------------------------------------------- */

static const char *attributes_end; /* where the list ends that we are in; NULL outside */

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
        at = behind_part(at);
    }
    refuse(at - 1, "an attribute without end");
}

/* Of a macro with parameters: #define likely(x). Alone, as in an attribute, it is none. */
static bool may_be_macro(const char *word)
{
    static const char *const names[] = {"likely", "unlikely", NULL};
    return is_listed(word, names);
}

static void check_attribute(const char *at, const char *word)
{
    if (may_be_macro(word) && *skip_blanks(at + strlen(word)) == '(')
        refuse(at, "attribute %s(): not one that a hand-in needs", word);
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

/* Returns what is behind the name, where a comment may begin. */
static const char *check_include(const char *at)
{
    char name[256];
    char close = *at == '<' ? '>' : *at == '"' ? '"' : 0;
    size_t length = close ? strcspn(at + 1, close == '>' ? ">\n" : "\"\n") : 0;
    if (!close || at[1 + length] != close || length >= sizeof name)
        refuse(at, "#include wants a plain name in \"\" or <>");
    const char *behind = at + 1 + length + 1;
    while (length > 2 && begins_with(at + 1, "./"))
        at += 2, length -= 2; /* labs have no other folder */
    snprintf(name, sizeof name, "%.*s", (int)length, at + 1);
    if (name[0] == '/' || strstr(name, "..") || strstr(name, "//") ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-./")])
        refuse(at, "#include of a path that leads elsewhere; name a header");
    if (!is_header(name) && !is_header_of_lab(name))
        refuse(at, "#include of %s: not one of the headers that a hand-in needs", name);
    return behind;
}

/* A macro must close the brackets that it opens: then the brackets around its uses are what
 * they seem to be. */
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
        at = at[0] == '#' && at[1] == '#' ? at + 2 : behind_part(at);
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
    if ((begins_with(word, "__") && !is_guard) ||
        (is_listed(word, attributes) && !(may_be_macro(word) && *behind == '(')))
        refuse(at, "%s: a name that is not to be defined anew", word);
    if (!strcmp(word, "register") &&
        (!is_defined || !strchr("/\r\n", behind[strspn(behind, " \t")])))
        refuse(at, "register: it stands for nothing here, since the checker does not see such "
                   "variables; leave this line out");
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

/* `at` is behind the #. Returns where the rest is read as any other line is. */
static const char *check_directive(const char *at)
{
    const char *start = at;
    char word[64];
    while (*at == ' ' || *at == '\t')
        at++;
    const char *behind = at + copy_word(at, word, sizeof word);
    while (*behind == ' ' || *behind == '\t')
        behind++;
    if (begins_with(word, "if") || begins_with(word, "el"))
        condition_end = at + strcspn(at, "\n");
    if (!strcmp(word, "include"))
        return check_include(behind);
    if (!strcmp(word, "pragma"))
        check_pragma(behind);
    else if (!strcmp(word, "define") || !strcmp(word, "undef"))
        check_macro(behind, word[0] == 'd');
    else if (!is_listed(word, directives) && *at != '\n' && *at != '\r')
        refuse(at, "#%s: not a directive that a hand-in needs", word);
    return start;
}

/* --- text for editors ------------------------------------------------------------------------
 */

/* The directive at `at`, behind its #, is that word with that name and nothing else. */
static bool asks_for(const char *at, const char *word, const char *name)
{
    char line[256], wanted[256];
    size_t length = strcspn(at, "\r\n");
    if (length >= sizeof line)
        return false;
    snprintf(line, sizeof line, "%.*s", (int)length, at);
    snprintf(wanted, sizeof wanted, "%s %s", word, name);
    return !strcmp(line + strspn(line, " \t"), wanted);
}

static bool is_for_editors(const char *at)
{
    for (const char *const *name = editors; *name; name++)
        if (asks_for(at, "ifdef", *name))
            return true;
    return asks_for(at, "ifndef", "__CUDACC__");
}

static bool begins_directive(const char *line, const char *word)
{
    line += strspn(line, " \t");
    if (*line++ != '#')
        return false;
    return begins_with(line + strspn(line, " \t"), word);
}

/* Behind text for editors alone, which begins in the line behind `at`: where its #else, #elif
 * or #endif begins. `at` itself if a line has more than words, brackets and a few marks:
 * compilers might then not agree on where it ends. */
static const char *behind_text_for_editors(const char *at)
{
    int depth = 0;
    for (const char *line = strchr(at, '\n'); line && *++line; line = strchr(line, '\n')) {
        if (begins_directive(line, "if"))
            depth++;
        else if (depth == 0 &&
                 (begins_directive(line, "e") && !begins_directive(line, "error")))
            return line - 1;
        else if (begins_directive(line, "endif"))
            depth--;
        if (line[strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_ \t,;(){}*&.#<>=+-\r")] != '\n')
            break;
    }
    return at;
}

/* --- the text from its start to its end --------------------------------------------------- */

/* Wants the raw string on one line, with nothing just before it, and without what compilers
 * read in different ways. */
static const char *behind_raw_string(const char *word, const char *at)
{
    char end[32];
    size_t length =
        strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    bool follows = word > text && (strchr("\"'$", word[-1]) || (unsigned char)word[-1] >= 0x80);
    if (at[length] != '(' || length > 16 || follows)
        refuse(word, "a raw string that is none; write a plain one");
    snprintf(end, sizeof end, ")%.*s\"", (int)length, at);
    const char *last = strstr(at, end);
    if (!last || line_of(last + length + 1) != line_of(word) || strchr(at, '\n') < last)
        refuse(word,
               "a raw string over several lines: compilers do not agree on its end; write "
               "plain ones");
    return last + strlen(end);
}

/* __has_include(<name>) in a condition opens files as #include does. `at` is behind the word; a
 * macro could hold the rest. */
static void check_question(const char *at)
{
    const char *next = at + strspn(at, " \t");
    if (at > condition_end || !strchr("()&|\r\n", *next))
        refuse(at - 1, "__has_include: only in an #if, with its bracket behind it");
    if (*next == '(')
        check_include(next + 1 + strspn(next + 1, " \t"));
}

/* Behind `asm volatile("" ::: "memory")`, of which `at` is behind the first word: it orders the
 * accesses around it, and holds no instruction. NULL if anything else is there, or a line ends.
 */
static const char *behind_empty_assembler(const char *at)
{
    static const char *const marks[] = {"(", "\"\"", ":", ":", ":", "\"memory\"", ")", NULL};
    static const char *const words[] = {"volatile", "__volatile__", NULL};
    char word[64];
    at += strspn(at, " \t");
    size_t length = copy_word(at, word, sizeof word);
    if (length && !is_listed(word, words))
        return NULL;
    at += length;
    for (const char *const *mark = marks; *mark; mark++) {
        at += strspn(at, " \t");
        if (!begins_with(at, *mark))
            return NULL;
        at += strlen(*mark);
    }
    return at;
}

static const char *behind_word(const char *at)
{
    char word[256];
    size_t length = copy_word(at, word, sizeof word);
    const char *next = at + length;
    if (!strcmp(word, "_Pragma"))
        return behind_pragma(at);
    if (!strcmp(word, "__has_include"))
        check_question(next);
    if (is_assembler(word) && behind_empty_assembler(next))
        return behind_empty_assembler(next);
    if (begins_raw_string(word, next))
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
        const char *rest = *begins_line ? check_directive(behind) : behind;
        char word[64];
        const char *name = behind + strspn(behind, " \t");
        copy_word(name, word, sizeof word);
        if (*begins_line && is_for_editors(behind))
            return behind_text_for_editors(behind);
        if (*begins_line && !strcmp(word, "pragma"))
            rest = behind_clang(name + strlen(word));
        *begins_line = false;
        return rest;
    }
    if (*at == '\\')
        refuse(at, "a backslash outside of a string");
    if (is_trigraph(at))
        refuse(at, "%.3s: some compilers read it as another mark; write that mark", at);
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
        } else if (begins_number(at)) {
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

/* A word that stands there a hundred thousand times is searched as often: this limits the time.
 */
static char too_long[300];

static void end_of_time(int signal)
{
    (void)signal;
    if (write(STDOUT_FILENO, too_long, strlen(too_long)) >= 0)
        _exit(1);
    _exit(2);
}

static void limit_time(const char *path)
{
    enum { SECONDS = 4 }; /* what people write takes less than a tenth of one */
    const char *slash = strrchr(path, '/');
    snprintf(too_long, sizeof too_long,
             "%.200s:1: refused: it is too long, or has too much of the same, to be read\n",
             slash ? slash + 1 : path);
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
    limit_time(argv[2]);
    learn_names(suite);
    read_source(argv[2]);
    check_text();
    return 0;
}
