#!/bin/bash
# kill.sh SCONCE [TIMES] -- kills a program that plays a campaign with -9 in mid-command, TIMES times ($KILLS, or 50).
# Each reopening must show every acknowledged command, and nothing half done.
set -u
sconce=$1 times=${2:-${KILLS:-50}}
. "$(dirname "$0")/../lib.sh"
"$sconce" new "$work/table" --ruleset delving >/dev/null 2>&1 || { echo "0 passed, 1 failed"; exit 1; }
# Prints commands without end.
print_commands() { echo 'torches 9'; while :; do printf 'light torch\ncrawl\nwalk\nundo\nrest\nredo\nnote a line of some length\n'; done; }

RANDOM=7 # any number would do
answered=0 # rounds that got an answer before the kill: the others prove little
for i in $(seq "$times"); do
    rm -f "$work/out"
    print_commands | "$sconce" play "$work/table" --json --answers default >"$work/out" 2>"$work/err" &
    pid=$!
    wait_for [ -s "$work/out" ]
    sleep "$(printf 0.%03d $((RANDOM % 250)))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    # The last line may be cut short; only whole lines were acknowledged.
    grep -a '^{"ok":true.*}$' "$work/out" >"$work/acked"
    acked=$(last_seq "$(cat "$work/acked")")
    last=$(tail -1 "$work/acked")
    echo | "$sconce" play "$work/table" --json --answers default >"$work/again" 2>"$work/err"
    if [ $? != 0 ]; then
        fail "round $i: it did not open again: $(head -c 300 "$work/err")"
        continue
    fi
    seq=$(last_seq "$(cat "$work/again")")
    # In these commands `undo` follows `walk`, and leads back by one entry: it may have been done, and not yet answered,
    # when the kill came.
    least=${acked:-1}
    case $last in *'"command":"walk"'*) least=$((acked - 1)) ;; esac
    if [ "${seq:-0}" -lt "$least" ]; then
        fail "round $i: seq $acked was acknowledged and $seq is there: $(head -c 200 <<<"$last")"
    else
        pass
        answered=$((answered + ${acked:+1}+0))
    fi
done
[ $answered -gt $((times / 2)) ] || fail "only $answered of $times rounds got as far as an answer"
"$sconce" verify "$work/table" >"$work/verify" 2>&1 || fail "verify: $(cat "$work/verify")"
score
