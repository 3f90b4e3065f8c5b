/* Runs the cases of the checker's tests in all schedules, each in a process of its own, and
 * compares what is found with what must be.
 *
 * Prints a line for each case that is as wanted, with a number for its racy words, and says
 * what differs for the others. SHOW=1 prints the texts; arguments choose cases by name. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "checker/observe.h"
#include "checker/findings.h"
#include "simt.h"

enum { MOST = 32 };

struct checker_case {
    const char *name, *want, *file;
    void (*run)(void);
};
extern const struct checker_case *const __start_checker_cases[], *const __stop_checker_cases[];

/* What a child hands over. */
struct outcome {
    unsigned count, words;
    unsigned long long sum;
    struct finding finding[MOST];
};

/* --- data for the cases ----------------------------------------------------------------- */

int *nothing(const char *name, size_t count)
{
    int *d_array;
    cudaMalloc((void **)&d_array, count * sizeof *d_array);
    simt_name_array(d_array, count * sizeof *d_array, name);
    return d_array;
}

int *numbers(const char *name, size_t count)
{
    int *d_array = nothing(name, count);
    int *array = malloc(count * sizeof *array);
    for (size_t i = 0; i < count; i++)
        array[i] = (int)i;
    cudaMemcpy(d_array, array, count * sizeof *array, cudaMemcpyHostToDevice);
    free(array);
    return d_array;
}

static bool early;

bool is_early(void)
{
    return early;
}

int unwatched(const int *at)
{
    return *at;
}

/* --- running ------------------------------------------------------------------------------ */

static void run_here(const struct checker_case *c, enum schedule schedule,
                     struct outcome *outcome)
{
    simt_set_watchdog(20);
    simt_keeps_block_order = true;
    simt_set_schedule(schedule, 7);
    simt_forget_findings();
    early = schedule == RANDOM;
    c->run();
    outcome->count = simt_findings(outcome->finding, MOST);
    outcome->words = simt_count_racy_words(&outcome->sum);
}

static bool run(const struct checker_case *c, enum schedule schedule, struct outcome *outcome)
{
    int status;
    memset(outcome, 0, sizeof *outcome);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run_here(c, schedule, outcome);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* --- lines -------------------------------------------------------------------------------- */

/* The line of the file that ends in "// @tag". */
static int line_of(const char *file, const char *tag, size_t length)
{
    char line[400], wanted[80];
    int number = 0;
    FILE *source = fopen(file, "r");
    snprintf(wanted, sizeof wanted, "// @%.*s\n", (int)length, tag);
    while (source && fgets(line, sizeof line, source)) {
        number++;
        if (strstr(line, wanted))
            break;
    }
    if (!source || feof(source))
        printf("%s has no line %s", file, wanted);
    if (source)
        fclose(source);
    return number;
}

/* What is wanted, with "file.cu:31" for each "@tag". */
static const char *with_lines(const struct checker_case *c)
{
    static char want[2000];
    const char *slash = strrchr(c->file, '/'), *base = slash ? slash + 1 : c->file;
    size_t used = 0;
    for (const char *at = c->want; *at; at++) {
        size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz_0123456789");
        if (*at == '@') {
            int line = line_of(c->file, at + 1, length);
            used += (size_t)snprintf(want + used, sizeof want - used, "%s:%d", base, line);
            at += length;
        } else {
            want[used++] = *at;
        }
    }
    want[used] = 0;
    return want;
}

/* --- comparing ---------------------------------------------------------------------------- */

static bool is_wanted(const struct finding *finding, const char *want)
{
    char line[600];
    char kinds[600];
    snprintf(line, sizeof line, "%s ", finding_word(finding->kind));
    snprintf(kinds, sizeof kinds, "| %s", want);
    for (char *at = strstr(kinds, line); at; at = strstr(at + 1, line))
        if (at > kinds && at[-1] == ' ')
            return true;
    return finding->kind == FOUND_NOTE;
}

/* "race words" is found: of that kind, and with these words. */
static bool is_found(const struct outcome *outcome, const char *wanted, size_t length)
{
    char kind[24], words[200];
    size_t space = strcspn(wanted, " ");
    snprintf(kind, sizeof kind, "%.*s", (int)space, wanted);
    snprintf(words, sizeof words, "%.*s", (int)(length - space - 1), wanted + space + 1);
    for (unsigned i = 0; i < outcome->count; i++)
        if (strcmp(finding_word(outcome->finding[i].kind), kind) == 0 &&
            strstr(outcome->finding[i].text, words))
            return true;
    return false;
}

static bool all_found(const struct outcome *outcome, const char *want)
{
    while (*want) {
        const char *end = strstr(want, " | ");
        size_t length = end ? (size_t)(end - want) : strlen(want);
        if (!is_found(outcome, want, length))
            return false;
        want += end ? length + 3 : length;
    }
    return true;
}

static bool is_right(const struct outcome *outcome, const char *want)
{
    for (unsigned i = 0; i < outcome->count; i++)
        if (!is_wanted(&outcome->finding[i], want))
            return false;
    return all_found(outcome, want);
}

static void show(const struct checker_case *c, enum schedule schedule,
                 const struct outcome *outcome)
{
    printf("  %s, %s: want \"%s\"\n", c->name, schedule_name(schedule), with_lines(c));
    for (unsigned i = 0; i < outcome->count; i++)
        printf("    %s x%llu: %s\n", finding_word(outcome->finding[i].kind),
               outcome->finding[i].count, outcome->finding[i].text);
}

/* Runs it in all schedules; their racy words must be the same. */
static bool judge(const struct checker_case *c, struct outcome *outcome)
{
    unsigned long long sum = 0;
    unsigned words = 0;
    for (enum schedule s = FORWARD; s <= LOCKSTEP; s++) {
        bool ended = run(c, s, outcome), right = is_right(outcome, with_lines(c));
        if (s == FORWARD)
            sum = outcome->sum, words = outcome->words;
        bool same = outcome->sum == sum && outcome->words == words;
        if (!ended || !right || !same || getenv("SHOW"))
            show(c, s, outcome);
        if (!ended || !right || !same) {
            printf("not ok %s, %s: %s\n", c->name, schedule_name(s),
                   !ended   ? "the program died"
                   : !right ? "found is not what is wanted"
                            : "other words race than in the forward schedule");
            return false;
        }
    }
    printf("ok %s %u %016llx\n", c->name, words, sum);
    return true;
}

/* What CHECK() calls. */
void check_cuda(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    printf("%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
    _exit(1);
}

static bool is_chosen(const char *name, int count, char **names)
{
    for (int i = 1; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return count <= 1;
}

int main(int argc, char **argv)
{
    int failures = 0, chosen = 0;
    struct outcome *outcome =
        mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (const struct checker_case *const *c = __start_checker_cases; c < __stop_checker_cases;
         c++)
        if (is_chosen((*c)->name, argc, argv)) {
            chosen++;
            failures += !judge(*c, outcome);
        }
    if (argc > 1 && chosen != argc - 1)
        printf("%d names, but %d cases have one of them\n", argc - 1, chosen);
    return failures != 0 || chosen == 0 || (argc > 1 && chosen != argc - 1);
}
