#!/bin/bash
# growth.sh BUILD [SCALE] -- work grows with what there is, not with its square.  Each road of growth.c gets
# some items and ten times as many; callgrind counts the instructions of each, and ten times the items may
# take 13 times the work (n log n).  SCALE multiplies the items.  Then rules with thousands of things are
# checked and weighed for real, in so many seconds of the processor that their square would not fit.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "$1") scale=${2:-1}
. tests/lib.sh
roads=28
memory=/dev/shm # journals wait for the disk at every entry
[ -w $memory ] && { rm -rf "$work"; work=$(mktemp -d -p $memory); }

if needs $roads valgrind 'the growth of work'; then
    mkdir "$work/room"
    valgrind --tool=callgrind --collect-atstart=no --toggle-collect=measured --dump-after=measured \
        --callgrind-out-file="$work/count" "$build/growth" "$work/room" "$scale" >"$work/walked" 2>"$work/said" ||
        fail "growth: $(grep '^growth' "$work/said" || tail -3 "$work/said")"
    i=0 before=0
    while IFS=$'\t' read -r n road; do
        i=$((i + 1))
        instructions=$(sed -n 's/^totals: //p' "$work/count.$i")
        if [ $((i % 2)) = 1 ]; then
            before=$instructions
            continue
        fi
        [ -z "${VERBOSE-}" ] || echo "$((instructions * 10 / before)) tenths, $((instructions / 1000000)) million: $road, $n"
        if [ "$instructions" -lt $((before * 13)) ]; then
            pass
        else
            fail "$road: $before instructions for $((n / 10)) items, $instructions for $n"
        fi
    done <"$work/walked"
    same 'roads walked' $((i / 2)) $roads
fi
score
