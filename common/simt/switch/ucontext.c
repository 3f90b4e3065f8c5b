/* The context switch where no assembly one exists: makecontext begins a stack, _setjmp and
 * _longjmp go from one to another. Slower; the same interface as x86_64.S. */
#include <setjmp.h>
#include <ucontext.h>
#include <stddef.h>
#include "switch/switch.h"

/* A context is where it waits: on its own stack, so that its address serves as the handle. */
void simt_switch(void **save, void *resume)
{
    jmp_buf here;
    *save = &here;
    if (_setjmp(here) == 0)
        simt_resume(resume);
}

void simt_resume(void *resume)
{
    _longjmp(*(jmp_buf *)resume, 1);
}

void simt_begin(void **save, void *top, void (*entry)(void))
{
    jmp_buf here;
    ucontext_t fresh;
    *save = &here;
    if (_setjmp(here) != 0)
        return;
    getcontext(&fresh);
    fresh.uc_stack.ss_sp = (char *)top - SIMT_STACK_BYTES / 2; /* only its end matters */
    fresh.uc_stack.ss_size = SIMT_STACK_BYTES / 2;
    fresh.uc_link = NULL;
    makecontext(&fresh, entry, 0);
    setcontext(&fresh);
}

SIMT_REALIGNED void simt_switch_short(void **save, void *resume)
{
    simt_switch(save, resume);
}

SIMT_REALIGNED void simt_begin_short(void **save, void *top, void (*entry)(void))
{
    simt_begin(save, top, entry);
}
