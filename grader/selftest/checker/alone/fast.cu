// A race in a program of the fast build, which must not know of it.
#include "../../../../common/simt/simt.h"
#include <stdio.h>

__global__ void race_kernel(int *out)
{
    *out = threadIdx.x;
}

int main()
{
    int *d_out;
    struct finding findings[4];
    cudaMalloc(&d_out, sizeof *d_out);
    simt_set_schedule(LOCKSTEP, 1);
    race_kernel<<<1, 32>>>(d_out);
    printf("%u findings\n", simt_findings(findings, 4));
    return 0;
}
