/* The last error and the sticky one, and their names and words; the list is errors.inc. */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include "cuda/errors.h"

/* Per process and not, as CUDA's, per host thread: the runtime has no thread-local variables,
 * since those are shared memory here. */
static struct {
    _Atomic int error, sticky;
    char detail[256]; /* the reason in words, or "" */
    enum simt_refused refused;
    bool asked_for; /* host code has got it of cudaGetLastError() */
} last;

void (*simt_end_call_of_kernel)(void);

static void (*before_error)(void);

void simt_before_error(void (*action)(void))
{
    before_error = action;
}

void simt_break(cudaError_t error)
{
    int none = cudaSuccess;
    atomic_compare_exchange_strong(&last.sticky, &none, error);
}

cudaError_t simt_record(cudaError_t error, bool sticky)
{
    if (error == cudaSuccess)
        return error;
    if (before_error)
        before_error();
    last.error = error;
    last.asked_for = false;
    last.detail[0] = '\0';
    last.refused = SIMT_CALL;
    if (sticky)
        simt_break(error);
    return error;
}

cudaError_t simt_sticky_error(void)
{
    return (cudaError_t)last.sticky;
}

cudaError_t simt_refuse(cudaError_t error, const char *format, ...)
{
    va_list arguments;
    simt_record(error, false);
    last.refused = SIMT_CALL;
    va_start(arguments, format);
    vsnprintf(last.detail, sizeof last.detail, format, arguments);
    va_end(arguments);
    return error;
}

cudaError_t simt_refuse_null(const char *what)
{
    simt_refuse(cudaErrorInvalidValue, "the %s is NULL", what);
    simt_set_refused(SIMT_NULL);
    return cudaErrorInvalidValue;
}

void simt_set_refused(enum simt_refused what)
{
    last.refused = what;
}

enum simt_refused simt_last_refused(void)
{
    return last.refused;
}

bool simt_is_of_earlier_call(void)
{
    return last.asked_for && last.refused != SIMT_LAUNCH;
}

const char *simt_error_detail(void)
{
    return last.detail;
}

void simt_forget_errors(void)
{
    last.sticky = last.error = cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    simt_is_for_the_host();
    int error = atomic_exchange(&last.error, cudaSuccess);
    last.asked_for |= error != cudaSuccess;
    return (cudaError_t)error;
}

cudaError_t cudaPeekAtLastError(void)
{
    simt_is_for_the_host();
    return (cudaError_t)last.error;
}

static const struct error_text {
    int number;
    const char *name, *words;
} error_texts[] = {
#define ERROR(name, number, words) {number, #name, words},
#include "cuda/errors.inc"
};

static const struct error_text *text_of(cudaError_t error)
{
    static const struct error_text unknown = {-1, "unrecognized error code",
                                              "unrecognized error code"};
    for (size_t i = 0; i < sizeof error_texts / sizeof *error_texts; i++)
        if (error_texts[i].number == (int)error)
            return &error_texts[i];
    return &unknown;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return text_of(error)->name;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return text_of(error)->words;
}
