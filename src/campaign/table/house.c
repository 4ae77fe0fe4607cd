/* Writes lines of Lua that a game master asked for at the prompt into the campaign's house.lua: a
 * table of encounters, an answer for good.  Each is one line at the end of the file, marked by a
 * comment, so that a person can read, change and delete it.
 *
 * A line is written only when the rules load with it.  Nothing is read again here: rules_reload
 * does that before the next line, since rules must not change while a question is open. */
#include "campaign/table/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/journal/folder.h"

/* --- words of Lua -------------------------------------------------------------------------- */

void house_write_text(Text *t, const char *s, size_t n)
{
    text_addc(t, '"');
    for (const char *end = s + n; s < end; s++) {
        if (*s == '"' || *s == '\\') text_addc(t, '\\');
        if ((unsigned char)*s < ' ' || *s == 0x7f)
            text_addf(t, "\\%03d", *s);
        else
            text_addc(t, *s);
    }
    text_addc(t, '"');
}

/* True if Lua takes the name after a dot. */
static bool is_lua_name(const char *name)
{
    static const char *const reserved[] = {"and",   "break", "do",       "else", "elseif", "end",
                                           "false", "for",   "function", "goto", "if",     "in",
                                           "local", "nil",   "not",      "or",   "repeat", "return",
                                           "then",  "true",  "until",    "while"};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(name, reserved[i]) == 0) return false;
    if (!isalpha((unsigned char)*name) && *name != '_') return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

void house_write_thing(Text *t, const char *kind, const char *name)
{
    text_add(t, kind);
    if (is_lua_name(name)) {
        text_addf(t, ".%s", name);
    } else {
        text_addc(t, '[');
        house_write_text(t, name, strlen(name));
        text_addc(t, ']');
    }
}

/* --- the file ------------------------------------------------------------------------------ */

static const char mark[] = "  -- typed at the prompt";

/* True if the line was written here, and begins with the key as a whole word.  An editor may have
 * put a CR at its end. */
static bool is_kept_line(const char *line, size_t n, const char *key)
{
    size_t k = strlen(key), m = strlen(mark);
    if (n > 0 && line[n - 1] == '\r') n--;
    return n >= k + m && strncmp(line, key, k) == 0 && line[k] == ' ' &&
           memcmp(line + n - m, mark, m) == 0;
}

/* Copies the text of house.lua, which may hold NULs, without the lines of that key.  Returns how
 * many they were. */
static size_t copy_others(const Text *house, const char *key, Text *t)
{
    size_t found = 0;
    const char *line = text_str(house), *end = line + house->n;
    while (line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((next ? next : end) - line);
        bool kept = is_kept_line(line, n, key);
        if (!kept) {
            text_addn(t, line, n);
            text_addc(t, '\n');
        }
        found += kept;
        line = next ? next + 1 : end;
    }
    return found;
}

static const RuleFile *find_file(const Chain *c, const char *path)
{
    for (size_t i = 0; c && i < c->n; i++)
        if (c->file[i].path && strcmp(c->file[i].path, path) == 0) return &c->file[i];
    return NULL;
}

/* Loads the rules with another text of house.lua, which is on disk as before.  False: *err. */
static bool loads_with(Sconce *s, const char *path, const Text *text, Err *err)
{
    Chain *c = table_sources_chain(&s->sources, err);
    RuleFile *house = (RuleFile *)find_file(c, path);
    Text now = {0};
    if (house) text_addn(&now, text->s, text->n);
    char *copy = house ? text_take(&now) : NULL;
    if (!copy) {
        if (c) err_set(err, house ? "out of memory" : "this table is not played by its house.lua");
        chain_free(c);
        return false;
    }
    free(house->text);
    house->text = copy;
    house->n = text->n;
    ScopedClient *client = table_sources_client(&s->sources, &s->stop, c);
    return client ? cell_client_load(client, err) : err_set(err, "out of memory");
}

/* True if a return in house.lua ends it, so that a line behind it would never be read.  An error
 * there tells: it is raised, unless something returns before; behind a plain return it is no Lua.
 */
static bool returns_early(Sconce *s, const char *path, const Text *text)
{
    static const char end[] = "read to the end";
    Err err = {0};
    ScopedText probe = {0};
    if (!strstr(text_str(text), "return")) return false;
    text_addf(&probe, "%s\nlocal _ = error \"%s\"\n", text_str(text), end);
    return loads_with(s, path, &probe, &err) ||
           (!strstr(err.text, end) && loads_with(s, path, text, &err));
}

/* Checks that the rules load with the new text of house.lua.  False: *err says why, with its place
 * if the file as it is does not load either. */
static bool check_loads(Sconce *s, const char *path, const Text *text, const Text *now, Err *err)
{
    Err before = {0};
    if (returns_early(s, path, text))
        return err_set(err, "A return in house.lua ends the file, and nothing behind it is read. "
                            "Delete that return first.");
    if (loads_with(s, path, now, err)) return true;
    if (loads_with(s, path, text, &before))
        err->file[0] = '\0', err->line = 0; /* the new line is in no file */
    else
        *err = before;
    return false;
}

static bool is_text(const Text *t, const char *s, size_t n)
{
    return t->n == n && memcmp(text_str(t), s, n) == 0;
}

/* True if nobody else has changed house.lua since it was read or last written here. */
static bool is_known(const Sconce *s, const char *path, const Text *text)
{
    const Text *typed = &s->rules.typed;
    const RuleFile *house = find_file(cell_client_chain(s->rules.client), path);
    return (typed->n > 0 && is_text(text, typed->s, typed->n)) ||
           (house && is_text(text, house->text, house->n));
}

/* Returns the path of house.lua; NULL with *err where nothing can be written. */
static char *house_path(const Sconce *s, const char *verb, Err *err)
{
    if (!s->sources.folder)
        err_set(err, "%s needs a campaign folder, and this game is in memory: save FOLDER first",
                verb);
    else if (s->read_only)
        journal_read_only_error(s->sources.table, err);
    else
        return path_join(s->sources.folder, "house.lua");
    return NULL;
}

bool house_has(const Sconce *s, const char *key)
{
    ScopedText text = {0}, others = {0};
    ScopedString *path = s->sources.folder ? path_join(s->sources.folder, "house.lua") : NULL;
    return path && read_text_file(path, RULE_FILE_MAX, &text, NULL) &&
           copy_others(&text, key, &others) > 0;
}

bool house_keep(Sconce *s, const char *verb, const char *key, const char *lua, Err *err)
{
    ScopedText text = {0}, now = {0};
    ScopedString *path = house_path(s, verb, err);
    if (!path || !read_text_file(path, RULE_FILE_MAX, &text, err)) return false;
    copy_others(&text, key, &now);
    text_addf(&now, "%s %s%s\n", key, lua, mark);
    if (text.failed || now.failed) return err_set(err, "out of memory");
    if (!check_loads(s, path, &text, &now, err) ||
        !folder_replace(s->sources.folder, "house.lua", text_str(&now), now.n, err))
        return false;
    bool known = is_known(s, path, &text);
    text_clear(&s->rules.typed);
    if (known) text_addn(&s->rules.typed, now.s, now.n);
    return true;
}
