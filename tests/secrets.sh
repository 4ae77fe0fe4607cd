#!/bin/bash
# secrets.sh BUILD -- searches everything that players can read for secrets.
#
# Two tables are played, and no log for players, in any format, may hold a word with xyzzy in it.  veiled.lua makes
# everything secret that can be.  unsaid.lua uses every word and field of the language, and says of hardly anything that
# it is public or secret; its words that begin with fair must be in the logs.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
. tests/lib.sh

# Prints the logs for players that a session shows at the prompt.
print_player_logs() { awk '/> log .*players$/ { on = 1; next } /> log all$/ { on = 0 } on && !/^T[0-9]/' "$1"; }

# Writes each log for players of the table $1, and of its first session, to $1.seen/; those of the game master to $1.gm.
read_logs() {
    mkdir -p "$1.seen"
    for format in md text json; do
        sconce log "$1" --format $format --players >"$1.seen/$format"
        sconce log "$1" --format $format --players --session 1 >"$1.seen/$format of session 1"
        sconce log "$1" --format $format
    done >"$1.gm"
    print_player_logs "$1.shown" >"$1.seen/prompt"
}
words_of() { grep -o "$1[a-z]*" "$2" | sort -u; } # words_of xyzzy FILE: prints the words in it that begin so
# play_screens TABLE FILE: plays the lines of FILE once more, in a folder like TABLE, and writes all that a screen for
# players is given after each line, also at questions.
play_screens() {
    mkdir "$1.again"
    cp "$1/house.lua" "$1.again"
    awk '{ print; print "{\"view\":\"players\"}"; print "{\"since\":0,\"for\":\"players\"}" }
        /^u(ndo)?$/ { for (i = 1; i < NR + 3; i++) print "{\"since\":" i ",\"for\":\"players\"}" }' "$2" |
        sconce play "$1.again" --seed 3 --answers default --json | grep '^{"who":"players"\|^{"head"' >"$1.seen/screen"
    [ "$(grep -c '^{"who"' "$1.seen/screen")" = "$(wc -l <"$2")" ] && pass || fail "$1: a screen is missing"
}
holds_no() { # holds_no WORD TABLE: passes when WORD is in nothing that players read of the table
    for seen in "$2".seen/*; do
        if grep -qi -- "$1" "$seen"; then fail "$seen: $(grep -im1 -o ".\{0,60\}$1.\{0,30\}" "$seen")"; else pass; fi
    done
}

sconce new "$work/fresh" --ruleset delving >"$work/new" # a folder with no line yet, at which a second screen looks already
sconce log "$work/fresh" --follow >"$work/fresh.log" 2>&1 &
follower=$!
sconce play "$work/fresh" --seed 3 --answers default <<<'note here we go' >"$work/new" 2>&1
wait_for grep -q 'here we go' "$work/fresh.log"
grep -q 'here we go' "$work/fresh.log" && pass || fail "a log begun before play shows: $(cat "$work/fresh.log")"
kill $follower

# --- everything that can be secret ---------------------------------------------------------------
veiled=$work/veiled
mkdir "$veiled" "$veiled.seen"
cp tests/play/veiled.lua "$veiled/house.lua"
sconce play "$veiled" --seed 3 --answers default >"$veiled.shown" 2>&1 <<'PLAY'
light torch Bram
note xyzzyfirst
PLAY
sconce log "$veiled" --follow --players >"$veiled.seen/followed" & # a second screen
follower=$!
wait_for [ -s "$veiled.seen/followed" ]
cat >"$veiled.lines" <<'PLAY'
light torch Ysolde
walk
watch
Bram watch + Ysolde walk
xyzzyplan
xyzzyplan the xyzzytext
xyzzyscheme the xyzzytext
Bram xyzzyscheme the xyzzytext + Ysolde walk
behind
walk x2
note xyzzynote
lua say("xyzzylua")
= "xyzzyvalue"
xyzzynumber +2
gain xyzzynumber 1d4
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
sconce play "$veiled" --answers default <"$veiled.lines" >>"$veiled.shown" 2>&1
wait_for grep -q "Cid joins" "$veiled.seen/followed"
kill $follower
grep -q 'Ysolde: walk' "$veiled.seen/followed" && pass || fail "the second screen shows nothing: $(cat "$veiled.seen/followed")"
read_logs "$veiled"
play_screens "$veiled" "$veiled.lines"
for format in md text json prompt; do
    grep -q walk "$veiled.seen/$format" && pass || fail "$format: the players see nothing"
done
# Each secret word must have come up in play, else it proves nothing that players do not see it; a few cannot come up.
for word in $(words_of xyzzy "$veiled/house.lua"); do
    case $word in xyzzyno | xyzzyhigh | xyzzyb | xyzzyking | xyzzy | xyzzytorches) continue ;; esac
    grep -q "$word" "$veiled.shown" "$veiled.gm" || fail "the GM does not see $word"
done
holds_no xyzzy "$veiled"
# The burning torch is shown to players, so that its oil, which is secret, could have been shown with it.
grep -q '"lights":\[{' "$veiled.seen/screen" && pass || fail 'the screen shows no light'

# --- everything else that is not declared public -------------------------------------------------
unsaid=$work/unsaid
mkdir "$unsaid"
cp tests/play/unsaid.lua "$unsaid/house.lua"
cat >"$unsaid.lines" <<'PLAY'
light fairlamp Bram
walk fairpace 7712
Bram walk 7712.5 + Ysolde Pike listen
Bram scheme 7712
correct xyzzyb
scheme +7712
scheme 0x7712
lurk xyzzylurking
stalk xyzzylurking
count 4321
stalk xyzzylurking + Ysolde count 4322 + Pike walk 7712
part
Pike walk
with Bram
part
go_on
go_on
battle
wait
yield
walk x2
gain xyzzynumber 2
lose fairwound Bram 1d1
xyzzynumber +2
fairwound Bram 4
xyzzyladder xyzzylow
fairlamp Bram +1
note xyzzynote
add Cid xyzzydread=2 wit=1
away Cid
back Cid
order Cid
remove Cid
snuff fairlamp
here xyzzycrypt
found fairkey
Bram found fairrope
give fairkey Ysolde
drop fairrope
trap here xyzzypit
note door: xyzzydoor
note Bram: xyzzydebt
move fairgarden
move xyzzycrypt
map
move into the fairgarden
trap fairgarden xyzzysnare
forget xyzzysnare
party
sheet Bram
here xyzzycrypt
time +10
pass 10 minutes xyzzywhy
with Bram
rejoin
split Pike
rejoin
pause
resume
lua say("xyzzylua")
= "xyzzyvalue"
state
forget
chart fate
help xyzzyquestion
why
why xyzzychart
odds peril in 1
changes
recap
undo
redo
save xyzzyfolder
session "The fairevening"
dice hand
Bram listen
7
Bram scheme
5
finish
walk
log players
log all
quit
PLAY
sconce play "$unsaid" --seed 3 --answers default <"$unsaid.lines" >"$unsaid.shown" 2>&1
read_logs "$unsaid"
grep -vx 'quit\|save .*' "$unsaid.lines" >"$unsaid.again.lines"
play_screens "$unsaid" "$unsaid.again.lines"
holds_no xyzzy "$unsaid"
holds_no 7712 "$unsaid"
for word in $(words_of xyzzy "$unsaid/house.lua"); do
    case $word in xyzzysheet | xyzzy | xyzzy*help | xyzzykind | xyzzyfield | xyzzything | xyzzysetting | xyzzycannot) continue ;; esac
    case $word in xyzzylair | xyzzyrats | xyzzyroomtext | xyzzyolder | xyzzyrefused | xyzzyerror | xyzzyturn | xyzzyanswer | xyzzyno | xyzzyking | xyzzyalways | xyzzymore) continue ;; esac
    grep -qi "$word" "$unsaid.shown" "$unsaid.gm" || fail "the GM does not see $word: it is not tested"
done
for word in $(words_of fair "$unsaid/house.lua"); do
    case $word in fairgate) continue ;; fairtitle) formats=md ;; fairquestion | fairmood) formats=json ;; *) formats='md text json' ;; esac
    for format in $formats; do
        grep -qi "$word" "$unsaid.seen/$format" && pass || fail "$format: the players do not see $word"
    done
done
for word in fairkey fairrope fairwound fairlyangry fairfame '"awaits":{"who":."Bram".,"die":"1d20"'; do
    grep -q "$word" "$unsaid.seen/screen" && pass || fail "the screen does not show $word"
done
for word in fairkey fairrope; do grep -q "$word" "$unsaid.seen/text" && pass || fail "the players do not see $word"; done
for number in 4321 4322; do grep -q "count $number" "$unsaid.seen/text" && pass || fail "the players do not see count $number"; done
# Dice that the text shows are in the JSON, and no others.
same 'rolls in JSON' "$(grep -o '"for":"[^"]*"' "$unsaid.seen/json" | sort -u | tr '\n' ' ')" \
    '"for":"WIT" "for":"fairchart" "for":"fairdeck" "for":"fairdie" '

# In the view each member has their own things; what was left behind in a room is nobody's.
printf 'add Bram hp=6\nadd Pike hp=6\nBram found a rope\nBram found a lamp\nPike found a key\ngo hall\ndrop rope\n{"view":"players"}\n' |
    sconce play delving --json --answers default | tail -1 >"$work/things"
same 'who has what' "$(grep -o '"name":"[BP][a-z]*"\|"has":\[[^]]*\]' "$work/things" | paste -sd' ')" \
    '"name":"Bram" "has":["a lamp"] "name":"Pike" "has":["a key"]'

# Players know the room, and nothing of its track, of a turn that waits at a step, and of a die that is asked for in secret.
cat >"$work/still.lua" <<'RULES'
ruleset "Still" { turn = "10 minutes", check = "1d20" }
kind.member:has { wit = 0 }
procedure "turn" { "scout", "act", "time" }
track "damp" { of = "room", start = 0 }
action "look" { at = "scout" }
action "walk" { at = "act" }
action "listen" { turns = 0, by = "one" }
member "Bram" { wit = 1 }
function act.look() go "hall" gain(here, "damp") end
function act.walk() end
function act.listen(who) check(who, "wit", 12, { secret = true }) end
RULES
printf 'look\ndice hand\nBram listen\n{"view":"players"}\n{"view":"gm"}\n' | sconce play "$work/still.lua" --json | tail -2 >"$work/views"
has 'players know the room' "$(head -1 "$work/views")" '"room":{"name":"hall"'
for key in '"waiting":' '"damp"' '"awaits":'; do
    holds "a turn that waits: $key is for the game master" "$(head -1 "$work/views" | grep -o -- "$key")"
    has "a turn that waits: the game master has $key" "$(tail -1 "$work/views")" "$key"
done
# `here` puts the party into a room without telling players: the view does not say where they are, though all know the room.
printf 'add Bram hp=6\nm hall\nhere cellar\nhere hall\n{"view":"players"}\n' | sconce play delving --json --answers default | tail -1 >"$work/views"
holds 'a room that they were put into' "$(grep -o '"room":.*' "$work/views")"

# A timer that players do not see may run in real time: they are not told that anything does.
cat >"$work/bell.lua" <<'RULES'
ruleset "A bell" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
light "candle" { lasts = "90 real minutes" }
timer "bell" { lasts = "90 real minutes" }
member "Bram" {}
action "wait" {}
function act.wait() start "bell" end
RULES
printf 'wait\n{"view":"players"}\n{"view":"gm"}\nlight candle Bram\n{"view":"players"}\n' | sconce play "$work/bell.lua" --json >"$work/bell"
same 'who reads that something runs in real time' "$(grep -c '"paused":' "$work/bell") $(sed -n 2p "$work/bell" | grep -c '"paused":')" '2 0'

# Two tables that differ only in what is secret: players are sent the same bytes.  So the token of a die says nothing of
# the line, or of the game master's answers before it.
cat >"$work/alike.lua" <<'RULES'
ruleset "Alike" { turn = "10 minutes", check = "1d20" }
kind.member:has { wit = 0 }
procedure "turn" { "act", "time" }
question "trap" { text = "Is it trapped?", default = false, secret = true }
action "open" { by = "one", takes = { "text?" }, public = false }
member "Bram" { wit = 1 }
function act.open(who) ask "trap" check(who, "wit", 12, { public = true }) end
RULES
for line in 'open chest,yes' 'open door,no'; do
    printf 'dice hand\n%s\n%s\n{"view":"players"}\n' "${line%,*}" "${line#*,}" | sconce play "$work/alike.lua" --json | tail -1
done >"$work/tokens"
has 'a die is awaited' "$(cat "$work/tokens")" '"token":"'
same 'tokens, whatever the game master answered' "$(sort -u "$work/tokens" | wc -l)" 1
sed 's/xyzzy/plughs/g' "$veiled.lines" >"$veiled.other.lines"
mkdir "$veiled.other" "$veiled.other.seen"
sed 's/xyzzy/plughs/g' "$veiled/house.lua" >"$veiled.other/house.lua"
play_screens "$veiled.other" "$veiled.other.lines"
mkdir "$veiled.first" "$veiled.first.seen"
cp "$veiled/house.lua" "$veiled.first"
play_screens "$veiled.first" "$veiled.lines"
same 'screens, with other words for what is secret' "$(sed 's/"date":[0-9]*//g' "$veiled.other.seen/screen")" \
    "$(sed 's/"date":[0-9]*//g' "$veiled.first.seen/screen")"

# Where lights and turns are secret, the view for players has neither, and the game master's has both.
printf 'extends "delving"\nevent.kindled.secret = true\nevent.turn_start.secret = true\n' >"$work/veiled_turns.lua"
printf 'add Bram hp=6\ntorches +2\nlight torch\nm hall\n{"view":"players"}\n{"view":"gm"}\n' |
    sconce play "$work/veiled_turns.lua" --json --answers default | tail -2 >"$work/views"
for key in '"turn":' '"clock":' '"dark":' '"light":'; do
    holds "secret turns and lights: $key is for the game master" "$(head -1 "$work/views" | grep -c -- "$key" | grep -v '^0')"
    has "secret turns and lights: the game master has $key" "$(tail -1 "$work/views")" "$key"
done

# Secret turns: neither their numbers nor the clock are told, by no event and beside none: in the lines of the log, its
# foot, the text of a lamp, the names of rooms, a fight's rounds, undone lines; nor when a light or a timer ends.
cat >"$work/turns.lines" <<'PLAY'
fairlook
light fairlamp Bram
fairlook x2
fairwalk
time +37
set_clock
split Pike
Bram fairlook
rejoin
fairfight
fairhit
fairhit
fairend
fairfight
fairhit
fairend
fairlook
u
note unseen
session "A second evening"
befall
Bram fairlook + Pike fairlook
log players
log 3 players
PLAY
for how in 'secret = true' 'public = false' 'public = "Fair time passes."'; do
    turns="$work/turns ${how%% *}${how##* }"
    mkdir "$turns"
    { cat; echo "event.turn_start.$how"; } >"$turns/house.lua" <<'RULES'
ruleset "The hidden hour" { turn = "10 minutes", starts = "5 hours", procedure = "turn" }
procedure "turn" { "act", "time" }
procedure "fray" { lasts = "10 seconds", "act", "time" }
light "fairlamp" { lasts = "40 turns" }
track "open" { public = true }
timer "bell" { lasts = "90 real minutes" }
event "surprise" { text = "A fairsurprise.", stops = true, public = true }
member "Bram" {}
member "Pike" {}
action "fairlook" { by = "each" }
action "fairwalk" {}
action "fairhit" {}
action "fairfight" { enters = "fray" }
action "fairend" { leaves = "fray" }
action "set_clock" { turns = 0 }
action "befall" { turns = 0 }
function act.fairlook(who) gain("open") end
function act.fairwalk() go(new_name "room") end
function act.fairhit() say "A fairhit." end
function act.set_clock() clock.set "7 hours" start("bell") end
function act.befall() emit "surprise" {} end
RULES
    sconce play "$turns" --seed 3 --answers default <"$work/turns.lines" >"$turns.shown" 2>&1
    read_logs "$turns"
    head -n -2 "$work/turns.lines" >"$turns.lines"
    play_screens "$turns" "$turns.lines"
    printf '{"wait":1,"as":"players"}\n' | sconce play "$turns" --json >"$turns.seen/due"
    grep -q 'T[0-9].*[0-9]:[0-9][0-9]' "$turns.gm" && pass || fail "$how: the game master sees no clock"
    for seen in "$turns".seen/*; do
        told=$(grep -oE '.{0,40}(T[0-9]|[0-9]:[0-9][0-9]|"(turn|minutes|seconds|clock|procedure)":|(^|[^0-9] )turns|rounds?\b|count from|room [2-9]|"due_ms":[0-9]).{0,20}' "$seen" | head -2)
        holds "$how: ${seen##*/} tells no turn" "$told"
    done
    for word in fairlamp fairsurprise fairhit 'room 1'; do
        grep -q "$word" "$turns.seen/md" && pass || fail "$how: the players do not see $word"
    done
done

# Changes of the rules, their files, the seed, and the end of play are for the game master.
revised=$work/revised
mkdir "$revised"
printf 'extends "delving"\n' >"$revised/house.lua"
sconce play "$revised" --seed 77123 --answers default <<<'add Bram hp=6' >"$work/revised.shown"
printf 'track "xyzzynews" {}\nevent "xyzzydoom" { ends = true }\naction "doom" { turns = 0 }\nfunction act.doom() emit "xyzzydoom" {} end\n' >>"$revised/house.lua"
printf 'add Pike hp=6\ndoom\n{"view":"players"}\n' | sconce play "$revised" --answers default --json >"$work/revised.json"
read_logs "$revised"
tail -1 "$work/revised.json" >"$revised.seen/view"
holds_no xyzzy "$revised"
holds_no 'rules_hash\|77123\|house.lua\|rules_changed' "$revised"
has 'players read that the rules changed' "$(cat "$revised.seen/md")" 'The rules changed'
has 'players read that play is over' "$(cat "$revised.seen/view")" '"procedure":"over"'
for word in xyzzynews xyzzydoom rules_hash 77123 rules_changed; do has "the game master reads $word" "$(cat "$revised.gm")" "$word"; done
for request in '"complete":"s"' '"about":true' '"book":true' '"cancel":true' '"quit":true'; do
    has "players may not ask $request" "$(sconce play "$revised" --json <<<"{$request,\"as\":\"players\"}")" 'only the game master may ask this'
done

# Every word of the language, every field of a kind and every verb of the program must be tried in these files.
all=$(cat tests/play/unsaid.lua tests/play/veiled.lua tests/secrets.sh)
needed=$({ sconce help words | tr -s ' ' '\n' | grep -v '^sconce\.\|[.]'
    sed -nE '/^--- @class sconce.fields/,/^$/s/^--- @field ([a-z_]+).*/\1/p' include/sconce.lua
    sed -nE 's/^  \[?"?([a-z_]+)"?\]? = \{.*(takes|help|campaign) = .*/\1/p' src/lua/play/names.lua; } | sort -u)
holds 'every word is tried' "$(for word in $needed; do
    case $word in extends | tests | test | in_order | by_default) continue ;; esac # those of specs
    grep -qw -- "$word" <<<"$all" || echo "$word"
done)"
score
