#!/usr/bin/env python3
"""odds_check.py SCONCE -- three procedures reckoned a second time, by other means: small Markov chains with fractions,
written from the rules of the game alone.  Each chance by the end of each turn must be the same fraction."""
import json
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction as F

D6 = [(face, F(1, 6)) for face in range(1, 7)]


def chain(start, step, turns):
    """Spreads chance over states, turn by turn; step(state) yields (state, chance)."""
    now = {start: F(1)}
    for _ in range(turns):
        after = defaultdict(F)
        for state, p in now.items():
            for other, q in step(state):
                after[other] += p * q
        now = after
        yield now


def chance(now, holds):
    return sum((p for state, p in now.items() if holds(state)), F(0))


def delving(torches):
    """One torch lit: a 3 burns it out, and another of the stock is lit from its embers; a 1 is an encounter."""

    def step(s):
        lit, stock, met, out, first = s
        for face, q in D6:
            burns = face == 3 and lit
            again = burns and stock > 0
            yield (lit and (not burns or again), stock - again, met or face == 1, out or burns,
                   first or ("encounter" if face == 1 else "light_out" if burns else None)), q

    return [{"encounter": chance(now, lambda s: s[2]), "light_out": chance(now, lambda s: s[3]),
             "encounter<light_out": chance(now, lambda s: s[4] == "encounter"),
             "dark": chance(now, lambda s: not s[0])} for now in chain((True, torches, False, False, None), step, 10)]


def trespasser():
    """Advance: the alarm goes up by one, a d10 at or under it is an encounter, and the alarm is 0 again."""

    def step(s):
        alarm, met = s
        alarm += 1
        p = min(F(alarm, 10), F(1))
        if p > 0:
            yield (0, True), p
        if p < 1:
            yield (alarm, met), 1 - p

    return [{"encounter": chance(now, lambda s: s[1])} for now in chain((0, False), step, 12)]


def dungeon_turn():
    """Two of weariness and light: a 2 tires whoever does not rest, twice and he is exhausted; a 5 dims a torch, twice and
    it is out.  The first six turns a 4 or more is nothing."""

    def step(s):
        calm, flame, tired, worn = s
        for face, q in D6:
            counts = calm == 0 or face < 4
            f = flame + (face == 5 and counts and flame < 2)
            yield (max(calm - 1, 0), f, face == 2, min(worn + tired, 2)), q

    return [{"light_out": chance(now, lambda s: s[1] == 2), "worn": chance(now, lambda s: s[3] == 2),
             "tired": chance(now, lambda s: s[3] > 0)} for now in chain((6, 0, False, 0), step, 12)]


def asked(sconce, table, turns, *more):
    said = subprocess.run([sconce, "odds", table, "--turns", str(turns), "--fractions", "--json", *more],
                          stdout=subprocess.PIPE, check=True)
    return json.loads(said.stdout)["measures"]


def compare(name, mine, theirs):
    wrong = 0
    for turn, figures in enumerate(mine, 1):
        for key, p in figures.items():
            told = theirs[key]["by_turn"][turn - 1]["fraction"] if key in theirs else "0"
            if F(told) != p:
                print(f"{name}, {key} by turn {turn}: {told}, and reckoned again it is {p}")
                wrong += 1
    return wrong


def main():
    sconce = sys.argv[1]
    checks = [
        ("delving", delving(2), asked(sconce, "delving", 10, "--plan", "crawl", "--first", "torches +3; light torch",
                                      "--before", "encounter,light_out", "--measure", "dark=#burning() == 0")),
        ("trespasser", trespasser(), asked(sconce, "trespasser", 12, "--plan", "advance")),
        ("dungeon-turn", dungeon_turn(), asked(sconce, "dungeon-turn", 12, "--plan", "walk", "--house", "peaceful.lua", "--first",
                                               "torches +1; delve; light torch", "--measure",
                                               "worn=least(party, function(who) return who.weariness == 'exhausted' and 1 or 0 end) == 1",
                                               "--measure",
                                               "tired=least(party, function(who) return who.weariness == 'fresh' and 0 or 1 end) == 1")),
    ]
    passed = sum(compare(*check) == 0 for check in checks)
    print(f"{passed} passed, {len(checks) - passed} failed")
    return passed != len(checks)


if __name__ == "__main__":
    sys.exit(main())
