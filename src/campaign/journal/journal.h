/* The journal of a campaign: every command that was done, in one SQLite file or in memory.
 *
 * Entries form a tree: each has a parent; none is ever deleted or renumbered.  The head is the
 * entry whose state is the present.  Undo and redo only move the head.  A digest covers every field
 * of an entry, so that damage is noticed when the entry is read.
 *
 * Functions that return bool, a pointer or a count say false, NULL or -1 with a sentence in *err
 * (which may be NULL) when they fail. */
#ifndef CAMPAIGN_JOURNAL_H
#define CAMPAIGN_JOURNAL_H

#include "campaign/rules/table_sources.h"
#include "core/text.h"

/* Version of the file's format.  A file of a newer major is refused and left as it is; a newer
 * minor only added things, and is read.  There is no older major yet: reading one will begin in
 * check_file.c, which refuses what it does not know. */
enum { JOURNAL_MAJOR = 1, JOURNAL_MINOR = 0 };
/* As the header of the file has it: user_version. */
enum { JOURNAL_VERSION = JOURNAL_MAJOR * 1000 + JOURNAL_MINOR };
enum { LINE_MAX_BYTES = 4000 }; /* of a typed line, and so of the title of a session */

typedef struct Journal Journal;

/* One command.  The caller owns the entries it gets: entry_free. */
typedef struct {
    int64_t seq, parent; /* parent 0: the first */
    int64_t session, turn, minutes;
    int64_t wall; /* seconds of the rules' wall clock, which stands still while nobody plays */
    int64_t date; /* seconds since 1970 */
    Text typed;   /* as it was typed */
    Text line;    /* written out in full */
    Text draws;   /* "d6:4 d20:12h" */
    Text answers; /* a canonical value, and so are the next four */
    Text events, rolls, status, state;
    Text chain; /* hash of the rules it ran under */
} Entry;
void entry_free(Entry *e); /* leaves {0} */

/* PLAY: read and write.  READ: a journal that somebody else may be playing.  IMPORT: READ for a
 * file from elsewhere, which must have our schema to the letter. */
typedef enum { JOURNAL_PLAY, JOURNAL_READ, JOURNAL_IMPORT } JournalMode;

/* Opens journal.db in the folder; PLAY makes it when it is missing.  No folder: in memory. */
Journal *journal_open(const char *folder, JournalMode mode, Err *err);
Journal *journal_open_file(const char *path, JournalMode mode, Err *err);
void journal_close(Journal *j); /* NULL is fine */
/* Writes all of it into a new file, compacted and synced, and opens that.  Sentences about the copy
 * name the original, unless that is in memory.  On failure there is no file. */
Journal *journal_copy(const Journal *j, const char *path, Err *err);

/* --- writing: between begin and end --- */
bool journal_begin(Journal *j, Err *err);
/* Commits when ok, else takes everything back.  Returns whether all is kept; when a commit fails,
 * nothing is, unless journal_head says otherwise afterwards. */
bool journal_end(Journal *j, bool ok, Err *err);
/* Sets the sentence (ERR_READ_ONLY) for a change to something that is open for reading only; false.
 */
bool journal_read_only_error(const char *what, Err *err);
/* Adds an entry under e->parent, moves the head there and sets e->seq.  The chain's texts and the
 * version of the host are kept under the chain's hash, e->chain, the first time. */
bool journal_add(Journal *j, Entry *e, const char *host, const Chain *chain, Err *err);
/* Moves the head from one entry to its parent (redo then leads back), or to a child. */
bool journal_move_head(Journal *j, int64_t from, int64_t to, Err *err);
/* Named values: texts under a key, each with its own digest. */
bool journal_set(Journal *j, const char *key, const char *value, Err *err);
bool journal_set_text(Journal *j, const char *key, const char *value, size_t n, Err *err);
bool journal_unset(Journal *j, const char *key, Err *err);
/* Begins a session; a present session without entries gets the title instead.  Its number, 0 on
 * failure. */
int64_t journal_begin_session(Journal *j, const char *title, int64_t date, Err *err);
/* For salvage, into a journal without entries: an entry, or a session, under its own number, in the
 * order of the numbers. */
bool journal_insert(Journal *j, Entry *e, Err *err);
bool journal_set_session(Journal *j, int64_t n, const char *title, int64_t date, Err *err);

/* --- reading --- */
/* Number of the head; 0 when nothing was done yet. */
int64_t journal_head(Journal *j, Err *err);
bool journal_entry(Journal *j, int64_t seq, Entry *out, Err *err);
/* The child last made or undone, where redo leads; 0: none. */
int64_t journal_redo_target(Journal *j, int64_t seq, Err *err);
/* How many entries were ever made. */
int64_t journal_count(Journal *j, Err *err);
/* Fills *out; empty when the key is unknown. */
bool journal_get(Journal *j, const char *key, Text *out, Err *err);
/* A chain from the archive, complete and sealed; the caller frees it.  The version of the host that
 * archived it is appended to *host, which may be NULL. */
Chain *journal_chain(Journal *j, const char *hash, Text *host, Err *err);

/* A session of play, by number; date: when it began. */
typedef struct {
    int64_t n, date;
    Text title;
} Session;
/* The session numbered n; .n is 0 when there is none. */
bool journal_get_session(Journal *j, int64_t n, Session *out, Err *err);

/* --- reading many: visitors may use the journal, and end the reading by false --- */

/* Entries in the order made.  The visitor may take an entry over, leaving {0}. */
typedef bool JournalVisit(Entry *e, void *data);
/* All entries. */
bool journal_visit_all(Journal *j, JournalVisit *visit, void *data, Err *err);
/* The entries from the first to the head, and the last n of those. */
bool journal_visit_path(Journal *j, JournalVisit *visit, void *data, Err *err);
bool journal_visit_last(Journal *j, int64_t n, JournalVisit *visit, void *data, Err *err);
/* Named values, and hashes of archived chains, in the order of their bytes.  False from the visitor
 * is false here, too. */
bool journal_visit_values(Journal *j, bool (*visit)(const char *key, const Text *value, void *data),
                          void *data, Err *err);
bool journal_visit_chains(Journal *j, bool (*visit)(const char *hash, void *data), void *data,
                          Err *err);

/* --- verify.c: every entry again, under its own rules, compared byte for byte --- */

/* Called with the entries done and their number. */
typedef void VerifyProgress(int64_t done, int64_t all, void *data);

/* Writes the report that sconce_verify promises.  `progress` may be NULL; *stop breaks it off.
 * False with a sentence when the journal cannot be read, or after a stop. */
bool journal_verify(Journal *journal, const TableSources *sources, const int *stop,
                    VerifyProgress *progress, void *data, Text *report, Err *err);

/* --- salvage.c: what can still be read of a damaged journal --- */

/* The result of a salvage. */
typedef struct {
    int64_t made, saved; /* entries: as many as there were, as far as is known; those saved */
    int64_t last;        /* number that the present head had in the damaged journal */
    Text lost;           /* numbers of the others, "3, 7-9"; the caller frees it */
} Salvaged;

/* Entries keep their order and get new numbers; an entry whose parent is lost gets the entry before
 * it as parent.  NULL with a sentence when no entry can be read. */
Journal *journal_salvage(const char *folder, Salvaged *found, Err *err);

#endif
