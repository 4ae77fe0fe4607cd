#include "cli/web/served_table.h"
#include "cli/term/styled_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { REQUESTS_A_SECOND = 60, WATCH_MS = 50, IDLE_MS = 1000 };

/* --- opening ------------------------------------------------------------------------ */

/* Writes n random letters of an alphabet of 32. */
static bool draw_letters(char *out, size_t n, const char alphabet[33])
{
    unsigned char bytes[KEY_LETTERS];
    if (getrandom(bytes, n, 0) != (ssize_t)n) return false;
    for (size_t i = 0; i < n; i++) out[i] = alphabet[bytes[i] % 32];
    out[n] = '\0';
    return true;
}

static bool draw_keys(ServedTable *t)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* no l, o, 0, 1 */
    return draw_letters(t->gm_key, KEY_LETTERS, letters) &&
           draw_letters(t->player_key, KEY_LETTERS, letters) &&
           draw_letters(t->code, CODE_LETTERS, letters);
}

bool served_table_open(ServedTable *t, const char *name, bool watch, SconceError *error)
{
    SconceOptions o = {.struct_size = sizeof o, .table = name, .read_only = watch};
    *t = (ServedTable){.name = name, .watched = watch, .version = 1};
    *error = (SconceError){0};
    t->table = sconce_open(&o, error);
    if (!t->table) return false;
    if (draw_keys(t)) return true;
    snprintf(error->text, sizeof error->text, "the system has no random numbers");
    served_table_close(t);
    return false;
}

static void forget_views(ServedTable *t)
{
    for (int i = 0; i < 2; i++) {
        free(t->view[i]);
        t->view[i] = NULL;
    }
}

void served_table_close(ServedTable *t)
{
    forget_views(t);
    for (size_t i = 0; i < REPLIES_KEPT; i++) free(t->kept[i].json);
    sconce_close(t->table);
    *t = (ServedTable){0};
}

/* --- views -------------------------------------------------------------------------- */

const char *served_table_view(ServedTable *t, SconceWho who)
{
    if (!t->view[who]) t->view[who] = must_have(strdup(sconce_view(t->table, who)));
    return t->view[who];
}

static void change(ServedTable *t)
{
    t->version++;
    forget_views(t);
}

bool served_table_look(ServedTable *t)
{
    bool changed = t->watched && sconce_wait(t->table, 0);
    if (!t->watched && sconce_due_ms(t->table) == 0 && !sconce_asked(t->table)) {
        sconce_allow(t->table, SCONCE_GM);
        sconce_say(t->table, "");
        changed = true;
    }
    if (changed) change(t);
    return changed;
}

int64_t served_table_wait_ms(ServedTable *t)
{
    int64_t due = t->watched || sconce_asked(t->table) ? -1 : sconce_due_ms(t->table);
    if (t->watched) return WATCH_MS;
    return due >= 0 && due < IDLE_MS ? due + 1 : IDLE_MS;
}

/* --- lines -------------------------------------------------------------------------- */

static KeptReply *find_kept(ServedTable *t, const char *id)
{
    for (size_t i = 0; *id && i < REPLIES_KEPT; i++)
        if (t->kept[i].json && strcmp(t->kept[i].id, id) == 0) return &t->kept[i];
    return NULL;
}

static void keep_reply(ServedTable *t, const char *id, const char *json)
{
    KeptReply *k = &t->kept[t->next_kept];
    if (!*id) return;
    t->next_kept = (t->next_kept + 1) % REPLIES_KEPT;
    free(k->json);
    k->json = must_have(strdup(json));
    snprintf(k->id, sizeof k->id, "%s", id);
}

const char *served_table_say(ServedTable *t, SconceWho who, const char *token, const char *text,
                             const char *id)
{
    const KeptReply *kept = find_kept(t, id);
    if (kept) return kept->json;
    sconce_allow(t->table, who);
    SconceReply r = token ? sconce_answer(t->table, token, text) : sconce_say(t->table, text);
    sconce_allow(t->table, SCONCE_GM);
    if (r.outcome != SCONCE_REFUSED) change(t);
    keep_reply(t, id, r.json);
    return r.json;
}

bool served_table_has_time(ServedTable *t, SconceWho who, int64_t now_s)
{
    if (t->second != now_s) memset(t->taken, 0, sizeof t->taken);
    t->second = now_s;
    return t->taken[who]++ < REQUESTS_A_SECOND;
}
