/* Every reader refuses a part of the wrong kind or size; a part that is missing reads as empty. */
#include "campaign/rules/play_reply.h"

#include <math.h>
#include <string.h>

#include "core/dice/dice_list.h"
#include "core/json_writer.h"
#include "core/tree.h"

/* Bytes that a part of a reply may have.  lua/play sends less, since it cuts or refuses sooner;
 * only a cell that rules took over sends more. */
enum {
    RECORD_MAX = 2 << 20,   /* a list of events or rolls, the status, or the text for people */
    LINE_OUT_MAX = 1 << 16, /* a short text, as the line written out in full */
    KIND_MAX = 800,         /* the kind of an event: the name of a thing, of 200 letters */
    ASK_MAX = 1 << 18       /* a question: some 260 bytes for each of CHOICES_MAX */
};
enum { CHOICES_MAX = 1000 }; /* as in lua/play/questions/asking.lua, which refuses more politely */

void play_request_write(const PlayRequest *p, const char *op, Text *out)
{
    MapWriter f = {0};
    if (op) put_text(map_field(&f, "op"), op);
    put_text(map_field(&f, "line"), p->line);
    put_int(map_field(&f, "wall"), p->wall);
    put_text(map_field(&f, "dice"), p->dice);
    put_bool(map_field(&f, "use_defaults"), p->use_defaults);
    put_bool(map_field(&f, "ours"), p->ours);
    if (p->look) put_bool(map_field(&f, "look"), true);
    if (p->timeout > 0) put_int(map_field(&f, "timeout"), p->timeout);
    if (p->state) put_raw(map_field(&f, "state"), p->state->s, p->state->n);
    if (p->faces) put_text(map_field(&f, "faces"), p->faces);
    if (p->answers) put_raw(map_field(&f, "answers"), p->answers->s, p->answers->n);
    if (p->seed) put_text(map_field(&f, "seed"), p->seed);
    if (p->party)
        put_rule_file(map_field(&f, "party"), "party.lua", text_str(p->party), p->party->n);
    map_end(&f, out);
}

/* Refuses a reply whose part `part` is of no use. */
static bool set_nonsense_error(const char *part, Err *err)
{
    return err_set(err, "the rules answered with nonsense: %s", part);
}

static bool read_outcome(const Value *reply, PlayOutcome *out, Err *err)
{
    /* In the order of PlayOutcome. */
    static const char *const name[] = {"done", "asks", "refused", "error"};
    const char *outcome = value_text(reply, "outcome", "");
    for (int i = 0; i < 4; i++)
        if (strcmp(outcome, name[i]) == 0) {
            *out = (PlayOutcome)i;
            return true;
        }
    return err_set(err, "the rules answered with nonsense: no outcome '%.20s'", outcome);
}

/* Reads a list whose items are all of one kind. */
static bool read_list(const Value *reply, const char *key, TokenKind kind, const Value **out,
                      Err *err)
{
    const Value *v = value_get(reply, key);
    *out = empty_list();
    if (!v) return true;
    bool good = v->kind == TOKEN_LIST;
    for (size_t i = 0; good && i < v->n; i++) good = v->items[i].kind == kind;
    if (good && v->bytes_n > RECORD_MAX)
        return err_set(err, "more happened at once than can be kept (%s: %zu KB, %d at most)", key,
                       v->bytes_n / 1024, RECORD_MAX / 1024);
    if (good) *out = v;
    return good || set_nonsense_error(key, err);
}

/* Reads a text of at most max bytes, without a NUL in it. */
static bool read_text(const Value *reply, const char *key, size_t max, const char **out, Err *err)
{
    const Value *v = value_get(reply, key);
    *out = "";
    if (!v) return true;
    if (v->kind == TOKEN_TEXT && v->n > max)
        return err_set(err, "more happened at once than can be kept (%s: %zu KB, %zu at most)", key,
                       v->n / 1024, max / 1024);
    if (v->kind != TOKEN_TEXT || memchr(v->s, '\0', v->n)) return set_nonsense_error(key, err);
    *out = v->s;
    return true;
}

/* Reads a whole number.  Rules may have made it a float, which is rounded down. */
static bool read_number(const Value *reply, const char *key, int64_t *out, Err *err)
{
    const Value *v = value_get(reply, key);
    *out = 0;
    if (!v) return true;
    if (v->kind == TOKEN_REAL && fabs(v->real) < 1e15) /* floats keep such numbers exactly */
        *out = (int64_t)floor(v->real);
    else if (v->kind == TOKEN_INT)
        *out = v->integer;
    else
        return set_nonsense_error(key, err);
    return true;
}

/* Refuses events without a kind, or with one that is too long. */
static bool check_kinds(const Value *events, Err *err)
{
    value_each (event, events) {
        size_t n = strlen(value_text(event, "kind", ""));
        if (n == 0 || n > KIND_MAX) return set_nonsense_error("an event without a kind", err);
    }
    return true;
}

/* Refuses draws that are no list of dice: the journal would keep what no replay can read. */
static bool check_draws(const char *draws, Err *err)
{
    DiceList faces;
    if (!dice_list_parse(&faces, draws, NULL)) return set_nonsense_error("draws", err);
    dice_list_free(&faces);
    return true;
}

/* Reads the parts that are values of any shape, and checks their size. */
static bool read_values(const Value *reply, PlayReply *out, Err *err)
{
    out->status = value_get(reply, "status");
    if (!out->status || out->status->kind != TOKEN_MAP) out->status = empty_list();
    if (out->status->bytes_n > RECORD_MAX) return err_set(err, "the status is too long");
    out->ask = value_get(reply, "ask");
    if (out->outcome == PLAY_ASKS && (!out->ask || !*value_text(out->ask, "id", "")))
        return set_nonsense_error("a question without a name", err);
    if (out->ask &&
        (out->ask->bytes_n > ASK_MAX || value_list(out->ask, "choices")->n > CHOICES_MAX))
        return err_set(err, "a question is too long");
    out->state = value_get(reply, "state");
    if (out->state && out->state->bytes_n > VALUE_STATE_MAX)
        return err_set(err, "the state has grown to %zu KB; it may have %d",
                       out->state->bytes_n / 1024, VALUE_STATE_MAX / 1024);
    out->data = value_get(reply, "data");
    out->sheet = value_get(reply, "sheet");
    out->lines = value_list(reply, "lines");
    return true;
}

bool play_reply_read(const Value *reply, PlayReply *out, Err *err)
{
    *out = (PlayReply){0};
    return read_outcome(reply, &out->outcome, err) &&
           read_list(reply, "events", TOKEN_MAP, &out->events, err) &&
           check_kinds(out->events, err) &&
           read_list(reply, "rolls", TOKEN_MAP, &out->rolls, err) &&
           read_list(reply, "answers", TOKEN_MAP, &out->answers, err) &&
           read_list(reply, "warnings", TOKEN_TEXT, &out->warnings, err) &&
           read_list(reply, "orphans", TOKEN_TEXT, &out->orphans, err) &&
           read_list(reply, "settled", TOKEN_MAP, &out->settled, err) &&
           read_text(reply, "line", LINE_OUT_MAX, &out->line, err) &&
           read_text(reply, "draws", DRAWS_MAX, &out->draws, err) &&
           read_text(reply, "misfit", LINE_OUT_MAX, &out->misfit, err) &&
           read_text(reply, "text", RECORD_MAX, &out->text, err) &&
           read_text(reply, "verb", LINE_OUT_MAX, &out->verb, err) &&
           read_number(reply, "turn", &out->turn, err) &&
           read_number(reply, "minutes", &out->minutes, err) && check_draws(out->draws, err) &&
           read_values(reply, out, err);
}

void play_reply_error(const Value *reply, const Chain *chain, Err *err)
{
    const Value *e = value_get(reply, "error");
    const char *text = e && e->kind == TOKEN_TEXT ? e->s : value_text(e, "text", "");
    err_set(err, "%s", *text ? text : "the rules refused, and did not say why");
    chain_set_place(chain, e, err);
}

/* --- messages ---------------------------------------------------------------------------- */

enum {
    EDIT_MAX = 400,      /* maximum bytes in the text of an edit */
    COLUMN_MAX = 1 << 20 /* all columns are below this */
};

/* True when columns `column` to `end_column` of a map are a place in a line. */
static bool has_columns(const Value *v)
{
    int64_t from = value_int(v, "column", 0), to = value_int(v, "end_column", 0);
    return from > 0 && to >= from && to < COLUMN_MAX;
}

/* True for a text that can be put into a line: no control character hides what it does. */
static bool is_plain(const char *s)
{
    size_t left = strlen(s);
    if (left > EDIT_MAX) return false;
    for (size_t n; left > 0; s += n, left -= n) {
        unsigned code;
        n = text_code(s, left, &code);
        if (n == 0 || (text_misleads(code) && code != '\t')) return false;
    }
    return true;
}

/* Writes "edit", the cure of a mistake, if it is a line of text: rules can make it anything. */
static void write_edit(Text *t, const Value *edit)
{
    int64_t line = value_int(edit, "line", 0);
    const char *text = value_text(edit, "text", NULL);
    if (line <= 0 || !text || !has_columns(edit) || !is_plain(text)) return;
    jsonw_open(jsonw_key(t, "edit"), '{');
    jsonw_int(jsonw_key(t, "line"), line);
    jsonw_int(jsonw_key(t, "column"), value_int(edit, "column", 0));
    jsonw_int(jsonw_key(t, "end_column"), value_int(edit, "end_column", 0));
    jsonw_string(jsonw_key(t, "was"), value_text(edit, "was", ""));
    jsonw_string(jsonw_key(t, "text"), text);
    if (value_bool(edit, "compiled", false)) jsonw_bool(jsonw_key(t, "compiled"), true);
    jsonw_close(t, '}');
}

void message_write(Text *t, const Value *about, const char *text)
{
    const char *cure = value_text(about, "cure", "");
    /* Only the cell names its messages; one without a name is of this side, on a file. */
    const char *kind = strstr(text, "UTF-8") ? "not-utf8" : "other";
    jsonw_string(jsonw_key(t, "name"), value_text(about, "name", kind));
    jsonw_string(jsonw_key(t, "sentence"), value_text(about, "sentence", text));
    if (has_columns(about)) {
        jsonw_int(jsonw_key(t, "column"), value_int(about, "column", 0));
        jsonw_int(jsonw_key(t, "end_column"), value_int(about, "end_column", 0));
    }
    if (*cure) jsonw_string(jsonw_key(t, "cure"), cure);
    if (about) write_edit(t, value_get(about, "edit"));
}
