/* Tasks of a lab, judged side by side: see beside.h. */
#define _GNU_SOURCE
#include "beside.h"
#include "orphans.h"
#include "program.h"
#include "terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 100 }; /* between two looks at how far the other judge is */

/* What a task has to tell. Each is a file in memory. */
enum told { SHOWN, LOGGED, PRINTED, TOLD_KINDS };

/* A task, as both judges see it: the memory is shared. */
struct shared_task {
    atomic_flag taken;
    struct tally
        tally; /* of the other judge: its pointers are to what it had before it began */
    int files[TOLD_KINDS];
};

static struct {
    struct shared_task *tasks;
    size_t count;
    pid_t pid;  /* of the other judge; 0 in it, and where there is none */
    int news;   /* the number of each task that it has brought to its end, a byte each */
    int turns;  /* a file for locks, or -1 */
    bool *done; /* by the other judge */
} beside = {.turns = -1};

/* --- in the other judge --------------------------------------------------------------- */

static void keep_printed_text(struct shared_task *shared)
{
    const char *text = shared->tally.printed;
    FILE *file = text ? fdopen(shared->files[PRINTED], "w") : NULL;
    if (file && (fputs(text, file) == EOF || fflush(file) != 0))
        _exit(1);
}

static void judge_as_the_other(size_t number, const struct task *task, judge_one *judge)
{
    struct shared_task *shared = &beside.tasks[number];
    const unsigned char news = (unsigned char)number;
    tell_into(shared->files[SHOWN]);
    log_into(shared->files[LOGGED]);
    judge(task, &shared->tally);
    keep_printed_text(shared);
    if (fflush(NULL) != 0 || write(beside.news, &news, 1) != 1)
        _exit(1);
}

/* Judges from the last task on. An error is told by the first judge, which meets it as well. */
static void be_the_other(const struct task *const *listed, judge_one *judge, pid_t first)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != first ||
        dup2(nowhere, STDERR_FILENO) < 0)
        _exit(1);
    for (size_t number = beside.count; number-- > 0;)
        if (!atomic_flag_test_and_set(&beside.tasks[number].taken))
            judge_as_the_other(number, listed[number], judge);
}

/* --- in the first judge --------------------------------------------------------------- */

static bool make_files(void)
{
    for (size_t i = 0; i < beside.count; i++)
        for (int kind = 0; kind < TOLD_KINDS; kind++)
            if ((beside.tasks[i].files[kind] = memfd_create("told", MFD_CLOEXEC)) < 0)
                return false;
    beside.turns = memfd_create("turns", MFD_CLOEXEC);
    return beside.turns >= 0;
}

static bool share(size_t count)
{
    enum { MOST = 1 << 8 }; /* a number is a byte */
    if (count < 2 || count > MOST)
        return false;
    beside.tasks = mmap(NULL, count * sizeof *beside.tasks, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    beside.count = count;
    beside.done = calloc(count, sizeof *beside.done);
    return beside.tasks != MAP_FAILED && beside.done && make_files();
}

bool begin_beside(const struct task *const *listed, size_t count, judge_one *judge)
{
    int news[2];
    if (!share(count) || pipe2(news, O_CLOEXEC) != 0)
        return false;
    const pid_t first = getpid(), pid = fork();
    beside.news = news[pid == 0];
    close(news[pid != 0]);
    if (pid == 0)
        be_the_other(listed, judge, first);
    else if (pid > 0)
        orphans_spare(beside.pid = pid);
    return pid == 0;
}

/* Returns false if no more will come, because the other judge has ended. */
static bool take_news(const struct task *task, const struct tally *tally)
{
    struct pollfd ready = {.fd = beside.news, .events = POLLIN};
    unsigned char number;
    if (poll(&ready, 1, LOOK_MS) == 0) {
        show_progress(task->name, tally->cases + 1, tally->all);
        return true;
    }
    if (read(beside.news, &number, 1) != 1)
        return false;
    beside.done[number] = true;
    return true;
}

static bool wait_for_other(size_t number, const struct task *task)
{
    const struct tally *tally = &beside.tasks[number].tally;
    while (!beside.done[number] && take_news(task, tally))
        continue;
    hide_progress();
    return beside.done[number];
}

/* Returns all of the file as a new string, or NULL if it is empty. */
static char *text_of(int file)
{
    off_t size = lseek(file, 0, SEEK_END);
    char *text = size > 0 ? calloc(1, (size_t)size + 1) : NULL;
    if (text && pread(file, text, (size_t)size, 0) != (ssize_t)size) {
        free(text);
        return NULL;
    }
    return text;
}

/* Tells what the other judge has had to tell of the task. */
static void take_over(struct shared_task *shared, struct tally *tally)
{
    char *shown = text_of(shared->files[SHOWN]), *logged = text_of(shared->files[LOGGED]);
    *tally = shared->tally;
    tally->printed = text_of(shared->files[PRINTED]);
    fputs(shown ? shown : "", stdout);
    fflush(stdout);
    if (logged)
        log_text(logged);
    free(shown);
    free(logged);
}

void judge_here_or_beside(size_t number, const struct task *task, struct tally *tally,
                          judge_one *judge)
{
    bool here = !beside.pid || !atomic_flag_test_and_set(&beside.tasks[number].taken);
    if (!here && wait_for_other(number, task))
        take_over(&beside.tasks[number], tally);
    else
        judge(task, tally);
}

void end_beside(void)
{
    if (beside.pid)
        waitpid(beside.pid, NULL, 0);
    orphans_spare(0);
}

/* --- whose turn it is ----------------------------------------------------------------- */

/* Two bytes of a file are locked: the room in which cases run, and the door to it. Who wants to
 * be alone in the room holds the door until the room is empty, so nobody else enters. */
enum { DOOR, ROOM };

static void lock(short how, off_t what)
{
    struct flock region = {.l_type = how, .l_whence = SEEK_SET, .l_start = what, .l_len = 1};
    if (beside.turns >= 0)
        fcntl(beside.turns, F_SETLKW, &region);
}

void begin_turn(bool alone)
{
    lock(F_WRLCK, DOOR);
    lock(alone ? F_WRLCK : F_RDLCK, ROOM);
    lock(F_UNLCK, DOOR);
}

void end_turn(void)
{
    lock(F_UNLCK, ROOM);
}
