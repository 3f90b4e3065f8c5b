/* What the host reads of memory that kernels have, too, before the device goes on: it may have
 * computed with it what the device is then given. What is read last is only looked at.
 *
 * Each word counts once, as far as there is room to remember it. */
#include "checker/host_reads.h"
#include "checker/unordered.h"
#include "cuda/memory.h"
#include "cuda/variables.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

enum { PLACES = 1 << 18, MOST_WORDS = PLACES / 2 };

static uintptr_t seen[PLACES]; /* words by their address; 0 where there is none */
static unsigned seen_count;
static uint64_t read_last, read_before;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* True if the word had not been seen, or may not have been. */
static bool is_new(uintptr_t word)
{
    size_t at = (size_t)(word * 0x9e3779b97f4a7c15u >> 40) % PLACES;
    while (seen[at] && seen[at] != word)
        at = (at + 1) % PLACES;
    if (seen[at] || seen_count == MOST_WORDS)
        return !seen[at];
    seen[at] = word;
    seen_count++;
    return true;
}

void simt_note_host(const void *address, size_t size, enum simt_access kind)
{
    static int managed = -1;
    if (managed < 0)
        managed = simt_has_managed_variables();
    if (simt_is_write(kind) || !size || !(managed || simt_has_open_memory()) ||
        !simt_is_visible(address))
        return;
    uintptr_t word = (uintptr_t)address & ~(uintptr_t)3;
    pthread_mutex_lock(&lock);
    for (; word < (uintptr_t)address + size; word += 4)
        read_last += is_new(word) ? 4 : 0;
    pthread_mutex_unlock(&lock);
}

void simt_device_goes_on(void)
{
    read_before += read_last;
    read_last = 0;
}

uint64_t simt_host_has_read(void)
{
    return read_before;
}

void simt_forget_host_reads(void)
{
    read_last = read_before = 0;
    if (seen_count)
        memset(seen, 0, sizeof seen);
    seen_count = 0;
}
