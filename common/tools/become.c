/* A function for makefiles: $(become PROGRAM,ARGUMENT...) makes the running make that program.
 *
 * make itself ends with 0 or 2, whatever its recipes end with. What `make run` starts is to
 * have the terminal and an exit status of its own: so it takes make's place. Like recipes, it
 * gets nothing of the environment that NOT_HANDED_ON names. GNU make 4 and later load this; see
 * `become` in variables.mk for those that cannot. C11. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* As make's own header has them, which not every system brings with it. */
typedef char *make_function(const char *name, unsigned int count, char **arguments);
void gmk_add_function(const char *name, make_function *function, unsigned int least,
                      unsigned int most, unsigned int flags);
char *gmk_expand(const char *text);
int plugin_is_GPL_compatible; /* MIT is */

enum { USUAL_STACK = 8 << 20 };

/* make has raised its own limit, and knows alone what it was. */
static void lower_stack_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur <= USUAL_STACK)
        return;
    limit.rlim_cur = USUAL_STACK;
    setrlimit(RLIMIT_STACK, &limit);
}

static void forget_variables(void)
{
    char *names = gmk_expand("$(NOT_HANDED_ON)");
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " "))
        unsetenv(name);
}

static char *become(const char *name, unsigned int count, char **arguments)
{
    char **words = calloc(count + 1, sizeof *words);
    for (unsigned int i = 0; words && i < count; i++)
        words[i] = arguments[i];
    lower_stack_limit();
    forget_variables();
    fflush(NULL);
    if (words)
        execvp(words[0], words);
    perror(name);
    exit(2);
}

int become_gmk_setup(void)
{
    gmk_add_function("become", become, 1, 0, 0);
    return 1;
}
