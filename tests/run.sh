#!/bin/bash
# run.sh BUILD ASAN [PART [FILE…]] -- the whole suite, or one part of it, or some files of one part.
# tests/README.md says what each part tests.  BUILD is built as for play, ASAN with the sanitizers.
# Parts run side by side, the longest first: two more than there are processors, since some only wait;
# LANES=1 runs one at a time.  Each prints what it counted and how long it took; one that tested nothing
# fails.  Nothing limits a part: a test that may hang limits itself, as with `timeout 100`, many times what it
# takes.  QUICK=1 runs the parts that a change usually breaks, without the sanitizers.  The last line is
# `N passed, N failed`, then `, N skipped` when anything was skipped.
set -u
cd "$(dirname "$0")/.."
build=$1 asan=$2
shift 2
[ -z "${QUICK-}" ] || asan=$build
kept=$(mktemp -d) memory=
trap 'rm -rf "$kept" "$memory"' EXIT
export SCONCE_RULESETS=$PWD/rulesets
# Temporary folders are made in memory, where there is room for them and programs may run: on a disk, a tenth of the
# suite's work would be making and removing files.  Parts that are about the disk stay there (in_memory).
memory=$(mktemp -d /dev/shm/sconce-suite-XXXXXX 2>/dev/null) && cp "$(type -P true)" "$memory" && "$memory/true" &&
    [ "$(df -k --output=avail "$memory" | tail -1)" -gt 2000000 ] || { rm -rf "$memory" && memory=; }
# Where `python3` is a script that looks for the right one, it takes several times as long to start as Python itself.
if python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null); then
    ln -s "$python" "$kept/python3" && PATH=$kept:$PATH
fi
export ASAN_OPTIONS=detect_leaks=${LEAKS:-1}:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

# Every part, the longest first; those marked + are in `make quick` as well.
parts='odds seeds guide siege +units sim messages +play roads growth attacks repeat endless +specs compare power inputs fuzz lsp +bad sanitized
+recorded web crashes prompt +lint machine folders threads memory model disk halves reload secrets doors damage programs editors package filter +house'

# in_memory PART -- true if what the part tests does not depend on where its files lie.
in_memory() {
    [[ $memory && ! " crashes power disk halves folders damage threads " == *" $1 "* ]]
}

# run_tests PART [FILE…] -- runs a part; with FILEs, only these of the files that it reads.
run_tests() {
    local name=$1
    shift
    ! in_memory "$name" || local -x TMPDIR=$memory
    case $name in
    odds) tests/odds.sh "$build" ;;
    guide) tests/guide.sh "$build" "$@" ;;
    seeds) tests/bad/seeds.sh "$build/sconce" "$@" ;;
    play) PLAIN=$build tests/play/run.sh "$asan" "$@" ;;
    attacks) tests/fault/attacks.sh "$build/sconce" "$@" ;;
    endless) python3 tests/fault/endless.py "$build" "$@" ;;
    power) in_folder "$asan/power" ;;
    growth) tests/fault/growth.sh "$build" ;;
    memory) python3 tests/fault/memory.py "$build/sconce" ;;
    units) units "$@" ;;
    specs) if [ $# -gt 0 ]; then "$build/sconce" test "$@"; else specs; fi ;;
    sim) tests/sim.sh "$build" ;;
    filter) tests/fault/filter.sh "$build" ;;
    machine) tests/fault/machine.sh "$build/sconce" 2 ;;
    model) tests/model.sh "$build" ;;
    sanitized) "$asan/sconce" test ${*:-rulesets/delving.spec.lua examples tests/lang} ;;
    folders) tests/fault/folders.sh "$build/sconce" ;;
    roads) tests/fault/roads.sh "$build/sconce" ;;
    doors) python3 tests/fault/doors.py "$build" ;;
    messages) tests/messages.sh "$build" ;;
    bad) tests/bad/run.sh "$build/sconce" $(for file; do basename "$file"; done) ;;
    compare) python3 tests/fuzz/compare.py "$build" --seed 1 --count 30 ;;
    fuzz) tests/fuzz/replay.sh "$asan" "$build/sconce-cell" ;;
    siege) python3 tests/siege/siege.py "$asan" --corpus --count 10 --keep "$build/siege" ;;
    disk) tests/fault/disk.sh "$build/sconce" ;;
    halves) tests/fault/halves.sh "$build/sconce" ;;
    crashes) tests/fault/kill.sh "$build/sconce" ;;
    repeat) tests/fault/repeat.sh "$build/sconce" "$PWD/$asan/sconce" ;;
    reload) tests/reload.sh "$build" ;;
    recorded) python3 tests/recorded.py "$build" "$@" ;;
    programs) python3 tests/programs.py "$build" ;;
    inputs) python3 tests/inputs.py "$build" ;;
    web) python3 tests/web.py "$build" ;;
    secrets) tests/secrets.sh "$build" ;;
    lint) make -s B="$build" lint ;;
    threads) in_folder "$asan/threads" ;;
    damage) tests/fault/damage.sh "$build/sconce" 11 ;;
    prompt) python3 tests/prompt.py "$build" ;;
    editors) tests/editors.sh "$build" ;;
    lsp) python3 tests/lsp.py "$asan" "$@" ;;
    package) tests/package.sh "$build" ;;
    house) tests/house.sh "$build" ;;
    *)
        echo "no part '$name'; there are: ${parts//+/}" >&2
        echo '0 passed, 1 failed'
        return 1
        ;;
    esac
}

# units [NAME…] -- the programs of tests/unit, each with its own count.
units() {
    local good=0 bad=0 program ok not status ran=
    for program in "$asan"/tests/unit/*; do
        [ -x "$program" ] && [ -f "$program" ] && [ "${program##*/}" != fake_cell ] || continue
        [ $# = 0 ] || [[ " ${*##*/} " == *" ${program##*/}"[.\ ]* ]] || continue
        ran=yes
        CMOCKA_MESSAGE_OUTPUT=TAP "$program" >"$kept/unit.tap" 2>"$kept/unit.err"
        status=$?
        ok=$(grep -c '^ok ' "$kept/unit.tap") not=$(grep -c '^not ok ' "$kept/unit.tap")
        [ $status = 0 ] || [ "$not" -gt 0 ] || not=1
        if [ "$not" != 0 ]; then
            echo "$program: status $status"
            grep -v '^ok ' "$kept/unit.tap"
            cat "$kept/unit.err"
        fi
        good=$((good + ok)) bad=$((bad + not))
    done
    [ "$ran" ] || echo "No unit program${*:+ $*} in $asan/tests/unit; \`make units\` builds them, \`make asan\` those with the sanitizers."
    echo "$good passed, $bad failed"
    [ $bad = 0 ]
}

# specs -- every spec; fails also when no test covers some rule of a procedure.
specs() {
    "$build/sconce" test --covers rulesets examples tests/lang | awk '
        /^[0-9]+ of [0-9]+$/ { missing = $3 - $1 }
        /^[0-9]+ passed, [0-9]+ failed$/ { $3 += missing > 0; failed = $3 }
        { print }
        END { exit failed != 0 }'
}

# in_folder PROGRAM -- runs it in a folder of its own.
in_folder() {
    local dir status
    dir=$(mktemp -d)
    SCONCE_CELL=$build/sconce-cell "$1" "$dir"
    status=$?
    rm -rf "$dir"
    return $status
}

# run_part PART [FILE…] -- runs a part and prints its count; when something failed, all that it said as well.
run_part() {
    local name=$1 began=$SECONDS counts status out=$kept/$1
    run_tests "$@" >"$out" 2>&1 </dev/null
    status=$?
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$out" | tail -1)
    {
        flock 3
        if [ -z "$counts" ]; then
            counts='0 passed, 1 failed'
            echo "--- $name: ended with status $status and no count"
            tail -40 "$out"
        elif [[ $counts == '0 passed, 0 failed' ]]; then
            counts='0 passed, 1 failed'
            echo "--- $name: nothing was tested"
            cat "$out"
        elif [ $status != 0 ] || [[ $counts != *' 0 failed'* ]]; then
            echo "--- $name"
            cat "$out"
        else
            grep '^skipped: ' "$out"
        fi
        printf '%-10s %s  (%d s)\n' "$name" "$counts" $((SECONDS - began))
        echo "$counts" >>"$kept/counts"
    } 3>"$kept/lock"
}

if [ $# -gt 0 ]; then
    run_part "$@"
else
    running=0
    for name in $parts; do
        [[ -z ${QUICK-} || $name == +* ]] || continue
        [ $running -lt "${LANES:-$(($(nproc) + 2))}" ] || wait -n
        running=$((running + 1))
        run_part "${name#+}" &
    done
    wait
fi
awk '{ passed += $1; failed += $3; skipped += $5 }
    END { printf "%d passed, %d failed%s\n", passed, failed, skipped ? ", " skipped " skipped" : ""; exit failed > 0 }' "$kept/counts"
