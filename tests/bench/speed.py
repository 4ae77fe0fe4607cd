#!/usr/bin/env python3
# speed.py BUILD [--small] -- `sconce sim` against the same games written by hand in bare Lua (bare/*.lua), with the
# turn memo and without it: by runs, turns, members, rulesets and jobs.
import os
import shutil

from measure import BUILD, RULESETS, SMALL, TOP, best, fewer, rounds, table, work_folder

FORGET = {"SCONCE_REMEMBER": "no"}
MEMO_RUNS = [1000, 10000, 100000]
CRAWL = ["--first", "light torch", "--plan", "crawl"]
GAMES = {  # the table, and its game in bare Lua
    "delving": ([TOP + "/examples/demo.lua", *CRAWL], "delving"),
    "dungeon-exploration": ([TOP + "/rulesets/day/dungeon-exploration-day.lua"], "exploration"),
    "trespasser": ([TOP + "/rulesets/day/trespasser-day.lua"], "trespasser"),
}
folder, _ = work_folder()


def sim(arguments, runs, turns, jobs=1):
    return [BUILD + "/sconce", "sim", *arguments, "--runs", str(runs), "--turns", str(turns), "--jobs", str(jobs),
            "--json"]


def bare(game, runs, turns, *more):
    return ["lua5.4", f"{TOP}/tests/bench/bare/{game}.lua", str(runs), str(turns), *map(str, more)]


def turns_a_second(arguments, turns, plain_runs, memo_runs, by_hand=None):
    """Returns turns a second: under "plain" without the memo and without loading; under each number of memo_runs with both;
    under "bare" the game in bare Lua.  Under "loading": the seconds that loading takes."""
    plain_runs = max(10, fewer(plain_runs))
    commands = {"loading": (sim(arguments, 1, 1), FORGET), "plain": (sim(arguments, plain_runs, turns), FORGET)}
    for runs in memo_runs:
        commands[runs] = sim(arguments, fewer(runs), turns), None
    if by_hand:
        commands["bare"] = bare(by_hand[0], *by_hand[1:]), None
    seconds = {name: took[0] for name, took in best(commands, rounds(2)).items()}
    rates = {runs: fewer(runs) * turns / seconds[runs] for runs in memo_runs}
    # "loading" has played one turn, so that both differ by all turns but one.
    rates["plain"] = (plain_runs * turns - 1) / max(1e-6, seconds["plain"] - seconds["loading"])
    rates["loading"] = seconds["loading"]
    if by_hand:
        rates["bare"] = by_hand[1] * turns / seconds["bare"]
    return rates


def ratio(a, b):
    return f"{a / b:.3f}" if a < 0.1 * b else f"{a / b:.2f}"


def by_runs():
    rows = []
    for name, (arguments, game) in GAMES.items():
        rates = turns_a_second(arguments, 24, 1000, MEMO_RUNS, (game, fewer(10000), 24))
        rows.append([name, *(ratio(rates[k], rates["bare"]) for k in ["plain", *MEMO_RUNS]), f"{rates['bare']:,.0f}"])
    table("Simulation against bare Lua, by runs (24 turns each)",
          "1 is as fast as the same game written by hand in bare Lua. The plain turn is played in full, without the\n"
          "memo (SCONCE_REMEMBER=no) and without the loading of the rules; the others hold everything.",
          ["", "plain turn", *(f"{runs:,} runs" for runs in MEMO_RUNS), "bare Lua, turns a second"], rows)


def by_turns():
    arguments, game = GAMES["delving"]
    rows = []
    for turns in [1, 6, 24, 96]:
        runs = fewer(240000 // turns)
        rates = turns_a_second(arguments, turns, 24000 // turns, [240000 // turns], (game, runs, turns))
        rows.append([turns, ratio(rates["plain"], rates["bare"]), ratio(rates[240000 // turns], rates["bare"])])
    table("Simulation against bare Lua, by turns (delving, 240,000 turns in all)",
          "How long a run is. The first turn of all runs is the same turn; later ones differ, and the memo helps less.",
          ["turns a run", "plain turn", "with the memo"], rows)


def by_members():
    rows = []
    for people in [0, 3, 6]:
        path = f"{folder}/party{people}.lua"
        with open(TOP + "/examples/demo.lua") as demo, open(path, "w") as party:
            party.writelines(line for line in demo if not line.startswith("member "))
            for i in range(people):
                party.write(f'member "M{i + 1}" {{ hp = {[6, 4, 5][i % 3]} }}\n')
        rates = turns_a_second([path, *CRAWL], 24, 1000, [10000], ("delving", fewer(10000), 24, people))
        rows.append([people, ratio(rates["plain"], rates["bare"]), ratio(rates[10000], rates["bare"])])
    table("Simulation against bare Lua, by members (delving, 10,000 runs)",
          "A larger party is more work for both.  The memo pays as much while the states of all come again as often.",
          ["members", "plain turn", "with the memo"], rows)


def by_rulesets():
    rows = []
    for name in RULESETS:
        rates = turns_a_second([f"{TOP}/rulesets/day/{name}-day.lua"], 24, 300, [10000])
        rows.append([name, ratio(rates[10000], rates["plain"]), f"{1e6 / rates['plain']:.1f}", f"{1e6 / rates[10000]:.2f}",
                     f"{1e3 * rates['loading']:.0f}"])
    table("What the memo saves, by rulesets (rulesets/day, 10,000 runs of 24 turns)",
          "Times faster with the memo than without; microseconds of a turn; milliseconds of a simulation of one turn,\n"
          "which are the loading of the rules.",
          ["", "times faster", "plain turn, us", "with the memo, us", "loading, ms"], rows)


def by_jobs():
    arguments = GAMES["delving"][0]
    jobs = [n for n in (1, 2, 4) if n <= max(2, os.cpu_count())]
    rows = []
    for name, runs, environment in (("plain turn", 5000, FORGET), ("with the memo", 100000, None)):
        commands = {n: (sim(arguments, fewer(runs), 24, n), environment) for n in jobs}
        seconds = {n: took[1] for n, took in best(commands, rounds(2)).items()}
        rows.append([f"{name}, {runs:,} runs", *(f"{seconds[1] / seconds[n]:.2f}" for n in jobs[1:]), f"{seconds[1]:.2f}"])
    table(f"Jobs (delving; this machine has {os.cpu_count()} processors)",
          "How many times faster by the clock than one job. Only a quiet machine gives the figure: 2 is the best of two.",
          ["", *(f"{n} jobs" for n in jobs[1:]), "one job, s"], rows)


def main():
    if not shutil.which("lua5.4"):
        print("There is no lua5.4 here to compare `sim` with; `make deps` installs it on Debian.\n")
        return
    for part in (by_runs, by_turns, by_members, by_rulesets, by_jobs):
        part()


main()
