#!/usr/bin/env python3
"""lsp.py BUILD [TEST…] -- the language server, spoken to byte by byte, and driven by Neovim when it is there."""
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from lsp_client import Client, frame, uri
from scratch import build, check, sconce, score, top

ENV = {"SCONCE_RULESETS": os.path.join(top, "rulesets"), "SCONCE_CELL": os.path.join(build, "sconce-cell")}
STANDS_STILL = 600  # seconds of the clock; a server that does not answer at all
skipped = 0


def same(name, a, b):
    check(name, a == b, "%r is not %r" % (a, b))


class Workspace:
    """A folder of files, and a server for it."""

    def __init__(self, files=None, encodings=None, root=""):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="sconce-lsp."))
        for name, text in (files or {}).items():
            self.write(name, text)
        self.client = Client([sconce, "lsp"], env=ENV)
        self.client.start(self.path(root) if root is not None else None, encodings)

    def path(self, name):
        return os.path.join(self.folder, name) if name else self.folder

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8", newline="") as f:
            f.write(text)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            same("the server ends well", self.client.end(), (0, ""))
        else:
            self.client.process.kill()
        shutil.rmtree(self.folder)


def messages(problems):
    return [p["message"] for p in problems]


def labels(answer):
    return [item["label"] for item in answer["items"]]


def position(text):
    """Takes the | out of a text; returns the text, and the line and the column (in units of UTF-16) where it stood."""
    at = text.index("|")
    before = text[:at].split("\n")
    return text[:at] + text[at + 1 :], len(before) - 1, len(before[-1].encode("utf-16-le")) // 2


# --- the protocol ---------------------------------------------------------------------------------


def test_life():
    c = Client([sconce, "lsp", "--stdio"], env=ENV)
    same("before initialize", c.request("textDocument/hover")["error"]["code"], -32002)
    c.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///x.lua", "version": 1, "text": ""}})  # before `initialize`: the server ignores it
    told = c.start("/")
    same("who it is", told["serverInfo"]["name"], "sconce")
    same("positions", told["capabilities"]["positionEncoding"], "utf-16")
    same("initialize again", c.request("initialize")["error"]["code"], -32600)
    same("an unknown method", c.request("textDocument/dance")["error"]["code"], -32601)
    same("a notification as a request", c.request("textDocument/didOpen")["error"]["code"], -32601)
    c.notify("$/dance")
    c.notify("textDocument/hover", {})  # a request without an id: nothing answers it
    same("hover over nothing", c.result("textDocument/hover", {"textDocument": {"uri": "file:///none.lua"}, "position": {"line": 0, "character": 0}}), None)
    same("shutdown", c.result("shutdown"), None)
    same("after shutdown", c.request("textDocument/hover")["error"]["code"], -32600)
    c.notify("exit")
    same("exit after shutdown", c.finish(), (0, ""))
    c = Client([sconce, "lsp"], env=ENV)
    c.start("/")
    c.notify("exit")
    same("exit without shutdown", c.finish(), (1, ""))
    c = Client([sconce, "lsp"], env=ENV)
    same("closed at once", c.finish(), (1, ""))
    for text in (b"hello\n", b"hello", b"\n\nhello\n\n", b"x" * 9000):
        done = subprocess.run([sconce, "lsp"], input=text, capture_output=True, env=ENV)
        check("text that is no message, %r" % text[:20], done.returncode == 1 and b"the header gives no Content-Length" in done.stdout, done)


def test_bytes():
    """Each message of broken bytes is answered with an error, and the next message is answered as ever."""
    ping = frame({"jsonrpc": "2.0", "id": "ping", "method": "no/such"})
    broken = {
        "no length": (b"Content-Type: x\r\n\r\n", -32700), "no number": (b"Content-Length: many\r\n\r\n", -32700), "less than nothing": (b"Content-Length: -3\r\n\r\n", -32700),
        "too great a number": (b"Content-Length: 99999999999999999999999\r\n\r\n", -32700), "no JSON": (frame(b"{\"id\":1,"), -32700), "no UTF-8": (frame(b'{"method":"\xff\xfe"}'), -32700),
        "a long header": (b"X: " + b"y" * 100000 + b"\r\n\r\n", -32700), "too long": (b"Content-Length: 16777217\r\n\r\n" + b" " * 16777217, -32700), "nothing": (frame(b""), -32700),
        "a list": (frame([1, 2]), -32600), "a number": (frame(7), -32700), "no method": (frame({"id": 1}), -32600), "an id that is none": (frame({"id": [1], "method": "shutdown"}), -32600),
        "nested": (frame(b"[" * 100000), -32700), "a surrogate": (frame(b'{"method":"\\ud800"}'), -32700),
        # The server cannot know where the bodies of these two end: the next header stands on the same line.
        "a hexadecimal length": (b"Content-Length: 0x10\r\n\r\n" + b'{"a":"Content-Length: 5"}', -32700),
        "no length, and a long body": (b"X: y\r\n\r\n" + b'{"a":"' + b"b" * 50000 + b'"}', -32700),
    }
    c = Client([sconce, "lsp"], env=ENV)
    c.start("/")
    for name, (data, code) in broken.items():
        c.send_bytes(data)
        same(name, c.read().get("error", {}).get("code"), code)
        c.send_bytes(ping)
        same("after " + name, c.reply_to("ping")["error"]["code"], -32601)
    c.send({"jsonrpc": "2.0", "id": 1, "result": None})  # a reply, though the server has asked nothing: it is ignored
    for i in range(len(ping)):  # byte by byte
        c.send_bytes(ping[i : i + 1])
    same("split bytes", c.reply_to("ping")["error"]["code"], -32601)
    c.send_bytes(ping * 50)
    same("many at once", [c.reply_to("ping")["error"]["code"] for _ in range(50)], [-32601] * 50)
    body = ping.split(b"\r\n\r\n")[1]
    c.send_bytes(b"content-length: %d\ncontent-type: application/vscode-jsonrpc; charset=utf-8\n\n" % len(body) + body)
    same("another form of header", c.reply_to("ping")["error"]["code"], -32601)
    c.send_bytes(b"\r\n" + ping)
    same("an empty line before a header", c.reply_to("ping")["error"]["code"], -32601)
    c.send_bytes(b"Content-Length: %d \t\r\n\r\n" % len(body) + body)
    same("blanks behind the length", c.reply_to("ping")["error"]["code"], -32601)
    for path in ("%FF%FE.lua", "%ff/house.lua", "%00.lua", "a/" * 5000 + "a.lua", "../" * 50 + "etc/passwd", "%2e%2e/%2e%2e/etc/passwd"):
        c.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///" + path, "languageId": "lua", "version": 1, "text": 'extends "delving"\nx = 1\n'}})
        same("a URI that names no file here, " + path[:20], c.request("no/such")["error"]["code"], -32601)
    time.sleep(0.3)
    c.request("no/such")
    said = [p["message"] for _, problems in c.known.values() for p in problems]
    check("nothing is said of the process behind it", not any("interpreter" in message for message in said), said)
    for params in ({}, [], None, 3, {"textDocument": 3}, {"textDocument": {"uri": 3}, "position": "x"}, {"position": {"line": -1, "character": 1e99}}):
        for method in ("didOpen", "didChange", "didClose", "didSave"):
            c.notify("textDocument/" + method, params)
        for method in ("completion", "hover", "definition", "references", "documentHighlight", "documentSymbol", "codeAction", "rename", "prepareRename"):
            answer = c.request("textDocument/" + method, params)
            check("%s of %r" % (method, params), "result" in answer or "error" in answer, answer)
    same("the server ends well", c.end(), (0, ""))


def test_cancel():
    with Workspace() as w:
        p = w.path("house.lua")
        w.client.open(p, 'extends "travel-turn"\n')
        place = {"textDocument": {"uri": uri(p)}, "position": {"line": 0, "character": 10}}
        asked = [{"jsonrpc": "2.0", "id": n, "method": "textDocument/hover", "params": place} for n in (101, 102)]
        w.client.send_bytes(frame(asked[0]) + frame(asked[1]) + frame({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 102}}))
        check("the first is answered", "result" in w.client.reply_to(101))
        answer = w.client.reply_to(102)  # it may have been answered before the server read the cancel
        check("the second is cancelled", "result" in answer or answer["error"]["code"] == -32800, answer)
        w.client.notify("$/cancelRequest", {"id": 7})
        w.client.notify("$/cancelRequest")


# --- texts ----------------------------------------------------------------------------------------


def symbols(client, path):
    return client.result("textDocument/documentSymbol", {"textDocument": {"uri": uri(path)}})


def units(line, encoding):
    return len(line.encode(encoding)) // (2 if encoding == "utf-16-le" else 1)


def random_position(r, text, encoding):
    """Draws a place in a text; returns its index, and its position for the server, whose column may lie far beyond the end of the
    line: that means the end."""
    lines = text.split("\n")
    n = r.randrange(len(lines))
    column = r.randrange(len(lines[n]) + 1)
    index = sum(len(line) + 1 for line in lines[:n]) + column
    beyond = 1000 if column == len(lines[n]) and r.random() < 0.3 else 0
    return index, (n, units(lines[n][:column], encoding) + beyond)


def test_edits():
    edit_at_random("utf-16-le", None)
    edit_at_random("utf-8", ["utf-8"])


def edit_at_random(encoding, offered):
    """The server makes random edits of ranges as Python does: the symbols of the edited file are those of another file, to
    which the whole text is sent.  encoding: that of columns; offered: the encodings that the client names."""
    r = random.Random(encoding)
    pieces = ["light \"a\" {}\n", "\U0001f56f", "é", "\n", "track \"hp\" { of = \"member\" }\n", "-- \U0001f56f\u0301 note", " ", "chart.hazard.free.text = \"Ḁ\"\n", "function rule.x() end\n", ""]
    with Workspace(encodings=offered) as w:
        p, other = w.path("edited.lua"), w.path("whole.lua")
        text = 'extends "delving"\n'
        w.client.open(p, text)
        w.client.open(other, text)
        for step in range(40):
            changes = []
            for _ in range(r.choice([1, 1, 3])):
                (a, start), (b, end) = sorted([random_position(r, text, encoding) for _ in range(2)])
                new = r.choice(pieces)
                text = text[:a] + new + text[b:]
                changes.append((start, end, new))
            w.client.change(p, *changes)
            if step % 8 == 7:
                w.client.change(other, text)
                same("edits in %s, step %d" % (encoding, step), symbols(w.client, p), symbols(w.client, other))
        w.client.change(p, ((0, 0), (10**9, 10**9), 'extends "delving"\nlight.torch.lasts = "x"\n'))
        same("an edit of all lines", w.client.problems(p, len)[0]["range"]["start"]["line"], 1)


def test_positions():
    """Columns count units of UTF-16, or bytes when the client offers UTF-8."""
    text = 'extends "delving"\nlocal a = "\U0001f56fé" light.torch.lasts = "6 turns"\n'
    for offered, start in (None, 16), (["utf-8", "utf-16"], 19):
        with Workspace(encodings=offered) as w:
            p = w.path("house.lua")
            w.client.open(p, text)
            found = w.client.at("documentHighlight", p, 1, start + 7)
            same("torch, behind a candle", found[0]["range"]["start"]["character"], start + 6)
            same("out of range", w.client.at("hover", p, 99, 99), None)
    with Workspace() as w:
        p = w.path("house.lua")
        w.client.open(p, 'extends "delving"\r\nlight.torch.lasts = 3\rlight.torch.spends = 4\r\n')
        same("lines that end in CR", sorted(x["range"]["start"]["line"] for x in w.client.problems(p, len)), [1, 2])


# --- problems ---------------------------------------------------------------------------------------


def test_problems():
    with Workspace() as w:
        c, p = w.client, w.path("house.lua")
        c.open(p, 'extends "delving"\nlight.torhc.lasts = "6 turns"\n')
        c.texts = {p: 'extends "delving"\nlight.torhc.lasts = "6 turns"\n'}
        found = c.problems(p, len)
        same("a misspelt name", (found[0]["severity"], found[0]["source"], found[0]["code"]), (1, "sconce", "unknown-name"))
        same("its place", found[0]["range"], {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 11}})
        actions = c.result("textDocument/codeAction", {"textDocument": {"uri": uri(p)}, "range": found[0]["range"], "context": {"diagnostics": found}})
        same("its cure", [(a["title"], a["kind"]) for a in actions], [("Write: torch", "quickfix")])
        same("the cure done", applied(c.texts[p], actions[0]["edit"]["changes"][uri(p)]), 'extends "delving"\nlight.torch.lasts = "6 turns"\n')
        same("no cure", c.result("textDocument/codeAction", {"textDocument": {"uri": uri(p)}, "range": found[0]["range"], "context": {"diagnostics": []}}), [])
        other = dict(found[0], data={"edit": {"line": 2, "column": 7, "end_column": 12, "text": "torch", "was": "candl"}})
        same("a cure of what stands there no more", c.result("textDocument/codeAction", {"textDocument": {"uri": uri(p)}, "context": {"diagnostics": [other]}}), [])
        # An editor sends back the data of a problem, and may send anything in its place.
        for data in 3, {"edit": 3}, {"edit": {"line": 10**12, "column": 1, "end_column": 10**12, "text": "x"}}, {"edit": {"line": -1, "column": -5, "end_column": 2}}:
            forged = dict(found[0], data=data)
            check("a forged cure", isinstance(c.result("textDocument/codeAction", {"textDocument": {"uri": uri(p)}, "context": {"diagnostics": [forged]}}), list))
        check("its sentence", "torch" in found[0]["message"], found)
        c.change(p, 'extends "delving"\nlight.torch.lasts = "6 turns"\n')
        same("mended", c.problems(p), [])
        c.change(p, 'extends "delving"\nlight.torch. = 3\n')
        check("no Lua", c.problems(p, len)[0]["range"]["start"]["line"] == 1)
        other = w.path("other.lua")
        c.open(other, 'vim.cmd "quit"\n')
        c.change(p, 'extends "delving"\nfunction rule.burn()\n  local n = party.torches / 0\n  say(n.x)\nend\n')
        check("what only shows in play", c.problems(p, lambda found: any("It comes with:" in m for m in messages(found))))
        c.notify("textDocument/didSave", {"textDocument": {"uri": uri(p)}})
        c.change(other, 'vim.cmd "wq"\n')
        c.problems(other)
        check("and stays when the file is saved", any("It comes with:" in m for m in messages(c.problems(p))))
        c.change(p, 'extends "delving"\nfunction rule.burn()\n  if party.torches == "3" then say "x" end\nend\n')
        check("a warning", c.problems(p, lambda found: any(x["severity"] == 2 for x in found)))
        c.change(p, 'extends "delvign"\n')
        check("no such ruleset", "delving" in c.problems(p, len)[0]["message"])
        c.notify("textDocument/didClose", {"textDocument": {"uri": uri(p)}})
        c.versions[p] = 0
        same("closed", c.problems(p), [])


def test_buffers():
    """A text that the editor holds counts in place of the file on disk, in every chain of rules that has the file."""
    mine = 'ruleset "Mine" {}\nprocedure "turn" { "act", "time" }\naction "wait" {}\nlight "brand" { lasts = "3 turns" }\n'
    with Workspace({"mine.lua": mine, "house.lua": 'extends "mine"\nlight.brand.lasts = "4 turns"\n'}) as w:
        c, house, base = w.client, w.path("house.lua"), w.path("mine.lua")
        c.open(house, 'extends "mine"\nlight.brand.lasts = "4 turns"\n')
        same("as on disk", c.problems(house), [])
        c.open(base, mine.replace("brand", "flare"))
        check("as in the editor", "brand" in messages(c.problems(house, len))[0])
        c.change(base, mine)
        same("and again", c.problems(house, lambda found: not found), [])
        c.change(base, mine.replace("brand", "flare"))
        c.problems(house, len)
        c.notify("textDocument/didClose", {"textDocument": {"uri": uri(base)}})
        same("closed: as on disk", c.problems(house, lambda found: not found), [])
        w.write("mine.lua", mine.replace("brand", "flare"))
        c.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(base), "type": 2}]})
        check("changed on disk", "brand" in messages(c.problems(house, len))[0])
        c.open(w.path("new.lua"), mine)
        c.change(house, 'extends "new"\nlight.brand.lasts = "4 turns"\n')
        same("a file that is on no disk yet", c.problems(house, lambda found: not found), [])


def test_hostile():
    """Rules that hang, crash, fill the memory or lead outside are problems at their line; the server goes on."""
    bad = {
        "hangs": "while true do end\n", "fills the memory": 'local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end\n', "calls without end": "local function f() return 1 + f() end f()\n",
        "a pattern without end": '("a"):rep(200000):find(("a*"):rep(60) .. "b")\n', "is deep": "local x = " + "{" * 400 + "}" * 400 + "\n", "is long": "-- " + "x" * 300000 + "\n",
        "has a NUL": "local x = '\0'\nlight.nosie = 3\n", "reads outside": 'extends "outside"\n', "reads a pipe": 'extends "pipe"\n', "reads itself": 'extends "house"\n', "leads up": 'extends "../outside"\n',
    }
    with Workspace({"in/x.lua": "", "outside.lua": 'extends "delving"\n'}, root="in") as w:
        c, p = w.client, w.path("in/house.lua")
        os.symlink("../outside.lua", w.path("in/outside.lua"))
        os.mkfifo(w.path("in/pipe.lua"))
        c.open(p, 'extends "delving"\n')
        c.problems(p)
        for name, text in bad.items():
            c.change(p, 'extends "delving"\n' + text)
            found = c.problems(p, len)
            check(name, found[0]["severity"] == 1 and len(found[0]["message"]) > 10, found)
            c.at("completion", p, 1, 3), c.at("hover", p, 1, 3), c.at("definition", p, 1, 3), symbols(c, p)
        c.change(p, 'extends "outside"\n')
        check("a link that leads outside", any("outside.lua is a link" in m for m in messages(c.problems(p, len))))
        c.change(p, 'extends "delving"\n')
        same("and goes on", c.problems(p, lambda found: not found), [])
        c.change(p, 'extends "delving"\nlight.')
        check("names are there again", "torch" in labels(c.at("completion", p, 1, 6)))
        outside = w.path("elsewhere.lua")
        c.open(outside, 'extends "outside"\n')
        check("nothing beside a file outside is read", any("outside the folder" in m for m in messages(c.problems(outside, len))))


def test_folders():
    """A campaign is one chain with its party; a part is checked with what includes it; specs and policies are no rules."""
    with Workspace({"t/house.lua": 'extends "delving"\n', "t/party.lua": 'member "Bram" { hp = 6 }\n', "mine.lua": 'ruleset "Mine" {}\ninclude "bells"\nprocedure "turn" { "act", "time" }\naction "wait" {}\n',
                    "parts/bells.lua": 'event "bell" { text = "Ding." }\naction "ring" {}\nfunction act.ring() emit "bell" {} end\n'}) as w:
        c, house, party, part = w.client, w.path("t/house.lua"), w.path("t/party.lua"), w.path("parts/bells.lua")
        c.open(party, 'member "Bram" { hpp = 6 }\n')
        check("a mistake in the party", "hpp" in messages(c.problems(party, len))[0])
        c.open(house, 'extends "delving"\nkind.member:has { hpp = 1 }\n')
        same("and its cure in the house file", c.problems(party, lambda found: not found), [])
        c.open(part, 'event "bell" { text = "Ding." }\naction "ring" {}\nfunction act.ring() emit "bel" {} end\n')
        check("a part", "bell" in messages(c.problems(part, len))[0])
        c.open(w.path("parts/none.lua"), 'event "gong" {}\n')
        check("a part that nothing includes", len(c.problems(w.path("parts/none.lua"), len)) > 0)
        for name, text in ("x.spec.lua", 'tests "delving" {}\n'), ("p.lua", "return function() return 'rest' end\n"):
            c.open(w.path(name), text)
            same(name, [x["severity"] for x in c.problems(w.path(name))], [3])
        for name, text in ("notes.md", "# Notes\n"), ("other.lua", 'vim.cmd "quit"\n'):
            c.open(w.path(name), text)
            same(name, c.problems(w.path(name)), [])
    with Workspace({"house.lua": 'extends "delving"\n'}, root=None) as w:
        w.client.open(w.path("house.lua"), 'extends "delving"\nlight.torhc = nil\n')
        check("without a workspace", len(w.client.problems(w.path("house.lua"), len)) > 0)


# --- names --------------------------------------------------------------------------------------------

COMPLETIONS = [
    # the text behind `extends "delving"`, with | where it is completed; a name that is offered there, and one that is not
    ("lig|", "light", None), ("light.|", "torch", "hazard"), ("light.torch.|", "lasts", "torch"), ("chart.hazard.|", "free", "torch"), ("chart.hazard.free.|", "text", None),
    ("setting.|", "fatigue_damage", "torch"), ('light.torch.lasts = "6 |', "turns", "ft"), ('pace.crawl.distance = "6 |"', "ft", "turns"), ('light.torch.spends = "|"', "torches", "hazard"),
    ('light "x" { |', "lasts", "text"), ('light "x" { lasts = "1 turn", |', "spends", "lasts"), ("light.torch { |", "lasts", None), ("function rule.|", "burn", "torch"), ("function act.|", "search", "burn"),
    ("function on.|", "torches", "burn"), ('function rule.x() roll "|', "hazard", "torch"), ('function rule.x() roll("|', "hazard", "torch"), ('function rule.x(who) gain(who, "|', "hp", "hazard"),
    ("function rule.x() return party.| end", "torches", "text"), ("function rule.x(who) return who.| end", "hp", None), ("function rule.x(member_here) return mem| end", "member_here", None),
    ('function rule.x() roll("hazard", nil, { |', "secret", "text"), ('function rule.x() kindle("|', "torch", "hazard"), ('track "m" { of = "|', "member", "torch"), ('action "x" { by = "|', "each", "torch"),
    ('action "x" { takes = { "|', "member", None), ('setting "x" { choices = { "red", "blue" } }\nsetting.x = "|"', "red", "torch"), ('track "mood" { steps = { "calm", "wild" } }\nfunction rule.x() set(party, "mood", "|', "calm", "hazard"),
    ('track "mood" { steps = { "calm", "wild" } }\nfunction rule.x() return party.mood == "|', "wild", "hazard"), ('procedure.turn:after("|', "hazard", "torch"), ("kind.light:|", "has", None), ("chart.hazard:|", "add", None),
    ('chart "x" { { "1", "a", loses = "1d6 hp", |', "gains", "torch"), ('light "brand" {}\nlight.|', "brand", None), ("function rule.x() return math.| end", "floor", "torch"), ("-- light.|", None, "torch"),
    ('function rule.x() say "|" end', None, "light"), ('include "|"', "fight", "delving"), ("kind.|", "member", "torch"), ("ruleset.|", "turn", "torch"), ("setting.wounds = |", "true", None),
    ('light.torch.help = "\U0001f56f" light.|', "torch", None), ("light.torch.search = 1|", None, "light"),
    ('action "x" { needs = { |', "torches", "hazard"), ('action "x" { unless = { ["|', "hp", "hazard"), ('action "x" { sets = { |', "torches", "hazard"), ('action "x" { check = "con 9", fails = { |', "gains", "torch"),
    ('track "x" { min = 0, empty = { |', "check", "torch"), ('function rule.x() return count(party, "|', "hp", "hazard"), ('function rule.x() return those(party, "|', "not", "torch"), ("function rule.x(who) say(chart.hazard, who.| end", "hp", "gains"),
]


def test_completion():
    with Workspace() as w:
        c, p = w.client, w.path("house.lua")
        c.open(p, 'extends "delving"\n')
        c.problems(p)
        for marked, wanted, unwanted in COMPLETIONS:
            for more in "", "\nlight.torch.lasts = \"6 turns\"\n":
                text, line, character = position('extends "delving"\n' + marked + more)
                c.change(p, text)
                if "\n" in marked:  # a name that the text itself makes is known once the text was checked
                    c.problems(p)
                answer = c.at("completion", p, line, character)
                found = labels(answer)
                check("%s: %s" % (marked, wanted), wanted is None or wanted in found, found[:40])
                check("%s: not %s" % (marked, unwanted), unwanted not in found, found[:40])
                for item in answer["items"][:3]:
                    span = item["textEdit"]["range"]
                    check("%s: what it replaces" % marked, span["start"]["line"] == line and span["start"]["character"] <= character <= span["end"]["character"], item)
        for marked, wanted in ('extends "|"', "delving"), ('extends "|', "travel-turn"):
            text, line, character = position(marked)
            c.change(p, text)
            check(marked, wanted in labels(c.at("completion", p, line, character)))
        c.change(p, 'extends "delving"\nlight.torch.')
        item = next(i for i in c.at("completion", p, 1, 12)["items"] if i["label"] == "lasts")
        check("what the reference says of it", "how long one burns" in c.result("completionItem/resolve", item)["documentation"])
        same("of what it does not know", c.result("completionItem/resolve", {"label": "x", "data": "no.such"}), {"label": "x", "data": "no.such"})
        c.change(p, 'extends "delving"\nlight ')
        same("a blank alone offers nothing", labels(c.at("completion", p, 1, 6, context={"triggerKind": 2, "triggerCharacter": " "})), [])


HOUSE = """extends "delving"
light.torch.lasts = "5 turns"
-- What a brand does.
function rule.flare(who)
  local usual = who
  if usual then kindle("brand", who) end
end
light "brand" { lasts = "3 turns", details = "3 m", search = 1, shapes = "6 m" }
action "flare" { turns = 0, by = "each" }
function act.flare(who) rule.flare(who) gain "soot" end
chart.hazard.burn.does = rule.flare
track "soot" { max = 9 }
function on.soot() say("%d", party.soot) end
chart "omens" { die = "1d6", { "1-3", "crow", loses = "1 soot" }, { "4-6", "fog" } }
procedure.turn:after("hazard", "omens")
track "nerve" { start = 6, min = 0, empty = "choked", falls = { [3] = "qualm" } }
track "choked" { start = false }
event "qualm" {}
"""


def find(text, marked):
    """Returns the position of the | in a marked piece of a text, such as `light.|torch`."""
    at = text.index(marked.replace("|", "")) + marked.index("|")
    before = text[:at].split("\n")
    return len(before) - 1, len(before[-1])


def applied(text, edits):
    """Returns a text after the edits that the server wants in it, none of which spans lines."""
    lines = text.split("\n")
    for e in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
        n, a, b = e["range"]["start"]["line"], e["range"]["start"]["character"], e["range"]["end"]["character"]
        lines[n] = lines[n][:a] + e["newText"] + lines[n][b:]
    return "\n".join(lines)


def test_fields_of_kinds():
    """A field is declared where its kind gets it, with :has and without."""
    with Workspace() as w:
        c, p = w.client, w.path("house.lua")
        text = 'extends "delving"\nkind.light:has { soot = "integer = 0" }\nkind.light { reek = "integer = 0" }\nlight.torch { soot = 1, reek = 2 }\n'
        c.open(p, text)
        same("the fields are right", c.problems(p), [])
        for marked, line in ("{ |soot = 1", 1), ("|reek = 2", 2):
            same(marked, [x["range"]["start"]["line"] for x in c.at("definition", p, *find(text, marked))], [line])


def test_names():
    with Workspace() as w:
        c, p = w.client, w.path("house.lua")
        c.open(p, HOUSE)
        same("the house rules are right", c.problems(p), [])
        ask = lambda method, marked, **more: c.at(method, p, *find(HOUSE, marked), **more)
        said = lambda marked: (ask("hover", marked) or {"contents": {"value": ""}})["contents"]["value"]
        for marked, part in [("light.|torch", "delving.lua"), ("torch.|lasts", "house.lua:2"), ("torch.|lasts", "how long one burns"), ("rule.|flare(who)\n", "What a brand does."), ("|kindle(", "kindle("), ('"|brand", who', "house.lua:8"),
                             ("hazard.|burn", "burn"), ("party.|soot", "max"), ("on.|soot", "max")]:
            check("hover over %s" % marked, part in said(marked), said(marked))
        where = lambda marked: [(os.path.basename(x["uri"]), x["range"]["start"]["line"]) for x in ask("definition", marked)]
        lines = open(os.path.join(top, "rulesets/delving.lua")).read().split("\n")
        torch = next(i for i, line in enumerate(lines) if line.startswith('light "torch"'))
        same("a light of the ruleset", where("light.|torch"), [("delving.lua", torch)])
        same("a light of its own", where('"|brand", who'), [("house.lua", 7)])
        same("a rule", where("rule.|flare(who) gain"), [("house.lua", 3)])
        same("the file it extends", where('"|delving'), [("delving.lua", 0)])
        same("a local", where("if |usual"), [("house.lua", 4)])
        same("a parameter", where('"brand", |who'), [("house.lua", 3)])
        same("a row", [x[0] for x in where("hazard.|burn")], ["delving.lua"])
        same("a track", where("party.|soot"), [("house.lua", 11)])
        same("uses of a light", len(ask("references", '"|brand", who', context={"includeDeclaration": True})), 2)
        same("without its making", len(ask("references", '"|brand", who', context={"includeDeclaration": False})), 1)
        same("uses of a track", len(ask("references", "party.|soot", context={"includeDeclaration": True})), 5)
        same("uses of an action", len(ask("references", 'action "|flare', context={"includeDeclaration": True})), 2)
        names = [x["name"] for x in symbols(c, p)]
        check("symbols", {"light.torch.lasts", "rule.flare", "light.brand", "act.flare", "track.soot"} <= set(names), names)
        same("a name that can be renamed", ask("prepareRename", '"|brand", who')["placeholder"], "brand")
        for marked, new in ('light "|brand', "link"), ("rule.|flare(who)\n", "blaze"), ('action "|flare', "flash"), ('track "|soot', "grime"), ('track "|choked', "lost"), ('event "|qualm', "doubt"), ('chart "|omens', "portents"), ('"|crow"', "raven"):
            edits = ask("rename", marked, newName=new)["changes"]
            same("%s: only this file" % marked, list(edits), [uri(p)])
            changed = applied(HOUSE, edits[uri(p)])
            c.change(p, changed)
            same("%s to %s" % (marked, new), c.problems(p), [])
            check("%s to %s is done" % (marked, new), new in changed)
            c.change(p, HOUSE)
        for marked, new, why in [("light.|torch", "link", "not yours"), ("|kindle(", "light", "no name"), ('light "|brand', "torch", "mistake"), ("rule.|flare(who)\n", "two words", "letters"), ('light "|brand', "", "cannot be a name"),
                                 ('light "|brand', 'x"y', "cannot be a name"), ("rule.|flare(who)\n", "end", ""), ("local |usual", "x", "no name")]:
            answer = c.request("textDocument/rename", {"textDocument": {"uri": uri(p)}, "position": dict(zip(("line", "character"), find(HOUSE, marked))), "newName": new})
            check("rename %s to %r" % (marked, new), why in answer.get("error", {}).get("message", "!"), answer)


def test_track_of_a_thing():
    """A track to which things give values is found where a line changes the value of one thing."""
    text = """extends "delving"
track "mud" { of = "room" }
room "hall" { mud = 2 }
room.hall.mud = 3
"""
    with Workspace() as w:
        c, p = w.client, w.path("house.lua")
        c.open(p, text)
        same("the rules are right", c.problems(p), [])
        uses = c.at("references", p, *find(text, 'track "|mud'), context={"includeDeclaration": True})
        same("uses of a track of rooms", [use["range"]["start"]["line"] for use in uses], [1, 2, 3])


def test_rename_chain():
    """A rename in a ruleset edits every open house file that extends it."""
    mine = 'ruleset "Mine" {}\nprocedure "turn" { "act", "time" }\naction "wait" {}\nlight "brand" { lasts = "3 turns" }\n'
    with Workspace({"mine.lua": mine}) as w:
        c, base, one, two = w.client, w.path("mine.lua"), w.path("one.lua"), w.path("two.lua")
        c.open(base, mine)
        c.open(one, 'extends "mine"\nlight.brand.lasts = "4 turns"\n')
        c.open(two, 'extends "mine"\nlight.brand.help = "hot"\n')
        for path in base, one, two:
            c.problems(path)
        edits = c.at("rename", base, 3, 8, newName="flare")["changes"]
        same("three files", sorted(edits), sorted(map(uri, (base, one, two))))
        c.change(base, applied(mine, edits[uri(base)]))
        c.change(one, applied('extends "mine"\nlight.brand.lasts = "4 turns"\n', edits[uri(one)]))
        c.change(two, applied('extends "mine"\nlight.brand.help = "hot"\n', edits[uri(two)]))
        same("and all is well", [c.problems(path, lambda found: not found) for path in (base, one, two)], [[], [], []])


# --- Neovim -------------------------------------------------------------------------------------------


def test_neovim():
    global skipped
    if not shutil.which("nvim"):
        skipped += 1
        print("skipped: Neovim, for there is no nvim here ('make deps' installs it)")
        return
    with Workspace({"house.lua": ""}) as w:
        env = dict(os.environ, **ENV, SCONCE=sconce, HOME=w.folder, XDG_CONFIG_HOME=w.folder, XDG_STATE_HOME=w.folder)
        done = subprocess.run(["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", os.path.join(top, "tests/lsp_neovim.lua")], cwd=w.folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        said = done.stdout + done.stderr
        for line in said.replace("\r", "").split("\n"):
            if line.startswith(("ok ", "not ok ")):
                check("Neovim: " + line, line.startswith("ok "), said)
        check("Neovim comes to its end", "done" in said, said)


def test_many():
    """Of 40 open files the first 32 are checked; the others are told that too many are open, until some are closed."""
    with Workspace() as w:
        c, paths = w.client, [w.path("m%d.lua" % i) for i in range(40)]
        for p in paths:
            c.open(p, 'extends "delving"\nlight.nosie = 3\n')
        found = [messages(c.problems(p, len))[0] for p in paths]
        crowded = [i for i, text in enumerate(found) if "too many rule files are open" in text]
        check("the first ones are checked, the others are not", crowded == list(range(32, 40)), crowded[:40])
        for p in paths[:8]:
            c.notify("textDocument/didClose", {"textDocument": {"uri": uri(p)}})
        last = c.problems(paths[32], lambda found: found and "too many" not in found[0]["message"])
        check("where there is room again, they are checked", "nosie" in messages(last)[0], last)


TESTS = [test_life, test_bytes, test_cancel, test_edits, test_positions, test_problems, test_buffers, test_hostile, test_many, test_folders, test_completion, test_fields_of_kinds, test_names, test_track_of_a_thing, test_rename_chain, test_neovim]


def main():
    signal.alarm(STANDS_STILL * len(TESTS))
    for test in [t for t in TESTS if not sys.argv[2:] or t.__name__ in sys.argv[2:]]:
        try:
            test()
        except (EOFError, ValueError, KeyError, IndexError, TypeError) as e:
            check(test.__name__, False, "%s: %s" % (type(e).__name__, e))
            if os.environ.get("TRACE"):
                raise
    score(skipped)


if __name__ == "__main__":
    main()
