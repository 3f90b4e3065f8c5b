/* What the judge reports: a JSON object a case for the grader, and lines on the terminal for
 * people. */
#ifndef REPORT_H
#define REPORT_H

#include "case_run.h"
#include "words.h"

/* What became of a task's cases. */
struct tally {
    unsigned cases, passed, looks;
    unsigned all;               /* cases that are to run, as `cases` at the end */
    bool timed_out;             /* then the task's other cases are not run */
    int64_t most[CASE_NUMBERS]; /* of each of its numbers, in the cases so far */
    double seconds;             /* that the cases took, as on a machine of its own */
    struct verdict explained;   /* the first failure that the checker knows the cause of */
    const struct test_case *explained_case;
    struct verdict first_failure;
    struct verdict remark; /* the first, of */
    const struct test_case *remark_case;
    struct traffic traffic; /* of the first COUNTED case */
    bool renewed;           /* see renew.h */
    bool counted;
    const struct test_case *failed_case;
    char *printed; /* in the first case that failed, or in the first that printed if none did */
    const struct test_case *printed_case;
};

/* Opens the file that --json names, or ends the judge with a line. */
void begin_json(void);
void write_json(const struct case_run *t, const struct verdict *v);

void list_tasks(void);

/* For --list-mistakes: each mistake that the lab knows, and its tasks. */
void list_mistakes(void);

/* For --list-cases: each case but those of a file, with all its numbers and arrays. */
void list_cases(void);
void print_task(const struct task *task, const struct tally *tally);

/* To be called after print_task(). Says what a right answer moves without need, and where that
 * is shown. */
void print_traffic(const struct task *task, const struct tally *tally);

/* Says, of a task that passes, what would go wrong beyond what the cases ask, if that was seen.
 */
void print_remark(const struct task *task, const struct tally *tally);

/* Shows what the task's report() has to say of a case that was measured. */
void print_measured(const struct case_run *t);

/* For --tally: writes in one line what became of the task. */
void write_tally(const struct task *task, const struct tally *tally);

/* Says at once that this case took too long, and that the task's other ones are left out. */
void print_skipping(const struct verdict *v, const struct tally *tally,
                    const struct test_case *test_case);

/* The task's first failure; there must be one. */
void print_failure(const struct task *task, const struct tally *tally);

/* Writes what the program printed in that case to a file, for whoever wants to read all of it.
 */
void log_printed(const struct task *task, const struct test_case *test_case,
                 const char *printed);

/* From here on what is logged goes to this file. */
void log_into(int file);

/* Appends what went to such a file. */
void log_text(const char *text);

/* Prints the lines that the tally keeps, of a task whose failure is not printed. */
void print_output_of(const struct task *task, const struct tally *tally);

/* Ends the judge (exit 3) if not all of it could be written. */
void end_report(void);

#endif
