/* A cell that fails in any way is killed; the next request starts a new one, in milliseconds.
 *
 * What a cell sends, and what it writes into the shared page, may come from rules that took the
 * process over.  Both are checked before they are used. */
#include "campaign/rules/cell_client.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/rules/spawn.h"
#include "core/value.h"
#include "sconce.h"

/* The cell itself stops rules, by the work they do; on a busy machine that takes longer.
 * LAST_RESORT: after this many timeouts a cell that does not answer is killed. */
enum { TIMEOUT_MS = 2000, LAST_RESORT = 15 };

struct CellClient {
    Chain *chain;
    char *path;
    int timeout_ms;           /* of one command */
    const volatile int *stop; /* the caller's; NULL: nobody stops a request */
    int64_t until, ms;        /* deadline of the request on the monotonic clock, and its length */
    CellProcess cell;
    bool ready;              /* the running cell has loaded the chain */
    bool unfiltered;         /* the cell said so when it was started */
    bool killed;             /* the last request ended with a SIGKILL from outside */
    Tree *loaded;            /* the reply to op="load" */
    char trying[TRYING_MAX]; /* from the shared page, which ends with the cell */
};

/* The default timeout in ms: $SCONCE_PATIENCE seconds, or 2 s. */
static int default_timeout(void)
{
    const char *said = getenv("SCONCE_PATIENCE");
    long n = said ? strtol(said, NULL, 10) : 0;
    return n > 0 && n <= 3600 ? (int)n * 1000 : TIMEOUT_MS;
}

CellClient *cell_client_new(const char *cell, int timeout_ms, const volatile int *stop,
                            Chain *chain)
{
    CellClient *k = calloc(1, sizeof *k);
    if (k) k->path = strdup(cell);
    if (!k || !k->path) {
        free(k);
        chain_free(chain);
        return NULL;
    }
    k->chain = chain;
    k->timeout_ms = timeout_ms > 0 ? timeout_ms : default_timeout();
    k->stop = stop;
    k->cell = (CellProcess){.pidfd = -1, .socket = -1};
    return k;
}

CellClient *cell_client_copy(const CellClient *of)
{
    Chain *c = chain_copy(of->chain);
    return c ? cell_client_new(of->path, of->timeout_ms, of->stop, c) : NULL;
}

void cell_client_free(CellClient *k)
{
    if (!k) return;
    cell_close(&k->cell);
    chain_free(k->chain);
    tree_free(k->loaded);
    free(k->path);
    free(k);
}

Chain *cell_client_chain(const CellClient *k)
{
    return k->chain;
}

int64_t cell_client_timeout(const CellClient *k, int64_t times)
{
    return k->timeout_ms * (times < 1000000 ? times : 1000000);
}

Chain *cell_client_release_chain(CellClient *k)
{
    Chain *c = k->chain;
    k->chain = NULL;
    return c;
}

bool cell_client_unfiltered(const CellClient *k)
{
    return k->unfiltered;
}

const Value *cell_client_book(const CellClient *k)
{
    return k->loaded ? value_get(tree_root(k->loaded), "book") : NULL;
}

const Value *cell_client_problems(const CellClient *k)
{
    return value_list(k->loaded ? tree_root(k->loaded) : NULL, "problems");
}

/* --- where the rules were ---------------------------------------------------------------- */

/* The shared page names a file by its short name; party.lua is read once, and is in no chain. */
void cell_client_set_place(const CellClient *k, Err *err)
{
    const SharedPage *page = k->cell.page;
    char name[sizeof page->file];
    if (page) {
        memcpy(name, page->file, sizeof name);
        name[sizeof name - 1] = '\0';
    }
    if (page && k->chain && (strcmp(name, "party.lua") == 0 || chain_file(k->chain, name))) {
        snprintf(err->file, sizeof err->file, "%s", chain_path(k->chain, name));
        err->line = page->line > 0 ? page->line : 0;
    }
    chain_set_default_place(k->chain, err);
}

/* Megabytes that the last process might take; 0: not known. */
static int memory_of(const CellClient *k)
{
    return k->cell.page ? k->cell.page->memory : 0;
}

/* sig, status: how the process ended; memory: the megabytes that it might take (0: not known). */
static void say_end(int sig, int status, int memory, Err *err)
{
    if (sig == SIGXCPU)
        err_set(err, "the rules did not come to an end");
    else if (sig == SIGSYS)
        err_set(err, "the rules tried to leave their room, and were stopped");
    else if (status == CELL_STUCK)
        err_set(err, "the rules did not come to an end in time; does a pattern, a long text or a "
                     "long expression take for ever?");
    else if (status == CELL_NO_WORKER)
        err_set(
            err,
            "the machine has no room for another process just now: nothing was done; try again");
    else if (status == CELL_ENDLESS)
        err_set(err, "rules call each other without end");
    else if (sig == SIGKILL) /* a worker: the kernel wants its memory */
        err_set(err, "the system stopped the rules; does the machine lack memory?");
    else if (status == CELL_NO_MEMORY)
        wire_no_memory(err, memory);
    else if (status == CELL_LONG)
        err_set(err, "the rules gave more at once than can be told or kept (%d MB at most)",
                WIRE_MAX >> 20);
    else if (sig != 0)
        err_set(err, "the rules crashed the interpreter (%s)", strsignal(sig));
    else
        err_set(err, "the interpreter of the rules ended (status %d), and nothing was done",
                status);
}

/* Did the worker die because one play of many took too long?  Then nth= of the reply says which. */
static bool timed_out(const CellClient *k, const Value *reply)
{
    return (k->cell.page && k->cell.page->late) || value_int(reply, "status", 0) == CELL_STUCK;
}

/* Returns a reply, unless its outcome is "died": then NULL, with the way the worker ended, and
 * where. */
static Tree *unless_died(const CellClient *k, Tree *tree, Err *err)
{
    const Value *reply = tree ? tree_root(tree) : NULL;
    if (strcmp(value_text(reply, "outcome", ""), "died") != 0) return tree;
    int64_t sig = value_int(reply, "signal", 0), status = value_int(reply, "status", 0);
    if (timed_out(k, reply)) sig = 0, status = CELL_STUCK;
    say_end(sig > 0 && sig < 65 ? (int)sig : 0, (int)(status & 0xff), memory_of(k), err);
    if (status == CELL_NO_WORKER)
        err->kind = ERR_ROOM;
    else
        cell_client_set_place(k, err);
    tree_free(tree);
    return NULL;
}

/* Copies the lines of a dry run from the shared page, before it goes with the cell. */
static void note_trying(CellClient *k)
{
    if (!k->cell.page) return;
    memcpy(k->trying, k->cell.page->trying, sizeof k->trying);
    k->trying[sizeof k->trying - 1] = '\0';
    if (!text_is_utf8(k->trying, strlen(k->trying))) k->trying[0] = '\0';
}

const char *cell_client_last_tried(CellClient *k)
{
    note_trying(k);
    return k->trying;
}

static void say_timeout(int64_t ms, Err *err)
{
    if (ms % 1000 == 0)
        err_set(err, "the rules did not answer within %d second%s", (int)(ms / 1000),
                ms == 1000 ? "" : "s");
    else
        err_set(err, "the rules did not answer within %d ms", (int)ms);
}

/* --- request and reply ------------------------------------------------------------------- */

static void set_deadline(CellClient *k, int64_t times)
{
    k->ms = LAST_RESORT * cell_client_timeout(k, times);
    k->until = wire_now_ms() + k->ms;
}

static CellEnd drop_cell(CellClient *k)
{
    note_trying(k);
    k->ready = false;
    return cell_end(&k->cell);
}

/* Ends the cell after a failed request, and says why it failed: from the state of the wire (why:
 * what was wrong with a reply, or "") and the way the cell ended.  Returns NULL. */
static Tree *give_up(CellClient *k, WireState state, const char *why, Err *err)
{
    Err where = {0};
    bool stopped = state == WIRE_LATE && k->stop && *k->stop, stuck = k->cell.page->late;
    int memory = memory_of(k);
    if (!stopped) cell_client_set_place(k, &where);
    CellEnd end = drop_cell(k);
    k->killed = false;
    if (stopped)
        err_set(err, "stopped");
    else if (state == WIRE_LATE)
        say_timeout(k->ms, err);
    else if (state == WIRE_BAD)
        err_set(err, "the rules answered with nonsense%s%s", *why ? ": " : "", why);
    else if (stuck)
        say_end(0, CELL_STUCK, 0, err);
    else if (end.known && end.signal != SIGKILL)
        say_end(end.signal, end.status, memory, err);
    else {
        k->killed = true;
        err_set(err, "the interpreter of the rules broke off");
    }
    memcpy(err->file, where.file, sizeof err->file);
    err->line = where.line;
    return NULL;
}

/* Sends a request and receives its reply, a map, before the deadline. */
static Tree *converse(CellClient *k, const Text *request, Err *err)
{
    Text reply = {0};
    k->cell.page->line = k->cell.page->late = 0;
    k->cell.page->file[0] = '\0';
    k->cell.page->trying[0] = '\0';
    WireState state = wire_send(k->cell.socket, request->s, request->n, k->until, k->stop);
    if (state == WIRE_OK) state = wire_receive(k->cell.socket, &reply, k->until, k->stop);
    Err why = {0};
    Tree *tree = state == WIRE_OK ? tree_decode(reply.s, reply.n, &why) : NULL;
    text_free(&reply);
    if (tree && tree_root(tree)->kind == TOKEN_MAP) return tree;
    tree_free(tree);
    return give_up(k, state == WIRE_OK ? WIRE_BAD : state, why.text, err);
}

/* --- starting and loading ---------------------------------------------------------------- */

/* Starts a cell, and refuses one of another build: it could play the same rules differently. */
static bool start_cell(CellClient *k, Err *err)
{
    if (!cell_start(&k->cell, k->path, err)) return false;
    Text request = {0};
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "hello");
    map_end(&f, &request);
    set_deadline(k, 1);
    Tree *reply = converse(k, &request, err);
    text_free(&request);
    if (!reply) return false;
    const char *version = value_text(tree_root(reply), "version", "unknown");
    int64_t wire = value_int(tree_root(reply), "wire", 0);
    k->unfiltered = strcmp(value_text(tree_root(reply), "filter", ""), "missing") == 0;
    bool same = wire == WIRE_VERSION && strcmp(version, SCONCE_VERSION) == 0;
    if (!same) {
        err_set(err,
                "%s belongs to another build of Sconce: it has version %.40s, wire %d, and this "
                "program has version %s, wire %d; install both together, or set SCONCE_CELL",
                k->path, version, (int)wire, SCONCE_VERSION, WIRE_VERSION);
        drop_cell(k);
    }
    tree_free(reply);
    return same;
}

static void load_request(const CellClient *k, Text *out)
{
    const Chain *c = k->chain;
    MapWriter f = {0};
    put_text(map_field(&f, "op"), "load");
    put_int(map_field(&f, "timeout"), cell_client_timeout(k, 1));
    Text *files = map_field(&f, "files");
    put_list(files, c->heads);
    for (size_t i = 0; i < c->heads; i++)
        put_rule_file(files, c->file[i].name, c->file[i].text, c->file[i].n);
    map_end(&f, out);
}

/* Answers a reply with `need`: the text of a file that another extends. */
static void file_request(CellClient *k, const Value *need, Text *out)
{
    Err err = {0};
    const char *name = value_text(need, "need", ""), *from = value_text(need, "file", "");
    const RuleFile *file = chain_extend(k->chain, name, from, &err);
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

static Tree *load_talk(CellClient *k, Err *err)
{
    Text request = {0};
    set_deadline(k, 1);
    load_request(k, &request);
    for (int i = 0; i < 4 * CHAIN_FILES_MAX && !request.failed; i++) {
        Tree *reply = converse(k, &request, err);
        if (!reply || !value_get(tree_root(reply), "need")) {
            text_free(&request);
            return reply;
        }
        text_clear(&request);
        file_request(k, tree_root(reply), &request);
        tree_free(reply);
    }
    if (request.failed)
        err_set(err, "out of memory");
    else
        err_set(err, "the rules extend each other without end");
    text_free(&request);
    drop_cell(k);
    return NULL;
}

/* Sets err from the first problem that is an error; false. */
static bool say_first_problem(const CellClient *k, Err *err)
{
    const Value *problems = cell_client_problems(k), *first = NULL;
    for (size_t i = 0; i < problems->n && !first; i++)
        if (strcmp(value_text(&problems->items[i], "grade", "error"), "error") == 0)
            first = &problems->items[i];
    if (!first) first = value_get(tree_root(k->loaded), "error");
    err_set(err, "%s", value_text(first, "text", "the rules do not load"));
    chain_set_place(k->chain, first, err);
    return false;
}

/* Starts a cell if none runs, and loads the chain there. */
static Tree *load_cell(CellClient *k, Err *err)
{
    if (k->cell.socket < 0 && !start_cell(k, err)) return NULL;
    Tree *reply = load_talk(k, err);
    if (!reply) return NULL;
    k->ready = value_bool(tree_root(reply), "loaded", false);
    return reply;
}

bool cell_client_load(CellClient *k, Err *err)
{
    Tree *reply = load_cell(k, err);
    if (!reply) return false;
    tree_free(k->loaded);
    k->loaded = reply;
    if (!k->ready) return say_first_problem(k, err);
    k->chain->sealed = true;
    const Value *book = cell_client_book(k);
    if (!book || book->kind != TOKEN_MAP) {
        drop_cell(k);
        return err_set(err, "the rules sent no book");
    }
    return true;
}

/* Between requests the socket has nothing to read, unless the cell died or sends unasked. */
static bool is_idle(const CellClient *k)
{
    struct pollfd p = {.fd = k->cell.socket, .events = POLLIN};
    return k->cell.socket >= 0 && poll(&p, 1, 0) == 0;
}

/* Makes sure that a cell runs and has loaded the chain, if there is one; cell_client_load did that
 * before. */
static bool wake(CellClient *k, Err *err)
{
    if (!is_idle(k)) drop_cell(k);
    if (!k->chain) return k->cell.socket >= 0 || start_cell(k, err);
    if (k->ready) return true;
    Tree *reply = load_cell(k, err);
    tree_free(reply);
    if (reply && !k->ready) return err_set(err, "the rules loaded once, and now they do not");
    return reply != NULL;
}

/* Sends a request and returns the first reply.  A cell that was killed from outside before it
 * replied says nothing about the rules, and a request is a pure function: it is sent once more, to
 * a new cell. */
static Tree *first_reply(CellClient *k, const Text *request, int64_t times, Err *err)
{
    Tree *reply = NULL;
    for (int i = 0; i < 2 && !reply && wake(k, err); i++) {
        set_deadline(k, times);
        k->killed = false;
        reply = converse(k, request, err);
        if (!k->killed) break;
    }
    return reply;
}

Tree *cell_client_ask(CellClient *k, const Text *request, int64_t times, Err *err)
{
    if (request->failed) {
        err_set(err, "out of memory");
        return NULL;
    }
    return unless_died(k, first_reply(k, request, times, err), err);
}

/* A stop takes effect at the next news, so that the answer holds all that is known by then. */
Tree *cell_client_follow(CellClient *k, const Text *request, int64_t times, CellProgress *progress,
                         void *data, Err *err)
{
    const volatile int *stop = k->stop;
    Tree *tree = NULL;
    Text next = {0};
    if (!wake(k, err)) return NULL;
    k->stop = NULL;
    if (request->failed)
        err_set(err, "out of memory");
    else
        tree = first_reply(k, request, times, err);
    for (bool on = true; tree && value_get(tree_root(tree), "news");) {
        if (!on) {
            tree_free(tree);
            tree = give_up(k, WIRE_BAD, "told to stop, they went on", err);
            break;
        }
        MapWriter reply = {0};
        on = progress(value_get(tree_root(tree), "news"), &reply, data) && !(stop && *stop);
        put_text(map_field(&reply, "op"), on ? "go" : "stop");
        tree_free(tree);
        text_clear(&next);
        map_end(&reply, &next);
        set_deadline(k, times);
        tree = converse(k, &next, err);
    }
    k->stop = stop;
    text_free(&next);
    return unless_died(k, tree, err);
}
