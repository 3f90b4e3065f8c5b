/* What the instructions of inline PTX name: types, registers, numbers, addresses. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "translate/ptx.h"

/* --- types -------------------------------------------------------------------------------- */

static const struct type {
    const char *word, *type, *of_register;
} types[] = {
    {"u8", "uint8_t", "uint8_t"},           {"s8", "int8_t", "uint8_t"},
    {"b8", "uint8_t", "uint8_t"},           {"u16", "uint16_t", "uint16_t"},
    {"s16", "int16_t", "uint16_t"},         {"b16", "uint16_t", "uint16_t"},
    {"f16", "::simt::ptx_f16", "uint16_t"}, {"u32", "uint32_t", "uint32_t"},
    {"s32", "int32_t", "uint32_t"},         {"b32", "uint32_t", "uint32_t"},
    {"f32", "float", "uint32_t"},           {"u64", "uint64_t", "uint64_t"},
    {"s64", "int64_t", "uint64_t"},         {"b64", "uint64_t", "uint64_t"},
    {"f64", "double", "uint64_t"},          {"pred", "bool", "bool"},
};

static const struct type *find_type(const char *word)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(word, types[i].word))
            return &types[i];
    return NULL;
}

const char *ptx_type(const char *word)
{
    const struct type *type = find_type(word);

    return type ? type->type : NULL;
}

const char *ptx_register_type(const char *word)
{
    const struct type *type = find_type(word);

    return type ? type->of_register : NULL;
}

/* --- registers ---------------------------------------------------------------------------- */

/* The device's own. */
static const struct {
    const char *name, *value;
} specials[] = {
    {"%tid.x", "(uint32_t)threadIdx.x"},
    {"%tid.y", "(uint32_t)threadIdx.y"},
    {"%tid.z", "(uint32_t)threadIdx.z"},
    {"%ctaid.x", "(uint32_t)blockIdx.x"},
    {"%ctaid.y", "(uint32_t)blockIdx.y"},
    {"%ctaid.z", "(uint32_t)blockIdx.z"},
    {"%ntid.x", "(uint32_t)blockDim.x"},
    {"%ntid.y", "(uint32_t)blockDim.y"},
    {"%ntid.z", "(uint32_t)blockDim.z"},
    {"%nctaid.x", "(uint32_t)gridDim.x"},
    {"%nctaid.y", "(uint32_t)gridDim.y"},
    {"%nctaid.z", "(uint32_t)gridDim.z"},
    {"%laneid", "::simt::ptx_laneid()"},
    {"%warpid", "::simt::ptx_warpid()"},
    {"%nwarpid", "::simt::ptx_nwarpid()"},
    {"%smid", "::simt::ptx_smid()"},
    {"%nsmid", "::simt::ptx_nsmid()"},
    {"%lanemask_eq", "::simt::ptx_lanemask_eq()"},
    {"%lanemask_lt", "::simt::ptx_lanemask_lt()"},
    {"%lanemask_le", "::simt::ptx_lanemask_le()"},
    {"%lanemask_gt", "::simt::ptx_lanemask_gt()"},
    {"%lanemask_ge", "::simt::ptx_lanemask_ge()"},
    {"%clock", "(uint32_t)::simt::ptx_clock64()"},
    {"%clock_hi", "(uint32_t)(::simt::ptx_clock64() >> 32)"},
    {"%clock64", "::simt::ptx_clock64()"},
    {"%globaltimer", "::simt::ptx_globaltimer()"},
    {"%globaltimer_lo", "(uint32_t)::simt::ptx_globaltimer()"},
    {"%globaltimer_hi", "(uint32_t)(::simt::ptx_globaltimer() >> 32)"},
    {"WARP_SZ", "32LL"},
};

static bool write_special(const char *text, char *out, size_t size)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (!strcmp(text, specials[i].name))
            return snprintf(out, size, "%s", specials[i].value) > 0;
    return false;
}

/* Whether the register was declared by its name, or as one of many: r3 by r<4>. */
static bool is_declared(const struct ptx_names *names, const char *text)
{
    for (int i = names->register_count; i-- > 0;) {
        const struct ptx_register *one = &names->registers[i];
        size_t length = strlen(one->name);

        if (!one->many && !strcmp(one->name, text))
            return true;
        if (one->many && !strncmp(one->name, text, length) &&
            isdigit((unsigned char)text[length]) && atoi(text + length) < one->many)
            return true;
    }
    return false;
}

/* %0 is p0; a register is r_ and its name, which may have a % or a $. */
bool ptx_result(const struct ptx_names *names, const char *text, char *out, size_t size)
{
    size_t used;
    int number;
    char *end;

    if (text[0] == '%' && isdigit((unsigned char)text[1])) {
        number = (int)strtol(text + 1, &end, 10);
        return !*end && number < names->operand_count && snprintf(out, size, "p%d", number) > 0;
    }
    if (!strcmp(text, "_"))
        return snprintf(out, size, "::simt::ptx_nothing()") > 0;
    if (!is_declared(names, text))
        return false;
    used = (size_t)snprintf(out, size, "r_");
    for (; *text && used + 2 < size; text++)
        out[used++] = isalnum((unsigned char)*text) ? *text : '_';
    out[used] = 0;
    return true;
}

/* --- numbers ------------------------------------------------------------------------------ */

/* 0f3F800000 is a float's bits, 0d... a double's; all others are as in C, with a U or without.
 */
static bool write_number(const char *text, char *out, size_t size)
{
    char *end;

    if (text[0] == '0' && text[1] && strchr("fFdD", text[1])) {
        strtoull(text + 2, &end, 16);
        return !*end && end > text + 2 &&
               snprintf(out, size, "(uint%d_t)0x%s", tolower(text[1]) == 'f' ? 32 : 64,
                        text + 2) > 0;
    }
    strtoull(text, &end, 0);
    if (end > text && (!*end || !strcmp(end, "U")))
        return snprintf(out, size, "(long long)%.*sULL", (int)(end - text), text) > 0;
    strtod(text, &end);
    return end > text && !*end && snprintf(out, size, "%s", text) > 0;
}

bool ptx_value(const struct ptx_names *names, const char *text, char *out, size_t size)
{
    bool negative = text[0] == '-';

    if (ptx_result(names, text, out, size) || write_special(text, out, size))
        return strcmp(text, "_") != 0;
    if (!negative)
        return write_number(text, out, size);
    out[0] = '-';
    return write_number(text + 1 + strspn(text + 1, " "), out + 1, size - 1);
}

/* --- addresses ---------------------------------------------------------------------------- */

bool ptx_address(const struct ptx_names *names, const char *text, bool is_shared, char *out,
                 size_t size)
{
    char inner[80], base[80], offset[80] = "0", *parts[2];
    size_t length = strlen(text);

    if (text[0] != '[' || text[length - 1] != ']' || length - 2 >= sizeof inner)
        return false;
    snprintf(inner, sizeof inner, "%.*s", (int)length - 2, text + 1);
    if (ptx_split(inner, '+', parts, 2) == 2 &&
        !ptx_value(names, parts[1], offset, sizeof offset))
        return false;
    return ptx_result(names, parts[0], base, sizeof base) &&
           snprintf(out, size, "::simt::ptx_at<%s>(%s, %s)", is_shared ? "true" : "false", base,
                    offset) > 0;
}
