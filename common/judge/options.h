/* The judge's command line. It is read once, at the start, and not changed afterwards. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "exchange.h"
#include "lab.h"

struct options {
    const char *lab, *core, *stretch, *task, *test_case, *backend, *json, *input, *again;
    const char *checked_core, *checked_stretch, *plain_core, *plain_stretch;
    const char *root, *out, *title, *box, *slow_starts, *save, *tally;
    const char *seed_text, *counted_text, *schedule_text;
    uint64_t seed;
    double counted;         /* seconds for each case, which is counted; 0 where none is */
    enum schedule schedule; /* of what is counted */
    bool list, list_mistakes, list_cases, patient;
};

extern struct options options;

void read_options(int argc, char **argv);

/* Ends the judge with a line, exit 2, unless there is something to judge by these options. */
void check_options(void);

/* One line, and exit 2. */
_Noreturn void usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether the programs are built for the CPU backend, and not for a GPU. */
bool on_cpu_backend(void);

/* Whether the option asks for `name`: it is that name, or the option was not given. */
bool asked_for(const char *option, const char *name);

/* Whether the options ask for this case. */
bool runs(const struct test_case *test_case);

#endif
