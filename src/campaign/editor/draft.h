/* Rules that are being written: the opaque SconceDraft of sconce.h. */
#pragma once

#include "campaign/rules/table_sources.h"

struct SconceDraft {
    TableSources sources;
    char *part; /* NULL, or the table if it is a part: a file that includes it is then the head */
    Overlay overlay;
    CellClient *client; /* has read the chain; NULL: not read yet, or a head was not found */
    atomic_int stop;    /* 1: a try is to end early */
    int reads;          /* how often the chain was read */
    bool dirty;         /* a text of the editor changed since the chain was read */
    bool loaded;        /* the chain was read, and has no mistakes */
    Text checked;       /* the answer of sconce_draft_check */
    Text answer;        /* the answer of sconce_draft_look */
};

/* --- includer.c --- */

/* Returns a ruleset or house file beside the folder parts that includes this part, perhaps by way
 * of other parts; NULL: there is none.  The caller frees it. */
char *find_includer(const SconceDraft *d, const char *part);
