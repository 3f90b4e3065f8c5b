/* Holds the CPU backend's lists of errors and attributes against the toolkit: numbers by its
 * header, names and words by its library, and no error of its that the list lacks. */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>

static const struct entry {
    const char *name;
    int number, toolkits;
    const char *words; /* NULL for an attribute */
} entries[] = {
#define ERROR(name, number, words) {#name, number, name, words},
#include "cuda/errors.inc"
#define ATTRIBUTE(name, number, value) {#name, number, name, NULL},
#include "cuda/attributes.inc"
};
#define ENTRIES (sizeof entries / sizeof *entries)

static int differs(const struct entry *e)
{
    cudaError_t error = (cudaError_t)e->number;
    if (e->number == e->toolkits &&
        (!e->words || (!strcmp(e->words, cudaGetErrorString(error)) &&
                       !strcmp(e->name, cudaGetErrorName(error)))))
        return 0;
    printf("%s is %d in the list and %d in the toolkit, \"%s\" and \"%s\"\n", e->name,
           e->number, e->toolkits, e->words ? e->words : "",
           e->words ? cudaGetErrorString(error) : "");
    return 1;
}

static int is_missing(int number)
{
    const char *name = cudaGetErrorName((cudaError_t)number);
    if (strncmp(name, "cuda", 4) != 0)
        return 0;
    for (size_t i = 0; i < ENTRIES; i++)
        if (entries[i].words && entries[i].number == number)
            return 0;
    printf("%s is not in the list\n", name);
    return 1;
}

int main(void)
{
    int wrong = 0;
    for (size_t i = 0; i < ENTRIES; i++)
        wrong += differs(&entries[i]);
    for (int number = 0; number <= cudaErrorApiFailureBase; number++)
        wrong += is_missing(number);
    return wrong > 0;
}
