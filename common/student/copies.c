/* Keeps what the student's function copies from the host to the device: see copies.h. The
 * linker's --wrap puts the functions below round the calls of the student's code, on either
 * backend; lab.mk passes one --wrap a function whose __wrap_ form is defined here. */
#include "copies.h"
#include "backend.h"
#include "exchange.h"

#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

/* Beyond these, nothing more is kept. A piece of fewer bytes may be like another by chance. */
enum { MOST_PIECES = 1024, MOST_BYTES = 64 << 20, TELLING_BYTES = 16 };

/* What has come to one place; what goes on where the piece ends is added to it. */
struct piece {
    const char *to;
    unsigned char *content;
    size_t bytes, room;
};

/* What has been copied since copies_begin(). */
static struct {
    bool watching, keeping, blinding;
    struct piece pieces[MOST_PIECES];
    unsigned piece_count;
    size_t kept; /* bytes of the pieces */

    uint64_t on_device;     /* copies within the device, memsets included */
    uint64_t beyond;        /* bytes from behind a host array's end, as told */
    uint64_t to_host;       /* bytes off the device */
    uint64_t read_last;     /* and of these what nothing has followed */
    uint64_t launches_then; /* launches there were at the last copy off the device */
    struct {
        const char *from;
        size_t bytes;
    } known_memory[MAX_ARRAYS];
    unsigned known_count;
    void (*tell_beyond)(uint64_t bytes);
} copied;

void copies_begin(bool keep, bool blind, void (*tell_beyond)(uint64_t bytes))
{
    for (unsigned i = 0; i < copied.piece_count; i++)
        free(copied.pieces[i].content);
    copied.piece_count = 0;
    copied.kept = 0;
    copied.on_device = copied.beyond = copied.to_host = copied.read_last = 0;
    copied.known_count = 0;
    copied.watching = true;
    copied.keeping = keep;
    copied.blinding = blind;
    copied.tell_beyond = tell_beyond;
}

void copies_end(void)
{
    copied.watching = false;
}

uint64_t copies_on_device(void)
{
    return copied.on_device;
}

void copies_know(const void *from, size_t bytes)
{
    if (copied.known_count == MAX_ARRAYS)
        return;
    copied.known_memory[copied.known_count].from = from;
    copied.known_memory[copied.known_count++].bytes = bytes;
}

/* What has been read until now, the device may be given to go on with. */
static void device_goes_on(void)
{
    copied.to_host += copied.read_last;
    copied.read_last = 0;
}

static void look_for_launches(void)
{
    if (backend_launches() != copied.launches_then)
        device_goes_on();
    copied.launches_then = backend_launches();
}

uint64_t copies_to_host(void)
{
    look_for_launches();
    return copied.to_host;
}

uint64_t copies_read(void)
{
    return copied.to_host + copied.read_last;
}

bool copies_from_host(void)
{
    return copied.piece_count > 0;
}

/* --- keeping ------------------------------------------------------------------------------ */

static struct piece *piece_for(const char *to)
{
    struct piece *last = copied.piece_count ? &copied.pieces[copied.piece_count - 1] : NULL;
    if (last && last->to + last->bytes == to)
        return last;
    if (copied.piece_count == MOST_PIECES)
        return NULL;
    copied.pieces[copied.piece_count] = (struct piece){.to = to};
    return &copied.pieces[copied.piece_count++];
}

static bool make_room(struct piece *piece, size_t bytes)
{
    if (piece->bytes + bytes <= piece->room)
        return true;
    size_t room = 2 * (piece->bytes + bytes);
    unsigned char *content = realloc(piece->content, room);
    if (!content)
        return false;
    piece->content = content;
    piece->room = room;
    return true;
}

static void keep(const char *to, const void *from, size_t bytes)
{
    if (!copied.keeping || bytes > MOST_BYTES - copied.kept)
        return;
    struct piece *piece = piece_for(to);
    if (!piece || !make_room(piece, bytes))
        return;
    memcpy(piece->content + piece->bytes, from, bytes);
    piece->bytes += bytes;
    copied.kept += bytes;
}

/* `bytes` from `from` on have been copied, or copied to, those between rows included. */
static void look_beyond(const char *from, size_t bytes)
{
    for (unsigned i = 0; i < copied.known_count; i++) {
        const char *end = copied.known_memory[i].from + copied.known_memory[i].bytes;
        if (from < copied.known_memory[i].from || from >= end || from + bytes <= end)
            continue;
        uint64_t more = (uint64_t)(from + bytes - end);
        if (more <= copied.beyond)
            continue;
        copied.beyond = more;
        copied.tell_beyond(more);
    }
}

/* By what the pointer is: a kind of copy may say "host" of any. */
static enum cudaMemoryType type_of(const void *pointer)
{
    struct cudaPointerAttributes attributes;
    return cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess
               ? attributes.type
               : cudaMemoryTypeUnregistered;
}

static bool is_on_device(const void *pointer)
{
    enum cudaMemoryType type = type_of(pointer);
    return type == cudaMemoryTypeDevice || type == cudaMemoryTypeManaged;
}

/* Pinned and registered memory as well: kernels may have written there. */
static bool is_of_kernels(const void *pointer)
{
    return type_of(pointer) != cudaMemoryTypeUnregistered;
}

/* Whoever computes with it gets other results. Nothing of what was there is left, in which a
 * mark could tell how to bring it back. */
static void change(unsigned char *at, size_t bytes)
{
    static uint64_t state = 1;
    for (size_t i = 0; i < bytes; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        at[i] = (unsigned char)(state >> 56);
    }
}

/* The host gets `height` rows of `width` bytes off the device. */
static void read_by_host(unsigned char *to, size_t to_pitch, size_t width, size_t height)
{
    look_for_launches();
    copied.read_last += width * height;
    for (size_t row = 0; row < height && copied.blinding; row++)
        change(to + row * to_pitch, width);
}

/* `height` rows of `width` bytes have been copied. */
static cudaError_t note(cudaError_t result, void *to, size_t to_pitch, const void *from,
                        size_t from_pitch, size_t width, size_t height)
{
    if (!copied.watching || result != cudaSuccess || !width || !height)
        return result;
    if (!is_on_device(to)) {
        look_beyond(to, (height - 1) * to_pitch + width);
        if (is_of_kernels(from))
            read_by_host(to, to_pitch, width, height);
        return result;
    }
    device_goes_on();
    if (is_on_device(from)) {
        copied.on_device++;
        return result;
    }
    look_beyond(from, (height - 1) * from_pitch + width);
    for (size_t row = 0; row < height; row++)
        keep((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
    return result;
}

cudaError_t copies_to_symbol(cudaError_t result, const void *to, const void *from, size_t bytes)
{
    if (!copied.watching || result != cudaSuccess || !bytes)
        return result;
    device_goes_on();
    if (is_on_device(from))
        copied.on_device++;
    else
        keep((const char *)to, from, bytes);
    return result;
}

cudaError_t copies_from_symbol(cudaError_t result, void *to, size_t bytes)
{
    if (!copied.watching || result != cudaSuccess || !bytes)
        return result;
    if (is_on_device(to)) {
        device_goes_on();
        copied.on_device++;
        return result;
    }
    if (copied.blinding)
        cudaDeviceSynchronize();
    read_by_host(to, bytes, bytes, 1);
    return result;
}

static cudaError_t note_set(cudaError_t result)
{
    copied.on_device += copied.watching && result == cudaSuccess;
    device_goes_on();
    return result;
}

/* --- comparing ---------------------------------------------------------------------------- */

/* All that is new and not zero is what `content` has there, where `known` says that it has. */
static bool explains(const unsigned char *content, const unsigned char *known,
                     const unsigned char *was, const unsigned char *is, size_t bytes)
{
    bool news = false;
    for (size_t i = 0; i < bytes; i++) {
        if (is[i] == was[i] || !is[i])
            continue;
        if (content[i] != is[i] || (known && !known[i]))
            return false;
        news = true;
    }
    return news;
}

/* The part of the piece that lies in the array. */
static void lay_over(const struct piece *piece, const char *array, unsigned char *content,
                     unsigned char *known, size_t bytes)
{
    for (size_t i = 0; i < piece->bytes; i++) {
        size_t at = (size_t)(piece->to + i - array); /* huge where it lies before the array */
        if (at >= bytes)
            continue;
        content[at] = piece->content[i];
        known[at] = 1;
    }
}

static bool came_to(const char *array, const unsigned char *was, const unsigned char *is,
                    size_t bytes)
{
    unsigned char *content = calloc(1, bytes), *known = calloc(1, bytes);
    for (unsigned i = 0; content && known && i < copied.piece_count; i++)
        lay_over(&copied.pieces[i], array, content, known, bytes);
    bool came = content && known && explains(content, known, was, is, bytes);
    free(content);
    free(known);
    return came;
}

bool copies_made(const void *array, const unsigned char *was, const unsigned char *is,
                 size_t bytes)
{
    for (unsigned i = 0; i < copied.piece_count && bytes >= TELLING_BYTES; i++)
        if (copied.pieces[i].bytes == bytes &&
            explains(copied.pieces[i].content, NULL, was, is, bytes))
            return true;
    return copied.piece_count && bytes && came_to(array, was, is, bytes);
}

/* --- calls -------------------------------------------------------------------------------- */

/* Each __real_ is the runtime's own function, each __wrap_ what the student's code calls. What
 * is to be changed must have come. */
#define FOR_CALLER backend_called_from(__builtin_return_address(0))

static void wait_if_blind(cudaStream_t stream)
{
    if (copied.watching && copied.blinding)
        cudaStreamSynchronize(stream);
}

cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t __wrap_cudaMemcpy(void *to, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind)
{
    FOR_CALLER;
    cudaError_t result = __real_cudaMemcpy(to, from, bytes, kind);
    return note(result, to, bytes, from, bytes, bytes, 1);
}

cudaError_t __real_cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t __wrap_cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    FOR_CALLER;
    cudaError_t result = __real_cudaMemcpyAsync(to, from, bytes, kind, stream);
    wait_if_blind(stream);
    return note(result, to, bytes, from, bytes, bytes, 1);
}

cudaError_t __real_cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t __wrap_cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind)
{
    FOR_CALLER;
    cudaError_t result =
        __real_cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
    return note(result, to, to_pitch, from, from_pitch, width, height);
}

cudaError_t __real_cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                     size_t from_pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t __wrap_cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                     size_t from_pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    FOR_CALLER;
    cudaError_t result =
        __real_cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
    wait_if_blind(stream);
    return note(result, to, to_pitch, from, from_pitch, width, height);
}

cudaError_t __real_cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                                  size_t bytes);
cudaError_t __wrap_cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                                  size_t bytes)
{
    FOR_CALLER;
    cudaError_t result = __real_cudaMemcpyPeer(to, to_device, from, from_device, bytes);
    return note(result, to, bytes, from, bytes, bytes, 1);
}

cudaError_t __real_cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                       int from_device, size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                       int from_device, size_t bytes, cudaStream_t stream)
{
    FOR_CALLER;
    cudaError_t result =
        __real_cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream);
    wait_if_blind(stream);
    return note(result, to, bytes, from, bytes, bytes, 1);
}

cudaError_t __real_cudaMemset(void *at, int value, size_t bytes);
cudaError_t __wrap_cudaMemset(void *at, int value, size_t bytes)
{
    FOR_CALLER;
    return note_set(__real_cudaMemset(at, value, bytes));
}

cudaError_t __real_cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t stream);
cudaError_t __wrap_cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t stream)
{
    FOR_CALLER;
    return note_set(__real_cudaMemsetAsync(at, value, bytes, stream));
}

cudaError_t __real_cudaMemset2D(void *at, size_t pitch, int value, size_t width, size_t height);
cudaError_t __wrap_cudaMemset2D(void *at, size_t pitch, int value, size_t width, size_t height)
{
    FOR_CALLER;
    return note_set(__real_cudaMemset2D(at, pitch, value, width, height));
}

cudaError_t __real_cudaMemset2DAsync(void *at, size_t pitch, int value, size_t width,
                                     size_t height, cudaStream_t stream);
cudaError_t __wrap_cudaMemset2DAsync(void *at, size_t pitch, int value, size_t width,
                                     size_t height, cudaStream_t stream)
{
    FOR_CALLER;
    return note_set(__real_cudaMemset2DAsync(at, pitch, value, width, height, stream));
}
