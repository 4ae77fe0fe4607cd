/* Figures of studies as comma-separated values, for spreadsheets. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Opens a file to write to; NULL, with the reason on standard error. */
FILE *csv_begin(const char *file);
/* Closes it; standard output stays open.  False, with the reason on standard error. */
bool csv_end(FILE *f, const char *file);
/* Writes a name, quoted where needed.  A ' is put before names that a spreadsheet would take for a
 * formula. */
void csv_name(FILE *f, const char *name);

/* Writes a line for each measure and turn: measure,turn,p,p_se,mean,mean_se; then the same figures
 * of the other study, unless that is NULL.  False, with the reason on standard error. */
bool csv_study(const json_t *study, const json_t *other, const char *file);
