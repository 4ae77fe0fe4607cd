/* Splits a rule file into the words of Lua, for checks before anything runs (the name after roll or
 * emit, the line of a field).  Lua itself has compiled the file first, so this may be lenient. */
#include "cell/primitives.h"
#include "cell/sandbox.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

typedef enum { LEX_END, LEX_NAME, LEX_TEXT, LEX_NUMBER, LEX_SIGN } LexKind;

/* A position in the text of a rule file. */
typedef struct {
    const char *at, *end;
    int line;
} Lexer;

/* A word, text, number or sign of a rule file. */
typedef struct {
    LexKind kind;
    const char *s; /* of a text, what is between the quotes, escapes not undone */
    size_t n;
    int line;
} Lexeme;

static Lexer lexer_of(const char *text, size_t n)
{
    return (Lexer){text + sandbox_bom(text, n), text + n, 1};
}

static int peek(const Lexer *x, size_t ahead)
{
    return x->end - x->at > (ptrdiff_t)ahead ? (unsigned char)x->at[ahead] : -1;
}

static void step(Lexer *x)
{
    if (*x->at++ == '\n') x->line++;
}

/* At a long bracket "[[", "[=[" …: the number of its signs =; else -1. */
static int long_bracket(const Lexer *x)
{
    size_t n = 1;
    if (peek(x, 0) != '[') return -1;
    while (peek(x, n) == '=') n++;
    return peek(x, n) == '[' ? (int)n - 1 : -1;
}

/* Passes over "[==[ … ]==]"; the text between goes to w. */
static void pass_long(Lexer *x, int level, Lexeme *w)
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

static void pass_quoted(Lexer *x, int quote, Lexeme *w)
{
    w->s = ++x->at;
    while (x->at < x->end && peek(x, 0) != quote && peek(x, 0) != '\n') {
        bool escape = peek(x, 0) == '\\';
        if (escape) step(x);
        bool on = escape && peek(x, 0) == 'z'; /* \z skips white space and line ends */
        if (x->at < x->end) step(x);
        while (on && x->at < x->end && isspace((unsigned char)*x->at)) step(x);
    }
    w->n = (size_t)(x->at - w->s);
    if (peek(x, 0) == quote) x->at++;
}

static void pass_comment(Lexer *x)
{
    Lexeme w;
    x->at += 2;
    int level = long_bracket(x);
    if (level >= 0)
        pass_long(x, level, &w);
    else
        while (x->at < x->end && *x->at != '\n') x->at++;
}

static void pass_blank(Lexer *x)
{
    while (x->at < x->end) {
        if (isspace((unsigned char)*x->at))
            step(x);
        else if (peek(x, 0) == '-' && peek(x, 1) == '-')
            pass_comment(x);
        else
            return;
    }
}

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

/* The next word, after comments and white space.  Never fails: text that Lua would refuse comes as
 * signs. */
static Lexeme lexer_next(Lexer *x)
{
    pass_blank(x);
    Lexeme w = {.kind = LEX_END, .s = x->at, .line = x->line};
    int c = peek(x, 0), level;
    if (c < 0) return w;
    if (c == '"' || c == '\'') {
        w.kind = LEX_TEXT;
        pass_quoted(x, c, &w);
        return w;
    }
    if ((level = long_bracket(x)) >= 0) {
        w.kind = LEX_TEXT;
        pass_long(x, level, &w);
        return w;
    }
    w.kind = isalpha(c) || c == '_' ? LEX_NAME : isdigit(c) ? LEX_NUMBER : LEX_SIGN;
    w.n = w.kind == LEX_SIGN ? sign_length(x) : run_length(x, w.kind == LEX_NUMBER);
    x->at += w.n;
    return w;
}

static bool is_reserved(const Lexeme *w)
{
    static const char *const all[] = {"and",   "break", "do",       "else", "elseif", "end",
                                      "false", "for",   "function", "goto", "if",     "in",
                                      "local", "nil",   "not",      "or",   "repeat", "return",
                                      "then",  "true",  "until",    "while"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strlen(all[i]) == w->n && memcmp(all[i], w->s, w->n) == 0) return true;
    return false;
}

/* words(text) -> lists of kinds, words and lines, and by line the index of the first word on it or
 * after it.  A kind is "name", "text", "number", or the sign or reserved word itself. */
static int f_words(lua_State *L)
{
    enum { KINDS = 2, WORDS, LINES, FIRST };
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    Lexer x = lexer_of(text, n);
    lua_settop(L, 1);
    for (int i = KINDS; i <= FIRST; i++) lua_newtable(L);
    lua_Integer i = 0;
    int line = 0;
    for (Lexeme w = lexer_next(&x); w.kind != LEX_END; w = lexer_next(&x)) {
        i++;
        if (w.kind == LEX_NAME && !is_reserved(&w))
            lua_pushliteral(L, "name");
        else if (w.kind == LEX_TEXT)
            lua_pushliteral(L, "text");
        else if (w.kind == LEX_NUMBER)
            lua_pushliteral(L, "number");
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
