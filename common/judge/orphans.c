/* Kills what programs have left behind: see orphans.h. */
#define _GNU_SOURCE
#include "orphans.h"
#include "give_up.h"
#include "machine.h"

#include <dirent.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const double MOST_SECONDS = 2;

/* The processes of all programs that run: who reaps orphans must not reap these. */
enum { MOST_PROGRAMS = 8 };
static pid_t pids[MOST_PROGRAMS], spared;

/* Not all emulators know of subreapers: what a hand-in leaves behind there goes on after it,
 * and has as little access to us as any other process. */
bool orphans_adopt(void)
{
    return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 || (errno == EINVAL && machine_is_emulated());
}

static void replace(pid_t old, pid_t new)
{
    int i = 0;
    while (i < MOST_PROGRAMS - 1 && pids[i] != old)
        i++;
    pids[i] = new;
}

void orphans_keep(pid_t program)
{
    replace(0, program);
}

void orphans_keep_no_more(pid_t program)
{
    replace(program, 0);
}

void orphans_spare(pid_t child)
{
    spared = child;
}

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
void orphans_kill(void)
{
    double deadline = seconds_now() + MOST_SECONDS;
    for (pid_t killed = 1; killed && seconds_now() < deadline;) {
        killed = kill_orphans_once();
        if (killed)
            waitpid(killed, NULL, 0);
    }
}
