#!/usr/bin/env python3
"""inputs.py BUILD [FIRST-SEED] -- how many lines and Enters an evening of thirty turns takes, in each ruleset.

A game master plays on eight seeds: types the next line of a list, with what they find behind a colon where that is
known; presses Enter at every question, but types `always` when a choice comes a second time, and at "Enter, or
change:" the next line, which takes it as it stands; rests a party that is weary; lights a light in the dark; fights a
fight round by round.  Everything typed from the first turn on counts.  Prints a table, and holds it against the budget:
inputs a turn in each evening, an encounter, a round."""
import os
import shutil
import sys

from scratch import Table, check, score, top

SEEDS, TURNS = 8, 30
FIGHTS = ("melee", "combat")
BUDGET = {"turn": 1.3, "encounter": 2, "round": 3}

# Ruleset -> the table's file, the line that lights a light, lines typed before the first turn, what weary members do, and the
# lines typed turn by turn, over and over ({}: a new room each time).
EVENINGS = {
    "delving": ("abbey.lua", "light torch Bram", [], "rest",
                ["crawl {}", "search", "crawl x3", "Ysolde search + Bram other bar the door", "walk {}", "walk x3"]),
    "dungeon-turn": ("evening_dungeon.lua", "light torch Bram", ["delve"], "rest",
                     ["move {}", "search", "move x3", "listen: rats", "move x3", "search chest: a silver key"]),
    "dungeon-exploration": ("evening_tomb.lua", "light torch Bram", ["light lantern Odo"], "rest",
                            ["move {}: a broken well", "search", "move x3", "listen", "move x3",
                             "search chest: a silver key"]),
    "trespasser": ("cellars.lua", "light torch Bram", ["delve"], None,
                   ["advance {}; search", "advance {}; listen", "stay; rest", "hide x2", "backtrack; listen",
                    "advance {}; Bram batter door"]),
    "travel-turn": ("evening_road.lua", "light torch Bram", ["time 6:00"], "sleep",
                    ["travel open", "travel", "wait", "travel", "meet", "travel", "fight 4 goblin"]),
}


class Evening:
    """One evening.  inputs: how much was typed in turns, at encounters and in rounds; of: how many of these there were."""

    def __init__(self, name, seed):
        self.table_file, self.light, before, self.weary, self.lines = EVENINGS[name]
        folder = "%s %d" % (name, seed)
        os.makedirs(folder)
        shutil.copy(os.path.join(top, "tests/play", self.table_file), os.path.join(folder, "house.lua"))
        self.table = Table(folder, "--seed", str(seed), "--answers", "ask")
        self.at, self.procedure, self.seen = 0, "", set()
        for line in before + [self.light]:
            self.inputs, self.of = dict.fromkeys(BUDGET, 0), dict.fromkeys(BUDGET, 0)
            self.say(line)
        self.inputs, self.of = dict.fromkeys(BUDGET, 0), dict.fromkeys(BUDGET, 0)

    def is_fight(self):
        return self.procedure in FIGHTS

    def say(self, line):
        """Types a line, and Enter at all its questions."""
        what = "round" if self.is_fight() else "turn"
        reply = self.table.ask({"say": line})
        self.inputs[what] += 1
        while "ask" in reply:
            about = reply["ask"]
            meets = about["text"].startswith("Encounter") or any(p["id"] == "creature" for p in about.get("parts", []))
            self.of["encounter"] += meets
            taken = about["type"] == "parts" and self.is_taken_by_next(about)
            reply = self.table.ask({"answer": self.answer(about), "to": about["token"]})
            entered = not taken or "ask" in reply
            self.inputs["encounter"] += meets and entered
            self.inputs[what] += entered
        if not reply["ok"]:
            print("refused:", line, reply["error"])
            return
        self.of[what] += sum(e["kind"] == "turn" and e["procedure"] not in FIGHTS for e in reply["events"])
        if line == "round":
            self.of["round"] += 1
        self.status, self.procedure = reply["status"], reply["status"]["procedure"]

    def is_taken_by_next(self, about):
        """True if the next line of the list, typed at this question, counts as a command, which takes the question as it stands."""
        line = self.lines[self.at % len(self.lines)].format("room %d" % (self.at + 1))
        return self.table.ask({"answer": line, "to": about["token"]}).get("why") == "command"

    def answer(self, about):
        """Returns the answer: Enter, but `always` to a choice that comes a second time, so that it is not asked again."""
        again = about["type"] == "choice" and about["id"] in self.seen
        self.seen.add(about["id"])
        return "always" if again else ""

    def next_line(self):
        """Returns the line that the game master types next."""
        if self.is_fight():
            return "over" if self.of["round"] % 3 == 2 else "round"
        shown = self.status["show"]
        if self.status["dark"] and self.procedure != "hour":
            return self.light if shown["torches"] > 0 else "torches 4"
        if self.weary and any(any(shown.get(track, {}).values()) for track in ("weary", "winded", "exhausted")):
            return self.weary
        self.at += 1
        return self.lines[(self.at - 1) % len(self.lines)].format("room %d" % self.at)

    def play(self):
        while self.of["turn"] < TURNS:
            self.say(self.next_line())
        self.table.end()
        return self


def main():
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print("%-20s %s" % ("inputs a turn", " ".join("%5s" % ("seed %d" % s) for s in range(first, first + SEEDS))))
    for name in EVENINGS:
        evenings = [Evening(name, seed).play() for seed in range(first, first + SEEDS)]
        print("%-20s %s" % (name, " ".join("%6.2f" % (e.inputs["turn"] / e.of["turn"]) for e in evenings)))
        for seed, e in enumerate(evenings, first):
            check("%s, seed %d: at most %g inputs a turn" % (name, seed, BUDGET["turn"]),
                  e.inputs["turn"] <= BUDGET["turn"] * e.of["turn"], e.inputs["turn"] / e.of["turn"])
        for what, most in BUDGET.items():
            of, inputs = sum(e.of[what] for e in evenings), sum(e.inputs[what] for e in evenings)
            print("  %d inputs in %d %ss%s" % (inputs, of, what, ": %.2f" % (inputs / of) if of else ""))
            check("%s: at most %g inputs for each %s" % (name, most, what), inputs <= most * of, inputs)
    score()


main()
