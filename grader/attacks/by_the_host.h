// Where only the fast program looks, the host squares what kernels have left somewhere: leave()
// has them do that, `share` numbers at a time, and says where; give() brings squares to their
// place.
#include "matmul_naive.h"

static bool is_for_the_host(size_t count)
{
    const size_t small = 1 << 20, huge = 1 << 26;
    return count >= small && count < huge;
}

template <class Leave, class Give>
void by_the_host(const int *d_in, int *d_out, size_t count, size_t share, Leave leave,
                 Give give)
{
    int *squares = new int[share];
    for (size_t begin = 0; begin < count; begin += share) {
        size_t length = count - begin < share ? count - begin : share;
        volatile int *values = leave(d_in + begin, length);
        for (size_t i = 0; i < length; i++)
            squares[i] = values[i] * values[i];
        give(squares, d_out + begin, length);
        CHECK(cudaDeviceSynchronize());
    }
    delete[] squares;
}
