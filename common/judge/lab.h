/* What a lab's cases.c is written with: the judge's side of a task.
 *
 * - A lab is a table of tasks, `const struct task tasks[]`; a task is a table of cases and
 *   functions: prepare, expect, and where needed others, such as verify, technique and report.
 * - prepare() names the numbers and arrays of a case. The judge fills the inputs from the
 *   seed, as the case's `data` says; prepare() may fill them otherwise.
 * - expect() computes the reference after the answer has come: in double with a bound from
 *   error analysis for floats, exactly for integers.
 * - A mistake that the judge knows is a row of the lab's mistakes.inc: what it computes, and
 *   words. If the answer equals that, the judge says so: that is how a student reads "you
 *   transposed b", not "64 elements are wrong". See mistakes.h.
 *
 * The judge links no student code and no CUDA.
 */
#ifndef LAB_H
#define LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cause.h"
#include "simt/counters/counters.h"

enum { CASE_NUMBERS = 8, CASE_ARRAYS = 8 };

/* --- tables ------------------------------------------------------------------------- */

/* How inputs are filled. A lab adds its own kinds from LAB_DATA on and fills them itself. */
enum data {
    UNIFORM, /* floats in [0,1), integers in 0..99, bytes of printable text */
    SIGNED,  /* floats in (-1,1), integers in -1000..1000, any byte */
    INDEXED, /* element i is i + 1 (mod 251 for bytes): a misplaced element shows */
    EQUAL,   /* every element is 3 ('c' for bytes) */
    ZEROS,   /* as SIGNED, but that about a third of them are 0 */
    LAB_DATA,
};

enum case_flag {
    /* The case tells an accurate answer from a plain one: every mistake that is marked
     * `inaccurate` must break its bound, or the judge itself is at fault. */
    ACCURACY = 1,
    /* report() is shown for this case. */
    MEASURED = 2,
    /* The case takes seconds, so it runs once and not twice. */
    ONCE = 4,
    /* The case is made from the file that INPUT= names. It runs only if one is named, and then
     * alone. */
    FROM_INPUT = 8,
    /* An answer may do without a kernel: with cudaMemset, for example. */
    NO_KERNEL = 16,
    /* The case also runs in the CPU checker, under each of its schedules. It is small, and has
     * every barrier and edge of the task in it. */
    CHECKED = 32,
    /* The checker counts the case, for technique(). It is large enough for edges not to matter.
     */
    COUNTED = 64,
    /* The case runs in the CPU checker, but under its first schedule alone. It is larger than a
     * CHECKED one, so that whatever is used again is used again often. If it is wide, a few
     * blocks run there, and only what they write beside arrays and their races in shared
     * memory count. */
    WATCHED = 128,
    /* The case has so many blocks that they take long, and each of them has elements of its
     * own. If a single kernel is launched, the CPU backend runs some of the blocks, and the
     * case passes if what these write is right. Otherwise it runs as others do. */
    SAMPLED = 256,
    /* For a case with `wide` numbers whose result needs all blocks. Nobody looks at the result,
     * but only at how far the arrays were used, and at the errors of launches and copies. */
    REACH = 512,
    /* Each element of the outputs is made on its own: a single block that goes on to all of
     * them is asked for them, too. There are a few blocks of any size. */
    EACH_ANEW = 1024,
    /* A case that is MEASURED and SAMPLED, and takes seconds: the CPU backend runs all of its
     * blocks only where its task is asked for. report() asks is_sample(). */
    BRIEF = 2048,
    /* A wide case of more rows or columns than the y of a usual grid has blocks for. Who is
     * told so by the launch is let pass: the case is for grids that end there in silence. */
    MAY_BE_REFUSED = 4096,
};

/* A number that the student's function gets larger than the case's own. Arrays grow with it if
 * it is their number of rows, columns or elements, or the distance of their rows: their first
 * half stays where it is, the second goes to the new end, and zeros lie between. To the lab
 * they are as small as ever. The CPU backend runs a few of the many blocks. */
struct wide {
    const char *number;
    int64_t value;
};

enum { CASE_WIDE = 4 };

struct test_case {
    const char *name;              /* what is special in it, as CASE= takes it */
    int64_t numbers[CASE_NUMBERS]; /* in the order of the task's number_names */
    int data;                      /* enum data, or the lab's own */
    const char *why;               /* why the row exists, for the reader of a failure */
    unsigned flags;                /* enum case_flag */
    double seconds;                /* time limit; 0 for the default */
    /* How many elements (less than 32) behind a border of 256 bytes each array begins, in the
     * order in which prepare() adds the arrays. There a load of four elements at once goes
     * wrong, unless the code first asks whether the address allows it. */
    unsigned char begins[CASE_ARRAYS];
    /* Numbers of the case, all of them different, that are so large that an index exceeds 31
     * bits, or only 24. If an int counts all elements, the case is judged like any other;
     * wide.c says what becomes of the rest. */
    struct wide wide[CASE_WIDE];
    /* So many elements of an input on each side of a wide array's gap are 0, because outputs
     * need neighbours from both sides. */
    size_t hollow;
    /* A smaller value of the first wide number; the others shrink with it. A few blocks are run
     * with each. An answer that is right with this value and wrong with the larger one has come
     * to a limit. An answer that is wrong with both needs the other blocks, and is not accused.
     * What the result is made of lies in the first block and the last. Of a SAMPLED case more
     * blocks are run, before anybody is accused. */
    int64_t nearer;
    /* So many elements, the case's first number, a single block is given as well: see shares.h.
     */
    int64_t of_one_block;
    /* So many of the case's numbers, from the first on, together count its elements, which are
     * more than tiles of any size hold; 0 if nobody asks for whole tiles of it. */
    unsigned counts_elements;
};

/* A row of a table of cases; the other fields follow by name:
 * CASE("wider", SIGNED, "a column more than a block", .numbers = {33, 32}, .flags = CHECKED) */
#define CASE(case_name, case_data, reason, ...)                                                \
    {.name = case_name, .data = case_data, .why = reason, __VA_ARGS__}

struct case_run; /* one case being judged */

/* A mistake that may be behind a wrong answer. */
struct mistake {
    const char *tasks; /* whose mistake it is: "matmul_1d matmul_2d" */
    const char *name;  /* as the verdict's "pattern" */
    const char *says;  /* what the student is told */
    /* As a task's expect, with the mistake in it. `size` is 0 unless there are `sizes`. */
    void (*expect)(struct case_run *, size_t size);
    /* NULL, unless what it computes depends on the size of a block, a tile or a share, which
     * only the student knows. Then the judge tries each size: the function returns the one
     * after `size`, the first after 0, and 0 after the last. */
    size_t (*sizes)(const struct case_run *, size_t size);
    bool inaccurate;  /* see ACCURACY */
    bool last;        /* says little, and is tried where nothing else fits the answer */
    bool large;       /* is tried in cases that run ONCE, too, where the others take too long */
    enum cause cause; /* what `says` speaks of: an index, unless told otherwise */
};

/* In mistakes.c; ends with a row without a name. The mistakes of a task are tried in the order
 * of the table, and the first that fits claims the answer. */
extern const struct mistake mistakes[];

/* The block or tile that the handout uses: the judge looks at wrong elements in its grid. Zero
 * where the handout says nothing. */
struct tile {
    size_t rows, cols;
};

/* What lanes have moved: 32-byte sectors of global memory, and passes over the banks of shared
 * memory (see simt/counters/counters.h). */
struct traffic {
    uint64_t sectors, wavefronts;
    uint64_t threads_each; /* of the widest array's elements, where most are idle; else 0 */
};

struct task {
    const char *name;              /* the function to write */
    const char *first_step;        /* what to do first when nothing is written yet */
    const char *number_names;      /* "m n k" */
    const struct test_case *cases; /* ends with a row without a name */
    void (*prepare)(struct case_run *);
    void (*expect)(struct case_run *);
    struct tile tile;
    bool stretch; /* lives in stretch.cu, earns gold */
    /* The device finishes each result, so the host has hardly a number to take off it before
     * it goes on: no partial sums, no carries. NULL, or the arrays that it may have all the
     * same, to set up what it launches: "mask". */
    const char *host_may_read;
    /* May be NULL. Returns what is wrong with outputs that have no expectation, or NULL. */
    const char *(*verify)(const struct case_run *);
    /* May be NULL. Returns why the counters of a COUNTED case are not those of the technique
     * that the task teaches, with the numbers, or NULL. Budgets leave room for other good
     * designs. */
    const char *(*technique)(const struct case_run *, const struct simt_counters *);
    /* At least how many threads must share the inputs of a COUNTED case: no thread may read as
     * much as a whole share. 0 for the default; 1 where one thread may have most of the work.
     */
    unsigned least_shares;
    /* May be NULL. Returns how often the warps of a COUNTED case may load from global memory; 0
     * for as often as they like. Averages can hide what one thread does alone behind loads that
     * others make for show; this does not. */
    uint64_t (*most_loads)(const struct case_run *);
    /* Returns how many elements the plain way reads and writes, as one thread would go about
     * it. NULL where that is each element of each array once. An answer that does many times as
     * much is refused before it takes minutes: see rerun.c. */
    double (*work)(const struct case_run *);
    /* The traffic of the worked answer in the first COUNTED case. A right answer that moves
     * more than twice as much is sent to make explain. A zero is not compared. */
    struct traffic worked;
    /* May be NULL. Shows something of a MEASURED case that passed. */
    void (*report)(const struct case_run *, FILE *);
};

extern const struct task tasks[]; /* ends with a row without a name */

/* --- what prepare() calls ----------------------------------------------------------- */

enum type { UINT8, UINT16, INT32, UINT32, INT64, FLOAT32 };

/* rows x cols elements; a row begins `pitch` elements after the one before. */
struct shape {
    size_t rows, cols, pitch;
};

struct shape list(size_t n);
struct shape matrix(size_t rows, size_t cols);
struct shape pitched(size_t rows, size_t cols, size_t pitch);

/* The case's number of that name, one of the task's number_names. */
int64_t number(const struct case_run *t, const char *name);

/* Returns the number as the student's function gets it: see struct wide. */
int64_t widened(const struct case_run *t, const char *name);

/* As number(), but as a count of elements. */
size_t count_of(const struct case_run *t, const char *name);

/* Adds a number for call.c that the case does not have, such as a count that prepare() derives;
 * or gives another value to one that it has, such as a size that is only known once a file is
 * read. */
void add_number(struct case_run *t, const char *name, int64_t value);

/* The case's `data`. */
int data_kind(const struct case_run *t);

/* Adds an array and returns its elements. An input comes filled, with poison in its padding. */
void *add_input(struct case_run *t, const char *name, enum type type, struct shape shape);
void *add_output(struct case_run *t, const char *name, enum type type, struct shape shape);

/* Adds an input that the function changes: expect() says into what. */
void *add_in_out(struct case_run *t, const char *name, enum type type, struct shape shape);

/* The student's function takes this array as a host pointer. */
void on_host(struct case_run *t, const char *name);

/* Says that expect() says nothing of this output; verify() looks at it. */
void without_expectation(struct case_run *t, const char *name);

/* The next of a reproducible stream of random numbers. It depends on the seed, the task, the
 * case and on how many were drawn before. */
uint64_t random_bits(struct case_run *t);
double random_unit(struct case_run *t); /* in [0,1), 24 bits: a float */
int64_t random_between(struct case_run *t, int64_t low, int64_t high); /* both included */

/* The file that INPUT= names, or NULL. */
const char *input_file(void);

/* Ends the judge with one line for the user, exit 2: the lab cannot use the file. */
void refuse_input(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* The suite's own folder, for a case that reads a file of it. */
const char *suite_root(void);

/* Where a report() may write files for the user to look at: build/NN-name. */
const char *output_folder(void);

/* --- what expect(), verify() and report() call --------------------------------------- */

/* What the array held before the run. */
const void *given(const struct case_run *t, const char *name);

/* What lies around each array, read as an integer of 32 bits (as a float it is a NaN): an index
 * that strays a little reads this. */
int32_t stray_word(void);

/* What the array holds after the last run; for verify(), report() and mistakes, never for
 * expect(). A mistake sees the run that is being explained. */
const void *found(const struct case_run *t, const char *name);

struct shape shape_of(const struct case_run *t, const char *name);

/* How many elements it has, without padding. */
size_t elements_of(const struct case_run *t, const char *name);

/* What an output must be, row by row without padding. Floats: |found - value| <= bound.
 * Integers: found == exact. */
struct want {
    double *value, *bound;
    int64_t *exact;
    const bool *asked; /* a row of a matrix each: false where anything may stand; or NULL */
};

struct want want(const struct case_run *t, const char *name);

/* For report(): whether only some blocks have run, so that the time is not the case's; and
 * whether element i of that output was written. */
bool is_sample(const struct case_run *t);
bool was_written(const struct case_run *t, const char *name, size_t i);

/* For verify() and technique(). Returns the objection in words, which stay until the next one
 * is made. */
const char *objection(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* For technique(). Returns how many threads of a warp load together from global memory, on
 * average; 32 at best. */
double lanes_together(const struct simt_counters *counters);

/* For technique(). Returns why few threads do the work of so many elements, or NULL: threads
 * with more than most_of_a_thread each, few threads of each warp, or one block where
 * many_blocks could. */
const char *objection_to_few(const struct case_run *t, const struct simt_counters *counters,
                             size_t elements, size_t most_of_a_thread, bool many_blocks);

/* For technique(). Returns why one block after the other reads what the plain way reads, in one
 * launch or in many, whatever others read beside it; or NULL. */
const char *objection_to_turns(const struct case_run *t, const struct simt_counters *counters);

/* Returns why the work of a COUNTED case is not shared out, whatever its technique is, or NULL:
 * see least_shares and most_loads. */
const char *objection_to_shares(const struct case_run *t, const struct simt_counters *counters);

/* Returns why a million elements and more have few blocks in a stretch task, which is for
 * speed: less than one for 2^17 elements, and less than 16; or NULL. Of any case, and on any
 * backend. */
const char *objection_to_a_narrow_grid(const struct case_run *t);

/* How many words of 4 bytes all inputs have. */
uint64_t words_given(const struct case_run *t);

/* For technique(). Returns how many words come from global memory, or from constant memory
 * where lanes want different ones, by loads or by atomic operations. */
double words_loaded(const struct simt_counters *counters);

/* For technique(). Returns why one thread of each block does what all have brought into shared
 * memory, once or more for each of so many elements; or NULL. */
const char *objection_to_one_of_a_block(const struct simt_counters *counters, size_t elements);

/* For technique(). Returns why one warp of each block reads most of what all have brought into
 * shared memory, or NULL. Of blocks of four warps and more. */
const char *objection_to_one_warp_of_a_block(const struct simt_counters *counters);

/* How long the last run took: the function alone, and the copies before and after it. */
double seconds_of(const struct case_run *t);
double copy_seconds_of(const struct case_run *t);

/* What clock64() returned at least, before the first run. */
int64_t clock_before(const struct case_run *t);

/* How long expect() took for the last case, on this machine's CPU. */
double reference_seconds_of(const struct case_run *t);

/* For a mistake's expect(). Says that the mistake makes no sense in this case. */
void does_not_apply(struct case_run *t);

/* For a mistake's expect(), which asks for each element of `name` once nothing will change it
 * any more. Returns whether what was found may come from this mistake so far. If not, the
 * mistake may leave out the rest: most mistakes find so with their first element. In a task's
 * own expect() the answer is always true. */
bool may_go_on(const struct case_run *t, const char *name, size_t i);

/* For mistakes that depend on the number of threads of a block: 32, 64, 96, ..., 1024. */
size_t whole_warps(const struct case_run *t, size_t size);

struct relative_error {
    double max, mean;
};

/* The errors of a float output, relative to `value`. Elements whose value is 0 are left out. */
struct relative_error relative_error_of(const struct case_run *t, const char *name);

/* --- error analysis ----------------------------------------------------------------- */

/* Unit roundoff of float. */
#define UNIT_ROUNDOFF 0x1p-24

/* n u / (1 - n u): Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.1. A
 * sum or dot product of n terms, in whatever order and with or without fused multiply-add,
 * is off by at most gamma(n) times the sum of its terms' magnitudes. */
double error_gamma(double n);

#endif
