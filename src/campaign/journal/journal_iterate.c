/* Visits many entries: those on the path to the head, or all. */
#include <stdlib.h>

#include "campaign/journal/store.h"
#include "core/array.h"

/* The path from the head ?1 up to its first ancestor, or ?2 entries of it; a parent must be older.
 */
static const char path_query[] =
    "WITH RECURSIVE way(at, up) AS (SELECT seq, parent FROM entries WHERE seq = ?1 UNION ALL "
    "SELECT e.seq, e.parent FROM entries e JOIN way ON e.seq = way.up AND e.seq < way.at LIMIT ?2) "
    "SELECT at FROM way ORDER BY at";

/* Finds the numbers of the entries in the order made; the caller frees *seq.  The entries are read
 * afterwards, one by one, so that SQLite sorts only numbers. */
static bool find_path(Journal *j, int64_t limit, int64_t **seq, size_t *n, Err *err)
{
    int found = 0;
    size_t room = 0;
    bool stored = true;
    int64_t head = journal_head(j, err);
    if (head < 0) return false;
    sqlite3_stmt *s = store_query(j, path_query, (Param[]){of_int(head), of_int(limit)}, err);
    while (stored && (found = store_step(j, s, err)) > 0) {
        stored = array_room(seq, &room, *n + 1, sizeof **seq);
        if (stored) (*seq)[(*n)++] = sqlite3_column_int64(s, 0);
    }
    sqlite3_reset(s);
    return stored ? found == 0 : err_set(err, "out of memory");
}

bool journal_last(Journal *j, int64_t n, JournalVisit *visit, void *data, Err *err)
{
    int64_t *seq = NULL;
    size_t found = 0;
    bool ok = find_path(j, n, &seq, &found, err), on = true;
    for (size_t i = 0; i < found && ok && on; i++) {
        Entry e = {0};
        ok = journal_entry(j, seq[i], &e, err);
        bool complete = i > 0 || e.parent == 0 || (n >= 0 && found == (size_t)n);
        if (ok && !complete) ok = store_damaged(j, "", e.parent, err); /* its parent is missing */
        on = ok && visit(&e, data);
        entry_free(&e);
    }
    free(seq);
    return ok;
}

bool journal_path(Journal *j, JournalVisit *visit, void *data, Err *err)
{
    return journal_last(j, -1, visit, data, err);
}

bool journal_all(Journal *j, JournalVisit *visit, void *data, Err *err)
{
    sqlite3_stmt *s = store_query(j, "SELECT " COLUMNS " FROM entries ORDER BY seq", NULL, err);
    int found = 0;
    int64_t last = 0, made = journal_count(j, err);
    bool ok = made >= 0, on = true;
    while (ok && on && (found = store_step(j, s, err)) > 0) {
        Entry e = {0};
        ok = store_entry(j, s, &e, err);
        if (ok && e.seq != ++last) ok = store_damaged(j, "", last, err); /* one is missing */
        on = ok && visit(&e, data);
        entry_free(&e);
    }
    sqlite3_reset(s);
    if (ok && on && found == 0 && last < made) return store_damaged(j, "", last + 1, err);
    return ok && found >= 0;
}
