/* Checks the fields of records of the state, such as members and rooms.  Rules assign fields
 * freely, so every line ends with state_fits, which must be fast: surely_fits reads the usual
 * values in Lua's slots, and `fits` looks only at the others.  When something does not fit, src/lua
 * asks misfit which field it is.  The lists of fields come from new_check in
 * src/lua/play/records.lua. */
#include <lauxlib.h>

#include "cell/primitives.h"
#include "cell/sandbox.h"

#define CHECK "sconce.check" /* the class of the userdata Check */

/* The values that a field may hold, by type. */
typedef enum {
    ANY, /* anything that can be stored */
    LIST,
    TABLE,
    INTEGER,
    NUMBER,
    STRING,
    BOOLEAN,
    QUANTITY,
    MEMBER_NAME,
    TEXTS, /* a list of texts */
    WAY,   /* nil, or a list of texts that is not empty */
} FieldType;

/* The names of the types in src/lua, in the order of FieldType. */
static const char *const type_names[] = {"any",    "list",   "table",   "integer",
                                         "number", "string", "boolean", "quantity",
                                         "name",   "texts",  "way",     NULL};

/* The kind of bounds of a field. */
typedef enum {
    NO_BOUNDS,
    WHOLE_BOUNDS, /* by Field.min and .max; a missing one is the smallest or largest integer */
    OTHER_BOUNDS, /* by MIN and MAX of the list, of which one at least is not a whole number */
    OWN_MAX,      /* the record has its own maximum, in its table "max" under the field's name */
    LADDER,       /* one of the named steps of a track; MAX is a table: step -> its place */
} Bounds;

/* The values that a field of a record may hold. */
typedef struct {
    FieldType type;
    Bounds bounds;
    lua_Integer min, max;
    void *name;  /* the text, as lua_topointer gives it */
    size_t at;   /* where in a record it was found last, see slot_of_field */
    void *ranks; /* the table of a LADDER, as lua_topointer gives it */
} Field;

/* The check of one kind of record, a userdata.  Its user value is the list that it was made from:
 * name, type, min and max of each field, one after the other; field i, from 0, has its name at
 * ITEMS * i + NAME. */
typedef struct {
    lua_Integer n;
    void *own_max;          /* the text "max", as lua_topointer gives it */
    const void *quantities; /* their metatable, likewise */
    Field field[];
} Check;

/* The items of one field in that list, and their number. */
enum { NAME = 1, TYPE, MIN, MAX, ITEMS = 4 };

/* Places of the arguments of a check on the stack. */
typedef struct {
    lua_State *L;
    int record, list; /* list: the user value of the check */
    int collected;    /* a list for tables that may hold anything, see collect; or nil */
    int absent;       /* a function, see is_absent; or nil */
} CheckArgs;

static const char OWN_MAX_KEY; /* its address is the key of the text "max" in the list of a check */

static Check *check_at(lua_State *L)
{
    return luaL_checkudata(L, 1, CHECK);
}

static bool is_fractional(lua_State *L, int idx)
{
    return lua_type(L, idx) == LUA_TNUMBER && !lua_isinteger(L, idx);
}

/* The kind of bounds of a field of this type, with the values at the stack places min and max. */
static Bounds bounds_of(lua_State *L, FieldType type, int min, int max)
{
    if (lua_istable(L, max)) return LADDER;
    if (lua_isboolean(L, max) && lua_toboolean(L, max)) return OWN_MAX;
    if (is_fractional(L, min) || is_fractional(L, max)) return OTHER_BOUNDS;
    return type == NUMBER || type == INTEGER ? WHOLE_BOUNDS : NO_BOUNDS;
}

static void read_bounds(lua_State *L, int list, lua_Integer i, Field *f)
{
    int min = lua_gettop(L) + 1, max = min + 1;
    lua_rawgeti(L, list, ITEMS * i + MIN);
    lua_rawgeti(L, list, ITEMS * i + MAX);
    f->min = lua_isinteger(L, min) ? lua_tointeger(L, min) : LUA_MININTEGER;
    f->max = lua_isinteger(L, max) ? lua_tointeger(L, max) : LUA_MAXINTEGER;
    /* With a minimum that is not whole, surely_fits never holds, and `fits` decides. */
    if (is_fractional(L, min)) f->min = LUA_MAXINTEGER;
    f->bounds = bounds_of(L, f->type, min, max);
    if (f->bounds == LADDER) f->ranks = (void *)lua_topointer(L, max);
    lua_settop(L, min - 1);
}

/* check{ name, type, min or false, max or false, … } -> a check of records with these fields. type:
 * one of type_names.  A max of true means OWN_MAX, a table means LADDER. */
static int f_check(lua_State *L)
{
    lua_settop(L, 1);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 1) / ITEMS;
    lua_pushliteral(L, "max");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, 1, &OWN_MAX_KEY); /* held, so that its address stays right */
    Check *c = lua_newuserdatauv(L, sizeof *c + (size_t)n * sizeof c->field[0], 1);
    *c = (Check){.n = n, .own_max = (void *)lua_topointer(L, 2), .quantities = quantity_meta(L)};
    for (lua_Integer i = 0; i < n; i++) {
        lua_rawgeti(L, 1, ITEMS * i + NAME);
        lua_rawgeti(L, 1, ITEMS * i + TYPE);
        c->field[i] = (Field){.type = (FieldType)luaL_checkoption(L, -1, NULL, type_names),
                              .name = (void *)lua_topointer(L, -2)};
        lua_pop(L, 2);
        read_bounds(L, 1, i, &c->field[i]);
    }
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, CHECK);
    return 1;
}

enum { MEMBER_NAME_MAX = 60 }; /* letters: two names and a title fit into a line */
enum { LETTER_BYTES = 4 };     /* at most, in UTF-8; a text of rules may be none */

/* True if a member may have this name: short, on one line, and without the signs at which a typed
 * line is split.  Characters that mislead (text_misleads) are allowed, since they are spelled out
 * where a name is shown.  state.misnamed in src/lua/play/state.lua refuses further names, which a
 * typed line would take for something else. */
static bool is_name(const char *s, size_t n)
{
    size_t letters = 0;
    if (n == 0 || n > MEMBER_NAME_MAX * LETTER_BYTES) return false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c < ' ' || c == 127 || c == ',' || c == ';' || c == '+') return false;
        letters += (c & 0xc0) != 0x80; /* this byte begins a letter */
    }
    return letters <= MEMBER_NAME_MAX;
}

static bool is_name_at(lua_State *L, int idx)
{
    size_t n;
    const char *s = lua_type(L, idx) == LUA_TSTRING ? lua_tolstring(L, idx, &n) : NULL;
    return s && is_name(s, n);
}

/* True if all items of the table on top of the stack are texts. */
static bool holds_texts(lua_State *L)
{
    bool texts = true;
    for (lua_Integer i = 1, n = (lua_Integer)lua_rawlen(L, -1); i <= n && texts; i++) {
        texts = lua_rawgeti(L, -1, i) == LUA_TSTRING;
        lua_pop(L, 1);
    }
    return texts;
}

/* True if the value on top of the stack, whose type in Lua is t, is of this type. */
static bool is_of_type(lua_State *L, int t, FieldType type)
{
    switch (type) {
    case ANY: /* but not 0/0, which no value equals, not even itself */
        return t != LUA_TNIL &&
               (t != LUA_TNUMBER || lua_isinteger(L, -1) || lua_rawequal(L, -1, -1));
    case LIST:
    case TABLE: return t == LUA_TTABLE;
    case INTEGER: return t == LUA_TNUMBER && lua_isinteger(L, -1);
    case NUMBER: return t == LUA_TNUMBER;
    case STRING: return t == LUA_TSTRING;
    case BOOLEAN: return t == LUA_TBOOLEAN;
    case QUANTITY: return t == LUA_TUSERDATA && quantity_at(L, -1);
    case MEMBER_NAME: return is_name_at(L, -1);
    case TEXTS: return t == LUA_TTABLE && holds_texts(L);
    case WAY: return t == LUA_TNIL || (t == LUA_TTABLE && lua_rawlen(L, -1) > 0 && holds_texts(L));
    }
    return false;
}

/* Pushes an item of field i: its NAME, TYPE, MIN or MAX. */
static void push_item(const CheckArgs *args, lua_Integer i, int item)
{
    lua_rawgeti(args->L, args->list, ITEMS * i + item);
}

/* True if field i is nil only because its value was not fetched yet (sim and odds fetch a value
 * when rules read it).  The field's value is on top of the stack. */
static bool is_absent(const CheckArgs *args, lua_Integer i)
{
    if (!lua_isnil(args->L, -1) || lua_isnil(args->L, args->absent)) return false;
    lua_pushvalue(args->L, args->absent);
    lua_pushvalue(args->L, args->record);
    push_item(args, i, NAME);
    lua_call(args->L, 2, 1);
    bool absent = lua_toboolean(args->L, -1);
    lua_pop(args->L, 1);
    return absent;
}

/* The longest word in bytes.  Any number would do: longer texts are encoded to be checked. */
enum { WORD_MAX = 60 };

/* True if the value on top of the stack is a short text in ASCII. */
static bool is_word(lua_State *L)
{
    size_t n;
    const char *s = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &n) : NULL;
    if (!s || n > WORD_MAX) return false;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] >= 128) return false;
    return true;
}

/* True if the table on top of the stack is a list of nothing but words: it can surely be stored. */
static bool is_list_of_words(lua_State *L)
{
    int table = lua_gettop(L);
    lua_Integer n = 0, items = (lua_Integer)lua_rawlen(L, table);
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1), n++) {
        lua_Integer i = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
        if (i >= 1 && i <= items && is_word(L)) continue;
        lua_settop(L, table);
        return false;
    }
    bool has_metatable = lua_getmetatable(L, table);
    lua_settop(L, table);
    return n == items && (n == 0 || !has_metatable);
}

/* Adds the table on top of the stack to the list of collected tables, unless it is empty or a list
 * of words.  The caller encodes those that were collected, to see whether they can be stored. */
static void collect(const CheckArgs *args)
{
    lua_State *L = args->L;
    if (!lua_istable(L, args->collected) || !lua_istable(L, -1) || is_list_of_words(L)) return;
    lua_pushvalue(L, -1);
    lua_rawseti(L, args->collected, (lua_Integer)lua_rawlen(L, args->collected) + 1);
}

/* Pushes the record's own maximum of field i, or nil.  False: the record has no table "max". */
static bool push_own_max(const CheckArgs *args, lua_Integer i)
{
    lua_pushliteral(args->L, "max");
    if (lua_rawget(args->L, args->record) != LUA_TTABLE) return false;
    push_item(args, i, NAME);
    lua_rawget(args->L, -2);
    return true;
}

/* True if the number on top of the stack is within the bounds of field i. */
static bool is_within(const CheckArgs *args, const Field *f, lua_Integer i)
{
    lua_State *L = args->L;
    if (f->bounds == WHOLE_BOUNDS && lua_isinteger(L, -1)) {
        lua_Integer n = lua_tointeger(L, -1);
        return n >= f->min && n <= f->max;
    }
    int v = lua_gettop(L);
    if (!lua_rawequal(L, v, v)) return false; /* not a number, 0/0 */
    push_item(args, i, MIN);
    if (lua_isnumber(L, -1) && lua_compare(L, v, -1, LUA_OPLT)) return false;
    if (f->bounds != OWN_MAX)
        push_item(args, i, MAX);
    else if (!push_own_max(args, i))
        return false;
    return !lua_isnumber(L, -1) || !lua_compare(L, -1, v, LUA_OPLT);
}

/* True if field i of the record may hold the value on top of the stack, whose type in Lua is t.  It
 * may leave values on the stack. */
static bool fits(const CheckArgs *args, const Field *f, lua_Integer i, int t)
{
    lua_State *L = args->L;
    if (!is_of_type(L, t, f->type)) return is_absent(args, i);
    if (t == LUA_TTABLE && (f->type == ANY || f->type == LIST)) collect(args);
    if (f->bounds == LADDER) {
        push_item(args, i, MAX);
        lua_pushvalue(L, -2);
        return lua_rawget(L, -2) != LUA_TNIL;
    }
    return t != LUA_TNUMBER || f->type == ANY || is_within(args, f, i);
}

/* --- the usual values, read in the slots themselves (sandbox.h) --- */

static bool is_between(const Slot *slot, lua_Integer min, lua_Integer max)
{
    return slot->type == SLOT_INTEGER && slot->value.integer >= min && slot->value.integer <= max;
}

/* The slot of a field.  Records of a kind are made alike, so it is nearly always at the same place
 * in each. */
static const Slot *slot_of_field(void *record, Field *f)
{
    const TableHead *t = record;
    const KeyedSlot *slots = t->fields;
    size_t n = (size_t)1 << t->log_fields;
    if (f->at < n && slots[f->at].key == f->name && slots[f->at].key_type == SLOT_SHORT_TEXT)
        return &slots[f->at].slot;
    const Slot *slot = luaH_getstr(record, f->name);
    f->at = ((size_t)slot - (size_t)slots) / sizeof *slots; /* n or more where there is none */
    return slot;
}

enum { FEW_ITEMS = 64 }; /* a longer list may take longer than to ask Lua for its items */

/* True if a table is surely nothing but a short list of words, or empty; see is_list_of_words. */
static bool holds_surely_words(void *table)
{
    const TableHead *t = table;
    unsigned i = 0, n = 0;
    if (t->last_free || t->items > FEW_ITEMS) return false;
    while (n < t->items && t->list[n].type == SLOT_SHORT_TEXT) {
        const ShortText *word = t->list[n++].value.object;
        for (i = 0; i < word->n; i++)
            if ((unsigned char)word->text[i] >= 128) return false;
    }
    for (i = n; i < t->items; i++)
        if (slot_type(&t->list[i]) != LUA_TNIL) return false;
    return n == 0 || !t->metatable;
}

/* True if the field of the record surely fits.  False: `fits` has to look at it. */
static bool surely_fits(void *record, const Check *c, Field *f)
{
    const Slot *slot = slot_of_field(record, f), *max;
    const ShortText *text;
    int t = slot_type(slot);
    switch (f->type) {
    case ANY:
        return t == LUA_TBOOLEAN || t == LUA_TSTRING || slot->type == SLOT_INTEGER ||
               (t == LUA_TTABLE && holds_surely_words(slot->value.object));
    case LIST:
    case TEXTS: return t == LUA_TTABLE && holds_surely_words(slot->value.object);
    case TABLE: return t == LUA_TTABLE;
    case BOOLEAN: return t == LUA_TBOOLEAN;
    case STRING:
        return t == LUA_TSTRING &&
               (f->bounds != LADDER || slot_type(luaH_getstr(f->ranks, slot->value.object)));
    case INTEGER:
    case NUMBER:
        if (f->bounds == WHOLE_BOUNDS) return is_between(slot, f->min, f->max);
        if (f->bounds != OWN_MAX) return false;
        max = luaH_getstr(record, c->own_max);
        if (slot_type(max) == LUA_TTABLE) max = luaH_getstr(max->value.object, f->name);
        return max->type == SLOT_INTEGER && is_between(slot, f->min, max->value.integer);
    case WAY:
        return t == LUA_TNIL ||
               (t == LUA_TTABLE && slot_type(item_slot(slot->value.object, 1)) != LUA_TNIL &&
                holds_surely_words(slot->value.object));
    case MEMBER_NAME:
        text = slot->value.object;
        return slot->type == SLOT_SHORT_TEXT && is_name(text->text, text->n);
    case QUANTITY:
        return t == LUA_TUSERDATA &&
               ((const UserdataHead *)slot->value.object)->metatable == c->quantities;
    }
    return false;
}

/* True if all fields of the record surely fit. */
static bool all_surely_fit(void *record, Check *c)
{
    for (lua_Integer i = 0; i < c->n; i++)
        if (!surely_fits(record, c, &c->field[i])) return false;
    return true;
}

enum { VALUES = 8 }; /* places on the stack: a check needs fewer */

/* The first of the fields `from` to `to` - 1 that does not fit; `to` if all fit. */
static lua_Integer first_misfit(const CheckArgs *args, Check *c, lua_Integer from, lua_Integer to)
{
    lua_State *L = args->L;
    int top = lua_gettop(L);
    void *record = luaH_getstr ? (void *)lua_topointer(L, args->record) : NULL;
    luaL_checkstack(L, VALUES, NULL);
    for (; from < to; from++) {
        if (record && surely_fits(record, c, &c->field[from])) continue;
        lua_settop(L, top);
        push_item(args, from, NAME);
        int t = lua_rawget(L, args->record);
        if (!fits(args, &c->field[from], from, t)) break;
    }
    lua_settop(L, top);
    return from;
}

/* misfit(check, record, from, to, collected, absent) -> the place in the check of the first field
 * whose value does not fit; nil if all do.  from, to: the places that are checked, by default all.
 * collected: a list, which gets the tables whose content is not checked here.  absent(record,
 * name): true if that field may be nil. */
static int f_misfit(lua_State *L)
{
    Check *c = check_at(L);
    lua_settop(L, 6);
    if (!lua_istable(L, 2)) { /* not a record: not even the first field fits */
        lua_pushinteger(L, 1);
        return 1;
    }
    lua_Integer from = luaL_optinteger(L, 3, 1) - 1, to = luaL_optinteger(L, 4, c->n);
    lua_getiuservalue(L, 1, 1); /* the list, behind the six arguments */
    CheckArgs args = {.L = L, .record = 2, .collected = 5, .absent = 6, .list = 7};
    lua_Integer at = first_misfit(&args, c, from, to);
    if (at == to) return 0;
    lua_pushinteger(L, at + 1);
    return 1;
}

/* --- a whole state --- */

/* The kinds of checks, by their place in the list that state_fits takes; at SLOTS is a SlotCheck.
 */
enum { PARTY = 1, MEMBERS, LIGHTS, TURNS, ROOMS, CAMPAIGN, TIMERS, DEEDS, KEPT, SLOTS };

/* The arguments of state_fits on the stack. */
enum { CHECKS = 1, STATE, COLLECTED, ABSENT };

/* Pushes the check of this kind and its list.  Sets *args for the record that is pushed next. */
static Check *push_check(lua_State *L, int kind, CheckArgs *args)
{
    lua_rawgeti(L, CHECKS, kind);
    Check *c = lua_touserdata(L, -1);
    lua_getiuservalue(L, -1, 1);
    int top = lua_gettop(L);
    *args = (CheckArgs){
        .L = L, .record = top + 1, .list = top, .collected = COLLECTED, .absent = ABSENT};
    return c;
}

static bool fits_check(const CheckArgs *args, Check *c)
{
    return lua_istable(args->L, args->record) && first_misfit(args, c, 0, c->n) == c->n;
}

/* True if the record on top of the stack fits the check of this kind.  Pops it. */
static bool record_fits(lua_State *L, int kind)
{
    CheckArgs args;
    int record = lua_gettop(L);
    Check *c = push_check(L, kind, &args);
    lua_pushvalue(L, record);
    bool fit = fits_check(&args, c);
    lua_settop(L, record - 1);
    return fit;
}

/* True if all records of the list on top of the stack fit.  Pops the list.  has_plain: NULL, or set
 * if a record has no metatable, since rules put it there as a plain table. */
static bool list_fits(lua_State *L, int kind, bool *has_plain)
{
    int list = lua_gettop(L);
    luaL_checktype(L, list, LUA_TTABLE);
    lua_Integer n = (lua_Integer)lua_rawlen(L, list);
    bool fit = true;
    CheckArgs args;
    if (n == 0) { /* as is usual for timers */
        lua_settop(L, list - 1);
        return true;
    }
    Check *c = push_check(L, kind, &args);
    for (lua_Integer i = 1; i <= n && fit; i++) {
        lua_rawgeti(L, list, i);
        if (has_plain && !lua_getmetatable(L, -1)) *has_plain = true;
        lua_settop(L, args.record);
        fit = fits_check(&args, c);
        lua_settop(L, args.list);
    }
    lua_settop(L, list - 1);
    return fit;
}

/* True if all records in a field of the table at idx fit. */
static bool field_fits(lua_State *L, int idx, const char *field, int kind, bool *has_plain)
{
    lua_pushstring(L, field);
    lua_rawget(L, idx);
    return list_fits(L, kind, has_plain);
}

/* True if the list of turns on top has one at least, and all fit, with their deeds.  Pops it. */
static bool turns_fit(lua_State *L)
{
    int list = lua_gettop(L);
    lua_Integer n = (lua_Integer)lua_rawlen(L, list);
    lua_pushvalue(L, list);
    bool fit = n > 0 && list_fits(L, TURNS, NULL);
    for (lua_Integer i = 1; i <= n && fit; i++) {
        lua_rawgeti(L, list, i);
        fit = field_fits(L, lua_gettop(L), "doing", DEEDS, NULL);
    }
    lua_settop(L, list - 1);
    return fit;
}

/* True if the group on top of the stack fits, with all that its lists hold.  Pops it. */
static bool party_fits(lua_State *L, bool *has_plain)
{
    int party = lua_gettop(L);
    lua_pushvalue(L, party);
    bool fit = record_fits(L, PARTY) && field_fits(L, party, "members", MEMBERS, has_plain) &&
               field_fits(L, party, "lights", LIGHTS, NULL) &&
               field_fits(L, party, "timers", TIMERS, NULL) &&
               field_fits(L, party, "kept", KEPT, NULL);
    if (fit) {
        lua_pushliteral(L, "turns");
        lua_rawget(L, party);
        fit = turns_fit(L);
    }
    lua_settop(L, party - 1);
    return fit;
}

/* The quick check of a whole state, a userdata, with which state_fits begins: the check of each
 * kind of record, and the names of the fields that hold records, as lua_topointer gives them. */
typedef struct {
    Check *check[KEPT + 1];
    void *parties, *rooms, *campaign, *members, *lights, *timers, *kept, *turns, *doing;
} SlotCheck;

static bool records_surely_fit(const SlotCheck *s, const Slot *list, int kind);

/* True if a record surely fits, with all that its lists hold, and no member is a plain table. */
static bool record_surely_fits(const SlotCheck *s, const Slot *slot, int kind)
{
    void *record = slot->value.object;
    if (slot_type(slot) != LUA_TTABLE || !all_surely_fit(record, s->check[kind])) return false;
    if (kind == MEMBERS) return ((const TableHead *)record)->metatable != NULL;
    if (kind == TURNS) return records_surely_fit(s, luaH_getstr(record, s->doing), DEEDS);
    return kind != PARTY || (records_surely_fit(s, luaH_getstr(record, s->members), MEMBERS) &&
                             records_surely_fit(s, luaH_getstr(record, s->lights), LIGHTS) &&
                             records_surely_fit(s, luaH_getstr(record, s->timers), TIMERS) &&
                             records_surely_fit(s, luaH_getstr(record, s->kept), KEPT) &&
                             records_surely_fit(s, luaH_getstr(record, s->turns), TURNS));
}

static bool records_surely_fit(const SlotCheck *s, const Slot *list, int kind)
{
    void *records = list->value.object;
    if (slot_type(list) != LUA_TTABLE) return false;
    lua_Integer n = (lua_Integer)luaH_getn(records);
    for (lua_Integer i = 1; i <= n; i++)
        if (!record_surely_fits(s, item_slot(records, i), kind)) return false;
    return n > 0 || kind != TURNS;
}

/* True if the whole state surely fits, as nearly always: where no value is unusual. */
static bool state_surely_fits(const SlotCheck *s, void *state)
{
    return luaH_getstr && records_surely_fit(s, luaH_getstr(state, s->parties), PARTY) &&
           records_surely_fit(s, luaH_getstr(state, s->rooms), ROOMS) &&
           record_surely_fits(s, luaH_getstr(state, s->campaign), CAMPAIGN);
}

/* The address of a text, which the list of checks at 1 holds from now on. */
static void *held_text(lua_State *L, const char *text)
{
    lua_pushstring(L, text);
    void *address = (void *)lua_topointer(L, -1);
    lua_pushboolean(L, true);
    lua_rawset(L, CHECKS);
    return address;
}

/* complete_checks(list): adds to the list of checks what else state_fits needs */
static int f_complete_checks(lua_State *L)
{
    SlotCheck *s = lua_newuserdatauv(L, sizeof *s, 0);
    for (int kind = PARTY; kind <= KEPT; kind++) {
        lua_rawgeti(L, CHECKS, kind);
        s->check[kind] = luaL_checkudata(L, -1, CHECK);
        lua_pop(L, 1);
    }
    lua_rawseti(L, CHECKS, SLOTS);
    s->parties = held_text(L, "parties");
    s->rooms = held_text(L, "rooms");
    s->campaign = held_text(L, "campaign");
    s->members = held_text(L, "members");
    s->lights = held_text(L, "lights");
    s->timers = held_text(L, "timers");
    s->kept = held_text(L, "kept");
    s->turns = held_text(L, "turns");
    s->doing = held_text(L, "doing");
    return 0;
}

/* state_fits({ check of each kind, in the order of PARTY … KEPT; completed }, state, collected,
 * absent)
 * -> true if all fields of all records of the state fit; true if a member has come as a plain
 * table, without a metatable.  The last two arguments: as in misfit. */
static int f_state_fits(lua_State *L)
{
    lua_settop(L, ABSENT);
    lua_rawgeti(L, CHECKS, SLOTS);
    if (state_surely_fits(lua_touserdata(L, -1), (void *)lua_topointer(L, STATE))) {
        lua_pushboolean(L, true);
        return 1;
    }
    lua_settop(L, ABSENT);
    lua_getfield(L, STATE, "parties");
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    bool fit = true, has_plain = false;
    for (lua_Integer i = 1; i <= n && fit; i++) {
        lua_rawgeti(L, ABSENT + 1, i);
        fit = party_fits(L, &has_plain);
    }
    fit = fit && field_fits(L, STATE, "rooms", ROOMS, NULL);
    if (fit) {
        lua_getfield(L, STATE, "campaign");
        fit = record_fits(L, CAMPAIGN);
    }
    lua_pushboolean(L, fit);
    lua_pushboolean(L, has_plain);
    return 2;
}

/* --- helpers for src/lua --- */

/* assign(record, { name, value, … }): sets these fields without calling its metatable; a value that
 * is a table is copied */
static int f_assign(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 2);
    for (lua_Integer i = 1; i < n; i += 2) {
        lua_rawgeti(L, 2, i);
        if (lua_rawgeti(L, 2, i + 1) == LUA_TTABLE) {
            push_deep_copy(L, -1);
            lua_replace(L, -2);
        }
        lua_rawset(L, 1);
    }
    return 0;
}

/* is_name(text) -> true if a member may have this name */
static int f_is_name(lua_State *L)
{
    lua_pushboolean(L, is_name_at(L, 1));
    return 1;
}

void lib_record_check(lua_State *L)
{
    static const luaL_Reg lib[] = {{"check", f_check},
                                   {"misfit", f_misfit},
                                   {"complete_checks", f_complete_checks},
                                   {"state_fits", f_state_fits},
                                   {"is_name", f_is_name},
                                   {"assign", f_assign},
                                   {NULL, NULL}};
    luaL_newmetatable(L, CHECK);
    lua_pop(L, 1);
    luaL_setfuncs(L, lib, 0);
}
