/* The summary at the end of a Markdown log: how many turns, lights, encounters, rows of charts,
 * checks and places there were. */
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

/* Start from {0}; memory that runs out shows in encounters.failed. */
typedef struct {
    Text encounters; /* what broke turns off, a line each */
    struct json_t
        *part[SUMMARY_PARTS]; /* Jansson: {"hazard":{"fatigue":3}}, label, word, how often */
} Summary;

void summary_free(Summary *s);
void summary_note(Summary *s, const Value *event);
/* Number of turns where all were of one procedure; otherwise 0, and summary_write counts them. */
int64_t summary_turns(const Summary *s);
/* A line each, with `bullet` before it. */
void summary_write(const Summary *s, Text *t, const char *bullet);

#endif
