#include "campaign/table/verbs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/study/odds_query.h"
#include "campaign/table/create.h"
#include "campaign/table/reply.h"
#include "campaign/view/book.h"

/* --- from the book ----------------------------------------------------------------------- */

static SconceReply answer(Sconce *s, const char *command, bool ok, Text *t, const Err *err)
{
    SconceReply r = ok ? reply_text(s, command, t) : reply_refused(s, command, err);
    text_free(t);
    return r;
}

/* The same with lines, whose plain words are the text. */
static SconceReply answer_lines(Sconce *s, const char *command, bool ok, StyledLines *l,
                                const Err *err)
{
    if (ok) return reply_lines(s, command, l);
    lines_free(l);
    return reply_refused(s, command, err);
}

static SconceReply v_help(Sconce *s, const char *rest)
{
    Err err = {0};
    StyledLines l = {0};
    Text command = {0};
    bool ok = true;
    text_addf(&command, *rest ? "help %s" : "help", rest);
    if (!*rest)
        verbs_lines(&l, table_book(s), value_text(position_status(&s->position), "procedure", ""));
    else if (strcmp(rest, "all") == 0)
        verbs_all(&l, table_book(s));
    else
        ok = help_lines(&l, table_book(s), rest, &err);
    SconceReply r = answer_lines(s, text_str(&command), ok, &l, &err);
    text_free(&command);
    return r;
}

/* The row of a chart that came up in the last entry. */
static const char *row_rolled(const Value *events, const char *chart)
{
    const char *row = NULL;
    for (size_t i = 0; events && events->kind == TOKEN_LIST && i < events->n; i++)
        if (strcmp(value_text(&events->items[i], "kind", ""), chart) == 0)
            row = value_text(&events->items[i], "name", NULL);
    return row;
}

/* The events of the last entry; at a question, those that led to it.  The caller frees *tree. */
static const Value *last_events(const Sconce *s, Tree **tree, Err *err)
{
    *tree = NULL;
    if (s->pending.asking) return s->pending.reply.events;
    *tree = tree_decode(text_str(&s->position.head.events), s->position.head.events.n, err);
    return *tree ? tree_root(*tree) : NULL;
}

static SconceReply v_chart(Sconce *s, const char *rest)
{
    Err err = {0};
    StyledLines l = {0};
    Tree *tree;
    const Value *events = last_events(s, &tree, NULL);
    const char *row = events ? row_rolled(events, rest) : NULL;
    bool ok = chart_lines(&l, table_book(s), rest, row, &err);
    tree_free(tree);
    return answer_lines(s, "chart", ok, &l, &err);
}

static SconceReply v_changes(Sconce *s, const char *rest)
{
    (void)rest;
    StyledLines l = {0};
    changes_lines(&l, table_book(s));
    return answer_lines(s, "changes", true, &l, NULL);
}

/* Where a thing of the rules comes from; without a word, which rules made the last events. */
static SconceReply v_why(Sconce *s, const char *rest)
{
    Err err = {0};
    StyledLines l = {0};
    Text command = {0};
    bool ok;
    text_addf(&command, *rest ? "why %s" : "why", rest);
    if (*rest) {
        ok = origin_lines(&l, table_book(s), cell_client_chain(s->rules.client), rest, NULL, &err);
    } else {
        const PendingCommand *c = &s->pending;
        const Entry *head = &s->position.head;
        Tree *tree;
        const Value *events = last_events(s, &tree, &err);
        ok = events != NULL;
        if (ok)
            why_lines(&l, c->asking ? c->reply.turn : head->turn,
                      text_str(c->asking ? &c->typed : &head->line), events);
        tree_free(tree);
    }
    SconceReply r = answer_lines(s, text_str(&command), ok, &l, &err);
    text_free(&command);
    return r;
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
    return err_set(err, "log takes a number of entries, such as: log 20, or log all; "
                        "with 'players' behind it, it leaves out what is secret");
}

static SconceReply v_log(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0};
    int64_t n;
    bool players;
    LogSource source = table_log_source(s);
    if (!read_log_options(rest, &n, &players, &err)) return reply_refused(s, "log", &err);
    return answer(s, "log", log_recent(&source, n, players, &t, &err), &t, &err);
}

static SconceReply v_recap(Sconce *s, const char *rest)
{
    (void)rest;
    Err err = {0};
    Text t = {0};
    bool ok = recap_write(s->position.journal, &s->position.head, &t, &err);
    if (ok && t.n == 0) text_add(&t, "nothing has happened yet");
    return answer(s, "recap", ok, &t, &err);
}

static void tell_dice(const DiceSource *d, Text *t)
{
    Text left = {0};
    dice_source_left(d, &left);
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

static SconceReply v_dice(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0}, mode = {0};
    unquote(rest, &mode);
    int64_t entries = journal_count(s->position.journal, &err);
    bool ok =
        mode.n == 0 || (entries >= 0 && dice_source_set(&s->dice, text_str(&mode), entries, &err));
    text_free(&mode);
    tell_dice(&s->dice, &t);
    return answer(s, "dice", ok, &t, &err);
}

static SconceReply v_odds(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0};
    StudyTable table = table_study(s);
    bool ok = odds_query(&table, rest, &t, &err);
    return answer(s, "odds", ok, &t, &err);
}

static bool mark_session(Sconce *s, const char *title, Text *t, Err *err)
{
    if (!journal_begin(s->position.journal, err)) return false;
    int64_t n = journal_session(s->position.journal, title, (int64_t)time(NULL), err);
    if (n > 0 && journal_commit(s->position.journal, err)) {
        text_addf(t, "session %lld%s%s", (long long)n, *title ? ": " : "", title);
        return true;
    }
    journal_rollback(s->position.journal);
    return false;
}

static SconceReply v_session(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0}, title = {0};
    unquote(rest, &title);
    bool ok = mark_session(s, text_str(&title), &t, &err);
    text_free(&title);
    return answer(s, "session", ok, &t, &err);
}

static SconceReply v_save(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0};
    bool ok = create_from_scratch(s, rest, &err);
    text_addf(&t, "kept in %s; from here on, everything is kept there", rest);
    return answer(s, "save", ok, &t, &err);
}

/* --- undo and redo ------------------------------------------------------------------------ */

enum { STEPS_MAX = 1000 };

/* Reads a number of lines: "", "3" or "x3". */
static bool read_steps(const char *verb, const char *rest, long *n, Err *err)
{
    char *end;
    *n = 1;
    if (!*rest) return true;
    *n = strtol(rest + (*rest == 'x'), &end, 10);
    return (!*end && *n >= 1 && *n <= STEPS_MAX) ||
           err_set(err, "%s takes a number of lines, such as: %s 3", verb, verb);
}

/* One step back or on; appends a line that says which. */
typedef bool StepHead(Sconce *s, Text *t, Err *err);

/* Takes up to as many steps as were typed.  Returns their number; when it is 0, *err says why. */
static long take_steps(Sconce *s, const char *verb, const char *rest, StepHead *step, Text *t,
                       Err *err)
{
    long n, done = 0;
    bool ok = read_steps(verb, rest, &n, err);
    while (ok && done < n && step(s, t, err)) done++;
    if (done > 0 && done < n) text_addf(t, "\n%s", err->text);
    return done;
}

static bool undo(Sconce *s, Text *t, Err *err)
{
    Text line = {0};
    DiceSource *dice = &s->dice;
    const Entry *head = &s->position.head;
    if (head->parent == 0) return err_set(err, "nothing to undo: this is the start");
    DiceSource before = *dice;
    dice_source_return(dice, head);
    dice->undone_entry = head->seq;
    text_addf(&line, "undone: T%lld %s", (long long)head->turn, text_str(&head->line));
    if (dice->mode == DICE_HAND && strchr(text_str(&head->draws), 'h'))
        text_add(&line, ". The dice you typed are kept for the same line.");
    bool ok = position_move(&s->position, head->parent, err);
    if (ok)
        text_addf(t, "%s%s", t->n ? "\n" : "", text_str(&line));
    else
        *dice = before;
    text_free(&line);
    return ok;
}

static SconceReply v_undo(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0};
    bool ok = take_steps(s, "undo", rest, undo, &t, &err) > 0;
    return answer(s, "undo", ok, &t, &err);
}

static bool redo(Sconce *s, Text *t, Err *err)
{
    Position *p = &s->position;
    int64_t child = journal_child(p->journal, p->head.seq, err);
    if (child == 0) err_set(err, "nothing to redo");
    if (child <= 0 || !position_move(p, child, err)) return false;
    dice_source_pass(&s->dice, &p->head);
    child = journal_child(p->journal, p->head.seq, NULL);
    s->dice.undone_entry = child > 0 ? child : 0;
    text_addf(t, "%sdone again: T%lld %s", t->n ? "\n" : "", (long long)p->head.turn,
              text_str(&p->head.line));
    return true;
}

static const Value *list_of(const Tree *tree)
{
    return tree && tree_root(tree)->kind == TOKEN_LIST ? tree_root(tree) : empty_list();
}

/* Replies with the events and rolls of the last entry done again. */
static SconceReply reply_done_again(Sconce *s, const Text *t)
{
    const Entry *head = &s->position.head;
    Tree *events = tree_decode(text_str(&head->events), head->events.n, NULL);
    Tree *rolls = tree_decode(text_str(&head->rolls), head->rolls.n, NULL);
    PlayReply p = {.line = "redo",
                   .events = list_of(events),
                   .rolls = list_of(rolls),
                   .status = empty_list(),
                   .text = text_str(t),
                   .turn = head->turn,
                   .minutes = head->minutes};
    SconceReply r = reply_done(s, &p, 0, 0);
    tree_free(events);
    tree_free(rolls);
    return r;
}

static SconceReply v_redo(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0};
    bool ok = take_steps(s, "redo", rest, redo, &t, &err) > 0;
    SconceReply r = ok ? reply_done_again(s, &t) : reply_refused(s, "redo", &err);
    text_free(&t);
    return r;
}

/* --- finding the verb -------------------------------------------------------------------- */

typedef struct {
    SconceReply (*run)(Sconce *s, const char *rest);
    bool at_question; /* only shows something, so it may be said at a question, too */
} Verb;

/* Names of the verbs, and what they do, in the same order (tests/house.sh compares them with the
 * book's).  Their help stands with that of all host verbs in src/lua/play/names.lua. */
static const char *const verb_name[] = {"undo", "u",       "redo",    "log",     "help",
                                        "?",    "chart",   "why",     "changes", "dice",
                                        "save", "save_as", "session", "odds",    "recap"};
static const Verb verb[] = {{v_undo, false},    {v_undo, false}, {v_redo, false}, {v_log, true},
                            {v_help, true},     {v_help, false}, {v_chart, true}, {v_why, true},
                            {v_changes, true},  {v_dice, false}, {v_save, false}, {v_save, false},
                            {v_session, false}, {v_odds, false}, {v_recap, true}};
enum { VERBS = sizeof verb_name / sizeof *verb_name };
_Static_assert(sizeof verb / sizeof *verb == VERBS, "every verb has a name");

static SconceReply run_verb(Sconce *s, size_t index, const char *line)
{
    size_t n = word_length(line);
    return verb[index].run(s, line + n + strspn(line + n, " \t"));
}

bool verbs_run(Sconce *s, const char *line, SconceReply *reply)
{
    size_t index;
    if (verb_owner(table_book(s), verb_name, VERBS, line, word_length(line), &index) !=
        VERB_OF_CAMPAIGN)
        return false;
    *reply = run_verb(s, index, line);
    return true;
}

/* --- at a question ----------------------------------------------------------------------- */

/* Does the word begin a choice of the question? */
static bool is_choice(const Value *ask, const char *word, size_t n)
{
    const Value *choices = value_get(ask, "choices");
    for (size_t i = 0; choices && choices->kind == TOKEN_LIST && i < choices->n; i++)
        if (choices->items[i].kind == TOKEN_TEXT && has_prefix(choices->items[i].s, word, n))
            return true;
    return false;
}

/* Tells which rule asks, and what can be answered. */
static SconceReply explain_question(Sconce *s)
{
    static const char how[] =
        "The first letters of an answer are enough; Enter alone takes the one in brackets.\n"
        "u takes the last answer back, and then the line. chart, why, help, log, recap\n"
        "and changes look things up meanwhile.\n";
    StyledLines l = {0};
    Text name = {0};
    text_addf(&name, "question.%s", value_text(s->pending.reply.ask, "id", ""));
    origin_line(&l, table_book(s), text_str(&name));
    lines_text(&l, how, 2);
    text_free(&name);
    return answer_lines(s, "?", true, &l, NULL);
}

/* Odds start from the end of a line, and this line is not over. */
static SconceReply refuse_odds(Sconce *s, const char *line)
{
    Err err = {0};
    const PlayReply *p = &s->pending.reply;
    err_set(&err, "odds look ahead from the end of a line, and '%.80s' still waits for an answer",
            *p->line ? p->line : text_str(&s->pending.typed));
    return reply_refused(s, line, &err);
}

bool verbs_run_at_question(Sconce *s, const char *line, SconceReply *reply)
{
    size_t n = word_length(line);
    const Value *ask = s->pending.reply.ask;
    if (strcmp(line, "?") == 0 && strcmp(value_text(ask, "id", ""), "die") != 0) {
        *reply = explain_question(s);
        return true;
    }
    if (strcmp(value_text(ask, "type", ""), "text") == 0 || is_choice(ask, line, n)) return false;
    if (same_word("odds", line, n)) {
        *reply = refuse_odds(s, line);
        return true;
    }
    for (size_t i = 0; i < VERBS; i++)
        if (verb[i].at_question && same_word(verb_name[i], line, n)) {
            *reply = run_verb(s, i, line);
            return true;
        }
    return false;
}
