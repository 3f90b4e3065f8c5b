/* Numbers and places of a wide case: see gaps.h. */
#include "gaps.h"

#include <string.h>

size_t elements_spread(const struct case_array *a)
{
    size_t rows = a->shape.rows + a->gap.rows;
    return rows * (a->gap.stride ? a->gap.stride : a->shape.pitch);
}

/* Behind so many elements an answer is to come somewhere: what no int counts, or, where these
 * are a good part, what 32 bits do not; or the second half of a large output, which a grid that
 * ends at 65535 blocks does not reach. */
size_t far_elements(const struct case_array *a)
{
    const size_t MANY = (size_t)1 << 26, INTS = (size_t)1 << 31, spread = elements_spread(a);
    if (spread / 4 > INTS / 2) /* a quarter more than 32 bits count */
        return 2 * INTS;
    return a->role != INPUT && spread > MANY && spread <= INTS / 2 ? spread / 2 : INTS;
}

struct spread spread_of(const struct case_array *a)
{
    const struct gap *gap = &a->gap;
    size_t size = element_bytes(a->type);
    if (!gap->stride)
        return (struct spread){0};
    return (struct spread){.rows = a->shape.rows,
                           .row_bytes = a->shape.pitch * size,
                           .row_stride = gap->stride * size,
                           .row = gap->row,
                           .rows_gap = gap->rows * gap->stride * size,
                           .split = gap->col * size,
                           .gap = gap->cols * size,
                           .beyond = far_elements(a) * size,
                           .input = a->role == INPUT};
}

void send_numbers(const struct case_run *t, struct request *request)
{
    request->number_count = t->number_count;
    memcpy(request->numbers, t->numbers, sizeof t->numbers);
    for (uint32_t i = 0; i < t->number_count; i++)
        for (int k = 0; k < CASE_WIDE && t->test_case->wide[k].number; k++)
            if (!strcmp(request->numbers[i].name, t->test_case->wide[k].number))
                request->numbers[i].value = t->test_case->wide[k].value;
}
