/* What the mistakes of lab 08, more, compute: the functions that the rows of mistakes.inc call.
 */
#include "matrices.h"

static void in_the_first_group(struct step *s)
{
    s->group = 0;
}

static void in_the_order_of_segments(struct step *s)
{
    s->place = s->before;
}

static void of_value_1(struct step *s)
{
    s->value = 1;
}

#include "mistakes.h"
