/* Eighths of a character cell, upwards. */
#include "cli/study/spark.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const up[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

static int eighths(double share, int most)
{
    int n = (int)(share * most + 0.5);
    return n < 0 ? 0 : n > most ? most : n;
}

void spark_line(StyledText *t, const double *p, size_t n, int columns)
{
    size_t wide = columns < 1 ? 1 : (size_t)columns;
    if (wide > n) wide = n;
    for (size_t i = 0; i < wide; i++) {
        double value = p[(i + 1) * n / wide - 1];
        int height = eighths(value, 8);
        styled_put(t, "%s", up[height == 0 && value > 0 ? 1 : height]);
    }
}

void spark_pad(StyledText *t, int column)
{
    if (column > t->columns) styled_put(t, "%*s", column - t->columns, "");
}

void spark_right(StyledText *t, int column, const char *format, ...)
{
    char *text = NULL;
    StyledText measured = {0};
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    must_have(n < 0 ? NULL : text);
    styled_put(&measured, "%s", text);
    spark_pad(t, column - measured.columns);
    styled_join(t, &measured);
    styled_free(&measured);
    free(text);
}
