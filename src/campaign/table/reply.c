/* Answers, as the JSON that sconce.h promises. */
#include <stdio.h>
#include <string.h>

#include "campaign/table/campaign.h"
#include "campaign/view/narration.h"
#include "campaign/view/prompt.h"
#include "campaign/view/show.h"
#include "core/json.h"

static SconceReply finish(Sconce *s, SconceOutcome outcome)
{
    static const char no_memory[] = "{\"ok\":false,\"command\":\"\",\"error\":\"out of memory\"}";
    text_clear(&s->warnings);
    bool failed = s->reply.failed || !s->reply.s;
    if (failed && outcome == SCONCE_DONE) { /* it happened, and must not be told as if it had not */
        snprintf(s->spare, sizeof s->spare,
                 "{\"ok\":true,\"seq\":%lld,\"command\":\"\",\"turn\":%lld,\"minutes\":%lld,"
                 "\"rolls\":[],\"events\":[],"
                 "\"status\":{},\"warnings\":[\"this is done and kept, but there was no memory to "
                 "tell it: see log\"]}",
                 (long long)s->now.seq, (long long)s->now.turn, (long long)s->now.minutes);
        return (SconceReply){outcome, s->spare};
    }
    if (failed) return (SconceReply){SCONCE_REFUSED, no_memory};
    return (SconceReply){outcome, s->reply.s};
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

static void write_status(Text *t, const Value *status)
{
    json_key(t, "status");
    if (status && status->kind == TOKEN_MAP)
        json_led(t, status, "text dark lights show");
    else
        text_add(t, "{}");
}

static void write_ask(Text *t, const Value *ask)
{
    json_key(t, "ask");
    json_led(t, ask, "id who text type choices default die sides for");
}

static void write_warnings(Text *t, const Text *ours, const Value *theirs)
{
    json_key(t, "warnings");
    json_open(t, '[');
    for (size_t i = 0; theirs && i < theirs->n; i++) json_value(t, &theirs->items[i]);
    for (const char *p = text_str(ours); *p;) {
        size_t n = strcspn(p, "\n");
        json_stringn(t, p, n);
        p += n + (p[n] == '\n');
    }
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

static const Value *status_now(const Sconce *s)
{
    return s->status ? tree_root(s->status) : NULL;
}

static void write_head(Sconce *s, const char *command, int64_t turn, int64_t minutes)
{
    Text *t = &s->reply;
    text_clear(t);
    json_open(t, '{');
    json_key(t, "ok");
    json_bool(t, true);
    json_key(t, "seq");
    json_int(t, s->now.seq);
    json_key(t, "command");
    json_string(t, command);
    json_key(t, "turn");
    json_int(t, turn);
    json_key(t, "minutes");
    json_int(t, minutes);
}

/* What `state` and `= EXPR` show, as data; the same as lines goes into `text`. */
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

/* What of the events and rolls an earlier answer to the same command told already is passed over.
 */
static void narrate(const Sconce *s, const PlayReply *p, size_t events, size_t rolls,
                    StyledLines *l)
{
    const Value *status = p->status->n ? p->status : status_now(s);
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
    bool die = s->command.open && strcmp(value_text(s->command.asked.ask, "id", ""), "die") == 0;
    lines_begin(l, 0);
    if (err->file[0] && err->line > 0)
        lines_addf(l, ROLE_ERROR, "%s:%d: ", err->file, err->line);
    else if (err->file[0])
        lines_addf(l, ROLE_ERROR, "%s: ", err->file);
    lines_add(l, ROLE_ERROR, sentence);
    if (s->command.open) lines_addf(l, ROLE_TEXT, "; %su goes back", die ? "" : "? tells more, ");
}

/* Writes the words before the cursor: the question, or (ask is NULL) the status. */
static void write_prompt(const Sconce *s, const Value *ask, Text *t)
{
    StyledLines l = {0};
    if (ask)
        prompt_question(&l, ask);
    else
        prompt_status(&l, status_now(s), s->dice == DICE_HAND);
    lines_json(&l, t);
    lines_free(&l);
}

/* Writes "lines" and "prompt", and frees the lines; `more` (may be NULL) come behind them. */
static void write_lines(Sconce *s, StyledLines *l, StyledLines *more, const Value *ask)
{
    Text *t = &s->reply;
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
    return s->command.open ? s->command.asked.ask : NULL;
}

const char *sconce_prompt(Sconce *s)
{
    text_clear(&s->prompt);
    write_prompt(s, open_question(s), &s->prompt);
    return s->prompt.failed ? "[]" : text_str(&s->prompt);
}

/* --- replies ------------------------------------------------------------------------------ */

SconceReply reply_done(Sconce *s, const PlayReply *p, size_t events_before, size_t rolls_before)
{
    Text *t = &s->reply;
    campaign_tell_aside(s, p->aside);
    write_head(s, p->line, p->turn, p->minutes);
    write_rolls(t, p->rolls);
    write_events(t, p->events);
    write_status(t, p->status->n ? p->status : status_now(s));
    write_shown(t, events_before, rolls_before);
    StyledLines l = {0};
    Text text = {0};
    bool redone = strcmp(p->line, "redo") == 0; /* it says so before it tells what happened */
    write_data(t, p, &text);
    if (redone) lines_text(&l, text_str(&text), 2);
    narrate(s, p, events_before, rolls_before, &l);
    add_warnings(&l, &s->warnings, p->warnings);
    if (!redone) lines_text(&l, text_str(&text), 2);
    write_warnings(t, &s->warnings, p->warnings);
    write_lines(s, &l, NULL, NULL);
    json_close(t, '}');
    t->failed = t->failed || text.failed;
    text_free(&text);
    return finish(s, SCONCE_DONE);
}

SconceReply reply_asks(Sconce *s)
{
    Text *t = &s->reply;
    const PlayReply *p = &s->command.asked;
    text_clear(t);
    json_open(t, '{');
    write_ask(t, p->ask);
    write_events(t, p->events);
    write_rolls(t, p->rolls);
    write_status(t, p->status->n ? p->status : status_now(s));
    write_shown(t, s->command.events_before, s->command.rolls_before);
    json_key(t, "command");
    json_string(t, *p->line ? p->line : text_str(&s->command.typed));
    write_warnings(t, &s->warnings, p->warnings);
    StyledLines l = {0};
    narrate(s, p, s->command.events_before, s->command.rolls_before, &l);
    add_warnings(&l, &s->warnings, p->warnings);
    write_lines(s, &l, NULL, p->ask);
    json_close(t, '}');
    return finish(s, SCONCE_ASKS);
}

SconceReply reply_refused(Sconce *s, const char *command, const Err *err)
{
    Text *t = &s->reply;
    const char *sentence =
        err->text[0] ? err->text : "out of memory"; /* whoever failed without a word */
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
    if (s->command.open) write_ask(t, s->command.asked.ask);
    if (s->warnings.n > 0) write_warnings(t, &s->warnings, NULL);
    StyledLines l = {0};
    add_error(s, &l, sentence, err);
    add_warnings(&l, &s->warnings, NULL);
    write_lines(s, &l, NULL, open_question(s));
    json_close(t, '}');
    return finish(s, SCONCE_REFUSED);
}

SconceReply reply_text(Sconce *s, const char *command, const Text *text)
{
    StyledLines l = {0};
    lines_text(&l, text_str(text), 2);
    return reply_lines(s, command, text, &l);
}

SconceReply reply_lines(Sconce *s, const char *command, const Text *text, StyledLines *l)
{
    Text *t = &s->reply;
    write_head(s, command, s->now.turn, s->now.minutes);
    text_add(t, ",\"rolls\":[],\"events\":[]");
    write_status(t, status_now(s));
    json_key(t, "text");
    json_string(t, text_str(text));
    if (s->command.open) write_ask(t, s->command.asked.ask);
    write_warnings(t, &s->warnings, NULL);
    StyledLines first = {0};
    add_warnings(&first, &s->warnings, NULL);
    write_lines(s, &first, l, open_question(s));
    json_close(t, '}');
    if (text->failed) t->failed = true;
    return finish(s, s->command.open ? SCONCE_ASKS : SCONCE_DONE);
}

/* --- the small objects ------------------------------------------------------------------- */

const char *sconce_asked(Sconce *s)
{
    if (!s->command.open) return NULL;
    text_clear(&s->asked);
    json_led(&s->asked, s->command.asked.ask, "id who text type choices default die sides for");
    return s->asked.failed ? "{}" : text_str(&s->asked);
}

const char *sconce_status(Sconce *s)
{
    const Value *status = status_now(s);
    text_clear(&s->shown_status);
    if (!status || status->kind != TOKEN_MAP) return "{}";
    json_led(&s->shown_status, status, "text dark lights show");
    return s->shown_status.failed ? "{}" : text_str(&s->shown_status);
}

const char *sconce_book(Sconce *s)
{
    text_clear(&s->book);
    json_value(&s->book, cell_client_book(s->keeper));
    return s->book.failed ? "{}" : text_str(&s->book);
}

const char *sconce_dice_left(Sconce *s)
{
    text_clear(&s->left);
    for (size_t i = s->script.at; i < s->script.faces.n; i++) {
        const Face *f = &s->script.faces.list[i];
        if (f->face > 0)
            dice_list_add(&s->left, f->sides, f->face, 0);
        else
            text_addf(&s->left, "%sd%lld:?", s->left.n > 0 ? " " : "", (long long)f->sides);
    }
    return s->left.failed ? "" : text_str(&s->left);
}
