/* Functions of Lua's library that take few steps and much time.  Each charged_… below charges the
 * work, by the bytes or items that the stock function in upvalue 1 will go through, and then calls
 * that function.  work_charged, at the end, says which of them stands for which function.
 * sandbox.c charges for those that it bounds or writes itself: rep, format, move, sort, pairs.
 *
 * A pattern may go back and forth over a text for ever.  So it is first matched here, only to count
 * the comparisons that Lua's matcher (lstrlib.c) would make. */
#include "cell/limits/limits.h"

#include <ctype.h>
#include <lauxlib.h>
#include <limits.h>
#include <string.h>

/* Each of these numbers takes about as long as one step of Lua: bytes that are copied, digits that
 * are read as a number, characters of utf8, items of a list, comparisons of a pattern, and bytes of
 * a pattern in which Lua looks for special characters. */
enum { BYTES = 64, DIGITS = 8, CHARACTERS = 8, ITEMS = 2, COMPARISONS = 4, SCANNED = 16 };
/* A match that was found costs more, since it is returned or replaced: as much as MATCHED
 * comparisons, and one more for every LETTERS letters of the text that replaces it. */
enum { MATCHED = 12, LETTERS = 2 };
/* As in Lua, which refuses patterns that need more calls or captures. */
enum { DEPTH_MAX = 200, CAPTURES_MAX = 32 };

static int call_stock(lua_State *L)
{
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* --- bytes and items --- */

/* Charges a step for every `bytes` bytes of the text at idx; nothing for another value. */
static void charge_text(lua_State *L, int idx, int bytes)
{
    if (lua_type(L, idx) != LUA_TSTRING) return;
    size_t n = lua_rawlen(L, idx);
    limits_charge(L, (int64_t)n / bytes);
}

/* lower(text), upper(text), reverse(text) */
static int charged_by_bytes(lua_State *L)
{
    charge_text(L, 1, BYTES);
    return call_stock(L);
}

/* utf8.len(text), utf8.codepoint(text, …), utf8.offset(text, …) */
static int charged_by_characters(lua_State *L)
{
    charge_text(L, 1, CHARACTERS);
    return call_stock(L);
}

void work_charge_arguments(lua_State *L, int from)
{
    int n = lua_gettop(L);
    limits_charge(L, n / ITEMS);
    for (int i = from; i <= n; i++) charge_text(L, i, DIGITS);
}

/* tonumber(text), math.max(a, b, …), and arithmetic on texts ("10" + 1) */
static int charged_by_arguments(lua_State *L)
{
    work_charge_arguments(L, 1);
    return call_stock(L);
}

/* sub(text, from, to) */
static int charged_by_places(lua_State *L)
{
    work_charge_arguments(L, 2);
    return call_stock(L);
}

/* byte(text, from, to), unpack(list, from, to): charged afterwards, by the number of results.
 * There is one for each byte or place, also past the end of the list. */
static int charged_by_results(lua_State *L)
{
    int n = call_stock(L);
    limits_charge(L, n / ITEMS);
    return n;
}

/* Charges the items of the list at 1 from the place `first` on. */
static void charge_items(lua_State *L, lua_Integer first)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, 1);
    if (first >= 1 && first < n) limits_charge(L, (n - first) / ITEMS);
}

/* concat(list, …) */
static int charged_by_items(lua_State *L)
{
    if (lua_istable(L, 1)) charge_items(L, 1);
    return call_stock(L);
}

/* insert(list, place, item), remove(list, place): all items behind the place move.  Without a place
 * it is the end of the list, and no item moves. */
static int charged_by_shift(lua_State *L)
{
    if (lua_istable(L, 1) && lua_isinteger(L, 2)) charge_items(L, lua_tointeger(L, 2));
    return call_stock(L);
}

/* --- patterns, only counted ---
 *
 * The functions are built like those of lstrlib.c, so that they make the same comparisons.  s is a
 * place in the text, p one in the pattern; a match returns where it ends, or NULL. */

/* A capture of a pattern, (…) or (). */
typedef struct {
    const char *start;
    ptrdiff_t n; /* bytes; OPEN: its end is not reached yet; POSITION: it is a () */
} Capture;
enum { OPEN = -1, POSITION = -2 };

/* A search for a pattern. */
typedef struct {
    lua_State *L;
    const char *text, *end, *pattern_end;
    int64_t comparisons; /* not charged yet */
    int64_t per_match;   /* comparisons that are added for each match, see MATCHED */
    int depth;           /* calls of `match` under way */
    int level;           /* captures begun */
    bool malformed;      /* the pattern is wrong or too complex: Lua will say so */
    Capture capture[CAPTURES_MAX];
} Matcher;

/* Counts one comparison of Lua's matcher.  A thousand are charged at once, since charging takes
 * longer than a comparison. */
static void count_comparison(Matcher *m)
{
    if (++m->comparisons < 1000) return;
    limits_charge(m->L, m->comparisons / COMPARISONS);
    m->comparisons = 0;
}

/* The end of the item at p: a character, a class (%a) or a set ([a-z]).  NULL: it has none. */
static const char *class_end(Matcher *m, const char *p)
{
    const char *end = m->pattern_end;
    if (*p == '%') {
        if (p + 1 < end) return p + 2;
    } else if (*p != '[') {
        return p + 1;
    } else {
        p += p[1] == '^' ? 2 : 1;
        /* A ] that comes first stands for itself. */
        for (const char *first = p; p < end && (p == first || *p != ']'); count_comparison(m))
            p += *p == '%' && p + 1 < end ? 2 : 1;
        if (p < end) return p + 1;
    }
    m->malformed = true;
    return NULL;
}

/* True if the character c is in the class %CLASS. */
static bool in_class(int c, int class)
{
    static const char names[] = "acdglpsuwx";
    static int (*const is[])(int) = {isalpha, iscntrl, isdigit, isgraph, islower,
                                     ispunct, isspace, isupper, isalnum, isxdigit};
    const char *name = class ? strchr(names, tolower(class)) : NULL;
    if (!name) return class == c; /* %. and the like: the character itself */
    bool in = is[name - names](c) != 0;
    return isupper(class) ? !in : in; /* %A has all characters that %a has not */
}

/* True if the character c is in a set.  p: at its '['; last: at its ']'. */
static bool in_set(Matcher *m, int c, const char *p, const char *last)
{
    bool in = p[1] != '^'; /* [^…] has all other characters */
    if (!in) p++;
    while (++p < last) {
        count_comparison(m);
        if (*p == '%') {
            if (in_class(c, (unsigned char)*++p)) return in;
        } else if (p[1] == '-' && p + 2 < last) {
            p += 2;
            if ((unsigned char)p[-2] <= c && c <= (unsigned char)*p) return in;
        } else if ((unsigned char)*p == c) {
            return in;
        }
    }
    return !in;
}

/* True if the character at s fits the item from p to `end`. */
static bool fits(Matcher *m, const char *s, const char *p, const char *end)
{
    count_comparison(m);
    if (s >= m->end) return false;
    int c = (unsigned char)*s;
    switch (*p) {
    case '.': return true;
    case '%': count_comparison(m); return in_class(c, (unsigned char)p[1]);
    case '[': return in_set(m, c, p, end - 1);
    default: return (unsigned char)*p == c;
    }
}

static const char *match(Matcher *m, const char *s, const char *p);

/* An item with * or +: takes as many characters as fit, and fewer while the rest does not match. */
static const char *match_many(Matcher *m, const char *s, const char *p, const char *end)
{
    ptrdiff_t n = 0;
    while (fits(m, s + n, p, end)) n++;
    for (; n >= 0 && !m->malformed; n--) {
        const char *found = match(m, s + n, end + 1);
        if (found) return found;
    }
    return NULL;
}

/* An item with -: takes as few characters as the rest of the pattern allows. */
static const char *match_few(Matcher *m, const char *s, const char *p, const char *end)
{
    for (; !m->malformed; s++) {
        const char *found = match(m, s, end + 1);
        if (found) return found;
        if (!fits(m, s, p, end)) return NULL;
    }
    return NULL;
}

/* A capture begins.  p: at its '('. */
static const char *open_capture(Matcher *m, const char *s, const char *p)
{
    bool position = p[1] == ')';
    m->malformed = m->malformed || m->level == CAPTURES_MAX;
    if (m->malformed) return NULL;
    m->capture[m->level++] = (Capture){s, position ? POSITION : OPEN};
    const char *found = match(m, s, p + (position ? 2 : 1));
    if (!found) m->level--;
    return found;
}

/* A capture ends.  p: at its ')', which ends the capture that was opened last and is still open. */
static const char *close_capture(Matcher *m, const char *s, const char *p)
{
    int i = m->level - 1;
    while (i >= 0 && m->capture[i].n != OPEN) i--;
    m->malformed = m->malformed || i < 0;
    if (m->malformed) return NULL;
    m->capture[i].n = s - m->capture[i].start;
    const char *found = match(m, s, p + 1);
    if (!found) m->capture[i].n = OPEN;
    return found;
}

/* %bxy: p is at x. */
static const char *match_balance(Matcher *m, const char *s, const char *p)
{
    if (p + 1 >= m->pattern_end) m->malformed = true;
    if (m->malformed || s >= m->end || *s != *p) return NULL;
    int open = 1;
    while (++s < m->end) {
        count_comparison(m);
        if (*s == p[1]) {
            if (--open == 0) return s + 1;
        } else if (*s == *p) {
            open++;
        }
    }
    return NULL;
}

/* %f[set]: p is at '['.  The frontier is between two characters, so the match ends at s itself.
 * *after: the end of the set. */
static const char *match_frontier(Matcher *m, const char *s, const char *p, const char **after)
{
    *after = p < m->pattern_end && *p == '[' ? class_end(m, p) : NULL;
    if (!*after) m->malformed = true;
    if (m->malformed) return NULL;
    /* Before and behind the text stands a NUL, as in Lua. */
    int before = s == m->text ? 0 : (unsigned char)s[-1];
    int here = s < m->end ? (unsigned char)*s : 0;
    bool begins = !in_set(m, before, p, *after - 1) && in_set(m, here, p, *after - 1);
    return begins ? s : NULL;
}

/* %1: the same text as a capture.  No text is the same as a (), or as a capture that is wrong. */
static const char *match_capture(Matcher *m, const char *s, int digit)
{
    int i = digit - '1';
    if (i < 0 || i >= m->level || m->capture[i].n == OPEN) m->malformed = true;
    ptrdiff_t n = m->malformed ? POSITION : m->capture[i].n;
    if (n == POSITION) return NULL;
    m->comparisons += n / BYTES;
    count_comparison(m);
    return m->end - s >= n && memcmp(m->capture[i].start, s, (size_t)n) == 0 ? s + n : NULL;
}

/* Matches the %b, %f or %1 at *p, and moves *p behind it. */
static const char *match_special(Matcher *m, const char *s, const char **p)
{
    const char *at = *p + 2;
    if (at[-1] == 'b') {
        *p += 4;
        return match_balance(m, s, at);
    }
    if (at[-1] == 'f') return match_frontier(m, s, at, p);
    *p += 2;
    return match_capture(m, s, at[-1]);
}

static bool is_special(const char *p)
{
    return p[0] == '%' && (p[1] == 'b' || p[1] == 'f' || isdigit((unsigned char)p[1]));
}

/* Matches the pattern from p on at s.  The items that need no choice are taken in the loop; for the
 * others, `match` is called with what comes after. */
static const char *match_here(Matcher *m, const char *s, const char *p)
{
    while (s && p < m->pattern_end && !m->malformed) {
        if (*p == '(') return open_capture(m, s, p);
        if (*p == ')') return close_capture(m, s, p);
        if (*p == '$' && p + 1 == m->pattern_end) return s == m->end ? s : NULL;
        if (is_special(p)) {
            s = match_special(m, s, &p);
            continue;
        }
        const char *end = class_end(m, p);
        if (!end) return NULL;
        char how = end < m->pattern_end ? *end : '\0';
        if (how == '*') return match_many(m, s, p, end);
        if (how == '-') return match_few(m, s, p, end);
        if (how == '+') return fits(m, s, p, end) ? match_many(m, s + 1, p, end) : NULL;
        bool fit = fits(m, s, p, end);
        if (how == '?') {
            const char *found = fit ? match(m, s + 1, end + 1) : NULL;
            if (found) return found;
            p = end + 1;
        } else {
            s = fit ? s + 1 : NULL;
            p = end;
        }
    }
    return m->malformed ? NULL : s;
}

/* Calls match_here, one level deeper; stops at the depth at which Lua refuses the pattern. */
static const char *match(Matcher *m, const char *s, const char *p)
{
    if (m->depth == DEPTH_MAX) m->malformed = true;
    if (m->malformed) return NULL;
    count_comparison(m);
    m->depth++;
    const char *found = match_here(m, s, p);
    m->depth--;
    return found;
}

/* Charges a search from s on, for this many matches at most.  anchored: the pattern began with ^,
 * so it is only tried at s.  As in Lua's gsub, an empty match right behind another does not count.
 */
static void count_search(Matcher *m, const char *s, const char *p, bool anchored,
                         lua_Integer matches)
{
    const char *last = NULL; /* where the last match ended */
    while (matches > 0 && !m->malformed) {
        m->level = 0;
        const char *found = match(m, s, p);
        if (found && found != last) {
            matches--;
            m->comparisons += m->per_match;
            s = last = found;
        } else if (s < m->end) {
            s++;
        } else {
            break;
        }
        if (anchored) break;
    }
    limits_charge(m->L, m->comparisons / COMPARISONS);
}

enum { ALL = INT_MAX }; /* matches: as many as there are */

/* The place in a text of n bytes, from 1, where a search begins: argument `idx`, which may count
 * from the end.  idx 0: there is no such argument. */
static lua_Integer first_place(lua_State *L, int idx, lua_Integer n)
{
    lua_Integer from = idx && lua_isinteger(L, idx) ? lua_tointeger(L, idx) : 1;
    if (from < 0) from = from < -n ? 1 : n + from + 1;
    return from < 1 ? 1 : from > n ? n + 1 : from;
}

/* The way in which a function of string searches. */
typedef struct {
    int init;            /* the argument that says where the search begins; 0: there is none */
    bool anchors;        /* a ^ at the beginning of the pattern ties it to that place */
    lua_Integer matches; /* how many are searched for at most */
} Search;

/* Charges a search for the pattern at 2 in the text at 1. */
static void charge_search(lua_State *L, Search how)
{
    size_t n, pattern_n;
    if (!lua_gethook(L)) return; /* nothing is counted */
    if (lua_type(L, 1) != LUA_TSTRING || lua_type(L, 2) != LUA_TSTRING) return;
    const char *text = lua_tolstring(L, 1, &n), *p = lua_tolstring(L, 2, &pattern_n);
    lua_Integer from = first_place(L, how.init, (lua_Integer)n);
    if (from > (lua_Integer)n) return; /* no character is left to compare */
    bool anchored = how.anchors && *p == '^';
    Matcher m = {.L = L, .text = text, .end = text + n, .pattern_end = p + pattern_n};
    m.comparisons = (int64_t)pattern_n / SCANNED * COMPARISONS;
    m.per_match = MATCHED;
    if (how.matches > 1 && lua_type(L, 3) == LUA_TSTRING) /* the text that gsub puts in */
        m.per_match += (int64_t)lua_rawlen(L, 3) / LETTERS;
    count_search(&m, text + from - 1, p + anchored, anchored, how.matches);
}

/* Charges find(text, word, from, true).  Lua searches for the first letter of the word (a step for
 * BYTES bytes), and compares the word wherever it stands (a step, and one for 4 * BYTES bytes). */
static void charge_plain(lua_State *L)
{
    size_t n, word_n;
    const char *at = lua_tolstring(L, 1, &n), *word = lua_tolstring(L, 2, &word_n), *next = at;
    if (!lua_gethook(L) || !at || !word || word_n == 0) return;
    const char *end = at + n;
    for (at += first_place(L, 3, (lua_Integer)n) - 1; (size_t)(end - at) >= word_n; at = next + 1) {
        next = memchr(at, *word, (size_t)(end - at) - word_n + 1);
        limits_charge(L, ((next ? next : end) - at) / BYTES);
        if (!next || memcmp(next, word, word_n) == 0) return;
        limits_charge(L, 1 + (int64_t)word_n / (4 * BYTES));
    }
}

static int charged_find(lua_State *L)
{
    if (lua_toboolean(L, 4))
        charge_plain(L);
    else
        charge_search(L, (Search){.init = 3, .anchors = true, .matches = 1});
    return call_stock(L);
}

static int charged_match(lua_State *L)
{
    charge_search(L, (Search){.init = 3, .anchors = true, .matches = 1});
    return call_stock(L);
}

static int charged_gmatch(lua_State *L)
{
    charge_search(L, (Search){.init = 3, .anchors = false, .matches = ALL});
    return call_stock(L);
}

static int charged_gsub(lua_State *L)
{
    lua_Integer matches = lua_isinteger(L, 4) ? lua_tointeger(L, 4) : ALL;
    charge_search(L, (Search){.anchors = true, .matches = matches});
    return call_stock(L);
}

/* --- which function is charged how --- */

lua_CFunction work_charged(const char *lib, const char *name)
{
    static const struct {
        const char *lib, *name;
        lua_CFunction f;
    } charged[] = {
        {"string", "find", charged_find},
        {"string", "match", charged_match},
        {"string", "gmatch", charged_gmatch},
        {"string", "gsub", charged_gsub},
        {"string", "lower", charged_by_bytes},
        {"string", "upper", charged_by_bytes},
        {"string", "reverse", charged_by_bytes},
        {"utf8", "len", charged_by_characters},
        {"utf8", "codepoint", charged_by_characters},
        {"utf8", "offset", charged_by_characters},
        {"table", "concat", charged_by_items},
        {"table", "unpack", charged_by_results},
        {"table", "insert", charged_by_shift},
        {"table", "remove", charged_by_shift},
        {"string", "byte", charged_by_results},
        {"_G", "tonumber", charged_by_arguments},
        {"_G", "select", charged_by_arguments},
        {"table", "pack", charged_by_arguments},
        {"string", "char", charged_by_arguments},
        {"utf8", "char", charged_by_arguments},
        {"string", "sub", charged_by_places},
    };
    if (strcmp(lib, "math") == 0)
        return charged_by_arguments; /* each of math may read texts as numbers */
    for (size_t i = 0; i < sizeof charged / sizeof *charged; i++)
        if (strcmp(charged[i].lib, lib) == 0 && strcmp(charged[i].name, name) == 0)
            return charged[i].f;
    return NULL;
}

void work_charge_operators(lua_State *L)
{
    static const char *const names[] = {"__add", "__sub", "__mul",  "__div",
                                        "__mod", "__pow", "__idiv", "__unm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lua_getfield(L, -1, names[i]);
        lua_pushcclosure(L, charged_by_arguments, 1);
        lua_setfield(L, -2, names[i]);
    }
}
