/* What the CPU checker may find: KIND(NAME, word, rank) for each kind; a finding, as it leaves
 * the checker and travels to the judge; and a fault, as it leaves the backend. C11 and C++; a
 * page.
 *
 * The word is what a verdict in JSON says. Findings of a lower rank are told first: threads
 * that go beyond their own elements, or use what nothing has written, seem to race with those
 * whose elements these are; both, and whatever else, may come of work that nobody has waited
 * for. A race of one block's threads may be the cause of one between blocks, and both of
 * barriers that not all threads reach. */
#ifndef SIMT_KINDS_H
#define SIMT_KINDS_H

#include <stdint.h>

// clang-format off
#define EACH_FINDING_KIND(KIND) \
    KIND(UNORDERED_RACE, "race", 0) /* of the host or of streams, that did not wait */ \
    KIND(OUT_OF_BOUNDS, "out-of-bounds", 1) \
    KIND(MISALIGNED, "misaligned", 1) \
    KIND(USE_AFTER_FREE, "use-after-free", 1) \
    KIND(UNINITIALISED, "uninitialised", 1) \
    KIND(HOST_POINTER, "host-pointer", 1) \
    KIND(DEVICE_POINTER, "device-pointer", 1) \
    KIND(CONSTANT_WRITE, "constant-write", 1) \
    KIND(NOT_SHARED, "not-shared", 1) /* a thread's own, used as if it were the block's */ \
    KIND(SHARED_RACE, "race", 2) /* of one block's threads, in shared memory */ \
    KIND(RACE, "race", 3) \
    KIND(LEFT_UNWRITTEN, "uninitialised", 4) /* read in a later launch than one with a race */ \
    KIND(BARRIER, "barrier", 4) \
    KIND(DEADLOCK, "deadlock", 4) \
    KIND(MASK, "mask", 4) \
    KIND(DOUBLE_FREE, "double-free", 4) \
    KIND(FAULT, "fault", 4) /* what breaks a launch off, or a kind that is none of these */ \
    KIND(LEAK, "leak", 5) \
    KIND(NOTE, "note", 6) /* is no fault */
// clang-format on

enum { SIMT_TEXT_BYTES = 1024 }; /* of a finding or a fault in words */

/* FOUND_RACE and so on. */
enum finding_kind {
#define KIND(name, word, rank) FOUND_##name,
    EACH_FINDING_KIND(KIND)
#undef KIND
        FINDING_KINDS
};

static inline const char *finding_word(enum finding_kind kind)
{
    static const char *const words[FINDING_KINDS] = {
#define KIND(name, word, rank) word,
        EACH_FINDING_KIND(KIND)
#undef KIND
    };
    return words[kind];
}

static inline int finding_rank(enum finding_kind kind)
{
    static const int ranks[FINDING_KINDS] = {
#define KIND(name, word, rank) rank,
        EACH_FINDING_KIND(KIND)
#undef KIND
    };
    return ranks[kind];
}

/* A line of a source file. */
struct source_line {
    char file[60]; /* without its folder */
    uint32_t line; /* 0 where there is none */
};

/* One thing that was found. The judge gets it from a program that may have forged it: so it
 * holds integers, of which each value can be read. */
struct finding {
    uint32_t kind;               /* enum finding_kind */
    uint32_t is_write;           /* of the access, or of the first of two */
    unsigned long long count;    /* of the elements or pairs that it happens to */
    char text[SIMT_TEXT_BYTES];  /* for the student, naming lines, threads and arrays */
    struct source_line lines[2]; /* of its accesses */
};

/* What has broken a launch or the program off: the first fault. It may be forged as well. */
struct fault {
    char text[SIMT_TEXT_BYTES]; /* for the student, that of later ones behind it; "" if none */
    uint32_t error;             /* CUDA's number for it */
    struct source_line line;    /* where the text knows one */
};

#endif
