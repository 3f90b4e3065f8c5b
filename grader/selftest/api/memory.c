/* Sections of behaviour.c: memory, pointers and copies. */
#include "behaviour.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- memory ------------------------------------------------------------------------------- */

void allocating(void)
{
    void *p = &p;
    OK(cudaMalloc(&p, 0));
    EXPECT(p == NULL);
    OK(cudaMallocHost(&p, 0));
    EXPECT(p == NULL);
    INVALID(cudaMalloc(NULL, 4));
    IS(cudaErrorMemoryAllocation, cudaMalloc(&p, (size_t)1 << 50));
    IS(cudaErrorMemoryAllocation, cudaMalloc(&p, SIZE_MAX));
    INVALID(cudaHostAlloc(&p, 10, 99));
    INVALID(cudaMallocManaged(&p, 10, 9));
    for (size_t bytes = 1; bytes < 3000; bytes += 331)
        EXPECT((uintptr_t)device(bytes) % 256 == 0);
}

void the_whole_device(void)
{
    size_t unused, total, after;
    void *p;
    OK(cudaMemGetInfo(&unused, &total));
    EXPECT(unused <= total);
    IS(cudaErrorMemoryAllocation, cudaMalloc(&p, total + 1));
    OK(cudaMalloc(&p, unused / 4 * 3));
    IS(cudaErrorMemoryAllocation, cudaMalloc(&p, unused / 2));
    OK(cudaMemGetInfo(&after, &total));
    EXPECT(after <= unused - unused / 4 * 3);
}

void freeing(void)
{
    static char variable[64];
    void *p;
    char *d = device(1000), *h = (char *)malloc(64);
    OK(cudaFree(NULL));
    OK(cudaFreeHost(NULL));
    INVALID(cudaFree(d + 256));
    INVALID(cudaFreeHost(d));
    OK(cudaFree(d));
    INVALID(cudaFree(d));
    INVALID(cudaFree(h));
    INVALID(cudaFree(variable));
    INVALID(cudaFreeHost(h));
    OK(cudaMallocHost(&p, 100));
    INVALID(cudaFree(p));
    OK(cudaFreeHost(p));
    INVALID(cudaFreeHost(p));
    OK(cudaMallocManaged(&p, 100, cudaMemAttachGlobal));
    OK(cudaFree(p));
    INVALID(cudaFree(p));
    free(h);
}

void freeing_in_streams(void)
{
    void *p;
    char *d = device(1000);
    OK(cudaMallocAsync(&p, 100, 0));
    OK(cudaFreeAsync(p, 0));
    INVALID(cudaFreeAsync(p, 0));
    OK(cudaFreeAsync(NULL, 0));
    OK(cudaMallocAsync(&p, 100, 0));
    OK(cudaFree(p));
    OK(cudaFreeAsync(d, 0));
    OK(cudaMallocHost(&p, 100));
    INVALID(cudaFreeAsync(p, 0));
}

void pitches(void)
{
    void *p;
    size_t pitch = 77;
    OK(cudaMallocPitch(&p, &pitch, 0, 5));
    EXPECT(p == NULL && pitch == 0);
    OK(cudaMallocPitch(&p, &pitch, 5, 0));
    EXPECT(p == NULL);
    OK(cudaMallocPitch(&p, &pitch, 5, 7));
    EXPECT(pitch == 512);
    OK(cudaMallocPitch(&p, &pitch, 512, 7));
    EXPECT(pitch == 512);
    OK(cudaMallocPitch(&p, &pitch, 513, 7));
    EXPECT(pitch == 1024);
    OK(cudaMemset2D(p, pitch, 1, 1024, 7));
    INVALID(cudaMemset(p, 1, 7 * 1024 + 1));
    IS(cudaErrorMemoryAllocation,
       cudaMallocPitch(&p, &pitch, (size_t)1 << 40, (size_t)1 << 10));
}

void pinned_and_managed(void)
{
    void *p, *q;
    unsigned int flags;
    char *h = (char *)counting(1 << 16, 0);
    OK(cudaMallocHost(&p, 1000));
    memset(p, 1, 1000);
    OK(cudaHostGetDevicePointer(&q, p, 0));
    EXPECT(q == p);
    INVALID(cudaHostGetDevicePointer(&q, p, 1));
    INVALID(cudaHostGetDevicePointer(&q, h, 0));
    OK(cudaHostGetFlags(&flags, p));
    EXPECT(flags == cudaHostAllocMapped);
    INVALID(cudaHostGetFlags(&flags, h));
    OK(cudaMallocManaged(&p, 1000, cudaMemAttachGlobal));
    memset(p, 1, 1000);
    OK(cudaHostRegister(h, 1 << 16, 0));
    IS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(h, 100, 0));
    INVALID(cudaHostUnregister(h + 4096));
    OK(cudaMemcpy(h, h + 1000, 100, D2D));
    OK(cudaHostUnregister(h));
    INVALID(cudaMemcpy(h, h + 1000, 100, D2D));
    IS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(h));
    INVALID(cudaHostRegister(h, 0, 0));
    INVALID(cudaHostRegister(NULL, 10, 0));
    free(h);
}

static void check_pointer(const void *p, enum cudaMemoryType type, int device, const void *d,
                          const void *h, int line)
{
    struct cudaPointerAttributes a;
    OK(cudaPointerGetAttributes(&a, p));
    expect(a.type == type && a.device == device, "the type and the device", __FILE__, line);
    expect(a.devicePointer == d && a.hostPointer == h, "the pointers of each side", __FILE__,
           line);
}

void pointers(void)
{
    char local[4], *d = device(100);
    void *p;
    check_pointer(local, cudaMemoryTypeUnregistered, -2, NULL, local, __LINE__);
    check_pointer(NULL, cudaMemoryTypeUnregistered, -2, NULL, NULL, __LINE__);
    check_pointer(d + 4, cudaMemoryTypeDevice, 0, d + 4, NULL, __LINE__);
    OK(cudaMallocHost(&p, 100));
    check_pointer(p, cudaMemoryTypeHost, 0, p, p, __LINE__);
    OK(cudaMallocManaged(&p, 100, cudaMemAttachGlobal));
    check_pointer(p, cudaMemoryTypeManaged, 0, p, p, __LINE__);
}

/* --- copies ------------------------------------------------------------------------------- */

/* Every kind between pageable, pinned, managed and device memory, to (row of four) by from: a
 * kind that says "device" refuses pageable memory, and nothing else is refused. */
void kinds_of_copy(void)
{
    static const char *const refused[] = {
        [cudaMemcpyHostToHost] = "................",
        [cudaMemcpyHostToDevice] = "xxxx............",
        [cudaMemcpyDeviceToHost] = "x...x...x...x...",
        [cudaMemcpyDeviceToDevice] = "xxxxx...x...x...",
        [cudaMemcpyDefault] = "................",
    };
    void *memory[4] = {counting(1000, 0), NULL, NULL, device(1000)};
    OK(cudaMallocHost(&memory[1], 1000));
    OK(cudaMallocManaged(&memory[2], 1000, cudaMemAttachGlobal));
    OK(cudaMemset(memory[1], 0, 1000));
    OK(cudaMemset(memory[2], 0, 1000));
    for (int kind = 0; kind <= cudaMemcpyDefault; kind++)
        for (int i = 0; i < 16; i++) {
            char call[80];
            snprintf(call, sizeof call, "kind %d to %d from %d", kind, i / 4, i % 4);
            cudaError_t want = refused[kind][i] == 'x' ? cudaErrorInvalidValue : cudaSuccess;
            is(want,
               cudaMemcpy(memory[i / 4], (char *)memory[i % 4] + 500, 100,
                          (enum cudaMemcpyKind)kind),
               call, __FILE__, __LINE__);
        }
}

void ranges_of_copies(void)
{
    char *d = device(1000), *e = device(1000), *h = (char *)counting(100000, 0);
    OK(cudaMemcpy(d, h, 1000, H2D));
    INVALID(cudaMemcpy(d, h, 1001, H2D));
    INVALID(cudaMemcpy(d, h, 100000, H2D));
    INVALID(cudaMemcpy(d + 999, h, 2, H2D));
    INVALID(cudaMemcpy(d + 1000, h, 1, H2D));
    INVALID(cudaMemcpy(h, d, 1001, D2H));
    INVALID(cudaMemcpy(d, e, 1001, D2D));
    INVALID(cudaMemcpy(d, h, 1001, cudaMemcpyDefault));
    INVALID(cudaMemcpyAsync(d, h, 1001, H2D, 0));
    INVALID(cudaMemcpy(d, NULL, 4, H2D));
    INVALID(cudaMemcpy(NULL, h, 4, H2D));
    INVALID(cudaMemcpy(NULL, h, 4, H2H));
    OK(cudaMemcpy(d, h, 0, H2D));
    OK(cudaMemcpy(NULL, NULL, 0, H2D));
    IS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(d, h, 4, (enum cudaMemcpyKind)5));
    IS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(d, h, 4, (enum cudaMemcpyKind) - 1));
    OK(cudaMemcpy(d, h, 0, (enum cudaMemcpyKind)5));
    OK(cudaMemcpyPeer(d, 0, e, 0, 100));
    INVALID(cudaMemcpyPeer(d, 0, h, 0, 100));
    IS(cudaErrorInvalidDevice, cudaMemcpyPeer(d, 0, e, 1, 100));
    OK(cudaFree(d));
    INVALID(cudaMemcpy(d, h, 4, H2D));
    free(h);
}

void bytes_arrive(void)
{
    unsigned char *a = counting(5000, 3), *b = counting(5000, 0);
    char *d = device(5000), *e = device(5000);
    OK(cudaMemcpy(d, a, 5000, H2D));
    OK(cudaMemcpy(e, d, 5000, D2D));
    OK(cudaMemcpyAsync(b, e, 5000, D2H, 0));
    OK(cudaDeviceSynchronize());
    EXPECT(memcmp(a, b, 5000) == 0);
    OK(cudaMemset(e + 1000, 9, 2000));
    OK(cudaMemcpy(b, e, 5000, cudaMemcpyDefault));
    EXPECT(memcmp(a, b, 1000) == 0 && memcmp(a + 3000, b + 3000, 2000) == 0);
    EXPECT(b[1000] == 9 && b[2999] == 9 && memcmp(b + 1000, b + 1001, 1999) == 0);
    free(a), free(b);
}

void pitches_of_copies(void)
{
    char *d = device(1000), *h = (char *)counting(4000, 0);
    IS(cudaErrorInvalidPitchValue, cudaMemcpy2D(d, 100, h, 99, 100, 3, H2D));
    IS(cudaErrorInvalidPitchValue, cudaMemcpy2D(d, 99, h, 100, 100, 3, H2D));
    OK(cudaMemcpy2D(d, 100, h, 100, 100, 10, H2D));
    INVALID(cudaMemcpy2D(d, 100, h, 100, 100, 11, H2D));
    OK(cudaMemcpy2D(d, 300, h, 300, 100, 4, H2D));
    INVALID(cudaMemcpy2D(d, 300, h, 300, 101, 4, H2D));
    INVALID(cudaMemcpy2D(d, 100, h, 100, 10, 3, D2H));
    IS(cudaErrorInvalidMemcpyDirection,
       cudaMemcpy2D(d, 100, h, 100, 10, 3, (enum cudaMemcpyKind)7));
    OK(cudaMemcpy2D(d, 100, h, 99, 0, 3, H2D));
    OK(cudaMemcpy2D(d, 100, h, 99, 100, 0, H2D));
    OK(cudaMemcpy2D(d, 0, h, 0, 0, 0, H2D));
    OK(cudaMemcpy2D(d, 0, h, 0, 10, 1, H2D));
    INVALID(cudaMemset2D(d, 100, 0, 101, 3));
    OK(cudaMemset2D(d, 100, 0, 100, 10));
    INVALID(cudaMemset2D(d, 100, 0, 50, 11));
    OK(cudaMemset2D(d, 100, 0, 0, 3));
    OK(cudaMemset2D(d, 0, 0, 0, 0));
    OK(cudaMemset2D(d, 0, 0, 4, 1));
    free(h);
}

enum { ROWS = 4, WIDEST = 8 };

/* There with one pair of pitches, back with another: the rows arrive, the rest stays. */
static void there_and_back(size_t width, size_t host_pitch, size_t device_pitch)
{
    unsigned char *sent = counting(ROWS * WIDEST, 1), back[ROWS * WIDEST];
    char *d = device(ROWS * WIDEST);
    memset(back, 0xee, sizeof back);
    OK(cudaMemset(d, 0x55, ROWS * WIDEST));
    OK(cudaMemcpy2D(d, device_pitch, sent, host_pitch, width, ROWS, H2D));
    OK(cudaMemcpy2DAsync(back, host_pitch, d, device_pitch, width, ROWS, D2H, 0));
    OK(cudaDeviceSynchronize());
    for (size_t row = 0; row < ROWS; row++)
        for (size_t col = 0; col < host_pitch; col++) {
            size_t i = row * host_pitch + col;
            EXPECT(back[i] == (col < width ? sent[i] : 0xee));
        }
    OK(cudaMemcpy(back, d, sizeof back, D2H));
    for (size_t i = 0; i < sizeof back; i++)
        if (i % device_pitch >= width || i >= ROWS * device_pitch)
            EXPECT(back[i] == 0x55);
    OK(cudaMemset2D(d, device_pitch, 7, width, ROWS));
    OK(cudaMemcpy(back, d, sizeof back, D2H));
    for (size_t i = 0; i < sizeof back; i++)
        EXPECT((back[i] == 7) == (i % device_pitch < width && i < ROWS * device_pitch));
    OK(cudaFree(d));
    free(sent);
}

void all_pitches(void)
{
    for (size_t width = 1; width <= WIDEST; width++)
        for (size_t host = width; host <= WIDEST; host++)
            for (size_t there = width; there <= WIDEST; there++)
                there_and_back(width, host, there);
}

void setting_bytes(void)
{
    char *d = device(1000), *h = (char *)malloc(100);
    void *p;
    OK(cudaMemset(d, 0, 1000));
    INVALID(cudaMemset(d, 0, 1001));
    OK(cudaMemset(NULL, 0, 0));
    INVALID(cudaMemset(NULL, 0, 1));
    INVALID(cudaMemset(h, 0, 100));
    OK(cudaMallocHost(&p, 100));
    OK(cudaMemset(p, 0, 100));
    OK(cudaMallocManaged(&p, 100, cudaMemAttachGlobal));
    OK(cudaMemset(p, 5, 100));
    OK(cudaDeviceSynchronize());
    EXPECT(((char *)p)[99] == 5);
    free(h);
}

void hints(void)
{
    struct cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, nowhere = here;
    char *d = device(1000);
    void *m;
    nowhere.id = 5;
    OK(cudaMallocManaged(&m, 1000, cudaMemAttachGlobal));
    OK(cudaMemPrefetchAsync(m, 1000, here, 0, 0));
    INVALID(cudaMemPrefetchAsync(m, 1001, here, 0, 0));
    INVALID(cudaMemPrefetchAsync(d, 1000, here, 0, 0));
    IS(cudaErrorInvalidDevice, cudaMemPrefetchAsync(m, 1000, nowhere, 0, 0));
    OK(cudaMemAdvise(m, 1000, cudaMemAdviseSetReadMostly, here));
    INVALID(cudaMemAdvise(d, 1000, cudaMemAdviseSetReadMostly, here));
}
