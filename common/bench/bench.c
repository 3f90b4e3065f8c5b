/* main() of a bench program: times a lab's functions, the vendor's library and the device's own
 * ceilings, and writes one JSON object a row.
 *
 *   bench LAB LABEL SEED [TASK]   LABEL says what is benched: "core", "stretch", "1_words" ...
 *
 * - Linked with a hand-in's .cu, call.c, vendor.cu and bench_device.cu. Functions that the
 *   hand-in lacks are left out; so are works none of whose functions are there.
 * - Timed by events, after warming up, with the L2 cache flushed before each run; the median of
 *   the runs counts. The answer is poisoned before the runs and compared after them.
 * - Rows go to standard output, for common/bench/bench_report. Exit 1 if an answer was wrong.
 *
 * It trusts what it links: for the owner's own code, never for marks.
 */
#include "bench_device.h"
#include "kernel.h"
#include "runner.h"

#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MAX_ARRAYS = 24,
    MAX_NUMBERS = 16,
    WARM_UPS = 3,
    POISON = 0xa5,  /* each byte of an output before the runs */
    LEAST_RUNS = 5, /* one where a single run takes longer than all should */
    MOST_RUNS = 50,
    ALL_RUNS_MS = 300, /* of one row, between those two */
    ALL_RUNS_OF_A_SHAPE_MS = 30,
    SLOW_MS = 100, /* warmed up once */
};
#define FLUSH_BYTES ((size_t)256 << 20) /* several times any L2 cache of today */
#define CEILING_BYTES ((size_t)4 << 30)

/* --- errors ------------------------------------------------------------------------------ */

static const char *doing = "starting"; /* for messages */

static void give_up(const char *what, const char *why)
{
    fprintf(stderr, "bench: %s: %s: %s\n", doing, what, why);
    exit(2);
}

void check_cuda(cudaError_t error, const char *call, const char *file, int line)
{
    char what[256];
    if (error == cudaSuccess)
        return;
    snprintf(what, sizeof what, "%s:%d: %.160s", file, line, call);
    give_up(what, cudaGetErrorString(error));
}

/* --- arrays and numbers ------------------------------------------------------------------ */

struct array {
    const char *name;
    void *at;
    size_t bytes, count;
    enum bench_type type;
    bool is_output, on_host;
    void *want; /* outputs: what is right; NULL as long as that is not known */
};

static struct array arrays[MAX_ARRAYS];
static struct {
    const char *name;
    int64_t value;
} numbers[MAX_NUMBERS];
static unsigned array_count, number_count;
static uint64_t seed, streams;

uint64_t bench_stream(void)
{
    return seed << 20 | ++streams;
}

static struct array *new_array(const char *name, size_t bytes)
{
    if (array_count == MAX_ARRAYS)
        give_up(name, "too many arrays: raise MAX_ARRAYS");
    struct array *a = &arrays[array_count++];
    *a = (struct array){.name = name, .bytes = bytes};
    return a;
}

static jmp_buf too_large; /* the work is, for this device */

static void *device_memory(size_t bytes)
{
    void *memory;
    cudaError_t error = cudaMalloc(&memory, bytes ? bytes : 1);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        longjmp(too_large, 1);
    }
    CHECK(error);
    return memory;
}

void *bench_memory(size_t bytes)
{
    return device_memory(bytes);
}

void *bench_array(const char *name, size_t bytes)
{
    return new_array(name, bytes)->at = device_memory(bytes);
}

void *bench_host_array(const char *name, size_t bytes)
{
    struct array *a = new_array(name, bytes);
    a->on_host = true;
    CHECK(cudaMallocHost(&a->at, bytes ? bytes : 1));
    return a->at;
}

static size_t bytes_of(enum bench_type type, size_t count)
{
    return count * (type == BENCH_LONG ? 8 : 4);
}

static void *last_is_output(enum bench_type type, size_t count)
{
    struct array *a = &arrays[array_count - 1];
    a->is_output = true;
    a->type = type;
    a->count = count;
    return a->at;
}

void *bench_output(const char *name, enum bench_type type, size_t count)
{
    bench_array(name, bytes_of(type, count));
    return last_is_output(type, count);
}

void *bench_host_output(const char *name, enum bench_type type, size_t count)
{
    bench_host_array(name, bytes_of(type, count));
    return last_is_output(type, count);
}

void bench_number(const char *name, int64_t value)
{
    if (number_count == MAX_NUMBERS)
        give_up(name, "too many numbers: raise MAX_NUMBERS");
    numbers[number_count].name = name;
    numbers[number_count++].value = value;
}

void *runner_array(const char *name)
{
    for (unsigned i = 0; i < array_count; i++)
        if (!strcmp(arrays[i].name, name))
            return arrays[i].at;
    give_up(name, "call.c asks for an array that vendor.cu does not make");
    return NULL;
}

void *bench_get(const char *name)
{
    return runner_array(name);
}

int64_t runner_number(const char *name)
{
    for (unsigned i = 0; i < number_count; i++)
        if (!strcmp(numbers[i].name, name))
            return numbers[i].value;
    give_up(name, "call.c asks for a number that vendor.cu does not give");
    return 0;
}

static void forget_arrays(void)
{
    for (unsigned i = 0; i < array_count; i++) {
        CHECK(arrays[i].on_host ? cudaFreeHost(arrays[i].at) : cudaFree(arrays[i].at));
        CHECK(cudaFree(arrays[i].want));
    }
    array_count = number_count = 0;
    streams = 0;
}

/* --- timing ------------------------------------------------------------------------------ */

struct timing {
    double median, least, most; /* milliseconds */
    int runs;
};

static void *flushed; /* zeros; reading them empties the L2 cache, and leaves it clean */

static double time_once(void (*run)(void), void (*restore)(void))
{
    static cudaEvent_t start, stop;
    float ms;
    if (!start) {
        CHECK(cudaEventCreate(&start));
        CHECK(cudaEventCreate(&stop));
    }
    if (restore)
        restore();
    device_read(flushed, FLUSH_BYTES, flushed);
    CHECK(cudaEventRecord(start, NULL));
    run();
    CHECK(cudaEventRecord(stop, NULL));
    CHECK(cudaGetLastError());
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const char *shape; /* of the work's many; NULL if it has one alone */

static struct timing time_runs(void (*run)(void), void (*restore)(void))
{
    const int all_runs = shape ? ALL_RUNS_OF_A_SHAPE_MS : ALL_RUNS_MS;
    double ms[MOST_RUNS], first = time_once(run, restore), total = 0;
    for (int i = 1; i < WARM_UPS && first < SLOW_MS; i++)
        time_once(run, restore);
    int runs = 0;
    int least = first > all_runs ? 1 : LEAST_RUNS;
    while (runs < least || (runs < MOST_RUNS && total < all_runs))
        total += ms[runs++] = time_once(run, restore);
    qsort(ms, (size_t)runs, sizeof *ms, by_size);
    return (struct timing){ms[runs / 2], ms[0], ms[runs - 1], runs};
}

/* --- answers ----------------------------------------------------------------------------- */

static void poison_outputs(void)
{
    for (unsigned i = 0; i < array_count; i++) {
        const struct array *a = &arrays[i];
        if (a->is_output && a->on_host)
            memset(a->at, POISON, a->bytes);
        else if (a->is_output)
            CHECK(cudaMemset(a->at, POISON, a->bytes));
    }
}

/* What the outputs hold now is right. The device reads those of the host, too. */
static void keep_outputs(void)
{
    for (unsigned i = 0; i < array_count; i++) {
        struct array *a = &arrays[i];
        if (!a->is_output)
            continue;
        a->want = device_memory(a->bytes);
        CHECK(cudaMemcpy(a->want, a->at, a->bytes, cudaMemcpyDefault));
    }
}

/* False if there is nothing yet to compare with. */
static bool compare_outputs(const struct bench_work *work, const double *exact,
                            struct difference *all)
{
    bool compared = false;
    *all = (struct difference){0, 0};
    for (unsigned i = 0; i < array_count; i++) {
        const struct array *a = &arrays[i];
        const void *want = exact ? (const void *)exact : a->want;
        if (!a->is_output || !want)
            continue;
        struct difference one =
            device_compare(a->type, a->at, want, exact != NULL, a->count, work->tolerance);
        all->count += one.count;
        all->largest = fmax(all->largest, one.largest);
        compared = true;
        if (exact)
            break; /* it is told of the first output */
    }
    return compared;
}

/* --- rows -------------------------------------------------------------------------------- */

static const char *lab, *label;
static double amount;      /* of the work, or of its shape */
static double ceilings[3]; /* per second, in the order of enum bench_ceiling; 0: not measured */
static char device_name[256], today[16];

static const char *const ceiling_names[] = {"copy", "read", "multiply-add"};

static void *ceiling_memory;

static void run_copy(void)
{
    CHECK(cudaMemcpyAsync((char *)ceiling_memory + CEILING_BYTES / 2, ceiling_memory,
                          CEILING_BYTES / 2, cudaMemcpyDeviceToDevice, NULL));
}

static void run_read(void)
{
    device_read(ceiling_memory, CEILING_BYTES, flushed);
}

static double operations;

static void run_multiply_add(void)
{
    operations = device_multiply_add(flushed);
}

/* Per second; measured once, before the first work that needs it. */
static double ceiling_of(enum bench_ceiling ceiling)
{
    static void (*const runs[])(void) = {run_copy, run_read, run_multiply_add};
    if (ceilings[ceiling])
        return ceilings[ceiling];
    doing = "measuring the device's ceilings";
    ceiling_memory = device_memory(CEILING_BYTES);
    bench_fill_ints(ceiling_memory, CEILING_BYTES / sizeof(int), 0, 1 << 30);
    double ms = time_runs(runs[ceiling], NULL).median;
    CHECK(cudaFree(ceiling_memory));
    return ceilings[ceiling] =
               (ceiling == BENCH_FMA ? operations : (double)CEILING_BYTES) / ms * 1e3;
}

/* JSON has no infinity. */
static const char *number_or_null(double x)
{
    static char text[64];
    snprintf(text, sizeof text, "%.4g", x);
    return isfinite(x) ? text : "null";
}

struct row {
    const char *name;
    int task; /* its number among the work's; VENDOR for the vendor's library */
    struct timing timing;
    double vendor_ms;                    /* 0: there is none */
    const struct difference *difference; /* NULL: there was nothing to compare with */
};
enum { VENDOR = -1 };

static void write_name(const struct bench_work *work, const struct row *row)
{
    printf("\"lab\": \"%s\", \"program\": \"%s\", \"work\": \"%s\", \"name\": \"%s\", "
           "\"task\": %d, \"vendor\": %s, \"device\": \"%s\", \"date\": \"%s\"",
           lab, label, work->name, row->name, row->task, row->task == VENDOR ? "true" : "false",
           device_name, today);
    if (shape)
        printf(", \"shape\": \"%s\"", shape);
}

static void write_speed(const struct bench_work *work, const struct row *row)
{
    const struct timing *t = &row->timing;
    double rate = amount / t->median * 1e3, ceiling = ceiling_of(work->ceiling);
    printf("\"ms\": %.5g, \"least_ms\": %.5g, \"most_ms\": %.5g, \"runs\": %d, ", t->median,
           t->least, t->most, t->runs);
    printf("\"rate\": %.5g, \"unit\": \"%s\", \"ceiling\": \"%s\", \"ceiling_rate\": %.5g, "
           "\"of_ceiling\": %.4f, \"to_vendor\": %s",
           rate / 1e9, work->ceiling == BENCH_FMA ? "GFLOP/s" : "GB/s",
           ceiling_names[work->ceiling], ceiling / 1e9, rate / ceiling,
           number_or_null(row->vendor_ms > 0 ? row->vendor_ms / t->median : INFINITY));
}

static void write_answer(const struct bench_work *work, const struct row *row)
{
    const struct difference *d = row->difference;
    const char *right = !d ? "null" : d->count ? "false" : "true";
    printf("\"right\": %s, \"error\": %s, \"exact\": %s", right,
           d ? number_or_null(d->largest) : "null", work->exact ? "true" : "false");
}

static void write_row(const struct bench_work *work, const struct row *row)
{
    printf("{");
    write_name(work, row);
    printf(", ");
    write_speed(work, row);
    printf(", ");
    write_answer(work, row);
    printf("}\n");
    fflush(stdout);
}

/* --- works ------------------------------------------------------------------------------- */

extern const struct runner_task *const __start_runner_tasks[], *const __stop_runner_tasks[];

static const struct runner_task *task_named(const char *name, size_t length)
{
    for (const struct runner_task *const *t = __start_runner_tasks; t < __stop_runner_tasks;
         t++)
        if (strlen((*t)->name) == length && !memcmp((*t)->name, name, length))
            return *t;
    fprintf(stderr, "bench: call.c has no TASK(%.*s), which vendor.cu names\n", (int)length,
            name);
    exit(2);
}

static const char *only; /* the one task to be benched; NULL for all */

/* Calls visit() for each function of the work that the hand-in has, with its number among all
 * that the work names; gives how many there are. */
static int each_task(const struct bench_work *work,
                     void (*visit)(const struct runner_task *, int number))
{
    int found = 0, number = 0;
    for (const char *name = work->tasks; *(name += strspn(name, " "));) {
        size_t length = strcspn(name, " ");
        const struct runner_task *task = task_named(name, length);
        name += length;
        number++;
        if (!task->function || (only && strcmp(task->name, only)))
            continue;
        found++;
        if (visit)
            visit(task, number);
    }
    return found;
}

static const struct bench_work *work; /* the one being done */
static const double *exact;
static double vendor_ms;
static bool all_right = true;

static void bench_task(const struct runner_task *task, int number)
{
    doing = task->name;
    poison_outputs();
    struct timing timing = time_runs(task->call, work->restore);
    struct difference d;
    bool compared = compare_outputs(work, exact, &d);
    all_right = all_right && !d.count;
    write_row(work, &(struct row){task->name, number, timing, vendor_ms, compared ? &d : NULL});
    if (!compared)
        keep_outputs(); /* the first task's answer serves the others */
}

/* Its answer is what others are compared with, unless an exact one is there. */
static void bench_vendor(void)
{
    doing = work->vendor_name;
    poison_outputs();
    struct timing timing = time_runs(work->vendor, work->restore);
    vendor_ms = timing.median;
    struct difference d;
    bool compared = compare_outputs(work, exact, &d);
    write_row(work, &(struct row){work->vendor_name, VENDOR, timing, vendor_ms,
                                  compared ? &d : NULL});
    if (!compared)
        keep_outputs();
}

static void bench_shape(int i)
{
    doing = work->name;
    amount = work->amount;
    if (work->shapes)
        shape = work->prepare_shape(i, &amount);
    else
        work->prepare();
    CHECK(cudaDeviceSynchronize());
    exact = work->exact ? work->exact() : NULL;
    vendor_ms = 0;
    if (work->vendor)
        bench_vendor();
    each_task(work, bench_task);
    doing = work->name;
}

static void bench_work(void)
{
    ceiling_of(work->ceiling);
    bench_shape(0);
    for (int i = 1; i < work->shapes; i++) {
        forget_arrays();
        bench_shape(i);
    }
}

/* What a work too large has left undone is undone all the same. */
static void bench_work_if_it_fits(void)
{
    if (setjmp(too_large))
        fprintf(stderr, "bench: %s, %s: not run, the device has too little memory\n", lab,
                work->name);
    else
        bench_work();
    if (work->release)
        work->release();
    forget_arrays();
    shape = NULL;
}

/* A sweep is done by both ends of the climb alone. */
static bool is_wanted(void)
{
    return each_task(work, NULL) &&
           (!work->shapes || !strcmp(label, "core") || !strcmp(label, "stretch"));
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: bench LAB LABEL SEED [TASK]; started by `make bench`\n");
        return 2;
    }
    lab = argv[1], label = argv[2], seed = strtoull(argv[3], NULL, 10);
    only = argc > 4 && argv[4][0] ? argv[4] : NULL;
    struct cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    snprintf(device_name, sizeof device_name, "%.200s", properties.name);
    time_t now = time(NULL);
    strftime(today, sizeof today, "%F", localtime(&now));
    CHECK(cudaMalloc(&flushed, FLUSH_BYTES));
    CHECK(cudaMemset(flushed, 0, FLUSH_BYTES));
    for (int i = 0; i < bench_work_count; i++) {
        work = &bench_works[i];
        if (is_wanted())
            bench_work_if_it_fits();
    }
    CHECK(cudaFree(flushed));
    return !all_right;
}
