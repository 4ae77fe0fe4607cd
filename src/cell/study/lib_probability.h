/* ProbabilityVector given to Lua: how much of the chance lies in a state, and how much of that has
 * seen what.
 */
#ifndef CELL_LIB_MASS_H
#define CELL_LIB_MASS_H

#include <lua.h>

/* Registers new, happen, collect and due in the table on top; the rest are methods. */
void lib_mass(lua_State *L);

#endif
