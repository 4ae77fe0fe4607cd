/* The web server: pages for players and the game master of one or many tables. */
#ifndef CLI_SERVER_H
#define CLI_SERVER_H

#include <signal.h>

#include "cli/web/served_table.h"

typedef struct {
    ServedTable *table; /* n of them, open */
    size_t n;
    const char *address;     /* an IPv4 address of this machine; "0.0.0.0": all */
    int port;                /* 0: any that is free */
    const char *const *host; /* names under which others reach it, as through a proxy */
    size_t hosts;
} ServerOptions;

typedef struct Server Server;

/* Begins to listen.  NULL, with a sentence in `error`, when the address cannot be used. */
Server *server_open(const ServerOptions *options, char error[200]);
int server_port(const Server *s);
/* Finds the address to print: that of this machine in its network, if it listens on all. */
void server_host(const ServerOptions *options, char host[64]);
/* Answers until *stop is set, by a signal handler. */
void server_run(Server *s, const volatile sig_atomic_t *stop);
void server_close(Server *s);

#endif
