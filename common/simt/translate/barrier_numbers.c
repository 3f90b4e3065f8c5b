/* Numbers the barriers of one line, which are told apart by their lines:
 *
 *   if (i < 32) __syncthreads(); else __syncthreads();
 *   if (i < 32) __syncthreads(); else __syncthreads(__builtin_FILE(), SIMT_BARRIER(1));
 *
 * All those of a macro stand in the line that uses it. */
#include "translate/passes.h"
#include "translate/tokens.h"
#include <stdio.h>

static bool is_barrier(const struct source *s, int i)
{
    return is(s, i, "__syncthreads") && is(s, next(s, i), "(") &&
           is(s, next(s, next(s, i)), ")") && !s->tokens[i].inert;
}

/* Whether what stands at both tokens is compiled as one line. */
static bool share_line(const struct source *s, int a, int b)
{
    if (s->tokens[a].region != MAIN && s->tokens[a].region == s->tokens[b].region)
        return true;
    return s->tokens[a].line == s->tokens[b].line;
}

void number_barriers(struct source *s)
{
    char text[100];

    for (int i = 0, last = -1, number = 0; i < s->count; i++) {
        if (!is_barrier(s, i))
            continue;
        number = last >= 0 && share_line(s, last, i) ? number + 1 : 0;
        last = i;
        if (!number)
            continue;
        snprintf(text, sizeof text, "__builtin_FILE(), SIMT_BARRIER(%d)", number);
        insert_after(s, next(s, i), text);
    }
}
