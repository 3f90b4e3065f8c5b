/* The CPU backend from outside: what a student program, a tool or a test may ask of it beyond
 * CUDA's own API. C11 and C++. The rooms themselves do not include this header. */
#ifndef SIMT_H
#define SIMT_H

#include "checker/checked.h"
#include "cuda/apart.h"
#include "cuda/api.h"
#include "cuda/errors.h"
#include "cuda/host_memory.h"
#include "cuda/memory.h"
#include "cuda/open_memory.h"
#include "cuda/queue.h"
#include "cuda/variables.h"
#include "grid/computed_calls.h"
#include "grid/launches.h"
#include "grid/leftovers.h"
#include "grid/lines.h"
#include "grid/thread.h"

#endif
