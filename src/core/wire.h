/* The conversation between the campaign side and a cell, and the functions that carry it.
 *
 * A message is four bytes of length (little-endian) and one canonical value (core/value.h), always
 * a map.  The campaign side asks and the cell replies; the cell says nothing unasked. */
/* clang-format off */
/*
 * Requests ("->" is what the campaign side sends while a request is under way):
 *
 *   { op="hello" }                                  the first request, before rules are read
 *     <- { wire=WIRE_VERSION, version="0.19.0",        a cell of another build is refused
 *          filter="on"|"missing"|"sanitized" }        of system calls; sanitized: none, since the
 *                                                     sanitizers need them
 *
 *   { op="guards" }                                 the limits on a worker, as tried inside one
 *     <- { filter=, landlock=, sealed_page=bool, fixed_seed=bool, fixed_borders=bool,
 *          forks=bool, memory=, odds_memory=, steps=, lua="Lua 5.4.4", gmp="6.2.1" }
 *          forks: the worker could start a process; memory: MB; steps: those that timeout= allows;
 *          all others as sconce_machine in sconce.h says
 *
 *   { op="load", files={{name=,text=},…} }          read a chain of rule files, the ruleset first;
 *                                                     parts=true: they are in a folder parts;
 *                                                     draft=true: an editor holds them, and a file
 *                                                     that cannot be compiled brings the files that
 *                                                     it names all the same
 *     <- { need="delving", file="house.lua", line=1, part=true }   `extends`, or with part=true
 *                                                     `include`, names a file that was not sent
 *     -> { op="file", name="delving.lua", text= }     or { op="file", error="a sentence" }
 *     <- { loaded=true|false, book={…},
 *          problems={{file=,line=,text=,grade="error"|"warning"|"note",name=,…},…} }
 *                                                     the other fields: lua/author/messages.lua
 *
 *   { op="book" }                                   the whole book of the rules
 *     <- { book={…} }                                 also entries= and gone=, not sent by load
 *
 *   { op="look", what=, file=, text=, line=, column= }   a place in a file of the chain read last,
 *                                                     which may have mistakes; text: the file as
 *                                                     an editor has it now.  Lines, and bytes of a
 *                                                     line, count from 1
 *     <- what="complete": { line=, from=, to=, items={{label=,kind=,detail=,word=},…},
 *                           files="extends"|"include" }   from, to: the bytes that an item replaces
 *        what="hover": { line=, from=, to=, word=, said=, about={names}, entries={…}, gone={…} }
 *                           word: to look up in include/sconce.lua; entries, gone: as in the book
 *        what="definition": { places={{file=,line=,from=,to=},…} }
 *        what="uses": { line=, from=, to=, name=, kind=, of=, places={{…,makes=},…} }
 *        what="symbols": { symbols={{name=,kind=,line=,from=,to=,last=},…} }
 *        {} when nothing is there; { missing=true }: the chain has no such file
 *
 *   { op="play", … }                                one command; see "A play" below
 *   { op="plays", plays={{…},…} }                   many; a play without `state` continues the
 *                                                     play before it
 *     <- { replies={{…},…} }
 *
 *   { op="spec", name=, text= }                     list the tests of a spec file (needs no chain)
 *     <- { ruleset=, tests={{name=,line=,house=,covers={…}},…} }  or { problems={…} }
 *   { op="prepare", name=, text= }                  read the spec file in the cell itself, so that
 *     <- { prepared=bool }                            "test" need not read it once for each test
 *   { op="test", name=, text=, index= }             run one of them
 *     <- { passed=bool, failures={{line=,text=,name=,…},…} }
 *
 *   { op="policy", name=, text=, rules= }           check a policy; rules: the texts of rulesets
 *     <- { problems={…} }                             as of load
 *
 *   { op="dry", max=, party={name=,text=}, avoid={verbs} }   make up to `max` plays, of every verb
 *                                                     but those of avoid=, at which a cell died
 *     <- { mistakes={{error={text=,file=,line=,name=,…},
 *          tried={seed=,dice=,lines={…},asks=bool}},…}, plays= }
 *
 *   A study: state=, plan={…}, otherwise=, policy={name=,text=}, until=,
 *   measures={{name=,expr=},…}, before={{first=,second=},…}, given= likewise,
 *   at_least={{event=,times=},…} say what is played and counted (SconceSim and SconceChances in
 *   sconce.h).  A failed study replies
 *     <- { outcome="error", error={text=,file=,line=,turn=,said=,refused=,run=,dice=} }
 *
 *   { op="sim", <a study>, seed=, turns=, from=, runs= }      play runs from, from+1 … with dice
 *     <- { news={tallies={…}} }                       a block of runs is played; its counts
 *     -> { op="go", from=, runs= } or { op="stop" }   the next block, or no more
 *     <- { outcome="done" }
 *   { op="odds", <a study>, turns=, ever=, fractions=, cap=, plays=, partial=, enough=, start= }
 *                                                   every play; ever=true: without a limit of
 *                                                   turns, too; cap: states at most; plays: ways
 *                                                   at most to play a turn; partial=true: past
 *                                                   these, reply with the turns before; enough:
 *                                                   without turns=, play until the chance that the
 *                                                   event is still to come is smaller than this;
 *                                                   start={party=,lines={…}}: from every way in
 *                                                   which play may begin
 *     <- { news={turn=,at=,states=,leaves=} }         now and then: `at` of the `states` are done
 *     -> { op="go" } or { op="stop" }                 stop: reply with the turns that are done
 *     <- { outcome="done", turns=, states=, widest=, leaves=, left=, remainder=, explored=,
 *          measures={…}, stopped=, many= }            as sconce_chances in sconce.h says
 *        or { outcome="states", many={turn=,text=,of="states"|"dice"} }: too many, and why
 *
 * Any request may carry
 *   timeout=  ms that it may take, 0 for no limit (less than the campaign side's own deadline)
 *   each=     ms of processor time that each of many plays may take; default: timeout
 *
 * A play:
 *   line=     the line as typed ("start" makes the first state: seed=, party={name=,text=})
 *   state=    the last committed state, as a value; left out for "start"
 *   wall=     the wall clock as the line was typed, in seconds (position_wall); it stands
 *             still while the table is closed
 *   dice=     "auto", "hand", "script" or "replay"
 *   faces=    dice from outside in order, "d6:4 d20:?": ? lets the program roll that one, and d:4
 *             fits any die; in "replay", every die of the entry as journalled, "d6:4 d20:12h"
 *   answers=  { {text="r"} as typed | {id=,value=} as journalled, … } in order
 *   use_defaults=  when the answers run out questions take their defaults, and do not ask
 *   look=     true: run no line, and answer with sheet=, the table as data (lua/table/view.lua)
 *   ours=     true if the rules that are loaded made the state, so that no field is missing in it
 * and its reply:
 *   outcome=  "done" | "asks" | "refused" | "error"
 *   line=     the line in full (prefixes and aliases written out)
 *   events=   {{kind=,name=,text=,secret=,…},…}, as in sconce.h
 *   rolls=    {{die=,faces={…},total=,["for"]=},…}, as in sconce.h
 *   state=    the new state (done only; left out when unchanged)
 *   status=   { text=, dark=, lights={…}, show={…}, party={names}, people={…}, room=, rooms={…} },
 *             at the end or at the question
 *   turn= minutes= warnings={…}
 *   answers=  {{id=,value=,defaulted=},…} used
 *   draws=    "d6:4 d20:12h d4:2s" used: h by hand, s scripted
 *   settled=  {{id=,value=},…} answers that hold for good, value=true: the default (with done)
 *   ask=      { id=, text=, type=, choices=, default=, … }
 *             or { id=, text=, type="parts", parts={{id=, …, short=},…}, default= }
 *             or { id="die", die="3d20", sides={20,20,20}, ["for"]=, cards={names} }
 *   misfit=   why the last typed answer did not fit (with outcome "asks", and ask again)
 *   error=    { text=, file=, line= }   (refused, error)
 *   verb=     the campaign side's own verb that the line begins with, written out (refused); the
 *             verb that was typed instead of an answer (asks, with misfit)
 *   orphans=  {texts}: things in the state that the rules no longer have
 *   lines=    {{["in"]=,hang=,pieces={{as=,t=},…}},…}: what `party` and the like show, see "lines"
 *             in sconce.h; sheet= the same as data
 *   data=     what `state` or `= EXPR` shows; text= the same as lines for people
 *
 * When a worker dies the cell itself replies { outcome="died", nth=, signal=, status= }; of many
 * plays, nth is the one under way (from 0; in a sim, its run).  The shared page (descriptor
 * CELL_PAGE, struct SharedPage) says where the rules were. */
/* clang-format on */
#pragma once

#include <stdatomic.h>

#include "core/text.h"

/* Goes up with every change of the messages above, of SharedPage or of the numbers below. */
enum { WIRE_VERSION = 11 };

/* MEMORY_MIN, MEMORY_MAX: bounds of SCONCE_MEMORY (--memory), the megabytes that a process of rules
 * may take; a ruleset with its parts still loads with the minimum.  TIMEOUT_MAX: the maximum of
 * SCONCE_PATIENCE (--timeout) in seconds, an hour. */
enum { MEMORY_MIN = 32, MEMORY_MAX = 64000, TIMEOUT_MAX = 3600 };
/* Reports rules that needed more than `mb` megabytes (0: not known); returns false. */
bool wire_no_memory(Err *err, int mb);

enum { CELL_SOCKET = 3, CELL_PAGE = 4 }; /* the cell's only descriptors besides 0, 1, 2 */
enum { WIRE_MAX = 64 << 20 }; /* bytes of one message: bounds what a hostile cell makes us take */
enum { NEWS_MS = 100 };       /* between two reports of progress, at least */
enum { DRAWS_MAX = 1 << 20 }; /* bytes of the dice of one line, draws=: 40,000 dice at least */
enum { RULE_FILE_MAX = 256 << 10 }; /* bytes of one rule file; those that ship have 20,000 */

/* Exit status of a worker that could not go on: the status= of outcome "died".  Any numbers would
 * do that no other exit uses. */
enum {
    CELL_NO_MEMORY = 71,
    CELL_PANIC = 72,     /* an error outside every protected call of Lua */
    CELL_LATE = 73,      /* the rules took too long; the worker said so in its reply */
    CELL_STUCK = 74,     /* the rules took too long in a C function that cannot be interrupted */
    CELL_NO_WORKER = 75, /* no worker was started: fork failed */
    CELL_ENDLESS = 76,   /* no memory, because calls were nested without end */
    CELL_LONG = 77       /* its reply is longer than WIRE_MAX */
};

enum { TRYING_MAX = 2000 }; /* bytes of SharedPage.trying */

/* The shared page: where the rules are now.  Written by the cell's count hook and host, read by the
 * campaign side after a death.  The rules may have written it: believe nothing in it. */
typedef struct {
    volatile int late; /* not 0: the rules are being stopped because they take too long */
    volatile int line;
    char file[64];
    volatile int memory;     /* megabytes that the process may take; 0: not known */
    volatile int64_t nth;    /* the play under way of many, from 0 (sim: its run) */
    char trying[TRYING_MAX]; /* in a dry run: the lines under trial, "light torch Ash; search" */
} SharedPage;

/* The outcome of sending or receiving; BAD: the socket, or memory, failed. */
typedef enum { WIRE_OK, WIRE_CLOSED, WIRE_LATE, WIRE_LONG, WIRE_BAD } WireState;

/* Milliseconds on the monotonic clock. */
int64_t wire_now_ms(void);
/* Sends or receives one message.  Both return WIRE_LATE when the monotonic clock passes `deadline`
 * (ms; -1: never), or when *stop is not 0 (stop may be NULL): at once if a signal handler sets it,
 * within 50 ms if another thread does.  Even then, bytes that can pass without waiting are passed.
 * WIRE_CLOSED: the other side has gone, perhaps in mid message.  Neither raises SIGPIPE.  After
 * anything but WIRE_OK close the socket, unless no byte has passed yet. */
WireState wire_send(int fd, const void *bytes, size_t n, int64_t deadline, const atomic_int *stop);
/* Clears message first, which stays empty on anything but WIRE_OK.  WIRE_LONG: past WIRE_MAX. */
WireState wire_receive(int fd, Text *message, int64_t deadline, const atomic_int *stop);
