#!/bin/bash
# run.sh BUILD ASAN -- the whole suite; the last line is `N passed, N failed`.
# Unit tests, transcripts and a good part of the specs run under the sanitizers (ASAN); all specs, attacks and
# crashes as built for play (BUILD).  Two parts run side by side, the longest first; LANES=1 runs one at a time.
set -u
cd "$(dirname "$0")/.."
build=$1 asan=$2
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
export SCONCE_RULESETS=$PWD/rulesets
export ASAN_OPTIONS=detect_leaks=${LEAKS:-1}:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

# run_part NAME COMMAND… -- runs a part; its last line says how many passed and failed.
run_part() {
    local name=$1 began=$SECONDS counts out=$kept/$1
    shift
    "$@" >"$out" 2>&1
    local status=$?
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$out" | tail -1)
    { flock 3
        if [ -z "$counts" ]; then
            counts='0 passed, 1 failed'
            echo "--- $name: ended with status $status and no count"
            tail -40 "$out"
        elif [ $status != 0 ] || [ "${counts#* passed, }" != '0 failed' ]; then
            echo "--- $name"
            cat "$out"
        fi
        printf '%-12s %s  (%d s)\n' "$name" "$counts" $((SECONDS - began))
        echo "$counts" >>"$kept/counts"
    } 3>"$kept/lock"
}

# part NAME COMMAND… -- runs it beside the others, when there is a lane free.
lanes=${LANES:-2} begun=0
part() {
    [ $begun -lt "$lanes" ] || wait -n
    begun=$((begun + 1))
    run_part "$@" &
}

units() {
    local good=0 bad=0 program
    for program in "$asan"/tests/unit/*; do
        [ -x "$program" ] && [ -f "$program" ] && [ "${program##*/}" != fake_cell ] || continue
        CMOCKA_MESSAGE_OUTPUT=TAP "$program" >"$kept/unit.tap" 2>"$kept/unit.err"
        local status=$? ok not
        ok=$(grep -c '^ok ' "$kept/unit.tap") not=$(grep -c '^not ok ' "$kept/unit.tap")
        [ $status = 0 ] || [ "$not" -gt 0 ] || not=1
        [ "$not" = 0 ] || { echo "$program: status $status"; grep -v '^ok ' "$kept/unit.tap"; cat "$kept/unit.err"; }
        good=$((good + ok)) bad=$((bad + not))
    done
    echo "$good passed, $bad failed"
    [ $bad = 0 ]
}

part odds tests/odds.sh "$build"
part units units
part specs "$build/sconce" test rulesets examples tests/lang
part sanitized "$asan/sconce" test rulesets/delving.spec.lua examples tests/lang
part bad tests/bad/run.sh "$build/sconce"
part seeds tests/bad/seeds.sh "$build/sconce"
part play tests/play/run.sh "$asan"
if command -v python3 >/dev/null; then
    part recorded python3 tests/recorded.py "$build"
    part prompt python3 tests/prompt.py "$build"
    part compare python3 tests/fuzz/compare.py "$build" --seed 1 --count 30
fi
part house tests/house.sh "$build"
part guide tests/guide.sh "$build"
part editors tests/editors.sh "$build"
part sim tests/sim.sh "$build"
part secrets tests/secrets.sh "$build"
part model tests/model.sh "$build"
part reload tests/reload.sh "$build"
part attacks tests/fault/attacks.sh "$build/sconce"
part roads tests/fault/roads.sh "$build/sconce"
part crashes tests/fault/kill.sh "$build/sconce"
part damage tests/fault/damage.sh "$build/sconce" 11
part machine tests/fault/machine.sh "$build/sconce" 2
part disk tests/fault/disk.sh "$build/sconce"
in_folder() { local dir=$(mktemp -d) status; SCONCE_CELL=$build/sconce-cell "$1" "$dir"; status=$?; rm -rf "$dir"; return $status; }
part threads in_folder "$asan/threads"
part power in_folder "$asan/power"
part fuzz tests/fuzz/replay.sh "$asan" "$build/sconce-cell"
part repeat tests/fault/repeat.sh "$build/sconce" "$PWD/$asan/sconce"
wait
awk '{ passed += $1; failed += $3 } END { printf "%d passed, %d failed\n", passed, failed; exit failed > 0 }' "$kept/counts"
