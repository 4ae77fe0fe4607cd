#include "cli/web/shared_table.h"
#include "cli/term/styled_text.h"
#include "cli/term/waiting.h"
#include "cli/web/server.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

struct SharedTable {
    ServedTable table;
    Server *server;
    pthread_t thread; /* of the server */
    volatile sig_atomic_t stopped;
    int64_t version; /* of the table, as the terminal has seen it last */
    ServerOptions options;
};

static void *run_server(void *data)
{
    SharedTable *s = data;
    server_run(s->server, &s->stopped);
    return NULL;
}

/* Starts the server in a thread. */
static bool start_server(SharedTable *s, char error[200])
{
    s->server = server_open(&s->options, error);
    if (!s->server) return false;
    if (thread_start(&s->thread, run_server, s)) return true;
    snprintf(error, 200, "too many processes");
    pthread_mutex_unlock(&s->table.lock); /* its thread, which is ended now, may wait to hold it */
    server_close(s->server);
    return false;
}

SharedTable *shared_table_begin(Sconce *table, const char *name, const char *address, int port)
{
    SharedTable *s = must_have(calloc(1, sizeof *s));
    char error[200] = "the system has no random numbers or files left";
    s->options = (ServerOptions){.table = &s->table,
                                 .n = 1,
                                 .address = address,
                                 .port = port < 0 ? SERVER_PORT : port,
                                 .any_port = port < 0};
    bool open = served_table_open(&s->table, table, name, /* new_keys */ false);
    if (open && start_server(s, error)) {
        s->version = s->table.version;
        server_announce(s->server, strncmp(address, "127.", 4) != 0);
        return s;
    }
    clean_printf(stderr, "%s\n", error);
    if (open) served_table_close(&s->table);
    free(s);
    return NULL;
}

void shared_table_end(SharedTable *s)
{
    if (!s) return;
    s->stopped = 1;
    pthread_mutex_unlock(&s->table.lock); /* its thread, which is ended now, may wait to hold it */
    server_wake(s->server);
    pthread_join(s->thread, NULL);
    server_close(s->server);
    served_table_close(&s->table);
    free(s);
}

int shared_table_news(const SharedTable *s)
{
    return s ? s->table.news : -1;
}

void shared_table_publish(SharedTable *s)
{
    if (!s) return;
    served_table_publish(&s->table);
    s->version = s->table.version;
}

void shared_table_release(SharedTable *s)
{
    if (s) pthread_mutex_unlock(&s->table.lock);
}

void shared_table_hold(SharedTable *s, const sigset_t *waiting,
                       const volatile sig_atomic_t *interrupted)
{
    eventfd_t rung;
    while (s && pthread_mutex_trylock(&s->table.lock) != 0) {
        ppoll(&(struct pollfd){.fd = s->table.news, .events = POLLIN}, 1, NULL, waiting);
        eventfd_read(s->table.news, &rung);
        if (*interrupted) sconce_stop(s->table.table);
    }
}

bool shared_table_has_changed(SharedTable *s)
{
    eventfd_t rung;
    if (!s) return false;
    eventfd_read(s->table.news, &rung);
    bool changed = s->version != s->table.version;
    s->version = s->table.version;
    return changed;
}
