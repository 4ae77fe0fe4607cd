/* The web server: pages for players and the game master of one or many tables. */
#pragma once

#include <signal.h>

#include "cli/web/served_table.h"

enum { SERVER_PORT = 8420 };

typedef struct {
    ServedTable *table; /* n of them, open and not yet started */
    size_t n;
    const char *address;     /* an IPv4 address of this machine; "0.0.0.0": all */
    int port;                /* 0: any that is free */
    bool any_port;           /* when the port is taken, listen on any that is free, as the address
                              * is printed; not for a port that somebody named, who counts on it */
    const char *const *host; /* names under which others reach it, as through a proxy */
    size_t hosts;
} ServerOptions;

typedef struct Server Server;

/* Begins to listen, and starts the threads of the tables.  NULL: `error` says why not. */
Server *server_open(const ServerOptions *options, char error[200]);
/* Prints the addresses of its tables; with_code: also QR codes, as for phones that may join. */
void server_announce(const Server *s, bool with_code);
/* Answers until *stop is set, by a signal; or by another thread, which then calls server_wake. */
void server_run(Server *s, const volatile sig_atomic_t *stop);
void server_wake(Server *s); /* from another thread */
/* Ends the server, and the threads of the tables.  NULL is fine. */
void server_close(Server *s);
