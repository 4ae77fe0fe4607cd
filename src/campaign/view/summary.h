/* The summary at the end of a Markdown log: it counts turns, lights, encounters, rows of charts,
 * checks and places. */
#ifndef CAMPAIGN_SUMMARY_H
#define CAMPAIGN_SUMMARY_H

#include "core/text.h"
#include "core/value.h"

typedef enum {
    SUMMARY_TURN,
    SUMMARY_LIT,
    SUMMARY_OUT,
    SUMMARY_CHART,
    SUMMARY_CHECK,
    SUMMARY_PLACE,
    SUMMARY_ALSO,
    SUMMARY_PARTS
} SummaryPart;

/* Start from {0}; encounters.failed is set when memory runs out. */
typedef struct {
    Text encounters; /* a line for each event that stopped a turn */
    /* Jansson objects: label, word, how often, as {"hazard":{"fatigue":3}} */
    struct json_t *part[SUMMARY_PARTS];
} Summary;

void summary_free(Summary *s);
/* Counts an event. */
void summary_note(Summary *s, const Value *event);
/* Returns the number of turns if all were of one procedure; else 0, and summary_write lists them by
 * procedure. */
int64_t summary_turns(const Summary *s);
/* Appends the counts, a line for each label, with `bullet` before it. */
void summary_write(const Summary *s, Text *t, const char *bullet);

#endif
