"""scratch.py -- shared by tests that are programs in Python: a scratch folder to work in, checks that are counted, and
the last line."""
import os
import sys
import tempfile

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.abspath(sys.argv[1])
sconce = os.path.join(build, "sconce")
os.environ["SCONCE_RULESETS"] = os.path.join(top, "rulesets")
work = tempfile.TemporaryDirectory()
os.chdir(work.name)
counts = {True: 0, False: 0}


def check(what, fine, seen=""):
    counts[bool(fine)] += 1
    if not fine:
        print("%s: %s" % (what, str(seen)[:400]))


def score():
    """Prints the last line and ends the program."""
    print("%d passed, %d failed" % (counts[True], counts[False]))
    sys.exit(counts[False] > 0)
