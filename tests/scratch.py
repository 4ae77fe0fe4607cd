"""scratch.py -- shared by tests that are programs in Python: a scratch folder to work in, a table played by a
program, checks that are counted, and the last line."""
import atexit
import errno
import json
import os
import random
import socket
import subprocess
import sys
import tempfile

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.abspath(sys.argv[1])
sconce = os.path.join(build, "sconce")
os.environ["SCONCE_RULESETS"] = os.path.join(top, "rulesets")
work = tempfile.TemporaryDirectory()
os.chdir(work.name)
counts = {True: 0, False: 0}


started = []


def start(argv, **more):
    """Starts a program, which ends with this one at the latest, also when this one fails."""
    process = subprocess.Popen(argv, **more)
    started.append(process)
    return process


@atexit.register
def end_started():
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()


class Table:
    """A running `sconce play --json`."""

    def __init__(self, *words):
        self.process = start([sconce, "play", *words, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, line):
        self.process.stdin.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
        self.process.stdin.flush()

    def ask(self, line):
        self.send(line)
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        return self.process.wait()


def free_port():
    """Returns a port of 127.0.0.1 and ::1 that nobody listens on.  The ports from 32768 on are those
    that the system hands out, for port 0 and for every connection that goes out; one of them might be taken before it is
    used here, so this one lies below."""
    while True:
        port = random.randrange(20000, 32000)
        try:
            for family, host in (socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"):
                socket.create_server((host, port), family=family).close()
            return port
        except OSError as error:
            if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                return port  # this machine has no ::1, so the port of 127.0.0.1 is enough
            if error.errno != errno.EADDRINUSE:
                raise


def check(what, fine, seen=""):
    counts[bool(fine)] += 1
    if not fine:
        print("%s: %s" % (what, str(seen)[:2000]))  # cut off: a screen or two are enough


def score(skipped=0):
    """Prints the last line and ends the program."""
    print("%d passed, %d failed%s" % (counts[True], counts[False], ", %d skipped" % skipped if skipped else ""))
    sys.exit(counts[False] > 0)
