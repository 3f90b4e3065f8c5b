/* Says which hand-ins read alike: a hint for who looks at them, and never a mark.
 *
 *   similar [--known FILE]... NAME FILE [NAME FILE]...     a page in HTML on stdout: pairs of
 * at least 60 %, the most alike first, side by side with what they share marked; a line
 * "PERCENT, NAME, NAME" each on stderr
 *
 * - Texts are compared by words: comments, blanks, names and numbers do not count, so that
 * renaming hides nothing. Of all runs of 16 words some are kept as fingerprints, chosen by
 * their own value ("winnowing"; Schleimer, Wilkerson and Aiken 2003), so that moved parts are
 * found.
 * - What a known file has (a lab's skeleton), and what more than half of five or more have, is
 * nobody's.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUN = 16, WINDOW = 6, MOST_BYTES = 1 << 20, LEAST_PRINTS = 12, LEAST_PERCENT = 60 };
enum { MOST_PAIRS = 40 };

struct print {
    uint32_t value;
    int line; /* the first of its run; it ends at `last` */
    int last;
};

struct text {
    const char *name;
    char *bytes;
    struct print *prints; /* sorted by value, each value once */
    int count;
};

struct pair {
    const struct text *a, *b;
    int percent;
};

static void *must(void *memory)
{
    if (!memory) {
        fputs("similar: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

/* --- words -------------------------------------------------------------------------------- */

static const char *behind_blanks(const char *at, int *line)
{
    for (;;) {
        if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            for (end = end ? end + 2 : at + strlen(at); at < end; at++)
                *line += *at == '\n';
        } else if (isspace((unsigned char)*at)) {
            *line += *at++ == '\n';
        } else {
            return at;
        }
    }
}

static bool is_kept(const char *word, size_t length)
{
    static const char *const kept[] = {
        "if",        "else",     "for",        "while",      "do",
        "return",    "switch",   "break",      "continue",   "int",
        "float",     "double",   "unsigned",   "char",       "const",
        "static",    "void",     "__global__", "__device__", "__shared__",
        "threadIdx", "blockIdx", "blockDim",   "sizeof",     "__syncthreads",
        NULL};
    for (const char *const *each = kept; *each; each++)
        if (strlen(*each) == length && !strncmp(word, *each, length))
            return true;
    return false;
}

static uint32_t hash(uint32_t start, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        start = (start ^ (unsigned char)bytes[i]) * 16777619u;
    return start;
}

/* The next word's value; *at moves behind it. */
static uint32_t next_word(const char **at)
{
    const char *start = *at;
    if (isalpha((unsigned char)*start) || *start == '_' || (unsigned char)*start >= 0x80) {
        while (isalnum((unsigned char)**at) || **at == '_' || (unsigned char)**at >= 0x80)
            ++*at;
        size_t length = (size_t)(*at - start);
        return is_kept(start, length) ? hash(7, start, length) : 'n';
    }
    if (isdigit((unsigned char)*start)) {
        while (isalnum((unsigned char)**at) || **at == '.')
            ++*at;
        return '0';
    }
    if (*start == '"' || *start == '\'') {
        for (++*at; **at && **at != *start && **at != '\n';)
            *at += **at == '\\' && (*at)[1] ? 2 : 1;
        *at += **at == *start;
        return '"';
    }
    ++*at;
    return (unsigned char)*start;
}

/* --- fingerprints ------------------------------------------------------------------------- */

static int compare_prints(const void *a, const void *b)
{
    const struct print *left = a, *right = b;
    return left->value != right->value ? (left->value < right->value ? -1 : 1)
                                       : left->line - right->line;
}

/* Of each window of runs the least; then sorted, each value once. */
static void choose(struct text *text, const struct print *runs, int count)
{
    text->prints = must(malloc(((size_t)count + 1) * sizeof *text->prints));
    const struct print *last = NULL;
    for (int start = 0; start + WINDOW <= count; start++) {
        const struct print *least = &runs[start];
        for (int i = 1; i < WINDOW; i++)
            if (runs[start + i].value <= least->value)
                least = &runs[start + i];
        if (least != last)
            text->prints[text->count++] = *(last = least);
    }
    qsort(text->prints, (size_t)text->count, sizeof *text->prints, compare_prints);
    int kept = 0;
    for (int i = 0; i < text->count; i++)
        if (!kept || text->prints[kept - 1].value != text->prints[i].value)
            text->prints[kept++] = text->prints[i];
    text->count = kept;
}

static void find_prints(struct text *text)
{
    uint32_t *words = must(malloc((strlen(text->bytes) + 1) * sizeof *words));
    int *lines = must(malloc((strlen(text->bytes) + 1) * sizeof *lines));
    int count = 0, line = 1;
    for (const char *at = behind_blanks(text->bytes, &line); *at;
         at = behind_blanks(at, &line)) {
        lines[count] = line;
        words[count++] = next_word(&at);
    }
    struct print *runs = must(malloc(((size_t)count + 1) * sizeof *runs));
    int run_count = 0;
    for (int i = 0; i + RUN <= count; i++)
        runs[run_count++] =
            (struct print){hash(2166136261u, (const char *)&words[i], RUN * sizeof *words),
                           lines[i], lines[i + RUN - 1]};
    choose(text, runs, run_count);
    free(words), free(lines), free(runs);
}

static struct text read_text(const char *name, const char *path)
{
    struct text text = {.name = name, .bytes = must(calloc(1, MOST_BYTES + 1))};
    FILE *file = fopen(path, "re");
    if (!file) {
        fprintf(stderr, "similar: cannot read %s\n", path);
        exit(2);
    }
    text.bytes[fread(text.bytes, 1, MOST_BYTES, file)] = 0;
    fclose(file);
    text.bytes = must(realloc(text.bytes, strlen(text.bytes) + 1));
    find_prints(&text);
    return text;
}

static bool has(const struct text *text, uint32_t value)
{
    const struct print key = {.value = value, .line = -1};
    int low = 0, high = text->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare_prints(&text->prints[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < text->count && text->prints[low].value == value;
}

/* --- what is nobody's --------------------------------------------------------------------- */

static int owners(const struct text *all, int count, uint32_t value)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += has(&all[i], value);
    return found;
}

static void drop_common(struct text *all, int count, const struct text *known, int known_count)
{
    enum { A_CLASS = 5 };
    bool **is_common = must(calloc((size_t)count + 1, sizeof *is_common));
    for (int i = 0; i < count; i++) {
        is_common[i] = must(calloc((size_t)all[i].count + 1, sizeof **is_common));
        for (int k = 0; k < all[i].count; k++)
            is_common[i][k] =
                owners(known, known_count, all[i].prints[k].value) > 0 ||
                (count >= A_CLASS && 2 * owners(all, count, all[i].prints[k].value) > count);
    }
    for (int i = 0; i < count; i++) {
        int kept = 0;
        for (int k = 0; k < all[i].count; k++)
            if (!is_common[i][k])
                all[i].prints[kept++] = all[i].prints[k];
        all[i].count = kept;
        free(is_common[i]);
    }
    free(is_common);
}

/* --- pairs -------------------------------------------------------------------------------- */

static int percent_of(const struct text *a, const struct text *b)
{
    int both = 0, least = a->count < b->count ? a->count : b->count;
    for (int i = 0; i < a->count; i++)
        both += has(b, a->prints[i].value);
    return least < LEAST_PRINTS ? 0 : 100 * both / least;
}

static int compare_pairs(const void *a, const void *b)
{
    const struct pair *left = a, *right = b;
    int names = strcmp(left->a->name, right->a->name);
    return left->percent != right->percent ? right->percent - left->percent
           : names                         ? names
                                           : strcmp(left->b->name, right->b->name);
}

static int find_pairs(const struct text *all, int count, struct pair **pairs)
{
    int found = 0;
    *pairs = NULL;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) {
            int percent = percent_of(&all[i], &all[k]);
            if (percent < LEAST_PERCENT)
                continue;
            *pairs = must(realloc(*pairs, ((size_t)found + 1) * sizeof **pairs));
            (*pairs)[found++] = (struct pair){&all[i], &all[k], percent};
        }
    if (found)
        qsort(*pairs, (size_t)found, sizeof **pairs, compare_pairs);
    return found;
}

/* --- the page ----------------------------------------------------------------------------- */

static void put_escaped(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '<' || c == '>' || c == '&')
            printf("&#%d;", c);
        else
            putchar((c < 32 && c != '\t') || c >= 127 ? '?' : c);
    }
}

static void put_side(const struct text *text, const struct text *other)
{
    int line = 1;
    printf("<td><b>");
    put_escaped(text->name, strlen(text->name));
    printf("</b><pre>");
    for (const char *at = text->bytes; *at; line++) {
        size_t length = strcspn(at, "\n");
        bool shared = false;
        for (int i = 0; i < text->count && !shared; i++)
            shared = line >= text->prints[i].line && line <= text->prints[i].last &&
                     has(other, text->prints[i].value);
        fputs(shared ? "<mark>" : "", stdout);
        put_escaped(at, length);
        puts(shared ? "</mark>" : "");
        at += length + (at[length] == '\n');
    }
    printf("</pre></td>\n");
}

static void put_page(const struct pair *pairs, int count)
{
    puts("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>Hand-ins "
         "that read "
         "alike</title>\n<style>td{vertical-align:top}pre{font-size:80%}</style></head><body>\n"
         "<h1>Hand-ins that read alike</h1>\n<p>A hint to look, and no proof: short tasks have "
         "few "
         "ways to be written. Names, numbers, comments and what most share do not count.</p>");
    for (int i = 0; i < count; i++) {
        fprintf(stderr, "%d,%s,%s\n", pairs[i].percent, pairs[i].a->name, pairs[i].b->name);
        if (i >= MOST_PAIRS)
            continue;
        printf("<h2>%d %%</h2>\n<table><tr>", pairs[i].percent);
        put_side(pairs[i].a, pairs[i].b);
        put_side(pairs[i].b, pairs[i].a);
        puts("</tr></table>");
    }
    puts("</body></html>");
}

int main(int argc, char **argv)
{
    struct text *known = must(calloc((size_t)argc, sizeof *known));
    struct text *all = must(calloc((size_t)argc, sizeof *all));
    int known_count = 0, count = 0, i = 1;
    for (; i + 1 < argc && !strcmp(argv[i], "--known"); i += 2)
        known[known_count++] = read_text("", argv[i + 1]);
    for (; i + 1 < argc; i += 2)
        all[count++] = read_text(argv[i], argv[i + 1]);
    if (i != argc || count == 0) {
        fputs("usage: similar [--known FILE]... NAME FILE [NAME FILE]...\n", stderr);
        return 2;
    }
    drop_common(all, count, known, known_count);
    struct pair *pairs;
    int pair_count = find_pairs(all, count, &pairs);
    put_page(pairs, pair_count);
    return fflush(stdout) == 0 ? 0 : 2;
}
