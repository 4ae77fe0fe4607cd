#!/usr/bin/env python3
"""programs.py BUILD -- `sconce play --json` as a program uses it: requests, interrupts, what players may read."""
import json, os, signal, subprocess, sys, tempfile, time

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.abspath(sys.argv[1])
sconce = os.path.join(build, "sconce")
os.environ["SCONCE_RULESETS"] = os.path.join(top, "rulesets")
work = tempfile.TemporaryDirectory()
os.chdir(work.name)
passed = failed = 0


def check(what, fine, seen=""):
    global passed, failed
    if fine:
        passed += 1
    else:
        failed += 1
        print("%s: %s" % (what, str(seen)[:400]))


class Table:
    """A running `sconce play --json`."""

    def __init__(self, *words):
        self.process = subprocess.Popen([sconce, "play", *words, "--json"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def send(self, line):
        self.process.stdin.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
        self.process.stdin.flush()

    def ask(self, line):
        self.send(line)
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        return self.process.wait()


def interrupts():
    """SIGINT stops the line that runs, and neither the program nor a line that waits."""
    table = Table("delving", "--seed", "1", "--timeout", "3600")
    check("a line", table.ask("rest")["ok"])
    table.process.send_signal(signal.SIGINT)
    check("an interrupt between lines is nothing", table.ask("rest")["ok"])
    table.send("lua while true do end")
    os.set_blocking(table.process.stdout.fileno(), False)
    said = ""
    while not said:  # an interrupt before the line has begun stops nothing
        table.process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        said = table.process.stdout.readline() or ""
    os.set_blocking(table.process.stdout.fileno(), True)
    reply = json.loads(said)
    check("the line is stopped", not reply["ok"], reply)
    check("and the table plays on", table.ask("rest")["ok"])
    check("it ends well", table.end() == 0)


interrupts()
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed > 0)
