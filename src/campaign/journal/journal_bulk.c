/* The journal as a whole, for a campaign that moves to another machine. */
#include "campaign/journal/store.h"

#include <string.h>

/* The first column of every row, in order; the list is kept whole before anybody is told, so that
 * visitors may use the journal. */
static bool take_column(Journal *j, Which which, Text *all, Err *err)
{
    int found;
    sqlite3_stmt *s = store_prepare(j, which, err);
    if (!s) return false;
    while ((found = store_step(j, s, err)) > 0) {
        store_take(s, 0, all);
        text_addc(all, '\0');
    }
    return found == 0 && (!all->failed || err_set(err, "out of memory"));
}

bool journal_kept(Journal *j, bool (*visit)(const char *key, const Text *value, void *data),
                  void *data, Err *err)
{
    Text keys = {0}, value = {0};
    bool ok = take_column(j, ALL_KEPT, &keys, err);
    for (size_t i = 0; ok && i < keys.n; i += strlen(keys.s + i) + 1)
        ok = journal_get(j, keys.s + i, &value, err) && visit(keys.s + i, &value, data);
    text_free(&keys);
    text_free(&value);
    return ok;
}

bool journal_chains(Journal *j, bool (*visit)(const char *hash, void *data), void *data, Err *err)
{
    Text hashes = {0};
    bool ok = take_column(j, ALL_CHAINS, &hashes, err);
    for (size_t i = 0; ok && i < hashes.n; i += strlen(hashes.s + i) + 1)
        ok = visit(hashes.s + i, data);
    text_free(&hashes);
    return ok;
}

bool journal_has_chain(Journal *j, const char *hash, Err *err)
{
    sqlite3_stmt *s = store_prepare(j, HAS_CHAIN, err);
    if (!s) return false;
    store_string(s, 1, hash);
    int found = store_step(j, s, err);
    sqlite3_reset(s);
    return found > 0;
}

/* The first stands in every journal from the start. */
bool journal_put_session(Journal *j, int64_t n, const char *title, int64_t date, Err *err)
{
    sqlite3_stmt *s = store_prepare(j, n > 1 ? ADD_SESSION : SET_SESSION, err);
    if (!s) return false;
    if (n == 1) sqlite3_bind_int64(s, 1, n);
    store_string(s, 2, title);
    sqlite3_bind_int64(s, 3, date);
    return store_run(j, s, err);
}

bool journal_put(Journal *j, Entry *e, int64_t next, Err *err)
{
    if (!store_insert(j, e, err)) return false;
    if (next == 0) return true;
    sqlite3_stmt *s = store_prepare(j, SET_NEXT, err);
    if (!s) return false;
    sqlite3_bind_int64(s, 1, e->seq);
    sqlite3_bind_int64(s, 2, next);
    return store_run(j, s, err);
}
