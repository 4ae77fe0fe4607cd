"""mutate.py -- the one mutator of every road: an edit changes bytes, a text of lines, or a tree of values.

An edit is plain JSON, [what, …], so that an input that broke something can be kept as a short list of edits.  draw_*
makes one at random; apply_* does what an edit says.  Positions count modulo what is there, so that an edit still does
something after the thing it was made for has changed.

A value in an edit is JSON, besides {"$": "text", "of": "x", "n": 100000} (repeated), {"$": "list", "of": …, "n": …},
{"$": "deep", "n": …}, {"$": "map", "n": …} and {"$": "quantity", "num": …, "den": …, "unit": …}."""
import copy

from tree import Quantity

LARGEST = 2 << 20  # bytes of a mutated text
BYTES = [0, 1, 9, 10, 13, 27, 34, 39, 45, 46, 47, 48, 58, 59, 61, 64, 91, 92, 93, 123, 125, 127, 128, 192, 216, 255]
NUMBERS = [0, 1, -1, 2, 3, 7, 100, 255, 1000, 4001, 2**31 - 1, 2**31, -(2**31), 2**32, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, 2**69,
           0.5, -0.5, 1e15, 1e300, -1e300, 5e-324, 1e999, -1e999]
TEXTS = ["", " ", "x", "0", "-1", "1e9", "9223372036854775807", "nan", "a\nb", "\x00", "a\x00b", "\x1b[31m", "\x1b]0;x\x07", "\u009b2J", "\u202e", "\u2066",
         "\u200b", "\ufeff", "\udcff", "\ud800", "\U0001f525", "e\u0301", "=1+1", "<script>", "[x](y)", "![x](file:///etc/passwd)", "`x`", "$(x)", "%s%n%p", "%", "{", "{}",
         "{who}", "\\", "'", '"', "../outside/victim", "../outside/victim.lua", "house.lua", "party.lua", "delving", "done", "asks", "refused", "error",
         "died", "die", "start", "yes", "d6:3", "d6:?", "d:4", "d6:4 d20:12h d4:2s", "d6:7", "d0:0", "d6:-1", "d9223372036854775807:1", "1d6", "100000d6", "true", "nil"]
LARGE = [{"$": "text", "of": "x", "n": 5000}, {"$": "text", "of": "y\n", "n": 60000}, {"$": "text", "of": "z", "n": 1 << 20}, {"$": "list", "of": 1, "n": 20000},
         {"$": "list", "of": "a b", "n": 3000}, {"$": "list", "of": {"text": "x", "kind": "k"}, "n": 2000}, {"$": "deep", "n": 30}, {"$": "deep", "n": 99}, {"$": "deep", "n": 5000},
         {"$": "map", "n": 5000}]
SMALL = [True, False, [], {}, [[]], ["x"], [1, 2], {"text": "x"}, {"kind": "x"}, {"id": "die", "die": "1d6", "sides": [6]},
         {"$": "quantity", "num": 1, "den": 3, "unit": "feet"}, {"$": "quantity", "num": 2**63 - 1, "den": 1, "unit": "hours"},
         {"$": "quantity", "num": 1, "den": 0, "unit": ""}]


def make(spec):
    """Returns the value that stands for a value in an edit (head of this file)."""
    if isinstance(spec, list):
        return [make(item) for item in spec]
    if not isinstance(spec, dict):
        return spec
    what = spec.get("$")
    if what == "text":
        return spec["of"] * spec["n"]
    if what == "list":
        return [make(spec["of"]) for _ in range(spec["n"])]
    if what == "map":
        return {"k%d" % i: i for i in range(spec["n"])}
    if what == "quantity":
        return Quantity(spec["num"], spec["den"], spec["unit"])
    if what == "deep":
        value = []
        for _ in range(spec["n"]):
            value = [value]
        return value
    return {key: make(item) for key, item in spec.items()}


def draw_value(r):
    return r.choice(r.choices([NUMBERS, TEXTS, SMALL, LARGE], [30, 45, 15, 10])[0])


# --- bytes ---


def draw_bytes(r, n):
    """Draws an edit of n bytes."""
    at, what = r.randrange(max(n, 1)), r.choice(["set", "set", "flip", "insert", "insert", "cut", "cut", "end", "copy", "fill"])
    hex_data = bytes(r.choice(BYTES) for _ in range(r.choice([1, 1, 2, 4, 8]))).hex()
    if what in ("set", "insert"):
        return [what, at, hex_data]
    if what == "flip":
        return [what, at, r.randrange(8)]
    if what == "copy":
        return [what, at, r.choice([1, 4, 16, 200]), r.randrange(max(n, 1)), r.choice([1, 1, 2, 50, 3000])]
    if what == "fill":
        return [what, at, r.choice([1, 4, 100, 5000]), r.choice(BYTES)]
    return [what, at, r.choice([1, 2, 4, 20, 300])]


def apply_bytes(edit, data):
    """Returns the bytes after an edit that draw_bytes drew."""
    what, at = edit[0], edit[1] % (len(data) + 1)
    if what == "set":
        new = bytes.fromhex(edit[2])
        return data[:at] + new + data[at + len(new) :]
    if what == "insert":
        return data[:at] + bytes.fromhex(edit[2]) + data[at:]
    if what == "flip":
        return data[:at] + bytes(b ^ 1 << edit[2] for b in data[at : at + 1]) + data[at + 1 :]
    if what == "copy":
        to = edit[3] % (len(data) + 1)
        return (data[:to] + data[at : at + edit[2]] * edit[4] + data[to:])[: max(LARGEST, len(data))]
    if what == "fill":
        return data[:at] + bytes([edit[3]]) * edit[2] + data[at + edit[2] :]
    return data[:at] if what == "end" else data[:at] + data[at + edit[2] :]


# --- lines of words ---


def draw_lines(r, data, words):
    """Draws an edit of `data`, a text of lines; words: texts that it may insert."""
    lines = data.count(b"\n") + 1
    at, what = r.randrange(lines), r.choice(["bytes", "bytes", "word", "word", "word", "line", "line", "twice", "swap", "drop", "join", "long"])
    if what == "bytes":
        return [what, draw_bytes(r, len(data))]
    if what == "word":
        return [what, at, r.randrange(8), r.choice(r.choices([words, TEXTS], [70, 30])[0])]
    if what == "line":
        return [what, at, " ".join(r.choice(r.choices([words, TEXTS], [85, 15])[0]) for _ in range(r.choice([1, 1, 2, 2, 3, 5])))]
    if what == "long":
        return [what, at, r.randrange(8), r.choice([50, 3990, 5000, 200000])]
    return [what, at, r.choice([1, 1, 2, 30]) if what == "twice" else r.randrange(lines)]


def apply_lines(edit, data):
    """Returns the text after an edit that draw_lines drew; what is beyond LARGEST is cut off."""
    what = edit[0]
    if what == "bytes":
        return apply_bytes(edit[1], data)
    lines = data.split(b"\n")
    at = edit[1] % len(lines)
    if what in ("word", "long"):
        words = lines[at].split(b" ")
        nth = edit[2] % len(words)
        words[nth] = as_bytes(edit[3]) if what == "word" else (words[nth][:100] or b"x") * edit[3]
        lines[at] = b" ".join(words)
    elif what == "line":
        lines.insert(at, as_bytes(edit[2]))
    elif what == "twice":
        lines[at:at] = [lines[at]] * edit[2]
    elif what == "swap":
        other = edit[2] % len(lines)
        lines[at], lines[other] = lines[other], lines[at]
    elif what == "drop":
        del lines[at]
    elif what == "join":
        lines[at : at + 2] = [b"".join(lines[at : at + 2])]
    return b"\n".join(lines)[:LARGEST]


def as_bytes(text):
    """Returns a text as UTF-8.  A surrogate that stands for a byte becomes that byte; any other is written like a character.
    It goes character by character, since a text may hold both, and no error handler takes both."""
    return b"".join(c.encode("utf-8", "surrogateescape" if "\udc80" <= c <= "\udcff" else "surrogatepass") for c in text)


# --- trees ---


def _children(value):
    return list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []


def _random_path(r, value):
    """Returns the path to a random node.  Below the root it ends at each node with a chance of 1 in 4, so that nodes near the
    root come up as well, although most nodes lie deep."""
    path = []
    while _children(value) and (not path or r.random() < 0.75):
        path.append(r.choice(_children(value)))
        value = value[path[-1]]
    return path


def draw_tree(r, tree):
    """Draws an edit of a tree: [what is done, the path of the node to which it is done, what is needed besides]."""
    path = _random_path(r, tree)
    what = r.choice(["set", "set", "set", "set", "drop", "drop", "repeat", "reverse", "wrap", "key", "add", "from", "grow"])
    if what in ("set", "add"):
        return [what, path, draw_value(r)] + ([r.choice(TEXTS)] if what == "add" else [])
    if what == "key":
        return [what, path, r.choice(TEXTS)]
    if what == "from":
        return [what, path, _random_path(r, tree)]
    return [what, path, r.choice([1, 2, 3, 50, 2000])]


def _find(tree, path):
    """Returns the parent and the key of the node at a path; None for the root, or when an edit has taken the node away."""
    for i, key in enumerate(path):
        if not isinstance(tree, (dict, list)) or key not in _children(tree):
            return None
        if i == len(path) - 1:
            return tree, key
        tree = tree[key]
    return None


def _changed(what, edit, value, tree):
    """Returns what stands in place of a node's value after an edit; "from" copies the node at another path."""
    if what == "set":
        return make(edit[2])
    if what == "wrap":
        for _ in range(edit[2]):
            value = [value]
        return value
    if what == "grow":
        if isinstance(value, (str, list)):
            return value * edit[2]
        return value * edit[2] if isinstance(value, (int, float)) and not isinstance(value, bool) else value
    if what == "reverse":
        return value[::-1] if isinstance(value, (list, str)) else value
    other = _find(tree, edit[2])
    return copy.deepcopy(other[0][other[1]]) if other else value


def apply_tree(edit, tree):
    """Returns the tree after an edit; the tree given may be changed."""
    what, place = edit[0], _find(tree, edit[1])
    if not place:  # the node is the root, which can only be set or wrapped, or is not there any more
        return _changed(what, edit, tree, tree) if what in ("set", "wrap") and not edit[1] else tree
    parent, key = place
    value = parent[key]
    if what == "drop":
        del parent[key]
    elif what == "repeat" and isinstance(parent, list):
        parent[key:key] = [value] * edit[2]
    elif what == "repeat":
        parent.update({"%s%d" % (key, i): value for i in range(edit[2])})
    elif what == "key" and isinstance(parent, dict):
        parent[edit[2]] = parent.pop(key)
    elif what == "add" and isinstance(value, dict):
        value[edit[3]] = make(edit[2])
    elif what == "add" and isinstance(value, list):
        value.append(make(edit[2]))
    elif what not in ("key", "add"):
        parent[key] = _changed(what, edit, value, tree)
    return tree
