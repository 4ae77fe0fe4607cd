/* Pages that listen (server-sent events): each is sent the whole view, whenever it has changed. */
#pragma once

#include "cli/web/microhttpd.h"
#include "cli/web/served_table.h"

/* The pages that listen now are a list; *first is its first, or NULL. */
typedef struct Listener Listener;

/* Makes the answer to a page that listens from now on; NULL: no memory for one more. */
struct MHD_Response *events_listen(Listener **first, struct MHD_Connection *connection,
                                   ServedTable *table, SconceWho who);
/* Sends the new version of a table to its pages. */
void events_send(Listener *first, const ServedTable *table);
/* Sends every page a line that it ignores, so that one that is gone is noticed. */
void events_beat(Listener *first);
