/* The verbs that need no worker: they read the book or the journal, or move the head. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "campaign/rules/verb_lookup.h"
#include "campaign/study/odds_query.h"
#include "campaign/table/campaign.h"
#include "campaign/view/book.h"
#include "campaign/view/changes.h"
#include "campaign/view/origin.h"
#include "campaign/view/show.h"
#include "campaign/view/verbs.h"

/* --- from the book ----------------------------------------------------------------------- */

static SconceReply answer(Sconce *s, const char *command, bool ok, Text *t, const Err *err)
{
    SconceReply r = ok ? reply_text(s, command, t) : reply_refused(s, command, err);
    text_free(t);
    return r;
}

/* The same with lines that say it in another way; none: those of the text. */
static SconceReply answer_lines(Sconce *s, const char *command, Text *t, StyledLines *l)
{
    SconceReply r = l->n ? reply_lines(s, command, t, l) : reply_text(s, command, t);
    text_free(t);
    lines_free(l);
    return r;
}

static SconceReply v_help(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0}, command = {0};
    bool ok = true;
    if (!*rest) {
        StyledLines l = {0};
        const Value *status = s->status ? tree_root(s->status) : NULL;
        book_verbs(&t, cell_client_book(s->keeper));
        verbs_lines(&l, cell_client_book(s->keeper), value_text(status, "procedure", ""));
        return answer_lines(s, "help", &t, &l);
    }
    if (strcmp(rest, "all") != 0)
        ok = book_help(&t, cell_client_book(s->keeper), rest, &err);
    else
        book_verbs(&t, cell_client_book(s->keeper));
    text_addf(&command, "help %s", rest);
    SconceReply r = answer(s, text_str(&command), ok, &t, &err);
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

/* What happened last: at a question, what led to it.  *tree is the caller's. */
static const Value *last_events(const Sconce *s, Tree **tree, Err *err)
{
    *tree = NULL;
    if (s->command.open) return s->command.asked.events;
    *tree = tree_decode(text_str(&s->now.events), s->now.events.n, err);
    return *tree ? tree_root(*tree) : NULL;
}

static SconceReply v_chart(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0};
    Tree *tree;
    const Value *events = last_events(s, &tree, NULL);
    const char *row = events ? row_rolled(events, rest) : NULL;
    bool ok = book_chart(&t, cell_client_book(s->keeper), rest, row, &err);
    SconceReply r = answer(s, "chart", ok, &t, &err);
    tree_free(tree);
    return r;
}

static SconceReply v_changes(Sconce *s, const char *rest)
{
    (void)rest;
    Text t = {0};
    StyledLines l = {0};
    book_changes(&t, cell_client_book(s->keeper));
    changes_lines(&l, cell_client_book(s->keeper));
    return answer_lines(s, "changes", &t, &l);
}

/* Where a thing of the rules comes from. */
static SconceReply why_rule(Sconce *s, const char *word)
{
    Err err = {0};
    Text t = {0}, command = {0};
    text_addf(&command, "why %s", word);
    const Value *book = cell_client_book(s->keeper);
    StyledLines l = {0};
    bool ok = book_why(&t, book, word, &err);
    if (ok) origin_lines(&l, book, cell_client_chain(s->keeper), word);
    SconceReply r = ok ? answer_lines(s, text_str(&command), &t, &l)
                       : answer(s, text_str(&command), false, &t, &err);
    text_free(&command);
    return r;
}

static SconceReply v_why(Sconce *s, const char *rest)
{
    if (*rest) return why_rule(s, rest);
    Err err = {0};
    Text t = {0};
    Tree *tree;
    const Value *events = last_events(s, &tree, &err);
    if (!events) return reply_refused(s, "why", &err);
    const char *line = s->command.open ? text_str(&s->command.typed) : text_str(&s->now.line);
    text_addf(&t, "T%lld %s\n", (long long)(s->command.open ? s->command.asked.turn : s->now.turn),
              line);
    show_why(&t, events);
    tree_free(tree);
    return answer(s, "why", true, &t, NULL);
}

/* --- log, dice, session, save ------------------------------------------------------------ */

/* "", "20", "all", "players", "20 players" */
static bool read_log_wish(const char *rest, int64_t *n, bool *players, Err *err)
{
    enum { USUAL = 10, MOST = 10000 };
    char *end = NULL;
    *n = strncmp(rest, "all", 3) == 0 ? MOST : USUAL;
    if (isdigit((unsigned char)*rest))
        *n = strtol(rest, &end, 10);
    else
        end = (char *)rest + (*n == MOST ? 3 : 0);
    end += strspn(end, " \t-");
    *players = strcmp(end, "players") == 0;
    if ((!*end || *players) && *n >= 1 && *n <= MOST) return true;
    return err_set(err, "log takes a number of entries, such as: log 20, or log all; "
                        "with 'players' behind it, it leaves out what is secret");
}

static SconceReply v_log(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0};
    int64_t n;
    bool players;
    LogSource source = campaign_log_source(s);
    if (!read_log_wish(rest, &n, &players, &err)) return reply_refused(s, "log", &err);
    return answer(s, "log", log_recent(&source, n, players, &t, &err), &t, &err);
}

static SconceReply v_recap(Sconce *s, const char *rest)
{
    (void)rest;
    Err err = {0};
    Text t = {0};
    bool ok = recap_write(s->journal, &s->now, &t, &err);
    if (ok && t.n == 0) text_add(&t, "nothing has happened yet");
    return answer(s, "recap", ok, &t, &err);
}

static void tell_dice(Sconce *s, Text *t)
{
    const char *left = sconce_dice_left(s);
    if (s->dice == DICE_SCRIPT)
        text_addf(t, "dice: from a list; left: %s", *left ? left : "none");
    else
        text_add(t, s->dice == DICE_HAND ? "dice: by hand" : "dice: auto");
}

/* The text without blanks and one pair of quotes around it. */
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
    bool ok = mode.n == 0 || dice_mode_set(s, text_str(&mode), &err);
    text_free(&mode);
    tell_dice(s, &t);
    return answer(s, "dice", ok, &t, &err);
}

static SconceReply v_odds(Sconce *s, const char *rest)
{
    Err err = {0};
    Text t = {0};
    StudyTable table = campaign_study_table(s);
    bool ok = odds_query(&table, rest, &t, &err);
    return answer(s, "odds", ok, &t, &err);
}

static bool mark_session(Sconce *s, const char *title, Text *t, Err *err)
{
    if (!journal_begin(s->journal, err)) return false;
    int64_t n = journal_session(s->journal, title, (int64_t)time(NULL), err);
    if (n > 0 && journal_commit(s->journal, err)) {
        text_addf(t, "session %lld%s%s", (long long)n, *title ? ": " : "", title);
        return true;
    }
    journal_rollback(s->journal);
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
    bool ok = campaign_save(s, rest, &err);
    text_addf(&t, "kept in %s; from here on, everything is kept there", rest);
    return answer(s, "save", ok, &t, &err);
}

/* --- finding the verb -------------------------------------------------------------------- */

typedef struct {
    const char *name;
    SconceReply (*does)(Sconce *s, const char *rest);
} Verb;

static const Verb verbs[] = {
    {"undo", undo_say}, {"redo", redo_say},  {"log", v_log},         {"help", v_help},
    {"chart", v_chart}, {"why", v_why},      {"changes", v_changes}, {"dice", v_dice},
    {"save", v_save},   {"save_as", v_save}, {"session", v_session}, {"odds", v_odds},
    {"recap", v_recap},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const Verb *find_verb(Match *match, const char *word, size_t n, size_t *count)
{
    const Verb *found = NULL;
    for (int i = 0; i < VERBS; i++)
        if (match(verbs[i].name, word, n)) {
            found = &verbs[i];
            ++*count;
        }
    return found;
}

/* A verb of the ruleset, whole or begun, comes before one of these; one of these, whole, before one
 * of the ruleset that is only begun. */
static const Verb *resolve(const Sconce *s, const char *word, size_t n)
{
    size_t count = 0;
    const Value *book = cell_client_book(s->keeper);
    if (same_word("u", word, n)) return &verbs[0];
    if (same_word("?", word, n)) return find_verb(same_word, "help", 4, &count);
    if (count_verbs(book, same_word, word, n, false) > 0) return NULL;
    const Verb *exact = find_verb(same_word, word, n, &count);
    if (exact) return exact;
    if (n == 0 || count_verbs(book, same_word, word, n, true) > 0) return NULL;
    if (count_verbs(book, has_prefix, word, n, false) > 0 ||
        count_verbs(book, has_prefix, word, n, true) > 0)
        return NULL;
    const Verb *begun = find_verb(has_prefix, word, n, &count);
    return count == 1 ? begun : NULL;
}

bool verbs_try(Sconce *s, const char *line, SconceReply *reply)
{
    size_t n = word_length(line);
    const Verb *v = resolve(s, line, n);
    if (!v) return false;
    *reply = v->does(s, line + n + strspn(line + n, " \t"));
    return true;
}

/* --- at a question ----------------------------------------------------------------------- */

static bool is_choice(const Value *ask, const char *word, size_t n)
{
    const Value *choices = value_get(ask, "choices");
    for (size_t i = 0; choices && choices->kind == TOKEN_LIST && i < choices->n; i++)
        if (choices->items[i].kind == TOKEN_TEXT && has_prefix(choices->items[i].s, word, n))
            return true;
    return false;
}

/* Whose question it is, and what can be said. */
static SconceReply look_at_question(Sconce *s)
{
    Text t = {0}, about = {0}, name = {0};
    text_addf(&name, "question.%s", value_text(s->command.asked.ask, "id", ""));
    if (book_why(&about, cell_client_book(s->keeper), text_str(&name), NULL))
        text_addf(&t, "%.*s\n", (int)strcspn(text_str(&about), "\n"), text_str(&about));
    text_add(&t,
             "The first letters of an answer are enough; Enter alone takes the one in brackets.\n"
             "u takes the last answer back, and then the line. chart, why, help, log, recap\n"
             "and changes look things up meanwhile.\n");
    text_free(&about);
    text_free(&name);
    return answer(s, "?", true, &t, NULL);
}

/* They are of what comes after a line, and this one is not over. */
static SconceReply refuse_odds(Sconce *s, const char *line)
{
    Err err = {0};
    const PlayReply *p = &s->command.asked;
    err_set(&err, "odds look ahead from the end of a line, and '%.80s' still waits for an answer",
            *p->line ? p->line : text_str(&s->command.typed));
    return reply_refused(s, line, &err);
}

bool verbs_look(Sconce *s, const char *line, SconceReply *reply)
{
    static const char *const looks[] = {"chart", "help", "why", "changes", "log", "recap"};
    size_t n = word_length(line), count = 0;
    const Value *ask = s->command.asked.ask;
    if (strcmp(line, "?") == 0 && strcmp(value_text(ask, "id", ""), "die") != 0) {
        *reply = look_at_question(s);
        return true;
    }
    if (strcmp(value_text(ask, "type", ""), "text") == 0 || is_choice(ask, line, n)) return false;
    if (same_word("odds", line, n)) {
        *reply = refuse_odds(s, line);
        return true;
    }
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (same_word(looks[i], line, n)) {
            const Verb *v = find_verb(same_word, line, n, &count);
            *reply = v->does(s, line + n + strspn(line + n, " \t"));
            return true;
        }
    return false;
}
