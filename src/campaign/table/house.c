/* Writes lines of Lua that a game master asked for at the prompt into the campaign's house.lua: a
 * table of encounters, an answer for good.  Each is one line at the end of the file, marked by a
 * comment, so that a person can read, change and delete it.
 *
 * A line is written only when the rules load with it.  Nothing is read again here: rules_reload
 * does that before the next line, since rules must not change while a question is open. */
#include "campaign/table/table.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/journal/folder.h"

static const char mark[] = "  -- typed at the prompt";

/* True if the line was written here, and begins with the key as a whole word. */
static bool is_kept_line(const char *line, size_t n, const char *key)
{
    size_t k = strlen(key), m = strlen(mark);
    return n >= k + m && strncmp(line, key, k) == 0 && line[k] == ' ' &&
           memcmp(line + n - m, mark, m) == 0;
}

/* Copies the text of house.lua without the lines of that key.  Returns how many they were. */
static size_t copy_others(const char *text, const char *key, Text *t)
{
    size_t found = 0;
    while (*text) {
        size_t n = strcspn(text, "\n");
        bool kept = is_kept_line(text, n, key);
        if (!kept) {
            text_addn(t, text, n);
            text_addc(t, '\n');
        }
        found += kept;
        text += n + (text[n] == '\n');
    }
    return found;
}

/* Loads the rules with another text of house.lua, which is on disk as before.  False: *err. */
static bool check_loads(Sconce *s, const char *path, const Text *text, Err *err)
{
    Chain *c = table_sources_chain(&s->sources, err);
    RuleFile *house = NULL;
    for (size_t i = 0; c && i < c->n; i++)
        if (c->file[i].path && strcmp(c->file[i].path, path) == 0) house = &c->file[i];
    char *copy = house ? strdup(text_str(text)) : NULL;
    if (!copy) {
        if (c) err_set(err, house ? "out of memory" : "this table is not played by its house.lua");
        chain_free(c);
        return false;
    }
    free(house->text);
    house->text = copy;
    house->n = text->n;
    CellClient *client = table_sources_client(&s->sources, &s->stop, c);
    bool ok = client ? cell_client_load(client, err) : err_set(err, "out of memory");
    cell_client_free(client);
    if (!ok && err) err->file[0] = '\0', err->line = 0; /* a line that is in no file */
    return ok;
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
    Text text = {0}, others = {0};
    char *path = s->sources.folder ? path_join(s->sources.folder, "house.lua") : NULL;
    bool has = path && read_text_file(path, RULE_FILE_MAX, &text, NULL) &&
               copy_others(text_str(&text), key, &others) > 0;
    free(path);
    text_free(&text);
    text_free(&others);
    return has;
}

bool house_keep(Sconce *s, const char *verb, const char *key, const char *lua, Err *err)
{
    Text text = {0}, now = {0};
    char *path = house_path(s, verb, err);
    bool ok = path && read_text_file(path, RULE_FILE_MAX, &text, err);
    if (ok) {
        copy_others(text_str(&text), key, &now);
        if (*lua) text_addf(&now, "%s %s%s\n", key, lua, mark);
        ok = (!(text.failed || now.failed) || err_set(err, "out of memory")) &&
             check_loads(s, path, &now, err) &&
             folder_replace(s->sources.folder, "house.lua", text_str(&now), now.n, err);
    }
    if (ok) s->rules.typed = true;
    free(path);
    text_free(&text);
    text_free(&now);
    return ok;
}
