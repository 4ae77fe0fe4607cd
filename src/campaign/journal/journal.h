/* The journal of a campaign: every command that happened, in one SQLite file (or in memory).
 *
 * Entries form a tree: each has a parent, none is ever deleted or numbered anew.  The head is the
 * entry whose state is now.  Undo and redo only move the head.  What an entry says is covered by a
 * digest, so that a damaged file is noticed instead of believed. */
#ifndef CAMPAIGN_JOURNAL_H
#define CAMPAIGN_JOURNAL_H

#include "campaign/rules/chain.h"
#include "core/text.h"

/* Version of the file's format.  A newer major is refused and left as it is; a newer minor only
 * added things, and is read. */
enum { JOURNAL_MAJOR = 1, JOURNAL_MINOR = 0 };
enum { LINE_MAX_BYTES = 4000 }; /* of a line typed, and of the title of a session in it */

typedef struct Journal Journal;

/* One command.  As given out, owned by the entry: entry_free. */
typedef struct {
    int64_t seq, parent; /* parent 0: the first */
    int64_t session, turn, minutes;
    int64_t wall; /* the wall clock as the rules see it: it stands still while nobody plays */
    int64_t date; /* when it was, seconds since 1970 */
    Text typed;   /* as it was typed */
    Text line;    /* written out in full */
    Text draws;   /* "d6:4 d20:12h" */
    Text answers; /* the rest: canonical values */
    Text events, rolls, status, state;
    Text chain; /* the hash of the rules it ran under */
} Entry;
void entry_free(Entry *e); /* {0} after */

typedef enum { JOURNAL_PLAY, JOURNAL_READ } JournalMode;

/* Opens journal.db in the folder, making it when it is not there (PLAY only); no folder: in memory.
 */
Journal *journal_open(const char *folder, JournalMode mode, Err *err);
void journal_close(Journal *j); /* NULL is fine */
/* Writes all of it into the folder, which has no journal yet. */
bool journal_copy(Journal *j, const char *folder, Err *err);

/* --- writing: between begin and commit; nothing is kept before commit said true --- */
bool journal_begin(Journal *j, Err *err);
/* The sentence for what would change a journal, or its campaign, that is open to read only
 * (ERR_READ_ONLY); false. */
bool journal_only_read(const char *what, Err *err);
/* False: nothing was kept, unless journal_head says otherwise afterwards. */
bool journal_commit(Journal *j, Err *err);
void journal_rollback(Journal *j);
/* Adds an entry under e->parent and moves the head there; sets e->seq. The chain's texts are kept,
 * with the version of the host,
 * under its hash, e->chain, the first time. */
bool journal_add(Journal *j, Entry *e, const char *host, const Chain *chain, Err *err);
/* Moves the head to the parent of an entry (it will be what redo gives back), or to a child. */
bool journal_move(Journal *j, int64_t from, int64_t to, Err *err);
bool journal_set(Journal *j, const char *key, const char *value, Err *err);
/* A new session from here on; if nothing happened in the present one, it gets the title. Gives its
 * number, 0 on failure. */
int64_t journal_session(Journal *j, const char *title, int64_t date, Err *err);

/* --- reading --- */
/* 0 when nothing happened yet; -1 with a sentence. */
int64_t journal_head(Journal *j, Err *err);
bool journal_entry(Journal *j, int64_t seq, Entry *out, Err *err);
/* The child last undone or made; 0: none; -1 with a sentence. */
int64_t journal_child(Journal *j, int64_t seq, Err *err);
/* How many were ever made. */
int64_t journal_count(Journal *j, Err *err);
/* Fills *out; empty when there is no such key. */
bool journal_get(Journal *j, const char *key, Text *out, Err *err);
/* A chain kept, sealed and whole. NULL with a sentence. */
Chain *journal_chain(Journal *j, const char *hash, Err *err);
/* The version of the host that wrote it, as kept with the chain. */
bool journal_chain_host(Journal *j, const char *hash, Text *out, Err *err);

typedef struct {
    int64_t n, date;
    Text title;
} Session;
/* The session numbered n; .n is 0 when there is none. */
bool journal_get_session(Journal *j, int64_t n, Session *out, Err *err);

/* Calls visit for entries in the order made, until it says false: those on the way from the
 * first to the head, or all.  The visitor may take an entry over, leaving {0}.  False with a
 * sentence when reading failed. */
typedef bool JournalVisit(Entry *e, void *data);
bool journal_path(Journal *j, JournalVisit *visit, void *data, Err *err);
bool journal_all(Journal *j, JournalVisit *visit, void *data, Err *err);
/* The last `n` on that way, oldest first. */
bool journal_last(Journal *j, int64_t n, JournalVisit *visit, void *data, Err *err);

/* --- the journal as a whole: what an export reads and an import writes (whole.c) --- */
/* Named values, and the hashes of chains, each in the order of their bytes. */
bool journal_kept(Journal *j, bool (*visit)(const char *key, const Text *value, void *data),
                  void *data, Err *err);
bool journal_chains(Journal *j, bool (*visit)(const char *hash, void *data), void *data, Err *err);
bool journal_has_chain(Journal *j, const char *hash, Err *err);
/* As they were elsewhere; in the order of their numbers, into a journal without entries. */
bool journal_put_session(Journal *j, int64_t n, const char *title, int64_t date, Err *err);
bool journal_put(Journal *j, Entry *e, int64_t next, Err *err);

#endif
