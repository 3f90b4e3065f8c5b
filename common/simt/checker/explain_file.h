/* For `make explain`. C11. */
#ifndef SIMT_EXPLAIN_FILE_H
#define SIMT_EXPLAIN_FILE_H

/* Writes what was counted and found so far to a file, if SIMT_EXPLAIN names one and somebody
 * counts. To be called between launches. */
void simt_write_explanation(void);

/* From now on all launches are counted, and one explanation is written, by the next call of
 * simt_write_explanation() outside of launches. */
void simt_explain_at_end(void);
void simt_explain_launch(void);

#endif
