/* The verb `table`: a chart typed in one line, "table goblins 1-2 / rats 3-4 / nothing 5-6". */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/table/table.h"
#include "campaign/view/lines/show.h"

enum { ROWS_MAX = 100, NUMBER_MAX = 10000 };

/* A row as typed. */
typedef struct {
    const char *name;
    size_t n;
    long from, to; /* 0: without numbers */
} ChartRow;

typedef struct {
    Text name; /* the chart's name */
    Text die;  /* as typed; "": by the rows */
    ChartRow row[ROWS_MAX];
    size_t rows;
} TypedChart;

/* --- reading ------------------------------------------------------------------------------ */

static size_t trimmed(const char **s, size_t n)
{
    while (n > 0 && isspace((unsigned char)**s)) (*s)++, n--;
    while (n > 0 && isspace((unsigned char)(*s)[n - 1])) n--;
    return n;
}

/* Reads "3" or "1-2", all of n bytes. */
static bool read_numbers(const char *s, size_t n, ChartRow *row)
{
    char *end;
    if (n == 0 || !isdigit((unsigned char)*s)) return false;
    row->from = row->to = strtol(s, &end, 10);
    if (*end == '-' && isdigit((unsigned char)end[1])) row->to = strtol(end + 1, &end, 10);
    bool fits = row->from >= 1 && row->to >= row->from && row->to <= NUMBER_MAX;
    return end == s + n && fits;
}

/* Reads "goblins 1-2", "1-2 goblins" or "goblins". */
static bool read_row(const char *s, size_t n, ChartRow *row, Err *err)
{
    size_t first = 0, last = n;
    *row = (ChartRow){0};
    n = trimmed(&s, n);
    while (first < n && s[first] != ' ') first++;
    for (last = n; last > 0 && s[last - 1] != ' ';) last--;
    if (read_numbers(s + last, n - last, row)) {
        n = last;
    } else if (read_numbers(s, first, row)) {
        s += first;
        n -= first;
    } else {
        row->from = row->to = 0;
    }
    row->n = trimmed(&s, n);
    row->name = s;
    return row->n > 0 || err_set(err, "write a name and its numbers between two slashes, as "
                                      "in: table goblins 1-2 / rats 3-6");
}

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

/* True for "d12", "2d6". */
static bool is_die(const char *s, size_t n)
{
    size_t d = strspn(s, "0123456789");
    size_t sides = d < n && s[d] == 'd' ? strspn(s + d + 1, "0123456789") : 0;
    return sides > 0 && d + 1 + sides == n;
}

/* Reads the part before the colon: "wanderers", "deep woods d12". */
static bool read_head(const char *s, size_t n, TypedChart *c, Err *err)
{
    n = trimmed(&s, n);
    size_t last = n;
    while (last > 0 && s[last - 1] != ' ') last--;
    if (is_die(s + last, n - last)) {
        if (s[last] == 'd') text_addc(&c->die, '1');
        text_addn(&c->die, s + last, n - last);
        n = trimmed(&s, last);
    }
    for (size_t i = 0; i < n; i++) {
        bool letter = isalnum((unsigned char)s[i]) || s[i] == '_' || s[i] == ' ';
        if (!letter || (i == 0 && isdigit((unsigned char)s[i])))
            return err_set(err, "the name of a table is made of letters and digits, as in: table "
                                "wanderers: goblins 1-2 / rats 3-6");
        text_addc(&c->name, s[i] == ' ' ? '_' : (char)tolower((unsigned char)s[i]));
    }
    return true;
}

/* --- which chart --------------------------------------------------------------------------- */

/* Returns the ruleset's chart of encounters, or NULL. */
static const char *encounter_chart(const Value *book)
{
    static const char *const names[] = {"creatures", "encounters", "wanderers", "monsters"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (thing_named(value_list(book, "charts"), names[i])) return names[i];
    return NULL;
}

/* Sets the name where none was typed. */
static bool choose_name(const Value *book, TypedChart *c, Err *err)
{
    const char *name = encounter_chart(book);
    if (c->name.n > 0) return true;
    if (!name)
        return err_set(err, "these rules have no table of encounters; give yours a name, as in: "
                            "table wanderers: goblins 1-2 / rats 3-6");
    text_add(&c->name, name);
    return true;
}

/* Refuses to replace rows that do things, since typed rows only have texts. */
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

/* Writes the die: as typed, else by the highest row. */
static void add_die(const TypedChart *c, Text *t)
{
    long highest = 0;
    for (size_t i = 0; i < c->rows; i++)
        if (c->row[i].to > highest) highest = c->row[i].to;
    if (c->die.n > 0)
        text_add(t, c->die.s);
    else
        text_addf(t, "1d%ld", highest);
}

static void add_numbers(const ChartRow *row, Text *t)
{
    text_addf(t, "%ld", row->from);
    if (row->to > row->from) text_addf(t, "-%ld", row->to);
}

/* `{ die = "1d6", { "1-2", "goblins" }, … }` */
static void write_chart(const TypedChart *c, Text *lua)
{
    text_add(lua, "{ die = \"");
    add_die(c, lua);
    text_addc(lua, '"');
    for (const ChartRow *row = c->row; row < c->row + c->rows; row++) {
        text_add(lua, ", { \"");
        add_numbers(row, lua);
        text_add(lua, "\", ");
        house_write_text(lua, row->name, row->n);
        text_add(lua, " }");
    }
    text_add(lua, " }");
}

/* `Kept in house.lua: creatures, d6: goblins 1-2, rats 3-4, nothing 5-6.` */
static void write_told(const TypedChart *c, Text *told)
{
    ScopedText die = {0};
    const char *name = text_str(&c->name), *between = ": ";
    add_die(c, &die);
    text_addf(told, "Kept in house.lua: %s, %s", name, short_die(text_str(&die)));
    for (const ChartRow *row = c->row; row < c->row + c->rows; row++) {
        text_addf(told, "%s%.*s ", between, (int)row->n, row->name);
        add_numbers(row, told);
        between = ", ";
    }
    text_addf(told, ".\nIt counts from the next line on; 'roll %s' rolls on it.", name);
    told->failed = told->failed || die.failed;
}

/* Sets the beginning of the line: `chart.creatures` changes a chart that the rules have, `chart
 * "creatures"` makes one. */
static void write_key(const Sconce *s, const char *name, Text *key)
{
    text_addf(key, "chart \"%s\"", name);
    if (house_has(s, text_str(key)) || !thing_named(value_list(table_book(s), "charts"), name))
        return;
    text_clear(key);
    house_write_thing(key, "chart", name);
}

bool chart_line_keep(Sconce *s, const char *typed, Text *told, Err *err)
{
    static const char usage[] =
        "table takes its rows: table goblins 1-2 / rats 3-4 / nothing 5-6, or table NAME: …; "
        "'chart' shows the tables that there are";
    ScopedText key = {0}, lua = {0};
    TypedChart *c = calloc(1, sizeof *c);
    size_t colon = strcspn(typed, ":/");
    bool named = typed[colon] == ':';
    bool ok = (c || err_set(err, "out of memory")) && (typed[colon] || err_set(err, "%s", usage)) &&
              (!named || read_head(typed, colon, c, err)) &&
              read_rows(typed + (named ? colon + 1 : 0), c, err) &&
              choose_name(table_book(s), c, err) && check_replaces(table_book(s), c, err);
    if (ok) {
        write_key(s, text_str(&c->name), &key);
        write_chart(c, &lua);
        ok = house_keep(s, "table", text_str(&key), text_str(&lua), err);
    }
    if (ok) write_told(c, told);
    if (c) {
        text_free(&c->name);
        text_free(&c->die);
    }
    free(c);
    return ok;
}
