/* Runs a command for which the kernel refuses some system calls, as old kernels and the
 * profiles of containers do: refuse ERROR CALL[,CALL...] COMMAND... */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const char *name;
    unsigned number;
} calls[] = {
    {"clone3", 435}, /* which older headers have no name for, as for the next */
    {"close_range", 436},
    {"futex_waitv", 449},
    {"rseq", SYS_rseq},
    {"mincore", SYS_mincore},
    {"personality", SYS_personality},
    {"ptrace", SYS_ptrace},
    {"process_vm_readv", SYS_process_vm_readv},
    {"userfaultfd", SYS_userfaultfd},
    {"membarrier", SYS_membarrier},
    {"memfd_create", SYS_memfd_create},
    {"prctl", SYS_prctl},
    {"setsid", SYS_setsid},
    {"getdents64", SYS_getdents64},
    {"kill", SYS_kill},
#ifdef SYS_access
    {"access", SYS_access},
#else
    {"access", SYS_faccessat}, /* which access() is there */
#endif
};

static unsigned number_of(const char *name)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(calls[i].name, name))
            return calls[i].number;
    fprintf(stderr, "refuse: %s is none of the calls that it knows\n", name);
    exit(125);
}

int main(int argc, char **argv)
{
    enum { MOST = 16 };
    struct sock_filter filter[2 * MOST + 2] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    struct sock_fprog program = {1, filter};
    if (argc < 4)
        return 125;
    unsigned error = !strcmp(argv[1], "EPERM") ? EPERM : ENOSYS;
    for (char *name = strtok(argv[2], ","); name; name = strtok(NULL, ",")) {
        filter[program.len++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number_of(name), 0, 1);
        filter[program.len++] =
            (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error);
    }
    filter[program.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        perror("refuse");
        return 125;
    }
    execvp(argv[3], argv + 3);
    return 125;
}
