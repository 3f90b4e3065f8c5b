/* Where a host with a main() of its own waits by other means than CUDA's, for a flag or for one
 * of its own threads: the functions of the C library are these instead.
 *
 * Open work is done when somebody waits for it (cuda/queue.h). Who waits for what a function of
 * the host tells, that a stream runs, would wait for ever: so open work is done first. simtcc
 * has the linker take the functions below by the library's names; fast programs have no open
 * work. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
#include "checker/unordered.h"
#include "cuda/queue.h"
#include "grid/grid.h"
#include "grid/lines.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* one of them is C++'s */

enum { SECOND = 1000000000, NAP = SECOND / 50 };

__attribute__((constructor)) static void begin(void)
{
    simt_functions_tell = true;
}

/* Returns whether there may have been something to do. */
static bool goes_on(void)
{
    if (!simt_some_wait() || simt_runs_job() || simt_is_worker())
        return false;
    simt_hurry_all();
    return true;
}

/* The library's own; of several versions the one with this name, if there is one. */
static void *library(const char *name, const char *version)
{
    void *function = dlvsym(RTLD_NEXT, name, version);
    return function ? function : dlsym(RTLD_NEXT, name);
}

#define LIBRARY(name) ((__typeof__(&name))library(#name, "GLIBC_2.3.2"))

/* --- conditions: they may end before anybody has told them -------------------------------- */

/* What a stream runs may need the mutex. But a thread that has unlocked it may have missed a
 * signal. */
static bool goes_on_without(pthread_mutex_t *mutex)
{
    if (!simt_some_wait() || simt_runs_job() || simt_is_worker())
        return false;
    pthread_mutex_unlock(mutex);
    goes_on();
    pthread_mutex_lock(mutex);
    return true;
}

/* Another thread may give a stream its work only now: so nobody sleeps for long. */
int simt_host_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    struct timespec until;
    if (simt_is_worker())
        return LIBRARY(pthread_cond_wait)(condition, mutex);
    if (goes_on_without(mutex))
        return 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NAP;
    until.tv_sec += until.tv_nsec / SECOND;
    until.tv_nsec %= SECOND;
    int status = LIBRARY(pthread_cond_timedwait)(condition, mutex, &until);
    return status == ETIMEDOUT ? 0 : status;
}

int simt_host_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                     const struct timespec *until)
{
    return goes_on_without(mutex) ? 0
                                  : LIBRARY(pthread_cond_timedwait)(condition, mutex, until);
}

/* std::future's, under the name that C++ gives it. */
bool simt_host_future(void *state, unsigned *word, unsigned value, bool limited, long seconds,
                      long nanoseconds)
{
    static const char name[] =
        "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6"
        "chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EE"
        "EE";
    if (goes_on())
        return true;
    return ((__typeof__(&simt_host_future))dlsym(RTLD_NEXT, name))(state, word, value, limited,
                                                                   seconds, nanoseconds);
}

/* --- the others --------------------------------------------------------------------------- */

#define WAITS(T, name, parameters, arguments)                                                  \
    T simt_host_##name parameters                                                              \
    {                                                                                          \
        goes_on();                                                                             \
        return LIBRARY(name) arguments;                                                        \
    }

// clang-format off
WAITS(int, pthread_join, (pthread_t thread, void **result), (thread, result))
WAITS(int, pthread_barrier_wait, (pthread_barrier_t *barrier), (barrier))
WAITS(int, sem_wait, (sem_t *semaphore), (semaphore))
WAITS(int, sched_yield, (void), ())
WAITS(int, usleep, (useconds_t microseconds), (microseconds))
WAITS(unsigned, sleep, (unsigned seconds), (seconds))
WAITS(int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
WAITS(int, clock_nanosleep, (clockid_t clock, int flags, const struct timespec *time, struct timespec *left), (clock, flags, time, left))
// clang-format on

/* --- locks: whose functions hold one do not meet ------------------------------------------ */

/* The runtime's own locks come here, too. */
#define LOCKS(name, is_taken)                                                                  \
    int simt_host_##name(pthread_mutex_t *mutex)                                               \
    {                                                                                          \
        static __typeof__(&name) function;                                                     \
        if (!function)                                                                         \
            function = LIBRARY(name);                                                          \
        int status = function(mutex);                                                          \
        if (simt_is_students(__builtin_return_address(0)))                                     \
            simt_host_locks(is_taken);                                                         \
        return status;                                                                         \
    }
LOCKS(pthread_mutex_lock, status == 0)
LOCKS(pthread_mutex_trylock, status == 0)
LOCKS(pthread_mutex_unlock, -(status == 0))
