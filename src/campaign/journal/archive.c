/* The texts of rule chains, each kept once under its hash, so that every entry can be run again
 * under the rules that made it. */
#include <string.h>

#include "campaign/journal/store.h"

int64_t archive_find(const Journal *j, const char *hash, Err *err)
{
    return store_number(j, "SELECT 1 FROM chains WHERE hash = ?1", (Param[]){of_string(hash)}, err);
}

bool archive_keep(Journal *j, const Chain *chain, const char *host, const char *hash, Err *err)
{
    int64_t found = archive_find(j, hash, err);
    if (found != 0) return found > 0;
    bool ok =
        store_run(j, "INSERT INTO chains(hash, host, heads) VALUES(?1,?2,?3)",
                  (Param[]){of_string(hash), of_string(host), of_int((int64_t)chain->heads)}, err);
    for (size_t i = 0; ok && i < chain->n; i++)
        ok =
            store_run(j, "INSERT INTO chain_files(hash, n, name, text) VALUES(?1,?2,?3,?4)",
                      (Param[]){of_string(hash), of_int((int64_t)i), of_string(chain->file[i].name),
                                of_text(chain->file[i].text, chain->file[i].n)},
                      err);
    return ok;
}

static bool take_files(Journal *j, const char *hash, Chain *c, int64_t heads, Err *err)
{
    sqlite3_stmt *s =
        store_query(j, "SELECT name, text FROM chain_files WHERE hash = ?1 ORDER BY n",
                    (Param[]){of_string(hash)}, err);
    int found;
    bool ok = true;
    while (ok && (found = store_step(j, s, err)) != 0) {
        const char *name = found > 0 ? (const char *)sqlite3_column_text(s, 0) : NULL;
        const char *text = name ? (const char *)sqlite3_column_text(s, 1) : NULL;
        ok = text && chain_add_text(c, name, text, (size_t)sqlite3_column_bytes(s, 1),
                                    (int64_t)c->n < heads, err);
        if (found > 0 && !text) err_set(err, "out of memory");
    }
    sqlite3_reset(s);
    c->sealed = true;
    return ok;
}

/* Reads the host and the files, and compares their hash. */
static bool take_chain(Journal *j, const char *hash, Chain *c, Text *host, Err *err)
{
    char computed[HASH_HEX] = "";
    sqlite3_stmt *s = store_query(j, "SELECT host, heads FROM chains WHERE hash = ?1",
                                  (Param[]){of_string(hash)}, err);
    int found = store_step(j, s, err);
    if (found < 0) return false;
    int64_t heads = found ? sqlite3_column_int64(s, 1) : 0;
    if (found) store_take(s, 0, host);
    sqlite3_reset(s);
    if (found && take_files(j, hash, c, heads, err) && c->heads > 0)
        chain_hash(c, text_str(host), computed);
    return strcmp(computed, hash) == 0 || store_damaged(j, "rules", 0, err);
}

Chain *journal_chain(Journal *j, const char *hash, Text *host, Err *err)
{
    Text own = {0};
    Chain *c = chain_new(NULL);
    bool ok = c ? take_chain(j, hash, c, host ? host : &own, err) : err_set(err, "out of memory");
    text_free(&own);
    if (ok) return c;
    chain_free(c);
    return NULL;
}

bool journal_chains(Journal *j, bool (*visit)(const char *hash, void *data), void *data, Err *err)
{
    Text hashes = {0};
    bool ok = store_take_all(j, "SELECT hash FROM chains ORDER BY hash", &hashes, err);
    for (size_t i = 0; ok && i < hashes.n; i += strlen(hashes.s + i) + 1)
        ok = visit(hashes.s + i, data);
    text_free(&hashes);
    return ok;
}
