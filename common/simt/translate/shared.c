/* Makes arrays of a block of what is declared __shared__. shim/translated.h and shim/keywords.h
 * define the macros:
 *
 *   __shared__ T a[N], b;          __shared__ T a[N]; SIMT_ELEMENT(a); SIMT_PAD;
 *                                  __shared__ T b; SIMT_ELEMENT(b); SIMT_PAD;
 *   the same in a kernel           the same, with SIMT_KERNEL_ELEMENT
 *   extern __shared__ T name[];    extern T simt_one_type_for_name[];
 *                                  T (&name)[] = ::simt::dynamic_shared();
 *
 * At file scope the second keeps only the type, as `extern T simt_one_type_for_name[];`, and
 * each device function that uses the name gets such a reference, since a block's memory is not
 * known before the block runs. */
#include "translate/passes.h"
#include "translate/tokens.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a declaration with __shared__ -------------------------------------------------------- */

/* Returns the first token of the declaration in which token i is a specifier. */
static int declaration_begin(const struct source *s, int i)
{
    for (;;) {
        int p = previous(s, i), open = -1;

        if (is(s, p, ")"))
            open = previous(s, s->tokens[p].match < 0 ? -1 : s->tokens[p].match);
        if (is(s, p, ">"))
            p = angle_open(s, p);
        if (open >= 0 && is_attribute(s, open))
            i = open;
        else if (p >= 0 && (is_name(s, p) || is(s, p, "::") || is(s, p, "<")))
            i = p;
        else
            return i;
    }
}

/* Whether token i, an identifier of the declaration, is what the declarator declares. */
static bool is_declared_name(const struct source *s, int i)
{
    static const char *const behind[] = {"[", ",", ";", "=", NULL};
    static const char *const tags[] = {"struct", "union", "class", "enum", NULL};
    int after = next(s, i), close;

    if (!is_name(s, i) || is_attribute(s, i) || is(s, i, "__shared__"))
        return false;
    if (after < 0 || is_one_of(s, after, behind))
        return true;
    if (is(s, after, "{"))
        return !is_one_of(s, i, tags) && !is_one_of(s, previous(s, i), tags);
    close = is(s, after, "(") ? s->tokens[after].match : -1;
    return is(s, next(s, close), ";") || is(s, next(s, close), ",");
}

/* Returns the next declared name from token i on, or -1. */
static int find_name(const struct source *s, int i, int end)
{
    for (; i >= 0 && i != end; i = next(s, i)) {
        if (s->tokens[i].match >= 0 && s->tokens[i].match < i)
            return -1;
        if (is_declared_name(s, i))
            return i;
        i = group_end(s, i);
    }
    return -1;
}

/* Returns where the search for specifiers ends: at the name, or else with the declaration. */
static int specifiers_limit(const struct source *s, int begin, int end)
{
    int name = find_name(s, begin, end);

    if (name >= 0 || end >= 0)
        return name >= 0 ? name : end;
    return s->tokens[begin].region == MAIN ? begin : -1;
}

static bool has_specifier(const struct source *s, int begin, int end, const char *word)
{
    int limit = specifiers_limit(s, begin, end);

    for (int i = begin; i >= 0 && i != limit; i = next(s, i))
        if (is(s, i, word))
            return true;
    return false;
}

static void drop_specifier(struct source *s, int begin, int end, const char *word)
{
    int limit = specifiers_limit(s, begin, end);

    for (int i = begin; i >= 0 && i != limit; i = next(s, i))
        if (is(s, i, word))
            replace(s, i, "");
}

/* Returns the last token of the declarator of `name`, with its dimensions and attributes. */
static int declarator_end(const struct source *s, int name)
{
    int last = name;

    for (int i = next(s, name); i >= 0; i = next(s, i)) {
        if (is(s, i, "[") || (is(s, i, "(") && is_attribute(s, previous(s, i)))) {
            if (s->tokens[i].match < 0)
                break;
            last = i = s->tokens[i].match;
        } else if (!is_attribute(s, i)) {
            break;
        }
    }
    return last;
}

static void refuse_initialiser(struct source *s, int name)
{
    int after = next(s, declarator_end(s, name));

    if (is(s, after, "=") || is(s, after, "{") || is(s, after, "("))
        refuse(s, name,
               "a __shared__ variable cannot have an initialiser; assign '%.*s' in the kernel, "
               "then __syncthreads()",
               text_length(s, name), s->tokens[name].text);
}

/* Returns the comma in front of the next declarator, or -1 if `name` is the last one. */
static int declarator_comma(const struct source *s, int name, int end)
{
    for (int i = next(s, name); i >= 0 && i != end; i = next(s, i)) {
        if (s->tokens[i].match > i)
            i = s->tokens[i].match;
        else if (is(s, i, ","))
            return i;
    }
    return -1;
}

/* --- static arrays ------------------------------------------------------------------------ */

/* Returns the tokens from `begin` up to `end`, each with a blank behind it. The caller frees
 * it. */
static char *spelling(const struct source *s, int begin, int end)
{
    size_t room = (size_t)(s->tokens[end].text - s->tokens[begin].text) + (size_t)(end - begin);
    char *text = malloc(room + 1), *at = text;

    if (!text)
        abort();
    for (int i = begin; i >= 0 && i != end; i = next(s, i))
        if (!is(s, i, "static"))
            at += sprintf(at, "%.*s ", text_length(s, i), s->tokens[i].text);
    *at = 0;
    return text;
}

/* Returns the token behind the specifiers, which all declarators share: the first star or name.
 */
static int specifiers_end(const struct source *s, int name)
{
    for (int p = previous(s, name); is(s, p, "*"); p = previous(s, p))
        name = p;
    return name;
}

static bool is_marked(const struct source *s, const struct function *f, const char *word)
{
    for (int i = f->begin; i >= 0 && i != f->parameters; i = next(s, i))
        if (is(s, i, word))
            return true;
    return false;
}

/* Returns the { of the kernel that token i is in, or -1. */
static int kernel_body(const struct source *s, int i)
{
    for (int f = 0; f < s->function_count; f++) {
        int body = s->functions[f].body;

        if (body >= 0 && i > body && i < s->tokens[body].match &&
            is_marked(s, &s->functions[f], "__global__"))
            return body;
    }
    return -1;
}

/* Returns the macro that tells the checker what the elements are and whose the array is, or ""
 * where the name may be a macro's parameter. */
static const char *element(const struct source *s, int name)
{
    static char text[200];

    text[0] = 0;
    if (name >= 0 && s->tokens[name].region == MAIN)
        snprintf(text, sizeof text, " %s(%.*s);",
                 kernel_body(s, name) >= 0 ? "SIMT_KERNEL_ELEMENT" : "SIMT_ELEMENT",
                 text_length(s, name), s->tokens[name].text);
    return text;
}

/* nvcc takes `__shared__ alignas(16) T a[N];`, and C++ wants alignas first. */
static bool has_late_alignment(const struct source *s, int begin)
{
    int alignment = next(s, begin), open = next(s, alignment);

    return is(s, begin, "__shared__") && is(s, alignment, "alignas") && is(s, open, "(") &&
           s->tokens[open].match > open;
}

/* Gives each declarator but the first a declaration of its own, so that it gets its own pad. It
 * leaves specifiers alone that define a type, since a second copy would be another type. */
static void split_declarators(struct source *s, int begin, int name, int end)
{
    bool late = has_late_alignment(s, begin);
    char *specifiers = spelling(s, late ? next(s, begin) : begin, specifiers_end(s, name));
    char *text = grow(NULL, (int)strlen(specifiers) + 256, 1);

    for (int comma = declarator_comma(s, name, end); comma >= 0;
         comma = declarator_comma(s, comma, end)) {
        sprintf(text, ";%s SIMT_PAD; %s%s", element(s, name), specifiers,
                late ? " __shared__" : "");
        if (!strchr(specifiers, '{'))
            replace(s, comma, text);
        name = find_name(s, next(s, comma), end);
        refuse_initialiser(s, name);
    }
    if (end >= 0)
        insert_after(s, end, element(s, name));
    free(text);
    free(specifiers);
}

/* Whether token i begins the first of a kernel's __shared__ variables: a device puts it at the
 * beginning of the block's memory, and so at a multiple of 16 bytes. */
static bool is_first_in_kernel(const struct source *s, int i)
{
    int body = kernel_body(s, i);

    for (int p = body; p >= 0 && p < i; p++)
        if (is(s, p, "__shared__") && !is(s, previous(s, p), "extern"))
            return false;
    return body >= 0;
}

static void translate_static(struct source *s, int begin, int end)
{
    int name = find_name(s, begin, end);

    if (name >= 0 && s->is_program && s->tokens[name].region == MAIN &&
        is_first_in_kernel(s, begin))
        insert_after(s, declarator_end(s, name), " __attribute__((aligned(16)))");

    drop_specifier(s, begin, end, "static"); /* __shared__ is `static __thread` */
    if (has_late_alignment(s, begin)) {
        replace(s, begin, "");
        insert_after(s, s->tokens[next(s, next(s, begin))].match, " __shared__");
    }
    if (name >= 0) {
        refuse_initialiser(s, name);
        split_declarators(s, begin, name, end);
    }
    if (end >= 0)
        insert_after(s, end, " SIMT_PAD;");
}

/* --- dynamic arrays ----------------------------------------------------------------------- */

static void reference(struct source *s, int name)
{
    insert_before(s, name, "(&");
    insert_after(s, name, ")");
    insert_after(s, declarator_end(s, name), " = ::simt::dynamic_shared()");
}

/* A word of the file, or of a header of it. */
struct word {
    const struct source *s;
    int token;
};

/* Opens the function's body with a reference to the array, in a block around the rest, which
 * may well declare the same name itself. */
static void open_body(struct source *s, const struct function *f, struct word name)
{
    const char *spelled = name.s->tokens[name.token].text;
    char text[512];
    int length = text_length(name.s, name.token);

    if (length > 128)
        length = 128;
    snprintf(text, sizeof text,
             " __attribute__((unused)) decltype(simt_one_type_for_%.*s) &%.*s = "
             "::simt::dynamic_shared(); {",
             length, spelled, length, spelled);
    insert_after(s, f->body, text);
    insert_before(s, s->tokens[f->body].match, "}");
}

/* The words by which code may use an array: its name, and macros whose text has one of them. */
struct words {
    struct word of[64];
    int count;
};

static bool is_among(const struct words *words, const struct source *s, int i)
{
    const struct token *a = &s->tokens[i];

    for (int k = 0; k < words->count; k++) {
        const struct token *b = &words->of[k].s->tokens[words->of[k].token];

        if (a->length == b->length && !memcmp(a->text, b->text, a->length))
            return true;
    }
    return false;
}

static void add_word(struct words *words, struct word word)
{
    if (words->count < (int)(sizeof words->of / sizeof *words->of))
        words->of[words->count++] = word;
}

static bool macro_uses(const struct words *words, const struct source *s, int macro)
{
    for (int i = macro + 1; i < s->count && s->tokens[i].region == s->tokens[macro].region; i++)
        if (is_among(words, s, i))
            return true;
    return false;
}

/* The macros of the file and of its headers, wherever they are defined. */
static void find_words(const struct source *s, struct word name, struct words *words)
{
    int before;

    words->count = 0;
    add_word(words, name);
    do {
        before = words->count;
        for (const struct source *in = s; in; in = in->headers)
            for (int k = 0; k < in->macro_count; k++)
                if (!is_among(words, in, in->macros[k]) && macro_uses(words, in, in->macros[k]))
                    add_word(words, (struct word){in, in->macros[k]});
    } while (words->count > before);
}

static bool mentions(const struct source *s, const struct words *words, int begin, int end)
{
    for (int i = next(s, begin); i >= 0 && i != end; i = next(s, i)) {
        int p = previous(s, i);

        if (is_among(words, s, i) && !is(s, p, ".") && !is(s, p, "->") && !is(s, p, "::"))
            return true;
    }
    return false;
}

static bool is_device_function(const struct source *s, const struct function *f)
{
    return is_marked(s, f, "__global__") || is_marked(s, f, "__device__");
}

/* In functions behind token `from`. */
static void declare_in_users(struct source *s, struct word name, int from)
{
    struct words words, itself = {{name}, 1};

    find_words(s, name, &words);
    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];

        if (f->body > from && is_device_function(s, f) &&
            mentions(s, &words, f->body, s->tokens[f->body].match) &&
            !mentions(s, &itself, f->parameters, s->tokens[f->parameters].match))
            open_body(s, f, name);
    }
}

/* Whether token i is in a function. A macro's text counts as such, and so does everything where
 * braces do not match. */
static bool is_in_function(const struct source *s, int i)
{
    bool in_macro = s->tokens[i].region != MAIN && s->tokens[i].region % 2 == 0;

    return in_macro || !s->balanced || s->tokens[i].in_function;
}

/* Writes the tokens from `begin` up to `end` but attributes and __shared__; false if there is
 * no room. */
static bool spell_type(const struct source *s, int begin, int end, char *out, size_t size)
{
    size_t used = strlen(out);

    for (int i = begin; i >= 0 && i != end && used < size; i = next(s, i)) {
        if (is_attribute(s, i) && is(s, next(s, i), "("))
            i = s->tokens[next(s, i)].match;
        else if (!is(s, i, "__shared__"))
            used += (size_t)snprintf(out + used, size - used, "%.*s ", text_length(s, i),
                                     s->tokens[i].text);
    }
    return used < size;
}

/* Declares the array once more, under another name, with its type as it is written:
 *
 *   extern T simt_one_type_for_tile[];
 *
 * Two kernels, or two instances of a template, that give one name two types then do so for the
 * compiler, too, which refuses it as nvcc does. Nothing of that name is defined or used. */
static void declare_type(struct source *s, int begin, int name)
{
    char text[512] = "__attribute__((unused)) ";
    size_t used;

    if (name < 0 || s->tokens[begin].region != MAIN ||
        !spell_type(s, begin, name, text, sizeof text))
        return;
    used = strlen(text);
    used += (size_t)snprintf(text + used, sizeof text - used, "simt_one_type_for_%.*s",
                             text_length(s, name), s->tokens[name].text);
    if (used + 3 < sizeof text &&
        spell_type(s, next(s, name), next(s, declarator_end(s, name)), text, sizeof text - 3)) {
        strcat(text, "; ");
        insert_before(s, begin, text);
    }
}

static void translate_dynamic(struct source *s, int begin, int end)
{
    bool in_function = is_in_function(s, begin);
    int name = find_name(s, begin, end);

    if (name < 0)
        refuse(s, begin,
               "this extern __shared__ declaration is not understood; write "
               "extern __shared__ type name[];");
    if (in_function) {
        declare_type(s, begin, name);
        drop_specifier(s, begin, end, "extern");
    }
    drop_specifier(s, begin, end, "__shared__");
    for (int comma; name >= 0; name = comma < 0 ? -1 : find_name(s, next(s, comma), end)) {
        refuse_initialiser(s, name);
        comma = declarator_comma(s, name, end);
        if (in_function) {
            reference(s, name);
        } else {
            insert_before(s, name, "simt_one_type_for_");
            declare_in_users(s, (struct word){s, name}, name);
        }
    }
}

/* The `#include "..."` that reads the header, or else the first one: it may be that one's. */
static int includer(const struct source *s, const struct source *header)
{
    const char *slash = strrchr(header->path, '/'), *name = slash ? slash + 1 : header->path;
    int first = s->count, length = (int)strlen(name);

    for (int i = 2; i < s->count; i++) {
        const struct token *t = &s->tokens[i];

        if (t->kind != STRING || !is(s, i - 1, "include") || !is(s, i - 2, "#"))
            continue;
        if ((int)t->length > length && !memcmp(t->text + t->length - 1 - length, name, length))
            return i;
        if (first == s->count)
            first = i;
    }
    return first;
}

/* Arrays that a header declares at file scope, in the functions of this file. */
static void declare_of_header(struct source *s, const struct source *header)
{
    for (int i = 0; i < header->count; i++) {
        int begin, end, name;

        if (!is(header, i, "__shared__") || header->tokens[i].inert ||
            is_in_function(header, i))
            continue;
        begin = declaration_begin(header, i);
        end = statement_end(header, i);
        name = has_specifier(header, begin, end, "extern") ? find_name(header, begin, end) : -1;
        if (name >= 0)
            declare_in_users(s, (struct word){header, name}, includer(s, header));
    }
}

/* --- all of them -------------------------------------------------------------------------- */

/* nvcc warns of the word there, and takes the parameter as a plain one. In a lab it stays, and
 * the compiler refuses it. */
static void leave_out_of_parameters(struct source *s)
{
    for (int f = 0; f < s->function_count; f++) {
        int open = s->functions[f].parameters, close = s->tokens[open].match;

        for (int i = open; i >= 0 && i < close; i = next(s, i))
            if (is(s, i, "__shared__"))
                replace(s, i, "");
    }
}

static bool is_in_parameters(const struct source *s, int i)
{
    for (int f = 0; f < s->function_count; f++)
        if (i > s->functions[f].parameters && i < s->tokens[s->functions[f].parameters].match)
            return true;
    return false;
}

void translate_shared(struct source *s)
{
    if (s->is_program)
        leave_out_of_parameters(s);
    for (const struct source *header = s->headers; header; header = header->headers)
        declare_of_header(s, header);
    for (int i = 0; i < s->count; i++) {
        int begin, end;

        if (!is(s, i, "__shared__") || s->tokens[i].inert || is_in_parameters(s, i))
            continue;
        begin = declaration_begin(s, i);
        end = statement_end(s, i);
        if (has_specifier(s, begin, end, "extern"))
            translate_dynamic(s, begin, end);
        else
            translate_static(s, begin, end);
    }
}
