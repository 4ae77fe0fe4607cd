#!/usr/bin/env python3
"""shape.py SCONCE -- the JSON of `odds` and `sim`: every key, its type, and what it must hold, on several tables."""
import json
import subprocess
import sys
from fractions import Fraction

QUANTILES = ["p5", "p25", "p50", "p75", "p95"]
TABLES = [("delving", "torches +2; light torch", "crawl; search", 6), ("dungeon-turn", "delve", "walk", 4),
          ("dungeon-exploration", "torches +2; light torch", "move", 3), ("trespasser", "torches +1", "advance; listen", 6),
          ("travel-turn", "torches +1", "travel", 6), ("%s/demo.lua", "torches +1", "move", 3),
          ("%s/nightjob.lua", "note in", "sneak kitchen; grab; wait", 2)]
OWN = {"minutes": "clock.minutes", "dark": "#burning() == 0", "one": "1"}
done = []


def expect(fine, *what):
    done.append(bool(fine))
    if not fine:
        print(*what)


def keys_of(name, exact, fractions):
    """Returns the keys of a row: figures, their errors, their fractions, quantiles.  Figures and errors are reals."""
    figures = {"minutes": ["mean"], "one": ["mean"], "dark": ["p"]}.get(name, ["p", "mean"])
    error = [] if exact else [f + "_se" for f in figures]
    exactly = [{"p": "fraction", "mean": "mean_fraction"}[f] for f in figures] if fractions else []
    return figures, error, exactly, [] if name not in ("minutes", "one") else ["quantiles"] if exact else ["quantiles", "quantiles_se"]


def check_row(name, row, exact, fractions):
    """True if the row of a measure has the keys that it should have, with values of the right types that fit together."""
    figures, error, exactly, more = keys_of(name, exact, fractions)
    # A chance near 1 may come with what is missing to 1, its `rest`.
    rest = {"rest"} if exact and 0.9995 < row.get("p", 0) and "rest" in row else set()
    fine = set(row) - rest == {"turn", *figures, *error, *exactly, *more} and all(type(row[k]) is float for k in figures + error)
    for key, figure in zip(exactly, figures):
        fine = fine and type(row[key]) is str and abs(float(Fraction(row[key])) - row[figure]) <= 1e-12 * max(1, row[figure])
    if more:
        fine = fine and all(list(row[k]) == QUANTILES and all(type(v) in (int, float) for v in row[k].values()) for k in more)
    return fine and 0 <= row.get("p", 0) <= 1


def check(study, table, turns, exact, fractions):
    where = (table, "odds" if exact else "sim")
    expect(study["table"] == table and study["turns"] == turns and study["exact"] is exact, *where, "its head")
    expect(type(study["states" if exact else "runs"]) is int and ("runs" in study) != exact, *where, "how much was played")
    expect(set(OWN) < set(study["measures"]), *where, "its own measures")
    for name, measure in study["measures"].items():
        rows = measure["by_turn"]
        expect([r["turn"] for r in rows] == list(range(1, turns + 1)), *where, name, "its turns")
        expect(all(check_row(name, r, exact, fractions) for r in rows), *where, name, "its rows:", rows[0])
        if name in OWN: continue
        expect(all(a["p"] <= b["p"] + 1e-12 and a["mean"] <= b["mean"] + 1e-12 for a, b in zip(rows, rows[1:])), *where, name, "never falls")
        expect(all(r["mean"] >= r["p"] - 1e-12 for r in rows), *where, name, "comes as often as it comes at all")


def main():
    sconce, examples = sys.argv[1:3]
    for table, first, plan, turns in TABLES:
        table = table % examples if "%" in table else table
        ask = [table, "--turns", str(turns), "--first", first, "--plan", plan, "--json"]
        for name, expression in OWN.items(): ask += ["--measure", f"{name}={expression}"]
        for more in (["odds"], ["odds", "--fractions"], ["sim", "--runs", "200"]):
            run = subprocess.run([sconce, more[0], *ask, *more[1:]], capture_output=True, text=True)
            expect(run.returncode == 0 and run.stdout.count("\n") == 1, table, more, run.stderr)
            if run.returncode == 0: check(json.loads(run.stdout), table, turns, more[0] == "odds", "--fractions" in more)
    print(f"{sum(done)} passed, {len(done) - sum(done)} failed")
    return 0 if all(done) else 1


sys.exit(main())
