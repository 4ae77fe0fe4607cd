/* The functions of sconce.h for an open table: they say a line, and answer questions about the
 * table.  sconce_rules is here too, since it needs the view. */
#include <stdlib.h>
#include <string.h>

#include "campaign/journal/journal.h"
#include "campaign/rules/public_error.h"
#include "campaign/rules/table_sources.h"
#include "campaign/rules/verb_lookup.h"
#include "campaign/rules/words.h"
#include "campaign/study/study.h"
#include "campaign/table/table.h"
#include "campaign/view/book.h"
#include "campaign/view/log.h"
#include "campaign/view/players.h"
#include "core/json_writer.h"

void sconce_free(void *p)
{
    free(p);
}

void sconce_stop(Sconce *s)
{
    if (s) s->stop = 1;
}

bool table_refresh(Sconce *s)
{
    if (s && s->read_only && !s->pending.reply.ask) position_refresh(&s->position, NULL);
    return s != NULL;
}

/* --- a line ------------------------------------------------------------------------------- */

/* Checks that a typed line is UTF-8 text on one line, without control characters, as a paste may
 * hold, and of at most LINE_MAX_BYTES (journal.h).  Tabs are allowed; they are shown as blanks. */
static bool check_line(const char *line, size_t n, Err *err)
{
    if (n > LINE_MAX_BYTES) return err_set(err, "a line has at most %d bytes", LINE_MAX_BYTES);
    if (!text_is_utf8(line, n)) return err_set(err, "the line is not UTF-8 text");
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)line[i] < ' ' && line[i] != '\t') || line[i] == 0x7f)
            return err_set(err, "a line cannot hold line breaks or control characters");
    return true;
}

/* Appends a line as the journal keeps it: composed (text_compose), without blanks around it. */
static void trim_and_compose(const char *line, Text *out)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF"; /* in a line that was pasted */
    const char *from = line;
    if (begins_with(line, byte_order_mark)) from += strlen(byte_order_mark);
    from += strspn(from, " \t\r\n");
    size_t n = strlen(from);
    while (n > 0 && strchr(" \t\r\n", from[n - 1])) n--;
    text_addn(out, from, n);
    if (out->n <= LINE_MAX_BYTES) text_compose(out); /* a longer one is refused */
}

/* Replies to an empty line, for which nothing is played: with the status. */
static SconceReply reply_status(Sconce *s)
{
    PlayReply p = {.line = "",
                   .events = empty_list(),
                   .rolls = empty_list(),
                   .status = empty_list(),
                   .text = "",
                   .turn = s->position.head.turn,
                   .minutes = s->position.head.minutes};
    return reply_done(s, &p, (Shown){0});
}

/* True for "?" and a word right behind it: "?Bram" shows that member, "?torch" what burns. */
static bool is_thing_looked_up(const char *line)
{
    return *line == '?' && line[1] && line[1] != ' ' && line[1] != '\t';
}

/* Answers a line at an open question.  It may look something up, or else is the answer. */
static SconceReply answer_at_question(Sconce *s, const char *line)
{
    SconceReply r;
    if (is_thing_looked_up(line) && command_show(s, line, &r)) return r;
    if (verbs_run_at_question(s, line, &r)) return r;
    if (*line == '?' && line[1] && command_show(s, line, &r)) return r; /* "? Bram" */
    return command_answer(s, line);
}

/* Sends a line, trimmed and composed, to the function that answers it. */
static SconceReply answer_line(Sconce *s, const char *line)
{
    Err err = {0};
    SconceReply r;
    PendingCommand *c = &s->pending;
    if (!check_line(line, strlen(line), &err)) return reply_refused(s, "", &err);
    /* No rules are reloaded at a question: its answer runs the line again under the same. */
    if (c->reply.ask) return answer_at_question(s, line);
    rules_reload(s);
    if (s->read_only && !position_refresh(&s->position, &err)) return reply_refused(s, line, &err);
    /* Where lights burn in real time, an empty line is played too, since time has passed. */
    bool real_time = value_bool(position_status(&s->position), "real", false);
    if (!*line && (s->read_only || !real_time)) return reply_status(s);
    if (strcmp(line, "resume") == 0 && !s->read_only &&
        pending_recorded_line(c, &s->position, NULL))
        return command_resume(s);
    if (is_thing_looked_up(line) && command_show(s, line, &r)) return r;
    if (verbs_run(s, line, &r)) return r;
    if (s->read_only && is_ruleset_line(table_book(s), line)) {
        journal_read_only_error(s->sources.table, &err);
        return reply_refused(s, line, &err);
    }
    return command_start(s, line);
}

static const SconceReply no_table = {SCONCE_REFUSED,
                                     "{\"ok\":false,\"command\":\"\",\"error\":\"the table is "
                                     "NULL, and must be given\",\"lines\":[],\"prompt\":[]}"};

void sconce_allow(Sconce *s, SconceWho who)
{
    if (s) s->speaker = who;
}

/* True if a player may say the line: deeds; or the faces of a die that is asked of members. */
static bool player_may_say(const Sconce *s, const char *line, Err *err)
{
    const Value *ask = s->pending.reply.ask, *party = position_party(&s->position);
    if (!ask)
        return players_may_say(table_book(s), party, line) ||
               err_set(err, "players can type actions, such as 'search', with the whole verb; the "
                            "game master types the rest");
    if (!players_see_ask(ask, party)) return err_set(err, "the game master answers this question");
    return line[strspn(line, "0123456789 ?")] == '\0' || /* an empty line has it rolled */
           err_set(err, "type what the die shows");
}

SconceReply sconce_say(Sconce *s, const char *line)
{
    ScopedText trimmed = {0};
    Err err = {0};
    if (!s) return no_table;
    s->stop = 0;
    text_clear(&s->moved_entries);
    s->warnings.line_said = true;
    s->at_question = s->pending.reply.ask != NULL;
    if (!public_check_given(line, "line", &err)) return reply_refused(s, "", &err);
    trim_and_compose(line, &trimmed);
    if (trimmed.failed) {
        err_set(&err, "out of memory");
        return reply_refused(s, "", &err);
    }
    if (s->speaker == SCONCE_GM) return answer_line(s, text_str(&trimmed));
    if (!player_may_say(s, text_str(&trimmed), &err))
        return reply_players(s, SCONCE_REFUSED, err.text);
    SconceReply r = answer_line(s, text_str(&trimmed));
    return reply_players(s, r.outcome, "this cannot be done now; ask the game master");
}

/* Checks that the question with this token is open, which the game master's pages or the players'
 * know; or, if the token is "", that no question is open. */
static bool check_token(const Sconce *s, const char *token, Err *err)
{
    const Value *ask = s->pending.reply.ask;
    char open_token[TOKEN_LETTERS + 1] = ""; /* "": no question is open */
    char players_token[TOKEN_LETTERS + 1] = "";
    if (!public_check_given(token, "token", err)) return false;
    if (ask) pending_token(&s->pending, &s->position, open_token);
    if (ask) pending_players_token(&s->pending, &s->position, players_token);
    if (strcmp(open_token, token) == 0) return true;
    if (strcmp(players_token, token) == 0 && players_see_ask(ask, position_party(&s->position)))
        return true;
    if (!*open_token)
        err_set(err,
                "that question was answered already, and none is open now; nothing has changed");
    else if (!*token)
        err_set(err, "a question is open now, and this does not answer it: nothing has changed");
    else
        err_set(err,
                "this answers an earlier question, and another is open now: nothing has changed");
    err->kind = ERR_STALE;
    return false;
}

SconceReply sconce_answer(Sconce *s, const char *token, const char *text)
{
    Err err = {0};
    if (!s) return no_table;
    if (check_token(s, token, &err)) return sconce_say(s, text);
    return s->speaker == SCONCE_GM ? reply_refused(s, "", &err)
                                   : reply_players(s, SCONCE_REFUSED, err.text);
}

/* --- about the table ---------------------------------------------------------------------- */

static void write_text_or_null(Text *t, const char *key, const char *s)
{
    jsonw_key(t, key);
    if (s)
        jsonw_string(t, s);
    else
        jsonw_value(t, NULL);
}

/* Writes the field "chain": the ruleset first, then the files on top, in reading order. */
static void write_chain(Text *t, const Chain *c, const Value *book)
{
    jsonw_open(jsonw_key(t, "chain"), '[');
    value_each (file, value_list(book, "chain")) {
        const char *name = value_text(file, "file", "");
        const RuleFile *known = c ? chain_file(c, name) : NULL;
        jsonw_open(t, '{');
        write_text_or_null(t, "name", name);
        write_text_or_null(t, "path", known ? known->path : NULL);
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}

/* Returns the party as a list: "Bram CON+1" where the status describes people, else names. */
static const Value *people_of(const Position *p)
{
    const Value *people = value_get(position_status(p), "people");
    return people && people->kind == TOKEN_LIST ? people : position_party(p);
}

/* Remembers that the caller has read what opening the table brought, so that the first reply leaves
 * out its warnings and the beginning of play. */
static void mark_opening_told(Sconce *s)
{
    s->beginning.told = true;
    /* once a line was said, `next` may hold warnings that came after the opening */
    if (!s->warnings.line_said) text_clear(&s->warnings.next);
}

/* Appends the seed of the dice; nothing before play has begun. */
static void read_seed(Journal *j, Text *seed)
{
    if (!journal_get(j, "seed", seed, NULL)) text_clear(seed);
}

const char *sconce_about(Sconce *s)
{
    if (!table_refresh(s)) return "{}";
    Text *t = text_clear(&s->returned.about);
    ScopedText seed = {0};
    const Value *book = table_book(s);
    jsonw_open(t, '{');
    write_text_or_null(t, "table", s->sources.table);
    write_text_or_null(t, "folder", s->sources.folder);
    write_text_or_null(t, "ruleset", value_text(book, "ruleset", ""));
    write_text_or_null(t, "title", value_text(book, "title", ""));
    write_chain(t, cell_client_chain(s->rules.client), book);
    jsonw_int(jsonw_key(t, "changes"), (int64_t)value_list(book, "changes")->n);
    read_seed(s->position.journal, &seed);
    write_text_or_null(t, "seed", text_str(&seed));
    write_text_or_null(t, "dice", dice_mode_name(s->dice.mode));
    jsonw_int(jsonw_key(t, "entries"), journal_count(s->position.journal, NULL));
    jsonw_open(jsonw_key(t, "warnings"), '[');
    reply_write_lines(t, text_str(&s->warnings.opening));
    jsonw_close(t, ']');
    jsonw_bool(jsonw_key(t, "read_only"), s->read_only);
    jsonw_value(jsonw_key(t, "party"), people_of(&s->position));
    if (s->beginning.json.n > 0) text_add(jsonw_key(t, "begun"), s->beginning.json.s);
    jsonw_close(t, '}');
    mark_opening_told(s);
    return t->failed ? "{}" : text_str(t);
}

const char *sconce_opening(Sconce *s)
{
    if (!table_refresh(s)) return "[]";
    ScopedLines l = {0};
    Text *t = text_clear(&s->returned.opening);
    ScopedText seed = {0};
    read_seed(s->position.journal, &seed);
    Opening o = {.book = table_book(s),
                 .people = people_of(&s->position),
                 .seed = text_str(&seed),
                 .dice = dice_mode_name(s->dice.mode),
                 .warnings = text_str(&s->warnings.opening),
                 .journal = s->sources.folder ? s->position.journal : NULL,
                 .head = &s->position.head,
                 .fresh = journal_count(s->position.journal, NULL) <= 1};
    opening_lines(&l, &o);
    jsonw_open(t, '[');
    lines_json(&l, t);
    lines_json(&s->beginning.lines, t);
    jsonw_close(t, ']');
    mark_opening_told(s);
    return t->failed ? "[]" : text_str(t);
}

const char *sconce_asked(Sconce *s)
{
    if (!s || !s->pending.reply.ask) return NULL;
    Text *t = text_clear(&s->returned.asked);
    reply_write_question(s, t);
    return t->failed ? "{}" : text_str(t);
}

const char *sconce_prompt(Sconce *s)
{
    if (!table_refresh(s)) return "[]";
    Text *t = text_clear(&s->returned.prompt);
    reply_write_prompt(s, s->pending.reply.ask, t);
    return t->failed ? "[]" : text_str(t);
}

const char *sconce_sheet(Sconce *s)
{
    if (!table_refresh(s)) return "[]";
    Err err = {0};
    ScopedLines l = {0};
    Text *t = text_clear(&s->returned.sheet);
    if (!command_look(s, "party", &l, &err)) return "[]";
    jsonw_open(t, '[');
    lines_json(&l, t);
    jsonw_close(t, ']');
    return t->failed ? "[]" : text_str(t);
}

const char *sconce_status(Sconce *s)
{
    if (!table_refresh(s)) return "{}";
    Text *t = text_clear(&s->returned.status);
    /* At a question the line has run in part, and what it has done so far is in its own status. */
    const PlayReply *so_far = &s->pending.reply;
    bool has_own = so_far->ask && so_far->status->n > 0;
    reply_write_status(t, has_own ? so_far->status : position_status(&s->position));
    return t->failed ? "{}" : text_str(t);
}

const char *sconce_complete(Sconce *s, const char *before)
{
    if (!table_refresh(s) || !before) return "{}";
    Text *t = text_clear(&s->returned.complete);
    complete_write(t, table_book(s), position_status(&s->position), s->pending.reply.ask, before);
    return t->failed ? "{}" : text_str(t);
}

const char *sconce_version(void)
{
    return SCONCE_VERSION;
}

const char *sconce_book(Sconce *s)
{
    if (!s) return "{}";
    Text *t = text_clear(&s->returned.book);
    const Value *book = cell_client_whole_book(s->rules.client, NULL);
    jsonw_value(t, book ? book : table_book(s));
    return t->failed ? "{}" : text_str(t);
}

const char *sconce_dice_left(Sconce *s)
{
    if (!s) return "";
    Text *t = text_clear(&s->returned.dice_left);
    dice_source_write_unused(&s->dice, t);
    return t->failed ? "" : text_str(t);
}

/* --- the journal -------------------------------------------------------------------------- */

/* Returns the text, which the table owns; or, when not ok, NULL, and *error (may be NULL). */
static const char *text_or_error(bool ok, const Text *t, const Err *err, SconceError *error)
{
    if (ok) return text_str(t);
    if (error) *error = (SconceError){0};
    public_error_set(error, err);
    return NULL;
}

const char *sconce_recap(Sconce *s)
{
    if (!table_refresh(s)) return "";
    Err err = {0};
    Text *t = text_clear(&s->returned.recap);
    ScopedLines l = {0};
    if (recap_lines(&l, cell_client_book(s->rules.client), s->position.journal, &s->position.head,
                    &err))
        lines_plain(&l, t);
    return text_str(t);
}

const char *sconce_log(Sconce *s, const char *format, bool players, int session, SconceError *error)
{
    Err err = {0};
    if (!public_check_given(s, "the table", &err)) return text_or_error(false, NULL, &err, error);
    table_refresh(s);
    Text *t = text_clear(&s->returned.log);
    LogSource source = table_log_source(s);
    return text_or_error(log_write(&source, format, players, session, t, &err), t, &err, error);
}

const char *sconce_verify(Sconce *s, void (*progress)(int64_t, int64_t, void *), void *data,
                          SconceError *error)
{
    Err err = {0};
    if (!public_check_given(s, "the table", &err)) return text_or_error(false, NULL, &err, error);
    Text *t = &s->returned.verified;
    s->stop = 0;
    bool ok = journal_verify(s->position.journal, &s->sources, &s->stop, progress, data, t, &err);
    return text_or_error(ok, t, &err, error);
}

/* --- studies ------------------------------------------------------------------------------ */

/* Makes the table ready for a study: clears a stop, and reads the head again.  Fails if there is no
 * table, or a command of it waits for an answer. */
static bool prepare_study(Sconce *s, Err *err)
{
    if (!public_check_given(s, "the table", err)) return false;
    s->stop = 0;
    table_refresh(s);
    return pending_check_none(&s->pending, err);
}

char *sconce_sim(Sconce *s, const SconceSim *sim, SconceError *error)
{
    Err err = {0};
    Text json = {0};
    SconceSim known;
    bool ok = public_copy_struct(&known, sizeof known, PUBLIC_SIM_0, sim, "sim", &err) &&
              prepare_study(s, &err);
    if (ok) {
        StudyTable table = table_study(s);
        ok = sim_study(&table, &known, &json, &err);
    }
    return public_answer(ok, &json, &err, error);
}

char *sconce_chances(Sconce *s, const SconceChances *chances, SconceError *error)
{
    Err err = {0};
    Text json = {0};
    SconceChances known;
    bool ok =
        public_copy_struct(&known, sizeof known, PUBLIC_CHANCES_0, chances, "chances", &err) &&
        prepare_study(s, &err);
    if (ok) {
        StudyTable table = table_study(s);
        ok = odds_study(&table, &known, 0, &json, &err);
    }
    return public_answer(ok, &json, &err, error);
}

void sconce_watch(Sconce *s, void (*progress)(const SconceNews *, void *), void *data)
{
    if (s) s->watch = (Watch){progress, data};
}

/* --- rules, without a table ----------------------------------------------------------------- */

/* Arguments of sconce_rules. */
typedef struct {
    const char *word;
    bool changes;
} RulesQuery;

/* Writes the answer of sconce_rules for rules that load: "lines"; of a word, "found", "nearest". */
static void write_lines(Text *t, CellClient *client, const Value *book, void *data)
{
    const RulesQuery *query = data;
    ScopedLines l = {0};
    if (query->changes)
        changes_lines(&l, cell_client_book(client));
    else if (query->word) {
        ScopedText nearest = {0};
        chain_line(&l, book);
        bool found =
            origin_lines(&l, book, cell_client_chain(client), query->word, true, &nearest, NULL);
        jsonw_bool(jsonw_key(t, "found"), found);
        jsonw_string(jsonw_key(t, "nearest"), text_str(&nearest));
    } else
        overview_lines(&l, book);
    jsonw_open(jsonw_key(t, "lines"), '[');
    lines_json(&l, t);
    jsonw_close(t, ']');
}

char *sconce_rules(const SconceOptions *options, const char *word, bool changes, SconceError *error)
{
    Err err = {0};
    Text t = {0};
    RulesQuery query = {word, changes};
    bool ok = rules_check(options, write_lines, &query, &t, &err);
    return public_answer(ok, &t, &err, error);
}
