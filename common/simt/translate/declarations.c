/* Finds the functions and variables that a .cu declares at namespace and class scope. It knows
 * as much of C++ as that takes, and leaves alone what it does not understand. */
#include "translate/passes.h"
#include "translate/tokens.h"

#define DEEPEST 200 /* scopes in scopes: what is nested deeper is not read */

/* A declaration while it is being read. */
struct declaration {
    int begin; /* after template<...> */
    int name;
    int parameters; /* the last ( behind a name, so far */
    bool is_template;
    bool is_operator;
    bool is_type;          /* class, struct, union or enum was seen */
    bool has_value;        /* = was seen, and not in operator= */
    bool has_initialisers; /* the : of a constructor was seen */
};

static int read_scope(struct source *s, int i, bool is_class);

static void mark_body(struct source *s, int open)
{
    for (int i = open; i < s->tokens[open].match; i++)
        s->tokens[i].in_function = true;
}

static void add_function(struct source *s, const struct declaration *d, int body, bool is_class)
{
    if (body >= 0)
        mark_body(s, body);
    if (d->parameters < 0 || d->is_operator)
        return;
    s->functions = grow(s->functions, s->function_count, sizeof *s->functions);
    s->functions[s->function_count++] = (struct function){.begin = d->begin,
                                                          .name = d->name,
                                                          .parameters = d->parameters,
                                                          .body = body,
                                                          .is_template = d->is_template,
                                                          .is_member = is_class};
}

static void add_variables(struct source *s, const struct declaration *d, int end, bool is_class)
{
    bool is_function = d->parameters >= 0 || d->is_operator || d->is_template;

    if (is_function || d->begin < 0 || d->begin == end)
        return;
    s->variables = grow(s->variables, s->variables_count, sizeof *s->variables);
    s->variables[s->variables_count++] =
        (struct variables){.begin = d->begin, .end = end, .is_member = is_class};
}

static struct declaration begin_declaration(const struct source *s, int i)
{
    struct declaration d = {.begin = i, .parameters = -1};

    while (is(s, d.begin, "template") && is(s, next(s, d.begin), "<")) {
        d.is_template = true;
        d.begin = next(s, angle_close(s, next(s, d.begin)));
    }
    return d;
}

static bool opens_namespace(const struct source *s, const struct declaration *d, int brace)
{
    int second = next(s, d->begin);

    if (is(s, d->begin, "inline"))
        return is(s, second, "namespace");
    return is(s, d->begin, "namespace") ||
           (is(s, d->begin, "extern") && s->tokens[second].kind == STRING &&
            next(s, second) == brace);
}

/* Whether a brace here opens a function's body, and no type or value. Each a{1} of a
 * constructor counts as a body as well, which does no harm. */
static bool opens_body(const struct declaration *d)
{
    return !d->has_value && (!d->is_type || d->parameters >= 0 || d->is_operator);
}

/* Reads from the { at i. If the declaration ends with its partner, *done becomes true and the
 * token behind it is returned; otherwise the partner itself. */
static int read_brace(struct source *s, struct declaration *d, int i, bool is_class, bool *done)
{
    int close = s->tokens[i].match;

    *done = true;
    if (opens_namespace(s, d, i)) {
        if (s->nesting < DEEPEST)
            read_scope(s, next(s, i), false);
    } else if (opens_body(d)) {
        add_function(s, d, i, is_class);
        add_variables(s, d, i, is_class);
    } else {
        *done = false;
        if (d->is_type && !d->has_value && s->nesting < DEEPEST)
            read_scope(s, next(s, i), true);
    }
    return *done ? next(s, close) : close;
}

/* Returns the function's name if the ( at i opens its parameters, as in f( and f<int>(; or -1.
 */
static int named_by(const struct source *s, int i)
{
    int before = previous(s, i);

    if (is(s, before, ">"))
        before = previous(s, angle_open(s, before));
    return is_name(s, before) && !is_attribute(s, before) ? before : -1;
}

static bool is_known_function(const struct source *s, int i)
{
    for (int f = 0; f < s->function_count; f++)
        if (same_text(s, s->functions[f].name, i))
            return true;
    return false;
}

/* Whether the ( behind the name opens what a variable begins with, as in `pair p(1, 2);`, and
 * no parameters: these begin with a type. */
static bool opens_values(const struct source *s, const struct declaration *d, int name, int i)
{
    static const char *const signs[] = {"-", "+", "!", "~", "{", NULL};
    int first = next(s, i), behind = next(s, s->tokens[i].match);

    if (name == d->begin || s->tokens[d->begin].kind != IDENTIFIER || first < 0 ||
        !(is(s, behind, ";") || is(s, behind, ",")))
        return false;
    return s->tokens[first].kind == NUMBER || s->tokens[first].kind == STRING ||
           is_one_of(s, first, signs) ||
           (is(s, next(s, first), "(") && is_known_function(s, first));
}

static void note_parenthesis(const struct source *s, struct declaration *d, int i)
{
    int name = named_by(s, i);

    if (name < 0 || d->has_value || d->has_initialisers)
        return;
    if (d->parameters < 0 && opens_values(s, d, name, i)) {
        d->has_value = true;
        return;
    }
    d->name = name;
    d->parameters = i;
}

static void note_token(const struct source *s, struct declaration *d, int i)
{
    static const char *const types[] = {"class", "struct", "union", "enum", NULL};
    int before = previous(s, i);

    if (is_one_of(s, i, types))
        d->is_type = true;
    else if (is(s, i, "=") && !is(s, before, "operator"))
        d->has_value = true;
    else if (is(s, i, "operator"))
        d->is_operator = true;
    else if (is(s, i, ":") && d->parameters >= 0)
        d->has_initialisers = true;
    else if (is(s, i, "("))
        note_parenthesis(s, d, i);
}

/* Whether `public:` or its like stands here. It ends no declaration, and one begins behind it.
 */
static bool is_access(const struct source *s, int i)
{
    static const char *const words[] = {"public", "protected", "private", NULL};

    return is_one_of(s, i, words) && is(s, next(s, i), ":");
}

/* Reads one declaration; returns the token behind it, or -1. */
static int read_declaration(struct source *s, int i, bool is_class)
{
    struct declaration d = begin_declaration(s, i);
    bool done;

    for (i = d.begin; i >= 0 && !is(s, i, "}"); i = next(s, i)) {
        note_token(s, &d, i);
        if (is(s, i, ";")) {
            add_function(s, &d, -1, is_class);
            add_variables(s, &d, i, is_class);
            return next(s, i);
        }
        if (is(s, i, "{")) {
            i = read_brace(s, &d, i, is_class, &done);
            if (done)
                return i;
        } else if (s->tokens[i].match > i) {
            i = s->tokens[i].match;
        } else if (is(s, i, "<") && !d.has_value && angle_close(s, i) >= 0) {
            i = angle_close(s, i);
        }
    }
    return i;
}

/* Reads declarations up to the } of the scope; returns it, or -1 at the end of the file. */
static int read_scope(struct source *s, int i, bool is_class)
{
    s->nesting++;
    while (i >= 0 && !is(s, i, "}")) {
        if (is_access(s, i))
            i = next(s, next(s, i));
        else
            i = read_declaration(s, i, is_class);
    }
    s->nesting--;
    return i;
}

void find_functions(struct source *s)
{
    int first = 0;

    while (first < s->count && s->tokens[first].region != MAIN)
        first++;
    if (s->balanced && first < s->count)
        read_scope(s, first, false);
}
