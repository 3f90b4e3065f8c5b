/* What inspect_source knows of names: which the language reserves, which of these a hand-in may
 * have of its own all the same; and where text is that no compiler here reads. */
#ifndef INSPECT_NAMES_H
#define INSPECT_NAMES_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "inspect_source.h"

static bool begins_word(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$';
}

static bool is_in_word(char c)
{
    return begins_word(c) || isdigit((unsigned char)c);
}

/* The word at `at`; returns how long it is. */
static size_t copy_word(const char *at, char *word, size_t size)
{
    size_t length = 0;
    while (is_in_word(at[length]))
        length++;
    snprintf(word, size, "%.*s", (int)length, at);
    return length;
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

/* Whether `word` is one of the words of `all`. */
static bool has_word(const char *all, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = length ? strstr(all, word) : NULL; at; at = strstr(at + 1, word))
        if ((at == all || !is_in_word(at[-1])) && !is_in_word(at[length]))
            return true;
    return false;
}

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

static bool is_assembler(const char *word)
{
    static const char *const all[] = {"asm", "__asm", "__asm__", "_asm", NULL};
    return is_listed(word, all);
}

/* Such memory of the host's is closed to no kernel: it lies beside what the C library keeps. */
static bool is_of_threads(const char *word)
{
    static const char *const all[] = {"thread_local", "_Thread_local", "__thread", NULL};
    return is_listed(word, all);
}

/* Of compilers, and beside what the shim has. */
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
    return begins_with(word, "__SANITIZE") || begins_with(word, "__OPTIMIZE") ||
           !strcmp(word, "__NO_INLINE__");
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
        begins_with(word, "_LIBCPP") ||
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

#endif
