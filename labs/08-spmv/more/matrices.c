/* Both formats of lab 08, more, on the judge's side: see matrices.h. */
#include "matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (!memory)
        abort();
    return memory;
}

/* --- CSR ---------------------------------------------------------------------------------- */

struct csr new_csr(size_t rows)
{
    return (struct csr){.rows = rows, .starts = allocate(rows + 1, sizeof(int))};
}

void add_entry(struct csr *m, int col, float value)
{
    if (m->nnz == m->room) {
        m->room = 2 * m->room + 64;
        m->col = realloc(m->col, m->room * sizeof *m->col);
        m->value = realloc(m->value, m->room * sizeof *m->value);
        if (!m->col || !m->value)
            abort();
    }
    m->col[m->nnz] = col;
    m->value[m->nnz++] = value;
}

void free_csr(struct csr *m)
{
    free(m->starts);
    free(m->col);
    free(m->value);
}

/* --- columns in groups -------------------------------------------------------------------- */

/* The number of entry k's segment, counted in the order of the segments. */
static size_t segment_of(const struct case_run *t, const struct csr *m, size_t k,
                         enum conversion how)
{
    size_t group = (size_t)m->col[k] / count_of(t, "group_cols");
    size_t tile = k / count_of(t, "tile_entries");
    return how == TILES_FIRST ? tile * count_of(t, "groups") + group
                              : group * count_of(t, "tiles") + tile;
}

static void store(const struct case_run *t, struct grouped *g, size_t to, const struct csr *m,
                  size_t k, enum conversion how)
{
    size_t group_cols = count_of(t, "group_cols"), tile_entries = count_of(t, "tile_entries");
    size_t col = (size_t)m->col[k];
    g->col[to] = (uint16_t)(how == COL_OF_MATRIX ? col : col % group_cols);
    g->place[to] = (uint16_t)(how == PLACE_IN_ARRAY ? k : k % tile_entries);
    g->value[to] = m->value[k];
}

struct grouped to_grouped(const struct case_run *t, const struct csr *m, enum conversion how)
{
    struct grouped g = {.segments = count_of(t, "groups") * count_of(t, "tiles")};
    g.begins = allocate(g.segments + 1, sizeof *g.begins);
    g.col = allocate(m->nnz, sizeof *g.col);
    g.place = allocate(m->nnz, sizeof *g.place);
    g.value = allocate(m->nnz, sizeof *g.value);
    int *next = allocate(g.segments, sizeof *next);
    for (size_t k = 0; k < m->nnz; k++)
        g.begins[segment_of(t, m, k, how) + 1]++;
    for (size_t s = 0; s < g.segments; s++) {
        g.begins[s + 1] += g.begins[s];
        next[s] = g.begins[s];
    }
    for (size_t k = 0; k < m->nnz; k++)
        store(t, &g, (size_t)next[segment_of(t, m, k, how)]++, m, k, how);
    for (size_t s = 0; s < g.segments && how == ENDS; s++)
        g.begins[s] = g.begins[s + 1];
    free(next);
    return g;
}

void free_grouped(struct grouped *g)
{
    free(g->begins);
    free(g->col);
    free(g->place);
    free(g->value);
}

/* --- references --------------------------------------------------------------------------- */

void expect_grouped(struct case_run *t, enum conversion how)
{
    struct csr m = {.rows = count_of(t, "rows"),
                    .nnz = count_of(t, "nnz"),
                    .col = (int *)given(t, "csr_col"),
                    .value = (float *)given(t, "csr_value")};
    struct grouped g = to_grouped(t, &m, how);
    for (size_t s = 0; s <= g.segments; s++)
        want(t, "begins").exact[s] = g.begins[s];
    for (size_t k = 0; k < m.nnz; k++) {
        want(t, "col").exact[k] = g.col[k];
        want(t, "place").exact[k] = g.place[k];
        want(t, "value").value[k] = g.value[k];
    }
    free_grouped(&g);
}

/* The row of each entry, in CSR's order; to be freed. */
static size_t *rows_of_entries(const struct case_run *t)
{
    const int *starts = given(t, "starts");
    size_t *row_of = allocate(count_of(t, "nnz"), sizeof *row_of);
    for (size_t row = 0; row < count_of(t, "rows"); row++)
        for (int k = starts[row]; k < starts[row + 1]; k++)
            row_of[k] = row;
    return row_of;
}

struct sums {
    struct want y;
    size_t *terms, *row_of;
};

static void add_step(struct case_run *t, struct sums *s, struct step step)
{
    const float *x = given(t, "x");
    size_t k = step.tile * count_of(t, "tile_entries") + step.place;
    size_t col = step.group * count_of(t, "group_cols") + step.col;
    if (k >= count_of(t, "nnz") || col >= count_of(t, "cols")) {
        does_not_apply(t);
        return;
    }
    double product = (double)step.value * x[col];
    size_t row = s->row_of[k];
    s->y.value[row] += product;
    s->y.bound[row] += fabs(product);
    s->terms[row]++;
}

/* All entries of a segment, of whose tile `seen` entries have come before. */
static void add_segment(struct case_run *t, struct sums *s, struct step step, size_t *seen,
                        void (*change)(struct step *))
{
    size_t segment = step.group * count_of(t, "tiles") + step.tile;
    const int *begins = given(t, "begins");
    for (int k = begins[segment]; k < begins[segment + 1]; k++) {
        step.col = ((const uint16_t *)given(t, "col"))[k];
        step.place = ((const uint16_t *)given(t, "place"))[k];
        step.value = ((const float *)given(t, "value"))[k];
        step.before = (*seen)++;
        struct step changed = step;
        if (change)
            change(&changed);
        add_step(t, s, changed);
    }
}

/* A sum of n products, in whatever order and from however many partial sums, is off by at most
 * gamma(n) times the sum of their magnitudes (Higham 3.1), and each product by half the least
 * float, where it underflows. */
static void finish_sums(struct case_run *t, struct sums *s)
{
    for (size_t row = 0; row < count_of(t, "rows"); row++) {
        double n = (double)s->terms[row];
        if (n > 0)
            s->y.bound[row] = error_gamma(n) * s->y.bound[row] + n * 0x1p-150;
    }
    free(s->terms);
    free(s->row_of);
}

void expect_sums(struct case_run *t, void (*change)(struct step *))
{
    struct sums s = {want(t, "y"), allocate(count_of(t, "rows"), sizeof *s.terms),
                     rows_of_entries(t)};
    size_t *seen = allocate(count_of(t, "tiles"), sizeof *seen);
    for (size_t group = 0; group < count_of(t, "groups"); group++)
        for (size_t tile = 0; tile < count_of(t, "tiles"); tile++)
            add_segment(t, &s, (struct step){.group = group, .tile = tile}, &seen[tile],
                        change);
    free(seen);
    finish_sums(t, &s);
}
