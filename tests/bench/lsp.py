#!/usr/bin/env python3
"""lsp.py BUILD -- measures how long `sconce lsp` takes to answer, for a house file on each shipped ruleset.  Prints the median
and the slowest of ROUNDS answers after the first, in milliseconds of the clock.  A keystroke is a change and then a completion;
`checked` is the time from a change until its problems are there, with the pause of 80 ms that the server waits for more."""
import glob
import os
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "tests"))
from lsp_client import Client, uri

ROUNDS = 15


def times(act):
    """Returns the median and the longest time of ROUNDS acts in milliseconds, as text; one before them is not counted."""
    act()
    found = []
    for _ in range(ROUNDS):
        began = time.monotonic()
        act()
        found.append((time.monotonic() - began) * 1000)
    found.sort()
    return "%5.1f %5.1f" % (found[len(found) // 2], found[-1])


def row(build, name, folder):
    client = Client([os.path.join(build, "sconce"), "lsp"], env={"SCONCE_RULESETS": os.path.join(TOP, "rulesets"), "SCONCE_CELL": os.path.join(build, "sconce-cell")})
    client.start(folder)
    path, text = os.path.join(folder, "house.lua"), 'extends "%s"\nlight.torch.lasts = "5 turns"\nlight.' % name
    client.open(path, text)
    client.problems(path)

    def type_letter():  # light. and light.t in turn, so that each is a change
        client.change(path, ((2, 0), (2, 9), "light." + "t" * (client.versions[path] % 2)))
        client.at("completion", path, 2, 6)

    def mend():  # replaces the line that is no Lua by a comment, another one each time
        client.change(path, ((2, 0), (2, 9), "-- %d" % client.versions[path]))
        client.problems(path)

    keys, checked = times(type_letter), times(mend)
    asked = [times(lambda: client.at(method, path, 1, 8, **more)) for method, more in (("hover", {}), ("definition", {}), ("references", {"context": {"includeDeclaration": True}}))]
    asked.append(times(lambda: client.result("textDocument/documentSymbol", {"textDocument": {"uri": uri(path)}})))
    client.end()
    print("%-20s  %s" % (name, "   ".join([keys] + asked + [checked])), flush=True)


def main():
    build = os.path.abspath(sys.argv[1])
    print("%-20s  %s" % ("median, slowest in ms", "   ".join("%-11s" % head for head in ("keystroke", "hover", "definition", "uses", "symbols", "checked"))))
    for path in sorted(glob.glob(os.path.join(TOP, "rulesets/*.lua"))):
        if path.endswith(".spec.lua"):
            continue
        folder = tempfile.mkdtemp(prefix="sconce-bench.")
        row(build, os.path.basename(path)[:-4], folder)
        shutil.rmtree(folder)


main()
