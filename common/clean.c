/* The second and the third rule of a task: clean in the CPU checker, and by the technique that
 * is taught. The case runs again in the checked program, once a schedule; what the checker
 * finds there comes before what the outputs say. */
#include "verdict.h"

#include <string.h>

static const char *const schedule_names[SCHEDULES] = {
    [FORWARD] = "forward",
    [REVERSE] = "reverse",
    [RANDOM] = "random",
    [LOCKSTEP] = "lockstep",
};

/* The words of a finding's kind as the verdict's reason; they outlive the answer. */
static const char *reason_of(const char *kind)
{
    static const char *const kinds[] = {
        "race",         "out-of-bounds",  "misaligned",     "use-after-free", "uninitialised",
        "host-pointer", "device-pointer", "constant-write", "barrier",        "deadlock",
        "mask",         "leak",           "double-free",
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kind, kinds[i]))
            return kinds[i];
    return "fault";
}

/* The first finding that is a fault; a race before the reads of nothing that it causes. */
static const struct finding *first_fault(const struct trial *t)
{
    const struct finding *first = NULL;
    for (uint32_t i = t->answer.finding_count; i-- > 0;) {
        const struct finding *finding = &t->answer.findings[i];
        bool race = !strcmp(finding->kind, "race");
        if (strcmp(finding->kind, "note") && (race || !first || strcmp(first->kind, "race")))
            first = finding;
    }
    return first;
}

/* What the checker has to say first, then whatever the outputs had said before. */
static void put_first(const char *kind, const char *text, struct verdict *v)
{
    struct verdict before = *v;
    fail(v, reason_of(kind), "%s", text);
    if (!before.passed)
        say(v, "\n  %s", before.text);
}

static void judge_schedule(struct trial *t, struct ending_of_ask ending, struct verdict *v)
{
    const struct finding *fault = first_fault(t);
    struct verdict outputs;
    if (fault) {
        put_first(fault->kind, fault->text, v);
    } else if (!v->passed) {
        /* A launch that was broken off explains what a device only got wrong. */
        if (t->answer.fault[0])
            put_first("fault", t->answer.fault, v);
    } else {
        decide(t, ending, &outputs);
        if (outputs.passed)
            return;
        *v = outputs;
        say(v,
            "\n  so it is when threads take turns in the checker's %s order; the result may "
            "not "
            "depend on whose turn it is",
            schedule_names[t->schedule]);
    }
}

static void judge_technique(struct trial *t, struct verdict *v)
{
    const char *objection =
        t->task->technique ? t->task->technique(t, &t->answer.counters) : NULL;
    if (objection)
        fail(v, "technique", "right, but not by the technique of this task: %s", objection);
}

static void run_schedule(struct program *checked, const struct trial *like,
                         enum schedule schedule, struct verdict *v)
{
    struct trial t;
    trial_begin(&t, like->task, like->test_case, like->seed);
    t.begun = true;
    t.runs = 1;
    t.found_run = 0;
    t.schedule = schedule;
    struct ending_of_ask ending = program_ask(checked, &t);
    judge_schedule(&t, ending, v);
    if (v->passed && schedule == FORWARD && t.test_case->flags & COUNTED)
        judge_technique(&t, v);
    trial_end(&t);
}

/* Stops at the first schedule with something to say: the others would say it again. */
void check_clean(struct program *checked, const struct trial *t, struct verdict *v)
{
    enum schedule last = t->test_case->flags & CHECKED ? LOCKSTEP : FORWARD;
    const char *before = v->reason;
    for (enum schedule schedule = FORWARD; schedule <= last && v->reason == before; schedule++)
        run_schedule(checked, t, schedule, v);
}
