/* The second and the third rule of a task: clean in the CPU checker, and by the technique that
 * is taught. The case runs again in the checked program, once a schedule; what the checker
 * finds there comes before what the outputs say.
 *
 * - check_clean()   the rules themselves
 * - check_width()   whether many elements have few blocks, as the caller has run it
 * - find_cause()    what the checker has seen of a case that failed before
 * - check_one_block()  the same, where a single block goes on from element to element
 * - check_blocks()  a case with wide arrays, of which the checker sees a few blocks
 * - judge_blind()   once more in the same program, where other values reach the host
 */
#include "rerun.h"
#include "verdict.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static enum reason reason_of(const struct finding *finding)
{
    static const enum reason of[FINDING_KINDS] = {
#define KIND(name, word, rank) [FOUND_##name] = REASON_##name,
        EACH_FINDING_KIND(KIND)
#undef KIND
    };
    return of[finding->kind];
}

static bool is_race(const struct finding *finding)
{
    return finding->kind == FOUND_RACE || finding->kind == FOUND_SHARED_RACE ||
           finding->kind == FOUND_UNORDERED_RACE;
}

/* The first finding that is a fault: backend_cpu.c has put them in the order of kinds.h. */
static const struct finding *first_fault(const struct case_run *t)
{
    for (uint32_t i = 0; i < t->answer.finding_count; i++)
        if (t->answer.findings[i].kind != FOUND_NOTE)
            return &t->answer.findings[i];
    return NULL;
}

static bool is_same_line(const struct source_line *a, const struct source_line *b)
{
    return a->line == b->line && !strncmp(a->file, b->file, sizeof a->file);
}

static bool is_at(const struct finding *finding, const struct source_line *line)
{
    return is_same_line(&finding->lines[0], line) || is_same_line(&finding->lines[1], line);
}

/* A thread that leaves one array gets into the next one, and meets the writers of that. If the
 * line gets a guard, its race in global memory is gone as well. */
static bool goes_with_a_stray(const struct case_run *t, const struct finding *race)
{
    for (uint32_t i = 0; i < t->answer.finding_count && race->kind == FOUND_RACE; i++) {
        const struct finding *stray = &t->answer.findings[i];
        if (stray->kind == FOUND_OUT_OF_BOUNDS && stray->lines[0].line &&
            is_at(race, &stray->lines[0]))
            return true;
    }
    return false;
}

/* Threads that go beyond the end of a tile use each other's elements. And an index that leads
 * there may have been read too early: so a race is told as well. */
static const struct finding *race_beside(const struct case_run *t, const struct finding *first)
{
    for (uint32_t i = 0; i < t->answer.finding_count && !is_race(first); i++)
        if (is_race(&t->answer.findings[i]) && !goes_with_a_stray(t, &t->answer.findings[i]))
            return &t->answer.findings[i];
    return NULL;
}

/* The CPU backend has broken the launch off for what the checker has found, too: what CUDA
 * calls that is its own affair, for a GPU need not call it anything. */
static bool says_the_same(const struct verdict *before, const struct verdict *v)
{
    size_t length = strcspn(before->text, "\n");
    return length && length == strcspn(v->text, "\n") &&
           !strncmp(before->text, v->text, length);
}

/* What the outputs said before, where the checker has found the cause: each is said once. What
 * a thread finds in an array of its own that it has not written is chance, and so is whatever
 * the outputs look like then. */
static void add_outputs(const struct verdict *before, struct verdict *v)
{
    if (!before->passed && !says_the_same(before, v))
        say(v, "\n  %.*s", (int)length_beside(before, v->found), before->text);
    if (v->found == REASON_NOT_SHARED)
        v->pattern = "";
}

/* What the checker has to say first, then whatever the outputs had said before. */
static void put_first(enum reason reason, const char *text, const struct finding *fault,
                      struct verdict *v)
{
    struct verdict before = *v;
    fail(v, reason, "%s", text);
    v->explained = true;
    v->found = fault ? reason_of(fault) : REASON_OK;
    add_outputs(&before, v);
}

/* Whether wrong outputs are right where no call was before: then it is what that has left. */
static bool is_right_alone(const struct program *checked, const struct case_run *t)
{
    struct program other = program_anew(checked);
    struct case_run alone;
    struct verdict verdict;
    case_begin_like(&alone, t, t->seed, t->schedule);
    decide(&alone, program_ask(&other, &alone), &verdict);
    program_forget(&other);
    case_end(&alone);
    return verdict.passed;
}

static void say_right_alone(struct verdict *v)
{
    say(v,
        "\n  it is right where no call was before: what does a call leave for the next one, a "
        "flag, a counter or a sum, that each is to clear at its start?");
}

void look_in_other_order(struct program *program, const struct case_run *t, struct verdict *v)
{
    struct case_run other;
    struct verdict verdict;
    bool backwards = t->schedule == REVERSE;
    if (v->reason != REASON_WRONG || v->explained ||
        v->run > 0) /* one was right in this order */
        return;
    case_begin_like(&other, t, t->seed, backwards ? AS_FAST_AS_POSSIBLE : REVERSE);
    decide(&other, program_ask(program, &other), &verdict);
    if (verdict.passed) {
        char text[TEXT_SIZE];
        snprintf(
            text, sizeof text,
            "wrong where the %s threads and blocks come first, and right where the %s ones "
            "do: does one write what others have yet to read, or read what is not written "
            "yet? A barrier is missing, or an atomic operation; or the kernel needs what is "
            "copied only after its launch",
            backwards ? "last" : "first", backwards ? "first" : "last");
        put_first(v->reason, text, NULL, v);
    } else if (t->known & PASSED_BEFORE && !*v->pattern && is_right_alone(program, t)) {
        say_right_alone(v);
    }
    case_end(&other);
}

static void put_finding_first(const struct case_run *t, const struct finding *fault,
                              enum reason reason, struct verdict *v)
{
    const struct finding *race = race_beside(t, fault);
    char text[2 * TEXT_SIZE + 16];
    snprintf(text, sizeof text, "%s%s%s", fault->text, race ? "\n  also: " : "",
             race ? race->text : "");
    put_first(reason, text, fault, v);
}

/* Blocks begin with the last one in the reverse order, where what they tell a second time is
 * late. In the random order those that tell each other something do so at the same time. */
static const char *what_waits(const struct case_run *t, const struct verdict *v)
{
    if (t->answer.late && v->reason == REASON_WRONG)
        return "\n  does a block go on with what those before it have told? They may have told "
               "no "
               "more than their own sums, all of them: it looks back until it meets one that "
               "knows all before it, however far that is. And does a number's flag come behind "
               "it, with a __threadfence() between, or both in one word?";
    if (t->schedule != REVERSE || !v->out_of_time)
        return "";
    return "\n  does a block wait for one of a lower number? Blocks may begin in any order, "
           "and that one may never have room: let each take its number by atomicAdd() when it "
           "begins";
}

/* Says under which circumstances alone the case fails, which has passed in the fast program. */
static void say_of_schedule(const struct case_run *t, struct verdict *v)
{
    /* A call that the checked program refuses is refused in each order, and what the host has
     * read does not depend on the order. */
    if ((t->answer.fault.text[0] && t->schedule == FORWARD) || v->reason == REASON_FROM_HOST)
        return;
    if (v->out_of_time && t->schedule == FORWARD)
        say(v, "\n  it is slow only in the checker, which watches each access: are there more "
               "threads than elements (a grid counts blocks, not threads), or does a loop go "
               "on far beyond the end of an array?");
    else
        say(v,
            "\n  so it is when threads and blocks take turns in the checker's %s order; "
            "the result may not depend on whose turn it is",
            schedule_name(t->schedule));
}

/* Each schedule has values of its own: whether it is these, and not the order. */
static bool fails_in_order(struct program *checked, const struct case_run *t)
{
    struct case_run forward;
    struct verdict verdict;
    if (t->schedule == FORWARD)
        return false;
    case_begin_like(&forward, t, t->seed, FORWARD);
    decide(&forward, program_ask(checked, &forward), &verdict);
    case_end(&forward);
    return !verdict.passed;
}

/* A launch that was broken off has not come to all of its blocks, and how far it came is the
 * machine's affair. Where it was seen to race until then, the first block and the last ones,
 * which are soon over, tell whether they leave an array: that comes first. Of several launches
 * a later one may read where to go from what blocks of the one before have left out. */
static bool strays_in_few_blocks(struct program *checked, const struct case_run *like,
                                 struct ending_of_ask ending, struct finding *stray)
{
    struct case_run t;
    const struct finding *first = first_fault(like);
    bool in_time = ending.how == ANSWERED && !has_error(like, "cudaErrorLaunchTimeout");
    if (!first || !is_race(first) || in_time)
        return false;
    case_begin_like(&t, like, like->seed, FEW_BLOCKS);
    t.runs = 1;
    program_ask(checked, &t);
    const struct finding *finding = first_fault(&t);
    bool found = finding && finding->kind == FOUND_OUT_OF_BOUNDS &&
                 (finding->is_write || t.answer.runs[0].launches == 1);
    if (found)
        *stray = *finding;
    case_end(&t);
    return found;
}

/* Returns whether the case is wrong by its values, whatever the order. */
static bool judge_schedule(struct program *checked, struct case_run *t,
                           struct ending_of_ask ending, struct verdict *v)
{
    struct finding stray;
    const struct finding *fault =
        strays_in_few_blocks(checked, t, ending, &stray) ? &stray : first_fault(t);
    struct verdict outputs;
    if (fault) {
        put_finding_first(t, fault, reason_of(fault), v);
    } else if (!v->passed) {
        /* A launch that was broken off explains what a device only got wrong. */
        if (t->answer.fault.text[0])
            put_first(REASON_FAULT, t->answer.fault.text, NULL, v);
    } else {
        decide(t, ending, &outputs);
        if (outputs.passed)
            return false;
        *v = outputs;
        if (!outputs.out_of_time && fails_in_order(checked, t))
            return true;
        say_of_schedule(t, v);
    }
    return false;
}

static void judge_technique(struct case_run *t, struct verdict *v)
{
    const struct simt_counters *counters = &t->answer.counters;
    const char *objection = t->task->technique ? t->task->technique(t, counters) : NULL;
    if (!objection)
        objection = objection_to_shares(t, counters);
    if (objection)
        fail(v, REASON_TECHNIQUE, "right, but not by the technique of this task: %s",
             objection);
}

/* How many threads a launch has for each element of the largest array, where these are many and
 * each element has a block; else 0. A block for each row or a warp for each result is far from
 * that. */
static uint64_t threads_each(const struct case_run *t)
{
    enum { MANY = 64 };
    const struct simt_counters *counters = &t->answer.counters;
    size_t largest = 1;
    for (uint32_t i = 0; i < t->array_count; i++)
        if (element_count(&t->arrays[i]) > largest)
            largest = element_count(&t->arrays[i]);
    if (!counters->launches || counters->blocks / counters->launches < largest)
        return 0;
    uint64_t each = counters->threads / counters->launches / largest;
    return each >= MANY ? each : 0;
}

static struct traffic traffic_of(const struct case_run *t)
{
    const struct simt_counters *counters = &t->answer.counters;
    return (struct traffic){
        .threads_each = threads_each(t),
        .sectors = counters->global_load.sectors + counters->global_store.sectors,
        .wavefronts = counters->shared_load.wavefronts + counters->shared_store.wavefronts,
    };
}

/* --- how much it does --------------------------------------------------------------------- */

/* Right ways do more than the plain one, by copies in shared memory, halos, trees and searches,
 * and most by threads that find little to do in a small case. Of those that we know nearly none
 * comes to a fifth of this: for each access of the plain way (see `work` in lab.h), for each
 * thread. Bins of its own for each lane, cleared and merged, come nearest. */
enum { MOST_TIMES = 64, MOST_OF_A_THREAD = 512 };

/* As the source has them. */
static double accesses(const struct simt_counters *counters)
{
    return (double)(counters->global_load.lanes + counters->global_store.lanes +
                    counters->shared_load.lanes + counters->shared_store.lanes +
                    counters->global_atomic.lanes + counters->shared_atomic.lanes);
}

static double work_of(const struct case_run *t)
{
    double elements = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        elements += (double)element_count(&t->arrays[i]);
    return t->task->work ? t->task->work(t) : elements;
}

/* Where each thread does all of it, or nearly, that is the reason. */
static const char *why_so_much(const struct case_run *t, double work)
{
    double of_a_thread = accesses(&t->answer.counters) / (double)t->answer.counters.threads;
    return of_a_thread > work / 4
               ? "each thread does what is the work of all: what is one thread's share?"
               : "which loop goes over what other threads go over as well?";
}

/* One block has all threads that there are, and the next larger case no more of them. */
static bool is_one_blocks(const struct case_run *t)
{
    enum { MOST_OF_A_BLOCK = 1024 };
    size_t largest = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        if (t->arrays[i].role != INPUT && element_count(&t->arrays[i]) > largest)
            largest = element_count(&t->arrays[i]);
    return t->answer.counters.blocks <= t->answer.counters.launches &&
           largest > MOST_OF_A_BLOCK;
}

/* Of a program that came to its end, or was on its way there: it has no endless loop. */
static void judge_amount_of_work(const struct case_run *t, struct verdict *v)
{
    double done = accesses(&t->answer.counters), work = work_of(t);
    double threads = (double)t->answer.counters.threads;
    bool ended = t->answer.outcome == ANSWER_COMPLETE;
    if (done <= MOST_TIMES * work + MOST_OF_A_THREAD * threads || !(ended || t->answer.moving))
        return;
    v->overworked = true;
    if (v->passed)
        fail(v, REASON_TECHNIQUE, "right, but %s",
             is_one_blocks(t)
                 ? "one block does the work, where many have a share of it, and it is "
                 : "");
    else
        say(v, "\n  and it is ");
    say(v,
        "far too much work: %.0f accesses to memory by %llu threads%s, where the plain way "
        "makes %.0f, and so %s%.0f times as many; %s",
        done, (unsigned long long)t->answer.counters.threads,
        ended ? "" : " before its time was up", work, ended ? "" : "more than ", done / work,
        why_so_much(t, work));
}

/* Each schedule has other values: what one call keeps for the next is then wrong. */
static void run_schedule(struct program *checked, const struct case_run *like,
                         enum schedule schedule, struct verdict *v)
{
    struct case_run t;
    bool passed = v->passed;
    case_begin_like(&t, like, like->seed + (schedule - FORWARD), schedule);
    t.known |= TO_THE_BYTE;
    struct ending_of_ask ending = program_ask(checked, &t);
    bool by_values = judge_schedule(checked, &t, ending, v);
    if (passed && v->reason == REASON_WRONG && schedule != FORWARD &&
        is_right_alone(checked, &t))
        say_right_alone(v);
    else if (passed && !by_values)
        say(v, "%s", what_waits(&t, v));
    if (v->passed && schedule == FORWARD && t.test_case->flags & COUNTED) {
        v->traffic = traffic_of(&t);
        /* First, since what is no technique of the task may be why it is much work. */
        judge_technique(&t, v);
    }
    if (schedule == FORWARD)
        judge_amount_of_work(&t, v);
    case_end(&t);
}

/* Stops at the first schedule with something to say: the others would say it again. */
void check_clean(struct program *checked, const struct case_run *t, struct verdict *v)
{
    enum schedule last = t->test_case->flags & CHECKED ? LOCKSTEP : FORWARD;
    enum reason before = v->reason;
    for (enum schedule schedule = FORWARD;
         schedule <= last && v->reason == before && !v->overworked; schedule++)
        run_schedule(checked, t, schedule, v);
}

void check_width(const struct case_run *t, struct verdict *v)
{
    const char *objection = v->passed ? objection_to_a_narrow_grid(t) : NULL;
    if (objection)
        fail(v, REASON_TECHNIQUE, "right, but not by the technique of this task: %s",
             objection);
}

/* The first write beside an array, or race of a block's own threads. What is read beside one,
 * and races between blocks, may be the fault of blocks that do not run. */
static const struct finding *first_of_few_blocks(const struct case_run *t)
{
    for (uint32_t i = 0; i < t->answer.finding_count; i++) {
        const struct finding *finding = &t->answer.findings[i];
        if (finding->kind == FOUND_SHARED_RACE ||
            (finding->kind == FOUND_OUT_OF_BOUNDS && finding->is_write))
            return finding;
    }
    return NULL;
}

static void say_why_so_late(const struct case_run *t, const struct finding *finding,
                            struct verdict *v)
{
    const struct wide *wide = &t->test_case->wide[0];
    if (!finding || finding->kind == FOUND_OUT_OF_BOUNDS)
        say(v,
            "\n  has an array of the answer's own a fixed size, which a large grid exceeds?");
    else
        say(v,
            "\n  with %s = %lld a block of this grid goes on to further rows or tiles: is its "
            "shared memory used again before all are done with it?",
            wide->number, (long long)wide->value);
}

static void look_at_few_blocks(struct program *checked, const struct case_run *like,
                               const struct test_case *test_case, struct verdict *v)
{
    struct case_run t;
    case_begin(&t, like->task, test_case, like->seed);
    t.known = PASSED_BEFORE;
    t.runs = 1;
    t.schedule = FEW_BLOCKS;
    struct ending_of_ask ending = program_ask(checked, &t);
    const struct finding *finding = first_of_few_blocks(&t);
    if (finding)
        put_finding_first(&t, finding, reason_of(finding), v);
    else if (ending.how == KILLED_BY_SIGNAL &&
             t.answer.fault.text[0]) /* by the checker itself */
        fail(v, REASON_OUT_OF_BOUNDS, "%s", t.answer.fault.text);
    if (finding || v->reason == REASON_OUT_OF_BOUNDS)
        say_why_so_late(&t, finding, v);
    case_end(&t);
}

/* Who launches no more than some thousand blocks is soon done where the number is nearer, and
 * each of them goes on to others there, too. */
void check_blocks(struct program *checked, const struct case_run *like, struct verdict *v)
{
    const struct test_case *test_case = like->test_case;
    look_at_few_blocks(checked, like, test_case, v);
    if (!v->passed || !test_case->nearer)
        return;
    struct test_case nearer = with_first_number(test_case, test_case->nearer);
    look_at_few_blocks(checked, like, &nearer, v);
}

void check_one_block(struct program *checked, const struct case_run *like, struct verdict *v)
{
    struct case_run t;
    case_begin_like(&t, like, like->seed, ONE_BLOCK);
    program_ask(checked, &t);
    const struct finding *finding = first_of_few_blocks(&t);
    if (finding)
        put_finding_first(&t, finding, reason_of(finding), v);
    case_end(&t);
}

/* Who does nothing with what has been changed takes as long as before. Others may launch grids
 * of any size. */
static double at_most_as_long(const struct case_run *t)
{
    const double start = 0.5, slack = 10;
    double limit = start + slack * t->answer.runs[0].seconds;
    return t->seconds && t->seconds < limit ? t->seconds : limit;
}

/* Where all that the host copies off the device reaches it changed, in a process that has seen
 * nothing of the case yet: who is right all the same has done nothing with it but print it. */
void judge_blind(const struct program *like, struct case_run *t, struct ending_of_ask ending,
                 struct verdict *v)
{
    struct program other = program_anew(like);
    struct case_run blind;
    struct verdict verdict;
    case_begin_like(&blind, t, t->seed, t->schedule);
    blind.request_flags = BLIND;
    blind.known |= READS_UNUSED;
    blind.seconds = at_most_as_long(t);
    decide(&blind, program_ask(&other, &blind), &verdict);
    program_forget(&other);
    case_end(&blind);
    if (!verdict.passed)
        return;
    t->known |= READS_UNUSED;
    decide(t, ending, v);
}

/* That a kernel takes too long is known, and where. Or it does so here alone, where each access
 * is watched: that tells nothing of what has come in time. */
static bool tells_of_time_alone(const struct case_run *before, const struct case_run *t,
                                const struct verdict *v)
{
    static const char too_long[] = "cudaErrorLaunchTimeout";
    return has_error(t, too_long) && (has_error(before, too_long) || !v->out_of_time);
}

/* Two programs have told of it: their words differ by allocations, addresses and bytes. */
static bool is_same_fault(const struct fault *a, const struct fault *b)
{
    return a->error == b->error && is_same_line(&a->line, &b->line);
}

/* Takes the program's own last words off the verdict, where the finding tells the same. */
static void leave_out_last_words(const struct finding *finding, const struct fault *fault,
                                 struct verdict *v)
{
    if (v->last_words && fault->line.line && finding->kind == FOUND_DEVICE_POINTER &&
        is_same_line(&finding->lines[0], &fault->line))
        v->text[v->last_words] = '\0';
}

/* Of a program that ends in the midst of it, the checker's last words count as well. */
void find_cause(struct program *checked, const struct case_run *like, struct verdict *v)
{
    const double known = 1, unknown = 1.5, died = 15; /* where it hangs, and why it died */
    struct case_run t;
    case_begin_like(&t, like, like->seed, FORWARD);
    t.seconds = like->answer.fault.text[0]    ? known
                : v->reason == REASON_CRASHED ? died
                                              : unknown;
    struct ending_of_ask ending = program_ask(checked, &t);
    struct finding stray;
    bool knows = v->reason == REASON_OUT_OF_BOUNDS;
    const struct finding *fault =
        !knows && strays_in_few_blocks(checked, &t, ending, &stray) ? &stray : first_fault(&t);
    if (fault && knows && is_race(fault)) {
        say(v, "\n  also: %s", fault->text); /* it was seen for a while alone */
    } else if (fault) {
        leave_out_last_words(fault, &like->answer.fault, v);
        put_finding_first(&t, fault, v->reason, v);
    } else if (t.answer.fault.text[0] && !is_same_fault(&t.answer.fault, &like->answer.fault) &&
               !tells_of_time_alone(like, &t, v))
        put_first(v->reason, t.answer.fault.text, NULL, v);
    judge_amount_of_work(&t, v);
    case_end(&t);
}
