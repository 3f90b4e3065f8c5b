// tasks: histogram_shared
// class: secrets
// how: reads where everything lies in memory, by the buffer of a C++ file
// says: it uses _ZNSt13basic_filebuf
// guard: object
#include "histogram.h"
#include <fstream>
#include <iostream>

EXPORT void histogram_shared(const unsigned char *, size_t, unsigned *)
{
    std::filebuf maps;
    maps.open("/proc/self/maps", std::ios::in);
    std::cout << &maps;
}
