#!/usr/bin/env python3
"""picture.py BUILD PLAY OUT.svg -- plays the transcript PLAY in a terminal and draws it as a moving picture.

The lines are typed as a game master types them, and what the program answers is recorded as it comes; only the time
between two keys is made up, so that the same program gives the same picture.  `termtosvg` (Debian) draws it."""
import fcntl
import json
import os
import pty
import re
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
from xml.sax.saxutils import escape

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
COLUMNS, ROWS = 80, 26
KEY, LOOK, READ = 0.05, 0.4, 1.8  # seconds: a key, before Enter, and to read what came


def transcript(path):
    """The command of a transcript, and the lines that are typed in it."""
    with open(path) as file:
        lines = file.read().splitlines()[1:]
    command = shlex.split(lines[0].removeprefix("$ sconce "))
    return command, [m[1] for m in (re.match(r"T\d+ \d[^>]*> (.+)$", line) for line in lines[1:]) if m]


class Recording:
    def __init__(self, program, arguments, folder):
        self.events, self.now = [], 0.0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
            environment.update(TERM="xterm-256color", LC_ALL="C.UTF-8", HOME="/nonexistent")
            os.execvpe(program, ("sconce", *arguments), environment)

    def wait_for(self, text):
        """Reads until what came ends with `text` and nothing more comes; all of it is one picture."""
        came = ""
        while True:
            there = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|[\r\n]+$", "", came).endswith(text)
            if not select.select([self.fd], [], [], 0.3 if there else 30)[0]:
                if there:
                    break
                sys.exit(f"picture.py: waited in vain for {text!r}, got {came!r}")
            came += os.read(self.fd, 65536).decode()
        self.show(came)

    def show(self, text):
        self.events.append([round(self.now, 3), "o", text])

    def type(self, line):
        for key in line:
            os.write(self.fd, key.encode())
            self.wait_for(key)
            self.now += KEY
        self.now += LOOK
        os.write(self.fd, b"\n")
        self.wait_for("> ")
        self.now += READ


def main():
    build, play, out = sys.argv[1:]
    command, lines = transcript(play)
    recording = Recording(os.path.abspath(f"{build}/sconce"), command, f"{TOP}/examples")
    recording.wait_for("> ")
    recording.now += READ
    for line in lines:
        recording.type(line)
    os.close(recording.fd)
    with tempfile.NamedTemporaryFile("w", suffix=".cast") as cast:
        json.dump({"version": 2, "width": COLUMNS, "height": ROWS}, cast)
        for event in recording.events:
            cast.write("\n" + json.dumps(event))
        cast.write("\n")
        cast.flush()
        subprocess.run(["termtosvg", "render", cast.name, out, "-t", "window_frame", "-D", "4000"], check=True,
                       stderr=subprocess.DEVNULL)
    describe(out, play)


def describe(picture, play):
    """Writes the transcript into the picture, for who cannot see it and for the test that it is not an old one."""
    with open(picture) as file:
        drawn = file.read()
    with open(play) as file:
        said = escape(file.read().partition("\n")[2])
    with open(picture, "w") as file:
        file.write(re.sub(r"(<svg [^>]*>)", lambda head: f"{head[0]}\n<desc>\n{said}</desc>", drawn, count=1))


main()
