#!/bin/bash
# odds.sh BUILD -- exact odds: fractions known by hand, agreement with simulation and with a second
# calculation in Python, and refusals.
set -u
cd "$(dirname "$0")/.."
here=$PWD
build=$(cd "$1" && pwd)
export SCONCE_RULESETS=$here/rulesets NO_COLOR=1
. tests/lib.sh
odds() { "$build/sconce" odds "$@"; }
refused() { refuses odds "$@"; }
shows() { # shows TEXT ARGUMENTS…: passes when the answer to `odds ARGUMENTS` holds TEXT
    local text=$1
    shift
    has "odds $*" "$(odds "$@" 2>&1)" "$text"
}
# print_figure NAME TURN KEY ARGUMENTS…: prints one exact figure of the JSON
print_figure() {
    local name=$1 turn=$2 key=$3
    shift 3
    odds "$@" --json | tr -d '\n' | sed -E "s|,\"simulated\":.*||; s|.*\"$name\":\{\"by_turn\":\[([^]]*)\].*|\1|; s|.*(\{\"turn\":$turn,[^}]*\}).*|\1|; s|.*\"$key\":\"?([^,\"}]*)\"?.*|\1|"
}

cd "$work" || exit 1
cat >four.lua <<'LUA'
-- four.lua -- four people, one torch lit.
extends "delving"
member "Bram"   { con = 1, hp = 20, holds = "torch" }
member "Ysolde" { wis = 1, hp = 20 }
member "Pike"   { hp = 20 }
member "Oda"    { hp = 20 }
LUA
sed 's/hp = 20/hp = 2/' four.lua >demo_of_four.lua
printf 'setting.fatigue_damage = 3\n' >>demo_of_four.lua
cat >peaceful.lua <<'LUA'
-- peaceful.lua -- nobody fights.
extends "dungeon-turn"
question.combat.always = "no fight"
LUA
cat >two.lua <<'LUA'
-- two.lua
extends "dungeon-exploration"
member "Bram" { con = 1, speed = "normal" }
member "Oda"  { wis = 2 }
LUA
cat >pair.lua <<'LUA'
-- pair.lua
extends "peaceful"
member "Bram" { holds = "torch" }
member "Oda"  { }
LUA
cat >odd.lua <<'LUA'
-- odd.lua -- what the enumerator must not be fooled by.
ruleset "Odd" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "act", "fall", "time" }
track "walked" { tally = true, unit = "m" }
track "counted" { tally = true }
track "grudge" {}
chart "fall" { die = "2d6", { "2-6", "low" }, { "7", "seven" }, { "8-12", "high" } }
member "A" {}
member "B" {}
action "go"    { help = "on" }
action "climb" { help = "a check" }
action "read"  { help = "looks at what only counts" }
action "face"  { help = "asks for the natural die" }
action "die"   { help = "one of them is gone" }
action "loop"  { help = "rolls until it is a six" }
function act.go() gain("walked", "10 m") gain "counted" end
function act.climb() check(party.members and party or nil, nil, 11) end
function act.read() gain "counted" if party.counted % 2 == 0 then emit "even" {} end end
function act.face() local row, r = roll "fall" if r.total == 12 then emit "twelve" {} end end
function act.die() for who in each(party) do if dice "1d2" == 1 then who.away = true emit "gone" { who = who.name } end end end
function act.loop() repeat local n = dice "1d6" until n == 6 end
event "even" {}
event "twelve" {}
event "gone" {}
LUA

# --- fractions known by hand ---
same 'an encounter within the hour' "$(print_figure encounter 6 fraction delving --turns 6 --plan crawl --fractions)" 31031/46656
same 'within a day of it' "$(print_figure encounter 24 fraction delving --turns 24 --plan crawl --fractions)" 4678776693546226271/4738381338321616896
same 'four a day, on average' "$(print_figure encounter 24 mean_fraction delving --turns 24 --plan crawl --fractions)" 4
same 'the alarm' "$(print_figure encounter 6 fraction trespasser --turns 6 --plan advance --fractions)" 2936/3125
same 'two depletions' "$(print_figure light_out 12 fraction peaceful.lua --turns 12 --plan walk --first 'torches +1; delve; light torch' --fractions)" \
    "$(print_figure light_out 12 fraction peaceful.lua --turns 12 --plan 'walk; walk' --first 'torches +1; delve; light torch' --fractions)"
shows 'encounter comes in turn 3.66 on average (5719087/1562500), give or take 1.72' trespasser --until encounter --plan advance --fractions
printf 'extends "trespasser"\nmember "A" { holds = "torch" }\nmember "B" {}\n' >lit.lua # `move` is cut in mid-rule, so that a state of a turn may lead to one of the same turn
shows 'encounter or dark comes in turn 2.73 on average' lit.lua --first delve --plan move --until encounter,dark --before encounter,dark
printf 'extends "delving"\nfunction rule.remember(what) party.near = { what } end\n' >latest.lua # near keeps only the newest trace, and not a list that grows, so there are few states
shows 'encounter comes in turn 6.00 on average, give or take 5.48' latest.lua --until encounter --plan crawl
shows 'trespasser: 10 turns of '\''advance'\'', until encounter, exactly (10 states)' trespasser --until encounter --plan advance
cat >after.lua <<'LUA'
-- after.lua -- a panic that only comes when the ogre surely came; the table does not tell when it came.
ruleset "After" {}
procedure "turn" { "act" }
track "met" { max = 1 }
event "ogre" {}
event "panic" {}
action "go" { default = true }
function act.go()
  if party.met == 1 then
    if dice "1d49" == 1 then emit "panic" {} end
  elseif dice "1d3" == 1 then
    emit "ogre" {}
    if dice "1d7" == 1 then party.met = 1 end
  elseif dice "1d11" == 1 then emit "ogre" {} end
end
LUA
same 'what cannot come has no chance, though sums are rounded' "$(print_figure 'panic<ogre' 40 p after.lua --turns 40 --before panic,ogre)" 0.0
same 'a float of it' "$(print_figure encounter 1 p delving --turns 1 --plan crawl)" 0.16666666666666666
same 'a race of equals' "$(print_figure 'encounter<hazard.burn' 6 fraction delving --turns 6 --plan crawl --before encounter,hazard.burn --fractions)" 665/1458

shows "delving: 2 lines of 'search', 3.53 turns on average, exactly" delving --first 'candles +1; light candle' --plan search --turns 2
shows 'by the end of           line 1      line 2' delving --first 'candles +1; light candle' --plan search --turns 2
shows "trespasser: 6 lines of 'advance; listen', 3.58 turns on average" trespasser --turns 6 --plan 'advance; listen'
shows "delving: 6 lines of 'light torch; crawl', 3.00 turns on average" delving --turns 6 --plan 'light torch; crawl' --first 'torches +9'
shows 'In 72.2% of plays the last turn is not over: it waits for another line, and its time has not passed yet.' trespasser --turns 6 --plan advance
shows "delving: 6 turns of 'crawl', until encounter, exactly" delving --turns 6 --plan crawl --until encounter
shows "delving: 6 turns of 'crawl', until encounter or hazard.burn, exactly" delving --turns 6 --plan crawl --until encounter,hazard.burn
same 'whichever of two comes first' "$(print_figure 'encounter,hazard.burn' 2 fraction delving --turns 6 --plan crawl --until encounter,hazard.burn --fractions)" 5/9
same 'and how often either came' "$(print_figure 'encounter,hazard.burn' 6 mean_fraction delving --turns 6 --plan crawl --until 'encounter, hazard.burn' --fractions)" 665/729
shows "delving: 6 turns of 'crawl', until encounter, exactly" delving --turns 6 --plan crawl --until ' encounter,,encounter, '
same 'and an event and its row once' "$(print_figure 'hazard,hazard.burn' 2 mean_fraction delving --turns 2 --plan crawl --until hazard,hazard.burn --fractions)" 1
shows 'encounter or hazard.burn comes in turn 3.00 on average, give or take 2.45' latest.lua --until encounter,hazard.burn --plan crawl
shows 'In 25.0% of plays nobody is left in the end.' odd.lua --turns 2 --plan 'die; go'
shows "odd.lua: 3 turns of 'die; go'" odd.lua --turns 3 --plan 'die; go'
shows 'comes in line 2.' delving --first 'candles +1; light candle' --plan search --turns 4 --until encounter

# --- a rule that looks at single faces splits more states ---
same 'a row' "$(print_figure fall.seven 1 fraction odd.lua --turns 1 --plan go --fractions)" 1/6
same 'the face behind a row' "$(print_figure twelve 1 fraction odd.lua --turns 1 --plan face --fractions)" 1/36
same 'a tally that rules read is kept' "$(print_figure even 2 fraction odd.lua --turns 2 --plan read --fractions)" 1
same 'a tally that nobody reads is not' "$(odds odd.lua --turns 6 --plan go --json | grep -o '"states":[0-9]*')" '"states":7'
cat >far.lua <<'LUA'
ruleset "Far" {}
track "far" { tally = true }
procedure "turn" { "act", "time" }
action "go" {}
function act.go() gain("far", dice "1d20") end
LUA
has 'and the message names it' "$(odds far.lua --turns 9 --states 20 --plan go --measure 'far=party.far' 2>&1)" 'party.far (it has no maximum, and a rule or a measure looks at it) has'
cat >fate.lua <<'LUA'
ruleset "Fate" {}
member "A" {}
member "B" {}
track "fate" { of = "turn", start = "" }
procedure "turn" { "act", "spin", "brave", "time" }
action "go" { default = true }
event "afraid" {}
function step.spin() turn.fate = dice("1d20") .. "" end
function step.brave() if dice "1d6" == 1 then emit "afraid" {} end end
LUA
same 'a track of the turn that nobody reads any more is not a state' "$(odds fate.lua --turns 1 --json | grep -o '"leaves":[0-9]*')" '"leaves":22'
cat >walk.lua <<'LUA'
extends "delving"
member "A" { hp = 8, holds = "torch" }
member "B" { hp = 8 }
track.torches.start = 1000
setting.fatigue_damage = 0
track "feet" {}
local ended = on.turn_end
function on.turn_end()
  ended()
  party.feet = amount(party.walked, "m") * 10 / 3
end
LUA
same 'what a turn reads at its end does not go with its steps' "$(odds walk.lua --turns 60 --json | grep -o '"states":[0-9]*')" '"states":61'
cat >counts.lua <<'LUA'
extends "dungeon-exploration"
member "Bram" {}
member "Oda"  {}
member "Pike" {}
member "Ysolde" {}
LUA
same 'what only goes up makes no states' "$(odds counts.lua --turns 48 --json | grep -o '"turns":48,"exact":true,"states":[0-9]*')" '"turns":48,"exact":true,"states":49'
has 'but where it matters' "$(printf 'extends "dungeon-exploration"\nsetting.fatigue_effect = "published"\n' >matters.lua && odds counts.lua --house matters.lua --turns 12 --states 50 2>&1)" 'members.fatigue (it has no maximum, and a rule or a measure looks at it) has'
same 'a day of four on the road' "$(printf 'extends "travel-turn"\nmember "A" {}\nmember "B" {}\nmember "C" {}\nmember "D" {}\n' >road.lua && odds road.lua --turns 48 --json | grep -o '"turns":48,"exact":true')" '"turns":48,"exact":true'
same 'a measure that reads it keeps it' "$(print_figure far 6 mean odd.lua --turns 6 --plan go --measure 'far=party.counted')" 6.0
same 'who is gone plays no more' "$(print_figure gone 2 fraction odd.lua --turns 2 --plan 'die; go' --fractions)" 3/4
same 'what has ended stays' "$(print_figure encounter 14 fraction trespasser --turns 14 --plan advance --until encounter --fractions)" 1
same 'turns end with the last of them' "$(print_figure turn 3 mean_fraction odd.lua --turns 3 --plan 'die; go' --fractions)" 5/2
refused 1 "there is no event 'twelv'; did you mean 'twelve'?" odd.lua --turns 1 --plan go --until twelv
shows "odd.lua: 1 turn of 'loop', exactly (2 states)" odd.lua --turns 1 --plan loop # it repeats itself: in closed form
shows 'exactly but for 1 in 10^15 (2 states)' "$here/tests/lang/loops.lua" --turns 1 --plan 'roll six'
shows 'exactly but for 1 in 10^13 (25 states)' "$here/tests/lang/loops.lua" --turns 24 --plan 'roll six' # of each turn as much
same 'the JSON says what is left out' "$(odds "$here/tests/lang/loops.lua" --turns 1 --plan 'roll six' --json | grep -o '"remainder":[0-9.e-]*' | head -1)" '"remainder":9.02741173751567e-16'
refused 1 'a measure looks at the state; it rolls nothing' odd.lua --turns 1 --plan go --measure 'x=dice "1d6"'
refused 1 'the measure x: inf is too large to be counted; 1e100 at most' delving --turns 1 --plan crawl --measure 'x=1/0'
refused 1 "the measure x: a number, or true or false, is needed, and this is \"A\"" odd.lua --turns 1 --plan go --measure 'x="A"'
refused 1 "'search' cannot be done: It is too dark to search. (turn 1)" delving --turns 2 --plan search
printf 'extends "dungeon-turn"\nfunction cannot.move() return "You are at camp." end\n' >camped.lua
shows "'move' cannot be done at the start, so this is 'enter'; --plan LINES says what is done each turn." camped.lua --turns 2
shows "camped.lua: 2 lines of 'enter'" camped.lua --turns 2
same 'and sim does the same' "$("$build/sconce" sim camped.lua --turns 2 --runs 10 2>&1 | grep -c "so this is 'enter'\|: 2 turns of 'enter'")" 2
refused 1 "'move' cannot be done: You are at camp. (turn 1)" camped.lua --turns 2 --plan move
printf 'ruleset "Idle" {}\nprocedure "turn" { "act" }\naction "go" {}\nfunction cannot.go() return "There is a chasm." end\n' >idle.lua
refused 1 '--first LINES is what is done first' idle.lua --turns 2
said=$(odds four.lua --turns 24 --states 300 --measure "near=#party.near" 2>&1 >near)
same 'status of too many states' $? 1
has 'too many states' "$said" 'after turn 12 the table can stand in more than 300 ways'
has 'too many states, of what' "$said" 'party.near (a rule or a measure looks at it) has 11 values; without it 30'
has 'too many states are played instead' "$said$(<near)" 'Played many times instead; not exact, each figure has its error:'
same 'the turns before are shown' "$(head -1 near)" \
    "four.lua: 11 turns of 'move', exactly (1,145 states): 24 were asked for, and the rest is too much to weigh"
more=$(grep -o -- '--states [0-9]* allows more' <<<"$said" | grep -o '[0-9]*')
refused 1 "Or play it many times: sconce sim four.lua --turns 24 --plan 'crawl; rest' --runs 100000" four.lua --turns 24 --plan 'crawl; rest' --states=3
refused 1 "sconce sim four.lua --turns 24 --measure 'near=#party.near' --runs 100000" four.lua --turns 24 --states 300 --at-least encounter,2 --given=encounter,light_out --measure 'near=#party.near'
shows "four.lua: 24 turns of 'move', 375 runs, seed 1" four.lua --turns 24 --states 3
said=$(odds four.lua --turns 24 --states 300 --measure "near=#party.near" --json 2>/dev/null)
has 'in JSON what was played stands beside the turns that were weighed' "$said" '"simulated":{"table":"four.lua","turns":24,"exact":false,"runs":375'
same 'the JSON says what was too much' "$(grep -c '"turns":11,.*"stopped":true,"asked":24,"too_many":"after turn 12' <<<"$said")" 1
cat >late.lua <<'LUA'
-- late.lua -- too much to weigh, and a mistake in a turn that odds do not come to.
ruleset "Late" { turn = "1 minute" }
track "n" {}
procedure "minute" { "act", "die" }
action "wait" {}
function step.die()
  set("n", party.n * 7 % 99991 + dice("1d100", "x"))
  if turn.number == 12 then say("%d", ({})[1] + 1) end
end
LUA
for json in '' --json; do
    has 'what keeps it from being played is said' "$(odds late.lua --plan wait --turns 15 --states 100 $json 2>&1 >out)" \
        'Nothing was simulated: late.lua:8: what stands here is nothing (nil), and cannot be used in arithmetic (turn 12 of run 1 under seed 1'
done
same 'where sim cannot answer nothing is played' "$(odds four.lua --turns 24 --states 300 --at-least encounter,2 --measure 'near=#party.near' 2>&1 | grep 'Played many\|Nothing')" 'Nothing was simulated: sim has no --weigh-start, --at-least or --given'
cat >coupled.lua <<'LUA'
-- coupled.lua -- three whose numbers depend on each other: each turn has many more states; and rules that take long. What
-- is far beyond the limit is given up after a second, unless more states are asked for.
ruleset "Coupled" { turn = "10 minutes" }
procedure "turn" { "act", "spread", "time" }
action "wait" { default = true }
track "salt" { max = 9000 }
track "mud" { of = "member", max = 9000 }
function step.spread(who)
  local n = 0
  for i = 1, 2000 do n = n + i end
  if dice "1d6" >= 4 then gain(who, "mud", 1 + party.salt % 3) end
  if dice "1d6" >= 5 then gain "salt" end
end
member "Ada" {}
member "Bo" { mud = 1 }
member "Cid" { mud = 3 }
LUA
sed 's/party.salt % 3/who.mud % 3/; s/gain "salt"/gain(who, "salt")/; s/"salt" {/"salt" { of = "member",/' coupled.lua >apart.lua
shows 'in turn 5, 15658 states go on in about 2 ways each' coupled.lua --turns 12
shows 'after turn 5 the table can stand in more than 20000 ways' coupled.lua --turns 12 --states 20000
has 'members apart are weighed each alone, though values are new in each turn' "$(odds apart.lua --turns 12 --json 2>&1)" '"turns":12,"exact":true,"states":13,"widest":1,'
cat >many.lua <<'LUA'
-- many.lua -- 64 million ways in one turn of one state, which meet in a few or are all told apart.
ruleset "Many" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
action "go_on" { default = true }
event "rung" {}
track "n" { max = 60 }
track "far" { max = 9000 }
track "hour" { max = 1000 }
action "go_round" {}
action "keep" {}
function act.keep()
  local kept = {}
  for i = 1, 6 do kept[i] = dice("1d20", "x") end
  if kept[1] + kept[6] == 2 then emit "rung" {} end
end
function act.go_on() for i = 1, 6 do dice("1d20", "x") end emit "rung" {} end
action "go_far" {}
function act.go_far() gain("far", dice "8d36") end
function act.go_round() gain "hour" gain("n", dice "1d6" + dice "1d6" - dice "1d8") end
LUA
shows "1 turn of 'go_on', exactly (2 states)" many.lua --turns 1
said=$(odds many.lua --turns 1 --plan keep 2>&1)
same 'status of too many ways' $? 1
has 'too many ways' "$said" 'in turn 1 a single state of the table can go on in more than 200000 ways'
has 'too many ways, of what' "$said" '1d20: 20 ways, and that 6 times'
case $said in *--states*) fail 'more states are no help against dice' ;; *) pass ;; esac
# Without a limit of turns, and with states that grow for ever: waited for until less than 1 in 10^12 is left, or between bounds.
cat >grow.lua <<'LUA'
-- grow.lua -- a number that grows for ever, and is looked at.
ruleset "Grow" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "n" { min = 0 }
event "ogre" {}
event "gold" {}
action "go" {}
function act.go()
  gain("n", dice "1d2")
  if dice("1d6") == 6 and party.n % 97 == 5 then emit "ogre" {} end
  if dice("1d2") == 2 then emit "gold" {} end
end
LUA
shows 'grow.lua: 40 turns of ' grow.lua --until gold
said=$(odds grow.lua --until ogre 2>&1)
same 'status of a wait that is too long' $? 1
has 'the header says it' "$said" 'the turns after these are too much to weigh'
has 'how long it was waited' "$said" ' it is still to come in '
has 'what is certain' "$said" '% of plays, and the turn in which it comes has a mean without a bound.'
has 'and what makes the states' "$said" 'party.n (it has no maximum'
has 'what grows could have a maximum' "$said" 'give a number a maximum: track.n.max = …'
shows 'closed comes in turn 24.00 on average, give or take 8.49' "$here/tests/weigh/late_doors.lua" --until closed
# somebody loses more than a breath in one of two turns, of which half jolt each of two with 9 in 20
same 'a chart behind what each does' "$(print_figure choking 2 fraction "$here/tests/weigh/everybody.lua" --plan wait --turns 2 --fractions)" \
    "$(python3 -c 'from fractions import Fraction as F; print(1 - (F(1, 2) + F(1, 2) * F(11, 20)**2)**2)')"
sed 's/track "n" { min = 0 }/track "n" { start = 9999, min = 0 }/; s/gain(/lose(/' grow.lua >shrink.lua
said=$(odds shrink.lua --turns 30 --states 20 --plan go --measure n=party.n 2>&1)
has 'what only goes down makes states as well' "$said" 'party.n (a rule or a measure looks at it)'
case $said in *'a maximum: '*) fail 'but a maximum would not help' ;; *) pass ;; esac
sed 's/start = 9999/start = "3d6+6"/' shrink.lua >rolled_start.lua
said=$(odds rolled_start.lua --turns 30 --states 20 --weigh-start --plan go --measure n=party.n 2>&1)
case $said in *'maximum'*) fail 'nor where the start is rolled' ;; *) pass ;; esac
cat >leaving.lua <<'LUA'
-- leaving.lua -- members who began alike, until one of them is gone.
ruleset "Leaving" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "dread" { of = "member", min = 0, max = 6, full = "fled" }
track "fled" { of = "member", start = false, away = true }
action "pray" { by = "each" }
function act.pray(who) if dice "1d6" == 6 then lose(who, "dread") else gain(who, "dread") end end
member "A" {}
member "B" {}
member "C" {}
member "D" {}
LUA
said=$(odds leaving.lua --turns 20 --states 3000 --plan pray 2>&1)
has 'members who are not weighed as one are told' "$said" 'Members who began alike are weighed one by one'
printf 'return function() return "go" end\n' >wise.lua
same 'all options at once' "$(odds grow.lua --turns 2 --states 1500 --policy wise.lua --otherwise go --until ogre --before gold,ogre --at-least gold,2 --given gold,ogre --measure n=party.n --fractions --json 2>&1 | grep -c '"turns":2')" 1
line=$(odds four.lua --turns 24 --states 3 --measure "pike=named('Pike').hp" 2>&1 | sed -n 's/^Or play it many times: sconce \(.*\) --runs 100000$/\1/p')
same 'what is offered can be typed' "$(eval "$build/sconce $line --runs 20" | grep -c '^pike ')" 1
cat >stand_in.lua <<'LUA'
-- stand_in.lua -- totals that are compared with what stands in the state: two ways each.
ruleset "Stand" {}
procedure "turn" { "act", "time" }
track "n" { start = 7 }
event "over" {}
member "A" {}
action "few" { default = true }
action "left" {}
action "right" {}
action "equal" {}
function act.few() if dice("3d6", "n") >= party.n then emit "over" {} end end
function act.left() if dice "1d6" < party.members then emit "over" {} end end
function act.right() if party.members[2] > dice("1d6", "n") then emit "over" {} end end
function act.equal() if dice "1d6" == party.n then emit "over" {} end end
LUA
same 'a total compared with a track has two ways' "$(odds stand_in.lua --turns 1 --plan few --json | grep -o '"leaves":[0-9]*')" '"leaves":2'
same 'one that may equal it has each total' "$(odds stand_in.lua --turns 1 --plan equal --json | grep -o '"leaves":[0-9]*')" '"leaves":6'
cat >sums.lua <<'LUA'
-- sums.lua -- totals that are compared with something added: two ways each, unless they are compared with an equal sign.
ruleset "Sums" {}
procedure "turn" { "act", "time" }
kind.member:has { hits = 2 }
track "n" { start = 7 }
event "over" {}
member "A" {}
action "few" { default = true }
action "kept" {}
action "equal" {}
action "text" {}
action "none" {}
function rule.more(x) return x * 2 end
function act.few(them) if dice "1d20" + them[1].hits - rule.more(1) >= 13 then emit "over" {} end end
function act.kept() local ok = dice "2d6" + (party.n > 5 and 1 or 0) < party.n if ok then emit "over" {} end end
function act.equal() if dice "1d6" + 1 == party.n then emit "over" {} end end
function act.text() if dice "1d6" + "3" > party.n then emit "over" {} end end
function act.none() if dice "1d6" - party.members > 3 then emit "over" {} end end
LUA
for verb in few kept equal text; do
    leaves=2 chance=2/5
    case $verb in kept) chance=5/18 ;; equal) leaves=6 chance=1/6 ;; text) leaves=6 chance=1/3 ;; esac
    same "$verb: a sum, how many ways" "$(odds sums.lua --turns 1 --plan $verb --json | grep -o '"leaves":[0-9]*')" "\"leaves\":$leaves"
    same "$verb: a sum, how likely" "$(print_figure over 1 fraction sums.lua --turns 1 --plan $verb --fractions)" $chance
done
refused 1 "sums.lua:18: " sums.lua --turns 1 --plan none
refused 1 "stand_in.lua:12: a number cannot be compared with a table (turn 1, 'left')" stand_in.lua --turns 1 --plan left
refused 1 "stand_in.lua:13: a number cannot be compared with nothing (nil) (turn 1, 'right')" stand_in.lua --turns 1 --plan right
cat >beyond.lua <<'LUA'
-- beyond.lua -- dice that have too many outcomes for exact odds, and rules that only say so.
ruleset "Beyond" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "six" {}
action "pool" { default = true }
action "burst" {}
action "again" {}
action "sulk" {}
action "fail" {}
function act.pool() if count(faces "12d6", 6) > 5 then emit "six" {} end end
function act.burst() if dice "d6!" > 9 then emit "six" {} end end
function act.again() local n = 0 repeat n = n + dice "1d6" until n % 6 == 5 emit "six" {} end
function act.sulk() refuse "too many to weigh, sim can play it" end
function act.fail() error("too many to weigh, sim can play it", 0) end
LUA
refused 1 "Or play it many times: sconce sim beyond.lua --turns 3 --plan pool --runs 100000" beyond.lua --turns 3 --plan pool
has "a pool at the prompt" "$(echo "odds six in 3 with pool" | "$build/sconce" play beyond.lua --seed 1 2>&1)" 'played 3000 times'
shows 'exactly but for 1 in' beyond.lua --turns 3 --plan burst
same 'dice that explode without end: 1/12, less what is cut' "$(print_figure six 1 p beyond.lua --turns 1 --plan burst)" 0.08333333333333331
same 'and with it' "$(print_figure six 1 high beyond.lua --turns 1 --plan burst)" 0.08333333333333334
shows 'exactly but for 1 in' beyond.lua --turns 3 --plan again
cat >braces.lua <<'LUA'
-- braces.lua -- `each { … }` is a call, so the dice of the pool are still weighed one by one.
ruleset "Braces" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "six" {}
action "pool" { default = true }
action "name" {}
function act.pool()
  local sixes = 0
  for n in each(pool(12, "d6")) do if n == 6 then sixes = sixes + 1 end end
  if sixes == 12 then emit "six" {} end
end
function act.name() for word in each { "a", "b" } do say(word) end end
LUA
same 'each with braces is a call' "$(print_figure six 1 fraction braces.lua --turns 1 --plan pool --fractions)" 1/2176782336
cat >twice.lua <<'LUA'
-- twice.lua -- a row that rolls twice more.
ruleset "Twice" {}
procedure "turn" { "act", "luck", "time" }
chart "luck" { die = "1d6", { "1", "storm" }, { "2-5", "fair" }, { "6", "twice", function() roll "luck" roll "luck" end } }
action "go" { default = true }
LUA
shows 'exactly but for 1 in' twice.lua --turns 3
# The same by the field `rolls`.  The chance x of no storm is 4/6 + x^2/6, so that of a storm is the root of 5, less 2.
sed 's/function() roll "luck" roll "luck" end/rolls = { "luck", "luck" }/' twice.lua >fielded.lua
for table in twice fielded; do
    same "a storm on the chart or the rolls after, $table" "$(print_figure luck.storm 1 p $table.lua --turns 1 | cut -c1-16)" 0.23606797749978
done
same 'and all the figures are the same' "$(odds fielded.lua --turns 5 | sed 1d)" "$(odds twice.lua --turns 5 | sed 1d)"
cat >losses.lua <<'LUA'
-- losses.lua -- a row that changes something, and rolls twice more, for each of two.
ruleset "Losses" {}
procedure "turn" { "act", "luck", "time" }
track "alarm" { min = 0, max = 2 }
chart "luck" { die = "1d6", { "1", "storm" }, { "2-4", "fair" }, { "5", "bad", gains = "alarm" },
  { "6", "again", loses = "alarm", rolls = { "luck", "luck" } } }
action "go" { default = true }
LUA
sed 's/loses = "alarm", rolls = { "luck", "luck" }/function() lose "alarm" roll "luck" roll "luck" end/' losses.lua >losses_by_rule.lua
shows 'exactly but for 1 in' losses.lua --turns 4 --measure a=party.alarm
same 'with a track, by field and by rule' "$(odds losses.lua --turns 4 --measure a=party.alarm | sed 1d)" "$(odds losses_by_rule.lua --turns 4 --measure a=party.alarm | sed 1d)"
for verb in sulk fail; do
    same "$verb: rules that only say so" "$(odds beyond.lua --turns 3 --plan $verb 2>&1 | grep -c 'Or play it often')" 0
done
same 'and are exact' "$(print_figure encounter 11 fraction four.lua --turns 24 --states 300 --measure "near=#party.near" --fractions 2>/dev/null)" 313968931/362797056
same 'what does not depend on each other is few states' "$(odds four.lua --turns 24 --states 300 | head -1)" \
    "four.lua: 24 turns of 'move', exactly (6,996 states)"
cat >late.lua <<'LUA'
-- late.lua -- a number that no rule looks at before turn 6.  All turns are then weighed anew with it, in more states; where
-- these are too many, the turns before are shown all the same, so that a larger limit never shows fewer.
ruleset "Late" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "heavy" {}
event "odd" {}
track "salt" {}
action "go" {}
function act.go()
  gain("salt", dice "1d6")
  if dice "1d2" == 1 then emit "odd" {} end
  if turn.number == 6 and party.salt > 20 then emit "heavy" {} end
end
LUA
for states in 5 15 25; do
    said=$(odds late.lua --turns 6 --plan go --states $states 2>&1)
    has "what is read late, $states states" "$said" "late.lua: 5 turns of 'go', exactly (6 states): 6 were asked for"
    has "what is read late is named, $states states" "$said" "in turn 6 a rule looks at 'salt' for the first time, which makes more states from turn 1 on: after turn"
    has "so many turns would do, $states states" "$said" 'Fewer turns (--turns 5) or'
    same "its figures are those of fewer turns, $states states" "$(grep -m1 ^odd <<<"$said")" "$(odds late.lua --turns 5 --plan go 2>&1 | grep -m1 ^odd)"
done
shows '6 turns of' late.lua --turns 6 --plan go --states 40
same 'two tables are not compared in part' "$(odds four.lua --turns 24 --states 300 --measure "near=#party.near" --vs delving 2>/dev/null)" ''
# A refusal names the figures that ended it.
said=$(odds many.lua --turns 36 --plan go_round 2>&1)
same 'the turns that are not too much' "$(grep -c "^many.lua: 31 turns of 'go_round', exactly .*: 36 were asked for" <<<"$said")" 1
same 'of how many states, how much work, and the option' "$(grep -cE '^in turn 32, 2[0-9]+ states go on in about [0-9]+ ways each, by way of more than [0-9]+ in the middle of their lines: with the turns to come, about 1\.[0-9] times the work that is allowed\.  --states [3-5][0-9]000 allows more' <<<"$said")" 1
said=$(odds many.lua --turns 20 --plan go_far 2>&1)
has 'far too much' "$said" 'in turn 2, 281 states go on in about 281 ways each: with the turns to come, more than 10 times the work that is allowed.  What'
case $said in *--states*) fail 'more states are no help there' ;; *) pass ;; esac
shows '24 turns of' four.lua --turns 24 --states "$more" --measure "near=#party.near"
refused 2 '--turns is at least 1' delving --turns 0
refused 2 '--measure needs a name; write --measure x=party.x' delving --measure x

cat >rows.lua <<'LUA'
-- rows.lua -- a chart of six, and more on the die than it has rows.
ruleset "Rows" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "deep" { start = 1 }
chart "shut" { die = "1d6", { "1-2", "low" }, { "3-4", "mid" }, { "5-6", "high" } }
chart "open" { die = "1d6", { "to 2", "low" }, { "3-4", "mid" }, { "5+", "high" } }
event "eight" {}
action "up"   {}
action "down" {}
action "big"  {}
action "wide" {}
function act.up() roll("shut", nil, { add = party.deep }) end
function act.down() roll("shut", nil, { add = -party.deep }) end
function act.big() roll("shut", nil, { die = "2d6" }) end
function act.wide() local _, r = roll("open", nil, { add = 2 * party.deep }) if r.total == 8 then emit "eight" {} end end
LUA
refused 1 'rows.lua:12: chart "shut" has no row for 7 (turn 1, '"'up')" rows.lua --turns 1 --plan up
refused 1 'rows.lua:13: chart "shut" has no row for 0 (turn 1, '"'down')" rows.lua --turns 1 --plan down
refused 1 'rows.lua:14: chart "shut" has no row for 7 (turn 1, '"'big')" rows.lua --turns 1 --plan big
for verb in up down big; do
    case $("$build/sconce" sim rows.lua --turns 1 --plan $verb --runs 100 2>&1) in *'chart "shut" has no row for '*) pass ;; *) fail "sim: $verb" ;; esac
done
same 'past an open end its row counts' "$(print_figure open.high 1 fraction rows.lua --turns 1 --plan wide --fractions)" 2/3
same 'and its total is known' "$(print_figure eight 1 fraction rows.lua --turns 1 --plan wide --fractions)" 1/6

# --- a line of many turns is calculated turn by turn ---
cat >long.lua <<'LUA'
-- long.lua -- two people dig, and the roof comes down on them.
ruleset "Long" { turn = "10 minutes", check = "1d20" }
member "A" { arm = 2 }
member "B" {}
kind.member:has { arm = 0 }
track "hurt" { of = "member", max = 3 }
track "deep" { max = 9 }
procedure "turn" { "act", "roof", "time" }
chart "roof" { die = "1d6", { "1", "falls" }, { "2-6", "holds" } }
event "out" {}
action "dig"    { by = "each" }
action "tunnel" { by = "each", turns = 12 }
action "refuse" { takes = { "number?" } }
function act.dig(who) if check(who, "arm", 12) then gain "deep" end end
function act.tunnel(who) act.dig(who) end
function act.refuse() if dice "1d2" == 1 then refuse "Not now." end end
function step.roof()
  if roll("roof").name == "falls" then for who in each(party) do gain(who, "hurt") end end
  if party.members[2].hurt == 3 and not party.members[2].away then party.members[2].away = true emit "out" {} end
end
LUA
# fraction_lines ARGUMENTS… -- prints the lines behind "as fractions" in the answer for long.lua
fraction_lines() { odds long.lua --fractions --before out,roof.holds --measure deep=party.deep "$@" | sed -n '/^as fractions/,$p' | grep -v '^as fractions'; }
fraction_lines --turns 12 --plan dig >one_by_one
fraction_lines --turns 1 --plan 'dig x12' >twelve
fraction_lines --turns 1 --plan tunnel >tunnel
same_files 'a count' one_by_one twelve
same 'a deed of twelve turns' "$(grep -E '^(hurt|out)  ' tunnel)" "$(grep -E '^(hurt|out)  ' one_by_one)"
same 'what is refused on the way' "$(fraction_lines --turns 3 --plan 'dig x2; refuse x2' --otherwise dig | grep -E '^out  ')" 'out             1453/23328; 1453/23328 times a play'

# --- dice rolled before the first turn are the same in every run, and reported ---
cat >rolled.lua <<'LUA'
ruleset "Rolled" { turn = "10 minutes" }
track "luck" { start = "2d4", min = 0 }
procedure "turn" { "act", "time" }
action "go" { default = true }
function act.go() lose("luck", dice "1d2") end
LUA
same 'what is rolled as play begins' "$(odds rolled.lua --turns 1 | sed -n 2p)" "Rolled before the first turn, and the same in every play: 2d4 = 6 for luck  ('sconce odds --weigh-start' weighs it.)"
has 'and in lines said before' "$(odds rolled.lua --turns 1 --first go --json)" '"rolled":[{"die":"2d4","faces":[3,3],"total":6,"for":"luck","after":0},{"die":"1d2",'
has 'or weighed' "$(odds rolled.lua --turns 1 --weigh-start)" 'What is rolled before the first turn is weighed, too.'
has 'as the JSON says' "$(odds rolled.lua --turns 1 --weigh-start --json)" '"weighed_start":true'
mkdir -p over && printf 'extends "delving"\n' >over/house.lua && echo crawl | "$build/sconce" play over --seed 1 >/dev/null 2>&1
refused 1 'so its start cannot be weighed' over --turns 1 --weigh-start
same 'nothing is rolled' "$(odds delving --turns 1 --json | grep -c '"rolled"')" 0

# --- of two tables, both are checked before either is played for long ---
refuses_second odds four.lua --turns 1000 --states 100000000

# --- figures of 32 digits are printed as --fractions prints them ---
cat >whole.lua <<'LUA'
-- whole.lua -- of what is always so, and comes to whole numbers.
ruleset "Whole" { turn = "10 minutes" }
procedure "turn" { "act", "roll", "time" }
track "n" { start = 3, min = 0 }
track "m" { min = 0 }
chart "roll" { die = "1d6", { "1", "a" }, { "2-3", "b" }, { "4-6", "c" } }
action "go" { default = true }
function act.go() gain("m", dice "1d7") end
LUA
odds whole.lua --turns 12 --plan go --measure n=party.n --measure m=party.m --csv whole.csv >/dev/null
same 'what is always 3 is 3' "$(grep -c '^n,[0-9]*,,,3,$' whole.csv)" 12
same 'four a turn are 48' "$(grep '^m,12,' whole.csv)" 'm,12,,,48,'
same 'a sixth, twelve times' "$(grep -c '^roll,12,1,,12,\|^roll.a,12,0.8878433452153849,,2,' whole.csv)" 2
same_with_fractions() { # same_with_fractions ARGUMENTS…: passes when --fractions adds the fractions, and a rest below 1e-20, and changes no figure
    odds "$@" --json >plain.json && odds "$@" --json --fractions | sed -E 's/,"(mean_)?fraction":"[^"]*"//g; s/,"rest":[0-9.]+e-(2[1-9]|[3-9][0-9]|[0-9]{3})//g' >exact.json
    same_files "with fractions and without: $*" plain.json exact.json
}
same_with_fractions delving --turns 24 --plan 'crawl; rest'
same_with_fractions trespasser --turns 12 --plan 'advance; listen' --until encounter
same_with_fractions four.lua --turns 6 --plan 'crawl; search' --measure 'hp=least(party, "hp")' --measure x=1/3 --before encounter,light_out
same_with_fractions latest.lua --until encounter --plan crawl --turns 200

# --- agreement with sim and with a second calculation ---
cc -O1 -std=c17 -D_GNU_SOURCE -Wall -Wextra "$here/tests/agree.c" $(pkg-config --cflags --libs jansson) -lm -o agree || fail 'agree.c'
agrees() { # agrees ARGUMENTS…: a simulation gives the same figures, within its errors
    if odds "$@" --json >odds.json && "$build/sconce" sim "$@" --runs 2000 --seed 7 --json >sim.json && ./agree sim.json odds.json >said
    then pass; else fail "sim and odds do not agree: $*
$(head -5 said)"; fi
}
agrees four.lua --turns 6 --plan 'crawl; crawl; rest' --measure 'hp=least(party, "hp")' --before encounter,light_out
agrees pair.lua --turns 12 --plan 'walk; walk; rest; search' --first delve --before encounter,light_out
agrees two.lua --turns 6 --plan 'cautious; cautious; rest' --first 'torches +3; light torch' --measure 'dark=#burning() == 0'
agrees trespasser --turns 12 --plan 'advance; stay' --measure alarm=party.alarm --until encounter
agrees delving --turns 12 --plan 'crawl; rest' --until 'encounter, weary'
agrees delving --turns 4 --plan 'crawl; rest' --until 'hazard.burn, hazard'
agrees travel-turn --turns 16 --plan 'travel; wait'
agrees odd.lua --turns 4 --plan 'die; climb; face; read' --before twelve,gone
agrees four.lua --turns 8 --plan search
agrees four.lua --turns 6 --first 'torches +1' --policy "$here/examples/policies/cautious.lua" --before deed.leave,encounter
cat >looks.lua <<'LUA'
ruleset "Looks" { turn = "10 minutes" }
track "tired" { of = "member", min = 0, max = 9 }
procedure "turn" { "act", "time" }
member "A" {} member "B" {} member "C" {}
action "dig" {}
action "rest" {}
function act.dig() for who in each(party) do if dice "1d6" > 3 then gain(who, "tired", dice "1d6") end end end
function act.rest() for who in each(party) do lose(who, "tired", 2) end end
LUA
cat >looks_policy.lua <<'LUA'
return function()
  for who in each(party) do if who.tired > 6 then return "rest" end end
  return "dig"
end
LUA
agrees looks.lua --turns 3 --policy looks_policy.lua --measure 'tired=sum(party, "tired")' # lines are left in loops over members
agrees four.lua --turns 6 --first 'torches +2' --policy "$here/examples/policies/greedy.lua" --measure 'hp=least(party, "hp") or 0'
agrees four.lua --turns 9 --plan 'search; crawl; search; Bram rest' --before light_out,encounter --measure 'hp=least(party, "hp")'
agrees four.lua --turns 6 --plan 'search x2; rest' --otherwise 'walk'
e=$here/examples
for file in demo saltmine longstair highpass saltmarsh sunken-tower; do agrees "$e/$file.lua" --turns 3; done
agrees "$e/fenmarch.lua" --turns 3 --first 'set_out 30' --plan 'march fen; camp' --otherwise stay
agrees "$e/nightjob.lua" --turns 2 --plan 'sneak kitchen; grab; wait'
agrees delving --turns 6 --first 'torches +2; light torch' --plan 'search; crawl; walk; rest'
agrees dungeon-turn --turns 8 --first 'torches +2; delve; light torch' --plan 'move; search; rest'
agrees dungeon-exploration --turns 4 --first 'torches +2; light torch' --plan 'move; search; listen; rest'
agrees trespasser --turns 6 --first 'torches +2; light torch' --plan 'advance; stay; hide; backtrack'
agrees travel-turn --turns 6 --first 'torches +2; light torch' --plan 'travel; wait; travel careless'
for file in "$here"/rulesets/day/*.lua; do agrees "$file" --turns 3; done
for file in "$here"/tests/weigh/*.lua; do # rulesets that try to fool sim or odds; each says in its head what is asked of it
    grep -q '^-- ask: ' "$file" || continue # too much to weigh
    eval "ask=($(sed -n 's/^-- ask: //p' "$file"))"
    agrees "$file" "${ask[@]}"
done
if needs 4 python3 "fractions by hand"; then
    for check in odds_check odds_corners odds_members; do
        python3 "$here/tests/$check.py" "$build/sconce" >said && pass || fail "reckoned by hand it is something else
$(cat said)"
    done
    python3 "$here/tests/shape.py" "$build/sconce" "$here/examples" >said && pass || fail "the JSON has another shape
$(cat said)"
fi

# --- output ---
same 'the same bytes' "$(odds four.lua --turns 4 --json | cksum)" "$(odds four.lua --turns 4 --json | cksum)"
same 'side by side' "$(odds four.lua --turns 6 --plan crawl --vs delving | grep -c '^[AB]  .*: 6 turns of .crawl., exactly')" 2
# six d6 of hazard: at least two encounters are 1 - (5/6)^6 - 6 (1/6)(5/6)^5; both of two rows are 1 - 2 (5/6)^6 + (4/6)^6
twice() { odds delving --turns 6 --plan "$1" --at-least encounter,2 --at-least encounter,3 --given encounter,hazard.sign --fractions | sed -n '/^as fractions/,$p' | grep 'given\|more'; }
same 'at least so often, and one given another' "$(twice crawl)" "encounter given hazard.sign  $(python3 -c '
from fractions import Fraction as F
print((1 - 2 * F(5, 6)**6 + F(4, 6)**6) / (1 - F(5, 6)**6))')
encounter twice or more  $(python3 -c '
from fractions import Fraction as F
print(1 - F(5, 6)**6 - 6 * F(1, 6) * F(5, 6)**5)')
encounter 3 times or more  $(python3 -c '
from fractions import Fraction as F
print(1 - F(5, 6)**6 - 6 * F(1, 6) * F(5, 6)**5 - 15 * F(1, 36) * F(5, 6)**4)')"
cat >hits.lua <<'LUA'
ruleset "Hits" {}
procedure "turn" { "act" }
event "hit" {}
action "go" { default = true }
function act.go() for i = 1, dice "1d3" do emit "hit" {} end end
LUA
same 'several in one line: the sum of four d3' "$(odds hits.lua --plan 'go x2' --turns 2 --at-least hit,5 --at-least hit,6 --at-least hit,9 --fractions |
    sed -n '/^as fractions/,$p' | grep -o '[0-9]*/81$' | tr '\n' ' ')" '80/81 76/81 31/81 '
refused 1 'at least how often?' delving --turns 1 --at-least encounter,1
refused 1 "given: there is no event 'hazrd'" delving --turns 1 --given encounter,hazrd
same 'house files are named' "$(odds delving --house four.lua --turns 1 --plan crawl | head -1 | cut -d: -f1) $(odds delving --house four.lua --turns 1 --plan crawl --json | cut -c1-40)" \
    'delving + four.lua {"table":"delving","houses":["four.lua"]'
same 'what --first left undone is said' "$(odds delving --turns 1 --first 'torches +1; rest x9; light torch' 2>&1 >/dev/null)" \
    "--first stopped early: 4 turns were not played.
--first stopped early: 'light torch' was not done."
same 'programs get both' "$(odds four.lua --turns 1 --vs delving --json | grep -c '"vs":{"table":"delving"')" 1
odds delving --turns 3 --plan crawl --csv figures.csv >/dev/null
same 'a spreadsheet' "$(grep -c '^hazard.burn,[123],0\.' figures.csv)" 3
same 'almost is not shown as certain' "$(odds odd.lua --turns 20 --plan go | grep -c '^fall.high .*99\.998%')" 1
interrupted "$build/sconce" odds four.lua --turns 1000 --measure 'near=#party.near' --states 10000000 >stopped 2>&1
same 'Ctrl-C shows the turns that are done' "$(grep -c '(stopped early)$' stopped)" 1

# --- unanswered questions, and names that are no events ---
shows "at_zero 'nothing yet' 0.67, activity" demo_of_four.lua --turns 2 --plan crawl
same 'the JSON lists them' "$(odds trespasser --turns 1 --plan advance --json | grep -o '"defaults":\[{[^}]*}')" \
    '"defaults":[{"question":"creature","answer":"a lost pilgrim","turn":1,"p":0.0125,"mean":0.0125}'
same 'a question that is always answered is not listed' "$(odds peaceful.lua --turns 4 --first delve --plan walk | grep -c "combat '")" 0
refused 1 "before: 'rest' is something to do, and no event; a house file makes an event of it: event \"did_rest\" {} and function on.deed(verb)" four.lua --before encounter,rest
refused 1 "until: 'deed.rest' is something to do, and no event" four.lua --until deed.rest
refused 1 "before: there is no action 'rst'; did you mean 'rest'?" four.lua --before encounter,deed.rst
refused 1 "before: there is no light 'torhc'; did you mean 'torch'?" four.lua --before encounter,light_out.torhc
printf 'extends "four"\nevent "did_rest" {}\nfunction on.deed(verb) if verb == "rest" then emit "did_rest" {} end end\n' >resting.lua
same 'an encounter before the first rest' "$(print_figure 'encounter<did_rest' 4 fraction resting.lua --turns 4 --plan 'crawl; crawl; rest; crawl' --before encounter,did_rest --fractions)" 11/36
shows ', 95% at most 10' four.lua --turns 1 --measure 'minutes=clock.minutes'

# --- specs ---
cat >wrong.spec.lua <<'LUA'
tests "delving" {}
test "right" {
  { odds = { encounter = "11/36", ["encounter < hazard.burn"] = "5/18", ["turn.number == 2"] = 1, ["hazard.free"] = "30.6%" },
    often = { encounter = "1/3" }, turns = 2, plan = "crawl" },
  { "crawl", dice = "d6:6", minutes = 10 },
  { odds = { encounter = 0 }, often = { ["turn.number"] = 2 }, turns = 1, plan = "crawl", answers = { sign = "clue" } } }
test "odds" { { odds = { encounter = "1/6" }, turns = 2, plan = "crawl" } }
test "share" { { odds = { encounter = "30.5%" }, turns = 2, plan = "crawl" } }
test "often" { { often = { encounter = 1 }, turns = 2, plan = "crawl" } }
test "takes" { { takes = { encounter = "3" }, turns = 2, plan = "crawl" } }
test "name"  { { odds = { encoutner = 1 }, turns = 2, plan = "crawl" } }
test "plan"  { { odds = { encounter = 1 }, turns = 2 } }
test "turns" { { odds = { encounter = 1 }, plan = "crawl" } }
test "verb"  { { odds = { encounter = 1 }, turns = 1, plan = "craw7" } }
test "value" { { odds = { encounter = "often" }, turns = 1, plan = "crawl" } }
test "both"  { { takes = { encounter = 6, ["hazard.burn"] = 6 }, plan = "crawl" } }
test "expr"  { { takes = { ["party.torches == 0"] = 6 }, plan = "crawl" } }
test "ever"  { { ever = { encounter = "1/2" }, plan = "crawl" } }
test "limit" { { ever = { encounter = 1 }, turns = 2, plan = "crawl" } }
test "mixed" { { "crawl", odds = { encounter = 1 }, turns = 1, plan = "crawl" } }
LUA
"$build/sconce" test wrong.spec.lua >said 2>&1
# says TEXT -- the file said must hold TEXT
says() { grep -qF -- "$1" said && pass || fail "a spec does not say '$1': $(grep -m3 "^wrong" said)"; }
says "right: row 3 (odds of 'crawl'): odds, encounter: expected 0, got 1/6 (16.67%)"
says "odds: row 1 (odds of 'crawl'): odds, encounter: expected 1/6 (16.67%), got 11/36 (30.56%)"
says 'share: row 1 (odds of '\''crawl'\''): odds, encounter: expected 30.5%, got 11/36 (30.56%)'
says "often: row 1 (odds of 'crawl'): how often, encounter: expected 1, got 1/3 (0.3333)"
says "takes: row 1 (odds of 'crawl'): turns until, encounter: expected 3 (3), got 16/11 (1.455)"
says "name: row 1 (odds of 'crawl'): odds: there is no event 'encoutner'; did you mean 'encounter'?"
says "plan: row 1: which plan? a line a turn, as plan = \"crawl; search\""
says "turns: row 1 (odds of 'crawl'): how many turns? write turns = 6"
says "verb: row 1 (odds of 'craw7'): there is no verb 'craw7'; did you mean 'crawl'?"
says 'value: row 1 (odds of '\''crawl'\''): odds, encounter: a fraction ("31031/46656"), a share ("66.5%"), a decimal in quotes ("5.00") or a whole number is needed, and this is "often"'
says "ever: row 1 (odds of 'crawl'): ever, encounter: expected 1/2 (50%), got 1 (100%)"
says "limit: row 1 (odds of 'crawl'): ever has no limit of turns; leave out turns, or write odds instead"
says "mixed: row 1 (crawl): a row types a line or asks for odds; make two rows of it"
says "both: row 1 (odds of 'crawl'): takes: without turns a play ends with the one event it waits for; make a row of each"
says "expr: row 1 (odds of 'crawl'): takes: the name of an event is needed, and this is \"party.torches == 0\""
says '0 passed, 15 failed'

# --- a loop of dice beside a local table that is too long for the keys by which plays meet ---
cat >piled.lua <<'LUA'
-- piled.lua
ruleset "Piled" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
member "A" {}
event "many" {}
action "go" {}
function act.go()
  local pile, n = {}, 0
  for i = 1, 40000 do pile[i] = i end
  for _ = 1, 40 do if dice "1d6" > 3 then n = n + pile[1] end end
  if n > 20 then emit "many" {} end
end
LUA
refused 1 'a single state of the table can go on in more than' piled.lua --turns 1

# Eight throws that are all told apart: no ways meet within the rule, so there are as many states as ways.  Those are
# few enough to be played whole, and the answer is the one that comes without the memo, in the first turn or a later
# one.  Thrown with d6, there are too many ways for that as well, and odds refuse.  (With --states whole lines are
# tried again, however much work was done by then.)
eight() { # eight SIDES TURN: rules that throw eight dice in the turns that TURN is true of
    cat <<LUA
ruleset "Eight" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "hit" {}
local function throw(n, seen)
  if n == 0 then
    if seen[1] == seen[8] then emit "hit" {} end
    return
  end
  seen[n] = dice "1d$1"
  return throw(n - 1, seen)
end
action "go" {}
function act.go() if $2 then return throw(8, {}) end end
LUA
}
for turn in true 'turn.number == 2'; do
    eight 3 "$turn" >eight.lua
    said=$(odds eight.lua --turns 2 --plan go --until hit --fractions 2>&1)
    has "eight throws, $turn" "$said" '33.3%'
    same "eight throws, $turn, without the memo" "$(SCONCE_REMEMBER=no odds eight.lua --turns 2 --plan go --until hit --fractions 2>&1)" "$said"
done
eight 6 true >eight.lua
refused 1 'too many to weigh them all' eight.lua --turns 2 --plan go --states 20000

score
