/* A line of little bars, and columns of a table. */
#ifndef CLI_SPARK_H
#define CLI_SPARK_H

#include "cli/term/styled_text.h"

/* n values from 0 to 1 as a line of at most `columns` bars of their height. */
void spark_line(StyledText *t, const double *p, size_t n, int columns);

/* Blanks up to that column; text that ends there. */
void spark_pad(StyledText *t, int column);
void spark_right(StyledText *t, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
