/* A map in the making: fields in any order, written with their keys sorted, as the codec wants. */
#ifndef CAMPAIGN_FIELDS_H
#define CAMPAIGN_FIELDS_H

#include "core/text.h"

enum { FIELDS_MAX = 16 };

/* Start from {0}; fields_end gives it back. */
typedef struct {
    struct {
        const char *key;
        Text value;
    } at[FIELDS_MAX];
    size_t n;
} Fields;

/* A new field: put exactly one value into the text.  The key must outlive f. */
Text *field(Fields *f, const char *key);
/* Appends the map to out and frees f.  False when memory is out (out->failed is then set, too). */
bool fields_end(Fields *f, Text *out);

#endif
