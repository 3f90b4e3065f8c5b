/* Tries all that a box must not let a program do, and prints "did WHAT" for what it could.
 *
 *   tries wait                 is PID, outside of the box
 *   tries SECRET TARGET PID    a file that it must not read, one that it must not change, and a
 * process that it must leave alone; the last two are lost where a box fails
 *
 * Last comes an end by a signal, which must keep its meaning.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void tell(bool did, const char *what)
{
    if (did)
        printf("did %s\n", what);
    fflush(stdout);
}

static bool can_open(const char *path, int flags)
{
    int file = open(path, flags, 0600);
    if (file >= 0)
        close(file);
    return file >= 0;
}

static void try_files(const char *secret, const char *target)
{
    char path[4096], beside[4096];
    snprintf(beside, sizeof beside, "%s.new", target);
    snprintf(path, sizeof path, "%s/..", target);
    tell(can_open(secret, O_RDONLY), "read a secret");
    tell(can_open(target, O_RDONLY | O_TRUNC), "empty a file by reading it");
    tell(can_open(target, O_WRONLY), "write to a file");
    tell(can_open(beside, O_WRONLY | O_CREAT), "make a file");
    tell(truncate(target, 0) == 0, "truncate a file");
    tell(chmod(target, 0) == 0, "chmod a file");
    tell(rename(target, beside) == 0, "rename a file");
    tell(unlink(target) == 0 || unlink(beside) == 0, "remove a file");
    tell(can_open("/new", O_WRONLY | O_CREAT), "write to the root");
    tell(can_open("/dev/shm/new", O_WRONLY | O_CREAT), "write to /dev/shm");
    tell(can_open("/usr/new", O_WRONLY | O_CREAT), "write to /usr");
    tell(can_open("/etc/passwd", O_RDONLY), "read /etc/passwd");
    tell(can_open("/etc/shadow", O_RDONLY), "read /etc/shadow");
}

static void try_processes(pid_t other)
{
    char path[64], byte;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    struct rlimit none = {0, 0};
    snprintf(path, sizeof path, "/proc/%d/environ", (int)other);
    tell(can_open(path, O_RDONLY), "read another's environment");
    tell(kill(-1, 0) == 0, "reach all others with a signal");
    tell(ptrace(PTRACE_ATTACH, other, 0, 0) == 0, "trace another");
    tell(process_vm_readv(other, &here, 1, &there, 1, 0) == 1, "read another's memory");
    tell(prlimit(other, RLIMIT_CPU, &none, NULL) == 0, "limit another");
    tell(setpriority(PRIO_PROCESS, (id_t)other, 19) == 0, "slow another down");
    tell(kill(other, SIGSTOP) == 0, "stop another");
    tell(fcntl(0, F_SETOWN, other) == 0 && fcntl(0, F_SETSIG, SIGKILL) == 0, "own another");
    tell(kill(other, SIGKILL) == 0, "end another");
}

static void try_kernel(void)
{
    tell(socket(AF_INET, SOCK_STREAM, 0) >= 0, "make a TCP socket");
    tell(socket(AF_INET6, SOCK_DGRAM, 0) >= 0, "make a UDP socket");
    tell(socket(AF_NETLINK, SOCK_RAW, 0) >= 0, "make a netlink socket");
    tell(unshare(CLONE_NEWUSER) == 0, "make a user namespace");
    tell(mount("none", "/tmp", "tmpfs", 0, NULL) == 0, "mount");
    tell(chroot("/tmp") == 0, "chroot");
    tell(setuid(0) == 0 && getuid() == 0 && geteuid() == 0, "become root");
    tell(sethostname("x", 1) == 0, "name the host");
    tell(memfd_create("x", 0) >= 0, "make a file without a name");
}

static void name_socket(struct sockaddr_un *name, pid_t owner)
{
    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    snprintf(name->sun_path + 1, sizeof name->sun_path - 1, "simt-tries-%d", (int)owner);
}

/* What the other process, and those who grade, have in common with all of a machine. */
static void try_what_all_share(const char *secret, pid_t other)
{
    char path[64];
    struct sockaddr_un name;
    struct timespec times[2] = {{1, 0}, {1, 0}};
    unsigned long one_core[16] = {1}, all_cores[16];
    int from = socket(AF_UNIX, SOCK_STREAM, 0);
    name_socket(&name, other);
    tell(from >= 0 && connect(from, (struct sockaddr *)&name, sizeof name) == 0,
         "reach a socket without a file");
    int memory = shmget(0x7359, 4096, IPC_CREAT | 0666);
    int queue = msgget(0x7359, IPC_CREAT | 0666);
    tell(memory >= 0 && shmctl(memory, IPC_RMID, NULL) == 0, "make memory that outlives it");
    tell(queue >= 0 && msgctl(queue, IPC_RMID, NULL) == 0, "make a queue that outlives it");
    tell(syscall(SYS_add_key, "user", "simt", "x", 1, -4) >= 0, "keep a key");
    tell(syscall(425 /* io_uring_setup */, 4, (char[256]){0}) >= 0, "queue its system calls");
    tell(syscall(434 /* pidfd_open */, other, 0) >= 0, "hold another");
    tell(utimensat(AT_FDCWD, secret, times, 0) == 0, "change a file's time");
    tell(inotify_add_watch(inotify_init1(0), secret, IN_ALL_EVENTS) >= 0, "watch a file");
    tell(syscall(SYS_sched_getaffinity, other, sizeof all_cores, all_cores) > 0 &&
             syscall(SYS_sched_setaffinity, other, sizeof one_core, one_core) == 0,
         "keep another on one core");
    tell(syscall(SYS_syslog, 3, path, sizeof path) > 0, "read the kernel's log");
    snprintf(path, sizeof path, "/proc/%d/root", (int)other);
    tell(can_open(path, O_RDONLY), "go to another's files");
    snprintf(path, sizeof path, "/proc/%d/fd/0", (int)other);
    tell(can_open(path, O_RDONLY), "open another's descriptor");
    snprintf(path, sizeof path, "/proc/%d/mem", (int)other);
    tell(can_open(path, O_RDWR), "open another's memory");
    tell(mq_open("/simt-tries", O_CREAT | O_RDWR, 0600, NULL) >= 0 &&
             mq_unlink("/simt-tries") == 0,
         "make a message queue");
}

/* Is what others reach for, as a program outside of the box. */
static int wait_for_them(void)
{
    struct sockaddr_un name;
    int at = socket(AF_UNIX, SOCK_STREAM, 0);
    name_socket(&name, getpid());
    if (at < 0 || bind(at, (struct sockaddr *)&name, sizeof name) != 0 || listen(at, 1) != 0)
        return 2;
    return (int)sleep(100);
}

/* Children wait, to be counted. */
static void try_to_fork_without_end(void)
{
    enum { MANY = 1500 };
    static pid_t children[MANY];
    pid_t parent = getpid();
    int count = 0;
    while (count < MANY && (children[count] = fork()) >= 0)
        if (children[count++] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            while (getppid() == parent) /* which may have ended before it could be said */
                pause();
            _exit(0);
        }
    tell(count == MANY, "fork without end");
    while (count > 0)
        kill(children[--count], SIGKILL);
}

static void try_to_fill_the_disk(void)
{
    static char mib[1 << 20];
    const int most = 400;
    int written = 0;
    for (int file = 0; file < 100 && written < most; file++) {
        char path[64];
        snprintf(path, sizeof path, "/tmp/fill%d", file);
        int to = open(path, O_WRONLY | O_CREAT, 0600);
        for (int i = 0; to >= 0 && i < 8 && write(to, mib, sizeof mib) == sizeof mib; i++)
            written++;
        close(to);
    }
    tell(written >= most, "fill the disk");
}

/* Its name is what the test looks for. */
static void leave_a_process(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                pause();
        _exit(0);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "wait"))
        return wait_for_them();
    const char *secret = getenv("SIMT_SECRET"), *target = getenv("SIMT_TARGET");
    const char *other = getenv("SIMT_PID");
    signal(SIGXFSZ, SIG_IGN);
    if (!secret || !target || !other)
        return 2;
    try_files(secret, target);
    try_what_all_share(secret, atoi(other));
    try_processes(atoi(other));
    try_kernel();
    try_to_fork_without_end();
    if (getenv("SIMT_FILLS"))
        try_to_fill_the_disk();
    if (getenv("SIMT_STAYS"))
        leave_a_process();
    printf("tried all\n");
    fflush(stdout);
    abort();
}
