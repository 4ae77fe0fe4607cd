#!/usr/bin/env python3
"""doors.py BUILD -- characters that mislead (sconce_misleads) never arrive raw at a door: a place where text comes out.

A ruleset puts such characters into every text that rules can give; every command plays, checks, logs, simulates or
plots it.  Whatever a command writes must be UTF-8 without one of them: spelt out for people, escaped in JSON.
"""
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import unicodedata

build = os.path.abspath(sys.argv[1])
library = ctypes.CDLL(build + "/libsconce.so")
library.sconce_misleads.restype = ctypes.c_bool
MISLEADING = {c for c in range(0x110000) if library.sconce_misleads(c)}
# Characters that are drawn blank although Unicode calls them letters, marks or signs: no property of Unicode says so.
BLANK = {0x1680, 0x2800, 0x13441, 0x13442, 0x16FE4, 0x1D159}
DRAWN = {0xFE0E, 0xFE0F}  # they choose a picture or a letter, and are left


def unicode_property(name):
    """Returns the characters below the private planes that have a property, as the Unicode tables of Perl say."""
    find = "for (0 .. 0xDFFFF) { no warnings; print qq($_ ) if chr =~ /\\p{%s}/ }" % name
    return set(map(int, subprocess.run(["perl", "-e", find], capture_output=True, check=True).stdout.split()))


def must_mislead():
    """Returns what MISLEADING must be below the private planes, by the tables of Perl and Python and not by a list that was typed:
    controls, separators of lines, marks of direction, what is ignored in drawing, and what only steers how others are drawn."""
    steers = {c for c in range(0xE0000) if unicodedata.category(chr(c)) in ("Cc", "Cf", "Zl", "Zp")}
    unseen = unicode_property("Default_Ignorable_Code_Point") | unicode_property("Bidi_Control")
    return (steers - unicode_property("Prepended_Concatenation_Mark") | unseen | BLANK) - DRAWN


# The characters that are tried: all below U+E0000, and five of those above, which are too many for one text.
TRIED = [c for c in sorted(MISLEADING) if c < 0xE0000] + [0xE0001, 0xE0020, 0xE0FFF, 0xF0000, 0x10FFFD]
FORGED = "T9 0:90> forged"  # a line break in a text must not bring this to the start of a line
passed = failed = 0


def lua(text):
    """Returns the text as a Lua literal, with escapes."""
    return '"' + "".join(c if c.isalnum() or c == " " else "\\u{%X}" % ord(c) for c in text) + '"'


EVIL = "".join(chr(c) for c in TRIED) + "\n" + FORGED
WORD = "".join(chr(c) for c in TRIED if c > 0x20)  # for names, which have no line break
BIDI = "\u202e\u200b\u2066\u061c\U000e0020"       # a few of them for typed lines, which may hold no control characters

HOUSE = f"""extends "delving"
-- {BIDI} a comment
event "e" {{ text = "{{a}}" }}
chart "c" {{ die = "1d2", {{ "1", {lua("a" + WORD)}, {lua("T" + EVIL)} }}, {{ "2", {lua("b" + WORD)}, {lua("U" + EVIL)} }} }}
track "bag" {{ start = {{}} }}
track "s" {{ start = "", prompt = true, help = {lua("s" + EVIL)} }}
setting "mood" {{ default = {lua("m" + EVIL)}, help = {lua("h" + EVIL)} }}
question "which" {{ text = {lua("Which" + EVIL + "?")}, choices = {{ {lua("x" + WORD)}, {lua("y" + WORD)} }} }}
question "word" {{ text = {lua("Say" + EVIL)}, default = {lua("d" + EVIL)} }}
light.torch.help = {lua("l" + EVIL)}
action "bomb" {{ turns = 1, help = {lua("h" + EVIL)} }}
function act.bomb(who)
  say({lua(EVIL)})
  emit("e", {{ a = {lua(EVIL)} }})
  roll "c"
  set("s", {lua("p" + EVIL)})
  gain("bag", {{ [{lua("k" + EVIL)}] = 1 }})
  warn({lua("w" + EVIL)})
  dice("1d6", {lua("why" + EVIL)})
  pick({{ 1, 2 }}, {lua("p" + EVIL)})
end
action "ask" {{ turns = 0 }}
function act.ask() ask "which" ask "word" end
action "no" {{ turns = 0 }}
function cannot.no() return {lua("no" + EVIL)} end
action "err" {{ turns = 0 }}
function act.err() error({lua("err" + EVIL)}) end
action "ref" {{ turns = 0 }}
function act.ref() refuse({lua("ref" + EVIL)}) end
function rule.status() return {lua("st" + EVIL)} end
function on.begin() say({lua("begin" + EVIL)}) end
"""
LINES = ["bomb", "ask", "x", "", "ask", "?", "u", "u", "no", "err", "ref", f"note n{BIDI}", f"crawl r{BIDI}",
         f'session "t{BIDI}"', f"= {lua(EVIL)}", f"lua say({lua(EVIL)})", f'= "{BIDI}"', f"{BIDI}", f"help {BIDI}",
         f"why {BIDI}", f"chart {BIDI}", f"odds {BIDI}", f"odds c in {BIDI}", f"hp {BIDI} 3", f"dice {BIDI}",
         f"add Z{BIDI}", f"save t{BIDI}", f"state {BIDI}", f"resume {BIDI}", f"redo {BIDI}", "why", "why act.bomb",
         "why setting.mood", "why track.s", "chart c", "help", "help bomb", "help mood", "?", "help all", "changes",
         "state", "state party", "log", "log 5 players", "recap", "odds c in 2 with bomb", "u", "redo", "forget"]
MISTAKES = f"""extends "delving"
setting.{lua('x')[1:-1]}y = 1
light[{lua("t" + EVIL)}] = 3
light.torch.lasts = {lua("4" + EVIL)}
chart[{lua(WORD)}] {{ die = {lua("d" + EVIL)}, {{ "1", {lua(EVIL)} }} }}
local t = {{ {lua(EVIL)} }}
function act.crawl(who) return t[{lua(EVIL)}].x.{'y'} end
x{BIDI} = 1
"""
SPEC = f"""spec "house"
test({lua("t" + EVIL)}) {{ {{ "bomb", says = {lua("q" + EVIL)} }}, {{ "note x", text = {lua(EVIL)} }} }}
"""


def tell(name, why):
    global failed
    failed += 1
    print(f"{name}: {why}")


def check(name, data, may="\n"):
    """Checks the bytes that a command wrote.  may: characters that may stand there raw."""
    global passed
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return tell(name, f"not UTF-8: {error}")
    raw = {c for c in map(ord, text) if c in MISLEADING and chr(c) not in may}
    if raw:
        at = min(text.index(chr(c)) for c in raw)
        return tell(name, f"raw: {[hex(c) for c in sorted(raw)][:5]} … in {text[max(0, at - 60):at + 20]!r}")
    if text.startswith(FORGED) or "\n" + FORGED in text:
        return tell(name, f"forges a line: {text[max(0, text.index(FORGED) - 80):][:120]!r}")
    passed += 1


def run(name, *command, lines=None, files=(), wanted=(0, 1)):
    """Runs sconce with `lines` typed; checks what it writes to its outputs and to the files.  wanted: the exit statuses that are
    right.  Returns its output."""
    data = "".join(line + "\n" for line in lines or ()).encode()
    done = subprocess.run([build + "/sconce", *command], input=data, capture_output=True, timeout=120,
                          env=dict(os.environ, COLUMNS="80"))
    if done.returncode not in wanted:
        tell(name, f"status {done.returncode}: {done.stderr[:300]}")
    check(name + ", output", done.stdout)
    check(name + ", errors", done.stderr)
    for file in files:
        with open(file, "rb") as f:
            check(f"{name}, {file}", f.read(), "\n\t" if file.endswith(".svg") else "\n")
    return done.stdout.decode(errors="replace")


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def main():
    wanted = must_mislead()
    newer = {c for c in MISLEADING if unicodedata.category(chr(c)) == "Cn"}  # the tables may be of an older Unicode
    below = {c for c in MISLEADING - newer if c < 0xE0000}
    for why, wrong in ("it lacks", wanted - MISLEADING), ("it has", below - wanted):
        if wrong:
            tell("the list of characters that mislead", f"{why} {[hex(c) for c in sorted(wrong)][:9]}")
    run("new", "new", "t", "--ruleset", "delving")
    write("t/house.lua", HOUSE)
    shown = run("play", "play", "t", "--seed", "1", "--answers", "ask", lines=LINES)
    if "<202E>" not in shown:
        tell("play", f"nothing was said: {shown[:500]}")
    run("JSON lines", "play", "t", "--answers", "ask", "--json", lines=LINES)
    run("new", "new", "typed", "--ruleset", "delving")
    run("a table that was typed", "play", "typed", "--answers", "ask", files=["typed/house.lua"],
        lines=[f"table a{BIDI} 1-3 / b 4-6", f"table c{BIDI}: d{BIDI} 1-3 / e 4-6", "roll creatures"])
    run("by hand", "play", "t", "--dice", "hand", lines=["bomb", BIDI, "2", "", ""])
    for form in ("md", "text", "json"):
        for players in ((), ("--players",)):
            run(f"log {form}", "log", "t", "--format", form, *players)
    run("verify", "verify", "t")
    for words in ((), ("mood",), ("c",), ("bomb",), (BIDI,), ("--changes",)):
        run(f"rules {words}", "rules", "t", *words)
    run("help", "help", BIDI)
    run("odds", "odds", "t", "--turns", "2", "--plan", "bomb")
    count = ("t", "--turns", "2", "--runs", "4", "--plan", "bomb", "--measure", "n=turn.number", "--jobs", "1")
    run("sim", "sim", *count)
    run("sim --json", "sim", *count, "--json")
    run("sim --csv", "sim", *count, "--csv", "s.csv", files=["s.csv"])
    run("sim --vs", "sim", *count, "--vs", "t")
    if shutil.which("gnuplot"):
        run("sim --plot", "sim", *count, "--plot", "s.svg", files=["s.svg"])
    run("sim, a plan", "sim", "t", "--turns", "2", "--runs", "2", "--plan", BIDI)
    run("sim, an event", "sim", "t", "--turns", "2", "--runs", "2", "--plan", "bomb", "--until", BIDI)
    run("sim, a measure", "sim", "t", "--turns", "2", "--runs", "2", "--plan", "bomb", "--measure", f"a{BIDI}=1")
    run("roll", "roll", BIDI)
    run("roll, a label", "roll", f"1d6 # {BIDI}", "--json")
    write("wrong.lua", MISTAKES)
    for table in ("wrong.lua", "t"):
        run(f"check {table}", "check", table)
        run(f"check {table} --json", "check", table, "--json")
        run(f"play {table} --json", "play", table, "--json", lines=[])
    write("t/house.spec.lua", SPEC)
    run("test", "test", "t/house.spec.lua")
    evil = f"f{BIDI}\x1b"
    os.mkdir(evil)
    run("a folder's name", "new", f"{evil}/t", "--ruleset", "delving")
    run("a folder's name", "play", f"{evil}/t", lines=[""])
    for verb in ("log", "verify", "check"):
        run(f"a folder's name, {verb}", verb, f"{evil}/t")
    write(f"{evil}/x.lua", 'extends "delving"\nx = \n')
    for verb in ("play", "check", "rules"):
        run(f"a file's name, {verb}", verb, f"{evil}/x.lua")
    with open(f"{evil}/fix.lua", "w") as f:
        f.write('extends "delving"\nfunction act.serch() end\n')
    run("a file's name, check --fix", "check", f"{evil}/fix.lua", "--fix")
    with open(f"{evil}/fix.lua") as f:
        check("check --fix changed it", b"" if "act.search" in f.read() else b"\x00")
    os.remove(f"{evil}/fix.lua")
    run("a file's name, check --json", "check", f"{evil}/x.lua", "--json")
    run("a file's name, play --json", "play", f"{evil}/x.lua", "--json", lines=[])
    run("export", "export", "t", f"{evil}/e.sconce")
    run("import", "import", f"{evil}/e.sconce", f"{evil}/u")
    run("import again", "import", f"{evil}/e.sconce", f"{evil}/u")
    for word in (BIDI, f"--{BIDI}"):
        run("words of the command line", word, wanted=(0, 1, 2))
        run("words of the command line", "play", "t", word, wanted=(1, 2))
    for words in (("check", "--explain"), ("new", "n", "--ruleset"), ("roll",), ("help",), ("sim", "t", "--plan"),
                  ("sim", "t", "--measure"), ("sim", "t", "--policy"), ("odds", "t", "--before"), ("log", "t", "--format"),
                  ("log", "t", "--session"), ("play", "t", "--seed"), ("play", "t", "--dice"), ("serve",), ("about",)):
        run("words of the command line", *words, BIDI, wanted=(0, 1, 2))
        run("words of the command line", *words, "\x1b[2J\x1b]0;x\x07", wanted=(0, 1, 2))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
