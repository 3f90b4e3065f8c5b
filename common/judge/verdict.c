/* Decides on a case: what the student program did, then what it wrote, then the elements.
 * The first objection wins, since it is usually the cause of the others. */
#define _GNU_SOURCE
#include "verdict.h"
#include "elements.h"
#include "explain.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* --- what the program did ------------------------------------------------------------- */

/* What may be the cause is said where the program has not told it. */
static const char *signal_in_words(int number, bool is_known)
{
    switch (number) {
    case SIGSEGV:
        return is_known ? "a segmentation fault (SIGSEGV)"
                        : "a segmentation fault (SIGSEGV): it used an address that is not its "
                          "own, such as a device pointer in host code, or an index far beyond "
                          "an array";
    case SIGABRT:
        return "abort() (SIGABRT)";
    case SIGFPE:
        return "an arithmetic fault (SIGFPE): a division by zero?";
    case SIGILL:
        return "an illegal instruction (SIGILL)";
    case SIGBUS:
        return "a bus error (SIGBUS)";
    case SIGKILL:
        return "SIGKILL: out of memory, or killed by itself or by somebody";
    default:
        return strsignal(number);
    }
}

/* What to do about the errors that beginners meet. */
static const char *cure_in_code(const char *error)
{
    static const struct {
        const char *name, *cure;
    } cures[] = {
        {"cudaErrorInvalidConfiguration",
         "no kernel ran: in <<<grid, block>>> a grid counts blocks: the elements, divided by "
         "the block's size, rounded up; a block has at most 1024 threads, a grid at least 1 "
         "block (without elements, launch nothing), in y and z at most 65535; and shared "
         "memory has a limit"},
        {"cudaErrorIllegalAddress",
         "a kernel used an address outside of every array, or a host pointer; an index below 0 "
         "that is unsigned is about 4 billion"},
        {"cudaErrorMisalignedAddress",
         "an address was not a multiple of the size of what was read or written there"},
        {"cudaErrorInvalidValue",
         "an argument does not fit: a size, a pitch, a pointer of the wrong side; or, of a "
         "launch: a block has at most 1024 threads, a grid at least 1 block, in y and z at "
         "most 65535"},
        {"cudaErrorInvalidSymbol", "the first argument is the name of the variable"},
        {"cudaErrorInvalidPitchValue", "a row's width in bytes exceeds its pitch"},
        {"cudaErrorHostMemoryAlreadyRegistered",
         "what is registered is to be unregistered in the same call, by cudaHostUnregister()"},
        {"cudaErrorMemoryAllocation", "ask for less memory: is the size in bytes, and right?"},
        {"cudaErrorLaunchTimeout", "does every loop of the kernel end, and soon enough?"},
        {"cudaErrorLaunchFailure", "the kernel broke off"},
    };
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i++)
        if (!strncmp(error, cures[i].name, strcspn(error, " (")) && error[0])
            return cures[i].cure;
    return NULL;
}

/* All outputs are as small as that. */
static bool has_nothing_to_write(const struct case_run *t)
{
    size_t elements = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        elements += t->arrays[i].role == INPUT ? 0 : element_count(&t->arrays[i]);
    return elements == 0;
}

static void judge_cuda_error(const struct case_run *t, struct verdict *v)
{
    const struct answer *answer = &t->answer;
    if (answer->fault.text[0])
        fail(v, REASON_CUDA_ERROR, "%s\n  CUDA calls it %s", answer->fault.text, answer->error);
    else
        fail(v, REASON_CUDA_ERROR, "your code left the CUDA error %s", answer->error);
    const char *cure = cure_in_code(answer->error);
    begin_guess(v, UNKNOWN_CAUSE);
    if (has_nothing_to_write(t))
        say(v, "\n  at size 0, as here, there is nothing to write, to copy or to launch");
    if (cure)
        say(v, "\n  %s", cure);
}

#define COPIED_BEYOND                                                                          \
    "copied %llu bytes from past the end of an array, or to there: its last row ends with "    \
    "its "                                                                                     \
    "last element, whatever the leading dimension is"

static unsigned long long bytes_beyond(const struct case_run *t)
{
    unsigned long long most = 0;
    for (unsigned run = 0; run < MAX_RUNS; run++)
        most = t->answer.runs[run].beyond > most ? t->answer.runs[run].beyond : most;
    return most;
}

static bool judge_ending(struct case_run *t, struct ending_of_ask ending, struct verdict *v)
{
    const char *fault = t->answer.fault.text;
    if (ending.how == EXITED)
        fail(v, REASON_ENDED,
             "the program ended by itself (exit status %d) before the task was done",
             ending.code);
    else if (ending.how == KILLED_BY_SIGNAL)
        fail(v, REASON_CRASHED, "the program died of %s",
             signal_in_words(ending.code, fault[0]));
    else if (ending.how == TIMED_OUT)
        fail(v, REASON_TIMEOUT,
             "timed out: no answer within %g s; an endless loop, or far too much work?",
             t->limit);
    else if (ending.how == TOO_LARGE)
        fail(v, REASON_MEMORY, "stopped: it had taken more than %d MiB of memory", ending.code);
    else if (ending.how == NEVER_READY && !ending.code)
        fail(v, REASON_TIMEOUT,
             "timed out: the program was not ready when a task before this one was judged, "
             "either; does something run before main()?");
    else if (ending.how == NEVER_READY)
        fail(v, REASON_TIMEOUT,
             "timed out: the program was not ready within %d s; does something "
             "run before main()?",
             ending.code);
    else
        return true;
    v->last_words = strlen(v->text);
    if (fault[0])
        say(v, "\n  %s", fault);
    else if (ending.how == KILLED_BY_SIGNAL && bytes_beyond(t))
        say(v, "\n  " COPIED_BEYOND, bytes_beyond(t));
    return false;
}

/* CUDA's words for the error follow its name. */
bool has_error(const struct case_run *t, const char *name)
{
    return !strncmp(t->answer.error, name, strlen(name));
}

static bool was_out_of_time(const struct case_run *t, struct ending_of_ask ending)
{
    return hit_a_limit(ending) || has_error(t, "cudaErrorLaunchTimeout");
}

static bool judge_outcome(struct case_run *t, struct verdict *v)
{
    switch (t->answer.outcome) {
    case ANSWER_COMPLETE:
        return true;
    case ANSWER_NO_FUNCTION:
        fail(v, REASON_MISSING, "%s is not defined; to begin: %s", t->task->name,
             t->task->first_step);
        return false;
    case ANSWER_CUDA_ERROR:
        judge_cuda_error(t, v);
        return false;
    default:
        fail(v, REASON_UNUSABLE, "%s: %s", t->answer.fault.text, t->answer.error);
        return false;
    }
}

/* --- what it wrote -------------------------------------------------------------------- */

static bool judge_guards(const struct case_array *a, unsigned run, struct verdict *v)
{
    size_t size = element_bytes(a->type);
    if (!a->blobs[run])
        return true;
    size_t behind = changed_guard_byte(a, a->blobs[run], true);
    size_t before = changed_guard_byte(a, a->blobs[run], false);
    if (behind < GUARD_BYTES) {
        fail(v, REASON_OUT_OF_BOUNDS,
             "wrote past the end of %s, which has %zu elements: element %zu, counted from 0",
             a->name, payload_bytes(a) / size, (payload_bytes(a) + behind) / size);
        if (!payload_bytes(a))
            say(v, ": at size 0, as here, nothing is to be written");
        begin_guess(v, UNKNOWN_CAUSE);
        say(v, "; is there a guard, and does it use the right bound?");
    } else if (before < GUARD_BYTES) {
        fail(v, REASON_OUT_OF_BOUNDS,
             "wrote before the start of %s, %zu elements before element 0", a->name,
             (GUARD_BYTES - before + size - 1) / size);
    }
    return v->passed;
}

static bool judge_unchanged(const struct case_array *a, unsigned run, struct verdict *v)
{
    const unsigned char *now = payload(a, run), *was = a->given;
    if (a->role != INPUT || now == was || !memcmp(now, was, payload_bytes(a)))
        return true;
    size_t byte = 0;
    while (now[byte] == was[byte])
        byte++;
    size_t at = byte / element_bytes(a->type);
    fail(v, REASON_INPUT_CHANGED, "changed its input %s, at [%zu][%zu]: inputs are only read",
         a->name, at / a->shape.pitch, at % a->shape.pitch);
    return false;
}

#define SAYS_RECIPROCAL                                                                        \
    "For some n, n times 1 / n is rounded to less than 1; index / n of whole numbers is exact"

/* Whether an element behind a row's last was written in place of the next row's first one. */
static bool took_the_next_rows_first(const struct case_array *a, unsigned run, size_t row,
                                     size_t col)
{
    size_t cols = a->shape.cols;
    return col == cols && row + 1 < a->shape.rows &&
           !element_is_untouched(a, run, row * cols) &&
           element_is_untouched(a, run, (row + 1) * cols);
}

static bool judge_padding(const struct case_array *a, unsigned run, struct verdict *v)
{
    size_t size = element_bytes(a->type);
    const unsigned char *now = payload(a, run), *was = a->given;
    for (size_t row = 0; row < a->shape.rows; row++) {
        for (size_t col = a->shape.cols; col < a->shape.pitch; col++) {
            size_t at = (row * a->shape.pitch + col) * size;
            if (memcmp(now + at, was + at, size)) {
                fail(v, REASON_PADDING,
                     "wrote to %s[%zu][%zu]: a row has %zu elements, what follows up to the "
                     "next row (the leading dimension is %zu) is not yours",
                     a->name, row, col, a->shape.cols, a->shape.pitch);
                if (took_the_next_rows_first(a, run, row, col))
                    say(v,
                        "; it is %s[%zu][0] that was to be written: is a row the index "
                        "times 1 / %zu? " SAYS_RECIPROCAL,
                        a->name, row + 1, a->shape.cols);
                return false;
            }
        }
    }
    return true;
}

static bool judge_memory(const struct case_run *t, struct verdict *v)
{
    for (unsigned run = 0; run < t->runs; run++)
        for (uint32_t i = 0; i < t->array_count; i++)
            if (!judge_guards(&t->arrays[i], run, v) ||
                !judge_unchanged(&t->arrays[i], run, v) ||
                (t->arrays[i].role != INPUT && !judge_padding(&t->arrays[i], run, v)))
                return false;
    return true;
}

/* --- elements ------------------------------------------------------------------------- */

static bool nothing_happened(const struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++) {
        const struct case_array *a = &t->arrays[i];
        for (size_t k = 0; k < element_count(a) && a->role != INPUT; k++)
            if (!element_is_untouched(a, 0, k))
                return false;
    }
    return t->answer.runs[0].launches == 0;
}

static bool judge_array(struct case_run *t, const struct case_array *a, struct verdict *v)
{
    for (unsigned run = 0; run < t->runs; run++) {
        bool by_some = t->schedule == SOME_BLOCKS || t->schedule == FEW_BLOCKS;
        size_t wrong = by_some ? wrong_of_some_blocks(a, t->answer.runs[0].copies > 0)
                               : wrong_elements(a, run);
        if (!wrong)
            continue;
        v->wrong = wrong;
        v->of = element_count(a);
        fail(v, REASON_WRONG, "%zu of %zu elements of %s are wrong", wrong, v->of, a->name);
        v->run = run;
        if (run > 0)
            say(v, " in the second run");
        list_wrong_elements(a, run, by_some, v);
        explain(t, a, v);
        return false;
    }
    v->of += element_count(a);
    return true;
}

static bool judge_elements(struct case_run *t, struct verdict *v)
{
    for (uint32_t i = 0; i < t->array_count; i++)
        if (t->arrays[i].expected && !judge_array(t, &t->arrays[i], v)) {
            if (!(t->known & PASSED_BEFORE) && nothing_happened(t))
                fail(v, REASON_NOT_STARTED, "nothing written yet; to begin: %s",
                     t->task->first_step);
            return false;
        }
    return true;
}

/* Does the mistake's result break the bound somewhere? */
static bool told_apart(struct case_run *t, const struct mistake *mistake)
{
    bool differs = false;
    struct want *wants = wants_of_mistake(t, mistake, 0);
    for (uint32_t i = 0; i < t->array_count; i++) {
        const struct case_array *a = &t->arrays[i];
        for (size_t k = 0; a->expected && a->type == FLOAT32 && k < element_count(a); k++)
            differs |= !(fabs(wants[i].value[k] - a->want.value[k]) <= a->want.bound[k]);
    }
    free_wants(wants);
    return differs;
}

/* The case itself must be able to tell: see ACCURACY. */
static void test_the_case(struct case_run *t)
{
    const struct mistake *mistake = NULL;
    while (t->test_case->flags & ACCURACY && (mistake = next_mistake(t->task, mistake))) {
        if (mistake->inaccurate && !told_apart(t, mistake)) {
            fprintf(stderr, "judge: case %s of %s accepts '%s': its inputs are too easy\n",
                    t->test_case->name, t->task->name, mistake->name);
            exit(3);
        }
    }
}

/* Whether so many bytes are enough for the host to compute the results itself, and to hand them
 * over in disguise. Kernels may have packed what they were given. */
static bool are_much_of_inputs(const struct case_run *t, uint64_t bytes)
{
    enum { A_FEW_NUMBERS = 1024 };
    uint64_t given = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        if (t->arrays[i].place == ON_DEVICE && t->arrays[i].role != OUTPUT)
            given += payload_bytes(&t->arrays[i]);
    return given && bytes > A_FEW_NUMBERS && bytes > given / 4;
}

/* Bytes of outputs that the caller has on the host, which get there by copies off the device,
 * or in memory that both have. */
static uint64_t bytes_owed(const struct case_run *t, const struct run_report *report)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < t->array_count && !report->open_memory; i++)
        if (t->arrays[i].place == ON_HOST && t->arrays[i].role != INPUT)
            bytes += element_count(&t->arrays[i]) * element_bytes(t->arrays[i].type);
    return bytes;
}

static bool takes_device_arrays(const struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++)
        if (t->arrays[i].place == ON_DEVICE && t->arrays[i].role != OUTPUT)
            return true;
    return false;
}

/* Of the arrays by which it sets up what it launches. */
static uint64_t bytes_for_host(const struct case_run *t)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < t->array_count && t->task->host_may_read; i++)
        if (has_name(t->task->host_may_read, t->arrays[i].name))
            bytes += payload_bytes(&t->arrays[i]);
    return bytes;
}

/* How many more bytes the host has read than these arrays have. */
static uint64_t not_for_host(const struct case_run *t, uint64_t bytes)
{
    uint64_t its_own = bytes_for_host(t);
    return bytes > its_own ? bytes - its_own : 0;
}

/* Whether the host has taken partial results from memory that the device has, too. Sizes of a
 * few levels may well lie there, and a count. */
static bool reads_parts(const struct case_run *t, const struct run_report *report)
{
    enum { A_FEW_SIZES = 64 };
    return takes_device_arrays(t) && t->known & TO_THE_BYTE &&
           not_for_host(t, report->host_read) > A_FEW_SIZES;
}

/* Memory that host and device have in common: false if the host has read there more than it
 * needs. */
static bool judge_reads(const struct case_run *t, const struct run_report *report,
                        struct verdict *v)
{
    if (are_much_of_inputs(t, not_for_host(t, report->host_read)))
        fail(v, REASON_FROM_HOST,
             "the result is right, but the host has read %llu bytes of managed or pinned "
             "memory, as many as a quarter of the input or more, before the device went on: "
             "the device is to compute with them, not the host; what is only printed, read "
             "when all is launched",
             (unsigned long long)report->host_read);
    else if (reads_parts(t, report))
        fail(v, REASON_FROM_HOST,
             "the result is right, but the host has read %llu bytes of managed or pinned "
             "memory before the device went on: partial sums, totals and carries are added "
             "up by the device, in a kernel of their own",
             (unsigned long long)report->host_read);
    return v->passed;
}

/* What the host has copied off the device, and may have computed with. */
static void judge_copies(const struct case_run *t, const struct run_report *report,
                         struct verdict *v)
{
    enum { A_COUNT = 16 }; /* bytes: one number or two */
    if (are_much_of_inputs(t, not_for_host(t, report->to_host)))
        fail(v, REASON_FROM_HOST,
             "the result is right, but the host has copied %llu bytes off the device, as many "
             "as a quarter of the input or more, before the device went on, and where other "
             "values reach it the result is another: the device is to compute with them, not "
             "the host",
             (unsigned long long)report->to_host);
    else if (takes_device_arrays(t) && not_for_host(t, report->to_host) > A_COUNT)
        fail(v, REASON_FROM_HOST,
             "the result is right, but the host has copied %llu bytes off the device before "
             "the device went on, and where other values reach it the result is another: "
             "partial sums, totals and carries are added up by the device, in a kernel of "
             "their own, and so is all else that the result is made of",
             (unsigned long long)report->to_host);
    v->has_read = !v->passed;
}

/* Whether the host may have done a part of the device's work. The case has passed so far. */
static void judge_share_of_host(const struct case_run *t, const struct run_report *report,
                                struct verdict *v)
{
    if (report->read < bytes_owed(t, report))
        fail(v, REASON_FROM_HOST,
             "the result is right, but of its %llu bytes only %llu have come off the device: "
             "the device is to compute it, not the host",
             (unsigned long long)bytes_owed(t, report), (unsigned long long)report->read);
    else if (report->from_host)
        fail(v, REASON_FROM_HOST,
             "the result is right, but the host has copied it to the device: the device "
             "is to compute it, and to finish it where there are partial results");
    else if (judge_reads(t, report, v) && !(t->known & READS_UNUSED))
        judge_copies(t, report, v);
}

static bool lacks_kernel(const struct case_run *t, const struct run_report *report)
{
    size_t written = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        written += t->arrays[i].role != INPUT ? element_count(&t->arrays[i]) : 0;
    return written && !report->launches && !report->copies &&
           !(t->test_case->flags & NO_KERNEL);
}

/* Whether the device has done what is right. */
static void judge_work(const struct case_run *t, const struct run_report *report,
                       struct verdict *v)
{
    if (lacks_kernel(t, report))
        fail(v, REASON_NO_LAUNCH,
             "the result is right, but no kernel was launched: the device "
             "is to compute it, not the host");
    else
        judge_share_of_host(t, report, v);
    if (v->passed && report->beyond)
        fail(v, REASON_OUT_OF_BOUNDS, COPIED_BEYOND, (unsigned long long)report->beyond);
}

/* What it has left behind, or has destroyed of others'. */
static void judge_leftovers(const struct run_report *report, struct verdict *v)
{
    if (report->reset)
        fail(v, REASON_LEAK,
             "cudaDeviceReset() frees what the caller has allocated, your arrays among "
             "it: a program may call it at its end, a function frees what is its own");
    else if (report->left_handles)
        fail(v, REASON_LEAK,
             "%u streams or events were not destroyed: one cudaStreamDestroy for each "
             "cudaStreamCreate, one cudaEventDestroy for each cudaEventCreate, in the "
             "same call",
             report->left_handles);
    else if (report->registered)
        fail(v, REASON_LEAK,
             "host memory was left registered (%u pieces): one cudaHostUnregister for each "
             "cudaHostRegister, in the same call",
             report->registered);
    else if (report->leaked_bytes)
        fail(v, REASON_LEAK,
             "%llu bytes of CUDA memory were not freed: one cudaFree for each "
             "cudaMalloc, in the same call",
             (unsigned long long)report->leaked_bytes);
}

static void judge_the_rest(struct case_run *t, struct verdict *v)
{
    for (unsigned run = 0; run < t->runs && v->passed; run++) {
        judge_work(t, &t->answer.runs[run], v);
        if (v->passed)
            judge_leftovers(&t->answer.runs[run], v);
    }
    const char *objection = v->passed && t->task->verify ? t->task->verify(t) : NULL;
    if (objection)
        fail(v, REASON_PROPERTY, "%s", objection);
}

/* Whether a block has written there. */
static bool is_written(const struct case_array *a, size_t row)
{
    size_t cols = a->shape.cols, i = row * cols;
    while (i < (row + 1) * cols && element_is_untouched(a, 0, i))
        i++;
    return i < (row + 1) * cols;
}

/* Where only some blocks have run, most rows of a matrix are as they were, and nobody asks what
 * belongs there. A case that tests ACCURACY is itself tested by all of its elements. */
static void ask_for_rows(struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++) {
        struct case_array *a = &t->arrays[i];
        size_t rows = a->shape.rows;
        if (t->schedule != SOME_BLOCKS || t->test_case->flags & ACCURACY ||
            t->known & TOLD_OF || a->role == INPUT || rows < 2 || a->asked ||
            !(a->asked = calloc(rows, sizeof *a->asked)))
            continue;
        for (size_t row = 0; row < rows; row++)
            a->asked[row] = row == 0 || row + 1 == rows || is_written(a, row);
    }
}

static void judge_answer(struct case_run *t, struct ending_of_ask ending, struct verdict *v)
{
    *v = (struct verdict){.passed = true, .reason = REASON_OK, .pattern = ""};
    if (!judge_ending(t, ending, v) || !judge_outcome(t, v)) {
        v->out_of_time = was_out_of_time(t, ending);
        v->run = t->answer.run < t->runs ? t->answer.run : 0;
        return;
    }
    ask_for_rows(t);
    case_expect(t, t->task->expect);
    test_the_case(t);
    if (judge_memory(t, v) && (t->known & IN_PART || judge_elements(t, v)))
        judge_the_rest(t, v);
}

/* Who does not ask whether there is memory, or does nothing without, has the cause here. */
static void say_heap(const struct case_run *t, struct verdict *v)
{
    if (!v->passed && t->answer.heap_full)
        say(v,
            "\n  the kernels' heap was full, and malloc() has returned NULL: all blocks that "
            "a device holds at once share cudaLimitMallocHeapSize bytes, 8 MiB where "
            "cudaDeviceSetLimit() has not asked for more before the launch");
}

void decide(struct case_run *t, struct ending_of_ask ending, struct verdict *v)
{
    judge_answer(t, ending, v);
    say_heap(t, v);
}

bool has_hidden_cause(const struct verdict *v)
{
    switch (v->reason) {
    case REASON_CRASHED:
    case REASON_TIMEOUT:
    case REASON_CUDA_ERROR:
    case REASON_OUT_OF_BOUNDS:
    case REASON_PADDING:
    case REASON_INPUT_CHANGED:
    case REASON_WRONG:
    case REASON_PROPERTY:
    case REASON_LEAK:
        return true;
    default:
        return false;
    }
}
