/* Lua values to canonical bytes (core/value.h) and back, without a tree between.  Of metatables
 * only the quantity's and these marks, set by src/lua, count:
 *   __raw     bytes made before, at [1]: copied as they are
 *   __sealed  a thing of the rules: not data, an error
 *   __untold  the result of a roll that rules have not asked for yet: an error
 *   __record  a member, a room, …: an error in "bare" values */

#include <endian.h>
#include <lauxlib.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell/address_set.h"
#include "cell/primitives.h"
#include "core/value.h"

/* A step to the value that is encoded, for messages. */
typedef struct {
    const char *name; /* NULL: a list's place */
    lua_Integer nth;
} PathStep;

/* A key of a map, to be sorted. */
typedef struct {
    const char *s;
    size_t n;
    uint64_t first; /* its first eight bytes, big-endian, to compare quickly */
    int value;      /* stack index of the value */
} MapKey;

/* Numbers of names that are sorted without malloc, and of metatables that are remembered. */
enum { FEW = 32, PLAIN = 8 };

/* An encoding in progress. */
typedef struct {
    lua_State *L;
    Text *out;
    Err *err;
    bool unique, bare;
    PathStep path[VALUE_DEPTH + 1];
    int depth;
    const void *plain[PLAIN]; /* metatables that were found to have no mark */
    size_t plain_n;
    AddressSet seen; /* tables, if unique */
} Encoder;

/* Fills the fields one by one: clearing the whole struct, mostly arrays, would be slow. */
static void begin(Encoder *e, lua_State *L, Text *out, bool unique, Err *err)
{
    e->L = L;
    e->out = out;
    e->err = err;
    e->unique = unique;
    e->bare = false;
    e->depth = 0;
    e->plain_n = 0;
    if (unique) address_set_begin(&e->seen);
}

/* Makes every record that is met from here on an error. */
static void begin_bare(Encoder *e)
{
    e->bare = true;
    e->plain_n = 0;
}

static void end(Encoder *e)
{
    if (e->unique) address_set_end(&e->seen);
}

static bool complain(Encoder *e, const char *what)
{
    Text path = {0};
    for (int i = 0; i < e->depth; i++) {
        if (i) text_addc(&path, '.');
        if (e->path[i].name)
            text_add(&path, e->path[i].name);
        else
            text_addf(&path, "%lld", (long long)e->path[i].nth);
    }
    err_set(e->err, "%s%s%s", text_str(&path), path.n ? ": " : "", what);
    text_free(&path);
    return false;
}

static bool first_time(Encoder *e, const void *p)
{
    bool known = false;
    if (e->unique && !address_set_add(&e->seen, p, &known)) return complain(e, "out of memory");
    return !known ||
           complain(e, "the same table is kept in a second place; keep a name or a copy instead");
}

/* --- encoding --- */

static bool encode(Encoder *e, int idx);

static uint64_t first_of(const char *s, size_t n)
{
    uint64_t first = 0;
    memcpy(&first, s, n < sizeof first ? n : sizeof first);
    return be64toh(first);
}

static int by_name(const void *a, const void *b)
{
    const MapKey *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return key_order(x->s, x->n, y->s, y->n);
}

static void sort(MapKey *names, size_t n)
{
    for (size_t i = 1, j; i < n; i++) {
        MapKey name = names[i];
        for (j = i; j > 0 && by_name(&name, &names[j - 1]) < 0; j--) names[j] = names[j - 1];
        names[j] = name;
    }
}

static bool encode_list(Encoder *e, int t, size_t n)
{
    put_list(e->out, n);
    for (size_t i = 1; i <= n; i++) {
        e->path[e->depth++] = (PathStep){.nth = (lua_Integer)i};
        lua_rawgeti(e->L, t, (lua_Integer)i);
        bool ok = encode(e, lua_gettop(e->L));
        lua_pop(e->L, 1);
        if (!ok) return false;
        e->depth--;
    }
    return true;
}

static bool encode_names(Encoder *e, const MapKey *names, size_t n)
{
    put_map(e->out, n);
    for (size_t i = 0; i < n; i++) {
        put_keyn(e->out, names[i].s, names[i].n);
        e->path[e->depth++] = (PathStep){.name = names[i].s};
        if (!encode(e, names[i].value)) return false;
        e->depth--;
    }
    return true;
}

static bool read_name(Encoder *e, MapKey *name)
{
    if (lua_type(e->L, -2) != LUA_TSTRING)
        return complain(
            e, "a table has names or the numbers 1 to n as its keys, not both and nothing else");
    name->s = lua_tolstring(e->L, -2, &name->n);
    name->first = first_of(name->s, name->n);
    return text_is_utf8(name->s, name->n) || complain(e, "a key is not UTF-8 text");
}

/* The number of keys of the table at t. */
static size_t count_keys(lua_State *L, int t)
{
    size_t n = 0;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) n++;
    return n;
}

/* Reads up to max names of the table at t, and leaves their values on the stack.  Returns how many
 * there are; max + 1: there are more; -1: a key is no name. */
static int read_names(Encoder *e, int t, MapKey *names, int max)
{
    lua_State *L = e->L;
    int n = 0;
    for (lua_pushnil(L); lua_next(L, t); n++) {
        if (n == max) return n + 1;
        if (!read_name(e, &names[n])) return -1;
        lua_insert(L, -2);
        names[n].value = lua_gettop(L) - 1;
    }
    return n;
}

static bool encode_many(Encoder *e, int t)
{
    lua_State *L = e->L;
    size_t n = count_keys(L, t);
    MapKey *names =
        n < INT_MAX / 2 && lua_checkstack(L, (int)n + 8) ? malloc(n * sizeof *names) : NULL;
    if (!names) return complain(e, "out of memory");
    bool ok = read_names(e, t, names, (int)n) >= 0;
    if (ok) qsort(names, n, sizeof *names, by_name);
    ok = ok && encode_names(e, names, n);
    free(names);
    return ok;
}

static bool encode_map(Encoder *e, int t)
{
    MapKey names[FEW];
    int top = lua_gettop(e->L);
    if (!lua_checkstack(e->L, FEW + 8)) return complain(e, "out of memory");
    int n = read_names(e, t, names, FEW);
    bool ok = n >= 0;
    if (n > FEW) {
        lua_settop(e->L, top);
        ok = encode_many(e, t);
    } else if (ok) {
        sort(names, (size_t)n);
        ok = encode_names(e, names, (size_t)n);
    }
    lua_settop(e->L, top);
    return ok;
}

static bool has_mark(lua_State *L, int meta, const char *mark)
{
    lua_pushstring(L, mark);
    bool there = lua_rawget(L, meta) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
}

/* Pushes the metatable of the table at t if it may have a mark. */
static bool push_marks(Encoder *e, int t)
{
    if (!lua_getmetatable(e->L, t)) return false;
    const void *meta = lua_topointer(e->L, -1);
    for (size_t i = 0; i < e->plain_n; i++) {
        if (e->plain[i] != meta) continue;
        lua_pop(e->L, 1);
        return false;
    }
    return true;
}

static bool encode_raw(Encoder *e, int t)
{
    size_t n;
    lua_rawgeti(e->L, t, 1);
    const char *s = lua_tolstring(e->L, -1, &n);
    put_raw(e->out, s, n);
    return true;
}

/* Handles a mark on the table at t, with the result in *ok.  False: there is none. */
static bool encode_marked(Encoder *e, int t, bool *ok)
{
    lua_State *L = e->L;
    if (!push_marks(e, t)) return false;
    int meta = lua_gettop(L);
    bool is = true;
    if (has_mark(L, meta, "__raw"))
        *ok = encode_raw(e, t);
    else if (has_mark(L, meta, "__sealed"))
        *ok = complain(e, "a thing of the rules cannot be kept; keep its name");
    else if (has_mark(L, meta, "__untold"))
        *ok = complain(e, "this is not told yet");
    else if (e->bare && has_mark(L, meta, "__record"))
        *ok = complain(e, "this is a record still");
    else
        is = false;
    if (!is && e->plain_n < PLAIN) e->plain[e->plain_n++] = lua_topointer(L, meta);
    lua_settop(L, meta - 1);
    return is;
}

static bool encode_table(Encoder *e, int t)
{
    bool ok;
    if (encode_marked(e, t, &ok)) return ok;
    if (e->depth >= VALUE_DEPTH) return complain(e, "tables within tables, deeper than a hundred");
    if (!first_time(e, lua_topointer(e->L, t))) return false;
    size_t n = lua_rawlen(e->L, t);
    return n > 0 && count_keys(e->L, t) == n ? encode_list(e, t, n) : encode_map(e, t);
}

static bool encode(Encoder *e, int idx)
{
    lua_State *L = e->L;
    const Quantity *q;
    size_t n;
    const char *s;
    if (!lua_checkstack(L, 8)) return complain(e, "out of memory");
    switch (lua_type(L, idx)) {
    case LUA_TBOOLEAN: put_bool(e->out, lua_toboolean(L, idx)); return true;
    case LUA_TNUMBER:
        if (lua_isinteger(L, idx)) {
            put_int(e->out, lua_tointeger(L, idx));
            return true;
        }
        if (isnan(lua_tonumber(L, idx))) return complain(e, "not a number (0/0) cannot be kept");
        put_real(e->out, lua_tonumber(L, idx));
        return true;
    case LUA_TSTRING:
        s = lua_tolstring(L, idx, &n);
        if (!text_is_utf8(s, n)) return complain(e, "the text is not UTF-8");
        put_textn(e->out, s, n);
        return true;
    case LUA_TUSERDATA:
        q = quantity_at(L, idx);
        if (!q) break;
        put_quantity(e->out, q->num, q->den, q->unit);
        return true;
    case LUA_TTABLE: return encode_table(e, idx);
    case LUA_TNIL: return complain(e, "nothing is kept here (nil)");
    default: break;
    }
    Text what = {0};
    text_addf(&what, "a %s cannot be kept", lua_typename(L, lua_type(L, idx)));
    complain(e, text_str(&what));
    text_free(&what);
    return false;
}

bool codec_encode(lua_State *L, int idx, Text *out, bool unique, Err *err)
{
    Encoder e;
    int top = lua_gettop(L);
    begin(&e, L, out, unique, err);
    bool ok = encode(&e, lua_absindex(L, idx));
    lua_settop(L, top);
    end(&e);
    if (ok && out->failed) return err_set(err, "out of memory");
    return ok;
}

/* --- decoding --- */

static bool decode(lua_State *L, Reader *r, const char *raw, int depth, Err *err);

static bool decode_list(lua_State *L, Reader *r, size_t n, int depth, Err *err)
{
    lua_createtable(L, (int)(n < 1000 ? n : 1000), 0);
    for (size_t i = 1; i <= n; i++) {
        if (!decode(L, r, NULL, depth + 1, err)) return false;
        lua_rawseti(L, -2, (lua_Integer)i);
    }
    return true;
}

static bool decode_map(lua_State *L, Reader *r, size_t n, const char *raw, int depth, Err *err)
{
    const char *key = NULL, *prev = NULL;
    size_t key_n = 0, prev_n = 0;
    lua_createtable(L, 0, (int)(n < 1000 ? n : 1000));
    for (size_t i = 0; i < n; i++) {
        if (!reader_key(r, &key, &key_n, prev, prev_n, err)) return false;
        lua_pushlstring(L, key, key_n);
        if (raw && key_n == strlen(raw) && memcmp(raw, key, key_n) == 0) {
            const unsigned char *from = r->at;
            if (!reader_skip(r, err)) return false;
            lua_pushlstring(L, (const char *)from, (size_t)(r->at - from));
        } else if (!decode(L, r, NULL, depth + 1, err)) {
            return false;
        }
        lua_rawset(L, -3);
        prev = key;
        prev_n = key_n;
    }
    return true;
}

static bool decode(lua_State *L, Reader *r, const char *raw, int depth, Err *err)
{
    Token t;
    if (depth > VALUE_DEPTH) return err_set(err, "tables within tables, deeper than a hundred");
    if (!reader_next(r, &t, err)) return false;
    luaL_checkstack(L, 8, NULL);
    switch (t.kind) {
    case TOKEN_BOOL: lua_pushboolean(L, t.boolean); return true;
    case TOKEN_INT: lua_pushinteger(L, t.integer); return true;
    case TOKEN_REAL: lua_pushnumber(L, t.real); return true;
    case TOKEN_TEXT: lua_pushlstring(L, t.s, t.n); return true;
    case TOKEN_QUANTITY: return quantity_push_token(L, t.integer, t.den, t.s, t.n, err);
    case TOKEN_LIST: return decode_list(L, r, t.n, depth, err);
    case TOKEN_MAP: return decode_map(L, r, t.n, raw, depth, err);
    }
    return err_set(err, "unknown kind of value");
}

bool codec_decode(lua_State *L, const char *bytes, size_t n, const char *raw, Err *err)
{
    Reader r = reader_of(bytes, n);
    int top = lua_gettop(L);
    if (decode(L, &r, raw, 0, err)) {
        if (r.at == r.end) return true;
        err_set(err, "bytes are left over");
    }
    lua_settop(L, top);
    return false;
}

/* --- for src/lua --- */

enum { VALUES_MAX = 100 };

/* encode(value, unique, more…) -> the bytes of each | nil, sentence.  unique: a table reached
 * twice, in any of them, is an error; more: a record in these is an error */
static int f_encode(lua_State *L)
{
    Text out = {0};
    Err err;
    size_t ends[VALUES_MAX];
    int n = lua_gettop(L);
    luaL_argcheck(L, n < VALUES_MAX, VALUES_MAX, "too many values");
    Encoder e;
    begin(&e, L, &out, lua_toboolean(L, 2), &err);
    bool ok = true;
    for (int i = 1; ok && i <= n; i++) {
        if (i == 2)
            begin_bare(&e);
        else
            ok = encode(&e, i);
        ends[i] = out.n;
    }
    lua_settop(L, n);
    end(&e);
    if (ok && out.failed) ok = err_set(&err, "out of memory");
    if (!ok) {
        text_free(&out);
        lua_pushnil(L);
        lua_pushstring(L, err.text);
        return 2;
    }
    /* Copied to a buffer of Lua's and freed before Lua may raise for want of memory. */
    luaL_Buffer b;
    char *p = luaL_buffinitsize(L, &b, out.n);
    memcpy(p, out.s, out.n);
    size_t all_n = out.n;
    text_free(&out);
    luaL_pushresultsize(&b, all_n);
    if (n < 3) return 1;
    const char *all = lua_tostring(L, -1);
    luaL_checkstack(L, n, NULL);
    lua_pushlstring(L, all, ends[1]);
    for (int i = 3; i <= n; i++) lua_pushlstring(L, all + ends[i - 1], ends[i] - ends[i - 1]);
    return n - 1;
}

/* decode(bytes) -> value */
static int f_decode(lua_State *L)
{
    size_t n;
    const char *bytes = luaL_checklstring(L, 1, &n);
    Err err;
    if (!codec_decode(L, bytes, n, NULL, &err)) return luaL_error(L, "%s", err.text);
    return 1;
}

void lib_codec(lua_State *L)
{
    static const luaL_Reg lib[] = {{"encode", f_encode}, {"decode", f_decode}, {NULL, NULL}};
    luaL_setfuncs(L, lib, 0);
    lua_pushinteger(L, VALUE_STATE_MAX);
    lua_setfield(L, -2, "state_max");
}
