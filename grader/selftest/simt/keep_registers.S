/* Switches contexts with known values in all registers that a function call must preserve.
 *
 * void keep_registers_a(const void *in, void *out, void **save, void *resume) loads them from
 * `in`, calls simt_switch(save, resume), and stores to `out` what they hold afterwards;
 * keep_registers_b is the same at another address. */
    .text

#if defined(__x86_64__)
    .macro define_keep name
    .globl \name
\name:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq %rsi
    movq 0(%rdi), %rbp
    movq 8(%rdi), %rbx
    movq 16(%rdi), %r12
    movq 24(%rdi), %r13
    movq 32(%rdi), %r14
    movq 40(%rdi), %r15
    movq %rdx, %rdi
    movq %rcx, %rsi
    call simt_switch
    popq %rsi
    movq %rbp, 0(%rsi)
    movq %rbx, 8(%rsi)
    movq %r12, 16(%rsi)
    movq %r13, 24(%rsi)
    movq %r14, 32(%rsi)
    movq %r15, 40(%rsi)
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .endm
#elif defined(__aarch64__)
    .macro define_keep name
    .globl \name
\name:
    stp x29, x30, [sp, #-176]!
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    str x1, [sp, #160]
    ldp x19, x20, [x0, #0]
    ldp x21, x22, [x0, #16]
    ldp x23, x24, [x0, #32]
    ldp x25, x26, [x0, #48]
    ldp x27, x28, [x0, #64]
    ldp d8, d9, [x0, #80]
    ldp d10, d11, [x0, #96]
    ldp d12, d13, [x0, #112]
    ldp d14, d15, [x0, #128]
    ldr x29, [x0, #144]
    mov x0, x2
    mov x1, x3
    bl simt_switch
    ldr x1, [sp, #160]
    stp x19, x20, [x1, #0]
    stp x21, x22, [x1, #16]
    stp x23, x24, [x1, #32]
    stp x25, x26, [x1, #48]
    stp x27, x28, [x1, #64]
    stp d8, d9, [x1, #80]
    stp d10, d11, [x1, #96]
    stp d12, d13, [x1, #112]
    stp d14, d15, [x1, #128]
    str x29, [x1, #144]
    ldp x19, x20, [sp, #16]
    ldp x21, x22, [sp, #32]
    ldp x23, x24, [sp, #48]
    ldp x25, x26, [sp, #64]
    ldp x27, x28, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    ldp x29, x30, [sp], #176
    ret
    .endm
#else
    .macro define_keep name
    .endm
#endif

    define_keep keep_registers_a
    define_keep keep_registers_b

    .section .note.GNU-stack, "", %progbits
