/* What a guess from wrong elements holds to be their cause, as far as that can contradict what
 * the checker finds. */
#ifndef CAUSE_H
#define CAUSE_H

enum cause {
    OTHER_INDEX,   /* other elements are read, written or added than should be */
    LEFT_OUT,      /* some elements are not read, written or added: nobody is to do it */
    UNORDERED,     /* threads do not wait for each other */
    UNKNOWN_CAUSE, /* it only says where the wrong elements are, or fits many causes */
};

#endif
