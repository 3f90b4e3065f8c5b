/* The CPU backend's answers to backend.h: common/simt keeps all of them itself. */
#include "backend.h"
#include "simt.h"

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
