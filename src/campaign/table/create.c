/* Makes campaign folders: new ones, and one from a scratch campaign (the verb `save`). */
#include "campaign/table/table.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/journal/folder.h"
#include "campaign/rules/public_error.h"
#include "core/ascii.h"

/* Appends a line of Lua in a comment, and its meaning beside it. */
static void write_suggestion(Text *t, const char *lua, const char *meaning)
{
    enum { MEANING_COLUMN = 44 };
    int room = MEANING_COLUMN - (int)strlen(lua);
    text_addf(t, "-- %s%*s -- %s\n", lua, room > 0 ? room : 0, "", meaning);
}

/* Finds the first item of a list in the book that has this field. */
static const Value *first_with(const Value *book, const char *list, const char *field)
{
    value_each (thing, value_list(book, list))
        if (*value_text(thing, field, "")) return thing;
    return NULL;
}

/* Suggests house rules: how long a light lasts, and a setting; a track where there is neither. */
static void suggest_changes(Text *t, const Value *book)
{
    const Value *light = first_with(book, "lights", "lasts"),
                *setting = first_with(book, "settings", "value");
    ScopedText lua = {0};
    if (light) {
        const char *name = value_text(light, "name", "");
        bool plain = !strpbrk(name, " -'");
        text_addf(&lua, plain ? "light.%s.lasts" : "light[\"%s\"].lasts", name);
        text_addf(&lua, " = \"%s\"", value_text(light, "lasts", ""));
        write_suggestion(t, text_str(&lua), "how long it burns");
    }
    text_clear(&lua);
    if (setting) {
        text_addf(&lua, "setting.%s = %s", value_text(setting, "name", ""),
                  value_text(setting, "value", ""));
        write_suggestion(t, text_str(&lua),
                         value_text(setting, "help", "what this table may turn"));
    }
    if (!light && !setting)
        write_suggestion(t, "track \"dread\" { min = 0 }", "a number that play keeps");
}

/* True if the rules have this track.  of: "party" or "member". */
static bool has_track(const Value *book, const char *track, const char *of)
{
    value_each (each, value_list(book, "tracks"))
        if (value_is(each, "name", track) && strcmp(value_text(each, "of", "party"), of) == 0)
            return true;
    return false;
}

/* Appends the names of the numbers that these rules keep of each member. */
static void write_member_numbers(const Value *book, Text *t)
{
    const char *before = "-- Each member may have these numbers: ";
    value_each (each, value_list(book, "tracks")) {
        bool shown = value_is(each, "is", "number") && !value_bool(each, "quiet", false);
        if (!shown || !value_is(each, "of", "member")) continue;
        text_addf(t, "%s%s", before, value_text(each, "name", ""));
        before = ", ";
    }
    if (*before == ',') text_add(t, ".\n");
}

/* Appends party.lua: an example in comments, with hit points, lights and supplies as ruled. */
static void write_party_file(const Value *book, Text *t)
{
    const char *hp = !book || has_track(book, "hp", "member") ? "hp = 6" : "";
    const Value *light = first_with(book, "lights", "name"),
                *spent = first_with(book, "lights", "spends");
    const char *spends = value_text(spent, "spends", "");
    text_add(
        t, "-- party.lua -- the members of the party.  Take the -- away from the lines you want.\n"
           "-- The file is read once, when play starts; later, type corrections such as `hp Bram "
           "3`.\n"
           "-- The member written first marches first; holds names a light that already burns.\n"
           "-- Below the members stand the supplies of the party, and the room where it begins.\n");
    write_member_numbers(book, t);
    text_add(t, "--\n");
    text_addf(t, "-- member \"Bram\" { %s", hp);
    if (light) text_addf(t, "%sholds = \"%s\"", *hp ? ", " : "", value_text(light, "name", ""));
    text_addf(t, "%s}\n-- member \"Ysolde\" { %s%s}\n", *hp || light ? " " : "", hp,
              *hp ? " " : "");
    if (has_track(book, spends, "party")) text_addf(t, "-- %s = 4\n", spends);
    text_add(t, "-- here = \"gate\"\n");
}

/* Appends house.lua of a new campaign: it extends the ruleset, and suggests changes in comments. */
static void write_house_file(const char *ruleset, const Value *book, Text *t)
{
    text_addf(
        t,
        "-- house.lua -- the house rules of this campaign.  Saved while you play, they are read "
        "again\n"
        "-- before the next command.  `sconce rules %s` shows all there is to change.\n"
        "extends \"%s\"\n"
        "\n"
        "-- Call to make, assign to change, nil to remove.  Take the -- away, and write what you "
        "want:\n"
        "--\n",
        ruleset, ruleset);
    suggest_changes(t, book);
}

/* --- the rules ----------------------------------------------------------------------------- */

/* The ruleset of a new campaign.  It is loaded, so that one with mistakes is refused, and so that
 * the files of the campaign can suggest changes to its lights and settings.  Where no cell is
 * installed, it is only found. */
typedef struct {
    SearchPath search_path;
    CellClient *client; /* has loaded it; NULL: no cell is installed */
    Chain *unloaded;    /* without a client: only the ruleset's own file */
} NewRules;

/* Finds the ruleset, and loads it where a cell is installed.  Fails also when it has mistakes. */
static bool read_rules(NewRules *r, const char *ruleset, const char *rulesets, Err *err)
{
    if (!search_path_fill(&r->search_path, rulesets) || !(r->unloaded = chain_new(&r->search_path)))
        return err_set(err, "out of memory");
    if (!chain_add(r->unloaded, ruleset, err)) return false;
    ScopedString *cell = find_cell(NULL, NULL);
    if (!cell) return true;
    r->client = cell_client_new(cell, 0, 0, NULL, r->unloaded);
    r->unloaded = NULL;
    return r->client ? cell_client_load(r->client, err) : err_set(err, "out of memory");
}

/* True if the file is in a folder of the search path, where every campaign finds it by name. */
static bool is_on_search_path(const SearchPath *search_path, const char *path)
{
    ScopedString *folder = path_folder(path);
    return folder && search_path_has(search_path, folder);
}

/* Copies the rule files that are not on the search path, so that the folder needs no other. */
static bool copy_rules(NewFolder *folder, const NewRules *r, Err *err)
{
    const Chain *c = r->client ? cell_client_chain(r->client) : r->unloaded;
    for (size_t i = 0; i < c->n; i++) {
        const RuleFile *f = &c->file[i];
        if (f->path && !is_on_search_path(&r->search_path, f->path) &&
            !folder_write(folder, f->name, f->text, f->n, err))
            return false;
    }
    return true;
}

/* Sets stem to the name for `extends`: "mine" for ../rules/mine.lua.  False: it is not valid. */
static bool read_stem(const char *path, char stem[RULE_NAME_MAX + 1])
{
    const char *base = path_base(path);
    size_t n = lua_stem_length(base);
    if (n == 0) n = strlen(base);
    if (!is_ruleset_name(base, n)) return false;
    memcpy(stem, base, n);
    stem[n] = '\0';
    return true;
}

/* Sets stem as read_stem does, or refuses the name; also "house", which is the file of the campaign
 * itself.  The error suggests the name in small letters, with - for blanks, where that is valid. */
static bool check_stem(const char *ruleset, char stem[RULE_NAME_MAX + 1], Err *err)
{
    if (read_stem(ruleset, stem) && strcmp(stem, "house") != 0) return true;
    char suggested[RULE_NAME_MAX + 1] = "";
    const char *given = path_base(ruleset);
    for (size_t i = 0; given[i] && i < RULE_NAME_MAX; i++)
        suggested[i] = given[i] == ' ' ? '-' : to_lower(given[i]);
    bool valid = is_ruleset_name(suggested, strlen(suggested)) && strcmp(suggested, "house") != 0;
    return err_set(err,
                   "'%.60s' is not a name of a ruleset: small letters, digits, - and _ only, %s%s",
                   given, valid ? "as " : "and not house", valid ? suggested : "");
}

/* Writes the journal, with the ruleset and the seed; NULL: play draws a random one. */
static bool write_journal(const NewFolder *f, const char *ruleset, const char *seed, Err *err)
{
    ScopedString *path = path_join(f->dir, "journal.db"), *name = path_join(f->name, "journal.db");
    if (!path || !name) return err_set(err, "out of memory");
    Journal *j = journal_open_file(path, name, JOURNAL_PLAY, err);
    bool ok = j && journal_begin_transaction(j, err);
    if (ok) {
        ok = journal_set(j, "ruleset", ruleset, err) &&
             journal_set(j, "created_by", SCONCE_VERSION, err) &&
             (!seed || journal_set(j, "seed", seed, err));
        ok = journal_end_transaction(j, ok, err);
    }
    journal_close(j);
    return ok;
}

/* Writes all files of a new campaign.  party: text of party.lua; NULL: the example. */
static bool write_files(NewFolder *f, const char *ruleset, const char *party, const char *seed,
                        const NewRules *r, Err *err)
{
    ScopedText house = {0}, example = {0};
    const Value *book = r->client ? cell_client_book(r->client) : NULL;
    write_party_file(book, &example);
    write_house_file(ruleset, book, &house);
    if (!party) party = text_str(&example);
    return (!(house.failed || example.failed) || err_set(err, "out of memory")) &&
           folder_write(f, "house.lua", text_str(&house), house.n, err) && copy_rules(f, r, err) &&
           folder_write(f, "party.lua", party, strlen(party), err) && folder_write_luarc(f, err) &&
           write_journal(f, ruleset, seed, err);
}

bool sconce_create(const char *dir, const char *ruleset, const char *party, const char *rulesets,
                   SconceError *error)
{
    return sconce_create_seeded(dir, ruleset, party, rulesets, NULL, error);
}

bool sconce_create_seeded(const char *dir, const char *ruleset, const char *party,
                          const char *rulesets, const char *seed, SconceError *error)
{
    Err err = {0};
    NewRules r = {0};
    NewFolder f;
    char stem[RULE_NAME_MAX + 1];
    if (error) *error = (SconceError){0};
    bool ok = public_check_given(dir, "dir", &err) &&
              public_check_given(ruleset, "ruleset", &err) && check_seed(seed, &err) &&
              check_stem(ruleset, stem, &err) && read_rules(&r, ruleset, rulesets, &err) &&
              folder_make(&f, dir, &err) &&
              folder_finish(&f, write_files(&f, stem, party, seed, &r, &err), &err);
    cell_client_free(r.client);
    chain_free(r.unloaded);
    search_path_free(&r.search_path);
    if (!ok) public_error_set(error, &err);
    return ok;
}

/* --- the verb save ------------------------------------------------------------------------- */

/* True if head i of the table is a file.  The others are names of rulesets on the search path. */
static bool is_file_head(const Sconce *s, size_t i)
{
    const char *head = s->sources.head[i];
    return !is_ruleset_name(head, strlen(head));
}

/* True if head i is the last, and a file house.lua. */
static bool is_house(const Sconce *s, size_t i)
{
    return i + 1 == s->sources.heads && is_file_head(s, i) &&
           strcmp(path_base(s->sources.head[i]), "house.lua") == 0;
}

/* Appends house.lua: an `extends` for each other head, then the text of the current one, if any. */
static bool write_house_of_heads(const Sconce *s, const Chain *c, Text *t, Err *err)
{
    char stem[RULE_NAME_MAX + 1];
    size_t last = s->sources.heads - 1;
    bool has_house = is_house(s, last);
    if (!has_house) text_add(t, "-- house.lua -- the house rules of this campaign.\n");
    size_t others = has_house ? last : s->sources.heads;
    for (size_t i = 0; i < others; i++) {
        if (!read_stem(s->sources.head[i], stem))
            return err_set(err,
                           "%s cannot be kept under that name: small letters, digits, - and _ only",
                           s->sources.head[i]);
        text_addf(t, "extends \"%s\"\n", stem);
    }
    if (has_house) text_addn(t, c->file[last].text, c->file[last].n);
    return !t->failed || err_set(err, "out of memory");
}

/* Writes the files that the heads extend or include, where a campaign does not find them by name:
 * those in no folder of the search path, and those in a campaign folder that is gone. */
static bool save_rules_below(const Sconce *s, const Chain *c, NewFolder *f, Err *err)
{
    const SearchPath own = {.folder = {s->sources.folder}, .n = s->sources.folder ? 1 : 0};
    bool ok = true;
    for (size_t i = c->heads; ok && i < c->n; i++) {
        const RuleFile *file = &c->file[i];
        if (file->path && (is_on_search_path(&own, file->path) ||
                           !is_on_search_path(&s->sources.search_path, file->path)))
            ok = folder_write(f, file->name, file->text, file->n, err);
    }
    return ok;
}

/* Writes the rules into a new folder: heads that are files, the files they read, and house.lua. */
static bool save_rules(const Sconce *s, NewFolder *f, Err *err)
{
    ScopedText house = {0};
    const Chain *c = cell_client_chain(s->rules.client);
    bool ok = write_house_of_heads(s, c, &house, err);
    for (size_t i = 0; i < s->sources.heads && ok; i++)
        if (is_file_head(s, i) && !is_house(s, i))
            ok = folder_write(f, path_base(s->sources.head[i]), c->file[i].text, c->file[i].n, err);
    return ok && save_rules_below(s, c, f, err) &&
           folder_write(f, "house.lua", text_str(&house), house.n, err) &&
           folder_write_luarc(f, err);
}

/* Plays on in the new folder.  Takes its path, journal and lock. */
static void use_folder(Sconce *s, char *folder, Journal *journal, int lock)
{
    char *house = path_join(folder, "house.lua");
    for (size_t i = 0; i < s->sources.heads; i++) free(s->sources.head[i]);
    s->sources.head[0] = house;
    s->sources.heads = house ? 1 : 0;
    journal_close(s->position.journal);
    folder_unlock(s->position.lock);
    free(s->sources.folder);
    s->position.journal = journal;
    s->position.lock = lock;
    s->sources.folder = folder;
    if (!search_path_prepend(&s->sources.search_path, folder)) table_warn(s, "out of memory");
    s->rules.unreadable = s->rules.relocated = true; /* read again, from their new place */
}

/* Returns the folder that was typed, with the home in place of ~/, as in a shell; to be freed. */
static char *expand_folder(const char *dir, Err *err)
{
    const char *home = getenv("HOME");
    char *folder = NULL;
    if (!*dir)
        err_set(err, "save where? Name a new folder: 'save the-mine'");
    else if (*dir == '~' && (strncmp(dir, "~/", 2) != 0 || !dir[2] || !home || *home != '/'))
        err_set(err, "'%s' is no new folder; name one, as in 'save ~/the-mine'", dir);
    else if (!(folder = *dir == '~' ? path_join(home, dir + 2) : strdup(dir)))
        err_set(err, "out of memory");
    return folder;
}

/* Copies the rules and the journal into the new folder. */
static bool save_into(const Sconce *s, NewFolder *f, Err *err)
{
    ScopedString *path = path_join(f->dir, "journal.db"), *name = path_join(f->name, "journal.db");
    if (!path || !name) return err_set(err, "out of memory");
    Journal *journal =
        save_rules(s, f, err) ? journal_copy(s->position.journal, path, name, err) : NULL;
    journal_close(journal); /* SQLite would not find it under another name */
    return journal != NULL;
}

/* Also saves a campaign whose folder was moved or removed: from memory, and the open journal. */
bool create_from_scratch(Sconce *s, const char *dir, Err *err)
{
    NewFolder f;
    if (s->sources.folder && has_file(s->sources.folder, "journal.db") &&
        (s->read_only || !journal_has_moved(s->position.journal)))
        return err_set(err, "everything is saved in %s already", s->sources.folder);
    char *folder = expand_folder(dir, err);
    if (!folder || !folder_make(&f, folder, err)) {
        free(folder);
        return false;
    }
    int lock = folder_lock(f.dir, err);
    bool saved = folder_finish(&f, lock >= 0 && save_into(s, &f, err), err);
    Journal *journal = saved ? journal_open(folder, JOURNAL_PLAY, err) : NULL;
    if (journal) {
        use_folder(s, folder, journal, lock);
        return true;
    }
    folder_unlock(lock);
    free(folder);
    return false;
}
