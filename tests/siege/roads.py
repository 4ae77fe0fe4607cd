"""roads.py -- the roads by which a stranger's bytes come in: for each, what is mutated and what must hold afterwards.

A road is a class: drawn from a random.Random r, it makes its edits, or takes those given, and run() does them and the
commands that meet them.  That of HTTP is in served.py."""
import glob
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile

import forge
from mutate import apply_lines, apply_tree, draw_lines, draw_tree
from place import Broken, Place, digests

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))

HOUSE = """extends "demo"
event "omen" { text = "{what}", secret = true }
question "where" { text = "Where do they go?", choices = { "hall", "crypt", "stairs" }, default = "hall" }
question "many" { text = "How many?", min = 1, max = 9, default = 2 }
track "dread" { start = 0, min = 0, max = 9 }
chart "omens" { die = "1d6", { "1-3", "crow", "A crow." }, { "4-5", "fog", "Fog." }, { "6", "bell", "A bell tolls." } }
action "ponder" { takes = { "number?" } }
function act.ponder(who, n)
  local place = ask "where"
  gain("dread", n or ask "many")
  emit("omen", { what = place .. " " .. roll "omens" })
end
"""
PART = """event "fog" { text = "Fog." }
light.torch.lasts = "5 turns"
function rule.fog(who) emit("fog") gain("dread", 1) end
"""
LINES = ["light torch Bram", "crawl", "ponder 2", "crypt", "search", "", "u", "redo", "m x2", "", "why", "hp Pike -1", "session \"Two\"", "ponder", "hall", "3", "rest", "?",
         "state party", "= party.torches", "chart omens", "lua gain(\"dread\", 1)", "recap", "add Odo hp=3", "split Odo", "rejoin", "u 3", "note it is dark", "odds omen in 2", "log", "changes", "help ponder"]


def words_of_dictionaries():
    """Returns words that edits may insert: those in the dictionaries of tests/fuzz, and requests of `play --json`."""
    words = []
    for path in sorted(glob.glob(os.path.join(TOP, "tests/fuzz/*.dict"))):
        with open(path, encoding="utf-8", errors="replace") as f:
            words += [json.loads(line) for line in f if re.fullmatch(r'"[^"\\]+"\n', line)]
    return words + ['{"answer":"crypt"}', '{"answer":"hall","to":"1"}', '{"say":"crawl"}', "{", "[]", "null", "quit", "cancel"]


WORDS = words_of_dictionaries()


class Stock:
    """The files that every case starts from: a played campaign, its export, and a few rule files."""

    def __init__(self, build):
        shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(prefix="sconce-siege.", dir=shared)
        self.sconce, self.cell = os.path.join(build, "sconce"), os.path.join(build, "sconce-cell")
        self.rulesets = os.path.join(TOP, "rulesets")
        self.files = os.path.join(self.folder, "stock")
        os.makedirs(self.files)
        shutil.copy(os.path.join(TOP, "examples/demo.lua"), self.files)
        self.fill()
        self.hostile = os.path.join(self.folder, "hostile")
        with open(self.hostile, "w") as f:
            f.write("#!%s -BES\nimport sys\nsys.setrecursionlimit(100000)\nsys.path.insert(0, %r)\nimport between\nbetween.main()\n" % (os.path.realpath(sys.executable), HERE))
        os.chmod(self.hostile, 0o755)

    def fill(self):
        place = Place(self, os.path.join(self.folder, "first"))
        place.run("new", "t", "--ruleset", "delving")
        shutil.copy(os.path.join(self.files, "demo.lua"), place.path("t"))
        place.write("t/house.lua", HOUSE.encode())
        place.write("policy.lua", b"return function()\n  if turn.number > 2 then return 'search' end\n  return 'crawl'\nend\n")
        place.write("demo.spec.lua", b'tests "delving" {}\ntest "a turn" { { "crawl", dice = "d6:4", refused = "x" }, { "torches 2" } }\n')
        place.run("play", "t", "--json", "--seed", "7", text="\n".join(LINES).encode())
        forge.date_alike(place.path("t/journal.db"))
        place.run("export", "t", "t.sconce")
        self.entries = acknowledged(place, "t")
        place.write("merged.json", place.run("sim", "delving", "--turns", "2", "--runs", "20", "--plan", "crawl", "--seed", "3", "--json").out)
        for name in "t", "t.sconce", "policy.lua", "demo.spec.lua", "merged.json":
            shutil.move(place.path(name), self.files)


def acknowledged(place, folder):
    """Returns {number: digest} of the entries in the journal of a folder; {} when it cannot be read."""
    try:
        db = sqlite3.connect("file:%s?immutable=1" % place.path(folder + "/journal.db"), uri=True)
        rows = dict(db.execute("select seq, digest from entries"))
        db.close()
    except sqlite3.Error:
        return {}
    return rows


class Road:
    def __init__(self, r, place, edits, chosen):
        self.r, self.place, self.edits, self.choices = r, place, edits, chosen
        self.stock = place.stock
        shutil.copytree(self.stock.files, place.inside, dirs_exist_ok=True)

    def made(self):
        return self.edits

    def chosen(self, name, drawn):
        """Returns what the case does besides its edits, under a name: `drawn`, or in a case that was kept, what was drawn then."""
        return self.choices.setdefault(name, drawn)

    def draw(self, draw, most=4):
        """Sets the edits, unless some were given: draws a few by draw(), at most `most`.  They are drawn in any case, so that
        what is drawn after them is the same in a case that was kept."""
        count = self.r.choice([1, 1, 1, 2, 2, 3, most])
        drawn = [draw() for _ in range(count)]
        if self.edits is None:
            self.edits = drawn

    def check_kept(self, before, folder="t"):
        """Checks that each entry of `before` is in the journal, unchanged.  before: as acknowledged() gave it."""
        now = acknowledged(self.place, folder)
        lost = [seq for seq in before if now.get(seq) != before[seq]]
        if lost:
            raise Broken("entries that were acknowledged are gone or changed: %s" % lost[:10])


class Cell(Road):
    """A hostile cell: the real one answers, and between.py mutates what it sends."""

    COMMANDS = [["play", "t", "--json"]] * 4 + [["play", "t"], ["play", "t", "--json", "--dice", "hand"], ["play", "t", "--json", "--answers", "default"], ["verify", "t"], ["check", "t/house.lua"],
                ["rules", "t", "--changes"], ["rules", "t", "crawl"], ["test", "demo.spec.lua"], ["log", "t"], ["sim", "t", "--turns", "3", "--runs", "40", "--plan", "crawl", "--jobs", "1", "--json"],
                ["sim", "t", "--turns", "2", "--runs", "20", "--plan", "crawl"], ["odds", "t", "--turns", "2", "--plan", "crawl", "--json"], ["odds", "t", "--turns", "1", "--plan", "crawl; search"],
                ["play", "new.lua", "--json"]]

    def run(self):
        r, place = self.r, self.place
        command = self.chosen("command", r.choice(self.COMMANDS))
        lines = self.chosen("lines", [r.choice(LINES) for _ in range(r.choice([6, 12, 20]))])
        spec = {"cell": self.stock.cell, "log": place.path("tmp/log"), "seed": r.randrange(1 << 30), "rate": r.choice([0.1, 0.3, 0.6]) if command[0] == "play" else 0.8,
                "load": r.choice([0.02, 0.02, 0.7])}
        if self.edits is not None:
            spec["edits"] = self.edits
        place.write("tmp/log", b"")
        place.write("tmp/spec", json.dumps(spec).encode())
        place.write("new.lua", b'extends "demo"\n')
        text = "\n".join(lines).encode() + b"\n"
        done = place.run(*command, text=text, cell=self.stock.hostile, siege=place.path("tmp/spec"))
        if "--json" in command and done.status == 0:
            objects = done.check_replies(text) if command[0] == "play" else done.objects()
            if command[:2] == ["play", "t"]:
                self.check_acknowledged(objects)
        self.check_kept(self.stock.entries)
        # An honest cell must be able to read what a hostile one brought into the journal.
        self.succeeds("export", "t", "x.sconce")
        done = place.run("import", "x.sconce", "x")
        if not os.path.isdir(place.path("x")):
            done.broken("should make a folder")
        self.succeeds("log", "t", "--format", r.choice(["md", "text", "json"]))
        place.run("play", "t", "--json", text=b"\ncrawl\n\nu\nwhy\n")

    def succeeds(self, *argv):
        done = self.place.run(*argv)
        if done.status != 0:
            done.broken("should succeed")

    def check_acknowledged(self, objects):
        rows = acknowledged(self.place, "t")
        last = max([o["seq"] for o in objects if o.get("ok") is True and isinstance(o.get("seq"), int)], default=0)
        if last and last not in rows:
            raise Broken("entry %d was acknowledged, and the journal holds %s" % (last, sorted(rows)[-3:]))

    def made(self):
        with open(self.place.path("tmp/log")) as f:
            return [[n, edit] for n, line in enumerate(f) for edit in json.loads(line)[1]]


class Stop(Road):
    """A cell that tells of progress for ever, no faster than an honest one, or stands still: Ctrl-C ends the command, two
    seconds later, or STOPPED_S at most on a busy machine."""

    STOPPED_S = 20

    def run(self):
        place, op = self.place, self.r.choice(["odds", "sim"])
        way = self.r.choice(["creep", "pace", "stand"] if op == "odds" else ["stand"])
        spec = {"cell": self.stock.cell, "log": place.path("tmp/log"), "op": op, "always": ["frame", way, 1]}
        place.write("tmp/log", b"")
        place.write("tmp/spec", json.dumps(spec).encode())
        asked = ('"%s"' % op).encode()  # between.py logs it once the cell was asked for odds or sim
        done = place.run(op, "t", "--turns", "2", "--plan", "crawl", cell=self.stock.hostile, siege=place.path("tmp/spec"), interrupt=lambda: asked in place.read("tmp/log"))
        if done.status != 1:
            done.broken("should be refused")
        if done.stopped_s > self.STOPPED_S:
            done.broken("Ctrl-C ends it only after %d s" % done.stopped_s)


class Journal(Road):
    """A stranger's folder, whose journal.db was forged with right digests."""

    READING = [["log", "t", "--format", "md"], ["log", "t", "--format", "json"], ["log", "t", "--format", "text", "--players"], ["verify", "t"], ["export", "t", "x.sconce"], ["export", "--salvage", "t", "y.sconce"],
               ["rules", "t", "--changes"], ["play", "t", "--json", "--read-only"], ["play", "t", "--read-only"], ["sim", "t", "--turns", "2", "--runs", "5", "--plan", "crawl"], ["odds", "t", "--turns", "1", "--plan", "crawl"]]
    PLANTED = ["journal.db-journal", "journal.db-wal", "journal.db-shm", ".history", ".lock", "party.lua", "house.lua", "demo.lua", "delving.lua"]

    def draw_plant(self):
        """Draws an edit that puts something strange in place of a file of the folder."""
        name, what = self.r.choice(self.PLANTED), self.r.choice(["link", "link", "folder", "pipe", "bytes", "bytes"])
        return ["plant", name, what, bytes(self.r.randrange(256) for _ in range(40)).hex()]

    def draw_one(self):
        return self.draw_plant() if self.r.random() < 0.05 else forge.draw(self.r, self.place.path("t/journal.db"))

    def plant(self, name, what, hex_data):
        path = self.place.path("t/" + name)
        if os.path.isdir(path) and not os.path.islink(path):
            os.rmdir(path)
        elif os.path.lexists(path):
            os.unlink(path)
        if what == "link":
            os.symlink("../../outside/victim", path)
        elif what == "folder":
            os.mkdir(path)
        elif what == "pipe":
            os.mkfifo(path)
        else:
            self.place.write("t/" + name, bytes.fromhex(hex_data))

    def run(self):
        r, place = self.r, self.place
        self.draw(self.draw_one)
        commands = self.chosen("commands", r.sample(self.READING, 3))
        lines = self.chosen("lines", "\n".join(r.choice(LINES) for _ in range(8))).encode()
        forge.forge(place.path("t/journal.db"), [edit for edit in self.edits if edit[0] != "plant"])
        for edit in self.edits:
            if edit[0] == "plant":
                self.plant(*edit[1:])
        before, rows = digests(place.path("t")), acknowledged(place, "t")
        for command in commands:
            done = place.run(*command, text=lines if command[0] == "play" else b"")
            if digests(place.path("t")) != before:
                done.broken("a command that reads has changed the folder: %s" % sorted(set(digests(place.path("t")).items()) ^ set(before.items())))
            # An export that was refused leaves no half a file.
            if command[0] == "export" and done.status != 0 and os.path.exists(place.path(command[-1])):
                done.broken("a file was left behind")
        self.play(lines, rows)

    def play(self, lines, rows):
        done = self.place.run("play", "t", "--json", text=lines)
        done.check_replies(lines)
        self.check_kept(rows)


class Import(Road):
    """An exported file that was forged; if it can be imported, the new campaign is played and verified."""

    def run(self):
        place = self.place
        self.draw(lambda: forge.draw(self.r, place.path("t.sconce")))
        forge.forge(place.path("t.sconce"), self.edits)
        before = digests(place.inside)
        done = place.run("import", "t.sconce", "u")
        if not os.path.isdir(place.path("u")):
            if done.status == 0 or digests(place.inside) != before:
                done.broken("something was left behind")
            return
        rows = acknowledged(place, "u")
        place.run("verify", "u")
        lines = "\n".join(LINES[:6]).encode()
        place.run("play", "u", "--json", text=lines).check_replies(lines)
        self.check_kept(rows, "u")
        done = place.run("export", "u", "again.sconce")
        if done.status != 0:
            done.broken("what was imported cannot be exported")


class Lines(Road):
    """Lines for `play --json`: one in, one object out, and the journal can be replayed."""

    def run(self):
        r, place = self.r, self.place
        data = self.chosen("lines", "\n".join(r.choice(LINES) for _ in range(r.choice([3, 8, 16])))).encode()
        found = []

        def draw():
            nonlocal data
            found.append(draw_lines(r, data, WORDS))  # of the text as the edits before it leave it
            data = apply_lines(found[-1], data)
            return found[-1]

        start = data
        self.draw(draw, 12)
        data = start  # draw() has changed it; in a case that was kept, other edits count
        for edit in self.edits:
            data = apply_lines(edit, data)
        # Leaves out lines that may be short for `save`, which writes wherever its line says.
        data = b"\n".join(line for line in data.split(b"\n") if not line.lstrip().startswith(b"sa"))
        done = place.run("play", "t", "--json", *r.choice([[], [], ["--dice", "hand"], ["--answers", "default"]]), text=data)
        if done.status != 0:
            done.broken("the table ended")
        objects = done.check_replies(data)
        seqs = [o["seq"] for o in objects if o.get("ok") is True and "seq" in o]
        rows = acknowledged(place, "t")
        if seqs and max(seqs) not in rows:
            done.broken("entry %d was acknowledged and is not there" % max(seqs))
        self.check_kept(self.stock.entries)
        done = place.run("verify", "t")
        if done.status != 0:
            done.broken("what was played cannot be replayed; the lines were %r" % data[:1500])


class Command(Road):
    """The words of a command line, and files that it reads: rules, parties, policies, specs, results to merge."""

    MERGE = ["sim", "delving", "--turns", "2", "--runs", "20", "--plan", "crawl", "--seed", "3", "--from", "100"]
    # Each command, and the files that edits may change; of its words they may change those with ~ before them, which is
    # taken off.
    COMMANDS = [
        (["roll", "~3d6+2"], []), (["roll", "~4d6kh3!", "--odds"], []), (["roll", "~d20", "--times", "3", "--dc", "~12", "--json"], []),
        (["sim", "t", "--turns", "2", "--runs", "9", "--plan", "~crawl; search x2; rest", "--measure", "~n=party.torches + 1"], []),
        (["sim", "delving", "--turns", "2", "--runs", "9", "--plan", "crawl", "--before", "~hazard.sign,hazard.burn", "--until", "~dark", "--csv", "~out.csv"], []),
        (["odds", "t", "--turns", "1", "--plan", "~light torch Bram; crawl + Pike search", "--measure", "~m=named('Bram').hp", "--fractions"], []),
        (["sim", "delving", "--turns", "2", "--runs", "9", "--plan", "crawl", "--policy", "policy.lua"], ["policy.lua"]), (MERGE + ["--merge", "merged.json"], ["merged.json"]),
        (MERGE + ["--merge", "merged.json", "--merge", "other.json", "--json"], ["merged.json"]),
        (["check", "t/house.lua"], ["t/house.lua"]), (["check", "t/house.lua"], ["t/house.lua", "t/demo.lua"]), (["play", "t", "--json"], ["t/house.lua"]), (["play", "t"], ["t/demo.lua"]),
        (["play", "fresh", "--json"], ["fresh/party.lua"]), (["test", "demo.spec.lua"], ["demo.spec.lua"]), (["rules", "t", "~crawl"], []), (["help", "~roll"], []),
        (["play", "t", "--dice", "~d6:3 d20:12 d6:?", "--seed", "~7"], []), (["play", "~delving", "--house", "~t/house.lua", "--json"], []), (["log", "t", "--format", "~md", "--session", "~1"], []),
        (["roll", "~2d6+1d8!", "--odds", "--json"], []), (["roll", "~{d6,d8}kh1", "--times", "~200", "--csv", "-"], []), (["roll", "~3d6r1", "--odds", "--dc", "~9", "--csv", "-"], []),
        (["check", "t/house.lua", "--fix"], ["t/house.lua"]), (["check", "--explain", "~unknown-name"], []), (["rules", "t", "--json"], ["t/house.lua"]), (["rules", "t", "--changes"], ["t/demo.lua"]),
        (["sim", "t", "--vs", "~delving", "--turns", "2", "--runs", "9", "--plan", "~crawl"], []), (["sim", "t", "--turns", "2", "--runs", "9", "--plan", "crawl", "--csv", "-"], ["t/house.lua"]),
        (["sim", "t", "--turns", "2", "--runs", "9", "--plan", "crawl", "--plot", "x.svg"], ["t/house.lua"]), (["log", "t", "--players", "--format", "text", "--width", "~40"], []),
        (["verify", "~t"], []), (["export", "~t", "x.sconce"], []), (["test", "--covers", "demo.spec.lua"], ["demo.spec.lua", "t/house.lua"]),
        (["new", "~n", "--ruleset", "~delving"], []), (["~sim", "~delving", "--turns", "~2", "--runs", "3"], []),
    ]

    def draw_one(self, command, files):
        places = [i for i, word in enumerate(command) if word.startswith("~")] + files
        at = self.r.choice(places)
        if at == "merged.json" and self.r.random() < 0.7:
            return [at, "tree", draw_tree(self.r, json.loads(self.place.read(at)))]
        data = command[at][1:].encode() if isinstance(at, int) else self.place.read(at)
        return [at, "lines", draw_lines(self.r, data, WORDS)]

    def with_tree(self, edit, data):
        try:
            return json.dumps(apply_tree(edit, json.loads(data)), default=list).encode("utf-8", "surrogatepass")
        except ValueError:  # an edit before this one left no JSON
            return data

    def run(self):
        r, place = self.r, self.place
        command, files = self.chosen("command", r.choice(self.COMMANDS))
        os.mkdir(place.path("fresh"))
        place.write("fresh/house.lua", b'extends "delving"\n')
        place.write("fresh/party.lua", b'member "Bram" { con = 1, hp = 6 }\nmember "Ysolde" { wis = 1, hp = 4 }\ntorches = 4\n')
        shutil.copy(place.path("merged.json"), place.path("other.json"))
        self.draw(lambda: self.draw_one(command, files), 8)
        words = [word.lstrip("~").encode() for word in command]
        for at, how, edit in self.edits:
            if isinstance(at, int):
                words[at] = apply_lines(edit, words[at]).replace(b"\0", b"")[:100000]
            elif how == "tree":
                place.write(at, self.with_tree(edit, place.read(at)))
            else:
                place.write(at, apply_lines(edit, place.read(at)))
        lines = "\n".join(LINES[:4]).encode()
        done = place.run(*words, text=lines)
        if "--json" in command and command[0] == "play":
            done.check_replies(lines)
        if command[1] == "t" and "t/house.lua" not in files:
            self.check_kept(self.stock.entries)


def int64(text):
    """Reads a number as the server does, which takes no JSON with an integer of more than 64 bits."""
    n = int(text)
    if not -(2**63) <= n < 2**63:
        raise ValueError(text)
    return n


class Lsp(Road):
    """What an editor sends to `sconce lsp`, and the rule files that it holds.  Each request that comes whole is answered;
    the server ends by itself when its input does."""

    DEEP = 2048  # Jansson's limit: a message that is nested deeper is no JSON to the server
    METHODS = ["completion", "hover", "definition", "references", "documentHighlight", "documentSymbol", "prepareRename", "codeAction"]
    TYPED = ["", "\n", "{", '"', "light.", "dread", "end", "extends", "gain(", "torch.lasts = ", "ask ", "--", "roll \"omens\"", "party.", "nosuch", "[["]

    def change(self, uri, version):
        """Draws what an editor tells of a document: a change, or that it was saved, closed, opened again …"""
        r, line = self.r, self.r.randrange(15)
        named = {"uri": uri, "version": version}
        span = {"start": {"line": line, "character": r.randrange(9)}, "end": {"line": line + r.randrange(2), "character": r.randrange(60)}}
        watched = [{"uri": r.choice(["file://{here}/t/demo.lua", "file://{here}/policy.lua", uri]), "type": r.choice([1, 2, 3])}]
        folders = {"added": [{"uri": "file://{here}/t", "name": "t"}], "removed": [{"uri": "file://{here}", "name": ""}]}
        return r.choice([{"method": "textDocument/didChange", "params": {"textDocument": named, "contentChanges": [{"range": span, "text": r.choice(self.TYPED)}]}}] * 8 + [
            {"method": "textDocument/didChange", "params": {"textDocument": named, "contentChanges": [{"text": HOUSE + r.choice(self.TYPED)}]}},
            {"method": "textDocument/didSave", "params": {"textDocument": named}}, {"method": "textDocument/didClose", "params": {"textDocument": named}},
            {"method": "textDocument/didOpen", "params": {"textDocument": dict(named, languageId="lua", text=HOUSE)}},
            {"method": "workspace/didChangeWatchedFiles", "params": {"changes": watched}},
            {"method": "workspace/didChangeWorkspaceFolders", "params": {"event": folders}}, {"method": "$/cancelRequest", "params": {"id": version}}])

    def session(self):
        """Draws the messages of an editing session, as objects; {here} in them stands for the folder of the case."""
        r, house, part = self.r, "file://{here}/t/house.lua", "file://{here}/t/omens.lua"
        asked = {"textDocument": {"uri": house}, "position": {"line": 3, "character": 9}, "newName": "omen2", "context": {"includeDeclaration": True, "diagnostics": []},
                 "range": {"start": {"line": 0, "character": 0}, "end": {"line": 14, "character": 0}}}
        messages = [{"id": 1, "method": "initialize", "params": {"rootUri": "file://{here}", "capabilities": {}}}, {"method": "initialized", "params": {}},
                    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": house, "languageId": "lua", "version": 1, "text": HOUSE + 'include "omens"\n'}}},
                    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": part, "languageId": "lua", "version": 1, "text": PART}}}]
        for n in range(r.choice([2, 4, 8])):
            uri = r.choice([house, house, house, part])
            messages.append(self.change(uri, n + 2))
            where = {"textDocument": {"uri": uri}, "position": {"line": r.randrange(15), "character": r.randrange(40)}}
            messages.append({"id": n + 2, "method": "textDocument/" + r.choice(self.METHODS), "params": {**asked, **where}})
        return [dict(m, jsonrpc="2.0") for m in messages + [{"id": 99, "method": "textDocument/rename", "params": asked}, {"id": 100, "method": "shutdown"}, {"method": "exit"}]]

    def draw_one(self, messages):
        at = self.r.randrange(len(messages))
        if self.r.random() < 0.5:
            return [at, "tree", draw_tree(self.r, messages[at])]
        return [at, "lines", draw_lines(self.r, json.dumps(messages[at]).encode(), WORDS)]

    def run(self):
        messages = self.chosen("messages", self.session())
        rests = self.chosen("rests", self.r.sample(range(3, len(messages)), self.r.choice([0, 1, 3])))
        self.place.write("t/omens.lua", PART.encode())
        self.draw(lambda: self.draw_one(messages), 6)
        bodies = [json.dumps(m).encode() for m in messages]
        for at, how, edit in self.edits:
            if how == "lines":
                bodies[at] = apply_lines(edit, bodies[at])
                continue
            try:
                bodies[at] = json.dumps(apply_tree(edit, json.loads(bodies[at])), default=list).encode("utf-8", "surrogatepass")
            except (ValueError, RecursionError):  # an edit before this one left no JSON, or JSON too deep for Python
                continue
        bodies = [body.replace(b"{here}", self.place.inside.encode()) for body in bodies]
        frames = [b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies]
        for at in rests:
            frames[at] = [frames[at]]
        done = self.place.run("lsp", text=frames, frames=True)
        self.check_answers(done, bodies)
        self.check_kept(self.stock.entries)

    def check_answers(self, done, bodies):
        """Checks that the server sent nothing but whole frames, with an answer to each request that came before `exit`."""
        rest, ids = done.out, []
        while rest:
            head, _, rest = rest.partition(b"\n\n")
            length = int(head.split(b":")[1])
            answer = json.loads(rest[:length])
            shown = {key: value for key, value in answer.items() if key != "id"}
            if b'"newText"' not in rest[:length] and b'"uri"' not in rest[:length]:
                done.check_text(json.dumps(shown, ensure_ascii=False))
            ids += [answer["id"]] if "id" in answer and isinstance(answer["id"], (int, str)) else []
            rest = rest[length:]
        for body in bodies:
            try:
                message = json.loads(body.decode(), parse_int=int64, parse_constant=int64)
            except (ValueError, RecursionError):
                continue
            if body.count(b"[") + body.count(b"{") > self.DEEP or not isinstance(message, dict) or not isinstance(message.get("method"), str):
                continue
            wanted = message.get("id")
            if message["method"] == "exit" and "id" not in message:
                return
            if type(wanted) in (int, str) and wanted not in ids and b"\\u" not in body:
                done.broken("no answer to %r" % body[:300])


ROADS = {"cell": Cell, "stop": Stop, "journal": Journal, "import": Import, "lines": Lines, "command": Command, "lsp": Lsp}
