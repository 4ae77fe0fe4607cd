"""between.py -- a hostile cell: it lets the real cell answer, and mutates the reply.

The campaign side starts it in place of sconce-cell (roads.py writes the program that calls main).  SCONCE_SIEGE names a
JSON file.  In it "cell" is the real cell, and "log" a file in which each reply is noted with the edits made in it; its
lines number the replies of all cells of a case.  Which replies are mutated, the file says in one of three ways:

  "edits"               a list of [number of the reply, edit]
  "seed", "rate"        edits drawn at random, for the share "rate" of the replies; for the share "load" while rules load
  "op", "always"        one edit, of every reply to requests of that kind

Edits besides those of mutate.py: ["frame", WAY, n] breaks the rules of the wire (send_frame), and ["page", at, hex_data]
writes into the shared page."""
import json
import mmap
import os
import random
import signal
import socket
import subprocess
import time

from mutate import apply_bytes, apply_tree, draw_bytes, draw_tree
from tree import decode, encode

SOCKET, PAGE = 3, 4
# The ways of breaking the rules of the wire (send_frame) among which draw() chooses.  It leaves out "stand", "pace" and
# "creep", which never end by themselves: roads.py asks for them by name (Stop).
FRAMES = ["length", "end", "twice", "last", "more", "flood", "news", "need", "close", "exit", "kill"]


def receive(sock):
    """Returns the bytes of the next message, without its length; ends this process when the other side has gone."""
    head = sock.recv(4, socket.MSG_WAITALL)
    n = int.from_bytes(head, "little")
    body = sock.recv(n, socket.MSG_WAITALL) if len(head) == 4 else b""
    while len(head) == 4 and len(body) < n:
        more = sock.recv(n - len(body))
        if not more:
            break
        body += more
    if len(head) < 4 or len(body) < n:
        os._exit(0)
    return body


def frame(body, n=None):
    """Returns a message as it goes over the wire: behind its length, or behind n, which is then a wrong one."""
    return (len(body) if n is None else n).to_bytes(4, "little") + body


def draw(r, reply):
    """Draws one edit of a reply."""
    what = r.choices(["tree", "bytes", "frame", "page"], [75, 10, 8, 7])[0]
    if what == "tree":
        return [what, draw_tree(r, reply)]
    if what == "bytes":
        return [what, draw_bytes(r, len(encode(reply)))]
    if what == "page":
        return [what, r.choice([0, 4, 8, 70, 72, r.randrange(4096)]), bytes(r.choice([0, 1, 65, 255]) for _ in range(r.choice([1, 8, 64, 2000]))).hex()]
    return [what, r.choice(FRAMES), r.choice([0, 1, 2, 9, 64, 255])]


class Between:
    """Stands between the campaign side (ours) and the real cell.  spec: what SCONCE_SIEGE says.  last: the reply before."""

    def __init__(self, spec):
        self.spec, self.last = spec, frame(b"T")
        self.ours = socket.socket(fileno=SOCKET)
        self.cell, theirs = socket.socketpair()
        os.set_inheritable(theirs.fileno(), True)
        # The real cell wants its socket at 3 (SOCKET), where ours is: ours makes way until the cell has started.
        held = os.dup(SOCKET)
        os.dup2(theirs.fileno(), SOCKET)
        os.set_inheritable(SOCKET, True)
        os.set_inheritable(PAGE, True)
        self.real = subprocess.Popen([spec["cell"]], close_fds=False, env={k: v for k, v in os.environ.items() if k != "SCONCE_SIEGE"})
        os.dup2(held, SOCKET, inheritable=False)
        os.close(held)
        theirs.close()

    def note(self, op, edits):
        """Notes a reply in the log, whose lines count the replies of all cells of the case."""
        with open(self.spec["log"], "a") as log:
            log.write(json.dumps([op, edits]) + "\n")

    def count(self):
        with open(self.spec["log"]) as log:
            return sum(1 for _ in log)

    def edits_of(self, nth, op, reply):
        """Returns the edits of the nth reply, which is to a request `op`: as the JSON file says (head of this file)."""
        if "always" in self.spec:
            return [self.spec["always"]] if op == self.spec["op"] else []
        if "edits" in self.spec:
            return [edit for n, edit in self.spec["edits"] if n == nth]
        r = random.Random("%s %d" % (self.spec["seed"], nth))
        rate = {"hello": 0.02, "load": self.spec["load"], "file": self.spec["load"]}.get(op, self.spec["rate"])
        return [draw(r, reply) for _ in range(r.choice([1, 1, 1, 2, 4]))] if r.random() < rate else []

    def write_page(self, at, data):
        size = os.fstat(PAGE).st_size
        page = mmap.mmap(PAGE, size)
        at %= size
        page[at : at + len(data[: size - at])] = data[: size - at]
        page.close()

    def send_frame(self, what, n, body):
        """Sends a reply in a way that breaks the rules of the wire."""
        whole = frame(body)
        if what == "length":
            whole = frame(body, (len(body) + n * n * n - 1) % (1 << 32))
        elif what == "end":
            whole = whole[: n * len(whole) // 256]
        elif what == "twice":
            whole *= 2
        elif what == "last":
            whole = self.last
        elif what == "more":
            whole += bytes([n]) * (n + 1)
        elif what == "flood":
            whole = frame(encode({"text": "x" * (n << 16)}))
        elif what == "news":
            whole = frame(encode({"news": {"turn": n, "at": 1, "states": n, "leaves": 0}}))
        elif what == "need":
            whole = frame(encode({"need": "delving", "file": "house.lua", "line": n}))
        elif what == "exit":
            os._exit(n)
        elif what == "kill":
            os.kill(os.getpid(), n % 32 or signal.SIGKILL)
        elif what == "stand":
            time.sleep(1000)
        elif what == "pace":  # the same news without end, no more often than an honest cell sends some
            while True:
                self.ours.sendall(frame(encode({"news": {"turn": n, "at": 1, "states": n, "leaves": 0}})))
                receive(self.ours)
                time.sleep(0.11)
        elif what == "creep":  # news without end, and each tells of a little progress
            while True:
                n += 1
                self.ours.sendall(frame(encode({"news": {"turn": 1, "at": n, "states": n + 1, "leaves": n}})))
                receive(self.ours)
                time.sleep(0.11)
        self.ours.sendall(whole)
        if what == "close":
            os.close(PAGE)
        if what in ("length", "end", "close"):  # exit: else the program would wait for the rest of the message
            self.ours.close()
            os._exit(0)

    def answer(self, request):
        """Lets the real cell answer, and sends its reply on with the edits: first those of the tree, then, once it is encoded
        anew, those of bytes, of the page and of the frame."""
        op = decode(request).get("op", "")
        self.cell.sendall(frame(request))
        body = receive(self.cell)
        nth = self.count()
        tree = decode(body)
        edits = self.edits_of(nth, op, tree)
        self.note(op, edits)
        for kind, *edit in edits:
            if kind == "tree":
                tree = apply_tree(edit[0], tree)
        if any(kind == "tree" for kind, *_ in edits):
            body = encode(tree)
        way = ["plain", 0]
        for kind, *edit in edits:
            if kind == "bytes":
                body = apply_bytes(edit[0], body)
            elif kind == "page":
                self.write_page(edit[0], bytes.fromhex(edit[1]))
            elif kind == "frame":
                way = edit
        self.send_frame(way[0], way[1], body)
        self.last = frame(body)


def main():
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with open(os.environ["SCONCE_SIEGE"]) as f:
        between = Between(json.load(f))
    try:
        while True:
            between.answer(receive(between.ours))
    except (BrokenPipeError, ConnectionResetError):
        pass
