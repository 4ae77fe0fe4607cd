/* Verbs that the campaign side runs, without the cell: they read the book or the journal, or move
 * the head. */
#include "campaign/table/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/study/study.h"
#include "campaign/view/book.h"
#include "campaign/view/session.h"
#include "campaign/view/show.h"
#include "core/json_writer.h"

/* The answer of a verb: a text, or styled lines. */
typedef struct {
    Text text;
    StyledLines lines;
    Text events, rolls; /* of the entries done again by `redo`: canonical values in a row */
    size_t events_n, rolls_n;
    int64_t undone; /* when the entry was made that `undo` took back last; 0: none */
    Err err;        /* why the verb was refused */
} Answer;

/* Runs a verb with the rest of its line.  False with a->err. */
typedef bool VerbRun(Sconce *s, const char *rest, Answer *a);

/* --- from the book ----------------------------------------------------------------------- */

static bool run_help(Sconce *s, const char *rest, Answer *a)
{
    StyledLines *l = &a->lines;
    if (!*rest)
        verbs_lines(l, table_book(s), value_text(position_status(&s->position), "procedure", ""));
    else if (strcmp(rest, "all") == 0)
        all_verbs_lines(l, table_book(s));
    else
        return help_lines(l, table_book(s), rest, &a->err);
    return true;
}

/* Returns the name of the chart's row that was rolled last in these events, or NULL. */
static const char *row_rolled(const Value *events, const char *chart)
{
    const char *row = NULL;
    for (size_t i = 0; i < events->n; i++)
        if (strcmp(value_text(&events->items[i], "kind", ""), chart) == 0)
            row = value_text(&events->items[i], "name", NULL);
    return row;
}

/* Returns the events of the last entry; at a question, those of the command so far.  The caller
 * frees *tree. */
static const Value *last_events(const Sconce *s, Tree **tree, Err *err)
{
    *tree = NULL;
    if (s->pending.reply.ask) return s->pending.reply.events;
    *tree = tree_decode(text_str(&s->position.head.events), s->position.head.events.n, err);
    return *tree ? tree_list(*tree) : NULL;
}

static bool run_chart(Sconce *s, const char *rest, Answer *a)
{
    Tree *tree;
    enum { BACK = 200 }; /* entries that are looked through for the last roll */
    Entry e = {0};
    const Value *events = last_events(s, &tree, NULL);
    const char *row = events && *rest ? row_rolled(events, rest) : NULL;
    int64_t seq = s->position.head.parent;
    for (int i = 0; *rest && !row && seq > 0 && i < BACK; i++, seq = e.parent) {
        tree_free(tree);
        entry_free(&e);
        tree = NULL;
        if (!journal_entry(s->position.journal, seq, &e, NULL)) break;
        tree = tree_decode(text_str(&e.events), e.events.n, NULL);
        if (tree) row = row_rolled(tree_list(tree), rest);
    }
    entry_free(&e);
    bool ok = chart_lines(&a->lines, table_book(s), rest, row, &a->err);
    tree_free(tree);
    return ok;
}

static bool run_changes(Sconce *s, const char *rest, Answer *a)
{
    (void)rest;
    changes_lines(&a->lines, table_book(s));
    return true;
}

/* Shows where a thing of the rules comes from; without a word, why the last line went as it did. */
static bool run_why(Sconce *s, const char *rest, Answer *a)
{
    Tree *tree;
    const PendingCommand *c = &s->pending;
    const Entry *head = &s->position.head;
    const Chain *chain = cell_client_chain(s->rules.client);
    bool more = strncmp(rest, "more", 4) == 0 && (!rest[4] || rest[4] == ' ');
    if (more) rest += rest[4] ? 5 : 4;
    if (*rest) return origin_lines(&a->lines, table_book(s), chain, rest, more, NULL, &a->err);
    const Value *events = last_events(s, &tree, &a->err);
    Tree *dice = c->reply.ask ? NULL : tree_decode(text_str(&head->rolls), head->rolls.n, NULL);
    Narrator narrator = {.events = events,
                         .rolls = c->reply.ask ? c->reply.rolls : tree_list(dice),
                         .audience = FOR_SCREEN,
                         .answers = ANSWERS_ALL,
                         .members = narration_members(position_status(&s->position))};
    if (events && more)
        why_more_lines(&a->lines, c->reply.ask ? c->reply.turn : head->turn,
                       text_str(c->reply.ask ? &c->typed : &head->line), events);
    else if (events)
        why_lines(&a->lines, table_book(s), chain, &narrator);
    tree_free(dice);
    tree_free(tree);
    return events != NULL;
}

/* --- log, dice, session, save ------------------------------------------------------------ */

/* Reads "", "20", "all", "players" or "20 players". */
static bool read_log_options(const char *rest, int64_t *n, bool *players, Err *err)
{
    enum { DEFAULT = 10, MAX = 10000 };
    char *end = NULL;
    *n = strncmp(rest, "all", 3) == 0 ? MAX : DEFAULT;
    if (isdigit((unsigned char)*rest))
        *n = strtol(rest, &end, 10);
    else
        end = (char *)rest + (*n == MAX ? 3 : 0);
    end += strspn(end, " \t-");
    *players = strcmp(end, "players") == 0;
    if ((!*end || *players) && *n >= 1 && *n <= MAX) return true;
    return err_set(err, "log takes a number of entries, as in 'log 20', or 'log all'; "
                        "'log players' shows only what players may see");
}

static bool run_log(Sconce *s, const char *rest, Answer *a)
{
    int64_t n;
    bool players;
    LogSource source = table_log_source(s);
    return read_log_options(rest, &n, &players, &a->err) &&
           log_recent(&source, n, players, &a->lines, &a->err);
}

static bool run_recap(Sconce *s, const char *rest, Answer *a)
{
    (void)rest;
    bool ok = recap_lines(&a->lines, cell_client_book(s->rules.client), s->position.journal,
                          &s->position.head, &a->err);
    if (ok && a->lines.n == 0) text_add(&a->text, "Nothing has happened yet.");
    return ok;
}

static void write_dice_mode(const DiceSource *d, Text *t)
{
    Text left = {0};
    dice_source_write_unused(d, &left);
    if (d->mode == DICE_SCRIPT)
        text_addf(t, "dice: from a list; left: %s", left.n > 0 ? left.s : "none");
    else
        text_add(t, d->mode == DICE_HAND ? "dice: by hand" : "dice: auto");
    text_free(&left);
}

/* Appends the text without the quotes around it. */
static void unquote(const char *from, Text *t)
{
    size_t n = strlen(from);
    if (n >= 2 && from[0] == '"' && from[n - 1] == '"') from++, n -= 2;
    text_addn(t, from, n);
}

static bool run_dice(Sconce *s, const char *rest, Answer *a)
{
    Text mode = {0};
    unquote(rest, &mode);
    int64_t entries = journal_count(s->position.journal, &a->err);
    bool ok = mode.n == 0 ||
              (entries >= 0 && dice_source_set(&s->dice, text_str(&mode), entries, &a->err));
    text_free(&mode);
    write_dice_mode(&s->dice, &a->text);
    return ok;
}

static bool run_odds(Sconce *s, const char *rest, Answer *a)
{
    StudyTable table = table_study(s);
    return odds_query(&table, rest, &a->text, &a->err);
}

static bool run_session(Sconce *s, const char *rest, Answer *a)
{
    Journal *j = s->position.journal;
    Text title = {0};
    unquote(rest, &title);
    bool ok = journal_begin(j, &a->err);
    int64_t n = ok ? journal_begin_session(j, text_str(&title), (int64_t)time(NULL), &a->err) : 0;
    ok = ok && journal_end(j, n > 0, &a->err);
    if (ok)
        text_addf(&a->text, "session %lld%s%s", (long long)n, title.n ? ": " : "",
                  text_str(&title));
    text_free(&title);
    return ok;
}

static bool run_save(Sconce *s, const char *rest, Answer *a)
{
    text_addf(&a->text, "Saved in %s; from now on, everything is saved there.", rest);
    return create_from_scratch(s, rest, &a->err);
}

static bool run_table(Sconce *s, const char *rest, Answer *a)
{
    return chart_line_keep(s, rest, &a->text, &a->err);
}

/* --- undo and redo ------------------------------------------------------------------------ */

enum {
    STEPS_MAX = 1000,
    PAUSE = 6 * 3600 /* seconds between two lines; a new evening begins, though nobody said so */
};

/* Reads a number of lines: "", "3" or "x3". */
static bool read_steps(const char *verb, const char *rest, long *n, Err *err)
{
    char *end;
    *n = 1;
    if (!*rest) return true;
    *n = strtol(rest + (*rest == 'x'), &end, 10);
    return (!*end && *n >= 1 && *n <= STEPS_MAX) ||
           err_set(err, "%s takes a number of lines, as in '%s 3'", verb, verb);
}

/* Moves the head by one entry, and adds a line that names the entry.  False with a->err. */
typedef bool HistoryStep(Sconce *s, Answer *a);

/* Takes as many steps as were typed, or as many as there are.  False with a->err when there is
 * none. */
static bool take_steps(Sconce *s, const char *verb, const char *rest, HistoryStep *step, Answer *a)
{
    long n, done = 0;
    bool ok = read_steps(verb, rest, &n, &a->err);
    while (ok && done < n && step(s, a)) done++;
    if (done > 0 && done < n) text_addf(&a->text, "\n%s", a->err.text);
    return done > 0;
}

/* Adds an entry to the field "undone" or "redone" of the reply. */
static void add_moved_entry(Sconce *s, const char *key, int64_t seq, int64_t turn, const char *line)
{
    Text *t = &s->moved_entries;
    if (t->n == 0) jsonw_open(jsonw_key(t, key), '[');
    jsonw_open(t, '{');
    jsonw_int(jsonw_key(t, "seq"), seq);
    jsonw_int(jsonw_key(t, "turn"), turn);
    jsonw_string(jsonw_key(t, "command"), line);
    jsonw_close(t, '}');
}

/* Moves the head to its parent, and gives back its dice of a strict list. */
static bool step_back(Sconce *s, Err *err)
{
    DiceSource before = s->dice;
    dice_source_give_back(&s->dice, &s->position.head);
    bool ok = position_move(&s->position, s->position.head.parent, err);
    if (!ok) s->dice = before;
    return ok;
}

/* Moves the head to a child, and uses its dice of a strict list. */
static bool step_on(Sconce *s, int64_t child, Err *err)
{
    bool ok = position_move(&s->position, child, err);
    if (ok) dice_source_use(&s->dice, &s->position.head);
    return ok;
}

/* Undoes one entry.  The generator is part of the state (state_bytes in lua/play/play.lua), so the
 * same line rolls the same dice again.  Dice of a strict list become unused, and dice typed by hand
 * are used again for the same line. */
static bool undo(Sconce *s, Answer *a)
{
    Text line = {0};
    DiceSource *dice = &s->dice;
    const Entry *head = &s->position.head;
    int64_t seq = head->seq, turn = head->turn;
    if (head->parent == 0) return err_set(&a->err, "nothing to undo: this is the start");
    bool typed_dice = dice->mode == DICE_HAND && strchr(text_str(&head->draws), 'h');
    text_add(&line, text_str(&head->line));
    bool ok = step_back(s, &a->err);
    if (ok) {
        dice->undone_entry = seq;
        add_moved_entry(s, "undone", seq, turn, text_str(&line));
        text_addf(&a->text, "%sundone: T%lld %s%s", a->text.n ? "\n" : "", (long long)turn,
                  text_str(&line),
                  typed_dice ? ". The dice you typed are kept for the same line." : "");
    }
    text_free(&line);
    return ok;
}

/* Undoes one of several entries: none from before the session, or before a pause in which the table
 * had gone home.  a->undone: when the entry undone last was made; 0: none yet. */
static bool undo_in_session(Sconce *s, Answer *a)
{
    int64_t session = journal_last_session(s->position.journal, &a->err);
    const Entry *head = &s->position.head;
    int64_t made = head->date, after = a->undone ? a->undone : (int64_t)time(NULL);
    if (session < 0) return false;
    if (head->parent == 0 || (head->session == session && after - made < PAUSE)) {
        a->undone = made;
        return undo(s, a);
    }
    return err_set(&a->err, "That is where this evening began. 'undo' takes back one more line, "
                            "'undo 5 anyway' takes back five.");
}

static bool run_undo(Sconce *s, const char *rest, Answer *a)
{
    static const char anyway[] = " anyway";
    Text number = {0};
    size_t n = strlen(rest), m = strlen(anyway);
    bool over = n > m && strcmp(rest + n - m, anyway) == 0;
    text_addn(&number, rest, over ? n - m : n);
    bool one = !*text_str(&number) || strcmp(text_str(&number), "1") == 0,
         ok = take_steps(s, "undo", text_str(&number), over || one ? undo : undo_in_session, a);
    text_free(&number);
    return ok;
}

/* --- lines that a new line left behind ------------------------------------------------------ */

/* Says that there is nothing to redo, and how to go back to the lines that were left behind. */
static void explain_no_redo(Sconce *s, Err *err)
{
    int64_t seq[3];
    Text t = {0};
    Journal *j = s->position.journal;
    size_t n = journal_left_behind(j, s->position.head.seq, seq, sizeof seq / sizeof *seq);
    for (size_t i = 0; i < n; i++) {
        Entry e;
        if (!journal_entry(j, seq[i], &e, NULL)) break;
        text_addf(&t, "%s 'redo to %lld' (up to T%lld %.60s)", t.n > 0 ? "," : "",
                  (long long)seq[i], (long long)e.turn, text_str(&e.line));
        entry_free(&e);
    }
    err_set(err, "Nothing to redo.%s%s%s", t.n > 0 ? " Left behind, and still there:" : "",
            text_str(&t), t.n > 0 ? "." : "");
    text_free(&t);
}

/* Moves the head to any entry, step by step: back to where the ways part, and on from there.  A
 * parent is always older than its child. */
static bool redo_to(Sconce *s, const char *number, Answer *a)
{
    char *end;
    Position *p = &s->position;
    int64_t to = strtoll(number, &end, 10), at = to, *way = NULL,
            made = journal_count(p->journal, NULL);
    size_t n = 0, room = 0;
    bool ok = (!*end && to >= 1 && to <= made) ||
              err_set(&a->err, "redo to what? 'redo' lists the lines that were left behind");
    while (ok && at != p->head.seq) {
        Entry e;
        if (at < p->head.seq) {
            ok = step_back(s, &a->err);
            continue;
        }
        ok = array_room(&way, &room, n + 1, sizeof *way) &&
             journal_entry(p->journal, at, &e, &a->err);
        if (!ok) break;
        way[n++] = at;
        at = e.parent;
        entry_free(&e);
    }
    while (ok && n > 0) ok = step_on(s, way[--n], &a->err);
    free(way);
    int64_t child = ok ? journal_redo_target(p->journal, p->head.seq, NULL) : 0;
    s->dice.undone_entry = child > 0 ? child : 0;
    if (ok)
        text_addf(&a->text, "back to T%lld %s", (long long)p->head.turn, text_str(&p->head.line));
    return ok;
}

/* Appends an event or a roll, with `shift` added to its field `key`, an index into the other list.
 */
static void add_shifted(Text *t, const Value *map, const char *key, size_t shift)
{
    put_map(t, map->n);
    for (const Pair *p = map->pairs; p < map->pairs + map->n; p++) {
        put_keyn(t, p->key, p->key_n);
        if (strcmp(p->key, key) == 0 && p->value->kind == TOKEN_INT)
            put_int(t, p->value->integer + (int64_t)shift);
        else
            put_raw(t, p->value->bytes, p->value->bytes_n);
    }
}

/* Appends the events and rolls of an entry to the answer.  Their indices into each other continue
 * behind those of the entries before. */
static void add_happened(Answer *a, const Entry *e)
{
    Tree *events = tree_decode(text_str(&e->events), e->events.n, NULL);
    Tree *rolls = tree_decode(text_str(&e->rolls), e->rolls.n, NULL);
    const Value *all = tree_list(events), *dice = tree_list(rolls);
    for (size_t i = 0; i < all->n; i++) add_shifted(&a->events, &all->items[i], "roll", a->rolls_n);
    for (size_t i = 0; i < dice->n; i++)
        add_shifted(&a->rolls, &dice->items[i], "after", a->events_n);
    a->events_n += all->n;
    a->rolls_n += dice->n;
    tree_free(events);
    tree_free(rolls);
}

static bool redo(Sconce *s, Answer *a)
{
    Position *p = &s->position;
    Text *t = &a->text;
    int64_t child = journal_redo_target(p->journal, p->head.seq, &a->err);
    if (child == 0) explain_no_redo(s, &a->err);
    if (child <= 0 || !step_on(s, child, &a->err)) return false;
    add_moved_entry(s, "redone", p->head.seq, p->head.turn, text_str(&p->head.line));
    add_happened(a, &p->head);
    child = journal_redo_target(p->journal, p->head.seq, NULL);
    s->dice.undone_entry = child > 0 ? child : 0;
    text_addf(t, "%sdone again: T%lld %s", t->n ? "\n" : "", (long long)p->head.turn,
              text_str(&p->head.line));
    return true;
}

static bool run_redo(Sconce *s, const char *rest, Answer *a)
{
    if (strncmp(rest, "to ", 3) == 0) return redo_to(s, rest + 3, a);
    return take_steps(s, "redo", rest, redo, a);
}

/* Decodes n canonical values as a list. */
static Tree *decode_list(const Text *values, size_t n)
{
    Text list = {0};
    put_list(&list, n);
    text_addn(&list, text_str(values), values->n);
    Tree *tree = values->failed || list.failed ? NULL : tree_decode(list.s, list.n, NULL);
    text_free(&list);
    return tree;
}

/* Replies with the events and rolls of all entries done again. */
static SconceReply reply_done_again(Sconce *s, const Answer *a)
{
    const Entry *head = &s->position.head;
    Tree *events = decode_list(&a->events, a->events_n),
         *rolls = decode_list(&a->rolls, a->rolls_n);
    PlayReply p = {.line = "redo",
                   .events = tree_list(events),
                   .rolls = tree_list(rolls),
                   .status = empty_list(),
                   .text = text_str(&a->text),
                   .turn = head->turn,
                   .minutes = head->minutes};
    SconceReply r = reply_done(s, &p, (Shown){0});
    tree_free(events);
    tree_free(rolls);
    return r;
}

/* --- finding the verb -------------------------------------------------------------------- */

/* A verb that the campaign side runs. */
typedef struct {
    const char *name;
    VerbRun *run;
    const char *command; /* its name in the reply */
    bool at_question;    /* it only shows something, and may be said at a question */
} Verb;

/* tests/house.sh compares these names with the book's.  The help of all host verbs is in
 * src/lua/play/names.lua. */
static const Verb verbs[] = {
    {"undo", run_undo, "undo", false},          {"u", run_undo, "undo", false},
    {"redo", run_redo, "redo", false},          {"log", run_log, "log", true},
    {"help", run_help, "help", true},           {"?", run_help, "help", false},
    {"chart", run_chart, "chart", true},        {"why", run_why, "why", true},
    {"changes", run_changes, "changes", true},  {"dice", run_dice, "dice", false},
    {"save", run_save, "save", false},          {"save_as", run_save, "save", false},
    {"session", run_session, "session", false}, {"odds", run_odds, "odds", false},
    {"recap", run_recap, "recap", true},        {"table", run_table, "table", false},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const Verb *find_verb(const char *word, size_t n)
{
    for (size_t i = 0; i < VERBS; i++)
        if (same_word(verbs[i].name, word, n)) return &verbs[i];
    return NULL;
}

static SconceReply run_verb(Sconce *s, const Verb *v, const char *line)
{
    SconceReply r;
    Answer a = {0};
    Text command = {0};
    size_t n = word_length(line);
    if (*line == '?') n = 1; /* "?move" is "? move" */
    const char *rest = line + n + strspn(line + n, " \t");
    bool with_rest = *rest && (v->run == run_help || v->run == run_why);
    text_addf(&command, with_rest ? "%s %s" : "%s", v->command, rest);
    if (!v->run(s, rest, &a))
        r = reply_refused(s, text_str(&command), &a.err);
    else if (v->run == run_redo)
        r = reply_done_again(s, &a);
    else
        r = reply_text(s, text_str(&command), &a.text, &a.lines);
    text_free(&command);
    text_free(&a.text);
    text_free(&a.events);
    text_free(&a.rolls);
    lines_free(&a.lines);
    return r;
}

static const char *rest_of(const char *line)
{
    size_t n = word_length(line);
    return line + n + strspn(line + n, " \t");
}

bool verbs_run(Sconce *s, const char *line, SconceReply *reply)
{
    const Verb *v = find_verb(line, word_length(line));
    if (!v || is_exact_ruleset_verb(table_book(s), line)) return false;
    if (*line == '?' && thing_named(position_party(&s->position), rest_of(line))) return false;
    *reply = run_verb(s, v, line);
    return true;
}

bool verbs_run_as(Sconce *s, const char *verb, const char *line, SconceReply *reply)
{
    const Verb *v = find_verb(verb, strlen(verb));
    if (v) *reply = run_verb(s, v, line);
    return v != NULL;
}

/* --- at a question ----------------------------------------------------------------------- */

/* True if a choice of the question begins with the word. */
static bool is_choice(const Value *ask, const char *word, size_t n)
{
    const Value *choices = value_list(ask, "choices");
    for (size_t i = 0; i < choices->n; i++)
        if (choices->items[i].kind == TOKEN_TEXT && has_prefix(choices->items[i].s, word, n))
            return true;
    return false;
}

/* The parts of a question, each with what may be answered: "reaction   hostile, wary, friendly". */
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

/* Adds how a question is answered: "A number, 1 to 12. Enter alone: 2." */
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
        text_add(t, "Type one or more of the answers, with commas between. "
                    "The first letters are enough.");
    else if (value_list(ask, "choices")->n > 0)
        text_add(t, "Type one of the answers; the first letters are enough.");
    else
        text_add(t, "Type any words.");
    if (v && v->kind == TOKEN_BOOL)
        text_addf(t, " Enter alone means %s.", v->boolean ? "yes" : "no");
    else
        show_field(t, ask, "default", " Enter alone means: ", ".");
    lines_end_piece(l, ROLE_TEXT);
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

/* Replies to `?`: the rule in a sentence, and how to answer. */
static SconceReply explain_question(Sconce *s)
{
    static const char how_parts[] =
        "Enter takes all of it. Type only what is different, with commas between.\n"
        "Where a word could mean two things, write its name first: distance 30.\n";
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
    if (strcmp(value_text(ask, "id", ""), "die") == 0) {
        explain_die(&l, value_list(ask, "cards")->n > 0);
        return reply_text(s, "?", &none, &l);
    }
    if (*help) {
        lines_begin(&l, LINE_INDENT);
        lines_sentence(&l, ROLE_TEXT, help, strlen(help));
    }
    if (strcmp(value_text(ask, "type", ""), "parts") == 0) {
        explain_parts(&l, ask);
        lines_text(&l, how_parts, LINE_INDENT);
    } else {
        explain_answer(&l, ask);
    }
    if (value_list(ask, "others")->n > 0) lines_text(&l, how_others, LINE_INDENT);
    lines_text(&l, meanwhile, LINE_INDENT);
    return reply_text(s, "?", &none, &l);
}

static SconceReply refuse_odds(Sconce *s, const char *line)
{
    Err err = {0};
    pending_check_none(&s->pending, &err);
    return reply_refused(s, line, &err);
}

bool verbs_show_at_question(Sconce *s, const char *verb, const char *line, SconceReply *reply)
{
    const Verb *v = find_verb(verb, strlen(verb));
    if (!v || !v->at_question) return false;
    *reply = run_verb(s, v, line);
    return true;
}

bool verbs_is_sheet(const Sconce *s, const char *line)
{
    size_t n = word_length(line);
    const Value *ask = s->pending.reply.ask;
    if (strcmp(value_text(ask, "type", ""), "text") == 0 || is_choice(ask, line, n)) return false;
    if (*line == '?') return thing_named(position_party(&s->position), line + 1) != NULL;
    return (same_word("party", line, n) || same_word("sheet", line, n)) &&
           !is_exact_ruleset_verb(table_book(s), line);
}

bool verbs_run_at_question(Sconce *s, const char *line, SconceReply *reply)
{
    size_t n = word_length(line);
    const Value *ask = s->pending.reply.ask;
    const Verb *v = find_verb(line, n);
    if (strcmp(line, "?") == 0)
        *reply = explain_question(s);
    else if (strcmp(value_text(ask, "type", ""), "text") == 0 || is_choice(ask, line, n) || !v)
        return false;
    else if (v->run == run_odds)
        *reply = refuse_odds(s, line);
    else if (v->at_question)
        *reply = run_verb(s, v, line);
    else
        return false;
    return true;
}
