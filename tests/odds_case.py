"""Cases of odds that are worked out by hand: how one is written, asked of a program, and compared.  odds_check.py,
odds_corners.py and odds_members.py have the cases."""
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from fractions import Fraction as F
from math import comb, lcm

CASES = []
RUNS = 4000  # of sim; standard errors are at most 0.008 then (the square root of 0.25 / 4000), and near() allows four of them


def case(name, table, house="", args=(), turns=1, **wanted):
    """wanted: measure -> chance by the end of the last turn, or of each; 'mean_' before it: how often, or the mean of a
    number; 'first_': in which turn it first comes, on average; 'is_MEASURE_V': the chance that a number ends as V.  In
    names '__' stands for a dot, 'BEFORE' for '<' and 'OR' for a comma.  turns = None: no limit; then 'ever_' and 'never_'
    are chances without a limit, 'takes_' the mean turn of an event where it comes, 'var_' its variance, 'p50_' a median.
    fewer_than, more_than: a bound on the number of states in which it is weighed."""
    CASES.append((name, table, house, list(args), turns, {k.replace("__", ".").replace("BEFORE", "<").replace("OR", ","): v for k, v in wanted.items()}))


def at_least(n, k, p):
    """Returns the probability of at least k successes in n trials, each of which succeeds with chance p."""
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))


def by_turn(start, step, turns):
    """Returns {state: probability} after each turn; step(state) yields (next state, probability)."""
    now, whole, all_of_them = {start: 1}, 1, []  # `now` has numerators over `whole`: adding fractions takes ten times as long
    for _ in range(turns):
        ways = [(n, other, q) for s, n in now.items() for other, q in step(s)]
        shared = lcm(*{q.denominator for _, _, q in ways})
        whole *= shared
        now = defaultdict(int)
        for n, other, q in ways:
            now[other] += n * q.numerator * (shared // q.denominator)
        all_of_them.append(defaultdict(F, {s: F(n, whole) for s, n in now.items()}))
    return all_of_them


def chain(start, step, turns):
    """Returns {state: probability} after so many turns.  (by_turn has those after each turn.)"""
    return ([{start: F(1)}] + by_turn(start, step, turns))[-1]


def total(now, holds):
    """Adds up the chances of those states of {state: probability} of which holds(state) is true."""
    return sum((p for s, p in now.items() if holds(s)), F(0))


def mean(now, value):
    return sum((p * value(s) for s, p in now.items()), F(0))


def d(n):
    """Returns (face, chance) for each face of a die of n sides."""
    return [(face, F(1, n)) for face in range(1, n + 1)]


S = F(1, 6)  # one face of a d6

# House rules and a policy of dungeon-turn.
PEACE = "question.combat.always = 'no fight'\n"
HOME = """return { line = function() return "leave" end,
  answers = { exit = "roll", way = "%s", length = 2, rooms = 3 } }"""

# The first lines of an inline case.
HEAD = 'ruleset "Own" { turn = "10 minutes", procedure = "turn", check = "1d20" }\nkind.member:has { might = 0, wits = 10 }\nprocedure "turn" { "act", "time" }\n'


def inline_case(name, text, args=(), turns=1, **wanted):
    """Adds a case whose rules are not a ruleset's: they are HEAD, then this text."""
    case("own: " + name, None, HEAD + text, args, turns, **wanted)


# --- asking ---


def ask(sconce, how, table, args, turns):
    limit = ["--turns", str(turns)] if turns else []
    said = subprocess.run([sconce, *how, table, *limit, "--json", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if said.returncode:
        return None, said.stderr.strip()
    answer = json.loads(said.stdout)
    return {**answer["measures"], "states": answer.get("states", 0)}, ""


def write_files(folder, n, table, house, args):
    """Writes house rules and policies to files; returns the table and the arguments that name them."""
    def write(name, text):
        path = os.path.join(folder, name)
        with open(path, "w") as f:
            f.write(f"-- {name}\n{text}\n")
        return path
    if house:
        table = write(f"case{n}.lua", (f'extends "{table}"\n' if table else "") + house)
    return table, [write(f"policy{n}.lua", word[7:]) if word.startswith("POLICY:") else word for word in args]


ENDLESS = {"ever": "p", "never": "never", "takes": "mean", "var": "variance", "p50": "p50"}
SORTS = ("mean_", "first_", "is_", *(sort + "_" for sort in ENDLESS))


def rows_of(measures, key, p):
    """Returns what a wanted key asks for, as [(row of the answer, its field, the value it should have)]: one for each turn if p
    is a list.  A row is {} where the answer has none."""
    sort, _, name = key.partition("_") if key.startswith(SORTS) else ("p", "", key)
    if sort == "is":
        name, _, value = name.rpartition("_")
        return [(row, "p", p) for row in measures[name].get("values", []) if str(row["value"]) == value] or [({}, "p", p)]
    if name not in measures:
        return [({}, sort, p)]
    if sort in ENDLESS:
        return [(measures[name].get("ever", {}), ENDLESS[sort], p)]
    if sort == "first":
        return [(measures[name]["first"], "mean", p)]
    by = measures[name]["by_turn"]
    return list(zip(by, [sort] * len(by), p)) if isinstance(p, list) else [(by[-1], sort, p)]


def same(row, field, p):
    """True if a figure of exact odds is p: as a fraction; between bounds less than 1e-12 apart, where something was left out; or
    as a float, where there is no fraction."""
    if field == "p50":
        return row.get("quantiles", {}).get(field) == p
    fraction = row.get({"p": "fraction", "mean": "mean_fraction"}.get(field, field + "_fraction"))
    if field == "p" and "high_fraction" in row:
        return F(fraction) <= p <= F(row["high_fraction"]) < F(fraction) + F(1, 10**12)
    if field == "mean" and "high_fraction" in row:
        return abs(F(fraction) - p) < p / 10**12
    figure = row.get("sd", 0) ** 2 if field == "variance" else row.get(field, 0)
    return F(fraction) == p if fraction else abs(figure - float(p)) < 1e-12 * max(1, float(p))


def within(row, field, p):
    """True if a figure without a limit of turns, asked for without fractions, is p within the error that it tells and the
    rounding of a float."""
    if field in ("p50", "variance"):
        return same(row, field, p)
    return abs(F(row.get(field, 0)) - p) <= row.get("mean_error" if field == "mean" else "p_error", 0) + p / 2**52


def near(row, field, p):
    """True if a simulated figure is within four standard errors of p.
    A row may be missing where fewer than 8 runs were expected to have it."""
    error = row.get("mean_se", 0) if field == "mean" else (float(p * (1 - p)) / RUNS) ** 0.5
    return abs(row.get(field, 0) - float(p)) <= 4 * error + 1e-9 or not row and p < F(8, RUNS)


def check_case(sconce, sim, folder, n, name, table, house, args, turns, wanted):
    table, args = write_files(folder, n, table, house, args)
    # A simulation always has a limit of turns, and weighs no start.
    if sim and (turns is None or "--weigh-start" in args):
        return True
    how, holds = (["sim", "--runs", str(RUNS), "--jobs", "1"], near) if sim else (["odds", "--fractions"], same)
    if turns is None and not check_answer(name, ["odds"], within, *ask(sconce, ["odds"], table, args, turns), wanted, sim):
        return False
    return check_answer(name, how, holds, *ask(sconce, how, table, args, turns), wanted, sim)


def check_answer(name, how, holds, measures, sentence, wanted, sim):
    if measures is None:
        print(f"{name}: {how[0]}: {sentence}")
        return False
    wrong = 0
    for key, p in wanted.items():
        if key.startswith("is_") and sim:
            continue  # sim gives numbers of runs there, and no chances
        if key in ("fewer_than", "more_than"):  # numbers of states, which only odds tell
            if not sim and (measures["states"] < p) != (key == "fewer_than"):
                print(f"{name}: {measures['states']} states, and not {key.replace('_', ' ')} {p}")
                wrong += 1
            continue
        for row, field, is_so in rows_of(measures, key, p):
            if not holds(row, field, F(is_so)):
                print(f"{name}: {how[0]}, {key}: {row}, and by hand it is {is_so} ({float(is_so):.6f})")
                wrong += 1
    return wrong == 0


def main():
    sconce, only = os.path.abspath(sys.argv[1]), sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        done = [check_case(sconce, sim, folder, n, *c) for n, c in enumerate(CASES)
                if not only or any(o in c[0] for o in only)
                for sim in ([False, True] if c[0].startswith("own:") else [False])]
    print(f"{sum(done)} passed, {len(done) - sum(done)} failed")
    return not all(done)
