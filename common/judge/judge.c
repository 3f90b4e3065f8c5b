/* The judge: runs a lab's cases on a student program and says what became of them.
 *
 *   judge --lab NAME --core PROGRAM [--stretch PROGRAM] [--checked-core PROGRAM]
 *         [--checked-stretch PROGRAM] [--plain-core PROGRAM] [--plain-stretch PROGRAM]
 *         [--task T] [--case C] [--seed N] [--backend NAME] [--json FILE] [--input FILE]
 *         [--root DIR] [--out DIR] [--title FILE] [--again COMMAND] [--patient]
 *         [--counted S] [--box COMMAND] [--slow-starts FILE] [--tally FILE]
 *         [--schedule NAME]
 *   judge --lab NAME --task T --case C --save FILE [--seed N]
 *   judge --lab NAME --list
 *   judge --lab NAME --list-mistakes
 *   judge --lab NAME --list-cases
 *
 * - One line a task on standard output, then the first failure explained; --title puts a line
 *   before them that says whose file it is.
 * - --plain-*: what a CPU runs fast, where --core and --stretch are a device's: for what a
 *   device cannot tell.
 * - --json: one JSON object a case; the grader reads these and nothing else.
 * - --tally: one line a task, "NAME ok|failed|to-do|no-build PASSED CASES", for make progress.
 * - --patient: PROGRAM runs under a tool, so it is given time, and asked to end by itself.
 * - --counted: PROGRAM is the checker's, whatever a case's flags; it is asked in its first
 *   schedule, which is the one that counts, or in that of --schedule, and has S seconds for
 *   each case.
 * - --save: runs nothing; the case goes to FILE, for a student program in a debugger.
 * - --box: a command that runs a PROGRAM in a box; words and nothing else.
 * - --slow-starts: an account of a hand-in's programs that never were ready, for its judges.
 * - --list: one line a task, "core|stretch NAME CASES CHECKED-CASES".
 * - --list-mistakes: one line a mistake that the judge knows, "NAME TASK...".
 * - --list-cases: one JSON object a case (of --task), of which sizes.bats asks what no
 *   case has.
 * - Where PROGRAM is not there, its tasks fail with the first error of PROGRAM.log. Where
 *   PROGRAM.missing is there, the log's line is about the source, which is missing as well.
 * - Exit 0: all core tasks (or the one asked for) passed; 1: not so; 2: usage; 3: the suite
 *   itself is at fault. A stretch task costs nothing unless it was asked for.
 */
#define _GNU_SOURCE
#include "beside.h"
#include "build_log.h"
#include "machine.h"
#include "options.h"
#include "printed.h"
#include "programs.h"
#include "random.h"
#include "report.h"
#include "renew.h"
#include "rerun.h"
#include "shares.h"
#include "terminal.h"
#include "tiles.h"
#include "verdict.h"
#include "wide.h"

#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_LOOKS = 3,       /* at failures of a task, for a cause that the checker may know */
    LOOK_BYTES = 1 << 20, /* of arrays, at most: it is slow */
    FIRST_LOOK_BYTES = 1 << 23, /* the same, of the first failure, for a second or so */
    OPEN_BYTES = 1 << 24, /* the same, for memory that both have, where pages are not counted */
    MOST_TASKS = 64,      /* of a lab */
    TASK_SECONDS = 60,    /* for all cases of a stranger's task: right ones need a tenth */
};

/* --- one case ------------------------------------------------------------------------- */

/* Quotes a few lines in the verdict, because the grader sees nothing else. */
static void quote_briefly(const char *printed, struct verdict *v)
{
    size_t lines = 0;
    say(v, "\n  the program printed:");
    for (; *printed && lines < QUOTED_LINES; lines++) {
        size_t length = strcspn(printed, "\n"), shown = short_line(printed, length);
        say(v, "\n    | %.*s%s", (int)shown, printed, shown < length ? "..." : "");
        printed += length + (printed[length] == '\n');
    }
    if (*printed)
        say(v, "\n    | (and %zu lines more)", lines_in(printed));
}

/* Keeps what is shown of a task: the output of its first failure, or else the first output. */
static void keep_printed(char *printed, const struct test_case *test_case, bool first_failure,
                         struct tally *tally)
{
    if (printed && (first_failure || !tally->printed)) {
        free(tally->printed);
        tally->printed = printed;
        tally->printed_case = test_case;
    } else {
        free(printed);
    }
}

static void take_printed(struct program *program, const struct case_run *t, struct verdict *v,
                         struct tally *tally)
{
    char *printed = program_printed(program, t, v->run);
    if (printed && options.json && !v->passed)
        quote_briefly(printed, v);
    else if (printed)
        log_printed(t->task, t->test_case, printed);
    keep_printed(printed, t->test_case, !v->passed && !tally->failed_case, tally);
}

static void run_checker(struct case_run *t, struct verdict *v,
                        void look(struct program *, const struct case_run *, struct verdict *))
{
    struct program *checked = checked_program(t->task);
    if (!checked->path)
        return;
    if (program_is_built(checked))
        look(checked, t, v);
    else if (look == check_clean)
        fail_to_build(checked, v);
}

static bool is_within(const struct case_run *t, size_t most)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        bytes += payload_bytes(&t->arrays[i]);
    return bytes <= most;
}

/* Whether the host may have done the device's work, in memory that both can use. Only the
 * checker sees who reads there. */
static bool may_be_the_hosts(const struct case_run *t)
{
    bool open_memory = false, on_device = false;
    for (uint32_t i = 0; i < t->array_count; i++)
        on_device |= t->arrays[i].place == ON_DEVICE;
    for (unsigned run = 0; run < t->runs; run++)
        open_memory |= t->answer.runs[run].open_memory;
    bool counts_pages = on_cpu_backend(); /* of large cases */
    return open_memory && on_device && is_within(t, counts_pages ? LOOK_BYTES : OPEN_BYTES);
}

/* CHECKED, COUNTED and WATCHED cases always run in the checker. Of other failures the first
 * MOST_LOOKS run there again, until one yields a source line. */
static void ask_checker(struct case_run *t, struct verdict *v, struct tally *tally)
{
    bool checked = t->test_case->flags & (CHECKED | COUNTED | WATCHED) || may_be_the_hosts(t);
    if (checked && (v->passed || v->reason == REASON_WRONG)) {
        run_checker(t, v, check_clean);
    } else if (!tally->explained_case && tally->looks < MOST_LOOKS && has_hidden_cause(v) &&
               is_within(t, tally->looks ? LOOK_BYTES : FIRST_LOOK_BYTES)) {
        tally->looks++;
        run_checker(t, v, find_cause);
    }
    if (v->explained && !v->renewed && !tally->explained_case) {
        tally->explained = *v;
        tally->explained_case = t->test_case;
    }
}

/* Whether its report is shown; and whether that has a time, so that all blocks are to run. */
static bool is_told_of(const struct test_case *test_case)
{
    return test_case->flags & MEASURED && !options.json;
}

static bool shows_time(const struct test_case *test_case)
{
    bool in_brief = test_case->flags & BRIEF && !options.task && on_cpu_backend();
    return is_told_of(test_case) && !in_brief;
}

/* Runs some blocks of a SAMPLED case, and returns whether it has passed. If not, the case
 * begins again. If its time is shown, all blocks must run. */
static bool passes_by_some_blocks(struct program *program, struct case_run *t,
                                  struct verdict *v)
{
    const enum schedule schedule = t->schedule;
    if (!(t->test_case->flags & SAMPLED) || shows_time(t->test_case) || options.counted ||
        !on_cpu_backend())
        return false;
    t->schedule = SOME_BLOCKS;
    decide(t, program_ask(program, t), v);
    if (v->passed && t->answer.runs[0].launches == 1)
        return true;
    t->schedule = schedule;
    case_begin_again(t);
    return false;
}

/* An earlier case may have left the program unable to serve. Then asks a new one. */
static struct ending_of_ask ask_one_that_serves(struct program *program, struct case_run *t)
{
    struct ending_of_ask ending = program_ask(program, t);
    if (ending.how != ANSWERED || t->answer.outcome != ANSWER_UNUSABLE)
        return ending;
    case_begin_again(t);
    return program_ask(program, t);
}

/* How a case that has passed goes where the CPU backend gives it another grid: a single block,
 * or whole tiles of the answer's own size. */
static void judge_other_grids(struct program *program, struct case_run *t, struct verdict *v)
{
    if (t->test_case->of_one_block && v->passed && !v->remarked)
        judge_long_shares(program, t, v);
    if (t->test_case->flags & EACH_ANEW && v->passed) {
        judge_going_on(program, t, v);
        if (!v->passed)
            run_checker(t, v, check_one_block);
    }
    if (t->test_case->counts_elements && v->passed)
        judge_whole_tiles(program, t, v);
}

static void run_all_blocks(struct program *program, struct case_run *t, struct verdict *v,
                           struct tally *tally)
{
    if (!tally->renewed && may_be_renewed(t))
        t->request_flags |= KEEPS_ARRAYS;
    struct ending_of_ask ending = ask_one_that_serves(program, t);
    if (ending.how == ANSWERED && t->answer.outcome == ANSWER_UNUSABLE) {
        fprintf(stderr, "judge: BACKEND=%s does not serve here: %s: %s\n", options.backend,
                t->answer.fault.text, t->answer.error);
        exit(3);
    }
    decide(t, ending, v);
    if (v->out_of_time && t->test_case->of_one_block && on_cpu_backend())
        judge_fewer(program, t, v);
    check_width(t, v);
    if (v->has_read)
        judge_blind(program, t, ending, v);
    if (t->request_flags & KEEPS_ARRAYS && v->passed)
        tally->renewed = judge_renewed(program, t, v);
    struct program *plain = plain_program(t->task);
    if (plain && !options.counted)
        judge_other_grids(plain, t, v);
    bool wrong_unseen = !v->passed; /* where no checker looks on */
    if (ending.how != NEVER_READY)  /* and no more is the checker's */
        ask_checker(t, v, tally);
    if (wrong_unseen && ending.how == ANSWERED && on_cpu_backend() && !options.counted &&
        !tally->failed_case)
        look_in_other_order(program, t, v);
}

/* A case that runs once runs backwards, because most other cases run forwards. But that takes
 * longer: so not if its time is shown. */
static enum schedule schedule_of(const struct test_case *test_case)
{
    bool backwards = (test_case->flags & (ONCE | MEASURED)) == ONCE;
    return options.counted ? FORWARD : backwards ? REVERSE : AS_FAST_AS_POSSIBLE;
}

/* Whether a single block is tried first, which is done sooner. */
static bool begins_with_one_block(const struct test_case *row)
{
    return row->of_one_block && on_cpu_backend() && !options.counted;
}

static void begin_case(struct case_run *t, const struct task *task, const struct test_case *row,
                       const struct tally *tally)
{
    case_begin(t, task, row, options.seed);
    t->known = (tally->passed > 0 ? PASSED_BEFORE : 0) | (is_told_of(row) ? TOLD_OF : 0);
    t->seconds = options.counted;
    t->schedule = options.counted ? options.schedule : schedule_of(row);
}

/* `row` is the table's: that of a case which has begun with one block has fewer elements. */
static void run_case(struct program *program, struct case_run *t, const struct test_case *row,
                     struct verdict *v, struct tally *tally)
{
    if (!program->path || !program_is_built(program)) {
        *v = (struct verdict){.pattern = ""};
        fail_to_build(program, v);
        return;
    }
    if (is_wide(t)) {
        judge_wide(program, t, on_cpu_backend(), v);
        bool may_race = v->passed || v->reason == REASON_WRONG;
        struct program *plain = plain_program(t->task);
        if (v->let_off && plain && plain != program)
            judge_let_off(plain, t, v);
        if (may_race && t->test_case->flags & WATCHED)
            run_checker(t, v, check_blocks);
    } else if (begins_with_one_block(row)) {
        if (passes_by_one_block(program, t, v)) {
            check_width(t, v);
        } else {
            case_end(t);
            begin_case(t, t->task, row, tally);
            run_all_blocks(program, t, v, tally);
        }
    } else if (!passes_by_some_blocks(program, t, v))
        run_all_blocks(program, t, v, tally);
    take_printed(program, t, v, tally);
}

/* A stranger could keep the grader busy for an hour with cases that each end in time. */
static bool has_taken_long(const struct tally *tally, struct verdict *v)
{
    if (!options.box || tally->seconds <= TASK_SECONDS)
        return false;
    fail(v, REASON_TIMEOUT,
         "not run: the cases before it took %.0f s in all, and those of a task may take %d s",
         tally->seconds, TASK_SECONDS);
    v->out_of_time = true;
    return true;
}

/* Where a number is the first that so many bits do not hold, a loop that counts in them begins
 * again and again. */
static void say_of_bits(const struct test_case *test_case, const struct tally *tally,
                        struct verdict *v)
{
    static const int64_t held[] = {INT16_MAX, UINT16_MAX};
    for (int i = 0; i < CASE_NUMBERS && tally->cases == tally->passed; i++)
        for (int bits = 0; bits < 2; bits++)
            if (test_case->numbers[i] > held[bits] && tally->most[i] <= held[bits]) {
                say(v,
                    "\n  no case before it has a number there that is larger than %lld, and "
                    "%s counts no further than %lld: does a loop count in one, and begin "
                    "again?",
                    (long long)tally->most[i], bits ? "an unsigned short" : "a short",
                    (long long)held[bits]);
                return;
            }
}

static void run_and_time(struct case_run *t, const struct test_case *row, struct verdict *v,
                         struct tally *tally)
{
    begin_turn(shows_time(t->test_case));
    double start = seconds_now();
    run_case(fast_program(t->task), t, row, v, tally);
    end_turn();
    tally->seconds += (seconds_now() - start) / machine_slowness_lately();
    if (v->out_of_time && tally->passed)
        say_of_bits(t->test_case, tally, v);
}

/* Keeps the first failure, the first remark and the first counts of a task: these are told. */
static void add_to_tally(const struct test_case *test_case, const struct verdict *v,
                         struct tally *tally)
{
    tally->cases++;
    tally->passed += v->passed;
    for (int i = 0; i < CASE_NUMBERS; i++)
        if (test_case->numbers[i] > tally->most[i])
            tally->most[i] = test_case->numbers[i];
    if ((v->out_of_time || v->overworked) && !tally->timed_out)
        print_skipping(v, tally, test_case);
    tally->timed_out |= v->out_of_time || v->overworked;
    if (!v->passed && !tally->failed_case) {
        tally->failed_case = test_case;
        tally->first_failure = *v;
    }
    if (v->remarked && (!tally->remark_case || tally->remark.unseen)) {
        tally->remark_case = test_case;
        tally->remark = *v;
    }
    if (test_case->flags & COUNTED && !tally->counted) {
        tally->counted = true;
        tally->traffic = v->traffic;
    }
}

static void judge_case(const struct task *task, const struct test_case *test_case,
                       struct tally *tally)
{
    struct case_run t;
    struct test_case fewer = row_of_one_block(test_case);
    struct verdict v = {.pattern = ""};
    if (!options.json)
        show_progress(task->name, tally->cases + 1, tally->all);
    begin_case(&t, task, begins_with_one_block(test_case) ? &fewer : test_case, tally);
    if (tally->timed_out)
        fail(&v, REASON_NOT_RUN,
             "not run, since a case before it timed out, or took too much work or memory");
    else if ((test_case->flags & ONCE || is_wide(&t)) && tally->failed_case)
        fail(&v, REASON_NOT_RUN, "not run, since it takes long and a case before it failed");
    else if (!has_taken_long(tally, &v))
        run_and_time(&t, test_case, &v, tally);
    hide_progress();
    add_to_tally(test_case, &v, tally);
    write_json(&t, &v);
    if (v.passed && is_told_of(test_case) && task->report)
        print_measured(&t);
    case_end(&t);
}

/* Gives the program time: a user looks at it in a debugger. */
static void save_case(const struct task *task, const struct test_case *test_case)
{
    struct case_run t;
    case_begin(&t, task, test_case, options.seed);
    t.seconds = 1e6;
    t.runs = 1;
    program_save(options.save, &t);
    case_end(&t);
}

/* --- tasks ---------------------------------------------------------------------------- */

static void judge_task(const struct task *task, struct tally *tally)
{
    const struct test_case *test_case = task->cases;
    *tally = (struct tally){0};
    for (const struct test_case *each = task->cases; each->name; each++)
        tally->all += runs(each);
    for (; test_case->name; test_case++)
        if (runs(test_case))
            judge_case(task, test_case, tally);
}

static void save_asked(void)
{
    for (const struct task *task = tasks; task->name; task++)
        for (const struct test_case *c = task->cases; c->name; c++)
            if (asked_for(options.task, task->name) && runs(c))
                save_case(task, c);
}

/* Whether a failure is told with what was printed in its case. */
static bool shown_with(const struct tally *failure)
{
    return failure->failed_case && failure->printed_case == failure->failed_case &&
           failure->first_failure.reason != REASON_NOT_STARTED;
}

static void print_all_of(const struct task *task, const struct tally *tally)
{
    print_task(task, tally);
    print_traffic(task, tally);
    print_remark(task, tally);
    write_tally(task, tally);
}

/* What is shown when all tasks have been judged: the first failure of a task that counts, or
 * else of another task; and the first output. */
struct shown {
    const struct task *failed, *printed;
    struct tally failure, output; /* of these */
};

/* A stretch task counts if it is asked for. */
static bool counts(const struct task *task)
{
    return !task->stretch || options.task;
}

static void keep_first(struct shown *shown, const struct task *task, const struct tally *tally)
{
    if (tally->failed_case && (!shown->failed || (counts(task) && shown->failed->stretch))) {
        shown->failed = task;
        shown->failure = *tally;
    }
    if (tally->printed && !shown->printed) {
        shown->printed = task;
        shown->output = *tally;
    }
}

static bool is_asked_for(const struct task *task)
{
    return asked_for(options.task, task->name) && (!task->stretch || options.stretch);
}

/* The tasks to be judged, in their order. Returns how many. */
static size_t list_asked(const struct task *listed[MOST_TASKS])
{
    size_t count = 0;
    for (const struct task *task = tasks; task->name; task++) {
        if (!is_asked_for(task))
            continue;
        if (count == MOST_TASKS)
            usage("a lab has at most %d tasks: raise MOST_TASKS in judge.c", MOST_TASKS);
        listed[count++] = task;
    }
    return count;
}

/* Of a grading, labs are judged side by side already. */
static bool has_cores_to_spare(void)
{
    cpu_set_t ours;
    return !options.json && !options.box && !options.counted && !options.patient &&
           on_cpu_backend() && sched_getaffinity(0, sizeof ours, &ours) == 0 &&
           CPU_COUNT(&ours) > 1;
}

/* Returns whether all tasks that count have passed. */
static bool judge_tasks(void)
{
    const struct task *listed[MOST_TASKS];
    size_t count = list_asked(listed);
    struct shown shown = {0};
    bool passed = true;
    if (has_cores_to_spare() && begin_beside(listed, count, judge_task)) {
        stop_programs();
        _exit(0);
    }
    for (size_t i = 0; i < count; i++) {
        struct tally tally;
        judge_here_or_beside(i, listed[i], &tally, judge_task);
        if (!tally.cases)
            continue;
        print_all_of(listed[i], &tally);
        passed &= tally.passed == tally.cases || !counts(listed[i]);
        keep_first(&shown, listed[i], &tally);
    }
    end_beside();
    if (shown.failed)
        print_failure(shown.failed, &shown.failure);
    if (shown.printed && !shown_with(&shown.failure))
        print_output_of(shown.printed, &shown.output);
    return passed;
}

/* Opens the standard descriptors if the caller has closed them: otherwise a file of ours would
 * become standard output. */
static void fill_standard_descriptors(void)
{
    int descriptor;
    do
        descriptor = open("/dev/null", O_RDWR);
    while (descriptor >= 0 && descriptor <= 2);
    close(descriptor);
}

/* Lets each case use the memory that the last one has freed, because a new page costs more than
 * most cases do with it. So all memory comes from one heap, which does not become smaller. */
static void keep_freed_memory(void)
{
    const int never = 0;
    mallopt(M_MMAP_MAX, never);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

int main(int argc, char **argv)
{
    keep_freed_memory();
    fill_standard_descriptors();
    read_options(argc, argv);
    if (options.list || options.list_mistakes || options.list_cases) {
        (options.list ? list_tasks : options.list_cases ? list_cases : list_mistakes)();
        end_report();
        return 0;
    }
    check_options();
    random_use_seed(options.seed);
    if (options.save) {
        save_asked();
        return 0;
    }
    begin_json();
    name_programs();
    if (options.title)
        tell("%s%s%s, %s on the %s backend, seed %llu\n", paint(BOLD), options.lab,
             paint(PLAIN), options.title, options.backend, (unsigned long long)options.seed);
    bool passed = judge_tasks();
    stop_programs();
    end_report();
    return passed ? 0 : 1;
}
