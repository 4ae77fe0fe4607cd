#!/usr/bin/env python3
"""table.py TABLE LINE… -- a table in Python, with ctypes alone: plays the lines, answers every question with its
default, and prints the lines that a person reads.  The linker must find libsconce.so.0."""
import ctypes
import json
import sys

ASKS = 1  # SconceOutcome


class Options(ctypes.Structure):  # SconceOptions: what is left zero has its usual value
    _fields_ = [("struct_size", ctypes.c_size_t), ("table", ctypes.c_char_p), ("houses", ctypes.POINTER(ctypes.c_char_p)),
                ("house_count", ctypes.c_size_t), ("seed", ctypes.c_char_p), ("more", ctypes.c_char * 512)]


class Error(ctypes.Structure):  # SconceError, up to the sentence
    _fields_ = [("text", ctypes.c_char * 1000), ("more", ctypes.c_char * 512)]


class Reply(ctypes.Structure):
    _fields_ = [("outcome", ctypes.c_int), ("json", ctypes.c_char_p)]


sconce = ctypes.CDLL("libsconce.so.0")
sconce.sconce_open.restype = ctypes.c_void_p
sconce.sconce_say.argtypes, sconce.sconce_say.restype = [ctypes.c_void_p, ctypes.c_char_p], Reply
sconce.sconce_close.argtypes = [ctypes.c_void_p]


def show(reply):
    for line in json.loads(reply.json).get("lines", []):
        print("".join(piece.get("t", "") for piece in line))


def main(name, *lines):
    error = Error()
    table = sconce.sconce_open(ctypes.byref(Options(table=name.encode(), seed=b"7")), ctypes.byref(error))
    if not table:
        sys.exit(error.text.decode())
    for line in lines:
        reply = sconce.sconce_say(table, line.encode())
        while reply.outcome == ASKS:
            reply = sconce.sconce_say(table, b"")  # an empty line takes the default
        show(reply)
    sconce.sconce_close(table)


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["delving", "light torch", "crawl"]))
