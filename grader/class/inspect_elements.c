/* Elements of arrays of which nobody asks: see inspect_elements.h. */
#define _GNU_SOURCE
#include "inspect_elements.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- values ------------------------------------------------------------------------------- */

/* What the function's names without a place in memory are: "_8 = p_2(D) + 4". */
struct values {
    struct {
        char *name, *is;
    } *value;
    size_t count;
};
static struct values values;

static void keep_value(struct text name, struct text is)
{
    values.value = realloc(values.value, (values.count + 1) * sizeof *values.value);
    if (!values.value || !(values.value[values.count].name = strndup(name.at, name.length)) ||
        !(values.value[values.count].is = strndup(is.at, is.length)))
        exit(2);
    values.count++;
}

static void forget_values(void)
{
    while (values.count > 0) {
        free(values.value[--values.count].name);
        free(values.value[values.count].is);
    }
}

/* "" for what is none of these names. */
static struct text value_of(struct text name)
{
    for (size_t i = values.count; i > 0; i--)
        if (strlen(values.value[i - 1].name) == name.length &&
            !memcmp(values.value[i - 1].name, name.at, name.length))
            return (struct text){values.value[i - 1].is, strlen(values.value[i - 1].is)};
    return (struct text){"", 0};
}

bool asks_each_index;

/* Numbers of a few bits. */
static struct names masked;

/* "i_5 = _4 & 15": by such an index g++ knows itself that a place is in its array, or so it
 * thinks: it compares the mask with all that there is of the variable. */
static void note_masked(struct text name, struct text what)
{
    size_t mark = find_outside(what, "&");
    if (mark > 0 && mark + 2 < what.length && isdigit((unsigned char)what.at[mark + 2]))
        add(&masked, name);
}

static bool is_masked_with_less(struct text name, unsigned long than)
{
    struct text is = value_of(name);
    size_t mark = find_outside(is, "&");
    return has(&masked, name) && strtoul(is.at + mark + 2, NULL, 10) < than;
}

/* _45 of "_4 = (long unsigned int) _45". */
static struct text value_behind_cast(struct text name)
{
    struct text is = value_of(name);
    size_t close = is.length > 0 && *is.at == '(' ? find_outside(from(is, 1), ")") + 2 : 0;
    return close + 1 < is.length ? name_in(from(is, close + 1)) : name;
}

/* --- places ------------------------------------------------------------------------------- */

/* Two indices that begin anywhere in what a variable's element is called, from the outside. */
struct place {
    struct text base, elements; /* "local[i_5].a[j_3]" of "local[i_5].a[j_3].b" */
    struct text index[8];       /* those that are no numbers */
    unsigned count;
    bool is_last; /* the last of them is the end of the place */
};

/* "[j_2(D)]" at `at`: behind its index. */
static bool begins_index(struct text t, size_t at)
{
    return t.at[at] == '[' && at > 0 && t.at[at - 1] != '/' && /* not _5 /[ex] 8 */
           at + 1 < t.length && (t.at[at + 1] == '_' || isalpha((unsigned char)t.at[at + 1]));
}

/* The variable of "local.a[i_5]" or of "D.2424[i_5]". */
static struct text variable_in(struct text place)
{
    struct text name = name_in(place);
    for (size_t at = 1; at + 1 < name.length; at++)
        if (name.at[at] == '.' && !isdigit((unsigned char)name.at[at + 1]))
            name.length = at;
    return name;
}

/* local[i_5].a: by an index that is no number, of a variable and not of what a pointer leads
 * to. */
static bool is_element(struct text place, struct place *parts)
{
    *parts = (struct place){.base = variable_in(place)};
    if (begins(place, "\"") || begins(place, "&") || begins(place, "*") ||
        begins(place, "(*") || holds(place, "->") ||
        (begins(place, "MEM") && !holds(place, ")&")))
        return false;
    if (begins(place, "MEM"))
        parts->base =
            name_in(from(place, (size_t)(strstr(place.at, ")&") - place.at) + strlen(")&")));
    for (size_t at = 1; at + 1 < place.length; at++) {
        if (place.at[at] == '"')
            at = behind_string(place, at);
        else if (begins_index(place, at) &&
                 parts->count < sizeof parts->index / sizeof *parts->index)
            parts->index[parts->count++] = name_in(from(place, at + 1));
        if (at < place.length && place.at[at] == ']')
            parts->elements = (struct text){place.at, at + 1};
    }
    if (place.at[place.length - 1] == ']')
        parts->elements = place;
    parts->is_last = parts->elements.length == place.length;
    return parts->count > 0;
}

/* "p.0_1" and "1.5" are values. */
static bool is_in_memory(struct text place)
{
    size_t mark = find_outside(place, ".[");
    bool is_part = mark + 1 < place.length &&
                   (place.at[mark] == '[' || !isdigit((unsigned char)place.at[mark + 1]));
    return !begins(place, "&") && (begins(place, "*") || begins(place, "(*") ||
                                   begins(place, "MEM") || holds(place, "->") || is_part);
}

/* --- whether an element is asked for ------------------------------------------------------ */

/* The places of which hooks just before tell, and pointers of which it has been asked since the
 * last access. */
static struct names hooked, asked;

/* What the pointer is: "local[i_5]" of "_82 = _84 + 2" where "_84 = &local[i_5]". */
static struct text place_hooked(struct text pointer)
{
    for (int steps = 0; steps < 4 && !begins(pointer, "&") && pointer.length > 0; steps++) {
        struct text is = value_of(pointer);
        pointer = begins(is, "&") ? is : name_in(is);
    }
    return begins(pointer, "&") ? from(pointer, 1) : (struct text){"", 0};
}

static bool is_same(struct text a, struct text b)
{
    return a.length == b.length && !memcmp(a.at, b.at, a.length);
}

static bool has_hook(const struct place *place)
{
    for (size_t i = 0; i < hooked.count; i++) {
        struct text one = {hooked.name[i], strlen(hooked.name[i])}, its = place_hooked(one);
        struct place parts;
        if (its.length > 0 && is_element(its, &parts) &&
            is_same(parts.elements, place->elements))
            return true;
    }
    return false;
}

static bool is_index_of(const struct place *place, struct text name)
{
    for (unsigned i = 0; i < place->count; i++)
        if (is_same(place->index[i], name))
            return true;
    return false;
}

/* Of `index + 1`, where g++ has made that a part of the calculation. */
static bool is_part_of_index(const struct place *place, struct text name)
{
    for (unsigned i = 0; i < place->count; i++) {
        struct text is = value_of(place->index[i]);
        size_t mark = find_outside(is, "+-");
        if (mark + 2 < is.length && isdigit((unsigned char)is.at[mark + 2]) &&
            is_same(name_in(is), name))
            return true;
    }
    return false;
}

static bool is_number(struct text t)
{
    return t.length > 0 && isdigit((unsigned char)t.at[*t.at == '-' && t.length > 1]);
}

/* Whether `is` is calculated from the place's base and indices alone: by sums, and products
 * with what may be the size of an element. */
static bool leads_there(const struct place *place, struct text is, int depth)
{
    enum { LARGEST_ELEMENT = 1 << 20 };
    if (begins(is, "(sizetype) "))
        is = from(is, strlen("(sizetype) "));
    if (depth > 12 || is.length == 0)
        return false;
    if (is_number(is) && name_in(is).length == is.length)
        return true;
    if (begins(is, "&"))
        return is_same(name_in(from(is, 1)), place->base) &&
               (name_in(from(is, 1)).length + 1 == is.length ||
                (begins(from(is, 1 + place->base.length), " + ") &&
                 leads_there(place, from(is, 1 + place->base.length + strlen(" + ")),
                             depth + 1)));
    struct text first = name_in(is), rest = from(is, first.length);
    if (begins(rest, "(D)"))
        rest = from(rest, strlen("(D)"));
    if (rest.length == 0)
        return is_index_of(place, first) || is_part_of_index(place, first) ||
               leads_there(place, value_of(first), depth + 1);
    struct text second = rest.length > 3 ? from(rest, 3) : (struct text){"", 0};
    if (begins(rest, " * "))
        return is_number(second) && strtoul(second.at, NULL, 10) <= LARGEST_ELEMENT &&
               leads_there(place, first, depth + 1);
    return begins(rest, " + ") && leads_there(place, first, depth + 1) &&
           leads_there(place, second, depth + 1);
}

static bool is_asked(const struct place *place)
{
    for (size_t i = 0; i < asked.count; i++)
        if (leads_there(place, value_of((struct text){asked.name[i], strlen(asked.name[i])}),
                        0))
            return true;
    return false;
}

/* The elements of "MEM <const int[4]> [(int &)&local][i_5]", of which g++ has not compared a
 * mask with all that there is; 0 where that is not told. */
static unsigned long elements_of_memory(struct text t)
{
    const char *end = memmem(t.at, t.length, "]> [(", strlen("]> [("));
    const char *number = end ? memrchr(t.at, '[', (size_t)(end - t.at)) : NULL;
    const char *behind = end ? memchr(end + 2, ']', t.length - (size_t)(end + 2 - t.at)) : NULL;
    bool is_displaced = behind && memmem(end, (size_t)(behind - end), " + ", 3);
    bool has_rows = number && number > t.at && number[-1] == ']';
    return number && !is_displaced && !has_rows ? strtoul(number + 1, NULL, 10) : 0;
}

/* Masks of an index outside of others may lead to as many of these. */
static bool is_within(const struct place *place, struct text t)
{
    enum { MOST_MASK = 1023 };
    bool all = true;
    if (begins(t, "MEM"))
        return place->count == 1 && place->is_last &&
               is_masked_with_less(value_behind_cast(place->index[0]), elements_of_memory(t));
    for (unsigned i = 0; i < place->count; i++)
        all &= is_masked_with_less(
            place->index[i], i + 1 == place->count && place->is_last ? -1ul : MOST_MASK + 1);
    return all;
}

/* Of most bit-fields g++ does not ask, nor of an element whose last index is masked; then it
 * has no hook either, if nobody else knows of the array, or it is const. What was asked of an
 * access that g++ has left out says nothing of others. */
static void check_place(struct text t)
{
    struct place place;
    if (!is_element(t, &place) || is_within(&place, t) || has_hook(&place) || is_asked(&place))
        return;
    if (place.is_last && place.count > 1 && asks_each_index)
        return;
    if (place.is_last && place.count > 1)
        exit(WANTS_EACH_INDEX);
    if (memmem(t.at, t.length, "PART_EXPR <", strlen("PART_EXPR <")))
        return; /* check_parts() has words for it */
    if (place.is_last)
        refuse_work(
            "it reads or writes an array by an index, of which the checker does not see "
            "where that leads; give the array another form, or copy it into one of your own");
    refuse_work(
        "it reads or writes a bit-field in an array by an index, which the checker does not "
        "see; copy the element into a variable first");
}

/* "PLACE = PLACE;" has one of these just before. */
void check_elements(struct text t)
{
    size_t equals = find_outside(t, "="), semicolon = find_outside(t, ";");
    size_t open = find_outside(t, "(");
    bool is_hook = begins(t, "__builtin___tsan_") && !begins(t, "__builtin___tsan_func");
    if (is_hook || begins(t, ".UBSAN_OBJECT_SIZE")) {
        struct text arguments = from(t, open + (open < t.length));
        add(is_hook ? &hooked : &asked,
            (struct text){arguments.at, find_outside(arguments, ",)")});
        return;
    }
    if (equals == 0 || equals + 2 >= semicolon || semicolon == t.length ||
        t.at[equals - 1] != ' ')
        return;
    struct text to = {t.at, equals - 1}, what = {t.at + equals + 2, semicolon - equals - 2};
    if (begins(from(t, equals), "={v} "))
        what = from((struct text){t.at, semicolon}, equals + strlen("={v} "));
    open = last_open(what);
    bool is_call = open > 0 && open < what.length && what.at[open - 1] == ' ' &&
                   what.at[what.length - 1] == ')';
    note_masked(to, what);
    if (!is_in_memory(to))
        keep_value(to, what);
    if (!is_call) {
        check_place(to);
        check_place(what);
    }
    forget(&hooked);
    if (is_in_memory(to) || is_in_memory(what))
        forget(&asked);
}

void begin_elements(void)
{
    forget(&masked);
    forget(&hooked);
    forget(&asked);
    forget_values();
}
