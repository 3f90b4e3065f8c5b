/* What each process of a command costs, by the name of its program: a library to preload
 * (LD_PRELOAD) into the command. Whoever waits for a process writes a line to the file that
 * WAITED names:
 *
 *   PARENT PID USER SYS PROGRAM    microseconds, of the process and of all that it has waited
 * for
 *
 * A hand-in's program is not preloaded, for the judge starts it with an environment of its own;
 * but it is waited for. The functions take the place of the C library's, whose kinds of waiting
 * all become wait4(); the name is read while the process that has ended still has one. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* /proc/PID/comm, or "?". A name holds no space once it is here. */
static void name_of(pid_t pid, char *name, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, name, size - 1);
    close(file);
    name[length > 0 ? length : 0] = 0;
    name[strcspn(name, "\n")] = 0;
    for (char *space; (space = strchr(name, ' '));)
        *space = '_';
    if (!*name)
        snprintf(name, size, "?");
}

static long long microseconds(struct timeval time)
{
    return time.tv_sec * 1000000LL + time.tv_usec;
}

static void tell(pid_t pid, const struct rusage *usage, const char *name)
{
    char line[160];
    int length = snprintf(line, sizeof line, "%d %d %lld %lld %s\n", (int)getpid(), (int)pid,
                          microseconds(usage->ru_utime), microseconds(usage->ru_stime), name);
    const char *path = getenv("WAITED");
    int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (file >= 0 && write(file, line, (size_t)length) < length)
        length = 0; /* what is lost is seen in the sum */
    close(file);
}

/* Looks which process it will be, and its name, before it is gone. */
static pid_t look_ahead(pid_t pid, int options, char *name, size_t size)
{
    siginfo_t info = {0};
    idtype_t kind = pid == -1 ? P_ALL : pid > 0 ? P_PID : P_PGID;
    int wanted = WEXITED | WNOWAIT | (options & (WNOHANG | WSTOPPED | WCONTINUED));
    if (syscall(SYS_waitid, kind,
                pid < -1  ? -pid
                : pid > 0 ? pid
                          : 0,
                &info, wanted, NULL) != 0)
        return -1;
    if (info.si_pid)
        name_of(info.si_pid, name, size);
    return info.si_pid;
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    struct rusage own;
    char name[32] = "";
    int end;
    pid_t next = look_ahead(pid, options, name, sizeof name);
    if (next <= 0)
        return next;
    next = (pid_t)syscall(SYS_wait4, next, &end, options, &own);
    if (next > 0 && (WIFEXITED(end) || WIFSIGNALED(end)))
        tell(next, &own, name);
    if (status)
        *status = end;
    if (usage)
        *usage = own;
    return next;
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    return wait4(-1, status, options, usage);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    return wait4(pid, status, options, NULL);
}

pid_t wait(int *status)
{
    return wait4(-1, status, 0, NULL);
}
