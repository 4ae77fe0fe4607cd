/* Compiles rule files, without tail calls.
 *
 * In "return f(…)"  Lua puts the frame of f in the place of the caller's, whose line is then
 * missing in messages and in `why`.  So each tail call in the code that Lua made is turned into a
 * plain call.  That is enough, since Lua writes a return of all results behind each tail call. */
#include "cell/sandbox.h"

#include <lauxlib.h>

#include "core/wire.h"

/* Parts of an instruction (lopcodes.h): the opcode; the registers of the function and its
 * arguments.  The other bits of a call say how many results are wanted; 0: all. */
enum { OPCODE = 0x7f, FUNCTION_AND_ARGUMENTS = 0xffff80 };
enum { CALL = 68, TAIL_CALL = 69 };

/* Makes the tail calls of a function, and of the functions within it, plain calls. */
static void replace_tail_calls(Code *code)
{
    for (int i = 0; i < code->n; i++) {
        uint32_t *at = &code->instructions[i];
        if ((*at & OPCODE) == TAIL_CALL) *at = (*at & FUNCTION_AND_ARGUMENTS) | CALL;
    }
    for (int i = 0; i < code->inner_n; i++) replace_tail_calls(code->inner[i]);
}

enum { WORK_MAX = 1000000 }; /* lex_work of one file: half a second to compile */

/* Says what is wrong with a file of n bytes, before Lua reads it; NULL: nothing.  Files that are
 * too long were refused when they were read (check_file_length in campaign/rules/find.c), but a
 * journal that a stranger has changed may hold a longer text. */
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
    if (luaL_loadbufferx(L, text + mark, n - mark, lua_tostring(L, -1), "t") != LUA_OK) {
        /* An error for nesting too deep is a table, made by the message handler of the caller. */
        if (lua_istable(L, -1)) lua_getfield(L, -1, "text");
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    replace_tail_calls(code_of(L, -1));
    lua_pushvalue(L, 3); /* env */
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    return 1;
}
