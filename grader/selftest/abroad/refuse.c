/* Runs a command for which the kernel refuses some system calls, as old kernels and the
 * profiles of containers do: refuse ERROR CALL[,CALL...] COMMAND...
 *
 * ERROR is EPERM, ENOSYS or ENOMEM. The CALL far_mmap is an mmap() at an address that takes 40
 * to 46 bits, which kernels for 39 refuse; where this one lays programs and libraries, it
 * takes 47. */
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
    {"openat2", 437},
    {"faccessat2", 439},
    {"futex_waitv", 449},
    {"rseq", SYS_rseq},
    {"statx", SYS_statx},
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

enum { MOST = 16 };
static struct sock_filter filter[4 * MOST + 2];
static struct sock_fprog program = {0, filter};

static void add(struct sock_filter instruction)
{
    filter[program.len++] = instruction;
}

static void load(size_t offset)
{
    add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void answer(unsigned what)
{
    add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

/* Passes over the next `over` instructions if what is loaded is none of these. */
static void unless(unsigned comparison, unsigned value, unsigned char over)
{
    add((struct sock_filter)BPF_JUMP(BPF_JMP | comparison | BPF_K, value, 0, over));
}

/* The upper half of the address says how many bits it takes. */
static void refuse_far_addresses(unsigned error)
{
    enum { UPPER = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 4 : 0 };
    unless(BPF_JEQ, SYS_mmap, 5);
    load(offsetof(struct seccomp_data, args) + UPPER);
    unless(BPF_JGE, 1 << (39 - 32), 2);
    add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 1 << (46 - 32), 1, 0));
    answer(SECCOMP_RET_ERRNO | error);
    load(offsetof(struct seccomp_data, nr));
}

static unsigned error_of(const char *name)
{
    return !strcmp(name, "EPERM") ? EPERM : !strcmp(name, "ENOMEM") ? ENOMEM : ENOSYS;
}

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
    if (argc < 4)
        return 125;
    unsigned error = error_of(argv[1]);
    load(offsetof(struct seccomp_data, nr));
    for (char *name = strtok(argv[2], ","); name; name = strtok(NULL, ",")) {
        if (!strcmp(name, "far_mmap")) {
            refuse_far_addresses(error);
            continue;
        }
        unless(BPF_JEQ, number_of(name), 1);
        answer(SECCOMP_RET_ERRNO | error);
    }
    answer(SECCOMP_RET_ALLOW);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        perror("refuse");
        return 125;
    }
    execvp(argv[3], argv + 3);
    return 125;
}
