/* The innermost program of a box: gives up what a hand-in must not have, and becomes the
 * hand-in's program.
 *
 *   enter [OPTION]... [--read PATH]... [--write PATH]... -- PROGRAM ...
 *   enter --landlock-version     prints the kernel's version of Landlock, 0 for none
 *   enter --tied N BWRAP ...     becomes bwrap, whose box ends with it, also while it is made;
 *                                N has started it, or it does not begin
 *
 * - Always: no capabilities, no way to new ones, and few processes, files and no core dump.
 * - --uid N: becomes that user, whose processes alone the limit counts; for root only.
 * - --landlock: of all files only those below the PATHs can be seen; a PATH that is not there
 * is left out. It also keeps the hand-in from the processes outside.
 * - --filter: system calls that a kernel never needs, and by which a program reaches others,
 * fail; with --device those are left to it that a driver needs.
 * - --session: it is a session of its own.
 * - It ends with the process that has started it, whichever user it becomes.
 * - --starter N: it does not begin where that was another one than N.
 * - Exit 126 with a line where the kernel refuses one of these: nothing runs with more.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_PATHS = 64, PROCESSES = 64, FILES = 128, MOST_KEPT_OPEN = 1024 };

static struct {
    const char *path;
    bool may_write;
} paths[MOST_PATHS];
static int path_count;

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "enter: cannot %s: %s\n", what, strerror(errno));
    exit(126);
}

/* --- limits ------------------------------------------------------------------------------ */

/* Tasks of a user, which the kernel counts where it has no count a namespace. */
static rlim_t tasks_of(uid_t user)
{
    rlim_t tasks = 0;
    struct dirent *entry;
    DIR *all = opendir("/proc");
    while (all && (entry = readdir(all))) {
        char path[300];
        struct stat status;
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        if (atoi(entry->d_name) > 0 && stat(path, &status) == 0 && status.st_uid == user)
            tasks += status.st_nlink - 2;
    }
    if (all)
        closedir(all);
    return tasks;
}

static void limit(__rlimit_resource_t resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        give_up("ask for a limit");
    most = most < now.rlim_max ? most : now.rlim_max;
    if (setrlimit(resource, &(struct rlimit){most, most}) != 0)
        give_up("set a limit");
}

/* The stack may grow so far. What kernels leave below it is emptied to there (host_memory.c).
 */
static void limit_stack(void)
{
    const rlim_t most = 64 << 20;
    struct rlimit now;
    if (getrlimit(RLIMIT_STACK, &now) != 0)
        give_up("ask for a limit");
    limit(RLIMIT_STACK, now.rlim_cur < most ? now.rlim_cur : most);
}

/* Room for a worker a core, and for a program of a few processes. */
static void limit_all(uid_t user)
{
    rlim_t cores = (rlim_t)sysconf(_SC_NPROCESSORS_CONF);
    limit(RLIMIT_NPROC, tasks_of(user) + 2 * cores + PROCESSES);
    limit(RLIMIT_NOFILE, FILES);
    limit(RLIMIT_CORE, 0);
    limit_stack();
}

/* --- rights ------------------------------------------------------------------------------ */

static void become_user(uid_t user)
{
    if (setgroups(0, NULL) != 0 || setresgid(user, user, user) != 0 ||
        setresuid(user, user, user) != 0)
        give_up("become another user");
}

/* What has started the shell that makes a box may have ended before this program begins: then
 * nobody waits for the box, and nobody would end it. */
static void must_be_parent(pid_t starter)
{
    errno = ESRCH;
    if (getppid() != starter)
        give_up("end together with its starter, which has ended");
}

/* The kernel forgets the wish where a process becomes another user. Until then that of the
 * judge holds, so that `parent` is alive. */
static void end_with_parent(pid_t parent)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent)
        give_up("end together with its parent");
}

static void drop_rights(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_capset, &header, none) != 0)
        give_up("drop its rights");
}

/* Goes on if the system refuses this: then the process has no right that could come back. */
static void drop_bounding_set(void)
{
    for (unsigned long each = 0; prctl(PR_CAPBSET_DROP, each, 0, 0, 0) == 0; each++)
        continue;
}

/* --- Landlock ---------------------------------------------------------------------------- */

/* As in the kernel's own header, which older systems lack, or have without its newer half. */
struct ruleset {
    uint64_t files, network, scoped;
};
struct path_rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, PATH_BENEATH = 1 };
enum { EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3 };
enum { TRUNCATE = 1 << 14, IOCTL_DEVICE = 1 << 15 }; /* a driver is spoken to by ioctl() */
enum { ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE };

static long landlock_version(void)
{
    const unsigned ask_version = 1;
    long version = syscall(CREATE_RULESET, NULL, 0, ask_version);
    return version < 0 ? 0 : version;
}

/* All that this version knows of: files, TCP, and signals and sockets to those outside. */
static struct ruleset everything(long version)
{
    static const int file_rights[] = {0, 13, 14, 15, 15, 16};
    int known = file_rights[version < 5 ? version : 5];
    return (struct ruleset){.files = ((uint64_t)1 << known) - 1,
                            .network = version >= 4 ? 3 : 0,
                            .scoped = version >= 6 ? 3 : 0};
}

static void allow(int rules, const char *path, uint64_t rights)
{
    struct stat status;
    struct path_rule rule = {.parent = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0)
        return;
    bool is_folder = fstat(rule.parent, &status) == 0 && S_ISDIR(status.st_mode);
    rule.allowed = is_folder ? rights : rights & ON_FILES;
    if (syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) != 0)
        give_up("allow a file (Landlock)");
    close(rule.parent);
}

/* To be called before it becomes another user, who may not be able to reach all the paths. */
static int make_rules(void)
{
    long version = landlock_version();
    struct ruleset all = everything(version);
    size_t size = version >= 6   ? sizeof all
                  : version >= 4 ? offsetof(struct ruleset, scoped)
                                 : offsetof(struct ruleset, network);
    int rules = (int)syscall(CREATE_RULESET, &all, size, 0);
    if (version == 0 || rules < 0)
        give_up("make rules for files (Landlock)");
    for (int i = 0; i < path_count; i++)
        allow(rules, paths[i].path,
              paths[i].may_write ? all.files : EXECUTE | READ_FILE | READ_DIR);
    return rules;
}

static void restrict_files(int rules)
{
    if (syscall(RESTRICT_SELF, rules, 0) != 0)
        give_up("restrict itself (Landlock)");
    close(rules);
}

/* --- system calls ------------------------------------------------------------------------ */

#if defined __x86_64__
#define OWN_MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_MACHINE AUDIT_ARCH_AARCH64
#endif

/* Reaching other processes, other names of rights, and the kernel's rarer doors; changing files
 * otherwise than by what they hold, which Landlock does not see. */
static const int refused[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_acct,
    SYS_quotactl,
    SYS_open_by_handle_at,
    SYS_kcmp,
    SYS_setpriority,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_ioprio_set,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_truncate,
    SYS_mknodat,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_mq_open,
    SYS_shmget,
    SYS_msgget,
    SYS_semget,
    SYS_socketpair,
    SYS_sched_setattr,
    SYS_inotify_init1,
    SYS_fanotify_init,
    SYS_syslog,
#ifdef SYS_chmod
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_mknod,
    SYS_inotify_init,
#endif
#ifdef SYS_userfaultfd
    SYS_userfaultfd,
#endif
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
    SYS_pidfd_send_signal,
#endif
#ifdef SYS_pidfd_open
    SYS_pidfd_open,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
#ifdef SYS_process_madvise
    SYS_process_madvise,
#endif
#ifdef SYS_fchmodat2
    SYS_fchmodat2,
#endif
};

#define LOAD(at) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (at))
#define NUMBER LOAD(offsetof(struct seccomp_data, nr))
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
/* The next instruction runs only if what was loaded (un)equals, has one of these bits, or is as
 * large. */
#define IF_IS(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1)
#define IF_NOT(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 1, 0)
#define IF_HAS(bits) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1)
#define IF_FROM(value) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (value), 0, 1)

enum {
    NEW_NAMESPACES = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |
                     CLONE_NEWNET | CLONE_NEWCGROUP,
    CLONE3 = 435, /* its flags lie in memory */
    MEMFD_SECRET = 447
};

/* A system call that is refused, whatever it is given or where an argument is so. */
struct rule {
    unsigned call;
    enum { ALWAYS, IS, IS_NOT, HAS } when;
    unsigned argument, value;
};

enum { LINES_OF_RULE = 5 };

static void write_rule(struct sock_filter *at, const struct rule *rule)
{
    const unsigned error = rule->call == CLONE3        ? ENOSYS /* then clone() is tried */
                           : rule->call == SYS_connect ? ECONNREFUSED
                                                       : EPERM;
    const struct sock_filter tests[] = {[ALWAYS] = IF_FROM(0),
                                        [IS] = IF_IS(rule->value),
                                        [IS_NOT] = IF_NOT(rule->value),
                                        [HAS] = IF_HAS(rule->value)};
    const struct sock_filter lines[LINES_OF_RULE] = {
        NUMBER,
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule->call, 0, LINES_OF_RULE - 2),
        LOAD(offsetof(struct seccomp_data, args[0]) + 8 * rule->argument),
        tests[rule->when],
        REFUSE(error),
    };
    memcpy(at, lines, sizeof lines);
}

enum { NO_CALL = UINT32_MAX >> 1 }; /* of the numbers of this machine's calls, none */

/* Memory in a file without a name counts as no process's. A driver asks for a service of its
 * own by a socket, goes on where nobody listens, and listens for its own processes: it has
 * sockets of that kind alone, and reaches nobody. Returns the number of instructions. */
static unsigned write_rules(struct sock_filter *program, bool no_sockets, bool has_device)
{
    const unsigned self = (unsigned)getpid();
    const struct rule rules[] = {
        {SYS_clone, HAS, 0, NEW_NAMESPACES},
        {CLONE3, ALWAYS, 0, 0},
        {SYS_socket, IS_NOT, 0, no_sockets && !has_device ? AF_UNSPEC : AF_UNIX},
        {no_sockets ? SYS_socket : NO_CALL, IS_NOT, 1, SOCK_SEQPACKET | SOCK_CLOEXEC},
        {no_sockets ? SYS_connect : NO_CALL, ALWAYS, 0, 0},
        {SYS_kill, IS_NOT, 0, self},
        {SYS_tgkill, IS_NOT, 0, self},
        {SYS_prlimit64, IS_NOT, 0, 0},
        {SYS_fcntl, IS, 1, F_SETOWN},
        {SYS_fcntl, IS, 1, 15 /* F_SETOWN_EX */},
        {SYS_fcntl, IS, 1, 10 /* F_SETSIG */},
        {no_sockets ? SYS_sched_setaffinity : NO_CALL, IS_NOT, 0, 0},
        {has_device ? NO_CALL : SYS_memfd_create, ALWAYS, 0, 0},
        {has_device ? NO_CALL : MEMFD_SECRET, ALWAYS, 0, 0},
    };
    unsigned length = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++, length += LINES_OF_RULE)
        write_rule(program + length, &rules[i]);
    program[length++] = (struct sock_filter)NUMBER;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        program[length++] = (struct sock_filter)IF_IS((unsigned)refused[i]);
        program[length++] = (struct sock_filter)REFUSE(EPERM);
    }
    return length;
}

static void filter_calls(bool no_sockets, bool has_device)
{
#ifdef OWN_MACHINE
    const unsigned other_numbers = 0x40000000; /* x32's */
    struct sock_filter program[128 + 2 * sizeof refused / sizeof *refused] = {
        LOAD(offsetof(struct seccomp_data, arch)),
        IF_NOT(OWN_MACHINE),
        REFUSE(ENOSYS),
        NUMBER,
        IF_FROM(other_numbers),
        REFUSE(ENOSYS),
    };
    unsigned length = 6;
    length += write_rules(program + length, no_sockets, has_device);
    program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog filter = {(unsigned short)length, program};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0 && no_sockets)
        give_up("refuse system calls (seccomp)");
#else
    (void)write_rules, (void)has_device;
    if (no_sockets)
        give_up("refuse system calls on this machine");
#endif
}

/* --- a box that ends with bwrap ---------------------------------------------------------- */

static void be_woken(int signal)
{
    (void)signal;
}

/* Kills the whole process group, this process with it, when its parent has ended, or what has
 * started that, of which `starter` is a descriptor (below 0: an old kernel has none). */
static _Noreturn void watch(pid_t parent, int starter)
{
    enum { STARTER }; /* what it is called here */
    struct pollfd end = {.fd = starter < 0 ? -1 : STARTER, .events = POLLIN};
    sigset_t all, but_one;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    but_one = all;
    sigdelset(&but_one, SIGHUP);
    sigaction(SIGHUP, &(struct sigaction){.sa_handler = be_woken}, NULL);
    if (starter > STARTER)
        dup2(starter, STARTER);
    for (int descriptor = STARTER + 1; descriptor < MOST_KEPT_OPEN; descriptor++)
        close(descriptor);
    if (prctl(PR_SET_PDEATHSIG, SIGHUP, 0, 0, 0) == 0)
        while (getppid() == parent && ppoll(&end, 1, NULL, &but_one) <= 0)
            continue;
    kill(0, SIGKILL);
    _exit(0);
}

/* bwrap binds its two processes to each other, and itself to what has started it, only when the
 * box is made, which takes some milliseconds; until then the kernel ends it with its starter,
 * but not where bwrap is setuid. Were one of them killed before that, others would stay. So all
 * are of one group, and a process outside of the box, which costs a fork, ends that group. What
 * runs in the box makes a session of its own, when nothing can be left behind. */
static _Noreturn void become_tied(pid_t asked, char **words)
{
    const pid_t self = getpid();
#ifdef SYS_pidfd_open
    const int starter = (int)syscall(SYS_pidfd_open, asked, 0);
#else
    const int starter = -1;
#endif
    must_be_parent(asked); /* so the descriptor is that process's */
    if (getpgrp() != self && setpgid(0, 0) != 0)
        give_up("make a process group");
    const pid_t watcher = fork();
    if (watcher < 0)
        give_up("start a process that ends a box");
    if (watcher == 0)
        watch(self, starter);
    execvp(words[0], words);
    give_up("run bwrap");
}

/* --- the command line -------------------------------------------------------------------- */

static void add_path(const char *path, bool may_write)
{
    errno = E2BIG;
    if (path_count == MOST_PATHS)
        give_up("allow so many files");
    paths[path_count].path = path;
    paths[path_count++].may_write = may_write;
}

/* Starts the program by its descriptor: another user may not be able to reach its path. */
static _Noreturn void become(int program, char **arguments, bool by_name)
{
    extern char **environ;
    if (by_name)
        execvp(arguments[0], arguments);
    else
        syscall(SYS_execveat, program, "", arguments, environ, AT_EMPTY_PATH);
    give_up("run the program");
}

struct wishes {
    bool landlock, filter, device, session;
    uid_t user;
    pid_t starter;
};

/* Reads the options into `wishes` and the paths that may be read or written. Returns the place
 * of
 * "--", behind which the program stands; 0 if the line cannot be read. */
static int read_options(int argc, char **argv, struct wishes *wishes)
{
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--landlock"))
            wishes->landlock = true;
        else if (!strcmp(argv[i], "--filter"))
            wishes->filter = true;
        else if (!strcmp(argv[i], "--device"))
            wishes->device = true;
        else if (!strcmp(argv[i], "--session"))
            wishes->session = true;
        else if (!strcmp(argv[i], "--uid") && ++i)
            wishes->user = (uid_t)strtoul(value, NULL, 10);
        else if (!strcmp(argv[i], "--starter") && ++i)
            wishes->starter = (pid_t)strtol(value, NULL, 10);
        else if (!strcmp(argv[i], "--read") && ++i)
            add_path(value, false);
        else if (!strcmp(argv[i], "--write") && ++i)
            add_path(value, true);
        else
            return 0;
    }
    return i + 1 < argc ? i : 0;
}

int main(int argc, char **argv)
{
    const pid_t parent = getppid();
    struct wishes wishes = {.user = getuid(), .starter = parent};
    if (argc == 2 && !strcmp(argv[1], "--landlock-version"))
        return printf("%ld\n", landlock_version()) < 0;
    if (argc > 3 && !strcmp(argv[1], "--tied"))
        become_tied((pid_t)strtol(argv[2], NULL, 10), argv + 3);
    int end = read_options(argc, argv, &wishes);
    if (!end) {
        fprintf(stderr, "usage: see the head of enter.c\n");
        return 2;
    }
    must_be_parent(wishes.starter);
    int program = open(argv[end + 1], O_PATH | O_CLOEXEC);
    int rules = wishes.landlock ? make_rules() : -1;
    if (wishes.session && setsid() < 0)
        give_up("make a session");
    limit_all(wishes.user);
    drop_bounding_set();
    if (wishes.user != getuid())
        become_user(wishes.user);
    drop_rights();
    end_with_parent(parent);
    if (wishes.landlock)
        restrict_files(rules);
    if (wishes.filter)
        filter_calls(wishes.landlock, wishes.device);
    become(program, argv + end + 1, program < 0);
}
