/* One case while it runs. cases.c sees it through lab.h; here the judge sees all of it.
 * case_run.c makes it, program.c sends it and takes the answer, verdict.c and explain.c judge
 * it. */
#ifndef CASE_RUN_H
#define CASE_RUN_H

#include "exchange.h"
#include "lab.h"

#include <math.h>

enum role { INPUT, OUTPUT, IN_OUT };

/* How a wide array lies on the device: see struct wide. Counted in elements; all 0 for other
 * arrays. */
struct gap {
    size_t stride;    /* from row to row; 0 of an array that is not wide */
    size_t row, rows; /* so many rows are missing here, behind row number `row` */
    size_t col, cols; /* the same of columns */
};

struct case_array {
    char name[NAME_SIZE];
    enum type type;
    enum role role;
    enum place place;
    struct shape shape;
    size_t begins;                  /* see struct test_case */
    struct gap gap;                 /* of a wide case */
    bool expected;                  /* expect() speaks of it */
    void *given;                    /* payload as prepare() left it */
    unsigned char *blobs[MAX_RUNS]; /* guard, payload, guard as they came back; NULL of an
                                       input that is as it was */
    struct want want;
    bool *asked; /* as in want; freed with it */
};

/* What the judge knows of a case beside its answer. */
enum known_of_case {
    PASSED_BEFORE = 1, /* another case of the task has passed */
    IN_PART = 2,       /* few blocks of several launches have run: nobody knows what they owe */
    READS_UNUSED = 4,  /* asked BLIND, it gave the same result: so the host may read it */
    TO_THE_BYTE = 8,   /* accesses are watched, so what the host has read is no estimate */
    TOLD_OF = 16,      /* report() says of all elements what is right */
    GAVE_UP = 32,      /* the program ended itself, as by exit(EXIT_FAILURE) or assert() */
};

struct case_run {
    const struct task *task;
    const struct test_case *test_case;
    uint64_t seed, random_state;
    unsigned runs;
    enum schedule schedule;
    double seconds;     /* time limit, where it is not the case's own */
    double limit;       /* the seconds that the program had when it was asked last */
    unsigned found_run; /* whose outputs found() shows: the last, or the one being explained */
    const struct case_array *explained; /* the output whose wrong elements are, or NULL */
    unsigned request_flags;             /* enum request_flag: how the program is to be asked */
    unsigned known;                     /* enum known_of_case */
    uint32_t number_count, array_count;
    struct number_request numbers[MAX_NUMBERS];
    struct case_array arrays[MAX_ARRAYS];
    struct answer answer;     /* a copy, made when it came */
    double reference_seconds; /* what the last expectation took */
};

/* Prepares the case: everything but the answer and the expectation. */
void case_begin(struct case_run *t, const struct task *task, const struct test_case *test_case,
                uint64_t seed);
void case_end(struct case_run *t);

/* The same row, but that its first wide number is this, and the others change by as much. */
struct test_case with_first_number(const struct test_case *test_case, int64_t number);

/* Makes the case what it was before the program was asked. */
void case_begin_again(struct case_run *t);

/* Begins a case that is like another one, but runs once, with this seed and in this order. */
void case_begin_like(struct case_run *t, const struct case_run *like, uint64_t seed,
                     enum schedule schedule);

/* Fills the wants of all outputs with what `expect`, the task's function, computes. */
void case_expect(struct case_run *t, void (*expect)(struct case_run *));

/* Returns what the wants would be with that mistake, of that size: MAX_ARRAYS of them, in the
 * order of t->arrays. The caller gives them to free_wants(). The case's own wants stay as they
 * are. */
struct want *wants_of_mistake(struct case_run *t, const struct mistake *mistake, size_t size);
void free_wants(struct want *wants);

/* Returns the task's mistake after `before`, its first one if that is NULL, and NULL after the
 * last. */
const struct mistake *next_mistake(const struct task *task, const struct mistake *before);

struct case_array *case_array(const struct case_run *t, const char *name);

static inline size_t element_bytes(enum type type)
{
    return type == UINT8 ? 1 : type == UINT16 ? 2 : type == INT64 ? 8 : 4;
}

/* rows * cols */
static inline size_t element_count(const struct case_array *a)
{
    return a->shape.rows * a->shape.cols;
}

/* All rows, with the padding behind each. */
static inline size_t bytes_of_rows(const struct case_array *a)
{
    return a->shape.rows * a->shape.pitch * element_bytes(a->type);
}

/* An input has no padding behind its last row, so that a read there leaves the array. A list
 * may have some: there lies what the lab has put there. */
static inline size_t payload_bytes(const struct case_array *a)
{
    size_t padding = (a->shape.pitch - a->shape.cols) * element_bytes(a->type);
    return bytes_of_rows(a) - (a->role == INPUT && a->shape.rows > 1 ? padding : 0);
}

/* Up to the last element. The padding of the last row belongs to nobody, in outputs as well. */
static inline size_t bytes_to_last(const struct case_array *a)
{
    size_t padding = (a->shape.pitch - a->shape.cols) * element_bytes(a->type);
    return bytes_of_rows(a) - (a->shape.rows > 0 ? padding : 0);
}

/* The place of element i in the payload, in elements. Elements are counted row by row, without
 * padding. */
static inline size_t element_at(const struct case_array *a, size_t i)
{
    const struct shape *s = &a->shape;
    return s->pitch == s->cols ? i
                               : i / s->cols * s->pitch + i % s->cols; /* divisions are slow */
}

/* How many bytes into a blob its payload begins. */
static inline size_t payload_at(const struct case_array *a)
{
    return GUARD_BYTES + a->begins * element_bytes(a->type);
}

/* The payload of a blob. */
static inline const void *payload(const struct case_array *a, unsigned run)
{
    return a->blobs[run] ? a->blobs[run] + payload_at(a) : a->given;
}

/* How many bytes a blob takes: see blob_bytes(). */
static inline size_t bytes_of_blob(const struct case_array *a)
{
    return blob_bytes(payload_at(a) + payload_bytes(a));
}

/* Whether all bytes hold the guards' poison. `offset` says how far behind the start of a word
 * the first one lies. */
bool is_poison(const void *bytes, size_t offset, size_t count);

/* Returns the element at `at` of an array of integers. Padding counts here. */
static inline int64_t integer_at(const void *payload, enum type type, size_t at)
{
    switch (type) {
    case UINT8:
        return ((const uint8_t *)payload)[at];
    case UINT16:
        return ((const uint16_t *)payload)[at];
    case INT32:
        return ((const int32_t *)payload)[at];
    case UINT32:
        return ((const uint32_t *)payload)[at];
    default:
        return ((const int64_t *)payload)[at];
    }
}

/* Returns element i after that run, as a double: mistakes are compared with it. */
static inline double value_at(const struct case_array *a, unsigned run, size_t i)
{
    const void *values = payload(a, run);
    size_t at = element_at(a, i);
    return a->type == FLOAT32 ? ((const float *)values)[at]
                              : (double)integer_at(values, a->type, at);
}

/* Whether element i is what a mistake wants. Where that is a NaN, only a NaN is. */
static inline bool is_of_mistake(const struct case_array *a, unsigned run, size_t i,
                                 const struct want *mistaken)
{
    double value = a->type == FLOAT32 ? mistaken->value[i] : (double)mistaken->exact[i];
    double margin = a->type == FLOAT32 ? mistaken->bound[i] : 0, found = value_at(a, run, i);
    return isnan(value) ? isnan(found) : fabs(found - value) <= margin;
}

/* Writes to `blob` what the array holds before that run, with its guards. Outputs hold poison
 * before the first run and zeros before the second. */
void fill_blob(const struct case_array *a, unsigned run, unsigned char *blob);

/* Copies what the blob holds after that run, since another process may go on to change it. */
void take_blob(struct case_array *a, unsigned run, const unsigned char *blob);

/* Returns the first byte of the guard before or behind the payload that has lost its poison;
 * GUARD_BYTES if there is none. */
size_t changed_guard_byte(const struct case_array *a, const unsigned char *blob, bool behind);

/* The case's own time limit in seconds. */
double time_limit_of(const struct case_run *t);

/* Whether `name` is one of the names, which have spaces between them. */
bool has_name(const char *names, const char *name);

#endif
