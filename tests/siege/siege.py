#!/usr/bin/env python3
"""siege.py BUILD [ROAD…] [--seed N] [--count N | --minutes N] [--keep DIR] -- attacks each road by which a stranger's bytes come in.
siege.py BUILD --case FILE…                                               -- plays kept cases again.
siege.py BUILD --corpus [--count N]                                       -- plays those of tests/fuzz/corpus/siege, and N of each road.

The bytes of a case are changed at random.  BUILD should have the sanitizers (make asan).  Case N of a road is made from the number N alone.  A case that breaks a
promise is printed with the command that repeats it, and its edits are kept in DIR, as few of them as still break it.

What each case must hold: no crash and no report of the sanitizers; an end within CPU_SECONDS of processor time; no file
outside the folder changed; nothing acknowledged lost; every refusal says why in a sentence.  roads.py lists the roads; served.py is that of HTTP."""
import argparse
import glob
import json
import os
import random
import shutil
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.setrecursionlimit(100000)
from place import Broken, Place
from roads import ROADS, Stock
from served import Http

ROADS = {**ROADS, "http": Http}
CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fuzz/corpus/siege/*.json")


def run_case(stock, road, seed, edits=None, chosen=None):
    """Runs one case.  edits: None draws them from the seed.  chosen: what an earlier run drew besides (Road.chosen), or a dict
    that this run fills with it.  Returns the edits, and a text of what was broken, or None."""
    with tempfile.TemporaryDirectory(dir=stock.folder) as folder:
        place = Place(stock, folder)
        case = ROADS[road](random.Random("%s %d" % (road, seed)), place, edits, {} if chosen is None else chosen)
        try:
            case.run()
            place.check_outside()
            broken = None
        except Broken as b:
            broken = str(b)
        return case.made(), broken


def shrink(stock, road, seed, edits, chosen):
    """Returns as few of the edits as still break something: leaves out one after the other, and puts it back when nothing is
    broken without it.  More than 40 are left as they are, since each try runs the case."""
    at = 0
    while at < len(edits) and len(edits) <= 40:
        fewer = edits[:at] + edits[at + 1 :]
        if run_case(stock, road, seed, fewer, chosen)[1]:
            edits = fewer
        else:
            at += 1
    return edits


class Siege:
    def __init__(self, build, keep):
        self.build, self.keep, self.stock = build, keep, Stock(build)
        self.passed = self.failed = 0

    def run_one(self, road, seed, edits=None, chosen=None):
        chosen = {} if chosen is None else chosen
        made, broken = run_case(self.stock, road, seed, edits, chosen)
        if not broken:
            self.passed += 1
            return
        self.failed += 1
        print("--- %s %d: %s" % (road, seed, broken), flush=True)
        if edits is None:  # a new case, and none that was kept already
            made = shrink(self.stock, road, seed, made or [], chosen)
            os.makedirs(self.keep, exist_ok=True)
            path = os.path.join(self.keep, "%s-%d.json" % (road, seed))
            with open(path, "w") as f:
                json.dump({"road": road, "seed": seed, "broke": broken[:300], "chosen": chosen, "edits": made}, f, indent=1)
            print("    again: python3 tests/siege/siege.py %s --case %s" % (self.build, path))
        sys.stdout.flush()

    def run_kept(self, path):
        with open(path) as f:
            case = json.load(f)
        self.run_one(case["road"], case["seed"], case["edits"], case.get("chosen"))

    def run_road(self, road, seed, count, minutes):
        first, end = seed, time.time() + minutes * 60 if minutes else None
        while time.time() < end if end else seed < first + count:
            self.run_one(road, seed)
            seed += 1
        print("%s: cases %d to %d; --seed %d goes on" % (road, first, seed - 1, seed), flush=True)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build")
    words.add_argument("roads", nargs="*")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--count", type=int, default=10)
    words.add_argument("--minutes", type=float, default=0)
    words.add_argument("--keep", default="build/siege")
    words.add_argument("--case", nargs="*", default=[])
    words.add_argument("--corpus", action="store_true")
    args = words.parse_args()
    unknown = [road for road in args.roads if road not in ROADS]
    if unknown:
        words.error("there is no road '%s'; there are: %s" % (unknown[0], " ".join(ROADS)))
    siege = Siege(os.path.abspath(args.build), args.keep)
    try:
        for path in args.case + (sorted(glob.glob(CORPUS)) if args.corpus else []):
            siege.run_kept(path)
        for road in [] if args.case else args.roads or ROADS:
            siege.run_road(road, args.seed, args.count, args.minutes)
    finally:
        shutil.rmtree(siege.stock.folder)
    print("%d passed, %d failed" % (siege.passed, siege.failed))
    sys.exit(siege.failed > 0)


def main_with_stack():
    """Runs main in a thread with a stack of 512 MB, since edits make values thousands deep, through which Python recurses."""
    threading.stack_size(512 << 20)
    status = []

    def run():
        try:
            main()
        except SystemExit as e:
            status.append(e.code)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    sys.exit(status[0] if status else 1)


if __name__ == "__main__":
    main_with_stack()
