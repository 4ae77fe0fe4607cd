/* Splits a rule file into the words of Lua, for checks of the text itself (the name after roll or
 * emit, the line of a field).  src/lua/read/source.lua uses them.  Lua has compiled the file
 * before, so the lexer never refuses text: what Lua would refuse comes out as signs. */
#include "cell/primitives.h"
#include "cell/sandbox.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

/* A position in the text of a rule file. */
typedef struct {
    const char *at, *end;
    int line;
} Lexer;

/* A name, text, number, sign or reserved word of a rule file. */
typedef struct {
    const char *kind; /* "name", "text" or "number"; NULL for a sign or a reserved word */
    const char *s;    /* of a text, only what is between the quotes; escapes are kept */
    size_t n;
    int line;
} Word;

/* The byte `ahead` bytes from here, or -1 after the end. */
static int peek(const Lexer *x, size_t ahead)
{
    return x->end - x->at > (ptrdiff_t)ahead ? (unsigned char)x->at[ahead] : -1;
}

static void step(Lexer *x)
{
    if (*x->at++ == '\n') x->line++;
}

/* At a long bracket "[[", "[=[" …: the number of its signs =; else -1. */
static int long_bracket_level(const Lexer *x)
{
    size_t n = 1;
    if (peek(x, 0) != '[') return -1;
    while (peek(x, n) == '=') n++;
    return peek(x, n) == '[' ? (int)n - 1 : -1;
}

/* Steps over "[==[ … ]==]"; the text between goes to *w. */
static void skip_long_bracket(Lexer *x, int level, Word *w)
{
    x->at += level + 2;
    w->s = x->at;
    for (; x->at < x->end; step(x)) {
        if (peek(x, 0) != ']') continue;
        size_t n = 1;
        while (peek(x, n) == '=') n++;
        if ((int)n - 1 != level || peek(x, n) != ']') continue;
        w->n = (size_t)(x->at - w->s);
        x->at += n + 1;
        return;
    }
    w->n = (size_t)(x->at - w->s);
}

/* Steps over a text in quotes; the text between goes to *w. */
static void skip_quoted(Lexer *x, int quote, Word *w)
{
    w->s = ++x->at;
    while (x->at < x->end && peek(x, 0) != quote && peek(x, 0) != '\n') {
        bool escape = peek(x, 0) == '\\';
        if (escape) step(x);
        bool skips_space = escape && peek(x, 0) == 'z'; /* \z skips white space and line ends */
        if (x->at < x->end) step(x);
        while (skips_space && x->at < x->end && isspace((unsigned char)*x->at)) step(x);
    }
    w->n = (size_t)(x->at - w->s);
    if (peek(x, 0) == quote) x->at++;
}

static void skip_comment(Lexer *x)
{
    Word comment;
    x->at += 2;
    int level = long_bracket_level(x);
    if (level >= 0)
        skip_long_bracket(x, level, &comment);
    else
        while (x->at < x->end && *x->at != '\n') x->at++;
}

static void skip_space_and_comments(Lexer *x)
{
    while (x->at < x->end) {
        if (isspace((unsigned char)*x->at))
            step(x);
        else if (peek(x, 0) == '-' && peek(x, 1) == '-')
            skip_comment(x);
        else
            return;
    }
}

/* The length of the name or number that begins here. */
static size_t run_length(const Lexer *x, bool number)
{
    size_t n = 1;
    for (int c = peek(x, n); c >= 0 && (isalnum(c) || c == '_' || (number && c == '.'));
         c = peek(x, n))
        n++;
    return n;
}

static size_t sign_length(const Lexer *x)
{
    static const char *const longer[] = {
        "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        size_t n = strlen(longer[i]);
        if ((size_t)(x->end - x->at) >= n && memcmp(x->at, longer[i], n) == 0) return n;
    }
    return 1;
}

static bool is_reserved(const Word *w)
{
    static const char *const all[] = {"and",   "break", "do",       "else", "elseif", "end",
                                      "false", "for",   "function", "goto", "if",     "in",
                                      "local", "nil",   "not",      "or",   "repeat", "return",
                                      "then",  "true",  "until",    "while"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strlen(all[i]) == w->n && memcmp(all[i], w->s, w->n) == 0) return true;
    return false;
}

/* Reads the next word into *w.  False at the end of the file. */
static bool next_word(Lexer *x, Word *w)
{
    skip_space_and_comments(x);
    *w = (Word){.s = x->at, .line = x->line};
    int c = peek(x, 0), level = long_bracket_level(x);
    if (c < 0) return false;
    if (c == '"' || c == '\'' || level >= 0) {
        w->kind = "text";
        if (level >= 0)
            skip_long_bracket(x, level, w);
        else
            skip_quoted(x, c, w);
        return true;
    }
    bool name = isalpha(c) || c == '_', number = isdigit(c);
    w->n = name || number ? run_length(x, number) : sign_length(x);
    w->kind = number ? "number" : name && !is_reserved(w) ? "name" : NULL;
    x->at += w->n;
    return true;
}

/* words(text) -> lists of kinds, words and lines, and for each line the index of the first word on
 * it or after it.  A kind is "name", "text", "number", or the sign or reserved word itself. */
static int f_words(lua_State *L)
{
    enum { KINDS = 2, WORDS, LINES, FIRST };
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    Lexer x = {text + sandbox_bom_length(text, n), text + n, 1};
    Word w;
    lua_settop(L, 1);
    for (int i = KINDS; i <= FIRST; i++) lua_newtable(L);
    int line = 0;
    for (lua_Integer i = 1; next_word(&x, &w); i++) {
        if (w.kind)
            lua_pushstring(L, w.kind);
        else
            lua_pushlstring(L, w.s, w.n);
        lua_rawseti(L, KINDS, i);
        lua_pushlstring(L, w.s, w.n);
        lua_rawseti(L, WORDS, i);
        lua_pushinteger(L, w.line);
        lua_rawseti(L, LINES, i);
        while (line < w.line) {
            lua_pushinteger(L, i);
            lua_rawseti(L, FIRST, ++line);
        }
    }
    return 4;
}

void lib_lex(lua_State *L)
{
    lua_pushcfunction(L, f_words);
    lua_setfield(L, -2, "words");
}
