/* Calls of a hand-in's functions: see apart.h. */
#include "cuda/apart.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <unwind.h>
#include "cuda/host_memory.h"

enum { MOST = 16 };

/* Frames of a library that has called a function of the hand-in's, as many of these deep. */
struct frames {
    uintptr_t begin, end;
    unsigned depth;
};

/* Those that are under way, one in another, all on one thread of the host: what others call
 * meanwhile is not kept apart. */
static struct {
    struct call {
        jmp_buf here;
        uintptr_t begin, end; /* of the stack */
        unsigned depth;       /* functions of the hand-in's that have not ended */
        struct frames foreign[MOST];
        unsigned foreign_count;
    } call[MOST];
    unsigned count;
    pthread_t thread;
    _Atomic bool taken;
} calls;

static bool are_of_this_thread(void)
{
    return calls.taken && pthread_equal(calls.thread, pthread_self());
}

static bool take_calls(void)
{
    bool free = false;
    if (are_of_this_thread())
        return calls.count < MOST;
    if (!atomic_compare_exchange_strong(&calls.taken, &free, true))
        return false;
    calls.thread = pthread_self();
    return true;
}

/* Below the frame that is not to change: that of the function which waits in setjmp(). */
static __attribute__((noinline, noreturn)) void call_and_go_back(void (*function)(void *),
                                                                 void *argument)
{
    calls.call[calls.count - 1].begin = (uintptr_t)__builtin_frame_address(0);
    function(argument);
    longjmp(calls.call[calls.count - 1].here, 1);
}

void simt_call_apart(void (*function)(void *), void *argument, const void *end)
{
    if (!take_calls()) {
        function(argument);
        return;
    }
    struct call *call = &calls.call[calls.count++];
    call->begin = (uintptr_t)__builtin_frame_address(0);
    call->end = end ? (uintptr_t)end : simt_end_of_stack();
    call->depth = call->foreign_count = 0;
    if (_setjmp(call->here) == 0)
        call_and_go_back(function, argument);
    if (--calls.count == 0)
        calls.taken = false;
}

/* --- whose frames there are --------------------------------------------------------------- */

/* The code of the runtime and the runner, as simt.mk has it. */
extern __attribute__((weak)) const char __start_simt_text[], __stop_simt_text[];
extern const char __executable_start[], etext[];

static bool is_in_runtime(const char *code)
{
    return code >= __start_simt_text && code < __stop_simt_text;
}

static bool is_of_students(const char *code)
{
    return code >= __executable_start && code < etext && !is_in_runtime(code);
}

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *end)
{
    bool is_students = is_of_students((const char *)_Unwind_GetIP(context));
    if (is_students)
        *(const void **)end = (const void *)_Unwind_GetCFA(context);
    return is_students ? _URC_END_OF_STACK : _URC_NO_REASON;
}

const void *simt_end_of_runtimes_frames(void)
{
    const void *end = NULL;
    _Unwind_Backtrace(look, &end);
    return end;
}

/* --- functions of the hand-in's that begin and end ---------------------------------------- */

struct above {
    uintptr_t place, end;
};

/* Of the frames above the function that returns there, whose callee's end the unwinder tells of
 * each, the first of the hand-in's. */
static _Unwind_Reason_Code look_above(struct _Unwind_Context *context, void *argument)
{
    struct above *above = argument;
    uintptr_t begin = (uintptr_t)_Unwind_GetCFA(context);
    if (begin <= above->place || !is_of_students((const char *)_Unwind_GetIP(context)))
        return _URC_NO_REASON;
    above->end = begin;
    return _URC_END_OF_STACK;
}

static void add_foreign(struct call *call, uintptr_t place)
{
    struct above above = {place, place};
    _Unwind_Backtrace(look_above, &above);
    if (call->foreign_count < MOST)
        call->foreign[call->foreign_count++] = (struct frames){place, above.end, call->depth};
    else /* so much is the libraries' together, with what lies between */
        call->foreign[MOST - 1].begin = place;
}

void simt_function_begins(const void *caller, const void *return_address)
{
    if (!calls.count || !are_of_this_thread())
        return;
    struct call *call = &calls.call[calls.count - 1];
    if (return_address && is_in_runtime(caller)) {
        call->begin = (uintptr_t)return_address;
        call->depth = call->foreign_count = 0;
    } else if (return_address) {
        add_foreign(call, (uintptr_t)return_address);
    }
    call->depth++;
}

void simt_function_ends(void)
{
    if (!calls.count || !are_of_this_thread())
        return;
    struct call *call = &calls.call[calls.count - 1];
    call->depth -= call->depth > 0;
    while (call->foreign_count > 0 &&
           call->foreign[call->foreign_count - 1].depth >= call->depth)
        call->foreign_count--;
}

static bool is_of_libraries(const struct call *call, uintptr_t at, size_t bytes)
{
    for (unsigned i = 0; i < call->foreign_count; i++)
        if (at < call->foreign[i].end && at + bytes > call->foreign[i].begin)
            return true;
    return false;
}

bool simt_is_of_callers(uintptr_t at, size_t bytes)
{
    for (unsigned i = 0; i < calls.count; i++)
        if ((at < calls.call[i].end && at + bytes > calls.call[i].begin) ||
            is_of_libraries(&calls.call[i], at, bytes))
            return true;
    return false;
}

/* --- who waits ---------------------------------------------------------------------------- */

static uintptr_t waiting_below;

void simt_waits_for_launch(void)
{
    const void *end = simt_end_of_runtimes_frames();
    waiting_below = end ? (uintptr_t)end : simt_end_of_stack();
}

bool simt_is_of_waiting(uintptr_t at)
{
    return at < waiting_below && at >= (uintptr_t)simt_lowest_of_stack();
}
