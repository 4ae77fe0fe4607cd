#!/bin/bash
# disk.sh SCONCE -- a campaign on failing disks and folders: full, limited, read-only, deleted; a rollback journal left
# behind by a crash (a hot journal), two players at once, odd things in place of files, a clock that jumps back.  Each
# ends in one plain sentence, and every acknowledged line is there afterwards.
set -u
sconce=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../lib.sh"
mounted=
trap '[ -z "$mounted" ] || umount "$work/small"; rm -rf "$work" "$work.missing"' EXIT
cd "$work" || exit 1
play() { timeout 100 "$sconce" play "$@" --json --answers default 2>&1; }
# Plays a few lines in a new campaign t.
make_campaign() {
    rm -rf t
    "$sconce" new t --ruleset delving >/dev/null 2>&1
    printf 'add Bram con=1 hp=6\ntorches 5\nlight torch\ncrawl\n' | play t --seed 1 >/dev/null
}
# Prints 70 lines of nearly a kilobyte.  The journal grows by four for each, from 70 KB to 350, so that neither the small
# disk nor the limit of 110 KB below has room for them.
notes() { for i in $(seq 70); do echo "note $(head -c 900 /dev/zero | tr '\0' x) $i"; done; }
# ends_at WHAT SEQ -- passes when the campaign t opens, and SEQ is the number of its last entry
ends_at() {
    local again=$(echo | play t)
    [ "$(last_seq "$again")" = "$2" ] && pass || fail "$1: entry $2 should be there: $again"
}

# --- full -------------------------------------------------------------------------------------------
mkdir small
if mount -t tmpfs -o size=256k none small 2>/dev/null; then
    mounted=1
    "$sconce" new small/t --ruleset delving >/dev/null 2>&1
    notes | play small/t >out
    has 'full disk' "$(cat out)" 'the disk is full: nothing was saved'
    last=$(last_seq "$(grep '"ok":true' out)")
    again=$(echo | play small/t)
    [ "$(last_seq "$again")" = "$last" ] && pass || fail "full disk: entry $last was acknowledged, and there is: $again"
    rm -f small/t/.luarc.json small/t/party.lua
    mount -o remount,size=1m small 2>/dev/null
    has 'room again' "$(echo 'note x' | play small/t)" '"ok":true'
    has 'room again, verify' "$("$sconce" verify small/t 2>&1)" 'all the same'
    has 'new on a full disk' "$(dd if=/dev/zero of=small/fill bs=1k 2>/dev/null; "$sconce" new small/u --ruleset delving 2>&1)" 'No space left'
    rm -f small/fill
fi
make_campaign
out=$( (ulimit -f 110; notes | play t) ) # no file beyond 110 KB
has 'a limit on files' "$out" '"ok":false'
ends_at 'a limit on files' "$(last_seq "$(grep '"ok":true' <<<"$out")")"

# --- cannot be written --------------------------------------------------------------------------------
if [ "$(id -u)" != 0 ]; then
    skip 5 'a folder that cannot be written, for only root can become somebody else'
elif needs 5 setpriv 'a folder that cannot be written'; then
    make_campaign
    chmod -R a+rX . && chmod -R go-w t
    nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
    if nobody test -x "$sconce"; then
        out=$(echo crawl | nobody timeout 100 "$sconce" play t --json 2>&1)
        has 'read-only folder' "$out" 'cannot be written'
        out=$(printf 'crawl\n\n' | nobody timeout 100 "$sconce" play t --read-only --json 2>&1)
        has 'read-only, asked for' "$out" 'open for reading only'
        has 'read-only, status' "$out" '"seq":5'
        touch t/.lock; chmod 666 t/.lock
        out=$(echo crawl | nobody timeout 100 "$sconce" play t --json 2>&1)
        has 'read-only journal' "$out" 'cannot be'
        ends_at 'read-only' 5
    else
        skip 5 'a folder that cannot be written, for nobody may read this one'
    fi
fi

# --- vanishes -----------------------------------------------------------------------------------------
make_campaign
rm -f out
(echo crawl; wait_for [ -s out ]; mv t gone; echo crawl; echo 'note x'; wait_for grep -q note out; mv gone t) | play t >out
st=$? out=$(cat out)
[ $st = 0 ] && pass || fail "the folder vanished: status $st: $out"
last=$(last_seq "$(grep '"ok":true' <<<"$out")")
ends_at 'the folder vanished and came back' "$last"
make_campaign
rm -f out
(echo crawl; wait_for [ -s out ]; rm -rf t; echo crawl; echo 'note x') | play t >out
st=$? out=$(cat out)
[ $st -le 1 ] && pass || fail "the folder was deleted: $out"
case $out in *'"ok":false'*|*cannot*|*'is gone'*|*failed*) pass ;; *) fail "the folder was deleted, and nobody said so: $(tail -1 <<<"$out")" ;; esac

# --- two at once --------------------------------------------------------------------------------------
make_campaign
rm -f t/.lock # it holds the number of a program that has ended; below, the number of a new one is waited for
mkfifo hold && play t <hold >/dev/null 2>&1 &
wait_for [ -p hold ] && exec 8>hold
wait_for grep -q '[0-9]' t/.lock
has 'two at once' "$(echo crawl | play t)" 'is being played by'
has 'reading meanwhile' "$("$sconce" log t 2>&1)" 'ram'
holder=$(grep -o '[0-9]*' t/.lock)
kill -STOP "$holder"; has 'the other one sleeps' "$(echo crawl | play t)" "process $holder"
kill -9 "$holder"; exec 8>&-; wait 2>/dev/null
has 'after a kill' "$(echo crawl | play t)" '"seq":6'

# --- left behind ------------------------------------------------------------------------------------
# A crash in mid-transaction: pages are changed, and the rollback journal beside the file holds their old content.  Here
# the shim lets the removal of that journal fail.
gcc_shim() { ${CC:-cc} -shared -fPIC -O1 -w -D_GNU_SOURCE "$here/shim.c" -o shim.so -ldl; }
if gcc_shim; then
    make_campaign
    for n in 1 2 3; do
        echo 'torches 7' | timeout 100 env FAULT="unlink $n+" LD_PRELOAD=./shim.so "$sconce" play t --json >out 2>&1
        has "a hot journal, $n" "$(cat out)" '"ok":'
        last=$(last_seq "$(echo | play t)")
        [ "$last" -ge 5 ] && pass || fail "a hot journal: $last"
    done
    # A command that only reads plays the hot journal back in a copy, and leaves the folder as it was.
    echo 'torches 8' | timeout 100 env FAULT="unlink 1+" LD_PRELOAD=./shim.so "$sconce" play t --json >out 2>&1
    [ -s t/journal.db-journal ] && pass || fail "no hot journal is left"
    before=$(cat t/journal.db t/journal.db-journal | sha256sum)
    for how in 'log t' 'verify t' 'export t hot.out' 'odds t --plan crawl --turns 2' 'sim t --plan crawl --turns 2 --runs 9'; do
        "$sconce" $how >out 2>&1 || fail "a hot journal, $how: $(cat out)"
        same "a hot journal, $how: the folder stays" "$(cat t/journal.db t/journal.db-journal | sha256sum)" "$before"
    done
    same 'no copy is left behind' "$(ls -d "${TMPDIR:-/tmp}"/sconce-?????? 2>/dev/null)" ''
    has 'hot journals, verify' "$("$sconce" verify t 2>&1)" 'all the same'
    # A hot journal that names a super-journal makes SQLite delete the file of that name (https://sqlite.org/fileformat.html, section 3).
    make_campaign
    echo 'mine' >precious
    python3 - t/journal.db-journal "$PWD/precious" <<'PY'
import os, struct, sys
name = sys.argv[2].encode()
magic = bytes.fromhex("d9d505f920a163d7")
pages = os.path.getsize("t/journal.db") // 4096
head = magic + struct.pack(">5I", 0, 0, pages, 512, 4096)
tail = struct.pack(">I", 0x40000000 // 4096 + 1) + name + struct.pack(">II", len(name), sum(name)) + magic
open(sys.argv[1], "wb").write(head.ljust(512, b"\0") + tail)
PY
    has 'a journal that names another file' "$(echo crawl | play t)" 'names another file to delete: remove it'
    has 'a journal that names another file, log' "$("$sconce" log t 2>&1)" 'remove it'
    same 'and the other file is there' "$(cat precious 2>&1)" 'mine'
    # --- a clock that jumps back --------------------------------------------------------------------
    make_campaign
    out=$(echo crawl | timeout 100 env FAULT_CLOCK=-90000000 LD_PRELOAD=./shim.so "$sconce" play t --json --answers default 2>&1)
    has 'the clock jumped back' "$out" '"seq":6'
    has 'the clock jumped back, verify' "$("$sconce" verify t 2>&1)" 'all the same'
    has 'the clock jumped back, log' "$("$sconce" log t 2>&1)" 'crawl'
fi

# --- odd things where files should be ------------------------------------------------------------------
# play_with_odd FILE MESSAGE COMMAND… -- lets COMMAND put something in place of FILE; play must answer with MESSAGE
play_with_odd() {
    local file=$1 says=$2
    shift 2
    make_campaign; rm -rf "t/$file"; "$@"
    has "$file, $1" "$(echo crawl | play t)" "$says"
}
play_with_odd journal.db 'not a plain file: remove it' mkfifo t/journal.db
play_with_odd journal.db 'not a plain file: remove it' mkdir t/journal.db
play_with_odd journal.db 'is a link: remove it' ln -s /dev/zero t/journal.db
play_with_odd journal.db-journal 'remove it' mkfifo t/journal.db-journal
play_with_odd journal.db-journal 'remove it' ln -s /etc/passwd t/journal.db-journal
play_with_odd journal.db-wal 'remove it' mkdir t/journal.db-wal
play_with_odd journal.db-wal 'does not belong to Sconce: remove it' touch t/journal.db-wal
make_campaign; ln t/journal.db second
has 'a second name' "$(echo crawl | play t)" 'playing would change both'
has 'a second name, read' "$("$sconce" log t 2>&1)" 'crawl'
rm second
play_with_odd .lock 'remove it' mkdir t/.lock
play_with_odd .lock 'remove it' ln -s "$work/new" t/.lock
[ ! -e new ] && pass || fail 'a link at .lock was followed'
play_with_odd house.lua 'kept in the journal' mkfifo t/house.lua
play_with_odd house.lua 'kept in the journal' ln -s /dev/zero t/house.lua
play_with_odd house.lua 'kept in the journal' truncate -s 300M t/house.lua
play_with_odd house.lua 'kept in the journal' sh -c "printf 'extends \"delving\"\nwhile true do end' >t/house.lua"
play_with_odd journal.db 'so play starts again' true
play_with_odd party.lua '"seq":6' mkfifo t/party.lua
has 'import of what never ends' "$("$sconce" import /dev/zero i 2>&1)" 'not a plain file'
mkfifo pipe
has 'import of a pipe' "$(timeout 100 "$sconce" import pipe i 2>&1)" 'not a plain file'
truncate -s 3G huge
has 'import of what is huge' "$("$sconce" import huge i 2>&1)" 'too large'
[ ! -e i ] && pass || fail 'an import that failed left a folder'
score
