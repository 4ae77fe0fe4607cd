/* Figures of studies as comma-separated values, for spreadsheets. */
#pragma once

#include "cli/term/paths.h"

#include <jansson.h>

/* Begins a file: what is written to d->to.  False, with the reason on standard error. */
bool csv_begin(Draft *d, const char *file);
/* Ends it.  False, with the reason on standard error; then the old file stays, or none. */
bool csv_end(Draft *d, const char *file);
/* Writes a name, quoted where needed, with a ' where a spreadsheet would see a formula. */
void csv_name(FILE *f, const char *name);

/* Writes a line for each measure and turn: measure,turn,p,p_se,mean,mean_se; then the same figures
 * of the other study, unless that is NULL.  False, with the reason on standard error. */
bool csv_study(const json_t *study, const json_t *other, const char *file);
