/* Every register that a function call must preserve survives a switch, whether both contexts
 * wait at the same call or not: two contexts, each with values of its own, go back and forth.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "grid/grid.h"

#if defined(__x86_64__)
enum { REGISTERS = 6 };
#else
enum { REGISTERS = 19 };
#endif

typedef void keep(const void *in, void *out, void **save, void *resume);
keep keep_registers_a, keep_registers_b;

static void *host, *fiber;
static keep *keep_in_fiber;
static uint64_t in_fiber[REGISTERS], seen_in_fiber[REGISTERS];

static void fill(uint64_t *values, uint64_t first)
{
    for (int i = 0; i < REGISTERS; i++)
        values[i] = first + 0x0101010101010101u * (unsigned)(i + 1);
}

static int compare(const char *where, const uint64_t *got, const uint64_t *want)
{
    int wrong = 0;
    for (int i = 0; i < REGISTERS; i++)
        if (got[i] != want[i] && ++wrong)
            printf("%s: register %d is %#llx, want %#llx\n", where, i,
                   (unsigned long long)got[i], (unsigned long long)want[i]);
    return wrong;
}

static void run_fiber(void)
{
    fill(in_fiber, 0x1000);
    keep_in_fiber(in_fiber, seen_in_fiber, &fiber, host);
    simt_resume(host);
}

static int back_and_forth(keep *in_host, keep *other)
{
    uint64_t in[REGISTERS], seen[REGISTERS];
    char *stack = aligned_alloc(4096, SIMT_STACK_BYTES);
    fill(in, 0x8000);
    memset(seen, 0, sizeof seen);
    memset(seen_in_fiber, 0, sizeof seen_in_fiber);
    keep_in_fiber = other;
    simt_begin(&host, stack + SIMT_STACK_BYTES, run_fiber);
    in_host(in, seen, &host, fiber);
    free(stack);
    return compare("host", seen, in) + compare("fiber", seen_in_fiber, in_fiber);
}

int main(void)
{
    int wrong = back_and_forth(keep_registers_a, keep_registers_a) +
                back_and_forth(keep_registers_a, keep_registers_b);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
