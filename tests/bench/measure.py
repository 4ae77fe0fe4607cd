# measure.py -- what the benchmarks share: the time that commands take, and tables.
# Commands that are compared are run in turn, several rounds, and the best of each counts: a busy machine then
# slows all alike.  Times are of the processor (user and system, of all processes of a command), if not said
# otherwise; so they hardly depend on what else the machine does.  A benchmark that has taken BUSY seconds by
# the clock goes on with one round for each table, so that it ends on a busy machine, too.
import atexit
import ctypes
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else TOP + "/build"
SMALL = "--small" in sys.argv  # a two-hundredth of the runs, in one round: only to see that the benchmarks work
BUSY, BEGAN = 90, time.monotonic()  # after BUSY seconds by the clock each table has one round only; a choice, so that all end in some minutes
RULESETS = ["delving", "dungeon-exploration", "dungeon-turn", "travel-turn", "trespasser"]

os.environ["SCONCE_RULESETS"] = TOP + "/rulesets"
for name in ("SCONCE_REMEMBER", "SCONCE_PATIENCE"):
    os.environ.pop(name, None)


def rounds(n):
    return 1 if SMALL else n


def fewer(runs):
    return max(1, runs // 200) if SMALL else runs


def work_folder():
    """Returns a new folder, removed at exit, and whether it is in memory: it is where /dev/shm can be written, so that the
    disk is not measured."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="sconce-bench-", dir=memory)
    atexit.register(shutil.rmtree, folder, True)
    return folder, memory is not None


# A cell that outlives its command becomes a child of this process, so that its time is counted, too.
PR_SET_CHILD_SUBREAPER = 36  # its number in <sys/prctl.h>
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children():
    """Returns the seconds of the processor that all commands so far have taken; waits until their processes have ended."""
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cost(command, environment=None):
    """Runs a command; returns the seconds of the processor and of the clock that it took."""
    before, began = children(), time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             env={**os.environ, **(environment or {})})
    said = child.stderr.read()
    if child.wait() != 0:
        raise SystemExit(" ".join(command) + ": " + said.decode(errors="replace").strip())
    took = time.monotonic() - began
    return children() - before, took


def best(commands, times):
    """Runs the commands in turn, `times` rounds.  commands: {name: (command, environment)}.  Returns {name: the least seconds
    of the processor, and the least by the clock}."""
    least = {}
    for n in range(times):
        if n > 0 and time.monotonic() - BEGAN > BUSY:
            break
        for name, (command, environment) in commands.items():
            took = cost(command, environment)
            least[name] = tuple(map(min, took, least.get(name, took)))
    return least


def table(title, meaning, header, rows):
    """Prints a table: the first column to the left, the others to the right."""
    print(title)
    lines = [header] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
    for line in lines:
        cells = [line[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        print("  " + "   ".join(cells).rstrip())
    print(meaning + "\n", flush=True)
