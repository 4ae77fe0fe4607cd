/* The files of src/cli/web/pages, which the Makefile puts into the program. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include <stddef.h>

typedef struct {
    const char *name; /* "players.html" */
    const char *bytes;
    size_t n;
} Page;
extern const Page pages[]; /* ends with a page without a name */

#endif
