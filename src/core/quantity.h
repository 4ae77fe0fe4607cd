/* Quantities: "36 m", "1.5 km", "8 hours", "6 turns": an exact fraction and a unit. */
#ifndef CORE_QUANTITY_H
#define CORE_QUANTITY_H

#include "core/text.h"

enum { UNIT_MAX = 32 };

typedef struct {
    int64_t num, den;    /* lowest terms, den >= 1 */
    char unit[UNIT_MAX]; /* canonical: "m", "km", "ft", "yd", "mile", "second", "minute", "hour",
                            "day", "week", "turn", "real minute" …, or any other single word,
                            singular */
} Quantity;

/* Reads "1.5 km", "-3/4 mile", "2 1/2 hours", "2 zones", "60 real minutes".  False with a sentence.
 */
bool quantity_parse(Quantity *q, const char *s, size_t n, Err *err);
/* Writes it as a person would: "1.5 km", "1 turn", "6 turns", "22.5 yd", "1/3 mile", "3 1/3 miles".
 * What is written reads back as the same quantity. */
void quantity_print(const Quantity *q, Text *t);

/* What a unit measures: units of one measure convert exactly into each other; others never do. */
typedef enum {
    MEASURE_METRIC,
    MEASURE_IMPERIAL,
    MEASURE_TIME,
    MEASURE_REAL,
    MEASURE_TURNS,
    MEASURE_OTHER
} Measure;
Measure unit_measure(const char *unit);
/* The same length or time in another unit; false with a sentence when they do not convert ("36 m
 * and 30 ft are not the same measure") or the numbers pass 64 bits. */
bool quantity_convert(Quantity *q, const char *unit, Err *err);

/* a + b, a - b in a's unit; a * num/den; -1, 0, 1.  False with a sentence. */
bool quantity_add(Quantity *a, const Quantity *b, Err *err);
bool quantity_subtract(Quantity *a, const Quantity *b, Err *err);
bool quantity_scale(Quantity *a, int64_t num, int64_t den, Err *err);
bool quantity_compare(const Quantity *a, const Quantity *b, int *order, Err *err);
/* a / b as a fraction. */
bool quantity_ratio(const Quantity *a, const Quantity *b, int64_t *num, int64_t *den, Err *err);
/* The fraction a float was meant as: 0.5 is 1/2, 0.1 is 1/10, 1.0/3 is 1/3.  Whole numbers below
 * 2^53, decimals of up to nine places and fractions with a denominator up to 10000, below 2^31;
 * false for any other. */
bool fraction_of(double d, int64_t *num, int64_t *den);

#endif
