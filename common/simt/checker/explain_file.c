/* For `make explain`: after each launch that is counted, or at the end, all that was counted
 * and found so far goes as JSON to the file that SIMT_EXPLAIN names. A tool for the student:
 * nothing that counts for marks reads it. */
#include <stdio.h>
#include <stdlib.h>
#include "checker/checked.h"
#include "checker/explain_file.h"
#include "checker/json.h"
#include "counters/counters.h"
#include "counters/trace.h"

enum { MAX_LINES = 1000, MAX_FINDINGS = 50 };

static const char *path;
static bool at_end;

__attribute__((constructor)) static void read_environment(void)
{
    path = getenv("SIMT_EXPLAIN");
}

/* Those that are 0 are left out. */
static void write_counters(FILE *out, const struct simt_counters *counters)
{
    const char *comma = "";
    putc('{', out);
    for (const struct simt_counter *counter = simt_counter_names; counter->name; counter++) {
        uint64_t value = *(const uint64_t *)((const char *)counters + counter->offset);
        if (!value)
            continue;
        fprintf(out, "%s\"%s\": %llu", comma, counter->name, (unsigned long long)value);
        comma = ", ";
    }
    putc('}', out);
}

static void write_lines(FILE *out)
{
    static struct simt_line_counters lines[MAX_LINES];
    unsigned count = simt_counters_lines(lines, MAX_LINES);
    for (unsigned i = 0; i < count && i < MAX_LINES; i++) {
        fputs(i ? ",\n  {\"file\": " : "\n  {\"file\": ", out);
        simt_write_string(out, lines[i].file);
        fprintf(out, ", \"line\": %d, \"counters\": ", lines[i].line);
        write_counters(out, &lines[i].counters);
        putc('}', out);
    }
}

/* What is still allocated is no leak yet. */
static void write_findings(FILE *out)
{
    static struct finding findings[MAX_FINDINGS];
    const char *comma = "";
    unsigned count = simt_findings(findings, MAX_FINDINGS);
    for (unsigned i = 0; i < count; i++) {
        if (findings[i].kind == FOUND_LEAK)
            continue;
        fprintf(out, "%s\n  {\"kind\": ", comma);
        simt_write_string(out, finding_word(findings[i].kind));
        fprintf(out, ", \"count\": %llu, \"text\": ", findings[i].count);
        simt_write_string(out, findings[i].text);
        putc('}', out);
        comma = ",";
    }
}

void simt_write_explanation(void)
{
    struct simt_counters total;
    FILE *out = path && simt_counting ? simt_begin_file(path) : NULL;
    if (!out)
        return;
    simt_counters_total(&total);
    fputs("{\"total\": ", out);
    write_counters(out, &total);
    fputs(",\n \"lines\": [", out);
    write_lines(out);
    fputs("],\n \"findings\": [", out);
    write_findings(out);
    fputs("]}\n", out);
    simt_end_file(out, path);
}

void simt_explain_launch(void)
{
    if (!at_end)
        simt_write_explanation();
}

void simt_explain_at_end(void)
{
    at_end = true;
    simt_count(true);
}
