/* Verbs that the campaign side runs without the cell.  Undo and redo are in undo.c. */
#include "campaign/table/table.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/rules/words.h"
#include "campaign/study/study.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"
#include "campaign/view/log.h"
#include "core/ascii.h"

/* The answer of a verb: a text, or styled lines; or why it was refused. */
typedef struct {
    Text text;
    StyledLines lines;
    Err err;
} Answer;

/* Runs a verb with the rest of its line, and fills *a, which is {0}.  False: see a->err. */
typedef bool VerbRun(Sconce *s, const char *rest, Answer *a);

/* --- from the book ----------------------------------------------------------------------- */

/* Shows the verbs that can be typed; "all" verbs; or what is known of a word. */
static bool run_help(Sconce *s, const char *rest, Answer *a)
{
    StyledLines *l = &a->lines;
    if (!*rest)
        verbs_lines(l, table_book(s), value_text(position_status(&s->position), "procedure", ""));
    else if (strcmp(rest, "all") == 0)
        all_verbs_lines(l, table_book(s));
    else {
        const Value *book = cell_client_whole_book(s->rules.client, &a->err);
        return book && help_lines(l, book, rest, &a->err);
    }
    return true;
}

/* Returns the name of the chart's row that was rolled last in these events, or NULL. */
static const char *row_rolled(const Value *events, const char *chart)
{
    const char *row = NULL;
    value_each (event, events)
        if (value_is(event, "kind", chart)) row = value_text(event, "name", NULL);
    return row;
}

/* Appends the name of the chart's row that was rolled last: in the command that waits at a
 * question, or else in the last entries.  Appends nothing if it was not rolled there. */
static void append_last_row(const Sconce *s, const char *chart, Text *row)
{
    enum { BACK = 200 }; /* entries looked through: an evening or two */
    const char *name = NULL;
    int64_t seq = s->position.head.seq;
    if (s->pending.reply.ask) name = row_rolled(s->pending.reply.events, chart);
    if (name) text_add(row, name);
    for (int i = 0; row->n == 0 && seq > 0 && i < BACK; i++) {
        ScopedEntry e = {0};
        if (!journal_entry(s->position.journal, seq, &e, NULL)) return;
        ScopedTree *tree = tree_of(&e.events, NULL);
        name = row_rolled(tree_list(tree), chart);
        if (name) text_add(row, name);
        seq = e.parent;
    }
}

/* Shows a chart, and marks the row that was rolled last; without a name, lists the charts. */
static bool run_chart(Sconce *s, const char *rest, Answer *a)
{
    ScopedText row = {0};
    if (*rest) append_last_row(s, rest, &row);
    return chart_lines(&a->lines, table_book(s), rest, row.s, &a->err);
}

static bool run_changes(Sconce *s, const char *rest, Answer *a)
{
    (void)rest;
    changes_lines(&a->lines, table_book(s));
    return true;
}

/* Adds sentences on why these events and rolls came.  ask: the question that waits, or NULL. */
static void explain_events(const Sconce *s, const Value *events, const Value *rolls,
                           const Value *ask, StyledLines *l)
{
    Narrator narrator = {.events = events,
                         .rolls = rolls,
                         .audience = FOR_SCREEN,
                         .answers = ANSWERS_ALL,
                         .reasons = true,
                         .members = narration_members(position_status(&s->position))};
    why_lines(l, table_book(s), cell_client_chain(s->rules.client), &narrator, ask);
}

/* Shows why the line that waits, or the last entry, went so.  more: with places in the rules. */
static bool explain_last_line(const Sconce *s, bool more, Answer *a)
{
    const PendingCommand *c = &s->pending;
    const PlayReply *so_far = &c->reply;
    const Entry *head = &s->position.head;
    if (so_far->ask && more) {
        why_more_lines(&a->lines, so_far->turn, text_str(&c->typed), so_far->events);
        return true;
    }
    if (so_far->ask) {
        explain_events(s, so_far->events, so_far->rolls, so_far->ask, &a->lines);
        return true;
    }
    ScopedTree *events = tree_of(&head->events, &a->err);
    ScopedTree *rolls = tree_of(&head->rolls, NULL);
    if (!events) return false;
    if (more)
        why_more_lines(&a->lines, head->turn, text_str(&head->line), tree_list(events));
    else
        explain_events(s, tree_list(events), tree_list(rolls), NULL, &a->lines);
    return true;
}

/* Shows where a thing of the rules comes from; without its name, why the last line went as it did.
 * "more" before it: with the Lua, and the places in files. */
static bool run_why(Sconce *s, const char *rest, Answer *a)
{
    bool more = strncmp(rest, "more", 4) == 0 && (!rest[4] || rest[4] == ' ');
    if (more) rest += rest[4] ? 5 : 4;
    if (!*rest) return explain_last_line(s, more, a);
    const Chain *chain = cell_client_chain(s->rules.client);
    const Value *book = cell_client_whole_book(s->rules.client, &a->err);
    return book && origin_lines(&a->lines, book, chain, rest, more, NULL, &a->err);
}

/* --- log, dice, session, save ------------------------------------------------------------ */

enum { LOG_ALL = 10000 }; /* entries: more than anybody reads */

/* Reads what stands behind `log`: "", "20", "all", "players" or "20 players" (also "--players").
 * Sets *n to the number of entries that are wanted. */
static bool read_log_options(const char *rest, int64_t *n, bool *players, Err *err)
{
    enum { DEFAULT = 10 };       /* entries: what fits on a screen */
    char *behind = (char *)rest; /* behind the number */
    *n = DEFAULT;
    if (begins_with(rest, "all")) {
        *n = LOG_ALL;
        behind += strlen("all");
    } else if (is_digit(*rest)) {
        *n = strtol(rest, &behind, 10);
    }
    behind += strspn(behind, " \t-");
    *players = strcmp(behind, "players") == 0;
    if ((!*behind || *players) && *n >= 1 && *n <= LOG_ALL) return true;
    return err_set(err, "log takes a number of entries, as in 'log 20', or 'log all'; "
                        "'log players' shows only what players may see");
}

static bool run_log(Sconce *s, const char *rest, Answer *a)
{
    int64_t n;
    bool players;
    LogSource source = table_log_source(s);
    return read_log_options(rest, &n, &players, &a->err) &&
           log_recent(&source, n, players, n < LOG_ALL ? LOG_WITH_HINT : LOG_WITHOUT_HINT,
                      &a->lines, &a->err);
}

static bool run_recap(Sconce *s, const char *rest, Answer *a)
{
    (void)rest;
    bool ok = recap_lines(&a->lines, cell_client_book(s->rules.client), s->position.journal,
                          &s->position.head, &a->err);
    if (ok && a->lines.n == 0) text_add(&a->text, "Nothing has happened yet.");
    return ok;
}

/* Appends the text without the quotes around it. */
static void unquote(const char *from, Text *t)
{
    size_t n = strlen(from);
    if (n >= 2 && from[0] == '"' && from[n - 1] == '"') from++, n -= 2;
    text_addn(t, from, n);
}

/* Sets who rolls the dice, if that was typed, and shows who does. */
static bool run_dice(Sconce *s, const char *rest, Answer *a)
{
    ScopedText mode = {0};
    unquote(rest, &mode);
    /* A list of dice is for the entries that are made after it. */
    int64_t entries = journal_count(s->position.journal, &a->err);
    bool ok = mode.n == 0 ||
              (entries >= 0 && dice_source_set(&s->dice, text_str(&mode), entries, &a->err));
    ScopedText left = {0};
    dice_source_write_unused(&s->dice, &left);
    if (s->dice.mode == DICE_SCRIPT)
        text_addf(&a->text, "dice: from a list; left: %s", left.n > 0 ? left.s : "none");
    else
        text_add(&a->text, s->dice.mode == DICE_HAND ? "dice: by hand" : "dice: auto");
    return ok;
}

static bool run_odds(Sconce *s, const char *rest, Answer *a)
{
    StudyTable table = table_study(s);
    return odds_query(&table, rest, &a->text, &a->err);
}

/* Begins a session.  What was typed after the verb, if anything, is its title. */
static bool run_session(Sconce *s, const char *rest, Answer *a)
{
    Journal *j = s->position.journal;
    ScopedText title = {0};
    unquote(rest, &title);
    bool ok = journal_begin_transaction(j, &a->err);
    int64_t n = ok ? journal_begin_session(j, text_str(&title), (int64_t)time(NULL), &a->err) : 0;
    ok = ok && journal_end_transaction(j, n > 0, &a->err);
    if (ok)
        text_addf(&a->text, "session %lld%s%s", (long long)n, title.n ? ": " : "",
                  text_str(&title));
    return ok;
}

/* Makes a folder (rest: its name) of a scratch campaign. */
static bool run_save(Sconce *s, const char *rest, Answer *a)
{
    if (!create_from_scratch(s, rest, &a->err)) return false;
    text_addf(&a->text, "Saved in %s; from now on, everything is saved there.", rest);
    return true;
}

static bool run_undo(Sconce *s, const char *rest, Answer *a)
{
    return undo_lines(s, rest, &a->text, &a->err);
}

static bool run_table(Sconce *s, const char *rest, Answer *a)
{
    return chart_line_keep(s, rest, &a->text, &a->err);
}

/* --- finding the verb -------------------------------------------------------------------- */

/* A verb that the campaign side runs. */
typedef struct {
    const char *name;
    VerbRun *run;        /* NULL: redo, for which redo_lines makes the reply */
    const char *command; /* its name in the reply */
    bool only_shows;     /* it changes nothing, so it may be said at a question */
} Verb;

/* tests/house.sh compares these names with the book's.  Their help is in src/lua/play/names.lua. */
static const Verb verbs[] = {
    {"undo", run_undo, "undo", false},
    {"u", run_undo, "undo", false},
    {"redo", NULL, "redo", false},
    {"log", run_log, "log", true},
    {"help", run_help, "help", true},
    {"?", run_help, "help", false}, /* alone it explains the question; the cell shows "? Bram" */
    {"chart", run_chart, "chart", true},
    {"why", run_why, "why", true},
    {"changes", run_changes, "changes", true},
    {"dice", run_dice, "dice", false},
    {"save", run_save, "save", false},
    {"save_as", run_save, "save", false},
    {"session", run_session, "session", false},
    {"odds", run_odds, "odds", false},
    {"recap", run_recap, "recap", true},
    {"table", run_table, "table", false},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

/* Returns the verb of exactly this name (n letters); NULL: the campaign side does not run it. */
static const Verb *campaign_verb(const char *word, size_t n)
{
    for (size_t i = 0; i < VERBS; i++)
        if (same_word(verbs[i].name, word, n)) return &verbs[i];
    return NULL;
}

/* Returns what stands behind the verb of a line; "?move" is read as "? move". */
static const char *behind_verb(const char *line)
{
    size_t n = *line == '?' ? 1 : word_length(line);
    return line + n + strspn(line + n, " \t");
}

/* Runs the verb at the beginning of a line, and replies with its answer.  The reply's "command" is
 * the verb's name; of help and why, what they were asked about stands behind it. */
static SconceReply run_verb(Sconce *s, const Verb *v, const char *line)
{
    SconceReply r;
    Answer a = {0};
    ScopedText command = {0};
    const char *rest = behind_verb(line);
    bool with_rest = *rest && (v->run == run_help || v->run == run_why);
    text_addf(&command, with_rest ? "%s %s" : "%s", v->command, rest);
    if (!v->run)
        r = redo_lines(s, rest);
    else if (!v->run(s, rest, &a))
        r = reply_refused(s, text_str(&command), &a.err);
    else
        r = reply_text(s, text_str(&command), &a.text, &a.lines);
    text_free(&a.text);
    lines_free(&a.lines);
    return r;
}

bool verbs_run(Sconce *s, const char *line, SconceReply *reply)
{
    const Verb *v = campaign_verb(line, *line == '?' ? 1 : word_length(line));
    if (!v || is_exact_ruleset_verb(table_book(s), line)) return false;
    /* "?Pike" shows a member: the cell does that. */
    if (*line == '?' && thing_named(position_party(&s->position), behind_verb(line))) return false;
    *reply = run_verb(s, v, line);
    /* At the prompt the cell has the better sentence for "?Zed", whom nobody knows. */
    bool may_be_thing = *line == '?' && line[1] && behind_verb(line) == line + 1;
    return !may_be_thing || s->pending.reply.ask || reply->outcome != SCONCE_REFUSED;
}

bool verbs_run_as(Sconce *s, const char *verb, const char *line, SconceReply *reply)
{
    const Verb *v = campaign_verb(verb, strlen(verb));
    if (v) *reply = run_verb(s, v, line);
    return v != NULL;
}

/* --- at a question ----------------------------------------------------------------------- */

/* True if the word is short for a choice of the question, which is then the answer. */
static bool is_short_for_choice(const Value *ask, const char *word, size_t n)
{
    value_each (choice, value_list(ask, "choices"))
        if (choice->kind == TOKEN_TEXT && has_prefix(choice->s, word, n)) return true;
    return false;
}

/* Adds the parts of a question, each with its possible answers: "reaction   hostile, wary". */
static void explain_parts(StyledLines *l, const Value *ask)
{
    value_each (part, value_list(ask, "parts")) {
        const char *name = value_text(part, "id", ""), *type = value_text(part, "type", "");
        lines_begin(l, LINE_INDENT);
        lines_addf(l, ROLE_KEY, "%-12s", name);
        if (value_list(part, "choices")->n > 0)
            show_field(&l->text, part, "choices", " ", "");
        else
            text_addf(&l->text, " %s",
                      strcmp(type, "yesno") == 0    ? "yes or no"
                      : strcmp(type, "number") == 0 ? "a number"
                                                    : "any text");
        lines_end_piece(l, ROLE_TEXT);
    }
}

/* Adds how a question is answered: "Type a number. Enter alone means: 2." */
static void explain_answer(StyledLines *l, const Value *ask)
{
    const char *type = value_text(ask, "type", "");
    const Value *v = value_get(ask, "default");
    Text *t = &l->text;
    lines_begin(l, LINE_INDENT);
    if (strcmp(type, "yesno") == 0)
        text_add(t, "Type y or n.");
    else if (strcmp(type, "number") == 0)
        text_add(t, "Type a number.");
    else if (strcmp(type, "several") == 0)
        text_add(t, "Type one or more of the answers, with commas between; or all, or all but "
                    "the ones you name. The first letters are enough.");
    else if (value_list(ask, "choices")->n > 0)
        text_add(t, "Type one of the answers; the first letters are enough.");
    else
        text_add(t, "Type any words.");
    if (v && v->kind == TOKEN_BOOL)
        text_addf(t, " Enter alone means %s.", v->boolean ? "yes" : "no");
    else
        show_field(t, ask, "default", " Enter alone means: ", ".");
    lines_end_piece(l, ROLE_TEXT);
    if (pending_takes_command(ask))
        lines_text(l, "Your next command means that, too, and is then done.\n", LINE_INDENT);
}

/* Adds how a die or card that is asked for is answered. */
static void explain_die(StyledLines *l, bool card)
{
    lines_text(l,
               card ? "Type the card that you drew; Enter alone draws one for you.\n"
                      "u takes back the last answer, and then the line.\n"
                    : "Type what the die shows; of several, with blanks between. "
                      "With 'then', more may follow for those who are next. "
                      "On a d10, 0 is 10.\n"
                      "Enter alone has it rolled for you.\n"
                      "u takes back the last answer, and then the line.\n",
               LINE_INDENT);
}

/* Adds how a question of parts is answered. */
static void explain_change(StyledLines *l, const Value *parts)
{
    if (parts->n < 2) {
        lines_text(l,
                   "Enter takes it as it stands, or type what it is instead.\n"
                   "Your next command takes it, too, and is then done.\n",
                   LINE_INDENT);
        return;
    }
    lines_text(l,
               "Enter takes all of it. Type only what is different, with commas between.\n"
               "Your next command takes all of it, too, and is then done.\n",
               LINE_INDENT);
    lines_begin(l, LINE_INDENT);
    lines_add(l, ROLE_TEXT, "Where a word could mean two things, write its name first: ");
    /* The second part is the example. */
    show_field(&l->text, &parts->items[1], "id", "", " ");
    show_field(&l->text, &parts->items[1], "default", "", ".");
    lines_end_piece(l, ROLE_TEXT);
}

/* Replies to `?` at a question: the rule behind it in a sentence, and how to answer. */
static SconceReply explain_question(Sconce *s)
{
    static const char how_others[] =
        "For several at once: all 2, Pike 5 - yes but Bram - only Pike - nobody.\n";
    static const char meanwhile[] =
        "'always' and an answer, or 'never', settles it for good in house.lua.\n"
        "u takes back the last answer, and then the line.\n"
        "You can look things up meanwhile: party, chart, why, help, log, recap.\n";
    StyledLines l = {0};
    Text none = {0};
    const Value *ask = s->pending.reply.ask;
    const Value *rule =
        thing_named(value_list(table_book(s), "questions"), value_text(ask, "id", ""));
    const char *help = value_text(rule, "help", "");
    if (value_is(ask, "id", "die")) {
        explain_die(&l, value_list(ask, "cards")->n > 0);
        return reply_text(s, "?", &none, &l);
    }
    if (*help) {
        lines_begin(&l, LINE_INDENT);
        lines_sentence(&l, ROLE_TEXT, help, strlen(help));
    }
    if (value_is(ask, "type", "parts")) {
        explain_parts(&l, ask);
        explain_change(&l, value_list(ask, "parts"));
    } else {
        explain_answer(&l, ask);
    }
    if (value_list(ask, "others")->n > 0) lines_text(&l, how_others, LINE_INDENT);
    lines_text(&l, meanwhile, LINE_INDENT);
    return reply_text(s, "?", &none, &l);
}

bool verbs_show_at_question(Sconce *s, const char *verb, const char *line, SconceReply *reply)
{
    const Verb *v = campaign_verb(verb, strlen(verb));
    if (!v || !v->only_shows) return false;
    *reply = run_verb(s, v, line);
    return true;
}

/* True if the line is "?" and a word to look up.  In dice, "? 3" is one that is rolled, and a 3. */
static bool looks_up(const Value *ask, const char *line)
{
    ScopedText faces = {0};
    bool die = value_is(ask, "id", "die");
    return *line == '?' && line[1] && !(die && dice_read_answer(ask, line, &faces, NULL));
}

bool verbs_run_at_question(Sconce *s, const char *line, SconceReply *reply)
{
    Err err = {0};
    size_t n = word_length(line);
    const Value *ask = s->pending.reply.ask;
    const Verb *v = campaign_verb(line, n);
    bool is_answer = value_is(ask, "type", "text") || is_short_for_choice(ask, line, n);
    if (strcmp(line, "?") == 0)
        *reply = explain_question(s);
    else if (looks_up(ask, line))
        return verbs_run(s, line, reply);
    else if (is_answer || !v)
        return false;
    else if (v->run == run_odds) {
        pending_check_none(&s->pending, &err);
        *reply = reply_refused(s, line, &err);
    } else if (v->only_shows)
        *reply = run_verb(s, v, line);
    else
        return false;
    return true;
}
