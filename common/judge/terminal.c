/* The judge's lines on a terminal: see terminal.h. */
#define _GNU_SOURCE
#include "terminal.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { MOST_TEXT = 8192, NARROWEST = 30, USUAL_WIDTH = 80 };

/* Where what is told is read in the end, whatever standard output is meanwhile. */
static int screen = STDOUT_FILENO;

static bool on_terminal(void)
{
    return isatty(screen);
}

/* It takes lines, and none of them back. */
static bool is_dumb(void)
{
    const char *terminal = getenv("TERM");
    return !terminal || strcmp(terminal, "dumb") == 0;
}

/* --- colours -------------------------------------------------------------------------- */

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

/* See no-color.org and bixense.com/clicolors. */
static bool is_colored(void)
{
    if (is_set("NO_COLOR"))
        return false;
    if (is_set("CLICOLOR_FORCE") && strcmp(getenv("CLICOLOR_FORCE"), "0") != 0)
        return true;
    return on_terminal() && !is_dumb();
}

const char *paint(enum paint paint)
{
    static const char *const sequences[] = {
        [PLAIN] = "\033[0m", [BOLD] = "\033[1m", [GOOD] = "\033[32m", [BAD] = "\033[31m"};
    static int colored = -1;
    if (colored < 0)
        colored = is_colored();
    return colored ? sequences[paint] : "";
}

/* --- width ---------------------------------------------------------------------------- */

/* The window may be drawn wider at any time. */
static size_t width(void)
{
    struct winsize window = {0};
    const char *told = getenv("SUITE_COLUMNS"); /* by who puts this on a terminal: make watch */
    if (!on_terminal())
        return told && atoi(told) >= NARROWEST ? (size_t)atoi(told) : SIZE_MAX;
    if (ioctl(screen, TIOCGWINSZ, &window) != 0 || !window.ws_col)
        return USUAL_WIDTH;
    return window.ws_col < NARROWEST ? NARROWEST : window.ws_col;
}

/* What a byte adds to a line's width: the first of a character does. */
static size_t column_of(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

/* How many bytes the escape sequences of colours take that begin here. */
static size_t escapes_at(const char *text)
{
    size_t bytes = 0;
    while (text[bytes] == '\033') {
        bytes += strcspn(text + bytes, "m");
        bytes += text[bytes] == 'm';
    }
    return bytes;
}

/* How many bytes of the line go into so many columns, up to a space where there is one. */
static size_t bytes_that_fit(const char *line, size_t length, size_t columns)
{
    size_t used = 0, space = 0, i = 0;
    for (;; i++) {
        i += escapes_at(line + i); /* take no room */
        if (i >= length || used + column_of(line[i]) > columns)
            break;
        used += column_of(line[i]);
        if (line[i] == ' ')
            space = i;
    }
    if (i >= length || line[i] == ' ')
        return i < length ? i : length;
    return space > strspn(line, " ") ? space : i;
}

static void put_line(const char *line, size_t length, size_t columns)
{
    size_t indent = strspn(line, " ") + 2, left = columns, fits;
    for (indent = indent < columns / 2 ? indent : columns / 2;
         (fits = bytes_that_fit(line, length, left)) < length;) {
        printf("%.*s\n%*s", (int)fits, line, (int)indent, "");
        left = columns - indent;
        fits += strspn(line + fits, " ");
        line += fits;
        length -= fits;
    }
    printf("%.*s", (int)length, line);
}

void tell(const char *format, ...)
{
    char text[MOST_TEXT];
    size_t columns = width();
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        put_line(line, length, columns);
        line += length;
        if (*line)
            putchar(*line++);
    }
}

/* --- progress ------------------------------------------------------------------------- */

static bool shown;

/* Whether a line is due, of which not many may come. */
static bool is_time_for_line(void)
{
    enum { SECONDS_BETWEEN = 5 };
    static time_t last;
    time_t now = time(NULL);
    bool is_time = last && now >= last + SECONDS_BETWEEN;
    if (!last || is_time)
        last = now;
    return is_time;
}

void show_progress(const char *name, unsigned done, unsigned of)
{
    if (!on_terminal() || screen != STDOUT_FILENO)
        return;
    if (is_dumb()) {
        if (is_time_for_line())
            printf("  %s %u/%u\n", name, done, of);
        fflush(stdout);
        return;
    }
    printf("\r\033[K  %s %u/%u", name, done, of);
    fflush(stdout);
    shown = true;
}

void hide_progress(void)
{
    if (shown)
        printf("\r\033[K");
    shown = false;
}

void tell_into(int file)
{
    if (screen == STDOUT_FILENO)
        screen = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    __fpurge(stdout);
    dup2(file, STDOUT_FILENO);
}
