/* Makes C++ of a program's inline PTX, whatever its number of instructions: a function without
 * a name, in which each instruction is a call of others/ptx.h at its own line.
 *
 *   asm volatile("{ .reg .pred p;\n"           [](auto &&x0, auto &&x1) { ... bool r_p;
 *                "setp.ne.b32 p, %1, 0;\n"       { const bool holds = ... }
 *                "@p mov.b32 %0, 7; }"           if (r_p) { ::simt::ptx_put(p0, ...); }
 *                : "+r"(x) : "r"(a));            ... }((x), (a));
 *
 * A register is a whole number of its width. What is not known is refused by name (bodies.c).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/ptx.h"
#include "translate/tokens.h"

struct block {
    int begin, open, close; /* the word asm, and the parentheses */
    int strings;            /* the first string */
    int behind;             /* what stands behind the text: the first colon, or `close` */
    int outputs;
    bool reads[PTX_OPERANDS]; /* "+r" */
    bool has_label;
    struct ptx_names names;
    struct ptx_statement failed; /* the last one that was read */
};

/* --- its operands ------------------------------------------------------------------------- */

static int colons(const struct source *s, int i)
{
    return is(s, i, "::") ? 2 : is(s, i, ":");
}

/* "=r" or "+l" of an output, "f" or "n" of an input: the letter counts. */
static bool take_constraint(const struct source *s, int i, struct block *b, bool is_output)
{
    const char *text = s->tokens[i].text + 1;
    int number = b->names.operand_count;
    char letter;

    if (number == PTX_OPERANDS || (is_output && !strchr("=+", *text)))
        return false;
    b->reads[number] = !is_output || *text == '+';
    text += strspn(text, "=+&");
    letter = *text;
    if (!strchr("hrlfdn", letter) || text[1] != '"')
        return false;
    b->names.operands[number] = letter;
    b->names.operand_count++;
    b->outputs += is_output;
    return true;
}

static bool read_operands(const struct source *s, struct block *b)
{
    int part = 0;

    for (int i = b->behind; i >= 0 && i != b->close; i = next(s, i)) {
        part += colons(s, i);
        if (part > 3 || (part < 3 && is(s, i, "[")))
            return false;
        if (part == 3 || colons(s, i) || is(s, i, ","))
            continue;
        if (s->tokens[i].kind == STRING ? !take_constraint(s, i, b, part == 1) : !is(s, i, "("))
            return false;
        if (is(s, i, "("))
            i = s->tokens[i].match;
    }
    return true;
}

static bool find_block(const struct source *s, int i, struct block *b)
{
    static const char *const words[] = {"asm", "__asm__", "__asm", NULL};
    static const char *const qualifiers[] = {"volatile", "__volatile__", NULL};

    if (!is_one_of(s, i, words) || s->tokens[i].inert)
        return false;
    *b = (struct block){.begin = i};
    for (i = next(s, i); is_one_of(s, i, qualifiers); i = next(s, i))
        continue;
    b->open = i;
    b->close = is(s, i, "(") ? s->tokens[i].match : -1;
    b->strings = next(s, i);
    return b->close > i;
}

/* --- its code ----------------------------------------------------------------------------- */

struct code {
    struct source *edited; /* NULL if nothing is to be written yet */
    int token;             /* the string for which `bytes` are */
    char bytes[8192];
    size_t used;
};

static void flush(struct code *c)
{
    if (c->edited && c->used)
        insert_before(c->edited, c->token, c->bytes);
    c->used = 0;
}

static void say(struct code *c, int token, const char *text)
{
    if (token != c->token || c->used + strlen(text) + 1 > sizeof c->bytes)
        flush(c);
    c->token = token;
    c->used += (size_t)snprintf(c->bytes + c->used, sizeof c->bytes - c->used, "%s", text);
}

/* Notes what a declaration names: `.reg .b32 a, b<4>`, and declares it. */
static bool declare(struct block *b, struct code *c, const struct ptx_statement *statement,
                    char *text)
{
    char *names[PTX_PARTS], *type = strtok(text, " \t\n"),
                            *list = type ? strtok(NULL, "") : NULL;
    char line[400], result[100];
    int count = list ? ptx_split(list, ',', names, PTX_PARTS) : 0;

    if (!count || type[0] != '.' || !ptx_register_type(type + 1))
        return false;
    for (int k = 0; k < count; k++) {
        struct ptx_register *one = &b->names.registers[b->names.register_count];
        char *many = strchr(names[k], '<');

        if (b->names.register_count + 1 >= PTX_REGISTERS ||
            strlen(names[k]) >= sizeof one->name)
            return false;
        one->many = many ? atoi(many + 1) : 0;
        if (one->many < 0 || one->many > PTX_REGISTERS)
            return false;
        snprintf(one->name, sizeof one->name, "%.*s", (int)strcspn(names[k], "<"), names[k]);
        b->names.register_count++;
        for (int n = 0; n < (many ? one->many : 1); n++) {
            snprintf(line, sizeof line, many ? "%s%d" : "%s", one->name, n);
            ptx_result(&b->names, line, result, sizeof result);
            snprintf(line, sizeof line, "%s %s%s; (void)%s; ", ptx_register_type(type + 1),
                     result, b->has_label ? "" : " = 0", result);
            say(c, statement->token, line);
        }
    }
    return true;
}

/* The instruction without its predicate. */
static bool write_instruction(struct block *b, char *text, char *out, size_t size)
{
    struct ptx_instruction instruction = {.names = &b->names};
    char *operands = text + strcspn(text, " \t\n"), copy[512];

    snprintf(copy, sizeof copy, "%.*s", (int)(operands - text), text);
    instruction.word_count = ptx_split(copy, '.', instruction.words, PTX_PARTS);
    if (!instruction.word_count)
        return false;
    if (!strcmp(copy, "bra")) {
        while (isspace((unsigned char)*operands))
            operands++;
        return snprintf(out, size, "goto l_%s;", operands) > 0;
    }
    instruction.operand_count = ptx_split(operands, ',', instruction.operands, PTX_PARTS);
    return ptx_write(&instruction, out, size);
}

/* `@p` or `@!p` becomes an if. */
static bool write_predicate(struct block *b, struct code *c, int token, char **text)
{
    char name[60], value[100], line[200];
    bool negated;
    size_t length;

    if (**text != '@')
        return true;
    negated = (*text)[1] == '!';
    *text += 1 + negated;
    length = strcspn(*text, " \t\n");
    snprintf(name, sizeof name, "%.*s", (int)length, *text);
    *text += length + strspn(*text + length, " \t\n");
    if (!ptx_value(&b->names, name, value, sizeof value))
        return false;
    snprintf(line, sizeof line, "if (%s%s) ", negated ? "!" : "", value);
    say(c, token, line);
    return true;
}

static bool write_statement(struct block *b, struct code *c, struct ptx_statement *statement)
{
    char line[4096], copy[sizeof statement->text], *text = copy;

    memcpy(copy, statement->text, sizeof copy);
    if (!strcmp(text, "{") || !strcmp(text, "}")) {
        say(c, statement->token, text);
        return true;
    }
    if (text[statement->length - 1] == ':') {
        snprintf(line, sizeof line, "l_%.*s:; ", (int)strcspn(text, ": \t"), text);
        say(c, statement->token, line);
        return true;
    }
    if (!strncmp(text, ".reg ", 5) || !strncmp(text, ".reg\t", 5))
        return declare(b, c, statement, text + 5);
    if (!write_predicate(b, c, statement->token, &text) ||
        !write_instruction(b, text, line, sizeof line - 10))
        return false;
    say(c, statement->token, "{ ");
    say(c, statement->token, line);
    say(c, statement->token, " } ");
    return true;
}

static bool write_statements(const struct ptx_text *t, struct block *b, struct code *c)
{
    int at = 0;

    while (ptx_next_statement(t, &at, &b->failed))
        if (!write_statement(b, c, &b->failed))
            return false;
    flush(c);
    return true;
}

static bool has_label(const struct ptx_text *t)
{
    struct ptx_statement statement;
    int at = 0;

    while (ptx_next_statement(t, &at, &statement))
        if (statement.text[statement.length - 1] == ':')
            return true;
    return false;
}

/* --- the function around it --------------------------------------------------------------- */

static const char *type_of(char letter)
{
    return letter == 'h'          ? "uint16_t"
           : letter == 'n'        ? "long long"
           : strchr("rf", letter) ? "uint32_t"
                                  : "uint64_t";
}

/* [](auto &&x0) { uint32_t p0 = ...; */
static void begin_function(struct block *b, struct code *c)
{
    char line[120];

    say(c, b->strings, "[](");
    for (int i = 0; i < b->names.operand_count; i++) {
        snprintf(line, sizeof line, "%sauto &&x%d", i ? ", " : "", i);
        say(c, b->strings, line);
    }
    say(c, b->strings, ") __attribute__((always_inline)) { ");
    for (int i = 0; i < b->names.operand_count; i++) {
        const char *type = type_of(b->names.operands[i]);

        snprintf(line, sizeof line,
                 b->reads[i] ? "%s p%d = ::simt::ptx_operand<%s>(x%d); " : "%s p%d = 0; ", type,
                 i, type, i);
        say(c, b->strings, line);
    }
}

static void end_function(struct block *b, struct code *c, int token)
{
    char line[80];

    for (int i = 0; i < b->outputs; i++) {
        snprintf(line, sizeof line, "::simt::ptx_give(x%d, p%d); ", i, i);
        say(c, token, line);
    }
    say(c, token, "}(");
    flush(c);
}

/* The operands stay where they are, as arguments; the strings and the colons go. */
static void pass_operands(struct source *s, const struct block *b)
{
    int part = 0, before = b->outputs;

    for (int i = b->begin; i != b->open; i = next(s, i))
        replace(s, i, "");
    replace(s, b->open, "");
    for (int i = b->strings; i != b->close; i = next(s, i)) {
        int count = colons(s, i);

        part += count;
        if (count || s->tokens[i].kind == STRING || (part > 2 && is(s, i, ",")))
            replace(s, i,
                    count && part == 2 && before && b->names.operand_count > before ? "," : "");
        else if (is(s, i, "(")) {
            i = s->tokens[i].match;
            if (part < 3 && s->tokens[next(s, i)].kind == STRING)
                replace(s, i, "),"); /* nvcc needs no comma there */
        }
    }
}

/* A text of blanks keeps a compiler from moving accesses, and is the compiler's. */
static bool has_statement(const struct ptx_text *t)
{
    struct ptx_statement statement;
    int at = 0;

    return ptx_next_statement(t, &at, &statement);
}

static bool is_empty(const struct source *s, int i)
{
    struct block b;
    struct ptx_text t;
    bool empty;

    if (!find_block(s, i, &b))
        return false;
    ptx_read_text(s, b.strings, &t, &b.behind);
    empty = b.behind != b.strings && !has_statement(&t);
    ptx_free_text(&t);
    return empty;
}

/* --- the pass ----------------------------------------------------------------------------- */

/* Reads the block; writes it where `edited` is the source. */
static bool take_block(const struct source *s, int i, struct block *b, struct source *edited)
{
    struct ptx_text t;
    struct code c = {.edited = edited};
    bool known;

    if (!find_block(s, i, b))
        return false;
    ptx_read_text(s, b->strings, &t, &b->behind);
    b->has_label = has_label(&t);
    known = b->behind >= 0 && has_statement(&t) && read_operands(s, b);
    c.token = b->strings;
    if (known) {
        begin_function(b, &c);
        known = write_statements(&t, b, &c);
        end_function(b, &c, known ? previous(s, b->behind) : b->strings);
    }
    ptx_free_text(&t);
    if (known && edited)
        pass_operands(edited, b);
    return known;
}

/* What of the block is not known: the name of an instruction, without its predicate. */
static void name_failed(const struct block *b, char *list, size_t size)
{
    const char *text = b->failed.text;

    if (*text == '@')
        text += strcspn(text, " \t\n"), text += strspn(text, " \t\n");
    snprintf(list, size, *text ? " of %.*s" : "%.*s", (int)strcspn(text, " \t\n;"), text);
}

/* The first instruction of a hand-in's, which has none that are known. */
static void find_first(const struct source *s, struct block *b)
{
    struct ptx_text t;
    int at = 0;

    ptx_read_text(s, b->strings, &t, &b->behind);
    while (ptx_next_statement(&t, &at, &b->failed))
        if (isalpha((unsigned char)b->failed.text[0]) || b->failed.text[0] == '@')
            break;
    ptx_free_text(&t);
}

int unknown_assembly(const struct source *s, int i, char *list, size_t size)
{
    struct block b;

    list[0] = 0;
    if (!find_block(s, i, &b))
        return i;
    if (!s->is_program)
        find_first(s, &b);
    else if (is_matrix_assembly(s, i) || is_empty(s, i) || take_block(s, i, &b, NULL))
        return -1;
    name_failed(&b, list, size);
    return b.failed.length ? b.failed.token : i;
}

void translate_ptx(struct source *s)
{
    struct block b;

    for (int i = 0; s->is_program && i < s->count; i++)
        if (!is_matrix_assembly(s, i) && take_block(s, i, &b, NULL))
            take_block(s, i, &b, s);
}
