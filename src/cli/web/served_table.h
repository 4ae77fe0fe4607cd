/* A table that several speak to: browsers, through the server, and perhaps a terminal.
 *
 * Whoever uses the Sconce holds the table meanwhile, and publishes what has changed before letting
 * go.  A thread for each table answers the requests of browsers, one after the other. */
#ifndef CLI_SERVED_TABLE_H
#define CLI_SERVED_TABLE_H

#include <stdatomic.h>

#include "cli/web/keys.h"
#include "cli/web/tasks.h"
#include "sconce.h"

enum { REPLIES_KEPT = 32, ID_MAX = 64 };

/* A reply to a request with an id: the same request again gets the same reply, and does nothing. */
typedef struct {
    char id[ID_MAX + 1];
    char *json;
} KeptReply;

/* The events that pages are sent for one version of the table.  Only the server's thread counts the
 * users. */
typedef struct {
    int users;
    int64_t version;
    char *event[2]; /* by SconceWho; whole server-sent events of n bytes */
    size_t n[2];
} Shown;
void shown_release(Shown *s); /* the last user frees it; NULL is fine */

/* How many tables have their rules in memory: those that were used last.  The rules of the others
 * are started again with their next line.  Start from AWAKE_TABLES. */
enum { AWAKE_MAX = 36 };
typedef struct {
    pthread_mutex_t lock;
    ServedTable *used[AWAKE_MAX]; /* the last one first */
    size_t n;
} AwakeTables;
#define AWAKE_TABLES                                                                               \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                          \
    }

struct ServedTable {
    Sconce *table; /* belongs to the caller */
    const char *name;
    TableKeys keys;
    AwakeTables *awake; /* NULL: its rules always stay in memory */
    atomic_bool rests;  /* they shall leave it */

    pthread_mutex_t lock;
    /* For the holder. */
    int64_t version; /* goes up with every change; from 1 */
    KeptReply kept[REPLIES_KEPT];
    size_t next_kept;

    TaskQueue asked;     /* requests to this table */
    TaskQueue *answered; /* where they go then */
    int server_news;     /* a descriptor (eventfd) that tells the server to look */
    int news;            /* one that tells a terminal that another has held the table */
    pthread_t thread;
    bool runs;            /* the thread is there */
    Shown *_Atomic fresh; /* made, and not yet seen by the server */

    /* For the server's thread. */
    Shown *shown;
    int64_t second; /* the present one */
    int taken[2];   /* requests taken in it, by SconceWho */
    int waiting[2]; /* those that are not answered yet */
};

/* Begins to serve an open table, with the keys that it had, or new ones; the caller holds it until
 * served_table_release.  False: the system has no random numbers or descriptors left. */
bool served_table_open(ServedTable *t, Sconce *table, const char *name, bool new_keys);
/* Starts its thread. */
bool served_table_start(ServedTable *t, TaskQueue *answered, int server_news);
/* Stops what it does and ends its thread, if it has one; frees all but the Sconce. */
void served_table_stop(ServedTable *t);
void served_table_close(ServedTable *t);

bool served_table_try_hold(ServedTable *t); /* false: another holds it */
void served_table_release(ServedTable *t);
/* For the holder: makes what pages are sent, and has the thread look when the next light ends. */
void served_table_publish(ServedTable *t);
/* For the server: sets `shown` to what was published last.  True: it is another. */
bool served_table_look(ServedTable *t);

/* Says a line of a request, or answers its question, for the holder.  Returns the reply, which is
 * valid until the next call.  token: of the open question; "": none is open.  id: of the request,
 * or
 * "". */
const char *served_table_say(ServedTable *t, SconceWho who, const char *token, const char *text,
                             const char *id);

#endif
