/* The text of inline PTX: the characters of its string tokens, and what they are cut into. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "translate/ptx.h"
#include "translate/tokens.h"

/* --- characters --------------------------------------------------------------------------- */

static void add(struct ptx_text *t, char c, int token)
{
    t->bytes = grow(t->bytes, t->length, 1);
    t->tokens = grow(t->tokens, t->length, sizeof *t->tokens);
    t->bytes[t->length] = c;
    t->tokens[t->length++] = token;
}

/* What stands in the quotes of token i. \n ends a line, other escapes are blanks, %% is %. */
static void add_string(struct ptx_text *t, const struct source *s, int i)
{
    const char *at = s->tokens[i].text + 1, *end = s->tokens[i].text + s->tokens[i].length - 1;

    for (; at < end; at++) {
        bool escape = *at == '\\' && at + 1 < end, twice = *at == '%' && at[1] == '%';

        at += escape || twice;
        add(t, !escape ? *at : *at == 'n' ? '\n' : ' ', i);
    }
}

/* A comment counts as blanks. */
static void blank_comments(struct ptx_text *t)
{
    for (char *at = t->bytes; *at; at++) {
        const char *end = !strncmp(at, "//", 2)   ? strchr(at, '\n')
                          : !strncmp(at, "/*", 2) ? strstr(at, "*/")
                                                  : at;

        if (end == at)
            continue;
        end = !end ? at + strlen(at) : *end == '*' ? end + 2 : end;
        memset(at, ' ', (size_t)(end - at));
    }
}

void ptx_read_text(const struct source *s, int i, struct ptx_text *t, int *behind)
{
    *t = (struct ptx_text){.length = 0};
    for (; i >= 0 && s->tokens[i].kind == STRING && s->tokens[i].text[0] == '"'; i = next(s, i))
        add_string(t, s, i);
    *behind = i;
    add(t, 0, i);
    blank_comments(t);
}

void ptx_free_text(struct ptx_text *t)
{
    free(t->bytes);
    free(t->tokens);
}

/* --- statements --------------------------------------------------------------------------- */

static int skip_blanks(const struct ptx_text *t, int at)
{
    while (isspace((unsigned char)t->bytes[at]))
        at++;
    return at;
}

static int skip_name(const struct ptx_text *t, int at)
{
    while (isalnum((unsigned char)t->bytes[at]) ||
           (t->bytes[at] && strchr("_$%", t->bytes[at])))
        at++;
    return at;
}

/* The end of a label at `at`, which is behind its colon; or `at` itself. */
static int label_end(const struct ptx_text *t, int at)
{
    int end = skip_blanks(t, skip_name(t, at));

    return end > at && t->bytes[end] == ':' && t->bytes[end + 1] != ':' ? end + 1 : at;
}

bool ptx_next_statement(const struct ptx_text *t, int *at, struct ptx_statement *statement)
{
    int begin = skip_blanks(t, *at), end;

    while (t->bytes[begin] == ';')
        begin = skip_blanks(t, begin + 1);
    end = t->bytes[begin] == '{' || t->bytes[begin] == '}' ? begin + 1 : label_end(t, begin);
    if (end == begin)
        end += (int)strcspn(t->bytes + begin, ";");
    *at = end + (t->bytes[end] == ';');
    statement->token = t->tokens[begin];
    statement->length = (int)sizeof statement->text - 1;
    if (statement->length > end - begin)
        statement->length = end - begin;
    memcpy(statement->text, t->bytes + begin, (size_t)statement->length);
    statement->text[statement->length] = 0;
    return end > begin;
}

/* --- words -------------------------------------------------------------------------------- */

/* Without the blanks at both ends. */
static char *trim(char *text)
{
    size_t length;

    text += strspn(text, " \t\n");
    for (length = strlen(text); length && isspace((unsigned char)text[length - 1]);)
        text[--length] = 0;
    return text;
}

int ptx_split(char *text, char separator, char **parts, int most)
{
    int count = 0, depth = 0;

    text = trim(text);
    if (!*text)
        return 0;
    for (parts[count++] = text; *text; text++) {
        depth += *text == '{' || *text == '[';
        depth -= *text == '}' || *text == ']';
        if (*text != separator || depth || count == most)
            continue;
        *text = 0;
        parts[count++] = text + 1;
    }
    for (int i = 0; i < count; i++)
        parts[i] = trim(parts[i]);
    return count;
}

bool ptx_is_one_of(const char *word, const char *words)
{
    size_t length = strlen(word);

    for (const char *at = words; length && (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}
