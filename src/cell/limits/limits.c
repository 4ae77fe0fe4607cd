/* The limits of limits.h: an allocator with a maximum, a count hook that notes the place and counts
 * the steps, and the search for the line to blame.  limits_watch turns the hook on; count_hook and
 * add_steps decide when the rules have taken too many. */
#include "cell/limits/limits.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Refused allocations of one command, after which the process ends.  After each, Lua collects all
 * garbage and asks again, so rules could live on what that frees, and go on slowly. */
enum { FAILURES_MAX = 50 };
enum { HOOK_EVERY = 100 }; /* steps between two calls of the hook: a call takes as long as a few */
/* A text or list that is made, as by ".."  and {...}, costs a step for BYTES of its bytes.  Below
 * COUNTED_MIN it costs none: it would be 4 steps at most, and counting takes time, too. */
enum { COUNTED_MIN = 256, BYTES = 64 };
/* Making a function that shares n variables with those around it costs (bytes / UPVALUE_BYTES)^2
 * steps for the bytes of its block, 8 for each variable: Lua looks n * n times for them, and 32
 * looks take a step, so UPVALUE_BYTES is 8 * sqrt(32). */
enum { UPVALUE_BYTES = 45 };
/* "..." copies any number of arguments in one step, and the hook does not see it.  So at every
 * COPIES_EVERY-th call of the hook, the innermost COPIERS functions are charged as if they had
 * copied theirs; fewer than COPIES arguments cost none. */
enum { COPIES_EVERY = 16, COPIERS = 4, COPIES = 128 };
/* A play begins with Lua's collector stopped, since most end before there is much garbage.  The
 * hook collects it when half of the free memory is used up, but not before TIDY_MIN bytes are.  A
 * collection costs a step for LIVE_BYTES of what is still in use; the garbage has cost its steps
 * when it was made.  Looking at RELEASED free blocks costs a step, too: some ns each. */
enum { TIDY_MIN = 4 << 20, LIVE_BYTES = 64, RELEASED = 4 };
enum { GRACE = 10000 }; /* steps, 0.1 ms or so, for src/lua to catch the error and reply */
/* Frames on the stack from which an error tells of calls without end (ENDLESS): rules nest tens.
 * Nothing stops there: such calls end at Lua's own limit (a million values on its stack), or when
 * the steps or the memory are used up. */
enum { DEEP = 1000 };
/* Searching n frames costs n * n / FRAMES steps: Lua begins each time at the innermost. */
enum { FRAMES = 64 };

static const char LATE[] =
    "the rules did not come to an end in time; is there a loop that never ends?";
static const char LONG_CALL[] =
    "the rules did not come to an end in time; does a pattern, a long text "
    "or a long expression take forever?";
static const char ENDLESS[] = "rules call each other without end";
static const char SLOW_FILE[] = "this file takes too long to read; is there too much in it, or an "
                                "expression that goes on and on?";

Limits *limits_of(lua_State *L)
{
    void *ud;
    lua_getallocf(L, &ud);
    return ud;
}

/* --- the place in the rules --- */

static void set_place(Limits *lim, const char *file, int line)
{
    lim->place->line = line;
    size_t n = strnlen(file, sizeof lim->place->file - 1);
    memcpy(lim->place->file, file, n);
    lim->place->file[n] = '\0';
}

/* Writes the line of a frame into the shared page, if it is a line of the rules. */
static void note_place(Limits *lim, const lua_Debug *ar)
{
    if (lim->place && ar->source[0] == '@' && ar->currentline > 0)
        set_place(lim, ar->short_src, ar->currentline);
}

bool limits_find_frame(lua_State *L, int *level, lua_Debug *ar)
{
    for (int deepest = *level + FRAMES_SEARCHED; *level < deepest; ++*level) {
        if (!lua_getstack(L, *level, ar)) break;
        lua_getinfo(L, "Slut", ar);
        if (ar->source[0] == '@') return true;
    }
    return false;
}

/* True if calls are nested as deep as only calls without end are.  That mistake is then reported,
 * whatever limit stopped the rules. */
static bool is_deep(lua_State *L)
{
    lua_Debug ar;
    return lua_getstack(L, DEEP, &ar);
}

bool limits_find_place(lua_State *L, int level, char *file, size_t room, int *line)
{
    const Limits *lim = limits_of(L);
    const SharedPage *place = lim->place;
    lua_Debug ar;
    *line = 0;
    if (limits_find_frame(L, &level, &ar)) {
        *line = ar.currentline;
        snprintf(file, room, "%s", ar.short_src);
    } else if (lim->effect.line && is_deep(L)) {
        *line = lim->effect.line;
        snprintf(file, room, "%s", lim->effect.file);
    } else if (place && is_deep(L)) { /* the host calls itself, as when charts roll each other */
        *line = place->line;
        snprintf(file, room, "%s", place->file);
    }
    return *line != 0;
}

/* Writes the current place into the shared page.  False when no rules run.
 *
 * While a file is read, it is the one to blame, but it may have no frame: it is being compiled (the
 * innermost frame is then of the file that extends it), or it has failed just now.  Its line 1
 * stands for it, unless one of its lines was noted before. */
static bool note_present_place(Limits *lim)
{
    const char *reading = lim->reading.file;
    char file[sizeof lim->place->file] = "";
    int line = 0;
    if (!lim->L || !lim->place) return false;
    bool found = limits_find_place(lim->L, 0, file, sizeof file, &line);
    bool is_without_frame = *reading && strcmp(file, reading) != 0;
    if (is_without_frame) {
        bool is_noted = strcmp(lim->place->file, reading) == 0;
        if (!is_noted) set_place(lim, reading, 1);
        return false;
    }
    if (found) set_place(lim, file, line);
    return found;
}

/* --- memory --- */

/* Notes where the rules are as memory runs out, since Lua calls no message handler then. */
static void note_out_of_memory(Limits *lim)
{
    note_present_place(lim);
    lim->deep = lim->deep || (lim->L && is_deep(lim->L));
}

/* Ends the process.  data: the Limits; C or GMP has asked for too much, or Lua too often. */
static void exit_out_of_memory(void *data)
{
    Limits *lim = data;
    note_out_of_memory(lim);
    _exit(lim->deep ? CELL_ENDLESS : CELL_NO_MEMORY);
}

void limits_memory(Limits *lim, int megabytes)
{
    size_t bytes = (size_t)megabytes << 20;
    lim->megabytes = megabytes;
    lim->max = bytes / 3 * 2;
    lim->tidy_at = SIZE_MAX;
    if (lim->pool.page_bytes == 0) lim->pool.page_bytes = MEMORY_PAGE;
    if (lim->place) lim->place->memory = megabytes;
    memory_limit(bytes, exit_out_of_memory, lim);
}

static void count_hook(lua_State *L, lua_Debug *ar);

/* Lets the hook be called at the next step, where it collects garbage.  Waiting longer would be too
 * late for a long text: Lua's library asks limits_alloc for it, and collects nothing when that
 * refuses. */
static void call_hook_soon(lua_State *L)
{
    if (lua_gethook(L) == count_hook) lua_sethook(L, count_hook, LUA_MASKCOUNT, 1);
}

/* Like pool_resize.  When the process is full, pages of the pool that are all free may help. */
static void *resize_block(BlockPool *pool, void *p, size_t old, size_t want)
{
    void *q = pool_resize(pool, p, old, want);
    if (q) return q;
    limits_count(pool_release(pool) / RELEASED);
    return pool_resize(pool, p, old, want);
}

void *limits_alloc(void *ud, void *p, size_t had, size_t want)
{
    Limits *lim = ud;
    size_t old = p ? had : 0; /* of a new block, `had` is the type */
    if (want == 0) {
        lim->used -= old;
        pool_free(&lim->pool, p, old);
        return NULL;
    }
    if (want >= COUNTED_MIN && want > old) limits_count(want / BYTES);
    if (!p && had == LUA_TFUNCTION) limits_count(want * want / (UPVALUE_BYTES * UPVALUE_BYTES));
    bool room = want <= old || want - old <= lim->max - lim->used;
    void *q = room ? resize_block(&lim->pool, p, old, want) : NULL;
    if (q) {
        lim->used = lim->used - old + want;
        if (lim->used > lim->tidy_at) call_hook_soon(lim->L);
        return q;
    }
    note_out_of_memory(lim);
    if (++lim->failures > FAILURES_MAX) exit_out_of_memory(lim);
    return NULL;
}

void limits_full(const Limits *lim, Err *err)
{
    if (lim->deep)
        err_set(err, ENDLESS);
    else
        wire_no_memory(err, lim->megabytes);
}

/* --- work --- */

/* ms of processor time that this process has used. */
static int64_t processor_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void limits_allow(Limits *lim, int64_t ms)
{
    lim->steps_max = ms > 0 ? lim->steps + ms * STEPS_PER_MS : 0;
}

/* Counts n steps.  Calls `late`, which does not return, once more than steps_max were counted. */
static void add_steps(lua_State *L, int64_t n)
{
    Limits *lim = limits_of(L);
    if (!lim->steps_max) return;
    lim->steps += n;
    if (lim->steps <= lim->steps_max || !lim->late) return;
    lim->steps_max = lim->steps + GRACE;
    lim->late(L);
}

/* Estimates how many arguments the function of this frame has in its "...": 0 for fewer than
 * COPIES, else COPIES times a power of two, within a factor of two of the number. */
static int extra_arguments(lua_State *L, const lua_Debug *ar)
{
    int n = COPIES;
    while (lua_getlocal(L, ar, -n)) {
        lua_pop(L, 1);
        n *= 2;
    }
    return n > COPIES ? n / 2 : 0;
}

/* The steps to charge for copies of "..." since the last time: as if each of the innermost
 * functions had made COPIES_EVERY copies, one between two calls of the hook. */
static int64_t copied_arguments(lua_State *L)
{
    int64_t n = 0;
    lua_Debug ar;
    for (int level = 0; level < COPIERS && lua_getstack(L, level, &ar); level++)
        n += extra_arguments(L, &ar);
    return n * COPIES_EVERY;
}

/* Sets how much Lua may use before the hook collects garbage; off: any amount.  The process may
 * have less left than Lua has: a block in use keeps its whole page, garbage and all. */
static void plan_tidying(Limits *lim, bool on)
{
    size_t of_lua = lim->max > lim->used ? (lim->max - lim->used) / 2 : 0;
    size_t of_process = memory_left() / 3;
    size_t room = of_process < of_lua ? of_process : of_lua;
    lim->tidy_at = on ? lim->used + (room > TIDY_MIN ? room : TIDY_MIN) : SIZE_MAX;
}

/* Collects garbage, and sets the hook's usual distance again (see call_hook_soon). */
static void tidy(lua_State *L, Limits *lim)
{
    lua_sethook(L, count_hook, LUA_MASKCOUNT, HOOK_EVERY);
    lua_gc(L, LUA_GCCOLLECT);
    limits_count(pool_release(&lim->pool) / RELEASED);
    plan_tidying(lim, true);
    add_steps(L, (int64_t)lim->used / LIVE_BYTES);
}

/* The count hook: Lua calls it every HOOK_EVERY steps, or at once after call_hook_soon. */
static void count_hook(lua_State *L, lua_Debug *ar)
{
    Limits *lim = limits_of(L);
    lua_getinfo(L, "S", ar);
    if (ar->source[0] == '@' && lua_getinfo(L, "l", ar)) note_place(lim, ar); /* in the rules */
    if (lua_gethookcount(L) == 1) tidy(L, lim); /* set by call_hook_soon */
    bool counts_copies = ++lim->hooks % COPIES_EVERY == 0;
    add_steps(L, HOOK_EVERY + (counts_copies ? copied_arguments(L) : 0));
}

void limits_charge(lua_State *L, int64_t steps)
{
    Limits *lim = limits_of(L);
    if (steps <= 0 || !lua_gethook(L)) return;
    lim->charging = true;
    add_steps(L, steps);
    lim->charging = false;
}

static Limits *watched; /* the limits whose hook is on, or NULL; a global, for limits_count */

void limits_count(uint64_t steps)
{
    if (watched && watched->steps_max) watched->steps += (int64_t)steps;
}

/* The beginnings of Lua's own structs CallInfo and lua_State, with the fields that counting needs,
 * at the places where Lua 5.4.4 has them. */
typedef struct {
    void *called[4];
    const uint32_t *next_instruction;
} CallInfo;
typedef struct {
    char before[32];
    CallInfo *call;
    char between[148];
    int hook_count, hook_mask;
} StateHead;

void limits_watch(lua_State *L, bool on)
{
    Limits *lim = limits_of(L);
    watched = on ? lim : NULL;
    lim->hooks = 0;
    plan_tidying(lim, on);
    lua_sethook(L, on ? count_hook : NULL, on ? LUA_MASKCOUNT : 0, HOOK_EVERY);
    const StateHead *state = (const StateHead *)L;
    lim->counts_itself = on && LUA_VERSION_RELEASE_NUM == 50404 && sizeof(void *) == 8 &&
                         state->hook_count == HOOK_EVERY && state->hook_mask == LUA_MASKCOUNT;
}

/* Lua calls this before each instruction while a hook is on (ld --wrap; Lua's archive only).  Lua's
 * own function saves seven registers before it finds that it is not yet the turn of the count hook,
 * which made plays take a twentieth longer.  NOLINT: reserved names */
int __real_luaG_traceexec(lua_State *L, const uint32_t *next) __attribute__((weak));
int __wrap_luaG_traceexec(lua_State *L, const uint32_t *next);
int __wrap_luaG_traceexec(lua_State *L, const uint32_t *next)
{
    StateHead *state = (StateHead *)L;
    bool counts = watched && watched->counts_itself && state->hook_mask == LUA_MASKCOUNT;
    if (!counts || state->hook_count <= 1) return __real_luaG_traceexec(L, next);
    state->hook_count--;
    state->call->next_instruction = next + 1;
    return 1;
}

void limits_beat(lua_State *L, int64_t n)
{
    Limits *lim = limits_of(L);
    lim->beats++;
    if (lim->place) lim->place->nth = n;
}

const char *limits_note_late(Limits *lim)
{
    bool in_rules = note_present_place(lim);
    const ReadingTime *now = &lim->reading, *longest = &lim->longest;
    bool took_longer = *longest->file && (!*now->file || processor_ms() - now->ms < longest->ms);
    if (took_longer && lim->place) { /* the slowest file is to blame, not the one being read */
        set_place(lim, longest->file, 1);
        return SLOW_FILE;
    }
    bool reads_files = *now->file || *longest->file;
    if (reads_files && !in_rules) return SLOW_FILE;
    if (lim->deep || (lim->L && is_deep(lim->L))) return ENDLESS;
    return lim->charging ? LONG_CALL : LATE;
}

void limits_push_error(lua_State *L, const char *text)
{
    const SharedPage *place = limits_of(L)->place;
    lua_createtable(L, 0, 3);
    lua_pushstring(L, text);
    lua_setfield(L, -2, "text");
    if (!place || !place->line) return;
    lua_pushstring(L, place->file);
    lua_setfield(L, -2, "file");
    lua_pushinteger(L, place->line);
    lua_setfield(L, -2, "line");
}

void limits_stop(lua_State *L)
{
    Limits *lim = limits_of(L);
    const char *text = limits_note_late(lim);
    if (!lim->place || !(*lim->reading.file || *lim->longest.file)) luaL_error(L, "%s", text);
    limits_push_error(L, text);
    lua_error(L);
}

/* --- for src/lua --- */

/* place() -> file, line of the innermost frame of a rule file; place(true): of the outermost; or
 * nothing */
static int f_place(lua_State *L)
{
    lua_Debug ar, found = {0};
    int level = 1;
    bool outermost = lua_toboolean(L, 1);
    for (; limits_find_frame(L, &level, &ar); level++) {
        found = ar;
        if (!outermost || level >= DEEP) break;
    }
    limits_charge(L, (int64_t)level * level / FRAMES);
    if (!found.currentline) return 0;
    lua_pushstring(L, found.short_src);
    lua_pushinteger(L, found.currentline);
    return 2;
}

/* reader(level) -> file, line of the function this many levels above the caller, if it belongs to a
 * rule file; else nothing */
static int f_reader(lua_State *L)
{
    lua_Debug ar;
    if (!lua_getstack(L, (int)luaL_checkinteger(L, 1) + 1, &ar)) return 0;
    lua_getinfo(L, "Sl", &ar);
    if (ar.source[0] != '@') return 0;
    lua_pushstring(L, ar.source + 1);
    lua_pushinteger(L, ar.currentline);
    return 2;
}

/* note(f): writes the place where f is defined into the shared page */
static int f_note(lua_State *L)
{
    lua_Debug ar;
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_getinfo(L, ">S", &ar);
    ar.currentline = ar.linedefined;
    note_place(limits_of(L), &ar);
    return 0;
}

/* effect(file, line): an effect of the thing made there is done.  effect() -> file, line of the
 * last one, or nothing: where things start one another, no line of the rules runs. */
static int f_effect(lua_State *L)
{
    Limits *lim = limits_of(L);
    if (lua_gettop(L) == 0) {
        if (!lim->effect.line) return 0;
        lua_pushstring(L, lim->effect.file);
        lua_pushinteger(L, lim->effect.line);
        return 2;
    }
    snprintf(lim->effect.file, sizeof lim->effect.file, "%s", luaL_checkstring(L, 1));
    lim->effect.line = (int)luaL_checkinteger(L, 2);
    return 0;
}

/* reading(file): this file is read from now on; reading(): no file is read any more */
static int f_reading(lua_State *L)
{
    Limits *lim = limits_of(L);
    const char *file = luaL_optstring(L, 1, NULL);
    ReadingTime done = lim->reading, next = {.ms = processor_ms()};
    done.ms = next.ms - done.ms; /* how long it took */
    if (*done.file && (!*lim->longest.file || done.ms > lim->longest.ms)) lim->longest = done;
    if (file) strncpy(next.file, file, sizeof next.file - 1);
    lim->reading = next;
    return 0;
}

/* watch(on): turns the count hook on before rules run, and off before the host runs alone, which
 * the hook would only slow down */
static int f_watch(lua_State *L)
{
    limits_watch(L, lua_toboolean(L, 1) && limits_of(L)->steps_max);
    return 0;
}

/* Limits.late of one of many plays: src/lua goes on with the next one, unlike after reply_late. */
static void raise_late(lua_State *L)
{
    Limits *lim = limits_of(L);
    const char *text = lim->charging ? LONG_CALL : LATE;
    lim->charging = false;
    luaL_error(L, "%s", text);
}

/* limit_work(ms): one of many plays begins; an error is raised after the steps of ms; 0: never */
static int f_limit_work(lua_State *L)
{
    Limits *lim = limits_of(L);
    limits_allow(lim, luaL_checkinteger(L, 1));
    lim->late = raise_late;
    lim->failures = 0; /* those of the play before do not count */
    lim->beats++;      /* a sign of life for the watchdog */
    lim->deep = false;
    lim->effect.line = 0;
    return 0;
}

/* beat(n): tells the watchdog that the nth of many plays begins */
static int f_beat(lua_State *L)
{
    limits_beat(L, luaL_checkinteger(L, 1));
    return 0;
}

/* deep() -> true if calls are nested so deep (DEEP frames) that the rules must be calling each
 * other without end */
static int f_deep(lua_State *L)
{
    lua_pushboolean(L, is_deep(L));
    return 1;
}

/* worked() -> steps that Lua took while the hook was on; the same on every machine */
static int f_worked(lua_State *L)
{
    lua_pushinteger(L, limits_of(L)->steps);
    return 1;
}

/* trying(text): writes what a dry run tries next into the shared page */
static int f_trying(lua_State *L)
{
    Limits *lim = limits_of(L);
    const char *text = luaL_checkstring(L, 1);
    if (lim->place) snprintf(lim->place->trying, sizeof lim->place->trying, "%s", text);
    return 0;
}

void limits_register(lua_State *L)
{
    static const luaL_Reg lib[] = {
        {"place", f_place},     {"reader", f_reader}, {"note", f_note},
        {"reading", f_reading}, {"watch", f_watch},   {"limit_work", f_limit_work},
        {"beat", f_beat},       {"deep", f_deep},     {"worked", f_worked},
        {"trying", f_trying},   {"effect", f_effect}, {NULL, NULL}};
    luaL_setfuncs(L, lib, 0);
}
