/* What words a macro makes by ##: see inspect_paste.h. */
#define _GNU_SOURCE
#include "inspect_paste.h"
#include <stdio.h>
#include <string.h>
#include "inspect_names.h"
#include "inspect_text.h"

const char *a_paste;

static const char *behind_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* `#define JOIN(a, b) a##b` and nothing else: where its uses are plain, so is what they make.
 */
static bool joins_two(const char *start, const char *parameters, const char *name)
{
    char line[256], first[64], second[64], wanted[256];
    size_t length = strcspn(start, "\r\n");
    if (length >= sizeof line || strlen(name) < 2 ||
        sscanf(parameters, "( %63[A-Za-z0-9_] , %63[A-Za-z0-9_] ", first, second) != 2 ||
        strchr(strchr(parameters, ',') + 1, ','))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < length; i++)
        if (start[i] != ' ' && start[i] != '\t')
            line[kept++] = start[i];
    line[kept] = 0;
    snprintf(wanted, sizeof wanted, "%s##%s", first, second);
    return !strcmp(line, wanted);
}

/* The line that has `at` begins with a #. */
static bool is_in_directive(const char *at)
{
    while (at > text && at[-1] != '\n')
        at--;
    at += strspn(at, " \t");
    return *at == '#' || *at == '%';
}

/* Whether a #define or an #undef has that name. */
static bool is_macro(const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || !is_in_word(at[-1])) && !is_in_word(at[length]) &&
            is_in_directive(at))
            return true;
    return false;
}

/* The use at `at`, behind the macro's name: (word, word), and what both make is as harmless as
 * if it stood there, and no macro. */
static bool check_join(const char *at)
{
    char first[128], second[128], joined[256];
    at = behind_blanks(at);
    if (*at != '(')
        return false;
    at = behind_blanks(at + 1);
    at = behind_blanks(at + copy_word(at, first, sizeof first));
    if (*at != ',')
        return false;
    at = behind_blanks(at + 1);
    at = behind_blanks(at + copy_word(at, second, sizeof second));
    snprintf(joined, sizeof joined, "%s%s", first, second);
    if (*at != ')' || !isalpha((unsigned char)first[0]) || !second[0] || is_macro(joined))
        return false;
    check_word(at, joined);
    return true;
}

/* The line that has `at` is `#define NAME(a, b) JOIN(a, b)`: sets NAME, or "". */
static void forwarder_at(const char *at, const char *join, char name[64])
{
    char line[256], a[64], b[64], used[64], c[64], d[64], rest[2];
    while (at > text && at[-1] != '\n')
        at--;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\r\n"), at);
    int count = sscanf(line,
                       " # define %63[A-Za-z0-9_](%63[A-Za-z0-9_] , %63[A-Za-z0-9_] ) "
                       "%63[A-Za-z0-9_] ( %63[A-Za-z0-9_] , %63[A-Za-z0-9_] %1[)] %1s",
                       name, a, b, used, c, d, rest, rest);
    if (count != 7 || strcmp(used, join) != 0 || strcmp(a, c) != 0 || strcmp(b, d) != 0)
        name[0] = 0;
}

/* The use at `at`, behind a forwarder's name, is (word, __LINE__). */
static bool joins_a_line(const char *at)
{
    char word[128], line[128], end[2];
    return sscanf(at, " ( %127[A-Za-z0-9_] , %127[A-Za-z0-9_] %1[)]", word, line, end) == 3 &&
           isalpha((unsigned char)word[0]) &&
           (!strcmp(line, "__LINE__") || !strcmp(line, "__COUNTER__"));
}

/* All uses of a forwarder put a number behind a word, which makes no word of another kind: also
 * where the word is a parameter, for what is given for it is looked at where it stands. */
static bool joins_lines(const char *name)
{
    unsigned defined = 0;
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at && length; at = strstr(at + 1, name)) {
        if ((at > text && is_in_word(at[-1])) || is_in_word(at[length]))
            continue;
        bool is_use = joins_a_line(at + length);
        defined += !is_use;
        if (!is_use && !is_in_directive(at))
            return false;
    }
    return defined == 1;
}

/* Whether the macro is used, all its uses are plain, and none stands in another macro but a
 * forwarder. */
static bool check_joins(const char *name)
{
    unsigned defined = 0, used = 0;
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        if ((at > text && is_in_word(at[-1])) || is_in_word(at[length]))
            continue;
        char by[64];
        if (is_in_directive(at)) {
            forwarder_at(at, name, by);
            defined += !by[0];
            if (by[0] && !joins_lines(by))
                return false;
            used += by[0] != 0;
        } else if (check_join(at + length)) {
            used++;
        } else {
            return false;
        }
    }
    return defined == 1 && used > 0;
}

/* What is made of such a part and others is no word that is refused: those begin with two
 * underscores, of which no part can bring the second, with simt or _mm, or are short. */
static bool is_safe_part(const char *word)
{
    static const char *const ends[] = {"imt_", "mt_", "t_", "m_", "m2", "m5", NULL};
    size_t length = strlen(word);
    for (const char *const *end = ends; *end; end++)
        if (!strncasecmp(word, *end, strlen(*end)))
            return false;
    return length >= 4 && !strstr("clang", word) &&
           (isalpha((unsigned char)word[0]) ||
            (word[0] == '_' && islower((unsigned char)word[1])));
}

/* `k_` before ##, with nothing pasted to it from before: what it makes begins as no word does
 * that is refused, and is no prefix of a literal. */
static bool begins_safely(const char *start, const char *first, const char *word)
{
    static const char *const refused_words[] = {"simt",         "SIMT",   "asm", "gnu", "clang",
                                                "thread_local", "typeof", "LR",  "uR",  "UR",
                                                "u8R",          "R",      NULL};
    while (first > start && isspace((unsigned char)first[-1]))
        first--;
    if (!isalpha((unsigned char)word[0]) || (first > start && first[-1] == '#'))
        return false;
    for (const char *const *each = refused_words; *each; each++)
        if (begins_with(*each, word))
            return false;
    return true;
}

void check_paste(const char *start, const char *at, const char *parameters, const char *name)
{
    char before[256], behind[256];
    const char *first = at, *next = at + 2 + strspn(at + 2, " \t");
    while (first > start && (first[-1] == ' ' || first[-1] == '\t'))
        first--;
    while (first > start && is_in_word(first[-1]))
        first--;
    copy_word(first, before, sizeof before);
    copy_word(next, behind, sizeof behind);
    if (!before[0] && first > start && first[-1] == ',' && !strcmp(behind, "__VA_ARGS__"))
        return; /* this makes no word: it is GNU's way to leave the comma out */
    a_paste = at;
    if (!has_word(parameters, before) &&
        (is_safe_part(before) || begins_safely(start, first, before)))
        return;
    if (!has_word(parameters, behind) &&
        (is_safe_part(behind) || (behind[0] && !behind[strspn(behind, "0123456789")])))
        return;
    if (joins_two(start, parameters, name) && check_joins(name))
        return;
    refuse(at,
           "##: words are not put together from parts here; write one part of more than three "
           "letters out");
}
