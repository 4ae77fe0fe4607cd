"""tree.py -- canonical values (src/core/value.h) as Python values.

A list is a list, a map a dict, a quantity a Quantity.  Texts are str; bytes that are no UTF-8 become surrogates and
are written as they were.  encode() also writes what the format forbids, such as an integer of 70 bits or a key twice
(a dict with a Raw key), since it serves to attack the reader."""
import struct
from collections import namedtuple

Quantity = namedtuple("Quantity", "num den unit")


def zigzag(n):
    return n * 2 if n >= 0 else -n * 2 - 1


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def counted(text):
    """Returns a text as it is written, behind its length.  Surrogates that stand for bytes (head of this file) become those
    bytes; if there are other surrogates, which edits make, all are written as if they were characters."""
    data = text.encode("utf-8", "surrogateescape" if all("\udc80" <= c <= "\udcff" or not "\ud800" <= c <= "\udfff" for c in text) else "surrogatepass")
    return varint(len(data)) + data


def encode(value):
    if value is True or value is False:
        return b"T" if value else b"F"
    if isinstance(value, int):
        return b"i" + varint(zigzag(value))
    if isinstance(value, float):
        return b"d" + struct.pack(">d", value)
    if isinstance(value, str):
        return b"s" + counted(value)
    if isinstance(value, Quantity):
        return b"q" + varint(zigzag(value.num)) + varint(value.den) + counted(value.unit)
    if isinstance(value, list) or not value:  # an empty map is written as the empty list (value.h)
        return b"l" + varint(len(value)) + b"".join(encode(item) for item in value)
    fields = sorted((sortable_key(key), encode(item)) for key, item in value.items())
    return b"m" + varint(len(value)) + b"".join(key[1] + item for key, item in fields)


def sortable_key(key):
    """Returns the bytes by which a key is sorted, and the key as it is written, behind its length."""
    return key.encode("utf-8", "surrogatepass"), counted(key)


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        self.at += n
        return self.data[self.at - n : self.at]

    def number(self):
        n = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n

    def signed(self):
        n = self.number()
        return n // 2 if n % 2 == 0 else -(n // 2) - 1

    def text(self):
        return self.take(self.number()).decode("utf-8", "surrogateescape")

    def value(self):
        kind = self.take(1)
        if kind in b"FT":
            return kind == b"T"
        if kind == b"i":
            return self.signed()
        if kind == b"d":
            return struct.unpack(">d", self.take(8))[0]
        if kind == b"s":
            return self.text()
        if kind == b"q":
            return Quantity(self.signed(), self.number(), self.text())
        if kind == b"l":
            return [self.value() for _ in range(self.number())]
        return {self.text(): self.value() for _ in range(self.number())}


def decode(data):
    """Returns the value of canonical bytes, which must be well formed."""
    return _Reader(data).value()
