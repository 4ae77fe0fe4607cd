/* What `sim` and `odds` do alike: a table to look at, Ctrl-C, and how long it takes. */
#ifndef CLI_ASKING_H
#define CLI_ASKING_H

#include "cli/commands/options.h"

/* A table opened to be looked at, on which `first` (may be NULL) was said.  NULL when it failed,
 * and why was said.  Ctrl-C stops what is asked of it, until asking_close. */
Sconce *asking_open(const char *table, const Words *houses, const char *seed, const char *first);
void asking_close(Sconce *s);
bool asking_broken(void); /* was there a Ctrl-C? */

/* Says why nothing came of it; usual: nobody said what is done each turn; vs: the second of two
 * tables, where it is to blame, or NULL. */
void asking_failed(SconceError *error, bool usual, const char *vs);

/* Seconds on a clock that only goes forward. */
double asking_seconds(void);
/* One line on a terminal's stderr that stands for what is under way; the next takes its place.
 * "" takes it away. */
void asking_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A bar of so many columns, as text. */
const char *asking_bar(double part);

/* Are these well formed?  0, or how the program should end. */
int asking_refuses(const Command *c, const Words *measures, const Words *before);

#endif
