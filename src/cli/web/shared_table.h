/* `sconce play --screen`: the table that is played in the terminal, in browsers too. */
#pragma once

#include <signal.h>
#include <stdbool.h>

#include "sconce.h"

/* A table that the terminal and browsers use.  The terminal holds it, except while it waits for a
 * key.  All functions take NULL: then the terminal has the table for itself. */
typedef struct SharedTable SharedTable;
/* Starts to serve a table at an IPv4 address and a port, and prints where; -1: the usual port, or
 * any that is free.  NULL, and says why, when it cannot. */
SharedTable *shared_table_begin(Sconce *table, const char *name, const char *address, int port);
#ifdef SCONCE_NO_WEB /* serve.c refuses to begin, so there is none */
#define shared_table_end(s) ((void)(s))
#define shared_table_publish(s) ((void)(s))
#define shared_table_release(s) ((void)(s))
#define shared_table_hold(s, waiting, interrupted) ((void)(s), (void)(waiting))
#define shared_table_news(s) ((void)(s), -1)
#define shared_table_has_changed(s) ((void)(s), false)
#else
void shared_table_end(SharedTable *s);
/* Shows in browsers what the terminal has done. */
void shared_table_publish(SharedTable *s);
/* Release: lets browsers use the table.  Hold: takes it back; while a browser's line still runs it
 * waits, with the signal mask `waiting`, and stops that line once Ctrl-C has set *interrupted. */
void shared_table_release(SharedTable *s);
void shared_table_hold(SharedTable *s, const sigset_t *waiting,
                       const volatile sig_atomic_t *interrupted);
int shared_table_news(
    const SharedTable *s); /* can be read once browsers used the table; -1: none */
bool shared_table_has_changed(SharedTable *s); /* by a browser, since this was asked last */
#endif
