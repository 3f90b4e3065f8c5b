/* How a hand-in's program becomes a process: with an empty standard input, one file for all
 * that it prints (the checker's, which prints the same once a schedule, is sent to nowhere),
 * the exchange, and no other descriptor; a process group of its own; an environment of a few
 * names. Where the system refuses one of these, the judge gives up: no hand-in runs with more
 * than that. */
#ifndef START_H
#define START_H

#include <stdbool.h>
#include <sys/types.h>

struct start {
    const char *path;
    const char *box; /* the words of a command that runs it; NULL for none */
    bool patient;    /* it runs under a tool, which needs what a program does not */
    bool silent;     /* what it prints goes to nowhere */
    bool wants_room; /* much address space, for the CPU checker */
    int exchange_fd, output_fd;
};

/* Called before the first start, and before anything is made for it: see start.c. Ends the
 * judge (exit 3) with a line where the system refuses it. */
void start_guarded(void);

/* Returns the process, which ends together with the judge. Ends the judge (exit 3) with a line
 * where the system refuses something. */
pid_t start_process(const struct start *start);

#endif
