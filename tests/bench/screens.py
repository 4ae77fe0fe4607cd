#!/usr/bin/env python3
# screens.py BUILD [--small] -- one `sconce serve` with many tables and pages: memory; how long a line takes to be on
# the pages; all pages at once; pages that take nothing; idle connections.  Times are of the clock, and hold for a quiet
# machine; the client takes about as much of a processor as the server.
import asyncio
import json
import os
import re
import resource
import subprocess
import time

from measure import BUILD, SMALL, work_folder

TABLES, PAGES, LINES, IDLE = (3, 12, 6, 50) if SMALL else (100, 1000, 300, 10000)
PARTY = 'member "Bram" { hp = 6, con = 1, holds = "torch" }\nmember "Ysolde" { hp = 4 }\ntorches = 3\n'
folder, in_memory = work_folder()
os.environ["XDG_STATE_HOME"] = folder + "/state"


def start(tables):
    for name in tables:
        if not os.path.exists(name):
            subprocess.run([BUILD + "/sconce", "new", name, "--ruleset", "delving"], check=True, stdout=subprocess.DEVNULL)
            with open(name + "/party.lua", "w") as file:
                file.write(PARTY)
    server = subprocess.Popen([BUILD + "/sconce", "serve", *tables, "--port", "0"], stdout=subprocess.PIPE, text=True)
    found = []
    while len(found) < len(tables):
        players = re.search(r":(\d+)/#(\w+)", server.stdout.readline())
        key = players and re.search(r"gm#(\w+)", server.stdout.readline())
        if key:
            found.append((int(players[1]), players[2], key[1]))
    return server, found


def memory(server):
    """Returns the megabytes of the server and all its cells.  Memory that processes share is divided among them (Pss)."""
    def of(pid):
        try:
            with open(f"/proc/{pid}/smaps_rollup") as file:
                return int(re.search(r"Pss: +(\d+)", file.read())[1]) / 1024
        except (OSError, TypeError):
            return 0
    with open(f"/proc/{server.pid}/task/{server.pid}/children") as file:
        cells = set(file.read().split())
    for task in os.listdir(f"/proc/{server.pid}/task"):
        with open(f"/proc/{server.pid}/task/{task}/children") as file:
            cells |= set(file.read().split())
    return of(server.pid) + sum(of(cell) for cell in cells)


class Table:
    """A table, as the clients know it.  say() times a line until every page of the table has it.  sent: when; due: how many
    pages do not have it yet; waits: the seconds that each page waited; views: how many views came in all."""

    def __init__(self, port, code, key):
        self.port, self.code, self.key, self.sent, self.waits, self.views = port, code, key, None, [], 0

    async def post(self, path, body, cookie=""):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = json.dumps(body).encode()
        writer.write(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
                     f"Cookie: {cookie}\r\nConnection: close\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
        head, _, reply = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        cookie = re.search(rb"Set-Cookie: ([^;]+)", head)
        return cookie[1].decode() if cookie else json.loads(reply)

    async def join(self):
        self.gm = await self.post("/api/join", {"key": self.key})
        self.player = await self.post("/api/join", {"code": self.code})

    async def say(self, line):
        self.sent, self.due = time.monotonic(), len(self.pages)
        self.all = asyncio.get_running_loop().create_future()
        reply = await self.post("/api/say", {"say": line, "to": ""}, self.gm)
        if not reply["ok"]:
            raise SystemExit(reply)
        await self.all


class Page(asyncio.Protocol):
    def __init__(self, table):
        self.table, self.rest = table, b""
        self.first = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport
        transport.write(f"GET /api/events?as=players HTTP/1.1\r\nHost: 127.0.0.1:{self.table.port}\r\n"
                        f"Cookie: {self.table.player}\r\n\r\n".encode())

    def data_received(self, data):
        t = self.table
        data = self.rest + data
        # The last bytes come up again with those that follow: "event: view" may be cut there, and counts then if it is whole.
        self.rest = data[-16:]
        for _ in range(data.count(b"event: view") - self.rest.count(b"event: view")):
            t.views += 1
            if not self.first.done():
                self.first.set_result(None)
            elif t.sent:
                t.waits.append(time.monotonic() - t.sent)
                t.due -= 1
                if t.due == 0:
                    t.all.set_result(None)


async def open_pages(tables):
    """Opens all pages at once; returns the seconds until each has its first view."""
    began = time.monotonic()
    loop = asyncio.get_running_loop()
    for t in tables:
        t.pages = []
        t.sent = None
    made = await asyncio.gather(*(loop.create_connection(lambda t=t: Page(t), "127.0.0.1", t.port)
                                  for i in range(PAGES // len(tables)) for t in tables))
    for _, page in made:
        page.table.pages.append(page)
    await asyncio.gather(*(page.first for _, page in made))
    return time.monotonic() - began


def close_pages(tables):
    for t in tables:
        t.sent = None
        for page in t.pages:
            page.transport.abort()


async def lines(tables, what, server):
    """Says LINES lines, ten a second, at one table after the other; prints how long pages waited, and the memory then."""
    for t in tables:
        t.waits = []
    for i in range(LINES):
        began = time.monotonic()
        await tables[i % len(tables)].say("note a line")
        await asyncio.sleep(max(0, 0.1 - (time.monotonic() - began)))
    waits = sorted(w for t in tables for w in t.waits)
    at = lambda part: 1000 * waits[min(len(waits) - 1, int(part * len(waits)))]
    print(f"  {what}: a line on a page after {at(.5):.0f} ms (half), {at(.99):.0f} ms (99 of 100), {at(1):.0f} ms (all);"
          f" {memory(server):.0f} MB")


async def measure(server, tables):
    await asyncio.gather(*(t.join() for t in tables))
    print(f"{len(tables)} tables, {PAGES} pages{'' if in_memory else ', on disk'}")
    print(f"  all first views after {await open_pages(tables):.2f} s")
    print(f"  memory, with the rules of all tables: {memory(server):.0f} MB")
    await asyncio.sleep(1 if SMALL else 12)
    print(f"  while nobody plays: {memory(server):.0f} MB")
    await lines(tables, "each table once in ten seconds", server)
    for t in tables[:10]:
        await t.say("note awake")
    await lines(tables[:10], "ten tables, each once a second", server)
    busy = asyncio.ensure_future(tables[0].post("/api/say", {"say": "odds encounter in 3000", "to": ""}, tables[0].gm))
    await asyncio.sleep(0.2)
    await lines(tables[1:], "one table works out odds", server)
    while not busy.done():
        await tables[0].post("/api/stop", {}, tables[0].gm)
        await asyncio.sleep(0.1)
    close_pages(tables)
    print(f"  all pages again after {await open_pages(tables):.2f} s")
    slow = [await asyncio.open_connection("127.0.0.1", tables[0].port, limit=1) for _ in range(100)]
    for _, writer in slow:
        writer.write(f"GET /api/events?as=players HTTP/1.1\r\nHost: 127.0.0.1:{tables[0].port}\r\n"
                     f"Cookie: {tables[0].player}\r\n\r\n".encode())
        writer.transport.pause_reading()
    await lines(tables, "beside 100 pages that take nothing", server)
    idle = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", tables[0].port) for _ in range(IDLE)))
    print(f"  {IDLE} more connections: {memory(server):.0f} MB")
    await lines(tables, "beside them", server)
    for _, writer in slow + idle:
        writer.close()
    close_pages(tables)


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server, found = start([f"{folder}/t{i}" for i in range(TABLES)])
    try:
        asyncio.run(measure(server, [Table(*f) for f in found]))
    finally:
        server.terminate()
        server.wait()


main()
