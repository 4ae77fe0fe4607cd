/* One thread speaks with all browsers.  It never waits for a table: requests go to the table's own
 * thread, and their connections are suspended until it has answered. */
#include "cli/web/server.h"
#include "cli/term/json_fields.h"
#include "cli/term/progress.h"
#include "cli/web/events.h"
#include "cli/web/http.h"
#include "cli/web/pages.h"
#include "cli/web/served_table.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <qrencode.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BODY_MAX = 16384, /* bytes: a line (4,000) and its escapes in JSON */
    /* A page listens on one connection, and its browser keeps one or two more for what it fetches:
     * 1,000 pages need 3,000.  20,000 take 320 MB at most, CONNECTION_BYTES each. */
    CONNECTIONS_MAX = 20000,
    FROM_ONE_MAX = 500, /* connections from one address: 100 phones behind one router need 300 */
    CONNECTION_BYTES = 16384, /* of memory for each, where a request's headers must fit */
    BACKLOG = 1024,           /* pages that come back at once after a restart */
    SILENCE_S = 30, /* a connection that sends and takes nothing for so long is closed: any few
                     * beats would do */
    BEAT_S = 15,    /* between signs of life to a page: half of SILENCE_S */
    /* Wrong keys and codes of one address, in TRIES_S seconds.  Whoever mistypes now and then never
     * meets the limit.  No more addresses than GUESSERS_MAX may be wrong in that time, so that all
     * together try 150 a second, and find one of the 32^8 codes in 116 years on the average.  A
     * browser that has joined needs no code. */
    TRIES_MAX = 30,
    TRIES_S = 10,
    GUESSERS_MAX = 50,
    ADDRESS_BYTES = 46,     /* an IPv6 address as text, as a proxy may send it */
    REQUESTS_A_SECOND = 60, /* to a table */
    WAITING_MAX = 200       /* requests that wait for a table: three seconds of them */
};

/* An address that sent a wrong key or code. */
typedef struct {
    char address[ADDRESS_BYTES];
    int64_t since; /* when the tries were first counted */
    int tries;
} Guesser;

struct Server {
    const ServerOptions *options;
    struct MHD_Daemon *daemon;
    HostNames names;
    Listener *listeners;
    TaskQueue answered; /* requests that tables have answered */
    int news;           /* an eventfd: a table has answered, or has changed */
    int port;
    Guesser guesser[GUESSERS_MAX];
};

/* A request: while its body comes in, and until its table has answered. */
typedef struct {
    size_t address_n; /* bytes of its address, as it was sent */
    bool begun;       /* on_request was called for it */
    char *body;       /* of BODY_MAX bytes; NULL: nothing came yet */
    size_t n;
    bool too_long;
    Task *task;
} Upload;

static int64_t now_s(void)
{
    return (int64_t)progress_seconds();
}

/* --- who asks --------------------------------------------------------------------------- */

/* Compares a key, as sent, with the right one, in a time that does not tell how much was right. */
static bool same_key(const char *a, const char *b)
{
    size_t n = strlen(b);
    unsigned char differs = strlen(a) != n;
    /* a shorter key is read over its end as its first letter, and differs by its length */
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
        if (same_key(key, who == SCONCE_GM ? t->keys.gm : t->keys.player)) return t;
    }
    return NULL;
}

/* --- keys and codes ----------------------------------------------------------------------- */

/* Counts a try of this address; answer_join takes it back when the key or code is right.  NULL:
 * within TRIES_S it was wrong too often, or too many others were. */
static Guesser *count_try(Server *s, const char *address)
{
    Guesser *g = NULL;
    int64_t now = now_s();
    for (Guesser *one = s->guesser; one < s->guesser + GUESSERS_MAX; one++) {
        if (now - one->since >= TRIES_S) one->tries = 0;
        bool same = one->tries > 0 && strcmp(one->address, address) == 0;
        if (same || (!g && one->tries == 0)) g = one;
        if (same) break;
    }
    if (!g || g->tries == TRIES_MAX) return NULL;
    if (g->tries++ == 0) {
        g->since = now;
        snprintf(g->address, sizeof g->address, "%s", address);
    }
    return g;
}

/* Exchanges the game master's key, or the players' code, for a cookie.  The key is too long to be
 * guessed, so it is accepted even after too many wrong tries; a code is not. */
static enum MHD_Result answer_join(Server *s, struct MHD_Connection *c, const json_t *body)
{
    const char *key = field_text(body, "key"), *code = field_text(body, "code");
    char address[ADDRESS_BYTES];
    http_address(c, address, sizeof address);
    Guesser *guesser = count_try(s, address);
    for (size_t i = 0; i < s->options->n; i++) {
        ServedTable *t = &s->options->table[i];
        if (*key && same_key(key, t->keys.gm)) {
            if (guesser) guesser->tries--;
            return http_cookie(c, "sconce_gm", t->keys.gm);
        }
        if (guesser && *code && same_key(code, t->keys.code)) {
            guesser->tries--;
            return http_cookie(c, "sconce_player", t->keys.player);
        }
    }
    if (!guesser) return http_refuse(c, 429, "Too many wrong codes; try again in a moment.");
    return http_refuse(c, 403, *key ? "This key opens no table." : "This code opens no table.");
}

/* --- what is posted --------------------------------------------------------------------------- */

/* True unless too many ask the table, or wait for it; players and the game master count apart. */
static bool may_be_asked(ServedTable *t, SconceWho who)
{
    int64_t now = now_s();
    if (t->second != now) memset(t->taken, 0, sizeof t->taken);
    t->second = now;
    return t->waiting[who] < WAITING_MAX && t->taken[who]++ < REQUESTS_A_SECOND;
}

/* Gives a request to the thread of its table, and lets the browser wait. */
static enum MHD_Result ask_table(struct MHD_Connection *c, ServedTable *t, const Request *request,
                                 Upload *u, json_t *body)
{
    u->task = task_new(request->run, body, c);
    u->task->waiting = &t->waiting[request->who];
    ++*u->task->waiting;
    MHD_suspend_connection(c);
    task_queue_add(&t->asked, u->task);
    return MHD_YES;
}

/* Answers a request to a table, or lets it wait until the table has.  Takes the body over. */
static enum MHD_Result answer_request(Server *s, struct MHD_Connection *c, const Request *request,
                                      Upload *u, json_t *body)
{
    ServedTable *t = table_of(s, c, request->who);
    bool asked = t && request->run && may_be_asked(t, request->who);
    if (asked) return ask_table(c, t, request, u, body);
    json_decref(body);
    if (!t) return http_refuse(c, 401, "Join the table first.");
    if (request->run) return http_refuse(c, 429, "Too many at once.");
    sconce_stop(t->table); /* /api/stop: this may be called while the table is used */
    return http_json(c, 200, "{\"ok\":true}");
}

/* Answers a POST: a request to a table, or the exchange of a key for a cookie. */
static enum MHD_Result answer_post(Server *s, struct MHD_Connection *c, const char *path, Upload *u)
{
    const Request *request = request_find(path);
    if (u->too_long) return http_refuse(c, 413, "That is too long.");
    json_t *body = json_loadb(u->body ? u->body : "", u->n, JSON_REJECT_DUPLICATES, NULL);
    if (request && json_is_object(body)) return answer_request(s, c, request, u, body);
    enum MHD_Result done;
    if (!json_is_object(body))
        done = http_refuse(c, 400, "A JSON object is needed.");
    else if (strcmp(path, "/api/join") == 0)
        done = answer_join(s, c, body);
    else
        done = http_refuse(c, 404, "There is nothing here.");
    json_decref(body);
    return done;
}

/* --- pages ------------------------------------------------------------------------------------ */

/* Answers a GET with one of the pages that are part of the program. */
static enum MHD_Result answer_page(struct MHD_Connection *c, const char *path)
{
    const char *name = strcmp(path, "/") == 0     ? "players.html"
                       : strcmp(path, "/gm") == 0 ? "gm.html"
                                                  : path + 1;
    for (const Page *p = pages; p->name; p++) {
        if (strcmp(p->name, name) != 0) continue;
        const char *end = strrchr(name, '.'),
                   *type = strcmp(end, ".css") == 0  ? "text/css; charset=utf-8"
                           : strcmp(end, ".js") == 0 ? "text/javascript; charset=utf-8"
                                                     : "text/html; charset=utf-8";
        return http_answer(c, 200, type,
                           MHD_create_response_from_buffer(p->n, (void *)(size_t)p->bytes,
                                                           MHD_RESPMEM_PERSISTENT));
    }
    return http_refuse(c, 404, "There is nothing here.");
}

/* Lets a page listen, as the game master or a player, to its table. */
static enum MHD_Result answer_events(Server *s, struct MHD_Connection *c)
{
    const char *as = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "as");
    SconceWho who = as && strcmp(as, "gm") == 0 ? SCONCE_GM : SCONCE_PLAYERS;
    ServedTable *t = table_of(s, c, who);
    if (!t) return http_refuse(c, 401, "Join the table first.");
    struct MHD_Response *r = events_listen(&s->listeners, c, t, who);
    return r ? http_answer(c, 200, "text/event-stream", r)
             : http_refuse(c, 503, "There is no memory for one more page.");
}

/* --- a request -------------------------------------------------------------------------------- */

/* Answers a request whose body is complete.  posts: POST, else GET. */
static enum MHD_Result answer(Server *s, struct MHD_Connection *c, const char *path, bool posts,
                              Upload *u)
{
    /* u->task: this is called for the second time, since the table has answered. */
    if (u->task) return http_json(c, u->task->status, u->task->reply ? u->task->reply : "{}");
    if (!http_is_ours(c, &s->names, posts))
        return http_refuse(c, 403, "This server has another name, or the request is a stranger's.");
    if (posts) return answer_post(s, c, path, u);
    return strcmp(path, "/api/events") == 0 ? answer_events(s, c) : answer_page(c, path);
}

/* Appends a piece of the body; what would exceed BODY_MAX bytes is dropped, and too_long set. */
static void add_bytes(Upload *u, const char *bytes, size_t n)
{
    u->too_long = u->too_long || n > BODY_MAX - u->n;
    if (u->too_long) return;
    if (!u->body) u->body = must_have(malloc(BODY_MAX));
    memcpy(u->body + u->n, bytes, n);
    u->n += n;
}

/* Makes the Upload of a request, as soon as its address has come. */
static void *on_address(void *data, const char *address, struct MHD_Connection *c)
{
    Upload *u = calloc(1, sizeof *u);
    (void)data, (void)c;
    if (u) u->address_n = strlen(address);
    return u;
}

/* Called first with nothing, then with each piece of the body (*n bytes; *n is set to how many are
 * left), then at its end; and once more when a table has answered the request. */
static enum MHD_Result on_request(void *data, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *bytes,
                                  size_t *n, void **own)
{
    Upload *u = *own;
    bool posts = strcmp(method, "POST") == 0;
    if (!u) return MHD_NO;
    if (!u->begun) {
        u->begun = true;
        /* A reply before the body was read closes the connection. */
        return http_is_ambiguous(c, strlen(method) + u->address_n + strlen(version))
                   ? http_refuse(c, 400, "This request can be read in two ways.")
                   : MHD_YES;
    }
    if (*n > 0) {
        add_bytes(u, bytes, *n);
        *n = 0;
        return MHD_YES;
    }
    if (!posts && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return http_refuse(c, 405, "GET and POST are answered.");
    if (*path != '/') return http_refuse(c, 404, "There is nothing here.");
    return answer(data, c, path, posts, u);
}

/* Frees what belongs to a request that is over; MHD calls it. */
static void on_end(void *data, struct MHD_Connection *c, void **own,
                   enum MHD_RequestTerminationCode why)
{
    Upload *u = *own;
    (void)data, (void)c, (void)why;
    if (!u) return;
    task_free(u->task);
    free(u->body);
    free(u);
    *own = NULL;
}

/* --- QR codes in the terminal --- */

enum { MARGIN = 2 }; /* squares around a QR code; the standard's 4 take more of a small terminal */

/* True where the code is dark; around it, it is light. */
static bool is_dark(const QRcode *code, int row, int column)
{
    bool inside = row >= 0 && row < code->width && column >= 0 && column < code->width;
    return inside && (code->data[row * code->width + column] & 1);
}

/* Writes a text as a QR code, two squares to a character, if it fits and this is a terminal. */
static void write_qr(const char *text)
{
    if (!isatty(fileno(stdout))) return;
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    for (int row = -MARGIN; code && row < code->width + MARGIN; row += 2) {
        fputs("  \033[30;107m", stdout);
        for (int column = -MARGIN; column < code->width + MARGIN; column++) {
            bool upper = is_dark(code, row, column), lower = is_dark(code, row + 1, column);
            fputs(upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ", stdout);
        }
        fputs("\033[0m\n", stdout);
    }
    QRcode_free(code);
}

/* --- listening ------------------------------------------------------------------------------- */

/* Finds the address to print: the first --host; else, if the server listens on all addresses, the
 * address of this machine in its network; else the address on which it listens. */
static void find_host(const ServerOptions *options, char host[64])
{
    HostNames all = {0};
    if (strcmp(options->address, "0.0.0.0") == 0) host_names_add_own(&all, 0);
    host_names_add(&all, options->address, 0);
    size_t i = 0;
    while (i + 1 < all.n && strncmp(all.at[i], "127.", 4) == 0)
        i++; /* 127.…: this machine alone gets there */
    snprintf(host, 64, "%s", options->hosts > 0 ? options->host[0] : all.at[i]);
    host_names_free(&all);
}

void server_announce(const Server *s, bool with_code)
{
    char host[64], players[200];
    find_host(s->options, host);
    for (size_t i = 0; i < s->options->n; i++) {
        const ServedTable *t = &s->options->table[i];
        snprintf(players, sizeof players, "http://%s:%d/#%s", host, s->port, t->keys.code);
        clean_printf(stdout, "%s\n", t->name);
        printf("  players      %s  (code %s)\n", players, t->keys.code);
        printf("  game master  http://%s:%d/gm#%s\n", host, s->port, t->keys.gm);
        if (with_code) write_qr(players);
    }
    fflush(stdout);
}

/* Collects the names by which browsers may call this server (http_is_ours). */
static void name_server(Server *s)
{
    const ServerOptions *o = s->options;
    host_names_add(&s->names, "localhost", s->port);
    host_names_add(&s->names, "127.0.0.1", s->port);
    if (strcmp(o->address, "0.0.0.0") == 0)
        host_names_add_own(&s->names, s->port);
    else
        host_names_add(&s->names, o->address, s->port);
    for (size_t i = 0; i < o->hosts; i++) {
        host_names_add(&s->names, o->host[i], 0); /* a proxy is called without a port */
        host_names_add(&s->names, o->host[i], s->port);
    }
}

/* Listens on a port, 0: any that is free.  NULL: it cannot. */
static struct MHD_Daemon *start_daemon(Server *s, int port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, s->options->address, &at.sin_addr) != 1) return NULL;
    /* Where only this machine is answered, all of them may come from one proxy: no limit then. */
    bool is_local = ntohl(at.sin_addr.s_addr) >> 24 == 127;
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, s,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&at, MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, on_address, NULL, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CONNECTIONS_MAX, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        is_local ? 0U : (unsigned)FROM_ONE_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENCE_S,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
        MHD_OPTION_LISTEN_BACKLOG_SIZE, (unsigned)BACKLOG, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, http_unescape, NULL, MHD_OPTION_END);
}

Server *server_open(const ServerOptions *options, char error[200])
{
    if (!microhttpd_load()) {
        snprintf(error, 200, "libmicrohttpd.so.12 is not installed, which serves the pages");
        return NULL;
    }
    Server *s = must_have(calloc(1, sizeof *s));
    struct rlimit files;
    s->options = options;
    s->news = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    task_queue_open(&s->answered);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) /* as many open files as the process may have */
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){files.rlim_max, files.rlim_max});
    s->daemon = start_daemon(s, options->port);
    if (!s->daemon && options->any_port) s->daemon = start_daemon(s, 0);
    bool started = s->daemon && s->news >= 0;
    for (size_t i = 0; started && i < options->n; i++)
        started = served_table_start(&options->table[i], &s->answered, s->news);
    if (!s->daemon)
        snprintf(error, 200, "cannot listen on %s, port %d: is the port taken?", options->address,
                 options->port);
    else if (!started)
        snprintf(error, 200, "too many processes or open files");
    else {
        s->port = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
        name_server(s);
        return s;
    }
    server_close(s);
    return NULL;
}

/* --- the loop --------------------------------------------------------------------------------- */

/* Takes up what the tables' threads have done: answers, and what pages are sent. */
static void hear_tables(Server *s)
{
    eventfd_t rung;
    Task *task;
    eventfd_read(s->news, &rung);
    for (size_t i = 0; i < s->options->n; i++)
        if (served_table_look(&s->options->table[i]))
            events_send(s->listeners, &s->options->table[i]);
    while ((task = task_queue_take(&s->answered, 0))) {
        --*task->waiting;
        MHD_resume_connection(task->asker);
    }
}

/* Waits for browsers, tables, or the time of a beat. */
static void wait_for_work(Server *s, int64_t beat)
{
    int fd = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = s->news, .events = POLLIN}};
    MHD_UNSIGNED_LONG_LONG soon;
    int64_t wait = (beat - now_s()) * 1000;
    if (wait < 0) wait = 0;
    if (MHD_get_timeout(s->daemon, &soon) == MHD_YES && (int64_t)soon < wait) wait = (int64_t)soon;
    poll(fds, 2, (int)wait);
}

void server_run(Server *s, const volatile sig_atomic_t *stop)
{
    int64_t beat = now_s() + BEAT_S;
    while (!*stop) {
        wait_for_work(s, beat);
        hear_tables(s); /* before MHD_run, which goes on with the connections that are resumed */
        if (now_s() >= beat) {
            events_beat(s->listeners);
            beat = now_s() + BEAT_S;
        }
        MHD_run(s->daemon);
    }
}

void server_wake(Server *s)
{
    eventfd_write(s->news, 1);
}

void server_close(Server *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->options->n; i++) served_table_stop(&s->options->table[i]);
    if (s->daemon) {
        /* Both resume connections, since MHD cannot close one that is suspended. */
        hear_tables(s);
        events_beat(s->listeners);
        MHD_stop_daemon(s->daemon);
    }
    task_queue_free(&s->answered);
    if (s->news >= 0) close(s->news);
    host_names_free(&s->names);
    free(s);
}
