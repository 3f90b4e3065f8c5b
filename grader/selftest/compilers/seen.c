/* What the CPU checker sees of a student program, as text that is fit to be compared.
 *
 *   seen ROOT FOLDER PROGRAM
 *
 * Asks the checked PROGRAM of every task that it has, of all cases that are checked or counted,
 * once a schedule, and prints a line a counter, a source line that cost something and a
 * finding. No reference is computed and nothing is judged. Linked with a lab's cases.c; FOLDER
 * is for files in between. */
#define _GNU_SOURCE
#include "program.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *root, *folder;
static char counters_path[4096];

/* --- what a lab's cases.c calls ----------------------------------------------------------- */

const char *input_file(void)
{
    return NULL;
}

const char *suite_root(void)
{
    return root;
}

const char *output_folder(void)
{
    return folder;
}

void refuse_input(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    exit(2);
}

/* --- one case ----------------------------------------------------------------------------- */

/* What simt_write_counters() has left: the total is a line of it, and so is each source line.
 */
static void print_counters(const char *where)
{
    char line[4096];
    FILE *file = fopen(counters_path, "r");
    while (file && fgets(line, sizeof line, file) && !strstr(line, "\"findings\""))
        printf("%s: %.*s\n", where, (int)strcspn(line, "]\n"), line);
    if (file)
        fclose(file);
    unlink(counters_path);
}

static void print_findings(const struct answer *answer, const char *where)
{
    for (uint32_t i = 0; i < answer->finding_count; i++)
        printf("%s: found %s: %s\n", where, finding_word(answer->findings[i].kind),
               answer->findings[i].text);
    if (answer->fault.text[0])
        printf("%s: fault: %s\n", where, answer->fault.text);
}

/* False if the program lacks the task's function. */
static bool look(struct program *program, const struct task *task,
                 const struct test_case *test_case, enum schedule schedule)
{
    struct case_run t;
    char where[256];
    case_begin(&t, task, test_case, 1);
    t.runs = 1;
    t.found_run = 0;
    t.schedule = schedule;
    snprintf(where, sizeof where, "%s, case %s, schedule %d", task->name, test_case->name,
             schedule);
    struct ending_of_ask ending = program_ask(program, &t);
    bool has = ending.how != ANSWERED || t.answer.outcome != ANSWER_NO_FUNCTION;
    if (has)
        printf("%s: ended %d %d, outcome %u\n", where, ending.how, ending.code,
               t.answer.outcome);
    if (has && schedule == FORWARD)
        print_counters(where);
    if (has)
        print_findings(&t.answer, where);
    case_end(&t);
    return has;
}

static void look_at_task(struct program *program, const struct task *task)
{
    for (const struct test_case *c = task->cases; c->name; c++) {
        enum schedule last = c->flags & CHECKED ? LOCKSTEP : FORWARD;
        if (!(c->flags & (CHECKED | COUNTED)) || c->flags & FROM_INPUT)
            continue;
        for (enum schedule schedule = FORWARD; schedule <= last; schedule++)
            if (!look(program, task, c, schedule))
                return;
    }
}

int main(int argc, char **argv)
{
    struct program program = {0};
    if (argc != 4) {
        fprintf(stderr, "usage: seen ROOT FOLDER PROGRAM\n");
        return 2;
    }
    root = argv[1];
    folder = argv[2];
    program.path = argv[3];
    snprintf(counters_path, sizeof counters_path, "%s/counters.json", folder);
    setenv("SIMT_EXPLAIN", counters_path, 1);
    setenv("SIMT_WORKERS", "1", 1); /* blocks take turns: a wrong answer hangs on no luck */
    for (const struct task *task = tasks; task->name; task++)
        look_at_task(&program, task);
    program_stop(&program);
    return 0;
}
