/* A generated kernel and the words that race in it. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>

struct fuzz_word {
    const char *array;
    int word, shared, block;
};

struct fuzz_kernel {
    void (*run)(unsigned *global, unsigned *out);
    const struct fuzz_word *words; /* up to one without an array */
};

#endif
