#!/bin/bash
# secrets.sh BUILD -- everything that can be secret happens (tests/play/veiled.lua), by every road; no log for
# players, in any format, holds a word of it, and the GM's log holds them all.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)) && echo "$1"; }

mkdir "$place/table"
cp tests/play/veiled.lua "$place/table/house.lua"
sconce play "$place/table" --seed 3 --answers default >"$place/shown" 2>&1 <<'PLAY'
light torch Bram
PLAY
sconce log "$place/table" --follow --players >"$place/followed" & # a second screen
follower=$!
sleep 0.3
sconce play "$place/table" --answers default >>"$place/shown" 2>&1 <<'PLAY'
walk
watch
Bram watch + Ysolde walk
xyzzyplan
xyzzyplan the xyzzytext
behind
walk x2
note xyzzynote
lua say("xyzzylua")
= "xyzzyvalue"
xyzzynumber +2
xyzzyladder xyzzylow
xyzzywound Bram 3
add Cid xyzzywound=2 wit=1
dice hand
watch
3
4
u
dice auto
session "The open title"
walk
behind
u
redo
log players
log --players
log 50 players
log all
PLAY
sleep 1.2
kill $follower
grep -q 'Bram watch\|walk' "$place/followed" && ok || bad "the second screen shows nothing: $(cat "$place/followed")"
# What the prompt shows players is between its prompts.
awk '/> log .*players$/ { on = 1; next } /> log all$/ { on = 0 } on && !/^T[0-9]/' "$place/shown" >"$place/prompt"
grep -q 'A plain\|walk' "$place/prompt" && ok || bad 'the prompt shows players nothing'
for format in md text json; do
    sconce log "$place/table" --format $format >"$place/gm"
    sconce log "$place/table" --format $format --players >"$place/players"
    sconce log "$place/table" --format $format --players --session 1 >"$place/first"
    for word in $(grep -o 'xyzzy[a-z]*' "$place/table/house.lua" | sort -u); do
        case $word in xyzzyno | xyzzyhigh | xyzzyb | xyzzyking | xyzzy | xyzzytorches) continue ;; esac
        grep -q "$word" "$place/shown" || [ "$format" != json ] || grep -q "$word" "$place/gm" || bad "$format: the GM is not told of $word"
        for file in players first prompt followed; do
            if grep -qi "$word" "$place/$file"; then bad "$file, $format: $(grep "$word" "$place/$file" | head -1 | cut -c1-300)"; else ok; fi
        done
    done
    for file in players first prompt followed; do
        if grep -qi xyzzy "$place/$file"; then bad "$file, $format: $(grep -im1 -o '.\{60\}xyzzy.\{30\}' "$place/$file")"; else ok; fi
    done
    grep -q walk "$place/players" && ok || bad "$format: the players are told nothing"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
