#!/usr/bin/env python3
"""bot.py FOLDER [SEED] -- many tables in one process, as a bot in a chat holds them, with ctypes alone.

Reads what people say, "ROOM PERSON: text", one a line.  Whoever says "!open RULESET" in a room is its game master,
and all others are players.  The game master says lines as at the prompt and answers questions.  Players say deeds, and
"=15" to roll a die that they are asked for.  Prints "ROOM: text" for all to read, and "ROOM PERSON: text" for one
alone.  Each room is a campaign in FOLDER: it is still there when the bot starts again.  SEED: of the dice."""
import ctypes
import json
import os
import re
import sys

from table import ASKS, Error, Options, sconce

GM, PLAYERS = 0, 1  # SconceWho
for name, result, *arguments in (
        ("create_seeded", ctypes.c_bool, *[ctypes.c_char_p] * 5, ctypes.c_void_p),
        ("answer", type(sconce.sconce_say(None, b"")), ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p),
        ("allow", None, ctypes.c_void_p, ctypes.c_int),
        ("prompt", ctypes.c_char_p, ctypes.c_void_p),
        ("view", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int),
        ("since", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int, ctypes.POINTER(ctypes.c_int64))):
    function = getattr(sconce, "sconce_" + name)
    function.restype, function.argtypes = result, arguments


def plain(lines):
    return ["".join(piece.get("t", "") for piece in line) for line in lines]


class Table:
    """One room: its campaign, who leads it, and how far the room has read."""

    def __init__(self, room, folder, master):
        self.room, self.master, self.seen, error = room, master, ctypes.c_int64(), Error()
        self.open = sconce.sconce_open(ctypes.byref(Options(table=folder.encode())), ctypes.byref(error))
        if not self.open:
            raise OSError(error.text.decode())
        sconce.sconce_since(self.open, 0, PLAYERS, self.seen)  # what was played before is not told again

    def say(self, person, text):
        role = GM if person == self.master else PLAYERS
        sconce.sconce_allow(self.open, role)
        awaited = json.loads(sconce.sconce_view(self.open, role)).get("awaits")
        if role == PLAYERS and text.startswith("=") and awaited:
            reply = sconce.sconce_answer(self.open, awaited["token"].encode(), text[1:].encode())
        else:
            reply = sconce.sconce_say(self.open, text.encode())
        self.tell(person, role, json.loads(reply.json), reply.outcome == ASKS)

    def tell(self, person, role, reply, asks):
        if role == GM:
            for line in plain(reply.get("lines", [])):
                print(f"{self.room} {person}: {line}")
        elif not reply["ok"]:
            print(f"{self.room} {person}: {reply['error']}")
        news = json.loads(sconce.sconce_since(self.open, self.seen.value, PLAYERS, self.seen))
        for entry in news["undone"]:
            print(f"{self.room}: undone: {entry['command'] or 'a line'}")
        for entry in news["entries"]:
            for line in plain(entry["lines"]):
                print(f"{self.room}: {line}")
        awaited = json.loads(sconce.sconce_view(self.open, PLAYERS)).get("awaits")
        if awaited:
            print(f"{self.room}: {', '.join(awaited['who'])}: roll {awaited['die']} (say =15)")
        elif asks:
            print(f"{self.room} {self.master}:", *plain([json.loads(sconce.sconce_prompt(self.open))]))


def main(folder, seed=None):
    tables = {}
    for line in sys.stdin:
        said = re.fullmatch(r"([a-z0-9-]+) (\w+): (.+)", line.strip())
        if not said:
            continue
        room, person, text = said.groups()
        campaign, error = os.path.join(folder, room), Error()
        opens = re.fullmatch(r"!open ([a-z-]+)", text)
        try:
            if opens and room not in tables:
                there = os.path.exists(campaign) or sconce.sconce_create_seeded(
                    campaign.encode(), opens[1].encode(), None, None, seed and seed.encode(), ctypes.byref(error))
                if not there:
                    raise OSError(error.text.decode())
                tables[room] = Table(room, campaign, person)
                print(f"{room}: {person} leads {opens[1]}")
            elif room in tables:
                tables[room].say(person, text)
        except OSError as problem:
            print(f"{room} {person}: {problem}")
        sys.stdout.flush()
    for table in tables.values():
        sconce.sconce_close(table.open)


if __name__ == "__main__":
    main(*sys.argv[1:])
