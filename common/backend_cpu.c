/* The CPU backend's answers to backend.h: common/simt keeps all of them itself. */
#include "backend.h"
#include "simt.h"
#include <string.h>

void backend_describe_faults_in(char *text, size_t size)
{
    simt_fault_sink(text, size);
}

void backend_limit_launches(double seconds)
{
    simt_set_watchdog(seconds);
}

uint64_t backend_launches(void)
{
    return simt_launches();
}

uint64_t backend_allocated(void)
{
    return simt_allocated();
}

void backend_name_array(const void *payload, size_t bytes, const char *name)
{
    simt_name_array(payload, bytes, name);
}

void backend_begin_check(enum schedule schedule)
{
    static const enum simt_schedule of[SCHEDULES] = {
        [FORWARD] = SIMT_FORWARD,
        [REVERSE] = SIMT_REVERSE,
        [RANDOM] = SIMT_RANDOM,
        [LOCKSTEP] = SIMT_LOCKSTEP,
    };
    simt_set_schedule(of[schedule], 1);
    simt_forget_findings();
    simt_counters_reset();
    simt_count(schedule == FORWARD);
}

uint32_t backend_end_check(struct finding *findings, struct simt_counters *counters)
{
    struct simt_finding found[MAX_FINDINGS];
    unsigned count = simt_findings(found, MAX_FINDINGS);
    for (unsigned i = 0; i < count; i++) {
        findings[i].count = found[i].count;
        memcpy(findings[i].kind, found[i].kind, sizeof found[i].kind);
        memcpy(findings[i].text, found[i].text, sizeof found[i].text);
    }
    simt_count(false);
    simt_counters_total(counters);
    return count;
}
