/* The keeper of a cell: it loads a chain of rules there, asks, waits with a deadline, kills, and
 * says why.
 *
 * Whatever comes back from a cell is one canonical value, or an error here.  After a failure the
 * next request starts a new cell and loads the same texts again. */
#ifndef CAMPAIGN_KEEPER_H
#define CAMPAIGN_KEEPER_H

#include "campaign/rules/chain.h"
#include "core/fields.h"
#include "core/value.h"

typedef struct Keeper Keeper;

/* Takes the chain (also when it returns NULL, out of memory); no chain: for specs alone.  cell is
 * copied; *stop is the caller's, and breaks off a request when it is not 0. */
Keeper *keeper_new(const char *cell, int patience_ms, const volatile int *stop, Chain *chain);
/* Another for the same rules, with a cell that is ready at once (cell_twin: also for memory).  of
 * outlives it.  NULL: the machine has no room for one. */
Keeper *keeper_twin(Keeper *of, int memory);
/* All twins were freed: waits until nothing is left of them. */
void keeper_alone(Keeper *k);
/* Ends the cell.  NULL is fine. */
void keeper_free(Keeper *k);

/* Loads the chain, reading what it extends; seals it.  False with a sentence when a file is not
 * found, the cell died, or there are mistakes (then keeper_problems has them all, and err the
 * first). */
bool keeper_load(Keeper *k, Err *err);
const Chain *keeper_chain(const Keeper *k);
Chain *keeper_chain_mutable(Keeper *k); /* for its stamps */
/* Gives the chain away; the keeper is good for nothing but keeper_free after. */
Chain *keeper_release(Keeper *k);
/* From the last loading: NULL before.  Both valid as long as k. */
const Value *keeper_book(const Keeper *k);
const Value *keeper_problems(const Keeper *k);

/* How long a request may think, in ms, so that the cell itself says where the time went. */
int64_t keeper_patience(const Keeper *k, int64_t times);
/* Sends a request and waits for the answer, `times` patiences long.  The caller frees the tree.
 * NULL with a sentence and a place: too late, stopped, crashed, nonsense.  In any of those the cell
 * is gone. */
Tree *keeper_ask(Keeper *k, const Text *request, int64_t times, Err *err);
/* The same for a request that tells how far it is: each { news={…} } before the answer gives it
 * `times` patiences more, and news() says whether it is to go on, and with what (fields of the
 * reply); if not, it answers with what it has. */
typedef bool News(const Value *news, Fields *reply, void *data);
Tree *keeper_follow(Keeper *k, const Text *request, int64_t times, News *news, void *data,
                    Err *err);
/* The lines that a dry run tried last, "light torch; search"; "" when it tried none.  Valid until
 * the next request. */
const char *keeper_trying(Keeper *k);
/* Where the rules were last, as far as they told; at a loss the head of the chain. */
void keeper_blame(const Keeper *k, Err *err);
/* The sentence for a reply with outcome "died": the worker's end, and where the rules were. */
void keeper_died(const Keeper *k, const Value *reply, Err *err);

#endif
