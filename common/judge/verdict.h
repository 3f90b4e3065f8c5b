/* What became of a case, and why: the judge's decision. */
#ifndef VERDICT_H
#define VERDICT_H

#include "program.h"

/* REASON_WRONG and so on. */
enum reason {
#define REASON(name, word) REASON_##name,
#include "reasons.inc"
#undef REASON
};

struct verdict {
    bool passed;
    enum reason reason;
    bool out_of_time; /* it was stopped, by the judge or by the device, for taking too long */
    const char *pattern; /* of wrong elements: what they suggest, or "" */
    size_t wrong, of;    /* elements, where elements were compared */
    bool explained;      /* the CPU checker has said what it comes from, and at which line */
    char text[4096];     /* in words, a few lines; ends without a newline */
};

/* Decides on the case. Computes the expectation, so that it is there for report(). */
void decide(struct trial *t, struct ending_of_ask ending, struct verdict *v);

/* The case's second and third rule, in the CPU checker's program: clean, and by the technique
 * taught. For cases that are CHECKED or COUNTED. Explains a wrong result by what it finds. */
void check_clean(struct program *checked, const struct trial *t, struct verdict *v);

/* What the checker's program says of a case that failed where its outputs are made: put before
 * the verdict's text, whose reason stays. For cases that check_clean() has not seen. */
void find_cause(struct program *checked, const struct trial *t, struct verdict *v);

/* The reason as the verdict's JSON has it. */
const char *reason_word(enum reason reason);

/* Sets a failed verdict. */
void fail(struct verdict *v, enum reason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Explains the wrong elements of one output: sets v->pattern and appends to v->text. */
void explain(struct trial *t, const struct trial_array *a, struct verdict *v);

/* Appends to v->text. */
void say(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Of an array of integers, the element at `at`, padding counted. */
int64_t integer_at(const void *payload, enum type type, size_t at);

/* Element i of that run is within the expectation. */
bool element_is_right(const struct trial_array *a, unsigned run, size_t i);

/* Element i of that run still holds what the judge put there before the run. */
bool element_is_untouched(const struct trial_array *a, unsigned run, size_t i);

size_t wrong_elements(const struct trial_array *a, unsigned run);

/* "c[5][7]", or "sums[5]" for a list. */
void name_element(const struct trial_array *a, size_t i, char *text, size_t size);

#endif
