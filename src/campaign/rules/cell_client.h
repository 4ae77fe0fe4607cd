/* The keeper of a cell: it loads a chain of rules there, asks, waits with a deadline, kills, and
 * says why.
 *
 * Whatever comes back from a cell is one canonical value, or an error here.  After a failure the
 * next request starts a new cell and loads the same texts again. */
#ifndef CAMPAIGN_KEEPER_H
#define CAMPAIGN_KEEPER_H

#include "campaign/rules/chain.h"
#include "core/value.h"

typedef struct CellClient CellClient;

/* Takes the chain (also when it returns NULL, out of memory); no chain: for specs alone.  cell is
 * copied; *stop is the caller's, and breaks off a request when it is not 0. */
CellClient *cell_client_new(const char *cell, int patience_ms, const volatile int *stop,
                            Chain *chain);
/* Another for the same rules, with a cell that is ready at once (cell_clone: also for memory).  of
 * outlives it.  NULL: the machine has no room for one. */
CellClient *cell_client_clone(CellClient *of, int memory);
/* Waits until the cells of all clones have ended; free the clones first. */
void cell_client_alone(CellClient *k);
/* Ends the cell.  NULL is fine. */
void cell_client_free(CellClient *k);

/* Loads the chain, reading what it extends; seals it.  False with a sentence when a file is not
 * found, the cell died, or there are mistakes (then cell_client_problems has them all, and err the
 * first). */
bool cell_client_load(CellClient *k, Err *err);
const Chain *cell_client_chain(const CellClient *k);
Chain *cell_client_chain_mutable(CellClient *k); /* for its stamps */
/* Gives the chain away; the keeper is good for nothing but cell_client_free after. */
Chain *cell_client_release(CellClient *k);
/* From the last loading: NULL before.  Both valid as long as k. */
const Value *cell_client_book(const CellClient *k);
const Value *cell_client_problems(const CellClient *k);

/* How long a request may think, in ms, so that the cell itself says where the time went. */
int64_t cell_client_patience(const CellClient *k, int64_t times);
/* Sends a request and waits for the answer, `times` patiences long.  The caller frees the tree.
 * NULL with a sentence and a place: too late, stopped, crashed, nonsense.  In any of those the cell
 * is gone. */
Tree *cell_client_ask(CellClient *k, const Text *request, int64_t times, Err *err);
/* The same for a request that tells how far it is: each { news={…} } before the answer gives it
 * `times` patiences more, and news() says whether it is to go on, and with what (fields of the
 * reply); if not, it answers with what it has. */
typedef bool News(const Value *news, Fields *reply, void *data);
Tree *cell_client_follow(CellClient *k, const Text *request, int64_t times, News *news, void *data,
                         Err *err);
/* The lines that a dry run tried last, "light torch; search"; "" when it tried none.  Valid until
 * the next request. */
const char *cell_client_trying(CellClient *k);
/* Where the rules were last, as far as they told; at a loss the head of the chain. */
void cell_client_blame(const CellClient *k, Err *err);
/* The sentence for a reply with outcome "died": the worker's end, and where the rules were. */
void cell_client_died(const CellClient *k, const Value *reply, Err *err);

#endif
