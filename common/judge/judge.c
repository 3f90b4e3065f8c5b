/* The judge: runs a lab's cases on a student program and says what became of them.
 *
 *   judge --lab NAME --core PROGRAM [--stretch PROGRAM] [--checked-core PROGRAM]
 *         [--checked-stretch PROGRAM] [--task T] [--case C] [--seed N]
 *         [--backend NAME] [--json FILE] [--input FILE] [--root DIR] [--out DIR]
 *         [--title FILE] [--again COMMAND] [--patient]
 *   judge --lab NAME --list
 *
 * - One line a task on standard output, then the first failure explained; --title puts a line
 *   before them that says whose file it is.
 * - --json: one JSON object a case; the grader reads these and nothing else.
 * - --patient: PROGRAM runs under a tool, so it is given time, and asked to end by itself.
 * - --list: one line a task, "core|stretch NAME CASES CHECKED-CASES".
 * - Where PROGRAM is not there, its tasks fail with the first error of PROGRAM.log.
 * - Exit 0: all core tasks (or the one asked for) passed; 1: not so; 2: usage; 3: the suite
 *   itself is at fault. A stretch task costs nothing unless it was asked for.
 */
#define _GNU_SOURCE
#include "verdict.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TIMEOUTS_BEFORE_SKIPPING = 2,
    MOST_LOOKS = 3,       /* at failures of a task, for a cause that the checker may know */
    LOOK_BYTES = 1 << 20, /* of arrays, at most: it is slow */
};

static struct options {
    const char *lab, *core, *stretch, *task, *test_case, *seed, *backend, *json, *input, *again;
    const char *root, *out, *title, *checked_core, *checked_stretch;
    bool list, patient;
} options = {.lab = "this lab",
             .seed = "1",
             .backend = "cpu",
             .again = "make check",
             .root = ".",
             .out = "."};

static uint64_t seed;
static FILE *json;
/* The first two as fast as may be; the other two watched by the CPU checker. */
static struct program core_program, stretch_program;
static struct program checked_core = {.checked = true}, checked_stretch = {.checked = true};

struct tally {
    unsigned cases, passed, timeouts, looks;
    struct verdict explained; /* the first failure that the checker knows the cause of */
    const struct test_case *explained_case;
    struct verdict first_failure;
    const struct test_case *failed_case;
};

static _Noreturn void usage(const char *format, ...)
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

/* --- JSON ----------------------------------------------------------------------------- */

static void put_string(const char *text)
{
    fputc('"', json);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(json, "\\%c", c);
        else if (c < ' ' || c > '~')
            fprintf(json, "\\u%04x", c);
        else
            fputc(c, json);
    }
    fputc('"', json);
}

static void put_field(const char *name, const char *value)
{
    fprintf(json, "\"%s\":", name);
    put_string(value);
    fputc(',', json);
}

static void write_json(const struct trial *t, const struct verdict *v)
{
    if (!json)
        return;
    fputc('{', json);
    put_field("lab", options.lab);
    put_field("task", t->task->name);
    put_field("case", t->test_case->name);
    put_field("why", t->test_case->why);
    put_field("backend", options.backend);
    put_field("reason", reason_word(v->reason));
    put_field("pattern", v->pattern);
    put_field("message", v->text);
    fprintf(json,
            "\"seed\":%llu,\"stretch\":%s,\"passed\":%s,\"wrong\":%zu,\"of\":%zu,"
            "\"seconds\":%.9f,\"copy_seconds\":%.9f}\n",
            (unsigned long long)seed, t->task->stretch ? "true" : "false",
            v->passed ? "true" : "false", v->wrong, v->of, seconds_of(t), copy_seconds_of(t));
    fflush(json); /* what is judged stays judged, whatever happens to us */
}

/* --- one case ------------------------------------------------------------------------- */

/* Lines that the verdict has already, such as a fault's, are not said twice. */
static void quote_output(struct program *program, struct verdict *v)
{
    enum { MOST_LINES = 6 };
    char text[2048], *rest = text, *line;
    int quoted = 0;
    program_output(program, text, sizeof text);
    while ((line = strsep(&rest, "\n")) && quoted <= MOST_LINES) {
        if (!*line || strstr(v->text, line))
            continue;
        if (quoted == 0)
            say(v, "\n  the program printed:");
        say(v, "\n    | %.100s", quoted++ < MOST_LINES ? line : "...");
    }
}

/* The first line of the build's log that speaks of an error. */
static void fail_to_build(const struct program *program, struct verdict *v)
{
    char path[4096], line[1024];
    snprintf(path, sizeof path, "%s.log", program->path);
    FILE *log = fopen(path, "r");
    fail(v, REASON_NO_BUILD, "it does not compile");
    while (log && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = 0;
        make_printable(line);
        if (strstr(line, "is not in the hand-in"))
            fail(v, REASON_MISSING, "%s", line);
        else if (strstr(line, "error") || strstr(line, "undefined"))
            say(v, ": %s", line);
        else
            continue;
        break;
    }
    if (log)
        fclose(log);
}

static void run_checker(struct trial *t, struct verdict *v,
                        void look(struct program *, const struct trial *, struct verdict *))
{
    struct program *checked = t->task->stretch ? &checked_stretch : &checked_core;
    if (!checked->path)
        return;
    if (access(checked->path, X_OK) == 0)
        look(checked, t, v);
    else if (look == check_clean)
        fail_to_build(checked, v);
}

/* Whether what went wrong may come from something that the checker sees. */
static bool has_hidden_cause(const struct verdict *v)
{
    switch (v->reason) {
    case REASON_CRASHED:
    case REASON_TIMEOUT:
    case REASON_CUDA_ERROR:
    case REASON_OUT_OF_BOUNDS:
    case REASON_PADDING:
    case REASON_INPUT_CHANGED:
    case REASON_WRONG:
    case REASON_PROPERTY:
        return true;
    default:
        return false;
    }
}

static bool is_small(const struct trial *t)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        bytes += payload_bytes(&t->arrays[i]);
    return bytes <= LOOK_BYTES;
}

/* A case that is checked anyway is told by what is found there. Of the others, whose outputs
 * alone are judged, the first that fail are looked at, until a line is known. */
static void ask_checker(struct trial *t, struct verdict *v, struct tally *tally)
{
    bool checked = t->test_case->flags & (CHECKED | COUNTED);
    if (checked && (v->passed || v->reason == REASON_WRONG)) {
        run_checker(t, v, check_clean);
    } else if (!tally->explained_case && tally->looks < MOST_LOOKS && has_hidden_cause(v) &&
               is_small(t)) {
        tally->looks++;
        run_checker(t, v, find_cause);
    }
    if (v->explained && !tally->explained_case) {
        tally->explained = *v;
        tally->explained_case = t->test_case;
    }
}

static void run_case(struct program *program, struct trial *t, struct verdict *v,
                     struct tally *tally)
{
    if (!program->path || access(program->path, X_OK) != 0) {
        *v = (struct verdict){.pattern = ""};
        fail_to_build(program, v);
        return;
    }
    struct ending_of_ask ending = program_ask(program, t);
    if (ending.how == ANSWERED && t->answer.outcome == ANSWER_UNUSABLE) {
        fprintf(stderr, "judge: BACKEND=%s does not serve here: %s: %s\n", options.backend,
                t->answer.fault, t->answer.error);
        exit(3);
    }
    decide(t, ending, v);
    ask_checker(t, v, tally);
    if (!v->passed && v->reason != REASON_NOT_STARTED)
        quote_output(program, v);
}

static void judge_case(const struct task *task, const struct test_case *test_case,
                       struct tally *tally)
{
    struct trial t;
    struct verdict v = {.pattern = ""};
    trial_begin(&t, task, test_case, seed);
    t.begun = tally->passed > 0;
    if (tally->timeouts >= TIMEOUTS_BEFORE_SKIPPING)
        fail(&v, REASON_NOT_RUN, "not run, since %d cases timed out before it",
             tally->timeouts);
    else if (test_case->flags & ONCE && tally->failed_case)
        fail(&v, REASON_NOT_RUN, "not run, since it takes long and a case before it failed");
    else
        run_case(task->stretch ? &stretch_program : &core_program, &t, &v, tally);
    tally->cases++;
    tally->passed += v.passed;
    tally->timeouts += v.out_of_time;
    if (!v.passed && !tally->failed_case) {
        tally->failed_case = test_case;
        tally->first_failure = v;
    }
    write_json(&t, &v);
    if (v.passed && test_case->flags & MEASURED && task->report && !options.json)
        task->report(&t, stdout);
    trial_end(&t);
}

/* --- tasks ---------------------------------------------------------------------------- */

static bool asked_for(const char *option, const char *name)
{
    return !option || !strcmp(option, name);
}

/* Cases from a file run if there is one, and then alone. */
static bool runs(const struct test_case *test_case)
{
    bool from_input = test_case->flags & FROM_INPUT;
    return from_input == (options.input != NULL) &&
           asked_for(options.test_case, test_case->name);
}

static void judge_task(const struct task *task, struct tally *tally)
{
    const struct test_case *test_case = task->cases;
    *tally = (struct tally){0};
    for (; test_case->name; test_case++)
        if (runs(test_case))
            judge_case(task, test_case, tally);
}

static void print_task(const struct task *task, const struct tally *tally)
{
    enum reason reason = tally->failed_case ? tally->first_failure.reason : REASON_OK;
    bool begun = reason != REASON_NOT_STARTED && reason != REASON_MISSING;
    printf("  %-7s%-28s%u of %u cases%s\n",
           tally->passed == tally->cases ? "ok"
           : begun                       ? "FAILED"
                                         : "to do",
           task->name, tally->passed, tally->cases, task->stretch ? ", for gold" : "");
    fflush(stdout);
}

static void print_numbers(const struct task *task, const struct test_case *test_case)
{
    struct trial t;
    trial_begin(&t, task, test_case, seed);
    for (uint32_t i = 0; i < t.number_count; i++)
        printf("%s%s=%lld", i ? " " : "", t.numbers[i].name, (long long)t.numbers[i].value);
    trial_end(&t);
}

static void print_failure(const struct task *task, const struct tally *tally)
{
    const struct test_case *test_case = tally->failed_case;
    if (tally->first_failure.reason == REASON_NOT_STARTED) {
        printf("\n%s: %s\n", task->name, tally->first_failure.text);
        return;
    }
    printf("\n%s, case %s: ", task->name, test_case->name);
    print_numbers(task, test_case);
    printf(" (%s), seed %llu\n", test_case->why, (unsigned long long)seed);
    printf("  %s\n\n", tally->first_failure.text);
    if (tally->explained_case && !tally->first_failure.explained)
        printf("the checker says of case %s, which fails too:\n  %.*s\n\n",
               tally->explained_case->name, (int)strcspn(tally->explained.text, "\n"),
               tally->explained.text);
    printf("this case again: %s TASK=%s CASE=%s SEED=%llu", options.again, task->name,
           test_case->name, (unsigned long long)seed);
    printf(options.input ? " INPUT=%s\n" : "\n", options.input);
}

static bool judge_tasks(void)
{
    struct tally first = {0};
    const struct task *failed = NULL;
    bool passed = true;
    for (const struct task *task = tasks; task->name; task++) {
        struct tally tally;
        if (!asked_for(options.task, task->name) || (task->stretch && !options.stretch))
            continue;
        judge_task(task, &tally);
        if (!tally.cases)
            continue;
        print_task(task, &tally);
        bool counts = !task->stretch || options.task;
        passed &= tally.passed == tally.cases || !counts;
        if (tally.failed_case && (!failed || (counts && failed->stretch))) {
            failed = task;
            first = tally;
        }
    }
    if (failed)
        print_failure(failed, &first);
    return passed;
}

/* --- options -------------------------------------------------------------------------- */

static void list_tasks(void)
{
    for (const struct task *task = tasks; task->name; task++) {
        int cases = 0, checked = 0;
        for (const struct test_case *c = task->cases; c->name; c++) {
            cases += runs(c);
            checked += runs(c) && c->flags & CHECKED;
        }
        printf("%s %s %d %d\n", task->stretch ? "stretch" : "core", task->name, cases, checked);
    }
}

static void read_options(int argc, char **argv)
{
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
        {{"task", required_argument, NULL, 0}, &options.task, NULL},
        {{"case", required_argument, NULL, 0}, &options.test_case, NULL},
        {{"seed", required_argument, NULL, 0}, &options.seed, NULL},
        {{"backend", required_argument, NULL, 0}, &options.backend, NULL},
        {{"json", required_argument, NULL, 0}, &options.json, NULL},
        {{"input", required_argument, NULL, 0}, &options.input, NULL},
        {{"root", required_argument, NULL, 0}, &options.root, NULL},
        {{"out", required_argument, NULL, 0}, &options.out, NULL},
        {{"title", required_argument, NULL, 0}, &options.title, NULL},
        {{"again", required_argument, NULL, 0}, &options.again, NULL},
        {{"patient", no_argument, NULL, 0}, NULL, &options.patient},
        {{"list", no_argument, NULL, 0}, NULL, &options.list},
    };
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

static void check_options(void)
{
    char *end;
    errno = 0;
    seed = strtoull(options.seed, &end, 10);
    if (*end || !isdigit((unsigned char)*options.seed) || errno)
        usage("SEED=%s is not a whole number from 0 to 18446744073709551615", options.seed);
    check_names();
    if (!options.core)
        usage("--core PROGRAM is missing");
    if (options.json && !(json = fopen(options.json, "w")))
        usage("cannot write %s: %s", options.json, strerror(errno));
}

/* What we open must not be taken for standard output where a caller has closed that. */
static void fill_standard_descriptors(void)
{
    int descriptor;
    do
        descriptor = open("/dev/null", O_RDWR);
    while (descriptor >= 0 && descriptor <= 2);
    close(descriptor);
}

/* A verdict that could not be written, on a full disk say, is none. */
static void end_stream(FILE *stream, const char *name)
{
    if (!stream || (fflush(stream) == 0 && !ferror(stream)))
        return;
    fprintf(stderr, "judge: cannot write %s: make room on the disk\n", name);
    exit(3);
}

int main(int argc, char **argv)
{
    fill_standard_descriptors();
    read_options(argc, argv);
    if (options.list) {
        list_tasks();
        end_stream(stdout, "the list");
        return 0;
    }
    check_options();
    core_program.path = options.core;
    core_program.patient = options.patient;
    stretch_program.path = options.stretch;
    checked_core.path = options.checked_core;
    checked_stretch.path = options.checked_stretch;
    if (options.title)
        printf("%s, %s on the %s backend, seed %llu\n", options.lab, options.title,
               options.backend, (unsigned long long)seed);
    bool passed = judge_tasks();
    if (options.patient)
        program_finish(&core_program);
    program_stop(&core_program);
    program_stop(&stretch_program);
    program_stop(&checked_core);
    program_stop(&checked_stretch);
    end_stream(json, options.json);
    end_stream(stdout, "what it found");
    return passed ? 0 : 1;
}
