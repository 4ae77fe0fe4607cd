#!/usr/bin/env python3
"""programs.py BUILD -- `sconce play --json` as a program uses it: requests, interrupts, what players may read."""
import json, os, signal, subprocess, time

from scratch import Table, check, sconce, score, start


def interrupts():
    """SIGINT stops the line that is being played.  It ends neither the program nor a line that waits at a question."""
    table = Table("delving", "--seed", "1", "--timeout", "3600")
    check("a line", table.ask("rest")["ok"])
    table.process.send_signal(signal.SIGINT)
    check("an interrupt between lines is nothing", table.ask("rest")["ok"])
    table.send("lua while true do end")
    os.set_blocking(table.process.stdout.fileno(), False)
    said = ""
    while not said:  # again and again, since an interrupt that comes before the line has begun stops nothing
        table.process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        said = table.process.stdout.readline() or ""
    os.set_blocking(table.process.stdout.fileno(), True)
    reply = json.loads(said)
    check("the line is stopped", not reply["ok"], reply)
    check("and the table plays on", table.ask("rest")["ok"])
    check("it ends well", table.end() == 0)


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:  # it is gone
        return []


def wait_until_idle(table):
    """Waits until no line is played: the worker of the line before may outlive its reply by a moment."""
    while any(children(cell) for cell in children(table.process.pid)):
        time.sleep(0.005)


def kill_in_line(table):
    """Kills the cell once a worker of it has lived for a tenth of a second, as only that of a long line does.  Returns the
    cell's process number."""
    cell, worker = None, []
    while not worker or children(cell) != worker:
        cell = (children(table.process.pid) or [0])[0]
        worker = children(cell)
        time.sleep(0.1)
    os.kill(cell, signal.SIGKILL)
    while children(cell):  # so that the next one that is killed is another cell
        time.sleep(0.005)
    return cell


def killed_rules():
    """When the cell is killed from outside, no line is lost: a new cell plays it, but only once more."""
    table = Table("delving", "--seed", "1", "--timeout", "3600")
    check("a line", table.ask("rest")["seq"] == 2)
    os.kill(children(table.process.pid)[0], signal.SIGKILL)
    check("a line after a kill", table.ask("rest").get("seq") == 3)
    wait_until_idle(table)
    table.send("lua for i = 1, 100000000 do end say 'done'")
    kill_in_line(table)
    reply = json.loads(table.process.stdout.readline())
    check("a line killed on its way", reply["ok"] and "done" in json.dumps(reply["lines"]), reply)
    wait_until_idle(table)
    table.send("lua while true do end")
    first = kill_in_line(table)
    check("and another one", kill_in_line(table) != first)
    reply = json.loads(table.process.stdout.readline())
    check("is played once more, not for ever", not reply["ok"] and "broke off" in reply["error"], reply)
    check("and the table plays on", table.ask("rest")["seq"] == reply.get("seq", 4) + 1, reply)
    table.end()


def new_campaign(name, party, ruleset="delving"):
    subprocess.run([sconce, "new", name, "--ruleset", ruleset], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(name, "party.lua"), "w") as file:
        file.write(party)


def screens():
    """The table as it is, what happened since, and a second process that waits."""
    new_campaign("mine", 'member "Bram" { hp = 6, holds = "torch" }\nmember "Pike" { hp = 4 }\ntorches = 3\n',
                 "dungeon-turn")
    table = Table("mine", "--seed", "4", "--answers", "default")
    table.ask("move hall")
    table.ask("hp Bram 3")
    view = table.ask({"view": "players"})
    bram, torch = view["party"][0], view["lights"][0]
    check("members in marching order", [who["name"] for who in view["party"]] == ["Bram", "Pike"], view)
    check("hp and maximum, which is low", {"name": "hp", "value": 3, "max": 6, "low": True} in bram["values"], bram)
    check("turn and clock", (view["turn"], view["clock"]) == (1, "0:10"), view)
    check("a light", (torch["light"], torch["holder"]) == ("torch", "Bram"), torch)
    check("the room", view["room"]["name"] == "hall", view.get("room"))
    check("nothing is awaited", "awaits" not in view and "prompt" not in view, view)
    check("lines", any("hall" in piece["t"] for line in view["lines"] for piece in line), view["lines"])
    check("for the game master", "prompt" in table.ask({"view": "gm"}))
    reader = Table("mine", "--read-only")
    seq = reader.ask({"since": 0, "for": "players"})["head"]
    check("nobody has played", not reader.ask({"wait": 0})["changed"])
    table.ask("here cellar")
    check("somebody has played", reader.ask({"wait": 600000})["changed"])
    check("a room that nobody told of", "room" not in reader.ask({"view": "players"}))
    check("the game master knows it", reader.ask({"view": "gm"})["room"]["name"] == "cellar")
    check("players read nothing of it", reader.ask({"since": seq, "for": "players"})["entries"] == [])
    news = reader.ask({"since": seq, "for": "gm"})
    check("the game master does", [e["command"] for e in news["entries"]] == ["here cellar"], news)
    table.ask("dice hand")
    seq = table.ask({"say": "rest"})["seq"]
    asked = table.ask({"view": "gm"})
    check("the view is of the table before the line", asked["seq"] == seq and "token" in asked["awaits"], asked)
    check("the hazard die is nobody's", "awaits" not in table.ask({"view": "players"}))
    table.end(), reader.end()


def low_values():
    """A view says `low` of hit points at half of their maximum, and not of a counter that begins at 0."""
    with open("thirst.lua", "w") as file:
        file.write('extends "dungeon-turn"\ntrack "thirst" { of = "member", min = 0, max = 6 }\nmember "Bram" { hp = 6 }\n')
    table = Table("thirst.lua", "--seed", "1")
    low = lambda: [v["name"] for v in table.ask({"view": "players"})["party"][0]["values"] if v.get("low")]
    check("nobody is hurt yet", low() == [], low())
    table.ask("hp Bram 4")
    check("not at two thirds", low() == [], low())
    table.ask("hp Bram 0")
    check("at the end of it they are", low() == ["hp"], low())
    table.end()


def real_time():
    """Lights that burn in real time say when they go out."""
    with open("real.lua", "w") as file:
        file.write('extends "delving"\nlight.torch.lasts = "30 real minutes"\nmember "Bram" { hp = 6 }\n')
    table = Table("real.lua", "--seed", "1")
    table.ask("torches +2")
    check("nothing is due", table.ask({"wait": 0})["due_ms"] == -1)
    table.ask("light torch Bram")
    due, ends = table.ask({"wait": 0})["due_ms"], table.ask({"view": "players"})["lights"][0]["ends"]
    check("a torch is due", 0 <= due <= 30 * 60 * 1000, due)
    check("and its end is told", 0 < ends <= time.time() + 30 * 60 + 1, ends)
    table.ask("pause")
    check("not while the table is paused", table.ask({"wait": 0})["due_ms"] == -1)
    view = table.ask({"view": "players"})
    check("which is told, too", view["paused"] and "ends" not in view["lights"][0], view)
    table.end()


def players_speak():
    """A line that is said as players may do deeds and answer dice; its reply tells nothing else."""
    new_campaign("club", 'member "Bram" { hp = 6, con = 1, holds = "torch" }\nmember "Old Tom" { hp = 4 }\ntorches = 3\n')
    table = Table("club", "--seed", "4")

    def say(line, key="say", **more):
        return table.ask(dict({key: line, "as": "players"}, **more))

    for line in ["save /tmp/x", "lua say(1)", "= 1", "torches +99", "hp Bram 99", "undo", "u", "note x", "state", "log",
                 "help", "search =4", "search: gold", "search + lua x", "search; lua x", "sea", "dice hand", "?", "party",
                 "always yes", "table goblins 1-6", "", "Bram", "search + hp Bram 9", "\"Old Tom\" hp Bram 9"]:
        reply = say(line)
        check("players may not say " + line, not reply["ok"] and set(reply) == {"ok", "seq", "error"}, reply)
    check("nothing happened", table.ask({"since": 1, "for": "gm"})["entries"] == [])
    for key, value in [("complete", ""), ("book", True), ("about", True), ("cancel", True), ("quit", True)]:
        reply = say(value, key)
        check("players may not ask for " + key, reply == {"ok": False, "command": "", "error": "only the game master may ask this"}, reply)
    check("a view as players is theirs", say("gm", "view")["who"] == "players" and "prompt" not in say("gm", "view"))
    check("and what happened", all("command" not in e or not e["command"] for e in say(0, "since", **{"for": "gm"})["entries"]))
    check("players may wait", say(0, "wait")["ok"])
    for who in ["PLAYERS", "player", "", None, True, ["players"], {"players": True}]:
        for request in [{"say": "note x"}, {"view": "gm"}, {"quit": True}]:
            reply = table.ask(dict(request, **{"as": who}))
            check("nobody is %r" % (who,), not reply["ok"] and reply["error"] == '"as" is "players", or "gm"', reply)
    for request in [{"say": 5}, {"say": None}, {"say": ["note x"]}, {"answer": 5}, {"answer": "note x", "to": 5}]:
        reply = table.ask(request)
        check("no text: %r" % request, not reply["ok"] and reply["error"] and reply["command"] == "", reply)
    check("a game master is one", table.ask({"view": "gm", "as": "gm"})["who"] == "gm")
    reply = say("Old Tom search")
    check("a deed", reply == {"ok": True, "seq": 2}, reply)
    reply = say("move to the nowhere of nowhere x9999")
    check("a refusal says nothing of the rules", "nowhere" not in reply.get("error", ""), reply)
    table.ask("dice hand")
    reply = table.ask("try con 12")
    reply = say("dice auto")
    check("no commands at a die", not reply["ok"], reply)
    asked = table.ask({"view": "players"})["awaits"]
    check("a die of theirs", asked["who"][0] == "Bram", asked)
    reply = say("7", "answer", to=asked["token"])
    check("faces of a die", reply["ok"], reply)
    check("are not taken twice", not say("7", "answer", to=asked["token"])["ok"])
    table.ask({"cancel": True})
    table.ask("crawl")
    check("not the dice of nobody", not say("4")["ok"])
    table.ask({"cancel": True})
    with open("club/house.lua", "a") as file:
        file.write('question "guards" { text = "How many guards?", min = 1, max = 9 }\n'
                   'action "count" { turns = 0 }\nfunction act.count() say(ask "guards" .. " guards.") end\n')
    asked = table.ask("count")["ask"]
    check("not a number that the game master is asked for", not say("4", "answer", to=asked["token"])["ok"] and not say("4")["ok"])
    table.end()


def long_lines():
    """A line of 100 MB is refused, and does not keep its memory; with --json, and at a prompt that reads a pipe."""
    long = "x" * (100 << 20) + "\nrest\n"
    for words in (["--json"], []):
        process = start([sconce, "play", "delving", "--seed", "1", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write(long)
        process.stdin.flush()
        said = ""
        while '"seq":2' not in said and "T1 0:10" not in said:
            said = process.stdout.readline()
        with open(f"/proc/{process.pid}/status") as file:
            most = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
        check("the memory of a long line", most < 60000, most)
        check("it ends well", not process.stdin.close() and process.wait() == 0)


interrupts()
killed_rules()
long_lines()
screens()
players_speak()
low_values()
real_time()
score()
