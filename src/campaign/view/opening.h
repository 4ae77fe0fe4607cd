/* The lines that open an evening of play. */
#ifndef CAMPAIGN_OPENING_H
#define CAMPAIGN_OPENING_H

#include "campaign/view/lines.h"
#include "core/value.h"

/* Nothing is owned. */
typedef struct {
    const Value *book, *people; /* people: a list of texts */
    const char *seed, *dice;
    const char *warnings; /* a line each */
    const char *recap;    /* lines; "" where nothing happened */
    bool fresh;           /* nothing was played: how to begin is told */
} Opening;

void opening_lines(StyledLines *l, const Opening *o);

#endif
