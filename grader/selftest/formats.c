/* Tests of lab 08's conversions between sparse formats: formats TEST, exit 0 if it holds. */
#include "formats.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOLDS(condition) holds((condition), #condition, __LINE__)

static void holds(bool condition, const char *text, int line)
{
    if (!condition) {
        fprintf(stderr, "formats.c:%d: %s does not hold\n", line, text);
        exit(1);
    }
}

static bool equal_ints(const int *found, const int *wanted, size_t n)
{
    return memcmp(found, wanted, n * sizeof *found) == 0;
}

static bool equal_floats(const float *found, const float *wanted, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(found[i] == wanted[i]))
            return false;
    return true;
}

/* --- matrices ----------------------------------------------------------------------------- */

static unsigned long long state = 8;

static int drawn(int below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)below);
}

enum { MATRICES = 60 };

/* Matrix i of MATRICES, in order: of any shape, with empty rows, a full row in some, and
 * entries that share a place in others. */
static struct sparse matrix(int i)
{
    int rows = i % 7 == 0 ? 0 : 1 + drawn(40), cols = i % 11 == 0 ? 0 : 1 + drawn(40);
    struct sparse m = new_sparse((size_t)rows, (size_t)cols);
    for (int row = 0; row < rows && cols > 0 && i % 13 != 0; row++) {
        bool full = row == rows / 2 && i % 3 == 0;
        int length = full ? cols : drawn(3) ? drawn(6) : 0;
        for (int k = 0; k < length; k++)
            add_entry(&m, row, full ? k : drawn(cols), (float)drawn(100));
    }
    sort_entries(&m);
    return m;
}

/* The text's: rows {3,1}, {}, {2,4,1}, {1,1} in columns {0,2}, {}, {1,2,3}, {0,3}. */
static struct sparse text(void)
{
    struct sparse m = new_sparse(4, 4);
    add_entry(&m, 0, 0, 3);
    add_entry(&m, 0, 2, 1);
    add_entry(&m, 2, 1, 2);
    add_entry(&m, 2, 2, 4);
    add_entry(&m, 2, 3, 1);
    add_entry(&m, 3, 0, 1);
    add_entry(&m, 3, 3, 1);
    return m;
}

/* The same entries, in whatever order; empties the one that came back. */
static bool same(const struct sparse *m, struct sparse *back)
{
    bool equal = m->rows == back->rows && m->cols == back->cols && m->nnz == back->nnz;
    sort_entries(back);
    for (size_t k = 0; equal && k < m->nnz; k++)
        equal = compare_entries(&m->entries[k], &back->entries[k]) == 0;
    free_sparse(back);
    return equal;
}

/* Room for any format's arrays of the matrices above. */
enum { MOST = 40 * 45 };
static int starts[MOST], row[MOST], col[MOST];
static float value[MOST];
static struct section sections[MOST];

/* --- the text's matrix, written out by hand ----------------------------------------------- */

static void text_as_csr(void)
{
    struct sparse m = text();
    to_csr(&m, starts, col, value);
    HOLDS(equal_ints(starts, (int[]){0, 2, 2, 5, 7}, 5));
    HOLDS(equal_ints(col, (int[]){0, 2, 1, 2, 3, 0, 3}, 7));
    HOLDS(equal_floats(value, (float[]){3, 1, 2, 4, 1, 1, 1}, 7));
    free_sparse(&m);
}

static void text_as_ell(void)
{
    struct sparse m = text();
    for (int i = 0; i < 12; i++)
        value[i] = 99;
    to_ell(&m, longest_row(&m), col, value, NULL);
    HOLDS(longest_row(&m) == 3);
    HOLDS(equal_ints(col, (int[]){0, -1, 1, 0, 2, -1, 2, 3, -1, -1, 3, -1}, 12));
    HOLDS(equal_floats(value, (float[]){3, 99, 2, 1, 1, 99, 4, 1, 99, 99, 1, 99}, 12));
    free_sparse(&m);
}

static void text_as_hybrid(void)
{
    struct sparse m = text(), rest = new_sparse(4, 4);
    to_ell(&m, 1, col, value, &rest);
    HOLDS(equal_ints(col, (int[]){0, -1, 1, 0}, 4));
    HOLDS(rest.nnz == 4);
    to_coo(&rest, row, col, value);
    HOLDS(equal_ints(row, (int[]){0, 2, 2, 3}, 4));
    HOLDS(equal_ints(col, (int[]){2, 2, 3, 3}, 4));
    HOLDS(equal_floats(value, (float[]){1, 4, 1, 1}, 4));
    free_sparse(&rest);
    free_sparse(&m);
}

static void text_as_coo(void)
{
    struct sparse m = text();
    to_coo(&m, row, col, value);
    HOLDS(equal_ints(row, (int[]){0, 0, 2, 2, 2, 3, 3}, 7));
    HOLDS(equal_ints(col, (int[]){0, 2, 1, 2, 3, 0, 3}, 7));
    HOLDS(equal_floats(value, (float[]){3, 1, 2, 4, 1, 1, 1}, 7));
    free_sparse(&m);
}

static void text_as_jds(void)
{
    struct sparse m = text();
    HOLDS(to_jds(&m, row, sections, col, value) == 3);
    HOLDS(equal_ints(row, (int[]){2, 0, 3, 1}, 4));
    HOLDS(equal_ints(col, (int[]){1, 2, 3, 0, 0, 2, 3}, 7));
    HOLDS(equal_floats(value, (float[]){2, 4, 1, 3, 1, 1, 1}, 7));
    HOLDS(equal_ints(&sections[0].first_row, (int[]){0, 1, 3, 0}, 4));
    HOLDS(equal_ints(&sections[1].first_row, (int[]){1, 2, 2, 3}, 4));
    HOLDS(equal_ints(&sections[2].first_row, (int[]){3, 1, 0, 7}, 4));
    free_sparse(&m);
}

/* --- there and back ----------------------------------------------------------------------- */

static void csr_and_back(const struct sparse *m)
{
    struct sparse back = new_sparse(m->rows, m->cols);
    to_csr(m, starts, col, value);
    from_csr(&back, starts, col, value);
    HOLDS(same(m, &back));
}

static void coo_and_back(const struct sparse *m)
{
    struct sparse back = new_sparse(m->rows, m->cols);
    to_coo(m, row, col, value);
    from_coo(&back, m->nnz, row, col, value);
    HOLDS(same(m, &back));
}

static void ell_and_back(const struct sparse *m)
{
    struct sparse back = new_sparse(m->rows, m->cols);
    to_ell(m, longest_row(m), col, value, NULL);
    from_ell(&back, longest_row(m), col, value);
    HOLDS(same(m, &back));
}

/* With every width, from none to more than any row needs. */
static void hybrid_and_back(const struct sparse *m)
{
    for (size_t width = 0; width <= longest_row(m) + 1; width++) {
        struct sparse back = new_sparse(m->rows, m->cols);
        to_ell(m, width, col, value, &back);
        HOLDS(width < longest_row(m) || back.nnz == 0);
        from_ell(&back, width, col, value);
        HOLDS(same(m, &back));
    }
}

static void jds_and_back(const struct sparse *m)
{
    struct sparse back = new_sparse(m->rows, m->cols);
    size_t count = to_jds(m, row, sections, col, value);
    from_jds(&back, row, sections, count, col, value);
    HOLDS(same(m, &back));
}

static void sorted_again(const struct sparse *m)
{
    struct sparse back = new_sparse(m->rows, m->cols);
    for (size_t k = m->nnz; k-- > 0;)
        add_entry(&back, m->entries[k].row, m->entries[k].col, m->entries[k].value);
    HOLDS(same(m, &back));
}

/* --- what the formats promise ------------------------------------------------------------- */

static void ell_pads_behind(const struct sparse *m)
{
    size_t width = longest_row(m) + 1, *lengths = row_lengths(m);
    for (size_t i = 0; i < m->rows * width; i++)
        value[i] = NAN;
    to_ell(m, width, col, value, NULL);
    for (size_t i = 0; i < m->rows * width; i++) {
        bool entry = i / m->rows < lengths[i % m->rows];
        HOLDS(entry == (col[i] >= 0));
        HOLDS(entry == !isnan(value[i]));
    }
    free(lengths);
}

static void jds_sections_fit(const struct sparse *m)
{
    size_t count = to_jds(m, row, sections, col, value), *lengths = row_lengths(m);
    int next_row = 0, next_entry = 0;
    for (size_t i = 0; i < count; i++) {
        struct section s = sections[i];
        HOLDS(s.first_row == next_row && s.first_entry == next_entry && s.rows > 0);
        HOLDS(i == 0 || s.length < sections[i - 1].length);
        for (int j = s.first_row; j < s.first_row + s.rows; j++) {
            HOLDS(lengths[row[j]] == (size_t)s.length);
            HOLDS(j == s.first_row || row[j] > row[j - 1]);
        }
        next_row += s.rows;
        next_entry += s.rows * s.length;
    }
    HOLDS((size_t)next_row == m->rows && (size_t)next_entry == m->nnz);
    free(lengths);
}

/* --- by name ------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    void (*once)(void);
    void (*each)(const struct sparse *m);
} tests[] = {
    {"text-csr", text_as_csr, NULL},      {"text-ell", text_as_ell, NULL},
    {"text-coo", text_as_coo, NULL},      {"text-hybrid", text_as_hybrid, NULL},
    {"text-jds", text_as_jds, NULL},      {"csr", NULL, csr_and_back},
    {"ell", NULL, ell_and_back},          {"coo", NULL, coo_and_back},
    {"hybrid", NULL, hybrid_and_back},    {"jds", NULL, jds_and_back},
    {"sort", NULL, sorted_again},         {"padding", NULL, ell_pads_behind},
    {"sections", NULL, jds_sections_fit},
};

static void run_each(void (*each)(const struct sparse *m))
{
    size_t entries = 0;
    for (int i = 0; i < MATRICES; i++) {
        struct sparse m = matrix(i);
        entries += m.nnz;
        each(&m);
        free_sparse(&m);
    }
    HOLDS(entries > 1000);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof tests / sizeof *tests; i++) {
        if (strcmp(tests[i].name, argv[1]))
            continue;
        if (tests[i].once)
            tests[i].once();
        else
            run_each(tests[i].each);
        return 0;
    }
    fprintf(stderr, "usage: formats TEST; see the table at the end of formats.c\n");
    return 2;
}
