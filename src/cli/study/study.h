/* What a simulation found, for people and for spreadsheets: views of the JSON that sconce_sim
 * gives. */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include "cli/term/terminal_style.h"

#include <jansson.h>

/* A table: what was asked for, then every event and row, most likely first, then numbers. */
void study_write(const TerminalStyle *out, const json_t *study);
/* Both by the end of the last turn, and the difference. */
void study_compare(const TerminalStyle *out, const json_t *study, const json_t *other);
void study_csv_name(FILE *f, const char *name); /* quoted where it must be */
/* measure,turn,p,p_se,mean,mean_se, and the same of the other (NULL: of none); false: it could not
 * be written (errno says why). */
bool study_csv(const json_t *study, const json_t *other, const char *file);

#endif
