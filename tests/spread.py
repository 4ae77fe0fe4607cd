#!/usr/bin/env python3
"""spread.py SCONCE -- quantiles and their standard errors, computed again from what a simulation counted.

The error of a quantile is that of the bootstrap: how far it spreads when as many runs are drawn anew, with replacement,
from those that were played.  Nothing is drawn here: the chance of each outcome comes from the binomial distribution."""
import json
import os
import subprocess
import sys
import tempfile
from math import ceil, comb, isclose, sqrt

OF = {"p5": 5, "p25": 25, "p50": 50, "p75": 75, "p95": 95}
RUNS, TURNS = 200, 8
TABLE = """ruleset "Spread" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "gold" { start = 0 }
track "deep" { start = 0 }
event "bell" {}
event "gong" {}
action "go" {}
function act.go()
  gain("gold", dice "2d6")
  if dice "1d6" == 1 then party.deep = dice "1d100" end
  if dice "1d6" == 1 then emit "bell" {} end
  if dice "1d20" == 1 then emit "gong" {} end
end
"""
ASK = ["--turns", str(TURNS), "--plan", "go", "--measure", "gold=party.gold", "--measure", "half=party.deep / 2", "--measure", "same=3", "--json"]
done = []


def expect(fine, *what):
    done.append(bool(fine))
    if not fine:
        print(*what)


def at_least(k, n, p):
    """Returns the probability that a binomial of n and p is at least k."""
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))


def resampled_quantile(bars, n, of_hundred):
    """Returns a quantile of n runs, given as { value: runs }, and its standard deviation over bootstrap samples."""
    # The quantile of a sample is at most `value` if at least k of its n runs are: each run is so with the chance seen / n.
    k, seen, before, parts, is_now = ceil(n * of_hundred / 100), 0, 0.0, [], None
    for value in sorted(bars):
        seen += bars[value]
        if is_now is None and seen * 100 >= n * of_hundred: is_now = value
        by_now = at_least(k, n, seen / n)
        parts.append((value, by_now - before))
        before = by_now
    mean = sum(v * p for v, p in parts)
    return is_now, sqrt(sum(abs(p) * (v - mean) ** 2 for v, p in parts))


def check(where, bars, answer):
    n = sum(bars.values())
    for name, of_hundred in OF.items():
        value, error = resampled_quantile(bars, n, of_hundred)
        expect(answer["quantiles"][name] == value, where, name, "is", answer["quantiles"][name], "for", value)
        said = answer["quantiles_se"][name]
        expect(isclose(said, error, rel_tol=1e-6, abs_tol=5e-5), where, name, "spreads by", said, "for", error)


def check_first(name, bars, answer):
    n = sum(bars.values())
    mean = sum(v * r for v, r in bars.items()) / n
    square, fourth = (sum((v - mean) ** power * r for v, r in bars.items()) for power in (2, 4))
    sd = sqrt(square / (n - 1))
    expect(answer["runs"] == n and isclose(answer["mean"], mean) and isclose(answer["sd"], sd), name, "first:", answer)
    expect(isclose(answer["mean_se"], sd / sqrt(n)) and isclose(answer["sd_se"], sqrt((fourth / n - sd**4 * (n - 3) / (n - 1)) / n) / 2 / sd), name, "errors:", answer)
    check(name, bars, answer)


def changes(tally):
    """Returns the (turn, value, change) triples of a tally, which is one flat list of numbers."""
    return zip(tally[::3], tally[1::3], tally[2::3])


def play(table, runs):
    run = subprocess.run([sys.argv[1], "sim", table, *ASK, "--runs", str(runs)], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(run.stdout)


def main():
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "spread.lua")
        with open(table, "w", encoding="utf-8") as file: file.write(TABLE)
        study, once = play(table, RUNS), play(table, 1)
    for name in ("gold", "half", "same"):
        bars = {}
        for turn in range(1, TURNS + 1):
            for at, value, by in changes(study["tallies"]["=" + name]):
                if at == turn: bars[value] = bars.get(value, 0) + by
            check(f"{name}, turn {turn}", bars, study["measures"][name]["by_turn"][turn - 1])
    for name in ("bell", "gong"):
        bars, before = {}, 0
        for turn in range(1, TURNS + 1):
            by_now = before + sum(by for at, value, by in changes(study["tallies"][name]) if at == turn and value > 0)
            bars[turn], before = by_now - before, by_now
        check_first(name, bars, study["measures"][name]["first"])
    row = once["measures"]["half"]["by_turn"][0]
    expect(set(row["quantiles_se"].values()) == {None} and row["mean_se"] is None, "a single run has no spread:", row)
    print(f"{sum(done)} passed, {len(done) - sum(done)} failed")
    return 0 if all(done) else 1


sys.exit(main())
