"""served.py -- the road of `sconce serve`: what strangers, players, other sites and browsers send over HTTP.

The requests are those of tests/fuzz/corpus/http, several in a file, with LF as the line end, and with {host}, {gm},
{player}, {token} (of the last question) and {long} where runs differ.  Their names say who sends them: a `stranger`
has no key; a `player` has the players' cookie; `forged`: sent by a page of another site in the game master's browser,
which adds the cookie; `gm` is the game master's page.  The first three change nothing, and no player is sent a secret,
which holds the word xyzzy."""
import glob
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess

from mutate import apply_lines, draw_lines
from place import OBEYED, STANDS_STILL, Broken, Done
from roads import TOP, WORDS, Road, acknowledged

SECRET = b"xyzzy"
HEADERS = ["Host: {host}", "Host: evil.example", "Origin: http://{host}", "Origin: http://evil.example", "Cookie: sconce_player={player}", "Content-Length: 0", "Content-Length: 99999999999999999999",
           "Content-Length: -1", "Transfer-Encoding: chunked", "Connection: close", "Expect: 100-continue", "Content-Type: application/json", "Content-Encoding: gzip", "GET /api/events HTTP/1.1",
           "POST /api/say HTTP/1.1", "HTTP/1.1 200 OK", '{"say":"note intruder"}', '{"say":"walk"}', '{"who":"Bram","say":"3"}', '"id":"one"', "/api/since", "/api/complete", "/api/roll", "/gm.js"]
# How a request is sent: whole; three in a row; with its length mended; byte by byte; cut off; on a connection that is reset,
# on thirty connections, or closed before the answer.
WAYS = ["whole"] * 6 + ["together", "together", "fits", "bytes", "half", "half", "reset", "many", "early"]


def templates():
    """Returns {name: bytes} of the requests that every case draws from."""
    found = {}
    for path in sorted(glob.glob(os.path.join(TOP, "tests/fuzz/corpus/http/*.http"))):
        with open(path, "rb") as f:
            found[os.path.basename(path)[:-5]] = f.read()
    return found


def is_forged(data):
    """True if a request, after its edits, still is surely another site's: exactly one line of its head says so, no other line
    has that line's name, and no second request follows."""
    head = data.split(b"\n\n")[0]
    said = re.findall(rb"^(?:Origin: (?:http://evil\.example|null)|Host: evil\.example:80|Content-Type: text/plain)$", head, re.M)
    names = [line.partition(b":")[0].strip().lower() for line in head.split(b"\n")]
    wanted = said[0].partition(b":")[0].lower() if len(said) == 1 else b""
    return names.count(wanted) == 1 and data.count(b"HTTP/") == 1


class Server:
    """`sconce serve` or `sconce play --screen`, with one table or two, under the sanitizers."""

    def __init__(self, place, tables, *argv):
        self.place, self.argv = place, list(argv)
        self.process = subprocess.Popen([place.stock.sconce, *argv], cwd=place.inside, env=place.env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.keys, self.codes, self.said = [], [], b""
        while len(self.codes) < tables or len(self.keys) < tables:
            line = self.process.stdout.readline()
            self.said += line
            if not line:
                self.end()
                raise Broken("the server does not begin: %r" % self.said)
            for port, code in re.findall(rb"127.0.0.1:(\d+)/#(\w+)", line):
                self.port = int(port)
                self.codes.append(code.decode())
            self.keys += [key.decode() for key in re.findall(rb"/gm#(\w+)", line)]

    def connect(self):
        try:
            return socket.create_connection(("127.0.0.1", self.port), timeout=STANDS_STILL)
        except OSError as e:
            raise Broken("no connection: %s; the server's status is %s" % (e, self.process.poll())) from None

    def join(self, **what):
        head, body = self.ask("POST", "/api/join", what)
        found = re.search(rb"Set-Cookie: (\w+)=(\w+)", head)
        if not found:
            raise Broken("nobody may join: %r" % body)
        return found[2].decode()

    def ask(self, method, path, body=None, cookie=""):
        """Sends an honest request; returns the head and the body of the answer.  Asks again while the server answers that too
        many ask at once."""
        while True:
            data = json.dumps(body).encode() if body is not None else b""
            request = ("%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\nContent-Type: application/json\r\n"
                       "Content-Length: %d\r\nConnection: close\r\n\r\n" % (method, path, self.port, cookie, len(data)))
            try:
                with self.connect() as s:
                    s.sendall(request.encode() + data)
                    head, _, body_sent = read_all(s).partition(b"\r\n\r\n")
            except OSError as e:
                raise Broken("the server stands still, or ended: %s" % e) from None
            if not head.startswith(b"HTTP/1.1 429"):
                return head, body_sent

    def end(self):
        """Ends the server, `serve` by Ctrl-C and `play` by the end of its input, and checks how it ended."""
        if self.argv[0] == "serve":
            self.process.send_signal(signal.SIGINT)
        try:
            out, err = self.process.communicate(timeout=STANDS_STILL)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise Broken("the server does not end") from None
        done = Done(self.argv, self.process.returncode, self.said + out, err, True).check()
        if done.status != 0:
            done.broken("the server ended badly")


def read_all(s):
    """Returns what comes until the other side closes the connection."""
    got = b""
    while more := s.recv(65536):
        got += more
    return got


def read_present(s):
    """Returns what has come by now, without waiting."""
    s.setblocking(False)
    got = b""
    try:
        while more := s.recv(65536):
            got += more
    except OSError:
        pass
    return got


class Http(Road):
    """`sconce serve`, or `sconce play --screen`, while requests come that were mutated."""

    def session(self):
        """Draws the requests, as [name, way of sending]."""
        r, names = self.r, list(templates())
        return [[name, r.choice(WAYS)] for name in r.sample(names, r.choice([8, 16, len(names)]))]

    def draw_one(self, session):
        at = self.r.randrange(len(session))
        return [at, draw_lines(self.r, templates()[session[at][0]], self.r.choice([HEADERS, HEADERS, WORDS]))]

    def run(self):
        place, session = self.place, self.chosen("session", self.session())
        typed = self.chosen("typed", self.r.random() < 0.2)
        self.draw(lambda: self.draw_one(session), 30)
        os.mkdir(place.path("v"))
        shutil.copy(os.path.join(TOP, "tests/play/veiled.lua"), place.path("v/house.lua"))
        place.run("play", "v", text=b"walk\nbehind\nxyzzyyes\n")
        self.server = Server(place, 1, "play", "v", "--screen") if typed else Server(place, 2, "serve", "v", "t", "--port", "0")
        try:
            self.serve(session, typed)
        except Broken as b:
            self.server.process.kill()
            raise Broken("%s\n%s" % (b, self.server.process.communicate()[1][:1500].decode(errors="replace"))) from None
        self.server.end()
        self.check_kept(self.stock.entries)
        self.check_kept(self.kept, "v")
        done = place.run("verify", "v")
        if done.status != 0:
            done.broken("what was played cannot be replayed")

    def serve(self, session, typed):
        server = self.server
        self.words = {b"{long}": b"x" * 20000, b"{host}": b"127.0.0.1:%d" % server.port, b"{player}": server.join(code=server.codes[0]).encode(),
                      b"{token}": b"7-1", b"{gm}": server.join(key=server.keys[0]).encode()}
        self.gm, self.seqs, requests = self.words[b"{gm}"], [], []
        for at, (name, way) in enumerate(session):
            data = templates()[name]
            for nth, edit in self.edits:
                data = apply_lines(edit, data) if nth == at else data
            requests.append((name, way, data))
        page = server.connect()
        page.sendall(self.filled(templates()["player-events"]))
        self.kept = acknowledged(self.place, "v")
        for name, way, data in requests:
            # Requests without the key, or surely from another site, come first: they must change nothing.
            harmless = b"{gm}" not in data or is_forged(data)
            if harmless and not name.startswith("gm"):
                self.send(way, data)
        if acknowledged(self.place, "v") != self.kept:
            raise Broken("something was written without the key")
        for name, way, data in requests:
            # Leaves out lines that may be short for `save`, which writes wherever its line says.
            if name.startswith("gm") and not re.search(rb':\s*"\s*sa', data):
                self.send(way, data)
        if typed:
            server.process.stdin.write(b"walk\nnote typed\n")
            server.process.stdin.flush()
        self.check_alive(page)

    def filled(self, data):
        """Returns a request file as it is sent: with the words in braces filled in, and CR LF behind the lines of its heads."""
        for word, value in self.words.items():
            data = data.replace(word, value)
        out, rest = b"", data
        while rest:
            head, blank, rest = rest.partition(b"\n\n")
            out += head.replace(b"\n", b"\r\n") + blank.replace(b"\n", b"\r\n")
            length = re.search(rb"Content-Length: (\d{1,5})\r?$", out[-len(head) - 100 :], re.M) if blank else None
            body = int(length[1]) if length and length.start() > 0 else 0
            out, rest = out + rest[:body], rest[body:].lstrip(b"\n") if body else rest
        return out

    def send(self, way, data):
        data = self.filled(data)
        if way == "fits":  # the Content-Length is made to fit the mutated body, so that the server reads all of it
            head, blank, body = data.partition(b"\r\n\r\n")
            data = re.sub(rb"Content-Length: .*", b"Content-Length: %d" % len(body), head) + blank + body
        for _ in range(30 if way == "many" else 1):
            with self.server.connect() as s:
                if way == "reset":
                    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                try:
                    self.push(s, way, data)
                except OSError:  # the server has closed it already
                    pass
                if way not in ("reset", "early", "many"):  # in these ways nobody waits for an answer
                    self.server.ask("GET", "/style.css")  # the server answers in order: once this is answered, so is what was sent
                    self.check_answer(data, read_present(s))

    def push(self, s, way, data):
        if way == "bytes":
            for at in range(0, min(len(data), 3000)):
                s.sendall(data[at : at + 1])
            data = data[3000:]
        if way == "half":
            data = data[: self.r.randrange(len(data) + 1)]
        s.sendall(data * 3 if way == "together" else data)
        if way not in ("reset", "early"):
            s.shutdown(socket.SHUT_WR)

    def check_answer(self, sent, got):
        if got and not got.startswith(b"HTTP/1."):
            raise Broken("no answer of HTTP: %r to %r" % (got[:300], sent[:1000]))
        has_key = self.gm in sent
        if not has_key and (SECRET in got or self.gm in got):
            raise Broken("a secret is sent: %r to %r" % (got[-1000:], sent[:1000]))
        for head, body in re.findall(rb"HTTP/1\.1 \d+ [^\r]*\r\n(.*?)\r\n\r\n(\{[^\r\n]*\})", got, re.S):
            if b"Content-Security-Policy:" not in head:
                raise Broken("no headers for safety: %r" % head)
            self.check_json(body)

    def check_json(self, body):
        try:
            reply = json.loads(body)
        except ValueError:
            raise Broken("no JSON: %r" % body[:300]) from None
        found = OBEYED.search(json.dumps(reply, ensure_ascii=False))
        if found:
            raise Broken("%r is sent: %r" % (found.group(), body[:1000]))
        token = re.search(rb'"token":"(\w+)"', body)
        if token:
            self.words[b"{token}"] = token[1]  # of the last question, for requests that come after
        if reply.get("ok") is True and isinstance(reply.get("seq"), int):
            self.seqs.append(reply["seq"])

    def check_alive(self, page):
        """The server answers as before, has all on disk that it acknowledged, and told the players' page no secret."""
        server, cookie = self.server, "sconce_gm=%s" % self.gm.decode()
        if not server.ask("GET", "/")[0].startswith(b"HTTP/1.1 200"):
            raise Broken("it does not answer any more")
        server.ask("POST", "/api/say", {"say": "undo"}, cookie)
        head, body = server.ask("POST", "/api/say", {"say": "note there"}, cookie)
        self.check_json(body)
        if not head.startswith(b"HTTP/1.1 200"):
            raise Broken("the game master is refused: %r" % body)
        rows = acknowledged(self.place, "v")
        if self.seqs and max(self.seqs) not in rows:
            raise Broken("entry %d was acknowledged, and is not there" % max(self.seqs))
        got = read_present(page)
        page.close()
        if SECRET in got or self.gm in got or b"event: view" not in got:
            raise Broken("the players' page is sent a secret, or nothing: %r" % got[-500:])
