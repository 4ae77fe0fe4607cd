#!/usr/bin/env python3
"""memory.py SCONCE -- the limit of memory holds in every command and process, and the message says so.

Every row runs a command under --memory 40 with rules that take all the memory they can get: tables, texts,
dice programs in the cache, states of a simulation, states of exact odds.  The largest process may take 40 MB
and MARGIN: code, stacks and malloc's own lists, which no limit counts.
"""
import ctypes
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

ALLOCATORS = (r"(strn?dup|v?asprintf|getline|getdelim|open_memstream|fmemopen|realpath|scandir|opendir|posix_memalign|"
              r"aligned_alloc|p?valloc|memalign|reallocarray|regcomp|tmpfile|setlocale|newlocale|s?brk|mremap|pthread_create|"
              r"wcsdup|getcwd)$|__v?asprintf_chk")
PR_SET_CHILD_SUBREAPER = 36  # its number in <sys/prctl.h>
LIMIT, MARGIN = 40, 12  # megabytes: loading the rules takes 32, so that the limit is soon reached
FULL = "the rules used up their memory ({0} MB); --memory {1} allows more"
RULES = """extends "delving"
action "tables"  { turns = 0, help = "a table that grows" }
action "some"    { turns = 0, takes = { "number" }, help = "as many tables as are asked for" }
action "texts"   { turns = 0, help = "a text that doubles" }
action "programs" { turns = 0, help = "dice, each with other words" }
action "lists"   { turns = 0, help = "long lists of faces" }
action "write"   { turns = 1, help = "a state that is large, and another each time" }
function act.tables() local t = {} for i = 1, math.huge do t[i] = { i } end end
function act.some(who, n) local t = {} for i = 1, n do t[i] = { i } end end
function act.texts() local s = "x" while true do s = s .. s end end
function act.programs() for i = 1, 1000000 do dice("1d6+" .. i) end end
function act.lists() local t = {} for i = 1, 1000000 do t[i] = faces("1000d6") end end
action "rolls"   { turns = 1, help = "many dice, that nobody adds up" }
function act.rolls() local n = 0 for i = 1, 90 do n = n * 2 % 7 + dice "1d100" end party.seen = n end
track "seen" { of = "party", start = 0 }
track "diary" { of = "party", start = "" }
function act.write() set(party, "diary", ("x"):rep(60000) .. dice "1d60") end
"""
SPEC = """tests "rules" { party = { { "A" } } }
test "tables" { { "tables" } }
test "programs" { { "programs" } }
"""


def peak(run):
    """Runs a command in its own child process; returns its reply and the megabytes of its largest process.

    The child adopts workers whose cell has ended, since the kernel counts only processes that were waited for.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        reply = run()
        try:
            while True:
                os.wait()
        except ChildProcessError:
            pass
        kilobytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        with os.fdopen(write, "w") as out:
            out.write(f"{kilobytes // 1024} {reply}")
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as out:
        megabytes, reply = out.read().split(" ", 1)
    os.waitpid(child, 0)
    return reply, int(megabytes)


def command(sconce, typed, *words, limit=LIMIT):
    """Returns a function that runs sconce under the limit and returns its status and all its output."""
    def run():
        done = subprocess.run([sconce, *words, "--memory", str(limit)], input=typed, text=True,
                              capture_output=True, timeout=100)
        return f"status {done.returncode}\n{done.stdout}{done.stderr}"
    return run


def most_tables(sconce, rules):
    """Returns the most tables that a line can make below the limit: `some N` is typed with N between two bounds that are
    halved, in one program."""
    player = subprocess.Popen([sconce, "play", rules, "--seed", "1", "--json", "--memory", str(LIMIT)], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    def can(n):
        player.stdin.write(f"some {n}\n")
        player.stdin.flush()
        return json.loads(player.stdout.readline())["ok"]
    low, high = 0, 1 << 20
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if can(middle) else (low, middle)
    player.stdin.close()
    player.wait()
    return low


def main():
    sconce = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        rules, spec = os.path.join(folder, "rules.lua"), os.path.join(folder, "rules.spec.lua")
        with open(rules, "w") as out:
            out.write(RULES)
        with open(spec, "w") as out:
            out.write(SPEC)
        play = ["play", rules, "--seed", "1", "--answers", "default"]
        sim = ["sim", rules, "--seed", "1", "--jobs", "2"]
        full = FULL.format(LIMIT, 2 * LIMIT)
        # The last block may be refused in rules or afterwards, as the reply is written: the sentence is the same.
        # Of these limits, five ended in the reply when this was written.
        others = [(f"programs, {mb} MB", FULL.format(mb, 2 * mb), command(sconce, "programs\n", *play, limit=mb))
                  for mb in range(LIMIT - 7, LIMIT + 8) if mb != LIMIT]
        rows = [(word, full, command(sconce, f"{word}\n", *play)) for word in ("tables", "texts", "programs")]
        rows += others + [
            ("lists", "dice: more dice in one line than can be kept", command(sconce, "lists\n", *play)),
            ("check", full, command(sconce, "", "check", rules)),
            ("test", full, command(sconce, "", "test", spec)),
            ("sim", full, command(sconce, "", *sim, "--turns", "2", "--runs", "4", "--plan", "tables")),
            ("odds", full, command(sconce, "", "odds", rules, "--turns", "2", "--plan", "tables")),
            ("odds of many states", full, command(sconce, "", "odds", rules, "--turns", "4", "--plan", "write")),
            # The turn memo is a cache: it stops growing, and the simulation goes on.
            ("a sim that remembers much", "status 0",
             command(sconce, "", *sim, "--turns", "2", "--runs", "5000", "--plan", "rolls")),
        ]
        failed = 0
        for name, wanted, run in rows:
            reply, megabytes = peak(run)
            if wanted not in reply or megabytes > LIMIT + MARGIN:
                failed += 1
                print(f"memory, {name}: {megabytes} MB, at most {LIMIT + MARGIN}; it says: {reply[:600]}")
            elif "VERBOSE" in os.environ:
                print(f"{name}: {megabytes} MB: {reply[:200]}")
        # The cell must call no allocator of the C library but those whose blocks memory.c counts, as blocks.c checks.
        names = subprocess.run(["nm", "-D", "--undefined-only", sconce + "-cell"], text=True, capture_output=True).stdout
        allocators = [name for name in re.findall(r"\bU (\w+)", names) if re.match(ALLOCATORS, name)]
        if allocators:
            failed += 1
            print(f"memory: the cell calls what allocates and is not counted: {allocators}")
        blocks = os.path.join(os.path.dirname(sconce), "blocks")
        counted = subprocess.run([blocks], text=True, capture_output=True).stdout
        if not counted.endswith(" 0 failed\n"):
            failed += 1
            print(f"memory: {counted}")
        # The addresses of blocks differ from process to process; how many tables fit below the limit must not.
        most = {most_tables(sconce, rules) for _ in range(4)}
        if len(most) > 1:
            failed += 1
            print(f"memory: in other processes, other numbers of tables fit into {LIMIT} MB: {sorted(most)}")
    print(f"{len(rows) + 3 - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
