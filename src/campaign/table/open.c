/* Opens a table: its lock, its journal, its rules, then the head or first entry; and closes it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "campaign/journal/folder.h"
#include "campaign/rules/public_error.h"
#include "campaign/table/table.h"

/* --- mistakes ----------------------------------------------------------------------------- */

/* Returns all mistakes in the rules, lines `file:line: sentence`; or NULL.  The caller frees it. */
static char *list_mistakes(const CellClient *client)
{
    ScopedText t = {0};
    value_each (p, cell_client_problems(client)) {
        if (strcmp(value_text(p, "grade", "error"), "error") != 0) continue;
        table_write_place(&t, chain_path(cell_client_chain(client), value_text(p, "file", "")),
                          value_int(p, "line", 0));
        text_addf(&t, "%s\n", value_text(p, "text", ""));
    }
    return t.n > 0 ? text_take(&t) : NULL;
}

/* --- rules ------------------------------------------------------------------------------- */

/* Loads the rules of the last entry, since the files do not load; warns of the reason, *why. */
static bool use_last_rules(Sconce *s, const Err *why, Err *err)
{
    ScopedEntry e = {0};
    Journal *j = s->position.journal;
    int64_t last = journal_count(j, err);
    if (last <= 0 || !journal_entry(j, last, &e, err)) return false;
    Chain *c = journal_chain(j, text_str(&e.chain), NULL, err);
    if (!c) return false;
    if (s->rules.client) s->rules.rejected = cell_client_release_chain(s->rules.client);
    /* No texts at all: a file could not be read, and is tried again before each command. */
    s->rules.unreadable = s->rules.rejected == NULL;
    s->rules.from_journal = true;
    table_write_place(&s->rules.load_error, why->file, why->line);
    text_add(&s->rules.load_error, why->text);
    table_warn(s, "%s; until that is mended, you play by the rules kept in the journal",
               text_str(&s->rules.load_error));
    return rules_load(s, c, err);
}

/* Loads the rule files; or, when they do not load and something was played, the rules of the last
 * entry.  False: err says why, and public->all (public may be NULL) lists all mistakes. */
static bool load_rules(Sconce *s, SconceError *public, Err *err)
{
    Chain *c = table_sources_chain(&s->sources, err);
    if (c && rules_load(s, c, err)) return true;
    Err why = *err;
    if (s->sources.folder && journal_count(s->position.journal, NULL) > 0)
        return use_last_rules(s, &why, err);
    if (public && s->rules.client) public->all = list_mistakes(s->rules.client);
    return false;
}

/* --- the first entry --------------------------------------------------------------------- */

/* Appends the seed: the journal's, or, when it has none, the given one, or a random one.  Refuses a
 * given seed (may be NULL) that differs from the journal's. */
static bool find_seed(Sconce *s, const char *given, Text *seed, Err *err)
{
    char drawn[24];
    uint32_t n;
    if (!journal_get(s->position.journal, "seed", seed, err)) return false;
    if (seed->n > 0)
        return !given || s->read_only || strcmp(given, text_str(seed)) == 0 ||
               err_set(err, "this campaign has its seed already: %s", text_str(seed));
    if (!given) {
        if (getrandom(&n, sizeof n, 0) != (ssize_t)sizeof n)
            return err_set(err, "the system has no random number");
        snprintf(drawn, sizeof drawn, "%u", n % 1000000000u); /* nine digits are soon typed again */
        given = drawn;
    }
    if (!check_seed(given, err)) return false;
    text_add(seed, given);
    return true;
}

/* Begins play: the first entry has the seed, the party, and the state that the rules begin with. */
static bool start_play(Sconce *s, const char *given_seed, Err *err)
{
    ScopedText seed = {0}, party = {0};
    if (s->read_only && !s->preview) {
        err_set(err, "nothing was played in %s yet", s->sources.table);
        err->kind = ERR_UNPLAYED;
        return false;
    }
    bool ok = find_seed(s, given_seed, &seed, err) &&
              table_sources_read_party(&s->sources, &party, err) &&
              command_first(s, text_str(&seed), party.s ? &party : NULL, err);
    if (!ok) table_sources_set_party_path(&s->sources, err);
    return ok;
}

static const char party_warning[] =
    "party.lua has changed since play began, and is not read again: "
    "type add NAME for a new member, "
    "and correct by hand, as in torches +2";

/* If party.lua has changed since play began: begins play again when no line was played yet, else
 * says so, once.  Ignores a party.lua that cannot be read. */
static bool use_new_party(Sconce *s, Err *err)
{
    static const char told_key[] = "party_told"; /* the text of party.lua that was warned of */
    Journal *j = s->position.journal;
    ScopedText party = {0}, played = {0}, told = {0};
    bool readable = table_sources_read_party(&s->sources, &party, NULL);
    if (!journal_get(j, "party", &played, err) || !journal_get(j, told_key, &told, err))
        return false;
    if (!readable || !party.s || strcmp(text_str(&party), text_str(&played)) == 0) return true;
    bool only_start = journal_count(j, err) == 1; /* no line was played */
    if (only_start && !pending_recorded_line(&s->pending, &s->position, NULL))
        return journal_begin_transaction(j, err) &&
               journal_end_transaction(j, journal_unstart(j, err), err) &&
               position_refresh(&s->position, err);
    if (strcmp(text_str(&party), text_str(&told)) == 0) return true;
    table_warn(s, "%s", party_warning);
    return journal_set_now(j, told_key, text_str(&party), err);
}

/* Reads the head from the journal, or makes the first entry. */
static bool load_head(Sconce *s, const char *given_seed, Err *err)
{
    ScopedText seed = {0};
    if (!position_refresh(&s->position, err)) return false;
    if (s->position.head.seq > 0 && !s->read_only && !use_new_party(s, err)) return false;
    if (s->position.head.seq == 0) return start_play(s, given_seed, err);
    int64_t undone_entry = journal_redo_target(s->position.journal, s->position.head.seq, err);
    if (undone_entry < 0) return false;
    s->dice.undone_entry = undone_entry;
    return find_seed(s, given_seed, &seed, err); /* refuses another seed than the journal's */
}

/* --- opening and closing ----------------------------------------------------------------- */

/* Gives the table a journal in memory: play begins there, and nothing is saved. */
static bool open_preview(Sconce *s, Err *err)
{
    s->preview = true;
    s->position.journal = journal_open(NULL, JOURNAL_PLAY, err);
    return s->position.journal != NULL;
}

/* Opens the journal.  unplayed: a campaign that is open for reading only and was never played is
 * shown as a preview, and not refused. */
static bool open_journal(Sconce *s, bool unplayed, Err *err)
{
    Position *p = &s->position;
    const char *folder = s->sources.folder;
    bool reading = s->read_only && folder, may_preview = reading && unplayed;
    if (may_preview && !has_file(folder, "journal.db")) return open_preview(s, err);
    p->journal = journal_open(folder, reading ? JOURNAL_READ : JOURNAL_PLAY, err);
    if (!p->journal || !may_preview) return p->journal != NULL;
    int64_t head = journal_head(p->journal, err);
    if (head != 0) return head > 0;
    journal_close(p->journal); /* it has no entries */
    return open_preview(s, err);
}

/* Warns when the journal is missing or empty: `sconce new` made one, so it was lost. */
static void warn_unplayed(Sconce *s)
{
    struct stat st;
    ScopedString *path = path_join(s->sources.folder, "journal.db");
    bool there = path && stat(path, &st) == 0;
    if (path && (!there || st.st_size == 0))
        table_warn(s,
                   "%s %s, so play starts again; if you have played before, leave and go back to a "
                   "copy of the folder",
                   path, there ? "is empty" : "is not there");
}

/* Warns when a file in the current folder is played for the ruleset.  Returns whether it is. */
static bool warn_shadow(Sconce *s)
{
    ScopedString *file = table_sources_shadow(&s->sources);
    if (file)
        table_warn(s,
                   "%s of this folder is played, not the ruleset of the same name that came with "
                   "the program",
                   file);
    return file != NULL;
}

/* Warns when rules that did not come with the program run without the filter of system calls.
 * $SCONCE_UNFILTERED suppresses the warning.  shadowed: see warn_shadow. */
static void warn_unfiltered(Sconce *s, bool shadowed)
{
    const TableSources *from = &s->sources;
    /* a ruleset by its name, without house rules on top of it */
    bool by_name = !from->folder && from->heads == 1 && lua_stem_length(from->table) == 0;
    bool only_ours = by_name && !shadowed;
    if (!only_ours && cell_client_is_unfiltered(s->rules.client) && !getenv("SCONCE_UNFILTERED"))
        table_warn(s, "This machine has no filter of system calls: less stands between these rules "
                      "and your files. `sconce about` says what does.");
}

static void warn_pending(Sconce *s)
{
    ScopedText line = {0};
    if (pending_recorded_line(&s->pending, &s->position, &line))
        table_warn(s, "'%s' was left at a question and not done.%s", text_str(&line),
                   s->read_only ? "" : " 'resume' goes on with it.");
}

/* Takes over the options that say how the table is played, and reads its sources. */
static bool read_options(Sconce *s, const SconceOptions *o, Err *err)
{
    s->read_only = o->read_only;
    if (o->answers && strcmp(o->answers, "ask") != 0 && strcmp(o->answers, "default") != 0)
        return err_set(err, "answers are 'ask' or 'default', not '%.40s'", o->answers);
    s->use_defaults = o->answers && strcmp(o->answers, "default") == 0;
    return table_sources_read(&s->sources, o, err);
}

/* Opens the parts of a table.  The lock comes first, so that nobody plays while they are read. */
static bool open_table(Sconce *s, const SconceOptions *o, SconceError *public, Err *err)
{
    if (!read_options(s, o, err)) return false;
    if (s->sources.folder && !s->read_only &&
        (s->position.lock = folder_lock(s->sources.folder, err)) < 0)
        return false;
    if (s->sources.folder && !s->read_only) warn_unplayed(s);
    if (!open_journal(s, o->unplayed, err) || !load_rules(s, public, err)) return false;
    if (s->read_only && !s->sources.folder) { /* a scratch campaign has nothing to protect */
        s->read_only = false;
        s->preview = true;
    }
    if (!position_start_clock(&s->position, err) || !load_head(s, o->seed, err)) return false;
    int64_t entries = o->dice ? journal_count(s->position.journal, err) : 0;
    if (o->dice && (entries < 0 || !dice_source_set(&s->dice, o->dice, entries, err))) return false;
    warn_unfiltered(s, warn_shadow(s));
    warn_pending(s);
    rules_warn_of_changes(s);
    s->rules.report_orphans = true;
    text_add(&s->warnings.opening, text_str(&s->warnings.next));
    return true;
}

Sconce *sconce_open(const SconceOptions *options, SconceError *error)
{
    Err err = {0};
    if (error) *error = (SconceError){0};
    Sconce *s = calloc(1, sizeof *s);
    if (s)
        s->position.lock = -1;
    else
        err_set(&err, "out of memory");
    SconceOptions known;
    if (s && public_copy_options(&known, options, &err) && open_table(s, &known, error, &err))
        return s;
    public_error_set(error, &err);
    sconce_close(s);
    return NULL;
}

void sconce_close(Sconce *s)
{
    if (!s) return;
    pending_clear(&s->pending); /* its record stays in the journal for the next opening */
    rules_close(&s->rules);
    position_close(&s->position);
    dice_source_free(&s->dice);
    table_sources_free(&s->sources);
    Text *returned = (Text *)&s->returned, *end = (Text *)(&s->returned + 1); /* only Texts */
    for (Text *t = returned; t < end; t++) text_free(t);
    text_free(&s->warnings.next);
    text_free(&s->warnings.opening);
    text_free(&s->moved_entries);
    text_free(&s->beginning.json);
    lines_free(&s->beginning.lines);
    tree_free(s->look.tree);
    free(s);
}
