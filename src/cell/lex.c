/* Splits a rule file into the words of Lua, for checks of the text itself, such as the name after
 * roll or emit; and finds the names that the file uses and defines.  src/lua/read/source.lua asks
 * for both.  Lua compiles the files, too, and says what is wrong with them.  So nothing is refused
 * here, and any character that Lua does not know counts as a sign. */
#include "cell/primitives.h"
#include "cell/sandbox.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

/* A position in the text of a rule file. */
typedef struct {
    const char *at, *end; /* the next byte; the end of the text */
    int line;             /* from 1 */
} Lexer;

/* The kinds of words.  A sign or a reserved word has none (NULL). */
static const char NAME[] = "name", TEXT[] = "text", NUMBER[] = "number";

/* A name, text, number, sign or reserved word of a rule file. */
typedef struct {
    const char *kind; /* NAME, TEXT or NUMBER; NULL for a sign or a reserved word */
    const char *s;    /* a text has no quotes here, and keeps its escapes */
    size_t n;
    const char *begin; /* its first byte, with the quotes of a text */
    int line;
} Word;

size_t lex_bom_length(const char *text, size_t n)
{
    return n >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* The byte `ahead` bytes from here, or -1 after the end. */
static int peek(const Lexer *in, size_t ahead)
{
    return in->end - in->at > (ptrdiff_t)ahead ? (unsigned char)in->at[ahead] : -1;
}

/* True at the byte that ends a line: LF, CR, or the LF of CR LF.  (Lua also takes LF CR as one end,
 * which no editor writes.) */
static bool ends_line(const Lexer *in)
{
    return *in->at == '\n' || (*in->at == '\r' && peek(in, 1) != '\n');
}

/* Goes past one byte, and counts lines. */
static void step(Lexer *in)
{
    if (ends_line(in)) in->line++;
    in->at++;
}

/* The level of the long bracket that begins here: 0 for "[[", 1 for "[=[" …; -1 if none does. */
static int long_bracket_level(const Lexer *in)
{
    size_t n = 1;
    if (peek(in, 0) != '[') return -1;
    while (peek(in, n) == '=') n++;
    return peek(in, n) == '[' ? (int)n - 1 : -1;
}

/* Goes past "[==[ … ]==]".  w->s and w->n get the text between. */
static void skip_long_bracket(Lexer *in, int level, Word *w)
{
    in->at += level + 2;
    w->s = in->at;
    for (; in->at < in->end; step(in)) {
        if (peek(in, 0) != ']') continue;
        size_t n = 1;
        while (peek(in, n) == '=') n++;
        if ((int)n - 1 != level || peek(in, n) != ']') continue;
        w->n = (size_t)(in->at - w->s);
        in->at += n + 1;
        return;
    }
    w->n = (size_t)(in->at - w->s);
}

/* Goes past a text in quotes.  w->s and w->n get the text between, with its escapes. */
static void skip_quoted(Lexer *in, int quote, Word *w)
{
    w->s = ++in->at;
    while (in->at < in->end && peek(in, 0) != quote && !ends_line(in)) {
        bool escape = peek(in, 0) == '\\';
        if (escape) step(in);
        bool skips_space = escape && peek(in, 0) == 'z'; /* \z skips white space and line ends */
        if (in->at < in->end) step(in);
        while (skips_space && in->at < in->end && isspace((unsigned char)*in->at)) step(in);
    }
    w->n = (size_t)(in->at - w->s);
    if (peek(in, 0) == quote) in->at++;
}

/* Goes past a comment, a long one or one to the end of the line, which begins with two minus signs.
 */
static void skip_comment(Lexer *in)
{
    Word comment;
    in->at += 2;
    int level = long_bracket_level(in);
    if (level >= 0)
        skip_long_bracket(in, level, &comment);
    else
        while (in->at < in->end && !ends_line(in)) in->at++;
}

static void skip_space_and_comments(Lexer *in)
{
    while (in->at < in->end) {
        if (isspace((unsigned char)*in->at))
            step(in);
        else if (peek(in, 0) == '-' && peek(in, 1) == '-')
            skip_comment(in);
        else
            return;
    }
}

/* The length of the name that begins here; if `number`, of the number, which may have points. */
static size_t run_length(const Lexer *in, bool number)
{
    size_t n = 1;
    for (int c = peek(in, n); c >= 0 && (isalnum(c) || c == '_' || (number && c == '.'));
         c = peek(in, n))
        n++;
    return n;
}

/* The length of the sign that begins here: 1, except for those listed. */
static size_t sign_length(const Lexer *in)
{
    static const char *const longer[] = {
        "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        size_t n = strlen(longer[i]);
        if ((size_t)(in->end - in->at) >= n && memcmp(in->at, longer[i], n) == 0) return n;
    }
    return 1;
}

/* True if the word has these letters.  A text may have them, too, so look at its kind first. */
static bool is_word(const Word *w, const char *sign)
{
    return *w->s == *sign && strlen(sign) == w->n && memcmp(sign, w->s, w->n) == 0;
}

/* list: ends with NULL. */
static bool is_one_of(const Word *w, const char *const *list)
{
    for (; *list; list++)
        if (is_word(w, *list)) return true;
    return false;
}

static bool is_reserved(const Word *w)
{
    static const char *const all[] = {"and",   "break", "do",       "else",  "elseif", "end",
                                      "false", "for",   "function", "goto",  "if",     "in",
                                      "local", "nil",   "not",      "or",    "repeat", "return",
                                      "then",  "true",  "until",    "while", NULL};
    return is_one_of(w, all);
}

/* Reads the next word into *w.  False at the end of the file. */
static bool next_word(Lexer *in, Word *w)
{
    skip_space_and_comments(in);
    *w = (Word){.s = in->at, .begin = in->at, .line = in->line};
    int c = peek(in, 0), level = long_bracket_level(in);
    if (c < 0) return false;
    if (c == '"' || c == '\'' || level >= 0) {
        w->kind = TEXT;
        if (level >= 0)
            skip_long_bracket(in, level, w);
        else
            skip_quoted(in, c, w);
        return true;
    }
    bool name = isalpha(c) || c == '_', number = isdigit(c);
    w->n = name || number ? run_length(in, number) : sign_length(in);
    w->kind = number ? NUMBER : name && !is_reserved(w) ? NAME : NULL;
    in->at += w->n;
    return true;
}

/* --- words --- */

/* The words that open and close a bracket or block. */
static const char *const opens[] = {"{", "(", "[", "function", "do", "if", "repeat", NULL};
static const char *const closes[] = {"}", ")", "]", "end", "until", NULL};

int64_t lex_work(const char *text, size_t n)
{
    static const char *const jumps[] = {"and", "or", "elseif", "goto", "break", NULL};
    Lexer x = {text, text + n, 1};
    Word w;
    int64_t depth = 0, searched = 0, jumping = 0;
    while (next_word(&x, &w)) {
        if (w.kind) {
            searched += depth; /* for a name; texts and numbers count the same */
            continue;
        }
        if (is_one_of(&w, opens)) depth++;
        if (is_one_of(&w, closes) && depth > 0) depth--;
        if (is_one_of(&w, jumps)) jumping++;
    }
    return searched + jumping * jumping / 10; /* ten jumps take as long to go past as one search */
}

/* The lists of f_words on the stack.  OPEN: the indexes of words whose partner is still to come. */
enum { KINDS = 2, WORDS, LINES, FIRST, PARTNERS, OPEN };

/* If word i closes a bracket or block, notes in PARTNERS that it and the word that opened it belong
 * together.  *depth: the length of OPEN. */
static void note_partner(lua_State *L, const Word *w, lua_Integer i, lua_Integer *depth)
{
    if (is_one_of(w, opens)) {
        lua_pushinteger(L, i);
        lua_rawseti(L, OPEN, ++*depth);
    } else if (*depth > 0 && is_one_of(w, closes)) {
        lua_rawgeti(L, OPEN, (*depth)--);
        lua_pushinteger(L, i);
        lua_rawseti(L, PARTNERS, lua_tointeger(L, -2));
        lua_rawseti(L, PARTNERS, i);
    }
}

/* Begins to read the text in the first argument, and makes empty lists at the stack places first to
 * last.  A text too long for a rule file, which sandbox.compile refuses, has no words. */
static Lexer begin_lists(lua_State *L, int first, int last)
{
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    if (n > RULE_FILE_MAX) n = 0;
    lua_settop(L, 1);
    for (int i = first; i <= last; i++) lua_newtable(L);
    return (Lexer){text + lex_bom_length(text, n), text + n, 1};
}

/* words(text) -> lists of kinds, words and lines; for each line the index of the first word on it
 * or after it; and for each word that opens or closes a bracket or block, the index of the other.
 * A kind is "name", "text", "number", or the sign or reserved word itself. */
static int f_words(lua_State *L)
{
    Lexer x = begin_lists(L, KINDS, OPEN);
    Word w;
    int line = 0;
    lua_Integer depth = 0;
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
        if (!w.kind) note_partner(L, &w, i, &depth);
    }
    lua_settop(L, PARTNERS);
    return 5;
}

/* places(text) -> five lists of places in the text, counted from 1: the first byte of each word of
 * words(text); the byte behind each word; the first byte of each line; and the first two lists
 * again, without the quotes of texts.  Messages and editors show them; play needs none. */
static int f_places(lua_State *L)
{
    enum { FROM = 2, TO, STARTS, BEGINS, STOPS };
    Lexer x = begin_lists(L, FROM, STOPS);
    const char *text = lua_tostring(L, 1);
    Word w;
    for (lua_Integer i = 1; next_word(&x, &w); i++) {
        const struct {
            int list;
            const char *place;
        } row[] = {{FROM, w.begin}, {TO, x.at}, {BEGINS, w.s}, {STOPS, w.s + w.n}};
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            lua_pushinteger(L, row[k].place - text + 1);
            lua_rawseti(L, row[k].list, i);
        }
    }
    x = (Lexer){text, x.end, 1};
    for (int line = 0;; step(&x)) {
        if (x.line > line) {
            lua_pushinteger(L, x.at - text + 1);
            lua_rawseti(L, STARTS, line = x.line);
        }
        if (x.at == x.end) break;
    }
    return STOPS - FROM + 1;
}

/* --- the names of a file ---
 *
 * A recursive-descent reader of Lua that keeps track of scopes.  Each read_… function goes past one
 * piece of the grammar of Lua's manual; begin with f_names, at the end.  Lua compiles the file,
 * too, and reports its mistakes, so the reader only must not get lost in them. */

enum { NESTED_MAX = 1000 }; /* expressions and blocks within each other; Lua allows 200 */

/* A local that is visible. */
typedef struct {
    const char *s;
    size_t n;
    lua_Integer watched; /* the index of its word, if disuse is to be reported; else 0 */
    bool used, in_function;
} Local;

/* The lists that f_names returns, on the stack. */
enum { FREE = 2, FUNCTIONS, WRITTEN, UNUSED, TWICE, SURPLUS };

/* A file whose names are being found. */
typedef struct {
    lua_State *L;
    Word *words;    /* from 1; two empty ones follow the last of the file */
    lua_Integer at; /* the index of the word that is read next */
    Local *locals;  /* those that are visible here, locals_n of them; there is room for all */
    size_t locals_n;
    int functions, nested; /* how many functions are open here; expressions and blocks */
    const Local *updated;  /* see updated_here; or NULL */
} Reader;

/* The word that is read next. */
static const Word *here(const Reader *r)
{
    return &r->words[r->at];
}

static bool at_end(const Reader *r)
{
    return here(r)->n == 0 && !here(r)->kind;
}

/* True if the sign or reserved word stands here. */
static bool at_sign(const Reader *r, const char *sign)
{
    return !here(r)->kind && is_word(here(r), sign);
}

/* Goes past n words. */
static void skip(Reader *r, int n)
{
    for (; n > 0 && !at_end(r); n--) r->at++;
}

/* Goes past the sign, if it stands here; returns whether it did. */
static bool accept(Reader *r, const char *sign)
{
    bool there = at_sign(r, sign);
    if (there) r->at++;
    return there;
}

/* Goes past a name and returns it; NULL when none stands here. */
static const Word *accept_name(Reader *r)
{
    return here(r)->kind == NAME ? &r->words[r->at++] : NULL;
}

/* Appends the index of a word to one of the lists. */
static void add_index(const Reader *r, int list, lua_Integer i)
{
    lua_pushinteger(r->L, i);
    lua_rawseti(r->L, list, (lua_Integer)lua_rawlen(r->L, list) + 1);
}

/* --- scopes --- */

/* Makes a local visible.  watched: as in Local.  Does nothing if name is NULL. */
static void declare(Reader *r, const Word *name, lua_Integer watched)
{
    if (!name) return;
    r->locals[r->locals_n++] = (Local){name->s, name->n, watched, false, r->functions > 0};
}

/* Ends the scope of all locals made after the first n. */
static void close_scope(Reader *r, size_t n)
{
    while (r->locals_n > n) {
        const Local *local = &r->locals[--r->locals_n];
        if (local->watched && !local->used) add_index(r, UNUSED, local->watched);
    }
}

/* The visible local of this name, or NULL. */
static Local *find_local(const Reader *r, const Word *name)
{
    for (size_t at = r->locals_n; at-- > 0;) { /* as Lua searches, within the bounds of lex_work */
        Local *local = &r->locals[at];
        if (local->n == name->n && memcmp(local->s, name->s, name->n) == 0) return local;
    }
    return NULL;
}

/* Notes a use of the name at index i.  If a local of this name is visible, that one is used, and 0
 * is returned.  Else the name is free: it is added to the list FREE, and its place
 * there returned. */
static lua_Integer note_name(Reader *r, lua_Integer i)
{
    const Word *name = &r->words[i];
    Local *local = find_local(r, name);
    if (local) {
        if (local != r->updated) local->used = true;
        return 0;
    }
    lua_Integer place = (lua_Integer)lua_rawlen(r->L, FREE) + 1;
    lua_createtable(r->L, 0, 3);
    set_integer(r->L, "i", i);
    lua_pushlstring(r->L, name->s, name->n);
    lua_setfield(r->L, -2, "name");
    lua_rawseti(r->L, FREE, place);
    return place;
}

/* Notes that the free name at this place of the list FREE is assigned to.  0 does nothing. */
static void note_writing(const Reader *r, lua_Integer place)
{
    if (!place) return;
    lua_rawgeti(r->L, FREE, place);
    lua_pushboolean(r->L, true);
    lua_setfield(r->L, -2, "writing");
    lua_pop(r->L, 1);
}

/* --- expressions --- */

typedef enum { WITHOUT_SELF, WITH_SELF } SelfLocal;
static void read_function_rest(Reader *r, SelfLocal self_local);
static void read_expression(Reader *r);

/* Reads expressions with commas between them; returns how many. */
static int read_expressions(Reader *r)
{
    int n = 0;
    do {
        read_expression(r);
        n++;
    } while (accept(r, ","));
    return n;
}

/* Notes the field whose name stands here, in TWICE if it was given before.  fields: stack index of
 * the set of names so far in these braces. */
static void note_field(Reader *r, int fields)
{
    const Word *name = here(r);
    lua_pushlstring(r->L, name->s, name->n);
    lua_pushvalue(r->L, -1);
    if (lua_rawget(r->L, fields) != LUA_TNIL) add_index(r, TWICE, r->at);
    lua_pop(r->L, 1);
    lua_pushboolean(r->L, true);
    lua_rawset(r->L, fields);
}

/* Reads { … }, and notes fields that are given twice. */
static void read_braces(Reader *r)
{
    int top = lua_gettop(r->L);
    luaL_checkstack(r->L, 8, NULL);
    for (skip(r, 1); !at_end(r) && !at_sign(r, "}");) {
        if (accept(r, "[")) {
            read_expression(r);
            accept(r, "]");
            accept(r, "=");
        } else if (here(r)->kind == NAME && !here(r)[1].kind && is_word(&here(r)[1], "=")) {
            if (lua_gettop(r->L) == top) lua_newtable(r->L); /* most braces have no fields */
            note_field(r, top + 1);
            skip(r, 2);
        }
        read_expression(r);
        if (!accept(r, ",")) accept(r, ";");
    }
    accept(r, "}");
    lua_settop(r->L, top);
}

/* Reads the arguments of a call; returns whether there were any. */
static bool read_arguments(Reader *r)
{
    if (here(r)->kind == TEXT) {
        skip(r, 1);
    } else if (at_sign(r, "{")) {
        read_braces(r);
    } else if (accept(r, "(")) {
        if (!at_sign(r, ")")) read_expressions(r);
        accept(r, ")");
    } else {
        return false;
    }
    return true;
}

/* A part of an expression behind its name: .field, [key], or a call or :method call. */
typedef enum { NO_PART, FIELD_PART, KEY_PART, CALL_PART } Part;

/* Reads the next such part; NO_PART: there is none. */
static Part read_part(Reader *r)
{
    if (accept(r, ".")) {
        skip(r, 1);
        return FIELD_PART;
    }
    if (accept(r, "[")) {
        read_expression(r);
        accept(r, "]");
        return KEY_PART;
    }
    if (at_sign(r, ":") && here(r)[1].kind == NAME) {
        skip(r, 2);
        read_arguments(r);
        return CALL_PART;
    }
    return read_arguments(r) ? CALL_PART : NO_PART;
}

/* The expression that read_suffixed has read. */
typedef struct {
    bool called;   /* it ends in a call */
    bool is_field; /* it is exactly space.key */
    lua_Integer i; /* the index of its first word */
} Suffixed;

/* Where read_suffixed reads: in an expression, or at the start of a statement, where the result may
 * be assigned to. */
typedef enum { IN_EXPRESSION, IN_STATEMENT } Place;

/* Reads a name or (…), then .fields, [keys], :methods and calls. */
static Suffixed read_suffixed(Reader *r, Place place)
{
    Suffixed s = {.i = r->at};
    lua_Integer found = 0; /* the place in FREE, if the name is free */
    const Word *name = accept_name(r);
    if (name) {
        found = note_name(r, s.i);
    } else if (accept(r, "(")) {
        read_expression(r);
        accept(r, ")");
    } else {
        skip(r, 1);
    }
    int parts = 0;
    Part last = NO_PART;
    for (Part part; (part = read_part(r)) != NO_PART; parts++) last = part;
    bool assigned = place == IN_STATEMENT && (at_sign(r, "=") || at_sign(r, ","));
    if (assigned && parts == 0) note_writing(r, found);
    s.called = last == CALL_PART;
    s.is_field = name && parts == 1 && last == FIELD_PART;
    return s;
}

/* True if the word is an operand by itself. */
static bool is_plain(const Word *w)
{
    static const char *const plain[] = {"...", "nil", "true", "false", NULL};
    return w->kind ? w->kind != NAME : is_one_of(w, plain);
}

/* Reads one operand, with the signs before it. */
static void read_operand(Reader *r)
{
    static const char *const before[] = {"not", "-", "#", "~", NULL};
    while (!here(r)->kind && is_one_of(here(r), before)) skip(r, 1);
    if (is_plain(here(r)))
        skip(r, 1);
    else if (at_sign(r, "{"))
        read_braces(r);
    else if (accept(r, "function"))
        read_function_rest(r, WITHOUT_SELF);
    else if (accept(r, ".")) /* .5 */
        skip(r, 1);
    else
        read_suffixed(r, IN_EXPRESSION);
}

/* Reads operands with operators between them.  Which binds closer does not matter here. */
static void read_expression(Reader *r)
{
    static const char *const between[] = {"+",  "-",  "*",  "/",   "//", "%",  "^", "..",
                                          "==", "~=", "<",  "<=",  ">",  ">=", "&", "|",
                                          "~",  "<<", ">>", "and", "or", NULL};
    if (++r->nested > NESTED_MAX) luaL_error(r->L, "stack overflow");
    read_operand(r);
    while (!here(r)->kind && is_one_of(here(r), between)) {
        skip(r, 1);
        read_operand(r);
    }
    r->nested--;
}

/* --- functions --- */

static void read_block(Reader *r);

/* Reads the rest of a function, behind the word 'function' and its name: ( names ) block end.
 * WITH_SELF: it is a method, with the further local `self`. */
static void read_function_rest(Reader *r, SelfLocal self_local)
{
    static const Word self = {.kind = NAME, .s = "self", .n = 4};
    size_t outer = r->locals_n;
    if (self_local == WITH_SELF) declare(r, &self, 0);
    accept(r, "(");
    while (!at_end(r) && !accept(r, ")")) {
        const Word *name = accept_name(r);
        declare(r, name, 0);
        if (!name) skip(r, 1);
    }
    r->functions++;
    read_block(r);
    r->functions--;
    close_scope(r, outer);
    accept(r, "end");
}

/* Notes a function that was assigned to space.key, whose words begin at index i.  from: the index
 * of 'function'. */
static void note_function(Reader *r, lua_Integer i, lua_Integer from)
{
    lua_State *L = r->L;
    lua_createtable(L, 0, 4);
    lua_pushlstring(L, r->words[i].s, r->words[i].n);
    lua_pushliteral(L, ".");
    lua_pushlstring(L, r->words[i + 2].s, r->words[i + 2].n);
    lua_concat(L, 3);
    lua_setfield(L, -2, "name");
    set_integer(L, "line", r->words[from].line);
    set_integer(L, "from", from);
    set_integer(L, "to", r->at - 1);
    lua_rawseti(L, FUNCTIONS, (lua_Integer)lua_rawlen(L, FUNCTIONS) + 1);
}

/* Notes that space.key, at index i, is assigned to. */
static void note_written(const Reader *r, lua_Integer i)
{
    lua_pushboolean(r->L, true);
    lua_rawseti(r->L, WRITTEN, i);
}

/* Reads the rest of: function name … */
static void read_named_function(Reader *r)
{
    lua_Integer from = r->at - 1, i = r->at;
    int parts = 0;
    bool method = false, named = accept_name(r) != NULL;
    for (; at_sign(r, ".") || at_sign(r, ":"); parts++) {
        method = at_sign(r, ":");
        skip(r, 2);
    }
    lua_Integer found = named ? note_name(r, i) : 0;
    if (parts == 0) note_writing(r, found);
    read_function_rest(r, method ? WITH_SELF : WITHOUT_SELF);
    if (parts != 1) return; /* not space.key */
    note_function(r, i, from);
    note_written(r, i);
}

/* --- statements --- */

/* The local that this statement assigns to, as in n = n + 1; its names in the statement are no uses
 * of it.  NULL: the statement assigns to no local, or to one outside functions, whose value play
 * may not change. */
static const Local *updated_here(const Reader *r)
{
    bool gives_value = here(r)->kind == NAME && !here(r)[1].kind && is_word(&here(r)[1], "=");
    const Local *local = gives_value ? find_local(r, here(r)) : NULL;
    return local && local->in_function ? local : NULL;
}

/* Reads the targets and the values of an assignment, or a call. */
static void read_assigned(Reader *r)
{
    lua_Integer from = r->at;
    Suffixed target = read_suffixed(r, IN_STATEMENT);
    int targets = 1;
    for (; !target.called && accept(r, ","); targets++) read_suffixed(r, IN_STATEMENT);
    if (target.called || !accept(r, "=")) return;
    bool is_field = target.is_field && targets == 1;
    lua_Integer function = is_field && at_sign(r, "function") ? r->at : 0;
    bool number = here(r)->kind == NUMBER; /* as in hp = 1,5: the comma may be a decimal point */
    if (is_field) note_written(r, target.i);
    if (read_expressions(r) > targets && number) add_index(r, SURPLUS, from);
    if (function) note_function(r, target.i, function);
}

/* Reads an assignment or a call. */
static void read_assignment(Reader *r)
{
    const Local *outer = r->updated;
    r->updated = updated_here(r);
    read_assigned(r);
    r->updated = outer;
}

/* Reads a block with a scope of its own, and the word `last` after it, if it is not NULL. */
static void read_inner_block(Reader *r, const char *last)
{
    size_t outer = r->locals_n;
    read_block(r);
    close_scope(r, outer);
    if (last) accept(r, last);
}

/* Reads names with commas between them, and their attributes; returns how many. */
static lua_Integer read_name_list(Reader *r)
{
    lua_Integer n = 0;
    do {
        accept_name(r);
        n++;
        if (accept(r, "<")) skip(r, 2);
    } while (accept(r, ","));
    return n;
}

/* Declares the n names of the list that begins at index i. */
static void declare_names(Reader *r, lua_Integer i, lua_Integer n, lua_Integer watched)
{
    for (; n > 0; n--) {
        const Word *behind = &r->words[i + 1];
        bool has_attribute = !behind->kind && is_word(behind, "<");
        declare(r, &r->words[i], watched);
        i += has_attribute ? 5 : 2; /* a name, <, attribute, >, comma; or a name and a comma */
    }
}

/* Reads the rest of: local … */
static void read_local(Reader *r)
{
    if (accept(r, "function")) {
        const Word *name = accept_name(r);
        declare(r, name, r->at - 1);
        read_function_rest(r, WITHOUT_SELF);
        return;
    }
    lua_Integer first = r->at, n = read_name_list(r);
    const Word *value = at_end(r) ? here(r) : here(r) + 1; /* the word behind the = */
    bool number = value->kind == NUMBER;                   /* see read_assignment */
    if (accept(r, "=") && read_expressions(r) > n && number) add_index(r, SURPLUS, first);
    /* Not watched: a name in a list, which may be needed for the sake of those behind it; and a
     * name that begins with _, by which authors say that nothing uses it. */
    bool alone = n == 1 && r->words[first].s[0] != '_';
    declare_names(r, first, n, alone ? first : 0);
}

static void read_if(Reader *r)
{
    do {
        read_expression(r);
        accept(r, "then");
        read_inner_block(r, NULL);
    } while (accept(r, "elseif"));
    if (accept(r, "else")) read_inner_block(r, NULL);
    accept(r, "end");
}

static void read_while(Reader *r)
{
    read_expression(r);
    accept(r, "do");
    read_inner_block(r, "end");
}

static void read_for(Reader *r)
{
    size_t outer = r->locals_n;
    lua_Integer first = r->at, n = read_name_list(r);
    if (!accept(r, "=")) accept(r, "in");
    read_expressions(r);
    accept(r, "do");
    declare_names(r, first, n, 0);
    read_block(r);
    close_scope(r, outer);
    accept(r, "end");
}

static void read_repeat(Reader *r)
{
    size_t outer = r->locals_n;
    read_block(r);
    accept(r, "until");
    read_expression(r);
    close_scope(r, outer);
}

static bool ends_block(const Reader *r)
{
    static const char *const ends[] = {"end", "else", "elseif", "until", NULL};
    return at_end(r) || (!here(r)->kind && is_one_of(here(r), ends));
}

static void read_return(Reader *r)
{
    if (!ends_block(r) && !at_sign(r, ";")) read_expressions(r);
    accept(r, ";");
}

/* Reads a statement.  It is an assignment or a call unless it begins with one of these words. */
static void read_statement(Reader *r)
{
    if (accept(r, "local"))
        read_local(r);
    else if (accept(r, "function"))
        read_named_function(r);
    else if (accept(r, "if"))
        read_if(r);
    else if (accept(r, "while"))
        read_while(r);
    else if (accept(r, "for"))
        read_for(r);
    else if (accept(r, "do"))
        read_inner_block(r, "end");
    else if (accept(r, "repeat"))
        read_repeat(r);
    else if (accept(r, "return"))
        read_return(r);
    else if (accept(r, "goto"))
        skip(r, 1);
    else if (accept(r, "::"))
        skip(r, 2);
    else if (!accept(r, "break") && !accept(r, ";"))
        read_assignment(r);
}

static void read_block(Reader *r)
{
    if (++r->nested > NESTED_MAX) luaL_error(r->L, "stack overflow");
    while (!ends_block(r)) read_statement(r);
    r->nested--;
}

/* names(text) -> six lists about the words of the file, by the indexes that words(text) gives:
 *   free       all names that are no locals of the file, in order: { i, name, writing }
 *   functions  those assigned to space.key: { name, line, from, to }, its first and last word
 *   written    true by the index of each space.key that is assigned to
 *   unused     local functions, and locals, that nothing uses
 *   twice      fields given a second time in the same braces
 *   surplus    assignments of numbers with more values than names
 * writing: true if the name is assigned to. */
static int f_names(lua_State *L)
{
    Lexer x = begin_lists(L, FREE, SURPLUS), counting = x;
    Reader r = {.L = L, .at = 1};
    Word w;
    size_t n = 3; /* of Reader.words: the one before the first, and two behind the last */
    while (next_word(&counting, &w)) n++;
    r.words = lua_newuserdatauv(L, n * sizeof *r.words, 0);
    r.locals = lua_newuserdatauv(L, n * sizeof *r.locals, 0); /* one for each word at most */
    for (Word *to = r.words + 1; next_word(&x, to); to++) continue;
    r.words[n - 1] = r.words[n - 2];
    while (!at_end(&r)) {
        read_block(&r);
        skip(&r, 1); /* an 'end' too many, which Lua would have refused */
    }
    close_scope(&r, 0);
    lua_settop(L, SURPLUS);
    return SURPLUS - FREE + 1;
}

void lib_lex(lua_State *L)
{
    static const luaL_Reg lib[] = {
        {"words", f_words}, {"places", f_places}, {"names", f_names}, {NULL, NULL}};
    luaL_setfuncs(L, lib, 0);
}
