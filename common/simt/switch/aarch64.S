/* The context switch on aarch64: what fiber.c calls to go from one stack to another, as in
 * x86_64.S. A called function must preserve x19-x30 and the low halves of v8-v15. */

#define FRAME 160

    .macro save_context
    sub sp, sp, #FRAME
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    .endm

    .macro resume_context
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #FRAME
    ret
    .endm

    .section simt_text, "ax", %progbits

/* void simt_switch(void **save, void *resume): the short one saves as much. */
    .globl simt_switch, simt_switch_short
    .type simt_switch, %function
    .type simt_switch_short, %function
    .p2align 6
simt_switch:
simt_switch_short:
    .cfi_startproc
    save_context
    mov sp, x1
    resume_context
    .cfi_endproc
    .size simt_switch, . - simt_switch

/* void simt_resume(void *resume) */
    .globl simt_resume
    .type simt_resume, %function
    .p2align 4
simt_resume:
    .cfi_startproc
    mov sp, x0
    resume_context
    .cfi_endproc
    .size simt_resume, . - simt_resume

/* void simt_begin(void **save, void *top, void (*entry)(void)) */
    .globl simt_begin, simt_begin_short
    .type simt_begin, %function
    .type simt_begin_short, %function
    .p2align 4
simt_begin:
simt_begin_short:
    .cfi_startproc
    save_context
    mov sp, x1
    mov x29, xzr
    mov x30, xzr
    br x2
    .cfi_endproc
    .size simt_begin, . - simt_begin

    .section .note.GNU-stack, "", %progbits
