#!/bin/bash
# memcheck.sh BUILD -- a good part of the suite under valgrind, both processes: invalid reads and writes,
# and leaks.  Builds BUILD/memcheck without the system-call filter, which valgrind cannot run under.
# Takes an hour; some screens differ because everything is slow.  The last line counts processes, and no tests.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v valgrind >/dev/null || { echo 'valgrind is needed (apt-get install valgrind)'; exit 1; }
top=$PWD build=$(realpath "$1")/memcheck
make -s -j"$(nproc)" B="$build" CFLAGS="-O1 -g" SAN=-DSANITIZED=1 all units >&2 || exit 1
mkdir -p "$build/under" "$build/logs"
rm -f "$build/logs"/*
for program in sconce sconce-cell; do
    # The cell exits without freeing its rules, so leaks are looked for only in the program.
    leaks=full
    [ $program = sconce ] || leaks=no
    printf '#!/bin/sh\nexec valgrind -q --leak-check=%s --show-leak-kinds=definite --log-file=%s/logs/%s.%%p %s/%s "$@"\n' \
        $leaks "$build" $program "$build" $program >"$build/under/$program"
    chmod +x "$build/under/$program"
done
export SCONCE_CELL=$build/under/sconce-cell SCONCE_RULESETS=$top/rulesets SCONCE_PATIENCE=100
export PATH=$build/under:$PATH
failed=0
part() {
    local began=$SECONDS
    "${@:2}" >"$build/out" 2>&1
    printf '%-10s %s (%d s)\n' "$1" "$(tail -1 "$build/out")" $((SECONDS - began))
}
units() {
    for unit in "$build"/tests/unit/*; do
        [ -x "$unit" ] && [ -f "$unit" ] && [ "${unit##*/}" != fake_cell ] || continue
        valgrind -q --leak-check=full --show-leak-kinds=definite --log-file="$build/logs/unit.%p" "$unit" >/dev/null 2>&1
    done
    echo done
}
part units units
part specs sconce test rulesets/delving.spec.lua tests/lang
part play tests/play/run.sh "$build/under"
part repeat tests/fault/repeat.sh "$build/under/sconce"
part disk tests/fault/disk.sh "$build/under/sconce"
part attacks tests/fault/attacks.sh "$build/under/sconce" tests/fault/attacks/{emit,err,say,state,track,go,load,half,io}_*.lua
work=$(mktemp -d)
part sim sconce sim delving --turns 4 --runs 20 --jobs 2 --plan 'crawl; search' --seed 1
part odds sconce odds delving --turns 2 --plan 'crawl; search' --fractions
part check sconce check examples/*.lua
part new sconce new "$work/t" --ruleset delving
part export sconce export "$work/t" "$work/t.sconce"
part import sconce import "$work/t.sconce" "$work/u"
part roll sconce roll 4d6kh3 --odds
part log sconce log "$work/u"
part verify sconce verify "$work/u"
rm -rf "$work"
all=$(ls "$build/logs" | wc -l)
for log in $(grep -l '^==' "$build/logs"/*); do # a log without a line in == only names system calls that valgrind does not know
    echo "--- $log"
    head -30 "$log"
    failed=$((failed + 1))
done
echo "$((all - failed)) passed, $failed failed"
[ $failed = 0 ]
