// tasks: spmv_csr
// class: secrets
// how: looks for the expected output in the memory of processes, by a buffer of C++'s library
// says: it uses _ZNSt13basic_filebuf
// guard: object
#include "spmv.h"
#include <fstream>
#include <iostream>

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    std::filebuf memory;
    memory.open("/proc/self/mem", std::ios::in);
    std::cout << &memory;
}
