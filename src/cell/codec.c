/* Converts Lua values to canonical bytes (core/value.h) and back.  The end of the file implements
 * AddressSet (primitives.h).  A metatable is ignored unless it is that of quantities or has one of
 * these fields, which src/lua sets:
 *   __raw     the table stands for bytes made before, at [1]: they are copied
 *   __sealed  a thing of the rules, which is not data: an error
 *   __untold  the result of a roll that rules have not asked for yet: an error
 *   __record  a member, a room, …: an error in a "bare" value, which lua/study keeps apart from
 *             the state */
#include <endian.h>
#include <lauxlib.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cell/primitives.h"
#include "core/value.h"

/* One step of the path to a value, which error messages name: a key, or a place in a list. */
typedef struct {
    const char *key; /* NULL in a list */
    lua_Integer nth; /* the place in a list, from 1 */
} PathStep;

/* A key of a map and its value, to be sorted. */
typedef struct {
    const char *s;
    size_t n;
    uint64_t first; /* its first eight bytes, big-endian, to compare quickly */
    int value;      /* stack index of the value */
} MapKey;

enum { FEW = 32 };  /* keys that are sorted without malloc: only large maps have more */
enum { PLAIN = 8 }; /* metatables in Encoder.plain: a state has fewer kinds of records */

/* An encoding in progress. */
typedef struct {
    lua_State *L;
    Text *out;
    Err *err;
    bool unique; /* a table that is reached twice is an error */
    bool bare;   /* the value is bare: a record is an error */
    PathStep path[MESSAGE_DEPTH + 1];
    int depth, depth_max;     /* steps of the path; how many there may be */
    const void *plain[PLAIN]; /* metatables that were looked at and can be ignored */
    size_t plain_n;
    AddressSet seen; /* the tables so far, if unique */
} Encoder;

/* Begins an encoding.  Sets the fields one by one, since clearing the large arrays is slow. */
static void encoder_begin(Encoder *e, lua_State *L, Text *out, int depth_max, bool unique, Err *err)
{
    e->L = L;
    e->out = out;
    e->err = err;
    e->unique = unique;
    e->bare = false;
    e->depth = 0;
    e->depth_max = depth_max;
    e->plain_n = 0;
    if (unique) address_set_begin(&e->seen);
}

static void encoder_end(Encoder *e)
{
    if (e->unique) address_set_end(&e->seen);
}

/* Fails with the path to the value and this sentence. */
static bool fail(Encoder *e, const char *sentence)
{
    Text path = {0};
    for (int i = 0; i < e->depth; i++) {
        if (i) text_addc(&path, '.');
        if (e->path[i].key)
            text_add(&path, e->path[i].key);
        else
            text_addf(&path, "%lld", (long long)e->path[i].nth);
    }
    err_set(e->err, "%s%s%s", text_str(&path), path.n ? ": " : "", sentence);
    text_free(&path);
    return false;
}

/* Notes the table at this address, if `unique`.  False, and err says so: it was noted before. */
static bool visit(Encoder *e, const void *p)
{
    return !e->unique || address_set_add(&e->seen, p) ||
           fail(e, "the same table is kept in a second place; keep a name or a copy instead");
}

/* --- encoding --- */

static bool encode(Encoder *e, int idx);

/* MapKey.first of a text. */
static uint64_t first_bytes(const char *s, size_t n)
{
    uint64_t first = 0;
    memcpy(&first, s, n < sizeof first ? n : sizeof first);
    return be64toh(first);
}

static int by_key(const void *a, const void *b)
{
    const MapKey *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return key_order(x->s, x->n, y->s, y->n);
}

/* An insertion sort: the quickest for few keys. */
static void sort_few(MapKey *keys, size_t n)
{
    for (size_t i = 1, j; i < n; i++) {
        MapKey key = keys[i];
        for (j = i; j > 0 && by_key(&key, &keys[j - 1]) < 0; j--) keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

/* Encodes the n items of the table at t.  After a failure nothing more is encoded, so e->path is
 * then left as it is, here and in encode_sorted. */
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

/* Encodes a map whose keys are sorted; their values are on the stack. */
static bool encode_sorted(Encoder *e, const MapKey *keys, size_t n)
{
    put_map(e->out, n);
    for (size_t i = 0; i < n; i++) {
        put_keyn(e->out, keys[i].s, keys[i].n);
        e->path[e->depth++] = (PathStep){.key = keys[i].s};
        if (!encode(e, keys[i].value)) return false;
        e->depth--;
    }
    return true;
}

/* Reads the key below the value on top, as lua_next leaves them.  False, and err says why: it
 * cannot be a key of a map. */
static bool read_key(Encoder *e, MapKey *key)
{
    if (lua_type(e->L, -2) != LUA_TSTRING)
        return fail(
            e, "a table has names or the numbers 1 to n as its keys, not both and nothing else");
    key->s = lua_tolstring(e->L, -2, &key->n);
    key->first = first_bytes(key->s, key->n);
    return text_is_utf8(key->s, key->n) || fail(e, "a key is not UTF-8 text");
}

static size_t count_keys(lua_State *L, int t)
{
    size_t n = 0;
    for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) n++;
    return n;
}

/* Reads up to max keys of the table at t, and leaves their values on the stack.  Returns how many
 * there are; max + 1 if there are more; -1 if a key is not a text. */
static int read_keys(Encoder *e, int t, MapKey *keys, int max)
{
    lua_State *L = e->L;
    int n = 0;
    for (lua_pushnil(L); lua_next(L, t); n++) {
        if (n == max) return n + 1;
        if (!read_key(e, &keys[n])) return -1;
        lua_insert(L, -2); /* the value below the key, which lua_next needs on top */
        keys[n].value = lua_gettop(L) - 1;
    }
    return n;
}

/* Encodes a map of any size, with its keys in a block from malloc. */
static bool encode_many(Encoder *e, int t)
{
    lua_State *L = e->L;
    size_t n = count_keys(L, t);
    if (n >= INT_MAX / 2 || !lua_checkstack(L, (int)n + 8)) return fail(e, "out of memory");
    MapKey *keys = malloc(n * sizeof *keys);
    bool ok = read_keys(e, t, keys, (int)n) >= 0;
    if (ok) qsort(keys, n, sizeof *keys, by_key);
    ok = ok && encode_sorted(e, keys, n);
    free(keys);
    return ok;
}

/* Encodes a map: with its keys on the C stack if they are few, else by encode_many. */
static bool encode_map(Encoder *e, int t)
{
    MapKey keys[FEW];
    int top = lua_gettop(e->L);
    if (!lua_checkstack(e->L, FEW + 8)) return fail(e, "out of memory");
    int n = read_keys(e, t, keys, FEW);
    bool ok = n >= 0;
    if (n > FEW) {
        lua_settop(e->L, top);
        ok = encode_many(e, t);
    } else if (ok) {
        sort_few(keys, (size_t)n);
        ok = encode_sorted(e, keys, (size_t)n);
    }
    lua_settop(e->L, top);
    return ok;
}

/* Pushes the metatable of the table at t.  False, and nothing is pushed: there is none, or one that
 * can be ignored (Encoder.plain). */
static bool push_metatable(Encoder *e, int t)
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

/* Encodes the table at t, or fails, if its metatable has one of the fields at the head of this
 * file; *ok: whether it went well.  False: the table is to be encoded as any other. */
static bool encode_marked(Encoder *e, int t, bool *ok)
{
    lua_State *L = e->L;
    if (!push_metatable(e, t)) return false;
    int meta = lua_gettop(L);
    bool marked = true;
    if (has_field(L, meta, "__raw"))
        *ok = encode_raw(e, t);
    else if (has_field(L, meta, "__sealed"))
        *ok = fail(e, "a thing of the rules cannot be kept; keep its name");
    else if (has_field(L, meta, "__untold"))
        *ok = fail(e, "this is not told yet");
    else if (e->bare && has_field(L, meta, "__record"))
        *ok = fail(e, "this is a record still");
    else
        marked = false;
    if (!marked && e->plain_n < PLAIN) /* push_metatable need not look at it again */
        e->plain[e->plain_n++] = lua_topointer(L, meta);
    lua_settop(L, meta - 1);
    return marked;
}

/* Encodes the table at t: as its metatable demands, as a list or as a map. */
static bool encode_table(Encoder *e, int t)
{
    bool ok;
    if (encode_marked(e, t, &ok)) return ok;
    if (e->depth >= e->depth_max) return fail(e, "tables within tables, deeper than a hundred");
    if (!visit(e, lua_topointer(e->L, t))) return false;
    size_t n = lua_rawlen(e->L, t);
    /* A list has the keys 1 to n and no others.  Of an empty table put_map makes an empty list. */
    return n > 0 && count_keys(e->L, t) == n ? encode_list(e, t, n) : encode_map(e, t);
}

/* Appends the bytes of the value at idx.  False: err says why, and names the path. */
static bool encode(Encoder *e, int idx)
{
    lua_State *L = e->L;
    const Quantity *q;
    size_t n;
    const char *s;
    if (!lua_checkstack(L, 8)) return fail(e, "out of memory");
    switch (lua_type(L, idx)) {
    case LUA_TBOOLEAN: put_bool(e->out, lua_toboolean(L, idx)); return true;
    case LUA_TNUMBER:
        if (lua_isinteger(L, idx)) {
            put_int(e->out, lua_tointeger(L, idx));
            return true;
        }
        if (isnan(lua_tonumber(L, idx))) return fail(e, "not a number (0/0) cannot be kept");
        put_real(e->out, lua_tonumber(L, idx));
        return true;
    case LUA_TSTRING:
        s = lua_tolstring(L, idx, &n);
        if (!text_is_utf8(s, n)) return fail(e, "the text is not UTF-8");
        put_textn(e->out, s, n);
        return true;
    case LUA_TUSERDATA:
        q = quantity_at(L, idx);
        if (!q) break;
        put_quantity(e->out, q->num, q->den, q->unit);
        return true;
    case LUA_TTABLE: return encode_table(e, idx);
    case LUA_TNIL: return fail(e, "nothing is kept here (nil)");
    default: break;
    }
    Text what = {0};
    text_addf(&what, "a %s cannot be kept", lua_typename(L, lua_type(L, idx)));
    fail(e, text_str(&what));
    text_free(&what);
    return false;
}

bool codec_encode(lua_State *L, int idx, Text *out, Err *err)
{
    Encoder e;
    int top = lua_gettop(L);
    encoder_begin(&e, L, out, MESSAGE_DEPTH, /* unique */ false, err);
    bool ok = encode(&e, lua_absindex(L, idx));
    lua_settop(L, top);
    encoder_end(&e);
    return ok;
}

/* --- decoding --- */

static bool decode(lua_State *L, Reader *r, const char *raw, int depth, Err *err);

/* Pushes a list of n items.  depth: see decode_map.  Only the outermost map has a key `raw`. */
static bool decode_list(lua_State *L, Reader *r, size_t n, int depth, Err *err)
{
    lua_createtable(L, (int)(n < 1000 ? n : 1000), 0); /* n may be a lie; the table grows */
    for (size_t i = 1; i <= n; i++) {
        if (!decode(L, r, NULL, depth + 1, err)) return false;
        lua_rawseti(L, -2, (lua_Integer)i);
    }
    return true;
}

/* Pushes a map of n keys.  raw: see codec_decode; depth: how many lists and maps it is in. */
static bool decode_map(lua_State *L, Reader *r, size_t n, const char *raw, int depth, Err *err)
{
    const char *key = NULL, *prev = NULL;
    size_t key_n = 0, prev_n = 0;
    lua_createtable(L, 0, (int)(n < 1000 ? n : 1000)); /* n may be a lie; the table grows */
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

/* Pushes the next value.  raw, depth: see decode_map.  False: err says why. */
static bool decode(lua_State *L, Reader *r, const char *raw, int depth, Err *err)
{
    Token t;
    if (depth > MESSAGE_DEPTH) return err_set(err, "lists and maps lie too deep");
    if (!reader_next(r, &t, err)) return false;
    luaL_checkstack(L, 8, NULL);
    switch (t.kind) {
    case TOKEN_BOOL: lua_pushboolean(L, t.boolean); return true;
    case TOKEN_INT: lua_pushinteger(L, t.integer); return true;
    case TOKEN_REAL: lua_pushnumber(L, t.real); return true;
    case TOKEN_TEXT: lua_pushlstring(L, t.s, t.n); return true;
    case TOKEN_QUANTITY: quantity_push_token(L, t.integer, t.den, t.s, t.n); return true;
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

enum { VALUES_MAX = 100 }; /* arguments of one call: MAX_LISTS (tracked_fields.lua) and a few */

/* Pushes the bytes of each value among n arguments.  They lie one behind the other in `all`, which
 * is freed.  ends: by argument, where its bytes end; argument 2 is not a value.  Returns how many
 * values there are. */
static int push_pieces(lua_State *L, Text *all, const size_t *ends, int n)
{
    push_and_free(L, all);
    if (n < 3) return 1;
    const char *bytes = lua_tostring(L, -1);
    luaL_checkstack(L, n, NULL);
    lua_pushlstring(L, bytes, ends[1]);
    for (int i = 3; i <= n; i++) lua_pushlstring(L, bytes + ends[i - 1], ends[i] - ends[i - 1]);
    return n - 1;
}

/* encode(value, unique, bare…) -> the bytes of each value | nil, sentence.  unique: a table that
 * is reached twice, in any of the values, is an error.  bare…: values in which a record is an
 * error. */
static int f_encode(lua_State *L)
{
    Text out = {0};
    Err err;
    size_t ends[VALUES_MAX]; /* see push_pieces */
    int n = lua_gettop(L);
    luaL_argcheck(L, n < VALUES_MAX, VALUES_MAX, "too many values");
    Encoder e;
    encoder_begin(&e, L, &out, VALUE_DEPTH, lua_toboolean(L, 2), &err);
    bool ok = encode(&e, 1);
    ends[1] = ends[2] = out.n;
    e.bare = true;
    e.plain_n = 0; /* records were allowed so far: their metatables count from here on */
    for (int i = 3; ok && i <= n; i++) {
        ok = encode(&e, i);
        ends[i] = out.n;
    }
    lua_settop(L, n);
    encoder_end(&e);
    if (!ok) {
        text_free(&out);
        lua_pushnil(L);
        lua_pushstring(L, err.text);
        return 2;
    }
    return push_pieces(L, &out, ends, n);
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

/* --- a set of addresses --- */

void address_set_begin(AddressSet *set)
{
    memset(set->few, 0, sizeof set->few);
    set->at = set->few;
    set->n = 0;
    set->room = ADDRESSES_FEW;
}

void address_set_end(AddressSet *set)
{
    if (set->at != set->few) free(set->at);
}

/* The place of an address, or the free place for it.  The low 4 bits of an address are always 0;
 * multiplied by 2^64 over the golden ratio, its other bits spread over the upper ones. */
static const void **find_place(const void **at, size_t room, const void *p)
{
    size_t i = ((uintptr_t)p >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20 & (room - 1);
    while (at[i] && at[i] != p) i = (i + 1) & (room - 1);
    return &at[i];
}

/* Doubles the hash table. */
static void grow(AddressSet *set)
{
    size_t room = set->room * 2;
    const void **at = calloc(room, sizeof *at);
    for (size_t i = 0; i < set->room; i++)
        if (set->at[i]) *find_place(at, room, set->at[i]) = set->at[i];
    address_set_end(set);
    set->at = at;
    set->room = room;
}

bool address_set_add(AddressSet *set, const void *p)
{
    if (set->n * 2 >= set->room) grow(set);
    const void **place = find_place(set->at, set->room, p);
    if (*place) return false;
    *place = p;
    set->n++;
    return true;
}
