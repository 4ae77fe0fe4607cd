/* A table that several speak to: browsers, through the server, and perhaps a terminal.
 *
 * Whoever uses the Sconce holds the table meanwhile, and publishes what has changed before letting
 * go.  A thread for each table answers the requests of browsers, one after the other. */
#pragma once

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sconce.h"

/* --- keys.c ---
 *
 * The keys by which browsers are let in: they are kept for each campaign, so that a bookmark and an
 * open page are good after a restart. */

enum {
    KEY_LETTERS = 32, /* of 5 random bits each: nobody guesses 160 bits */
    CODE_LETTERS = 8  /* short enough to type; TRIES_MAX in server.c keeps guessers out */
};

typedef struct {
    char gm[KEY_LETTERS + 1];
    char player[KEY_LETTERS + 1]; /* given to whoever knows the code */
    char code[CODE_LETTERS + 1];
} TableKeys;

/* Finds the keys of a campaign folder, or draws them and keeps them, for this user alone, outside
 * of the folder, which may come from a stranger or go to one.  folder NULL: they are not kept.
 * anew: draws new ones in place of those that were kept.  False: the system has no random numbers.
 */
bool keys_find(TableKeys *keys, const char *folder, bool anew);

/* --- tasks ---
 * Requests on their way: from the server to the thread of their table, and back when answered. */

typedef struct ServedTable ServedTable;
typedef struct Task Task;

/* Answers a request: returns JSON, which the caller frees; may set another status of HTTP. */
typedef char *TaskRun(ServedTable *t, const json_t *body, unsigned *status);

struct Task {
    Task *next;
    TaskRun *run;
    json_t *body;
    char *reply; /* NULL: not answered yet */
    unsigned status;
    /* For the server alone. */
    void *asker;  /* the connection whose request it is */
    int *waiting; /* where it is counted until it is answered: ServedTable.waiting */
};

/* body: belongs to the task from here on. */
Task *task_new(TaskRun *run, json_t *body, void *asker);
void task_free(Task *t); /* NULL is fine */

/* Tasks in order.  Any thread may add and take.  They belong to whoever made them. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t news;
    Task *first, *last;
    bool woken; /* whoever waits returns, once, without a task */
} TaskQueue;

void task_queue_open(TaskQueue *q);
void task_queue_free(TaskQueue *q);
void task_queue_add(TaskQueue *q, Task *t);
/* Takes the first task, and waits so many ms for it (-1: without end).  NULL: none came. */
Task *task_queue_take(TaskQueue *q, int64_t wait_ms);

/* --- served_table.c --- */

/* REPLIES_KEPT: how many replies a table keeps for pages that lost theirs and ask again: any few
 * would do.  ID_MAX: bytes of a request's id; the pages' own have 43 at most. */
enum { REPLIES_KEPT = 32, ID_MAX = 64 };

/* A reply to a request with an id: the same request again gets the same reply, and does nothing.
 * It is found by `who`, too, so that no player is sent a reply to the game master. */
typedef struct {
    SconceWho who;
    char id[ID_MAX + 1];
    char *json;
} KeptReply;

/* The events for pages of one version of the table.  Only the server's thread counts users. */
typedef struct {
    int users;
    int64_t version;
    char *event[2]; /* by SconceWho; whole server-sent events of n bytes */
    size_t n[2];
} Shown;
void shown_release(Shown *s); /* the last user frees it; NULL is fine */

/* How many tables have their rules in memory: those that were used last.  The rules of the others
 * are started again with their next line.  36 take some 200 MB.  Start from AWAKE_TABLES. */
enum { AWAKE_MAX = 36 };
typedef struct {
    pthread_mutex_t lock;
    ServedTable *used[AWAKE_MAX]; /* the table used last stands first */
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
    atomic_bool rests;  /* its rules shall leave the memory */

    pthread_mutex_t lock; /* of whoever holds the table */
    /* Only for whoever holds the table. */
    int64_t version; /* goes up with every change; from 1 */
    KeptReply kept[REPLIES_KEPT];
    size_t next_kept;

    TaskQueue asked;     /* requests to this table */
    TaskQueue *answered; /* where requests go once they are answered */
    int server_news;     /* a descriptor (eventfd) that tells the server to look */
    int news;            /* a descriptor that tells a terminal that somebody else held the table */
    pthread_t thread;
    bool runs;            /* the thread is there */
    atomic_bool ends;     /* and shall end */
    Shown *_Atomic fresh; /* the newest views, which the server has not seen yet; or NULL */

    /* Only for the server's thread. */
    Shown *shown;
    int64_t second; /* of the clock, in which `taken` counts */
    int taken[2];   /* requests taken in that second, by SconceWho */
    int waiting[2]; /* requests that are not answered yet, by SconceWho */
};

/* Begins to serve an open table, with the keys that it had, or new ones; the caller holds it, and
 * unlocks it.  False: the system has no random numbers or descriptors left. */
bool served_table_open(ServedTable *t, Sconce *table, const char *name, bool new_keys);
/* Starts its thread; answered, server_news: as in ServedTable. */
bool served_table_start(ServedTable *t, TaskQueue *answered, int server_news);
/* served_table_stop: stops what the table does, and ends its thread if it has one.
 * served_table_close: does the same, and frees all but the Sconce. */
void served_table_stop(ServedTable *t);
void served_table_close(ServedTable *t);

/* For the holder: makes the views of pages, and has the thread look when the next light ends. */
void served_table_publish(ServedTable *t);
/* For the server: sets `shown` to what was published last.  True: that is newer than it was. */
bool served_table_look(ServedTable *t);

/* Says the line of a request, or answers the open question with it; only while the table is held.
 * Returns the reply, which is valid until the next call.  token: as in sconce_answer.  id: the
 * request's own, by which the same request is known when it comes again; "": it has none. */
const char *served_table_say(ServedTable *t, SconceWho who, const char *token, const char *text,
                             const char *id);

/* --- requests.c ---
 *
 * The requests that a browser may send to a table.  Each runs in the thread of that table. */

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
