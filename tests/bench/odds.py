#!/usr/bin/env python3
# odds.py BUILD [--small] -- exact odds in all five rulesets: by turns and members, the time, the states, or the refusal.
import json
import os
import signal
import subprocess

from measure import BUILD, RULESETS, SMALL, children, table, work_folder

TURNS = [24, 48, 100]
MEMBERS = [0, 4, 6]
LIMIT = 5  # seconds by the clock after which a question is broken off; then longer ones of that table are not asked
MORE = {"dungeon-turn": "track.inside.start = true\nquestion.combat.always = 'no fight'\n"}
folder, _ = work_folder()


def table_with(ruleset, people):
    """Writes a table of so many members, the first with a burning torch, and three torches in the packs; returns its path."""
    path = f"{folder}/{ruleset}-{people}.lua"
    with open(path, "w") as file:
        file.write(f'extends "{ruleset}"\ntrack.torches.start = 3\n{MORE.get(ruleset, "")}')
        for i in range(people):
            file.write(f'member "M{i + 1}" {{ hp = 6{"" if i else ", holds = " + chr(34) + "torch" + chr(34)} }}\n')
    return path


def ask(path, turns):
    """Returns what is printed of a question, whether a longer one is worth asking, and the sentence of a refusal or None."""
    began = children()
    command = [BUILD + "/sconce", "odds", path, "--turns", str(turns), "--json"]
    asked = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        answer, refusal = asked.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(asked.pid, signal.SIGKILL)
        asked.communicate()
        return f"over {LIMIT} s", False, None
    took = children() - began
    if asked.returncode == 0:
        return f"{took:.2f} s, {json.loads(answer)['states']:,} states", True, None
    return f"{took:.2f} s, refused", True, refusal.strip().splitlines()[0]


def main():
    rows, refusals = [], {}
    for ruleset in RULESETS:
        for people in MEMBERS:
            path, cells = table_with(ruleset, people), []
            for turns in TURNS[:1] if SMALL else TURNS:
                cell, longer, refusal = ask(path, turns)
                cells.append(cell)
                if refusal:
                    refusals.setdefault(refusal.replace(path, "TABLE"), f"{ruleset}, {people} members, {turns} turns")
                if not longer:
                    break
            rows.append([ruleset, people, *cells, *["-"] * (len(TURNS) - len(cells))])
    table("Exact odds, by rulesets, members and turns (what each does first; the first member holds a torch)",
          "Seconds of the processor, once, with loading. A refusal is an answer: too much to work out exactly.\n"
          f"Whatever takes over {LIMIT} s by the clock is broken off, and longer runs of it are not tried (-).",
          ["", "members", *(f"{turns} turns" for turns in TURNS)], rows)
    for refusal, where in refusals.items():
        print(f"  refused ({where}): {refusal}")
    if refusals:
        print(flush=True)


main()
