/* Requests that pages may make of a table, and who may make them.  Declared in served_table.h. */
#include "cli/term/json_fields.h"

#include <string.h>

#include "cli/web/served_table.h"

char *refusal_json(const char *sentence)
{
    json_auto_t *o = must_have(json_pack("{s:b, s:s}", "ok", false, "error", sentence));
    return must_have(json_dumps(o, JSON_COMPACT));
}

static char *refuse(unsigned status, const char *sentence, unsigned *set)
{
    *set = status;
    return refusal_json(sentence);
}

/* Says the line of a request to the table.  Returns the reply as JSON, to be freed. */
static char *say_line(ServedTable *t, SconceWho who, const json_t *body, unsigned *status)
{
    const char *id = field_text(body, "id");
    if (!json_is_string(json_object_get(body, "say")))
        return refuse(400, "\"say\" is a text.", status);
    if (!field_is_text(body, "to")) return refuse(400, "\"to\" is a text.", status);
    if (strlen(id) > ID_MAX) return refuse(400, "The id is too long.", status);
    return must_have(
        strdup(served_table_say(t, who, field_text(body, "to"), field_text(body, "say"), id)));
}

/* A line of the game master, or the answer to the question with the token "to".  "version": of the
 * view that it was meant for; it is refused when the table has changed since. */
static char *run_say(ServedTable *t, const json_t *body, unsigned *status)
{
    if (field_int(body, "version", t->version) != t->version)
        return refuse(200, "Somebody has played meanwhile. Nothing has changed.", status);
    return say_line(t, SCONCE_GM, body, status);
}

/* Faces of a die, typed on a page, which says whose it is ("who").  Where several members roll, any
 * of them may answer; an answer that comes later is refused as stale (sconce_answer), as is one to
 * a die that nobody awaits any more. */
static char *run_roll(ServedTable *t, const json_t *body, unsigned *status)
{
    json_auto_t *view = parse_json(sconce_view(t->table, SCONCE_PLAYERS));
    const json_t *awaits = json_object_get(view, "awaits");
    bool is_theirs = false;
    json_each (name, json_object_get(awaits, "who"))
        is_theirs = is_theirs || strcmp(name_of(name), field_text(body, "who")) == 0;
    if (awaits && !is_theirs) return refuse(403, "Somebody else rolls this die.", status);
    /* Without a token the faces would be said as a new line. */
    if (!*field_text(body, "to")) return refuse(400, "Which die?", status);
    return say_line(t, SCONCE_PLAYERS, body, status);
}

static char *run_complete(ServedTable *t, const json_t *body, unsigned *status)
{
    (void)status;
    return must_have(strdup(sconce_complete(t->table, field_text(body, "before"))));
}

static char *run_since(ServedTable *t, const json_t *body, unsigned *status)
{
    (void)status;
    return must_have(strdup(sconce_since(t->table, field_int(body, "seq", 0), SCONCE_GM, NULL)));
}

const Request *request_find(const char *path)
{
    static const Request all[] = {
        {"/api/say", SCONCE_GM, run_say},     {"/api/complete", SCONCE_GM, run_complete},
        {"/api/since", SCONCE_GM, run_since}, {"/api/roll", SCONCE_PLAYERS, run_roll},
        {"/api/stop", SCONCE_GM, NULL},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].path, path) == 0) return &all[i];
    return NULL;
}
