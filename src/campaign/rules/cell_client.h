/* The client of a cell: loads a chain of rules there, sends requests, waits with a deadline, kills
 * a cell that fails, and says why.
 *
 * A reply is one canonical value; anything else is an error.  After a failure the next request
 * starts a new cell and loads the same texts again.
 *
 * The parameter `times` says how many commands one request stands for: the deadline is this many
 * times the timeout of one command. */
#pragma once

#include "campaign/rules/chain.h"
#include "core/tree.h"

typedef struct CellClient CellClient;

/* Makes a client, which owns the chain from now on; when it returns NULL (out of memory), the chain
 * is freed.  chain NULL: for requests that need no rules.  cell: path of sconce-cell, copied.
 * timeout_ms, memory_mb: what a line and each process of the cell may take; 0: the default.  A
 * request is broken off when *stop becomes nonzero; stop may be NULL. */
CellClient *cell_client_new(const char *cell, int timeout_ms, int memory_mb, const atomic_int *stop,
                            Chain *chain);
/* Makes another client for the same rules, with its own cell.  NULL: out of memory. */
CellClient *cell_client_copy(const CellClient *client);
/* Ends the cell.  NULL is fine. */
void cell_client_free(CellClient *client);
#define ScopedClient SCOPED(cell_client_release) CellClient
static inline void cell_client_release(CellClient **p)
{
    cell_client_free(*p);
}

/* Loads the chain, reading the files that it extends, and seals it.  Fails also when the rules have
 * mistakes: *err has the first, cell_client_problems all. */
bool cell_client_load(CellClient *client, Err *err);
/* Ends the cell until the next request, which starts it and loads the chain again. */
void cell_client_rest(CellClient *client);
Chain *cell_client_chain(const CellClient *client); /* still owned by the client */
/* Hands the chain over to the caller; only cell_client_free may follow. */
Chain *cell_client_release_chain(CellClient *client);
/* The book, which describes the ruleset's verbs, charts and settings (NULL before a load), and the
 * list of problems, both of the last load.  Valid until the next load, or cell_client_free. */
const Value *cell_client_book(const CellClient *client);
const Value *cell_client_problems(const CellClient *client);
/* The book with all of its fields: the cell makes "entries" and "gone" when they are first asked
 * for.  Valid as long as cell_client_book.  NULL, without an error: there is no book. */
const Value *cell_client_whole_book(CellClient *client, Err *err);

/* True if the cell started last has no filter of system calls: none exists for such a machine. */
bool cell_client_is_unfiltered(const CellClient *client);

/* Milliseconds that the cell may use for a request: less than the client's own deadline, so that
 * the cell itself can report where the time went.  times: how many times the timeout of one
 * line the request may take. */
int64_t cell_client_timeout(const CellClient *client, int64_t times);
/* Sends a request and waits for the reply; the caller frees the tree.  NULL, with an error and its
 * place in the rules, when the request timed out or was stopped, when the cell crashed or sent
 * nonsense (the cell is then killed), or when its worker died. */
Tree *cell_client_ask(CellClient *client, const Text *request, int64_t times, Err *err);
/* Like cell_client_ask, of rules that may have failed to load: asks only the cell that still runs
 * after cell_client_load, since a new one would know nothing of them. */
Tree *cell_client_look(CellClient *client, const Text *request, Err *err);
/* Like cell_client_ask, for a request that reports progress.  Each { news={…} } before the reply
 * renews the deadline and calls progress(), which may add fields to the answer.  When progress()
 * returns false, the cell replies with the results so far. */
typedef bool CellProgress(const Value *news, MapWriter *reply, void *data);
Tree *cell_client_follow(CellClient *client, const Text *request, int64_t times,
                         CellProgress *progress, void *data, Err *err);
/* The lines that a dry run tried last, "light torch; search"; valid until the next request. */
const char *cell_client_last_tried(CellClient *client);
/* Sets the place of an error: the line that the rules ran last, or the last head of the chain. */
void cell_client_set_place(const CellClient *client, Err *err);
