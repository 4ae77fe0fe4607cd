/* `sconce serve`: tables in the browser. */
#include "cli/commands/command.h"

#ifdef SCONCE_WEB
#include "cli/web/qr.h"
#include "cli/web/server.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static volatile int stopped; /* set by the handler of signals */

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

static void watch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

typedef struct {
    bool lan, watch;
    int64_t port;
    const char *address;
    Words hosts;
} ServeOptions;

/* Prints the addresses of a table, and a QR code where phones may join. */
static void announce(const ServedTable *t, const char *host, int port, bool with_code)
{
    char players[200];
    snprintf(players, sizeof players, "http://%s:%d/#%s", host, port, t->code);
    clean_printf(stdout, "%s\n", t->name);
    printf("  players      %s  (code %s)\n", players, t->code);
    if (!t->watched) printf("  game master  http://%s:%d/gm#%s\n", host, port, t->gm_key);
    if (with_code) qr_write(players);
}

static int serve_tables(const ServeOptions *o, ServedTable *table, size_t n)
{
    char error[200], host[64];
    ServerOptions options = {.table = table,
                             .n = n,
                             .address = o->address,
                             .port = (int)o->port,
                             .host = o->hosts.at,
                             .hosts = o->hosts.n};
    Server *s = server_open(&options, error);
    if (!s) {
        clean_printf(stderr, "%s\n", error);
        return EXIT_WRONG;
    }
    server_host(&options, host);
    for (size_t i = 0; i < n; i++) announce(&table[i], host, server_port(s), o->lan);
    fflush(stdout);
    server_run(s, &stopped);
    server_close(s);
    return EXIT_FINE;
}

static int serve(const ServeOptions *o, char **names, size_t n)
{
    ServedTable *table = must_have(calloc(n, sizeof *table));
    SconceError error;
    size_t open = 0;
    int status = EXIT_FINE;
    while (open < n && served_table_open(&table[open], names[open], o->watch, &error)) open++;
    watch_signals();
    status = open < n ? command_failed(&error) : serve_tables(o, table, n);
    while (open > 0) served_table_close(&table[--open]);
    free(table);
    return status;
}

static int serve_command(int argc, char **argv)
{
    ServeOptions o = {.port = 8420};
    const Option options[] = {
        {"lan", OPTION_SWITCH, &o.lan, NULL},   {"watch", OPTION_SWITCH, &o.watch, NULL},
        {"port", OPTION_NUMBER, &o.port, NULL}, {"address", OPTION_TEXT, &o.address, NULL},
        {"host", OPTION_LIST, &o.hosts, NULL},  {0},
    };
    int status;
    if (options_read(&command_serve, argc, argv, options, 1, 100, &status)) {
        size_t n = 0;
        while (argv[n + 1]) n++;
        if (!o.address) o.address = o.lan ? "0.0.0.0" : "127.0.0.1";
        status = o.port < 0 || o.port > 65535
                     ? command_misused(&command_serve, "--port is a number up to 65535")
                     : serve(&o, argv + 1, n);
    }
    words_free(&o.hosts);
    return status;
}

#else

static int serve_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    fputs("This sconce was built without its web server. 'make deps' installs what it needs "
          "(libmicrohttpd, libqrencode); then build again.\n",
          stderr);
    return EXIT_WRONG;
}

#endif

const Command command_serve = {
    "serve",
    "TABLE… [--lan] [--port N] [--address A] [--host NAME]… [--watch]",
    "tables in the browser, for players and the game master",
    "Serves one or more tables to browsers, and prints the addresses: a page for players, which\n"
    "shows what they may see and asks their phones for dice that are rolled by hand, and one for\n"
    "the game master, with the prompt.  Ctrl-C ends it; every line that was answered is on disk.\n"
    "  --lan          let others in this network join, with a code; prints a QR code\n"
    "  --port N       the port (8420); 0: any that is free\n"
    "  --address A    listen on this IPv4 address (127.0.0.1)\n"
    "  --host NAME    a name by which browsers reach this server, as through a proxy; may be said\n"
    "                 again\n"
    "  --watch        only the players' page, of a table that is played elsewhere, as in a "
    "terminal",
    serve_command,
};
