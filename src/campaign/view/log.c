/* The log: Markdown for a vault, JSON Lines for tools, plain text, and lines for the screen. */
#include "campaign/view/log.h"
#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"
#include "core/json_writer.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the summary --- */

/* The parts of the summary, in the order in which they are written. */
typedef enum {
    SUMMARY_TURN,
    SUMMARY_LIT,
    SUMMARY_OUT,
    SUMMARY_CHART,
    SUMMARY_CHECK,
    SUMMARY_PLACE,
    SUMMARY_ALSO,
    SUMMARY_PARTS
} SummaryPart;

/* The summary at the end of a log, counted entry after entry.  Start from {0}. */
typedef struct {
    /* For each part, how often words came up under a label, {"hazard":{"fatigue":3}}; or NULL. */
    json_t *part[SUMMARY_PARTS];
    Text encounters; /* a line for each event that stopped a turn; its `failed` is set whenever the
                        summary is short of memory */
} Summary;

/* Counts the word under its label once more. */
static void count(Summary *s, SummaryPart part, const char *label, const char *word)
{
    if (!*word) return; /* the players' view may leave out the word */
    if (!s->part[part]) s->part[part] = json_object();
    json_t *words = json_object_get(s->part[part], label);
    if (!words) json_object_set_new(s->part[part], label, words = json_object());
    json_int_t n = json_integer_value(json_object_get(words, word));
    if (json_object_set_new(words, word, json_integer(n + 1)) != 0) s->encounters.failed = true;
}

/* Counts "success" or "failure" under "CON checks", "dodging checks" or "checks". */
static void count_check(Summary *s, const Value *event)
{
    ScopedText label = {0};
    const char *what = value_text(event, "what", "");
    show_stat(&label, what);
    text_add(&label, *what ? " checks" : "checks");
    count(s, SUMMARY_CHECK, text_str(&label), value_text(event, "name", ""));
}

/* Notes an event that stopped a turn, with its turn, as a line of the summary. */
static void add_encounter(Summary *s, const Value *event)
{
    const char *text = value_text(event, "text", "");
    if (!*text) return;
    size_t from = s->encounters.n;
    if (value_get(event, "turn")) /* left out where players do not see turns */
        text_addf(&s->encounters, "T%" PRId64 " ", value_int(event, "turn", 0));
    text_add(&s->encounters, text);
    text_make_printable(&s->encounters, from, true);
    text_addc(&s->encounters, '\n');
}

/* Counts an event in its part of the summary; not changes, whose results are in the last status. */
static void summary_count(Summary *s, const Value *event)
{
    /* Kinds of events that the host makes itself, and that nobody wants counted. */
    static const char uncounted[] = "said asked deed note halted corrected joined left away back "
                                    "order passed enter leave clock broken started";
    const char *kind = value_text(event, "kind", ""), *name = value_text(event, "name", "");
    if (value_bool(event, "quiet", false) || value_bool(event, "change", false)) return;
    if (strcmp(kind, "turn") == 0)
        count(s, SUMMARY_TURN, "turns", value_text(event, "procedure", "turn"));
    else if (strcmp(kind, "kindled") == 0)
        count(s, SUMMARY_LIT, "lit", name);
    else if (strcmp(kind, "light_out") == 0)
        count(s, SUMMARY_OUT, "went out", name);
    else if (strcmp(kind, "moved") == 0)
        count(s, SUMMARY_PLACE, "places", value_text(event, "room", ""));
    else if (value_bool(event, "check", false))
        count_check(s, event);
    else if (value_bool(event, "chart", false))
        count(s, SUMMARY_CHART, kind, *name ? name : value_text(event, "text", ""));
    else if (value_bool(event, "stops", false))
        add_encounter(s, event);
    else if (!text_is_one_of(kind, uncounted)) {
        ScopedText word = {0}; /* "omen due" for omen_due */
        show_words(&word, kind);
        count(s, SUMMARY_ALSO, "also", text_str(&word));
    }
}

/* Writes a label and how often each word came up: `hazard: sign 3 times, free once`. */
static void write_label(Text *t, const char *label, json_t *words)
{
    const char *word, *between = " ";
    json_t *times;
    size_t from = t->n;
    text_addf(t, "- %s:", label);
    json_object_foreach (words, word, times) {
        json_int_t n = json_integer_value(times);
        text_addf(t, "%s%s ", between, word);
        if (n > 2)
            text_addf(t, "%" JSON_INTEGER_FORMAT " times", n);
        else
            text_add(t, n == 2 ? "twice" : "once");
        between = ", ";
    }
    text_make_printable(t, from, true);
    text_addc(t, '\n');
}

/* Returns the number of turns if all were of one procedure; else 0: summary_write lists them. */
static int64_t summary_turns(const Summary *s)
{
    json_t *words = json_object_get(s->part[SUMMARY_TURN], "turns");
    if (json_object_size(words) != 1) return 0;
    return json_integer_value(json_object_iter_value(json_object_iter(words)));
}

/* Appends the counts, one line for each label, and the events that stopped a turn, one per line. */
static void summary_write(const Summary *s, Text *t)
{
    const char *label;
    json_t *words;
    for (SummaryPart part = 0; part < SUMMARY_PARTS; part++) {
        if (part == SUMMARY_CHART)
            for (const char *p = text_str(&s->encounters); *p; p = line_after(p))
                text_addf(t, "- %.*s\n", (int)strcspn(p, "\n"), p);
        /* The turns of a single procedure are told by write_foot. */
        if (part == SUMMARY_TURN && summary_turns(s) > 0) continue;
        json_object_foreach (s->part[part], label, words) write_label(t, label, words);
    }
    if (s->encounters.failed) t->failed = true;
}

/* How many procedures the log follows to say where their turns count from 1 again (add_restart),
 * and bytes of their names: rulesets have a handful. */
enum { PROCEDURES_MAX = 16, NAME_MAX = 64 };

/* A procedure, and which of its turns the log has shown last. */
typedef struct {
    char procedure[NAME_MAX]; /* "": none */
    int64_t turn;
} LastTurn;

/* A log while it is written, entry after entry. */
typedef struct {
    const LogSource *source;
    LogFormat format;
    bool players;    /* write only what players may see */
    bool timeless;   /* the rules keep no clock */
    int64_t session; /* write only this session; 0: all */
    int64_t recent;  /* write only this number of last entries, into `lines`; 0: all, into `body` */
    LogHint hint;    /* of recent */
    StyledLines *lines;   /* recent: lines of all entries; else of the current one */
    Text body;            /* not for recent: the text of all entries */
    Text status;          /* the status of the last entry shown */
    char chain[HASH_HEX]; /* hash of the rules of the entry before; "" at first */
    int64_t heading;      /* the session whose heading was written last */
    int64_t first_date;   /* of the first entry shown */
    int64_t visited;      /* entries, shown or not */
    int64_t shown;
    int64_t turn_last, minutes_last; /* of the last entry shown */
    bool turnless_last;
    LastTurn last[PROCEDURES_MAX];
    Summary summary;
    Err *err; /* where visit_entry says why it stopped */
} Log;

/* --- the lines of an entry --------------------------------------------------------------- */

/* Appends the time of a line that took no turn: "T3"; or, while rounds are counted, the name of the
 * procedure, such as "fight", since a round is nobody's turn.  An entry has the turn after its
 * line.  That is 0 when the line ended a procedure, so that turns count from 1 again; the turn is
 * then in the line's first event. */
static void add_turn_or_procedure(Text *t, const EntryView *v)
{
    const Value *first = v->events->n > 0 ? v->events->items : NULL;
    int64_t turn = v->entry->turn > 0 ? v->entry->turn : value_int(first, "turn", 0);
    if (value_bool(v->status, "rounds", false))
        text_add(t, value_text(v->status, "procedure", ""));
    else
        text_addf(t, "T%" PRId64, turn);
}

/* Adds the turn and its clock, in bold in Markdown.  turn: the event with which the turn began,
 * which `part` is about; NULL: the line took no turn.  ends_turn: what was done without a turn of
 * its own ended one of a line before, and turns of this line follow; its clock is not known here.
 */
static void add_turn(StyledLines *l, const EntryView *v, const Narration *part, const Value *turn,
                     bool ends_turn)
{
    int64_t minutes = value_int(turn, "minutes", v->entry->minutes);
    lines_add(l, ROLE_TEXT, v->markdown ? "**" : "");
    if (turn)
        narration_turn(&l->text, part, value_int(turn, "turn", v->entry->turn));
    else if (ends_turn)
        text_addf(&l->text, "T%" PRId64, value_int(v->events->items, "turn", v->entry->turn));
    else
        add_turn_or_procedure(&l->text, v);
    bool hidden = ends_turn || (v->timeless && minutes == 0);
    show_time(&l->text, hidden ? -1 : minutes, value_int(turn, "seconds", 0));
    lines_end_piece(l, ROLE_TURN);
    lines_add(l, ROLE_TEXT, v->markdown ? "**" : "");
}

/* Returns the length of a typed line without the later parts that begin turns, since each of these
 * has a line of its own: for "search desk; move crypt", the length of "search desk". */
static size_t length_before_turns(const EntryView *v, const char *line)
{
    size_t n = strlen(line);
    for (size_t i = v->events->n; i > 0; i--) {
        const char *turn = value_text(&v->events->items[i - 1], "text", "");
        size_t turn_n = strlen(turn);
        bool is_part = value_is(&v->events->items[i - 1], "kind", "turn") && n > turn_n + 2 &&
                       memcmp(line + n - turn_n, turn, turn_n) == 0 &&
                       memcmp(line + n - turn_n - 2, "; ", 2) == 0;
        if (is_part) n -= turn_n + 2;
    }
    return n;
}

/* Begins a line of the log: the turn and clock, then the text of the event with which the turn
 * began or, if that has none, the typed line.  part: the first that the line tells of; NULL: it has
 * none. */
static void begin_turn(StyledLines *l, const EntryView *v, const Narration *part)
{
    const Value *turn = part && part->turn ? part->event : NULL;
    const char *line = value_text(turn, "text", "");
    size_t n = strlen(line);
    if (n == 0) n = length_before_turns(v, line = v->line);
    lines_begin(l, LINE_INDENT);
    lines_add(l, ROLE_TEXT, v->markdown ? "- " : "");
    if (!v->turnless) {
        add_turn(l, v, part, turn, n < strlen(line));
        lines_add(l, ROLE_TEXT, *line ? " " : "");
    }
    lines_addf(l, ROLE_TEXT, "%.*s", (int)n, line);
}

/* True if the log says nothing of an event: an answer that is quiet.  A recap says nothing of any
 * answer, check or halt, and of a row that only has its name: next evening only what came of them
 * counts. */
static bool has_no_clause(const EntryView *v, const Value *event)
{
    const char *kind = value_text(event, "kind", "");
    if (strcmp(kind, "asked") == 0) return v->recap || value_bool(event, "quiet", false);
    bool has_only_name = value_bool(event, "chart", false) &&
                         strcmp(value_text(event, "text", ""), value_text(event, "name", "")) == 0;
    return v->recap && (has_only_name || strcmp(kind, "check") == 0 || strcmp(kind, "halted") == 0);
}

/* True if a part has a clause in the line of its turn.  last: the clause before it, or NULL.  A
 * recap leaves out the check that stood between two clauses of the same text, and then the second
 * of them, too. */
static bool has_clause(const EntryView *v, const Narration *part, const Narration *last)
{
    if (part->turn || narration_is_line(part, v->line) || has_no_clause(v, part->event))
        return false;
    const char *text = value_text(part->event, "text", "");
    return !last || !v->recap || !*text || strcmp(text, value_text(last->event, "text", "")) != 0;
}

/* Collects the clauses of a turn, and adds them to its line when the next turn begins, since
 * narration_clauses needs all of them to tell what is alike as one. */
void log_add_entry(StyledLines *l, const EntryView *v)
{
    Narrator narrator = {
        .events = v->events, .rolls = v->rolls, .members = narration_members(v->status)};
    if (v->folds && narration_has_many_turns(v->events)) {
        size_t from = l->n;
        narrator.audience = FOR_SCREEN;
        narration_lines(l, &narrator);
        for (size_t i = from; i < l->n; i++) l->line[i].in += LINE_INDENT;
        return;
    }
    Narration *clauses = calloc(v->events->n + v->rolls->n + 1, sizeof *clauses);
    size_t n = 0, lines_before = l->n;
    if (!clauses) {
        l->text.failed = true;
        return;
    }
    for (Narration part; narration_next(&narrator, &part);) {
        if (l->n == lines_before || part.turn) {
            narration_clauses(l, clauses, n, narrator.members);
            begin_turn(l, v, &part);
            n = 0;
        }
        if (has_clause(v, &part, n > 0 ? &clauses[n - 1] : NULL))
            n = narration_add(clauses, n, part);
    }
    narration_clauses(l, clauses, n, narrator.members);
    if (l->n == lines_before && !v->recap) begin_turn(l, v, NULL);
    free(clauses);
}

/* --- JSON -------------------------------------------------------------------------------- */

/* Writes a column of the journal, canonical bytes, as JSON. */
static void write_column(Text *t, const char *key, const Text *bytes)
{
    ScopedTree *tree = tree_of(bytes, NULL);
    jsonw_value(jsonw_key(t, key), tree_root(tree));
}

/* Writes a named value of the journal; nothing when it is empty. */
static void write_journal_value(Log *l, const char *key)
{
    ScopedText value = {0};
    if (journal_get(l->source->journal, key, &value, NULL) && value.n > 0)
        jsonw_string(jsonw_key(&l->body, key), text_str(&value));
}

/* Writes the fields that only the game master sees: those that a replay needs. */
static void write_replay_fields(Log *l, const Entry *e)
{
    Text *t = &l->body;
    jsonw_string(jsonw_key(t, "typed"), text_str(&e->typed));
    jsonw_int(jsonw_key(t, "wall"), e->wall);
    jsonw_string(jsonw_key(t, "draws"), text_str(&e->draws));
    write_column(t, "answers", &e->answers);
    write_column(t, "rolls", &e->rolls);
    write_column(t, "status", &e->status);
    jsonw_string(jsonw_key(t, "chain"), text_str(&e->chain));
    if (e->parent != 0) return;
    write_journal_value(l, "seed");
    write_journal_value(l, "party");
}

/* Writes an entry as a JSON object.  revised: how the rules changed before it, or "". */
static void write_json(Log *l, const EntryView *v, const Text *revised)
{
    Text *t = &l->body;
    const Entry *e = v->entry;
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "format"), JOURNAL_MAJOR);
    jsonw_int(jsonw_key(t, "seq"), e->seq);
    jsonw_int(jsonw_key(t, "parent"), e->parent);
    jsonw_int(jsonw_key(t, "session"), e->session);
    jsonw_int(jsonw_key(t, "date"), e->date);
    if (!v->turnless) jsonw_int(jsonw_key(t, "turn"), e->turn);
    if (!v->turnless) jsonw_int(jsonw_key(t, "minutes"), e->minutes);
    jsonw_string(jsonw_key(t, "command"), v->line);
    show_events_json(t, v->events);
    if (l->players)
        jsonw_value(jsonw_key(t, "rolls"), v->rolls);
    else
        write_replay_fields(l, e);
    if (!l->players && revised->n > 0)
        jsonw_string(jsonw_key(t, "rules_changed"), text_str(revised));
    if (l->format == LOG_ENTRIES) { /* the entry as the log has it */
        lines_clear(l->lines);
        log_add_entry(l->lines, v);
        lines_make_printable(l->lines, 0, false);
        jsonw_open(jsonw_key(t, "lines"), '[');
        lines_json(l->lines, t);
        jsonw_close(t, ']');
    }
    jsonw_close(t, '}');
    if (l->format == LOG_JSON_LINES) text_addc(t, '\n');
}

/* Writes only which entry it is. */
static void write_entry_name(Log *l, const EntryView *v)
{
    Text *t = &l->body;
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "seq"), v->entry->seq);
    if (!v->turnless) jsonw_int(jsonw_key(t, "turn"), v->entry->turn);
    jsonw_string(jsonw_key(t, "command"), v->line);
    jsonw_close(t, '}');
}

/* --- text and Markdown ------------------------------------------------------------------- */

/* Adds a session's heading before its first entry; the verb `log` (recent) leaves out the first. */
static bool add_heading(Log *l, const Entry *e)
{
    Session session;
    bool is_same = l->heading == e->session, is_first = l->heading == 0;
    bool markdown = l->format == LOG_MARKDOWN;
    l->heading = e->session;
    if (is_same || (l->recent && is_first)) return true;
    if (!journal_get_session(l->source->journal, e->session, &session, l->err)) return false;
    if (l->shown > 0) lines_begin(l->lines, LINE_INDENT);
    lines_begin(l->lines, LINE_INDENT);
    lines_addf(l->lines, ROLE_TEXT, "%sSession %lld", markdown ? "## " : "", (long long)e->session);
    if (session.title.n > 0) lines_addf(l->lines, ROLE_NAME, ": %s", text_str(&session.title));
    text_free(&session.title);
    text_add(&l->lines->text, " (");
    show_date(&l->lines->text, e->date);
    text_add(&l->lines->text, ")");
    lines_end_piece(l->lines, ROLE_TEXT);
    if (markdown) lines_begin(l->lines, LINE_INDENT);
    return true;
}

/* Reads from the journal what changed in the rules since the entry before, a line each; or "". */
static void read_revision(Log *l, const Entry *e, Text *out)
{
    ScopedText key = {0};
    const char *chain = text_str(&e->chain);
    text_clear(out);
    if (l->chain[0] && strcmp(l->chain, chain) != 0) {
        revision_key(l->chain, chain, &key);
        journal_get(l->source->journal, text_str(&key), out, NULL);
    }
    snprintf(l->chain, sizeof l->chain, "%s", chain);
}

/* Adds how the rules changed.  Players read only that they did: a change may tell a secret. */
static void add_revision(Log *l, const Text *revised)
{
    bool markdown = l->format == LOG_MARKDOWN;
    const char *end = markdown ? "*" : l->players ? "" : ":";
    if (revised->n == 0) return;
    lines_begin(l->lines, LINE_INDENT);
    lines_addf(l->lines, ROLE_TEXT, "%sThe rules changed%s", markdown ? "- *" : "", end);
    for (const char *p = text_str(revised); *p && !l->players; p = line_after(p)) {
        lines_begin(l->lines, 2 * LINE_INDENT);
        lines_add(l->lines, ROLE_TEXT, markdown ? "- " : "");
        lines_addn(l->lines, ROLE_TEXT, p, strcspn(p, "\n"));
    }
}

/* Adds a line where the turns of a procedure count from 1 again: numbers then come twice. */
static void add_restart(Log *l, const EntryView *v)
{
    const char *procedure = value_text(v->status, "procedure", "");
    int64_t turn = v->entry->turn;
    if (!*procedure || strlen(procedure) >= NAME_MAX || turn <= 0) return;
    LastTurn *last = l->last, *end = l->last + PROCEDURES_MAX;
    while (last < end && *last->procedure && strcmp(last->procedure, procedure) != 0) last++;
    if (last == end) return;
    bool restarts = turn < last->turn;
    snprintf(last->procedure, NAME_MAX, "%s", procedure); /* "" before: its first turn */
    last->turn = turn;
    if (!restarts) return;
    bool markdown = l->format == LOG_MARKDOWN, plain = strcmp(procedure, "turn") == 0;
    bool rounds = value_bool(v->status, "rounds", false);
    lines_begin(l->lines, LINE_INDENT);
    lines_addf(l->lines, ROLE_TEXT, "%sFrom here %s%s%s count from 1 again.%s",
               markdown ? "- *" : "", plain ? "" : procedure, plain ? "" : " ",
               rounds ? "rounds" : "turns", markdown ? "*" : "");
}

/* Writes an entry as lines, below a heading where a session begins. */
static bool write_lines(Log *l, const EntryView *v, const Text *revised)
{
    size_t from = l->lines->pieces;
    if (!add_heading(l, v->entry)) return false;
    add_revision(l, revised);
    if (!v->turnless) add_restart(l, v);
    log_add_entry(l->lines, v);
    lines_make_printable(l->lines, from, v->markdown);
    if (l->recent) return true;
    lines_plain(l->lines, &l->body);
    lines_clear(l->lines);
    return true;
}

/* Writes an entry in the log's format, and notes it for the summary. */
static bool write_entry(Log *l, const EntryView *v)
{
    const Entry *e = v->entry;
    bool ok = true;
    ScopedText revised = {0};
    read_revision(l, e, &revised);
    if (l->format == LOG_NAMES)
        write_entry_name(l, v);
    else if (l->format == LOG_JSON_LINES || l->format == LOG_ENTRIES)
        write_json(l, v, &revised);
    else
        ok = write_lines(l, v, &revised);
    if (l->shown++ == 0) l->first_date = e->date;
    l->turn_last = e->turn;
    l->minutes_last = e->minutes;
    l->turnless_last = v->turnless;
    text_clear(&l->status);
    text_addn(&l->status, text_str(&e->status), e->status.n);
    value_each (event, v->events) summary_count(&l->summary, event);
    return ok && (!(l->body.failed || l->lines->text.failed) || err_set(l->err, "out of memory"));
}

/* Writes the part of an entry that players may see, if there is any (players_view). */
static bool write_for_players(Log *l, const EntryView *v)
{
    PlayedLine played = {.line = v->line,
                         .members = value_list(v->status, "party"),
                         .events = v->events,
                         .rolls = v->rolls};
    ScopedTree *tree = players_view(cell_client_book(l->source->client), &played, l->err);
    EntryView seen = *v;
    const Value *root = tree_root(tree);
    seen.line = value_text(root, "line", "");
    seen.events = value_list(root, "events");
    seen.rolls = value_list(root, "rolls");
    seen.turnless = !value_bool(root, "turns", false);
    bool empty = !*seen.line && seen.events->n + seen.rolls->n == 0;
    return tree && (empty || write_entry(l, &seen));
}

/* Says, before the first of the last entries, how to see more.  Entry 1 is the start of play: where
 * that or the line after it comes first, there are no more. */
static void add_hint(Log *l, const Entry *first)
{
    int64_t more = l->recent < 5 ? 10 : l->recent * 2; /* any larger number would do */
    if (l->hint != LOG_WITH_HINT || first->parent <= 1) return;
    lines_begin(l->lines, LINE_INDENT);
    lines_addf(l->lines, ROLE_DIM, "The last %lld; 'log %lld' tells more, 'log all' everything.",
               (long long)l->recent, (long long)more);
}

/* Writes one entry of the log; a JournalVisit. */
static bool visit_entry(Entry *e, void *data)
{
    Log *l = data;
    if (l->visited++ == 0) add_hint(l, e);
    if (l->session != 0 && e->session != l->session) return true;
    ScopedTree *events = tree_of(&e->events, l->err);
    ScopedTree *rolls = events ? tree_of(&e->rolls, l->err) : NULL;
    ScopedTree *status = tree_of(&e->status, NULL);
    EntryView v = {.entry = e,
                   .events = tree_list(events),
                   .rolls = tree_list(rolls),
                   .status = tree_root(status),
                   .line = text_str(&e->line),
                   .markdown = l->format == LOG_MARKDOWN,
                   .folds = l->recent > 0 && l->hint == LOG_WITH_HINT,
                   .timeless = l->timeless};
    bool as_text = l->format == LOG_MARKDOWN || l->format == LOG_TEXT;
    /* The start of play has no line when nothing happened in it. */
    bool silent = as_text && e->parent == 0 && v.events->n == 0;
    return rolls && (silent || (l->players ? write_for_players(l, &v) : write_entry(l, &v)));
}

/* --- Markdown's head and foot ------------------------------------------------------------ */

/* Writes a line `key: "value"` of the YAML at the head of a Markdown file. */
static void put_front_matter(Text *t, const char *key, const char *value)
{
    text_addf(t, "%s: ", key);
    ScopedText quoted = {0};
    jsonw_string(&quoted, value); /* in t it would put a comma before itself */
    text_add(t, text_str(&quoted));
    text_addc(t, '\n');
}

/* Writes the head of a Markdown log.  Players get no seed, which foretells dice, and no files. */
static void write_head(const Log *l, Text *t)
{
    const Value *book = cell_client_book(l->source->client);
    const Chain *chain = cell_client_chain(l->source->client);
    ScopedText seed = {0}, party = {0};
    const char *title = value_text(book, "title", value_text(book, "ruleset", ""));
    text_add(t, "---\ndate: ");
    show_date(t, l->first_date);
    text_addc(t, '\n');
    put_front_matter(t, "ruleset", title);
    for (size_t i = 0; i < chain->heads && !l->players; i++)
        put_front_matter(t, "rules", chain->file[i].name);
    if (!l->players) put_front_matter(t, "rules_hash", l->source->rules_hash);
    if (!l->players && journal_get(l->source->journal, "seed", &seed, NULL))
        put_front_matter(t, "seed", text_str(&seed));
    show_value(&party, l->source->party);
    if (party.n > 0) put_front_matter(t, "party", text_str(&party));
    text_add(t, "---\n\n");
}

/* Writes the summary below the entries of a Markdown log. */
static void write_foot(const Log *l, Text *t)
{
    int64_t turns = summary_turns(&l->summary);
    text_add(t, "\n## Summary\n\n");
    if (!l->turnless_last) {
        text_add(t, "- ");
        if (turns > 0) text_addf(t, "%lld turn%s, ", (long long)turns, turns == 1 ? "" : "s");
        text_add(t, "to ");
        show_clock(t, l->turn_last, l->timeless && l->minutes_last == 0 ? -1 : l->minutes_last);
        text_addc(t, '\n');
    }
    ScopedTree *status = tree_of(&l->status, NULL);
    const char *last = value_text(tree_root(status), "text", "");
    if (*last && !l->players) { /* the status, as in the prompt */
        size_t from = t->n;
        text_addf(t, "- at the end: %s", last);
        text_make_printable(t, from, true);
        text_addc(t, '\n');
    }
    summary_write(&l->summary, t);
}

/* --- the log as a whole ------------------------------------------------------------------ */

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

static Log log_of(const LogSource *source, bool players, StyledLines *lines, Err *err)
{
    return (Log){.source = source,
                 .players = players,
                 .timeless = !value_bool(cell_client_book(source->client), "timed", true),
                 .lines = lines,
                 .err = err};
}

static void log_free(Log *l)
{
    text_free(&l->body);
    text_free(&l->status);
    for (SummaryPart part = 0; part < SUMMARY_PARTS; part++) json_decref(l->summary.part[part]);
    text_free(&l->summary.encounters);
}

/* Refuses a session that the journal does not have; 0 means all. */
static bool check_session(Journal *journal, int n, Err *err)
{
    Session session;
    if (n == 0) return true;
    if (!journal_get_session(journal, n, &session, err)) return false;
    text_free(&session.title);
    return session.n == n || err_set(err, "there is no session %d", n);
}

/* Writes the entries on the path from the first to the head, oldest first; undone ones are not on
 * it, and sessions only make headings. */
bool log_write(const LogSource *source, const char *format, bool players, int session, Text *t,
               Err *err)
{
    ScopedLines lines = {0};
    Log l = log_of(source, players, &lines, err);
    l.session = session;
    bool ok = read_format(format ? format : "md", &l.format, err) &&
              check_session(source->journal, session, err) &&
              journal_visit_last(source->journal, -1, visit_entry, &l, err) && !err->text[0];
    if (ok && l.format == LOG_MARKDOWN) write_head(&l, t);
    if (ok) text_addn(t, text_str(&l.body), l.body.n);
    if (ok && l.format == LOG_MARKDOWN) write_foot(&l, t);
    log_free(&l);
    return ok && (!t->failed || err_set(err, "out of memory"));
}

bool log_recent(const LogSource *source, int64_t n, bool players, LogHint hint, StyledLines *lines,
                Err *err)
{
    Log l = log_of(source, players, lines, err);
    l.format = LOG_TEXT;
    l.recent = n;
    l.hint = hint;
    bool ok = journal_visit_last(source->journal, n, visit_entry, &l, err) && !err->text[0];
    log_free(&l);
    return ok;
}

bool log_entries(const LogSource *source, const int64_t *seq, size_t n, bool players,
                 LogFormat format, Text *t, Err *err)
{
    ScopedLines lines = {0};
    Log l = log_of(source, players, &lines, err);
    l.format = format;
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        ScopedEntry e = {0};
        ok = journal_entry(source->journal, seq[i], &e, err) && visit_entry(&e, &l);
    }
    text_addn(t, text_str(&l.body), l.body.n);
    t->failed = t->failed || l.body.failed;
    log_free(&l);
    return ok && !err->text[0];
}
