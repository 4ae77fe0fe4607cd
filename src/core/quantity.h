/* Quantities such as "36 m", "1.5 km" or "6 turns": an exact fraction and a unit. */
#pragma once

#include "core/text.h"

enum { UNIT_MAX = 32 }; /* bytes of a unit's name with its NUL; "real minutes" has 13 */

typedef struct {
    int64_t num, den;    /* lowest terms, den >= 1 */
    char unit[UNIT_MAX]; /* canonical: "m", "km", "ft", "yd", "mile", "second", "minute", "hour",
                            "day", "week", "turn", "real minute" …, or any other single word,
                            singular */
} Quantity;

/* Reads "1.5 km", "-3/4 mile", "2 1/2 hours" or "60 real minutes".  False: err says why. */
bool quantity_parse(Quantity *q, const char *s, size_t n, Err *err);
/* Appends the quantity as a person would write it: "1.5 km", "1 turn", "6 turns", "22.5 yd", "1/3
 * mile", "3 1/3 miles".  The text reads back as the same quantity. */
void quantity_print(const Quantity *q, Text *t);

/* The kinds of measure.  Only units of one kind convert into each other, and do so exactly. */
typedef enum {
    MEASURE_METRIC,
    MEASURE_IMPERIAL,
    MEASURE_TIME,  /* of the game */
    MEASURE_REAL,  /* time that passes at the table, "real minutes" */
    MEASURE_TURNS, /* the ruleset says how long one is */
    MEASURE_OTHER  /* any other word: a unit that converts only into itself */
} Measure;
Measure unit_measure(const char *unit);
/* Converts to another unit.  False, and err says why, when the two do not convert ("36 m and 30 ft
 * are not the same measure") or the numbers pass 64 bits. */
bool quantity_convert(Quantity *q, const char *unit, Err *err);

/* Arithmetic in the unit of a: *a becomes a + b, a - b, or a * num/den; *order becomes -1, 0 or 1,
 * as a is less than b, equal or greater.  False: err says why, and nothing was changed. */
bool quantity_add(Quantity *a, const Quantity *b, Err *err);
bool quantity_subtract(Quantity *a, const Quantity *b, Err *err);
bool quantity_scale(Quantity *a, int64_t num, int64_t den, Err *err);
bool quantity_compare(const Quantity *a, const Quantity *b, int *order, Err *err);
/* Sets *num and *den to a / b in lowest terms. */
bool quantity_ratio(const Quantity *a, const Quantity *b, int64_t *num, int64_t *den, Err *err);
/* Finds the fraction that a float was meant to be: 0.5 is 1/2, 0.1 is 1/10, 1.0/3 is 1/3.  Finds
 * whole numbers below 2^53, decimals of up to nine places, and fractions with a numerator below
 * 2^31 and a denominator up to 10000; false for any other float. */
bool double_to_fraction(double d, int64_t *num, int64_t *den);
