#include "programs.h"

#include "options.h"

/* Each pair is of the core tasks and of stretch.cu. */
static struct program fast[2],
    plain[2] = {{.silent = true}, {.silent = true}},
    checked[2] = {{.silent = true, .wants_room = true}, {.silent = true, .wants_room = true}};

void name_programs(void)
{
    const char *const paths[2][3] = {
        {options.core, options.plain_core, options.checked_core},
        {options.stretch, options.plain_stretch, options.checked_stretch}};
    for (int i = 0; i < 2; i++) {
        fast[i].path = paths[i][0];
        plain[i].path = paths[i][1];
        checked[i].path = paths[i][2];
        fast[i].box = plain[i].box = checked[i].box = options.box;
        fast[i].slow_starts = options.slow_starts;
        fast[i].wants_room = options.counted > 0;
    }
    fast[0].patient = options.patient;
}

struct program *fast_program(const struct task *task)
{
    return &fast[task->stretch];
}

struct program *checked_program(const struct task *task)
{
    return &checked[task->stretch];
}

struct program *plain_program(const struct task *task)
{
    if (on_cpu_backend())
        return fast_program(task);
    struct program *program = &plain[task->stretch];
    return program->path && program_is_built(program) ? program : NULL;
}

void stop_programs(void)
{
    if (options.patient)
        program_finish(&fast[0]);
    for (int i = 0; i < 2; i++) {
        program_stop(&fast[i]);
        program_stop(&plain[i]);
        program_stop(&checked[i]);
    }
}
