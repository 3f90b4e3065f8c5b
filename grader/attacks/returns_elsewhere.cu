// tasks: square_elements
// class: own runner
// how: a function that it has called is to return to another one, which no call has led to
// says: a function was to return to an address that the program has computed
// guard: run
#include "matmul_naive.h"

__global__ void square(const int *in, int *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] * in[i];
}

static void elsewhere() // or any function of the backend, by its distance
{
    printf("nobody has called it\n");
    exit(0);
}

static bool is_near(size_t code)
{
    return code - (size_t)elsewhere + 65536 < 131072;
}

typedef int change_function(size_t *place, int most);

/* Changes the return address of its caller, which has an array at `place`. */
static int change(size_t *place, int most)
{
    volatile size_t *stack = place;
    for (int i = 1; i < most; i++)
        if (is_near(stack[i]))
            stack[i] = (size_t)elsewhere;
    return most;
}

static int call_it(int most)
{
    size_t place[1] = {0};
    change_function *volatile function = change;
    return function(place, most) + (int)place[0];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    int count = width * height;
    int (*volatile function)(int) = call_it;
    if (count)
        square<<<blocks_for(count, 256), 256>>>(d_in, d_out, count);
    if (function(16) == 0)
        exit(1);
}
