/* Completion with Tab, from the rules and the state of the table. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/term/terminal_style.h"
#include "sconce.h"

/* Words that fit where the cursor is, each once. */
typedef struct {
    char **at;
    size_t n;
    size_t from; /* where, in the text before the cursor, the word begins that they complete */
} Offers;

Offers complete_line(Sconce *table, const char *before);
void offers_free(Offers *o);
/* Number of bytes that all offers have in common, ending at a whole character; 0 without offers. */
size_t offers_common(const Offers *o);
/* Lists them below the line, in columns. */
void offers_list(const Offers *o, const TerminalStyle *style);

#endif
