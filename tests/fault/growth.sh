#!/bin/bash
# growth.sh BUILD [full] -- work grows with what there is, not with its square.  Each road of growth.c and growth_rules.c
# (a way by which much may come in) gets some items and ten times as many; callgrind counts the instructions of each, and
# ten times the items may take 13 times the work (n log n).  Then rules with thousands of things, also in one line, are checked and
# their odds counted, within a time of the processor that quadratic work would exceed.
# full: 1, 10 and 100 thousand items.  A road that takes fewer must refuse them with no more work than that.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "$1") full=${2-}
. tests/lib.sh
memory=/dev/shm # a folder in memory: on a disk, journals wait for it at every entry
[ -w $memory ] && { rm -rf "$work"; work=$(mktemp -d -p $memory); }

# walk ROADS PROGRAM [FOLDER] -- runs a program that has so many ROADS under callgrind, and compares the instructions of each
# road.  The program prints "ITEMS <tab> ROAD" before each call of measured().
walk() {
    local roads=$1 program=$2 i=0 n road instructions
    local -A before=() # road -> instructions for the smaller number of items
    shift 2
    needs "$roads" valgrind "the growth of work, $program" || return
    valgrind --tool=callgrind --collect-atstart=no --toggle-collect=measured --dump-after=measured \
        --callgrind-out-file="$work/$program" "$build/$program" "$@" $full >"$work/walked" 2>"$work/said" ||
        fail "growth: $(grep '^growth' "$work/said" || tail -3 "$work/said")"
    while IFS=$'\t' read -r n road; do
        i=$((i + 1))
        instructions=$(sed -n 's/^totals: //p' "$work/$program.$i")
        local fewer=${before[$road]:-}
        before[$road]=$instructions
        [ -n "$fewer" ] || continue
        [ -z "${VERBOSE-}" ] || echo "$((instructions * 10 / fewer)) tenths, $((instructions / 1000000)) million: $road, $n"
        if [ "$instructions" -lt $((fewer * 13)) ]; then
            pass
        else
            fail "$road: $fewer instructions for $((n / 10)) items, $instructions for $n"
        fi
    done <"$work/walked"
    [ -n "$full" ] || same "roads of $program" ${#before[@]} "$roads" # with `full`, a road that refuses its items is not played
}
mkdir "$work/room"
walk 35 growth "$work/room"
walk 34 growth_rules

# --- few steps, and much time in C ----------------------------------------------------------------------
while IFS=$'\t' read -r what rule; do same "the work of: $rule" "$what" counted; done < <("$build/growth_rules" work)

# --- the program itself, with rules of thousands of things -------------------------------------------------------------
# within NAME STATUS COMMAND… -- runs `sconce COMMAND`, which must end with STATUS.  No process may take more than five seconds
# of the processor (quadratic work would take minutes), and the output, in the file out, must be below half a megabyte.
within() {
    local name=$1 wanted=$2 status
    shift 2
    (ulimit -t 5; "$build/sconce" "$@" >out 2>&1)
    status=$?
    same "$name ($(head -c 200 out))" $status "$wanted"
    [ "$(wc -c <out)" -lt 500000 ] && pass || fail "$name: $(wc -c <out) bytes come out"
}
cd "$work" || exit 2
plain='ruleset "Big" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
action "wait" { help = "waits" }'
{ echo "$plain"; echo 'function act.wait() end'; seq -f 'member "M%g" {}' 1000; } >members.lua
{ echo "$plain"; echo 'function act.wait() roll "c" end'; echo 'chart "c" { die = "1d5000",'
    seq 5000 | awk '{ printf "{ \"%d\", \"row%d\" },\n", $1, $1 }'; echo '}'; } >rows.lua
{ echo "$plain"; echo 'function act.wait() for i = 1, 5 do dice "1000d6" end error "no" end'; } >dice.lua
"$build/sconce" new party --ruleset delving >/dev/null
seq -f 'member "M%g" { hp = 6 }' 1000 >party/party.lua
within 'check, a thousand members' 0 check members.lua
within 'check, a party of a thousand' 0 check party
within 'check, thousands of dice' 1 check dice.lua
has 'check, thousands of dice' "$(cat out)" 'and with thousands of dice; check --json has them'
# Thousands of things, and of mistakes, in one line: a quarter of a megabyte is as much as a file may hold.
# one_line NAME STATUS N ITEM [END] -- checks a house file that has this item N times, with its number for each %g, and then END
one_line() {
    { echo 'extends "delving"'; seq -f "$4" -s ' ' "$3" | tr -d '\n'; echo " ${5-}"; } >"$1.lua"
    within "check, one line of $1" "$2" check "$1.lua"
}
{ echo 'extends "delving"'; head -c 250000 /dev/zero | tr '\0' ';'; } >semicolons.lua
within 'check, one line of semicolons' 0 check semicolons.lua
one_line locals 0 13000 'do local a%g end'
one_line blocks 1 13000 'do local a%g end' do
one_line settings 1 15000 'setting.a%g=1'
one_line charts 1 6500 'chart.a%g{die="1d6",{"1-6","a"}}'
one_line functions 1 9000 'function rule.a%g()end'
within 'odds, thousands of rows' 0 odds rows.lua --turns 2 --plan wait
score
