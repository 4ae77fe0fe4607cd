/* `sconce serve`: tables in the browser. */
#include "cli/commands/command.h"

#ifdef SCONCE_WEB
#include "cli/web/qr.h"
#include "cli/web/server.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* --- beside a terminal: `sconce play --screen` ------------------------------------- */

/* The descriptor that a server beside a terminal closes when it has said where it is. */
static const char ready_variable[] = "SCONCE_READY_FD";

static void tell_ready(void)
{
    const char *fd = getenv(ready_variable);
    if (!fd) return;
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* it ends with the terminal's program */
    close(atoi(fd));
}

/* Starts `sconce serve FOLDER --watch`, with `ready` open, in a group of its own so that Ctrl-C
 * does not reach it. */
static pid_t spawn_server(const char *folder, bool lan, int ready)
{
    char name[] = "sconce", serve[] = "serve", watch[] = "--watch", in_lan[] = "--lan",
         end[] = "--";
    char *table = must_have(strdup(folder)), number[12];
    char *args[] = {name, serve, watch, lan ? in_lan : end, lan ? end : table, lan ? table : NULL,
                    NULL};
    posix_spawnattr_t attr;
    pid_t pid = -1;
    snprintf(number, sizeof number, "%d", ready);
    setenv(ready_variable, number, 1);
    if (posix_spawnattr_init(&attr) == 0) {
        posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP);
        if (posix_spawn(&pid, "/proc/self/exe", NULL, &attr, args, environ) != 0) pid = -1;
        posix_spawnattr_destroy(&attr);
    }
    unsetenv(ready_variable);
    free(table);
    return pid;
}

int screen_begin(const char *folder, bool lan)
{
    int ends[2];
    char byte;
    fflush(stdout);
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    pid_t pid = spawn_server(folder, lan, ends[1]);
    close(ends[1]);
    while (pid > 0 && read(ends[0], &byte, 1) > 0) continue; /* until it has said where it is */
    close(ends[0]);
    return pid;
}

void screen_end(int pid)
{
    if (pid <= 0) return;
    kill(pid, SIGTERM);
    waitpid(pid, NULL, 0);
}

/* --- the command ------------------------------------------------------------------- */

typedef struct {
    bool lan, watch, port_given;
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
    if (!s && !o->port_given) { /* another sconce serves there */
        options.port = 0;
        s = server_open(&options, error);
    }
    if (!s) {
        clean_printf(stderr, "%s\n", error);
        return EXIT_WRONG;
    }
    server_host(&options, host);
    for (size_t i = 0; i < n; i++) announce(&table[i], host, server_port(s), o->lan);
    fflush(stdout);
    tell_ready();
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
        {"lan", OPTION_SWITCH, &o.lan, NULL},
        {"watch", OPTION_SWITCH, &o.watch, NULL},
        {"port", OPTION_NUMBER, &o.port, &o.port_given},
        {"address", OPTION_TEXT, &o.address, NULL},
        {"host", OPTION_LIST, &o.hosts, NULL},
        {0},
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

int screen_begin(const char *folder, bool lan)
{
    (void)folder, (void)lan;
    refuse();
    return -1;
}

void screen_end(int pid)
{
    (void)pid;
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
    "  --port N       the port; 0: any that is free (8420, or when it is taken any)\n"
    "  --address A    listen on this IPv4 address (127.0.0.1)\n"
    "  --host NAME    a name by which browsers reach this server, as through a proxy; may be said\n"
    "                 again\n"
    "  --watch        only the players' page, of a table that is played elsewhere, as in a "
    "terminal",
    serve_command,
};
