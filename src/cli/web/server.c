/* One thread answers all requests, and so each table is used by one request at a time. */
#include "cli/web/server.h"
#include "cli/term/json_fields.h"
#include "cli/web/events.h"
#include "cli/web/http.h"
#include "cli/web/pages.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

enum {
    BODY_MAX = 16384,
    CONNECTIONS_MAX = 4000,
    SILENCE_S = 30, /* a connection that sends and takes nothing for so long is closed */
    BEAT_S = 15,
    TRIES_MAX = 30, /* wrong keys and codes, in TRIES_S seconds */
    TRIES_S = 10
};

struct Server {
    const ServerOptions *options;
    struct MHD_Daemon *daemon;
    HostNames names;
    Listeners listeners;
    int port;
    int64_t tries_since,
        tries; /* wrong keys and codes: when they were first counted, and how many */
};

/* A request while its body comes in. */
typedef struct {
    char body[BODY_MAX + 1];
    size_t n;
    bool too_long;
} Upload;

static int64_t now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* --- who asks --------------------------------------------------------------------------- */

/* Compares in a time that does not tell how much of it was right. */
static bool same_key(const char *a, const char *b)
{
    size_t n = strlen(b);
    unsigned char differs = strlen(a) != n;
    for (size_t i = 0; i < n; i++) differs |= (unsigned char)(a[strlen(a) > i ? i : 0] ^ b[i]);
    return !differs;
}

/* Returns the table that the cookie of this role opens, or NULL. */
static ServedTable *table_of(const Server *s, struct MHD_Connection *c, SconceWho who)
{
    const char *key = MHD_lookup_connection_value(c, MHD_COOKIE_KIND,
                                                  who == SCONCE_GM ? "sconce_gm" : "sconce_player");
    for (size_t i = 0; key && *key && i < s->options->n; i++) {
        ServedTable *t = &s->options->table[i];
        if (same_key(key, who == SCONCE_GM ? t->gm_key : t->player_key)) return t;
    }
    return NULL;
}

/* --- keys and codes ----------------------------------------------------------------------- */

static bool may_try(Server *s)
{
    int64_t now = now_s();
    if (now - s->tries_since >= TRIES_S) {
        s->tries_since = now;
        s->tries = 0;
    }
    return s->tries < TRIES_MAX;
}

/* Exchanges the game master's key, or the players' code, for a cookie.  The key is too long to be
 * guessed, so that it counts also while others try codes. */
static enum MHD_Result answer_join(Server *s, struct MHD_Connection *c, const json_t *body)
{
    const char *key = field_text(body, "key"), *code = field_text(body, "code");
    bool may = may_try(s);
    for (size_t i = 0; i < s->options->n; i++) {
        ServedTable *t = &s->options->table[i];
        if (*key && !t->watched && same_key(key, t->gm_key))
            return http_cookie(c, "sconce_gm", t->gm_key);
        if (may && *code && same_key(code, t->code))
            return http_cookie(c, "sconce_player", t->player_key);
    }
    if (!may) return http_refuse(c, 429, "Too many wrong codes; try again in a moment.");
    s->tries++;
    return http_refuse(c, 403, *key ? "This key opens no table." : "This code opens no table.");
}

/* --- lines ---------------------------------------------------------------------------------- */

static enum MHD_Result answer_line(Server *s, struct MHD_Connection *c, ServedTable *t,
                                   SconceWho who, const char *token, const json_t *body)
{
    const char *id = field_text(body, "id");
    int64_t version = t->version;
    if (strlen(id) > ID_MAX) return http_refuse(c, 400, "The id is too long.");
    const char *json = served_table_say(t, who, token, field_text(body, "say"), id);
    if (t->version != version) events_send(&s->listeners, t);
    return http_json(c, 200, json);
}

/* A line, or an answer to the question with the token "to", of the game master. */
static enum MHD_Result answer_say(Server *s, struct MHD_Connection *c, ServedTable *t,
                                  const json_t *body)
{
    const char *token = field_text(body, "to");
    return answer_line(s, c, t, SCONCE_GM, *token ? token : NULL, body);
}

/* The faces of a die, by the player of one of those who roll it. */
static enum MHD_Result answer_roll(Server *s, struct MHD_Connection *c, ServedTable *t,
                                   const json_t *body)
{
    json_auto_t *view = parse_json(served_table_view(t, SCONCE_PLAYERS));
    const json_t *awaits = json_object_get(view, "awaits"), *name;
    bool is_theirs = false;
    size_t i;
    if (t->watched) return http_refuse(c, 403, "This screen only shows the table.");
    json_array_foreach (json_object_get(awaits, "who"), i, name)
        is_theirs = is_theirs || strcmp(name_of(name), field_text(body, "who")) == 0;
    if (awaits && !is_theirs) return http_refuse(c, 403, "Somebody else rolls this die.");
    return answer_line(s, c, t, SCONCE_PLAYERS, field_text(body, "to"), body);
}

static enum MHD_Result answer_complete(Server *s, struct MHD_Connection *c, ServedTable *t,
                                       const json_t *body)
{
    (void)s;
    return http_json(c, 200, sconce_complete(t->table, field_text(body, "before")));
}

static enum MHD_Result answer_since(Server *s, struct MHD_Connection *c, ServedTable *t,
                                    const json_t *body)
{
    (void)s;
    return http_json(c, 200, sconce_since(t->table, field_int(body, "seq", 0), SCONCE_GM, NULL));
}

/* What is posted, and by whom. */
static const struct {
    const char *path;
    SconceWho who;
    enum MHD_Result (*answer)(Server *s, struct MHD_Connection *c, ServedTable *t,
                              const json_t *body);
} posts[] = {
    {"/api/say", SCONCE_GM, answer_say},
    {"/api/complete", SCONCE_GM, answer_complete},
    {"/api/since", SCONCE_GM, answer_since},
    {"/api/roll", SCONCE_PLAYERS, answer_roll},
};

static enum MHD_Result answer_post(Server *s, struct MHD_Connection *c, const char *path,
                                   const Upload *u)
{
    if (u->too_long) return http_refuse(c, 413, "That is too long.");
    json_auto_t *body = json_loadb(u->body, u->n, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(body)) return http_refuse(c, 400, "A JSON object is needed.");
    if (strcmp(path, "/api/join") == 0) return answer_join(s, c, body);
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++) {
        if (strcmp(path, posts[i].path) != 0) continue;
        ServedTable *t = table_of(s, c, posts[i].who);
        if (!t) return http_refuse(c, 401, "Join the table first.");
        if (!served_table_has_time(t, posts[i].who, now_s()))
            return http_refuse(c, 429, "Too many at once.");
        return posts[i].answer(s, c, t, body);
    }
    return http_refuse(c, 404, "There is nothing here.");
}

/* --- pages ------------------------------------------------------------------------------------ */

static const char *type_of(const char *name)
{
    const char *end = strrchr(name, '.');
    if (strcmp(end, ".css") == 0) return "text/css; charset=utf-8";
    return strcmp(end, ".js") == 0 ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8";
}

static enum MHD_Result answer_page(struct MHD_Connection *c, const char *path)
{
    const char *name = strcmp(path, "/") == 0     ? "players.html"
                       : strcmp(path, "/gm") == 0 ? "gm.html"
                                                  : path + 1;
    for (const Page *p = pages; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return http_answer(c, 200, type_of(name),
                               MHD_create_response_from_buffer(p->n, (void *)(size_t)p->bytes,
                                                               MHD_RESPMEM_PERSISTENT));
    return http_refuse(c, 404, "There is nothing here.");
}

static enum MHD_Result answer_events(Server *s, struct MHD_Connection *c)
{
    const char *as = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "as");
    SconceWho who = as && strcmp(as, "gm") == 0 ? SCONCE_GM : SCONCE_PLAYERS;
    ServedTable *t = table_of(s, c, who);
    if (!t) return http_refuse(c, 401, "Join the table first.");
    struct MHD_Response *r = events_listen(&s->listeners, c, t, who);
    return r ? http_answer(c, 200, "text/event-stream", r)
             : http_refuse(c, 503, "Too many pages listen.");
}

/* --- a request -----------------------------------------------------------------------------------
 */

static enum MHD_Result answer(Server *s, struct MHD_Connection *c, const char *path, bool posts_it,
                              const Upload *u)
{
    if (!http_is_ours(c, &s->names, posts_it))
        return http_refuse(c, 403, "This server has another name, or the request is a stranger's.");
    if (posts_it) return answer_post(s, c, path, u);
    return strcmp(path, "/api/events") == 0 ? answer_events(s, c) : answer_page(c, path);
}

static enum MHD_Result on_request(void *data, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *bytes,
                                  size_t *n, void **own)
{
    Upload *u = *own;
    bool posts_it = strcmp(method, "POST") == 0;
    (void)version;
    if (!u) {
        *own = calloc(1, sizeof *u);
        return *own ? MHD_YES : MHD_NO;
    }
    if (*n > 0) {
        u->too_long = u->too_long || *n > BODY_MAX - u->n;
        if (!u->too_long) {
            memcpy(u->body + u->n, bytes, *n);
            u->n += *n;
        }
        *n = 0;
        return MHD_YES;
    }
    if (!posts_it && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return http_refuse(c, 405, "GET and POST are answered.");
    return answer(data, c, path, posts_it, u);
}

static void on_end(void *data, struct MHD_Connection *c, void **own,
                   enum MHD_RequestTerminationCode why)
{
    (void)data, (void)c, (void)why;
    free(*own);
    *own = NULL;
}

/* --- listening
 * -------------------------------------------------------------------------------------- */

/* Adds the addresses of this machine as names. */
static void add_addresses(HostNames *names, int port)
{
    struct ifaddrs *all = NULL;
    char text[INET_ADDRSTRLEN];
    if (getifaddrs(&all) != 0) return;
    for (const struct ifaddrs *a = all; a; a = a->ifa_next) {
        struct sockaddr_in in;
        if (!a->ifa_addr || a->ifa_addr->sa_family != AF_INET) continue;
        memcpy(&in, a->ifa_addr, sizeof in);
        if (inet_ntop(AF_INET, &in.sin_addr, text, sizeof text)) host_names_add(names, text, port);
    }
    freeifaddrs(all);
}

void server_host(const ServerOptions *options, char host[64])
{
    HostNames all = {0};
    if (strcmp(options->address, "0.0.0.0") == 0) add_addresses(&all, 0);
    host_names_add(&all, options->address, 0);
    size_t i = 0;
    while (i + 1 < all.n && strncmp(all.at[i], "127.", 4) == 0) i++;
    snprintf(host, 64, "%s", options->hosts > 0 ? options->host[0] : all.at[i]);
    host_names_free(&all);
}

static void name_server(Server *s)
{
    const ServerOptions *o = s->options;
    host_names_add(&s->names, "localhost", s->port);
    host_names_add(&s->names, "127.0.0.1", s->port);
    if (strcmp(o->address, "0.0.0.0") == 0)
        add_addresses(&s->names, s->port);
    else
        host_names_add(&s->names, o->address, s->port);
    for (size_t i = 0; i < o->hosts; i++) {
        host_names_add(&s->names, o->host[i], 0);
        host_names_add(&s->names, o->host[i], s->port);
    }
}

/* Lets the process have as many open files as it may. */
static void raise_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

Server *server_open(const ServerOptions *options, char error[200])
{
    Server *s = must_have(calloc(1, sizeof *s));
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)options->port)};
    s->options = options;
    raise_files();
    if (inet_pton(AF_INET, options->address, &at.sin_addr) == 1)
        s->daemon = MHD_start_daemon(
            MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, s,
            MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&at, MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL,
            MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT,
            (unsigned)SILENCE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_END);
    if (!s->daemon) {
        snprintf(error, 200, "cannot listen on %s, port %d: is the port taken?", options->address,
                 options->port);
        server_close(s);
        return NULL;
    }
    s->port = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
    name_server(s);
    return s;
}

int server_port(const Server *s)
{
    return s->port;
}

/* --- the loop
 * ---------------------------------------------------------------------------------------- */

/* Looks at all tables.  Returns in how many milliseconds to look again. */
static int64_t look_at_tables(Server *s)
{
    int64_t wait = 1000;
    for (size_t i = 0; i < s->options->n; i++) {
        ServedTable *t = &s->options->table[i];
        if (served_table_look(t)) events_send(&s->listeners, t);
        int64_t its = served_table_wait_ms(t);
        if (its < wait) wait = its;
    }
    return wait;
}

void server_run(Server *s, const volatile sig_atomic_t *stop)
{
    int fd = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    int64_t beat = now_s() + BEAT_S;
    while (!*stop) {
        MHD_UNSIGNED_LONG_LONG soon;
        int64_t wait = look_at_tables(s);
        if (now_s() >= beat) {
            events_beat(&s->listeners);
            beat = now_s() + BEAT_S;
        }
        if (MHD_get_timeout(s->daemon, &soon) == MHD_YES && (int64_t)soon < wait)
            wait = (int64_t)soon;
        poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, (int)wait);
        MHD_run(s->daemon);
        if (s->listeners.woken) { /* resumed connections are ready only in the next run */
            s->listeners.woken = false;
            MHD_run(s->daemon);
        }
    }
}

void server_close(Server *s)
{
    if (!s) return;
    if (s->daemon) {
        events_beat(&s->listeners); /* a suspended connection cannot be closed */
        MHD_stop_daemon(s->daemon);
    }
    host_names_free(&s->names);
    free(s);
}
