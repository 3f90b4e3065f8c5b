/* Work of streams, done when somebody waits for it: see queue.h. */
#include "cuda/queue.h"
#include <pthread.h>
#include <stdlib.h>
#include "cuda/errors.h"
#include "cuda/records.h"
#include "grid/observer.h"
#include "grid/schedule.h"

/* So many may be open, as on a device whose queue is full: then the host waits for the first.
 */
#define MOST_OPEN 1024u

struct simt_queue simt_legacy_queue = {.place = 0};
struct simt_queue simt_thread_queue = {.place = 1, .blocking = true};
unsigned simt_open_jobs;
static _Atomic unsigned waiting; /* jobs that nobody has begun */
unsigned long long simt_rests;
const struct simt_job *simt_running_job;

static struct simt_job *first, **end = &first;
static struct simt_stream_clock host;     /* covers what is over for the host */
static struct simt_stream_clock blocking; /* covers what was issued to any blocking queue */
static unsigned long long issued, queues;
static bool waited_for;
bool simt_functions_tell;
static _Thread_local bool in_launch; /* this thread runs the job of a kernel */
static _Thread_local bool in_job;    /* or of any other sort */
static pthread_mutex_t lock;         /* recursive: a host function may call something */

__attribute__((constructor(101))) static void make_lock(void)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
}

/* --- moments ------------------------------------------------------------------------------ */

static void join(struct simt_stream_clock *to, const struct simt_stream_clock *from)
{
    for (unsigned i = 0; i < SIMT_PLACES; i++)
        if (to->number[i] < from->number[i])
            to->number[i] = from->number[i];
}

static bool covers(const struct simt_stream_clock *clock, const struct simt_job *job)
{
    return clock->number[job->place] >= job->number;
}

struct simt_stream_clock simt_now(void)
{
    struct simt_stream_clock now;
    for (unsigned i = 0; i < SIMT_PLACES; i++)
        now.number[i] = issued;
    return now;
}

struct simt_stream_clock simt_end_of(const struct simt_queue *queue)
{
    struct simt_stream_clock clock = queue->last;
    if (queue == &simt_legacy_queue)
        join(&clock, &blocking);
    return clock;
}

void simt_queue_after(struct simt_queue *queue, const struct simt_stream_clock *clock)
{
    pthread_mutex_lock(&lock);
    join(&queue->last, clock);
    pthread_mutex_unlock(&lock);
}

struct simt_queue simt_new_queue(bool blocks)
{
    return (struct simt_queue){.place = 2 + (unsigned)(queues++ % (SIMT_PLACES - 2)),
                               .blocking = blocks};
}

/* --- doing -------------------------------------------------------------------------------- */

static void act(const struct simt_work *work)
{
    if (simt_sticky_error() == cudaSuccess)
        work->act(work->argument);
    simt_free_record(work->argument);
}

static void run(struct simt_job *job)
{
    const struct simt_job *outer = simt_running_job;
    bool was_in_launch = in_launch, was_in_job = in_job;
    job->done = in_job = true;
    waiting--;
    simt_running_job = job;
    in_launch = job->work.sort == SIMT_KERNEL;
    if (simt_functions_tell && job->work.sort == SIMT_HOST_FUNCTION)
        join(&host, &job->before);
    act(&job->work);
    in_launch = was_in_launch;
    in_job = was_in_job;
    simt_running_job = outer;
}

/* Runs the work in the order in which it was issued: that is one of the allowed orders. */
static void run_covered(const struct simt_stream_clock *clock)
{
    for (struct simt_job *job = first; job; job = job->next)
        if (!job->done && covers(clock, job))
            run(job);
}

static struct simt_job *last_covered(const struct simt_stream_clock *clock)
{
    struct simt_job *last = NULL;
    for (struct simt_job *job = first; job; job = job->next)
        if (!job->done && covers(clock, job))
            last = job;
    return last;
}

/* Runs what was issued last, after all that it has to wait for; then the same with the rest. */
static void run_covered_backwards(const struct simt_stream_clock *clock)
{
    for (struct simt_job *job; (job = last_covered(clock));)
        run_covered(&job->before);
}

static void hurry(const struct simt_stream_clock *clock)
{
    if (simt_schedule == REVERSE)
        run_covered_backwards(clock);
    else
        run_covered(clock);
}

/* Forgets what the host has waited for; not in the midst of a job. */
static void forget_over(void)
{
    for (struct simt_job **link = &first; !simt_running_job && *link;) {
        struct simt_job *job = *link;
        if (job->done && covers(&host, job)) {
            *link = job->next;
            simt_rests += --simt_open_jobs == 0;
            simt_free_record(job);
        } else {
            link = &job->next;
        }
        end = link;
    }
    if (!first)
        end = &first;
}

static void wait_for(const struct simt_stream_clock *clock)
{
    bool outer = waited_for;
    waited_for = true;
    hurry(clock);
    waited_for = outer;
    join(&host, clock);
    forget_over();
}

/* --- issuing ------------------------------------------------------------------------------ */

static struct simt_job *new_job(struct simt_queue *queue, const struct simt_work *work)
{
    struct simt_job *job = simt_new_record(sizeof *job);
    if (!job)
        abort();
    *job = (struct simt_job){
        .work = *work, .number = ++issued, .place = queue->place, .before = simt_end_of(queue)};
    join(&job->before, &host);
    if (queue->blocking)
        join(&job->before, &simt_legacy_queue.last);
    job->before.number[job->place] = job->number;
    return job;
}

struct simt_copies simt_copies_so_far;

static void count_copy(const struct simt_work *copy)
{
    simt_copies_so_far.bytes += copy->host_bytes;
    simt_copies_so_far.unpinned += copy->unpinned ? copy->host_bytes : 0;
    if (copy->host_bytes > simt_copies_so_far.largest)
        simt_copies_so_far.largest = copy->host_bytes;
}

static void count_beside(struct simt_job *copy)
{
    if (!copy->beside)
        simt_copies_so_far.beside += copy->work.host_bytes;
    copy->beside = true;
}

/* Counts a copy, and what may run beside it: all that the host has not waited for. */
static void count_job(struct simt_job *job)
{
    bool is_kernel = job->work.sort == SIMT_KERNEL;
    count_copy(&job->work);
    for (struct simt_job *other = first; other && other != job; other = other->next)
        if (covers(&job->before, other))
            continue;
        else if (is_kernel && other->work.host_bytes)
            count_beside(other);
        else if (job->work.host_bytes && other->work.sort == SIMT_KERNEL)
            count_beside(job);
}

void simt_issue(struct simt_queue *queue, struct simt_work work)
{
    if (queue->recorder) {
        queue->recorder->take(queue, &work);
        return;
    }
    if (!simt_observer) {
        act(&work);
        return;
    }
    pthread_mutex_lock(&lock);
    struct simt_job *job = new_job(queue, &work);
    *end = job;
    end = &job->next;
    simt_open_jobs++;
    waiting++;
    count_job(job);
    queue->last = job->before;
    if (queue->blocking)
        join(&blocking, &job->before);
    if (simt_schedule == RANDOM)
        run_covered(&job->before);
    if (simt_open_jobs > MOST_OPEN)
        wait_for(&first->before);
    pthread_mutex_unlock(&lock);
}

/* --- waiting ------------------------------------------------------------------------------ */

void simt_wait_for(const struct simt_stream_clock *clock)
{
    pthread_mutex_lock(&lock);
    wait_for(clock);
    pthread_mutex_unlock(&lock);
}

/* Returns at once in a launch: who asks at its end for its findings does not start the work
 * behind it. */
void simt_wait_for_all(void)
{
    if (!simt_open_jobs || in_launch)
        return;
    struct simt_stream_clock now = simt_now();
    simt_wait_for(&now);
}

void simt_hurry(const struct simt_stream_clock *clock)
{
    pthread_mutex_lock(&lock);
    hurry(clock);
    pthread_mutex_unlock(&lock);
}

bool simt_some_wait(void)
{
    return waiting;
}

bool simt_has_overtaken(void)
{
    for (struct simt_job *job = first; job && job != simt_running_job; job = job->next)
        if (!job->done)
            return simt_running_job;
    return false;
}

void simt_hurry_all(void)
{
    struct simt_stream_clock now = simt_now();
    pthread_mutex_lock(&lock);
    hurry(&now);
    forget_over();
    pthread_mutex_unlock(&lock);
}

bool simt_is_over(const struct simt_stream_clock *clock)
{
    pthread_mutex_lock(&lock);
    bool over = !last_covered(clock);
    pthread_mutex_unlock(&lock);
    return over;
}

/* --- asking ------------------------------------------------------------------------------- */

bool simt_runs_job(void)
{
    return in_job;
}

unsigned long long simt_jobs_issued(void)
{
    return issued;
}

bool simt_is_over_for_host(unsigned place, unsigned long long number)
{
    return host.number[place] >= number;
}

bool simt_is_over_before(const struct simt_job *job, unsigned place, unsigned long long number)
{
    return job->before.number[place] >= number;
}

bool simt_is_waited_for(void)
{
    return waited_for;
}

/* If the host does not wait for it, other streams may get work that nobody knows yet. */
bool simt_may_overlap(void)
{
    const struct simt_job *running = simt_running_job;
    bool overlaps = !waited_for && queues > 0;
    for (const struct simt_job *job = first; running && job && !overlaps; job = job->next)
        overlaps = !covers(&running->before, job) && !covers(&job->before, running);
    return overlaps;
}

bool simt_default_stream_lacks_some(void)
{
    pthread_mutex_lock(&lock);
    struct simt_stream_clock before = simt_end_of(&simt_legacy_queue);
    const struct simt_job *job = first;
    join(&before, &host);
    while (job && covers(&before, job))
        job = job->next;
    pthread_mutex_unlock(&lock);
    return job;
}

void simt_host_learns(unsigned place, unsigned long long number)
{
    pthread_mutex_lock(&lock);
    const struct simt_job *job = first;
    while (job && (job->place != place || job->number != number))
        job = job->next;
    if (job && job->done) {
        struct simt_stream_clock clock = job->before;
        wait_for(&clock);
    }
    pthread_mutex_unlock(&lock);
}

/* --- callers ------------------------------------------------------------------------------ */

static const void *called_from;

void simt_called_from(const void *code)
{
    called_from = code;
}

const void *simt_caller(const void *code)
{
    const void *caller = called_from ? called_from : code;
    called_from = NULL;
    return caller;
}
