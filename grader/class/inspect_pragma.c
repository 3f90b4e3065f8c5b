/* Which pragmas a hand-in may have: see inspect_pragma.h. */
#include "inspect_pragma.h"
#include <string.h>
#include "inspect_lists.h"
#include "inspect_text.h"

/* Of all pragmas of a compiler's own only these. */
static bool is_of_compiler(const char *first, const char *second)
{
    return (!strcmp(first, "GCC") && is_listed(second, pragmas_of_gcc)) ||
           (!strcmp(first, "clang") && is_listed(second, pragmas_of_clang));
}

void check_pragma(const char *at)
{
    char word[64], second[64];
    size_t length = copy_word(at, word, sizeof word);
    copy_word(skip_blanks(at + length), second, sizeof second);
    if (!is_listed(word, pragmas) && !is_of_compiler(word, second))
        refuse(at, "#pragma %s: not one that a hand-in needs", word);
}

const char *behind_clang(const char *at)
{
    char word[64];
    const char *name = at + strspn(at, " \t");
    size_t length = copy_word(name, word, sizeof word);
    return strcmp(word, "clang") ? at : name + length;
}

/* Words, numbers and what a warning's name is written with: \"-Wunused\". */
static size_t plain_length(const char *at)
{
    size_t length = 0;
    for (;;) {
        bool is_quote = at[length] == '\\' && at[length + 1] == '"';
        if (!is_quote && !is_in_word(at[length]) && at[length] != ' ' && at[length] != '-')
            return length;
        length += is_quote ? 2 : 1;
    }
}

const char *behind_pragma(const char *at)
{
    const char *open = skip_blanks(at + strlen("_Pragma"));
    const char *quote = *open == '(' ? skip_blanks(open + 1) : open;
    const char *end = *quote == '"' ? behind_literal(quote) : quote;
    const char *close = skip_blanks(end);
    if (end == quote || quote + 1 + plain_length(quote + 1) + 1 != end || *close != ')')
        refuse(at, "_Pragma: not in a hand-in, but with the text of a #pragma behind it");
    check_pragma(skip_blanks(quote + 1));
    return close + 1;
}
