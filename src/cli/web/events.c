/* The server calls read_events whenever a connection can take more bytes; a page to which nothing
 * is to be sent sleeps until events_send or events_beat. */
#include "cli/web/events.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 }; /* bytes sent at once; a choice */

struct Listener {
    Listener *next, **before;
    struct MHD_Connection *connection;
    ServedTable *table;
    SconceWho who;
    bool sleeps;  /* suspended, since there is nothing to send */
    bool beat;    /* a line is due that the page ignores (events_beat) */
    int64_t sent; /* the version sent last */
    Shown *shown; /* what is being sent, or NULL */
    const char *text;
    size_t at, length; /* bytes of the text: sent already, and all */
};

/* Chooses what to send next.  False: the page has the current version, and no beat is due. */
static bool next_text(Listener *l)
{
    bool beat = l->beat;
    shown_release(l->shown);
    l->shown = NULL;
    l->beat = false;
    l->at = l->length = 0;
    if (l->sent != l->table->shown->version) {
        l->shown = l->table->shown;
        l->shown->users++;
        l->sent = l->shown->version;
        l->text = l->shown->event[l->who];
        l->length = l->shown->n[l->who];
    } else if (beat) {
        l->text = ":\n\n"; /* a comment, in server-sent events */
        l->length = strlen(l->text);
    }
    return l->length > 0;
}

/* Gives MHD the next bytes for a page; suspends the connection when there are none. */
static ssize_t read_events(void *data, uint64_t position, char *out, size_t max)
{
    Listener *l = data;
    (void)position;
    if (l->at == l->length && !next_text(l)) {
        l->sleeps = true;
        MHD_suspend_connection(l->connection);
        return 0;
    }
    size_t n = l->length - l->at < max ? l->length - l->at : max;
    memcpy(out, l->text + l->at, n);
    l->at += n;
    return (ssize_t)n;
}

static void free_listener(void *data)
{
    Listener *l = data;
    *l->before = l->next;
    if (l->next) l->next->before = l->before;
    shown_release(l->shown);
    free(l);
}

struct MHD_Response *events_listen(Listener **first, struct MHD_Connection *connection,
                                   ServedTable *table, SconceWho who)
{
    Listener *l = calloc(1, sizeof *l); /* one for a connection, of which server.c has a limit */
    if (!l) return NULL;
    /* `sent` is 0, which is no version: so a page that comes back gets the current one. */
    *l = (Listener){
        .next = *first, .before = first, .connection = connection, .table = table, .who = who};
    if (l->next) l->next->before = &l->next;
    *first = l;
    struct MHD_Response *r =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_events, l, free_listener);
    if (!r) free_listener(l);
    return r;
}

static void wake(Listener *l)
{
    if (l->sleeps) MHD_resume_connection(l->connection);
    l->sleeps = false;
}

void events_send(Listener *first, const ServedTable *table)
{
    for (Listener *l = first; l; l = l->next)
        if (l->table == table) wake(l);
}

void events_beat(Listener *first)
{
    for (Listener *l = first; l; l = l->next) {
        l->beat = true;
        wake(l);
    }
}
