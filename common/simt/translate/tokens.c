/* Cuts a .cu into tokens, before preprocessing: comments, strings, raw strings, character
 * literals, digit separators and line splices are all taken for what they are. */
#include "translate/tokens.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct conditional {
    bool outer_dead, outer_alternative;
    bool only_first; /* #if 1: what comes after #else is dead */
    bool taken;      /* some branch so far counts */
    int first;       /* the # of its #if */
};

struct lexer {
    struct source *s;
    size_t at, size; /* in s->clean */
    size_t counted;  /* bytes of the source whose newlines are counted in line */
    int line;
    bool line_start;
    bool dead, alternative;
    int directives;
    int directive; /* first token of the directive being read, or -1 */
    int guards;    /* 1 inside of a header's include guard, which is no condition */
    struct conditional *stack;
    int depth;
};

/* --- phase 2: line splices ---------------------------------------------------------------- */

/* Length of the splice at `at`: a backslash, blanks (which compilers forgive), a newline. */
static size_t splice_length(const struct source *s, size_t at)
{
    size_t end = at + 1;

    if (s->bytes[at] != '\\')
        return 0;
    while (end < s->size && strchr(" \t\r", s->bytes[end]) && s->bytes[end])
        end++;
    return end < s->size && s->bytes[end] == '\n' ? end + 1 - at : 0;
}

/* Length of the mark that editors on Windows put before a text in UTF-8, or 0. */
static size_t mark_length(const struct source *s)
{
    return s->size >= 3 && !memcmp(s->bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
}

static size_t join_lines(struct source *s)
{
    size_t size = 0, length;

    s->clean = malloc(s->size + 1);
    s->origin = malloc((s->size + 1) * sizeof *s->origin);
    if (!s->clean || !s->origin)
        abort();
    for (size_t at = mark_length(s); at < s->size; at += length) {
        length = splice_length(s, at);
        if (length)
            continue;
        s->clean[size] = s->bytes[at];
        s->origin[size++] = at;
        length = 1;
    }
    s->clean[size] = 0;
    s->origin[size] = s->size;
    return size;
}

/* --- characters --------------------------------------------------------------------------- */

static char peek(const struct lexer *l, size_t ahead)
{
    return l->at + ahead < l->size ? l->s->clean[l->at + ahead] : 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

static int line_of(struct lexer *l, size_t byte)
{
    for (; l->counted < byte; l->counted++)
        l->line += l->s->bytes[l->counted] == '\n';
    return l->line;
}

/* --- tokens ------------------------------------------------------------------------------- */

/* Keeps the token from `begin` to here. Dead code is dropped, since no compiler reads it. */
static void add_token(struct lexer *l, enum token_kind kind, size_t begin)
{
    struct source *s = l->s;
    struct token *t;
    int line = line_of(l, s->origin[begin]);

    if (l->dead && l->directive < 0)
        return;
    s->tokens = grow(s->tokens, s->count, sizeof *s->tokens);
    t = &s->tokens[s->count++];
    *t = (struct token){.kind = kind,
                        .text = s->clean + begin,
                        .length = l->at - begin,
                        .begin = s->origin[begin],
                        .end = s->origin[l->at - 1] + 1,
                        .line = line,
                        .region = MAIN,
                        .match = -1,
                        .inert = l->directive >= 0,
                        .conditional = l->depth > l->guards};
    if (l->directive >= 0)
        t->region = 2 * l->directives;
    else if (l->alternative)
        t->region = 2 * l->directives + 1;
}

/* Reads a string or character literal whose opening quote is next. It ends with its line at the
 * latest: the apostrophe in the text of an #error opens none. */
static void read_literal(struct lexer *l, size_t begin)
{
    char quote = peek(l, 0);

    for (l->at++; l->at < l->size && peek(l, 0) != '\n'; l->at++) {
        if (peek(l, 0) == '\\' && peek(l, 1) != '\n' && l->at + 1 < l->size)
            l->at++;
        else if (peek(l, 0) == quote) {
            l->at++;
            break;
        }
    }
    add_token(l, STRING, begin);
}

/* Returns the byte behind the raw string whose opening quote is at `quote`, or 0 if it is none.
 * It reads the bytes as they are, since lines are not joined in a raw string. */
static size_t raw_string_end(const struct source *s, size_t quote)
{
    const char *delimiter = s->bytes + quote + 1;
    size_t length = 0, left = s->size - quote - 1;

    while (length < left && length <= 16 && !strchr("( )\\\t\n\"", delimiter[length]))
        length++;
    if (length == left || delimiter[length] != '(')
        return 0;
    for (size_t at = quote + 1 + length; at + length + 1 < s->size; at++)
        if (s->bytes[at] == ')' && !memcmp(s->bytes + at + 1, delimiter, length) &&
            s->bytes[at + length + 1] == '"')
            return at + length + 2;
    return s->size;
}

static void read_raw_string(struct lexer *l, size_t begin)
{
    size_t end = raw_string_end(l->s, l->s->origin[l->at]);

    if (!end) {
        read_literal(l, begin);
        return;
    }
    while (l->at < l->size && l->s->origin[l->at] < end)
        l->at++;
    add_token(l, STRING, begin);
}

static bool is_prefix(const char *text, size_t length, const char *const *prefixes)
{
    for (; *prefixes; prefixes++)
        if (strlen(*prefixes) == length && !memcmp(text, *prefixes, length))
            return true;
    return false;
}

static void read_identifier(struct lexer *l)
{
    static const char *const raw[] = {"R", "u8R", "uR", "UR", "LR", NULL};
    static const char *const encoding[] = {"u8", "u", "U", "L", NULL};
    const char *text = l->s->clean + l->at;
    size_t begin = l->at, length;

    while (is_word(peek(l, 0)))
        l->at++;
    length = l->at - begin;
    if (peek(l, 0) == '"' && is_prefix(text, length, raw))
        read_raw_string(l, begin);
    else if ((peek(l, 0) == '"' || peek(l, 0) == '\'') && is_prefix(text, length, encoding))
        read_literal(l, begin);
    else
        add_token(l, IDENTIFIER, begin);
}

/* 1e+3 comes as three tokens, which does no harm here; 1'000 must not begin a character. */
static void read_number(struct lexer *l)
{
    size_t begin = l->at;

    while (is_word(peek(l, 0)) || peek(l, 0) == '.' ||
           (peek(l, 0) == '\'' && is_word(peek(l, 1))))
        l->at++;
    add_token(l, NUMBER, begin);
}

/* Returns the length of `<< <`, or 0. nvcc takes it for <<<, and C++ has no other use of it. */
static size_t parted_launch(const struct lexer *l)
{
    size_t length = 2;

    if (peek(l, 0) != '<' || peek(l, 1) != '<')
        return 0;
    while (peek(l, length) == ' ' || peek(l, length) == '\t')
        length++;
    return length > 2 && peek(l, length) == '<' && peek(l, length + 1) != ':' ? length + 1 : 0;
}

static void read_parted_launch(struct lexer *l, size_t length)
{
    struct source *s = l->s;
    size_t begin = l->at;
    int count = s->count;

    l->at += length;
    add_token(l, PUNCTUATOR, begin);
    if (s->count == count)
        return;
    s->tokens[count].text = "<<<";
    s->tokens[count].length = 3;
}

/* Each `>` becomes a token of its own, since only its place tells what `>>` and `>>>` mean. */
static void read_punctuator(struct lexer *l)
{
    static const char *const long_ones[] = {
        "<<<", ">>=", "<<=", "->*", "...", "<<", "<=", ">=", "->", "::", "##", "&&", "||",
        "==",  "!=",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "++", "--", NULL};
    size_t begin = l->at, length = 1;

    if (parted_launch(l)) {
        read_parted_launch(l, parted_launch(l));
        return;
    }
    for (const char *const *p = long_ones; *p && length == 1; p++)
        if (l->size - l->at >= strlen(*p) && !memcmp(l->s->clean + l->at, *p, strlen(*p)))
            length = strlen(*p);
    l->at += length;
    add_token(l, PUNCTUATOR, begin);
}

/* --- directives --------------------------------------------------------------------------- */

static void begin_directive(struct lexer *l)
{
    l->directives++;
    l->directive = l->s->count;
    read_punctuator(l);
}

/* What follows a #define's name and parameters is code, and is no longer inert. */
static void open_definition(struct source *s, int first)
{
    int i = first + 2;

    if (i >= s->count)
        return;
    s->macros = grow(s->macros, s->macro_count, sizeof *s->macros);
    s->macros[s->macro_count++] = i;
    i++;
    if (i < s->count && is(s, i, "(") && touch(s, i - 1, i))
        while (i < s->count && !is(s, i++, ")"))
            ;
    for (; i < s->count; i++)
        s->tokens[i].inert = false;
}

static void open_conditional(struct lexer *l, int first)
{
    struct source *s = l->s;
    bool literal = is(s, first + 1, "if") && s->count == first + 3;
    bool never = literal && (is(s, first + 2, "0") || is(s, first + 2, "false"));
    struct conditional c = {l->dead, l->alternative, false, !never, first};

    c.only_first = literal && (is(s, first + 2, "1") || is(s, first + 2, "true"));
    l->stack = grow(l->stack, l->depth, sizeof *l->stack);
    l->stack[l->depth++] = c;
    l->dead |= never;
}

static void next_branch(struct lexer *l)
{
    struct conditional *c = &l->stack[l->depth - 1];

    if (!c->outer_dead)
        l->s->tokens[c->first].has_else = true;
    l->dead = c->outer_dead || c->only_first;
    l->alternative = c->outer_alternative || c->taken;
    c->taken = true;
}

static void close_conditional(struct lexer *l)
{
    struct conditional *c = &l->stack[--l->depth];

    l->dead = c->outer_dead;
    l->alternative = c->outer_alternative;
    if (!l->depth)
        l->guards = 0;
}

/* Whether `#ifndef X` and `#define X` open the file. */
static bool begins_guard(const struct source *s, int first)
{
    return first == 3 && is(s, 1, "ifndef") && same_text(s, 2, first + 2);
}

static void end_directive(struct lexer *l)
{
    static const char *const opening[] = {"if", "ifdef", "ifndef", NULL};
    static const char *const another[] = {"else", "elif", NULL};
    int first = l->directive, name = first + 1;
    bool was_dead = l->dead;

    l->directive = -1;
    if (first < 0 || name >= l->s->count)
        return;
    if (is_one_of(l->s, name, opening))
        open_conditional(l, first);
    else if (l->depth && is_one_of(l->s, name, another))
        next_branch(l);
    else if (l->depth && is(l->s, name, "endif"))
        close_conditional(l);
    else if (is(l->s, name, "define") && !was_dead) {
        open_definition(l->s, first);
        l->guards |= begins_guard(l->s, first);
    }
    if (was_dead)
        l->s->count = first;
}

/* --- the whole file ----------------------------------------------------------------------- */

static void skip_comment(struct lexer *l)
{
    bool line_comment = peek(l, 1) == '/';

    for (l->at += 2; l->at < l->size; l->at++) {
        if (line_comment && peek(l, 0) == '\n')
            return;
        if (!line_comment && peek(l, 0) == '*' && peek(l, 1) == '/') {
            l->at += 2;
            return;
        }
    }
}

static void read_any(struct lexer *l)
{
    char c = peek(l, 0);

    if (c == '#' && l->line_start && l->directive < 0)
        begin_directive(l);
    else if (c == '"' || c == '\'')
        read_literal(l, l->at);
    else if (is_digit(c) || (c == '.' && is_digit(peek(l, 1))))
        read_number(l);
    else if (is_word(c))
        read_identifier(l);
    else
        read_punctuator(l);
    l->line_start = false;
}

static void read_next(struct lexer *l)
{
    char c = peek(l, 0);

    if (c == '\n') {
        end_directive(l);
        l->line_start = true;
        l->at++;
    } else if (c && strchr(" \t\r\v\f", c)) {
        l->at++;
    } else if (c == '/' && (peek(l, 1) == '/' || peek(l, 1) == '*')) {
        skip_comment(l);
    } else {
        read_any(l);
    }
}

/* --- brackets ----------------------------------------------------------------------------- */

static bool closes(const struct source *s, int open, int close)
{
    return (is(s, open, "(") && is(s, close, ")")) || (is(s, open, "[") && is(s, close, "]")) ||
           (is(s, open, "{") && is(s, close, "}"));
}

static void match_token(struct source *s, int i, int *stack, int *depth)
{
    static const char *const opening[] = {"(", "[", "{", NULL};
    static const char *const closing[] = {")", "]", "}", NULL};

    if (is_one_of(s, i, opening)) {
        stack[(*depth)++] = i;
    } else if (is_one_of(s, i, closing)) {
        if (*depth && closes(s, stack[*depth - 1], i)) {
            s->tokens[i].match = stack[--*depth];
            s->tokens[s->tokens[i].match].match = i;
        } else if (s->tokens[i].region == MAIN) {
            s->balanced = false;
        }
    }
}

static void match_brackets(struct source *s)
{
    int *main_stack = grow(NULL, s->count, sizeof *main_stack);
    int *stack = grow(NULL, s->count, sizeof *stack);
    int main_depth = 0, depth = 0, region = MAIN;

    s->balanced = true;
    for (int i = 0; i < s->count; i++) {
        if (s->tokens[i].region != region)
            depth = 0;
        region = s->tokens[i].region;
        if (region == MAIN)
            match_token(s, i, main_stack, &main_depth);
        else
            match_token(s, i, stack, &depth);
    }
    s->balanced = s->balanced && !main_depth;
    free(main_stack);
    free(stack);
}

void tokenize(struct source *s)
{
    struct lexer l = {.s = s, .line = 1, .line_start = true, .directive = -1};

    l.size = join_lines(s);
    while (l.at < l.size)
        read_next(&l);
    end_directive(&l);
    free(l.stack);
    match_brackets(s);
}

/* --- questions about tokens --------------------------------------------------------------- */

int next(const struct source *s, int i)
{
    int j = i + 1;

    if (i < 0)
        return -1;
    while (s->tokens[i].region == MAIN && j < s->count && s->tokens[j].region != MAIN)
        j++;
    return j < s->count && s->tokens[j].region == s->tokens[i].region ? j : -1;
}

int previous(const struct source *s, int i)
{
    int j = i - 1;

    if (i < 0)
        return -1;
    while (s->tokens[i].region == MAIN && j >= 0 && s->tokens[j].region != MAIN)
        j--;
    if (j < 0 || s->tokens[j].region != s->tokens[i].region)
        return -1;
    return s->tokens[j].inert ? -1 : j;
}

bool is(const struct source *s, int i, const char *text)
{
    return i >= 0 && s->tokens[i].length == strlen(text) &&
           !memcmp(s->tokens[i].text, text, s->tokens[i].length);
}

bool is_one_of(const struct source *s, int i, const char *const *words)
{
    for (; *words; words++)
        if (is(s, i, *words))
            return true;
    return false;
}

bool same_text(const struct source *s, int i, int j)
{
    if (i < 0 || j < 0)
        return false;
    return s->tokens[i].length == s->tokens[j].length &&
           !memcmp(s->tokens[i].text, s->tokens[j].text, s->tokens[i].length);
}

int text_length(const struct source *s, int i)
{
    return (int)s->tokens[i].length;
}

bool is_name(const struct source *s, int i)
{
    static const char *const keywords[] = {
        "return", "else", "do",    "case",    "throw",  "new",      "delete",  "goto",
        "if",     "for",  "while", "switch",  "sizeof", "using",    "typedef", "and",
        "or",     "not",  "catch", "alignof", "try",    "operator", NULL};

    return i >= 0 && s->tokens[i].kind == IDENTIFIER && !is_one_of(s, i, keywords);
}

bool touch(const struct source *s, int i, int j)
{
    return i >= 0 && j >= 0 && s->tokens[i].text + s->tokens[i].length == s->tokens[j].text;
}

/* Takes one step, forwards or backwards, and goes round what brackets enclose. */
static int step(const struct source *s, int i, bool forward)
{
    int match = s->tokens[i].match;

    if (match >= 0 && (match > i) == forward)
        i = match;
    return forward ? next(s, i) : previous(s, i);
}

static int angle_partner(const struct source *s, int i, bool forward)
{
    static const char *const ends[] = {";", "{", "}", "(", ")", "[", "]", "<<<", NULL};
    const char *deeper = forward ? "<" : ">", *shallower = forward ? ">" : "<";
    int depth = 0, patience = 10000; /* bounds the work on junk */

    for (; i >= 0 && patience--; i = step(s, i, forward)) {
        int match = s->tokens[i].match;

        if (is(s, i, deeper))
            depth++;
        else if (is(s, i, shallower) && !--depth)
            return i;
        else if (is_one_of(s, i, ends) && (match < 0 || (match > i) != forward))
            return -1;
    }
    return -1;
}

int enclosing_bracket(const struct source *s, int i)
{
    for (i = previous(s, i); i >= 0 && s->tokens[i].match <= i; i = previous(s, i))
        if (s->tokens[i].match >= 0)
            i = s->tokens[i].match;
    return i;
}

int statement_end(const struct source *s, int i)
{
    for (; i >= 0 && !is(s, i, ";"); i = next(s, i)) {
        if (s->tokens[i].match > i)
            i = s->tokens[i].match;
        else if (s->tokens[i].match >= 0)
            return -1;
    }
    return i;
}

int angle_open(const struct source *s, int i)
{
    return angle_partner(s, i, false);
}

int angle_close(const struct source *s, int i)
{
    return angle_partner(s, i, true);
}

int group_end(const struct source *s, int i)
{
    if (s->tokens[i].match > i)
        return s->tokens[i].match;
    return is(s, i, "<") ? angle_close(s, i) : i;
}

bool is_attribute(const struct source *s, int i)
{
    static const char *const attributes[] = {
        "__align__",  "alignas",     "__attribute__",     "__attribute",      "__declspec",
        "decltype",   "noexcept",    "__launch_bounds__", "__cluster_dims__", "typeof",
        "__typeof__", "__maxnreg__", "__block_size__",    "explicit",         "__alignas__",
        "_Alignas",   NULL};

    return is_one_of(s, i, attributes);
}
