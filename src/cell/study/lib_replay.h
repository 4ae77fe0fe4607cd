/* Turns that were played before, given to Lua; see replay.h. */
#ifndef CELL_LIB_REPLAY_H
#define CELL_LIB_REPLAY_H

#include "cell/door.h"
#include "cell/study/arena.h"
#include "cell/study/memo.h"

/* Registers in the table on top
 *   open, remembers, race, node, describe, root, state, forget, runs, go, where, again, ended,
 * hear, unhear, changes: of runs number, numbered, given: of what is numbered, the same by all who
 * share it roll, pick, faces, row, test, weighted, behind: the door while the rules are run for a
 * node. */
void lib_replay(lua_State *L, Door *d,
                Region *const *shared); /* where what is remembered may be shared, or of NULL */
/* What is remembered, after open. */
Memo *lib_replay_memo(lua_State *L);

#endif
