/* Compiles rule files, without tail calls.
 *
 * In "return f(…)" Lua puts the frame of f in the caller's place, and the caller's line is lost for
 * messages and for `why`.  So what Lua compiled is written as bytes, each tail call there becomes a
 * plain call (a return of all its results follows it anyway), and Lua reads the bytes again.  Their
 * layout is that of Lua 5.4. */
#include "cell/sandbox.h"

#include <lauxlib.h>
#include <stdint.h>
#include <string.h>

#include "core/text.h"
#include "core/wire.h"

/* --- the bytes of a compiled function ---
 *
 * As Lua's ldump.c writes them; the opcodes are in its lopcodes.h, the types in its lobject.h. */

_Static_assert(LUA_VERSION_NUM == 504, "the layout of compiled functions");

enum { CHUNK_HEADER = 32, NUMBER_BYTES = 8, UPVALUE = 3 }; /* bytes of each */
enum { CALL = 68, TAIL_CALL = 69 };
/* Parts of an instruction: the opcode; the registers of the function and its arguments.  The other
 * bits of a call say how many results are wanted; 0: all. */
enum { OPCODE = 0x7f, FUNCTION_AND_ARGUMENTS = 0xffff80 };
enum { INTEGER = 0x03, FLOAT = 0x13, SHORT_TEXT = 0x04, LONG_TEXT = 0x14 }; /* types of constants */

/* Each function goes past what it reads. */

/* Reads a number: seven bits a byte, the highest first; in the last byte the eighth bit is set. */
static size_t read_count(unsigned char **at)
{
    size_t n = 0;
    do n = n << 7 | (**at & 0x7f);
    while (!(*(*at)++ & 0x80));
    return n;
}

/* Before a text stands its length plus 1; 0 stands for a missing one. */
static void skip_text(unsigned char **at)
{
    size_t n = read_count(at);
    if (n) *at += n - 1;
}

/* Goes past a list of items of so many bytes each. */
static void skip_items(unsigned char **at, size_t bytes)
{
    size_t n = read_count(at);
    *at += n * bytes;
}

static void skip_constants(unsigned char **at)
{
    for (size_t n = read_count(at); n; n--) {
        int type = *(*at)++;
        if (type == INTEGER || type == FLOAT) *at += NUMBER_BYTES;
        if (type == SHORT_TEXT || type == LONG_TEXT) skip_text(at);
    }
}

/* Makes the tail calls of a function, and of the functions within it, plain calls. */
static void replace_tail_calls(unsigned char **at)
{
    skip_text(at);  /* its file */
    read_count(at); /* its first line */
    read_count(at); /* its last line */
    *at += 3;       /* parameters, "...", registers */
    for (size_t n = read_count(at); n; n--) {
        uint32_t i;
        memcpy(&i, *at, sizeof i);
        if ((i & OPCODE) == TAIL_CALL) i = (i & FUNCTION_AND_ARGUMENTS) | CALL;
        memcpy(*at, &i, sizeof i);
        *at += sizeof i;
    }
    skip_constants(at);
    skip_items(at, UPVALUE);
    for (size_t n = read_count(at); n; n--) replace_tail_calls(at);
    skip_items(at, 1);                                          /* a line for each instruction */
    for (size_t n = 2 * read_count(at); n; n--) read_count(at); /* pairs: instruction, line */
    for (size_t n = read_count(at); n; n--) { /* locals: name, first and last place */
        skip_text(at);
        read_count(at);
        read_count(at);
    }
    for (size_t n = read_count(at); n; n--) skip_text(at); /* names of upvalues */
}

/* A lua_Writer: appends to a Text. */
static int add_bytes(lua_State *L, const void *bytes, size_t n, void *to)
{
    Text *t = to;
    (void)L;
    text_addn(t, bytes, n);
    return 0;
}

/* Compiles n bytes of text and pushes the function.  False: pushes the message instead.  name: the
 * file, as messages call it. */
static bool compile(lua_State *L, const char *text, size_t n, const char *name)
{
    Text bytes = {0};
    if (luaL_loadbufferx(L, text, n, name, "t") != LUA_OK) return false;
    lua_dump(L, add_bytes, &bytes, 0);
    lua_pop(L, 1);
    unsigned char *at = (unsigned char *)bytes.s + CHUNK_HEADER;
    replace_tail_calls(&at);
    bool good = luaL_loadbufferx(L, bytes.s, bytes.n, name, "b") == LUA_OK;
    text_free(&bytes);
    return good;
}

/* --- a file --- */

enum { WORK_MAX = 1000000 }; /* lex_work of one file: half a second to compile */

/* Says what is wrong with a file of n bytes, before Lua reads it; NULL: nothing.  A file that is
 * too long was refused when it was read (check_file_length in campaign/rules/find.c), but a journal
 * that a stranger has changed may hold a longer text. */
static const char *refusal_of(lua_State *L, const char *text, size_t n)
{
    size_t mark = lex_bom_length(text, n);
    if (mark < n && text[mark] == LUA_SIGNATURE[0])
        return "this is compiled Lua; give the text that it was made from";
    if (n > RULE_FILE_MAX)
        return lua_pushfstring(L, "the file is too long: %d KB at most", RULE_FILE_MAX / 1024);
    if (lex_work(text, n) > WORK_MAX)
        return "the file takes too long to compile; are there too many blocks in blocks, or 'and', "
               "'or', 'elseif' and 'goto'?";
    return NULL;
}

int compile_rule_file(lua_State *L)
{
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    lua_pushfstring(L, "@%s", luaL_checkstring(L, 2));
    const char *refusal = refusal_of(L, text, n);
    if (refusal) {
        lua_pushnil(L);
        lua_pushfstring(L, "%s:1: %s", lua_tostring(L, 2), refusal);
        return 2;
    }
    size_t mark = lex_bom_length(text, n);
    if (!compile(L, text + mark, n - mark, lua_tostring(L, -1))) {
        /* An error for nesting too deep is a table, made by the message handler of the caller. */
        if (lua_istable(L, -1)) lua_getfield(L, -1, "text");
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushvalue(L, 3); /* env */
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    return 1;
}
