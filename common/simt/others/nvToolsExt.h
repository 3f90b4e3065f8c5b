/* NVTX's marks and ranges, which name what a profiler shows: here they do nothing. C and C++.
 */
#ifndef SIMT_NVTOOLSEXT_H
#define SIMT_NVTOOLSEXT_H

#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2 };
enum { NVTX_PAYLOAD_UNKNOWN = 0, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1 };

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
    } payload;
    int32_t messageType;
    union {
        const char *ascii;
        const void *unicode;
        nvtxStringHandle_t registered;
    } message;
} nvtxEventAttributes_t;

#define SIMT_NVTX static inline __attribute__((unused))

SIMT_NVTX void nvtxMarkA(const char *message)
{
    (void)message;
}

SIMT_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *event)
{
    (void)event;
}

SIMT_NVTX int nvtxRangePushA(const char *message)
{
    (void)message;
    return 0;
}

SIMT_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *event)
{
    (void)event;
    return 0;
}

SIMT_NVTX int nvtxRangePop(void)
{
    return 0;
}

SIMT_NVTX nvtxRangeId_t nvtxRangeStartA(const char *message)
{
    (void)message;
    return 1;
}

SIMT_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *event)
{
    (void)event;
    return 1;
}

SIMT_NVTX void nvtxRangeEnd(nvtxRangeId_t range)
{
    (void)range;
}

SIMT_NVTX void nvtxNameOsThreadA(uint32_t thread, const char *name)
{
    (void)thread, (void)name;
}

SIMT_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *name)
{
    (void)name;
    return 0;
}

SIMT_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain)
{
    (void)domain;
}

SIMT_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                    const nvtxEventAttributes_t *event)
{
    (void)domain, (void)event;
    return 0;
}

SIMT_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    (void)domain;
    return 0;
}

#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA

#endif
