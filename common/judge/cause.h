/* What a guess takes for the cause of wrong elements, as far as the checker can find another
 * cause. */
#ifndef CAUSE_H
#define CAUSE_H

enum cause {
    OTHER_INDEX, /* other elements are read, written or added than should be */
    LEFT_OUT,  /* some elements are not read, written or added, because no thread is told to do
                  it */
    UNORDERED, /* threads do not wait for each other */
    UNKNOWN_CAUSE, /* it only says where the wrong elements are, or fits many causes */
};

#endif
