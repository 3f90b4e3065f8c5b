/* Asynchronous work: what a stream has been given and has not done yet, and who has waited for
 * whom. C11.
 *
 * - simt_issue() gives a queue work: a kernel, a copy, the record of an event
 * - simt_wait_for() waits, for the host, until all work is done that a clock covers
 * - simt_hurry() does the same work, but the host has not waited for it
 *
 * A program that nobody observes does all work at once. In the checked build work is done as
 * late as CUDA allows, when somebody waits for it, or as early, as grid/schedule.h says.
 * The clocks tell what is ordered, and not the time at which something is done: so a race is
 * found either way.
 *
 * A clock has for each stream the number of the last work that is over by then. Streams may
 * share a place in it: then more seems to be ordered, and nobody is accused for that. */
#ifndef SIMT_QUEUE_H
#define SIMT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SIMT_PLACES = 64 };

struct simt_stream_clock {
    unsigned long long number[SIMT_PLACES];
};

/* The working side of a stream. `last` covers all that the stream has been given. */
struct simt_queue {
    unsigned place;
    bool blocking; /* waits for the legacy default stream, which waits for it */
    struct simt_stream_clock last;
    const struct simt_recorder *recorder; /* takes what is issued, instead of its being done */
    struct simt_capture *capture;         /* the recorder's own */
};

extern struct simt_queue simt_legacy_queue, simt_thread_queue;

/* A queue for a new stream. */
struct simt_queue simt_new_queue(bool blocking);

enum simt_work_sort {
    SIMT_KERNEL,
    SIMT_COPY,
    SIMT_SET,
    SIMT_FREE,
    SIMT_HOST_FUNCTION,
    SIMT_MARK,
    SIMT_FOR_CALLER /* what the caller of the student's function asks for after it */
};

struct simt_work {
    enum simt_work_sort sort;
    const void *code; /* what returns to the line that asked for it, or NULL */
    const char *file; /* of a kernel: its launch, by name */
    int line;
    void (*act)(void *argument); /* not called after a sticky error */
    void *argument;              /* a record, or from malloc(); freed afterwards */
    size_t host_bytes;           /* of a copy between host and device, 0 of other work */
    bool unpinned;               /* it is memory of the host that is not pinned */
};

/* Takes what is issued to a queue and makes a graph of it (graph.c). */
struct simt_recorder {
    void (*take)(struct simt_queue *queue, const struct simt_work *work);
    void *(*mark)(struct simt_queue *queue); /* all of it so far, for an event */
    void (*wait)(struct simt_queue *queue, void *mark);
};

/* Work in a queue, and what is over before it begins. */
struct simt_job {
    struct simt_work work;
    unsigned long long number; /* in the order in which they were issued, from 1 on */
    unsigned place;
    bool done, beside;
    struct simt_stream_clock before; /* and itself */
    struct simt_job *next;
};

void simt_issue(struct simt_queue *queue, struct simt_work work);

/* Returns the clock that covers all work issued so far, to any queue. */
struct simt_stream_clock simt_now(void);

/* Returns the clock that covers all work of the queue, which those wait for who wait for the
 * queue. */
struct simt_stream_clock simt_end_of(const struct simt_queue *queue);

/* Has what is issued to the queue from now on begin after all that the clock covers. */
void simt_queue_after(struct simt_queue *queue, const struct simt_stream_clock *clock);

void simt_wait_for(const struct simt_stream_clock *clock);
void simt_hurry(const struct simt_stream_clock *clock);
bool simt_is_over(const struct simt_stream_clock *clock);

/* Does all work, for a host that waits for something of its own. */
void simt_hurry_all(void);

/* Whether there are jobs that nobody has begun. */
bool simt_some_wait(void);

/* Whether a function of the host that a stream runs may tell the other threads that it does:
 * then the host knows that all before it is over. */
extern bool simt_functions_tell;

/* Does what cudaDeviceSynchronize() and all that implies it need. */
void simt_wait_for_all(void);

/* --- what the observer asks --------------------------------------------------------------- */

/* How many jobs the host has not waited for. While it is 0, all is ordered. */
extern unsigned simt_open_jobs;

/* How often that number has fallen to 0. */
extern unsigned long long simt_rests;

/* Whether what is issued to the default stream now may run beside what was issued before. */
bool simt_default_stream_lacks_some(void);

/* The job whose act() runs, or NULL. */
extern const struct simt_job *simt_running_job;

/* Whether work that was issued before it has not begun: nothing orders the two. */
bool simt_has_overtaken(void);

/* Whether this thread of the host runs it: the others go on meanwhile. */
bool simt_runs_job(void);

/* How many have been issued. */
unsigned long long simt_jobs_issued(void);

/* Copies between host and device since this was last set to zeros, without those that graphs
 * make. The counters give it to the judge as struct simt_copy_traffic. */
struct simt_copies {
    unsigned long long bytes;
    unsigned long long unpinned; /* of these, from or to memory that is not pinned */
    unsigned long long beside;   /* while which some kernel may run: nothing orders the two */
    unsigned long long largest;  /* of one copy */
};
extern struct simt_copies simt_copies_so_far;

/* Whether this work is over for the host; whether it is over before the job begins. */
bool simt_is_over_for_host(unsigned place, unsigned long long number);
bool simt_is_over_before(const struct simt_job *job, unsigned place, unsigned long long number);

/* Whether the host waits for the running job, and so learns at once that it is over. */
bool simt_is_waited_for(void);

/* Whether something unordered with the running job may touch memory after it. */
bool simt_may_overlap(void);

/* Says that the host has learnt from the work itself that it is over. */
void simt_host_learns(unsigned place, unsigned long long number);

/* Says that the next function of CUDA is called on behalf of this code, and not of its caller.
 */
void simt_called_from(const void *code);

/* Returns that code, or else `code`, and forgets it. */
const void *simt_caller(const void *code);

#ifdef __cplusplus
}
#endif

#endif
