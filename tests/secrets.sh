#!/bin/bash
# secrets.sh BUILD -- plays a table where everything that can be secret happens (tests/play/veiled.lua).
# No log for players, in any format, may hold a word of it; the game master's log holds all of them.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
. tests/lib.sh

mkdir "$work/table"
cp tests/play/veiled.lua "$work/table/house.lua"
sconce play "$work/table" --seed 3 --answers default >"$work/shown" 2>&1 <<'PLAY'
light torch Bram
PLAY
sconce log "$work/table" --follow --players >"$work/followed" & # a second screen
follower=$!
wait_for [ -s "$work/followed" ]
sconce play "$work/table" --answers default >>"$work/shown" 2>&1 <<'PLAY'
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
sleep 1.2 # it looks for news once a second
wait_for grep -q "Bram watch\|walk" "$work/followed"
kill $follower
grep -q 'Bram watch\|walk' "$work/followed" && pass || fail "the second screen shows nothing: $(cat "$work/followed")"
# `log players` at the prompt: its output stands between two prompts.
awk '/> log .*players$/ { on = 1; next } /> log all$/ { on = 0 } on && !/^T[0-9]/' "$work/shown" >"$work/prompt"
grep -q 'A plain\|walk' "$work/prompt" && pass || fail 'the prompt shows players nothing'
for format in md text json; do
    sconce log "$work/table" --format $format >"$work/gm"
    sconce log "$work/table" --format $format --players >"$work/players"
    sconce log "$work/table" --format $format --players --session 1 >"$work/first"
    for word in $(grep -o 'xyzzy[a-z]*' "$work/table/house.lua" | sort -u); do
        case $word in xyzzyno | xyzzyhigh | xyzzyb | xyzzyking | xyzzy | xyzzytorches) continue ;; esac
        grep -q "$word" "$work/shown" || [ "$format" != json ] || grep -q "$word" "$work/gm" || fail "$format: the GM is not told of $word"
        for file in players first prompt followed; do
            if grep -qi "$word" "$work/$file"; then fail "$file, $format: $(grep "$word" "$work/$file" | head -1 | cut -c1-300)"; else pass; fi
        done
    done
    for file in players first prompt followed; do
        if grep -qi xyzzy "$work/$file"; then fail "$file, $format: $(grep -im1 -o '.\{60\}xyzzy.\{30\}' "$work/$file")"; else pass; fi
    done
    grep -q walk "$work/players" && pass || fail "$format: the players are told nothing"
done
score
