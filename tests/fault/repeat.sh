#!/bin/bash
# repeat.sh SCONCE -- same rules, seed and commands give the same bytes.
set -u
sconce=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
same() { if cmp -s "$2" "$3"; then passed=$((passed + 1)); else echo "$1: differ: $(cmp "$2" "$3" 2>&1)"; failed=$((failed + 1)); fi; }
printf '%s\n' 'torches 5' 'candles 3' 'light torch' 'crawl x3' 'search' 'rest' 'u' 'redo' 'run' 'try dex 11' 'pass 20 minutes why' \
    'serch' 'm 4' 'light candle' 'search' 'state' '= party.torches' 'lua gain("torches", 2)' 'log' >"$work/lines"
for seed in 7 other 99999999999; do
    for n in 1 2; do
        "$sconce" play delving --json --answers default --seed "$seed" <"$work/lines" >"$work/$n" 2>&1
    done
    same "seed $seed, twice" "$work/1" "$work/2"
done
"$sconce" play delving --json --answers default --seed 8 <"$work/lines" >"$work/2" 2>&1
if cmp -s "$work/1" "$work/2"; then echo 'two seeds gave the same dice'; failed=$((failed + 1)); else passed=$((passed + 1)); fi
# The dice of the golden trace, as the books write traces.
printf '%s\n' 'crawl' 'search' 'crawl' 'A rest + B search' >"$work/lines"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
