/* The context switch where no assembly one exists: makecontext starts a fiber, _setjmp and
 * _longjmp go from one to another. Slower; the same interface as switch_x86_64.S. */
#include <fenv.h>
#include <setjmp.h>
#include <stddef.h>
#include <ucontext.h>
#include "grid.h"

/* A context is where it waits: on its own stack, so that its address serves as the handle. */
struct context {
    jmp_buf where;
    fenv_t floats; /* setjmp does not save how floating point rounds */
};

void simt_switch(void **save, void *resume)
{
    struct context here;
    struct context *there = resume;
    fegetenv(&here.floats);
    *save = &here;
    if (_setjmp(here.where) == 0)
        _longjmp(there->where, 1);
    fesetenv(&here.floats);
}

/* What a fresh fiber is told: under a lock of no need, for a worker starts its own fibers only
 * and waits until each has taken this. */
struct start {
    void (*entry)(void);
    ucontext_t creator;
    ucontext_t fiber;
    struct context *born;
};

static void begin(unsigned high, unsigned low)
{
    struct start *start = (struct start *)(((size_t)high << 16 << 16) | low);
    void (*entry)(void) = start->entry;
    struct context here;
    fegetenv(&here.floats);
    start->born = &here;
    if (_setjmp(here.where) == 0)
        setcontext(&start->creator);
    fesetenv(&here.floats);
    entry();
}

void *simt_fiber(void *top, void (*entry)(void))
{
    struct start start = {.entry = entry};
    size_t address = (size_t)&start;
    getcontext(&start.fiber);
    start.fiber.uc_stack.ss_sp = (char *)top - SIMT_STACK_BYTES / 2;
    start.fiber.uc_stack.ss_size = SIMT_STACK_BYTES / 2;
    start.fiber.uc_link = NULL;
    makecontext(&start.fiber, (void (*)(void))begin, 2, (unsigned)(address >> 16 >> 16),
                (unsigned)address);
    swapcontext(&start.creator, &start.fiber);
    return start.born;
}
