#!/bin/bash
# machine.sh SCONCE [POINTS] -- makes call n of a sort fail (allocation, write, sync, read, open …; shim.c), alone or with
# all later ones, for n = 1, 2, 3 … (POINTS of each sort, spread over all; `all` for every n).  The program must say so in a
# sentence or go on, and reopening must show exactly what was acknowledged.  Then the same in the cell, where calls may
# fail at any line and only that line may be lost.  Last, failing.c lets every call fail for a few lines, in one process.
set -u
sconce=$(realpath "$1") points=${2:-6}
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../lib.sh"
memory=/dev/shm # a folder in memory: on a disk, journals wait for it at every entry
[ -w $memory ] && { rm -rf "$work"; work=$(mktemp -d -p $memory); }
fail() { echo "machine, $fault: $*" | cut -c1-400; failed=$((failed + 1)); }
${CC:-cc} -shared -fPIC -O1 -w -D_GNU_SOURCE "$here/shim.c" -o "$work/shim.so" -ldl || { echo "0 passed, 1 failed"; exit 1; }
"$sconce" new "$work/good" --ruleset delving >/dev/null 2>&1
printf 'add Bram con=1 hp=6\ntorches 5\nlight torch\ncrawl\n' | "$sconce" play "$work/good" --json --answers default --seed 1 >/dev/null 2>&1
printf '%s\n' 'crawl' 'search' 'u' 'redo' 'note one' 'u' 'm hall' 'torches +1' 'session "Two"' 'crawl x2' >"$work/lines"

state_of() { grep -o '"status":{"text":"[^"]*' <<<"$1" | tail -1; }

in_cell= # not empty: calls of the cell fail, and none of the program
# play_with_fault FAULT -- plays the file lines in a copy of the campaign good, while the call that FAULT names fails.  Checks
# that the program ends well or with a message, that the copy opens again, and that it holds what was acknowledged last.
play_with_fault() {
    fault=$1
    rm -rf "$work/t" "$work/count"
    cp -r "$work/good" "$work/t"
    [ -z "$in_cell" ] || { echo "$fault" >"$work/cell.fault"; fault=none; }
    timeout 100 env ${in_cell:+SCONCE_CELL="$work/cell"} FAULT="$fault" FAULT_COUNT="$work/count" LD_PRELOAD="$work/shim.so" "$sconce" play "$work/t" --json --answers default \
        <"$work/lines" >"$work/out" 2>"$work/err"
    local st=$? acked last again
    [ $st -le 1 ] || fail "ended with status $st: $(tail -1 "$work/err")"
    [ $st = 0 ] || [ -s "$work/err" ] || fail "ended without a word"
    grep -a '"ok":false' "$work/out" | grep -qE '"error":""|UNIQUE|SQL|sqlite|status [0-9]' && fail "says: $(grep -a '"ok":false' "$work/out" | head -1)"
    acked=$(grep -a '^{"ok":true.*}$' "$work/out" | tail -1)
    last=$(last_seq "$acked")
    again=$(echo | "$sconce" play "$work/t" --json --answers default 2>"$work/err")
    [[ $again == '{"ok":true'* ]] || { fail "it does not open again: $again $(head -1 "$work/err")"; return; }
    if [ -n "$last" ] && [ $st = 0 ]; then
        [ "$(last_seq "$again")" = "$last" ] || fail "entry $last was acknowledged last, and $(last_seq "$again") is there: $acked"
        [ -z "$(state_of "$acked")" ] || [ "$(state_of "$again")" = "$(state_of "$acked")" ] || fail "another state is there: $(state_of "$again"), not $(state_of "$acked")"
    elif [ -n "$last" ]; then # the program ended early: what came after the last answer may be there or not; the entry before it must be
        [ "$(last_seq "$again")" -ge $((last - 1)) ] || fail "entry $last was acknowledged, and $(last_seq "$again") is there"
    fi
    pass
}
# sweep SORT CODE -- lets call n fail alone, then every call from n on, for each n
sweep() {
    local sort=$1 code=$2 total step n
    play_with_fault "$sort 0"
    total=$(cat "$work/count")
    step=1
    [ "$points" = all ] || step=$((total / points))
    [ $step -ge 1 ] || step=1
    # Begin at a third of the step, so that points do not fall on a repeating pattern.
    for ((n = 1 + step / 3; n <= total; n += step)); do
        play_with_fault "$sort $n $code"
        play_with_fault "$sort $n+ $code"
    done
    [ -z "${VERBOSE-}" ] || echo "$sort $code: $total calls, every $step"
}
# The cell that play_with_fault starts for in_cell: FAULT comes from a file, for the program's own FAULT is "none".
cat >"$work/cell" <<EOF
#!/bin/sh
FAULT=\$(cat $work/cell.fault) LD_PRELOAD=$work/shim.so exec $(dirname "$(realpath "$sconce")")/sconce-cell
EOF
chmod +x "$work/cell"
# sweep_cell -- lets calls of the cell fail: allocations, of which it makes about 48000 in these lines, and forks; and lets it
# die after a message
sweep_cell() {
    local n step
    if [ "$points" = all ]; then step=${CELL_STEP:-40}; else step=$((48000 / (points * 2))); fi
    in_cell=1
    for ((n = 7; n < 48000; n += step)); do
        play_with_fault "malloc $n"
        play_with_fault "malloc $n+"
    done
    for n in 2 '3+'; do
        play_with_fault "fork $n"
        grep -q '"ok":false.*no room for another process' "$work/out" || fail "no process to be had, and it says: $(grep -a '"ok":false' "$work/out" | head -1)"
    done
    in_cell=
    study=(sim delving --turns 4 --plan crawl --runs 2000 --jobs 1 --json)
    "$sconce" "${study[@]}" >"$work/whole"
    # Messages 1 and 2 are hello and load.  Later the cell dies when it has sent its counts, when it is asked to go on or
    # to stop, or with its last message.
    for n in 3 4 5 6 7 8 9 10 11 12 13; do
        fault="message $n"
        echo "$fault" >"$work/cell.fault"
        SCONCE_CELL="$work/cell" timeout 100 "$sconce" "${study[@]}" >"$work/out" 2>&1
        cmp -s "$work/whole" "$work/out" && pass || fail "$(head -1 "$work/out")"
    done
}
for sort in ${SORTS:-malloc pwrite-ENOSPC pwrite-EIO pwrite-short fsync-EIO pread-EIO ftruncate-EIO open-EIO open-EMFILE unlink-EIO cell}; do
    code=${sort#*-}
    [ "$code" != "$sort" ] || code=
    if [ "$sort" = cell ]; then sweep_cell; else sweep "${sort%%-*}" "$code"; fi
done
fault='every call'
build=$(dirname "$sconce")
if ${CC:-cc} -O1 -w -D_GNU_SOURCE -I"$here/../../include" "$here/failing.c" "$here/shim.c" "$build/libinside.a" \
    -lsqlite3 -ljansson -lutf8proc -lgmp -lm -lpthread -ldl -o "$work/failing"; then
    SCONCE_CELL=$build/sconce-cell "$work/failing" "$work/good" >"$work/out" 2>&1
    read -r good _ bad _ < <(tail -1 "$work/out")
    [ "$good" -gt 1000 ] || fail "only $good calls failed: $(tail -1 "$work/out")"
    head -20 "$work/out" | grep '^failing'
    passed=$((passed + good)) failed=$((failed + ${bad:-1}))
else
    fail 'failing.c does not compile'
fi
fault=after
"$sconce" verify "$work/t" >"$work/out" 2>&1 || fail "verify: $(cat "$work/out")"
score
