/* Entries, the head that moves among them, sessions, and visits of many entries.  Except for the
 * visits, no function's time grows with the number of entries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/journal/store.h"
#include "core/text.h"
#include "core/value.h"

/* --- an entry ------------------------------------------------------------------------------ */

static void entry_digest(const Entry *e, unsigned char out[HASH_BYTES])
{
    Hash h = hash_start();
    for (int i = 0; i < ENTRY_NUMBERS; i++) hash_int(&h, e->number[i]);
    for (int i = 0; i < ENTRY_TEXTS; i++) hash_field(&h, text_str(&e->text[i]), e->text[i].n);
    hash_end(&h, out);
}

void entry_free(Entry *e)
{
    for (int i = 0; i < ENTRY_TEXTS; i++) text_free(&e->text[i]);
    *e = (Entry){0};
}

/* True if the bytes are one canonical value that is not nested deeper than a message can carry. */
static bool is_canonical(const Text *bytes)
{
    Reader r = reader_of(text_str(bytes), bytes->n);
    /* The reader counts as this deep, and fails at MESSAGE_DEPTH, after COLUMN_DEPTH levels. */
    r.depth = MESSAGE_DEPTH - COLUMN_DEPTH;
    return reader_skip(&r, NULL) && r.at == r.end;
}

static bool is_plain_text(const Text *t)
{
    return text_is_utf8(text_str(t), t->n) && strlen(text_str(t)) == t->n;
}

/* True if column `i` of the texts is plain text, not canonical bytes. */
static bool is_plain_column(int i)
{
    return i < PLAIN_TEXTS || i == CHAIN_TEXT;
}

/* True for seconds since 1970 that a clock may show.  Beyond these, a difference might overflow. */
static bool is_time(int64_t t)
{
    static const int64_t most = INT64_C(1) << 53; /* any would do: 285 million years */
    return t >= -most && t <= most;
}

/* True if the fields have the right form, which no digest shows: whoever forges a file can compute
 * one.  Canonical values must be well-formed, since they are sent to the cell as they are. */
static bool has_valid_form(const Entry *e)
{
    bool is_first = e->seq == 1;
    bool has_parent = e->parent > 0 && e->parent < e->seq;
    if (is_first ? e->parent != 0 : !has_parent) return false;
    if (!is_time(e->wall) || !is_time(e->date)) return false;
    for (int i = 0; i < ENTRY_TEXTS; i++)
        if (!(is_plain_column(i) ? is_plain_text : is_canonical)(&e->text[i])) return false;
    return true;
}

/* Reads a row of ENTRY_COLUMNS into *e, and checks its digest and its form. */
static bool store_read_entry(const Journal *j, sqlite3_stmt *s, Entry *e, Err *err)
{
    unsigned char digest[HASH_BYTES];
    for (int i = 0; i < ENTRY_NUMBERS; i++) e->number[i] = sqlite3_column_int64(s, i);
    for (int i = 0; i < ENTRY_TEXTS; i++) {
        store_column(s, ENTRY_NUMBERS + i, &e->text[i]);
        if (e->text[i].failed) return err_set(err, "out of memory");
    }
    entry_digest(e, digest);
    const void *kept = sqlite3_column_blob(s, ENTRY_NUMBERS + ENTRY_TEXTS);
    if (sqlite3_column_bytes(s, ENTRY_NUMBERS + ENTRY_TEXTS) != HASH_BYTES ||
        memcmp(kept, digest, HASH_BYTES) != 0 || !has_valid_form(e))
        return store_damaged(j, "", e->seq, err);
    return true;
}

/* --- the head ------------------------------------------------------------------------------ */

int64_t journal_head(Journal *j, Err *err)
{
    ScopedText t = {0};
    if (!journal_get(j, "head", &t, err)) return -1;
    char *end;
    int64_t seq = strtoll(text_str(&t), &end, 10);
    if (t.n > 0 && !*end && seq >= 0) return seq;
    store_damaged(j, "head", 0, err);
    return -1;
}

/* The parent of entry seq; 0 for the first entry, and when there is no entry seq. */
static int64_t parent_of(Journal *j, int64_t seq, Err *err)
{
    if (seq <= 0) return 0;
    int64_t parent = store_number(j, "SELECT parent FROM entries WHERE seq = ?1",
                                  (Param[]){param_int(seq)}, err);
    if (parent < seq) return parent; /* else a forged journal could lead round in a circle */
    store_damaged(j, "", seq, err);
    return -1;
}

/* The column `next` of an entry is the child last made or undone.  A new entry has none (NULL, read
 * as 0), so nothing can be redone after a new line.  The new entry is also the `next` of its
 * parent: once the new line is undone, redo leads to it, and not to a line undone before. */
int64_t journal_redo_target(Journal *j, int64_t seq, Err *err)
{
    sqlite3_stmt *s = store_query(j,
                                  "SELECT next, (SELECT parent FROM entries AS e "
                                  "WHERE e.seq = entries.next) FROM entries WHERE seq = ?1",
                                  (Param[]){param_int(seq)}, err);
    int found = store_step(j, s, err);
    if (found <= 0) return found;
    int64_t next = sqlite3_column_int64(s, 0), parent = sqlite3_column_int64(s, 1);
    sqlite3_reset(s);
    if (next == 0 || parent == seq) return next;
    store_damaged(j, "", seq, err);
    return -1;
}

int64_t store_count(const Journal *j, const char *table, Err *err)
{
    return store_number(j, "SELECT seq FROM sqlite_sequence WHERE name = ?1",
                        (Param[]){param_string(table)}, err);
}

int64_t journal_count(Journal *j, Err *err)
{
    return store_count(j, "entries", err);
}

bool journal_entry(Journal *j, int64_t seq, Entry *out, Err *err)
{
    *out = (Entry){0};
    sqlite3_stmt *s = store_query(j, "SELECT " ENTRY_COLUMNS " FROM entries WHERE seq = ?1",
                                  (Param[]){param_int(seq)}, err);
    int found = store_step(j, s, err);
    bool ok = found > 0 && store_read_entry(j, s, out, err);
    if (found == 0) store_damaged(j, "", seq, err);
    sqlite3_reset(s);
    if (!ok) entry_free(out);
    return ok;
}

bool store_set_head(Journal *j, int64_t seq, Err *err)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)seq);
    return journal_set(j, "head", text, err);
}

/* Makes `child` the entry that redo leads to from `parent`. */
static bool set_next(Journal *j, int64_t parent, int64_t child, Err *err)
{
    return parent == 0 || store_run(j, "UPDATE entries SET next = ?2 WHERE seq = ?1",
                                    (Param[]){param_int(parent), param_int(child)}, err);
}

/* --- sessions ---------------------------------------------------------------------------- */

int64_t journal_last_session(Journal *j, Err *err)
{
    int64_t n = store_number(j, "SELECT max(n) FROM sessions", NULL, err);
    /* -1: it failed.  It cannot be 0, since the schema begins with session 1. */
    if (n != 0) return n;
    store_damaged(j, "sessions", 0, err);
    return -1;
}

int64_t journal_begin_session(Journal *j, const char *title, int64_t date, Err *err)
{
    int64_t n = journal_last_session(j, err);
    if (n < 0) return 0;
    enum { EVENING = 6 * 3600 }; /* seconds: longer than it takes to get ready to play */
    /* 1 if session n was played in, else 0: a line was typed in it, and time passed or that was on
     * another evening.  Entry 1 ("start", parent 0) was not typed. */
    int64_t used = store_number(
        j,
        "SELECT 1 FROM entries e JOIN entries p ON p.seq = e.parent WHERE e.session = ?1 "
        "AND (e.turn <> p.turn OR e.minutes <> p.minutes OR e.date < ?2) LIMIT 1",
        (Param[]){param_int(n), param_int(date - EVENING)}, err);
    if (used < 0) return 0;
    n += used;
    return journal_set_session(j, n, title, date, err) ? n : 0;
}

bool journal_get_session(Journal *j, int64_t n, Session *out, Err *err)
{
    *out = (Session){0};
    sqlite3_stmt *s = store_query(j, "SELECT n, title, date FROM sessions WHERE n = ?1",
                                  (Param[]){param_int(n)}, err);
    int found = store_step(j, s, err);
    if (found <= 0) return found == 0;
    out->n = sqlite3_column_int64(s, 0);
    store_column(s, 1, &out->title);
    out->date = sqlite3_column_int64(s, 2);
    sqlite3_reset(s);
    if (out->title.n > LINE_MAX_BYTES || !text_is_utf8(text_str(&out->title), out->title.n)) {
        text_free(&out->title);
        return store_damaged(j, "the title of a session", 0, err);
    }
    return !out->title.failed;
}

bool journal_set_session(Journal *j, int64_t n, const char *title, int64_t date, Err *err)
{
    return store_run(j, "REPLACE INTO sessions(n, title, date) VALUES(?1,?2,?3)",
                     (Param[]){param_int(n), param_string(title), param_int(date)}, err);
}

/* --- adding, moving ---------------------------------------------------------------------- */

bool journal_insert(Journal *j, const Entry *e, Err *err)
{
    unsigned char digest[HASH_BYTES];
    Param params[ENTRY_NUMBERS + ENTRY_TEXTS + 1];
    entry_digest(e, digest);
    for (int i = 0; i < ENTRY_NUMBERS; i++) params[i] = param_int(e->number[i]);
    for (int i = 0; i < ENTRY_TEXTS; i++) {
        const Text *text = &e->text[i];
        params[ENTRY_NUMBERS + i] =
            is_plain_column(i) ? param_text(text->s, text->n) : param_blob(text->s, text->n);
        if (text->failed) return err_set(err, "out of memory");
    }
    params[ENTRY_NUMBERS + ENTRY_TEXTS] = param_blob(digest, sizeof digest);
    return store_run(
        j, "INSERT INTO entries(" ENTRY_COLUMNS ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        params, err);
}

bool journal_add(Journal *j, Entry *e, const char *host, const Chain *chain, Err *err)
{
    int64_t made = journal_count(j, err);
    int64_t session = made < 0 ? -1 : journal_last_session(j, err);
    if (session < 0) return false;
    e->seq = made + 1;
    e->session = session;
    if (!has_valid_form(e)) return err_set(err, "the rules answered with what no journal can keep");
    return archive_add(j, chain, host, text_str(&e->chain), err) && journal_insert(j, e, err) &&
           set_next(j, e->parent, e->seq, err) && store_set_head(j, e->seq, err);
}

bool journal_unstart(Journal *j, Err *err)
{
    return store_run(j, "DELETE FROM entries WHERE seq = 1", NULL, err) &&
           store_run(j, "DELETE FROM sqlite_sequence WHERE name = 'entries'", NULL, err) &&
           store_set_head(j, 0, err);
}

bool journal_move_head(Journal *j, int64_t from, int64_t to, Err *err)
{
    bool undo = to < from; /* a parent has the lower number */
    if (undo && !set_next(j, to, from, err)) return false;
    return store_set_head(j, to, err);
}

size_t journal_left_behind(Journal *j, int64_t head, int64_t *seq, size_t n)
{
    size_t found = 0;
    sqlite3_stmt *s = store_query(j,
                                  "SELECT seq FROM entries WHERE seq > 1 AND seq <> ?1 AND seq NOT "
                                  "IN (SELECT parent FROM entries) ORDER BY seq DESC LIMIT ?2",
                                  (Param[]){param_int(head), param_int((int64_t)n)}, NULL);
    while (found < n && store_step(j, s, NULL) > 0) seq[found++] = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return found;
}

/* --- many entries -------------------------------------------------------------------------- */

static bool add_number(EntryNumbers *list, int64_t seq, Err *err)
{
    if (!array_room(&list->at, &list->room, list->n + 1, sizeof *list->at))
        return err_set(err, "out of memory");
    list->at[list->n++] = seq;
    return true;
}

/* Follows the parents of both entries, the newer one first, until they meet: parents are older. */
bool journal_find_way(Journal *j, int64_t from, int64_t to, EntryNumbers *back, EntryNumbers *on,
                      Err *err)
{
    while (from != to) {
        int64_t *newer = from > to ? &from : &to;
        if (!add_number(from > to ? back : on, *newer, err)) return false;
        *newer = parent_of(j, *newer, err);
        if (*newer < 0) return false;
    }
    return true;
}

/* Selects the numbers of entry ?1 and its ancestors, at most ?2 of them (-1: all), oldest first.  A
 * parent must be older than its child, so that a forged journal cannot loop. */
static const char path_query[] =
    "WITH RECURSIVE path(seq, parent) AS (SELECT seq, parent FROM entries WHERE seq = ?1 UNION ALL "
    "SELECT e.seq, e.parent FROM entries e JOIN path ON e.seq = path.parent AND e.seq < path.seq "
    "LIMIT ?2) SELECT seq FROM path ORDER BY seq";

/* Finds the numbers of the head and its ancestors, oldest first; of at most `limit` entries (-1:
 * all).  The entries are read afterwards, one by one, so that SQLite sorts only numbers. */
static bool find_path(Journal *j, int64_t limit, EntryNumbers *path, Err *err)
{
    int found = 0;
    bool added = true;
    int64_t head = journal_head(j, err);
    if (head < 0) return false;
    sqlite3_stmt *s = store_query(j, path_query, (Param[]){param_int(head), param_int(limit)}, err);
    while (added && (found = store_step(j, s, err)) > 0)
        added = add_number(path, sqlite3_column_int64(s, 0), err);
    sqlite3_reset(s);
    return added && found == 0;
}

bool journal_visit_last(Journal *j, int64_t n, JournalVisit *visit, void *data, Err *err)
{
    EntryNumbers path = {0};
    bool ok = find_path(j, n, &path, err), more = true;
    bool limited = n >= 0 && path.n == (size_t)n; /* there may be older entries, not asked for */
    for (size_t i = 0; i < path.n && ok && more; i++) {
        ScopedEntry e = {0};
        ok = journal_entry(j, path.at[i], &e, err);
        bool orphan = i == 0 && e.parent > 0 && !limited;
        if (ok && orphan) ok = store_damaged(j, "", e.parent, err); /* its parent is missing */
        more = ok && visit(&e, data);
    }
    free(path.at);
    return ok;
}

bool journal_visit_all(Journal *j, JournalVisit *visit, void *data, Err *err)
{
    sqlite3_stmt *s =
        store_query(j, "SELECT " ENTRY_COLUMNS " FROM entries ORDER BY seq", NULL, err);
    int found = 0;
    int64_t last = 0, made = journal_count(j, err);
    bool ok = made >= 0, more = true;
    while (ok && more && (found = store_step(j, s, err)) > 0) {
        ScopedEntry e = {0};
        ok = store_read_entry(j, s, &e, err);
        if (ok && e.seq != ++last) ok = store_damaged(j, "", last, err); /* one is missing */
        more = ok && visit(&e, data);
    }
    sqlite3_reset(s);
    /* Entries at the end are missing. */
    if (ok && more && found == 0 && last < made) return store_damaged(j, "", last + 1, err);
    return ok && found >= 0;
}
