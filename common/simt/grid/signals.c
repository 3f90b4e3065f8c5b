/* Faults that arrive as signals, and the ticks that reach a kernel which waits for nobody.
 *
 * - SIGSEGV, SIGBUS, SIGFPE, SIGILL in a kernel: the worker leaves the launch and reports; the
 *   host program goes on, as beside a device
 * - the same in host code: a sentence on what was touched, then the signal's own death
 * - simt_tick(): a worker is interrupted, to leave an ended launch, to report an endless loop,
 *   or to let other lanes run
 *
 * A handler only takes notes and jumps; what takes time or memory is done after the jump.
 */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>
#include "cuda/variables.h"
#include "grid/foreign_code.h"
#include "grid/grid.h"
#include "cuda/host_memory.h"
#include "cuda/memory.h"
#include "cuda/open_memory.h"
#include "grid/launches.h"
#include "grid/lines.h"
#include "cuda/errors.h"

/* Not one of the real-time signals, which queue: a worker that has not run for long, on a busy
 * machine, would get all its ticks at once, each with a frame on the stack of its lane. */
#define TICK_SIGNAL SIGURG
enum { TIMEOUT = -1 }; /* as escape.signal */

/* --- where the signal struck -------------------------------------------------------------- */

static const char *program_counter(const void *context)
{
    const ucontext_t *at = context;
#if defined(__x86_64__)
    return (const char *)at->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (const char *)at->uc_mcontext.pc;
#else
    (void)at;
    return NULL; /* no lines in reports, and no preemption */
#endif
}

/* Who calls an address at which no code is: as if that had returned, so that the line of the
 * call is told. The unwinder would read there, and fail. */
static void return_from_nowhere(void *context)
{
    ucontext_t *at = context;
#if defined(__x86_64__)
    greg_t *its = at->uc_mcontext.gregs;
    its[REG_RIP] = *(const greg_t *)its[REG_RSP] - 1; /* the call, not after */
    its[REG_RSP] += 8;
#elif defined(__aarch64__)
    at->uc_mcontext.pc = at->uc_mcontext.regs[30] - 1;
#else
    (void)at;
#endif
}

static void take_frames(struct escape *escape, const char *code)
{
    void *frame[SIMT_FRAMES];
    int frames = backtrace(frame, SIMT_FRAMES);
    int i = 0;
    while (i < frames && frame[i] != code) /* skip the handler's own */
        i++;
    escape->frame[0] = code;
    escape->frames = 1;
    for (i++; i < frames; i++)
        escape->frame[escape->frames++] = (const char *)frame[i] - 1; /* the call, not after */
}

/* Finds the first group of lanes that have waited for others while this lane ran. */
static void take_waiting(struct escape *escape, const struct worker *worker)
{
    escape->waiting = 0;
    for (unsigned i = 0; i < worker->threads; i++) {
        const struct lane *lane = &worker->lane[i];
        if (!at_barrier(worker, lane) && !in_warp_op(lane))
            continue;
        if (!escape->waiting) {
            escape->waiting_file = simt_waiting_file(worker, lane);
            escape->waiting_line = lane->seen.line;
        }
        escape->waiting += lane->seen.line == escape->waiting_line;
    }
}

static _Noreturn void leave(struct worker *worker, int signal, const void *address,
                            const char *code)
{
    struct escape *escape = &worker->escape;
    escape->signal = signal;
    escape->address = address;
    escape->overflow = signal != TIMEOUT && simt_in_guard(worker, address);
    escape->of_host = signal == SIGSEGV && simt_is_closed_host_memory(address);
    escape->of_library = signal == SIGSEGV && simt_is_foreign_code(address);
    escape->thread = simt_lane->index;
    escape->block = simt_lane->block->index;
    take_frames(escape, code);
    take_waiting(escape, worker);
    simt_lane = NULL;
    siglongjmp(worker->out, 1);
}

/* --- reports of kernels ------------------------------------------------------------------- */

/* "at file.cu:31"; where the kernel has ended by a jump into a library, no line is left to
 * find. */
static const char *escape_place(const struct escape *escape)
{
    static char place[160];
    const char *line = "?";
    for (int i = 0; i < escape->frames && strcmp(line, "?") == 0; i++)
        if (simt_in_program(escape->frame[i]))
            line = simt_source_line(escape->frame[i]);
    simt_place_fault_at(line);
    snprintf(place, sizeof place, "at %s", line);
    if (strcmp(line, "?") == 0)
        snprintf(place, sizeof place, "in kernel %s", simt_pool.launch->kernel);
    return place;
}

/* The __device__ variable that ends before the address, behind which lies what nobody may
 * touch; or NULL. */
static const struct simt_variable *variable_before(const void *address)
{
    enum { GUARD = 1 << 20 };
    const struct simt_variable *v =
        simt_nearest_variable(simt_device_variables(), (uintptr_t)address);
    uintptr_t end = v ? v->begin + v->bytes : 0;
    return v && (uintptr_t)address >= end && (uintptr_t)address - end < GUARD ? v : NULL;
}

/* " at 0x8"; or where it is high up, where each run of a program has other things, in words. */
static const char *where(char *words, size_t size, const void *address)
{
    if ((size_t)address < (size_t)1 << 32)
        snprintf(words, size, " at 0x%zx", (size_t)address);
    else
        snprintf(words, size, "%s",
                 simt_allocation_at(address) || variable_before(address)
                     ? ""
                     : " far from every array");
    return words;
}

/* " (12 bytes past the end of allocation 2 of 400 bytes)", or nothing if nothing is near. */
static const char *describe(char *words, size_t size, const void *address)
{
    const struct simt_allocation *near = simt_allocation_at(address);
    words[0] = 0;
    if ((size_t)address < 4096) {
        snprintf(words, size, " (a null pointer)");
    } else if (near) {
        ptrdiff_t offset = (const char *)address - near->base;
        const char *state = near->freed ? ", which has been freed" : "";
        if (offset < 0)
            snprintf(words, size, " (%td bytes before allocation %u of %zu bytes%s)", -offset,
                     near->number, near->bytes, state);
        else if ((size_t)offset >= near->bytes)
            snprintf(words, size, " (%td bytes past the end of allocation %u of %zu bytes%s)",
                     offset - (ptrdiff_t)near->bytes, near->number, near->bytes, state);
        else
            snprintf(words, size, " (byte %td of allocation %u of %zu bytes%s)", offset,
                     near->number, near->bytes, state);
    } else if (variable_before(address)) {
        const struct simt_variable *v = variable_before(address);
        snprintf(words, size, " (%zu bytes past the end of %.60s, which has %zu bytes)",
                 (uintptr_t)address - v->begin - v->bytes, v->name, v->bytes);
    }
    return words;
}

/* Whether the address lies behind the dynamic shared memory of the launch. */
static bool beyond_dynamic(const struct worker *worker, const void *address)
{
    const char *at = address, *end = worker->dynamic_guard;
    return end && at >= end && at < end + SIMT_DYNAMIC_GUARD;
}

static void report_dynamic(const struct worker *worker, const char *who, const char *place)
{
    const char *at = worker->escape.address, *begin = worker->block.dynamic_shared;
    simt_fault(cudaErrorIllegalAddress,
               "illegal memory access by %s %s: byte %td of extern __shared__ memory, of which "
               "the launch of %s gives %zu bytes; how many is the third argument in <<<...>>>",
               who, place, at - begin, simt_pool.launch->kernel,
               simt_pool.launch->dynamic_shared);
}

static void report_signal(const struct worker *worker, const char *who, const char *place)
{
    const struct escape *escape = &worker->escape;
    char at[40], near[160];
    if (escape->overflow)
        simt_fault(cudaErrorIllegalAddress,
                   "device stack overflow in %s %s; endless recursion, or local arrays of "
                   "more than %d KB",
                   who, place, SIMT_STACK_BYTES >> 10);
    else if (escape->signal == SIGFPE)
        simt_fault(cudaErrorLaunchFailure,
                   "integer division by zero by %s %s; a device goes on with a meaningless "
                   "result",
                   who, place);
    else if (escape->signal == SIGILL)
        simt_fault(cudaErrorIllegalInstruction, "illegal instruction by %s %s", who, place);
    else if (escape->unknown)
        simt_fault(cudaErrorMisalignedAddress,
                   "misaligned memory access by %s %s, or one to an address that no memory has",
                   who, place);
    else if (beyond_dynamic(worker, escape->address))
        report_dynamic(worker, who, place);
    else if (escape->of_library)
        simt_fault(cudaErrorIllegalInstruction,
                   "a kernel has called a function of the C++ library: a device has none of "
                   "them; it was called by %s %s",
                   who, place);
    else if (escape->of_host)
        simt_fault(cudaErrorIllegalAddress,
                   "illegal memory access by %s %s: it writes to memory of the host, which a "
                   "device cannot reach: give it memory from cudaMalloc()",
                   who, place);
    else
        simt_fault(cudaErrorIllegalAddress, "illegal memory access%s by %s %s%s",
                   where(at, sizeof at, escape->address), who, place,
                   describe(near, sizeof near, escape->address));
}

/* Reports a launch whose threads do end, but that takes too long. */
static void report_slow(const char *who, const char *place)
{
    const struct progress *progress = &simt_pool.progress;
    simt_fault(cudaErrorLaunchTimeout,
               "kernel %s still runs after %.2g s, and is no endless loop: %llu of its %llu "
               "threads have returned by then, one after the other; it is far too much work, "
               "and %s is %s; what does one thread do that is another's?",
               simt_pool.launch->kernel, progress->seconds, progress->returned,
               progress->threads, who, place);
}

static void report_timeout(const struct escape *escape, const char *who, const char *place)
{
    if (simt_pool.progress.moving && !escape->waiting) {
        report_slow(who, place);
        return;
    }
    char waiting[160] = "";
    if (escape->waiting)
        snprintf(waiting, sizeof waiting, ", and %u thread%s of its block wait%s at %s:%d",
                 escape->waiting, escape->waiting == 1 ? "" : "s",
                 escape->waiting == 1 ? "s" : "", simt_base_name(escape->waiting_file),
                 simt_line_of(escape->waiting_line));
    simt_fault(
        cudaErrorLaunchTimeout,
        "kernel %s still runs after %.2g s: %s is %s%s; an endless loop, or far too much "
        "work for one thread%s%s",
        simt_pool.launch->kernel, simt_pool.progress.seconds, who, place, waiting,
        escape->waiting ? "? Does it wait for what they do only behind that line?" : "?",
        simt_pool.progress.may_need_later
            ? " Does it wait for another block, which may begin only when this one has ended?"
            : "");
}

void simt_report_escape(struct worker *worker)
{
    struct escape *escape = &worker->escape;
    char who[SIMT_WHO_BYTES];
    if (escape->signal == 0 || atomic_exchange(&simt_pool.abandoned, true))
        return;
    const char *place = escape_place(escape);
    simt_who(who, escape->thread, escape->block);
    if (escape->signal == TIMEOUT)
        report_timeout(escape, who, place);
    else
        report_signal(worker, who, place);
}

/* --- what a kernel has overwritten -------------------------------------------------------- */

/* The worker whose lane runs here; NULL in host code, and where simt_lane is none any more. */
static struct worker *running_worker(void)
{
    for (unsigned i = 0; i < simt_pool.workers; i++)
        if ((uintptr_t)simt_lane - (uintptr_t)simt_pool.worker[i] < sizeof(struct worker))
            return simt_pool.worker[i];
    return NULL;
}

/* Thread-local variables lie behind each other: shared arrays, simt_lane, and what the C
 * library knows of the thread, which is therefore not asked. */
static bool is_lost_worker(void)
{
    return simt_lane || (simt_pool.running && gettid() != getpid());
}

/* Prints the first sentence before it asks for more, which may fail. */
static void report_overwritten(int signal, const char *code)
{
    simt_fault(cudaErrorIllegalAddress,
               "kernel %s died of signal %d (%s): it has written far beyond an array, most "
               "likely a __shared__ one; is each index in its range?",
               simt_pool.launch->kernel, signal, strsignal(signal));
    const char *line = simt_source_line(code);
    if (strcmp(line, "?") != 0)
        simt_fault(cudaErrorIllegalAddress, "it ended at %s", line);
}

/* --- reports of host code ----------------------------------------------------------------- */

#if defined(__aarch64__)
/* A load or store tells by its bits; not all systems tell otherwise. */
static bool is_store(uint32_t code)
{
    bool loads = code >> 22 & 1, vector = code >> 26 & 1;
    bool of_one_register = (code & 0x3a000000) == 0x38000000;
    bool extends_a_sign = of_one_register && !vector && code >> 23 & 1;
    bool is_atomic = (code & 0x3b200c00) == 0x38200000;
    return is_atomic || (!loads && !extends_a_sign);
}
#endif

static bool was_write(const void *context, const void *address)
{
    (void)address;
#if defined(__x86_64__)
    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
#elif defined(__aarch64__)
    uint32_t code;
    if (program_counter(context) == address) /* a jump to there */
        return false;
    memcpy(&code, program_counter(context), sizeof code);
    return is_store(code);
#else
    (void)context;
    return false;
#endif
}

/* The host has no thread of the device of which blockIdx.x and the like could be read. */
static const char *guess_at(const void *address, const void *context)
{
    if (address && (size_t)address < sizeof *simt_lane && !was_write(context, address))
        return ": a kernel, and what asks for blockIdx, runs on the device, by a launch with "
               "<<<...>>>";
    return (size_t)address < 4096 ? ": the pointer is NULL, or nothing has set it" : "";
}

static const char *stack_pointer(const void *context)
{
#if defined(__x86_64__)
    return (const char *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return (const char *)((const ucontext_t *)context)->uc_mcontext.sp;
#else
    (void)context;
    return NULL;
#endif
}

/* Whether the first thread of the host went beyond its stack's limit, and died of an address on
 * that stack. */
static bool is_off_the_stack(const void *address, const void *context)
{
    extern void *__libc_stack_end;
    const char *end = __libc_stack_end, *top = stack_pointer(context);
    const size_t slack =
        128 * 1024; /* what lies above __libc_stack_end, and what a call takes */
    struct rlimit limit;
    if (!top || top >= end || getrlimit(RLIMIT_STACK, &limit) != 0)
        return false;
    return (size_t)(end - top) + slack > limit.rlim_cur && (const char *)address < end &&
           (const char *)address + slack > top;
}

/* The C library has its own words before what malloc() gives, and free() reads them. */
static bool was_given_to_free(const void *address, const struct simt_allocation *of)
{
    return (const char *)address < of->base && (const char *)address + 16 >= of->base;
}

/* Returns the line of host code that calls what runs now in a library, or "?". */
static const char *calling_line(void)
{
    const char *line = "?";
    void *frame[SIMT_FRAMES];
    int frames = backtrace(frame, SIMT_FRAMES);

    for (int i = 0; i < frames && strcmp(line, "?") == 0; i++)
        if (simt_is_students(frame[i]))
            line = simt_source_line((const char *)frame[i] - 1); /* the call, not after */
    return line;
}

/* "histogram.cu:31" where it is known, and whether a library runs there. */
static const char *host_line(const void *code, bool *in_library)
{
    static char text[160];
    const char *line = simt_source_line(code), *caller;

    *in_library = strcmp(line, "?") == 0;
    if (!*in_library)
        return line;
    caller = calling_line();
    simt_place_fault_at(caller);
    if (strcmp(caller, "?") == 0)
        return "a line of a library, such as memset() or printf()";
    snprintf(text, sizeof text, "%s (in a function of a library)", caller);
    return text;
}

static void report_host(int signal, const void *address, const void *context)
{
    const struct simt_allocation *of = simt_allocation_at(address);
    const char *verb = was_write(context, address) ? "wrote" : "read";
    if (is_lost_worker()) {
        report_overwritten(signal, program_counter(context));
        return;
    }
    bool in_library;
    const char *line = host_line(program_counter(context), &in_library);
    if (!in_library)
        simt_place_fault_at(line);
    if (signal == SIGSEGV && in_library && of && of->kind == SIMT_DEVICE &&
        was_given_to_free(address, of))
        simt_fault(cudaErrorIllegalAddress,
                   "free(), delete or realloc() at %s is given device memory from cudaMalloc "
                   "(allocation %u, %zu bytes%s): give that to cudaFree() instead",
                   line, of->number, of->bytes, of->freed ? ", freed" : "");
    else if ((signal == SIGSEGV || signal == SIGBUS) && of && of->kind == SIMT_DEVICE)
        simt_fault(cudaErrorIllegalAddress,
                   "host code %s address 0x%zx at %s, which is device memory from cudaMalloc "
                   "(allocation %u, %zu bytes%s): copy it with cudaMemcpy first",
                   verb, (size_t)address, line, of->number, of->bytes,
                   of->freed ? ", freed" : "");
    else if (signal == SIGSEGV && is_off_the_stack(address, context))
        simt_fault(
            cudaErrorUnknown,
            "the host's stack is full, at %s: does a function call itself without end, or "
            "are local arrays too large? malloc() has room for them",
            line);
    else
        simt_fault(cudaErrorUnknown, "host code at %s died of signal %d (%s), address 0x%zx%s",
                   line, signal, strsignal(signal), (size_t)address,
                   guess_at(address, context));
}

static void (*when_host_dies)(void);

void simt_when_host_dies(void (*action)(void))
{
    when_host_dies = action;
}

/* Writes the text and dies of the signal, as the program would have without a handler. */
static void die(int signal, const void *address, const void *context)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, NULL);
    report_host(signal, address, context);
    if (when_host_dies)
        when_host_dies();
    else
        simt_print_fault();
}

/* --- handlers ----------------------------------------------------------------------------- */

static void on_fault(int signal, siginfo_t *info, void *context)
{
    struct worker *worker = running_worker();
    if (worker) {
        worker->escape.unknown = signal == SIGSEGV && info->si_code == SI_KERNEL;
        bool is_of_memory =
            signal == SIGSEGV || signal == SIGBUS; /* others tell the code's place */
        if (is_of_memory && info->si_addr == program_counter(context))
            return_from_nowhere(context);
        leave(worker, signal, info->si_addr, program_counter(context));
    }
    if (signal == SIGSEGV &&
        (simt_let_host_in(info->si_addr) || simt_let_host_write(info->si_addr)))
        return;
    die(signal, info->si_addr, context); /* returns into the fault, which now kills */
}

/* The worker must go: as one who reports if time is up, else silently. */
static void on_end(struct worker *worker, const char *code)
{
    if (!simt_in_program(code) && !atomic_load(&simt_pool.insist))
        return; /* it may hold a lock of the C library */
    bool report = !atomic_load(&simt_pool.abandoned);
    leave(worker, report ? TIMEOUT : 0, NULL, code);
}

/* Ticks are held back in their handler; the lanes that run while it waits want theirs. */
static void yield_and_take_ticks(void)
{
    sigset_t tick;
    sigemptyset(&tick);
    sigaddset(&tick, TICK_SIGNAL);
    pthread_sigmask(SIG_UNBLOCK, &tick, NULL);
    struct worker *worker = worker_of(running_lane());
    worker->left_off++;
    simt_let_others_run();
    worker->left_off--;
}

/* A lane that has run since the last tick may wait for another by a loop on plain memory. This
 * handler runs on the lane's own stack, so that it can be left off here like anywhere else, but
 * not within the runtime. */
static void on_tick(int signal, siginfo_t *info, void *context)
{
    struct worker *worker = running_worker();
    const struct lane *lane = running_lane();
    const char *code = program_counter(context);
    (void)signal;
    (void)info;
    if (!worker)
        return;
    if (atomic_load(&simt_pool.abandoned) || atomic_load(&simt_pool.expired))
        on_end(worker, code);
    if (!simt_is_students(code))
        return;
    bool same = worker->ticked == lane && worker->ticked_time == worker->phase;
    worker->ticked = same ? NULL : lane; /* after a yield it gets two ticks again */
    worker->ticked_time = worker->phase;
    if (same)
        yield_and_take_ticks();
}

void simt_tick(const struct worker *worker)
{
    pthread_kill(worker->thread, TICK_SIGNAL);
}

/* --- installing --------------------------------------------------------------------------- */

void simt_signal_stack(void)
{
    size_t bytes = 64 << 10;
    stack_t stack = {.ss_size = bytes};
    stack.ss_sp = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp != MAP_FAILED)
        sigaltstack(&stack, NULL);
}

/* Before main(), so that host code is told about device pointers from the start. */
__attribute__((constructor)) static void install(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    /* Whose thread's own data are overwritten may fail again on the way out of the handler:
     * this second signal is told, too, where a blocked one would kill without a word. */
    struct sigaction fault = {.sa_sigaction = on_fault,
                              .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    struct sigaction tick = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART};
    void *frame[1];
    backtrace(frame, 1); /* loads the unwinder now: a handler must not */
    simt_signal_stack();
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigaction(faults[i], &fault, NULL);
    sigaction(TICK_SIGNAL, &tick, NULL);
}
