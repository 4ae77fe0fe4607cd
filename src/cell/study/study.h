/* The primitives that only sim and odds need, and the functions that they share.  main.c gives them
 * to host_open, so that the files of cell/ need none of cell/study/. */
#pragma once

#include <gmp.h>
#include <lauxlib.h>

#include "cell/study/memo.h"
#include "core/double_double.h"

void lib_replay(lua_State *L);      /* replay: the turn memo, and runs through it */
void lib_paths(lua_State *L);       /* paths: every path of a line, one after the other */
void lib_frames(lua_State *L);      /* frames: what is left to do of a rule under way */
void lib_probability(lua_State *L); /* probability: exact numbers, and distributions of dice */
void lib_vector(lua_State *L);      /* probability_vector: the probabilities of one state */
void lib_markov(lua_State *L);      /* absorbing_chain: all states, for odds without a limit */

/* The memo that replay.open made. */
Memo *study_memo(lua_State *L);

/* Makes a class of userdata: its metatable has the methods, and finds them in itself. */
void study_class(lua_State *L, const char *name, const luaL_Reg *methods);

/* Copies the list of whole numbers at idx; *n gets its length.  The copy is a userdata, pushed. */
int64_t *study_numbers(lua_State *L, int idx, size_t *n);

/* Pushes a new fraction, 0, which Lua owns. */
mpq_ptr probability_push_fraction(lua_State *L);
/* The fraction at idx.  Replaces an integer or a float there by the fraction of the same value. */
mpq_ptr probability_fraction(lua_State *L, int idx);
/* The number at idx; a fraction is rounded to 32 digits. */
DoubleDouble probability_at(lua_State *L, int idx);
void probability_push(lua_State *L, DoubleDouble x);

/* A probability: in q for exact vectors, else in dd. */
typedef struct {
    DoubleDouble dd;
    mpq_srcptr q;
} Probability;

/* Vectors, which lib_probability.c describes; each is named by its index in the stack. */

void probability_push_vector(lua_State *L, bool exact);
void probability_free_vector(lua_State *L, int vector);
/* The entry of slot 0, which has the probability of a state. */
double probability_first(lua_State *L, int vector);
/* Adds a way of chance p from one state to another, with the events of the list { slot, times, … }
 * at `events`: to the vector of the state that it leads to; to `first`, the events that come for
 * the first time; to `often`, how often they come. */
void probability_flow(lua_State *L, int from, int into, Probability p, int first, int often,
                      int events);
/* Raises an error for dice whose odds cannot be computed (format has one %s), which f_beyond then
 * tells from other errors. */
int probability_beyond(lua_State *L, const char *format, const char *what);

/* --- what the code of a function of Lua tells (lua_code.c) ---
 *
 * Lua keeps the layout of its functions and instructions private.  What is here is that of Lua
 * 5.4. */

/* Some opcodes (lopcodes.h).  Those up to OP_GETUPVAL only load a value into a register. */
typedef enum {
    OP_MOVE,
    OP_LFALSESKIP = 6,
    OP_LOADNIL = 8,
    OP_GETUPVAL = 9,
    OP_SELF = 20,
    OP_CONCAT = 53,
    OP_CLOSE,
    OP_TBC,
    OP_JMP,
    OP_CALL = 68,
    OP_TAILCALL,
    OP_RETURN,
    OP_RETURN0,
    OP_RETURN1,
    OP_FORLOOP,
    OP_FORPREP,
    OP_TFORPREP,
    OP_TFORCALL,
    OP_TFORLOOP,
    OP_SETLIST,
    OP_VARARG = 80,
    OPCODES_N = 83
} Opcode;

enum { REGISTERS_MAX = 256 }; /* of a function: an instruction has 8 bits for the number of one */
/* A set of registers: bit n % 64 of bits[n / 64] is set if it has register n. */
typedef struct {
    uint64_t bits[REGISTERS_MAX / 64];
} Registers;

/* The opcode of an instruction. */
unsigned op_of(uint32_t instruction);
/* The distance of a jump, in instructions. */
ptrdiff_t jump_of(uint32_t instruction);
bool has_register(const Registers *set, unsigned n);

/* The registers that a function of this code (Proto) may still read, when it has come to the
 * instruction before `next` and waits for the function called there.  All registers where this is
 * not known. */
Registers code_live(lua_State *L, const void *code, const uint32_t *next);
/* Forgets all functions, since their code may be freed, and other code take its address. */
void code_forget(lua_State *L);
