/* What a lab's call.c is written with: the student program's side of a task.
 *
 * - TASK(f) { f(ARRAY(in), ARRAY(out), NUMBER(n)); } hands the judge's arguments to the
 *   student's function f; a hand-in without f still links, and answers that f is missing
 * - ARRAY(x) the pointer for the array that cases.c calls "x" (device or host, as it says)
 * - NUMBER(x) the number that cases.c calls "x"
 */
#ifndef RUNNER_H
#define RUNNER_H

#include <stdint.h>

struct runner_task {
    const char *name;
    void (*function)(void); /* the student's, NULL if the hand-in lacks it */
    void (*call)(void);
};

#define RUNNER_PRAGMA(text) _Pragma(#text)
#define TASK(f)                                                                                \
    RUNNER_PRAGMA(weak f)                                                                      \
    static void call_##f(void);                                                                \
    static const struct runner_task task_##f = {#f, (void (*)(void))f, call_##f};              \
    static const struct runner_task *const entry_##f                                           \
        __attribute__((used, section("runner_tasks"))) = &task_##f;                            \
    static void call_##f(void)

#define ARRAY(name) runner_array(#name)
#define NUMBER(name) runner_number(#name)

void *runner_array(const char *name);
int64_t runner_number(const char *name);

#endif
