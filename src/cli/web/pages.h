/* The files of src/cli/web/pages, which the Makefile puts into the program. */
#pragma once

#include <stddef.h>

typedef struct {
    const char *name; /* "players.html" */
    const char *bytes;
    size_t n;
} Page;
extern const Page pages[]; /* ends with a page without a name */
