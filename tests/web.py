#!/usr/bin/env python3
"""web.py BUILD [nginx] -- `sconce serve` as browsers and strangers use it, over HTTP; or only what stands behind nginx."""
import http.client, json, os, pty, re, resource, select, shutil, socket, ssl, subprocess, sys, threading, time

from scratch import check, free_port, sconce, score, start, top


class Server:
    """A running `sconce serve`; codes, keys: of its tables, in order."""

    def __init__(self, *words, port=0, **more):
        self.process = start([sconce, "serve", *words, "--port", str(port)], stdout=subprocess.PIPE, text=True, **more)
        self.read_addresses(self.process.stdout, sum(1 for word in words if os.path.exists(word)))

    def read_addresses(self, printed, tables):
        self.codes, self.keys = [], []
        while len(self.keys) < tables:
            line = printed.readline()
            if not line:
                raise SystemExit("the server ended")
            for found in re.findall(r"//[\w.]+:(\d+)/#(\w+)", line):
                self.port, _ = int(found[0]), self.codes.append(found[1])
            self.keys += re.findall(r"/gm#(\w+)", line)

    host = None  # the name in the Host header of requests, behind a proxy; None: the server's address

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)

    def request(self, method, path, body=None, **headers):
        headers = {k.replace("_", "-"): v for k, v in headers.items()}
        if self.host:
            headers["Host"] = self.host
        connection = self.connect()
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        text = reply.read()
        connection.close()
        return reply, text

    def post(self, path, body, cookie="", **headers):
        headers.setdefault("Content_Type", "application/json")
        reply, text = self.request("POST", path, json.dumps(body), Cookie=cookie, **headers)
        return reply.status, json.loads(text)

    def say(self, line, cookie):
        """Says a line of the game master; at an open question it is the answer to that.  Returns the reply."""
        reply = self.post("/api/say", {"say": line}, cookie)[1]
        if reply.get("why") == "stale":
            reply = self.post("/api/say", {"say": line, "to": reply["ask"]["token"]}, cookie)[1]
        return reply

    def join(self, **what):
        reply, text = self.request("POST", "/api/join", json.dumps(what), Content_Type="application/json")
        cookie = reply.getheader("Set-Cookie") or ""
        return cookie.split(";")[0], cookie

    def end(self):
        self.process.terminate()
        return self.process.wait()


class Page:
    """A page that listens; next() waits for the next view that it is sent.  all: every byte that it was sent so far."""

    def __init__(self, server, who, cookie):
        self.connection = server.connect()
        headers = {"Cookie": cookie, **({"Host": server.host} if server.host else {})}
        self.connection.request("GET", "/api/events?as=" + who, headers=headers)
        self.reply, self.all, self.seq = self.connection.getresponse(), "", 0

    def next(self, until=lambda view: True):
        """Waits for a view of which until(view) is true, and returns it; None when the connection has ended."""
        while True:
            line = self.reply.readline().decode()
            self.all += line
            if not line:
                return None
            view = json.loads(line[6:]) if line.startswith("data: ") else None
            self.seq = view["seq"] if view else self.seq
            if view and until(view):
                return view

    def close(self):
        self.reply.close()
        self.connection.close()


def new_campaign(name, party, ruleset="delving"):
    subprocess.run([sconce, "new", name, "--ruleset", ruleset, "--seed", "4"], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(name, "party.lua"), "w") as file:
        file.write(party)


PARTY = 'member "Bram" { hp = 6, con = 1, holds = "torch" }\nmember "Ysolde" { hp = 4 }\ntorches = 3\n'


def pages_and_strangers(server):
    reply, text = server.request("GET", "/")
    policy = reply.getheader("Content-Security-Policy") or ""
    check("the players' page", reply.status == 200 and b"players.js" in text, text)
    check("no code but its own", "script-src 'self'" in policy and "unsafe" not in policy, policy)
    size = 0
    for path in ["/", "/gm", "/style.css", "/common.js", "/players.js", "/gm.js"]:
        reply, text = server.request("GET", path)
        size += len(text)
        check(path + " loads nothing from elsewhere", reply.status == 200 and not re.search(rb"https?://", text), text)
    check("all pages are small", size < 60000, size)
    check("nothing else is there", server.request("GET", "/../etc/passwd")[0].status == 404)
    for path in ["/gm.js%00.html", "/gm.js%00", "/%00", "/gm%00x", "/api/events%00x?as=players", "/%67m.js%00%00"]:
        check("a path with a NUL is none: " + path, server.request("GET", path)[0].status == 404)
    check("nor does one post", server.post("/api/join%00x", {"key": server.keys[0]})[0] == 404)
    for path in ["xgm.js", "?gm.js", "gm.js?/gm.js"]:
        check("nor is one that does not begin at the root: " + path, server.request("GET", path)[0].status == 404)
    check("but other escapes are read", server.request("GET", "/%67m.js")[0].status == 200)
    check("another name of the server", server.request("GET", "/", Host="evil.example:80")[0].status == 403)
    check("nobody joins without a code", server.request("GET", "/api/events?as=players")[0].status == 401)
    check("or as the game master", server.request("GET", "/api/events?as=gm")[0].status == 401)
    cookie, whole = server.join(key=server.keys[0])
    check("the key gives a cookie", "HttpOnly" in whole and "SameSite=Strict" in whole, whole)
    line = {"say": "note x"}
    for what, headers in {"a page of elsewhere": {"Origin": "http://evil.example"},
                          "a form of elsewhere": {"Content_Type": "text/plain"},
                          "another type that begins as ours": {"Content_Type": "application/json, text/plain"},
                          "another name": {"Host": "evil.example"}}.items():
        check(what, server.post("/api/say", line, cookie, **headers)[0] == 403)
    ours = "http://127.0.0.1:%d" % server.port
    check("a page of this server", server.post("/api/say", line, cookie, Origin=ours)[0] == 200)
    check("too long", server.post("/api/say", {"say": "x" * 20000}, cookie)[0] == 413)
    check("no JSON", server.request("POST", "/api/say", "{", Cookie=cookie, Content_Type="application/json")[0].status == 400)
    check("no object", server.post("/api/say", [1], cookie)[0] == 400)
    for wrong in [{}, {"say": 5}, {"say": None}, {"say": "note x", "to": 5}]:
        check("no line: %s" % wrong, server.post("/api/say", wrong, cookie)[0] == 400)
    check("no such request", server.post("/api/dance", {}, cookie)[0] == 404)
    check("no such method", server.request("DELETE", "/")[0].status == 405)
    player, _ = server.join(code=server.codes[0])
    check("a player is not a game master", server.post("/api/say", line, player)[0] == 401)
    for path in ["/api/complete", "/api/since", "/api/stop"]:
        check("nor asks as one: " + path, server.post(path, {"before": "sea", "seq": 0}, player)[0] == 401)
    check("nor listens as one", server.request("GET", "/api/events?as=gm", Cookie=player)[0].status == 401)
    check("nor with the same word", server.post("/api/say", line, player.replace("player", "gm"))[0] == 401)
    host = b"Host: 127.0.0.1:%d\r\n" % server.port
    for what, head in {"two lengths": b"Content-Length: 4\r\nContent-Length: 0\r\n", "two servers": b"Host: evil.example\r\n",
                       "a length beside chunks": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"}.items():
        with socket.create_connection(("127.0.0.1", server.port), 5) as s:
            s.sendall(b"POST /api/join HTTP/1.1\r\n" + host + head + b"\r\n0\r\n\r\nGET / HTTP/1.1\r\n" + host + b"\r\n")
            answered = b""
            while piece := s.recv(65536):
                answered += piece
        check(what + " are refused, and nothing behind them is answered", b" 400 " in answered[:20] and answered.count(b"HTTP/1.1 ") == 1, answered)
    half = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    for s in half:
        s.send(b"POST /api/say HTTP/1.1\r\nContent-Le")
    check("half requests stop nobody", server.request("GET", "/")[0].status == 200)
    for s in half:
        s.close()


def one_list():
    """The pages spell out the same misleading characters as the terminal: both have a list of them."""
    with open(os.path.join(top, "src/core/text.c")) as c, open(os.path.join(top, "src/cli/web/pages/common.js")) as js:
        listed = re.search(r"text_misleads.*?list\[\] = \{(.*?)\};", c.read(), re.S)[1]
        spelled = re.search(r"MISLEADING = /\[(.*?)\]/gu", js.read())[1]
    wanted = [(int(a, 16), int(b, 16)) for a, b in re.findall(r"\{0x(\w+), 0x(\w+)\}", listed)]
    code = r"\\(?:x|u\{?|(?=0))([0-9a-f]+)\}?"
    found = [(int(a, 16), int(b or a, 16)) for a, b in re.findall(code + "(?:-" + code + ")?", spelled)]
    check("one list of characters that mislead", found == wanted, found)


def one_table(server):
    gm, _ = server.join(key=server.keys[0])
    player, _ = server.join(code=server.codes[0])
    other, _ = server.join(code=server.codes[1])
    page, master, elsewhere = Page(server, "players", player), Page(server, "gm", gm), Page(server, "players", other)
    first = page.next()
    check("a page is sent the view", [who["name"] for who in first["party"]] == ["Bram", "Ysolde"], first)
    check("the game master's has a prompt", "prompt" in master.next())
    elsewhere.next()
    status, reply = server.post("/api/say", {"say": "move hall", "id": "one"}, gm)
    check("a line", status == 200 and reply["ok"], reply)
    view = page.next()
    check("is on every page", view["turn"] == 1 and view["room"]["name"] == "hall", view)
    check("the same request is one line", server.post("/api/say", {"say": "move hall", "id": "one"}, gm)[1] == reply)
    check("what Tab offers", "search" in server.post("/api/complete", {"before": "sea"}, gm)[1]["offers"])
    news = server.post("/api/since", {"seq": 1}, gm)[1]
    check("what happened", [e["command"] for e in news["entries"]][-1:] == ["move hall"], news)
    server.post("/api/say", {"say": "dice hand"}, gm)
    server.post("/api/say", {"say": "Bram try con 12"}, gm)
    asked = page.next(lambda v: "awaits" in v)["awaits"]
    check("a die is asked of a player", asked["who"] == ["Bram"] and "for" not in asked, asked)
    stolen = server.post("/api/roll", {"who": "Bram", "to": asked["token"], "say": "none", "id": "one"}, player)[1]
    check("a player is sent no reply of the game master's", set(stolen) <= {"ok", "seq", "error"}, stolen)
    check("who has it still", server.post("/api/say", {"say": "move hall", "id": "one"}, gm)[1].get("command") == "move hall")
    theirs = {"who": "Ysolde", "to": asked["token"], "say": "7"}
    check("not of another", server.post("/api/roll", theirs, player)[0] == 403)
    theirs["who"] = "Bram"
    no_die = {"who": "Bram", "say": "search", "id": "deed"}
    check("a die needs its token", server.post("/api/roll", no_die, player)[0] == 400)
    check("only faces", not server.post("/api/roll", dict(theirs, say="undo"), player)[1]["ok"])
    status, reply = server.post("/api/roll", theirs, player)
    check("their die", status == 200 and reply["ok"] and set(reply) <= {"ok", "seq", "asks"}, reply)
    check("is rolled once", not server.post("/api/roll", theirs, player)[1]["ok"])
    check("nothing is awaited", "awaits" not in page.next(lambda v: "awaits" not in v))
    stale = server.post("/api/say", {"say": "yes", "to": asked["token"]}, gm)[1]
    check("a stale answer", stale.get("why") == "stale", stale)
    check("a line is not an answer", server.post("/api/say", {"say": "rest"}, gm)[1].get("why") == "stale")
    for _ in range(2):  # takes back the answer first, then the line
        server.say("undo", gm)
    check("other tables hear nothing", "hall" not in elsewhere.all)
    for p in (page, master, elsewhere):
        p.close()


def pages_hear_at_once(server):
    """A page is sent a line when it is done, and not with the next beat, which every page is sent to see whether it is
    there.  The lines come on one connection, whose end would wake the server as well."""
    gm, _ = server.join(key=server.keys[0])
    player, _ = server.join(code=server.codes[0])
    page = Page(server, "players", player)
    page.next()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
    for _ in range(10):
        headers = {"Cookie": gm, "Content-Type": "application/json"}
        connection.request("POST", "/api/say", json.dumps({"say": "note x"}), headers)
        seq = json.loads(connection.getresponse().read())["seq"]
        page.next(lambda view: view["seq"] == seq)
    check("ten lines need no ten beats", page.all.count("\n:\n") < 10, page.all.count("\n:\n"))
    connection.close()
    page.close()


def many_pages(server):
    gm, _ = server.join(key=server.keys[0])
    player, _ = server.join(code=server.codes[0])
    pages = [Page(server, "players", player) for _ in range(300)]
    for p in pages:
        p.next()
    silent = Page(server, "players", player)  # its next() is never called: what it is sent piles up
    reply = server.post("/api/say", {"say": "note there"}, gm)[1]
    check("a line while 300 pages listen", reply["ok"], reply)
    seq = reply.get("seq")
    check("300 pages", all(p.next(lambda v: v["seq"] == seq) for p in pages))
    for p in pages + [silent]:
        p.close()


def floods():
    """A player who asks too often, and a stranger who tries codes, do not keep the game master out."""
    server = Server("second")
    player, _ = server.join(code=server.codes[0])
    gm, _ = server.join(key=server.keys[0])
    roll = {"who": "Bram", "to": "x", "say": "3"}
    for _ in range(200):
        if server.post("/api/roll", roll, player)[0] == 429:
            break
    check("lines beside a player's flood", server.post("/api/say", {"say": "note mine"}, gm)[0] == 200)
    tried = [server.post("/api/join", {"code": "wrong"})[0] for _ in range(40)]
    check("wrong codes are counted", 429 in tried, tried)
    check("the game master's key opens the table", server.join(key=server.keys[0])[0])
    server.end()


def guess(server, source, code="wrong", forwarded=None):
    """Tries a code from an address of this machine; returns the status.  forwarded: whom a proxy says that it speaks for."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300, source_address=(source, 0))
    headers = {"Content-Type": "application/json", **({"X-Forwarded-For": forwarded} if forwarded else {})}
    connection.request("POST", "/api/join", json.dumps({"code": code}), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def guessers():
    """An address that guesses codes must wait, while others may enter theirs; and many addresses together may not guess more."""
    server = Server("second", "--lan")
    right = server.codes[0]
    tried = [guess(server, "127.0.0.2") for _ in range(40)]
    check("thirty wrong codes from one address", tried == 30 * [403] + 10 * [429], tried)
    check("the right one from there, too late", guess(server, "127.0.0.2", right) == 429)
    check("the right one from another address", guess(server, "127.0.0.3", right) == 200)
    check("a wrong one from another address", guess(server, "127.0.0.3") == 403)
    check("an address cannot name another", guess(server, "127.0.0.2", right, "9.9.9.9") == 429)
    server.end()
    server = Server("second")
    tried = [guess(server, "127.0.0.1", forwarded="7.7.7.7, 1.2.3.4") for _ in range(31)]
    check("thirty wrong codes through a proxy", tried == 30 * [403] + [429], tried)
    check("the last address is the proxy's word", guess(server, "127.0.0.1", right, "5.5.5.5, 1.2.3.4") == 429)
    check("the right one through the proxy", guess(server, "127.0.0.1", right, "5.6.7.8") == 200)
    tried = [guess(server, "127.0.0.1", forwarded="10.%d.0.0" % (i % 200)) for i in range(3000)]
    # Of 200 addresses, with 15 tries each, 49 are listened to: GUESSERS_MAX of server.c, less 1.2.3.4.
    check("all who guess together", tried.count(403) == 49 * 15, tried.count(403))
    check("are too many", 429 in tried)
    check("the game master's key opens the table all the same", server.join(key=server.keys[0])[0])
    server.end()


def answered(server, connections, source):
    """Opens so many connections from one address, and asks by each.  Returns how many are answered, and whether another
    address is let in meanwhile."""
    opened = [socket.create_connection(("127.0.0.1", server.port), 300, (source, 0)) for _ in range(connections)]
    n = 0
    for s in opened:
        try:
            s.sendall(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port)
            n += s.recv(12) == b"HTTP/1.1 200"
        except ConnectionError:
            pass
    others = server.join(code=server.codes[0])[0]
    for s in opened:
        s.close()
    return n, bool(others)


def one_address():
    """A stranger in the network cannot take all connections; a proxy on this machine may."""
    server = Server("second", "--lan")
    check("500 from one address in the network, and others join", answered(server, 520, "127.0.0.7") == (500, True))
    server.end()
    server = Server("second")
    check("more from one on this machine", answered(server, 520, "127.0.0.7") == (520, True))
    server.end()


def limits():
    """Senders that dribble take only connections of their own address; a request is as long as SCREENS.md says, and no
    longer."""
    server = Server("second", "--lan")
    cookie, _ = server.join(key=server.keys[0])
    head = ("POST /api/say HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nCookie: %s\r\n"
            "Content-Length: 9000\r\n\r\n{" % (server.port, cookie)).encode()
    slow = [socket.create_connection(("127.0.0.1", server.port), 300, ("127.0.0.8", 0)) for _ in range(500)]
    for s in slow:
        s.sendall(head)
    more = socket.create_connection(("127.0.0.1", server.port), 300, ("127.0.0.8", 0))
    try:
        more.sendall(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port)
        shut = more.recv(1) == b""
    except ConnectionError:
        shut = True
    check("the 501st connection of an address is closed", shut)
    for i in range(5):
        for s in slow:
            s.sendall(b" ")
        check("the table plays on beside slow senders", server.say("note %d" % i, cookie)["ok"])
    for s in slow + [more]:
        s.close()
    def left():
        s = socket.create_connection(("127.0.0.1", server.port), 300, ("127.0.0.8", 0))
        try:
            s.sendall(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port)
            return s.recv(12) == b"HTTP/1.1 200"
        except ConnectionError:
            return False
        finally:
            s.close()
    until = time.time() + 60
    while not left() and time.time() < until:
        time.sleep(0.05)
    check("when they have left, the address is answered again", left())
    for n, status in ((16384, 200), (16385, 413), (60000, 413)):
        body = '{"say":"note x"' + " " * (n - 16) + "}"
        said, _ = server.request("POST", "/api/say", body, Cookie=cookie, Content_Type="application/json")
        check("a request of %d bytes" % n, (len(body), said.status) == (n, status), said.status)
    said, _ = server.request("GET", "/", Cookie=cookie, X_Long="x" * 20000)
    check("headers of 20 KB", said.status == 431, said.status)
    check("and the table plays on", server.say("note on", cookie)["ok"])
    server.end()


def two_readings(server, gm):
    """Requests with the game master's cookie that a proxy may read otherwise than the server: none writes a line."""
    host, body = "127.0.0.1:%d" % server.port, '{"say":"note intruder"}'
    for line in ("Origin : http://evil.example", "Origin:\r\n http://evil.example", "X: a\rOrigin: http://evil.example",
                 "Origin: http://%s\r\nOrigin: http://evil.example" % host, "Origin: evil://" + host, "Host: evil.example",
                 "Content-Type: text/plain", "Content-Length: 0", "Transfer-Encoding: chunked", "Origin: http://%s\0.evil.example" % host,
                 "X:1\r\nX: a\0b", "X: a\n", "X-Forwarded-For: 10.0.0.1\0, 10.0.0.2"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=100) as s:
            s.sendall(("POST /api/say HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nContent-Type: application/json\r\nConnection: close\r\n"
                       "Content-Length: %d\r\n%s\r\n\r\n%s" % (host, gm, len(body), line, body)).encode())
            answer = s.recv(1000).decode()
        check("a request with two readings: " + repr(line), re.match(r"HTTP/1.1 40[03] ", answer), answer)
    with socket.create_connection(("127.0.0.1", server.port), timeout=100) as s:
        s.sendall(("POST /api/say HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nContent-Type: application/json\r\nTransfer-Encoding: xchunked\r\n\r\n%s" % (host, gm, body)).encode())
        answer = s.recv(1000).decode()
    check("a form of the body that is unknown", answer.startswith("HTTP/1.1 400 "), answer)
    told = server.post("/api/since", {"seq": 0}, gm)[1]
    check("none of them writes", "intruder" not in str(told), told)


def long_work(server):
    """While one table works out odds that take long, another plays; then they are stopped."""
    gm, _ = server.join(key=server.keys[0])
    other, _ = server.join(key=server.keys[1])
    ended = []
    asking = threading.Thread(target=lambda: ended.append(server.say("odds encounter in 3000", gm)))
    asking.start()
    for _ in range(20):
        check("another table plays", server.say("note while it lasts", other)["ok"])
    check("the odds still run", not ended)
    while asking.is_alive():
        server.post("/api/stop", {}, gm)
        asking.join(0.01)
    check("the odds were stopped", ended[0].get("error") == "stopped", ended)


def keys_are_kept():
    """A restart keeps codes and keys, for this user alone; --new-keys does not."""
    first = Server("mine")
    first.end()
    again = Server("mine")
    check("the same keys after a restart", (again.keys, again.codes) == (first.keys, first.codes))
    again.end()
    file = os.path.join("state", "sconce", "keys.json")
    check("kept for this user alone", os.stat(file).st_mode & 0o77 == 0)
    new = Server("mine", "--new-keys")
    check("new keys when they are wanted", new.keys[0] != first.keys[0] and new.codes[0] != first.codes[0])
    new.end()
    with open(file) as f:
        kept = json.load(f)
    kept.update({"/elsewhere/%d" % n: {"gm": "a" * 32} for n in range(20000)})
    with open(file, "w") as f:
        json.dump(kept, f, indent=1)
    full = os.path.getsize(file) + 20  # the most bytes of a file: no key more fits, and yet the journal, which is shorter, can be written
    new_campaign("apart", PARTY)
    other = Server("apart", restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (full, full)))
    other.end()
    with open(file) as f:
        check("on a full disk, the keys of other tables stay", json.loads(f.read() or "{}") == kept)
    os.chmod(file, 0o644)
    shared = Server("mine")
    check("a file that others may read is not trusted", shared.keys[0] != new.keys[0])
    shared.end()
    os.remove(file)


def entries(name):
    log = subprocess.run([sconce, "log", name, "--format", "json"], capture_output=True, text=True).stdout
    return [json.loads(line) for line in log.splitlines()]


def nothing_is_lost(server):
    """Killed in the middle of lines, the server loses none that was answered; after a restart, pages that come back all
    at once need no new code, and show where things stand."""
    port = server.port
    for round in range(3):
        gm, _ = server.join(key=server.keys[1])
        player, _ = server.join(code=server.codes[1])
        pages, answered = [Page(server, "players", player) for _ in range(50)], []

        def play():
            try:
                while True:
                    answered.append(server.say("note kept", gm)["seq"])
            except (OSError, http.client.HTTPException):
                pass  # the server was killed

        playing = threading.Thread(target=play)
        playing.start()
        for page in pages:
            while page.next() and len(answered) < 5 + round:
                pass
        server.process.kill()
        server.process.wait()
        playing.join()
        on_disk = [entry["seq"] for entry in entries("second")]
        check("what was answered is on disk", set(answered) <= set(on_disk), (answered, on_disk))
        check("what was shown is on disk", all(page.seq <= on_disk[-1] for page in pages))
        server = Server("mine", "second", port=port)
        pages = [Page(server, "players", player) for _ in range(100)]
        check("pages that come back at once", all(page.next()["seq"] == on_disk[-1] for page in pages))
        for page in pages:
            page.close()
    check("it ends well", server.end() == 0)


def disk_is_full():
    """A line that cannot be written is refused, and no page shows it; with room again, play goes on."""
    server = Server("mine", restore_signals=False)  # so that it ignores SIGXFSZ, as Python does: writing fails, and no signal ends the server
    gm, _ = server.join(key=server.keys[0])
    player, _ = server.join(code=server.codes[0])
    page = Page(server, "players", player)
    before = page.next()["seq"]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (512, resource.RLIM_INFINITY))
    status, reply = server.post("/api/say", {"say": "move elsewhere", "to": ""}, gm)
    check("a full disk is told", status == 200 and "nothing was saved" in reply.get("error", ""), reply)
    check("and nothing was saved", entries("mine")[-1]["seq"] == before)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    reply = server.say("note room again", gm)
    check("play goes on", reply.get("seq") == before + 1, reply)
    page.next(lambda view: view["seq"] == before + 1)
    check("no page saw it", "elsewhere" not in page.all)
    page.close()
    check("it ends well", server.end() == 0)


def without_library():
    """Only `serve` needs libmicrohttpd, here an empty file, and says so."""
    os.mkdir("none")
    open("none/libmicrohttpd.so.12", "w").close()
    environ = dict(os.environ, LD_LIBRARY_PATH=os.path.abspath("none"))
    said = subprocess.run([sconce, "serve", "second"], env=environ, capture_output=True, text=True)
    check("serve without its library", said.returncode == 1 and "libmicrohttpd.so.12 is not installed" in said.stderr, said)
    said = subprocess.run([sconce, "roll", "1d1"], env=environ, capture_output=True, text=True)
    check("and what else there is", said.returncode == 0, said)


def many_tables():
    """Of 40 tables no more than AWAKE_MAX have a cell at a time; the others start theirs when a line comes."""
    os.mkdir("club")
    names = ["club/t%d" % i for i in range(40)]
    for name in names:
        new_campaign(name, PARTY)
    server = Server(*names)
    task = "/proc/%d/task" % server.process.pid
    cells = lambda: sum(len(open("%s/%s/children" % (task, thread)).read().split()) for thread in os.listdir(task))
    for round in range(2):
        for key in server.keys:
            gm, _ = server.join(key=key)
            reply = server.say("note here", gm)
            check("a line at one of many tables", reply["ok"], reply)
    for _ in range(600):  # a table that was used last may take a moment to end its cell
        if cells() <= 36:  # AWAKE_MAX of served_table.h
            break
        time.sleep(0.1)
    check("few processes", 0 < cells() <= 36, cells())
    check("it ends well", server.end() == 0)


def behind_nginx():
    """The configuration of rulesets/SCREENS.md, with two processes, and TLS by a certificate of our own."""
    nginx = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if not nginx or not shutil.which("openssl"):
        print("skipped: nginx is missing, which make test-web installs")
        return
    names = {"red": Server("mine", "--host", "red.example.org"), "blue": Server("second", "--host", "blue.example.org")}
    port = free_port()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=red.example.org",
                    "-keyout", "tls.key", "-out", "tls.pem"], check=True, stderr=subprocess.DEVNULL)
    guide = open(os.path.join(top, "rulesets/SCREENS.md")).read()
    block = re.search(r"\n(    server \{\n(?:    .*\n)+?    \}\n)", guide)[1]
    block = re.sub(r"listen 443", "listen 127.0.0.1:%d" % port, block)
    block = re.sub(r"/etc/ssl/red\.(\w+)", lambda m: os.path.abspath("tls." + m[1]), block)
    servers = [block.replace("red", name).replace("127.0.0.1:8601", "127.0.0.1:%d" % server.port)
               for name, server in names.items()]
    here = os.getcwd()
    with open("nginx.conf", "w") as file:
        file.write("daemon off; pid %s/nginx.pid; error_log %s/nginx.log; events { worker_connections 200; }\n"
                   "http { access_log off; client_body_temp_path %s/body; proxy_temp_path %s/proxy;\n"
                   "fastcgi_temp_path %s/f; uwsgi_temp_path %s/u; scgi_temp_path %s/s;\n%s}\n"
                   % (*[here] * 7, "".join(servers)))
    proxy = start([nginx, "-c", os.path.join(here, "nginx.conf")], stderr=subprocess.DEVNULL)
    context = ssl._create_unverified_context()
    players = {}
    for name, server in names.items():
        # From here on it is reached through nginx, under its name.
        server.connect = lambda: http.client.HTTPSConnection("127.0.0.1", port, timeout=300, context=context)
        server.host = name + ".example.org"
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            if proxy.poll() is not None:
                raise SystemExit(open("nginx.log").read())
            time.sleep(0.05)
    for name, server in names.items():
        gm, _ = server.join(key=server.keys[0])
        players[name], _ = server.join(code=server.codes[0])
        page = Page(server, "players", players[name])
        page.next()
        reply = server.say("note through " + name, gm)
        check("a line through nginx", page.next(lambda view: view["seq"] == reply["seq"]))
        page.close()
        strange = {"Origin": "https://evil.example.org"}
        check("from another site", server.post("/api/say", {"say": "note x", "to": ""}, gm, **strange)[0] == 403)
        ours = {"Origin": "https://" + server.host}
        check("from its own page", server.post("/api/say", {"say": "note x", "to": ""}, gm, **ours)[0] == 200)
    other, _ = names["blue"].join(code=names["red"].codes[0])
    check("a code of one opens nothing in the other", not other)
    proxy.terminate()
    proxy.wait()
    for server in names.values():
        server.end()


def beside_a_terminal():
    """sconce play --screen: the same table in a terminal and in browsers."""
    port = free_port()
    table = start([sconce, "play", "mine", "--screen", ":%d" % port, "--house", "house.lua"], stdin=subprocess.PIPE,
                  stdout=subprocess.PIPE, text=True)
    server = Server.__new__(Server)
    server.read_addresses(table.stdout, 1)
    check("the pages are at the port that was asked for", server.port == port, server.port)

    def type(lines):
        table.stdin.write(lines)
        table.stdin.flush()

    gm, _ = server.join(key=server.keys[0])
    player, _ = server.join(code=server.codes[0])
    page, master = Page(server, "players", player), Page(server, "gm", gm)
    seq = page.next()["seq"]
    type("here attic\nfound a lamp\n")
    check("pages follow the terminal", page.next(lambda v: v["seq"] == seq + 2))
    reply = server.say("sing", gm)
    check("the game master's page plays the same table, with its house rules", reply.get("seq") == seq + 3, reply)
    type("note here\n")
    check("the terminal goes on from there", master.next(lambda v: v["seq"] == seq + 4))
    type("dice hand\nBram try con 12\n")
    asked = page.next(lambda v: "awaits" in v)["awaits"]
    reply = server.post("/api/roll", {"who": "Bram", "to": asked["token"], "say": "17"}, player)[1]
    check("a phone rolls the terminal's die", reply["ok"], reply)
    check("and the terminal waits for it no more", page.next(lambda v: "awaits" not in v))
    type("note by the master\n")
    table.stdin.close()
    table.wait(timeout=60)
    check("and ends with it", page.next(lambda v: False) is None)
    last = entries("mine")[-1].get("command")
    check("the line behind a phone's die is the game master's", last == "note by the master", last)
    for wrong in "--screen=9000", "--screen=1.2.3:80", "--screen=:99999":
        refused = subprocess.run([sconce, "play", "mine", wrong], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        check("%s is refused" % wrong, refused.returncode == 2 and "as in 127.0.0.1:8420" in refused.stderr, refused.stderr)


def with_keys():
    """What is typed on another screen shows above the prompt of a terminal, which keeps what was typed there."""
    new_campaign("keys", PARTY)
    pid, fd = pty.fork()
    if pid == 0:
        os.execvpe(sconce, ["sconce", "play", "keys", "--screen"], {**os.environ, "TERM": "xterm", "COLUMNS": "100"})
    seen = b""

    def until(pattern):
        nonlocal seen
        while not re.search(pattern, seen):
            if not select.select([fd], [], [], 100)[0]:
                raise SystemExit("the terminal does not show %s, but %s" % (pattern, seen))
            seen += os.read(fd, 65536)
        return re.search(pattern, seen)

    server = Server.__new__(Server)
    server.port = int(until(rb"127.0.0.1:(\d+)/gm#\w+")[1])
    gm, _ = server.join(key=until(rb"/gm#(\w+)\r")[1].decode())
    until(rb"torch Bram[^\n]*>")
    os.write(fd, b"no")
    until(rb">[^\n]*no")
    seen = b""
    check("a line of a page", server.say("found a bell", gm)["ok"])
    until(rb"On another screen:[^$]*a bell[^$]*>[^\n]*no")
    os.write(fd, b"te it\r")
    until(rb"note it[^$]*torch Bram[^\n]*>")
    check("what was typed is kept", "it" in server.post("/api/since", {"seq": 0}, gm)[1]["entries"][-1]["command"])
    os.write(fd, b"\x04")
    until(rb"\r\n$")
    os.close(fd)
    os.waitpid(pid, 0)


def secrets():
    """Every byte that a players' page is sent, while the rules do all that can be secret."""
    script = open(os.path.join(top, "tests/secrets.sh")).read()
    for name, line in (("veiled", "walk"), ("unsaid", "light fairlamp Bram")):
        os.mkdir(name)
        shutil.copy(os.path.join(top, "tests/play", name + ".lua"), os.path.join(name, "house.lua"))
        lines = script.split('cat >"$%s.lines" <<\'PLAY\'\n' % name)[1].split("PLAY\n")[0].splitlines()
        server = Server(name)
        gm, _ = server.join(key=server.keys[0])
        player, _ = server.join(code=server.codes[0])
        page = Page(server, "players", player)
        reader = threading.Thread(target=lambda: page.next(lambda view: False))
        reader.start()
        answers = ""
        for text in lines:
            if not re.match(r"save |quit", text):
                server.say(text, gm)
                answers += str(server.post("/api/roll", {"who": "Bram", "to": "x", "say": text}, player))
        check("the server ends", server.end() == 0)
        reader.join()
        check(name + " was played", page.all.count("event: view") > 3, page.all[-300:])
        check("players are sent no secret of " + name, "xyzzy" not in page.all and "xyzzy" not in answers,
              re.findall(".{60}xyzzy.{30}", page.all + answers)[:1])


if "no TABLE" not in subprocess.run([sconce, "serve", "no TABLE"], capture_output=True, text=True).stderr:
    print("skipped: sconce was built without its web server")
    score()
new_campaign("mine", PARTY)
new_campaign("second", PARTY)
if sys.argv[2:] == ["nginx"]:
    behind_nginx()
else:
    with open("house.lua", "w") as file:
        file.write('extends "delving"\naction "sing" { turns = 0, help = "sing" }\nfunction act.sing() say "La." end\n')
    os.environ["XDG_STATE_HOME"] = os.path.join(os.getcwd(), "state")
    one_list()
    all_tables = Server("mine", "second", port=free_port())  # a fixed port, for nothing_is_lost() starts the server again at the same one
    pages_and_strangers(all_tables)
    one_table(all_tables)
    two_readings(all_tables, all_tables.join(key=all_tables.keys[0])[0])
    pages_hear_at_once(all_tables)
    many_pages(all_tables)
    long_work(all_tables)
    nothing_is_lost(all_tables)
    floods()
    guessers()
    one_address()
    limits()
    disk_is_full()
    without_library()
    keys_are_kept()
    many_tables()
    behind_nginx()
    beside_a_terminal()
    with_keys()
    secrets()
score()
