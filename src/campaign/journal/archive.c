/* The texts of rule chains, each kept once under its hash, so that every entry can be run again
 * under the rules that made it. */
#include <string.h>

#include "campaign/journal/store.h"

int archive_find(Journal *j, const char *hash, Err *err)
{
    sqlite3_stmt *s = store_prepare(j, HAS_CHAIN, err);
    if (!s) return -1;
    store_string(s, 1, hash);
    int found = store_step(j, s, err);
    sqlite3_reset(s);
    return found;
}

static bool keep_files(Journal *j, const Chain *chain, const char *hash, Err *err)
{
    for (size_t i = 0; i < chain->n; i++) {
        sqlite3_stmt *s = store_prepare(j, ADD_FILE, err);
        if (!s) return false;
        store_string(s, 1, hash);
        sqlite3_bind_int64(s, 2, (int64_t)i);
        store_string(s, 3, chain->file[i].name);
        store_text(s, 4, chain->file[i].text, chain->file[i].n);
        if (!store_run(j, s, err)) return false;
    }
    return true;
}

bool archive_keep(Journal *j, const Chain *chain, const char *host, const char *hash, Err *err)
{
    int found = archive_find(j, hash, err);
    if (found != 0) return found > 0;
    sqlite3_stmt *s = store_prepare(j, ADD_CHAIN, err);
    if (!s) return false;
    store_string(s, 1, hash);
    store_string(s, 2, host);
    sqlite3_bind_int64(s, 3, (int64_t)chain->heads);
    return store_run(j, s, err) && keep_files(j, chain, hash, err);
}

static bool take_files(Journal *j, const char *hash, Chain *c, int64_t heads, Err *err)
{
    sqlite3_stmt *s = store_prepare(j, CHAIN_FILES, err);
    if (!s) return false;
    store_string(s, 1, hash);
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

/* Reads host and number of heads; *heads may be NULL. */
static bool take_host(Journal *j, const char *hash, Text *host, int64_t *heads, Err *err)
{
    text_clear(host);
    sqlite3_stmt *s = store_prepare(j, CHAIN, err);
    if (!s) return false;
    store_string(s, 1, hash);
    int found = store_step(j, s, err);
    if (found > 0) store_take(s, 0, host);
    if (found > 0 && heads) *heads = sqlite3_column_int64(s, 1);
    sqlite3_reset(s);
    return found > 0 || (found == 0 && store_damaged(j, "rules", 0, err));
}

bool journal_chain_host(Journal *j, const char *hash, Text *out, Err *err)
{
    return take_host(j, hash, out, NULL, err);
}

static bool take_chain(Journal *j, const char *hash, Chain *c, Err *err)
{
    char computed[HASH_HEX];
    Text host = {0};
    int64_t heads;
    if (!take_host(j, hash, &host, &heads, err)) return false;
    bool ok = take_files(j, hash, c, heads, err) && c->heads > 0;
    chain_hash(c, text_str(&host), computed);
    text_free(&host);
    return (ok && strcmp(computed, hash) == 0) || store_damaged(j, "rules", 0, err);
}

Chain *journal_chain(Journal *j, const char *hash, Err *err)
{
    Chain *c = chain_new(NULL);
    if (c && take_chain(j, hash, c, err)) return c;
    if (!c) err_set(err, "out of memory");
    chain_free(c);
    return NULL;
}

bool journal_chains(Journal *j, bool (*visit)(const char *hash, void *data), void *data, Err *err)
{
    Text hashes = {0};
    bool ok = store_take_all(j, ALL_CHAINS, &hashes, err);
    for (size_t i = 0; ok && i < hashes.n; i += strlen(hashes.s + i) + 1)
        ok = visit(hashes.s + i, data);
    text_free(&hashes);
    return ok;
}
