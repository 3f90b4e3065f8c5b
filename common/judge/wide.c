/* Judges a case with wide arrays: see wide.h. */
#include "wide.h"
#include "elements.h"
#include "gaps.h"
#include "machine.h"
#include "wide_words.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>

/* Without loops it is over in a hundredth of that. One thread that reads 2^24 elements in turn
 * takes a CPU a tenth of it, and a device a second or two. */
static const double SECONDS = 1, DEVICE_SECONDS = 5;

#define NEVER_WRITTEN "the last element of the result was never written"

static const struct verdict passed = {.passed = true, .reason = REASON_OK, .pattern = ""};
static const struct verdict let_off = {
    .passed = true, .reason = REASON_OK, .pattern = "", .let_off = true};

/* Systems that promise no more memory than they have would have to promise all of it. */
static bool has_address_space(void)
{
    FILE *file = fopen("/proc/sys/vm/overcommit_memory", "r");
    int policy = 0;
    if (file && fscanf(file, "%d", &policy) != 1)
        policy = 0;
    if (file)
        fclose(file);
    return policy != 2;
}

/* Copies of it may take much memory. Blocks of a cooperative launch run at once, for which
 * there are too few cores. */
static bool had_no_room(const struct case_run *t)
{
    return t->answer.given_null || /* the host has got none */
           t->answer.outcome == ANSWER_UNUSABLE || has_error(t, "cudaErrorMemoryAllocation") ||
           has_error(t, "cudaErrorCooperativeLaunchTooLarge");
}

/* Loops over all of it by few threads may take long, too. */
static bool was_too_much(const struct case_run *t, struct ending_of_ask ending)
{
    if (ending.how == ANSWERED)
        return had_no_room(t) || has_error(t, "cudaErrorLaunchTimeout");
    return hit_a_limit(ending);
}

/* Whether the last of a wide output's elements is written. */
static bool wrote_an_end(const struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++) {
        const struct case_array *a = &t->arrays[i];
        if (a->gap.stride && a->role == OUTPUT &&
            !element_is_untouched(a, 0, element_count(a) - 1))
            return true;
    }
    return false;
}

/* What the machine had no room or no time for: nobody has seen anything wrong with it. */
static void say_unseen(const struct case_run *t, struct verdict *v)
{
    v->remarked = v->unseen = true;
    say(v,
        "not judged: it took longer than %.3g s, or too much memory; where the blocks of "
        "a grid share the work, it takes a moment",
        t->seconds);
}

/* Whether the device has refused a launch: CUDA documents the first name, and CUDA 13 on an
 * H200 says the second. */
static bool was_refused(const struct case_run *t)
{
    return has_error(t, "cudaErrorInvalidConfiguration") ||
           has_error(t, "cudaErrorInvalidValue");
}

static bool gave_up(struct ending_of_ask ending)
{
    return (ending.how == EXITED && ending.code != 0) ||
           (ending.how == KILLED_BY_SIGNAL && ending.code == SIGABRT);
}

/* Of several launches one needs what another has left out. */
static bool left_blocks_out(const struct case_run *t)
{
    const struct run_report *run = &t->answer.runs[0];
    return run->launches != 1 && (t->schedule != FEW_BLOCKS || run->widest > SIMT_FEW);
}

/* Runs it so, and judges it; false if it was too much, which tells nothing. Whether the device
 * goes on with what the host has copied, other cases show. */
static bool ask_wide(struct program *program, struct case_run *t, enum schedule schedule,
                     bool on_cpu, struct verdict *v)
{
    t->schedule = schedule;
    struct ending_of_ask ending = program_ask(program, t);
    if (was_too_much(t, ending))
        return false;
    t->known &= ~(unsigned)(IN_PART | GAVE_UP);
    if (gave_up(ending))
        t->known |= GAVE_UP;
    if (t->test_case->flags & REACH || (on_cpu && left_blocks_out(t)))
        t->known |= IN_PART;
    decide(t, ending, v);
    return !v->has_read;
}

/* Where a grid is larger than its arrays, its last blocks have nothing to do: then more are
 * run. */
static bool reaches_nothing(struct program *program, struct case_run *t, struct verdict *v)
{
    if (t->answer.runs[0].reached || wrote_an_end(t))
        return false;
    if (t->test_case->flags & REACH)
        return true;
    case_begin_again(t);
    return ask_wide(program, t, SOME_BLOCKS, true, v) && v->passed &&
           !t->answer.runs[0].reached;
}

/* Where each number is an int and only what is computed of them is none, kernels of textbooks
 * go wrong: it is remarked, and costs nothing. Who is given a size_t is to count in one. */
static bool fits_ints(const struct case_run *t)
{
    return widest(t) <= INT32_MAX;
}

/* Whether an int holds the sum of any two places of each array: then all of it can be asked
 * for. */
static bool is_countable(const struct case_run *t)
{
    bool countable = true;
    for (uint32_t i = 0; i < t->array_count; i++)
        countable &= elements_spread(&t->arrays[i]) <= INT32_MAX / 2;
    return countable;
}

/* Blocks of the grid for each element of its wide outputs. */
static double blocks_an_element(const struct case_run *t)
{
    double elements = 0;
    for (uint32_t i = 0; i < t->array_count; i++)
        if (t->arrays[i].gap.stride && t->arrays[i].role == OUTPUT)
            elements += (double)elements_spread(&t->arrays[i]);
    return elements > 0 ? (double)t->answer.runs[0].widest / elements : 0;
}

/* How the same blocks go where the first wide number is another, and the others change by as
 * much. */
struct nearer {
    bool right;
    double seconds, density; /* of its grid: see blocks_an_element() */
};

static struct nearer try_nearer(struct program *program, const struct case_run *t,
                                enum schedule blocks, int64_t number)
{
    struct test_case test_case = with_first_number(t->test_case, number);
    struct case_run nearer;
    struct verdict v = passed;
    case_begin(&nearer, t->task, &test_case, t->seed);
    nearer.seconds = t->seconds;
    bool right = ask_wide(program, &nearer, blocks, false, &v) && v.passed;
    struct nearer tried = {.right = right && wrote_an_end(&nearer),
                           .seconds = nearer.answer.runs[0].seconds,
                           .density = blocks_an_element(&nearer)};
    case_end(&nearer);
    return tried;
}

/* What about as many elements take as 32 bits count; 0 if that is too much, too. */
static double seconds_of_fewer(struct program *program, const struct case_run *t)
{
    struct test_case test_case = *t->test_case;
    struct case_run fewer;
    struct verdict v = passed;
    for (int i = 0; i < CASE_WIDE && test_case.wide[i].number; i++)
        if (test_case.wide[i].value > UINT32_MAX)
            test_case.wide[i].value = UINT32_MAX / 100 * 99;
    case_begin(&fewer, t->task, &test_case, t->seed);
    fewer.seconds = 2 * t->seconds;
    bool over = ask_wide(program, &fewer, FEW_BLOCKS, true, &v) && v.passed;
    double seconds = over ? fewer.answer.runs[0].seconds : 0;
    case_end(&fewer);
    return seconds;
}

/* Whether it goes on and on, as where 32 bits count up to a number that they do not hold: ten
 * times as long as where they hold it. */
static bool never_ends(struct program *program, struct case_run *t)
{
    struct verdict v = passed;
    double fewer = widest(t) > UINT32_MAX ? seconds_of_fewer(program, t) : 0;
    if (fewer == 0)
        return false;
    case_begin_again(t);
    t->seconds = t->seconds > 10 * fewer ? t->seconds : 10 * fewer;
    return !ask_wide(program, t, FEW_BLOCKS, true, &v);
}

/* The nearer number, if a tenth less at most; or else the most that 16 bits, or a float, count.
 * Who waits for blocks that are left out does so with either. */
static int64_t last_that_ends(const struct case_run *t)
{
    const int64_t value = t->test_case->wide[0].value, nearer = t->test_case->nearer;
    if (value - nearer <= value / 10 || value <= UINT16_MAX)
        return nearer;
    return value > 1 << 24 ? 1 << 24 : UINT16_MAX;
}

/* The same beside that number: ten times as long as there, for each element, is enough for who
 * is only slow. Where that is too long to wait for, nobody is called endless. */
static bool never_ends_beyond(struct program *program, struct case_run *t, enum schedule blocks,
                              int64_t number)
{
    const double LONGEST = 30;
    struct nearer nearer = try_nearer(program, t, blocks, number);
    double alone = nearer.seconds / machine_slowness_lately();
    double enough = 10 * alone * t->test_case->wide[0].value / number;
    if (!nearer.right || enough > LONGEST)
        return false;
    case_begin_again(t);
    t->seconds = t->seconds > enough ? t->seconds : enough;
    struct verdict v = passed;
    return !ask_wide(program, t, blocks, false, &v) && !had_no_room(t);
}

static bool never_ends_here(struct program *program, struct case_run *t, enum schedule blocks)
{
    return never_ends_beyond(program, t, blocks, last_that_ends(t));
}

/* Whether all that is wrong is off by the same, as where a block has done its own part, and
 * only what it was to take up from others is another. */
static bool lacks_one_carry(const struct case_run *t)
{
    bool same = true, any = false;
    double off = 0;
    for (uint32_t i = 0; i < t->array_count; i++) {
        const struct case_array *a = &t->arrays[i];
        for (size_t k = 0; a->expected && a->type == INT32 && k < element_count(a); k++) {
            double by = value_at(a, 0, k) - (double)a->want.exact[k];
            same &= by == 0 || !any || by == off;
            off = by != 0 ? by : off;
            any |= by != 0;
        }
    }
    return any && same;
}

/* Whether the sums reach the end, where a few blocks show it. */
static void judge_limit(struct program *program, struct case_run *t, struct verdict *v)
{
    bool in_time = ask_wide(program, t, FEW_BLOCKS, false, v);
    if (in_time && v->passed)
        return;
    bool may_need_others = v->reason == REASON_WRONG && !lacks_one_carry(t);
    if (!in_time || may_need_others ||
        !try_nearer(program, t, FEW_BLOCKS, t->test_case->nearer).right) {
        *v = passed;
        return;
    }
    say_numbers(t, v);
    say(v,
        ", and of %lld elements the same blocks make the right sums: how many elements, or "
        "totals of blocks, does the answer go on to at most? What one block does for all "
        "others takes a loop, or another level",
        (long long)t->test_case->nearer);
}

/* All blocks for so many results take longer than anybody waits. */
static bool is_too_much_to_run(const struct case_run *t)
{
    bool many = false;
    for (uint32_t i = 0; i < t->array_count; i++)
        many |= t->arrays[i].role != INPUT && elements_spread(&t->arrays[i]) > 1 << 28;
    return many;
}

/* Where blocks go on to further elements, who writes the end is none of the sample. What is too
 * long to be seen is as `unseen` says. */
static bool passes_by_all_blocks(struct program *program, struct case_run *t, bool unseen)
{
    struct verdict v = passed;
    case_begin_again(t);
    t->seconds = time_limit_of(t);
    return ask_wide(program, t, AS_FAST_AS_POSSIBLE, false, &v) ? v.passed : unseen;
}

/* Whether the last blocks of a grid that grows as the elements do, which write the end where
 * the number is nearer, do not where it is not. */
static bool stops_short(struct program *program, struct case_run *t)
{
    const double ALIKE = 1e-4;
    double density = blocks_an_element(t);
    struct nearer nearer = try_nearer(program, t, FEW_BLOCKS, t->test_case->nearer);
    return nearer.right && fabs(density - nearer.density) <= ALIKE * nearer.density &&
           !passes_by_all_blocks(program, t, false);
}

/* Whether the same blocks are right with the nearer number. What other blocks have yet to do
 * makes nobody leave memory, but may be why elements are wrong. */
static bool is_wrong_by_its_number(struct program *program, struct case_run *t,
                                   const struct verdict *v)
{
    return !v->passed && try_nearer(program, t, FEW_BLOCKS, t->test_case->nearer).right &&
           (v->reason != REASON_WRONG || !passes_by_all_blocks(program, t, false));
}

/* The first block and the last two. */
static bool few_blocks_tell(struct program *program, struct case_run *t, struct verdict *v)
{
    bool in_time = ask_wide(program, t, FEW_BLOCKS, false, v);
    if (in_time && v->passed && wrote_an_end(t))
        return true;
    if (!in_time && never_ends_here(program, t, FEW_BLOCKS)) {
        fail_endless(t, v);
        return true;
    }
    if (in_time && is_wrong_by_its_number(program, t, v)) {
        say_numbers(t, v);
        say_float(t, v);
        return true;
    }
    if (!in_time || !v->passed || !stops_short(program, t))
        return false;
    fail(v, REASON_WRONG, NEVER_WRITTEN);
    say_numbers(t, v);
    say_float(t, v);
    return true;
}

/* All blocks would take too long. Who is wrong by some of them, the first and the last ones
 * too, and with the nearer number right, does not count so far. But of a grid that grows faster
 * than the elements, as n times the blocks of a row, more of the last blocks have nothing to
 * do, and the end may be written by one that has not run. */
static void judge_sampled(struct program *program, struct case_run *t, struct verdict *v)
{
    const double MORE = 1.001;
    if (few_blocks_tell(program, t, v))
        return;
    case_begin_again(t);
    *v = passed;
    t->seconds = time_limit_of(t);
    bool in_time = ask_wide(program, t, SOME_BLOCKS, false, v);
    if (!in_time && never_ends_here(program, t, SOME_BLOCKS)) {
        fail_endless(t, v);
        return;
    }
    double density = blocks_an_element(t);
    struct nearer nearer = {.right = true, .density = density};
    bool unwritten = in_time && v->passed && !wrote_an_end(t);
    if (unwritten)
        fail(v, REASON_WRONG, NEVER_WRITTEN);
    if (in_time && !v->passed)
        nearer = try_nearer(program, t, SOME_BLOCKS, t->test_case->nearer);
    if (!in_time || !nearer.right || (unwritten && density > nearer.density * MORE))
        *v = passed;
    bool at_its_limit = unwritten && density * MORE < nearer.density; /* and may go on */
    if (!v->passed && passes_by_all_blocks(program, t, at_its_limit))
        *v = passed;
    if (v->passed)
        return;
    say_numbers(t, v);
    if (v->reason == REASON_WRONG)
        say_float(t, v);
}

/* What few blocks have written wrongly may need others. But some thread of them comes to the
 * second half, or has the last element, whatever the grid is, unless it ends before. */
static void judge_reach(struct program *program, struct case_run *t, struct verdict *v)
{
    if (v->passed && reaches_nothing(program, t, v))
        fail(v, REASON_WRONG, "nothing of the arrays' second half was used");
    else if (v->reason == REASON_WRONG)
        *v = passed;
}

/* Small outputs that few blocks have made right, all of them, need no others. The program's own
 * variables hold nothing yet of blocks that do not run. */
static bool few_make_all_right(struct program *program, struct case_run *t, struct verdict *v)
{
    struct program other = program_anew(program);
    bool right = ask_wide(&other, t, FEW_BLOCKS, true, v) && v->passed;
    program_forget(&other);
    for (uint32_t i = 0; i < t->array_count && right; i++)
        right = !t->arrays[i].expected || !wrong_elements(&t->arrays[i], 0);
    return right;
}

/* Whether a little less is the most that a float counts: with that a loop is over as soon. */
static bool is_soon_over_with_less(const struct case_run *t)
{
    const int64_t value = t->test_case->wide[0].value, number = last_that_ends(t);
    return value - number <= value / 10;
}

/* Few blocks may be wrong there because they need the others, where all are right. And what
 * adds two numbers in a float counts to half of what a float does. */
static bool never_ends_with_more(struct program *program, struct case_run *t)
{
    const int64_t HALF = 1 << 23;
    return is_soon_over_with_less(t) &&
           (never_ends_here(program, t, FEW_BLOCKS) ||
            never_ends_here(program, t, AS_FAST_AS_POSSIBLE) ||
            (last_that_ends(t) > HALF &&
             never_ends_beyond(program, t, AS_FAST_AS_POSSIBLE, HALF)));
}

/* The first block and the last two show nearly everybody to be right. Of others all blocks run,
 * unless these are too many, and that counts; who takes too long for it is let off. */
static void judge_far(struct program *program, struct case_run *t, bool on_cpu,
                      struct verdict *v)
{
    bool few = on_cpu && has_an_end(t), reach = t->test_case->flags & REACH;
    if (on_cpu && !few) {
        if (few_make_all_right(program, t, v))
            return;
        case_begin_again(t);
        *v = passed;
    }
    bool in_time = ask_wide(program, t, few ? FEW_BLOCKS : AS_FAST_AS_POSSIBLE, false, v);
    if (!in_time && few && never_ends_with_more(program, t)) {
        fail_endless(t, v);
        return;
    }
    if (in_time && few && is_too_much_to_run(t)) {
        judge_reach(program, t, v);
    } else if (in_time && few && !(v->passed && (reach || wrote_an_end(t)))) {
        case_begin_again(t);
        *v = passed;
        in_time = ask_wide(program, t, AS_FAST_AS_POSSIBLE, false, v);
    }
    if (!in_time)
        *v = let_off;
    if (v->passed)
        return;
    if (!v->guess)
        begin_guess(v, OTHER_INDEX);
    say_numbers(t, v);
    if (v->reason == REASON_WRONG)
        say_float(t, v);
    else if (!was_refused(t)) /* which says what it is */
        say(v, ": has an array of the answer's own, or its room in memory, a fixed size?");
}

/* Where the last block of all adds up what the others have found, a few of them write nothing.
 * They have got to the end of what they read, which is what such a case is about. */
static bool leaves_result_to_others(const struct case_run *t)
{
    if (!t->answer.runs[0].reached)
        return false;
    for (uint32_t i = 0; i < t->array_count; i++)
        for (size_t k = 0; t->arrays[i].role == OUTPUT && k < element_count(&t->arrays[i]); k++)
            if (!element_is_untouched(&t->arrays[i], 0, k))
                return false;
    return true;
}

/* The same case with numbers so small that an int counts all elements. */
static struct test_case until_countable(const struct case_run *t)
{
    struct test_case test_case = *t->test_case;
    bool countable = false;
    while (!countable) {
        struct case_run smaller;
        for (struct wide *w = test_case.wide; w < test_case.wide + CASE_WIDE && w->number; w++)
            w->value /= 2;
        case_begin(&smaller, t->task, &test_case, t->seed);
        countable = is_countable(&smaller);
        case_end(&smaller);
    }
    return test_case;
}

/* Whether few blocks are wrong there, too: then they need the others, as where several add
 * parts of one sum. */
static bool needs_others(struct program *program, const struct case_run *t)
{
    struct test_case test_case = until_countable(t);
    struct case_run smaller;
    struct verdict v = passed;
    case_begin(&smaller, t->task, &test_case, t->seed);
    smaller.seconds = t->seconds;
    ask_wide(program, &smaller, FEW_BLOCKS, true, &v);
    case_end(&smaller);
    return v.reason == REASON_WRONG;
}

/* The last element of the first array that an answer may leave it at. */
static size_t last_near(const struct case_run *t)
{
    const struct case_array *a = t->arrays;
    while (!a->gap.stride)
        a++;
    return far_elements(a) - 1;
}

/* A few blocks of a CPU, all of a device. */
static void judge_beyond(struct program *program, struct case_run *t, bool on_cpu,
                         struct verdict *v)
{
    if (!ask_wide(program, t, on_cpu ? FEW_BLOCKS : AS_FAST_AS_POSSIBLE, on_cpu, v)) {
        *v = let_off;
        if (on_cpu && never_ends(program, t)) {
            fail(v, REASON_TIMEOUT,
                 "it goes on and on, and where 32 bits count the elements it is over soon");
            say_how_wide(t, v);
        } else {
            say_unseen(t, v);
        }
        return;
    }
    if (v->reason == REASON_WRONG && on_cpu && leaves_result_to_others(t))
        *v = passed;
    if (v->passed && on_cpu && reaches_nothing(program, t, v))
        fail(v, REASON_WRONG,
             "nothing of its arrays beyond element %zu was used: an index or the grid "
             "ends before (at 65535 blocks, and without a loop?)",
             last_near(t));
    if (v->reason == REASON_WRONG && on_cpu && fits_ints(t) && needs_others(program, t))
        *v = passed;
    if (v->passed)
        return;
    say_how_wide(t, v);
    if (fits_ints(t)) {
        v->passed = v->remarked = true;
        v->reason = REASON_OK;
        v->pattern = "";
    }
}

/* Who asks for the launch's error reports it, or ends the program. */
static bool is_told_of_refusal(const struct case_run *t)
{
    return was_refused(t) || t->known & GAVE_UP;
}

/* What is judged by the blocks and pages that a kernel comes to, which a device does not tell;
 * or what would keep a device busy for long. */
static bool is_for_a_cpu(const struct case_run *t)
{
    const unsigned flags = t->test_case->flags;
    return flags & REACH || (t->test_case->nearer && !(flags & SAMPLED && is_countable(t)));
}

void judge_wide(struct program *program, struct case_run *t, bool on_cpu, struct verdict *v)
{
    const unsigned flags = t->test_case->flags;
    *v = passed;
    if (on_cpu && !has_address_space())
        return;
    if (!t->seconds)
        t->seconds = on_cpu ? SECONDS : DEVICE_SECONDS;
    if (!on_cpu && is_for_a_cpu(t))
        *v = let_off;
    else if (on_cpu && t->test_case->nearer)
        (flags & SAMPLED ? judge_sampled : judge_limit)(program, t, v);
    else if (is_countable(t))
        judge_far(program, t, on_cpu, v);
    else
        judge_beyond(program, t, on_cpu, v);
    if (flags & MAY_BE_REFUSED && is_told_of_refusal(t))
        *v = passed;
}

/* Where a loop goes on and on, or one thread has all, a device has nothing to say in time, and
 * of some cases nothing at all. On a CPU a few blocks tell, as they do where there is no
 * device. */
void judge_let_off(struct program *plain, const struct case_run *like, struct verdict *v)
{
    struct case_run t;
    struct verdict there;
    case_begin_like(&t, like, like->seed, AS_FAST_AS_POSSIBLE);
    judge_wide(plain, &t, true, &there);
    if (!there.passed)
        *v = there;
    case_end(&t);
}
