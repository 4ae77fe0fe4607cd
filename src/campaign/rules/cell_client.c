/* A cell that fails in any way is killed; the next request starts a new one within milliseconds.
 * So a cell that runs is always idle, or at the request that was sent last.
 *
 * Rules may have taken over the cell.  So everything that it sends or writes into the shared page
 * is checked before use. */
#include "campaign/rules/cell_client.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/spawn.h"
#include "core/tree.h"
#include "sconce.h"

/* The cell itself stops rules, after an amount of work that takes TIMEOUT_MS on an idle machine.  A
 * line of real rules takes a few ms; people wait two seconds for a line, once.  A cell without an
 * answer is killed after KILL_FACTOR times as long, two minutes: a busy machine may need them. */
enum { TIMEOUT_MS = 2000, KILL_FACTOR = 60 };
/* How long a cell has to send its results so far, when the caller stops a request with progress. */
enum { STOP_MS = 2000 };

struct CellClient {
    Chain *chain;
    char *path;
    int timeout_ms;         /* that one command may take */
    int memory_mb;          /* that each process may take; 0: the default */
    const atomic_int *stop; /* the caller's, nonzero to stop a request; may be NULL */
    bool reports;           /* the request reports progress; a stop only shortens its deadline */
    int64_t stopped_ms;     /* time (wire_now_ms) at which such a request was stopped; 0: not yet */
    int64_t deadline_ms;    /* of the request, a time of wire_now_ms */
    int64_t allowed_ms;     /* that the request was given at first */
    CellProcess cell;
    bool ready;             /* the running cell has loaded the chain */
    bool unfiltered;        /* no filter of system calls: the cell said so as it started */
    bool killed_by_others;  /* somebody else killed the cell during the last request */
    Tree *loaded;           /* the reply to op="load" */
    Tree *whole;            /* the reply to op="book", once that was asked for; else NULL */
    char tried[TRYING_MAX]; /* a copy of `trying` in the shared page, which goes with the cell */
};

CellClient *cell_client_new(const char *cell, int timeout_ms, int memory_mb, const atomic_int *stop,
                            Chain *chain)
{
    CellClient *client = calloc(1, sizeof *client);
    const char *text = getenv("SCONCE_PATIENCE");
    long seconds = text ? strtol(text, NULL, 10) : 0;
    if (client) client->path = strdup(cell);
    if (!client || !client->path) {
        free(client);
        chain_free(chain);
        return NULL;
    }
    client->chain = chain;
    client->timeout_ms = timeout_ms > 0                          ? timeout_ms
                         : seconds > 0 && seconds <= TIMEOUT_MAX ? (int)seconds * 1000
                                                                 : TIMEOUT_MS;
    client->memory_mb = memory_mb;
    client->stop = stop;
    client->cell = NO_CELL;
    return client;
}

CellClient *cell_client_copy(const CellClient *client)
{
    Chain *c = chain_copy(client->chain);
    return c ? cell_client_new(client->path, client->timeout_ms, client->memory_mb, client->stop, c)
             : NULL;
}

void cell_client_free(CellClient *client)
{
    if (!client) return;
    cell_close(&client->cell);
    chain_free(client->chain);
    tree_free(client->loaded);
    tree_free(client->whole);
    free(client->path);
    free(client);
}

Chain *cell_client_chain(const CellClient *client)
{
    return client->chain;
}

int64_t cell_client_timeout(const CellClient *client, int64_t times)
{
    enum { TIMES_MAX = 1000000 }; /* so that the product, and KILL_FACTOR times it, fit */
    return client->timeout_ms * (times < TIMES_MAX ? times : TIMES_MAX);
}

Chain *cell_client_release_chain(CellClient *client)
{
    Chain *c = client->chain;
    client->chain = NULL;
    return c;
}

bool cell_client_is_unfiltered(const CellClient *client)
{
    return client->unfiltered;
}

const Value *cell_client_book(const CellClient *client)
{
    return value_get(tree_root(client->loaded), "book");
}

const Value *cell_client_problems(const CellClient *client)
{
    return value_list(tree_root(client->loaded), "problems");
}

/* --- why and where a request failed ------------------------------------------------------ */

/* Sets the file and line of *err from the shared page, which gives the file's short name.  The name
 * is used only if it is a file of the chain or party.lua, which belongs to no chain. */
void cell_client_set_place(const CellClient *client, Err *err)
{
    const SharedPage *page = client->cell.page;
    const Chain *c = client->chain;
    if (page && c) {
        char name[sizeof page->file]; /* a copy: the cell may still write to the page */
        memcpy(name, page->file, sizeof name);
        name[sizeof name - 1] = '\0';
        if (strcmp(name, "party.lua") == 0 || chain_file(c, name)) {
            snprintf(err->file, sizeof err->file, "%s", chain_path(c, name));
            err->line = page->line > 0 ? page->line : 0;
        }
    }
    chain_set_default_place(c, err);
}

/* Megabytes that the last process was allowed; 0: unknown. */
static int memory_allowed_mb(const CellClient *client)
{
    return client->cell.page ? client->cell.page->memory : 0;
}

/* Sets the error for how a cell or its worker ended.  memory_mb: its limit; 0: unknown. */
static void set_end_error(CellEnd end, int memory_mb, Err *err)
{
    int sig = end.signal, status = end.status;
    if (sig == SIGXCPU)
        err_set(err, "the rules did not come to an end");
    else if (sig == SIGSYS)
        err_set(err, "the rules tried to leave their room, and were stopped");
    else if (status == CELL_STUCK)
        err_set(err, "the rules did not come to an end in time; does a pattern, a long text or a "
                     "long expression take forever?");
    else if (status == CELL_NO_WORKER)
        err_set(
            err,
            "the machine has no room for another process just now: nothing was done; try again");
    else if (status == CELL_ENDLESS)
        err_set(err, "rules call each other without end");
    else if (sig == SIGKILL) /* the kernel killed a worker for want of memory */
        err_set(err, "the system stopped the rules; does the machine lack memory?");
    else if (status == CELL_NO_MEMORY)
        wire_no_memory(err, memory_mb);
    else if (status == CELL_LONG)
        err_set(err, "the rules gave more at once than can be told or kept (%d MB at most)",
                WIRE_MAX >> 20);
    else if (sig != 0)
        err_set(err, "the rules crashed the interpreter (%s)", strsignal(sig));
    else
        err_set(err, "the interpreter of the rules ended (status %d), and nothing was done",
                status);
}

/* Returns the reply; or, if it says that the worker died, frees it, and sets *err and its place. */
static Tree *check_worker(const CellClient *client, Tree *tree, Err *err)
{
    const Value *reply = tree_root(tree);
    if (!value_is(reply, "outcome", "died")) return tree;
    int64_t sig = value_int(reply, "signal", 0), status = value_int(reply, "status", 0);
    bool late = client->cell.page && client->cell.page->late;
    if (late || status == CELL_STUCK) { /* it took too long */
        sig = 0;
        status = CELL_STUCK;
    }
    bool is_signal = sig > 0 && sig <= 64; /* Linux has no others: the cell may lie */
    CellEnd end = {.signal = is_signal ? (int)sig : 0, .status = (int)(status & 0xff)};
    set_end_error(end, memory_allowed_mb(client), err);
    if (status == CELL_NO_WORKER)
        err->kind = ERR_ROOM;
    else
        cell_client_set_place(client, err);
    tree_free(tree);
    return NULL;
}

/* Copies the lines that a dry run was trying from the shared page, which goes with the cell. */
static void save_tried_lines(CellClient *client)
{
    if (!client->cell.page) return;
    memcpy(client->tried, client->cell.page->trying, sizeof client->tried);
    client->tried[sizeof client->tried - 1] = '\0';
    if (!text_is_utf8(client->tried, strlen(client->tried))) client->tried[0] = '\0';
}

const char *cell_client_last_tried(CellClient *client)
{
    save_tried_lines(client);
    return client->tried;
}

/* Sets the error of a cell that did not reply within so many milliseconds. */
static void set_timeout_error(int64_t ms, Err *err)
{
    if (ms % 1000 == 0)
        err_set(err, "the rules did not answer within %d second%s", (int)(ms / 1000),
                ms == 1000 ? "" : "s");
    else
        err_set(err, "the rules did not answer within %d ms", (int)ms);
}

/* --- request and reply ------------------------------------------------------------------- */

/* For requests that may take as long as one line: `times` of cell_client_timeout. */
enum { ONE_LINE = 1 };

/* Gives the next message as long as this many lines may take. */
static void set_deadline(CellClient *client, int64_t times)
{
    client->allowed_ms = KILL_FACTOR * cell_client_timeout(client, times);
    client->deadline_ms = wire_now_ms() + client->allowed_ms;
}

/* Kills the cell and keeps what it tried last; the next request starts a new one. */
static CellEnd kill_cell(CellClient *client)
{
    save_tried_lines(client);
    client->ready = false;
    return cell_kill(&client->cell);
}

void cell_client_rest(CellClient *client)
{
    if (client->ready) kill_cell(client);
}

/* Kills the cell after a failed request, and sets *err to the reason: from `state`, how sending or
 * receiving went, or from how the cell ended.  nonsense: of WIRE_BAD, what was wrong with its
 * reply, or "".  Returns NULL. */
static Tree *fail_request(CellClient *client, WireState state, const char *nonsense, Err *err)
{
    Err where = {0};
    bool stopped = state == WIRE_LATE && client->stop && *client->stop;
    /* Read before the cell is killed: the shared page goes with it. */
    bool stuck = client->cell.page->late;
    int memory = memory_allowed_mb(client);
    if (!stopped) cell_client_set_place(client, &where);
    CellEnd end = kill_cell(client);
    client->killed_by_others = false;
    if (stopped)
        err_set(err, "stopped");
    else if (state == WIRE_LATE)
        set_timeout_error(client->allowed_ms, err);
    else if (state == WIRE_LONG)
        set_end_error((CellEnd){.status = CELL_LONG}, memory, err);
    else if (state == WIRE_BAD)
        err_set(err, "the rules answered with nonsense%s%s", *nonsense ? ": " : "", nonsense);
    else if (stuck)
        set_end_error((CellEnd){.status = CELL_STUCK}, memory, err);
    else if (end.known && end.signal != SIGKILL)
        set_end_error(end, memory, err);
    else {
        /* The cell was killed by SIGKILL, or in a way that is not known.  The rules are not to
         * blame: they may not send signals, and their own failures end in the ways above. */
        client->killed_by_others = true;
        err_set(err, "the interpreter of the rules broke off");
    }
    memcpy(err->file, where.file, sizeof err->file);
    err->line = where.line;
    return NULL;
}

/* Waits until the cell of a request with progress sends something, or the deadline has passed.  A
 * stop brings the deadline nearer, so that the cell has time to send its results. */
static void wait_for_reply(CellClient *client)
{
    enum { LOOK_MS = 50 }; /* nobody feels it after Ctrl-C */
    struct pollfd p = {.fd = client->cell.socket, .events = POLLIN};
    for (;;) {
        int64_t now = wire_now_ms();
        if (!client->stopped_ms && *client->stop) client->stopped_ms = now;
        if (client->stopped_ms && client->deadline_ms > client->stopped_ms + STOP_MS)
            client->deadline_ms = client->stopped_ms + STOP_MS;
        if (now >= client->deadline_ms || poll(&p, 1, LOOK_MS) > 0) return;
    }
}

/* Sends a message and receives the cell's next one, a map, in time; or kills the cell. */
static Tree *exchange(CellClient *client, const Text *request, Err *err)
{
    ScopedText reply = {0};
    if (request->failed) {
        kill_cell(client); /* it may wait for this message, as for the text of a file */
        err_set(err, "out of memory");
        return NULL;
    }
    SharedPage *page = client->cell.page; /* what it says shall be of this request only */
    page->line = page->late = 0;
    page->file[0] = '\0';
    page->trying[0] = '\0';
    /* A request that reports is not broken off: wait_for_reply looks at the stop. */
    const atomic_int *stop = client->reports ? NULL : client->stop;
    WireState state =
        wire_send(client->cell.socket, request->s, request->n, client->deadline_ms, stop);
    if (state == WIRE_OK && client->reports && client->stop) wait_for_reply(client);
    if (state == WIRE_OK)
        state = wire_receive(client->cell.socket, &reply, client->deadline_ms, stop);
    if (state != WIRE_OK) return fail_request(client, state, "", err);
    Err nonsense = {0};
    Tree *tree = tree_of(&reply, &nonsense);
    if (tree && tree_root(tree)->kind == TOKEN_MAP) return tree;
    tree_free(tree);
    return fail_request(client, WIRE_BAD, nonsense.text, err);
}

/* --- starting and loading ---------------------------------------------------------------- */

/* Starts a cell, and refuses one of another build: it could play the same rules differently. */
static bool start_cell(CellClient *client, Err *err)
{
    if (!cell_start(&client->cell, client->path, client->memory_mb, err)) return false;
    ScopedText request = {0};
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "hello");
    map_end(&f, &request);
    set_deadline(client, ONE_LINE);
    ScopedTree *reply = exchange(client, &request, err);
    if (!reply) return false;
    const char *version = value_text(tree_root(reply), "version", "unknown");
    int64_t wire = value_int(tree_root(reply), "wire", 0);
    client->unfiltered = value_is(tree_root(reply), "filter", "missing");
    bool same = wire == WIRE_VERSION && strcmp(version, SCONCE_VERSION) == 0;
    if (!same) {
        err_set(err,
                "%s belongs to another build of Sconce: it has version %.40s, wire %d, and this "
                "program has version %s, wire %d; install both together, or set SCONCE_CELL",
                client->path, version, (int)wire, SCONCE_VERSION, WIRE_VERSION);
        kill_cell(client);
    }
    return same;
}

/* Writes the request that loads the chain, with the texts of its heads. */
static void write_load_request(const CellClient *client, Text *out)
{
    const Chain *c = client->chain;
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "load");
    put_int(map_field(&f, "timeout"), cell_client_timeout(client, ONE_LINE));
    if (chain_heads_are_parts(c)) put_bool(map_field(&f, "parts"), true);
    if (c->overlay) put_bool(map_field(&f, "draft"), true);
    Text *files = map_field(&f, "files");
    put_list(files, c->heads);
    for (size_t i = 0; i < c->heads; i++)
        put_rule_file(files, c->file[i].name, c->file[i].text, c->file[i].n);
    map_end(&f, out);
}

/* Answers the cell's reply that asks for a file (need), which another file extends or includes:
 * writes a request with the file's text, or with an error. */
static void write_file_request(CellClient *client, const Value *need, Text *out)
{
    Err err = {0};
    const char *name = value_text(need, "need", ""), *from = value_text(need, "file", "");
    RulesKind kind = value_bool(need, "part", false) ? RULES_PART : RULES_RULESET;
    const RuleFile *file = chain_read(client->chain, kind, name, from, &err);
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "file");
    if (file) {
        put_text(map_field(&f, "name"), file->name);
        put_textn(map_field(&f, "text"), file->text, file->n);
    } else {
        put_text(map_field(&f, "error"), err.text);
    }
    map_end(&f, out);
}

/* Sends the chain, and then each file that the cell asks for.  Returns the reply to op="load". */
static Tree *send_chain(CellClient *client, Err *err)
{
    ScopedText request = {0};
    set_deadline(client, ONE_LINE);
    write_load_request(client, &request);
    /* A cell asks a few times at most for a file; one that rules took over, for ever. */
    for (int i = 0; i < 4 * CHAIN_FILES_MAX; i++) {
        Tree *reply = exchange(client, &request, err);
        if (!reply || !value_get(tree_root(reply), "need")) return reply;
        text_clear(&request);
        write_file_request(client, tree_root(reply), &request);
        tree_free(reply);
    }
    err_set(err, "a chain has at most %d files, and these rules ask for more", CHAIN_FILES_MAX);
    kill_cell(client);
    return NULL;
}

/* Sets *err to the first problem that is an error.  Returns false. */
static bool set_first_problem(const CellClient *client, Err *err)
{
    const Value *first = NULL;
    value_each (problem, cell_client_problems(client))
        if (!first && strcmp(value_text(problem, "grade", "error"), "error") == 0) first = problem;
    if (!first) first = value_get(tree_root(client->loaded), "error");
    err_set(err, "%s", value_text(first, "text", "the rules do not load"));
    chain_set_place(client->chain, first, err);
    return false;
}

/* Starts a cell if none runs, and loads the chain there.  Returns the reply, also when the rules
 * have mistakes: then client->ready stays false. */
static Tree *load_cell(CellClient *client, Err *err)
{
    if (client->cell.socket < 0 && !start_cell(client, err)) return NULL;
    Tree *reply = send_chain(client, err);
    if (!reply) return NULL;
    client->ready = value_bool(tree_root(reply), "loaded", false);
    return reply;
}

bool cell_client_load(CellClient *client, Err *err)
{
    Tree *reply = load_cell(client, err);
    if (!reply) return false;
    tree_free(client->loaded);
    tree_free(client->whole);
    client->loaded = reply;
    client->whole = NULL;
    if (!client->ready) return set_first_problem(client, err);
    client->chain->sealed = true;
    const Value *book = cell_client_book(client);
    if (!book || book->kind != TOKEN_MAP) {
        kill_cell(client);
        return err_set(err, "the rules sent no book");
    }
    return true;
}

/* True if a cell runs and waits for a request. */
static bool is_idle(const CellClient *client)
{
    struct pollfd p = {.fd = client->cell.socket, .events = POLLIN};
    bool sent_or_died = poll(&p, 1, 0) != 0; /* the socket of a dead cell can be read, too */
    return client->cell.socket >= 0 && !sent_or_died;
}

/* Makes sure that a cell runs and has loaded the chain, if there is one. */
static bool ensure_loaded(CellClient *client, Err *err)
{
    if (!is_idle(client)) kill_cell(client);
    if (!client->chain) return client->cell.socket >= 0 || start_cell(client, err);
    if (client->ready) return true;
    ScopedTree *reply = load_cell(client, err);
    if (reply && !client->ready) return err_set(err, "the rules loaded once, and now they do not");
    return reply != NULL;
}

/* Sends a request to a cell that has loaded the chain, and returns its first message.  If somebody
 * else killed the cell before it replied, the rules are not to blame, and the request is sent once
 * more, to a new cell.  That is safe, since a request changes nothing in the cell, and only
 * position_commit writes the journal. */
static Tree *ask_loaded_cell(CellClient *client, const Text *request, int64_t times, Err *err)
{
    Tree *reply = NULL;
    for (int attempt = 0; attempt < 2 && !reply && ensure_loaded(client, err); attempt++) {
        set_deadline(client, times);
        client->killed_by_others = false;
        reply = exchange(client, request, err);
        if (!client->killed_by_others) break;
    }
    return reply;
}

Tree *cell_client_ask(CellClient *client, const Text *request, int64_t times, Err *err)
{
    return check_worker(client, ask_loaded_cell(client, request, times, err), err);
}

const Value *cell_client_whole_book(CellClient *client, Err *err)
{
    ScopedText request = {0};
    MapWriter f = {0};
    if (!cell_client_book(client)) return NULL;
    put_text(map_field(&f, "op"), "book");
    put_int(map_field(&f, "timeout"), cell_client_timeout(client, ONE_LINE));
    map_end(&f, &request);
    if (!client->whole) client->whole = cell_client_ask(client, &request, ONE_LINE, err);
    const Value *book = value_get(tree_root(client->whole), "book");
    if (client->whole && (!book || book->kind != TOKEN_MAP)) err_set(err, "the rules sent no book");
    return book;
}

Tree *cell_client_look(CellClient *client, const Text *request, Err *err)
{
    if (!is_idle(client)) {
        err_set(err, "the rules were not read to their end");
        return NULL;
    }
    set_deadline(client, ONE_LINE);
    return check_worker(client, exchange(client, request, err), err);
}

/* Gives the news that the cell sent to progress(), and tells the cell to go on, or to send its
 * results; *go says which.  Frees the message, and returns what the cell sends next. */
static Tree *answer_news(CellClient *client, Tree *message, int64_t times, CellProgress *progress,
                         void *data, bool *go, Err *err)
{
    ScopedText answer = {0};
    MapWriter f = {0};
    bool wants_more = progress(value_get(tree_root(message), "news"), &f, data);
    bool stopped = client->stop && *client->stop;
    *go = wants_more && !stopped;
    put_text(map_field(&f, "op"), *go ? "go" : "stop");
    tree_free(message);
    map_end(&f, &answer);
    set_deadline(client, *go ? times : ONE_LINE);
    return exchange(client, &answer, err);
}

Tree *cell_client_follow(CellClient *client, const Text *request, int64_t times,
                         CellProgress *progress, void *data, Err *err)
{
    if (!ensure_loaded(client, err)) return NULL;
    client->reports = true;
    client->stopped_ms = 0;
    Tree *tree = ask_loaded_cell(client, request, times, err);
    bool go = true;
    while (go && tree && value_get(tree_root(tree), "news"))
        tree = answer_news(client, tree, times, progress, data, &go, err);
    if (tree && value_get(tree_root(tree), "news")) {
        tree_free(tree);
        tree = fail_request(client, WIRE_BAD, "told to stop, they went on", err);
    }
    client->reports = false;
    return check_worker(client, tree, err);
}
