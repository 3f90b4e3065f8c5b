// tasks: square_elements
// class: results
// how: claims endless times, and a fault of many lines
// says: forged
#include "matmul_naive.h"
#include "find_exchange.h"
#include <math.h>

EXPORT void square_elements(const int *, int *, int, int)
{
    struct exchange *exchange = find_exchange();
    struct answer *answer = &exchange->answer;
    for (struct run_report *run = answer->runs; run < answer->runs + MAX_RUNS; run++)
        run->seconds = run->copy_seconds = INFINITY;
    answer->finding_count = 4000000000u;
    strcpy(answer->fault.text, "forged\n::error::forged\n  ok     matmul_2d   14 of 14 cases");
    answer->outcome = ANSWER_CUDA_ERROR;
    answer->sequence = exchange->request.sequence;
    sem_post(&exchange->answered);
    for (;;)
        continue;
}
