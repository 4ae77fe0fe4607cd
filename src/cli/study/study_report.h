/* The report of one study: a table of its measures, and sentences about what else came of it.
 *
 * It fits 80 columns.  Wider screens get wider names and longer lines of bars, nothing else. */
#ifndef CLI_STUDY_REPORT_H
#define CLI_STUDY_REPORT_H

#include "cli/study/study_view.h"

void study_report(const TerminalStyle *out, const json_t *study);

/* --- parts that a comparison shows, too; letter: "A  " before one of two studies, else "" --- */

/* Writes the head: table, turns, plan and runs, in a line or two. */
void study_write_head(const TerminalStyle *out, const json_t *study, const char *letter);
/* Lines of the plan that could not be done, plays that ended early, dice rolled before. */
void study_write_undone(const TerminalStyle *out, const json_t *study);
/* Rows that are not shown, since another one stands for them (study_plainer_name). */
void study_write_together(const TerminalStyle *out, const StudyView *views, size_t n);
/* Meaning of the signs; before: what else there is to say of them, or "". */
void study_write_legend(const TerminalStyle *out, const StudyView *s, const char *before);
/* Questions that took their default, the commonest first. */
void study_write_defaults(const TerminalStyle *out, const json_t *study, const char *letter);

#endif
