#include "cli/web/events.h"
#include "cli/term/styled_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTENERS_MAX = 4000, BLOCK = 4096 };

struct Listener {
    Listener *next, **before;
    Listeners *all;
    struct MHD_Connection *connection;
    ServedTable *table;
    SconceWho who;
    bool sleeps;  /* suspended, since there is nothing to send */
    bool beat;    /* send a line that is ignored */
    int64_t sent; /* the version sent last */
    char *text;   /* what is being sent; NULL: nothing */
    size_t at, length;
};

static void set_text(Listener *l, char *text)
{
    free(l->text);
    l->text = text;
    l->at = 0;
    l->length = text ? strlen(text) : 0;
}

/* Chooses what to send next; nothing when the page has the present version. */
static void next_text(Listener *l)
{
    char *text = NULL;
    set_text(l, NULL);
    if (l->sent != l->table->version) {
        if (asprintf(&text, "id: %lld\nevent: view\ndata: %s\n\n", (long long)l->table->version,
                     served_table_view(l->table, l->who)) < 0)
            must_have(NULL);
        l->sent = l->table->version;
    } else if (l->beat) {
        text = must_have(strdup(":\n\n"));
    }
    l->beat = false;
    if (text) set_text(l, text);
}

static ssize_t read_events(void *data, uint64_t position, char *out, size_t max)
{
    Listener *l = data;
    (void)position;
    if (l->at == l->length) next_text(l);
    if (!l->text) {
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
    l->all->n--;
    free(l->text);
    free(l);
}

struct MHD_Response *events_listen(Listeners *all, struct MHD_Connection *connection,
                                   ServedTable *table, SconceWho who)
{
    Listener *l = all->n < LISTENERS_MAX ? calloc(1, sizeof *l) : NULL;
    if (!l) return NULL;
    *l = (Listener){.next = all->first,
                    .before = &all->first,
                    .all = all,
                    .connection = connection,
                    .table = table,
                    .who = who};
    if (l->next) l->next->before = &l->next;
    all->first = l;
    all->n++;
    struct MHD_Response *r =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_events, l, free_listener);
    if (!r) free_listener(l);
    return r;
}

static void wake(Listener *l)
{
    if (l->sleeps) {
        MHD_resume_connection(l->connection);
        l->all->woken = true;
    }
    l->sleeps = false;
}

void events_send(Listeners *all, const ServedTable *table)
{
    for (Listener *l = all->first; l; l = l->next)
        if (l->table == table) wake(l);
}

void events_beat(Listeners *all)
{
    for (Listener *l = all->first; l; l = l->next) {
        l->beat = true;
        wake(l);
    }
}
