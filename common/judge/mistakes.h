/* Makes the table `mistakes` (see lab.h) of the rows in a lab's mistakes.inc: the last line of
 * its mistakes.c, below the functions that the rows call.
 *
 *   MISTAKE("matmul_1d matmul_2d", "one-term-less", terms(t, 0, A.cols - 1),
 *           "the last term of each sum is missing: the loop ends one too early")
 *
 * is the tasks whose mistake it is, its name, what it computes, and what its author is told.
 *
 * - What it computes is a statement that fills the wants of the struct case_run *t, as a task's
 *   expect() does. Mistakes that differ by a number call the same function with it.
 * - Fields may follow by name: `.sizes = whole_warps`, and then `size` is one of them;
 *   `.inaccurate = true`; `.cause = LEFT_OUT`, so that it is not told beside a race.
 * - Each row has a wrong answer in grader/wrong that it claims, which a test looks after.
 *
 * The rows are read twice. The first time each becomes a function that is named after its line,
 * the second time an element of the table. Where a macro stands for several rows these have a
 * tag besides, which tells their functions apart: TAGGED_MISTAKE(tag, ...). */
#ifndef MISTAKES_H
#define MISTAKES_H

/* For a row's formula: the mistake makes sense only where the condition holds. */
#define WHERE(condition, formula)                                                              \
    if (condition) {                                                                           \
        formula;                                                                               \
    } else {                                                                                   \
        does_not_apply(t);                                                                     \
    }

#define NAME_IN_LINE(tag, line) tag##_in_line_##line
#define NAME_OF_ROW(tag, line) NAME_IN_LINE(tag, line)
#define MISTAKE(...) TAGGED_MISTAKE(mistake, __VA_ARGS__)

#define TAGGED_MISTAKE(tag, its_tasks, its_name, formula, ...)                                 \
    static void NAME_OF_ROW(tag, __LINE__)(struct case_run * t, size_t size)                   \
    {                                                                                          \
        (void)t;                                                                               \
        (void)size;                                                                            \
        formula;                                                                               \
    }
#include "mistakes.inc"
#undef TAGGED_MISTAKE

#define TAGGED_MISTAKE(tag, its_tasks, its_name, formula, ...)                                 \
    {.tasks = its_tasks,                                                                       \
     .name = its_name,                                                                         \
     .expect = NAME_OF_ROW(tag, __LINE__),                                                     \
     .says = __VA_ARGS__},
const struct mistake mistakes[] = {
#include "mistakes.inc"
    {0},
};

#endif
