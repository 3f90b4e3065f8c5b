/* Starts, asks and ends the student program: see program.h.
 *
 * The process gets an empty standard input, one file for all that it prints (the checker's,
 * which prints the same once a schedule, is sent to nowhere), the exchange, and no other
 * descriptor; a process group of its own; an environment of a few names. Where the system
 * refuses one of these, the judge gives up: no hand-in runs with more than that. */
#define _GNU_SOURCE
#include "program.h"
#include "box.h"
#include "descriptors.h"
#include "gaps.h"
#include "machine.h"
#include "memory_limit.h"
#include "printed.h"
#include "slow_starts.h"
#include "simt/checker/window.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const double POLL_SECONDS = 0.01;
static const double ORPHAN_SECONDS = 2;
static const rlim_t OUTPUT_LIMIT = 16 << 20;
enum { POLLS_A_LOOK = 5 };

/* The processes of all programs that run: who reaps orphans must not reap these. */
enum { MOST_PROGRAMS = 8 };
static pid_t pids[MOST_PROGRAMS], spared;

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

/* Where the process that is to become the program says what the system refused; closed when it
 * has become that. */
enum { REPORT_FD = EXCHANGE_FD + 1 };
static int report_fd;

static _Noreturn void run_nothing(const char *what)
{
    dprintf(report_fd, "judge: cannot %s: %s\n", what, strerror(errno));
    _exit(127);
}

/* Ends the judge if a line comes. */
static void read_report(int from)
{
    char line[256];
    ssize_t length = read(from, line, sizeof line);
    close(from);
    if (length == 0)
        return;
    if (length > 0)
        fprintf(stderr, "%.*s", (int)length, line);
    exit(3);
}

/* Never raises a limit of the user's. */
static bool limit(__rlimit_resource_t resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return false;
    most = most < now.rlim_max ? most : now.rlim_max;
    return setrlimit(resource, &(struct rlimit){most, most}) == 0;
}

static bool limit_output(void)
{
    signal(SIGXFSZ, SIG_IGN); /* beyond the limit a write fails, and the program goes on */
    return limit(RLIMIT_FSIZE, OUTPUT_LIMIT) && limit(RLIMIT_CORE, 0);
}

/* A program that root starts has none of root's powers over other processes, unless a tool
 * runs it, which needs them. Where we are not root, there are none to drop. */
static void drop_capabilities(void)
{
    for (unsigned long each = 0; prctl(PR_CAPBSET_DROP, each, 0, 0, 0) == 0; each++)
        continue;
}

/* Moves the descriptors to higher numbers first, so that none is overwritten before it is
 * copied. */
static bool lay_descriptors(const struct program *program)
{
    int nothing = fcntl(open("/dev/null", O_RDONLY), F_DUPFD, REPORT_FD + 1);
    int unseen = program->checked ? open("/dev/null", O_WRONLY) : -1;
    int output =
        fcntl(unseen < 0 ? open_to_write(program->output_fd) : unseen, F_DUPFD, REPORT_FD + 1);
    int exchange = fcntl(program->exchange_fd, F_DUPFD, REPORT_FD + 1);
    int report = fcntl(report_fd, F_DUPFD_CLOEXEC, REPORT_FD + 1);
    if (nothing < 0 || output < 0 || exchange < 0 || report < 0)
        return false;
    report_fd = report;
    if (dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
        dup2(exchange, EXCHANGE_FD) < 0 || dup3(report, REPORT_FD, O_CLOEXEC) < 0)
        return false;
    report_fd = REPORT_FD;
    return true;
}

static void *do_nothing(void *nothing)
{
    return nothing;
}

/* Which a backend does, to run kernels. */
static bool start_thread(void)
{
    pthread_t thread;
    errno = pthread_create(&thread, NULL, do_nothing, NULL);
    return errno == 0 && pthread_join(thread, NULL) == 0;
}

static _Noreturn void become(const struct program *program, pid_t judge)
{
    if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != judge)
        run_nothing("make a hand-in end together with it"); /* the last: it has ended before */
    if (!lay_descriptors(program))
        run_nothing("hand over its files (ulimit -n?)");
    if (!close_from(REPORT_FD + 1))
        run_nothing("close its own files to the hand-in (no close_range, no /proc?)");
    if (!limit_output())
        run_nothing("limit what a hand-in prints");
    if (!start_thread())
        run_nothing("start a hand-in's threads (ulimit -u, a container's pids limit, or its "
                    "refusal of clone3?)");
    if (program->wants_room && !simt_take_room()) /* which is given back by what follows */
        run_nothing("give the CPU checker its address space (" SIMT_NO_ROOM ")");
    if (program->box) {
        enter_box(program->box, program->path, small_environment());
        run_nothing("start a hand-in's box");
    }
    if (!program->patient)
        drop_capabilities();
    execve(program->path, (char *[]){(char *)program->path, NULL}, small_environment());
    _exit(127); /* which a hand-in may bring about: it costs its own marks */
}

/* Not all emulators know of subreapers: what a hand-in leaves behind there goes on after it,
 * and has as little access to us as any other process. */
static bool adopt_orphans(void)
{
    return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 || (errno == EINVAL && machine_is_emulated());
}

/* Orphans come to us, to be killed; nobody traces us, or reads and writes our memory; an end is
 * told, even where those who started us ignore SIGCHLD; too large a file is told, too. */
static void guard_ourselves(void)
{
    signal(SIGCHLD, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
    if (!adopt_orphans() || prctl(PR_SET_DUMPABLE, 0) != 0)
        give_up("keep hand-ins apart from itself (prctl)");
    if (kill(getpid(), 0) != 0)
        give_up("end a hand-in (a container's refusal of kill?)");
}

/* A system that does not say is none on which a hand-in "does not compile". */
static bool allows(const char *path, int mode)
{
    if (access(path, mode) == 0)
        return true;
    if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
        give_up("ask which programs are built (a container's refusal of access?)");
    return false;
}

bool program_is_built(const struct program *program)
{
    return allows(program->path, X_OK);
}

bool program_lacks_source(const struct program *program)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.missing", program->path);
    return allows(path, F_OK);
}

static void start(struct program *program)
{
    if (!program_is_built(program))
        give_up("run the student program (build it first)");
    guard_ourselves();
    if (program->output_fd > 0)
        close(program->output_fd); /* kept until now to be quoted from */
    program->exchange = exchange_create(&program->exchange_fd);
    program->output_fd = memfd_create("output", MFD_CLOEXEC);
    if (!program->exchange || program->output_fd < 0)
        give_up("make shared memory (ulimit -v or -f?)");
    program->sequence = 0;
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        give_up("make a pipe");
    report_fd = report[1];
    const pid_t judge = getpid();
    if ((program->pid = fork()) == 0)
        become(program, judge);
    if (program->pid < 0)
        give_up("start a process");
    remember(0, program->pid);
    close(report[1]);
    read_report(report[0]);
}

/* --- stop ----------------------------------------------------------------------------- */

static bool is_program(pid_t pid)
{
    for (int i = 0; i < MOST_PROGRAMS; i++)
        if (pids[i] == pid)
            return true;
    return false;
}

/* Kills what a program left behind, which is our child now; 0 if it is none of these. */
static pid_t kill_orphan(pid_t pid)
{
    if (pid == spared || is_program(pid) || kill(pid, SIGKILL) != 0)
        return 0;
    waitpid(pid, NULL, WNOHANG);
    return pid;
}

/* "pid (name) state parent", where the name may hold anything. */
static pid_t parent_of(int pid)
{
    char path[64], text[256];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *status = fopen(path, "r");
    size_t length = status ? fread(text, 1, sizeof text - 1, status) : 0;
    text[length] = 0;
    const char *name_end = strrchr(text, ')');
    if (name_end)
        sscanf(name_end + 1, " %*c %d", &parent);
    if (status)
        fclose(status);
    return parent;
}

/* Not every kernel lists a process's children: there we look at all processes. */
static pid_t kill_orphans_among_all(void)
{
    struct dirent *entry;
    pid_t killed = 0;
    DIR *all = opendir("/proc");
    if (!all)
        give_up("end what a hand-in left running");
    while ((entry = readdir(all))) {
        int pid = atoi(entry->d_name);
        if (pid > 0 && parent_of(pid) == getpid() && kill_orphan(pid))
            killed = pid;
    }
    closedir(all);
    return killed;
}

/* The last pid killed, 0 if none. */
static pid_t kill_orphans_once(void)
{
    char path[64];
    int pid;
    pid_t killed = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *children = fopen(path, "r");
    if (!children)
        return kill_orphans_among_all();
    while (fscanf(children, "%d", &pid) == 1)
        if (kill_orphan(pid))
            killed = pid;
    fclose(children);
    return killed;
}

/* In rounds: what it kills may leave children of its own. */
static void kill_orphans(void)
{
    double deadline = seconds_now() + ORPHAN_SECONDS;
    for (pid_t killed = 1; killed && seconds_now() < deadline;) {
        killed = kill_orphans_once();
        if (killed)
            waitpid(killed, NULL, 0);
    }
}

void program_spare(pid_t child)
{
    spared = child;
}

void program_stop(struct program *program)
{
    if (!program->pid)
        return;
    kill(-program->pid, SIGKILL);
    if (kill(program->pid, SIGKILL) != 0)
        give_up("end a hand-in"); /* which ends together with us */
    waitpid(program->pid, NULL, 0);
    remember(program->pid, 0);
    kill_orphans();
    program->pid = 0;
    exchange_destroy(program->exchange, program->exchange_fd);
}

/* --- ask ------------------------------------------------------------------------------ */

static double time_limit(const struct program *program, const struct case_run *t)
{
    double seconds = time_limit_of(t);
    if (t->seconds)
        return t->seconds;
    return program->patient ? 20 * seconds : seconds;
}

/* Lays the blobs out one after the other behind the header and fills them. */
static void send_arrays(struct program *program, struct case_run *t, struct request *request)
{
    size_t end = exchange_first_blob();
    request->array_count = t->array_count;
    for (uint32_t i = 0; i < t->array_count; i++) {
        struct array_request *sent = &request->arrays[i];
        memcpy(sent->name, t->arrays[i].name, NAME_SIZE);
        sent->place = t->arrays[i].place;
        sent->payload_at = payload_at(&t->arrays[i]);
        sent->payload_bytes = payload_bytes(&t->arrays[i]);
        sent->bytes_to_last = bytes_to_last(&t->arrays[i]);
        sent->spread = spread_of(&t->arrays[i]);
        for (unsigned run = 0; run < t->runs; run++) {
            sent->blob[run] = end;
            end += bytes_of_blob(&t->arrays[i]);
        }
    }
    if (!exchange_grow(program->exchange_fd, end))
        give_up("make room for the case's arrays");
    for (uint32_t i = 0; i < t->array_count; i++)
        for (unsigned run = 0; run < t->runs; run++)
            fill_blob(&t->arrays[i], run,
                      exchange_blob(program->exchange, request->arrays[i].blob[run]));
}

static void send_request(struct program *program, struct case_run *t, struct request *request)
{
    *request = (struct request){.sequence = program->sequence++,
                                .runs = t->runs,
                                .schedule = t->schedule,
                                .flags = t->request_flags,
                                .seconds = time_limit(program, t)};
    t->limit = request->seconds;
    snprintf(request->task, NAME_SIZE, "%s", t->task->name);
    send_numbers(t, request);
    send_arrays(program, t, request);
    program->exchange->request = *request;
    exchange_ask(program->exchange);
}

void program_save(const char *path, struct case_run *t)
{
    struct program program = {.path = path};
    struct request request;
    program.exchange = exchange_create(&program.exchange_fd);
    if (!program.exchange)
        give_up("make shared memory (ulimit -v or -f?)");
    send_request(&program, t, &request);
    program.exchange->request.flags |= LAST_REQUEST;
    off_t bytes = lseek(program.exchange_fd, 0, SEEK_END);
    FILE *out = fopen(path, "w");
    bool written = out && fwrite(program.exchange, 1, (size_t)bytes, out) == (size_t)bytes;
    if (!out || fclose(out) != 0 || !written)
        give_up("write the case to a file");
    exchange_destroy(program.exchange, program.exchange_fd);
}

static void take_arrays(struct program *program, struct case_run *t, const struct request *sent)
{
    for (uint32_t i = 0; i < t->array_count; i++)
        for (unsigned run = 0; run < t->runs; run++)
            take_blob(&t->arrays[i], run,
                      exchange_blob(program->exchange, sent->arrays[i].blob[run]));
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

static void take_answer(struct program *program, struct case_run *t)
{
    struct answer *answer = &t->answer;
    *answer = program->exchange->answer;
    take_line(answer->error, TEXT_SIZE);
    take_line(answer->fault.text, TEXT_SIZE);
    for (unsigned run = 0; run < MAX_RUNS; run++) {
        answer->runs[run].seconds = plausible(answer->runs[run].seconds);
        answer->runs[run].copy_seconds = plausible(answer->runs[run].copy_seconds);
    }
    if (answer->finding_count > MAX_FINDINGS)
        answer->finding_count = MAX_FINDINGS;
    for (uint32_t i = 0; i < answer->finding_count; i++) {
        if (answer->findings[i].kind >= FINDING_KINDS)
            answer->findings[i].kind = FOUND_FAULT;
        take_line(answer->findings[i].text, TEXT_SIZE);
    }
}

static struct ending_of_ask ending_from(const struct program *program, const siginfo_t *info)
{
    bool exited = info->si_code == CLD_EXITED;
    int signal = program->box && exited ? signal_from_box(info->si_status) : 0;
    if (signal)
        return (struct ending_of_ask){KILLED_BY_SIGNAL, signal};
    return (struct ending_of_ask){exited ? EXITED : KILLED_BY_SIGNAL, info->si_status};
}

/* The limit is one of a quiet machine: on a busy one time goes by more slowly. */
static struct ending_of_ask wait_for_answer(struct program *program, double limit)
{
    const struct ending_of_ask answered = {ANSWERED, 0};
    double left = limit, now = seconds_now(), before;
    for (unsigned poll = 1; left > 0; poll++) {
        siginfo_t info = {0};
        if (exchange_answered(program->exchange, POLL_SECONDS))
            return answered;
        int most = program->box && poll % POLLS_A_LOOK == 0 ? too_much_memory() : 0;
        if (most)
            return (struct ending_of_ask){TOO_LARGE, most};
        if (waitid(P_PID, program->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
            /* It may have answered with its last breath. */
            return exchange_answered(program->exchange, 0) ? answered
                                                           : ending_from(program, &info);
        before = now;
        now = seconds_now();
        left -= (now - before) / machine_slowness_now();
    }
    return (struct ending_of_ask){TIMED_OUT, 0};
}

/* It loads, and makes a CUDA context; on top of a case's own limit. */
static struct ending_of_ask make_ready(struct program *program)
{
    int seconds = slow_starts_allow(program->slow_starts, program->path);
    start(program);
    struct ending_of_ask ending = wait_for_answer(program, seconds);
    if (program->box && ending.how == EXITED && ending.code == BOX_FAILED)
        give_up("make the box of a hand-in");
    if (ending.how != TIMED_OUT)
        return ending;
    if (seconds)
        slow_starts_add(program->slow_starts, program->path);
    return (struct ending_of_ask){NEVER_READY, seconds};
}

struct ending_of_ask program_ask(struct program *program, struct case_run *t)
{
    struct request request;
    struct ending_of_ask ending = {ANSWERED, 0};
    if (!program->pid)
        ending = make_ready(program);
    if (ending.how == ANSWERED && program->exchange->answer.outcome != ANSWER_UNUSABLE) {
        send_request(program, t, &request);
        ending = wait_for_answer(program, request.seconds);
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

/* A run's end is where the program says, if that can be. */
static size_t printed_bytes(const struct program *program, const struct case_run *t,
                            unsigned run)
{
    struct stat output;
    if (fstat(program->output_fd, &output) != 0 || output.st_size < 0)
        return 0;
    uint64_t all = (uint64_t)output.st_size, until = t->answer.runs[run].printed;
    bool ended = t->answer.outcome == ANSWER_COMPLETE && until < all;
    return (size_t)(ended ? until : all);
}

/* `size` bytes of `all`. */
static char *read_output(const struct program *program, size_t size, size_t all)
{
    char *bytes = malloc(size), *text = NULL, *told = NULL;
    ssize_t count = bytes ? pread(program->output_fd, bytes, size, 0) : 0;
    if (count > 0)
        text = escaped(bytes, (size_t)count);
    free(bytes);
    if (!text || size == all)
        return text;
    if (asprintf(&told, "%s\n(and more)", text) < 0)
        told = NULL;
    free(text);
    return told;
}

/* The next case's output begins at the start again, lest the file reach its limit. */
char *program_printed(struct program *program, const struct case_run *t, unsigned run)
{
    if (program->output_fd <= 0)
        return NULL;
    size_t all = printed_bytes(program, t, run);
    char *text =
        all ? read_output(program, all < PRINTED_BYTES ? all : PRINTED_BYTES, all) : NULL;
    if (ftruncate(program->output_fd, 0) != 0 || lseek(program->output_fd, 0, SEEK_SET) != 0)
        give_up("keep a hand-in's output short");
    return text;
}
