/* Contexts: a stack, and what a called function must preserve. One of the files of this room is
 * linked, for the processor at hand. C11.
 *
 * A context is good for one return. Its stack must last until then, and so must *save. Nothing
 * of the floating-point environment is switched. */
#ifndef SIMT_SWITCH_H
#define SIMT_SWITCH_H

enum { SIMT_STACK_BYTES = 128 << 10 }; /* of a stack, less what staggers its top */

/* Stores this context in *save and goes on in another, or at `entry` on the empty stack that
 * ends at `top`. A context is good for one return. */
void simt_switch(void **save, void *resume);
void simt_begin(void **save, void *top, void (*entry)(void));

/* The same for a context that keeps nothing in registers: a barrier in a kernel, see
 * __syncthreads() in waiting.h. */
void simt_switch_short(void **save, void *resume);
void simt_begin_short(void **save, void *top, void (*entry)(void));

/* Of a function that a barrier in a kernel may lead to: it aligns the stack, which the kernel
 * has not done where the compiler knows of no call in it. */
#if defined(__x86_64__)
#define SIMT_REALIGNED __attribute__((force_align_arg_pointer))
#else
#define SIMT_REALIGNED
#endif

/* Goes on in another context and forgets this one. */
void simt_resume(void *resume); /* does not return; not declared so, for it is jumped to */

#endif
