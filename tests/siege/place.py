"""place.py -- a folder in which one case runs, the commands run there, and the promises that hold for every command."""
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import threading
import time

CPU_SECONDS = 20  # processor time of one command and its children, under the sanitizers; most take a fifth of a second
REST_S = 0.4  # TRY_MS of cli/lsp/server.c: the pause in typing after which the server tries rules in play
STANDS_STILL = 300  # seconds of the clock; a cell that says nothing is given up after two minutes, odds after four
FILE_MB = 300  # a choice, above what any command writes
SANITIZER = re.compile(r"(ERROR: \w+Sanitizer|runtime error:|SUMMARY: \w+Sanitizer|Sanitizer:|Assertion .* failed|Traceback)[^\n]*")
# Never shown: texts that come from the inside of the program.
INSIDE = re.compile(r"\(null\)|SQL logic|constraint failed|no such (table|column)|datatype mismatch|a failure inside|(?<![a-z_])[a-z_]+/[a-z_]+\.c:\d+")
# Shown only where a hostile cell brought them about: texts that blame the rules or the cell.
BLAMES = re.compile(r"out of memory|the rules answered with nonsense|the rules crashed|the rules ended their interpreter|the interpreter of the rules ended|attempt to \w+ a |attempt to (call|index|compare|perform)|\[string |stack traceback")
# Characters that a terminal would obey.
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Broken(Exception):
    """A promise is broken; the text says which."""


class Done:
    """A command that ended.  honest: its cell was the real one."""

    def __init__(self, argv, status, out, err, honest):
        self.argv, self.status, self.out, self.err, self.honest = argv, status, out, err, honest

    def broken(self, what):
        raise Broken("%s: %s (status %s)\n%s" % (" ".join(self.argv), what, self.status, (self.err[:1500] + self.out[-500:]).decode(errors="backslashreplace")))

    def check(self):
        err = self.err.decode(errors="replace")
        found = SANITIZER.search(err)
        if found:
            self.broken(found.group())
        if self.status == -signal.SIGXCPU:
            self.broken("more than %d s of processor time" % CPU_SECONDS)
        if self.status not in (0, 1, 2):
            self.broken("a crash")
        if self.status != 0 and not err.strip() and not self.out.strip():
            self.broken("refused without a word")
        try:
            for text in self.err, self.out:
                self.check_text(text.decode())
        except UnicodeDecodeError as e:
            self.broken("no UTF-8 is shown: %s" % e)
        return self

    def check_text(self, text):
        for pattern in [OBEYED, INSIDE] + ([BLAMES] if self.honest else []):
            found = pattern.search(text)
            if found:
                self.broken("%r is shown: %r" % (found.group(), text[max(0, found.start() - 150) : found.end() + 100]))

    def objects(self):
        """Returns the lines of standard output, each of which must be a JSON object."""
        try:
            found = [json.loads(line) for line in self.out.decode().splitlines()]
        except ValueError as e:
            self.broken("a line is no JSON: %s" % e)
        if not all(isinstance(o, dict) for o in found):
            self.broken("a line is no JSON object")
        return found

    def check_replies(self, text):
        """Returns the replies of `play --json`: one for each line of text, unless a `quit` may have ended it earlier."""
        objects, lines = self.objects(), text.count(b"\n") + (text != b"" and not text.endswith(b"\n"))
        if self.status == 0 and len(objects) != lines and not re.search(rb"^\s*(quit|exit)", text, re.M):
            self.broken("%d lines, %d replies" % (lines, len(objects)))
        return objects


def digest(path):
    if os.path.islink(path):
        return os.readlink(path)
    if not os.path.isfile(path):
        return "-"
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def digests(folder):
    """Returns {path: digest} of every file below a folder."""
    return {os.path.relpath(os.path.join(d, name), folder): digest(os.path.join(d, name)) for d, folders, names in os.walk(folder) for name in folders + names}


def type_frames(to, frames):
    """Writes the frames into a pipe.  A frame that is given as a list of one has a pause behind it, in which the server checks
    the files, since nobody types."""
    try:
        with os.fdopen(to, "wb", buffering=0) as f:
            for frame in frames:
                f.write(frame[0] if isinstance(frame, list) else frame)
                if isinstance(frame, list):
                    time.sleep(REST_S)
    except OSError:  # the server has ended
        pass


class Place:
    """The folder of one case: in `inside` commands run and may write; `outside` must stay as it is."""

    def __init__(self, stock, folder):
        self.stock, self.folder = stock, folder
        self.inside, self.outside = os.path.join(folder, "inside"), os.path.join(folder, "outside")
        for path in self.inside, self.outside, os.path.join(self.inside, "tmp"):
            os.makedirs(path)
        for name in "victim", "victim.lua", "journal.db":
            self.write("../outside/" + name, b"-- this stays\n")
        self.env = {"PATH": os.environ["PATH"], "HOME": self.outside, "TMPDIR": os.path.join(self.inside, "tmp"), "XDG_STATE_HOME": os.path.join(self.inside, "tmp"), "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "SCONCE_RULESETS": stock.rulesets,
                    "SCONCE_CELL": stock.cell, "SCONCE_CELL_STDERR": "1", "ASAN_OPTIONS": "abort_on_error=0:exitcode=99:hard_rss_limit_mb=2500:allocator_may_return_null=1:detect_leaks=" + os.environ.get("LEAKS", "1"),
                    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1:exitcode=99"}
        self.before = digests(self.outside)

    def path(self, name):
        return os.path.join(self.inside, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as f:
            f.write(data)

    def read(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def run(self, *argv, text=b"", cell=None, siege=None, interrupt=None, frames=False):
        """Runs the program, checks the promises that hold for every command, and returns it as Done.

        text: what is typed.  cell: a hostile one, which `siege` tells what to do.  interrupt: returns true when Ctrl-C is to
        be sent.  frames: the command speaks LSP, whose header lines end in CR LF; text is then a list of messages, and
        typing rests behind a message that is itself in a list."""
        env = {**self.env, **({"SCONCE_CELL": cell, "SCONCE_SIEGE": siege} if cell else {})}

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_MB << 20, FILE_MB << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        typing = None
        stdin = subprocess.PIPE
        if frames:
            stdin, to = os.pipe()
            typing = threading.Thread(target=type_frames, args=(to, text), daemon=True)
        process = subprocess.Popen([self.stock.sconce, *argv], cwd=self.inside, env=env, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)
        began = time.monotonic()
        while interrupt and process.poll() is None:
            time.sleep(0.1)
            if interrupt():
                process.send_signal(signal.SIGINT)
                began = time.monotonic()
                break
        try:
            if frames:
                os.close(stdin)
                typing.start()
            out, err = process.communicate(None if frames else text, timeout=STANDS_STILL)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Broken("%s: stands still" % " ".join(argv)) from None
        if frames:
            out = out.replace(b"\r\n", b"\n")
        done = Done([a if isinstance(a, str) else a.decode(errors="replace") for a in argv], process.returncode, out, err, cell is None)
        done.stopped_s = time.monotonic() - began
        return done.check()

    def check_outside(self):
        now = digests(self.outside)
        if now != self.before:
            raise Broken("changed outside the folder: %s" % sorted(set(now.items()) ^ set(self.before.items())))
