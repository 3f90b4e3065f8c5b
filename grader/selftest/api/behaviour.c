/* What each function of the runtime API answers, right and wrong: the expectations were read
 * off an H200 with CUDA 13.0, and this program passes there too (gcc or nvcc, with cudart).
 * The sections are in memory.c and device.c. Run it with the name of one, or with none for all.
 */
#include "behaviour.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

void expect(int truth, const char *what, const char *file, int line)
{
    if (truth)
        return;
    failures++;
    printf("%s:%d: not so: %s\n", file, line, what);
}

void is(cudaError_t want, cudaError_t got, const char *call, const char *file, int line)
{
    cudaError_t last = cudaPeekAtLastError();
    if (got != want || last != want || cudaGetLastError() != want ||
        cudaGetLastError() != cudaSuccess) {
        failures++;
        printf("%s:%d: %s\n    is %s, want %s, and then the last error %s\n", file, line, call,
               cudaGetErrorName(got), cudaGetErrorName(want), cudaGetErrorName(last));
    }
}

char *device(size_t bytes)
{
    void *p = NULL;
    OK(cudaMalloc(&p, bytes));
    return (char *)p;
}

unsigned char *counting(size_t bytes, int start)
{
    unsigned char *p = (unsigned char *)malloc(bytes);
    for (size_t i = 0; i < bytes; i++)
        p[i] = (unsigned char)((size_t)start + i * 7);
    return p;
}

static const struct section {
    const char *name;
    void (*run)(void);
} sections[] = {
#define SECTION(name) {#name, name},
    ALL_SECTIONS(SECTION)
#undef SECTION
};

int main(int count, char **arguments)
{
    int ran = 0;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (count < 2 || !strcmp(arguments[1], sections[i].name)) {
            sections[i].run();
            ran++;
        }
    if (ran == 0)
        printf("behaviour.c: no section is called %s\n", arguments[1]);
    return failures > 0 || ran == 0;
}
