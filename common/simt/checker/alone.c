/* Tells what was found in a program with a main() of its own, which simtcc has linked, when
 * that ends.
 *
 * - It tells it on stderr, in the form of compute-sanitizer's reports.
 * - SIMT_REPORT names a file that gets the same as JSON.
 * - With findings the program's exit status is 1.
 * - SIMT_EXPLAIN names a file for the counters, as for `make explain` of a lab.
 *
 * The linker takes this object because simtcc asks for simt_is_alone. It is in fast programs,
 * too, where nothing is found: so it names no function of the checker, which would come with
 * it, but by weak references. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>
#include "checker/checked.h"
#include "checker/explain_file.h"
#include "checker/json.h"
#include "cuda/errors.h"
#include "cuda/memory.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/lines.h"
#include "grid/observer.h"

#pragma weak simt_explain_at_end
#pragma weak simt_write_explanation

enum { MOST = 64 };

/* Behind the program's shared arrays, and in front of what a thread of the system cannot live
 * without: see backend_cpu.c of the student program. */
static __thread char simt_pad_behind_shared[8 << 10] __attribute__((used));

const char simt_is_alone = 1;

/* A finding, or an error that CUDA has a name for. */
static struct told {
    const char *kind;
    struct finding finding;
} all[MOST + 2];
static unsigned count;

/* --- what is told ------------------------------------------------------------------------- */

static void add(const char *kind, const struct finding *finding)
{
    all[count++] = (struct told){kind, *finding};
}

/* Leaks are left out where somebody else has ended the program: it would have freed its memory
 * later. */
static void add_findings(bool with_leaks)
{
    static struct finding found[MOST];
    unsigned all_found = simt_findings(found, MOST);
    for (unsigned i = 0; i < all_found; i++)
        if (with_leaks || found[i].kind != FOUND_LEAK)
            add(finding_word(found[i].kind), &found[i]);
}

static void add_error(const char *kind, const char *text, const char *detail)
{
    struct finding finding = {.kind = FOUND_FAULT, .count = 1};
    snprintf(finding.text, sizeof finding.text, "%s%s%s", text, *detail ? ": " : "", detail);
    add(kind, &finding);
}

/* As where a barrier that not all threads reach has ended the kernel. */
static bool is_told(const char *text)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(all[i].finding.text, text) == 0)
            return true;
    return false;
}

/* --- errors that nobody asks for ---------------------------------------------------------- */

/* The first one since host code has asked, and the line of the call. */
static struct {
    cudaError_t error;
    char detail[256];
    const void *code;
} unasked;

static _Unwind_Reason_Code look_for_call(struct _Unwind_Context *context, void *code)
{
    const void *at = (const void *)_Unwind_GetIP(context);
    if (!simt_is_students(at))
        return _URC_NO_REASON;
    *(const char **)code = (const char *)at - 1; /* of the call, not behind it */
    return _URC_END_OF_STACK;
}

/* Its words came after it was recorded. */
static void keep_words(void)
{
    if (unasked.error != cudaSuccess)
        return;
    unasked.error = cudaPeekAtLastError();
    snprintf(unasked.detail, sizeof unasked.detail, "%s", simt_error_detail());
}

static void see_error(void)
{
    if (simt_lane)
        return;
    if (cudaPeekAtLastError() != cudaSuccess) {
        keep_words();
        return;
    }
    unasked.error = cudaSuccess;
    unasked.code = NULL;
    _Unwind_Backtrace(look_for_call, &unasked.code);
}

/* It may have led to all that is told besides. A kernel's fault is no call's. */
static void add_unasked(void)
{
    char detail[SIMT_TEXT_BYTES];
    const char *line = unasked.code ? simt_source_line(unasked.code) : "";
    if (cudaPeekAtLastError() == cudaSuccess)
        return;
    keep_words();
    if (unasked.error == simt_sticky_error())
        return;
    if (!*line || strstr(unasked.detail, line))
        snprintf(detail, sizeof detail, "%s", unasked.detail);
    else
        snprintf(detail, sizeof detail, "%s%sthe call at %s, whose error nothing asks for",
                 unasked.detail, *unasked.detail ? "; " : "", line);
    add_error("cuda-error", cudaGetErrorName(unasked.error), detail);
}

/* What has ended a kernel, or the program. */
static void add_fault(void)
{
    if (simt_fault_text()[0] && !is_told(simt_fault_text()))
        add_error("fault", simt_fault_text(), "");
}

static unsigned long long faults(void)
{
    unsigned long long sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += all[i].finding.kind != FOUND_NOTE;
    return sum;
}

/* --- in words ----------------------------------------------------------------------------- */

static void print_finding(const struct told *told)
{
    fprintf(stderr, "========= %s", told->kind);
    if (told->finding.count > 1)
        fprintf(stderr, ", %llu times", told->finding.count);
    fprintf(stderr, "\n=========     %s\n", told->finding.text);
}

static bool is_first_of_kind(unsigned i)
{
    for (unsigned j = 0; j < i; j++)
        if (strcmp(all[j].kind, all[i].kind) == 0)
            return false;
    return true;
}

/* "2 race, 1 leak" */
static void print_kinds(void)
{
    const char *comma = "";
    for (unsigned i = 0; i < count; i++) {
        unsigned same = 0;
        if (!is_first_of_kind(i))
            continue;
        for (unsigned j = i; j < count; j++)
            same += strcmp(all[j].kind, all[i].kind) == 0;
        fprintf(stderr, "%s%u %s", comma, same, all[i].kind);
        comma = ", ";
    }
}

static void print_summary(void)
{
    const char *hint = getenv("SIMT_HINT");
    if (count == 0 && !hint)
        return;
    fprintf(stderr, "========= %llu finding%s", faults(), faults() == 1 ? "" : "s");
    if (count)
        fputs(": ", stderr);
    print_kinds();
    if (hint)
        fprintf(stderr, "; %s", hint);
    putc('\n', stderr);
}

static void print_all(void)
{
    for (unsigned i = 0; i < count; i++)
        print_finding(&all[i]);
    print_summary();
}

/* --- as JSON ------------------------------------------------------------------------------ */

static void write_places(FILE *out, const struct finding *finding)
{
    fputs(", \"places\": [", out);
    for (int i = 0; i < 2 && finding->lines[i].line; i++) {
        fputs(i ? ", {\"file\": " : "{\"file\": ", out);
        simt_write_string(out, finding->lines[i].file);
        fprintf(out, ", \"line\": %u}", finding->lines[i].line);
    }
    putc(']', out);
}

static void write_finding(FILE *out, const struct told *told)
{
    fputs("  {\"kind\": ", out);
    simt_write_string(out, told->kind);
    fprintf(out, ", \"count\": %llu", told->finding.count);
    write_places(out, &told->finding);
    fputs(", \"text\": ", out);
    simt_write_string(out, told->finding.text);
    putc('}', out);
}

static void write_report(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "SIMT_REPORT=%s cannot be written\n", path);
        return;
    }
    fprintf(out, "{\"findings\": %llu, \"list\": [\n", faults());
    for (unsigned i = 0; i < count; i++) {
        write_finding(out, &all[i]);
        fputs(i + 1 < count ? ",\n" : "\n", out);
    }
    fputs("]}\n", out);
    fclose(out);
}

/* --- when --------------------------------------------------------------------------------- */

/* The process that tells it, and once only: a child process has done nothing of its own. */
static pid_t teller;

static void tell(bool to_its_end)
{
    const char *report = getenv("SIMT_REPORT");
    if (teller != getpid())
        return;
    teller = 0;
    if (!simt_observer && simt_fault_text()[0])
        fprintf(stderr, "========= fault: %s\n", simt_fault_text());
    if (!simt_observer)
        return;
    if (simt_write_explanation)
        simt_write_explanation();
    add_unasked();
    add_findings(to_its_end);
    add_fault();
    fflush(NULL);
    print_all();
    if (report)
        write_report(report);
}

static void tell_and_leave(void)
{
    tell(true);
    if (faults() == 0)
        return;
    fflush(NULL);
    _exit(1);
}

/* An abort() of the host, or the user's patience, ends it all the same. What is told may need a
 * lock that the program holds: then the alarm ends it. */
static void tell_and_die(int number)
{
    signal(number, SIG_DFL);
    alarm(10);
    tell(number == SIGABRT);
    raise(number);
}

static void print_fault_and_die(int number)
{
    signal(number, SIG_DFL);
    simt_print_fault();
    raise(number);
}

/* The same of a crash; its own text is told at least. */
static void tell_of_crash(void)
{
    if (!simt_observer || teller != getpid()) {
        simt_print_fault();
        return;
    }
    signal(SIGALRM, print_fault_and_die);
    alarm(5);
    tell(false);
}

/* Before all constructors of the program, and after the checker's own (hooks.c): so it ends
 * after all that they have made. A kernel of the checked build takes longer, and nobody waits
 * for a verdict. */
__attribute__((constructor(102))) static void begin(void)
{
    static const int deadly[] = {SIGABRT, SIGINT, SIGTERM};
    teller = getpid();
    if (simt_observer)
        simt_fresh_open = SIMT_JUNK;
    atexit(tell_and_leave);
    simt_when_host_dies(tell_of_crash);
    if (simt_observer)
        simt_before_error(see_error);
    for (size_t i = 0; simt_observer && i < sizeof deadly / sizeof *deadly; i++)
        if (signal(deadly[i], tell_and_die) == SIG_IGN)
            signal(deadly[i], SIG_IGN);
    simt_set_nesting(true);
    simt_pool.may_grow = true;
    if (!getenv("SIMT_WATCHDOG_SECONDS"))
        simt_set_watchdog(60);
    if (!simt_observer) /* a device lets a barrier pass that has been reached often enough */
        simt_set_tolerate_exited(true);
    if (getenv("SIMT_EXPLAIN") && simt_explain_at_end)
        simt_explain_at_end();
}
