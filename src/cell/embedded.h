/* The fixed half of the host, src/lua, as it was when the cell was built: compiled (embed.c). */
#ifndef CELL_EMBEDDED_H
#define CELL_EMBEDDED_H

#include <stddef.h>

typedef struct {
    const char *name; /* "turn" for src/lua/play/turn.lua */
    const char *code;
    size_t n;
} Embedded;

extern const Embedded embedded[]; /* ends with a NULL name */

#endif
