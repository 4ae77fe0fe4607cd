/* The table as JSON for another screen: see book.h.  players.c decides what players see of it. */
#include <string.h>

#include "campaign/view/book.h"
#include "campaign/view/players.h"
#include "core/json_writer.h"

/* --- facts: the tracks of an owner ----------------------------------------------------------- */

static bool is_seen(const ScreenTable *table, const Value *fact)
{
    return !table->players || players_see_fact(table->book, fact);
}

/* True if the fact is a word, such as "weary" or "dim", and not a value. */
static bool is_condition(const Value *fact)
{
    return text_is_one_of(value_text(fact, "kind", ""), "switch ladder");
}

/* True if the fact is worth its place: it is not as when play began (usual), it has a maximum of
 * its own, or the rules say whether it is public. */
static bool is_worth_showing(const Value *fact)
{
    bool usual = value_bool(fact, "usual", false);
    if (value_is(fact, "kind", "switch")) return !usual && value_bool(fact, "value", false);
    if (is_condition(fact)) return !usual;
    return !usual || value_get(fact, "max") || value_get(fact, "public");
}

/* Writes a condition: "weary"; "dim"; "waterskin d6" for a step with digits. */
static void write_condition(Text *t, const Value *fact)
{
    const char *name = value_text(fact, "name", ""), *step = value_text(fact, "value", "");
    ScopedText both = {0};
    if (strpbrk(step, "0123456789")) text_addf(&both, "%s ", name);
    text_add(&both, *step ? step : name);
    jsonw_string(t, text_str(&both));
}

/* Writes a fact that is a value: { name, value, max, low, secret }. */
static void write_value(Text *t, const Value *fact)
{
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "name"), value_text(fact, "name", ""));
    jsonw_value(jsonw_key(t, "value"), value_get(fact, "value"));
    if (value_get(fact, "max")) jsonw_value(jsonw_key(t, "max"), value_get(fact, "max"));
    static const char *const marks[] = {"low", "secret"};
    for (size_t i = 0; i < 2; i++)
        if (value_bool(fact, marks[i], false)) jsonw_bool(jsonw_key(t, marks[i]), true);
    jsonw_close(t, '}');
}

/* Writes "values" and "conditions" of an owner. */
static void write_facts(Text *t, const ScreenTable *table, const Value *facts)
{
    jsonw_open(jsonw_key(t, "values"), '[');
    value_each (fact, facts)
        if (!is_condition(fact) && is_worth_showing(fact) && is_seen(table, fact))
            write_value(t, fact);
    jsonw_close(t, ']');
    jsonw_open(jsonw_key(t, "conditions"), '[');
    value_each (fact, facts)
        if (is_condition(fact) && is_worth_showing(fact) && is_seen(table, fact))
            write_condition(t, fact);
    jsonw_close(t, ']');
}

/* --- turn and clock ------------------------------------------------------------------------- */

/* Writes the field "clock": "0:20"; "" where the rules keep none. */
static void write_clock(Text *t, int64_t seconds, bool timed)
{
    ScopedText clock = {0};
    if (timed) text_add_clock(&clock, seconds);
    jsonw_string(jsonw_key(t, "clock"), text_str(&clock));
}

/* Writes the clock, the procedure, and what the turn waits for. */
static void write_turn(Text *t, const ScreenTable *table)
{
    const Value *look = table->look;
    if (table->players && !players_see_turns(table->book)) return;
    write_clock(t, value_int(look, "seconds", 0), value_bool(look, "timed", true));
    const char *procedure = value_text(look, "procedure", "");
    if (table->players) procedure = value_text(look, "seen_as", procedure);
    jsonw_string(jsonw_key(t, "procedure"), procedure);
    if (value_bool(look, "rounds", false)) jsonw_bool(jsonw_key(t, "rounds"), true);
    if (!table->players && value_get(look, "waiting"))
        jsonw_string(jsonw_key(t, "waiting"), value_text(look, "waiting", ""));
}

/* --- lights --------------------------------------------------------------------------------- */

/* Writes a light.  "ends": when it ends in real time, in seconds since 1970. */
static void write_light(Text *t, const ScreenTable *table, const Value *light)
{
    static const char *const keys[] = {"light", "holder", "left", "total", "unit"};
    int64_t real = value_int(light, "real", -1);
    jsonw_open(t, '{');
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const Value *v = value_get(light, keys[i]);
        if (v) jsonw_value(jsonw_key(t, keys[i]), v);
    }
    if (real >= 0 && !value_bool(table->look, "paused", false))
        jsonw_int(jsonw_key(t, "ends"), table->now + real);
    write_facts(t, table, value_list(light, "facts"));
    jsonw_close(t, '}');
}

/* True if a light or timer runs in real time; for players only lights, unless they are hidden. */
static bool runs_in_real_time(const ScreenTable *table, bool hidden)
{
    if (!table->players) return value_get(table->look, "real") != NULL;
    value_each (light, value_list(table->look, "lights"))
        if (value_get(light, "real")) return !hidden;
    return false;
}

/* Writes the lights, and whether it is dark; neither to players where the rules hide the lights. */
static void write_lights(Text *t, const ScreenTable *table)
{
    bool hidden = table->players && !players_see_event(table->book, "kindled");
    if (!hidden) jsonw_bool(jsonw_key(t, "dark"), value_bool(table->look, "dark", false));
    if (runs_in_real_time(table, hidden))
        jsonw_bool(jsonw_key(t, "paused"), value_bool(table->look, "paused", false));
    jsonw_open(jsonw_key(t, "lights"), '[');
    value_each (light, value_list(table->look, "lights"))
        if (!hidden) write_light(t, table, light);
    jsonw_close(t, ']');
}

/* --- the party ------------------------------------------------------------------------------- */

static void write_member(Text *t, const ScreenTable *table, const Value *member)
{
    jsonw_open(t, '{');
    jsonw_string(jsonw_key(t, "name"), value_text(member, "name", ""));
    if (value_bool(member, "away", false)) jsonw_bool(jsonw_key(t, "away"), true);
    write_facts(t, table, value_list(member, "facts"));
    jsonw_value(jsonw_key(t, "has"), value_list(member, "has"));
    jsonw_close(t, '}');
}

static void write_party(Text *t, const ScreenTable *table)
{
    jsonw_open(jsonw_key(t, "party"), '[');
    value_each (member, value_list(table->look, "members")) write_member(t, table, member);
    jsonw_close(t, ']');
    write_facts(t, table, value_list(table->look, "facts"));
    jsonw_open(jsonw_key(t, "apart"), '[');
    value_each (group, value_list(table->look, "apart")) {
        jsonw_open(t, '{');
        jsonw_value(jsonw_key(t, "who"), value_list(group, "who"));
        if (!table->players || players_see_turns(table->book))
            write_clock(t, value_int(group, "seconds", 0), value_bool(table->look, "timed", true));
        jsonw_close(t, '}');
    }
    jsonw_close(t, ']');
}

/* Writes the name of the room and its tracks.  Ways and the map are only the game master's. */
static void write_room(Text *t, const ScreenTable *table)
{
    const char *room = table->players ? table->room : value_text(table->look, "room", NULL);
    if (!room) return;
    jsonw_open(jsonw_key(t, "room"), '{');
    jsonw_string(jsonw_key(t, "name"), room);
    write_facts(t, table, value_list(table->look, "room_facts"));
    jsonw_close(t, '}');
}

/* --- what is awaited -------------------------------------------------------------------------- */

/* Writes the open question.  Players see only who rolls which die, and not what for. */
static void write_awaited(Text *t, const ScreenTable *table)
{
    const Value *ask = table->ask;
    if (!ask || (table->players && !players_see_ask(ask, table->party))) return;
    jsonw_open(jsonw_key(t, "awaits"), '{');
    if (table->players) {
        const Value *who = value_get(ask, "who");
        jsonw_open(jsonw_key(t, "who"), '[');
        if (who->kind == TOKEN_TEXT) jsonw_value(t, who);
        value_each (name, who->kind == TOKEN_LIST ? who : empty_list()) jsonw_value(t, name);
        jsonw_close(t, ']');
        jsonw_string(jsonw_key(t, "die"), value_text(ask, "die", ""));
        jsonw_value(jsonw_key(t, "sides"), value_list(ask, "sides"));
    } else {
        jsonw_fields(t, ask, "id who text type choices default parts next die sides for", "");
    }
    jsonw_string(jsonw_key(t, "token"), table->token);
    jsonw_close(t, '}');
}

/* --- the whole -------------------------------------------------------------------------------- */

void screen_write_table(Text *t, const ScreenTable *table)
{
    write_turn(t, table);
    write_lights(t, table);
    write_party(t, table);
    write_room(t, table);
    write_awaited(t, table);
}
