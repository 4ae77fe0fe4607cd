/* Words of a rule file, for what is checked before anything runs: names after roll, ask, emit …, and
 * the line on which a field or row was written. */
#ifndef CELL_LEX_H
#define CELL_LEX_H

#include <lua.h>
#include <stddef.h>

typedef enum { LEX_END, LEX_NAME, LEX_TEXT, LEX_NUMBER, LEX_SIGN } LexKind;

typedef struct {
    const char *at, *end;
    int line;
} Lexer;

typedef struct {
    LexKind kind;
    const char *s; /* of a text, what is between the quotes, escapes not undone */
    size_t n;
    int line;
} Lexeme;

/* How many bytes of a byte order mark stand before the text: some editors write one. */
size_t lexer_mark(const char *text, size_t n);
Lexer lexer_of(const char *text, size_t n);
/* The next word; comments and blanks are passed over.  Never fails: what Lua would refuse comes as signs. */
Lexeme lexer_next(Lexer *x);

/* Registers words(text) -> kinds, texts, lines (kinds: "name", "text", "number", or the sign or word of
 * Lua's itself), and by line the place of the first word on it or after it. */
void lib_lex(lua_State *L);

#endif
