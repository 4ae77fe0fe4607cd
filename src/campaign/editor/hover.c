/* Makes the text that an editor shows of a name: the comment above it, where it comes from, and the
 * reference. */
#include <dirent.h>
#include <string.h>

#include "campaign/editor/draft.h"
#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "core/json_writer.h"

void write_place(Text *t, const Value *place)
{
    jsonw_int(jsonw_key(t, "line"), value_int(place, "line", 1));
    jsonw_int(jsonw_key(t, "column"), value_int(place, "from", 1));
    jsonw_int(jsonw_key(t, "end_column"), value_int(place, "to", 1));
}

/* Appends where the things of the reply come from, as `sconce rules NAME` shows it. */
static void add_origin(Text *t, const Chain *chain, const Value *reply)
{
    ScopedLines l = {0};
    value_each (about, value_list(reply, "about"))
        if (about->kind == TOKEN_TEXT) origin_lines(&l, reply, chain, about->s, true, NULL, NULL);
    lines_plain(&l, t);
    if (l.text.failed) t->failed = true;
}

/* Appends the comments above the functions of the reply; if there are none, what the cell says. */
static void add_said(Text *t, const Chain *chain, const Value *reply)
{
    value_each (about, value_list(reply, "about")) {
        bool text = about->kind == TOKEN_TEXT;
        const Value *entry = text ? value_get(value_get(reply, "entries"), about->s) : NULL;
        if (value_get(entry, "how")) function_comment(t, chain, value_text(entry, "made", ""));
    }
    if (t->n == 0) text_add(t, value_text(reply, "said", ""));
}

void write_hover(Text *t, const Chain *chain, const Value *reply)
{
    ScopedText said = {0}, origin = {0}, help = {0};
    const char *word = value_text(reply, "word", "");
    add_origin(&origin, chain, reply);
    if (*word) words_describe(&help, word);
    write_place(t, reply);
    add_said(&said, chain, reply);
    jsonw_string(jsonw_key(t, "said"), text_str(&said));
    jsonw_string(jsonw_key(t, "origin"), text_str(&origin));
    jsonw_string(jsonw_key(t, "help"), text_str(&help));
    if (said.failed || origin.failed || help.failed) t->failed = true;
}

/* --- files ------------------------------------------------------------------------------- */

/* Adds NAME for each file NAME.lua of a folder. */
static void write_files_of(Text *t, const char *folder)
{
    DIR *dir = opendir(folder);
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = lua_stem_length(e->d_name);
        if (n == 0 || !is_ruleset_name(e->d_name, n)) continue;
        jsonw_open(t, '{');
        jsonw_stringn(jsonw_key(t, "label"), e->d_name, n);
        jsonw_string(jsonw_key(t, "kind"), "file");
        jsonw_string(jsonw_key(t, "detail"), folder);
        jsonw_close(t, '}');
    }
    if (dir) closedir(dir);
}

void write_rule_files(Text *t, const SearchPath *search_path, bool parts)
{
    for (size_t i = 0; i < search_path->n; i++) {
        ScopedString *folder = path_join(search_path->folder[i], parts ? "parts" : "");
        if (folder) write_files_of(t, folder);
    }
}
