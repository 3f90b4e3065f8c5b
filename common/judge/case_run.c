/* Makes the numbers, arrays and expectations of a case: see lab.h and case_run.h. */
#define _GNU_SOURCE
#include "case_run.h"
#include "machine.h"
#include "memory.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Ends the judge: a lab's own tables are wrong, and no student is to blame. */
static void broken_lab(const struct case_run *t, const char *what, const char *name)
{
    fprintf(stderr, "judge: task %s, case %s: %s '%s'\n", t->task->name, t->test_case->name,
            what, name);
    exit(3);
}

/* --- shapes, elements and poison ------------------------------------------------------ */

struct shape list(size_t n)
{
    return (struct shape){1, n, n};
}

struct shape matrix(size_t rows, size_t cols)
{
    return (struct shape){rows, cols, cols};
}

struct shape pitched(size_t rows, size_t cols, size_t pitch)
{
    return (struct shape){rows, cols, pitch};
}

static void fill(void *bytes, size_t count, uint32_t word)
{
    unsigned char *to = bytes;
    for (size_t i = 0; i < count / sizeof word; i++)
        memcpy(to + i * sizeof word, &word, sizeof word);
    for (size_t i = count / sizeof word * sizeof word; i < count; i++)
        to[i] = ((const unsigned char *)&word)[i % sizeof word];
}

int32_t stray_word(void)
{
    return (int32_t)POISON_WORD;
}

bool is_poison(const void *bytes, size_t offset, size_t count)
{
    const uint32_t word = POISON_WORD;
    const unsigned char *from = bytes;
    for (size_t i = 0; i < count; i++)
        if (from[i] != ((const unsigned char *)&word)[(offset + i) % 4])
            return false;
    return true;
}

/* --- numbers and arrays --------------------------------------------------------------- */

void add_number(struct case_run *t, const char *name, int64_t value)
{
    for (uint32_t i = 0; i < t->number_count; i++)
        if (!strcmp(t->numbers[i].name, name)) {
            t->numbers[i].value = value;
            return;
        }
    if (t->number_count == MAX_NUMBERS)
        broken_lab(t, "no room for number", name);
    struct number_request *added = &t->numbers[t->number_count++];
    snprintf(added->name, NAME_SIZE, "%s", name);
    added->value = value;
}

int64_t number(const struct case_run *t, const char *name)
{
    for (uint32_t i = 0; i < t->number_count; i++)
        if (!strcmp(t->numbers[i].name, name))
            return t->numbers[i].value;
    broken_lab(t, "there is no number", name);
    return 0;
}

int64_t widened(const struct case_run *t, const char *name)
{
    for (int i = 0; i < CASE_WIDE && t->test_case->wide[i].number; i++)
        if (!strcmp(t->test_case->wide[i].number, name))
            return t->test_case->wide[i].value;
    return number(t, name);
}

size_t count_of(const struct case_run *t, const char *name)
{
    return (size_t)number(t, name);
}

double time_limit_of(const struct case_run *t)
{
    const double unless_the_case_says = 5;
    return t->test_case->seconds ? t->test_case->seconds : unless_the_case_says;
}

int data_kind(const struct case_run *t)
{
    return t->test_case->data;
}

struct case_array *case_array(const struct case_run *t, const char *name)
{
    for (uint32_t i = 0; i < t->array_count; i++)
        if (!strcmp(t->arrays[i].name, name))
            return (struct case_array *)&t->arrays[i];
    broken_lab(t, "there is no array", name);
    return NULL;
}

static double drawn(uint64_t *state, int data, enum type type, size_t i)
{
    bool byte = type == UINT8, real = type == FLOAT32;
    if (data == ZEROS && next_between(state, 0, 2) == 0)
        return 0;
    switch (data) {
    case ZEROS:
    case SIGNED:
        return real ? 2 * next_unit(state) - 1
                    : (double)(byte ? next_between(state, 0, 255)
                                    : next_between(state, -1000, 1000));
    case INDEXED:
        return byte ? (double)(i % 251) : (double)(i + 1);
    case EQUAL:
        return byte ? 'c' : 3;
    default:
        return real ? next_unit(state)
                    : (double)(byte ? next_between(state, ' ', '~')
                                    : next_between(state, 0, 99));
    }
}

uint64_t random_bits(struct case_run *t)
{
    return next_random(&t->random_state);
}

double random_unit(struct case_run *t)
{
    return next_unit(&t->random_state);
}

int64_t random_between(struct case_run *t, int64_t low, int64_t high)
{
    return next_between(&t->random_state, low, high);
}

static void store(void *payload, enum type type, size_t at, double value)
{
    switch (type) {
    case UINT8:
        ((uint8_t *)payload)[at] = (uint8_t)value;
        break;
    case UINT16:
        ((uint16_t *)payload)[at] = (uint16_t)value;
        break;
    case INT32:
        ((int32_t *)payload)[at] = (int32_t)value;
        break;
    case UINT32:
        ((uint32_t *)payload)[at] = (uint32_t)value;
        break;
    case INT64:
        ((int64_t *)payload)[at] = (int64_t)value;
        break;
    case FLOAT32:
        ((float *)payload)[at] = (float)value;
        break;
    }
}

/* Copies what is there until there are `bytes`. */
static void repeat(unsigned char *bytes_there, size_t there, size_t bytes)
{
    for (size_t part; there < bytes; there += part) {
        part = there < bytes - there ? there : bytes - there;
        memcpy(bytes_there + there, bytes_there, part);
    }
}

/* As many as a prime are drawn, and come again and again: no tile, row or grid is as long, and
 * to draw more takes long. Keeps the state in a register meanwhile, which is faster. */
static void draw(struct case_array *a, int data, uint64_t *random_state)
{
    enum { MOST_DRAWN = 999983 };
    const size_t count = element_count(a), size = element_bytes(a->type);
    bool repeats = count > MOST_DRAWN && data != INDEXED && a->shape.pitch == a->shape.cols;
    uint64_t state = *random_state;
    for (size_t i = 0; i < (repeats ? MOST_DRAWN : count); i++)
        store(a->given, a->type, element_at(a, i), drawn(&state, data, a->type, i));
    if (repeats)
        repeat(a->given, MOST_DRAWN * size, count * size);
    *random_state = state;
}

static void *add_array(struct case_run *t, const char *name, enum type type, enum role role,
                       struct shape shape)
{
    if (t->array_count == MAX_ARRAYS)
        broken_lab(t, "no room for array", name);
    size_t at = t->array_count++, begins = at < CASE_ARRAYS ? t->test_case->begins[at] : 0;
    struct case_array *a = &t->arrays[at];
    *a = (struct case_array){.type = type,
                             .role = role,
                             .place = ON_DEVICE,
                             .shape = shape,
                             .begins = begins,
                             .expected = role != INPUT};
    snprintf(a->name, NAME_SIZE, "%s", name);
    a->given = take_memory(bytes_of_rows(a));
    if (role == OUTPUT || shape.pitch > shape.cols)
        fill(a->given, bytes_of_rows(a), role == OUTPUT ? UNWRITTEN_WORD : POISON_WORD);
    if (role != OUTPUT)
        draw(a, t->test_case->data, &t->random_state);
    return a->given;
}

void *add_input(struct case_run *t, const char *name, enum type type, struct shape shape)
{
    return add_array(t, name, type, INPUT, shape);
}

void *add_output(struct case_run *t, const char *name, enum type type, struct shape shape)
{
    return add_array(t, name, type, OUTPUT, shape);
}

void *add_in_out(struct case_run *t, const char *name, enum type type, struct shape shape)
{
    return add_array(t, name, type, IN_OUT, shape);
}

void on_host(struct case_run *t, const char *name)
{
    case_array(t, name)->place = ON_HOST;
}

void without_expectation(struct case_run *t, const char *name)
{
    case_array(t, name)->expected = false;
}

void fill_blob(const struct case_array *a, unsigned run, unsigned char *blob)
{
    unsigned char *payload = blob + payload_at(a);
    size_t end = payload_at(a) + payload_bytes(a), word = end / 4 * 4;
    fill(blob, payload_at(a), POISON_WORD);
    fill(blob + word, bytes_of_blob(a) - word, POISON_WORD);
    memcpy(payload, a->given, payload_bytes(a));
    for (size_t i = 0; i < element_count(a) && a->role == OUTPUT && run > 0; i++)
        store(payload, a->type, element_at(a, i), 0);
}

size_t changed_guard_byte(const struct case_array *a, const unsigned char *blob, bool behind)
{
    size_t i = 0, start = payload_at(a) + (behind ? payload_bytes(a) : -(size_t)GUARD_BYTES);
    while (i < GUARD_BYTES && is_poison(blob + start + i, start + i, 1))
        i++;
    return i;
}

/* Whether an input has come back as it was filled: then its blob need not be kept. */
static bool is_as_filled(const struct case_array *a, const unsigned char *blob)
{
    return a->role == INPUT && !memcmp(blob + payload_at(a), a->given, payload_bytes(a)) &&
           changed_guard_byte(a, blob, false) == GUARD_BYTES &&
           changed_guard_byte(a, blob, true) == GUARD_BYTES;
}

void take_blob(struct case_array *a, unsigned run, const unsigned char *blob)
{
    if (!is_as_filled(a, blob))
        a->blobs[run] = memcpy(take_memory(bytes_of_blob(a)), blob, bytes_of_blob(a));
}

/* --- expectations --------------------------------------------------------------------- */

const void *given(const struct case_run *t, const char *name)
{
    return case_array(t, name)->given;
}

const void *found(const struct case_run *t, const char *name)
{
    return payload(case_array(t, name), t->found_run);
}

struct shape shape_of(const struct case_run *t, const char *name)
{
    return case_array(t, name)->shape;
}

size_t elements_of(const struct case_run *t, const char *name)
{
    return element_count(case_array(t, name));
}

struct want want(const struct case_run *t, const char *name)
{
    return case_array(t, name)->want;
}

double seconds_of(const struct case_run *t)
{
    return t->answer.runs[t->runs - 1].seconds;
}

int64_t clock_before(const struct case_run *t)
{
    return t->answer.runs[0].clock;
}

double copy_seconds_of(const struct case_run *t)
{
    return t->answer.runs[t->runs - 1].copy_seconds;
}

double reference_seconds_of(const struct case_run *t)
{
    return t->reference_seconds;
}

static void rule_out(const struct case_array *a)
{
    for (size_t i = 0; a->expected && i < element_count(a); i++) {
        if (a->type == FLOAT32)
            a->want.value[i] = INFINITY; /* which no bound reaches */
        else
            a->want.exact[i] = INT64_MIN;
    }
}

void does_not_apply(struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++)
        rule_out(&t->arrays[i]);
}

bool may_go_on(const struct case_run *t, const char *name, size_t i)
{
    const struct case_array *a = t->explained;
    return !a || strcmp(a->name, name) || is_of_mistake(a, t->found_run, i, &a->want);
}

size_t whole_warps(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 1024 ? size + 32 : 0;
}

struct relative_error relative_error_of(const struct case_run *t, const char *name)
{
    const struct case_array *a = case_array(t, name);
    const float *values = found(t, name);
    struct relative_error error = {0, 0};
    size_t counted = 0;
    for (size_t i = 0; i < element_count(a); i++) {
        double exact = a->want.value[i];
        if (exact == 0)
            continue;
        double relative = fabs((values[element_at(a, i)] - exact) / exact);
        error.max = fmax(error.max, relative);
        error.mean += relative;
        counted++;
    }
    error.mean /= counted ? (double)counted : 1;
    return error;
}

double error_gamma(double n)
{
    return n * UNIT_ROUNDOFF / (1 - n * UNIT_ROUNDOFF);
}

static void free_want(struct want *w)
{
    free(w->value);
    free(w->bound);
    free(w->exact);
    *w = (struct want){0};
}

static struct want new_want(const struct case_array *a)
{
    size_t n = element_count(a) ? element_count(a) : 1;
    struct want w = {0};
    if (a->type == FLOAT32) {
        w.value = take_zeros(n, sizeof(double));
        w.bound = take_zeros(n, sizeof(double));
    } else {
        w.exact = take_zeros(n, sizeof(int64_t));
    }
    return w;
}

static void renew_wants(struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++) {
        free_want(&t->arrays[i].want);
        if (t->arrays[i].expected)
            t->arrays[i].want = new_want(&t->arrays[i]);
    }
}

void case_expect(struct case_run *t, void (*expect)(struct case_run *))
{
    renew_wants(t);
    for (uint32_t i = 0; i < t->array_count; i++)
        t->arrays[i].want.asked = t->arrays[i].asked;
    double start = seconds_now();
    expect(t);
    t->reference_seconds = seconds_now() - start;
}

static void exchange_wants(struct case_run *t, struct want *wants)
{
    for (uint32_t i = 0; i < t->array_count; i++) {
        struct want own = t->arrays[i].want;
        t->arrays[i].want = wants[i];
        wants[i] = own;
    }
}

struct want *wants_of_mistake(struct case_run *t, const struct mistake *mistake, size_t size)
{
    struct want *wants = take_zeros(MAX_ARRAYS, sizeof *wants);
    exchange_wants(t, wants);
    renew_wants(t);
    mistake->expect(t, size);
    exchange_wants(t, wants);
    return wants;
}

bool has_name(const char *names, const char *name)
{
    size_t length = strlen(name);
    const char *at = strstr(names, name);
    while (at && ((at > names && at[-1] != ' ') || (at[length] && at[length] != ' ')))
        at = strstr(at + 1, name);
    return at;
}

const struct mistake *next_mistake(const struct task *task, const struct mistake *before)
{
    const struct mistake *mistake = before ? before + 1 : mistakes;
    while (mistake->name && !has_name(mistake->tasks, task->name))
        mistake++;
    return mistake->name ? mistake : NULL;
}

void free_wants(struct want *wants)
{
    for (int i = 0; i < MAX_ARRAYS; i++)
        free_want(&wants[i]);
    free(wants);
}

/* --- a case --------------------------------------------------------------------------- */

static void take_case_numbers(struct case_run *t)
{
    const char *names = t->task->number_names;
    for (int i = 0; i < CASE_NUMBERS && *names; i++) {
        char name[NAME_SIZE] = "";
        int length = 0;
        sscanf(names, "%31s%n", name, &length);
        add_number(t, name, t->test_case->numbers[i]);
        names += length;
        names += strspn(names, " ");
    }
}

/* --- wide arrays ------------------------------------------------------------------------ */

/* By how much a number of that value grows, if it does. */
static size_t growth(const struct case_run *t, size_t value)
{
    for (int i = 0; i < CASE_WIDE && t->test_case->wide[i].number; i++)
        if (count_of(t, t->test_case->wide[i].number) == value)
            return (size_t)t->test_case->wide[i].value - value;
    return 0;
}

static void lay_out(const struct case_run *t, struct case_array *a)
{
    const struct shape *s = &a->shape;
    size_t rows = growth(t, s->rows), cols = growth(t, s->cols);
    size_t pitch = s->pitch > s->cols ? growth(t, s->pitch) : cols;
    bool whole = t->test_case->flags & REACH; /* its end is looked at */
    if (rows + cols + pitch > 0)
        a->gap = (struct gap){s->pitch + pitch, whole ? s->rows : s->rows / 2, rows,
                              whole ? s->cols : s->cols / 2, cols};
}

static void hollow_out(struct case_array *a, size_t radius)
{
    const struct gap *gap = &a->gap;
    for (size_t i = 0; i < element_count(a) && gap->stride; i++) {
        size_t row = i / a->shape.cols + radius, col = i % a->shape.cols + radius;
        if ((gap->rows && row >= gap->row && row < gap->row + 2 * radius) ||
            (gap->cols && col >= gap->col && col < gap->col + 2 * radius))
            store(a->given, a->type, element_at(a, i), 0);
    }
}

static void lay_out_all(struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count && t->test_case->wide[0].number; i++) {
        lay_out(t, &t->arrays[i]);
        if (t->arrays[i].role != OUTPUT)
            hollow_out(&t->arrays[i], t->test_case->hollow);
    }
}

void case_begin(struct case_run *t, const struct task *task, const struct test_case *test_case,
                uint64_t seed)
{
    memset(t, 0, sizeof *t);
    t->task = task;
    t->test_case = test_case;
    t->seed = seed;
    t->random_state = random_stream(seed, task->name, test_case->name);
    t->runs = test_case->flags & ONCE || test_case->wide[0].number ? 1 : MAX_RUNS;
    t->found_run = t->runs - 1;
    take_case_numbers(t);
    task->prepare(t);
    lay_out_all(t);
}

void case_end(struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++) {
        free_want(&t->arrays[i].want);
        free(t->arrays[i].asked);
        free(t->arrays[i].given);
        for (unsigned run = 0; run < MAX_RUNS; run++)
            free(t->arrays[i].blobs[run]);
    }
}

void case_begin_again(struct case_run *t)
{
    const unsigned passed_before = t->known & PASSED_BEFORE;
    const double seconds = t->seconds;
    const enum schedule schedule = t->schedule;
    case_end(t);
    case_begin(t, t->task, t->test_case, t->seed);
    t->known = passed_before;
    t->seconds = seconds;
    t->schedule = schedule;
}

struct test_case with_first_number(const struct test_case *test_case, int64_t number)
{
    struct test_case other = *test_case;
    for (int i = 0; i < CASE_WIDE && other.wide[i].number; i++)
        other.wide[i].value += number - test_case->wide[0].value;
    return other;
}

void case_begin_like(struct case_run *t, const struct case_run *like, uint64_t seed,
                     enum schedule schedule)
{
    case_begin(t, like->task, like->test_case, seed);
    t->known = PASSED_BEFORE | (like->known & READS_UNUSED);
    t->runs = 1;
    t->found_run = 0;
    t->schedule = schedule;
}
