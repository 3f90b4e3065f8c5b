/* What went wrong, in words: the first fault of the process, and where in the source.
 *
 * - simt_fault()        records the sticky error and keeps the text
 * - simt_fault_sink()   the text also goes where it outlives the process
 * - simt_source_line()  a code address as "file.cu:31"
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "grid.h"

enum { TEXT = 1024 };

static char first_fault[TEXT];
static char *sink;
static size_t sink_size;

/* --- faults ------------------------------------------------------------------- */

/* One line a text, as far as they fit. */
static void pour(const char *text)
{
    size_t used = sink ? strnlen(sink, sink_size) : 0;
    if (used + 1 < sink_size)
        snprintf(sink + used, sink_size - used, "%s%s", used ? "\n" : "", text);
}

void simt_fault(cudaError_t error, const char *format, ...)
{
    char text[TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!first_fault[0])
        memcpy(first_fault, text, sizeof text);
    pour(text);
    simt_record(error, true);
}

const char *simt_fault_text(void)
{
    return first_fault;
}

void simt_fault_sink(char *bytes, size_t size)
{
    sink = bytes;
    sink_size = size;
}

/* --- source lines ----------------------------------------------------------------------- */

const char *simt_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *simt_who(char who[SIMT_WHO_BYTES], uint3 thread, uint3 block)
{
    snprintf(who, SIMT_WHO_BYTES, "thread (%u,%u,%u) of block (%u,%u,%u)", thread.x, thread.y,
             thread.z, block.x, block.y, block.z);
    return who;
}

/* How far the program lies from where it was linked; it comes first in the list. */
static int take_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(size_t *)base = info->dlpi_addr;
    return 1;
}

/* The child between vfork and exec. */
static void become_addr2line(int out, const char *program, const char *address)
{
    dup2(out, 1);
    close(2);
    execlp("addr2line", "addr2line", "-i", "-e", program, address, (char *)NULL);
    _exit(127);
}

static size_t read_all(int from, char *bytes, size_t size)
{
    size_t length = 0;
    ssize_t got;
    while (length < size && (got = read(from, bytes + length, size - length)) > 0)
        length += (size_t)got;
    return length;
}

/* What addr2line says of the address. By vfork, for this may be a signal handler that has
 * interrupted malloc, and fork and posix_spawn use it. */
static size_t ask_addr2line(const void *code_address, char *answer, size_t size)
{
    char address[32], program[64];
    int ends[2];
    size_t base = 0;
    dl_iterate_phdr(take_base, &base);
    snprintf(address, sizeof address, "0x%zx", (size_t)code_address - base);
    snprintf(program, sizeof program, "/proc/%ld/exe", (long)getpid());
    if (pipe2(ends, O_CLOEXEC) != 0)
        return 0;
    pid_t child = vfork();
    if (child == 0)
        become_addr2line(ends[1], program, address);
    close(ends[1]);
    size_t length = read_all(ends[0], answer, size);
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return length;
}

/* The student's files, as opposed to the headers that their functions come from. */
static bool is_cuda_source(const char *line)
{
    const char *colon = strrchr(line, ':');
    size_t length = colon ? (size_t)(colon - line) : 0;
    return (length > 3 && memcmp(colon - 3, ".cu", 3) == 0) ||
           (length > 4 && memcmp(colon - 4, ".cuh", 4) == 0);
}

/* addr2line prints a line a level of inlining, innermost first: "/path/file.cu:31", sometimes
 * with " (discriminator 2)". Inlined functions of ours stand for the student's line outside. */
const char *simt_source_line(const void *code_address)
{
    static char answer[4096];
    size_t length = ask_addr2line(code_address, answer, sizeof answer - 1);
    answer[length] = 0;
    for (char *line = strtok(answer, "\n"); line; line = strtok(NULL, "\n")) {
        line[strcspn(line, " ")] = 0;
        if (is_cuda_source(line))
            return simt_base_name(line);
    }
    return "?";
}
