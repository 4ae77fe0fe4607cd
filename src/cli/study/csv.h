/* Figures of studies as comma-separated values, for spreadsheets. */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Begins a file; NULL, with the reason on standard error. */
FILE *csv_begin(const char *file);
/* Ends it; standard output stays open.  False, with the reason on standard error. */
bool csv_end(FILE *f, const char *file);
/* Writes a name, quoted where it must be.  Names that begin with = + - @ are quoted, too:
 * spreadsheets take them for formulas. */
void csv_name(FILE *f, const char *name);

/* Writes a line for each measure and turn: measure,turn,p,p_se,mean,mean_se; and the same of the
 * other study (NULL: none).  False, with the reason on standard error. */
bool csv_study(const json_t *study, const json_t *other, const char *file);

#endif
