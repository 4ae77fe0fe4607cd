#!/usr/bin/env python3
"""endless.py BUILD [VERB…] -- each loop of endless.lua is ended by a limit that counts, and never by the clock.

A line may take PATIENCE ms of work here, so that hundreds of them are tried in seconds; the clock allows four times
as much.
"""
import ctypes
import json
import os
import re
import sys

PATIENCE = 150  # ms of work: 3 million steps
# Sentences of the program when a limit that counts has ended a line; one of these must be in the refusal.
COUNTED = "did not come to an end|used up their memory|in one command|more dice in one line|more happened at once than"


class Options(ctypes.Structure):  # SconceOptions
    _fields_ = [("struct_size", ctypes.c_size_t), ("table", ctypes.c_char_p), ("houses", ctypes.c_void_p),
                ("house_count", ctypes.c_size_t), ("seed", ctypes.c_char_p), ("dice", ctypes.c_char_p),
                ("answers", ctypes.c_char_p), ("read_only", ctypes.c_bool), ("unplayed", ctypes.c_bool),
                ("cell", ctypes.c_char_p), ("rulesets", ctypes.c_char_p), ("patience_ms", ctypes.c_int),
                ("dry_runs", ctypes.c_int), ("memory_mb", ctypes.c_int)]


class Error(ctypes.Structure):  # SconceError, up to the sentence
    _fields_ = [("text", ctypes.c_char * 1000), ("more", ctypes.c_char * 512)]


class Reply(ctypes.Structure):  # SconceReply
    _fields_ = [("outcome", ctypes.c_int), ("json", ctypes.c_char_p)]


def open_table(build, rules):
    library = ctypes.CDLL(f"{build}/libsconce.so")
    library.sconce_open.restype = ctypes.c_void_p
    library.sconce_say.argtypes, library.sconce_say.restype = [ctypes.c_void_p, ctypes.c_char_p], Reply
    error = Error()
    options = Options(struct_size=ctypes.sizeof(Options), table=rules.encode(), seed=b"1", answers=b"default",
                      cell=f"{build}/sconce-cell".encode(), patience_ms=PATIENCE)
    table = library.sconce_open(ctypes.byref(options), ctypes.byref(error))
    if not table:
        print(f"endless.lua: {error.text.decode()}\n0 passed, 1 failed")
        sys.exit(1)
    return lambda line: json.loads(library.sconce_say(table, line.encode()).json)


def capture_cell():
    """Makes a pipe of standard error, to which a cell writes when the clock has stopped it.  Returns a function that gives what
    was written since it was called last."""
    end, into = os.pipe()
    os.set_blocking(end, False)
    os.dup2(into, 2)
    os.environ["SCONCE_CELL_STDERR"] = "1"

    def said():
        try:
            return os.read(end, 65536).decode(errors="replace")
        except BlockingIOError:
            return ""
    return said


def main(build, *names):
    rules = os.path.join(os.path.dirname(os.path.abspath(__file__)), "endless.lua")
    with open(rules, encoding="utf-8") as file:
        names = names or re.findall(r'^endless\("(\w+)"', file.read(), re.MULTILINE)
    said = capture_cell()
    say = open_table(os.path.abspath(build), rules)

    def fault(name):
        error = say(f"x_{name}").get("error", "it came to an end")
        if "stopped by the clock" in said():
            return "the clock stopped it"
        return "" if re.search(COUNTED, error) else error

    failed = 0
    for name in names:
        # On a busy machine the clock may come first by chance; what only the clock ends, it ends each time.
        why = fault(name) and fault(name) and fault(name)
        if why:
            failed += 1
            print(f"{name}: {why}")
    print(f"{len(names) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main(*sys.argv[1:])
