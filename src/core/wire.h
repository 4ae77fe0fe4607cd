/* clang-format off: the shapes below are tables */
/* Whole messages over a socket pair: four bytes of length, low first, then one canonical value.
 *
 * Request and reply, nothing else.  The campaign side asks; every message is a map.
 *
 *   { op="load", files={{name=,text=},…} }           read a chain of rule files; files are its
 * heads, foot first
 *     <- { need="delving", file="house.lua", line=1 }   `extends` names a file not yet sent
 *     -> { op="file", name="delving.lua", text= }       or { op="file", error="a sentence" }
 *     <- { loaded=true|false, book={…},
 * problems={{file=,line=,text=,grade="error"|"warning"|"note"},…} } { op="play", … } one command;
 * see below { op="plays", plays={{…},…} }                     many; a play without `state` goes on
 * from the one before
 *     <- { replies={{…},…} }
 *   { op="dry", most=, each=, party={name=,text=}, avoid={verbs} }   tries what the rules offer: so
 * many plays, so many ms each
 *     <- { mistakes={{error={text=,file=,line=},tried={seed=,dice=,lines={…},asks=bool}},…}, plays=
 * } { op="spec", name=, text= }                       what a spec file holds (no chain needed)
 *     <- { ruleset=, tests={{name=,line=,house=,covers={…}},…} }   or { error={text=,file=,line=} }
 *   { op="test", name=, text=, index= }               run one test of it
 *     <- { passed=bool, failures={{line=,text=},…} }
 *   { op="odds", state=, plan={…}, turns=, until=, measures={…}, before={…}, fractions=, cap= }
 * every play, weighed
 *     <- { news={turn=,at=,states=,leaves=} }           now and then; at of the states of that turn
 * are played
 *     -> { op="go" } or { op="stop" }                   stop: answer with the turns that are done
 *     <- { outcome="done", turns=, states=, widest=, leaves=, left=, measures={…} }
 *        or { outcome="states", turn=, states=, splits={{where=,values=,states=,of=},…} }: too many
 *   { op="twin" }, and then descriptors (wire_give): a socket, a page, perhaps memory to share   a
 * cell like this one, on them
 *     <- { outcome="done" }                             or "died": the machine has no room for
 * another process { op="alone" }                                    waits until all cells like it
 * have ended
 *     <- { outcome="done" }
 *
 * A play:
 *   line=     what was typed ("start" makes the first state: seed=, party={name=,text=})
 *   state=    the last committed state, a value in place; left out for "start"
 *   wall=     the wall clock when the line was typed, seconds since 1970
 *   dice=     "auto", "hand", "script" or "replay"
 *   faces=    dice from outside in order, "d6:4 d20:?": ? lets the program roll that one; d:4 fits
 * any die. in "replay", every die of the entry as journalled, "d6:4 d20:12h" answers=  { {text="r"}
 * as typed | {id=,value=} as journalled, … } in order settle=   "ask" or "default": what to do when
 * the answers run out patience= ms it may take; also with load, plays and test (less than the
 * keeper's own deadline) each=     ms of processor time that one of many plays may take (plays,
 * dry, sim, odds); else patience and its reply: outcome=  "done" | "asks" | "refused" | "error"
 *   line=     the line in full (prefixes and aliases written out)
 *   events=   {{kind=,name=,text=,secret=,…},…}    rolls= {{die=,faces={…},total=,["for"]=},…}
 *   state=    the new state (done only; left out when unchanged)
 *   status=   { text=, dark=, lights={…}, show={…}, party={names}, people={…}, room= }    turn=
 * minutes= warnings={…} answers=  {{id=,value=,defaulted=},…} used       draws= "d6:4 d20:12h
 * d4:2s" used: h by hand, s scripted ask=      { id=, text=, type=, choices=, default=, … }   or {
 * id="die", die="3d20", sides={20,20,20}, ["for"]= } misfit=   why the last typed answer did not
 * fit (with outcome "asks", and ask again) error=    { text=, file=, line= }   (refused, error)
 *   data=     what `state` or `= EXPR` shows      text= the same as lines for people
 *
 * When a worker dies the cell says { outcome="died", nth=, signal=, status= }; nth: of many plays,
 * the one under way (from 0; of sim, the run).  The shared page (descriptor CELL_PAGE, struct
 * Place) tells where the rules were. */
#ifndef CORE_WIRE_H
#define CORE_WIRE_H

#include "core/text.h"

enum { CELL_SOCKET = 3, CELL_PAGE = 4 }; /* the cell's only descriptors besides 0, 1, 2 */
/* Memory of so many bytes, 0 at first, in which the cells of one simulation keep what they learn
 * (cell/study/arena.h).  The campaign side never looks into it. */
enum { CELL_SHARED_BYTES = 256 << 20 };
enum { WIRE_MAX = 64 << 20 };

/* How a worker ends when it cannot go on; CELL_NO_WORKER: there is none, since the machine gave us
 * no process; CELL_ENDLESS: no memory, amid calls without end. */
enum {
    CELL_NO_MEMORY = 71,
    CELL_PANIC = 72,
    CELL_LATE = 73,
    CELL_STUCK = 74,
    CELL_NO_WORKER = 75,
    CELL_ENDLESS = 76
};

enum { TRYING_MAX = 2000 };

/* Written by the cell's count hook and by its host, read by the keeper after a death. */
typedef struct {
    volatile int late; /* the rules are being stopped because they do not end */
    volatile int line;
    char file[64];
    volatile int64_t
        nth; /* of many plays in one worker: the one under way, from 0 (sim: its run) */
    char trying[TRYING_MAX]; /* in a dry run: the lines that are tried, "light torch Ash; search" */
} Place;

typedef enum { WIRE_OK, WIRE_CLOSED, WIRE_LATE, WIRE_BAD } WireState;

/* Milliseconds on the monotonic clock. */
int64_t wire_now_ms(void);
/* Both give up (WIRE_LATE) when the monotonic clock passes `deadline` (ms; -1: never), or when a
 * signal interrupts the wait and *stop (may be NULL) is not 0 (set by another thread: within 50
 * ms). What can be done without waiting is done even then.  Neither raises SIGPIPE.  WIRE_CLOSED:
 * the other side has gone, also in mid message.  After anything but WIRE_OK the socket is of no
 * more use, unless nothing was yet said. */
WireState wire_send(int fd, const void *bytes, size_t n, int64_t deadline,
                    const volatile int *stop);
/* Clears message first; it stays empty on anything but WIRE_OK.  WIRE_BAD: longer than WIRE_MAX, or
 * no memory for it. */
WireState wire_receive(int fd, Text *message, int64_t deadline, const volatile int *stop);

enum { WIRE_GIVEN = 3 };
/* Gives the other side copies of up to WIRE_GIVEN descriptors, behind a message that says so. Never
 * waits: WIRE_BAD when there is no room for them. */
WireState wire_give(int fd, const int *given, size_t n);
/* How many came, closed on exec, at most WIRE_GIVEN; 0: none.  Waits for ever. */
size_t wire_take(int fd, int taken[WIRE_GIVEN]);

#endif
