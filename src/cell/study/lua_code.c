/* Finds the registers of a Lua function that may still be read.
 *
 * Example, with the register of each local:
 *
 *    local hits = count(5)           0: hits
 *    if hits > 2 then gain "a" end
 *    count(5)                        nobody reads hits after this
 *
 * A play that has come to the second count goes on in the same way whatever hits is.  So its value
 * need not be compared (lib_frames.c).
 *
 * A register is live before an instruction if that reads it, or if it is live before an instruction
 * that may come next and this one does not write it.  So the instructions are gone through from the
 * last to the first, until nothing changes any more.  What is not sure counts as live: then plays
 * that would meet stay apart, which costs time and nothing else. */
#include "cell/study/study.h"

#include <lauxlib.h>
#include <string.h>

#include "cell/sandbox.h"

static const char *const NOTES = "sconce.code"; /* in the registry: code -> its CodeNotes */
enum { CODE_MAX = 20000 }; /* instructions of a function: of longer ones, all registers are live */

/* The registers of one function that are live before each of its instructions. */
typedef struct CodeNotes {
    const Code *code;
    Registers always;  /* that other functions may read, or that are closed when a block ends */
    Registers closing; /* those in which a `for … in` keeps what is to be closed */
    Registers live[];  /* by instruction, and one more */
} CodeNotes;

/* --- sets --- */

static void add(Registers *set, unsigned n)
{
    if (n < REGISTERS_MAX) set->bits[n / 64] |= (uint64_t)1 << n % 64;
}

static void add_all(Registers *set, const Registers *more)
{
    for (int i = 0; i < REGISTERS_MAX / 64; i++) set->bits[i] |= more->bits[i];
}

static void take_out(Registers *set, const Registers *others)
{
    for (int i = 0; i < REGISTERS_MAX / 64; i++) set->bits[i] &= ~others->bits[i];
}

bool has_register(const Registers *set, unsigned n)
{
    return n >= REGISTERS_MAX || (set->bits[n / 64] >> n % 64 & 1);
}

/* --- instructions --- */

unsigned op_of(uint32_t instruction)
{
    return instruction & 0x7F;
}

/* The fields of an instruction, by the names that lopcodes.h gives them: registers, or numbers. */
static unsigned a_of(uint32_t i)
{
    return i >> 7 & 0xFF;
}

static bool k_of(uint32_t i)
{
    return i >> 15 & 1;
}

static unsigned b_of(uint32_t i)
{
    return i >> 16 & 0xFF;
}

static unsigned c_of(uint32_t i)
{
    return i >> 24;
}

static ptrdiff_t bx_of(uint32_t i)
{
    return i >> 15;
}

ptrdiff_t jump_of(uint32_t instruction)
{
    return (ptrdiff_t)(instruction >> 7) - 0xFFFFFF; /* its argument is how far, plus 0xFFFFFF */
}

/* The use that an instruction makes of its fields: it reads register A, B or C, reads C unless that
 * is a constant (K), or writes A (W).  S: the next instruction may be skipped. */
enum { A = 1, B = 2, C = 4, K = 8, W = 16, S = 32 };
/* By opcode.  effect_of adds other effects, and all effects of opcodes with 0. */
static const unsigned char uses[OPCODES_N] = {
    /* MOVE LOADI LOADF LOADK LOADKX LOADFALSE LFALSESKIP LOADTRUE LOADNIL GETUPVAL SETUPVAL */
    B | W, W, W, W, W, W, W, W, 0, W, A,
    /* GETTABUP GETTABLE GETI GETFIELD SETTABUP SETTABLE SETI SETFIELD NEWTABLE SELF */
    W, B | C | W, B | W, B | W, K, A | B | K, A | K, A | K, W, B | K | W,
    /* ADDI ADDK SUBK MULK MODK POWK DIVK IDIVK BANDK BORK BXORK SHRI SHLI */
    B | W | S, B | W | S, B | W | S, B | W | S, B | W | S, B | W | S, B | W | S, B | W | S,
    B | W | S, B | W | S, B | W | S, B | W | S, B | W | S,
    /* ADD SUB MUL MOD POW DIV IDIV BAND BOR BXOR SHL SHR */
    B | C | W | S, B | C | W | S, B | C | W | S, B | C | W | S, B | C | W | S, B | C | W | S,
    B | C | W | S, B | C | W | S, B | C | W | S, B | C | W | S, B | C | W | S, B | C | W | S,
    /* MMBIN MMBINI MMBINK UNM BNOT NOT LEN CONCAT CLOSE TBC JMP */
    A | B, A, A, B | W, B | W, B | W, B | W, W, 0, A, 0,
    /* EQ LT LE EQK EQI LTI LEI GTI GEI TEST TESTSET */
    A | B | S, A | B | S, A | B | S, A | S, A | S, A | S, A | S, A | S, A | S, A | S, B | S,
    /* CALL TAILCALL RETURN RETURN0 RETURN1 FORLOOP FORPREP TFORPREP TFORCALL TFORLOOP */
    0, 0, 0, 0, A, 0, 0, 0, 0, 0,
    /* SETLIST CLOSURE VARARG VARARGPREP EXTRAARG */
    A, W, 0, 0, 0};

/* The effect of an instruction: the registers that it reads and writes; the instructions that may
 * come next, and the registers that are written only on the way to each. */
typedef struct {
    Registers reads, writes, writes_on[2];
    ptrdiff_t next[2];
    int next_n;
} Effect;

enum { OPEN = -1 }; /* the length of a list that goes on to the last register in use */

/* Adds n registers from `from` on; with OPEN, all from there on. */
static void add_list(Registers *set, unsigned from, int n)
{
    unsigned end = n == OPEN ? REGISTERS_MAX : from + (unsigned)n;
    for (unsigned i = from; i < end; i++) add(set, i);
}

/* The registers of `closing` that are closed when a block ends whose registers begin at `from`. */
static void add_closed(Registers *set, const Registers *closing, unsigned from)
{
    for (unsigned n = from; n < REGISTERS_MAX; n++)
        if (has_register(closing, n)) add(set, n);
}

/* Adds to an effect which lists of registers instruction i reads and writes.  Field B or C of a
 * call, return or "..." is the number of values plus 1, or 0 for an open list; so b - 1 is OPEN
 * then. A call reads the function and its b - 1 arguments: b registers.  OP_SETLIST has the number
 * itself, and 0 for an open list. */
static void add_lists(Effect *e, const CodeNotes *notes, uint32_t i)
{
    unsigned a = a_of(i);
    int b = (int)b_of(i), c = (int)c_of(i);
    switch (op_of(i)) {
    case OP_LOADNIL: add_list(&e->writes, a, b + 1); break;
    case OP_SELF: add(&e->writes, a + 1); break;
    case OP_CONCAT: add_list(&e->reads, a, b); break;
    case OP_CLOSE: add_closed(&e->reads, &notes->closing, a); break;
    case OP_CALL: add_list(&e->writes, a, c - 1); /* fall through */
    case OP_TAILCALL: add_list(&e->reads, a, b ? b : OPEN); break;
    case OP_RETURN: add_list(&e->reads, a, b - 1); break;
    case OP_SETLIST: add_list(&e->reads, a + 1, b ? b : OPEN); break;
    case OP_VARARG: add_list(&e->writes, a, c - 1); break;
    }
}

/* Adds to an effect what the instructions of loops do.  A loop with numbers keeps the number in
 * register a, and gives it to the rule in a + 3.  A `for … in` keeps the last value in a + 2, and
 * gets the next one in a + 4. */
static void add_loops(Effect *e, uint32_t i)
{
    unsigned a = a_of(i);
    switch (op_of(i)) {
    case OP_FORLOOP:
        add_list(&e->reads, a, 3);
        add(&e->writes_on[1], a + 3);
        break;
    case OP_FORPREP:
        add_list(&e->reads, a, 3);
        add(&e->writes_on[0], a + 3);
        break;
    case OP_TFORCALL:
        add_list(&e->reads, a, 4);
        add_list(&e->writes, a + 4, (int)c_of(i));
        break;
    case OP_TFORLOOP:
        add(&e->reads, a + 4);
        add(&e->writes_on[1], a + 2);
        break;
    }
}

/* Sets the places of the instructions that may come after instruction i, at place `at`. */
static void set_next(Effect *e, ptrdiff_t at, uint32_t i)
{
    e->next[0] = at + 1;
    e->next_n = 1;
    switch (op_of(i)) {
    case OP_LFALSESKIP: e->next[0] = at + 2; break;
    case OP_JMP: e->next[0] = at + 1 + jump_of(i); break;
    case OP_RETURN:
    case OP_RETURN0:
    case OP_RETURN1: e->next_n = 0; break;
    case OP_TFORPREP: e->next[0] = at + 1 + bx_of(i); break;
    case OP_FORPREP: e->next[e->next_n++] = at + 2 + bx_of(i); break;
    case OP_FORLOOP:
    case OP_TFORLOOP: e->next[e->next_n++] = at + 1 - bx_of(i); break;
    default:
        if (uses[op_of(i)] & S) e->next[e->next_n++] = at + 2;
    }
}

/* The effect of the instruction at place `at`: as `uses` has it, with what the functions above know
 * of some instructions.  A return also reads the registers that it closes. */
static Effect effect_of(const CodeNotes *notes, ptrdiff_t at)
{
    uint32_t i = notes->code->instructions[at];
    unsigned op = op_of(i), does = uses[op];
    Effect e = {0};
    if (does & A) add(&e.reads, a_of(i));
    if (does & B) add(&e.reads, b_of(i));
    if (does & C || (does & K && !k_of(i))) add(&e.reads, c_of(i));
    if (does & W) add(&e.writes, a_of(i));
    add_lists(&e, notes, i);
    add_loops(&e, i);
    bool returns = op >= OP_RETURN && op <= OP_RETURN1;
    if (returns) add_all(&e.reads, &notes->closing);
    set_next(&e, at, i);
    return e;
}

/* --- functions --- */

/* The registers that are live after an instruction. */
static Registers live_after(const CodeNotes *notes, const Effect *e)
{
    Registers live = {0};
    for (int n = 0; n < e->next_n; n++) {
        if (e->next[n] < 0 || e->next[n] >= notes->code->n) continue;
        Registers there = notes->live[e->next[n]];
        take_out(&there, &e->writes_on[n]);
        add_all(&live, &there);
    }
    return live;
}

/* Finds the registers that are live before each instruction. */
static void find_live(CodeNotes *notes)
{
    bool changed;
    do {
        changed = false;
        for (ptrdiff_t at = notes->code->n - 1; at >= 0; at--) {
            Effect e = effect_of(notes, at);
            Registers live = live_after(notes, &e), *before = &notes->live[at];
            take_out(&live, &e.writes);
            add_all(&live, &e.reads);
            for (int i = 0; i < REGISTERS_MAX / 64; i++) changed |= live.bits[i] != before->bits[i];
            *before = live;
        }
    } while (changed);
}

/* Finds the registers that are read by more than this function's instructions: by the functions
 * within it, or when a block ends and closes their values. */
static void find_special(CodeNotes *notes)
{
    const Code *code = notes->code;
    for (int n = 0; n < code->inner_n; n++)
        for (int u = 0; u < code->inner[n]->upvalues_n; u++)
            if (code->inner[n]->upvalues[u].is_local)
                add(&notes->always, code->inner[n]->upvalues[u].index);
    for (int at = 0; at < code->n; at++) {
        uint32_t i = code->instructions[at];
        if (op_of(i) == OP_TBC) add(&notes->always, a_of(i));
        if (op_of(i) == OP_TFORPREP) add(&notes->closing, a_of(i) + 3);
    }
}

static bool is_understood(const Code *code)
{
    if (code->n < 1 || code->n > CODE_MAX) return false;
    for (int at = 0; at < code->n; at++)
        if (op_of(code->instructions[at]) >= OPCODES_N) return false;
    return true;
}

/* Returns the notes of a function, made at its first call; NULL when the code is not understood.  A
 * table in the registry keeps them, by the address of the code. */
static const CodeNotes *known(lua_State *L, const Code *code)
{
    luaL_getsubtable(L, LUA_REGISTRYINDEX, NOTES);
    if (lua_rawgetp(L, -1, code) == LUA_TNIL && is_understood(code)) {
        size_t n = sizeof(CodeNotes) + ((size_t)code->n + 1) * sizeof(Registers);
        CodeNotes *notes = memset(lua_newuserdatauv(L, n, 0), 0, n);
        notes->code = code;
        find_special(notes);
        find_live(notes);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, -4, code);
        lua_replace(L, -2);
    }
    const CodeNotes *notes = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return notes;
}

Registers code_live(lua_State *L, const void *code, const uint32_t *next)
{
    Registers all = {{~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0}};
    const CodeNotes *notes = known(L, code);
    if (!notes || next <= notes->code->instructions) return all;
    ptrdiff_t at = next - notes->code->instructions - 1;
    if (at >= notes->code->n) return all;
    Effect e = effect_of(notes, at);
    Registers live = live_after(notes, &e);
    /* Lua has copied what it hands to a function that a call names.  Other instructions, which wait
     * for a metamethod, may still look at what they were given. */
    unsigned op = op_of(next[-1]);
    if (op != OP_SELF) take_out(&live, &e.writes); /* OP_SELF has written one of two already */
    if (op != OP_CALL && op != OP_TFORCALL) add_all(&live, &e.reads);
    add_all(&live, &notes->always);
    return live;
}

void code_forget(lua_State *L)
{
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, NOTES);
}
