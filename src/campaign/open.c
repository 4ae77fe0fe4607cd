/* Opening a table, and closing it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#include "campaign/campaign.h"
#include "campaign/lock.h"
#include "core/wire.h"

/* --- errors and warnings ----------------------------------------------------------------- */

void campaign_error(SconceError *to, const Err *from)
{
    if (!to) return;
    _Static_assert(sizeof to->text == sizeof from->text && sizeof to->file == sizeof from->file,
                   "an error inside is an error outside");
    memcpy(to->text, from->text, sizeof to->text);
    if (!to->text[0])
        snprintf(to->text, sizeof to->text, "out of memory"); /* who fails without a word */
    memcpy(to->file, from->file, sizeof to->file);
    to->line = from->line;
}

void campaign_warn(Sconce *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (s->warnings.n > 0) text_addc(&s->warnings, '\n');
    text_addv(&s->warnings, format, args);
    va_end(args);
}

static void add_place(Text *t, const char *file, int64_t line)
{
    if (*file) text_addf(t, "%s:", file);
    if (*file && line > 0) text_addf(t, "%lld:", (long long)line);
    if (*file) text_addc(t, ' ');
}

/* Every mistake as `file:line: sentence`, a line each; NULL when there are none. */
static char *mistakes_of(const Keeper *k)
{
    Text t = {0};
    const Value *list = keeper_problems(k);
    for (size_t i = 0; list && list->kind == TOKEN_LIST && i < list->n; i++) {
        const Value *p = &list->items[i];
        if (strcmp(value_text(p, "grade", "error"), "error") != 0) continue;
        add_place(&t, chain_path(keeper_chain(k), value_text(p, "file", "")),
                  value_int(p, "line", 0));
        text_addf(&t, "%s\n", value_text(p, "text", ""));
    }
    if (t.n > 0) return text_take(&t);
    text_free(&t);
    return NULL;
}

/* --- the wall clock --------------------------------------------------------------------- */

int64_t campaign_wall(const Sconce *s)
{
    return s->wall_base + (wire_now_ms() - s->wall_since) / 1000;
}

/* Goes on where the last entry left it. */
static bool start_wall(Sconce *s, Err *err)
{
    Entry e = {0};
    int64_t last = journal_count(s->journal, err);
    if (last < 0 || (last > 0 && !journal_entry(s->journal, last, &e, err))) return false;
    s->wall_base = last > 0 ? e.wall : (int64_t)time(NULL);
    s->wall_since = wire_now_ms();
    entry_free(&e);
    return true;
}

/* --- the head ---------------------------------------------------------------------------- */

void campaign_put(Sconce *s, Entry *e, Tree *status)
{
    tree_free(s->status);
    s->status = status;
    entry_free(&s->now);
    s->now = *e;
    *e = (Entry){0};
}

bool campaign_refresh(Sconce *s, Err *err)
{
    Entry e;
    int64_t head = journal_head(s->journal, err);
    if (head <= 0 || head == s->now.seq) return head >= 0;
    if (!journal_entry(s->journal, head, &e, err)) return false;
    Tree *status = tree_decode(text_str(&e.status), e.status.n, err);
    if (status) campaign_put(s, &e, status);
    entry_free(&e);
    return status != NULL;
}

const Value *campaign_party(const Sconce *s)
{
    const Value *party = value_get(s->status ? tree_root(s->status) : NULL, "party");
    return party && party->kind == TOKEN_LIST ? party : no_items();
}

/* --- which files ------------------------------------------------------------------------- */

static bool add_head(Sconce *s, const char *path)
{
    char **grown = realloc(s->head, (s->heads + 1) * sizeof *grown);
    if (!grown) return false;
    s->head = grown;
    s->head[s->heads] = strdup(path);
    return s->head[s->heads++] != NULL;
}

static bool ends_in_lua(const char *s)
{
    size_t n = strlen(s);
    return n > 4 && strcmp(s + n - 4, ".lua") == 0;
}

static bool has_file(const char *dir, const char *name)
{
    char *path = path_join(dir, name);
    bool has = path && is_file(path);
    free(path);
    return has;
}

/* A folder is a campaign when its name says so (a slash), or when it looks like one. */
static bool is_campaign(const char *table)
{
    if (ends_in_lua(table) || !is_folder(table)) return false;
    return !is_ruleset_name(table, strlen(table)) || has_file(table, "house.lua") ||
           has_file(table, "journal.db");
}

static bool take_folder(Sconce *s, const char *table, Err *err)
{
    size_t n = strlen(table);
    while (n > 1 && table[n - 1] == '/')
        n--;
    s->folder = strndup(table, n);
    if (!s->folder) return err_set(err, "out of memory");
    if (!has_file(s->folder, "house.lua") && !has_file(s->folder, "journal.db"))
        return err_set(
            err, "%s is no campaign: it has no house.lua and no journal.db; `sconce new` makes one",
            s->folder);
    char *house = path_join(s->folder, "house.lua");
    bool ok = house && add_head(s, house);
    free(house);
    return ok || err_set(err, "out of memory");
}

static bool take_table(Sconce *s, const SconceOptions *o, Err *err)
{
    const char *table = o->table;
    if (!table || !*table)
        return err_set(err, "which table? a ruleset's name, a .lua file, or a campaign folder");
    s->table = strdup(table);
    if (!s->table) return err_set(err, "out of memory");
    bool name = is_ruleset_name(table, strlen(table));
    if (is_campaign(table)) {
        if (!take_folder(s, table, err)) return false;
    } else if (!name && !ends_in_lua(table)) {
        return err_set(
            err, "there is no %s: give a ruleset's name, a .lua file, or a campaign folder", table);
    } else if (!add_head(s, table)) {
        return err_set(err, "out of memory");
    }
    for (size_t i = 0; i < o->house_count; i++)
        if (!add_head(s, o->houses[i])) return err_set(err, "out of memory");
    return true;
}

Chain *campaign_chain(const Sconce *s, Err *err)
{
    Chain *c = chain_new(&s->shelf);
    if (!c) err_set(err, "out of memory");
    for (size_t i = 0; c && i < s->heads; i++) {
        if (chain_add(c, s->head[i], err)) continue;
        chain_free(c);
        return NULL;
    }
    return c;
}

/* --- rules ------------------------------------------------------------------------------- */

static bool use_rules(Sconce *s, Chain *c, Err *err)
{
    keeper_free(s->keeper);
    s->keeper = keeper_new(s->cell, s->patience, &s->stop, c);
    if (!s->keeper) return err_set(err, "out of memory");
    if (!keeper_load(s->keeper, err)) return false;
    chain_hash(keeper_chain(s->keeper), SCONCE_VERSION, s->hash);
    return true;
}

/* The chain of the entry made last: it loaded then. */
static Chain *last_chain(Sconce *s, Err *err)
{
    Entry e;
    int64_t last = journal_count(s->journal, err);
    if (last <= 0 || !journal_entry(s->journal, last, &e, err)) return NULL;
    Chain *c = journal_chain(s->journal, text_str(&e.chain), err);
    entry_free(&e);
    return c;
}

static void describe(const Err *err, Text *t)
{
    add_place(t, err->file, err->line);
    text_add(t, err->text);
}

/* The files do not load: play goes on under the last rules that did. */
static bool fall_back(Sconce *s, const Err *why, Err *err)
{
    Chain *c = last_chain(s, err);
    if (!c) return false;
    if (s->keeper) s->rejected = keeper_release(s->keeper);
    s->missing = s->rejected == NULL;
    s->stored = true;
    describe(why, &s->complaint);
    campaign_warn(s, "%s; played under the rules kept in the journal until that is mended",
                  text_str(&s->complaint));
    return use_rules(s, c, err);
}

static bool find_rules(Sconce *s, SconceError *public, Err *err)
{
    Chain *c = campaign_chain(s, err);
    if (c && use_rules(s, c, err)) return true;
    Err why = *err;
    if (s->folder && journal_count(s->journal, NULL) > 0) return fall_back(s, &why, err);
    if (public && s->keeper) public->all = mistakes_of(s->keeper);
    return false;
}

/* --- the first entry --------------------------------------------------------------------- */

static bool draw_seed(char seed[24], Err *err)
{
    uint32_t n;
    if (getrandom(&n, sizeof n, 0) != (ssize_t)sizeof n)
        return err_set(err, "the system has no random number");
    snprintf(seed, 24, "%u", n % 1000000000u);
    return true;
}

/* The seed in the journal; a first one is the caller's, or drawn. */
static bool find_seed(Sconce *s, const char *given, Text *seed, Err *err)
{
    char drawn[24];
    if (!journal_get(s->journal, "seed", seed, err)) return false;
    bool settled = seed->n > 0;
    if (settled && given && !s->read_only && strcmp(given, text_str(seed)) != 0)
        return err_set(err, "this campaign has its seed already: %s", text_str(seed));
    if (settled) return true;
    if (!given) {
        if (!draw_seed(drawn, err)) return false;
        given = drawn;
    }
    if (strlen(given) > 200 || !text_is_utf8(given, strlen(given)))
        return err_set(err, "a seed is a number, or a text of at most 200 bytes");
    text_add(seed, given);
    return true;
}

bool campaign_read_party(const Sconce *s, Text *party, bool *there, Err *err)
{
    char *path = s->folder ? path_join(s->folder, "party.lua") : NULL;
    *there = path && is_file(path);
    bool ok =
        !*there ||
        (read_text_file(path, RULE_TEXT_MAX, party, err) &&
         (text_is_utf8(text_str(party), party->n) || err_set(err, "%s is not UTF-8 text", path)));
    free(path);
    return ok;
}

void campaign_place_party(const Sconce *s, Err *err)
{
    if (!s->folder || strcmp(err->file, "party.lua") != 0) return;
    snprintf(err->file, sizeof err->file, "%s/party.lua", s->folder);
}

static bool start_play(Sconce *s, const char *given, Err *err)
{
    Text seed = {0}, party = {0};
    bool there = false;
    if (s->read_only && !s->imagined) return err_set(err, "nothing was played in %s yet", s->table);
    bool ok = find_seed(s, given, &seed, err) && campaign_read_party(s, &party, &there, err) &&
              command_first(s, text_str(&seed), there ? &party : NULL, err);
    if (!ok) campaign_place_party(s, err);
    text_free(&seed);
    text_free(&party);
    return ok;
}

static bool find_head(Sconce *s, const char *seed, Err *err)
{
    Text kept = {0};
    if (!campaign_refresh(s, err)) return false;
    if (s->now.seq == 0) return start_play(s, seed, err);
    int64_t ghost = journal_child(s->journal, s->now.seq, err);
    bool ok = ghost >= 0 && find_seed(s, seed, &kept, err);
    s->ghost = ghost;
    text_free(&kept);
    return ok;
}

/* --- opening and closing ----------------------------------------------------------------- */

bool campaign_take_options(Sconce *s, const SconceOptions *o, Err *err)
{
    s->read_only = o->read_only;
    s->patience = o->patience_ms;
    if (o->answers && strcmp(o->answers, "ask") != 0 && strcmp(o->answers, "default") != 0)
        return err_set(err, "answers are 'ask' or 'default', not '%.40s'", o->answers);
    s->settle = o->answers && strcmp(o->answers, "default") == 0;
    s->cell = find_cell(o->cell, err);
    if (!s->cell || !take_table(s, o, err)) return false;
    return shelf_fill(&s->shelf, s->folder, o->rulesets) || err_set(err, "out of memory");
}

/* An unplayed campaign that is only looked at begins in memory, if that is wanted. */
static bool open_journal(Sconce *s, bool unplayed, Err *err)
{
    bool look = s->read_only && s->folder;
    if (look && unplayed && !has_file(s->folder, "journal.db")) s->imagined = true;
    s->journal = journal_open(s->imagined ? NULL : s->folder,
                              look && !s->imagined ? JOURNAL_READ : JOURNAL_PLAY, err);
    if (!s->journal || s->imagined || !look || !unplayed) return s->journal != NULL;
    int64_t head = journal_head(s->journal, err);
    if (head != 0) return head > 0;
    journal_close(s->journal);
    s->imagined = true;
    s->journal = journal_open(NULL, JOURNAL_PLAY, err);
    return s->journal != NULL;
}

/* A ruleset of the current folder goes before one of the same name that everybody has. */
static void tell_which(Sconce *s)
{
    char *here = NULL, *there = NULL;
    bool name = s->heads > 0 && is_ruleset_name(s->head[0], strlen(s->head[0]));
    if (name && asprintf(&here, "%s.lua", s->head[0]) < 0) here = NULL;
    if (here && is_file(here)) there = shelf_find(&s->shelf, s->head[0], NULL, NULL);
    char *a = there ? realpath(here, NULL) : NULL, *b = there ? realpath(there, NULL) : NULL;
    if (a && b && strcmp(a, b) != 0)
        campaign_warn(s, "%s of this folder is played, not the ruleset of that name on the shelf", here);
    free(a);
    free(b);
    free(here);
    free(there);
}

/* `sconce new` makes a journal, so somebody took it away. */
static void warn_unplayed(Sconce *s)
{
    struct stat st;
    char *path = path_join(s->folder, "journal.db");
    bool there = path && stat(path, &st) == 0;
    if (path && (!there || st.st_size == 0))
        campaign_warn(s, "%s %s: play begins anew", path, there ? "is empty" : "is not there");
    free(path);
}

static bool open_table(Sconce *s, const SconceOptions *o, SconceError *public, Err *err)
{
    if (!campaign_take_options(s, o, err)) return false;
    if (s->folder && !s->read_only && (s->lock = lock_take(s->folder, err)) < 0) return false;
    if (s->folder && !s->read_only) warn_unplayed(s);
    if (!open_journal(s, o->unplayed, err) || !find_rules(s, public, err)) return false;
    bool scratch_look = s->read_only && !s->folder; /* nothing to spoil */
    if (scratch_look) s->read_only = false;
    if (!start_wall(s, err) || !find_head(s, o->seed, err) ||
        (o->dice && !dice_mode_set(s, o->dice, err)))
        return false;
    tell_which(s);
    left_tell(s);
    campaign_reread(s);
    s->reread = true;
    text_add(&s->opening, text_str(&s->warnings));
    return true;
}

Sconce *sconce_open(const SconceOptions *options, SconceError *error)
{
    Err err = {0};
    if (error) *error = (SconceError){0};
    Sconce *s = calloc(1, sizeof *s);
    if (s) s->lock = -1;
    if (s && open_table(s, options, error, &err)) return s;
    if (!s) err_set(&err, "out of memory");
    campaign_error(error, &err);
    sconce_close(s);
    return NULL;
}

void sconce_close(Sconce *s)
{
    if (!s) return;
    s->command.left = false; /* that stays for the next opening */
    command_drop(s);
    keeper_free(s->keeper);
    chain_free(s->rejected);
    journal_close(s->journal);
    lock_free(s->lock);
    entry_free(&s->now);
    tree_free(s->status);
    faces_free(&s->script.faces);
    shelf_free(&s->shelf);
    for (size_t i = 0; i < s->heads; i++)
        free(s->head[i]);
    free(s->head);
    free(s->table);
    free(s->folder);
    free(s->cell);
    Text *const given[] = {&s->warnings,     &s->opening,  &s->reply,   &s->asked,
                           &s->shown_status, &s->book,     &s->about,   &s->left,
                           &s->log,          &s->verified, &s->revised, &s->complaint};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        text_free(given[i]);
    free(s);
}

void sconce_stop(Sconce *s)
{
    __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED);
}

void sconce_free(void *p)
{
    free(p);
}
