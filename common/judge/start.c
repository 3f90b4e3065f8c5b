/* Starts the process of a hand-in's program: see start.h. */
#define _GNU_SOURCE
#include "start.h"
#include "box.h"
#include "descriptors.h"
#include "exchange.h"
#include "give_up.h"
#include "orphans.h"
#include "printed.h"
#include "simt/checker/window.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static const rlim_t OUTPUT_LIMIT = 16 << 20;

/* --- what it is given ------------------------------------------------------------------ */

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
static bool lay_descriptors(const struct start *start)
{
    int nothing = fcntl(open("/dev/null", O_RDONLY), F_DUPFD, REPORT_FD + 1);
    int unseen = start->silent ? open("/dev/null", O_WRONLY) : -1;
    int output =
        fcntl(unseen < 0 ? open_to_write(start->output_fd) : unseen, F_DUPFD, REPORT_FD + 1);
    int exchange = fcntl(start->exchange_fd, F_DUPFD, REPORT_FD + 1);
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

/* --- the process ----------------------------------------------------------------------- */

static _Noreturn void become(const struct start *start, pid_t judge)
{
    if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != judge)
        run_nothing("make a hand-in end together with it"); /* the last: it has ended before */
    if (!lay_descriptors(start))
        run_nothing("hand over its files (ulimit -n?)");
    if (!close_from(REPORT_FD + 1))
        run_nothing("close its own files to the hand-in (no close_range, no /proc?)");
    if (!limit_output())
        run_nothing("limit what a hand-in prints");
    if (!start_thread())
        run_nothing("start a hand-in's threads (ulimit -u, a container's pids limit, or its "
                    "refusal of clone3?)");
    if (start->wants_room && !simt_take_room()) /* which is given back by what follows */
        run_nothing("give the CPU checker its address space (" SIMT_NO_ROOM ")");
    if (start->box) {
        enter_box(start->box, start->path, small_environment());
        run_nothing("start a hand-in's box");
    }
    if (!start->patient)
        drop_capabilities();
    execve(start->path, (char *[]){(char *)start->path, NULL}, small_environment());
    _exit(127); /* which a hand-in may bring about: it costs its own marks */
}

/* Orphans come to us, to be killed; nobody traces us, or reads and writes our memory; an end is
 * told, even where those who started us ignore SIGCHLD; too large a file is told, too. */
void start_guarded(void)
{
    signal(SIGCHLD, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
    if (!orphans_adopt() || prctl(PR_SET_DUMPABLE, 0) != 0)
        give_up("keep hand-ins apart from itself (prctl)");
    if (kill(getpid(), 0) != 0)
        give_up("end a hand-in (a container's refusal of kill?)");
}

pid_t start_process(const struct start *start)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        give_up("make a pipe");
    report_fd = report[1];
    const pid_t judge = getpid(), pid = fork();
    if (pid == 0)
        become(start, judge);
    if (pid < 0)
        give_up("start a process");
    orphans_keep(pid);
    close(report[1]);
    read_report(report[0]);
    return pid;
}
