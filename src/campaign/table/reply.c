/* Writes replies as the JSON that sconce.h describes, with the lines that a person reads. */
#include "campaign/table/table.h"

#include <stdio.h>
#include <string.h>

#include "campaign/rules/words.h"
#include "campaign/view/book.h"
#include "campaign/view/lines/show.h"
#include "campaign/view/narration/narration.h"
#include "core/json_writer.h"

/* Returns the finished reply and clears its warnings.  If memory ran out, returns a fixed reply
 * instead; it does not say refused for a command that was committed. */
static SconceReply finish_reply(Sconce *s, SconceOutcome outcome)
{
    static const char no_memory[] = "{\"ok\":false,\"command\":\"\",\"error\":\"out of memory\"}";
    text_clear(&s->warnings.next);
    bool failed = s->returned.reply.failed || !s->returned.reply.s;
    if (failed && outcome == SCONCE_DONE) { /* it was committed */
        snprintf(s->no_memory, sizeof s->no_memory,
                 "{\"ok\":true,\"seq\":%lld,\"command\":\"\",\"turn\":%lld,\"minutes\":%lld,"
                 "\"rolls\":[],\"events\":[],"
                 "\"status\":{},\"warnings\":[\"this is done and saved, but there was no memory to "
                 "show it: see log\"]}",
                 (long long)s->position.head.seq, (long long)s->position.head.turn,
                 (long long)s->position.head.minutes);
        return (SconceReply){outcome, s->no_memory};
    }
    if (failed) return (SconceReply){SCONCE_REFUSED, no_memory};
    return (SconceReply){outcome, s->returned.reply.s};
}

static void write_rolls(Text *t, const Value *rolls)
{
    jsonw_open(jsonw_key(t, "rolls"), '[');
    value_each (roll, rolls) jsonw_ordered_map(t, roll, "die faces total for");
    jsonw_close(t, ']');
}

void reply_write_status(Text *t, const Value *status)
{
    if (status && status->kind == TOKEN_MAP)
        jsonw_ordered_map(t, status, "text dark lights show");
    else
        text_add(t, "{}");
}

void reply_write_question(const Sconce *s, Text *t)
{
    char token[TOKEN_LETTERS + 1];
    const PendingCommand *c = &s->pending;
    pending_token(c, &s->position, token);
    jsonw_open(t, '{');
    jsonw_fields(t, c->reply.ask, "id who text type choices default parts next die sides for", "");
    jsonw_string(jsonw_key(t, "token"), token);
    jsonw_close(t, '}');
}

void reply_write_lines(Text *t, const char *lines)
{
    for (const char *p = lines; *p; p = line_after(p)) jsonw_stringn(t, p, strcspn(p, "\n"));
}

/* Writes how many events and rolls an earlier reply has shown; nothing for none. */
static void write_shown(Text *t, Shown shown)
{
    if (shown.events == 0 && shown.rolls == 0) return;
    jsonw_int(jsonw_key(t, "shown"), (int64_t)shown.events);
    jsonw_int(jsonw_key(t, "shown_rolls"), (int64_t)shown.rolls);
}

/* Returns the status after a play, or the head's status if the play has none. */
static const Value *status_of(const Sconce *s, const PlayReply *p)
{
    return p->status->n ? p->status : position_status(&s->position);
}

/* Opens a reply that is no question and no refusal, and writes its first fields. */
static void write_head(Sconce *s, const char *command, int64_t turn, int64_t minutes)
{
    Text *t = text_clear(&s->returned.reply);
    jsonw_open(t, '{');
    jsonw_bool(jsonw_key(t, "ok"), true);
    jsonw_int(jsonw_key(t, "seq"), s->position.head.seq);
    jsonw_string(jsonw_key(t, "command"), command);
    jsonw_int(jsonw_key(t, "turn"), turn);
    jsonw_int(jsonw_key(t, "minutes"), minutes);
    if (s->moved_entries.n == 0) return; /* else undo or redo moved some in this line */
    jsonw_comma(t);
    text_addf(t, "%s]", s->moved_entries.s);
    t->failed = t->failed || s->moved_entries.failed;
}

/* Writes what the cell returns for lines that only show something: "state" (`state`, `= EXPR`),
 * "sheet" (`party`) and "text", the same for people.  Appends the value of "text" to `text`. */
static void write_data(Text *t, const PlayReply *p, Text *text)
{
    if (p->data) jsonw_value(jsonw_key(t, "state"), p->data);
    if (p->sheet) jsonw_value(jsonw_key(t, "sheet"), p->sheet);
    if (*p->text)
        text_add(text, p->text);
    else if (p->data)
        show_tree(text, p->data);
    if (text->n > 0) jsonw_stringn(jsonw_key(t, "text"), text->s, text->n);
}

/* --- what a person reads ------------------------------------------------------------------ */

/* Adds the events and rolls as lines, except those that were shown before. */
static void narrate(const Sconce *s, const PlayReply *p, Shown shown, StyledLines *l)
{
    /* At a question the reader knows the answers already; only defaults are news. */
    AnswersShown answers = ANSWERS_ALL;
    if (s->at_question) answers = s->use_defaults ? ANSWERS_DEFAULTED : ANSWERS_NONE;
    Narrator narrator = {.events = p->events,
                         .rolls = p->rolls,
                         .audience = FOR_SCREEN,
                         .answers = answers,
                         .members = narration_members(status_of(s, p)),
                         .prompt = value_text(status_of(s, p), "text", NULL),
                         .confirmed = shown.confirmed,
                         .answer = shown.answer,
                         .event = shown.events,
                         .roll = shown.rolls};
    narration_lines(l, &narrator);
}

/* Tells each warning in the field "warnings" and in a line: those of the rules (theirs, a list of
 * texts or NULL), then ours. */
static void tell_warnings(Sconce *s, const Value *theirs, StyledLines *l)
{
    Text *t = &s->returned.reply;
    const char *ours = text_str(&s->warnings.next);
    jsonw_open(jsonw_key(t, "warnings"), '[');
    for (size_t i = 0; theirs && i < theirs->n; i++) {
        const Value *warning = &theirs->items[i];
        jsonw_value(t, warning);
        lines_begin(l, LINE_INDENT);
        lines_add(l, ROLE_WARNING, "! ");
        lines_sentence(l, ROLE_WARNING, warning->s, strlen(warning->s));
    }
    reply_write_lines(t, ours);
    lines_warnings(l, ours, LINE_INDENT);
    jsonw_close(t, ']');
}

/* Adds the sentence of an error behind its place in the rules, if it has one.  A sentence may have
 * several lines: those after the first keep their indent.  At a question, says what to type. */
static void add_error(const Sconce *s, StyledLines *l, const char *sentence, const Err *err)
{
    bool first = true;
    ScopedText place = {0};
    const Value *ask = s->pending.reply.ask;
    table_write_place(&place, err->file, err->line);
    lines_begin(l, 0);
    lines_add(l, ROLE_ERROR, text_str(&place));
    for (size_t n;; sentence += n + 1) {
        n = strcspn(sentence, "\n");
        size_t blanks = strspn(sentence, " ");
        /* Behind a place, and on further lines, the text stays as it is. */
        if (first && !err->file[0])
            lines_sentence(l, ROLE_ERROR, sentence, n);
        else
            lines_addn(l, ROLE_ERROR, sentence + blanks, n - blanks);
        first = false;
        if (!sentence[n]) break;
        blanks = strspn(sentence + n + 1, " ");
        lines_begin(l, blanks > LINE_INDENT ? (int)blanks : LINE_INDENT);
    }
    bool has_stop = ends_sentence(l->text.s, l->text.n);
    if (ask && has_stop)
        lines_add(l, ROLE_DIM, " (? tells more, u goes back)");
    else if (ask)
        lines_add(l, ROLE_TEXT, "; ? tells more, u goes back");
}

void reply_write_prompt(const Sconce *s, const Value *ask, Text *t)
{
    ScopedLines l = {0};
    if (ask)
        prompt_question(&l, ask);
    else
        prompt_status(&l, position_status(&s->position), s->dice.mode == DICE_HAND);
    lines_json(&l, t);
}

/* Ends the reply with "lines", those of l and then of more (NULL: none), and "prompt".  Frees the
 * lines.  In the first reply, the lines of the beginning of play come first. */
static void end_object(Sconce *s, StyledLines *l, StyledLines *more, const Value *ask)
{
    Text *t = &s->returned.reply;
    Beginning *b = &s->beginning;
    bool tells_beginning = b->json.n > 0 && !b->told;
    b->told = true;
    if (tells_beginning) text_add(jsonw_key(t, "begun"), b->json.s);
    jsonw_open(jsonw_key(t, "lines"), '[');
    if (tells_beginning) lines_json(&b->lines, t);
    lines_json(l, t);
    if (more) lines_json(more, t);
    jsonw_close(t, ']');
    lines_free(l);
    if (more) lines_free(more);
    reply_write_prompt(s, ask, jsonw_key(t, "prompt"));
    jsonw_close(t, '}');
}

void reply_keep_beginning(Sconce *s, const PlayReply *p)
{
    Beginning *b = &s->beginning;
    for (size_t i = 0; i < p->warnings->n; i++) table_warn(s, "%s", p->warnings->items[i].s);
    if (p->events->n == 0 && p->rolls->n == 0) return;
    jsonw_open(&b->json, '{');
    write_rolls(&b->json, p->rolls);
    show_events_json(&b->json, p->events);
    jsonw_close(&b->json, '}');
    narrate(s, p, (Shown){0}, &b->lines);
}

/* Adds what must be chosen before the turn goes on: once, and whenever an empty line asks. */
static void add_awaited(Sconce *s, const PlayReply *p, StyledLines *l)
{
    const Value *status = status_of(s, p);
    if (!value_get(status, "waiting") || (s->step_told && *p->line)) return;
    awaited_line(l, table_book(s), status);
    s->step_told = true;
}

/* --- replies ------------------------------------------------------------------------------ */

SconceReply reply_done(Sconce *s, const PlayReply *p, Shown shown)
{
    Text *t = &s->returned.reply, text = {0};
    StyledLines l = {0};
    bool redone = strcmp(p->line, "redo") == 0; /* its text comes before the events */
    write_head(s, p->line, p->turn, p->minutes);
    write_rolls(t, p->rolls);
    show_events_json(t, p->events);
    reply_write_status(jsonw_key(t, "status"), status_of(s, p));
    write_shown(t, shown);
    StyledLines page = {0}; /* what the line shows, if that is all it does: `party` */
    if (p->lines) lines_of_cell(&page, p->lines);
    if (page.n > 0) lines_plain(&page, &text);
    write_data(t, p, &text);
    if (redone) lines_text(&l, text_str(&text), LINE_INDENT);
    narrate(s, p, shown, &l);
    tell_warnings(s, p->warnings, &l);
    if (!redone && page.n == 0) lines_text(&l, text_str(&text), LINE_INDENT);
    add_awaited(s, p, &l);
    end_object(s, &l, &page, NULL);
    t->failed = t->failed || text.failed;
    text_free(&text);
    return finish_reply(s, SCONCE_DONE);
}

SconceReply reply_asks(Sconce *s, Shown shown)
{
    Text *t = text_clear(&s->returned.reply);
    StyledLines l = {0};
    const PlayReply *p = &s->pending.reply;
    jsonw_open(t, '{');
    reply_write_question(s, jsonw_key(t, "ask"));
    show_events_json(t, p->events);
    write_rolls(t, p->rolls);
    reply_write_status(jsonw_key(t, "status"), status_of(s, p));
    write_shown(t, shown);
    jsonw_string(jsonw_key(t, "command"), *p->line ? p->line : text_str(&s->pending.typed));
    jsonw_bool(jsonw_key(t, "ok"), true);
    jsonw_int(jsonw_key(t, "seq"), s->position.head.seq);
    jsonw_int(jsonw_key(t, "turn"), p->turn);
    jsonw_int(jsonw_key(t, "minutes"), p->minutes);
    narrate(s, p, shown, &l);
    tell_warnings(s, p->warnings, &l);
    end_object(s, &l, NULL, p->ask);
    return finish_reply(s, SCONCE_ASKS);
}

SconceReply reply_refused(Sconce *s, const char *command, const Err *err)
{
    Text *t = text_clear(&s->returned.reply);
    StyledLines l = {0};
    const Value *ask = s->pending.reply.ask;
    const char *sentence = err->text[0] ? err->text : "out of memory"; /* it may leave none */
    jsonw_open(t, '{');
    jsonw_bool(jsonw_key(t, "ok"), false);
    jsonw_string(jsonw_key(t, "command"), command);
    jsonw_string(jsonw_key(t, "error"), sentence);
    if (err->file[0]) jsonw_string(jsonw_key(t, "file"), err->file);
    if (err->line > 0) jsonw_int(jsonw_key(t, "line"), err->line);
    if (err->kind == ERR_READ_ONLY) jsonw_string(jsonw_key(t, "why"), "read_only");
    if (err->kind == ERR_COMMAND) jsonw_string(jsonw_key(t, "why"), "command");
    if (err->kind == ERR_STALE) jsonw_string(jsonw_key(t, "why"), "stale");
    if (ask) reply_write_question(s, jsonw_key(t, "ask"));
    add_error(s, &l, sentence, err);
    if (s->warnings.next.n > 0) tell_warnings(s, NULL, &l);
    end_object(s, &l, NULL, ask);
    return finish_reply(s, SCONCE_REFUSED);
}

SconceReply reply_text(Sconce *s, const char *command, const Text *text, StyledLines *l)
{
    Text *t = &s->returned.reply;
    ScopedText words = {0};
    StyledLines first = {0};
    const Value *ask = s->pending.reply.ask;
    bool styled = l && l->n > 0;
    if (styled) lines_plain(l, &words);
    write_head(s, command, s->position.head.turn, s->position.head.minutes);
    text_add(t, ",\"rolls\":[],\"events\":[]");
    reply_write_status(jsonw_key(t, "status"), position_status(&s->position));
    jsonw_string(jsonw_key(t, "text"), text_str(styled ? &words : text));
    if (ask) reply_write_question(s, jsonw_key(t, "ask"));
    tell_warnings(s, NULL, &first);
    if (!styled) lines_text(&first, text_str(text), LINE_INDENT);
    end_object(s, &first, l, ask);
    t->failed = t->failed || text->failed || words.failed;
    return finish_reply(s, ask ? SCONCE_ASKS : SCONCE_DONE);
}

SconceReply reply_players(Sconce *s, SconceOutcome outcome, const char *error)
{
    Text *t = text_clear(&s->returned.reply);
    jsonw_open(t, '{');
    jsonw_bool(jsonw_key(t, "ok"), outcome != SCONCE_REFUSED);
    jsonw_int(jsonw_key(t, "seq"), s->position.head.seq);
    if (outcome == SCONCE_ASKS) jsonw_bool(jsonw_key(t, "asks"), true);
    if (outcome == SCONCE_REFUSED) jsonw_string(jsonw_key(t, "error"), error);
    jsonw_close(t, '}');
    return finish_reply(s, outcome);
}
