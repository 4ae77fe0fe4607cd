#!/bin/sh
# study.sh BUILD [PART] -- simulation against the same procedure in bare Lua, by jobs, turns and members;
# then exact odds.  Each figure is the best of three in one run on one machine.  PART divides the number
# of runs and measures each once, to see that the script works.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-$top/build}" && pwd)
part=${2:-1}
times='1 2 3'
[ "$part" = 1 ] || times=1
export SCONCE_RULESETS="$top/rulesets"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

now() { date +%s.%N; }
# seconds COMMAND…: prints its shortest time
seconds() {
    best=
    for _ in $times; do
        from=$(now)
        "$@" >/dev/null 2>&1
        best=$(echo "$from $(now) $best" | awk '{ t = $2 - $1; print (NF < 3 || t < $3) ? t : $3 }')
    done
    echo "$best"
}
# rate RUNS TURNS ARGUMENTS…: prints simulated turns a second
rate() {
    runs=$((($1 + part - 1) / part)) turns=$2
    shift 2
    t=$(seconds "$build/sconce" sim "$@" --runs "$runs" --turns "$turns" --json)
    echo "$runs $turns $t" | awk '{ printf "%.0f", $1 * $2 / $3 }'
}
ratio() { echo "$1 $2" | awk '{ printf "%.2f", $1 / $2 }'; }

demo_rate() { rate "$1" 24 "$top/examples/demo.lua" --first 'light torch' --plan crawl --jobs "${2:-1}"; }
bare=
command -v lua5.4 >/dev/null &&
    bare=$(for _ in $times; do lua5.4 "$top/tests/bench/bare/delving.lua" $((20000 / part)) 24 2>/dev/null; done | sort -n | tail -1)
beside() { if [ -n "$bare" ]; then echo ", $(ratio "$1" "$bare") of the same by hand in bare Lua"; fi; }
echo 'delving: turns a second, with the states that come again remembered:'
one=
for runs in 1000 10000 100000; do
    one=$(demo_rate $runs)
    echo "  three members, $runs runs: $one$(beside "$one")"
done
echo "  two jobs: $(ratio "$(demo_rate 100000 2)" "$one") times that"
alone=$(rate 20000 24 delving --jobs 1)
echo "  without members, 20000 runs: $alone$(beside "$alone")"
one=$(demo_rate 1000)

echo 'by turns, as a share of the speed of 1000 runs:'
for turns in 1 6 24 96; do
    r=$(rate $((24000 / turns)) $turns "$top/examples/demo.lua" --first 'light torch' --plan crawl --jobs 1)
    printf '  %3d turns  %s\n' $turns "$(ratio "$r" "$one")"
done
echo 'by members:'
for n in 1 2 4 8; do
    echo 'extends "delving"' >"$work/party$n.lua"
    for i in $(seq $n); do echo "member \"M$i\" { hp = 6 }" >>"$work/party$n.lua"; done
    r=$(rate 500 24 "$work/party$n.lua" --plan crawl --jobs 1)
    printf '  %3d        %s\n' $n "$(ratio "$r" "$one")"
done
echo 'exact odds, 24 turns:'
for table in delving dungeon-exploration trespasser travel-turn "$work/party4.lua"; do
    t=$(seconds "$build/sconce" odds "$table" --turns 24 --json)
    "$build/sconce" odds "$table" --turns 24 --json 2>/dev/null | sed -E 's/.*"states":([0-9]+),"widest":([0-9]+),"leaves":([0-9]+).*/\1 \3/' |
        awk -v t="$t" -v table="$(basename "$table")" '{ printf "  %-20s %6d states, %7d plays, %.2f s\n", table, $1, $2, t }'
done
