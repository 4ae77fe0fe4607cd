/* Every way a line can go, given to Lua; see weigh.h. */
#ifndef CELL_LIB_WEIGH_H
#define CELL_LIB_WEIGH_H

#include <lua.h>

/* Registers in the table on top
 *   open, weights, first, next, choose, chance: paths
 *   state, stand, moved, bytes, walk, learn, may_cut, ended: states and lines, in what replay
 * remembers. */
void lib_weigh(lua_State *L);

#endif
