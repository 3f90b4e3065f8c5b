/* Where one instruction of a program ends and the next begins. C11; private to the backend. */
#ifndef SIMT_INSTRUCTIONS_H
#define SIMT_INSTRUCTIONS_H

/* The bytes of the instruction at this address, of a machine that the backend knows; 0 if it is
 * none. x86-64 in 64-bit mode, with AVX-512. */
unsigned simt_instruction_bytes(const void *at);

#endif
