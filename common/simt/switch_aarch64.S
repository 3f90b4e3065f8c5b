/* The context switch on aarch64: two functions that fiber.c calls. See switch_x86_64.S. */

#define FRAME 176           /* x19-x30, d8-d15, fpcr, padding to 16 bytes */

    .text

/* void simt_switch(void **save, void *resume): saves what a called function must preserve:
 * x19-x30, the low halves of v8-v15, and fpcr, which is written only where it differs. */
    .globl simt_switch
    .type simt_switch, %function
    .p2align 6
simt_switch:
    .cfi_startproc
    sub sp, sp, #FRAME
    .cfi_def_cfa_offset FRAME
    .cfi_offset 30, -FRAME + 88
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
    mrs x9, fpcr
    str x9, [sp, #160]
    mov x10, sp
    str x10, [x0]
    mov sp, x1
    ldr x10, [sp, #160]
    cmp x9, x10
    b.ne 1f
0:
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
    .cfi_def_cfa_offset 0
    ret
1:
    .cfi_def_cfa_offset FRAME
    msr fpcr, x10
    b 0b
    .cfi_endproc
    .size simt_switch, . - simt_switch

/* void *simt_fiber(void *top, void (*entry)(void)): lays a context on the fresh stack that ends
 * at `top` (a multiple of 16), to be resumed at `entry`, which must not return. */
    .globl simt_fiber
    .type simt_fiber, %function
simt_fiber:
    .cfi_startproc
    mov x9, x0
    sub x0, x0, #FRAME
    mov x10, x0
0:
    stp xzr, xzr, [x10], #16
    cmp x10, x9
    b.lo 0b
    str x1, [x0, #0]        /* x19: the entry */
    adr x10, enter
    str x10, [x0, #88]      /* x30: where the switch returns to */
    mrs x10, fpcr
    str x10, [x0, #160]
    ret
    .cfi_endproc
    .size simt_fiber, . - simt_fiber

/* The bottom frame of every fiber: nothing to unwind beyond it. */
    .type enter, %function
enter:
    .cfi_startproc
    .cfi_undefined 30
    blr x19
    brk #0
    .cfi_endproc
    .size enter, . - enter

    .section .note.GNU-stack, "", %progbits
