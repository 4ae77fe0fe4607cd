/* Completes words at Tab. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/term/terminal_style.h"
#include "sconce.h"

/* The words that may stand at the cursor, each once. */
typedef struct {
    char **at;
    size_t n;
    size_t from; /* offset of the word to complete, in the text before the cursor */
} Offers;

/* before: the text before the cursor.  offers_free frees the result. */
Offers complete_line(Sconce *table, const char *before);
void offers_free(Offers *o);
/* Length in bytes of the beginning that all offers share, up to a whole character. */
size_t offers_common(const Offers *o);
/* Writes the offers below the line, in columns. */
void offers_write(const Offers *o, const TerminalStyle *style);

#endif
