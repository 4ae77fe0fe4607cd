/* Which line of the rules did it?  A command repeats itself, so it can be run again and watched. */
#ifndef SCONCE_TRACE_H
#define SCONCE_TRACE_H

#include <lua.h>

/* Registers begin and finish in the table on top, for src/lua. */
void lib_trace(lua_State *L);

#endif
