/* Opening a table, and closing it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#include "campaign/journal/lock.h"
#include "campaign/table/campaign.h"
#include "core/wire.h"

/* --- mistakes ----------------------------------------------------------------------------- */

static void add_place(Text *t, const char *file, int64_t line)
{
    if (*file) text_addf(t, "%s:", file);
    if (*file && line > 0) text_addf(t, "%lld:", (long long)line);
    if (*file) text_addc(t, ' ');
}

/* Every mistake as `file:line: sentence`, a line each; NULL when there are none. */
static char *mistakes_of(const CellClient *k)
{
    Text t = {0};
    const Value *list = cell_client_problems(k);
    for (size_t i = 0; list && list->kind == TOKEN_LIST && i < list->n; i++) {
        const Value *p = &list->items[i];
        if (strcmp(value_text(p, "grade", "error"), "error") != 0) continue;
        add_place(&t, chain_path(cell_client_chain(k), value_text(p, "file", "")),
                  value_int(p, "line", 0));
        text_addf(&t, "%s\n", value_text(p, "text", ""));
    }
    if (t.n > 0) return text_take(&t);
    text_free(&t);
    return NULL;
}

/* --- rules ------------------------------------------------------------------------------- */

static bool use_rules(Sconce *s, Chain *c, Err *err)
{
    cell_client_free(s->keeper);
    s->keeper = table_sources_client(&s->sources, &s->stop, c);
    if (!s->keeper) return err_set(err, "out of memory");
    if (!cell_client_load(s->keeper, err)) return false;
    chain_hash(cell_client_chain(s->keeper), SCONCE_VERSION, s->hash);
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
    if (s->keeper) s->rejected = cell_client_release(s->keeper);
    s->missing = s->rejected == NULL;
    s->stored = true;
    describe(why, &s->complaint);
    campaign_warn(s, "%s; played under the rules kept in the journal until that is mended",
                  text_str(&s->complaint));
    return use_rules(s, c, err);
}

static bool find_rules(Sconce *s, SconceError *public, Err *err)
{
    Chain *c = table_sources_chain(&s->sources, err);
    if (c && use_rules(s, c, err)) return true;
    Err why = *err;
    if (s->sources.folder && journal_count(s->journal, NULL) > 0) return fall_back(s, &why, err);
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

static bool start_play(Sconce *s, const char *given, Err *err)
{
    Text seed = {0}, party = {0};
    bool there = false;
    if (s->read_only && !s->imagined)
        return err_set(err, "nothing was played in %s yet", s->sources.table);
    bool ok = find_seed(s, given, &seed, err) &&
              table_sources_party(&s->sources, &party, &there, err) &&
              command_first(s, text_str(&seed), there ? &party : NULL, err);
    if (!ok) table_sources_place_party(&s->sources, err);
    text_free(&seed);
    text_free(&party);
    return ok;
}

static bool find_head(Sconce *s, const char *seed, Err *err)
{
    Text kept = {0};
    if (!campaign_refresh(s, err)) return false;
    if (s->now.seq == 0) return start_play(s, seed, err);
    int64_t undone_entry = journal_child(s->journal, s->now.seq, err);
    bool ok = undone_entry >= 0 && find_seed(s, seed, &kept, err);
    s->undone_entry = undone_entry;
    text_free(&kept);
    return ok;
}

/* --- opening and closing ----------------------------------------------------------------- */

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

/* An unplayed campaign that is only looked at begins in memory, if that is wanted. */
static bool open_journal(Sconce *s, bool unplayed, Err *err)
{
    bool look = s->read_only && s->sources.folder;
    if (look && unplayed && !has_file(s->sources.folder, "journal.db")) s->imagined = true;
    s->journal = journal_open(s->imagined ? NULL : s->sources.folder,
                              look && !s->imagined ? JOURNAL_READ : JOURNAL_PLAY, err);
    if (!s->journal || s->imagined || !look || !unplayed) return s->journal != NULL;
    int64_t head = journal_head(s->journal, err);
    if (head != 0) return head > 0;
    journal_close(s->journal);
    s->imagined = true;
    s->journal = journal_open(NULL, JOURNAL_PLAY, err);
    return s->journal != NULL;
}

/* `sconce new` makes a journal, so somebody took it away. */
static void warn_unplayed(Sconce *s)
{
    struct stat st;
    char *path = path_join(s->sources.folder, "journal.db");
    bool there = path && stat(path, &st) == 0;
    if (path && (!there || st.st_size == 0))
        campaign_warn(s, "%s %s: play begins anew", path, there ? "is empty" : "is not there");
    free(path);
}

static void warn_shadow(Sconce *s)
{
    char *file = table_sources_shadow(&s->sources);
    if (file)
        campaign_warn(s, "%s of this folder is played, not the ruleset of that name on the shelf",
                      file);
    free(file);
}

static bool read_options(Sconce *s, const SconceOptions *o, Err *err)
{
    s->read_only = o->read_only;
    if (o->answers && strcmp(o->answers, "ask") != 0 && strcmp(o->answers, "default") != 0)
        return err_set(err, "answers are 'ask' or 'default', not '%.40s'", o->answers);
    s->use_defaults = o->answers && strcmp(o->answers, "default") == 0;
    return table_sources_read(&s->sources, o, err);
}

static bool open_table(Sconce *s, const SconceOptions *o, SconceError *public, Err *err)
{
    if (!read_options(s, o, err)) return false;
    if (s->sources.folder && !s->read_only && (s->lock = lock_take(s->sources.folder, err)) < 0)
        return false;
    if (s->sources.folder && !s->read_only) warn_unplayed(s);
    if (!open_journal(s, o->unplayed, err) || !find_rules(s, public, err)) return false;
    bool scratch_look = s->read_only && !s->sources.folder; /* nothing to spoil */
    if (scratch_look) s->read_only = false;
    s->glimpsed = scratch_look || s->imagined;
    if (!start_wall(s, err) || !find_head(s, o->seed, err) ||
        (o->dice && !dice_mode_set(s, o->dice, err)))
        return false;
    warn_shadow(s);
    pending_tell(s);
    campaign_reread(s);
    s->reread = true;
    text_add(&s->opening, text_str(&s->warnings));
    return true;
}

Sconce *sconce_open(const SconceOptions *options, SconceError *error)
{
    Err err = {0};
    if (error) *error = (SconceError){0};
    Sconce *s = campaign_new(&err);
    if (s && open_table(s, options, error, &err)) return s;
    public_error_set(error, &err);
    sconce_close(s);
    return NULL;
}

void sconce_close(Sconce *s)
{
    if (!s) return;
    s->command.left = false; /* that stays for the next opening */
    command_drop(s);
    cell_client_free(s->keeper);
    chain_free(s->rejected);
    journal_close(s->journal);
    lock_free(s->lock);
    entry_free(&s->now);
    tree_free(s->status);
    dice_list_free(&s->script.faces);
    table_sources_free(&s->sources);
    Text *const given[] = {&s->warnings, &s->opening,   &s->reply, &s->asked,  &s->shown_status,
                           &s->book,     &s->about,     &s->left,  &s->log,    &s->verified,
                           &s->revised,  &s->complaint, &s->recap, &s->prompt, &s->screen};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) text_free(given[i]);
    free(s);
}
