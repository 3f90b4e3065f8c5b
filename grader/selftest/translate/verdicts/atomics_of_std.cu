// std::atomic is the host's.
#include <atomic>
__global__ void k1(std::atomic<int> *x, std::atomic<int> *y) { x->fetch_add(1); } // error: std::atomic belongs to the host
__global__ void k2(std::atomic<int> *x, int *y) { y[0] = x != nullptr; }
