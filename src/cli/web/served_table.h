/* A table that is served: its keys, its views, and the replies that were given last. */
#ifndef CLI_SERVED_TABLE_H
#define CLI_SERVED_TABLE_H

#include "sconce.h"

enum { KEY_LETTERS = 32, CODE_LETTERS = 8, REPLIES_KEPT = 64, ID_MAX = 64 };

/* A reply to a request with an id: the same request again gets the same reply, and does nothing. */
typedef struct {
    char id[ID_MAX + 1];
    char *json;
} KeptReply;

typedef struct {
    Sconce *table;
    const char *name;                 /* as on the command line */
    bool watched;                     /* another process plays it; this one only reads */
    char gm_key[KEY_LETTERS + 1];     /* 128 random bits */
    char player_key[KEY_LETTERS + 1]; /* given to those who know the code */
    char code[CODE_LETTERS + 1];
    int64_t version; /* goes up with every change; from 1 */
    char *view[2];   /* by SconceWho: what each is shown at this version; NULL: not made yet */
    KeptReply kept[REPLIES_KEPT];
    size_t next_kept;
    int64_t second; /* the present one, and the requests taken in it, by SconceWho */
    int taken[2];
} ServedTable;

/* Opens the table.  watch: for reading only, as another process plays it.  False with *error. */
bool served_table_open(ServedTable *t, const char *name, bool watch, SconceError *error);
void served_table_close(ServedTable *t);

/* Returns the view at the present version.  It is valid until the next change. */
const char *served_table_view(ServedTable *t, SconceWho who);
/* Looks whether time or another process has changed the table.  True: it has a new version. */
bool served_table_look(ServedTable *t);
/* The milliseconds until it is worth looking again. */
int64_t served_table_wait_ms(ServedTable *t);

/* Says a line, or answers the question with this token (NULL: any).  id: of the request, or "".
 * Returns the reply, which is valid until the next call. */
const char *served_table_say(ServedTable *t, SconceWho who, const char *token, const char *text,
                             const char *id);
/* True unless the table was asked too often within a second by the game master, or by players. */
bool served_table_has_time(ServedTable *t, SconceWho who, int64_t now_s);

#endif
