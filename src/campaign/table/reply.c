#include "campaign/table/reply.h"

#include <stdio.h>
#include <string.h>

#include "campaign/view/narration.h"
#include "campaign/view/prompt.h"
#include "campaign/view/show.h"
#include "core/json.h"

/* Gives out the reply, and ends its warnings.  Without memory, a short reply says what is known. */
static SconceReply finish(Sconce *s, SconceOutcome outcome)
{
    static const char no_memory[] = "{\"ok\":false,\"command\":\"\",\"error\":\"out of memory\"}";
    text_clear(&s->warnings.next);
    bool failed = s->given.reply.failed || !s->given.reply.s;
    if (failed && outcome == SCONCE_DONE) { /* it happened: do not reply that it did not */
        snprintf(s->given.no_memory, sizeof s->given.no_memory,
                 "{\"ok\":true,\"seq\":%lld,\"command\":\"\",\"turn\":%lld,\"minutes\":%lld,"
                 "\"rolls\":[],\"events\":[],"
                 "\"status\":{},\"warnings\":[\"this is done and kept, but there was no memory to "
                 "tell it: see log\"]}",
                 (long long)s->position.head.seq, (long long)s->position.head.turn,
                 (long long)s->position.head.minutes);
        return (SconceReply){outcome, s->given.no_memory};
    }
    if (failed) return (SconceReply){SCONCE_REFUSED, no_memory};
    return (SconceReply){outcome, s->given.reply.s};
}

static void write_events(Text *t, const Value *events)
{
    json_key(t, "events");
    json_open(t, '[');
    for (size_t i = 0; i < events->n; i++) show_event_json(t, &events->items[i], false);
    json_close(t, ']');
}

static void write_rolls(Text *t, const Value *rolls)
{
    json_key(t, "rolls");
    json_open(t, '[');
    for (size_t i = 0; i < rolls->n; i++) json_led(t, &rolls->items[i], "die faces total for");
    json_close(t, ']');
}

void reply_write_status(Text *t, const Value *status)
{
    if (status && status->kind == TOKEN_MAP)
        json_led(t, status, "text dark lights show");
    else
        text_add(t, "{}");
}

static void write_status(Text *t, const Value *status)
{
    json_key(t, "status");
    reply_write_status(t, status);
}

void reply_write_question(Text *t, const Value *ask)
{
    json_led(t, ask, "id who text type choices default die sides for");
}

static void write_ask(Text *t, const Value *ask)
{
    json_key(t, "ask");
    reply_write_question(t, ask);
}

void reply_write_lines(Text *t, const char *lines)
{
    for (const char *p = lines; *p;) {
        size_t n = strcspn(p, "\n");
        json_stringn(t, p, n);
        p += n + (p[n] == '\n');
    }
}

static void write_warnings(Text *t, const Text *ours, const Value *theirs)
{
    json_key(t, "warnings");
    json_open(t, '[');
    for (size_t i = 0; theirs && i < theirs->n; i++) json_value(t, &theirs->items[i]);
    reply_write_lines(t, text_str(ours));
    json_close(t, ']');
}

static void write_shown(Text *t, size_t events, size_t rolls)
{
    if (events == 0 && rolls == 0) return;
    json_key(t, "shown");
    json_int(t, (int64_t)events);
    json_key(t, "shown_rolls");
    json_int(t, (int64_t)rolls);
}

static void write_head(Sconce *s, const char *command, int64_t turn, int64_t minutes)
{
    Text *t = &s->given.reply;
    text_clear(t);
    json_open(t, '{');
    json_key(t, "ok");
    json_bool(t, true);
    json_key(t, "seq");
    json_int(t, s->position.head.seq);
    json_key(t, "command");
    json_string(t, command);
    json_key(t, "turn");
    json_int(t, turn);
    json_key(t, "minutes");
    json_int(t, minutes);
}

/* Writes what `state` and `= EXPR` show as data, and appends the same as lines to `text`. */
static void write_data(Text *t, const PlayReply *p, Text *text)
{
    if (p->data) {
        json_key(t, "state");
        json_value(t, p->data);
    }
    if (*p->text)
        text_add(text, p->text);
    else if (p->data)
        show_tree(text, p->data);
    if (text->n > 0) {
        json_key(t, "text");
        json_stringn(t, text->s, text->n);
    }
}

/* --- what a person reads ------------------------------------------------------------------ */

/* Adds the events and rolls as lines, but for those that an earlier reply to the same command has
 * shown. */
static void narrate(const Sconce *s, const PlayReply *p, size_t events, size_t rolls,
                    StyledLines *l)
{
    const Value *status = p->status->n ? p->status : position_status(&s->position);
    Narrator narrator = {.events = p->events,
                         .rolls = p->rolls,
                         .audience = TELL_SCREEN,
                         .answers = !s->at_question   ? ANSWERS_ALL
                                    : s->use_defaults ? ANSWERS_DEFAULTED
                                                      : ANSWERS_NONE,
                         .members = narration_members(status),
                         .event = events,
                         .roll = rolls};
    narration_lines(l, &narrator);
}

static void add_warnings(StyledLines *l, const Text *ours, const Value *theirs)
{
    for (size_t i = 0; theirs && i < theirs->n; i++) {
        const Value *warning = &theirs->items[i];
        const char *text = show_name(warning);
        lines_begin(l, 2);
        lines_add(l, ROLE_WARNING, "! ");
        lines_add(l, ROLE_WARNING, *text ? text : value_text(warning, "text", ""));
    }
    lines_warnings(l, text_str(ours), 2);
}

static void add_error(const Sconce *s, StyledLines *l, const char *sentence, const Err *err)
{
    bool die = s->pending.asking && strcmp(value_text(s->pending.reply.ask, "id", ""), "die") == 0;
    lines_begin(l, 0);
    if (err->file[0] && err->line > 0)
        lines_addf(l, ROLE_ERROR, "%s:%d: ", err->file, err->line);
    else if (err->file[0])
        lines_addf(l, ROLE_ERROR, "%s: ", err->file);
    lines_add(l, ROLE_ERROR, sentence);
    if (s->pending.asking) lines_addf(l, ROLE_TEXT, "; %su goes back", die ? "" : "? tells more, ");
}

/* Writes the words before the cursor: the question, or (ask is NULL) the status. */
static void write_prompt(const Sconce *s, const Value *ask, Text *t)
{
    StyledLines l = {0};
    if (ask)
        prompt_question(&l, ask);
    else
        prompt_status(&l, position_status(&s->position), s->dice.mode == DICE_HAND);
    lines_json(&l, t);
    lines_free(&l);
}

/* Writes "lines" and "prompt", and frees the lines; `more` (may be NULL) come behind them. */
static void write_lines(Sconce *s, StyledLines *l, StyledLines *more, const Value *ask)
{
    Text *t = &s->given.reply;
    json_key(t, "lines");
    json_open(t, '[');
    lines_json(l, t);
    if (more) lines_json(more, t);
    json_close(t, ']');
    lines_free(l);
    if (more) lines_free(more);
    json_key(t, "prompt");
    write_prompt(s, ask, t);
}

static const Value *open_question(const Sconce *s)
{
    return s->pending.asking ? s->pending.reply.ask : NULL;
}

const char *sconce_prompt(Sconce *s)
{
    text_clear(&s->given.prompt);
    write_prompt(s, open_question(s), &s->given.prompt);
    return s->given.prompt.failed ? "[]" : text_str(&s->given.prompt);
}

/* --- replies ------------------------------------------------------------------------------ */

SconceReply reply_done(Sconce *s, const PlayReply *p, size_t events_shown, size_t rolls_shown)
{
    Text *t = &s->given.reply;
    write_head(s, p->line, p->turn, p->minutes);
    write_rolls(t, p->rolls);
    write_events(t, p->events);
    write_status(t, p->status->n ? p->status : position_status(&s->position));
    write_shown(t, events_shown, rolls_shown);
    StyledLines l = {0};
    Text text = {0};
    bool redone = strcmp(p->line, "redo") == 0; /* it says so before it tells what happened */
    write_data(t, p, &text);
    if (redone) lines_text(&l, text_str(&text), 2);
    narrate(s, p, events_shown, rolls_shown, &l);
    add_warnings(&l, &s->warnings.next, p->warnings);
    if (!redone) lines_text(&l, text_str(&text), 2);
    write_warnings(t, &s->warnings.next, p->warnings);
    write_lines(s, &l, NULL, NULL);
    json_close(t, '}');
    t->failed = t->failed || text.failed;
    text_free(&text);
    return finish(s, SCONCE_DONE);
}

SconceReply reply_asks(Sconce *s)
{
    Text *t = &s->given.reply;
    const PlayReply *p = &s->pending.reply;
    text_clear(t);
    json_open(t, '{');
    write_ask(t, p->ask);
    write_events(t, p->events);
    write_rolls(t, p->rolls);
    write_status(t, p->status->n ? p->status : position_status(&s->position));
    write_shown(t, s->pending.events_shown, s->pending.rolls_shown);
    json_key(t, "command");
    json_string(t, *p->line ? p->line : text_str(&s->pending.typed));
    write_warnings(t, &s->warnings.next, p->warnings);
    StyledLines l = {0};
    narrate(s, p, s->pending.events_shown, s->pending.rolls_shown, &l);
    add_warnings(&l, &s->warnings.next, p->warnings);
    write_lines(s, &l, NULL, p->ask);
    json_close(t, '}');
    return finish(s, SCONCE_ASKS);
}

SconceReply reply_refused(Sconce *s, const char *command, const Err *err)
{
    Text *t = &s->given.reply;
    const char *sentence = err->text[0] ? err->text : "out of memory"; /* no sentence was set */
    text_clear(t);
    json_open(t, '{');
    json_key(t, "ok");
    json_bool(t, false);
    json_key(t, "command");
    json_string(t, command);
    json_key(t, "error");
    json_string(t, sentence);
    if (err->file[0]) {
        json_key(t, "file");
        json_string(t, err->file);
    }
    if (err->line > 0) {
        json_key(t, "line");
        json_int(t, err->line);
    }
    if (err->kind == ERR_READ_ONLY) {
        json_key(t, "why");
        json_string(t, "read_only");
    }
    if (s->pending.asking) write_ask(t, s->pending.reply.ask);
    if (s->warnings.next.n > 0) write_warnings(t, &s->warnings.next, NULL);
    StyledLines l = {0};
    add_error(s, &l, sentence, err);
    add_warnings(&l, &s->warnings.next, NULL);
    write_lines(s, &l, NULL, open_question(s));
    json_close(t, '}');
    return finish(s, SCONCE_REFUSED);
}

/* Only shows something; frees the lines. */
static SconceReply show_reply(Sconce *s, const char *command, const Text *text, StyledLines *l)
{
    Text *t = &s->given.reply;
    write_head(s, command, s->position.head.turn, s->position.head.minutes);
    text_add(t, ",\"rolls\":[],\"events\":[]");
    write_status(t, position_status(&s->position));
    json_key(t, "text");
    json_string(t, text_str(text));
    if (s->pending.asking) write_ask(t, s->pending.reply.ask);
    write_warnings(t, &s->warnings.next, NULL);
    StyledLines first = {0};
    add_warnings(&first, &s->warnings.next, NULL);
    write_lines(s, &first, l, open_question(s));
    json_close(t, '}');
    if (text->failed) t->failed = true;
    return finish(s, s->pending.asking ? SCONCE_ASKS : SCONCE_DONE);
}

SconceReply reply_text(Sconce *s, const char *command, const Text *text)
{
    StyledLines l = {0};
    lines_text(&l, text_str(text), 2);
    l.text.failed = l.text.failed || text->failed;
    return show_reply(s, command, text, &l);
}

SconceReply reply_lines(Sconce *s, const char *command, StyledLines *l)
{
    Text text = {0};
    lines_plain(l, &text);
    SconceReply r = show_reply(s, command, &text, l);
    text_free(&text);
    return r;
}
