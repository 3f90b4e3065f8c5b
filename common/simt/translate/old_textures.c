/* Texture references, which CUDA had until version 11: in a program `texture<float, 1> t;` gets
 * the name of the shim's type. Only where it is used, so that others may call something of
 * their own a texture. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

static bool has_own_textures(const struct source *s)
{
    static const char *const words[] = {"struct", "class", "union", "using", NULL};

    for (int i = 0; i < s->count; i++)
        if (is(s, i, "texture") && is_one_of(s, previous(s, i), words))
            return true;
    return false;
}

bool is_texture_reference(const struct source *s, int i)
{
    static const char *const not_before[] = {".", "->", "::", "~", NULL};

    return s->is_program && is(s, i, "texture") && is(s, next(s, i), "<") &&
           !s->tokens[i].in_function && !is_one_of(s, previous(s, i), not_before) &&
           !has_own_textures(s);
}

void name_texture_references(struct source *s)
{
    for (int i = 0; i < s->count; i++)
        if (is_texture_reference(s, i))
            replace(s, i, "simt_texture_reference");
}
