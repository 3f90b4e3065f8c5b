/* main() of the student program: serves the judge's requests with the student's functions.
 *
 * - For each run of a request: allocate the arrays, guards included, copy them in, call, wait
 *   for the device, copy everything back. It moves bytes and judges nothing.
 * - Reports what only this side can know: CUDA's errors by name, launches, leaks, times.
 * - Holds no reference answer and no seed: what a hand-in finds in here helps it nothing.
 */
#define _GNU_SOURCE
#include "runner.h"
#include "backend.h"
#include "copies.h"
#include "exchange.h"
#include "handles.h"
#include "kernel.h"
#include "spread.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct array {
    unsigned char *blob; /* what the student's pointer lies in */
    unsigned char *in_exchange;
    size_t bytes;
    const struct array_request *request;
};

static struct exchange *exchange;
static struct request request; /* our own copy: student code cannot change it by accident */
static struct array arrays[MAX_ARRAYS];
static char printed[BUFSIZ];

/* The arrays of a request that stay for the next one. */
static struct {
    unsigned char *blob;
    size_t bytes;
    uint32_t place;
} kept[MAX_ARRAYS];

/* The linker puts the TASKs of call.c between these two. */
extern const struct runner_task *const __start_runner_tasks[], *const __stop_runner_tasks[];

/* While a hand-in's own code runs, it is closed to it. */
static void open_answer(void)
{
    exchange_open_answer(exchange);
}

static void record_findings(void)
{
    exchange->answer.moving = backend_was_moving();
    exchange->answer.late = backend_was_late();
    exchange->answer.finding_count =
        backend_end_check(exchange->answer.findings, &exchange->answer.counters);
}

/* What a program that ends early has not come to free is no leak. */
static void record_findings_but_leaks(void)
{
    struct answer *answer = &exchange->answer;
    unsigned kept = 0;
    record_findings();
    for (unsigned i = 0; i < answer->finding_count; i++)
        if (answer->findings[i].kind != FOUND_LEAK)
            answer->findings[kept++] = answer->findings[i];
    answer->finding_count = kept;
}

static void end_with(enum outcome outcome, const char *format, ...)
{
    va_list arguments;
    open_answer();
    va_start(arguments, format);
    vsnprintf(exchange->answer.fault.text, TEXT_SIZE, format, arguments);
    va_end(arguments);
    record_findings_but_leaks();
    exchange_reply(exchange, outcome);
    _exit(1);
}

static void name_error(cudaError_t error)
{
    snprintf(exchange->answer.error, TEXT_SIZE, "%s (%s)", cudaGetErrorName(error),
             cudaGetErrorString(error));
    exchange->answer.given_null = backend_refused_null();
    exchange->answer.heap_full |= backend_heap_was_full();
}

static const char *of_an_earlier_call(const char *why)
{
    return why[0] && backend_error_is_of_earlier_call()
               ? "it is the error of an earlier call, which is in no CHECK(): "
               : "";
}

void check_cuda(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    open_answer();
    const char *base = strrchr(file, '/');
    base = base ? base + 1 : file;
    name_error(error);
    if (exchange->answer.fault
            .text[0]) { /* the backend has already said why, and says it better */
        record_findings_but_leaks();
        exchange_reply(exchange, ANSWER_CUDA_ERROR);
        _exit(1);
    }
    const char *why = backend_error_detail();
    exchange->answer.fault.error = (uint32_t)error;
    exchange->answer.fault.line.line = (uint32_t)line;
    snprintf(exchange->answer.fault.line.file, sizeof exchange->answer.fault.line.file, "%s",
             base);
    end_with(ANSWER_CUDA_ERROR, "%.60s:%d: %.600s failed%s%s%s", base, line, call,
             why[0] ? ": " : "", of_an_earlier_call(why), why);
}

static unsigned char *payload(const struct array *array)
{
    return array->blob + array->request->payload_at;
}

void *runner_array(const char *name)
{
    for (unsigned i = 0; i < request.array_count; i++)
        if (!strcmp(request.arrays[i].name, name))
            return payload(&arrays[i]);
    end_with(ANSWER_UNUSABLE, "call.c asks for array '%s', which cases.c does not send", name);
    return NULL;
}

int64_t runner_number(const char *name)
{
    for (unsigned i = 0; i < request.number_count; i++)
        if (!strcmp(request.numbers[i].name, name))
            return request.numbers[i].value;
    end_with(ANSWER_UNUSABLE, "call.c asks for number '%s', which cases.c does not send", name);
    return 0;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A failure of our own calls is not the student's unless an earlier kernel left it behind. */
static void must(cudaError_t error, const char *doing)
{
    if (error == cudaSuccess)
        return;
    name_error(error);
    end_with(ANSWER_UNUSABLE, "the student program could not %s", doing);
}

/* Where the last blob of the request ends. */
static uint64_t end_of_blobs(void)
{
    uint64_t end = 0;
    for (unsigned i = 0; i < request.array_count; i++)
        for (unsigned run = 0; run < request.runs; run++) {
            const struct array_request *of = &request.arrays[i];
            uint64_t ends = of->blob[run] + blob_bytes(of->payload_at + of->payload_bytes);
            end = ends > end ? ends : end;
        }
    return end;
}

static void allocate(struct array *array)
{
    if (array->request->place == ON_HOST) {
        array->blob = aligned_alloc(256, array->bytes);
        must(array->blob ? cudaSuccess : cudaErrorMemoryAllocation, "allocate host memory");
        return;
    }
    void *blob = NULL; /* no variable of ours is written to by others: see SIMT_OWN_DATA */
    size_t bytes = spread_bytes(array->request);
    size_t room = blob_bytes(array->request->payload_at + bytes) +
                  (array->request->spread.rows ? 2 * SPREAD_SLACK : 0);
    backend_leave_out_junk(true);
    must(cudaMalloc(&blob, room), "allocate device memory");
    backend_leave_out_junk(false);
    array->blob = blob;
    if (array->request->spread.rows) {
        backend_clear(blob, room);
        spread_tell_zeros(array->request, blob);
    }
    backend_name_array(payload(array), bytes, array->request->name);
}

static void release(struct array *array)
{
    if (array->request->place == ON_HOST)
        free(array->blob);
    else
        must(cudaFree(array->blob), "free device memory");
}

static void release_kept(unsigned i)
{
    struct array_request request_of = {.place = kept[i].place};
    struct array array = {.blob = kept[i].blob, .request = &request_of};
    if (kept[i].blob)
        release(&array);
    kept[i].blob = NULL;
}

/* Its memory is that of the request before, where that is as large. */
static bool take_kept(unsigned i)
{
    struct array *array = &arrays[i];
    if (!(request.flags & AT_SAME_PLACES) || !kept[i].blob || kept[i].bytes != array->bytes ||
        kept[i].place != array->request->place)
        return false;
    array->blob = kept[i].blob;
    kept[i].blob = NULL;
    return true;
}

static void prepare_arrays(unsigned run)
{
    for (unsigned i = 0; i < request.array_count; i++) {
        arrays[i].request = &request.arrays[i];
        arrays[i].bytes =
            blob_bytes(request.arrays[i].payload_at + request.arrays[i].payload_bytes);
        arrays[i].in_exchange = exchange_blob(exchange, request.arrays[i].blob[run]);
        if (!take_kept(i))
            allocate(&arrays[i]);
    }
    for (unsigned i = 0; i < MAX_ARRAYS; i++)
        release_kept(i);
}

static void release_arrays(unsigned run)
{
    for (unsigned i = 0; i < request.array_count; i++) {
        if (!(request.flags & KEEPS_ARRAYS) || run + 1 < request.runs) {
            release(&arrays[i]);
            continue;
        }
        kept[i].blob = arrays[i].blob;
        kept[i].bytes = arrays[i].bytes;
        kept[i].place = arrays[i].request->place;
    }
}

static double copy_arrays(bool to_device)
{
    double start = seconds_now();
    for (unsigned i = 0; i < request.array_count; i++) {
        struct array *a = &arrays[i];
        void *to = to_device ? a->blob : a->in_exchange;
        const void *from = to_device ? a->in_exchange : a->blob;
        if (a->request->place == ON_HOST)
            memcpy(to, from, a->bytes);
        else if (a->request->spread.rows)
            must(spread_copy(a->request, a->blob, a->in_exchange, to_device)
                     ? cudaSuccess
                     : cudaErrorInvalidValue,
                 "copy its arrays");
        else
            must(cudaMemcpy(to, from, a->bytes, cudaMemcpyDefault), "copy its arrays");
    }
    /* A copy to a device returns as soon as the driver has read the host's memory. A kernel in
     * a non-blocking stream does not wait for the rest of it. */
    must(cudaDeviceSynchronize(), "copy its arrays");
    return seconds_now() - start;
}

/* Errors that the student's calls left behind end the request; a sticky one ends the program
 * too, since its context is of no more use. */
static bool left_an_error(void)
{
    cudaError_t at_launch = cudaGetLastError();
    if (at_launch == cudaErrorNotReady) /* the answer to a query, and no error */
        at_launch = cudaSuccess;
    cudaError_t at_end = cudaDeviceSynchronize();
    if (at_launch == cudaSuccess && at_end == cudaSuccess)
        return false;
    name_error(at_launch != cudaSuccess ? at_launch : at_end);
    if (at_end == cudaSuccess && backend_error_detail()[0]) {
        size_t length = strlen(exchange->answer.error);
        snprintf(exchange->answer.error + length, TEXT_SIZE - length, ": %s",
                 backend_error_detail());
    }
    if (at_end != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        exchange_reply(exchange, ANSWER_CUDA_ERROR);
        _exit(1);
    }
    return true;
}

/* A function of host pointers alone has to copy both ways. */
static bool takes_device_arrays(void)
{
    for (unsigned i = 0; i < request.array_count; i++)
        if (request.arrays[i].place == ON_DEVICE)
            return true;
    return false;
}

/* Of device pointers the contract says that the caller waits: as anybody's cudaMemcpy() does,
 * which waits for the default stream and the streams that are tied to it, and for no others. */
static void try_to_copy_off(void)
{
    for (unsigned i = 0; i < request.array_count; i++)
        if (arrays[i].request->place == ON_DEVICE && !arrays[i].request->spread.rows)
            backend_copies_off(payload(&arrays[i]), arrays[i].request->payload_bytes);
}

/* Whoever passes host pointers uses them as soon as the function has returned: what comes later
 * is not in the answer. */
static bool take_host_arrays(void)
{
    if (takes_device_arrays())
        return false;
    for (unsigned i = 0; i < request.array_count; i++)
        backend_caller_reads(arrays[i].blob + GUARD_BYTES, request.arrays[i].payload_bytes);
    copy_arrays(false);
    return true;
}

/* What the arrays held before the run, if the host has copied anything to the device since. It
 * is still in the exchange. */
static void keep_given(unsigned char *given[MAX_ARRAYS])
{
    for (unsigned i = 0; i < request.array_count; i++) {
        given[i] = copies_from_host() ? malloc(arrays[i].bytes) : NULL;
        if (given[i])
            memcpy(given[i], arrays[i].in_exchange, arrays[i].bytes);
    }
}

/* Whether an array's new values are the host's work. Frees what was given. */
static bool came_from_host(unsigned char *given[MAX_ARRAYS])
{
    bool came = false;
    for (unsigned i = 0; i < request.array_count; i++) {
        const struct array *a = &arrays[i];
        size_t at = a->request->payload_at;
        if (given[i] && a->request->place == ON_DEVICE && !a->request->spread.rows)
            came |= copies_made(payload(a), given[i] + at, a->in_exchange + at,
                                a->request->payload_bytes);
        free(given[i]);
    }
    return came;
}

/* A line that has not ended, and what a device still keeps, belongs to this run as well. */
static uint64_t printed_until_now(void)
{
    fflush(stdout);
    struct stat output;
    return fstat(STDOUT_FILENO, &output) == 0 && output.st_size > 0 ? (uint64_t)output.st_size
                                                                    : 0;
}

static bool have_wide_arrays(void)
{
    for (unsigned i = 0; i < request.array_count; i++)
        if (request.arrays[i].spread.rows)
            return true;
    return false;
}

static bool reached_all(void)
{
    bool all = true;
    for (unsigned i = 0; i < request.array_count; i++)
        if (request.arrays[i].spread.rows && arrays[i].request->payload_bytes)
            all &= spread_was_used(arrays[i].request, arrays[i].blob);
    return all;
}

/* What there was before the student's function began. */
struct before {
    uint64_t allocated, launches;
    int64_t handles, registered;
};

/* In the run that is watched; its blobs end there. */
static struct run_report *watched;
static uint64_t watched_end;

static void tell_beyond(uint64_t bytes)
{
    open_answer();
    watched->beyond = bytes;
    exchange_close(exchange, watched_end);
}

static struct before begin_watching(struct run_report *report, uint64_t end)
{
    watched = report;
    watched_end = end;
    report->beyond = 0;
    struct before before = {backend_allocated(), backend_launches(), handles_alive(),
                            handles_registered()};
    backend_begin_check(request.schedule);
    backend_widest_launch(); /* what it was before */
    copies_begin(takes_device_arrays(), request.flags & BLIND, tell_beyond);
    for (unsigned i = 0; i < request.array_count; i++)
        if (arrays[i].request->place == ON_HOST)
            copies_know(payload(&arrays[i]), arrays[i].request->bytes_to_last);
    handles_begin();
    report->clock = backend_clock();
    return before;
}

static void end_watching(struct run_report *report, struct before before)
{
    copies_end();
    report->copies = copies_on_device();
    report->to_host = copies_to_host();
    report->read = copies_read();
    report->host_read = backend_read_by_host();
    report->open_memory = backend_has_open_memory();
    report->launches = backend_launches() - before.launches;
    report->widest = backend_widest_launch();
    uint64_t allocated = backend_allocated();
    report->leaked_bytes = allocated > before.allocated ? allocated - before.allocated : 0;
    report->reset = handles_end();
    int64_t handles = handles_alive();
    report->left_handles = handles > before.handles ? (uint32_t)(handles - before.handles) : 0;
    int64_t registered = handles_registered();
    report->registered =
        registered > before.registered ? (uint32_t)(registered - before.registered) : 0;
}

/* True if the run went well. */
static bool serve_run(const struct runner_task *task, unsigned run)
{
    struct run_report *report = &exchange->answer.runs[run];
    unsigned char *given[MAX_ARRAYS];
    const uint64_t end = end_of_blobs();
    exchange->answer.run = run;
    backend_allocate_sparsely(have_wide_arrays());
    backend_hold_open(true);
    prepare_arrays(run);
    exchange_open_blobs(exchange, end);
    double copying = copy_arrays(true);
    backend_hold_open(false);
    struct before before = begin_watching(report, end);
    exchange_close(exchange, end); /* what it wants of its inputs it copies off the device */
    double start = seconds_now();
    backend_call_apart(task->call);
    exchange_open_blobs(exchange, end);
    bool taken = take_host_arrays();
    try_to_copy_off();
    record_findings();
    bool failed = left_an_error();
    exchange->answer.heap_full |= backend_heap_was_full();
    report->seconds = seconds_now() - start;
    report->printed = printed_until_now();
    end_watching(report, before);
    report->reached = have_wide_arrays() && (backend_has_drawn() || reached_all());
    keep_given(given);
    backend_hold_open(true);
    report->copy_seconds = copying + (taken ? 0 : copy_arrays(false));
    report->from_host = came_from_host(given);
    exchange_close_blobs(exchange, end);
    release_arrays(run);
    backend_hold_open(false);
    return !failed;
}

static const struct runner_task *task_asked_for(void)
{
    for (const struct runner_task *const *task = __start_runner_tasks;
         task < __stop_runner_tasks; task++)
        if (!strcmp((*task)->name, request.task))
            return *task;
    end_with(ANSWER_UNUSABLE, "call.c has no TASK(%s)", request.task);
    return NULL;
}

static enum outcome serve(void)
{
    const struct runner_task *task = task_asked_for();
    if (!task->function)
        return ANSWER_NO_FUNCTION;
    for (unsigned run = 0; run < request.runs; run++)
        if (!serve_run(task, run))
            return ANSWER_CUDA_ERROR;
    return ANSWER_COMPLETE;
}

/* Constructors of a stranger's global objects, which the linker puts between these two. They
 * run like the task's function: the exchange's descriptor is closed by then. */
typedef void start_function(void);
extern start_function *const __start_student_starts[] __attribute__((weak));
extern start_function *const __stop_student_starts[] __attribute__((weak));

static void run_starts(void)
{
    for (start_function *const *start = __start_student_starts; start < __stop_student_starts;
         start++)
        (*start)();
}

int main(void)
{
    exchange = exchange_attach();
    if (!exchange) {
        fprintf(stderr, "this program is started by the judge: type `make check` instead\n");
        return 2;
    }
    backend_guard_host();
    backend_watch_time(&exchange->parts_over, TIME_PARTS);
    /* What a crash would lose is what one wants to read; and kernels print. */
    setvbuf(stdout, printed, _IOLBF, sizeof printed);
    exchange_close(exchange, 0);
    backend_call_apart(run_starts);
    backend_describe_faults_in(&exchange->answer.fault, open_answer);
    open_answer();
    must(cudaFree(NULL), "reach a CUDA device"); /* makes the context, which takes a while */
    exchange_reply(exchange, ANSWER_READY);
    for (;;) {
        exchange_take(exchange);
        request = exchange->request;
        if (!request.task[0]) /* the judge has no more to ask */
            break;
        /* The judge allows more for its own clock: words about the line beat a mere kill. */
        backend_limit_launches(0.8 * request.seconds);
        exchange_reply(exchange, serve());
        if (request.flags & LAST_REQUEST)
            break;
    }
    cudaDeviceReset();
    exchange_close(exchange, 0); /* its static objects end behind this */
    return 0;
}
