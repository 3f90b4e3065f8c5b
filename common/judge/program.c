/* Starts, asks and ends the student program: see program.h.
 *
 * The process gets an empty standard input, one file for all that it prints, the exchange,
 * and no other descriptor; a process group of its own; an environment of a few names. */
#define _GNU_SOURCE
#include "program.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* To load the program and make a CUDA context, on top of a case's own limit. */
static const int START_SECONDS = 30;
static const double DEFAULT_SECONDS = 5;
static const double POLL_SECONDS = 0.01;
static const double ORPHAN_SECONDS = 2;
static const rlim_t OUTPUT_LIMIT = 16 << 20;

/* Of all programs that run: their neighbours' end is not theirs. */
enum { MOST_PROGRAMS = 8 };
static pid_t pids[MOST_PROGRAMS];

static void give_up(const char *doing)
{
    fprintf(stderr, "judge: cannot %s: %s\n", doing, strerror(errno));
    exit(3);
}

static void remember(pid_t old, pid_t new)
{
    int i = 0;
    while (i < MOST_PROGRAMS - 1 && pids[i] != old)
        i++;
    pids[i] = new;
}

/* --- start ---------------------------------------------------------------------------- */

static bool passed_on(const char *variable)
{
    static const char *const prefixes[] = {
        "PATH=", "HOME=", "LD_LIBRARY_PATH=", "TMPDIR=", "CUDA", "NVIDIA", "SIMT_", "LANG="};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(variable, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

static char **small_environment(void)
{
    enum { MOST = 64 };
    static char *kept[MOST + 1];
    int count = 0;
    for (char **variable = environ; *variable && count < MOST; variable++)
        if (passed_on(*variable))
            kept[count++] = *variable;
    kept[count] = NULL;
    return kept;
}

static void limit_output(void)
{
    signal(SIGXFSZ, SIG_IGN); /* beyond the limit a write fails, and the program goes on */
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){OUTPUT_LIMIT, OUTPUT_LIMIT});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

/* A program that root starts has none of root's powers over other processes, unless a tool
 * runs it, which needs them. Where we are not root, there are none to drop. */
static void drop_capabilities(void)
{
    for (unsigned long each = 0; prctl(PR_CAPBSET_DROP, each, 0, 0, 0) == 0; each++)
        continue;
}

static void become(const struct program *program)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDONLY);
    /* Through high numbers first, lest one of the sources be overwritten. */
    int output = fcntl(program->output_fd, F_DUPFD, 100);
    int exchange = fcntl(program->exchange_fd, F_DUPFD, 100);
    dup2(nothing, 0);
    dup2(output, 1);
    dup2(output, 2);
    dup2(exchange, EXCHANGE_FD);
    close_range(EXCHANGE_FD + 1, ~0U, 0);
    limit_output();
    if (!program->patient)
        drop_capabilities();
    execve(program->path, (char *[]){(char *)program->path, NULL}, small_environment());
    _exit(127);
}

static void start(struct program *program)
{
    if (access(program->path, X_OK) != 0)
        give_up("run the student program (build it first)");
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* orphans come to us, to be killed */
    prctl(PR_SET_DUMPABLE, 0);        /* nobody traces us, or reads and writes our memory */
    signal(SIGCHLD, SIG_DFL);         /* where it is ignored, nobody learns of an end */
    if (program->output_fd > 0)
        close(program->output_fd); /* kept until now to be quoted from */
    program->exchange = exchange_create(&program->exchange_fd);
    program->output_fd = memfd_create("output", MFD_CLOEXEC);
    if (!program->exchange || program->output_fd < 0)
        give_up("make shared memory");
    program->sequence = 0;
    program->quoted = 0;
    program->pid = fork();
    if (program->pid == 0)
        become(program);
    if (program->pid < 0)
        give_up("start a process");
    remember(0, program->pid);
}

/* --- stop ----------------------------------------------------------------------------- */

static bool is_program(pid_t pid)
{
    for (int i = 0; i < MOST_PROGRAMS; i++)
        if (pids[i] == pid)
            return true;
    return false;
}

/* Kills what programs left behind, which is our child now. The last pid killed, 0 if none. */
static pid_t kill_children(FILE *children)
{
    int pid;
    pid_t killed = 0;
    while (fscanf(children, "%d", &pid) == 1) {
        if (is_program(pid) || kill(pid, SIGKILL) != 0)
            continue;
        waitpid(pid, NULL, WNOHANG);
        killed = pid;
    }
    return killed;
}

/* In rounds: what it kills may leave children of its own. */
static void kill_orphans(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    double deadline = seconds_now() + ORPHAN_SECONDS;
    for (pid_t killed = 1; killed && seconds_now() < deadline;) {
        FILE *children = fopen(path, "r");
        killed = children ? kill_children(children) : 0;
        if (children)
            fclose(children);
        if (killed)
            waitpid(killed, NULL, 0);
    }
}

void program_stop(struct program *program)
{
    if (!program->pid)
        return;
    kill(-program->pid, SIGKILL);
    kill(program->pid, SIGKILL);
    waitpid(program->pid, NULL, 0);
    remember(program->pid, 0);
    kill_orphans();
    program->pid = 0;
    exchange_destroy(program->exchange, program->exchange_fd);
}

/* --- ask ------------------------------------------------------------------------------ */

/* How often a processor is wanted at once: a program takes that much longer than alone. */
static double crowding(void)
{
    const double at_most = 4;
    double load = 1;
    getloadavg(&load, 1);
    load /= (double)sysconf(_SC_NPROCESSORS_ONLN);
    return load < 1 ? 1 : load > at_most ? at_most : load;
}

static double time_limit(const struct program *program, const struct trial *t)
{
    double seconds = t->test_case->seconds ? t->test_case->seconds : DEFAULT_SECONDS;
    if (t->seconds)
        return t->seconds;
    return program->patient ? 20 * seconds : seconds;
}

/* Lays the blobs out one after the other behind the header and fills them. */
static void send_arrays(struct program *program, struct trial *t, struct request *request)
{
    size_t end = (sizeof(struct exchange) + 4095) / 4096 * 4096;
    request->array_count = t->array_count;
    for (uint32_t i = 0; i < t->array_count; i++) {
        struct array_request *sent = &request->arrays[i];
        memcpy(sent->name, t->arrays[i].name, NAME_SIZE);
        sent->place = t->arrays[i].place;
        sent->payload_bytes = payload_bytes(&t->arrays[i]);
        for (unsigned run = 0; run < t->runs; run++) {
            sent->blob[run] = end;
            end += blob_bytes(sent->payload_bytes);
        }
    }
    if (!exchange_grow(program->exchange_fd, end))
        give_up("make room for the case's arrays");
    for (uint32_t i = 0; i < t->array_count; i++)
        for (unsigned run = 0; run < t->runs; run++)
            fill_blob(&t->arrays[i], run,
                      exchange_blob(program->exchange, request->arrays[i].blob[run]));
}

static void send_request(struct program *program, struct trial *t, struct request *request)
{
    *request = (struct request){.sequence = program->sequence++, .runs = t->runs};
    snprintf(request->task, NAME_SIZE, "%s", t->task->name);
    request->schedule = t->schedule;
    request->seconds = time_limit(program, t);
    request->number_count = t->number_count;
    memcpy(request->numbers, t->numbers, sizeof t->numbers);
    send_arrays(program, t, request);
    program->exchange->request = *request;
    exchange_ask(program->exchange);
}

static void take_arrays(struct program *program, struct trial *t, const struct request *sent)
{
    for (uint32_t i = 0; i < t->array_count; i++) {
        size_t bytes = blob_bytes(payload_bytes(&t->arrays[i]));
        for (unsigned run = 0; run < t->runs; run++) {
            unsigned char *copy = t->arrays[i].blobs[run] = malloc(bytes);
            if (!copy)
                give_up("keep the answer");
            memcpy(copy, exchange_blob(program->exchange, sent->arrays[i].blob[run]), bytes);
        }
    }
    exchange_empty(program->exchange_fd);
}

/* Text that the program gave, as one line that is fit to be shown. */
static void take_line(char *text, size_t size)
{
    text[size - 1] = 0;
    make_printable(text);
    for (; *text; text++)
        if (*text == '\n')
            *text = ' ';
}

/* A time that a program may claim: JSON has no word for infinity. */
static double plausible(double seconds)
{
    return seconds >= 0 && seconds < 1e6 ? seconds : 0;
}

static void take_answer(struct program *program, struct trial *t)
{
    struct answer *answer = &t->answer;
    *answer = program->exchange->answer;
    take_line(answer->error, TEXT_SIZE);
    take_line(answer->fault, TEXT_SIZE);
    for (unsigned run = 0; run < MAX_RUNS; run++) {
        answer->runs[run].seconds = plausible(answer->runs[run].seconds);
        answer->runs[run].copy_seconds = plausible(answer->runs[run].copy_seconds);
    }
    if (answer->finding_count > MAX_FINDINGS)
        answer->finding_count = MAX_FINDINGS;
    for (uint32_t i = 0; i < answer->finding_count; i++) {
        take_line(answer->findings[i].kind, sizeof answer->findings[i].kind);
        take_line(answer->findings[i].text, TEXT_SIZE);
    }
}

static struct ending_of_ask ending_from(const siginfo_t *info)
{
    return (struct ending_of_ask){info->si_code == CLD_EXITED ? EXITED : KILLED_BY_SIGNAL,
                                  info->si_status};
}

static struct ending_of_ask wait_for_answer(struct program *program, double limit)
{
    const struct ending_of_ask answered = {ANSWERED, 0};
    double deadline = seconds_now() + limit;
    while (seconds_now() < deadline) {
        siginfo_t info = {0};
        if (exchange_answered(program->exchange, POLL_SECONDS))
            return answered;
        if (waitid(P_PID, program->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
            /* It may have answered with its last breath. */
            return exchange_answered(program->exchange, 0) ? answered : ending_from(&info);
    }
    return (struct ending_of_ask){TIMED_OUT, 0};
}

struct ending_of_ask program_ask(struct program *program, struct trial *t)
{
    struct request request;
    struct ending_of_ask ending = {ANSWERED, 0};
    if (!program->pid) {
        start(program);
        ending = wait_for_answer(program, START_SECONDS);
        if (ending.how == TIMED_OUT)
            ending = (struct ending_of_ask){NEVER_READY, START_SECONDS};
    }
    if (ending.how == ANSWERED && program->exchange->answer.outcome != ANSWER_UNUSABLE) {
        send_request(program, t, &request);
        ending = wait_for_answer(program, request.seconds * crowding());
        take_arrays(program, t, &request);
    }
    take_answer(program, t);
    if (ending.how != ANSWERED || t->answer.outcome != ANSWER_COMPLETE)
        program_stop(program);
    return ending;
}

/* A tool that watches the program writes its report when the program ends by itself. */
void program_finish(struct program *program)
{
    const double patience = 60;
    if (!program->pid)
        return;
    program->exchange->request.task[0] = 0;
    exchange_ask(program->exchange);
    wait_for_answer(program, patience);
    program_stop(program);
}

/* --- what it printed ------------------------------------------------------------------ */

void make_printable(char *text)
{
    for (; *text; text++)
        if (!isprint((unsigned char)*text) && *text != '\n')
            *text = '?';
}

void program_output(struct program *program, char *text, size_t size)
{
    ssize_t count = pread(program->output_fd, text, size - 1, program->quoted);
    program->quoted = lseek(program->output_fd, 0, SEEK_END);
    text[count > 0 ? count : 0] = 0;
    for (ssize_t i = 0; i < count; i++)
        if (!text[i])
            text[i] = '?';
    make_printable(text);
}
