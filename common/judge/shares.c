/* Judges how an answer copes with long shares: see shares.h. */
#include "shares.h"
#include "elements.h"

/* So few that a thread's share is shorter than any counter, and that more than one block has
 * it. */
enum { A_FEW = 60000, LEAST_BLOCKS = 2 };

/* As many elements as a large device may have. */
static const double MOST_ELEMENTS = 0x1p36;

/* How blocks go about the case's first number, if that is `elements`. */
struct tried {
    struct verdict verdict;
    uint64_t blocks; /* that the launch was to have */
};

static struct tried try_with(struct program *program, const struct case_run *like,
                             int64_t elements, enum schedule blocks)
{
    struct test_case test_case = *like->test_case;
    struct case_run t;
    struct tried tried;
    test_case.numbers[0] = elements;
    case_begin(&t, like->task, &test_case, like->seed);
    t.schedule = blocks;
    decide(&t, program_ask(program, &t), &tried.verdict);
    tried.blocks = t.answer.runs[0].widest;
    case_end(&t);
    return tried;
}

static struct tried try_one_block(struct program *program, const struct case_run *like,
                                  int64_t elements)
{
    return try_with(program, like, elements, ONE_BLOCK);
}

/* One block of a grid without strides leaves the rest undone. */
static bool shares_out_by_strides(struct tried few)
{
    return few.verdict.passed && few.blocks >= LEAST_BLOCKS;
}

/* The verdict on so many elements, or on as few of them, by fours, as are wrong, too. */
static struct tried try_many(struct program *program, const struct case_run *like,
                             int64_t *elements)
{
    enum { FEWER = 4 };
    struct tried many = try_one_block(program, like, *elements);
    while (many.verdict.reason == REASON_WRONG && *elements / FEWER > A_FEW) {
        struct tried fewer = try_one_block(program, like, *elements / FEWER);
        if (fewer.verdict.reason != REASON_WRONG)
            break;
        many.verdict = fewer.verdict;
        *elements /= FEWER;
    }
    return many;
}

struct test_case row_of_one_block(const struct test_case *row)
{
    struct test_case fewer = *row;
    fewer.numbers[0] = row->of_one_block;
    return fewer;
}

bool passes_by_one_block(struct program *program, struct case_run *t, struct verdict *v)
{
    if (!shares_out_by_strides(try_one_block(program, t, A_FEW)))
        return false;
    t->schedule = ONE_BLOCK;
    decide(t, program_ask(program, t), v);
    return v->passed && !v->has_read;
}

void judge_long_shares(struct program *program, const struct case_run *like, struct verdict *v)
{
    int64_t elements = like->test_case->of_one_block;
    if (!shares_out_by_strides(try_one_block(program, like, A_FEW)))
        return;
    struct tried many = try_many(program, like, &elements);
    double of_all = (double)elements * (double)many.blocks;
    if (many.verdict.reason != REASON_WRONG || of_all > MOST_ELEMENTS)
        return;
    *v = many.verdict;
    v->explained = true;
    say(v,
        "\n  so it is where a single block has %lld elements to itself, and with %d it is "
        "right: %llu blocks have as long shares where there are %.2g elements. Has a counter, "
        "a field of a word or the length of a share too few bits for that?",
        (long long)elements, A_FEW, (unsigned long long)many.blocks, of_all);
}

/* Whether each element of its outputs was written. */
static bool writes_all(const struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++)
        for (size_t k = 0; t->arrays[i].role == OUTPUT && k < element_count(&t->arrays[i]); k++)
            if (element_is_untouched(&t->arrays[i], 0, k))
                return false;
    return true;
}

/* Whether its blocks alone make the result, in one launch: what the host has cleared or copied
 * looks as if it were written. */
static bool is_made_by_one_launch(const struct run_report *run)
{
    return run->launches == 1 && run->copies == 0 && run->widest >= LEAST_BLOCKS;
}

/* A mistake that the lab knows fits all elements; any other guess at them knows nothing of the
 * single block. */
static void say_going_on(const struct case_run *like, struct verdict *v)
{
    if (v->guess && !v->known_mistake) {
        v->text[v->guess] = '\0';
        v->guess = 0;
        v->pattern = "";
    }
    say(v,
        "\n  so it is where a single block has all elements, and where %llu blocks share them "
        "it is right",
        (unsigned long long)like->answer.runs[0].widest);
    if (!v->known_mistake)
        say(v, ": is there a sum, or what it has lost, that a thread does not begin anew where "
               "it goes on to its next element?");
}

void judge_going_on(struct program *program, const struct case_run *like, struct verdict *v)
{
    struct case_run t;
    struct verdict alone;
    if (!is_made_by_one_launch(&like->answer.runs[0]))
        return;
    case_begin_like(&t, like, like->seed, ONE_BLOCK);
    decide(&t, program_ask(program, &t), &alone);
    if (alone.reason == REASON_WRONG && writes_all(&t)) {
        *v = alone;
        v->explained = true;
        say_going_on(like, v);
    }
    case_end(&t);
}

void judge_fewer(struct program *program, const struct case_run *like, struct verdict *v)
{
    int64_t fewer = like->test_case->of_one_block;
    struct tried tried = try_with(program, like, fewer, like->schedule);
    if (!tried.verdict.passed)
        return;
    *v = tried.verdict;
    v->remarked = v->unseen = true;
    say(v,
        "not judged: it took longer than %.3g s; with %lld elements it is right and in time, "
        "so it is slow here, and not endless",
        like->limit, (long long)fewer);
}
