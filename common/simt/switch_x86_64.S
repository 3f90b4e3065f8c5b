/* The context switch on x86-64: two functions that fiber.c calls. */

#define FRAME 64            /* control words, six registers, return address */
#define MXCSR_CONTROL 0xffc0 /* the rest are exception flags, which nobody preserves */

    .text

/* void simt_switch(void **save, void *resume): stores this context's stack pointer and goes on
 * in the context whose stack pointer is `resume`. Saves what a called function must preserve:
 * rbx, rbp, r12-r15, and the control bits of mxcsr and of the x87 unit. Loading those costs
 * more than all else, and they hardly ever differ: so they are compared first. */
    .globl simt_switch
    .type simt_switch, @function
    .p2align 6
simt_switch:
    .cfi_startproc
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    pushq %rbx
    .cfi_adjust_cfa_offset 8
    pushq %r12
    .cfi_adjust_cfa_offset 8
    pushq %r13
    .cfi_adjust_cfa_offset 8
    pushq %r14
    .cfi_adjust_cfa_offset 8
    pushq %r15
    .cfi_adjust_cfa_offset 8
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movl (%rsp), %eax
    movzwl 4(%rsp), %ecx
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    xorl (%rsp), %eax
    testl $MXCSR_CONTROL, %eax
    jne 1f
    cmpw 4(%rsp), %cx
    jne 1f
0:
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    popq %r15
    .cfi_adjust_cfa_offset -8
    popq %r14
    .cfi_adjust_cfa_offset -8
    popq %r13
    .cfi_adjust_cfa_offset -8
    popq %r12
    .cfi_adjust_cfa_offset -8
    popq %rbx
    .cfi_adjust_cfa_offset -8
    popq %rbp
    .cfi_adjust_cfa_offset -8
    ret
1:
    .cfi_adjust_cfa_offset 56
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    jmp 0b
    .cfi_endproc
    .size simt_switch, . - simt_switch

/* void *simt_fiber(void *top, void (*entry)(void)): lays a context on the fresh stack that ends
 * at `top` (a multiple of 16), to be resumed at `entry`, which must not return. It inherits the
 * caller's control words. */
    .globl simt_fiber
    .type simt_fiber, @function
simt_fiber:
    .cfi_startproc
    leaq -FRAME(%rdi), %rax
    stmxcsr (%rax)
    fnstcw 4(%rax)
    movq $0, 8(%rax)
    movq $0, 16(%rax)
    movq $0, 24(%rax)
    movq $0, 32(%rax)
    movq %rsi, 40(%rax)     /* rbx */
    movq $0, 48(%rax)       /* rbp: the end of the chain of frames */
    leaq enter(%rip), %rcx
    movq %rcx, 56(%rax)
    ret
    .cfi_endproc
    .size simt_fiber, . - simt_fiber

/* The bottom frame of every fiber: nothing to unwind beyond it. */
    .type enter, @function
enter:
    .cfi_startproc
    .cfi_undefined rip
    call *%rbx
    hlt
    .cfi_endproc
    .size enter, . - enter

    .section .note.GNU-stack, "", @progbits
