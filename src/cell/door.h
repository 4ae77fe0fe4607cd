/* The door: everything random comes through it, as whole questions (roll, row, test, pick) that the
 * generator, the GM's hand, a strict script or a replay answers; rules cannot tell which.
 * (The questions that the GM decides come through the same door, in src/lua/play/chance.lua.) */
#ifndef CELL_DOOR_H
#define CELL_DOOR_H

#include <lua.h>

#include "core/dice/dice.h"
#include "core/dice/dice_list.h"
#include "core/rng.h"
#include "core/text.h"

/* The source of dice: the generator, the game master, a strict script, or a recorded line. */
typedef enum { DOOR_AUTO, DOOR_HAND, DOOR_SCRIPT, DOOR_REPLAY } DoorMode;

/* The source of all dice of a line, and the record of those it rolled. */
typedef struct {
    DoorMode mode;
    Rng rng;
    DiceList faces;  /* from outside, in order; used before anything else */
    size_t at;       /* how many of them are used */
    bool record;     /* fill draws, and the list of rolls in the registry */
    Text draws;      /* every die taken, as the journal writes it */
    int64_t wanted;  /* sides of the die that the GM is to roll */
    char wrong[200]; /* why the source had no die, when that is a mistake; else "" */
} Door;

/* Pushes the two upvalues that every drawing function has first: the door (a userdata made by
 * lib_door, which Lua owns), and the cache of dice programs. */
void door_share(lua_State *L);
/* For such a function: the program of the expression at idx (text, or a whole number).  The cache
 * owns it.  Raises with a sentence. */
const Dice *door_program(lua_State *L, int idx);

/* Turns the number n at 1 (at least 1) into the expression "1dn", which picks one of n. */
void door_pick(lua_State *L);

#endif
