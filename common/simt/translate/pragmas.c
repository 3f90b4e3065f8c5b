/* A #pragma that no compiler knows does nothing, and g++ says nothing of it: the options have
 * to leave `#pragma unroll` alone. One that is spelled almost so becomes a warning in its line.
 *
 *   #pragma unrol
 *   #pragma GCC warning "#pragma unrol is unknown and does nothing: is #pragma unroll meant?"
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "translate/passes.h"
#include "translate/tokens.h"

#define LONGEST 32 /* names that are longer are no misspelt unroll */

/* Whether one letter less, one more, one exchanged or two turned make `meant` of `word`. */
static bool is_near(const char *word, const char *meant)
{
    size_t same = 0, end = 0, n = strlen(word), m = strlen(meant);

    while (same < n && same < m && word[same] == meant[same])
        same++;
    while (end < n - same && end < m - same && word[n - 1 - end] == meant[m - 1 - end])
        end++;
    n -= same + end;
    m -= same + end;
    return (n <= 1 && m <= 1) ||
           (n == 2 && m == 2 && word[same] == meant[same + 1] && word[same + 1] == meant[same]);
}

static bool is_misspelt(const struct source *s, int i)
{
    const struct token *t = &s->tokens[i];
    char word[LONGEST];
    size_t n = 0;

    if (t->kind != IDENTIFIER || t->length >= LONGEST || is(s, i, "unroll") ||
        is(s, i, "nounroll"))
        return false;
    for (; n < t->length; n++)
        word[n] = (char)tolower((unsigned char)t->text[n]);
    word[n] = '\0';
    return is_near(word, "unroll");
}

static void warn_at(struct source *s, int i)
{
    char text[200];

    snprintf(text, sizeof text,
             "GCC warning \"#pragma %.*s is unknown and does nothing: is #pragma unroll "
             "meant?\" //",
             text_length(s, i), s->tokens[i].text);
    replace(s, i, text);
}

void tell_pragmas(struct source *s)
{
    for (int i = 0; i + 2 < s->count; i++)
        if (s->tokens[i + 1].inert && is(s, i, "#") && is(s, i + 1, "pragma") &&
            s->tokens[i + 2].region == s->tokens[i].region && is_misspelt(s, i + 2))
            warn_at(s, i + 2);
}
