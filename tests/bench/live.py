#!/usr/bin/env python3
# live.py BUILD [--small] -- live play in all five rulesets: what a line takes besides the disk, and what it takes to
# open a campaign, which is the loading of its chain of rule files.
import json
import subprocess
import time

from measure import BUILD, RULESETS, SMALL, TOP, children, cost, rounds, table, work_folder

LINES = 2 if SMALL else 40
folder, in_memory = work_folder()


class Campaign:
    def __init__(self, ruleset):
        self.ruleset = ruleset
        self.path = f"{folder}/{ruleset}"
        day = f"{TOP}/rulesets/day/{ruleset}-day.lua"
        subprocess.run([BUILD + "/sconce", "new", self.path, "--ruleset", day], check=True, stdout=subprocess.DEVNULL)
        self.verb = plan_of(day)
        self.play = [BUILD + "/sconce", "play", self.path, "--json", "--answers", "default"]
        self.clock, self.processor, self.opening = [], [], []

    def lines(self, n):
        """Plays n lines, one after the other; returns a list of the seconds that each took by the clock, and the seconds of the
        processor for all, with opening."""
        before = children()
        playing = subprocess.Popen(self.play, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   text=True, bufsize=1)
        seconds = []
        for _ in range(n):
            began = time.monotonic()
            playing.stdin.write(self.verb + "\n")
            reply = playing.stdout.readline()
            seconds.append(time.monotonic() - began)
            if not reply.startswith('{"ok":true'):
                raise SystemExit(f"{self.ruleset}, '{self.verb}': {reply.strip()}")
        playing.communicate()
        return seconds, children() - before

    def measure(self):
        none = cost(self.play)[0]
        seconds, processor = self.lines(LINES)
        self.opening.append(none)
        self.clock.append(sorted(seconds)[len(seconds) // 2])
        self.processor.append((processor - none) / LINES)


def plan_of(day):
    """Returns the line that a simulation of this table repeats when it is given no plan."""
    said = subprocess.run([BUILD + "/sconce", "sim", day, "--runs", "1", "--turns", "1", "--json"], check=True,
                          stdout=subprocess.PIPE).stdout
    return json.loads(said)["plan"][0]


def main():
    campaigns = [Campaign(ruleset) for ruleset in RULESETS]
    for _ in range(rounds(5)):
        for campaign in campaigns:
            campaign.measure()
    ms = lambda seconds: f"{1000 * min(seconds):.2f}"
    table(f"Live play, milliseconds ({'in memory, so without the disk' if in_memory else 'on disk: there is no /dev/shm'})",
          "A line is one turn with its dice and questions, from the typed line to the reply, kept in the journal: by the\n"
          "clock (half of them are faster), and of the processor, both processes together. Opening is of the processor:\n"
          "two programs start and the rules are loaded.",
          ["", "a line", "of the processor", "opening"],
          [[c.ruleset, ms(c.clock), ms(c.processor), ms(c.opening)] for c in campaigns])


main()
