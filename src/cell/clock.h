/* In-fiction time: whole seconds, countdowns that fall due in a stated order, and how a clock
 * reads. */
#ifndef CELL_CLOCK_H
#define CELL_CLOCK_H

#include <lua.h>

/* Registers first, spend, parts, read in the table on top. */
void lib_clock(lua_State *L);

#endif
