/* The journal for people and programs: Markdown for a vault, JSON Lines for tools, plain text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "campaign/rules/play_reply.h"
#include "campaign/rules/verb_lookup.h"
#include "campaign/view/log.h"
#include "campaign/view/narration.h"
#include "campaign/view/revise.h"
#include "campaign/view/show.h"
#include "campaign/view/summary.h"
#include "core/json.h"

enum { NOT_THE_FIRST = -1 };

typedef enum { LOG_MD, LOG_JSON, LOG_TEXT } LogFormat;

typedef struct {
    const LogSource *source;
    LogFormat format;
    bool players, timeless; /* timeless: the rules keep no clock */
    int64_t session;        /* 0: all */
    bool before;            /* there are earlier entries than the first one seen */
    int64_t seen;
    Text status; /* of the last entry shown */
    Text body;
    char chain[HASH_HEX]; /* the rules of the entry before; "" first */
    int64_t heading;      /* the session whose heading stands already; or NOT_THE_FIRST */
    int64_t first_date;   /* of the first entry shown */
    int64_t entries, turn_first, turn_last, minutes_last;
    Summary summary;
    Err *err;
} Log;

/* --- one entry --------------------------------------------------------------------------- */

static bool hides(const Value *event, bool players)
{
    return players && value_bool(event, "secret", false);
}

/* Is it for the GM alone?  True of Lua at the prompt, and of entries whose events are all secret.
 */
static bool is_for_gm(const Log *l, const Entry *e, const Value *events)
{
    const char *line = text_str(&e->line);
    if (!l->players) return false;
    if (line[0] == '=' || strncmp(line, "lua ", 4) == 0) return true;
    for (size_t i = 0; i < events->n; i++)
        if (!hides(&events->items[i], true)) return false;
    return events->n > 0;
}

static void write_clock(Log *l, const Narration *told, int64_t turn, int64_t minutes,
                        const char *what)
{
    Text *t = &l->body;
    text_add(t, l->format == LOG_MD ? "- **" : "");
    narration_procedure(t, told);
    show_clock(t, turn, l->timeless && minutes == 0 ? -1 : minutes);
    text_addf(t, "%s %s", l->format == LOG_MD ? "**" : "", what);
}

/* The line as it may be read: of what players did, all; of what only the GM types, its first word
 * for players. */
static size_t line_shown(const Log *l, const Entry *e)
{
    const char *line = text_str(&e->line);
    return l->players && !verb_is_of_rules(cell_client_book(l->source->client), line)
               ? strcspn(line, " ")
               : e->line.n;
}

/* Begins a line with the deed that was declared: with names, where only some did it. */
static void begin_line(Log *l, const Entry *e, const Narration *told)
{
    const Value *v = told && told->turn ? told->event : NULL;
    const char *declared = value_text(v, "text", "");
    write_clock(l, told, value_int(v, "turn", e->turn), value_int(v, "minutes", e->minutes),
                declared);
    if (!*declared) text_addn(&l->body, text_str(&e->line), line_shown(l, e));
}

/* Spells out what Markdown or a terminal would obey in text added since `from`. */
static void tame(const Log *l, Text *t, size_t from)
{
    text_make_printable(t, from, l->format == LOG_MD ? '<' : '\0');
}

size_t log_members(const Entry *e)
{
    Tree *status = tree_decode(text_str(&e->status), e->status.n, NULL);
    size_t n = narration_members(status ? tree_root(status) : NULL);
    tree_free(status);
    return n;
}

/* A bullet for each turn; one for a line that took none. */
static void write_turns(Log *l, const Entry *e, const Value *events, const Value *rolls)
{
    Narrator teller = {.events = events,
                       .rolls = rolls,
                       .audience = l->players ? TELL_PLAYERS : TELL_LOG,
                       .members = log_members(e)};
    Narration told;
    size_t lines = 0, pieces = 0, from = l->body.n;
    while (narration_next(&teller, &told)) {
        if (lines == 0 || told.turn) {
            tame(l, &l->body, from);
            if (lines++ > 0) text_addc(&l->body, '\n');
            from = l->body.n;
            begin_line(l, e, &told);
            pieces = 0;
        }
        if (!told.turn && !narration_is_line(&told, text_str(&e->line)))
            narration_clause(&l->body, &told, pieces++);
    }
    if (lines == 0) begin_line(l, e, NULL);
    tame(l, &l->body, from);
    text_addc(&l->body, '\n');
}

static void write_json_events(Text *t, const Value *events, bool players)
{
    json_key(t, "events");
    json_open(t, '[');
    for (size_t i = 0; i < events->n; i++) {
        if (hides(&events->items[i], players)) continue;
        show_event_json(t, &events->items[i], players);
    }
    json_close(t, ']');
}

static void json_bytes(Text *t, const char *key, const Text *bytes)
{
    Tree *tree = tree_decode(text_str(bytes), bytes->n, NULL);
    json_key(t, key);
    json_value(t, tree ? tree_root(tree) : NULL);
    tree_free(tree);
}

static void json_number(Text *t, const char *key, int64_t n)
{
    json_key(t, key);
    json_int(t, n);
}

static void json_line(Text *t, const char *key, const char *s)
{
    json_key(t, key);
    json_string(t, s);
}

static void json_meta(Log *l, const char *key)
{
    Text value = {0};
    if (journal_get(l->source->journal, key, &value, NULL) && value.n > 0)
        json_line(&l->body, key, text_str(&value));
    text_free(&value);
}

/* Writes the fields that a replay needs. */
static void write_json_inside(Log *l, const Entry *e)
{
    Text *t = &l->body;
    json_line(t, "typed", text_str(&e->typed));
    json_number(t, "wall", e->wall);
    json_line(t, "draws", text_str(&e->draws));
    json_bytes(t, "answers", &e->answers);
    json_bytes(t, "rolls", &e->rolls);
    json_bytes(t, "status", &e->status);
    json_line(t, "chain", text_str(&e->chain));
    if (e->parent != 0) return;
    json_meta(l, "seed");
    json_meta(l, "party");
}

/* Finds the changes of the rules between the entry before and this one, a line each. */
static void find_revision(Log *l, const Entry *e, Text *out)
{
    Text key = {0};
    const char *chain = text_str(&e->chain);
    text_clear(out);
    if (l->chain[0] && strcmp(l->chain, chain) != 0) {
        revise_key(l->chain, chain, &key);
        journal_get(l->source->journal, text_str(&key), out, NULL);
    }
    snprintf(l->chain, sizeof l->chain, "%s", chain);
    text_free(&key);
}

static void write_revision(Log *l, const Text *revised)
{
    Text *t = &l->body;
    bool md = l->format == LOG_MD;
    if (revised->n == 0) return;
    text_addf(t, "%sThe rules changed%s\n", md ? "- *" : "", md ? "*" : l->players ? "" : ":");
    for (const char *p = text_str(revised); *p && !l->players;) {
        size_t n = strcspn(p, "\n"), from = t->n;
        text_addf(t, "%s%.*s", md ? "  - " : "  ", (int)n, p);
        tame(l, t, from);
        text_addc(t, '\n');
        p += n + (p[n] == '\n');
    }
}

static void write_json(Log *l, const Entry *e, const Value *events, const Text *revised)
{
    Text *t = &l->body;
    json_open(t, '{');
    json_number(t, "format", JOURNAL_MAJOR);
    json_number(t, "seq", e->seq);
    json_number(t, "parent", e->parent);
    json_number(t, "session", e->session);
    json_number(t, "date", e->date);
    json_number(t, "turn", e->turn);
    json_number(t, "minutes", e->minutes);
    json_key(t, "command");
    json_stringn(t, text_str(&e->line), line_shown(l, e));
    write_json_events(t, events, l->players);
    if (!l->players) write_json_inside(l, e);
    if (!l->players && revised->n > 0) json_line(t, "rules_changed", text_str(revised));
    json_close(t, '}');
    text_addc(t, '\n');
}

static void add_date(Text *t, int64_t date)
{
    char s[40] = "";
    time_t at = (time_t)date;
    struct tm tm;
    if (localtime_r(&at, &tm)) strftime(s, sizeof s, "%Y-%m-%d", &tm);
    text_add(t, s);
}

static bool write_heading(Log *l, int64_t n, int64_t date)
{
    Session session;
    bool known = l->heading == n || l->heading == NOT_THE_FIRST;
    l->heading = n;
    if (known) return true;
    if (!journal_get_session(l->source->journal, n, &session, l->err)) return false;
    text_addf(&l->body, "%s%sSession %lld", l->body.n ? "\n" : "", l->format == LOG_MD ? "## " : "",
              (long long)n);
    size_t from = l->body.n;
    if (session.title.n > 0) text_addf(&l->body, ": %s", text_str(&session.title));
    tame(l, &l->body, from);
    text_add(&l->body, " (");
    add_date(&l->body, date);
    text_add(&l->body, l->format == LOG_MD ? ")\n\n" : ")\n");
    text_free(&session.title);
    return true;
}

static bool write_entry(Log *l, const Entry *e, const Value *events, const Value *rolls)
{
    bool start = e->parent == 0 && events->n == 0;
    if (is_for_gm(l, e, events) || (start && l->format != LOG_JSON)) return true;
    if (l->format != LOG_JSON && !write_heading(l, e->session, e->date)) return false;
    if (l->entries++ == 0) l->first_date = e->date;
    l->turn_last = e->turn;
    text_clear(&l->status);
    text_addn(&l->status, text_str(&e->status), e->status.n);
    l->minutes_last = e->minutes;
    for (size_t i = 0; i < events->n; i++)
        if (!hides(&events->items[i], l->players)) summary_note(&l->summary, &events->items[i]);
    Text revised = {0};
    find_revision(l, e, &revised);
    if (l->format == LOG_JSON)
        write_json(l, e, events, &revised);
    else {
        write_revision(l, &revised);
        write_turns(l, e, events, rolls);
    }
    text_free(&revised);
    return !l->body.failed || err_set(l->err, "out of memory");
}

static const Value *list_of(const Tree *tree)
{
    return tree && tree_root(tree)->kind == TOKEN_LIST ? tree_root(tree) : empty_list();
}

static bool visit(Entry *e, void *data)
{
    Log *l = data;
    if (l->seen++ == 0) l->before = e->parent > 1;
    if (l->session != 0 && e->session != l->session) return true;
    Tree *events = tree_decode(text_str(&e->events), e->events.n, l->err);
    Tree *rolls = events ? tree_decode(text_str(&e->rolls), e->rolls.n, l->err) : NULL;
    bool on = rolls && write_entry(l, e, list_of(events), list_of(rolls));
    tree_free(events);
    tree_free(rolls);
    return on;
}

/* --- Markdown's head and foot ------------------------------------------------------------ */

static void matter(Text *t, const char *key, const char *value)
{
    text_addf(t, "%s: ", key);
    Text quoted = {0};
    json_string(&quoted, value);
    text_add(t, text_str(&quoted));
    text_free(&quoted);
    text_addc(t, '\n');
}

static void matter_party(Text *t, const Value *party)
{
    Text names = {0};
    show_value(&names, party);
    if (names.n > 0) matter(t, "party", text_str(&names));
    text_free(&names);
}

static void write_head(const Log *l, Text *t)
{
    const Value *book = cell_client_book(l->source->client);
    const Chain *chain = cell_client_chain(l->source->client);
    Text seed = {0};
    const char *title = value_text(book, "title", value_text(book, "ruleset", ""));
    text_add(t, "---\ndate: ");
    add_date(t, l->first_date);
    text_addc(t, '\n');
    matter(t, "ruleset", title);
    for (size_t i = 0; i < chain->heads; i++) matter(t, "rules", chain->file[i].name);
    matter(t, "rules_hash", l->source->rules_hash);
    if (!l->players && journal_get(l->source->journal, "seed", &seed, NULL))
        matter(t, "seed", text_str(&seed));
    text_free(&seed);
    matter_party(t, l->source->party);
    text_add(t, "---\n\n");
}

/* The lights and conditions left, as the prompt says them; it is the game master's. */
static void write_end(const Log *l, Text *t)
{
    Tree *status = tree_decode(text_str(&l->status), l->status.n, NULL);
    const char *text = status ? value_text(tree_root(status), "text", "") : "";
    size_t from = t->n;
    if (*text && !l->players) text_addf(t, "- at the end: %s", text);
    tame(l, t, from);
    if (t->n > from) text_addc(t, '\n');
    tree_free(status);
}

static void write_foot(const Log *l, Text *t)
{
    int64_t turns = summary_turns(&l->summary);
    text_add(t, "\n## Summary\n\n- ");
    if (turns > 0) text_addf(t, "%lld turn%s, ", (long long)turns, turns == 1 ? "" : "s");
    text_add(t, "to ");
    show_clock(t, l->turn_last, l->timeless && l->minutes_last == 0 ? -1 : l->minutes_last);
    text_addc(t, '\n');
    write_end(l, t);
    summary_write(&l->summary, t, "- ");
}

static bool is_timeless(const LogSource *source)
{
    return !value_bool(cell_client_book(source->client), "timed", true);
}

/* --- the whole --------------------------------------------------------------------------- */

static bool read_format(const char *format, LogFormat *out, Err *err)
{
    static const char *const name[] = {"md", "json", "text"};
    for (int i = 0; i < 3; i++)
        if (strcmp(format, name[i]) == 0) {
            *out = (LogFormat)i;
            return true;
        }
    return err_set(err, "a log is written as md, json or text, not '%.40s'", format);
}

static bool check_session(Journal *journal, int n, Err *err)
{
    Session session;
    if (n == 0) return true;
    if (!journal_get_session(journal, n, &session, err)) return false;
    text_free(&session.title);
    return session.n == n || err_set(err, "there is no session %d", n);
}

static bool write_log(Log *l, Text *out)
{
    if (!journal_path(l->source->journal, visit, l, l->err)) return false;
    if (l->err->text[0]) return false;
    if (l->format == LOG_MD) write_head(l, out);
    text_add(out, text_str(&l->body));
    if (l->format == LOG_MD) write_foot(l, out);
    return !out->failed || err_set(l->err, "out of memory");
}

bool log_write(const LogSource *source, const char *format, bool players, int session, Text *t,
               Err *err)
{
    Log l = {.source = source,
             .players = players,
             .timeless = is_timeless(source),
             .session = session,
             .err = err};
    bool ok = read_format(format ? format : "md", &l.format, err) &&
              check_session(source->journal, session, err) && write_log(&l, t);
    text_free(&l.body);
    text_free(&l.status);
    summary_free(&l.summary);
    return ok;
}

bool log_recent(const LogSource *source, int64_t n, bool players, Text *t, Err *err)
{
    Log l = {.source = source,
             .format = LOG_TEXT,
             .players = players,
             .timeless = is_timeless(source),
             .heading = NOT_THE_FIRST,
             .err = err};
    bool ok = journal_last(source->journal, n, visit, &l, err) && !l.body.failed && !err->text[0];
    if (l.before)
        text_addf(t, "the last %lld; 'log %lld' tells more, 'log all' everything\n", (long long)n,
                  (long long)n * 2);
    text_addn(t, l.body.s, l.body.n);
    text_free(&l.body);
    text_free(&l.status);
    summary_free(&l.summary);
    return ok;
}
