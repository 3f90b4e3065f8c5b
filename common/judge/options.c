/* Reads what the judge was asked for: see options.h. */
#define _GNU_SOURCE
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options options = {.lab = "this lab",
                          .seed_text = "1",
                          .backend = "cpu",
                          .again = "make check",
                          .root = ".",
                          .out = "."};

_Noreturn void usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "judge: ");
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

const char *input_file(void)
{
    return options.input;
}

const char *suite_root(void)
{
    return options.root;
}

const char *output_folder(void)
{
    return options.out;
}

void refuse_input(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    usage("INPUT=%s: %s", options.input, text);
}

/* --- which cases -------------------------------------------------------------------- */

bool on_cpu_backend(void)
{
    return !strcmp(options.backend, "cpu");
}

bool asked_for(const char *option, const char *name)
{
    return !option || !strcmp(option, name);
}

/* Cases from a file run if there is one, and then alone. */
bool runs(const struct test_case *test_case)
{
    bool from_input = test_case->flags & FROM_INPUT;
    return from_input == (options.input != NULL) &&
           asked_for(options.test_case, test_case->name);
}

/* --- the command line ---------------------------------------------------------------- */

static const struct {
    struct option option;
    const char **value;
    bool *flag;
} known[] = {
    {{"lab", required_argument, NULL, 0}, &options.lab, NULL},
    {{"core", required_argument, NULL, 0}, &options.core, NULL},
    {{"stretch", required_argument, NULL, 0}, &options.stretch, NULL},
    {{"checked-core", required_argument, NULL, 0}, &options.checked_core, NULL},
    {{"checked-stretch", required_argument, NULL, 0}, &options.checked_stretch, NULL},
    {{"plain-core", required_argument, NULL, 0}, &options.plain_core, NULL},
    {{"plain-stretch", required_argument, NULL, 0}, &options.plain_stretch, NULL},
    {{"task", required_argument, NULL, 0}, &options.task, NULL},
    {{"case", required_argument, NULL, 0}, &options.test_case, NULL},
    {{"seed", required_argument, NULL, 0}, &options.seed_text, NULL},
    {{"backend", required_argument, NULL, 0}, &options.backend, NULL},
    {{"json", required_argument, NULL, 0}, &options.json, NULL},
    {{"input", required_argument, NULL, 0}, &options.input, NULL},
    {{"root", required_argument, NULL, 0}, &options.root, NULL},
    {{"out", required_argument, NULL, 0}, &options.out, NULL},
    {{"title", required_argument, NULL, 0}, &options.title, NULL},
    {{"box", required_argument, NULL, 0}, &options.box, NULL},
    {{"slow-starts", required_argument, NULL, 0}, &options.slow_starts, NULL},
    {{"counted", required_argument, NULL, 0}, &options.counted_text, NULL},
    {{"schedule", required_argument, NULL, 0}, &options.schedule_text, NULL},
    {{"save", required_argument, NULL, 0}, &options.save, NULL},
    {{"tally", required_argument, NULL, 0}, &options.tally, NULL},
    {{"again", required_argument, NULL, 0}, &options.again, NULL},
    {{"patient", no_argument, NULL, 0}, NULL, &options.patient},
    {{"list", no_argument, NULL, 0}, NULL, &options.list},
    {{"list-mistakes", no_argument, NULL, 0}, NULL, &options.list_mistakes},
    {{"list-cases", no_argument, NULL, 0}, NULL, &options.list_cases},
};

void read_options(int argc, char **argv)
{
    enum { COUNT = sizeof known / sizeof *known };
    struct option long_options[COUNT + 1] = {0};
    int index;
    for (int i = 0; i < COUNT; i++)
        long_options[i] = known[i].option;
    while (getopt_long(argc, argv, "", long_options, &index) == 0) {
        if (known[index].flag)
            *known[index].flag = true;
        else if (*optarg) /* an empty value is one that was not given */
            *known[index].value = optarg;
    }
    if (optind != argc)
        usage("'%s' is not an option; see the head of common/judge/judge.c", argv[optind]);
}

static enum schedule schedule_of(const char *name)
{
    if (!name)
        return FORWARD;
    for (enum schedule schedule = FORWARD; schedule <= LOCKSTEP; schedule++)
        if (strcmp(name, schedule_name(schedule)) == 0)
            return schedule;
    usage("--schedule %s is not one of forward, reverse, random, lockstep", name);
}

/* " a b c": the names of all tasks, or of all cases of `task`. */
static const char *known_names(const struct task *task)
{
    static char names[4096];
    size_t used = 0;
    for (const struct task *each = tasks; !task && each->name && used < sizeof names; each++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", each->name);
    for (const struct test_case *c = task ? task->cases : NULL;
         c && c->name && used < sizeof names; c++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", c->name);
    return names;
}

static bool has_case(const struct task *task, const char *name)
{
    const struct test_case *c = task->cases;
    while (c->name && !(asked_for(name, c->name) && runs(c)))
        c++;
    return c->name;
}

/* Ends the judge unless some task and case fit what was asked for. */
static void check_names(void)
{
    const struct task *asked = NULL;
    bool case_known = false;
    for (const struct task *task = tasks; task->name; task++) {
        if (!asked_for(options.task, task->name))
            continue;
        asked = task;
        case_known |= has_case(task, options.test_case);
    }
    if (!asked)
        usage("TASK=%s is not a task of %s; it has:%s", options.task, options.lab,
              known_names(NULL));
    if (!case_known && options.input)
        usage("INPUT= is not taken by %s", options.task ? options.task : options.lab);
    if (!case_known && options.task)
        usage("CASE=%s is not a case of %s; it has:%s", options.test_case, options.task,
              known_names(asked));
    if (!case_known)
        usage("CASE=%s is not a case of any task of %s: name its TASK= too, to see them",
              options.test_case, options.lab);
}

/* A task for gold that a person asks for by its name is not passed over in silence. */
static void check_that_gold_is_there(void)
{
    if (!options.task || options.stretch || options.save || options.json)
        return;
    for (const struct task *task = tasks; task->name; task++)
        if (task->stretch && strcmp(options.task, task->name) == 0)
            usage("TASK=%s is for gold: its file is stretch.cu, and there is none in what is "
                  "handed in",
                  options.task);
}

void check_options(void)
{
    char *end;
    errno = 0;
    if (!strcmp(options.seed_text, "environment"))
        options.seed_text = getenv("SEED") && *getenv("SEED") ? getenv("SEED") : "1";
    options.seed = strtoull(options.seed_text, &end, 10);
    if (*end || !isdigit((unsigned char)*options.seed_text) || errno)
        usage("SEED=%s is not a whole number from 0 to 18446744073709551615",
              options.seed_text);
    if (options.counted_text)
        options.counted = strtod(options.counted_text, &end);
    if (options.counted_text && (*end || !(options.counted > 0)))
        usage("--counted %s is not a number above 0", options.counted_text);
    options.schedule = schedule_of(options.schedule_text);
    check_names();
    if (options.save && !(options.task && options.test_case))
        usage("--save wants --task and --case");
    if (!options.core && !options.save)
        usage("--core PROGRAM is missing");
    check_that_gold_is_there();
}
