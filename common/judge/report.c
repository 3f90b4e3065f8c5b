/* Shows and writes what the judge has found: see report.h. */
#define _GNU_SOURCE
#include "report.h"
#include "options.h"
#include "printed.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static FILE *json;

/* --- JSON ----------------------------------------------------------------------------- */

static void put_string(const char *text)
{
    size_t bytes;
    fputc('"', json);
    for (; *text; text += bytes) {
        unsigned char c = (unsigned char)*text;
        bytes = character_bytes(text);
        if (c == '"' || c == '\\')
            fprintf(json, "\\%c", c);
        else if (!bytes || c < ' ')
            fprintf(json, "\\u%04x", c);
        else
            fwrite(text, 1, bytes, json);
        bytes = bytes ? bytes : 1;
    }
    fputc('"', json);
}

static void put_field(const char *name, const char *value)
{
    fprintf(json, "\"%s\":", name);
    put_string(value);
    fputc(',', json);
}

void write_json(const struct case_run *t, const struct verdict *v)
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
    put_field("message", v->remarked ? "" : v->text);
    if (v->remarked)
        put_field("remark", v->text);
    fprintf(json,
            "\"seed\":%llu,\"stretch\":%s,\"passed\":%s,\"wrong\":%zu,\"of\":%zu,"
            "\"seconds\":%.9f,\"copy_seconds\":%.9f,\"sectors\":%llu,\"wavefronts\":%llu}\n",
            (unsigned long long)options.seed, t->task->stretch ? "true" : "false",
            v->passed ? "true" : "false", v->wrong, v->of, seconds_of(t), copy_seconds_of(t),
            (unsigned long long)v->traffic.sectors, (unsigned long long)v->traffic.wavefronts);
    fflush(json); /* what is judged stays judged, whatever happens to us */
}

void begin_json(void)
{
    if (options.json && !(json = fopen(options.json, "w")))
        usage("cannot write %s: %s", options.json, strerror(errno));
}

/* --- the terminal --------------------------------------------------------------------- */

void list_tasks(void)
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

void list_mistakes(void)
{
    for (const struct mistake *mistake = mistakes; mistake->name; mistake++)
        printf("%s %s\n", mistake->name, mistake->tasks);
}

/* `"in":{"elements":12,"begins":0,"least":-3,"most":7}`; the last two of an int input. */
static void list_array(const struct case_array *a)
{
    const int32_t *values = a->given;
    size_t n = element_count(a);
    printf("\"%s\":{\"elements\":%zu,\"begins\":%zu", a->name, n, a->begins);
    if (a->type == INT32 && a->role != OUTPUT && n) {
        int32_t least = values[element_at(a, 0)], most = least;
        for (size_t i = 1; i < n; i++) {
            int32_t value = values[element_at(a, i)];
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        printf(",\"least\":%d,\"most\":%d", (int)least, (int)most);
    }
    putchar('}');
}

static void list_case(const struct task *task, const struct test_case *test_case)
{
    struct case_run t;
    case_begin(&t, task, test_case, options.seed);
    printf("{\"task\":\"%s\",\"case\":\"%s\",\"checked\":%d,\"counted\":%d,\"arrays\":{",
           task->name, test_case->name, !!(test_case->flags & (CHECKED | WATCHED)),
           !!(test_case->flags & COUNTED));
    for (uint32_t i = 0; i < t.array_count; i++) {
        fputs(i ? "," : "", stdout);
        list_array(&t.arrays[i]);
    }
    putchar('}');
    for (uint32_t i = 0; i < t.number_count; i++)
        printf(",\"%s\":%lld", t.numbers[i].name, (long long)t.numbers[i].value);
    fputs(",\"wide\":{", stdout);
    for (int i = 0; i < CASE_WIDE && test_case->wide[i].number; i++)
        printf("%s\"%s\":%lld", i ? "," : "", test_case->wide[i].number,
               (long long)test_case->wide[i].value);
    putchar('}');
    puts("}");
    case_end(&t);
}

void list_cases(void)
{
    for (const struct task *task = tasks; task->name; task++)
        for (const struct test_case *c = task->cases; c->name; c++)
            if (asked_for(options.task, task->name) && runs(c))
                list_case(task, c);
}

/* Whether the student has begun this task. */
static bool is_begun(const struct tally *tally)
{
    enum reason reason = tally->failed_case ? tally->first_failure.reason : REASON_OK;
    return reason != REASON_NOT_STARTED && reason != REASON_MISSING;
}

void print_task(const struct task *task, const struct tally *tally)
{
    unsigned failed = tally->cases - tally->passed;
    const char *for_gold = task->stretch ? ", for gold" : "";
    if (!failed)
        tell("  %sok%s     %-28s%u of %u cases%s\n", paint(GOOD), paint(PLAIN), task->name,
             tally->passed, tally->cases, for_gold);
    else if (is_begun(tally))
        tell("  %sFAILED%s %-28s%u of %u cases fail%s%s\n", paint(BAD), paint(PLAIN),
             task->name, failed, tally->cases, failed == 1 ? "s" : "", for_gold);
    else
        tell("  to do  %-28s%u case%s%s\n", task->name, tally->cases,
             tally->cases == 1 ? "" : "s", for_gold);
    fflush(stdout);
}

/* How many times as much as the worked answer, where that is more than it need be; else 0. */
static double without_need(uint64_t moved, uint64_t worked)
{
    const double most = 2;
    double times = worked ? (double)moved / (double)worked : 0;
    return times > most ? times : 0;
}

static void print_idle_threads(const struct tally *tally)
{
    if (tally->traffic.threads_each)
        tell(
            "         right, but it launches %llu threads for each element, most of which find "
            "nothing to do: a grid counts blocks and not threads, so it takes the elements, "
            "divided by the block's size, rounded up\n",
            (unsigned long long)tally->traffic.threads_each);
}

void print_traffic(const struct task *task, const struct tally *tally)
{
    const char *check = "make check", *rest = options.again;
    double sectors = without_need(tally->traffic.sectors, task->worked.sectors);
    double passes = without_need(tally->traffic.wavefronts, task->worked.wavefronts);
    if (tally->passed < tally->cases || options.json)
        return;
    print_idle_threads(tally);
    if (!sectors && !passes)
        return;
    rest += strncmp(rest, check, strlen(check)) ? 0 : strlen(check);
    tell("         right, with %.1f times the %s needed: make explain%s TASK=%s\n",
         sectors ? sectors : passes, sectors ? "sectors" : "shared memory passes", rest,
         task->name);
}

/* What took too long may be in time on a machine that does nothing else: who asks for the case
 * is told. */
void print_remark(const struct task *task, const struct tally *tally)
{
    const char *check = "make check", *rest = options.again;
    if (!tally->remark_case || tally->passed < tally->cases || options.json ||
        (tally->remark.unseen && !options.test_case))
        return;
    rest += strncmp(rest, check, strlen(check)) ? 0 : strlen(check);
    if (!tally->remark.unseen)
        tell("         right, but a case without points goes wrong (%s): make check%s TASK=%s "
             "CASE=%s\n",
             tally->remark_case->why, rest, task->name, tally->remark_case->name);
    if (options.test_case)
        tell("  %s\n", tally->remark.text);
}

void print_measured(const struct case_run *t)
{
    char *text = NULL;
    size_t bytes;
    FILE *memory = open_memstream(&text, &bytes);
    if (!memory)
        return;
    t->task->report(t, memory);
    fclose(memory);
    for (char *line = text; line && line < text + bytes; line += strlen(line) + 1) {
        line[strcspn(line, "\n")] = 0;
        tell("%s\n", line);
    }
    free(text);
}

void write_tally(const struct task *task, const struct tally *tally)
{
    static FILE *file;
    enum reason reason = tally->failed_case ? tally->first_failure.reason : REASON_OK;
    const char *word = reason == REASON_OK         ? "ok"
                       : reason == REASON_NO_BUILD ? "no-build"
                       : is_begun(tally)           ? "failed"
                                                   : "to-do";
    if (!options.tally)
        return;
    if (!file && !(file = fopen(options.tally, "w")))
        usage("cannot write %s: %s", options.tally, strerror(errno));
    fprintf(file, "%s %s %u %u\n", task->name, word, tally->passed, tally->cases);
    fflush(file); /* what is judged stays judged */
}

void print_skipping(const struct verdict *v, const struct tally *tally,
                    const struct test_case *test_case)
{
    unsigned left = tally->all - tally->cases;
    if (options.json || !left)
        return;
    tell("         case %s %s: the task's other %u case%s %s skipped\n", test_case->name,
         v->reason == REASON_MEMORY ? "took too much memory"
         : v->overworked            ? "does far too much work"
                                    : "timed out",
         left, left == 1 ? "" : "s", left == 1 ? "is" : "are");
    fflush(stdout);
}

/* --- what the program printed --------------------------------------------------------- */

static FILE *log_file;
static char log_path[4096];

/* A case's own lines are all shown where only that case was asked for. */
static bool shows_all(void)
{
    return options.task && options.test_case;
}

static bool open_log(void)
{
    if (!log_file) {
        snprintf(log_path, sizeof log_path, "%s.printed", options.core);
        log_file = fopen(log_path, "w");
    }
    return log_file;
}

void log_printed(const struct task *task, const struct test_case *test_case,
                 const char *printed)
{
    static size_t left = 16 << 20;
    size_t length = strlen(printed);
    if (shows_all() || options.json || length > left)
        return;
    left -= length;
    if (open_log())
        fprintf(log_file, "%s, case %s:\n%s%s", task->name, test_case->name, printed,
                printed[length - 1] == '\n' ? "" : "\n");
}

void log_into(int file)
{
    log_file = fdopen(file, "w");
}

void log_text(const char *text)
{
    if (open_log())
        fputs(text, log_file);
}

static void quote_line(const char *line, size_t length)
{
    size_t shown = shows_all() ? length : short_line(line, length);
    printf("    | %.*s%s\n", (int)shown, line, shown < length ? "..." : "");
}

static void quote_lines(const char *text, size_t most)
{
    for (size_t lines = 0; *text && lines < most; lines++) {
        size_t length = strcspn(text, "\n");
        quote_line(text, length);
        text += length + (text[length] == '\n');
    }
}

/* The log has all cases' lines. */
static void print_quotation(const char *text)
{
    printf("  the program printed:\n");
    quote_lines(text, shows_all() ? SIZE_MAX : QUOTED_LINES);
    if (log_file && fflush(log_file) == 0)
        printf("    all of it: %s\n", log_path);
}

void print_output_of(const struct task *task, const struct tally *tally)
{
    if (!tally->printed)
        return;
    printf("\n%s, case %s:\n", task->name, tally->printed_case->name);
    print_quotation(tally->printed);
}

/* --- a failure ------------------------------------------------------------------------ */

static void word_numbers(const struct task *task, const struct test_case *test_case, char *text,
                         size_t size)
{
    struct case_run t;
    size_t used = 0;
    *text = 0;
    case_begin(&t, task, test_case, options.seed);
    for (uint32_t i = 0; i < t.number_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s=%lld", i ? " " : "",
                                 t.numbers[i].name, (long long)t.numbers[i].value);
    case_end(&t);
}

/* Of another case only races count here: a stray access that this case does not make has
 * changed nothing in it. */
static enum reason found_elsewhere(const struct tally *tally)
{
    switch (tally->explained.found) {
    case REASON_SHARED_RACE:
    case REASON_RACE:
    case REASON_UNORDERED_RACE:
    case REASON_NOT_SHARED:
        return tally->explained.found;
    default:
        return REASON_OK;
    }
}

void print_failure(const struct task *task, const struct tally *tally)
{
    const struct test_case *test_case = tally->failed_case;
    if (tally->first_failure.reason == REASON_NOT_STARTED) {
        tell("\n%s: %s\n", task->name, tally->first_failure.text);
        return;
    }
    char numbers[512];
    word_numbers(task, test_case, numbers, sizeof numbers);
    tell("\n%s%s, case %s%s: %s (%s), seed %llu\n", paint(BOLD), task->name, test_case->name,
         paint(PLAIN), numbers, test_case->why, (unsigned long long)options.seed);
    const struct verdict *v = &tally->first_failure;
    bool explained_elsewhere = tally->explained_case && !v->explained;
    enum reason found = explained_elsewhere ? found_elsewhere(tally) : REASON_OK;
    tell("  %.*s\n", (int)length_beside(v, found), v->text);
    if (tally->printed_case == test_case)
        print_quotation(tally->printed);
    printf("\n");
    if (explained_elsewhere)
        tell("the checker says of case %s, which fails too:\n  %.*s\n\n",
             tally->explained_case->name, (int)strcspn(tally->explained.text, "\n"),
             tally->explained.text);
    printf("this case again: %s TASK=%s CASE=%s SEED=%llu", options.again, task->name,
           test_case->name, (unsigned long long)options.seed);
    printf(options.input ? " INPUT=%s\n" : "\n", options.input);
}

/* A verdict that could not be written, on a full disk say, is none. */
static void end_stream(FILE *stream, const char *name)
{
    if (!stream || (fflush(stream) == 0 && !ferror(stream)))
        return;
    fprintf(stderr, "judge: cannot write %s: make room on the disk\n", name);
    exit(3);
}

void end_report(void)
{
    end_stream(json, options.json);
    end_stream(stdout, options.list || options.list_mistakes || options.list_cases
                           ? "the list"
                           : "what it found");
}
