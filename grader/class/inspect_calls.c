/* Looks for structures that calls take or return past the checker's hooks, for texts without a
 * name, bit-fields and parts of complex numbers that are read by an index, and for copies in
 * line, for which g++ has no hook either.
 *
 *   inspect_calls DUMP NAME.cu [bounds] <NAMES
 *
 * One line "NAME.cu:1: refused: why", and exit 1; or nothing. Exit 3: it must be compiled with
 * -fsanitize=bounds, and then "bounds" is given.
 *
 * DUMP is what g++ tells of the checked program behind its pass of hooks (-fdump-tree-tsan1),
 * NAMES the names of its variables. The pass puts hooks before assignments. Of a call it
 * looks neither at structures that are given by value nor at what a returned one goes to. With
 * -fno-elide-constructors both are copies in local variables, and their assignments have hooks.
 * C++ has two places without such a copy, and these are refused:
 *
 * - a structure in memory that a call hands over by '...'
 * - what a function returns, where `new` or a constructor makes an object of it in place. Left
 *   alone is an object's own constructor, and a new one on the heap, or a variable, by its
 * name.
 *
 * What a statement may look like is in g++'s gimple-pretty-print.cc.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "inspect_elements.h"
#include "inspect_gimple.h"

/* The object's variables, and pointers to what `new` has given the function. */
static struct names variables, fresh;

/* The variable's own name ends with what is mangled of `name`: not so where that is of the
 * function which the variable is in. Of a template there are arguments behind it. */
static bool is_named(const char *mangled, const char *name)
{
    const char *at = strncmp(mangled, "_Z", 2) ? NULL : strstr(mangled, name);
    for (; at; at = strstr(at + 1, name)) {
        const char *behind = at + strlen(name);
        behind += *behind == 'E';
        if (!*behind || *behind == '_' || *behind == 'B' ||
            (*behind == 'I' && strncmp(mangled, "_ZZ", 3)))
            return true;
    }
    return false;
}

/* Of a variable in a function or a class, the object has "_ZZ1fvE4name" and the like. */
static bool is_variable(struct text name)
{
    char *in_others;
    bool found = has(&variables, name);
    if (name.length == 0 || isdigit((unsigned char)*name.at))
        return false;
    if (asprintf(&in_others, "%zu%.*s", name.length, (int)name.length, name.at) < 0)
        exit(2);
    for (size_t i = 0; i < variables.count && !found; i++)
        found = is_named(variables.name[i], in_others);
    free(in_others);
    return found;
}

static void read_variables(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while ((length = getline(&line, &size, stdin)) > 0)
        add(&variables, (struct text){line, strcspn(line, "\n")});
    free(line);
}

/* --- calls -------------------------------------------------------------------------------- */

/* In memory: what a pointer leads to, or a variable of the program, or a part of it. A number
 * behind the point makes it a value that g++ has at hand. */
static void check_argument(struct text t)
{
    if (t.length == 0 || *t.at == '&' || *t.at == '"')
        return;
    size_t end = find_outside(t, ".[");
    bool is_value =
        end + 1 < t.length && t.at[end] == '.' && isdigit((unsigned char)t.at[end + 1]);
    if (begins(t, "*") || begins(t, "MEM") || holds(t, "->") ||
        (!is_value && is_variable((struct text){t.at, end})))
        refuse_work(
            "a structure in memory is handed over by '...', which the checker does not see; "
            "copy it into a local variable before, or name the parameter");
}

/* The pointer through which a place is reached. */
static struct text pointer_to(struct text place)
{
    const char *bracket = memrchr(place.at, ')', place.length), *arrow;
    if (begins(place, "*"))
        return name_in(from(place, 1));
    if (begins(place, "MEM")) {
        /* MEM[(struct S *)p_3(D) + 8B].s: behind the type, whose ) follows a * or a &. */
        for (arrow = place.at;
             (arrow = memmem(arrow, place.length - (size_t)(arrow - place.at), ")", 1)) != NULL;
             arrow++)
            if (arrow[-1] == '*' || arrow[-1] == '&')
                bracket = arrow;
        return bracket ? name_in(from(place, (size_t)(bracket + 1 - place.at))) : place;
    }
    arrow = memmem(place.at, place.length, "->", 2);
    return arrow ? name_in(place) : (struct text){NULL, 0};
}

static bool is_numbered(struct text place)
{
    const char *bracket = memchr(place.at, '[', place.length);
    return bracket && !isdigit((unsigned char)bracket[1]);
}

static void check_result(struct text place)
{
    struct text pointer = pointer_to(place);
    if (pointer.at ? begins(pointer, "this_") || has(&fresh, pointer) : !is_numbered(place))
        return;
    refuse_work(
        "what a function returns becomes an object in place, which the checker does not "
        "see; put it into a local variable first");
}

/* Functions of the C++ library call such a builtin, where shim/stranger.h has not made a call
 * of it, which has a hook. Few bytes, whose number is known, the compiler copies, clears or
 * compares in line, after the pass of hooks. */
static void check_builtin(struct text arguments)
{
    size_t first = find_outside(arguments, ","), second = 0;
    struct text one = {arguments.at, first}, rest = from(arguments, first), two = {NULL, 0};
    if (rest.length > 2) {
        rest = from(rest, 2);
        second = find_outside(rest, ",");
        two = (struct text){rest.at, second};
    }
    struct text bytes = second + 2 < rest.length ? from(rest, second + 2) : two;
    bool is_known = bytes.length > 0 && isdigit((unsigned char)*bytes.at);
    bool is_own = one.length > 0 && (*one.at == '&' || *one.at == '"' || has(&fresh, one));
    bool is_others = two.length > 0 && strchr("&\"", *two.at) == NULL &&
                     name_in(two).length > 0 && !isdigit((unsigned char)*two.at) &&
                     *two.at != '-';
    if (is_known && (!is_own || is_others))
        refuse_work(
            "a function of the C++ library is to copy, clear or compare a few bytes there, "
            "which "
            "the checker does not see; write a loop, or call memcpy(), memset() or memcmp()");
}

/* "PLACE = FUNCTION (ARGUMENT, ...)", or without a place; the text ends behind the ). */
static void check_call(struct text t, size_t open)
{
    size_t equals = find_outside(t, "=");
    bool has_place = equals > 0 && equals < open && t.at[equals - 1] == ' ';
    struct text arguments = {t.at + open + 1, t.length - open - 2};
    struct text place = {t.at, has_place ? equals - 1 : 0};
    struct text called = has_place ? from(t, equals + 2) : t;
    if (begins(called, "__builtin_mem"))
        check_builtin(arguments);
    if (has_place && begins(from(t, equals), "= operator new"))
        add(&fresh, name_in(place));
    else if (has_place)
        check_result(place);
    while (arguments.length > 0) {
        size_t comma = find_outside(arguments, ",");
        check_argument((struct text){arguments.at, comma});
        comma += comma < arguments.length;
        comma += comma < arguments.length;
        arguments = from(arguments, comma);
    }
}

/* A call's ( stands behind a blank, and its ) at the end; behind it may be what g++ knows of
 * it, in brackets. */
static void check_statement(struct text t)
{
    size_t semicolon = find_outside(t, ";");
    struct text call = {t.at, semicolon};
    if (semicolon == t.length || semicolon < 4 || t.at[semicolon - 1] != ')')
        return;
    size_t open = last_open(call);
    if (open < semicolon && open >= 2 && t.at[open - 1] == ' ' && t.at[open - 2] != '=')
        check_call(call, open);
}

/* "text"[i_5]: by the index a kernel could read anything. Where else such a text is read, it is
 * asked where that leads (common/simt/checker/beyond.c). */
static void check_texts(struct text t)
{
    for (size_t at = 0; at < t.length; at++) {
        if (t.at[at] != '"')
            continue;
        at = behind_string(t, at) + 1;
        if (at + 1 < t.length && t.at[at] == '[' && !isdigit((unsigned char)t.at[at + 1]))
            refuse_work(
                "it reads a text without a name by an index, which the checker does not see; "
                "give the text a name: const char text[] = \"...\"");
    }
}

/* REALPART_EXPR <local[i_5]>: of such a part nobody asks where it leads. Of what a pointer
 * leads to the hook tells. */
static void check_parts(struct text t)
{
    const char *part = memmem(t.at, t.length, "PART_EXPR <", strlen("PART_EXPR <"));
    struct text place = part ? from(t, (size_t)(part - t.at) + strlen("PART_EXPR <")) : t;
    size_t bracket = find_outside(place, "[");
    if (part && !begins(place, "MEM") && !begins(place, "*") && bracket + 1 < place.length &&
        bracket < find_outside(place, ">") && !isdigit((unsigned char)place.at[bracket + 1]))
        refuse_work(
            "it reads or writes a part of a complex number in an array by an index, which "
            "the checker does not see; copy the number into a variable first");
}

static void begin_function(const char *name)
{
    size_t length = 0;
    for (; length < MOST_NAME && name[length] && name[length] != '(' && name[length] != '<';
         length++)
        function[length] = isprint((unsigned char)name[length]) ? name[length] : '?';
    function[length - (length > 0 && function[length - 1] == ' ')] = 0;
    forget(&fresh);
    begin_elements();
}

static bool read_dump(const char *path)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while (file && (length = getline(&line, &size, file)) > 0) {
        size_t blanks = strspn(line, " ");
        if (!strncmp(line, ";; Function ", strlen(";; Function "))) {
            begin_function(line + strlen(";; Function "));
        } else if (blanks > 0) {
            check_elements((struct text){line + blanks, (size_t)length - blanks});
            check_texts((struct text){line + blanks, (size_t)length - blanks});
            check_parts((struct text){line + blanks, (size_t)length - blanks});
            check_statement((struct text){line + blanks, (size_t)length - blanks});
        }
    }
    free(line);
    return file && !fclose(file);
}

int main(int argc, char **argv)
{
    asks_each_index = argc == 4 && !strcmp(argv[3], "bounds");
    if (argc != 3 + asks_each_index) {
        fprintf(stderr, "usage: inspect_calls DUMP NAME.cu [bounds] <NAMES\n");
        return 2;
    }
    const char *slash = strrchr(argv[2], '/');
    source = slash ? slash + 1 : argv[2];
    read_variables();
    if (!read_dump(argv[1]))
        refuse_work("the compiler has said nothing of its calls");
    return 0;
}
