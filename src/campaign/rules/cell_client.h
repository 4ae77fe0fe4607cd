/* The client of a cell: loads a chain of rules there, sends requests, waits with a deadline, kills
 * a cell that fails, and says why.
 *
 * A reply is one canonical value; anything else is an error with a sentence.  After a failure the
 * next request starts a new cell and loads the same texts again.
 *
 * "times" in these functions is the number of commands that one request stands for: the deadline is
 * so many timeouts. */
#ifndef CAMPAIGN_CELL_CLIENT_H
#define CAMPAIGN_CELL_CLIENT_H

#include "campaign/rules/chain.h"
#include "core/value.h"

typedef struct CellClient CellClient;

/* Takes the chain, also when it returns NULL (out of memory); a spec file is listed without a
 * chain. cell: path of the program, copied.  timeout_ms 0: the default.  *stop is the caller's, and
 * breaks off a request when it is not 0; NULL: nothing does. */
CellClient *cell_client_new(const char *cell, int timeout_ms, const volatile int *stop,
                            Chain *chain);
/* Another client for the same rules, which loads them in a cell of its own.  NULL: no memory. */
CellClient *cell_client_copy(const CellClient *of);
/* Ends the cell.  NULL is fine. */
void cell_client_free(CellClient *k);

/* Loads the chain, reading what it extends; seals it.  False with a sentence when a file is not
 * found, the cell died, or there are mistakes (then cell_client_problems has them all, and err the
 * first). */
bool cell_client_load(CellClient *k, Err *err);
Chain *cell_client_chain(const CellClient *k); /* the client's */
/* Hands the chain over to the caller; only cell_client_free may follow. */
Chain *cell_client_release_chain(CellClient *k);
/* The book (NULL before a load) and the list of problems of the last load.  Valid until the next
 * load, or cell_client_free. */
const Value *cell_client_book(const CellClient *k);
const Value *cell_client_problems(const CellClient *k);

/* True if the cell that was started last has no filter of system calls, since there is none for
 * this kind of machine. */
bool cell_client_unfiltered(const CellClient *k);

/* Milliseconds to allow the cell for a request: less than the deadline here, so that the cell
 * itself can say where the time went. */
int64_t cell_client_timeout(const CellClient *k, int64_t times);
/* Sends a request and waits for the reply.  The caller frees the tree.  NULL with a sentence and a
 * place when it timed out or was stopped, when the cell crashed or sent nonsense (the cell is then
 * gone), or when its worker died. */
Tree *cell_client_ask(CellClient *k, const Text *request, int64_t times, Err *err);
/* Like cell_client_ask, for a request that reports progress: each { news={…} } before the reply
 * renews the deadline; progress() returns whether to go on, and may add fields to the answer.  If
 * not, the cell replies with what it has. */
typedef bool CellProgress(const Value *news, MapWriter *reply, void *data);
Tree *cell_client_follow(CellClient *k, const Text *request, int64_t times, CellProgress *progress,
                         void *data, Err *err);
/* The lines that a dry run tried last, "light torch; search"; "" for none.  Valid until the next
 * request. */
const char *cell_client_last_tried(CellClient *k);
/* Fills the place in err: where the rules were last, or else the head of the chain. */
void cell_client_set_place(const CellClient *k, Err *err);

#endif
