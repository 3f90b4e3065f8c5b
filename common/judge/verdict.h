/* What became of a case, and why: the judge's decision. */
#ifndef VERDICT_H
#define VERDICT_H

#include "program.h"

struct verdict {
    bool passed;
    const char *reason;  /* one of the words below */
    const char *pattern; /* of wrong elements: what they suggest, or "" */
    size_t wrong, of;    /* elements, where elements were compared */
    bool explained;      /* the CPU checker has said what it comes from, and at which line */
    char text[4096];     /* in words, a few lines; ends without a newline */
};

/* reason        when
 * ok            passed
 * not-started   nothing written and no kernel launched: the skeleton
 * missing       the function is not defined
 * no-build      there is no program: the hand-in does not compile (set by judge.c)
 * ended         the program exited before it answered
 * crashed       it died of a signal
 * timeout       it did not answer in time
 * cuda-error    a CUDA call, launch or kernel failed
 * out-of-bounds bytes before or behind an array were overwritten
 * input-changed an input was written to
 * padding       elements between the rows' ends and the pitch were written
 * wrong         elements differ from the reference: see pattern
 * no-launch     right, but no kernel was launched, and the device copied nothing
 * from-host     right, but what the host copied to the device: computed on the host
 * leak          device memory was not freed
 * property      verify() objects
 * technique     right, but not as the task teaches: technique() objects
 * race, uninitialised, barrier, ...   what the checker found: see struct finding
 * not-run       skipped after repeated time-outs (set by judge.c)
 * unusable      the student program could not serve: the machine's fault or the lab's
 */

/* Decides on the case. Computes the expectation, so that it is there for report(). */
void decide(struct trial *t, struct ending_of_ask ending, struct verdict *v);

/* The case's second and third rule, in the CPU checker's program: clean, and by the technique
 * taught. For cases that are CHECKED or COUNTED. Explains a wrong result by what it finds. */
void check_clean(struct program *checked, const struct trial *t, struct verdict *v);

/* What the checker's program says of a case that failed where its outputs are made: put before
 * the verdict's text, whose reason stays. For cases that check_clean() has not seen. */
void find_cause(struct program *checked, const struct trial *t, struct verdict *v);

/* Sets a failed verdict. */
void fail(struct verdict *v, const char *reason, const char *format, ...)
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
