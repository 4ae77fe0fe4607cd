/* The journal of a campaign: every command that was done, in one SQLite file or in memory.
 *
 * Entries form a tree: each has a parent, and none is renumbered or deleted (but see
 * journal_unstart).  The head is the entry whose state is the current one.  Undo and redo only move
 * the head.  A digest covers every field of an entry, so that damage is noticed when the entry is
 * read.
 *
 * Err may be NULL everywhere. */
#pragma once

#include "campaign/rules/table_sources.h"
#include "core/text.h"

/* Version of the file's format.  journal_open.c refuses a file with a newer major version and
 * leaves it unchanged.  A newer minor version only adds tables, and is read. */
enum { JOURNAL_MAJOR = 1, JOURNAL_MINOR = 0 };
enum { JOURNAL_VERSION = JOURNAL_MAJOR * 1000 + JOURNAL_MINOR }; /* user_version in the header */
enum { LINE_MAX_BYTES = 4000 }; /* of a typed line or a session's title: enough for a long note */

typedef struct Journal Journal;

enum { ENTRY_NUMBERS = 7, ENTRY_TEXTS = 9 };
/* One command.  The caller owns the entries it gets and calls entry_free.  `number` and `text` are
 * the same fields as lists, for code that treats all alike: reading, writing and the digest.  Their
 * order is that of the columns in the file, and of the digest (ENTRY_COLUMNS in store.h). */
typedef struct {
    union {
        struct {
            int64_t seq, parent; /* seq counts from 1; parent 0: the first entry */
            int64_t session;     /* its number, see Session */
            int64_t
                wall; /* seconds of the rules' wall clock, which stands still while nobody plays */
            int64_t date;          /* seconds since 1970 */
            int64_t turn, minutes; /* of the game, after the command */
        };
        int64_t number[ENTRY_NUMBERS];
    };
    union {
        struct {
            Text typed;   /* as it was typed */
            Text line;    /* written out in full */
            Text draws;   /* the dice, "d6:4 d20:12h": core/dice/dice_list.h */
            Text answers; /* to its questions; this and the next four are canonical values */
            Text events, rolls, status; /* as the cell replied: see PlayReply */
            Text state;                 /* the whole state of the game after the command */
            Text chain;                 /* hash of the rules it ran under: chain_hash */
        };
        Text text[ENTRY_TEXTS];
    };
} Entry;
void entry_free(Entry *e); /* leaves {0} */
#define ScopedEntry SCOPED(entry_free) Entry

/* PLAY: read and write.  READ: read only, while another program may be playing.  IMPORT: read only,
 * a stranger's file, whose schema must be exactly ours. */
typedef enum { JOURNAL_PLAY, JOURNAL_READ, JOURNAL_IMPORT } JournalMode;

/* Opens journal.db in the folder; PLAY makes it when it is missing.  folder NULL: in memory. */
Journal *journal_open(const char *folder, JournalMode mode, Err *err);
/* The same for a file of any name.  name: what errors call it. */
Journal *journal_open_file(const char *path, const char *name, JournalMode mode, Err *err);
void journal_close(Journal *j); /* NULL is fine */
/* True if the folder was moved or removed since, or another file put in place of this one. */
bool journal_has_moved(const Journal *j);
/* Writes a compacted, synced copy into a new file and opens it for writing.  name: what errors call
 * the file; but errors about its contents name the original, unless that is in memory.  After a
 * failure no file is left. */
Journal *journal_copy(const Journal *j, const char *path, const char *name, Err *err);

/* --- writing: between begin and end --- */
bool journal_begin_transaction(Journal *j, Err *err);
/* Commits if ok, otherwise rolls back.  Returns true if everything was committed.  After a failed
 * commit, read journal_head again: the disk may have failed after the commit took effect. */
bool journal_end_transaction(Journal *j, bool ok, Err *err);
/* Sets *err (ERR_READ_ONLY): `what` is open for reading only, and unchanged.  Returns false. */
bool journal_read_only_error(const char *what, Err *err);
/* Adds an entry under e->parent, sets e->seq and moves the head to it.  The first time a chain is
 * used, its texts and the host's version are stored under the chain's hash, e->chain. */
bool journal_add(Journal *j, Entry *e, const char *host, const Chain *chain, Err *err);
/* Deletes the first entry, which must be the only one ever made, so that play can begin anew. */
bool journal_unstart(Journal *j, Err *err);
/* Moves the head from one entry to its parent (redo then leads back), or to a child. */
bool journal_move_head(Journal *j, int64_t from, int64_t to, Err *err);
/* Finds the last entries of branches that a new line left behind: entries without a child, except
 * the head and the start.  Fills seq with at most n of their numbers, the newest first.  Returns
 * how many it has found, also when it fails. */
size_t journal_left_behind(Journal *j, int64_t head, int64_t *seq, size_t n);
/* Named values: texts under a key, each with its digest.  Setting one replaces it. */
bool journal_set(Journal *j, const char *key, const char *value, Err *err);
bool journal_set_text(Journal *j, const char *key, const char *value, size_t n, Err *err);
bool journal_unset(Journal *j, const char *key, Err *err);
/* journal_set as a transaction of its own. */
bool journal_set_now(Journal *j, const char *key, const char *value, Err *err);
/* Begins a session; there is no other way to begin one.  If the last session was not really played,
 * since no time passed in it and its lines are of the last hours before `date`, it gets the title
 * instead.  Returns the session's number, 0 on failure.  An entry belongs to the session that was
 * the last when it was made, also while it is undone: redo brings it back there. */
int64_t journal_begin_session(Journal *j, const char *title, int64_t date, Err *err);
/* For salvage: store an entry, or a session, under the number it has.  Numbers must ascend. */
bool journal_insert(Journal *j, const Entry *e, Err *err);
bool journal_set_session(Journal *j, int64_t n, const char *title, int64_t date, Err *err);

/* --- reading --- */
/* The number of the head entry; 0 before the first entry. */
int64_t journal_head(Journal *j, Err *err);
/* Fills *out; the caller frees it.  False when the entry is missing or its digest is wrong. */
bool journal_entry(Journal *j, int64_t seq, Entry *out, Err *err);
/* The child of entry seq that redo leads to; 0: none. */
int64_t journal_redo_target(Journal *j, int64_t seq, Err *err);
/* The number of entries ever made. */
int64_t journal_count(Journal *j, Err *err);
/* Fills *out with a named value, in UTF-8; empty when the key is unknown. */
bool journal_get(Journal *j, const char *key, Text *out, Err *err);
/* Reads a stored chain, complete and sealed; the caller frees it.  Appends the version of the host
 * that stored it to *host, which may be NULL. */
Chain *journal_chain(Journal *j, const char *hash, Text *host, Err *err);

/* A session of play; Entry.session is its number. */
typedef struct {
    int64_t n, date; /* number from 1; when it began, seconds since 1970 */
    Text title;
} Session;
/* The number of the last session, from 1; -1 on failure. */
int64_t journal_last_session(Journal *j, Err *err);
/* Reads the session numbered n; out->n is 0 when there is none.  The caller frees the title. */
bool journal_get_session(Journal *j, int64_t n, Session *out, Err *err);

/* --- reading many: a visitor may use the journal, and returns false to end the visits --- */

/* Called with entries in their order.  A visitor that keeps one leaves {0} in its place. */
typedef bool JournalVisit(Entry *e, void *data);
/* A list of numbers of entries; the caller frees `at`. */
typedef struct {
    int64_t *at;
    size_t n, room;
} EntryNumbers;
/* Finds the way from one entry to another, as two lists with the newest first.  back: the entries
 * to undo, from `from` to just above the last common ancestor.  on: those to do again from that
 * ancestor; the first in the list, `to`, is the last to be done. */
bool journal_find_way(Journal *j, int64_t from, int64_t to, EntryNumbers *back, EntryNumbers *on,
                      Err *err);
/* Visits all entries, undone ones too. */
bool journal_visit_all(Journal *j, JournalVisit *visit, void *data, Err *err);
/* Visits the last n entries from the first to the head (n < 0: all), without undone ones. */
bool journal_visit_last(Journal *j, int64_t n, JournalVisit *visit, void *data, Err *err);
/* Visits the named values in the order of their bytes, until the visitor returns false. */
bool journal_visit_values(Journal *j, bool (*visit)(const char *key, const Text *value, void *data),
                          void *data, Err *err);

/* --- verify.c: replays every entry under its own rules and compares the bytes --- */

/* Called after each batch: `done` of `all` entries are compared. */
typedef void VerifyProgress(int64_t done, int64_t all, void *data);

/* Writes the report that sconce_verify promises in sconce.h.  `progress` may be NULL.  Returns
 * false and sets *err when the journal cannot be read, or when *stop became nonzero. */
bool journal_verify(Journal *journal, const TableSources *sources, const atomic_int *stop,
                    VerifyProgress *progress, void *data, Text *report, Err *err);

/* --- salvage.c: copies the readable entries of a damaged journal --- */

/* The result of a salvage. */
typedef struct {
    int64_t made;      /* entries that the damaged journal had, as far as is known */
    int64_t saved;     /* entries that could be read */
    int64_t last;      /* the number, in the damaged journal, of the entry that is now the head */
    Text lost;         /* lost entries, as "3, 7-9"; the caller frees both texts */
    Text lost_besides; /* other things, as "the seed, the titles of sessions" */
} Salvaged;

/* Returns a new journal in memory.  Entries keep their order and get new numbers; an entry whose
 * parent is lost gets the entry before it as parent.  NULL when no entry can be read. */
Journal *journal_salvage(const char *folder, Salvaged *found, Err *err);
