/* Finds what crosses between host and device where the other checks do not see it. A function
 * whose name the host gives to a launch has another address on the device: nvcc builds it, and
 * the kernel breaks off where it calls it; so does a program here that gives one of the host's.
 * And a host function that a kernel may reach through a macro, an #if or
 * a pointer gets a statement that reports it when a thread of the device comes there:
 *
 *   static int f() {    static int f() { SIMT_HOST_ONLY(f);
 */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <stdio.h>

/* --- addresses of functions --------------------------------------------------------------- */

/* Whether the name at token i is a value that is kept, as in `pointer = f;`. */
static bool is_assigned(const struct source *s, int i)
{
    int before = previous(s, i);

    if (is(s, before, "&"))
        before = previous(s, before);
    return is(s, before, "=") && is(s, next(s, i), ";");
}

static void check_address(struct source *s, const struct function *f, int i)
{
    bool given = is_launch_argument(s, i);
    enum space space;

    if (!is_name(s, i) || s->tokens[i].conditional || (!given && !is_assigned(s, i)) ||
        !is_function(s, i) || declares(s, f, i))
        return;
    space = space_of_name(s, i, false, -1);
    if (space == DEVICE || (given && (space == BOTH || (space == HOST && !s->is_program))))
        refuse(s, i,
               "the host takes the address of '%.*s', which is none on the device: a kernel "
               "calls it by name, or by an address that the device has taken, in a __device__ "
               "variable",
               text_length(s, i), s->tokens[i].text);
}

static void check_addresses(struct source *s, const struct function *f)
{
    int close = s->tokens[f->body].match;

    for (int i = next(s, f->body); i >= 0 && i < close; i = next(s, i))
        check_address(s, f, i);
}

/* --- functions of the host ---------------------------------------------------------------- */

/* Whether the name also stands in a macro, under an #if, or for a value: there the other checks
 * do not know who calls it. */
static bool is_hidden(const struct source *s, int name)
{
    for (int i = 0; i < s->count; i++)
        if (i != name && same_text(s, i, name) && !s->tokens[i].inert &&
            (s->tokens[i].region != MAIN || s->tokens[i].conditional ||
             !is(s, next(s, i), "(")))
            return true;
    return false;
}

/* Members are left out: a launch copies its arguments for each thread, and so calls members of
 * theirs in a thread of the device, where nothing is wrong. */
static bool may_tell(const struct source *s, const struct function *f)
{
    return !f->is_member && !has_word(s, f->begin, f->name, "constexpr") &&
           space_of_name(s, f->name, false, -1) == HOST && is_hidden(s, f->name);
}

static void tell(struct source *s, const struct function *f)
{
    char text[200];

    snprintf(text, sizeof text, " SIMT_HOST_ONLY(%.*s);", text_length(s, f->name),
             s->tokens[f->name].text);
    insert_after(s, f->body, text);
}

void check_crossings(struct source *s)
{
    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];

        if (f->body < 0 || s->tokens[f->body].match < f->body || space_of(s, f) != HOST)
            continue;
        check_addresses(s, f);
        if (may_tell(s, f))
            tell(s, f);
    }
    tell_host_operators(s);
}
