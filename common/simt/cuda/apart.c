/* Calls of a hand-in's functions: see apart.h. */
#include "cuda/apart.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <unwind.h>
#include "cuda/host_memory.h"

enum { MOST = 16 };

/* Those that are under way, one in another, all on one thread of the host: what others call
 * meanwhile is not kept apart. */
static struct {
    struct {
        jmp_buf here;
        uintptr_t begin, end; /* of the stack */
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
    calls.call[calls.count].begin = (uintptr_t)__builtin_frame_address(0);
    calls.call[calls.count].end = end ? (uintptr_t)end : simt_end_of_stack();
    if (_setjmp(calls.call[calls.count++].here) == 0)
        call_and_go_back(function, argument);
    if (--calls.count == 0)
        calls.taken = false;
}

void simt_is_called_apart(const void *return_address)
{
    if (calls.count && return_address && are_of_this_thread())
        calls.call[calls.count - 1].begin = (uintptr_t)return_address;
}

/* --- whose frames there are --------------------------------------------------------------- */

/* The code of the runtime and the runner, as simt.mk has it. */
extern __attribute__((weak)) const char __start_simt_text[], __stop_simt_text[];
extern const char __executable_start[], etext[];

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *end)
{
    const char *code = (const char *)_Unwind_GetIP(context);
    bool is_students = code >= __executable_start && code < etext &&
                       !(code >= __start_simt_text && code < __stop_simt_text);
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

bool simt_is_of_callers(uintptr_t at, size_t bytes)
{
    for (unsigned i = 0; i < calls.count; i++)
        if (at < calls.call[i].end && at + bytes > calls.call[i].begin)
            return true;
    return false;
}

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
