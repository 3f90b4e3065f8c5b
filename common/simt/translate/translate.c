/* Turns a student's .cu into C++17 for the CPU backend: translate INPUT.cu [-o OUTPUT.cpp]
 *
 *   --extended-lambda, --expt-relaxed-constexpr   take what nvcc takes with these
 *   --program                                     a whole program, which may include libraries
 *   --thrust                                      Thrust's and CUB's own headers are there
 *   --own-variables                               each file has variables of its own (no -rdc)
 *   --included                                    another file includes it
 *   -IDIR                                         headers whose functions it is to know
 *
 * - every line stays where it is, under a #line that names the input
 * - launches become calls of shim/translated.h; shared arrays get pads, dynamic ones memory
 * - what it cannot translate, or nvcc would refuse, is an error `file:line: error: ...`
 * - exit status: 0 translated, 1 errors in the input (nothing is written), 2 usage or files */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "translate/passes.h"
#include "translate/source.h"
#include "translate/tokens.h"

/* --- output ------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;

    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->order - y->order;
}

static int by_line(const void *a, const void *b)
{
    const struct message *x = a, *y = b;

    return x->line != y->line ? x->line - y->line : x->order - y->order;
}

/* Prints in the order of lines. What two passes say of one line is printed once. */
static void print_messages(struct source *s)
{
    const struct message *m = s->messages;

    qsort(s->messages, (size_t)s->message_count, sizeof *s->messages, by_line);
    for (int i = 0; i < s->message_count; i++)
        if (!i || m[i].line != m[i - 1].line || strcmp(m[i].text, m[i - 1].text))
            fprintf(stderr, "%s:%d: error: %s\n", s->path, m[i].line, m[i].text);
}

/* Prints the line splices of a token that is left out, so that later lines keep their numbers.
 */
static void print_splices(const struct source *s, size_t begin, size_t end, FILE *out)
{
    for (; begin < end; begin++)
        if (s->bytes[begin] == '\n')
            fputs("\\\n", out);
}

static void print_header(const struct source *s, FILE *out)
{
    fputs("#line 1 \"", out);
    for (const char *c = s->path; *c; c++) {
        if (*c == '"' || *c == '\\')
            fputc('\\', out);
        fputc(*c, out);
    }
    fputs("\"\n", out);
}

/* Prints the bytes from `at` up to `end`, with the edits of one side that begin there; *i is
 * the first of these, and then the one behind them. */
static void print_part(const struct source *s, size_t at, size_t end, int *i, enum side side,
                       FILE *out)
{
    for (; *i < s->edit_count && (s->edits[*i].begin < end || end == s->size); ++*i) {
        const struct edit *e = &s->edits[*i];

        if (e->side != BOTH_SIDES && e->side != side)
            continue;
        fwrite(s->bytes + at, 1, e->begin - at, out);
        fputs(e->text, out);
        print_splices(s, e->begin, e->end, out);
        at = e->end;
    }
    fwrite(s->bytes + at, 1, end - at, out);
}

/* Prints a body for the device and for the host. */
static void print_twice(const struct source *s, int open, int *i, FILE *out)
{
    const struct token *from = &s->tokens[open], *to = &s->tokens[from->match];
    int again = *i;

    fprintf(out, "{ if (SIMT_ON_DEVICE)\n#line %d\n", from->line);
    print_part(s, from->begin, to->end, &again, DEVICE_SIDE, out);
    fprintf(out, " else\n#line %d\n", from->line);
    print_part(s, from->begin, to->end, i, HOST_SIDE, out);
    fputs(" }", out);
}

static void print_translation(struct source *s, FILE *out)
{
    size_t at = 0;
    int i = 0;

    print_header(s, out);
    if (s->edit_count)
        qsort(s->edits, (size_t)s->edit_count, sizeof *s->edits, by_place);
    for (int k = 0; k < s->twice_count; k++) {
        int open = s->twice[k];

        print_part(s, at, s->tokens[open].begin, &i, HOST_SIDE, out);
        print_twice(s, open, &i, out);
        at = s->tokens[s->tokens[open].match].end;
    }
    print_part(s, at, s->size, &i, HOST_SIDE, out);
}

static bool write_output(struct source *s, const char *path)
{
    FILE *out = path ? fopen(path, "wb") : stdout;
    bool good;

    if (!out)
        return false;
    print_translation(s, out);
    good = !ferror(out);
    return (path ? fclose(out) : fflush(out)) == 0 && good;
}

/* --- main --------------------------------------------------------------------------------- */

static void translate(struct source *s)
{
    tokenize(s);
    find_functions(s);
    read_headers(s);
    translate_launches(s);
    translate_shared(s);
    tell_wide_types(s);
    translate_symbols(s);
    tell_own_variables(s);
    rename_given_names(s);
    name_texture_references(s);
    return_from_main(s);
    tell_pragmas(s);
    allow_recursion(s);
    translate_matrices(s);
    translate_ptx(s);
    number_barriers(s);
    answer_architecture(s);
    check_functions(s);
    check_kernel_forms(s);
    check_hidden_calls(s);
    check_classes(s);
    check_objects(s);
    check_variables(s);
    check_static_members(s);
    check_bodies(s);
    check_lambdas(s);
    check_dynamic_types(s);
    refuse_missing_names(s);
    refuse_missing_includes(s);
    refuse_whole_numbers(s);
    check_crossings(s);
}

static int run(struct source *s, const char *output)
{
    if (!read_source(s)) {
        fprintf(stderr, "translate: cannot read %s\n", s->path);
        return 2;
    }
    translate(s);
    if (s->message_count) {
        print_messages(s);
        return 1;
    }
    if (!write_output(s, output)) {
        fprintf(stderr, "translate: cannot write %s\n", output ? output : "the output");
        return 2;
    }
    return 0;
}

static bool take_option(struct source *s, char *word)
{
    if (!strncmp(word, "-I", 2) && word[2]) {
        s->folders[s->folder_count++] = word + 2;
        return true;
    }
    if (!strcmp(word, "--extended-lambda"))
        return s->takes_lambdas = true;
    if (!strcmp(word, "--expt-relaxed-constexpr"))
        return s->takes_constexpr = true;
    if (!strcmp(word, "--program"))
        return s->is_program = true;
    if (!strcmp(word, "--own-variables"))
        return s->owns_variables = true;
    if (!strcmp(word, "--included"))
        return s->is_included = true;
    if (!strcmp(word, "--thrust"))
        return s->has_thrust = true;
    return false;
}

int main(int argc, char **argv)
{
    struct source s = {0};
    bool to_file;
    int status;

    s.folders = argv; /* taken options leave room in front for those of -I */
    for (; argc > 1 && take_option(&s, argv[1]); argc--)
        argv++;
    to_file = argc == 4 && !strcmp(argv[2], "-o");
    if ((argc != 2 && !to_file) || argv[1][0] == '-') {
        fprintf(stderr,
                "usage: translate [--extended-lambda] [--expt-relaxed-constexpr] "
                "[--program] [--own-variables] [--included] [--thrust] [-IDIR]... INPUT.cu "
                "[-o OUTPUT.cpp]\n");
        return 2;
    }
    s.path = argv[1];
    status = run(&s, to_file ? argv[3] : NULL);
    free_source(&s);
    return status;
}
