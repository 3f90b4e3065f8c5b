/* The context switch on x86-64: what fiber.c calls to go from one stack to another.
 *
 * A context is a stack pointer: below it lie rbx and rbp, and above them the return address. The
 * other registers that a called function must preserve are the caller's own affair where it is a
 * barrier in a kernel (see __syncthreads() in waiting.h), and else a wrapper's. Floating-point
 * control words are fiber.c's. */

#define RETURN_ADDRESS 16

    .macro push_rest
    .irp register, r12, r13, r14, r15
    pushq %\register
    .cfi_adjust_cfa_offset 8
    .endr
    .endm

    .macro pop_rest
    .irp register, r15, r14, r13, r12
    popq %\register
    .cfi_adjust_cfa_offset -8
    .endr
    .endm

    .macro push_context
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    pushq %rbx
    .cfi_adjust_cfa_offset 8
    .endm

    .macro pop_context
    popq %rbx
    .cfi_adjust_cfa_offset -8
    popq %rbp
    .cfi_adjust_cfa_offset -8
    .endm

    .section simt_text, "ax", @progbits

/* void simt_switch_short(void **save, void *resume): stores this context and goes on in another;
 * r12 to r15 are lost.
 *
 * The processor predicts a return by its stack of calls, whose top is the call that led here.
 * That is right where both contexts wait at the same call, as in a loop with one barrier, and
 * keeps calls and returns paired. Where they do not, as with two barriers in turn, a jump is
 * predicted by what was resumed last: right for all lanes but the first. 4 ns against 15. */
    .globl simt_switch_short
    .type simt_switch_short, @function
    .p2align 6
simt_switch_short:
    .cfi_startproc
    movq RETURN_ADDRESS(%rsi), %rcx
    cmpq %rcx, (%rsp)
    push_context
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    pop_context
    jne 0f
    ret
0:
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    .cfi_register rip, rcx
    jmp *%rcx
    .cfi_endproc
    .size simt_switch_short, . - simt_switch_short

/* void simt_switch(void **save, void *resume): the same, and loses nothing. */
    .globl simt_switch
    .type simt_switch, @function
    .p2align 4
simt_switch:
    .cfi_startproc
    push_rest
    call simt_switch_short
    pop_rest
    ret
    .cfi_endproc
    .size simt_switch, . - simt_switch

/* void simt_resume(void *resume): goes on in another context and forgets this one. It is called
 * in the place of a kernel, so that the kernel's own return has a call to be paired with. */
    .globl simt_resume
    .type simt_resume, @function
    .p2align 4
simt_resume:
    .cfi_startproc
    movq %rdi, %rsp
    .cfi_def_cfa_offset 24
    pop_context
    popq %rcx
    jmp *%rcx
    .cfi_endproc
    .size simt_resume, . - simt_resume

/* void simt_begin_short(void **save, void *top, void (*entry)(void)): stores this context and
 * calls `entry`, which must not return, on the stack that ends at `top`, a multiple of 16. By a
 * jump, so that calls and returns stay paired. The pushed 0 is where unwinding ends. r12 to r15
 * are lost. */
    .globl simt_begin_short
    .type simt_begin_short, @function
    .p2align 4
simt_begin_short:
    .cfi_startproc
    push_context
    movq %rsp, (%rdi)
    .cfi_undefined rip
    movq %rsi, %rsp
    xorl %ebp, %ebp
    pushq $0
    jmp *%rdx
    .cfi_endproc
    .size simt_begin_short, . - simt_begin_short

/* void simt_begin(void **save, void *top, void (*entry)(void)): the same, and loses nothing. */
    .globl simt_begin
    .type simt_begin, @function
    .p2align 4
simt_begin:
    .cfi_startproc
    push_rest
    call simt_begin_short
    pop_rest
    ret
    .cfi_endproc
    .size simt_begin, . - simt_begin

    .section .note.GNU-stack, "", @progbits
