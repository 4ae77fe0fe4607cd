/* The table that a study starts from: its rules, its present state, how to stop, and how to report
 * progress.
 *
 * The campaign fills one for each call; it owns nothing. */
#ifndef CAMPAIGN_STUDY_TABLE_H
#define CAMPAIGN_STUDY_TABLE_H

#include "campaign/journal/journal.h"
#include "campaign/rules/cell_client.h"
#include "sconce.h"

typedef struct {
    const char *name; /* as the caller of sconce_open named it */
    CellClient *client;
    const char *rules_hash;
    const Text *state; /* canonical bytes */
    int64_t turn;      /* of the state */
    Journal *journal;
    bool preview;    /* opened for this study alone: rolls made so far are part of the answer */
    const int *stop; /* set to break off, from any thread */
    void (*watch)(const SconceNews *news, void *data); /* may be NULL */
    void *watch_data;
} StudyTable;

#endif
