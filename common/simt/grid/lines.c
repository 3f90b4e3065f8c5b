/* Where in the source: see lines.h.
 *
 * - simt_source_line()   a code address as "file.cu:31"
 * - simt_source_lines()  many of them, apart
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cuda/program_file.h"
#include "grid/lines.h"

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

/* --- asking addr2line --------------------------------------------------------------------- */

/* How far the program lies from where it was linked; it comes first in the list. */
static int take_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(size_t *)base = info->dlpi_addr;
    return 1;
}

/* The child between vfork and exec. It reads the program as its standard input: another process
 * might not find it by a name. */
static void become_addr2line(int program, int out, char *const *command)
{
    dup2(program, 0);
    dup2(out, 1);
    close(2);
    execvp(command[0], command);
    _exit(127);
}

/* What the child calls its standard input: where no /proc is mounted, as we have called it. */
static const char *name_of_input(const char *name)
{
    return access("/proc/self/fd", F_OK) == 0 ? "/proc/self/fd/0" : name;
}

static size_t read_all(int from, char *bytes, size_t size)
{
    size_t length = 0;
    ssize_t got;
    while (length < size && (got = read(from, bytes + length, size - length)) > 0)
        length += (size_t)got;
    return length;
}

enum { ADDRESSES = 64 }; /* that addr2line is asked for at once */

/* What addr2line says of the addresses. By vfork, for this may be a signal handler that has
 * interrupted malloc, and fork and posix_spawn use it. */
static size_t ask_addr2line(const void *const *codes, unsigned count, char *answer, size_t size)
{
    char address[ADDRESSES][20];
    const char *name;
    int ends[2], program = simt_open_program(&name);
    char *command[ADDRESSES + 5] = {"addr2line", "-aife", (char *)name_of_input(name)};
    size_t base = 0;
    dl_iterate_phdr(take_base, &base);
    for (unsigned i = 0; i < count; i++) {
        snprintf(address[i], sizeof address[i], "0x%zx", (size_t)codes[i] - base);
        command[3 + i] = address[i];
    }
    if (pipe2(ends, O_CLOEXEC) != 0) {
        close(program);
        return 0;
    }
    pid_t child = vfork();
    if (child == 0)
        become_addr2line(program, ends[1], command);
    close(program);
    close(ends[1]);
    size_t length = read_all(ends[0], answer, size);
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return length;
}

/* The user's files, as opposed to the headers that their functions come from: the system's, and
 * those of the backend, beside which this file lies, or lay when it was built. */
static bool is_of_user(const char *line)
{
    const char *colon = strrchr(line, ':');
    size_t backend = sizeof __FILE__ - sizeof "grid/lines.c";
    if (!colon || line[0] == '?' || !strcmp(colon, ":0") || !strcmp(colon, ":?"))
        return false;
    return strncmp(line, "/usr/", 5) != 0 && strncmp(line, __FILE__, backend) != 0 &&
           !strstr(line, "/common/simt/");
}

/* "/path/file.cu:31 (discriminator 2)"; a path may have blanks, too. */
static void cut_discriminator(char *line)
{
    char *behind = strstr(line, " (discriminator ");
    if (behind)
        *behind = 0;
}

/* Takes "/path/file.cu:31" apart. */
static void take_source(char *line, struct simt_source *source)
{
    char *colon = strrchr(line, ':');
    *colon = 0;
    source->line = atoi(colon + 1);
    source->file[0] = 0;
    strncat(source->file, simt_base_name(line), sizeof source->file - 1);
}

/* A constructor or an assignment that copies or moves, as g++ writes its name: "...C4ERKS0_",
 * "...aSEOS_". */
static bool is_copy(const char *name)
{
    size_t at = strlen(name);
    if (at < 6 || name[--at] != '_')
        return false;
    while (at > 5 && name[at - 1] != 'S')
        at--;
    if (at > 6 && !strncmp(name + at - 4, "ERKS", 4))
        at -= 4;
    else if (at > 5 && !strncmp(name + at - 3, "EOS", 3))
        at -= 3;
    else
        return false;
    return (name[at - 2] == 'C' && strchr("1245", name[at - 1])) ||
           !strncmp(name + at - 2, "aS", 2);
}

/* addr2line prints the address, and then a function and a line for each level of inlining,
 * innermost first. Inlined functions of ours stand for the student's line outside, and so do
 * those that copy a structure: where nobody has written one, it lies where the structure is
 * declared. */
static void some_source_lines(const void *const *codes, unsigned count,
                              struct simt_source *sources)
{
    static char answer[ADDRESSES * 2048];
    unsigned next = 0;
    bool is_known = false;
    answer[ask_addr2line(codes, count, answer, sizeof answer - 1)] = 0;
    for (char *line = strtok(answer, "\n"); line; line = strtok(NULL, "\n")) {
        if (!strncmp(line, "0x", 2) && next < count) {
            sources[next++] = (struct simt_source){"?", 0};
            is_known = false;
            continue;
        }
        const char *function = line;
        if (!next || !(line = strtok(NULL, "\n")))
            break;
        cut_discriminator(line);
        if (is_known || !is_of_user(line))
            continue;
        take_source(line, &sources[next - 1]);
        is_known = !is_copy(function);
    }
}

void simt_source_lines(const void *const *codes, unsigned count, struct simt_source *sources)
{
    for (unsigned i = 0; i < count; i++)
        sources[i] = (struct simt_source){"?", 0};
    for (unsigned i = 0; i < count; i += ADDRESSES) {
        unsigned some = count - i < ADDRESSES ? count - i : ADDRESSES;
        some_source_lines(codes + i, some, sources + i);
    }
}

const char *simt_source_line(const void *code_address)
{
    static char text[80];
    struct simt_source source;
    simt_source_lines(&code_address, 1, &source);
    if (!source.line)
        return "?";
    snprintf(text, sizeof text, "%s:%d", source.file, source.line);
    return text;
}
