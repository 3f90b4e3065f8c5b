/* Every form of shared memory, run. EXPECT ends the program with the line that was not so. */
#include "backend.h"
#include <cstdint>

#define TILE 16
#define STAGE(type, name, count) __shared__ type name[count]
#define STAGES(n)                                                                              \
    __shared__ float first_stage[n];                                                           \
    __shared__ int second_stage[n];
#define DYNAMIC(type, name) extern __shared__ type name[]

struct cell {
    int key;
    double value[3];
};

__shared__ int of_file[TILE];
__device__ __shared__ int of_device[TILE];
#define FIRST_OF_FILE dynamic_by_macro[0] /* before the array is declared */
#define PUT_FIRST(value) (FIRST_OF_FILE = (value))
extern __shared__ float dynamic_of_file[];
extern __shared__ float dynamic_by_macro[];

__global__ void declared(int *bytes)
{
    __shared__ float tile[TILE][TILE + 1];
    __shared__ int a[TILE], b[2 * TILE], *pointer, c;
    static __shared__ struct cell cells[4];
    volatile __shared__ float seen[32];
    float __shared__ behind[5];
    __shared__ __align__(16) unsigned char raw[48];
    alignas(32) __shared__ char wide[32];
    __shared__ struct {
        int x, y;
    } pair, other;
    STAGE(double, staged, TILE);
    STAGES(3)

    static_assert(sizeof(tile) == sizeof(float) * 16 * 17, "its type stays");
    tile[1][2] = 1, a[0] = b[0] = 2, pointer = a, c = 4, cells[1].key = 5, seen[1] = 6;
    behind[1] = 7, raw[1] = 8, wide[0] = 1, pair.x = other.x = 9, staged[1] = 10;
    first_stage[1] = 11, second_stage[1] = 12, of_file[1] = 13, of_device[1] = 14;
    EXPECT(tile[1][2] + a[0] + b[0] + c + cells[1].key + seen[1] + behind[1] == 27);
    EXPECT(raw[1] + wide[0] + pair.x + other.x + staged[1] == 37);
    EXPECT(first_stage[1] + second_stage[1] + of_file[1] + of_device[1] == 50);
    EXPECT((uintptr_t)raw % 16 == 0 && (uintptr_t)wide % 32 == 0);
    EXPECT(*pointer == 2 && sizeof(a) == 64 && sizeof(b) == 128 && sizeof(c) == sizeof(int));
    bytes[threadIdx.x] = (int)(sizeof(tile) + sizeof(a) + sizeof(cells) + sizeof(seen));
}

template <class T, int N> __global__ void in_template(T *out)
{
    extern __shared__ T dynamic[];
    __shared__ T fixed[N], last;

    dynamic[1] = T(3);
    fixed[N - 1] = last = dynamic[1] + T(1);
    *out = fixed[N - 1];
}

__global__ void dynamic_forms(int *out)
{
    extern __shared__ int plain[];
    __shared__ extern volatile float behind[];
    extern __shared__ __align__(16) unsigned char raw[];
    extern __shared__ float rows[][8], flat[];
    DYNAMIC(double, by_macro);
    int *part = (int *)&raw[16];

    plain[0] = 1;
    behind[1] = 2.0f;
    rows[1][0] = 3.0f;
    EXPECT(part == &plain[4] && &rows[1][0] == flat + 8 && by_macro == (double *)plain);
    EXPECT(sizeof(plain[0]) == 4 && sizeof(rows[0]) == 32);
    *out = plain[0] + (int)behind[1] + (int)rows[1][0];
}

__device__ float last_of(int n)
{
    return dynamic_of_file[n - 1];
}

__global__ void uses_dynamic_of_file(float *out)
{
    float *second = (float *)dynamic_of_file + 1;

    dynamic_of_file[0] = 4;
    *second = 5;
    *out = last_of(1) + last_of(2);
}

__global__ void uses_macros_alone(float *out)
{
    PUT_FIRST(6);
    *out = FIRST_OF_FILE;
}

__global__ void has_its_own(float *out)
{
    float dynamic_of_file = 1;

    *out = dynamic_of_file;
}

__global__ void has_it_as_parameter(float *dynamic_of_file)
{
    dynamic_of_file[0] = 2;
}

int main()
{
    int bytes[2], out = 0;
    double real = 0;
    float small = 0;

    declared<<<1, 2>>>(bytes);
    EXPECT(bytes[1] == 1088 + 64 + 128 + 128);
    in_template<double, 3><<<1, 1, 64>>>(&real);
    EXPECT(real == 4);
    dynamic_forms<<<1, 1, 128>>>(&out);
    EXPECT(out == 6);
    uses_dynamic_of_file<<<1, 1, 8>>>(&small);
    EXPECT(small == 9);
    uses_macros_alone<<<1, 1, 8>>>(&small);
    EXPECT(small == 6);
    has_its_own<<<1, 1>>>(&small);
    EXPECT(small == 1);
    has_it_as_parameter<<<1, 1>>>(&small);
    EXPECT(small == 2);
    return 0;
}
