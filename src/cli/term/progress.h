/* Work that may take long: Ctrl-C stops it, and a line on standard error shows how far it is. */
#pragma once

#include "sconce.h"

/* From now on Ctrl-C does not end the program: it stops the table at work, and is remembered. */
void interrupt_watch(void);
/* The same for what else asks a program to end: SIGTERM, and SIGHUP of a terminal that has gone.
 * For commands that soon end anyway, and would leave a draft of their file or folder behind. */
void interrupt_watch_all(void);
/* Says which table is at work; NULL: none.  One at a time. */
void interrupt_stops(Sconce *table);
/* True when Ctrl-C was typed since interrupt_watch. */
bool interrupt_came(void);

/* Seconds; work that takes longer shows its progress: sooner, a line would flash. */
#define PROGRESS_AFTER 0.3

double progress_seconds(void); /* a clock that never goes back */
/* Writes a line in place of the one before; "" clears it. */
void progress_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *progress_bar(double share); /* 20 columns; valid until the next call */
