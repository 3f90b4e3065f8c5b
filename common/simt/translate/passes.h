/* The passes over the tokens, in the order in which translate.c takes them, each in the file
 * that is named beside it. Each only adds edits and messages. C11. */
#ifndef PASSES_H
#define PASSES_H

#include "translate/source.h"

/* Fills s->functions and s->variables, and sets in_function, which the others need. */
void find_functions(struct source *s); /* declarations.c */

/* Fills s->headers, from which spaces.c learns where their functions run. */
void read_headers(struct source *s); /* headers.c */

/* What is written in another way for the compiler. */
void translate_launches(struct source *s);      /* launches.c */
void translate_shared(struct source *s);        /* shared.c: shared memory */
void tell_wide_types(struct source *s);         /* aligned_types.c: types of 16 bytes */
void translate_symbols(struct source *s);       /* symbols.c: variables of the device */
void tell_own_variables(struct source *s);      /* forgotten_shared.c: may lack __shared__ */
void rename_given_names(struct source *s);      /* given_names.c: variables called blockDim */
void name_texture_references(struct source *s); /* old_textures.c */
void return_from_main(struct source *s);        /* main_returns.c: without a value */
void tell_pragmas(struct source *s);            /* pragmas.c: a misspelt unroll */
void allow_recursion(struct source *s);         /* recursion.c: what cannot be in line */
void translate_matrices(struct source *s);      /* assembly.c: PTX of a warp's matrices */
void number_barriers(struct source *s);         /* barrier_numbers.c: of one line */
void translate_ptx(struct source *s);           /* ptx.c: all other inline PTX */
void answer_architecture(struct source *s);     /* architecture.c: __CUDA_ARCH__ */

/* What nvcc refuses and g++ accepts. */
void check_functions(struct source *s);    /* check.c: kernels, and calls */
void check_kernel_forms(struct source *s); /* kernel_forms.c: rare ones */
void check_hidden_calls(struct source *s); /* hidden_calls.c: destructors, own declarations */
void check_classes(struct source *s);      /* classes.c: operators */
void check_variables(struct source *s);    /* foreign_variables.c: the other side's variables */
void check_objects(struct source *s);      /* objects.c: what makes an object */
void check_static_members(struct source *s); /* static_members.c: of the host's classes */
void check_bodies(struct source *s);         /* bodies.c: what may not stand in a function */
void check_lambdas(struct source *s);        /* lambdas.c: of the host's side */
void check_dynamic_types(struct source *s);  /* dynamic_types.c: of one name */
void check_crossings(struct source *s);      /* crossings.c: names of the other side's */

/* What only functions that the CPU backend lacks take. */
void refuse_missing_names(struct source *s);    /* missing_names.c */
void refuse_missing_includes(struct source *s); /* missing_includes.c: of programs */
void refuse_whole_numbers(struct source *s);    /* whole_numbers.c: sqrt(1) in a kernel */

#endif
