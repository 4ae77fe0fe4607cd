/* Quantities for Lua, such as 36 m: immutable userdata with +, -, *, / and comparison (the
 * arithmetic is in core/quantity.c).  They have no .. because Lua 5.4.4 can crash in __concat. */
#include "cell/primitives.h"
#include "cell/sandbox.h"

#include <lauxlib.h>
#include <string.h>

enum { PARSE_STEPS = 16 }; /* the work of reading a text as a quantity, in steps (limits.h) */
static const char *const META = "quantity";
static const char META_KEY; /* its address finds the metatable in the registry, without a text */

const Quantity *quantity_at(lua_State *L, int idx)
{
    const Quantity *q = lua_touserdata(L, idx);
    if (!q || !lua_getmetatable(L, idx)) return NULL;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &META_KEY);
    bool is_quantity = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return is_quantity ? q : NULL;
}

const void *quantity_meta(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &META_KEY);
    const void *meta = lua_topointer(L, -1);
    lua_pop(L, 1);
    return meta;
}

void quantity_push(lua_State *L, const Quantity *q)
{
    Quantity *new = lua_newuserdatauv(L, sizeof *new, 0);
    *new = *q;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &META_KEY);
    lua_setmetatable(L, -2);
}

void quantity_push_token(lua_State *L, int64_t num, int64_t den, const char *unit, size_t n)
{
    Quantity q = {.num = num, .den = den};
    memcpy(q.unit, unit, n);
    quantity_push(L, &q);
}

void push_and_free(lua_State *L, Text *t)
{
    luaL_Buffer b;
    size_t n = t->n;
    char *p = luaL_buffinitsize(L, &b, n);
    memcpy(p, text_str(t), n);
    text_free(t);
    luaL_pushresultsize(&b, n);
}

/* Reads the number at idx as num/den.  Raises when it is not exactly a fraction of
 * 64-bit numbers. */
static void check_number(lua_State *L, int idx, int64_t *num, int64_t *den)
{
    *den = 1;
    if (lua_isinteger(L, idx))
        *num = lua_tointeger(L, idx);
    else if (!double_to_fraction(luaL_checknumber(L, idx), num, den))
        luaL_error(L, "%f has no exact fraction", lua_tonumber(L, idx));
}

/* The quantity at idx, which may be a text such as "36 m"; raises for other values. */
static Quantity check_quantity(lua_State *L, int idx)
{
    const Quantity *q = quantity_at(L, idx);
    if (q) return *q;
    Quantity read = {0};
    Err err;
    size_t n;
    if (lua_type(L, idx) != LUA_TSTRING)
        luaL_error(L, "a quantity is needed, as \"36 m\", and this is %s",
                   sandbox_describe_type(L, idx));
    const char *s = lua_tolstring(L, idx, &n);
    limits_charge(L, PARSE_STEPS);
    if (!quantity_parse(&read, s, n, &err)) luaL_error(L, "%s", err.text);
    return read;
}

/* The operand at idx.  Replaces a text, such as "4 m", by its quantity; raises for other values.
 * verb: "added", for the sentence. */
static const Quantity *check_operand(lua_State *L, int idx, const char *verb)
{
    const Quantity *operand = quantity_at(L, idx);
    if (operand) return operand;
    if (lua_type(L, idx) == LUA_TNUMBER)
        luaL_error(L, "a quantity and a plain number cannot be %s; write the number with its unit",
                   verb);
    if (lua_type(L, idx) != LUA_TSTRING)
        luaL_error(L, "a quantity and %s cannot be %s", sandbox_describe_type(L, idx), verb);
    Quantity q = check_quantity(L, idx);
    quantity_push(L, &q);
    lua_replace(L, idx);
    return lua_touserdata(L, idx);
}

/* Pushes the sum or difference of the operands at 1 and 2.  verb: see check_operand. */
static int push_combined(lua_State *L, bool combine(Quantity *, const Quantity *, Err *),
                         const char *verb)
{
    Err err;
    Quantity a = *check_operand(L, 1, verb);
    const Quantity *b = check_operand(L, 2, verb);
    if (!combine(&a, b, &err)) return luaL_error(L, "%s", err.text);
    quantity_push(L, &a);
    return 1;
}

static int m_add(lua_State *L)
{
    return push_combined(L, quantity_add, "added");
}

static int m_sub(lua_State *L)
{
    return push_combined(L, quantity_subtract, "subtracted");
}

/* Pushes a quantity times num / den; den > 0. */
static int push_scaled(lua_State *L, Quantity q, int64_t num, int64_t den)
{
    Err err;
    if (!quantity_scale(&q, num, den, &err)) return luaL_error(L, "%s", err.text);
    quantity_push(L, &q);
    return 1;
}

static int m_mul(lua_State *L)
{
    if (quantity_at(L, 1) && quantity_at(L, 2))
        return luaL_error(L, "two quantities cannot be multiplied");
    int quantity = quantity_at(L, 1) ? 1 : 2, number = 3 - quantity;
    int64_t num, den;
    Quantity q = check_quantity(L, quantity);
    check_number(L, number, &num, &den);
    return push_scaled(L, q, num, den);
}

/* Pushes the quantity at 1 divided by the number at 2. */
static int push_divided(lua_State *L)
{
    int64_t num, den;
    Quantity q = check_quantity(L, 1);
    check_number(L, 2, &num, &den);
    if (num == 0) return luaL_error(L, "a quantity divided by 0");
    /* Multiplies by the inverse, whose denominator must be above 0. */
    return num < 0 ? push_scaled(L, q, -den, -num) : push_scaled(L, q, den, num);
}

/* Divides a quantity: by a number, into a quantity; or by a quantity, into a number. */
static int m_div(lua_State *L)
{
    int64_t num, den;
    Err err;
    if (!quantity_at(L, 2)) return push_divided(L);
    if (!quantity_at(L, 1)) return luaL_error(L, "a plain number cannot be divided by a quantity");
    Quantity a = check_quantity(L, 1), b = check_quantity(L, 2);
    if (!quantity_ratio(&a, &b, &num, &den, &err)) return luaL_error(L, "%s", err.text);
    return push_ratio(L, num, den);
}

static int m_unm(lua_State *L)
{
    Quantity q = check_quantity(L, 1);
    q.num = -q.num;
    quantity_push(L, &q);
    return 1;
}

/* Compares the operands: below 0, 0 or above 0, as the first is less, equal or greater. */
static int compare(lua_State *L)
{
    int order;
    Err err;
    const Quantity *a = check_operand(L, 1, "compared"), *b = check_operand(L, 2, "compared");
    if (!quantity_compare(a, b, &order, &err)) luaL_error(L, "%s", err.text);
    return order;
}

static int m_lt(lua_State *L)
{
    lua_pushboolean(L, compare(L) < 0);
    return 1;
}

static int m_le(lua_State *L)
{
    lua_pushboolean(L, compare(L) <= 0);
    return 1;
}

static int m_eq(lua_State *L)
{
    int order;
    const Quantity *a = quantity_at(L, 1), *b = quantity_at(L, 2);
    lua_pushboolean(L, a && b && quantity_compare(a, b, &order, NULL) && order == 0);
    return 1;
}

static int m_tostring(lua_State *L)
{
    Text t = {0};
    Quantity q = check_quantity(L, 1);
    quantity_print(&q, &t);
    push_and_free(L, &t);
    return 1;
}

static int m_index(lua_State *L)
{
    return luaL_error(L,
                      "a quantity has no field '%s'; amount(quantity, \"unit\") gives its number",
                      lua_tostring(L, 2));
}

/* quantity(text) -> quantity | nil, sentence */
static int f_quantity(lua_State *L)
{
    Quantity q = {0};
    Err err;
    size_t n;
    const char *s = luaL_checklstring(L, 1, &n);
    if (!quantity_parse(&q, s, n, &err)) {
        lua_pushnil(L);
        lua_pushstring(L, err.text);
        return 2;
    }
    quantity_push(L, &q);
    return 1;
}

/* quantity_of(number, unit) -> quantity */
static int f_quantity_of(lua_State *L)
{
    Quantity q = {0};
    Err err;
    int64_t num, den;
    check_number(L, 1, &num, &den);
    const char *one = lua_pushfstring(L, "1 %s", luaL_checkstring(L, 2)); /* to read the unit */
    if (!quantity_parse(&q, one, strlen(one), &err)) return luaL_error(L, "%s", err.text);
    q.num = num;
    q.den = den;
    quantity_push(L, &q);
    return 1;
}

/* amount(quantity or text, unit or nil) -> number in that unit, or in its own */
static int f_amount(lua_State *L)
{
    Err err;
    Quantity q = check_quantity(L, 1);
    if (!lua_isnoneornil(L, 2) && !quantity_convert(&q, luaL_checkstring(L, 2), &err))
        return luaL_error(L, "%s", err.text);
    return push_ratio(L, q.num, q.den);
}

/* unit(quantity) -> its unit, and the system of measures that the unit belongs to */
static int f_unit(lua_State *L)
{
    static const char *const names[] = {"metric", "imperial", "time", "real", "turns", "other"};
    Quantity q = check_quantity(L, 1);
    lua_pushstring(L, q.unit);
    lua_pushstring(L, names[unit_measure(q.unit)]);
    return 2;
}

/* clock(seconds) -> "0:20", see text_add_clock */
static int f_clock(lua_State *L)
{
    Text t = {0};
    text_add_clock(&t, luaL_checkinteger(L, 1));
    push_and_free(L, &t);
    return 1;
}

void lib_quantity(lua_State *L)
{
    static const luaL_Reg lib[] = {{"quantity", f_quantity}, {"quantity_of", f_quantity_of},
                                   {"amount", f_amount},     {"unit", f_unit},
                                   {"clock", f_clock},       {NULL, NULL}};
    static const luaL_Reg meta[] = {
        {"__add", m_add},           {"__sub", m_sub},     {"__mul", m_mul}, {"__div", m_div},
        {"__unm", m_unm},           {"__lt", m_lt},       {"__le", m_le},   {"__eq", m_eq},
        {"__tostring", m_tostring}, {"__index", m_index}, {NULL, NULL}};
    luaL_newmetatable(L, META);
    luaL_setfuncs(L, meta, 0);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &META_KEY);
    luaL_setfuncs(L, lib, 0);
}
