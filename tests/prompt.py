"""prompt.py BUILD -- tests that need a terminal with keys: Tab, history, Ctrl-C, Ctrl-D, colour, narrow windows.

Each case types keys at a pseudo-terminal and looks at all that came."""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time

from scratch import check, sconce, score, top

# A shell makes the programs it runs in the background ignore Ctrl-C (SIGINT), and the programs started here would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """The program at a pseudo-terminal of 24 rows.  shown: all that it has written so far."""

    def __init__(self, *command, columns=80, **more):
        env = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", **more}
        for name in ("COLUMNS", "NO_COLOR"):
            if name not in more:
                env.pop(name, None)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe(sconce, ("sconce",) + command, env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.shown = ""

    def read(self, until, seconds=100):
        """Reads the output until it holds the text `until`, the program ends or the time is over; returns what was read."""
        came, end = b"", time.time() + seconds
        while time.time() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    some = os.read(self.fd, 65536)
                except OSError:
                    some = b""
                if not some:
                    break
                came += some
            elif until in plain(came.decode(errors="replace")):
                break
        text = came.decode(errors="replace")
        self.shown += text
        return text

    def type(self, keys, until=">", seconds=100):
        os.write(self.fd, keys.encode())
        return self.read(until, seconds)

    def leave(self):
        os.write(self.fd, b"\x04")
        self.read("\0", 5)  # no text has a NUL: reads until the program has ended
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Window:
    """The screen of a terminal of 24 rows after it was sent a text.  gone: the lines that have scrolled off its top."""

    def __init__(self, text, columns):
        self.rows, self.gone, self.columns = [[" "] * columns for _ in range(24)], [], columns
        self.x = self.y = 0
        kept = (0, 0)
        for part in re.findall(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[78=>]|[\s\S]", text):
            if part == "\x1b7":
                kept = self.x, self.y
            elif part == "\x1b8":
                self.x, self.y = kept
            elif part.startswith("\x1b["):
                self.obey(part[-1], [int(n or 0) for n in part[2:-1].strip("?").split(";")])
            elif part == "\n":
                self.line_feed()
            elif part == "\r":
                self.x = 0
            elif part == "\b":
                self.x = max(0, self.x - 1)
            elif part >= " ":
                self.put(part)

    def put(self, letter):
        if self.x == self.columns:
            self.x = 0
            self.line_feed()
        self.rows[self.y][self.x] = letter
        self.x += 1

    def line_feed(self):
        if self.y < 23:
            self.y += 1
        else:
            self.gone.append("".join(self.rows.pop(0)))
            self.rows.append([" "] * self.columns)

    def obey(self, letter, n):
        """Obeys ESC [ n letter: H goes to a row and column, K clears the row from here on, C and D go right and left."""
        if letter == "H":
            self.y, self.x = n[0] - 1, n[1] - 1
        elif letter == "K":
            self.rows[self.y][self.x:] = [" "] * (self.columns - self.x)
        elif letter == "C":
            self.x += n[0] or 1
        elif letter == "D":
            self.x -= n[0] or 1

    def shown(self, start=0, end=None):
        return "\n".join("".join(row[start:end]).rstrip() for row in self.rows)


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", text)


def echo():
    """When the prompt is there, the terminal itself echoes no keys any more: line editing does, so none shows twice."""
    for _ in range(20):
        t = Terminal("play", "lamplight.lua", "--seed", "3")
        came = b""
        while b">" not in came:
            came += os.read(t.fd, 65536)
        check("the terminal itself echoes no keys", not termios.tcgetattr(t.fd)[3] & termios.ECHO, came.decode())
        os.kill(t.pid, signal.SIGKILL)
        os.waitpid(t.pid, 0)
        os.close(t.fd)


def tab():
    t = Terminal("play", "lamplight.lua", "--seed", "3")
    t.read(">")
    for typed, done in [("sear\t", "search"), ("Yso\t", "Ysolde"), ("light to\t", "light torch"), ("chart haz\t", "chart hazard"),
                        ("dre\t", "dread"), ("help mo\t", "help move"), ("Bram sea\t", "Bram search"),
                        ("move; sea\t", "move; search"), ("Bram, Ysolde sea\t", "Bram, Ysolde search")]:
        shown = plain(t.type(typed, done))
        check("Tab makes '%s' of '%s'" % (done, typed), done in shown, shown)
        t.type("\x03")
    t.leave()
    t = Terminal("play", "delving")
    t.read(">")
    shown = plain(t.type("help fatigue_d\t", "fatigue_damage"))
    check("Tab knows the settings", "help fatigue_damage" in shown, shown)
    t.type("\x03")
    t.leave()
    t = Terminal("play", "company.lua")
    t.read(">")
    shown = plain(t.type("light oil\t\r", "lights an oil lamp"))
    check("Tab puts a name of two words in quotes", "Bram lights an oil lamp" in shown, shown)
    t.leave()


def history():
    for folder in ("one", "two"):
        subprocess.run([sconce, "new", folder, "--ruleset", "lamplight"], stdout=subprocess.DEVNULL, check=True)
    t = Terminal("play", "one", "--seed", "3")
    t.read(">")
    t.type("torches +1\r", "torches 5")
    check("Ctrl-D leaves, and all is well", t.leave() == 0, t.shown)
    t = Terminal("play", "one")
    t.read(">")
    shown = plain(t.type("\x1b[A", "torches +1"))
    check("the arrow brings back what was typed the last time", "torches +1" in shown, shown)
    t.type("\x03")
    t.leave()
    t = Terminal("play", "two", "--seed", "3")
    t.read(">")
    shown = plain(t.type("\x1b[A", "torches", 1))
    check("another campaign has a history of its own", "torches" not in shown, shown)
    t.type("\x03")
    t.leave()


def strangers_history():
    """A .history that is a link, has a second name, is no plain file or is huge is neither read nor written."""
    with open("precious", "w") as f:
        f.write("mine\n")

    def link(path):
        os.symlink(os.path.abspath("precious"), path)

    def second_name(path):
        os.link("precious", path)

    def endless(path):
        os.symlink("/dev/zero", path)

    def large(path):
        open(path, "w").close()
        os.truncate(path, 1 << 30)

    for n, put in enumerate((link, second_name, endless, os.mkfifo, large)):
        folder = "strange%d" % n
        subprocess.run([sconce, "new", folder, "--ruleset", "lamplight"], stdout=subprocess.DEVNULL, check=True)
        put(folder + "/.history")
        t = Terminal("play", folder, "--seed", "3")
        t.read(">")
        shown = plain(t.type("torches +1\r", "torches 5"))
        check("a table with an odd .history plays (%s)" % put.__name__, "torches 5" in shown and t.leave() == 0, t.shown)
        check("and what it leads to stays (%s)" % put.__name__, open("precious").read() == "mine\n")


def children(pid):
    return subprocess.run(["pgrep", "-P", str(pid)], stdout=subprocess.PIPE, text=True).stdout.split()


def breaking_off():
    t = Terminal("play", "lamplight.lua", "--seed", "3", SCONCE_PATIENCE="60")
    t.read(">")
    os.write(t.fd, b"lua while true do end\r")
    while not any(children(cell) for cell in children(t.pid)):
        time.sleep(0.02)  # until the cell has a worker, which plays the line
    shown = plain(t.type("\x03", "Stopped", 40))  # not after the 60 s that the line would take
    check("Ctrl-C stops a line that does not end", "Stopped" in shown, shown)
    check("and the prompt goes on", "2" in plain(t.type("= 1 + 1\r", "  2")), t.shown)
    t.leave()
    t = Terminal("play", "dungeon-exploration", "--seed", "3")
    t.read(">")
    for line in ("add Bram", "add Ysolde", "add Pike", "add Cid", "torches +4", "light torch"):
        t.type(line + "\r")
    shown = plain(t.type("odds hazard.fatigue in 30 with search; move; rest; listen\r", "states"))
    check("what is slow says how far it is", "Ctrl-C" in shown, shown)
    shown = plain(t.type("\x03", "Stopped"))
    check("Ctrl-C stops odds", "Stopped" in shown, shown)
    check("and nothing was touched", "T0 0:00" in plain(t.type("\r", "T0 0:00")), t.shown)
    t.leave()


def colour():
    colours = r"\x1b\[[0-9;]*m"
    for more, wanted in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        t = Terminal("play", "lamplight.lua", "--seed", "3", **more)
        t.read(">")
        t.type("move =5\r", "quiet")
        t.type("?\r", "thrice")
        check("colour with %s: %s" % (more, wanted), bool(re.search(colours, t.shown)) == wanted, repr(t.shown))
        t.leave()


def narrow():
    t = Terminal("play", "company.lua", "--seed", "3", columns=40)
    t.read(">")
    for line in ("light oil", "starve", "walk", "listen", "log", "recap", "?", "why", "chart noise", "blow"):
        t.type(line + "\r", ">")
    t.leave()
    wide = [line for line in plain(t.shown).split("\n") if len(line) > 40 and ">" not in line]
    check("40 columns hold every line", not wide, "\n".join(wide))
    t = Terminal("play", "company.lua", "--seed", "3", columns=100)
    t.read(">")
    fcntl.ioctl(t.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    refused = plain(t.type("embroider\r", "> ")).replace("\r", "").split("\n")
    check("and a refusal, once the window is made narrow", all(len(line) <= 40 for line in refused), "\n".join(refused))
    t.leave()


def sheet_beside():
    subprocess.run([sconce, "new", "beside", "--ruleset", "lamplight"], stdout=subprocess.DEVNULL, check=True)
    t = Terminal("play", "beside", "--seed", "3")
    t.read(">")
    t.type("light torch Bram\r", "lights a torch")
    sheet = Terminal("play", "beside", "--sheet")
    shown = plain(sheet.read("3 of 3 turns"))
    check("the sheet stands in a second window", "torch Bram" in shown, shown)
    t.type("move =5\r", "quiet")
    shown = plain(sheet.read("2 of 3 turns"))
    check("and is drawn again after a line", "2 of 3 turns" in shown and "3 of 3" not in shown, shown)
    os.write(sheet.fd, b"\x03")
    os.waitpid(sheet.pid, 0)
    t.leave()


def sheet_in_window():
    t = Terminal("play", "beside", "--beside", columns=110)
    t.read(">")
    for n in range(30):
        t.type("torches +1\r", "> ")
    t.type("torches 40\r", "> ")
    window = Window(t.shown, 110)
    shown, beside = window.shown(), window.shown(68)
    check("the sheet stands beside the log", "|   torches 40\n" in beside, shown)
    check("and only the last one", beside.count("torches") == 1, shown)
    check("the log keeps its columns", "torches 40 (was 33)" in window.shown(0, 67), shown)
    check("nothing of it scrolls up with the log", not any("|" in line[68:] for line in window.gone), "\n".join(window.gone))
    t.type("\t", "> ")
    t.type("\t", "> ")
    window = Window(t.shown, 110)
    check("it stays beside a list of completions", "|   torches 40\n" in window.shown(68), window.shown())
    t.type("torches 50\r", "> ")
    window = Window(t.shown, 110)
    check("and leaves no trace of it", window.shown(68).count("torches") == 1 and
          not any("|" in line[68:] for line in window.gone), window.shown() + "\n".join(window.gone))
    t.leave()
    t = Terminal("play", "beside", "--beside", columns=80)
    t.read(">")
    t.type("torches +1\r", "> ")
    check("a narrow terminal shows no sheet", "\x1b7" not in t.shown, t.shown)
    t.leave()


for name in ("lamplight.lua", "company.lua"):
    shutil.copy(os.path.join(top, "tests/play", name), ".")
for case in (echo, tab, history, strangers_history, breaking_off, colour, narrow, sheet_beside, sheet_in_window):
    case()
score()
