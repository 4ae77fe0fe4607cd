/* Opens a Lua state with the modules of src/lua, and runs requests in it; begin with host_run, at
 * the end.  The function that src/lua/main.lua returns gets a request as a table, and returns the
 * reply as a table.  `protected`, below, is the only protected call into rules. */
#include "cell/host.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cell/embedded.h"
#include "cell/primitives.h"
#include "cell/sandbox.h"
#include "core/value.h"

/* Keys of the registry: the function of main.lua; the one that rewords Lua's own messages. */
static const char *const ANSWER = "sconce.answer", *const PLAINLY = "sconce.plainly";

static Host *host_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

/* --- failures --- */

/* "house.lua:12: sentence" -> "sentence", since the file and the line have fields of their own. */
static const char *without_place(const char *s)
{
    const char *colon = strchr(s, ':');
    if (!colon || colon - s > LUA_IDSIZE) return s; /* no file: Lua cuts longer names */
    const char *p = colon + 1;
    while (*p >= '0' && *p <= '9') p++;
    return p > colon + 1 && p[0] == ':' && p[1] == ' ' ? p + 2 : s;
}

/* Pushes a table with the names of the parameters that are nil in this frame.  False: there are
 * none, and nothing is pushed. */
static bool push_missing(lua_State *L, const lua_Debug *ar)
{
    bool found = false;
    lua_newtable(L);
    for (int i = 1; i <= ar->nparams; i++) {
        const char *name = lua_getlocal(L, ar, i);
        if (!name) break;
        bool missing = lua_isnil(L, -1);
        lua_pop(L, 1);
        if (!missing) continue;
        found = true;
        lua_pushboolean(L, true);
        lua_setfield(L, -2, name);
    }
    if (!found) lua_pop(L, 1);
    return found;
}

/* Adds to the error on top which arguments a call in the rules may have left out, for play.lua to
 * tell.  The call is that of the function that failed, the innermost one of the rules from `level`
 * outwards.  Its parameters that are nil become `missing`, and the line of the call becomes
 * `called`.  Adds nothing when no line of the same file made the call. */
static void add_missing(lua_State *L, int level, const char *file)
{
    lua_Debug ar, caller;
    /* After a tail call, the frame of the caller is gone. */
    if (!limits_find_frame(L, &level, &ar) || ar.istailcall || !lua_getstack(L, level + 1, &caller))
        return;
    lua_getinfo(L, "Sl", &caller);
    if (caller.source[0] != '@' || strcmp(caller.short_src, file) != 0) return;
    if (!push_missing(L, &ar)) return;
    lua_setfield(L, -2, "missing");
    set_integer(L, "called", caller.currentline);
}

/* Adds to the error on top the innermost line in another file of the rules that led to it. */
static void add_caller(lua_State *L, int level, const char *file)
{
    lua_Debug ar;
    int deepest = level + FRAMES_SEARCHED;
    for (; level < deepest && limits_find_frame(L, &level, &ar); level++) {
        if (strcmp(ar.short_src, file) == 0) continue;
        set_text(L, "by_file", ar.short_src);
        set_integer(L, "by_line", ar.currentline);
        return;
    }
}

/* The message handler of `protected`: turns an error into { text=, file=, line= }.  Tables, which
 * only the host raises ({ stop=… }), stay as they are. */
static int explain(lua_State *L)
{
    if (lua_istable(L, 1)) return 1;
    char file[LUA_IDSIZE];
    int line;
    size_t n;
    const char *s = sandbox_tostring(L, 1, &n);
    lua_createtable(L, 0, 3);
    bool in_rules = limits_find_place(L, 1, file, sizeof file, &line);
    if (in_rules) {
        set_text(L, "file", file);
        set_integer(L, "line", line);
        add_missing(L, 1, file);
        add_caller(L, 1, file);
    }
    bool in_module = strncmp(s, "sconce/", 7) == 0; /* chunks of src/lua are called so (embed.c) */
    const char *sentence = in_rules || in_module ? without_place(s) : s;
    sandbox_clean(L, sentence, n - (size_t)(sentence - s), SENTENCE_MAX, /* lines */ false);
    lua_setfield(L, -2, "text");
    return 1;
}

/* Replaces the sentence on top by one in plain words, if it is one of Lua's own messages. */
static void put_plainly(lua_State *L)
{
    bool is_out_of_memory = strcmp(lua_tostring(L, -1), "not enough memory") == 0;
    if (is_out_of_memory) {
        Err full;
        limits_full(limits_of(L), &full); /* with the limit, and how to allow more */
        lua_pushstring(L, full.text);
        lua_replace(L, -2);
        return;
    }
    lua_getfield(L, LUA_REGISTRYINDEX, PLAINLY);
    lua_pushvalue(L, -2);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK)
        lua_replace(L, -2);
    else
        lua_pop(L, 1);
}

/* protected(f, …) -> true, results of f(…) | false, { text=, file=, line= } or the table that the
 * host raised */
static int protected(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushcfunction(L, explain);
    lua_insert(L, 1);
    int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
    /* When memory is out Lua calls no message handler, so the place is the one that the allocator
     * noted (note_out_of_memory in limits.c). */
    if (status == LUA_ERRMEM) {
        Err full;
        limits_full(limits_of(L), &full);
        lua_settop(L, 0);
        lua_pushboolean(L, false);
        limits_push_error(L, full.text);
        return 2;
    }
    if (status != LUA_OK && lua_getfield(L, -1, "text") == LUA_TSTRING) {
        put_plainly(L);
        lua_setfield(L, -2, "text");
    } else if (status != LUA_OK)
        lua_pop(L, 1);
    lua_pushboolean(L, status == LUA_OK);
    lua_replace(L, 1);
    return lua_gettop(L);
}

/* --- talking to the campaign side --- */

/* fetch(message) -> the answer: asks the campaign side in the middle of a request, and waits.
 * `extends` gets its file this way, and a study reports its progress. */
static int f_fetch(lua_State *L)
{
    Host *h = host_of(L);
    Text message = {0};
    Err err;
    if (!codec_encode(L, 1, &message, &err)) {
        text_free(&message);
        return luaL_error(L, "%s", err.text);
    }
    if (wire_send(h->fd, message.s, message.n, -1, NULL) != WIRE_OK ||
        wire_receive(h->fd, &message, -1, NULL) != WIRE_OK)
        _exit(0); /* the campaign side is gone, and nobody waits for a reply */
    bool ok = codec_decode(L, message.s, message.n, NULL, &err);
    text_free(&message);
    return ok ? 1 : luaL_error(L, "%s", err.text);
}

bool host_mark_reply(const Host *h)
{
    return h->life < 0 || write(h->life, "w", 1) == 1;
}

/* The value of Limits.late, which the count hook calls when the request has used up its steps.
 * Sends the reply in place of src/lua, and ends the process. */
static void reply_late(lua_State *L)
{
    /* The limits of this state are a field of its host. */
    Host *h = (Host *)((char *)limits_of(L) - offsetof(Host, limits));
    const SharedPage *place = h->limits.place;
    const char *sentence = limits_note_late(&h->limits), *file = place ? place->file : "";
    MapWriter error = {0}, reply = {0};
    Text t = {0};
    put_text(map_field(&error, "file"), file);
    put_int(map_field(&error, "line"), place ? place->line : 0);
    put_text(map_field(&error, "text"), sentence);
    if (h->loading) {
        put_text(map_field(&error, "grade"), "error");
        Text *problems = map_field(&reply, "problems");
        put_list(problems, 1);
        map_end(&error, problems);
        put_bool(map_field(&reply, "loaded"), false);
    } else {
        map_end(&error, map_field(&reply, "error"));
        put_text(map_field(&reply, "outcome"), "error");
    }
    map_end(&reply, &t);
    host_mark_reply(h);
    wire_send(h->fd, t.s, t.n, wire_now_ms() + REPLY_MS, NULL);
    _exit(CELL_LATE);
}

/* --- opening --- */

/* module(name) -> the value that the module of this name returned; runs the module only once */
static int f_module(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    lua_settop(L, 1);
    lua_getfield(L, LUA_REGISTRYINDEX, "sconce.modules");
    if (lua_getfield(L, 2, name) != LUA_TNIL) return 1;
    for (const Embedded *e = embedded; e->name; e++) {
        if (strcmp(e->name, name) != 0) continue;
        if (luaL_loadbufferx(L, e->code, e->n, name, "b") != LUA_OK) return lua_error(L);
        lua_call(L, 0, 1);
        if (lua_isnil(L, -1)) return luaL_error(L, "module %s returned nothing", name);
        lua_pushvalue(L, -1);
        lua_setfield(L, 2, name);
        return 1;
    }
    return luaL_error(L, "no module %s", name);
}

static const Primitive primitives[] = {
    {"sandbox", lib_sandbox},
    {"data", lib_codec},
    {"fields", lib_record_check},
    {"lists", lib_record_lists},
    {"changes", lib_track_change},
    {"measure", lib_quantity},
    {"lexer", lib_lex},
    {"sealing", lib_seal},
    {"door", lib_door},
    {NULL, NULL},
};

static void open_primitives(lua_State *L, const Primitive *list)
{
    for (; list->name; list++) {
        lua_newtable(L);
        list->open(L);
        lua_setglobal(L, list->name);
    }
}

/* Pushes a module of src/lua, which is loaded now. */
static void push_module(lua_State *L, const char *name)
{
    lua_getglobal(L, "module");
    lua_pushstring(L, name);
    lua_call(L, 1, 1);
}

static void remove_global(lua_State *L, const char *name)
{
    lua_pushnil(L);
    lua_setglobal(L, name);
}

/* start(host, more): the part of host_open that may raise; more: further primitives */
static int start(lua_State *L)
{
    Host *h = lua_touserdata(L, 1);
    open_primitives(L, primitives);
    open_primitives(L, lua_touserdata(L, 2));
    lua_newtable(L);
    lua_setfield(L, LUA_REGISTRYINDEX, "sconce.modules");
    lua_pushcfunction(L, f_module);
    lua_setglobal(L, "module");
    lua_pushcfunction(L, protected);
    lua_setglobal(L, "protected");
    lua_pushlightuserdata(L, h);
    lua_pushcclosure(L, f_fetch, 1);
    lua_setglobal(L, "fetch");
    remove_global(L, "pcall"); /* src/lua has `protected` instead */
    remove_global(L, "xpcall");
    push_module(L, "main");
    lua_setfield(L, LUA_REGISTRYINDEX, ANSWER);
    push_module(L, "read/lua_sentences");
    lua_getfield(L, -1, "plainly");
    lua_setfield(L, LUA_REGISTRYINDEX, PLAINLY);
    return 0;
}

/* The megabytes that SCONCE_MEMORY allows; `usual` if it is not set, or out of range. */
static int memory_max(int usual)
{
    const char *text = getenv("SCONCE_MEMORY");
    long n = text ? strtol(text, NULL, 10) : 0;
    return n >= MEMORY_MIN && n <= MEMORY_MAX ? (int)n : usual;
}

bool host_open(Host *h, int fd, SharedPage *place, const Primitive *more, Err *err)
{
    *h = (Host){.fd = fd, .life = -1};
    h->limits = (Limits){.place = place, .late = reply_late};
    limits_memory(&h->limits, memory_max(HOST_MEMORY));
    h->odds_memory = memory_max(HOST_ODDS_MEMORY);
    h->L = sandbox_new(&h->limits);
    if (!h->L) return err_set(err, "out of memory");
    lua_pushcfunction(h->L, start);
    lua_pushlightuserdata(h->L, h);
    lua_pushlightuserdata(h->L, (void *)(uintptr_t)more);
    lua_gc(h->L, LUA_GCSTOP); /* all of src/lua stays */
    bool started = lua_pcall(h->L, 2, 0, 0) == LUA_OK;
    lua_gc(h->L, LUA_GCRESTART);
    if (started) return true;
    err_set(err, "%s", lua_tostring(h->L, -1));
    return false;
}

/* --- running --- */

/* The arguments of host_run, for `run`. */
typedef struct {
    const char *request; /* n bytes */
    size_t n;
    Text *reply;
} Job;

/* run(job): the part of host_run that may raise.  The state is handed on as bytes, since play.lua
 * compares them with those of the state after the line. */
static int run(lua_State *L)
{
    Job *job = lua_touserdata(L, 1);
    Err err;
    lua_getfield(L, LUA_REGISTRYINDEX, ANSWER);
    if (!codec_decode(L, job->request, job->n, "state", &err)) return luaL_error(L, "%s", err.text);
    lua_call(L, 1, 1);
    if (!codec_encode(L, -1, job->reply, &err))
        return luaL_error(L, "what happened cannot be written down: %s", err.text);
    return 0;
}

/* Writes the reply for an error that no protected call of src/lua caught, with the last place that
 * the rules are known to have reached. */
static void write_failure(const Host *h, Text *reply, const char *sentence)
{
    const SharedPage *place = h->limits.place;
    bool placed = place && place->line > 0;
    MapWriter error = {0}, f = {0};
    if (placed) {
        put_text(map_field(&error, "file"), place->file);
        put_int(map_field(&error, "line"), place->line);
    }
    bool shown = text_is_utf8(sentence, strlen(sentence));
    put_text(map_field(&error, "text"), shown ? sentence : "a failure inside the host");
    map_end(&error, map_field(&f, "error"));
    put_text(map_field(&f, "outcome"), "error");
    text_clear(reply);
    map_end(&f, reply);
}

void host_run(Host *h, const char *request, size_t n, int64_t timeout, Text *reply)
{
    Job job = {request, n, reply};
    text_clear(reply);
    limits_allow(&h->limits, timeout);
    limits_watch(h->L, timeout > 0 && !h->loading); /* while loading, src/lua calls sandbox.watch */
    lua_pushcfunction(h->L, run);
    lua_pushlightuserdata(h->L, &job);
    if (lua_pcall(h->L, 1, 0, 0) != LUA_OK) {
        if (lua_istable(h->L, -1)) lua_getfield(h->L, -1, "text"); /* from limits_stop */
        const char *error = lua_tostring(h->L, -1);
        lua_pushstring(h->L, error ? without_place(error) : "a failure inside the host");
        put_plainly(h->L);
        write_failure(h, reply, lua_tostring(h->L, -1));
        lua_settop(h->L, 0);
    }
    limits_watch(h->L, false);
    limits_allow(&h->limits, 0);
}
