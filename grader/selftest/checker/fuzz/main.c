/* Runs generated kernels in all schedules, and on several workers at once: the checker must
 * find the words that race by construction, and no others. */
#include <stdbool.h>
#include <stdio.h>
#include "checker/observe.h"
#include "checker/findings.h"
#include "simt.h"
#include "fuzz.h"

enum { WORDS = 48, OUT = 3 * 96, ALL_WORKERS = SCHEDULES };

extern const struct fuzz_kernel fuzz_kernels[];

static unsigned *array(const char *name, size_t words)
{
    unsigned *d_array;
    cudaMalloc((void **)&d_array, words * sizeof *d_array);
    cudaMemset(d_array, 0, words * sizeof *d_array);
    simt_name_array(d_array, words * sizeof *d_array, name);
    return d_array;
}

/* How many words there are, and the sum of their ids as simt_count_racy_words() has it. */
static unsigned expected(const struct fuzz_word *word, unsigned long long *sum)
{
    unsigned count = 0;
    *sum = 0;
    for (; word->array; word++, count++)
        *sum += simt_id_of_word(word->array, word->word, word->shared, (unsigned)word->block);
    return count;
}

static void print_missing(const struct fuzz_word *word)
{
    for (; word->array; word++)
        if (!simt_has_race(
                simt_id_of_word(word->array, word->word, word->shared, (unsigned)word->block)))
            printf("  not found: %s[%d] of block %d\n", word->array, word->word, word->block);
}

static bool agrees(int number, int schedule, unsigned *d_global, unsigned *d_out)
{
    unsigned long long wanted_sum, sum;
    unsigned wanted = expected(fuzz_kernels[number].words, &wanted_sum);
    simt_few_threads = schedule == ALL_WORKERS ? 0 : ~0u;
    simt_set_schedule(schedule == ALL_WORKERS ? FORWARD : (enum schedule)schedule,
                      (unsigned long long)number);
    simt_forget_findings();
    fuzz_kernels[number].run(d_global, d_out);
    unsigned words = simt_count_racy_words(&sum);
    if (words == wanted && sum == wanted_sum && cudaGetLastError() == cudaSuccess)
        return true;
    printf("kernel_%d, schedule %d: %u words race by construction, %u were found %s\n", number,
           schedule, wanted, words, simt_fault_text());
    print_missing(fuzz_kernels[number].words);
    return false;
}

int main(void)
{
    simt_keeps_block_order = true;
    int kernels = 0, disagreements = 0, races = 0;
    unsigned *d_global = array("global", WORDS), *d_out = array("out", OUT);
    for (; fuzz_kernels[kernels].run; kernels++) {
        races += fuzz_kernels[kernels].words->array != NULL;
        for (int schedule = FORWARD; schedule <= LOCKSTEP; schedule++)
            disagreements += !agrees(kernels, schedule, d_global, d_out);
        disagreements += !agrees(kernels, ALL_WORKERS, d_global, d_out);
    }
    printf("%d kernels, %d with races, %d disagreements\n", kernels, races, disagreements);
    return disagreements != 0;
}
