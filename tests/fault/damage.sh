#!/bin/bash
# damage.sh SCONCE [EVERY] -- damages a journal at every page (or every EVERYth): changes bytes, zeroes the page, or cuts
# the file off there.  Nothing may crash or hang.  Entries that are not reported as damaged must be unchanged.
# `export --salvage` saves what can be read, and play goes on from that.
set -u
sconce=$(realpath "$1") every=${2:-1}
. "$(dirname "$0")/../lib.sh"

"$sconce" new "$work/good" --ruleset delving >/dev/null 2>&1 || { echo "0 passed, 1 failed"; exit 1; }
{
    printf 'add Bram con=1 hp=6\nadd Ysolde wis=1\ntorches 5\nlight torch\n'
    for i in $(seq 8); do printf 'crawl\nnote the %dth\nu\nm room%d\nsearch\n' "$i" "$i"; done
} | "$sconce" play "$work/good" --json --answers default --seed 1 >"$work/out" 2>&1
"$sconce" log "$work/good" --format json >"$work/log.good"
size=$(stat -c %s "$work/good/journal.db") pages=$(($(stat -c %s "$work/good/journal.db") / 4096))

# check_damaged WHAT -- runs log, verify, play and salvage on the campaign $work/t, whose journal has the damage WHAT.
check_damaged() {
    local what=$1 began=$SECONDS st out named= # named: 1 once log or verify has told of the damage; then play may refuse without naming it
    cp -r "$work/t" "$work/u"
    "$sconce" log "$work/t" --format json >"$work/log" 2>"$work/err"
    st=$?
    [ $st -le 1 ] || fail "$what: log ended with $st: $(head -1 "$work/err")"
    if [ $st = 0 ]; then cmp -s "$work/log" "$work/log.good" || fail "$what: another log, and not a word"; else named=1; fi
    "$sconce" verify "$work/t" >"$work/verify" 2>"$work/err"
    st=$?
    [ $st -le 1 ] || fail "$what: verify ended with $st: $(head -1 "$work/err")"
    [ $st = 0 ] || { named=1; grep -qE 'damaged|not a journal|newer Sconce|not there|differs|not a plain|seed' "$work/err" || fail "$what: verify says: $(head -1 "$work/err")"; }
    out=$(printf 'note after\ncrawl\nu\n' | "$sconce" play "$work/t" --json --answers default 2>&1)
    st=$?
    [ $st -le 1 ] || fail "$what: play ended with $st: $out"
    [ -z "$named" ] && [ $st != 0 ] && [[ $out != *damaged* ]] && fail "$what: play alone says: $out"
    rm -rf "$work/s" "$work/s.sconce"
    if "$sconce" export --salvage "$work/u" "$work/s.sconce" >"$work/out" 2>&1; then
        "$sconce" import "$work/s.sconce" "$work/s" >"$work/out2" 2>&1
        [ $? -le 1 ] && [ -d "$work/s" ] || fail "$what: what was saved cannot be read: $(head -1 "$work/out2")"
        out=$(echo crawl | "$sconce" play "$work/s" --json --answers default 2>&1)
        [[ $out == '{"ok":true'* ]] || fail "$what: what was saved does not play: $out"
        [ -z "${VERBOSE-}" ] || echo "$what: $(head -1 "$work/out")"
        saved=$((saved + $(sed -n '1s/ of .*//p' "$work/out")))
    else
        grep -qE 'can be read|newer Sconce|can be saved' "$work/out" || fail "$what: salvage: $(head -1 "$work/out")"
        [ -z "${VERBOSE-}" ] || echo "$what: $(head -1 "$work/out")"
        none=$((none + 1))
    fi
    tries=$((tries + 1))
    rm -rf "$work/t" "$work/u"
    [ $((SECONDS - began)) -lt 100 ] || fail "$what took $((SECONDS - began)) s"
    pass
}
copy_good() { cp -r "$work/good" "$work/t"; }
# poke FILE AT BYTE -- overwrites one byte; BYTE as \xNN
poke() { printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }

saved=0 none=0 tries=0
RANDOM=11 # any number would do: the same damage each time
for ((page = 0; page < pages; page += every)); do
    at=$((page * 4096)) # Sconce's journals have pages of 4096 bytes
    copy_good; for i in 1 2 3; do poke "$work/t/journal.db" $((at + RANDOM % 4096)) "\\x$(printf %02x $((RANDOM % 256)))"; done; check_damaged "three bytes of page $page"
    copy_good; poke "$work/t/journal.db" $((at + RANDOM % 16)) "\\x$(printf %02x $((RANDOM % 256)))"; check_damaged "a byte of the head of page $page"
    copy_good; dd if=/dev/zero of="$work/t/journal.db" bs=4096 seek=$page count=1 conv=notrunc status=none; check_damaged "page $page zeroed"
    copy_good; truncate -s $((at + RANDOM % 4096)) "$work/t/journal.db"; check_damaged "cut off in page $page"
done
echo "$tries journals of $pages pages; $saved entries saved, $none journals of which nothing could be"
score
