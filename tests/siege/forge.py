"""forge.py -- journals as a stranger forges them: any row changed, and every digest computed anew.

The digests follow src/campaign/journal: digest_of (journal.c) for entries, kept_digest (store.c) for named values,
chain_hash (rules/chain.c) for rules, and check_journal (transfer.c) for an exported file."""
import hashlib
import os
import sqlite3

from mutate import NUMBERS, TEXTS, apply_bytes, apply_tree, as_bytes, draw_bytes, draw_tree, draw_value, make
from tree import decode, encode

INTS = ["seq", "parent", "session", "wall", "date", "turn", "minutes"]
PLAIN = ["typed", "line", "draws"]
TREES = ["answers", "events", "rolls", "status", "state"]
HASHED = INTS + PLAIN + TREES + ["chain"]
TABLES = {"meta": ["key", "value"], "chains": ["hash", "host", "heads"], "chain_files": ["hash", "n", "name", "text"], "sessions": ["n", "title", "date"],
          "entries": HASHED + ["next"]}
KEYS = {"meta": "key", "chains": "hash", "chain_files": "hash, n", "sessions": "n", "entries": "seq"}
DAY = 1700000000  # the date of every entry, so that a journal made twice has the same bytes

# Statements of SQL of which an edit "sql" is one: they change more than a value in a row.
STATEMENTS = [
    "drop table %s" % t for t in list(TABLES)] + ["delete from %s" % t for t in list(TABLES)] + [
    "delete from sqlite_sequence", "update sqlite_sequence set seq = 9223372036854775807", "update sqlite_sequence set seq = -5",
    "update sqlite_sequence set seq = 3000000000", "update sqlite_sequence set seq = 'x'", "insert into sqlite_sequence values('entries', 7)",
    "update entries set parent = seq", "update entries set parent = seq + 1", "update entries set next = 1", "update entries set next = seq", "update entries set parent = 1 where seq > 1",
    "update entries set next = -1", "update entries set session = 99", "update entries set parent = 0", "update entries set chain = 'x'", "update entries set state = x''",
    "update entries set state = x'6c00'", "update entries set status = x''", "update entries set events = x'6c00', rolls = x'6c00'", "update entries set seq = -seq", "update entries set seq = seq + 9223372036854775000",
    "update entries set seq = seq * 1000000", "delete from entries where seq % 2 = 0", "delete from entries where seq = 1", "insert into sessions(title, date) select 's', 1 from (with recursive c(i) as (select 1 union all select i + 1 from c where i < 3000) select i from c)",
    "create table t(x)", "create view v as select * from entries", "create trigger t after insert on entries begin delete from entries; end",
    "create trigger t before update on meta begin select load_extension('x'); end", "create index i on entries(typed)", "create virtual table f using fts5(x)", "create virtual table r using rtree(a, b, c)",
    "alter table entries add column more", "alter table entries rename column typed to told", "alter table entries rename to e; create view entries as select * from e",
    "alter table meta rename to m; create table meta(key, value, digest)", "analyze", "create table e as select * from entries; drop table entries; alter table e rename to entries",
    "pragma user_version = 2000", "pragma user_version = 1001", "pragma user_version = 0", "pragma user_version = -1", "pragma application_id = 7", "pragma journal_mode = wal", "pragma encoding = 'UTF-16'",
    "pragma writable_schema = on; update sqlite_schema set rootpage = 2", "pragma writable_schema = on; update sqlite_schema set rootpage = 99999",
    "pragma writable_schema = on; update sqlite_schema set sql = null", "pragma writable_schema = on; update sqlite_schema set sql = sql || ' '",
    "pragma writable_schema = on; update sqlite_schema set sql = 'create table' || char(0) || 'x'", "pragma writable_schema = on; delete from sqlite_schema where name = 'sqlite_sequence'",
    "pragma writable_schema = on; update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'meta') where name = 'sessions'",
    "pragma writable_schema = on; insert into sqlite_schema values('table', 'sqlite_stat1', 'sqlite_stat1', 2, 'CREATE TABLE sqlite_stat1(tbl,idx,stat)')",
]


def field(h, data):
    h.update(len(data).to_bytes(8, "big") + data)


def number(h, n):
    h.update((n & (1 << 64) - 1).to_bytes(8, "big"))



def reforge(db):
    """Computes every digest anew, in the order in which they depend on each other."""
    for key, host, heads in db.execute("select cast(hash as blob), cast(host as blob), cast(heads as integer) from chains").fetchall():
        h = hashlib.sha256()
        field(h, host)
        number(h, heads)
        for name, text in db.execute("select cast(name as blob), cast(text as blob) from chain_files where hash = cast(? as text) order by n", [key]).fetchall():
            field(h, name)
            field(h, text)
        for table, column in ("chains", "hash"), ("chain_files", "hash"), ("entries", "chain"):
            db.execute("update %s set %s = ? where %s = cast(? as text)" % (table, column, column), [h.hexdigest(), key])
    casts = ["cast(%s as integer)" % c for c in INTS] + ["cast(%s as blob)" % c for c in HASHED[len(INTS):]]
    for rowid, *row in db.execute("select rowid, %s from entries" % ", ".join(casts)).fetchall():
        h = hashlib.sha256()
        for n in row[: len(INTS)]:
            number(h, n or 0)
        for data in row[len(INTS):]:
            field(h, data or b"")
        db.execute("update entries set digest = ? where rowid = ?", [h.digest(), rowid])
    exported = db.execute("select 1 from meta where key = 'exported'").fetchone()
    if exported:
        db.execute("update meta set value = ? where key = 'exported'", [digest_of_all(db)])
    for key, value in db.execute("select cast(key as blob), cast(value as blob) from meta").fetchall():
        h = hashlib.sha256()
        field(h, key)
        field(h, value)
        db.execute("update meta set digest = ? where key = cast(? as text)", [h.digest()[:8], key])


def digest_of_all(db):
    """Returns the digest "exported", which covers everything that no other digest covers."""
    h = hashlib.sha256()
    for key, value in db.execute("select cast(key as blob), cast(value as blob) from meta where key <> 'exported' order by key").fetchall():
        field(h, key)
        field(h, value)
    for date, title in db.execute("select cast(date as integer), cast(title as blob) from sessions order by n").fetchall():
        number(h, date)
        field(h, title)
    number(h, 0)
    field(h, b"")
    for (next_,) in db.execute("select cast(coalesce(next, 0) as integer) from entries order by seq").fetchall():
        number(h, next_)
    return h.hexdigest()


def open_file(path):
    db = sqlite3.connect(path, isolation_level=None)
    db.text_factory = bytes
    return db


def date_alike(path):
    """Gives every entry and session the same day."""
    db = open_file(path)
    db.execute("update entries set date = ?, wall = ?", [DAY, DAY])
    db.execute("update sessions set date = ?", [DAY])
    reforge(db)
    db.execute("vacuum")
    db.close()


# --- edits ---


def draw_number(r):
    n = r.choice(NUMBERS)
    return n if isinstance(n, float) or -(2**63) <= n < 2**63 else -n // 8


def value_at(path, column, at):
    db = open_file(path)
    found = [data for (data,) in db.execute("select cast(%s as blob) from entries order by seq" % column)]
    db.close()
    return found[at % len(found)]


def draw(r, path):
    """Draws one edit of the journal."""
    what = r.choices(["tree", "bytes", "column", "row", "sql", "text", "file", "digest"], [30, 8, 22, 8, 14, 8, 6, 4])[0]
    if what in ("tree", "bytes"):
        column, at = r.choice(TREES), r.randrange(30)
        data = value_at(path, column, at)
        return [what, at, column, draw_tree(r, decode(data)) if what == "tree" and data else ["set", [], draw_value(r)] if what == "tree" else draw_bytes(r, len(data))]
    table = r.choice(list(TABLES) + ["entries", "meta"])
    if what == "column":
        kind = r.choice(["number", "number", "text", "blob", "null"])
        value = draw_number(r) if kind == "number" else r.choice(TEXTS).replace("\ud800", "") if kind == "text" else {"blob": bytes(r.randrange(256) for _ in range(r.choice([0, 1, 9, 40]))).hex()} if kind == "blob" else None
        return [what, table, r.randrange(30), r.choice(TABLES[table]), value]
    if what == "row":
        return [what, table, r.randrange(30), r.choice(["drop", "again"])]
    if what == "text":
        return [what, r.randrange(30), draw_bytes(r, 3000)]
    if what == "sql":
        return [what, r.choice(STATEMENTS)]
    return [what, draw_bytes(r, os.path.getsize(path))] if what == "file" else [what]


def value_of(value):
    if isinstance(value, dict):
        return bytes.fromhex(value["blob"])
    return as_bytes(value).decode("utf-8", "replace") if isinstance(value, str) else value


def change(db, edit):
    """Makes an edit in the tables; raises an error of sqlite3 where the schema forbids it."""
    what = edit[0]
    rows = "select %s from %s order by %s"
    if what in ("tree", "bytes"):
        found = db.execute(rows % ("seq, cast(%s as blob)" % edit[2], "entries", "seq")).fetchall()
        if not found:
            return
        seq, data = found[edit[1] % len(found)]
        if what == "tree":
            try:
                data = encode(apply_tree(edit[3], decode(data) if data else []))
            except (IndexError, UnicodeError):  # an edit before this one left bytes that decode() cannot read
                return
        else:
            data = apply_bytes(edit[3], data)
        db.execute("update entries set %s = ? where seq = ?" % edit[2], [data, seq])
    elif what == "text":
        found = db.execute(rows % ("hash, n, cast(text as blob)", "chain_files", "hash, n")).fetchall()
        if found:
            key, n, data = found[edit[1] % len(found)]
            db.execute("update chain_files set text = ? where hash = cast(? as text) and n = ?", [apply_bytes(edit[2], data).decode("utf-8", "replace"), key, n])
    elif what == "sql":
        db.executescript(edit[1])
    elif what in ("column", "row"):
        change_row(db, edit)


def change_row(db, edit):
    """Sets a column of a row, drops the row, or copies it under a new key."""
    table, keys = edit[1], KEYS[edit[1]].split(", ")
    found = db.execute("select %s from %s order by %s" % (", ".join(keys), table, ", ".join(keys))).fetchall()
    if not found:
        return
    where = " and ".join("%s is ?" % k for k in keys)
    key = [k.decode("utf-8", "replace") if isinstance(k, bytes) else k for k in found[edit[2] % len(found)]]
    if edit[0] == "column":
        db.execute("update %s set %s = ? where %s" % (table, edit[3], where), [value_of(edit[4])] + key)
    elif edit[3] == "drop":
        db.execute("delete from %s where %s" % (table, where), key)
    else:
        number = "(select max(%s) + 1 from %s)" % (keys[0], table)
        new_key = number if table in ("entries", "sessions") else "%s || 'x'" % keys[0]
        others = [c for c in TABLES[table] if c not in keys]
        db.execute("insert into %s(%s) select %s from %s where %s" % (
            table, ", ".join(others + keys[:1]), ", ".join(others + [new_key]), table, where), key)


def forge(path, edits):
    """Does all edits, computes the digests anew unless an edit forbids it, and changes bytes of the file last."""
    db = open_file(path)
    for edit in edits:
        try:
            change(db, edit)
        except (sqlite3.Error, OverflowError, UnicodeError, sqlite3.Warning):
            pass
    if not any(edit[0] == "digest" for edit in edits):
        try:
            reforge(db)
        except (sqlite3.Error, TypeError):  # an edit has dropped a table, or left a value of another type
            pass
    db.close()
    for edit in edits:
        if edit[0] == "file":
            with open(path, "rb") as f:
                data = apply_bytes(edit[1], f.read())
            with open(path, "wb") as f:
                f.write(data)
