/* The student program as a process: started when needed, asked case by case, killed when it
 * hangs. What it prints is caught to be quoted, and never parsed. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "case_run.h"

#include <sys/types.h>

struct program {
    const char *path;
    const char *box;         /* the words of a command that runs it; NULL for none */
    const char *slow_starts; /* the hand-in's account of these, or NULL */
    bool patient;            /* it runs under a tool, which makes it slow */
    bool silent;             /* another has printed the same */
    bool wants_room;         /* it is the CPU checker's, which needs much address space */
    pid_t pid;               /* 0 while none runs */
    struct exchange *exchange;
    int exchange_fd, output_fd;
    uint32_t sequence; /* our own count: the exchange's may be overwritten */
};

enum ending { ANSWERED, EXITED, KILLED_BY_SIGNAL, TIMED_OUT, NEVER_READY, TOO_LARGE };

struct ending_of_ask {
    enum ending how;
    int code; /* exit status or signal; of NEVER_READY, the seconds that it was given;
                 of TOO_LARGE, the MiB that it may have */
};

/* Whether the judge has stopped it, because it took too much time or memory. */
static inline bool hit_a_limit(struct ending_of_ask ending)
{
    return ending.how == TIMED_OUT || ending.how == NEVER_READY || ending.how == TOO_LARGE;
}

/* Whether the program's file is there; whether the file that it is built from is missing, as
 * PROGRAM.missing tells. Both end the judge (exit 3) with a line if the system does not say. */
bool program_is_built(const struct program *program);
bool program_lacks_source(const struct program *program);

/* Sends the case and takes the answer into t->answer and the arrays' blobs. Starts the
 * program first if none runs, and leaves none running unless it answered. Ends the judge
 * (exit 3) with a line if the program cannot be started at all. */
struct ending_of_ask program_ask(struct program *program, struct case_run *t);

/* Writes the exchange to a file, as the program finds it when it is asked for the case. A
 * program that gets this file as its exchange takes the case without a judge. */
void program_save(const char *path, struct case_run *t);

/* Returns what the program printed in the case that it was asked last, up to the end of that
 * run, fit to be shown; NULL if nothing. The caller calls this before the next case, and frees
 * it. */
char *program_printed(struct program *program, const struct case_run *t, unsigned run);

/* Asks it to end by itself, waits a minute at most, and then stops it. */
void program_finish(struct program *program);

/* Kills it and everything that it started. */
void program_stop(struct program *program);

/* The same program, which knows of no call before; and its end. */
struct program program_anew(const struct program *like);
void program_forget(struct program *program);

#endif
