/* The door to the checker for the student program: in the fast build nothing is behind it. */
#include "checker/checked.h"
#include "cuda/open_memory.h"
#include "cuda/queue.h"
#include "grid/observer.h"

void simt_set_schedule(enum schedule schedule, unsigned long long seed)
{
    simt_wait_for_all();
    simt_schedule = schedule;
    simt_random_order = seed;
}

unsigned simt_findings(struct finding *findings, unsigned most)
{
    return simt_observer ? simt_observer->findings(findings, most) : 0;
}

void simt_caller_reads(const void *address, size_t bytes)
{
    if (simt_observer)
        simt_observer->caller_reads(address, bytes);
}

void simt_caller_copies(const void *address, size_t bytes)
{
    if (simt_observer)
        simt_observer->caller_copies(address, bytes);
}

unsigned long long simt_bytes_read_by_host(void)
{
    return simt_observer ? simt_observer->host_has_read() : simt_pages_read_by_host();
}

bool simt_was_late(void)
{
    return simt_observer && simt_observer->was_late();
}

void simt_forget_findings(void)
{
    if (simt_observer)
        simt_observer->forget_findings();
    simt_forget_pages_read();
}

static bool watching_all_beyond;

void simt_watch_all_beyond(void)
{
    watching_all_beyond = true;
}

bool simt_watches_all_beyond(void)
{
    return watching_all_beyond;
}
