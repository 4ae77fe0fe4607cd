/* `sconce play --json`: one line in, one JSON object out.  A line is what a game master would type,
 * or a request: an object such as {"answer":"yes","to":"TOKEN"}.  README.md ("For programs") lists
 * the requests. */
#include "cli/commands/command.h"
#include "cli/term/json_fields.h"
#include "cli/term/line.h"
#include "cli/term/progress.h"

#include <string.h>

/* --- replies ---------------------------------------------------------------------- */

/* Sets a text in an object, unless it is empty.  Bytes that are not UTF-8 are escaped. */
static void set_text(json_t *o, const char *key, const char *text)
{
    AutoStyled t = {0};
    if (!text || !*text) return;
    styled_put(&t, "%s", text);
    json_object_set_new(o, key, json_pack("s", styled_str(&t)));
}

void programs_write_error(const SconceError *error)
{
    json_auto_t *o = must_have(json_pack("{s:b, s:s}", "ok", false, "command", ""));
    set_text(o, "error", error->text);
    set_text(o, "file", error->file);
    if (error->line > 0) json_object_set_new(o, "line", json_integer(error->line));
    set_text(o, "all", error->all);
    print_json(o);
}

static void refuse(const char *command, const char *sentence)
{
    json_auto_t *o =
        must_have(json_pack("{s:b, s:s, s:s}", "ok", false, "command", command, "error", sentence));
    print_json(o);
}

/* --- requests --------------------------------------------------------------------- */

/* The speaker of a request: "as":"players", or the game master. */
static SconceWho speaker_of(const json_t *request)
{
    return field_is(request, "as", "players") ? SCONCE_PLAYERS : SCONCE_GM;
}

/* Cancels the line that waits at a question: takes back its answers, and then the line. */
static void cancel(Sconce *table)
{
    SconceReply reply = {0};
    while (sconce_asked(table)) {
        reply = sconce_say(table, "undo");
        if (reply.outcome == SCONCE_REFUSED) break;
    }
    if (reply.json)
        puts(reply.json);
    else
        refuse("cancel", "no line is waiting at a question");
}

/* The view for a request: the game master's if it asks for that and is no player's; or players'. */
static SconceWho reader_of(const json_t *request, const json_t *reader)
{
    bool gm = strcmp(json_is_string(reader) ? json_string_value(reader) : "", "gm") == 0;
    return gm && speaker_of(request) == SCONCE_GM ? SCONCE_GM : SCONCE_PLAYERS;
}

static void wait_for_change(Sconce *table, const json_t *request, int64_t ms)
{
    /* For players due_ms is -1: it may be of a light that they do not see. */
    bool players = speaker_of(request) == SCONCE_PLAYERS;
    bool changed = sconce_wait(table, ms < 0 ? 0 : ms > INT32_MAX ? INT32_MAX : (int)ms);
    json_auto_t *o =
        must_have(json_pack("{s:b, s:b, s:I}", "ok", true, "changed", changed, "due_ms",
                            players ? -1 : (json_int_t)sconce_due_ms(table)));
    print_json(o);
}

/* The keys by which a request is known. */
static const struct {
    const char *key;
    json_type type; /* of its value; JSON_TRUE: it can only be true */
    bool players;   /* players may ask it, too; not book and complete, which name secret things */
} requests[] = {
    {"quit", JSON_TRUE, false},   {"say", JSON_STRING, true},       {"answer", JSON_STRING, true},
    {"about", JSON_TRUE, false},  {"book", JSON_TRUE, false},       {"cancel", JSON_TRUE, false},
    {"view", JSON_STRING, true},  {"complete", JSON_STRING, false}, {"since", JSON_INTEGER, true},
    {"wait", JSON_INTEGER, true},
};

/* Answers a request, { "key": value }: writes one object. */
static void answer_key(Sconce *table, const json_t *request, const char *key, const json_t *value)
{
    const char *text = json_string_value(value);
    sconce_allow(table, speaker_of(request));
    if (strcmp(key, "say") == 0)
        puts(sconce_say(table, text).json);
    else if (strcmp(key, "answer") == 0)
        puts(sconce_answer(table, field_text(request, "to"), text).json);
    else if (strcmp(key, "about") == 0)
        puts(sconce_about(table));
    else if (strcmp(key, "book") == 0)
        puts(sconce_book(table));
    else if (strcmp(key, "cancel") == 0)
        cancel(table);
    else if (strcmp(key, "view") == 0 && strcmp(text, "players") != 0 && strcmp(text, "gm") != 0)
        refuse("view", "\"view\" is \"players\", or \"gm\"");
    else if (strcmp(key, "view") == 0)
        puts(sconce_view(table, reader_of(request, value)));
    else if (strcmp(key, "since") == 0)
        puts(sconce_since(table, json_integer_value(value),
                          reader_of(request, json_object_get(request, "for")), NULL));
    else if (strcmp(key, "complete") == 0)
        puts(sconce_complete(table, text));
    else if (strcmp(key, "wait") == 0)
        wait_for_change(table, request, json_integer_value(value));
    else
        puts("{\"ok\":true,\"command\":\"quit\"}");
}

/* Answers a request.  False: it is the last one, {"quit":true}. */
static bool answer_request(Sconce *table, const json_t *request)
{
    /* Any other speaker is a mistake, which must not make a player the game master. */
    if (json_object_get(request, "as") && speaker_of(request) != SCONCE_PLAYERS &&
        !field_is(request, "as", "gm")) {
        refuse("", "\"as\" is \"players\", or \"gm\"");
        return true;
    }
    /* A "to" that is no text must not be read as "", which says that no question is open: an answer
     * would then be taken for a new line. */
    if (!field_is_text(request, "to")) {
        refuse("", "\"to\" is a text, the token of the question");
        return true;
    }
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const json_t *value = json_object_get(request, requests[i].key);
        if (!value || json_typeof(value) != requests[i].type) continue;
        bool may = requests[i].players || speaker_of(request) == SCONCE_GM;
        if (may)
            answer_key(table, request, requests[i].key, value);
        else
            refuse("", "only the game master may ask this");
        return !may || strcmp(requests[i].key, "quit") != 0;
    }
    refuse("",
           "this is not a request; README.md lists them: say, answer with to, view, since, wait, "
           "complete, about, book, cancel, quit");
    return true;
}

/* Answers a line.  False: it is the last one. */
static bool answer_line(Sconce *table, const char *line)
{
    json_error_t error;
    if (*line != '{') {
        puts(sconce_say(table, line).json);
        return true;
    }
    json_auto_t *request = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (request) return answer_request(table, request);
    AutoStyled why = {0};
    bool nul = json_error_code(&error) == json_error_null_character;
    styled_put(&why,
               "this is not a JSON object on one line: %s; a text stands in "
               "quotes, as in {\"say\":\"search\"}",
               nul ? "a text cannot hold \\u0000" : error.text);
    refuse("", styled_str(&why));
    return true;
}

void programs_play(Sconce *table)
{
    AutoString *text = NULL;
    size_t room = 0;
    bool more = true;
    interrupt_watch();
    while (more && line_get(&text, &room)) {
        interrupt_stops(table);
        sconce_allow(table, SCONCE_GM);
        more = answer_line(table, text);
        interrupt_stops(NULL);
        if (fflush(stdout) != 0) break; /* nobody reads the output */
    }
}
