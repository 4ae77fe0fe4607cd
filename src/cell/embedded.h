/* The modules of src/lua, compiled while the cell is built (src/lua/embed.c). */
#pragma once

#include <stddef.h>

/* One module: n bytes of compiled Lua. */
typedef struct {
    const char *name; /* "play/turns/turn" for src/lua/play/turns/turn.lua */
    const char *code;
    size_t n;
} Embedded;

extern const Embedded embedded[]; /* ends with a NULL name */
