/* What else runs on the machine, and whether it is a real one: see machine.h. */
#define _GNU_SOURCE
#include "machine.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* The machine that the file's instructions are for, as its ELF header says; 0 if it is none. */
static unsigned machine_of(const char *path)
{
    Elf64_Ehdr header = {.e_machine = 0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, &header, sizeof header) != (ssize_t)sizeof header)
        header.e_machine = 0;
    close(file);
    return header.e_machine;
}

/* An emulator shows us our own file where we ask for what we run; of our parent the kernel
 * names the emulator. */
bool machine_is_emulated(void)
{
    char parent[64];
    snprintf(parent, sizeof parent, "/proc/%d/exe", (int)getppid());
    unsigned seen = machine_of(parent), own = machine_of("/proc/self/exe");
    return seen && own && seen != own;
}

/* Where so many threads want to run. */
static double slowness(double threads)
{
    const double at_most = 4, emulator = 10;
    static double factor, processors;
    if (!factor) {
        factor = machine_is_emulated() ? emulator : 1;
        processors = (double)sysconf(_SC_NPROCESSORS_ONLN); /* it reads a file each time */
    }
    double share = threads / processors;
    return factor * (share < 1 ? 1 : share > at_most ? at_most : share);
}

double machine_slowness_lately(void)
{
    double load = 1;
    getloadavg(&load, 1);
    return slowness(load);
}

double machine_slowness_now(void)
{
    unsigned running;
    FILE *loads = fopen("/proc/loadavg", "re");
    bool known = loads && fscanf(loads, "%*s %*s %*s %u/", &running) == 1;
    if (loads)
        fclose(loads);
    return known ? slowness(running - 1.0) /* without us */ : machine_slowness_lately();
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
