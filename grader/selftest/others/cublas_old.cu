// cuBLAS as it was before handles.
// prints: 50 4, the largest is 2, length 5, 0 then 7 then 0
#include <cublas.h>
#include <stdio.h>

int main()
{
    double *x, back[2] = {3, 4}, length;
    cublasInit();
    cublasAlloc(2, sizeof *x, (void **)&x);
    cublasSetVector(2, sizeof *x, back, 1, x, 1);
    length = cublasDnrm2(2, x, 1);
    int most = cublasIdamax(2, x, 1), before = cublasGetError();
    cublasDgemm('n', 't', 1, 1, 2, 2.0, x, 1, x, 1, 0.0, x, 1);
    cublasGetVector(2, sizeof *x, x, 1, back, 1);
    cublasDgemm('n', 'n', 2, 1, 1, 2.0, x, 1, x, 1, 0.0, x, 2);
    int wrong = cublasGetError(), after = cublasGetError();
    cublasFree(x);
    cublasShutdown();
    printf("%g %g, the largest is %d, length %g, %d then %d then %d\n", back[0], back[1], most,
           length, before, wrong, after);
    return 0;
}
