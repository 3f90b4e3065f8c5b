/* A kernel with a known fault, or with none, and what the checker must say of it. */
#ifndef CASE_H
#define CASE_H

#include "../../../common/student/kernel.h"
#include "simt.h"

struct checker_case {
    const char *name, *want, *file;
    void (*run)(void);
};

/* CASE(name, want) { host code that launches }. `want` is "" where nothing may be found, and
 * else what must be: "kind words", several of them divided by " | ". The words are a part of
 * the text, in which @tag stands for the line that ends in the comment "@tag". Kinds that are
 * not named must not be found, but for notes. */
#define CASE(name, want)                                                                       \
    static void name(void);                                                                    \
    static const struct checker_case case_##name = {#name, want, __FILE__, name};              \
    __attribute__((                                                                            \
        used,                                                                                  \
        section("checker_cases"))) static const struct checker_case *const entry_##name =      \
        &case_##name;                                                                          \
    static void name(void)

/* Device memory with values in it: 0, 1, 2, ... */
EXPORT int *numbers(const char *name, size_t count);

/* Device memory without. */
EXPORT int *nothing(const char *name, size_t count);

/* Whether the schedule does work early, and not when somebody waits for it. */
EXPORT bool is_early(void);

/* A read that the checker does not see. */
EXPORT int unwatched(const int *at);

#endif
