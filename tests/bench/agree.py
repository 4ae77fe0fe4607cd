#!/usr/bin/env python3
# agree.py BUILD [RUNS] -- checks that the games in bare Lua (bare/*.lua) are the games that `sconce sim` plays.  The same
# events must be counted; their means by the last turn must agree within three standard errors, and by every turn within
# five.  One mean in 370 differs more by chance, so only what differs again with other dice is reported.
import json
import math
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
TURNS = 24
TABLES = {
    "delving": ["examples/demo.lua", "--first", "light torch", "--plan", "crawl"],
    "trespasser": ["rulesets/day/trespasser-day.lua"],
    "exploration": ["rulesets/day/dungeon-exploration-day.lua"],
}


def simulated(build, arguments, runs, seed):
    """Returns {event: [(mean, standard error) of its count by the end of turn 1, 2, 3 …]}, as `sconce sim` plays."""
    command = [build + "/sconce", "sim", *arguments, "--runs", str(runs), "--turns", str(TURNS),
               "--seed", str(seed), "--json"]
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=here + "/../..").stdout
    means = {}
    for event, tally in json.loads(said)["tallies"].items():
        if event.startswith("&"):  # not an event, but a state in which runs are
            continue
        total, squares, by_turn = 0, 0, []
        changes = {}
        for turn, count, n in zip(*[iter(tally)] * 3):
            changes.setdefault(turn, []).append((count, n))
        for turn in range(1, TURNS + 1):
            for count, n in changes.get(turn, []):
                total += n * count
                squares += n * count * count
            variance = max(0, squares - total * total / runs) / (runs - 1)
            by_turn.append((total / runs, math.sqrt(variance / runs)))
        means[event] = by_turn
    return means


def bare(table, runs, seed):
    """Returns the same as simulated(), as the game in bare Lua plays."""
    command = ["lua5.4", f"{here}/bare/{table}.lua", str(runs), str(TURNS)]
    means = {}
    environment = {**os.environ, "SEED": str(seed)}
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, env=environment).stdout
    for line in said.splitlines():
        _, mean, error, event = line.split("\t", 3)
        means.setdefault(event, []).append((float(mean), float(error)))
    return means


def apart(a, b):
    """How many standard errors two means are apart."""
    error = math.hypot(a[1], b[1])
    return abs(a[0] - b[0]) / error if error > 0 else math.inf if a[0] != b[0] else 0


def differences(table, ours, theirs):
    """Returns {event: a sentence} of the events that are not alike in both."""
    wrong = {}
    for event in set(ours) ^ set(theirs):
        wrong[event] = f"{table}: {event!r} is counted only by {'sconce' if event in ours else 'bare Lua'}"
    for event in set(ours) & set(theirs):
        for turn, (a, b) in enumerate(zip(ours[event], theirs[event]), 1):
            if apart(a, b) > (3 if turn == TURNS else 5):
                wrong[event] = f"{table}: {event!r} by turn {turn}: {a[0]:.4f} by sconce, {b[0]:.4f} by bare Lua, " \
                               f"{apart(a, b):.1f} standard errors apart"
    return wrong


def main():
    build = os.path.abspath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    failed = False
    for table, arguments in TABLES.items():
        once, again = (differences(table, simulated(build, arguments, runs, seed), bare(table, runs, seed))
                       for seed in (1, 2))
        for event in sorted(set(once) & set(again)):
            print(once[event])
            failed = True
    sys.exit(failed)


main()
