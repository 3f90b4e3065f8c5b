/* The schedule of the launches to come: see schedule.h. */
#include "grid/schedule.h"

enum schedule simt_schedule;
unsigned long long simt_random_order;
