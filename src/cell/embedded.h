/* The modules of src/lua, compiled while the cell was built (embed.c). */
#ifndef CELL_EMBEDDED_H
#define CELL_EMBEDDED_H

#include <stddef.h>

/* A module of src/lua, compiled into the cell. */
typedef struct {
    const char *name; /* "turn" for src/lua/play/turn.lua */
    const char *code;
    size_t n;
} Embedded;

extern const Embedded embedded[]; /* ends with a NULL name */

#endif
