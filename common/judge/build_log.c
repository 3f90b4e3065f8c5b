/* Why a program could not be built: see build_log.h. */
#include "build_log.h"
#include "printed.h"

#include <stdio.h>
#include <string.h>

/* Whether a compiler or a linker names an error in this line. Lines that begin with a blank
 * quote the source. */
static bool tells_an_error(const char *line)
{
    static const char *const words[] = {
        "error:",           "error   :",          "fatal", "undefined reference",
        "undefined symbol", "multiple definition"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (line[0] != ' ' && !strstr(line, "warning:") && strstr(line, words[i]))
            return true;
    return false;
}

void fail_to_build(const struct program *program, struct verdict *v)
{
    char path[4096], line[1024];
    snprintf(path, sizeof path, "%s.log", program->path);
    FILE *log = fopen(path, "r");
    bool missing = program_lacks_source(program);
    fail(v, REASON_NO_BUILD, "it does not compile");
    while (log && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = 0;
        make_printable(line);
        if (missing)
            fail(v, REASON_MISSING, "%s", line);
        else if (strstr(line, ": refused: "))
            fail(v, REASON_REFUSED, "not built, and not run: %s", line);
        else if (tells_an_error(line))
            say(v, ": %s", line);
        else
            continue;
        break;
    }
    if (log)
        fclose(log);
}
