/* A test program holds scenarios, one a run: program NAME. What fails says so, and exit is 1.
 */
#ifndef SCENARIO_H
#define SCENARIO_H

#include <simt.h>
#include <stdio.h>
#include <string.h>

static int failures;

#define EXPECT(condition)                                                                      \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            failures++;                                                                        \
            printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                   \
        }                                                                                      \
    } while (0)

struct scenario {
    const char *name;
    void (*run)(void);
};

/* The error of the launch, or what simt says of its fault, as one line for the caller to read.
 */
static inline void tell_fault(void)
{
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s: %s\n", cudaGetErrorName(error), simt_fault_text());
}

static inline int play(const struct scenario *scenarios, size_t count, int argc, char **argv)
{
    for (size_t i = 0; i < count; i++)
        if (argc == 2 && strcmp(scenarios[i].name, argv[1]) == 0) {
            scenarios[i].run();
            return failures ? 1 : 0;
        }
    printf("no scenario %s\n", argc == 2 ? argv[1] : "");
    return 2;
}

#define PLAY(scenarios)                                                                        \
    int main(int argc, char **argv)                                                            \
    {                                                                                          \
        return play(scenarios, sizeof(scenarios) / sizeof((scenarios)[0]), argc, argv);        \
    }

#endif
