/* Words of a rule file, for what is checked before anything runs: names after roll, ask, emit …,
 * and the line on which a field or row was written. */
#ifndef CELL_LEX_H
#define CELL_LEX_H

#include <lua.h>
#include <stddef.h>

/* How many bytes of a byte order mark stand before the text: some editors write one. */
size_t lexer_mark(const char *text, size_t n);

/* Registers words(text) -> kinds, texts, lines (kinds: "name", "text", "number", or the sign or
 * word of Lua's itself), and by line the place of the first word on it or after it. */
void lib_lex(lua_State *L);

#endif
