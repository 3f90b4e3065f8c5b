/* For `make explain`. C11. */
#ifndef SIMT_EXPLAIN_FILE_H
#define SIMT_EXPLAIN_FILE_H

/* What was counted and found so far goes to a file, if SIMT_EXPLAIN names one and somebody
 * counts. Between launches. */
void simt_write_explanation(void);

/* From now on all launches are counted, and only one explanation is written: by the next call
 * of the above from outside of launches. */
void simt_explain_at_end(void);
void simt_explain_launch(void);

#endif
