/* The door: every random result of a played line comes through it.  src/lua asks for a roll, a row
 * of a chart, a test or a pick; the generator, dice that the GM rolls by hand, a script, or the
 * journal answers.  Rules cannot tell which. */
#pragma once

#include <lua.h>

#include "core/dice/dice.h"
#include "core/dice/dice_list.h"
#include "core/rng.h"
#include "core/text.h"

/* AUTO: the generator; HAND: the GM is asked for each die; SCRIPT: only the given dice; REPLAY: the
 * dice of a journal entry, compared with the generator. */
typedef enum { DOOR_AUTO, DOOR_HAND, DOOR_SCRIPT, DOOR_REPLAY } DoorMode;

/* The source of the dice of one line, and the record of those that were rolled. */
typedef struct {
    DoorMode mode;
    Rng rng;
    DiceList faces;   /* faces given with the request, in order; used before any other source */
    size_t used;      /* how many of `faces` are used */
    size_t typed;     /* how many of the used faces the GM typed */
    bool by_default;  /* a default answer is being rolled, and the GM is not asked for its dice.  A
                       * script that has run out gives 1, which every die has: specs are seldom
                       * about such an answer, and need not give dice for it */
    bool record;      /* fill draws, and the list of rolls in the registry */
    Text draws;       /* every die rolled, as the journal writes it */
    int64_t wanted;   /* when a die is missing: its sides, to ask the GM for it … */
    char wrong[200];  /* … or the sentence that says why the source has none; "": ask the GM */
    bool typed_wrong; /* `wrong` is about a face typed with the line, and no rule is to blame */
} Door;

/* Pushes the first two upvalues of every function that draws: the door (a userdata made by
 * lib_door, which Lua owns), and the cache of dice programs. */
void door_share(lua_State *L);
/* The dice program of the expression at idx (a text, or a whole number), for a function with these
 * upvalues.  The cache owns the program.  Raises an error for anything else. */
const Dice *door_program(lua_State *L, int idx);

/* Raises an error unless the value at idx is a text or a number, as dice expressions are.  Lua
 * would turn a table into its address. */
void door_check_expression(lua_State *L, int idx);

/* Replaces the number n at 1 (at least 1) by the expression "1dn", which picks one of n. */
void door_pick_expression(lua_State *L);
