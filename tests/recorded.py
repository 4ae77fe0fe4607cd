#!/usr/bin/env python3
"""recorded.py BUILD [--record] [NAME…] -- recorded sessions give the same bytes.

Every table that ships is played from a fixed seed by lines taken from its specs, with undo, redo and corrections in
between.  A digest of what the journal holds, of every reply and of the log is compared with tests/recorded.txt, so a
change of behaviour shows as a session that differs.  Replies may gain keys: only the keys in KEYS are compared.
--record writes the digests of this build, or only those of the tables NAMEd; --show DIR writes what was digested
into DIR."""
import glob, hashlib, json, os, random, re, sqlite3, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
top = os.path.dirname(here)
RECORD = os.path.join(here, "recorded.txt")
LINES, SEEDS = 60, 2  # lines of a session, and sessions of each table: any numbers would do
# The keys that replies had when the first session was recorded.
KEYS = {"ok", "seq", "command", "turn", "minutes", "rolls", "events", "status", "warnings", "ask", "error", "file",
        "line", "text", "shown", "shown_rolls", "state"}
# Columns of the journal that depend on the day or on the version of Sconce, or hold a digest of such a column.
DATED = {"date", "wall", "digest", "host", "chain", "hash"}
GENERAL = ["u", "redo", "u 2", "note a scratch", "time +10", "x", "?", "state", "why", "recap", "changes",
           "s", "light torch", "add Zoe hp=4", "away Zoe", "order Zoe"]


def lines_of(table, seed):
    """The lines of a session: four in five are lines that the table's spec types, the others are GENERAL."""
    spec = re.sub(r"\.lua$", ".spec.lua", table)
    found = set(re.findall(r'\{\s*"([^"]{1,60})"\s*,', open(spec).read())) if os.path.exists(spec) else set()
    stock = sorted(line for line in found if not re.fullmatch(r"[\d-]+", line))
    rng = random.Random("%s %d" % (os.path.basename(table), seed))
    return [rng.choice(stock if stock and rng.random() < 0.8 else GENERAL) for _ in range(LINES)]


def run(command, text=""):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    return done.stdout


def journal_of(folder):
    """Returns all rows of a journal as text, without the columns DATED."""
    db = sqlite3.connect(os.path.join(folder, "journal.db"))
    out = []
    for (name,) in sorted(db.execute("select name from sqlite_master where type = 'table'")):
        rows = db.execute("select * from %s" % name)
        kept = [i for i, c in enumerate(rows.description) if c[0] not in DATED]
        found = ["%s %r" % (name, [row[i] for i in kept]) for row in rows if row[0] != "wall"]
        # The rows of the tables chain… stand in the order of their hashes, which differ from version to version.
        out += sorted(found) if name.startswith("chain") else found
    return "\n".join(out)


def only_known(line):
    """Returns a reply with only the keys in KEYS; a line that is no reply as it is."""
    try:
        reply = json.loads(line)
    except ValueError:
        return line
    return json.dumps({k: v for k, v in reply.items() if k in KEYS}, sort_keys=True, ensure_ascii=False)


def session(build, table, seed):
    """Plays a session; returns {part: text} of what is digested."""
    sconce = os.path.join(build, "sconce")
    with tempfile.TemporaryDirectory() as work:
        folder = os.path.join(work, "t")
        run([sconce, "new", folder, "--ruleset", table])
        said = run([sconce, "play", folder, "--seed", str(seed), "--json", "--answers", "default"],
                   "\n".join(lines_of(table, seed)) + "\n")
        parts = {"replies": "\n".join(only_known(line) for line in said.splitlines()),
                 "journal": journal_of(folder)}
        if re.search(r"\d real [a-z]+", open(table).read()):  # lights that burn in real time: the state holds the wall clock
            del parts["journal"]
        for how in (["--format", "md"], ["--format", "text", "--players"]):
            parts["log " + how[1]] = re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?", "DATE", run([sconce, "log", folder] + how))
        return {k: v.replace(work, "WORK") for k, v in parts.items()}


def read_record():
    """Returns {key: digest} of tests/recorded.txt; main() makes the keys."""
    with open(RECORD) as file:
        lines = [line.rstrip("\n").split(" ", 1) for line in file]
    return {key: digest for digest, key in lines}


def write_record(digests):
    with open(RECORD, "w") as file:
        file.write("".join("%s %s\n" % (digest, key) for key, digest in digests.items()))


def main():
    words = sys.argv[1:]
    record = "--record" in words
    show = words[words.index("--show") + 1] if "--show" in words else None
    words = [w for w in words if not w.startswith("--") and w != show]
    build, names = os.path.abspath(words[0]), words[1:]
    os.environ["SCONCE_RULESETS"] = os.path.join(top, "rulesets")
    os.environ["SCONCE_PATIENCE"] = "60"
    os.chdir(top)
    tables = sorted(t for t in glob.glob("rulesets/*.lua") + glob.glob("rulesets/day/*.lua") + glob.glob("examples/*.lua")
                    if not t.endswith(".spec.lua") and (not names or any(n in t for n in names)))
    found, faults = {}, []
    for table in tables:
        for seed in range(1, SEEDS + 1):
            for part, text in session(build, table, seed).items():
                key = "%s seed %d %s" % (table, seed, part)
                # A line that play refuses names no file of the rules; a reply that names one says that these rules are at fault.
                faults += [(key, line) for line in text.splitlines() if part == "replies" and '"file": "' + top in line]
                found[key] = hashlib.sha256(text.encode()).hexdigest()[:16]
                if show:
                    os.makedirs(show, exist_ok=True)
                    with open(os.path.join(show, key.replace("/", "_").replace(" ", "_")), "w") as file:
                        file.write(text)
    if record:
        write_record({**read_record(), **found} if names else found)  # with NAMEs the other digests stay
        return
    kept = read_record()
    wrong = [key for key in found if kept.get(key) != found[key]]
    for key in wrong:
        print("differs from the record: " + key)
    for key, error in faults:
        print("the rules of a table fail: %s: %s" % (key, error))
        wrong.append(key)
    print("%d passed, %d failed" % (len(found) - len(wrong), len(wrong)))
    sys.exit(bool(wrong))


main()
