#!/bin/bash
# reload.sh BUILD -- rule files edited between two commands: new rules are loaded and reported, broken
# ones are reported and ignored, and state of removed things is set aside and comes back unharmed.
set -u
cd "$(dirname "$0")/.."
program=$(cd "$1" && pwd)/sconce
. tests/lib.sh
trap '' PIPE
export SCONCE_RULESETS=$work
campaign=$work/mine house=$work/mine/house.lua

cat >"$work/base.lua" <<'LUA'
-- base.lua -- rules to be changed while they are played
ruleset "Base" { turn = "10 minutes", procedure = "turn" }
track "dread" { min = 0 }
procedure "turn" { "act", "time" }
action "wait" { help = "wait" }
event "noise" { text = "A noise.", stops = true }
action "shout" { turns = 1 }
function act.shout() emit "noise" {} end
LUA

# Everything that rules can lose.  The comment of a line is the word by which it is left out.
rules() { # rules [WORD]: prints the house file without the lines that hold the word
    grep -v -- "${1:-no such line}" <<'LUA'
extends "base"
kind.member:has { luck = 3 }                                    -- luck
light "tallow" { lasts = "9 turns" }                            -- tallow
track "mood" { steps = { "calm", "afraid", "mad" } }            -- mood
track "sour" { of = "member", start = 2, max = 9 }              -- sour
track "soot" { of = "light", start = 5 }                        -- soot
track "wet" { of = "room", start = 1 }                          -- wet
track "fame" { of = "campaign", start = 4 }                     -- fame
timer "venom" { of = "member", lasts = "40 minutes" }           -- venom
function on.venom(who) say("%s dies.", who.name) end            -- venom
action "bite" { turns = 0, takes = { "member" } }               -- venom
function act.bite(_, who) start("venom", who) end               -- venom
procedure "watch" { lasts = "4 hours", "act", "time" }          -- watch
action "march" { turns = 0 }                                    -- watch
function act.march() enter "watch" end                          -- watch
deck "omens" { cards = { "sun", "moon", "star" } }              -- omens
action "deal" { turns = 0 }                                     -- omens
function act.deal() say(draw "omens") end                       -- omens
action "dig" { turns = 4, keeps = true }                        -- dig
function act.dig() say "Dug through." end                       -- dig
room "crypt" { exits = { "stair" } }                            -- crypt
LUA
}

begin() { # begin NAME: begins the test NAME: a new campaign under the whole rules, opened for say
    name=$1 fine=1
    rm -rf "$campaign"
    "$program" new "$campaign" --ruleset base >/dev/null
    rules >"$house"
    echo 'member "Bram" { luck = 7 }
member "Pike" { }' >"$campaign/party.lua"
    coproc TABLE { exec "$program" play "$campaign" --json --answers default 2>"$work/err"; }
    table=$TABLE_PID
    exec {to}>&"${TABLE[1]}" {from}<&"${TABLE[0]}"
    eval "exec ${TABLE[1]}>&- ${TABLE[0]}<&-"
    say '' # an empty line is answered when the table is open
}
say() {
    said=$1
    printf '%s\n' "$1" >&"$to"
    IFS= read -r -t 20 reply <&"$from" || reply='(no reply)'
}
wrong() {
    fine=0
    printf '%s: %s: %s\n  %s\n' "$name" "$said" "$1" "$reply"
}
shows() { for part; do [[ $reply == *"$part"* ]] || wrong "does not show '$part'"; done; }
hides() { for part; do [[ $reply != *"$part"* ]] || wrong "shows '$part'"; done; }
judge() { if [ $fine = 1 ]; then pass; else failed=$((failed + 1)); fi; } # counts the test; wrong has printed why it failed
finish() { # ends play and the test; the journal must replay
    exec {to}>&- {from}<&-
    wait "$table"
    said=verify reply=$("$program" verify "$campaign" 2>&1)
    shows 'all the same'
    judge
}

# --- new rules are loaded and reported -----------------------------------------------------------
begin 'changes are shown, on screen and in the journal'
say 'light tallow Bram'; shows 'tallow: 9 turns'
rules | sed 's/"9 turns"/"4 turns"/; s/Dug through/Dug/; s/"sun", //' >"$house"
echo 'light "stub" { lasts = "1 turn" }' >>"$house"
say wait
shows 'house.lua has changed and was read again' 'light.tallow.lasts: 9 turns -> 4 turns   house.lua:3' 'light.stub: new   house.lua:22' \
    'act.dig: rewritten   house.lua:20' 'tallow Bram 8'
say 'light tallow Pike'; shows 'tallow: 4 turns'
rules dig >"$house"
say wait; shows 'light.stub: gone' 'act.dig: gone' 'action.dig: gone'
rules dig | sed 's/-- luck/-- a comment/' >"$house"
say wait; shows 'was read again'; hides '->' 'new' 'gone'
say log; shows 'The rules changed:\n  act.dig: rewritten' 'light.tallow.lasts: 9 turns -> 4 turns' 'light.stub: gone'
said='log --players' reply=$("$program" log "$campaign" --players)
finish

begin 'several changes without a command between are one'
say wait
rules mood >"$house"; say state; shows 'track.mood: gone'
rules 'mood\|wet' >"$house"; say state; shows 'track.wet: gone'; hides mood:
say wait
say log; shows 'track.mood: gone' 'track.wet: gone'
finish
said='log --players' reply=$("$program" log "$campaign" --players)
name='players are not told what'; fine=1; shows 'The rules changed'; hides mood
judge

# --- broken files ---------------------------------------------------------------------------------
begin 'a mistake is told once, with its line, and again when it is another'
rules | sed 's/^light/ligth/' >"$house"
say wait; shows "house.lua:3: there is no word 'ligth'; did you mean 'light'? The rules read before stay in force"
say 'light tallow Bram'; shows 'tallow: 9 turns' '"warnings":[]'
rules | sed 's/^deck/dekc/' >"$house"
say wait; shows "house.lua:16: there is no word 'dekc'"
say wait; hides dekc
rules >"$house"
say wait; shows 'The rules are as they were before'
finish

begin 'a file changed in place, with its size and its time as they were'
touch -d '2020-01-01' "$house" "$work/time"
say wait
rules | sed 's/Dug through/Dug THROUGH/' >"$house"
touch -r "$work/time" "$house"
say wait; shows 'act.dig: rewritten'
touch -d '2040-01-01' "$house"
say wait; hides 'was read again'
finish

begin 'a file deleted, and there again'
rm "$house"
say wait; shows 'there is no file' 'stay in force' '"turn":1'
say wait; hides 'there is no file'
rules mood >"$house"
say wait; shows 'track.mood: gone'
finish

begin 'a file that is extended is deleted, and there again'
echo 'extends "base"
track "gloom" { start = 3 }' >"$campaign/gloom.lua"
{ echo 'extends "gloom"'; rules | tail -n +2; } >"$house"
say wait; shows 'track.gloom: new   gloom.lua:2'
rm "$campaign/gloom.lua"
say wait; shows "house.lua:1: no ruleset 'gloom'" '"gloom":3'
say wait; hides "no ruleset"
echo 'extends "base"
track "gloom" { start = 4 }' >"$campaign/gloom.lua"
say wait; shows 'track.gloom.start: 3 -> 4   gloom.lua:2' '"gloom":3'
finish

begin 'changed while nobody played'
say wait
finish
rules | sed 's/"9 turns"/"4 turns"/' >"$house"
said=wait reply=$(echo wait | "$program" play "$campaign" 2>&1)
name='changed while nobody played is told'; fine=1
shows 'The rules have changed since you last played' 'light.tallow.lasts: 9 turns -> 4 turns'
said=log reply=$("$program" log "$campaign")
shows 'light.tallow.lasts: 9 turns -> 4 turns'
judge

# --- lines that are typed at the prompt --------------------------------------------------------------
lines_of() { # lines_of TEXT N: house.lua must have N lines that hold TEXT
    said="$1 in house.lua" reply=$(cat "$house")
    [ "$(grep -c -- "$1" "$house")" = "$2" ] || wrong "not $2 lines hold '$1'"
}
begin 'a typed table takes the place of the one typed before, also when an editor wrote CR'
rules | sed '$a -- no line end' | sed 's/$/\r/' | head -c -2 >"$house"
say 'table inn: ale / beer'; shows 'Kept in house.lua: inn, d2'
say wait; hides 'house.lua has changed' 'chart.inn'
sed -i 's/$/\r/' "$house"
say 'table inn: ale / beer / mead'; shows 'inn, d3'
say wait; shows '"warnings":[]'
say 'table inn'; shows 'table takes its rows' '"ok":false'
lines_of typed 1
finish

begin 'what somebody else wrote meanwhile is told'
say 'table inn: ale / beer'
sed -i 's/"9 turns"/"4 turns"/' "$house"
say wait; shows 'house.lua has changed' 'light.tallow.lasts: 9 turns -> 4 turns'
sed -i 's/"4 turns"/"5 turns"/' "$house"
say 'table inn: mead / beer'; shows '4 turns -> 5 turns'
say wait; hides 'has changed'
finish

begin 'a house file that does not load is not written, and its own mistake is told'
rules | sed 's/^deck/dekc/' >"$house"
say wait; shows "house.lua:16: there is no word 'dekc'"
say 'table inn: ale / beer'; shows '"file":' '"line":16' "there is no word 'dekc'" '"ok":false'
lines_of inn 0
rules >"$house"
say 'table inn: ale 1 / beer 1'; shows 'is both \"ale\" and \"beer\"'; hides '"file"'
finish

begin 'a house file that nobody may write is not written'
chmod 444 "$house"
say 'table inn: ale / beer'; shows 'house.lua is read-only: make it writable' '"ok":false'
lines_of inn 0
finish

# --- state of removed things ------------------------------------------------------------------
# remove_rules WORD TEXT: removes the lines of the house file that hold WORD, and plays three turns; TEXT, which is then set
# aside, must be told once, and listed by `forget`.
remove_rules() {
    rules "$1" >"$house"
    say wait; shows 'Set aside, because the rules no longer have it' "$2"
    say 'wait x2'; hides 'set aside'
    say forget; shows "$2"
}
restore_rules() { rules >"$house"; say 'state'; shows 'What was set aside is back'; }

begin 'a light that burns'
say 'light tallow Bram'; say 'light tallow Pike'; say wait; shows 'tallow Bram 8, tallow Pike 8'
remove_rules tallow "Bram's tallow"; hides 'tallow Bram 5'; shows '"lights":[]'
restore_rules; shows 'tallow Bram 8, tallow Pike 8'
finish

begin 'the light of a member who is away, and one that was put out'
say 'light tallow Bram'; say 'soot Bram 2'; say 'light tallow Pike'; say 'away Bram'; say 'snuff tallow Pike'
remove_rules 'tallow\|soot' "Bram's tallow"; shows "Pike's tallow"
say 'back Bram'; shows '"ok":true' '"lights":[]'; say 'away Bram'; say 'away Pike'; say 'back Pike'
restore_rules
say 'back Bram'; shows 'tallow Bram 9'
say 'light tallow Pike'; shows 'Pike lights the tallow again'
say 'away Bram'
{ rules soot; echo 'track "soot" { of = "light", steps = { "clean", "black" } }'; echo 'track "glow" { of = "light", start = 3 }'; } >"$house"
say 'back Bram'; shows '"ok":true' "Bram's tallow's soot was 2 and is" 'tallow Bram 9'
say 'glow Bram'; shows 'glow is 3'
finish

begin 'a timer that runs'
say 'bite Bram'; say wait
remove_rules venom 'venom of Bram'
say 'wait x3'; hides dies
restore_rules
say 'wait x3'; shows 'Bram dies'
finish

begin 'tracks of the party, a member, a light, a room, the campaign'
say 'light tallow Bram'; say 'mood mad'; say 'sour Bram 8'; say 'soot Bram 1'; say 'wet 6'; say 'fame 7'
remove_rules 'mood\|sour\|soot\|wet\|fame' 'mood \"mad\"'
shows "Bram's sour 8" "Pike's sour 2" "Bram's tallow's soot 1" "start's wet 6" "the campaign's fame 7"
restore_rules; shows 'party.mood = mad' 'members.1.sour = 8' 'here.wet = 6' 'campaign.fame = 7' 'lights.1.soot = 1'
finish

begin 'a field of members'
remove_rules luck "Bram's luck 7"
restore_rules; shows 'members.1.luck = 7'
finish

begin 'a track that has become another'
say 'mood mad'; say 'sour Bram 9'
rules | sed 's/, "mad"//; s/max = 9/max = 5/' >"$house"
say wait; shows 'mood was \"mad\" and is \"calm\"' "Bram's sour was 9 and is 5"
restore_rules; shows 'party.mood = mad' 'members.1.sour = 9'
rules | sed 's/, "mad"//; s/max = 9/max = 5/' >"$house"
say 'mood afraid'
restore_rules; shows 'party.mood = afraid' 'members.1.sour = 9'
rules | sed 's/track "mood" .*/track "mood" { start = 6 }/' >"$house"
say wait; shows 'mood was \"afraid\" and is 6' '"mood":6'
restore_rules; shows 'party.mood = afraid'
finish

begin 'the procedure in force'
say march; say wait; shows 'watch T1 4:00'
remove_rules watch 'the procedure watch, in turn 1'; shows '"T3 4:30'
restore_rules; shows 'watch T1 4:30'
say wait; shows 'watch T2 8:30'
finish

begin 'a turn that waits for a step'
{ rules; echo 'procedure.turn:after("act", "plan")
function step.plan() end
action "plot" { at = "plan" }'; } >"$house"
say wait; say plot; say wait; shows 'plan?' '"turn":2'
rules >"$house"
say wait; shows 'waited for plan' '"turn":3'
finish

begin 'a deck, and a card of it'
say deal; say deal
remove_rules omens 'the deck omens, with 1 card left'
restore_rules
say deal; shows '"kind":"omens"' '"left":0'
rules | sed 's/"moon", "star"/"moon"/' >"$house"
say 'lua put_back "omens"'; say deal; say wait
rules >"$house"
say deal; say wait
finish

begin 'a deed broken off'
say 'dig + Pike shout'; shows 'dig is broken off'
remove_rules dig 'dig, broken off'
restore_rules
say dig; shows 'Dug through'; hides '"turn":8'
finish

begin 'a new field that every member must have'
rules | sed 's/luck = 3/luck = 3, nerve = "integer"/' >"$house"
say wait; shows 'Bram has no nerve yet; it is 0 until you say otherwise'
say 'lua set(party.members[1], "nerve", 4)'
say 'state party.Bram.nerve'; shows '"state":4'
finish

# --- corrections of orphaned state ---------------------------------------------------------------------------------
begin 'forget takes it away for good, and undo brings it back'
say 'light tallow Bram'; say 'mood mad'; say 'note door: tallow drips'
remove_rules 'tallow\|mood' "Bram's tallow"
say 'forget tallow'; shows 'Forgotten: tallow.'
say 'forget mood'
say forget; shows 'Nothing is set aside'
say 'forget tallow'; shows 'Forgotten: tallow drips.'
say 'forget tallow'; shows "nothing called 'tallow' is found, noted or set aside"
rules >"$house"
say state; shows 'lights = none' 'party.mood = calm' '"seq":9'
say undo; say undo; say undo
say state; shows 'tallow' 'party.mood = mad'
finish

# --- parts ----------------------------------------------------------------------------------------------------------
begin 'a part that a house file includes is read again when it changes'
mkdir "$campaign/parts"
echo 'action "ring" {} function act.ring() say "Ding." end' >"$campaign/parts/bells.lua"
{ rules; echo 'include "bells"'; } >"$house"
say ring; shows 'Ding.'
sed -i 's/Ding/Dong/' "$campaign/parts/bells.lua"
say ring; shows 'bells.lua has changed and was read again' 'act.ring: rewritten   bells.lua:1' 'Dong.'
said='check the part alone' reply=$("$program" check "$campaign/parts/bells.lua" 2>&1)
shows 'this is a part; check the file that includes it'
rm "$campaign/parts/bells.lua"
say ring; shows 'the rules read before stay in force' 'Dong.'
finish

name='save takes along the parts and the files that no campaign would find'; fine=1
mkdir -p "$work/elsewhere/parts" && cd "$work/elsewhere" || exit 2
echo 'extends "tower" include "bells"' >here.lua
echo 'extends "base"' >tower.lua
echo 'action "ring" {} function act.ring() say "Ding." end' >parts/bells.lua
said=save reply=$(printf 'ring\nsave %s\n' "$work/saved" | "$program" play here.lua --seed 1 2>&1)
cd "$OLDPWD" || exit 2
rm -r "$work/elsewhere"
said='play the saved one' reply=$(printf 'ring\n' | "$program" play "$work/saved" 2>&1)
shows 'T2 0:20  ring' 'Ding.'; hides '!'
judge

score
