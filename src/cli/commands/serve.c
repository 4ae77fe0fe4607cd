/* `sconce serve`: tables in the browser. */
#include "cli/commands/command.h"
#include "cli/web/shared_table.h"

#ifndef SCONCE_NO_WEB
#include "cli/web/server.h"

#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t stopped; /* set by the handler of signals */

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

/* --- the command ------------------------------------------------------------------- */

typedef struct {
    bool lan, new_keys, port_given;
    int64_t port;
    const char *address;
    Words hosts;
} ServeOptions;

static int serve_tables(const ServeOptions *o, ServedTable *table, size_t n)
{
    char error[200];
    ServerOptions options = {.table = table,
                             .n = n,
                             .address = o->address,
                             .port = (int)o->port,
                             .any_port = !o->port_given,
                             .host = o->hosts.at,
                             .hosts = o->hosts.n};
    Server *s = server_open(&options, error);
    if (!s) {
        clean_printf(stderr, "%s\n", error);
        return EXIT_WRONG;
    }
    server_announce(s, o->lan);
    server_run(s, &stopped);
    server_close(s);
    return EXIT_FINE;
}

/* Opens a table with its keys.  awake: as in ServedTable. */
static bool open_table(ServedTable *t, const char *name, bool new_keys, AwakeTables *awake,
                       SconceError *error)
{
    SconceOptions o = {.struct_size = sizeof o, .table = name};
    *error = (SconceError){0};
    Sconce *table = sconce_open(&o, error);
    if (!table) return false;
    if (served_table_open(t, table, name, new_keys)) {
        t->awake = awake;
        if (awake) sconce_rest(table);  /* its rules are started when the table is first used */
        pthread_mutex_unlock(&t->lock); /* held since served_table_open */
        return true;
    }
    snprintf(error->text, sizeof error->text, "the system has no random numbers or files left");
    sconce_close(table);
    return false;
}

static int serve(const ServeOptions *o, char **names, size_t n)
{
    ServedTable *table = must_have(calloc(n, sizeof *table));
    AwakeTables awake = AWAKE_TABLES;
    SconceError error;
    size_t open = 0;
    while (open < n && open_table(&table[open], names[open], o->new_keys,
                                  n > AWAKE_MAX ? &awake : NULL, &error))
        open++;
    watch_signals();
    int status = open < n ? command_failed(&error) : serve_tables(o, table, n);
    while (open > 0) {
        Sconce *last = table[--open].table; /* served_table_close clears the entry */
        served_table_close(&table[open]);
        sconce_close(last);
    }
    free(table);
    return status;
}

enum { TABLES_MAX = 100 }; /* as many as tests/bench/screens.py measures */

static int serve_command(int argc, char **argv)
{
    ServeOptions o = {.port = SERVER_PORT};
    const Option options[] = {
        {"lan", OPTION_SWITCH, &o.lan, NULL},
        {"new-keys", OPTION_SWITCH, &o.new_keys, NULL},
        {"port", OPTION_NUMBER, &o.port, &o.port_given},
        {"address", OPTION_TEXT, &o.address, NULL},
        {"host", OPTION_LIST, &o.hosts, NULL},
        {0},
    };
    int status;
    if (options_read(&command_serve, argc, argv, options, 1, TABLES_MAX, &status)) {
        size_t n = 0;
        while (argv[n + 1]) n++;
        /* Only this machine without --lan: nothing is encrypted, the keys of pages neither. */
        if (!o.address) o.address = o.lan ? "0.0.0.0" : "127.0.0.1";
        status = o.port < 0 || o.port > 65535
                     ? command_misused(&command_serve, "--port is a number up to 65535")
                     : serve(&o, argv + 1, n);
    }
    words_free(&o.hosts);
    return status;
}

#else

static int refuse(void)
{
    fputs("This sconce was built without its web server. 'make deps' installs what it needs "
          "(libmicrohttpd, libqrencode); then build again.\n",
          stderr);
    return EXIT_WRONG;
}

static int serve_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    return refuse();
}

SharedTable *shared_table_begin(Sconce *table, const char *name, const char *address, int port)
{
    (void)table, (void)name, (void)address, (void)port;
    refuse();
    return NULL;
}

#endif

const Command command_serve = {
    "serve",
    "TABLE… [--lan] [--port N] [--address A] [--host NAME]… [--new-keys]",
    "tables in the browser, for players and the game master",
    "Serves one or more tables to browsers, and prints the addresses: a page for players, which\n"
    "shows what they may see and asks their phones for dice that are rolled by hand, and one for\n"
    "the game master, with the prompt.  Ctrl-C ends it; every line that was answered is on disk.\n"
    "  --lan          let others in this network join, with a code; prints a QR code\n"
    "  --port N       the port; 0: any that is free (8420, or when it is taken any)\n"
    "  --address A    listen on this IPv4 address (127.0.0.1)\n"
    "  --host NAME    a name by which browsers reach this server, as through a proxy; may be said\n"
    "                 again\n"
    "  --new-keys     draw new codes and keys; those given out so far open nothing",
    serve_command,
};
