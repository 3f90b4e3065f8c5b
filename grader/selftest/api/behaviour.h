/* What the sections of behaviour.c expect, and with which words. C11 and C++. */
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H

#include <cuda_runtime.h>
#include <stddef.h>

// clang-format off
/* In the order in which they run; the last one takes all memory. */
#define ALL_SECTIONS(SECTION) \
    SECTION(allocating) \
    SECTION(freeing) \
    SECTION(freeing_in_streams) \
    SECTION(pitches) \
    SECTION(pinned_and_managed) \
    SECTION(pointers) \
    SECTION(kinds_of_copy) \
    SECTION(ranges_of_copies) \
    SECTION(bytes_arrive) \
    SECTION(pitches_of_copies) \
    SECTION(all_pitches) \
    SECTION(setting_bytes) \
    SECTION(hints) \
    SECTION(streams) \
    SECTION(priorities) \
    SECTION(events) \
    SECTION(properties) \
    SECTION(limits_of_launches) \
    SECTION(versions_and_limits) \
    SECTION(nowhere_to_put_a_result) \
    SECTION(error_texts) \
    SECTION(the_last_error) \
    SECTION(the_whole_device)
// clang-format on

#define SECTION(name) void name(void);
ALL_SECTIONS(SECTION)
#undef SECTION

void expect(int truth, const char *what, const char *file, int line);
#define EXPECT(truth) expect((truth), #truth, __FILE__, __LINE__)

/* The call returns `want`, leaves it as the last error, and the next look finds none. */
void is(cudaError_t want, cudaError_t got, const char *call, const char *file, int line);
#define IS(want, ...) is(want, (__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define OK(...) IS(cudaSuccess, __VA_ARGS__)
#define INVALID(...) IS(cudaErrorInvalidValue, __VA_ARGS__)
#define BAD_HANDLE(...) IS(cudaErrorInvalidResourceHandle, __VA_ARGS__)

#define H2H cudaMemcpyHostToHost
#define H2D cudaMemcpyHostToDevice
#define D2H cudaMemcpyDeviceToHost
#define D2D cudaMemcpyDeviceToDevice

/* Device memory of so many bytes. */
char *device(size_t bytes);

/* A host buffer that counts up from `start`. */
unsigned char *counting(size_t bytes, int start);

#endif
