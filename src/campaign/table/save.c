/* `save DIR`: a scratch campaign becomes a folder, and play goes on there. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/journal/folder.h"
#include "campaign/journal/lock.h"
#include "campaign/table/campaign.h"

/* Is the head a file of the user's, not a ruleset that every campaign finds by its name? */
static bool is_own(const Sconce *s, size_t i)
{
    const char *head = s->sources.head[i];
    return !is_ruleset_name(head, strlen(head));
}

static bool is_house(const Sconce *s, size_t i)
{
    return i + 1 == s->sources.heads && is_own(s, i) &&
           strcmp(path_base(s->sources.head[i]), "house.lua") == 0;
}

/* delving.lua -> delving; false when no file could be extended by that name. */
static bool stem_of(const char *head, char stem[RULE_NAME_MAX + 1])
{
    const char *base = path_base(head);
    size_t n = strlen(base);
    if (n > 4 && strcmp(base + n - 4, ".lua") == 0) n -= 4;
    if (!is_ruleset_name(base, n)) return false;
    memcpy(stem, base, n);
    stem[n] = '\0';
    return true;
}

/* house.lua: what it was, or a new one; before it, an extends for every other head. */
static bool house_text(const Sconce *s, const Chain *c, Text *t, Err *err)
{
    char stem[RULE_NAME_MAX + 1];
    size_t last = s->sources.heads - 1;
    bool own = is_house(s, last);
    if (!own) text_add(t, "-- house.lua -- the house rules of this campaign.\n");
    for (size_t i = 0; i < s->sources.heads - own; i++) {
        if (!stem_of(s->sources.head[i], stem))
            return err_set(err,
                           "%s cannot be kept under that name: small letters, digits, - and _ only",
                           s->sources.head[i]);
        text_addf(t, "extends \"%s\"\n", stem);
    }
    if (own) text_addn(t, c->file[last].text, c->file[last].n);
    return !t->failed || err_set(err, "out of memory");
}

static bool write_rules(const Sconce *s, const char *dir, Err *err)
{
    Text house = {0};
    const Chain *c = cell_client_chain(s->keeper);
    bool ok = house_text(s, c, &house, err);
    for (size_t i = 0; i < s->sources.heads && ok; i++)
        if (is_own(s, i) && !is_house(s, i))
            ok = folder_write(dir, path_base(s->sources.head[i]), c->file[i].text, c->file[i].n,
                              err);
    if (ok)
        ok = folder_write(dir, "house.lua", text_str(&house), house.n, err) &&
             folder_editor(dir, err);
    text_free(&house);
    return ok;
}

/* Takes back what write_rules wrote beside house.lua; the folder was empty before. */
static void forget_rules(const Sconce *s, const char *dir)
{
    for (size_t i = 0; i < s->sources.heads; i++) {
        char *path = is_own(s, i) ? path_join(dir, path_base(s->sources.head[i])) : NULL;
        if (path) unlink(path);
        free(path);
    }
}

/* From here on the folder is the table. */
static void move_in(Sconce *s, char *folder, Journal *journal, int lock)
{
    char *house = path_join(folder, "house.lua");
    for (size_t i = 0; i < s->sources.heads; i++) free(s->sources.head[i]);
    s->sources.head[0] = house;
    s->sources.heads = house ? 1 : 0;
    journal_close(s->journal);
    s->journal = journal;
    s->lock = lock;
    s->sources.folder = folder;
    if (!search_path_first(&s->sources.search_path, folder)) campaign_warn(s, "out of memory");
    s->missing = s->moved = true; /* the rules are read again from their new place */
}

static bool keep_in(Sconce *s, const char *dir, Err *err)
{
    char *folder = strdup(dir);
    int lock = folder ? lock_take(folder, err) : -1;
    char *path = path_join(dir, "journal.db");
    Journal *journal = NULL;
    bool ok = lock >= 0 && write_rules(s, dir, err) &&
              (path ? journal_copy(s->journal, path, err) : err_set(err, "out of memory")) &&
              folder_settle(dir, err) && (journal = journal_open(dir, JOURNAL_PLAY, err));
    free(path);
    if (ok) {
        move_in(s, folder, journal, lock);
        return true;
    }
    lock_free(lock);
    free(folder);
    return false;
}

bool campaign_save(Sconce *s, const char *dir, Err *err)
{
    bool made;
    if (s->sources.folder)
        return err_set(err, "everything is kept in %s already", s->sources.folder);
    if (!*dir) return err_set(err, "save where? give a new folder: save the-mine");
    if (!folder_make(dir, &made, err)) return false;
    if (keep_in(s, dir, err)) return true;
    forget_rules(s, dir);
    folder_unmake(dir, made);
    return false;
}
