/* Accesses that leave the variable which the text names. The hooks of hooks.c are not told of
 * all of these: compilers put none before an access to a variable of a function whose address
 * no other function has, nor before a read of a constant. By an index that leads far beyond
 * such a variable, a kernel could read or write anything, and nobody would see it.
 *
 * So a program asks before each access whether it stays in its variable
 * (-fsanitize=object-size), and calls this one if not. In a stranger's program it is an access
 * like others, then, to where it leads; where a hook stands behind it as well, the access is
 * told twice. In others those are told that leave a variable of a thread's own: of other
 * variables hooks know all that need be told. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "checker/checked.h"
#include "checker/findings.h"
#include "checker/slow_path.h"
#include "checker/strays.h"
#include "checker/window.h"
#include "grid/grid.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the compilers know it */

/* What compilers say of the access. */
struct type {
    uint16_t kind, bits;
    char name[]; /* 'const float' */
};
struct access {
    const char *file;
    uint32_t line, column;
    const struct type *type;
    unsigned char alignment, what;
};
enum { IS_LOAD = 0 };

/* g++ and clang++ have words of their own. */
static const struct {
    const char *name;
    size_t bytes;
} sizes[] = {
    {"char", 1},          {"signed char", 1},
    {"unsigned char", 1}, {"bool", 1},
    {"short int", 2},     {"short unsigned int", 2},
    {"int", 4},           {"unsigned int", 4},
    {"float", 4},         {"wchar_t", 4},
    {"long int", 8},      {"long unsigned int", 8},
    {"long long int", 8}, {"long long unsigned int", 8},
    {"short", 2},         {"unsigned short", 2},
    {"long", 8},          {"unsigned long", 8},
    {"long long", 8},     {"unsigned long long", 8},
    {"double", 8},
};

static const char *behind(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) ? text : text + length;
}

/* 0 for what is not in the table, such as a structure. */
static size_t bytes_of(const struct type *type)
{
    const char *name = behind(behind(behind(type->name, "'"), "volatile "), "const ");
    if (strstr(name, "*'"))
        return sizeof(void *);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(behind(name, sizes[i].name), "'"))
            return sizes[i].bytes;
    return 0;
}

/* Whether it may lie in the frame of a function that has led here: kernels' arrays are in
 * these, whatever stack a thread has. */
static bool is_above(const void *at)
{
    const uintptr_t MOST = 1 << 20;
    return (uintptr_t)at - (uintptr_t)__builtin_frame_address(0) < MOST;
}

/* On a device these are registers, or other variables of the thread, and nobody would tell. */
static void tell_of_own(const void *at, enum simt_access kind, const void *code)
{
    char text[200];
    if (!simt_lane || !is_above(at))
        return;
    snprintf(text, sizeof text,
             "%s behind, or before, an array of the thread's own: has a loop that counts its "
             "elements, or an index, one more than there are?",
             simt_is_write(kind) ? "write" : "read");
    simt_report_worded(FOUND_OUT_OF_BOUNDS, code, text);
}

/* Shared memory has hooks in any case, and words of its own. */
void __ubsan_handle_type_mismatch_v1(const struct access *access, const void *at)
{
    const void *code = __builtin_return_address(0);
    enum simt_access kind = access->what == IS_LOAD ? SIMT_READ : SIMT_WRITE;
    size_t bytes = bytes_of(access->type);
    if (simt_in_window((uintptr_t)at) && simt_is_shared((uintptr_t)at))
        return;
    if (!simt_watches_all_beyond()) {
        tell_of_own(at, kind, code);
        return;
    }
    if (!bytes)
        simt_end_unbelieved("a structure is read or written beyond the variable that its line "
                            "names: is an index wrong?");
    if (simt_lane)
        simt_watch_range(at, bytes, kind, code);
    else
        simt_watch_host(at, bytes, kind, code);
}

/* What compilers say of an index: of what it is one is 'float [3][2]'. */
struct index {
    const char *file;
    uint32_t line, column;
    const struct type *array, *type;
};

/* Of an array of numbers it is asked as well whether the place lies in its variable, and many a
 * program goes through all rows by the last index. */
static bool is_row_of_numbers(const char *array)
{
    const char *name = behind(behind(behind(array, "'"), "volatile "), "const ");
    bool is_of_numbers = false;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        is_of_numbers |= !strncmp(behind(name, sizes[i].name), " [", 2);
    return is_of_numbers && strchr(name, '[') == strrchr(name, '[');
}

/* Asked only in programs that have an array of which g++ asks nothing else, since a mask makes
 * the last of its indices small (inspect_elements of grader/class). */
void __ubsan_handle_out_of_bounds(const struct index *index, const void *number)
{
    (void)number;
    if (!is_row_of_numbers(index->array->name))
        simt_end_unbelieved("an index leads out of the array that its line names: is it wrong, "
                            "or is the other one?");
}
