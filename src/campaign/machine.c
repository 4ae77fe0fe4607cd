/* sconce_machine: reports what protects this machine from the rules (a cell tests itself, and sends
 * what it found), the limits of rules, and the versions of this build. */
#include <jansson.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/journal/journal.h"
#include "campaign/rules/public_error.h"
#include "campaign/rules/table_sources.h"
#include "campaign/view/lines/lines.h"
#include "core/json_writer.h"
#include "core/rng.h"
#include "core/wire.h"

enum { JSON_VERSION = 1 }; /* of all answers; sconce.h promises that keys are only added */
enum { LABEL_ROOM = 14 };  /* columns of the longest label, "shared memory", and one more */

/* The facts about this machine and the cell. */
typedef struct {
    char *cell;         /* path, or NULL */
    SearchPath folders; /* of rulesets */
    int64_t timeout;    /* ms */
    Tree *reply;        /* of the cell, or NULL */
    const Value *said;  /* its root; an empty list without a reply */
    Err err;            /* why there is no reply */
} Machine;

/* --- asking the cell ----------------------------------------------------------------------- */

/* Asks the cell how it is protected: sets m->timeout, m->reply and m->said, or m->err when there is
 * no reply.  Without a cell nothing is set. */
static void ask_cell(Machine *m, const SconceOptions *o)
{
    ScopedClient *client =
        m->cell ? cell_client_new(m->cell, o->patience_ms, o->memory_mb, NULL, NULL) : NULL;
    if (!client) return;
    MapWriter f = {0};
    ScopedText request = {0};
    m->timeout = cell_client_timeout(client, 1);
    put_text(map_field(&f, "op"), "guards");
    put_int(map_field(&f, "timeout"), m->timeout);
    map_end(&f, &request);
    m->reply = cell_client_ask(client, &request, 1, &m->err);
    if (m->reply) m->said = tree_root(m->reply);
}

/* --- for programs -------------------------------------------------------------------------- */

/* Returns the version of Lua in the cell, "5.4.4". */
static const char *lua_version(const Machine *m)
{
    static const char name[] = "Lua "; /* as LUA_RELEASE begins */
    const char *release = value_text(m->said, "lua", "");
    return strncmp(release, name, strlen(name)) == 0 ? release + strlen(name) : release;
}

/* Writes the facts for programs; protection that the cell did not tell of counts as missing. */
static void write_facts(Text *t, const Machine *m)
{
    ScopedText journal = {0};
    jsonw_open(jsonw_key(t, "cell"), '{');
    if (m->cell) jsonw_string(jsonw_key(t, "path"), m->cell);
    if (!m->reply) jsonw_string(jsonw_key(t, "error"), m->err.text);
    jsonw_close(t, '}');
    if (m->reply) {
        jsonw_open(jsonw_key(t, "guards"), '{');
        jsonw_string(jsonw_key(t, "filter"), value_text(m->said, "filter", ""));
        jsonw_int(jsonw_key(t, "landlock"), value_int(m->said, "landlock", 0));
        jsonw_bool(jsonw_key(t, "processes"), value_bool(m->said, "forks", true));
        jsonw_bool(jsonw_key(t, "sealed_page"), value_bool(m->said, "sealed_page", false));
        jsonw_bool(jsonw_key(t, "fixed_seed"), value_bool(m->said, "fixed_seed", false));
        jsonw_bool(jsonw_key(t, "fixed_borders"), value_bool(m->said, "fixed_borders", false));
        jsonw_close(t, '}');
        jsonw_open(jsonw_key(t, "limits"), '{');
        jsonw_int(jsonw_key(t, "memory_mb"), value_int(m->said, "memory", 0));
        jsonw_int(jsonw_key(t, "odds_memory_mb"), value_int(m->said, "odds_memory", 0));
        jsonw_int(jsonw_key(t, "timeout_ms"), m->timeout);
        jsonw_int(jsonw_key(t, "steps"), value_int(m->said, "steps", 0));
        jsonw_close(t, '}');
    }
    text_addf(&journal, "%d.%d", JOURNAL_MAJOR, JOURNAL_MINOR);
    jsonw_open(jsonw_key(t, "formats"), '{');
    jsonw_string(jsonw_key(t, "journal"), text_str(&journal));
    jsonw_int(jsonw_key(t, "dice"), DICE_STREAM);
    jsonw_int(jsonw_key(t, "wire"), WIRE_VERSION);
    jsonw_int(jsonw_key(t, "json"), JSON_VERSION);
    jsonw_close(t, '}');
    jsonw_open(jsonw_key(t, "libraries"), '{');
    if (m->reply) {
        jsonw_string(jsonw_key(t, "lua"), lua_version(m));
        jsonw_string(jsonw_key(t, "gmp"), value_text(m->said, "gmp", ""));
    }
    jsonw_string(jsonw_key(t, "sqlite"), sqlite3_libversion());
    jsonw_string(jsonw_key(t, "jansson"), JANSSON_VERSION);
    jsonw_close(t, '}');
    jsonw_open(jsonw_key(t, "rulesets"), '[');
    for (size_t i = 0; i < m->folders.n; i++) {
        jsonw_open(t, '{');
        jsonw_string(jsonw_key(t, "folder"), m->folders.folder[i]);
        jsonw_bool(jsonw_key(t, "there"), is_folder(m->folders.folder[i]));
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}

/* --- for a person -------------------------------------------------------------------------- */

/* Adds a row `label         text`. */
static void add_row(StyledLines *l, Role role, const char *label, const char *text)
{
    enum { GAP = 2 }; /* columns behind the label */
    lines_begin(l, LINE_INDENT)->hang = LINE_INDENT + LABEL_ROOM + GAP;
    lines_addf(l, ROLE_NAME, "%-*s", LABEL_ROOM, label);
    lines_addf(l, ROLE_TEXT, "%*s", GAP, "");
    lines_add(l, role, text);
}

static void add_fact(StyledLines *l, const char *label, const char *text)
{
    add_row(l, ROLE_TEXT, label, text);
}

/* Adds a kind of protection, as a warning if this machine lacks it. */
static void add_guard(StyledLines *l, bool there, const char *label, const char *text)
{
    add_row(l, there ? ROLE_TEXT : ROLE_WARNING, label, text);
}

/* Adds a number in groups of three digits: "40,000,000". */
static void add_grouped(Text *t, int64_t n)
{
    if (n >= 1000) add_grouped(t, n / 1000);
    text_addf(t, n >= 1000 ? ",%03d" : "%d", (int)(n % 1000));
}

static void add_system_calls(StyledLines *l, const Value *said)
{
    const char *filter = value_text(said, "filter", "");
    bool on = strcmp(filter, "on") == 0, sanitized = strcmp(filter, "sanitized") == 0;
    add_guard(l, on, "system calls",
              on          ? "refused, except for memory, the clock and the way back to this program"
              : sanitized ? "not refused: this build has the sanitizers, which need them"
                          : "not refused: no filter can be set on this machine");
}

static void add_files(StyledLines *l, const Value *said)
{
    int64_t abi = value_int(said, "landlock", 0); /* version of the kernel's Landlock; 0: none */
    bool filter = value_is(said, "filter", "on");
    ScopedText t = {0};
    if (abi > 0)
        text_addf(&t, "refused twice: by the filter, and by Landlock %d", (int)abi);
    else
        text_add(&t, filter ? "refused by the filter; this kernel has no Landlock" : "not refused");
    add_guard(l, abi > 0 || filter, "files", text_str(&t));
}

static void add_guards(StyledLines *l, const Machine *m)
{
    const Value *said = m->said;
    bool forks = value_bool(said, "forks", true), sealed = value_bool(said, "sealed_page", false),
         seed = value_bool(said, "fixed_seed", false),
         borders = value_bool(said, "fixed_borders", false);
    ScopedText memory = {0}, work = {0};
    add_system_calls(l, said);
    add_files(l, said);
    add_guard(l, !forks, "programs", forks ? "not refused" : "refused");
    add_guard(l, sealed, "shared memory", sealed ? "sealed" : "not sealed");
    add_guard(l, seed && borders, "same bytes",
              !seed      ? "not sure: the hash seed of this Lua is not known"
              : !borders ? "the hash seed is fixed, but the length of a list with gaps is not"
                         : "the hash seed is fixed, and so is the length of a list with gaps");
    add_grouped(&memory, value_int(said, "memory", 0));
    text_add(&memory, " MB a line, ");
    add_grouped(&memory, value_int(said, "odds_memory", 0));
    text_add(&memory, " MB for exact odds (--memory N)");
    add_fact(l, "memory", text_str(&memory));
    add_grouped(&work, value_int(said, "steps", 0));
    text_add(&work, " steps a line (--timeout N)");
    add_fact(l, "work", text_str(&work));
}

/* Adds the versions of this program and its libraries, and where it looks for rulesets. */
static void add_build(StyledLines *l, const Machine *m)
{
    ScopedText formats = {0}, libraries = {0};
    text_addf(&formats, "journal %d.%d, dice %d, messages %d, JSON %d", JOURNAL_MAJOR,
              JOURNAL_MINOR, DICE_STREAM, WIRE_VERSION, JSON_VERSION);
    if (m->reply)
        text_addf(&libraries, "Lua %s, GMP %s, ", lua_version(m), value_text(m->said, "gmp", ""));
    text_addf(&libraries, "SQLite %s, Jansson %s", sqlite3_libversion(), JANSSON_VERSION);
    lines_heading(l, "This program:");
    add_fact(l, "formats", text_str(&formats));
    add_fact(l, "libraries", text_str(&libraries));
    for (size_t i = 0; i < m->folders.n; i++) {
        const char *folder = m->folders.folder[i];
        bool there = is_folder(folder);
        add_fact(l, i == 0 ? "rulesets in" : "", folder);
        if (!there) lines_add(l, ROLE_DIM, " (not there)");
    }
    add_fact(l, "guide", "README.md in the folder of rulesets, with WORDS.md beside it");
}

/* Writes the field "lines": all that the reply tells, for a person. */
static void write_lines(Text *t, const Machine *m)
{
    ScopedLines l = {0};
    lines_begin(&l, 0);
    lines_add(&l, ROLE_NAME, "sconce " SCONCE_VERSION);
    lines_heading(&l, "Rules run in a process of their own. Around it, as that process found:");
    add_guard(&l, m->reply != NULL, "program", m->cell ? m->cell : m->err.text);
    if (m->reply)
        add_guards(&l, m);
    else if (m->cell)
        add_row(&l, ROLE_WARNING, "", m->err.text);
    add_build(&l, m);
    jsonw_open(jsonw_key(t, "lines"), '[');
    lines_json(&l, t);
    jsonw_close(t, ']');
}

char *sconce_machine(const SconceOptions *options, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    SconceOptions o = {0};
    if (options && !public_copy_options(&o, options, &err))
        return public_answer(false, &t, &err, error);
    Machine m = {.said = empty_list()};
    m.cell = find_cell(o.cell, &m.err);
    bool ok = search_path_fill(&m.folders, o.rulesets) || err_set(&err, "out of memory");
    ask_cell(&m, &o);
    jsonw_open(&t, '{');
    jsonw_string(jsonw_key(&t, "version"), SCONCE_VERSION);
    write_facts(&t, &m);
    write_lines(&t, &m);
    jsonw_close(&t, '}');
    tree_free(m.reply);
    search_path_free(&m.folders);
    free(m.cell);
    return public_answer(ok, &t, &err, error);
}
