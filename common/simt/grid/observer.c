/* Nobody watches, unless an observer has been linked in and says so: see observer.h. */
#include "grid/observer.h"

const struct simt_observer *simt_observer;
