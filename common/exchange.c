/* The exchange's plumbing: see exchange.h for the layout and who may do what. */
#define _GNU_SOURCE
#include "exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct exchange *map(int fd)
{
    void *at =
        mmap(NULL, EXCHANGE_SPAN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    return at == MAP_FAILED ? NULL : at;
}

struct exchange *exchange_create(int *fd)
{
    *fd = memfd_create("exchange", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (*fd < 0)
        return NULL;
    /* Sealed against shrinking, or a hostile program could make the judge's reads fault. */
    if (!exchange_grow(*fd, sizeof(struct exchange)) ||
        fcntl(*fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) < 0)
        return NULL;
    struct exchange *exchange = map(*fd);
    if (exchange) {
        sem_init(&exchange->asked, 1, 0);
        sem_init(&exchange->answered, 1, 0);
    }
    return exchange;
}

bool exchange_grow(int fd, size_t bytes)
{
    off_t size = lseek(fd, 0, SEEK_END);
    lseek(fd, 0, SEEK_SET);
    if (bytes > EXCHANGE_SPAN) {
        errno = ENOMEM;
        return false;
    }
    return size >= (off_t)bytes || ftruncate(fd, (off_t)bytes) == 0;
}

/* On a page of its own, of whatever size pages are here. */
size_t exchange_first_blob(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (sizeof(struct exchange) + page - 1) / page * page;
}

void exchange_destroy(struct exchange *exchange, int fd)
{
    munmap(exchange, EXCHANGE_SPAN);
    close(fd);
}

void exchange_ask(struct exchange *exchange)
{
    memset(&exchange->answer, 0, sizeof exchange->answer);
    exchange->request.sequence++;
    sem_post(&exchange->asked);
}

void exchange_tell_time(struct exchange *exchange, unsigned parts)
{
    __atomic_store_n(&exchange->parts_over, parts, __ATOMIC_RELAXED);
}

/* By a clock that nobody sets: the wall clock may jump after a machine has slept. */
static struct timespec deadline_in(double seconds)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    double nanoseconds = (double)at.tv_nsec + (seconds - (double)(time_t)seconds) * 1e9;
    at.tv_sec += (time_t)seconds + (time_t)(nanoseconds / 1e9);
    at.tv_nsec = (long)nanoseconds % 1000000000L;
    return at;
}

bool exchange_answered(struct exchange *exchange, double seconds)
{
    struct timespec deadline = deadline_in(seconds);
    return sem_clockwait(&exchange->answered, CLOCK_MONOTONIC, &deadline) == 0 &&
           exchange->answer.sequence == exchange->request.sequence;
}

void exchange_take(struct exchange *exchange)
{
    while (sem_wait(&exchange->asked) != 0)
        continue;
}

void exchange_reply(struct exchange *exchange, enum outcome outcome)
{
    exchange->answer.outcome = outcome;
    exchange->answer.sequence = exchange->request.sequence;
    sem_post(&exchange->answered);
}

/* What pages there are is changed one by one: not those of larger requests. */
static void protect(struct exchange *exchange, uint64_t begin, uint64_t end, int protection)
{
    if (end > begin && mprotect((char *)exchange + begin, end - begin, protection) != 0)
        abort();
}

void exchange_open_blobs(struct exchange *exchange, uint64_t end)
{
    uint64_t first = exchange_first_blob();
    protect(exchange, JUDGES_BYTES, end > first ? end : first, PROT_READ | PROT_WRITE);
}

void exchange_close_blobs(struct exchange *exchange, uint64_t end)
{
    protect(exchange, exchange_first_blob(), end, PROT_NONE);
}

void exchange_close(struct exchange *exchange, uint64_t end)
{
    uint64_t first = exchange_first_blob();
    protect(exchange, JUDGES_BYTES, end > first ? end : first, PROT_NONE);
}

void exchange_open_answer(struct exchange *exchange)
{
    protect(exchange, JUDGES_BYTES, exchange_first_blob(), PROT_READ | PROT_WRITE);
}

struct exchange *exchange_attach(void)
{
    struct exchange *exchange = map(EXCHANGE_FD);
    close(EXCHANGE_FD);
    if (exchange) {
        protect(exchange, 0, JUDGES_BYTES, PROT_READ);
        exchange_close_blobs(exchange, EXCHANGE_SPAN);
    }
    return exchange;
}

unsigned char *exchange_blob(struct exchange *exchange, uint64_t offset)
{
    return (unsigned char *)exchange + offset;
}

size_t blob_bytes(size_t payload_end)
{
    return (payload_end + GUARD_BYTES + 255) / 256 * 256;
}
