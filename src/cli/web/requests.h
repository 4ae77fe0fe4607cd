/* The requests that a browser may send to a table.  Each runs in the thread of that table. */
#ifndef CLI_REQUESTS_H
#define CLI_REQUESTS_H

#include "cli/web/served_table.h"

/* A kind of request, and who may ask. */
typedef struct {
    const char *path;
    SconceWho who;
    TaskRun *run; /* NULL: stops what the table is doing */
} Request;
/* Returns the kind of this path, or NULL. */
const Request *request_find(const char *path);

/* Writes {"ok":false,"error":…}; the caller frees it. */
char *refusal_json(const char *sentence);

#endif
