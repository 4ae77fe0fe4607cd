/* Writes lines of Lua that a game master asked for at the prompt into the campaign's house.lua: a
 * table of encounters, or an answer that holds for good.  Each is one line at the end of the file,
 * marked by a comment, so that a person can read, change and delete it.
 *
 * A line is written only when the rules load with it.  Nothing is read again here: rules_reload
 * does that before the next line, since rules must not change while a question is open.
 *
 * Undo takes none of these lines back: it moves the head of the journal, and this file is the game
 * master's.  Behind `always` it takes back the play, whose question stays settled; behind `table`,
 * which makes no entry, it takes back the line typed before. */
#include "campaign/journal/folder.h"
#include "campaign/rules/verb_lookup.h"
#include "campaign/rules/words.h"
#include "campaign/table/table.h"
#include "campaign/view/lines/show.h"
#include "core/ascii.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- words of Lua -------------------------------------------------------------------------- */

/* Appends n bytes as a text of Lua: in quotes, with escapes for characters that would mislead. */
static void write_lua_text(Text *t, const char *s, size_t n)
{
    text_addc(t, '"');
    for (size_t i = 0, length; i < n; i += length) {
        unsigned code = (unsigned char)s[i];
        length = text_code(s + i, n - i, &code);
        if (length == 0) length = 1; /* a byte that is not UTF-8, which a damaged cell may send */
        if (code == '"' || code == '\\') text_addc(t, '\\');
        if (text_misleads(code))
            text_addf(t, "\\u{%X}", code);
        else
            text_addn(t, s + i, length);
    }
    text_addc(t, '"');
}

/* True if the name can stand behind a dot in Lua: `question.relight`. */
static bool is_lua_name(const char *name)
{
    static const char reserved[] = "and break do else elseif end false for function goto if in "
                                   "local nil not or repeat return then true until while";
    if (text_is_one_of(name, reserved)) return false;
    if (!is_letter(*name) && *name != '_') return false;
    for (; *name; name++)
        if (!is_letter_or_digit(*name) && *name != '_') return false;
    return true;
}

/* Appends how Lua names a thing of the rules: `question.relight`, or `question["two words"]`. */
static void write_lua_thing(Text *t, const char *kind, const char *name)
{
    text_add(t, kind);
    if (is_lua_name(name)) {
        text_addf(t, ".%s", name);
    } else {
        text_addc(t, '[');
        write_lua_text(t, name, strlen(name));
        text_addc(t, ']');
    }
}

/* Appends a value as Lua: a boolean, a number, a text, or a list of texts.  False: another kind. */
static bool write_lua_value(Text *t, const Value *v)
{
    if (v->kind == TOKEN_BOOL) {
        text_add(t, v->boolean ? "true" : "false");
    } else if (v->kind == TOKEN_INT) {
        text_addf(t, "%lld", (long long)v->integer);
    } else if (v->kind == TOKEN_REAL) {
        text_add_real(t, 'g', 17, v->real);
    } else if (v->kind == TOKEN_TEXT) {
        write_lua_text(t, v->s, v->n);
    } else if (v->kind == TOKEN_LIST) {
        for (size_t i = 0; i < v->n; i++) {
            if (v->items[i].kind != TOKEN_TEXT) return false;
            text_add(t, i ? ", " : "{ ");
            write_lua_text(t, v->items[i].s, v->items[i].n);
        }
        text_add(t, v->n > 0 ? " }" : "{}");
    } else {
        return false;
    }
    return true;
}

/* --- the file ------------------------------------------------------------------------------ */

/* The comment by which a line that was written here is known again. */
static const char mark[] = "  -- typed at the prompt";

/* True if the line (n bytes) was written here for this key: it begins with the key and a blank, and
 * ends with the mark.  An editor may have put a CR behind that. */
static bool is_kept_line(const char *line, size_t n, const char *key)
{
    size_t key_n = strlen(key), mark_n = strlen(mark);
    if (n > 0 && line[n - 1] == '\r') n--;
    return n >= key_n + mark_n && strncmp(line, key, key_n) == 0 && line[key_n] == ' ' &&
           memcmp(line + n - mark_n, mark, mark_n) == 0;
}

/* Appends house.lua (maybe with NULs) but for lines of this key.  Returns how many it left out. */
static size_t copy_other_lines(const Text *house, const char *key, Text *t)
{
    size_t left_out = 0;
    const char *line = text_str(house), *end = line + house->n;
    while (line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((next ? next : end) - line);
        bool kept = is_kept_line(line, n, key);
        if (!kept) {
            text_addn(t, line, n);
            text_addc(t, '\n');
        }
        left_out += kept;
        line = next ? next + 1 : end;
    }
    return left_out;
}

/* Returns the file of the chain (may be NULL) that was read from this path; NULL: none. */
static const RuleFile *find_file(const Chain *c, const char *path)
{
    for (size_t i = 0; c && i < c->n; i++)
        if (c->file[i].path && strcmp(c->file[i].path, path) == 0) return &c->file[i];
    return NULL;
}

/* True if the rules load, in a cell of their own, when house.lua (at `path`) has this text; the
 * file on disk stays as it is. */
static bool loads_with(Sconce *s, const char *path, const Text *text, Err *err)
{
    Chain *c = table_sources_chain(&s->sources, err);
    RuleFile *house = (RuleFile *)find_file(c, path); /* c is our own, so it may be changed */
    Text copy = {0};
    if (house) text_addn(&copy, text->s, text->n);
    char *content = text_take(&copy);
    if (!house || !content) {
        if (c) err_set(err, house ? "out of memory" : "this table is not played by its house.lua");
        free(content);
        chain_free(c);
        return false;
    }
    free(house->text);
    house->text = content;
    house->n = text->n;
    ScopedClient *client = table_sources_client(&s->sources, &s->stop, c, err);
    return client && cell_client_load(client, err);
}

/* True if a return in house.lua ends it, so that a line behind it would never be read.  To find
 * out, an `error` is put behind the text.  If the rules load all the same, something returned
 * before it. If they fail for another reason, though the text alone loads, the text ends in a
 * return, behind which Lua allows nothing. */
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

/* Checks that the rules load with the new text of house.lua.  When they do not load with the old
 * text either, *err tells that mistake and its place; else *err has no place. */
static bool check_loads(Sconce *s, const char *path, const Text *old, const Text *new, Err *err)
{
    Err old_err = {0};
    if (returns_early(s, path, old))
        return err_set(err, "A return in house.lua ends the file, and nothing behind it is read. "
                            "Delete that return first.");
    if (loads_with(s, path, new, err)) return true;
    if (loads_with(s, path, old, &old_err)) {
        err->file[0] = '\0'; /* the new line is to blame, which is in no file yet */
        err->line = 0;
    } else {
        *err = old_err;
    }
    return false;
}

static bool has_content(const Text *t, const char *s, size_t n)
{
    return t->n == n && memcmp(text_str(t), s, n) == 0;
}

/* True if nobody else changed house.lua: its text is the one loaded, or written here since. */
static bool is_unchanged(const Sconce *s, const char *path, const Text *text)
{
    const Text *typed = &s->rules.typed;
    const RuleFile *house = find_file(cell_client_chain(s->rules.client), path);
    return (typed->n > 0 && has_content(text, typed->s, typed->n)) ||
           (house && has_content(text, house->text, house->n));
}

/* Returns the path of house.lua; the caller frees it.  NULL with *err where nothing can be
 * written.  verb: what the game master typed, for the sentence. */
static char *house_path(const Sconce *s, const char *verb, Err *err)
{
    if (!s->sources.folder)
        err_set(err, "%s needs a campaign folder, and this game is in memory: save FOLDER first",
                verb);
    else if (s->read_only)
        journal_read_only_error(s->sources.table, err);
    else if (journal_has_moved(s->position.journal))
        err_set(err,
                "the folder %s was moved or replaced in mid-game, so nothing is written into it: "
                "type 'save FOLDER' to keep this game in another",
                s->sources.folder);
    else
        return path_join(s->sources.folder, "house.lua");
    return NULL;
}

/* True if house.lua has a line of that key that was written by house_keep_line. */
static bool house_has_line(const Sconce *s, const char *key)
{
    ScopedText text = {0}, others = {0};
    ScopedString *path = s->sources.folder ? path_join(s->sources.folder, "house.lua") : NULL;
    return path && read_composed_file(path, NULL, &text, NULL) &&
           copy_other_lines(&text, key, &others) > 0;
}

/* Writes the line "KEY LUA" to the end of house.lua, in place of an earlier one of that key.  The
 * rules have it from the next typed line on.  verb: what the game master typed, for messages.
 * False: nothing is written, and *err says why, for example that the rules do not load with it. */
static bool house_keep_line(Sconce *s, const char *verb, const char *key, const char *lua, Err *err)
{
    ScopedText old = {0}, new = {0};
    ScopedString *path = house_path(s, verb, err);
    if (!path || !read_composed_file(path, NULL, &old, err)) return false;
    copy_other_lines(&old, key, &new);
    text_addf(&new, "%s %s%s\n", key, lua, mark);
    if (old.failed || new.failed) return err_set(err, "out of memory");
    if (!check_loads(s, path, &old, &new, err) ||
        !folder_replace(s->sources.folder, "house.lua", text_str(&new), new.n, err))
        return false;
    /* The next reload shall not warn of this line, but still of what others changed. */
    bool unchanged = is_unchanged(s, path, &old);
    text_clear(&s->rules.typed);
    if (unchanged) text_addn(&s->rules.typed, new.s, new.n);
    return true;
}

/* --- answers that hold for good: `always` and `never`, typed at a question --- */

bool is_settling(const Value *ask, const char *line)
{
    size_t n = word_length(line);
    if (!same_word("always", line, n) && !same_word("never", line, n)) return false;
    /* A word that is short for a choice is that answer: "never" where "never mind" is a choice. */
    value_each (choice, value_list(ask, "choices"))
        if (has_prefix(thing_name(choice), line, strlen(line))) return false;
    return true;
}

bool settle_possible(const Sconce *s, Err *err)
{
    return s->sources.folder ||
           err_set(err, "This game is in no folder, so there is no house.lua to keep that in. "
                        "Answer for this time; save FOLDER keeps the game.");
}

/* Writes the line KEY = VALUE to house.lua, with the day and the turn in a comment. */
static bool keep_value(Sconce *s, const char *key, const Text *value, Err *err)
{
    ScopedText lua = {0};
    text_addf(&lua, "= %s  -- ", text_str(value));
    show_date(&lua, (int64_t)time(NULL));
    text_addf(&lua, ", T%lld", (long long)s->position.head.turn);
    return (!lua.failed || err_set(err, "out of memory")) &&
           house_keep_line(s, "always", key, text_str(&lua), err);
}

/* Writes the answer to the question `id` into house.lua, and tells of it.  Every value that a
 * question takes can be written as Lua (journal_form in values.lua).  Only a cell that rules took
 * over may send another, and then nothing is written. */
static void settle_answer(Sconce *s, const char *id, const Value *value)
{
    ScopedText key = {0}, lua = {0}, why = {0};
    Err err = {0};
    if (!value || !write_lua_value(&lua, value)) return;
    write_lua_thing(&key, "question", id);
    text_add(&key, ".always");
    if (keep_value(s, text_str(&key), &lua, &err)) {
        table_warn(s, "From now on: %s = %s. Delete that line of house.lua to be asked again.",
                   text_str(&key), text_str(&lua));
    } else {
        table_write_place(&why, err.file, err.line);
        table_warn(s, "This holds only for this time: %s%s", text_str(&why), err.text);
    }
}

void settle_answers(Sconce *s, const Value *settled)
{
    const PendingCommand *c = &s->pending;
    /* How many answers of the line began with `always` or `never`.  The cell says which questions
     * they settled.  One that rules took over could name more, and so write into the house file: no
     * more than this number are believed. */
    size_t still_believed = 0;
    for (size_t i = 0; i < c->n; i++)
        still_believed += !c->input[i].is_dice && is_settling(NULL, text_str(&c->input[i].text));
    value_each (answer, settled) {
        const char *id = value_text(answer, "id", "");
        bool known = thing_named(value_list(table_book(s), "questions"), id) != NULL;
        if (still_believed == 0 || !known) continue;
        still_believed--;
        settle_answer(s, id, value_get(answer, "value"));
    }
}

/* --- the verb `table`: a chart typed in one line, "table goblins 1-2 / rats 3-4 / nothing 5-6" ---
 */

/* A d100 has 100 rows, about as many as a line holds; no die of any game has NUMBER_MAX sides. */
enum { ROWS_MAX = 100, NUMBER_MAX = 10000 };

/* A row as typed. */
typedef struct {
    const char *name; /* n bytes within the line */
    size_t n;
    long from, to; /* the results of the die that choose this row; 0: none were typed */
    bool open;     /* "5+": it is also for all that is higher */
} ChartRow;

/* A chart as typed. */
typedef struct {
    Text name;
    Text die;              /* as typed, "1d12"; "": as many sides as the highest number of a row */
    const Value *modifier; /* of the rules, which changes rolls on this chart; or NULL */
    ChartRow row[ROWS_MAX];
    size_t rows;
} TypedChart;

/* --- reading ------------------------------------------------------------------------------ */

/* Reads the numbers of a row, "3", "1-2" or "5+", which must be all of the n bytes.  "5+" is taken
 * as 5 to 6: the highest number of a chart gives its die, and dice have an even number of sides. */
static bool read_numbers(const char *s, size_t n, ChartRow *row)
{
    char *end;
    if (n == 0 || !is_digit(*s)) return false;
    row->from = row->to = strtol(s, &end, 10);
    if (*end == '-' && is_digit(end[1])) row->to = strtol(end + 1, &end, 10);
    row->open = *end == '+';
    if (row->open) {
        row->to += row->to % 2;
        end++;
    }
    bool in_order = row->from >= 1 && row->to >= row->from && row->to <= NUMBER_MAX;
    return end == s + n && in_order;
}

/* Reads "goblins 1-2", "1-2 goblins" or "goblins". */
static bool read_row(const char *s, size_t n, ChartRow *row, Err *err)
{
    *row = (ChartRow){0};
    s = without_blanks(s, &n);
    size_t first_end = 0, last_start = n; /* of the first and the last word */
    while (first_end < n && s[first_end] != ' ') first_end++;
    while (last_start > 0 && s[last_start - 1] != ' ') last_start--;
    if (read_numbers(s + last_start, n - last_start, row)) {
        n = last_start;
    } else if (read_numbers(s, first_end, row)) {
        s += first_end;
        n -= first_end;
    } else {
        row->from = row->to = 0;
    }
    row->name = without_blanks(s, &n);
    row->n = n;
    return row->n > 0 || err_set(err, "write a name and its numbers between two slashes, as "
                                      "in: table goblins 1-2 / rats 3-6");
}

/* Reads the rows, with slashes between.  Rows without numbers get one number each. */
static bool read_rows(const char *s, TypedChart *c, Err *err)
{
    size_t numbered = 0;
    for (bool more = true; more;) {
        size_t n = strcspn(s, "/");
        if (c->rows == ROWS_MAX) return err_set(err, "a table has at most %d rows", ROWS_MAX);
        if (!read_row(s, n, &c->row[c->rows], err)) return false;
        numbered += c->row[c->rows++].from > 0;
        more = s[n] == '/';
        s += n + more;
    }
    for (size_t i = 0; numbered == 0 && i < c->rows; i++)
        c->row[i].from = c->row[i].to = (long)i + 1;
    return numbered == 0 || numbered == c->rows ||
           err_set(err, "give every row its numbers, as in goblins 1-2, or none");
}

/* True if the n bytes are a die or several, "d12", "2d6". */
static bool is_die(const char *s, size_t n)
{
    static const char digits[] = "0123456789";
    size_t count_n = strspn(s, digits);
    size_t sides_n = count_n < n && s[count_n] == 'd' ? strspn(s + count_n + 1, digits) : 0;
    return sides_n > 0 && count_n + 1 + sides_n == n;
}

/* Reads the part before the colon: "wanderers", "deep woods d12". */
static bool read_name_and_die(const char *s, size_t n, TypedChart *c, Err *err)
{
    s = without_blanks(s, &n);
    size_t last_start = n; /* of the last word */
    while (last_start > 0 && s[last_start - 1] != ' ') last_start--;
    if (is_die(s + last_start, n - last_start)) {
        if (s[last_start] == 'd') text_addc(&c->die, '1');
        text_addn(&c->die, s + last_start, n - last_start);
        n = last_start;
        s = without_blanks(s, &n);
    }
    for (size_t i = 0; i < n; i++) {
        bool letter = is_letter_or_digit(s[i]) || s[i] == '_' || s[i] == ' ';
        if (!letter || (i == 0 && is_digit(s[i])))
            return err_set(err, "the name of a table is made of letters and digits, as in: table "
                                "wanderers: goblins 1-2 / rats 3-6");
        text_addc(&c->name, s[i] == ' ' ? '_' : to_lower(s[i]));
    }
    return true;
}

/* --- which chart --------------------------------------------------------------------------- */

/* Sets the name, if none was typed: the ruleset's chart of encounters, found by its usual names. */
static bool choose_name(const Value *book, TypedChart *c, Err *err)
{
    static const char *const usual[] = {"creatures", "encounters", "wanderers", "monsters"};
    for (size_t i = 0; c->name.n == 0 && i < sizeof usual / sizeof *usual; i++)
        if (thing_named(value_list(book, "charts"), usual[i])) text_add(&c->name, usual[i]);
    return c->name.n > 0 ||
           err_set(err, "these rules have no table of encounters; give yours a name, as in: "
                        "table wanderers: goblins 1-2 / rats 3-6");
}

/* Refuses to replace a chart with a rule behind a row, since typed rows only have texts. */
static bool check_replaces(const Value *book, const TypedChart *c, Err *err)
{
    const Value *chart = thing_named(value_list(book, "charts"), text_str(&c->name));
    value_each (row, value_list(chart, "rows")) {
        if (!value_bool(row, "does", false)) continue;
        return err_set(
            err,
            "the rules act on rows of '%s', such as '%s', and rows typed here would only "
            "be texts; take another name, or change house.lua",
            text_str(&c->name), thing_name(row));
    }
    return true;
}

/* --- writing ------------------------------------------------------------------------------ */

/* Writes the die: as typed, else with as many sides as the highest number of a row. */
static void write_die(const TypedChart *c, Text *t)
{
    long highest = 0;
    for (size_t i = 0; i < c->rows; i++)
        if (c->row[i].to > highest) highest = c->row[i].to;
    if (c->die.n > 0)
        text_add(t, c->die.s);
    else
        text_addf(t, "1d%ld", highest);
}

/* Writes the numbers of a row, "1-2".  Where a modifier may add to the roll, the last row is also
 * for all that is higher, "5+". */
static void write_numbers(const TypedChart *c, const ChartRow *row, Text *t)
{
    text_addf(t, "%ld", row->from);
    if (row->open || (c->modifier && row == c->row + c->rows - 1))
        text_addc(t, '+');
    else if (row->to > row->from)
        text_addf(t, "-%ld", row->to);
}

/* True if the n bytes are dice, perhaps with a number added: "d12", "2d6+1". */
static bool is_die_plus(const char *s, size_t n)
{
    size_t die_n = strcspn(s, "+-");
    if (die_n >= n) return is_die(s, n);
    size_t digits = strspn(s + die_n + 1, "0123456789");
    return die_n + 1 + digits == n && is_die(s, die_n);
}

/* Writes the text of a row, "{2d6} goblins": dice in braces are rolled each time it comes up. */
static void write_row_text(const ChartRow *row, Text *lua)
{
    ScopedText text = {0};
    const char *end = row->name + row->n;
    for (const char *word = row->name; word < end;) {
        size_t n = strcspn(word, " ");
        if (n > (size_t)(end - word)) n = (size_t)(end - word);
        bool dice = is_die_plus(word, n);
        if (dice) text_add(&text, *word == 'd' ? "{1" : "{");
        text_addn(&text, word, n);
        if (dice) text_addc(&text, '}');
        word += n;
        for (; word < end && *word == ' '; word++) text_addc(&text, ' ');
    }
    write_lua_text(lua, text_str(&text), text.n);
    lua->failed = lua->failed || text.failed;
}

/* Writes the chart as Lua: `{ die = "1d6", { "1-2", "goblins" }, … }` */
static void write_chart(const TypedChart *c, Text *lua)
{
    text_add(lua, "{ die = \"");
    write_die(c, lua);
    text_addc(lua, '"');
    for (const ChartRow *row = c->row; row < c->row + c->rows; row++) {
        text_add(lua, ", { \"");
        write_numbers(c, row, lua);
        text_add(lua, "\", ");
        write_row_text(row, lua);
        text_add(lua, " }");
    }
    text_add(lua, " }");
}

/* Tells what was written: `Kept in house.lua: creatures, d6: goblins 1-2, rats 3-4.` */
static void tell_kept(const TypedChart *c, Text *told)
{
    ScopedText die = {0};
    const char *name = text_str(&c->name), *between = ": ";
    write_die(c, &die);
    text_addf(told, "Kept in house.lua: %s, %s", name, short_die(text_str(&die)));
    for (const ChartRow *row = c->row; row < c->row + c->rows; row++) {
        text_addf(told, "%s%.*s ", between, (int)row->n, row->name);
        write_numbers(c, row, told);
        between = ", ";
    }
    text_addf(told, ".\nIt counts from the next line on; 'roll %s' rolls on it.", name);
    if (c->modifier)
        text_addf(told, " The rules change each roll: %s.", value_text(c->modifier, "help", ""));
    told->failed = told->failed || die.failed;
}

/* Writes how the line in house.lua begins.  A chart that only the rules have is changed:
 * `chart.creatures`.  One that they lack, or that the verb `table` put into house.lua before, is
 * made: `chart "creatures"`. */
static void write_chart_key(const Sconce *s, const char *name, Text *key)
{
    text_addf(key, "chart \"%s\"", name);
    bool made_here = house_has_line(s, text_str(key));
    if (made_here || !thing_named(value_list(table_book(s), "charts"), name)) return;
    text_clear(key);
    write_lua_thing(key, "chart", name);
}

/* Reads what was typed, "NAME: goblins 1-2 / rats 3-6" or only the rows, and checks that the chart
 * may be written.  Numbers that are missing, or given twice, are refused later, when
 * house_keep_line loads the rules with it. */
static bool read_chart(const Value *book, const char *typed, TypedChart *c, Err *err)
{
    size_t head = strcspn(typed, ":/");
    bool named = typed[head] == ':';
    if (!typed[head])
        return err_set(err, "table takes its rows: table goblins 1-2 / rats 3-4 / nothing 5-6, or "
                            "table NAME: …; 'chart' shows the tables that there are");
    if (named && !read_name_and_die(typed, head, c, err)) return false;
    if (!read_rows(typed + (named ? head + 1 : 0), c, err) || !choose_name(book, c, err))
        return false;
    value_each (one, value_list(book, "modifiers")) /* the first that changes rolls on the chart */
        if (!c->modifier && value_is(one, "chart", text_str(&c->name))) c->modifier = one;
    return check_replaces(book, c, err);
}

bool chart_line_keep(Sconce *s, const char *typed, Text *told, Err *err)
{
    ScopedText key = {0}, lua = {0};
    TypedChart *c = calloc(1, sizeof *c);
    if (!c) return err_set(err, "out of memory");
    bool ok = read_chart(table_book(s), typed, c, err);
    if (ok) {
        write_chart_key(s, text_str(&c->name), &key);
        write_chart(c, &lua);
        ok = house_keep_line(s, "table", text_str(&key), text_str(&lua), err);
    }
    if (ok) tell_kept(c, told);
    text_free(&c->name);
    text_free(&c->die);
    free(c);
    return ok;
}
