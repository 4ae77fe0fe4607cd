#!/bin/bash
# sim.sh BUILD -- simulation: the same bytes for any split of the runs, chances known by hand, refusals.
set -u
cd "$(dirname "$0")/.."
here=$PWD
build=$(cd "$1" && pwd)
export SCONCE_RULESETS=$here/rulesets NO_COLOR=1
. tests/lib.sh
sim() { "$build/sconce" sim "$@"; }
odds() { "$build/sconce" odds "$@"; }
refused() { refuses sim "$@"; }

cd "$work" || exit 1
cat >crawlers.lua <<'LUA'
-- crawlers.lua -- two people with the only torch there is, lit.
extends "delving"
member "Bram"   { con = 1, hp = 6, holds = "torch" }
member "Ysolde" { wis = 1, hp = 4 }
LUA

# --- the same bytes ---
ask=(crawlers.lua --turns 8 --plan 'crawl; rest' --measure 'dark=#burning() == 0' --measure 'weakest=least(party, "hp") / 4'
    --before 'encounter, light_out')
for jobs in 1 2 3; do sim "${ask[@]}" --runs 700 --jobs $jobs --json >jobs$jobs; done
same_files 'two jobs' jobs1 jobs2
same_files 'three jobs' jobs1 jobs3

# Each job has a cell.  Whichever process is killed, the answer is the same, and no process stays, but for the moment
# that a killed one takes to end on a busy machine.
nobody_left() { ! ps -eo sess= | grep -qw "$(cat session)"; }
setsid -w bash -c 'echo $$ >session; exec "$0" sim "$@"' "$build/sconce" "${ask[@]}" --runs 700 --jobs 4 --json >jobs4
same_files 'four jobs' jobs1 jobs4
wait_for nobody_left && pass || fail 'no cell stays behind, nor a trace of one'
setsid -w bash -c 'echo $$ >session; exec "$0" sim "$@"' "$build/sconce" "${ask[@]}" --runs 1000000000 --jobs 3 --json >stopped &
children() { ps -eo pid=,ppid= | awk -v of="$1" '$2 == of { print $1 }'; }
until cells=($(children "$(cat session)")) && [ ${#cells[@]} = 3 ] && [ -n "$(children "${cells[0]}")" ]; do kill -0 $! || break; done
kill -INT "$(cat session)" && wait $! && pass || fail 'stopped'
wait_for nobody_left && pass || fail 'nor when it is stopped'
sim "${ask[@]}" --runs 600000 --jobs 1 --json >unhurt
for whom in first second worker worker worker; do # worker three times: it may die before or after it has read its message
    for try in 1 2 3; do                          # again when the study is over before all its processes were found
        "$build/sconce" sim "${ask[@]}" --runs 600000 --jobs 2 --json >hurt &
        playing=$! it=
        until cells=($(children $playing)) && [ ${#cells[@]} = 2 ] && worker=$(children ${cells[1]}) && [ -n "$worker" ]; do
            kill -0 $playing 2>/dev/null || continue 2
        done
        case $whom in first) it=${cells[0]} ;; second) it=${cells[1]} ;; *) it=$worker ;; esac
        kill -9 $it 2>/dev/null && break
    done
    [ -n "$it" ] && wait $playing && pass || fail "killed: $whom"
    same_files "killed: $whom" unhurt hurt
done

# Where open files are limited, sim plays with as many cells as there is room for, if only with one.
for files in 16 18 20 24 32; do
    (ulimit -n $files; sim "${ask[@]}" --runs 700 --jobs 8 --json) >few
    same_files "$files open files" jobs1 few
done
same 'no room at all is nobody'\''s fault' "$( (ulimit -n 9; sim "${ask[@]}" --runs 700 --jobs 2 2>&1) )" 'no room to start the rules: Too many open files'

# Many runs share a memo of turns, and one run alone has nothing in it: the run must be the same.
same_alone() { # same_alone NAME ARGUMENTS…: run 400 gives the same alone and among others
    local name=$1
    shift
    sim "$@" --runs 400 --json >together && sim "$@" --runs 399 --json >before && sim "$@" --runs 1 --from 400 --json >last &&
        sim "$@" --merge before last --json >apart
    same_files "$name: a run alone" together apart
}
for file in "$here"/tests/weigh/*.lua; do
    eval "same_alone $(basename "$file") '$file' $(sed -n -E 's/^-- (ask|sim): //p' "$file" | head -1)"
done
# Messages must not depend on the memo: a name exists whether or not a rule has read it in this run.
cat >gone.lua <<'LUA'
-- gone.lua -- nothing is assigned, and then something after all.
ruleset "Gone" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "torch" { max = 9 }
track "torches" { max = 9 }
track "hp" { of = "member" }
member "A" {}
action "go" {}
function act.go()
  gain("torch", dice "1d2")
  if dice "1d60" == 1 then party.torch = nil party.torch = 1 end
  gain("torches", dice "1d2")
end
LUA
refused 1 "the turn has nothing called 'gold'; there are doing, number, procedure, skipped and step" gone.lua --runs 9 --plan go --measure 'x=turn.gold'
# Nobody reads what is said in a study, but a text that cannot be made ends it, as it ends play.
cat >says.lua <<'LUA'
-- says.lua -- texts that cannot be made, each by a verb of its own.
ruleset "Says" {}
member "Ann" {}
procedure "turn" { "act" }
for _, verb in ipairs { "whole", "lack", "list", "more", "word", "right" } do action(verb) {} end
function act.whole() say("%d halves", turn.number / 2) end
function act.lack() say("%s and %s", "one") end
function act.list() say("%s are gone", { "Ann" }) end
function act.more() warn("%s is near", nil, "ogre") end
function act.word() warn("%d are near", "two", { secret = true }) end
function act.right()
  say("100 % of %s", { secret = true })
  say("%s of %d%%, %.1f", "all", 2, 1, { public = true })
  say("%s, %s", "Ann", 3, { to = "Ann" })
  warn("%-3s|%5d|%x", "a", 2, 3)
end
LUA
while IFS='|' read -r verb said; do
    refused 1 "$said" says.lua --turns 1 --runs 9 --plan "$verb"
    refuses odds 1 "$said (turn 1, '$verb')" says.lua --turns 1 --plan "$verb"
done <<'SAID'
whole|says.lua:6: value 1 for the % in a text: %d takes a whole number; %g takes any
lack|says.lua:7: value 2 for the % in a text is missing; every %s, %d … takes one
list|says.lua:8: say: value 1 is a list, { "Ann" }; for x in each(list) goes through it
more|says.lua:9: warn: value 1 is nothing (nil), and cannot be part of a text
word|says.lua:10: value 1 for the % in a text: a number is needed, and this is a text
SAID
has 'and one that can be made ends nothing' "$(sim says.lua --turns 1 --runs 9 --plan right 2>&1)" "1 turn of 'right', 9 runs"
for remember in no yes; do
    has "a hint, remembered: $remember" "$(SCONCE_REMEMBER=$remember sim gone.lua --turns 3 --runs 200 --plan go 2>&1)" "nothing called 'torch' to change; did you mean 'torches'?"
done
same_alone crawlers "${ask[@]}"
same_alone delving delving --turns 24 --plan 'crawl; search'
same_alone trespasser trespasser --turns 24
same_alone travel-turn travel-turn --turns 12
sim "${ask[@]}" --runs 300 --json >part1
sim "${ask[@]}" --runs 1 --from 301 --json >part2
sim "${ask[@]}" --runs 399 --from 302 --json >part3
sim "${ask[@]}" --merge part1 part2 part3 --json >merged
same_files 'three parts merged' jobs1 merged
sim "${ask[@]}" --merge part3 --merge part1 --from 301 --runs 1 --json >merged
same_files 'a gap filled' jobs1 merged
sim "${ask[@]}" --merge part1 --runs 400 --json >merged
same_files 'going on after what is merged' jobs1 merged
sim "${ask[@]}" --runs 700 >text1
sim "${ask[@]}" --merge part1 part2 part3 >text2
same_files 'the table of what was merged' text1 text2
refused 1 'part1: some of its runs are counted already, from 1 on' "${ask[@]}" --merge part1 part1
refused 1 'were merged already' "${ask[@]}" --merge part1 --from 300 --runs 5
refused 1 'part1: it counts 8 turns, and here are 9' "${ask[@]}" --turns 9 --merge part1
refused 1 'part1: its seed is 1, and here it is 2' "${ask[@]}" --seed 2 --merge part1
refused 1 'part1: it answers another question' "${ask[@]}" --plan crawl --merge part1
refused 1 'crawlers.lua: this is not an answer' "${ask[@]}" --merge crawlers.lua

# --- chances known by hand, within four standard errors (one seed, so that it never changes) ---
sim crawlers.lua --turns 24 --runs 3000 --plan crawl --before encounter,light_out --before light_out,encounter --csv figures.csv >/dev/null
same 'what the figures are called' "$(head -1 figures.csv)" 'measure,turn,p,p_se,mean,mean_se'
has_chance() { # has_chance MEASURES CHANCE: the sum of their p is CHANCE, an awk expression, for every turn n
    local off
    off=$(awk -F, -v names="$1" '
        BEGIN { m = split(names, name, " "); for (i = 1; i <= m; i++) wanted[name[i]] = 1 }
        $1 in wanted { p[$2] += $3 }
        END {
            for (n = 1; n <= 24; n++) {
                is = '"$2"'
                off = p[n] - is
                if (!(n in p) || off * off > 16 * is * (1 - is) / 3000) printf "turn %d: %f for %f; ", n, p[n], is
            }
        }' figures.csv)
    same "chance of $1" "$off" ''
}
has_chance 'hazard.encounter' '1 - (5 / 6) ^ n' # P-01: a published chance, as rulesets/dungeon-exploration.spec.lua numbers it
has_chance 'encounter' '1 - (5 / 6) ^ n'
has_chance 'light_out' '1 - (5 / 6) ^ n' # P-05
has_chance 'hazard.burn' '1 - (5 / 6) ^ n'
has_chance 'encounter<light_out light_out<encounter' '1 - (4 / 6) ^ n' # the chance of either, so of both added up
has_chance 'encounter<light_out' '(1 - (4 / 6) ^ n) / 2'
same 'burns in 24 turns are 4, on average' "$(awk -F, '$1 == "hazard.burn" && $2 == 24 { off = ($5 - 4) / $6; print (off < 4 && off > -4) }' figures.csv)" 1
sim crawlers.lua --turns 12 --runs 500 --plan crawl --until encounter --csv until.csv >/dev/null
same 'a run ends with what it is played until' "$(awk -F, '$1 == "encounter" && $3 != $5' until.csv)" ''
same 'and nothing happens after it' "$(awk -F, '$1 == "turn" && $2 == 12 { print ($5 < 8) }' until.csv)" 1

# --- quantiles and their errors ---
if needs 1 python3 "errors of quantiles"; then
    python3 "$here/tests/spread.py" "$build/sconce" >said && pass || fail "computed again, quantiles or standard errors differ
$(cat said)"
fi
sim delving --turns 24 --runs 500 --plan crawl --until encounter >said
has 'when it comes, and how sure that is' "$(cat said)" 'comes in turn 5.65 ±0.21 on average, give or take 4.69 ±0.20: half of them by turn 4 ±0.5, nine in ten in turns 1 to 15 ±1.0'
sim delving --turns 24 --runs 3 --plan crawl --until encounter --json >said
same 'also of a few runs' "$(grep -o '"encounter":.*' said | grep -o '"sd_se":[^,]*' | head -1 | cut -c1-13)" '"sd_se":0.816'
printf 'ruleset "Seldom" {}\nprocedure "turn" { "act" }\naction "go" {}\nevent "seldom" {}\nfunction act.go() if dice("1d300=1") == 1 then emit "seldom" {} end end\n' >seldom.lua
sim seldom.lua --turns 1 --runs 1000 --until seldom >said
has 'what seldom comes, and in a single run: there is nothing to give or take' "$(cat said)" 'If seldom comes in this turn (0.1% ±0.1), it comes in turn 1.00 on average: half of them by turn 1, nine in ten in turns 1 to 1.'
sim delving --turns 24 --runs 500 --plan crawl --until 'encounter, hazard.burn' >said
has 'whichever of two comes first' "$(cat said)" 'encounter or hazard.burn comes in turn 3.'
same 'and its row' "$(grep -c '^ *9[0-9.]*% ±.*' <(grep -A1 '^encounter or hazard.burn$' said))" 1
sim crawlers.lua --turns 12 --runs 500 --plan crawl --measure 'hp=sum(party, "hp")' >said
has 'a number, and how sure that is' "$(cat said)" 'median '
same 'and each of its bars' "$(sed -n '/in the end/,/^$/p' said | grep -c ' ±[0-9.]*$')" 7

# --- output that cannot be written ---
if [ -w /dev/full ]; then
    sim delving --turns 24 --runs 9 --plan crawl --json >/dev/full 2>&1
    same 'figures that were not written are no success' $? 1
fi

has 'too few files may be open' "$(ulimit -n 9; sim delving --turns 2 --runs 9 --plan crawl 2>&1)" 'no room to start the rules: Too many open files'

# --- refusals ---
refused 1 'until which event?' delving --turns 6 --runs 9 --plan crawl --until ,
refused 1 "'search' cannot be done: It is too dark to search. (turn 1)" delving --turns 6 --runs 9 --plan search
printf 'ruleset "Idle" {}\nprocedure "turn" { "act" }\naction "go" {}\nfunction cannot.go() return "There is a chasm." end\n' >idle.lua
refused 1 '--first LINES is what is done first' idle.lua --turns 2 --runs 9
refused 1 "there is no verb 'serch'; did you mean 'search'?" delving --runs 9 --plan serch
cat >flawed.lua <<'LUA'
-- flawed.lua -- once in a while a rule goes wrong.
extends "delving"
function on.turn_end() if dice("1d1000") == 1 then error("a mistake") end end
LUA
said=$(sim flawed.lua --runs 900 --jobs 2 --plan crawl 2>&1)
same 'a mistake of the rules ends it' $? 1
case $said in "flawed.lua:3: a mistake (turn "*" under seed 1, 'crawl'; --from "*" --runs 1 repeats it)") pass ;; *) fail "a mistake: $said" ;; esac
again=$(sim flawed.lua --plan crawl $(expr "$said" : '.*; \(--from [0-9]* --runs 1\)') 2>&1)
same 'and can be repeated' "$again" "$said"
same 'whoever plays it' "$(sim flawed.lua --runs 900 --jobs 1 --plan crawl 2>&1)" "$said"
# A state that play refuses is refused by sim too, in the same run and turn with and without the memo.
refuses_state() { # refuses_state SENTENCE STATEMENT [PLAN]: sim ends with SENTENCE in the run in which STATEMENT is executed
    cat >unkept.lua <<LUA
-- unkept.lua -- a state that cannot be kept.
ruleset "Unkept" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "torches" { start = 3, max = 5 }
track "log" { start = {} }
track "bag" { start = {} }
track "way" { unit = "m" }
track "hp" { of = "member", start = 4 }
track "mood" { of = "member", steps = { "calm", "shaken" } }
member "A" {}
event "bang" {}
action "go" {}
function act.go()
  local who = party.members[1]
  local n = dice "1d40"
  if n == 1 then $2 return end
  if n < 30 and party.torches < 9 then gain(who, "hp", dice "1d6" - 3) else gain("log", n) end
end
LUA
    local together last at="$2${3:+, $3}"
    together=$(sim unkept.lua --turns 8 --plan "${3:-go}" --runs 200 --jobs 1 2>&1)
    has "$at" "$together" "$1"
    last=$(expr "$together" : '.*; --from \([0-9]*\) --runs 1')
    same "$at: a run alone" "$(sim unkept.lua --turns 8 --plan "${3:-go}" --from "$last" --runs 1 2>&1)" "$together"
    same "$at: two jobs" "$(sim unkept.lua --turns 8 --plan "${3:-go}" --runs 200 --jobs 2 2>&1)" "$together"
    # Without the memo, a list of words or none that stands in two places is not found.
    [ "$2" = 'party.log = party.bag' ] || same "$at: without the memo" \
        "$(SCONCE_REMEMBER=no sim unkept.lua --turns 8 --plan "${3:-go}" --runs 200 --jobs 1 2>&1)" "$together"
    has "$at: odds" "$("$build/sconce" odds unkept.lua --turns 1 --plan "${3:-go}" 2>&1)" "$1"
}
refuses_state 'the party, torches: nothing (nil) cannot be kept' 'party.torches = nil'
refuses_state 'A, hp: nothing (nil) cannot be kept' 'who.hp = nil'
refuses_state 'parties.1.members.1: the same table is kept in a second place' 'who.name = "B" party.log = { who = who }'
refuses_state "the party has nothing called 'torches'" 'party.torches = nil' 'go x3'
refuses_state 'the party, torches: 9 is above its maximum, 5' 'party.torches = 9'
refuses_state 'A, mood: one of its steps is needed' 'who.mood = "glad"'
refuses_state "'A;B' cannot be a name" 'who.name = "A;B"'
refuses_state 'the party, way: a quantity is needed, as "1 m", and this is 5' 'party.way = 5'
refuses_state 'parties.1.log: a table has names or the numbers 1 to n as its keys' 'party.log = { "x", nil, "y" }'
refuses_state 'emit "bang" needs its fields in braces' 'local name = "bang" emit(name)'
refuses_state 'parties.1.log: the same table is kept in a second place' 'party.log = party.bag'
cat >cutnil.lua <<'LUA'
-- cutnil.lua -- nothing is assigned in one turn of a deed, and looked at in the next.
ruleset "Cutnil" { turn = "10 minutes" }
procedure "turn" { "act", "sway", "time" }
track "mood" { steps = { "x", "y", "z" } }
track "hp" { of = "member", start = 4 }
event "e" {}
member "A" {}
member "B" {}
action "hack" { turns = 2 }
function step.sway(who)
  if dice "1d50" == 1 then party.mood = nil end
  if dice "1d2" == 1 then emit "e" {} end
end
function act.hack() gain("mood") end
function cannot.hack() if party.mood == "y" then return "not now" end end
LUA
same 'and in the midst of a line' "$(sim cutnil.lua --plan hack --turns 3 --runs 300 2>&1)" "$(sim cutnil.lua --plan hack --turns 3 --from 3 --runs 1 2>&1)"
# Endless recursion is one sentence, whether it exhausts the stack, memory, time or the limit on events.
cat >endless.lua <<'LUA'
-- endless.lua -- each verb goes on for ever.
ruleset "Endless" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "echo" {}
action "muse" {}
action "hoard" {}
action "shout" {}
action "plod" {}
function rule.muse(n) return 1 + rule.muse(n) end
function rule.hoard(t) return rule.hoard({ t, t, t, t }) .. "!" end
function rule.plod() for i = 1, 20000 do i = i + 1 end return 1 + rule.plod() end
function act.muse() rule.muse(1) end
function act.hoard() rule.hoard {} end
function act.shout() emit "echo" {} end
function act.plod() rule.plod() end
function on.echo() emit "echo" {} end
LUA
for verb in muse hoard shout plod; do
    for how in sim odds; do
        has "$how $verb" "$(SCONCE_PATIENCE=4 "$build/sconce" $how endless.lua --plan $verb --turns 1 2>&1)" 'rules call each other without end'
    done
    has "play $verb" "$(echo $verb | SCONCE_PATIENCE=4 "$build/sconce" play endless.lua --seed 1 2>&1)" 'rules call each other without end'
done
refused 1 "until: there is no event 'enconter'; did you mean 'encounter'?" delving --runs 9 --until enconter
refused 1 "before: there is no event 'light_aut'; did you mean 'light_out'?" delving --runs 9 --before light_aut,encounter
refused 1 "chart \"hazard\" has no row 'brn'; did you mean 'burn'?" delving --runs 9 --before encounter,hazard.brn
refused 1 "the event 'encounter' is counted whole" delving --runs 9 --until encounter.rats
refused 1 'two events are needed' delving --runs 9 --before encounter,encounter
refused 1 "the measure oil: the party has nothing called 'oil'" delving --runs 9 --measure oil=party.oil
refused 1 'the measure oil: ' delving --runs 9 --measure 'oil=1 +'
refused 1 'a number, or true or false, is needed' delving --runs 9 --measure 'who="Bram"'
refused 1 'the measure n: a measure only looks, and this one changed the state' delving --runs 9 --measure 'n=gain("torches")'
refused 1 "the measure x: 'gain' is not local and no part of the state" delving --runs 9 --plan crawl \
    --measure 'x=(function() gain = 1 return 1 end)()'
refused 1 'two measures are called a' delving --runs 9 --measure a=1 --measure a=2
refused 1 'is now a number, now yes or no' delving --runs 200 --turns 2 --plan crawl --measure 'x=turn.number == 2 and 3'
refused 1 "no ruleset 'delvin'" delvin --runs 9
refused 2 '--measure needs a name; write --measure oil=party.oil' delving --runs 9 --measure oil
refused 2 '--before wants two events' delving --runs 9 --before encounter
refused 2 '--runs is at least 1' delving --runs 0
refused 2 '--turns needs a whole number' delving --turns six
refused 2 "there is no place for 'delving' here; leave it out" delving delving

refused 1 '--first: It is too dark to search.' delving --runs 9 --first search
"$build/sconce" new played --ruleset delving >/dev/null && printf 'rest\n' | "$build/sconce" play played --answers default >/dev/null
for line in rest 'torches +1' undo; do
    refused 1 '--first: the campaign has been played, and is asked from where it stands' played --runs 9 --first "$line"
done
cat >tome.lua <<'LUA'
-- tome.lua -- rules that speak as the program does.
extends "delving"
action "tome" {}
function cannot.tome() return "The tome is open to read only by day." end
LUA
refused 1 '--first: The tome is open to read only by day.' tome.lua --runs 9 --first tome
same 'a mistake is no line that cannot be done' "$(for c in sim odds; do "$build/sconce" $c tome.lua --first 'torches +1' 2>&1 --measure "x=error(\"'x' cannot be done: x\")"; done | grep -c -e '--first LINES')" 0
same 'what is said first' "$(sim delving --first 'torches +1; light torch' --plan search --until light_out --runs 50 --json | grep -c '"runs":50,')" 1
same 'a second --first follows the first' "$(sim delving --first 'torches +1' --first 'light torch' --plan search --runs 50 --json)" \
    "$(sim delving --first 'torches +1; light torch' --plan search --runs 50 --json)"

# --- of two tables, both are checked before either is played for long ---
refuses_second sim crawlers.lua --turns 1000 --runs 100000000

# --- policies ---
wise=$here/examples/policies/cautious.lua
ask=(crawlers.lua --turns 10 --policy "$wise" --first 'torches +1' --measure 'left=party.torches')
sim "${ask[@]}" --runs 400 --json --jobs 1 >whole
sim "${ask[@]}" --runs 150 --json --jobs 2 >part1
sim "${ask[@]}" --runs 250 --from 151 --merge part1 --json >merged
same_files 'a policy, in two parts' whole merged
same 'a policy is named' "$(sim "${ask[@]}" --runs 9 | head -1)" 'crawlers.lua: 10 turns by cautious.lua, 9 runs, seed 1'
cp "$here/examples/policies/greedy.lua" cautious.lua
refused 1 'part1: it answers another question' crawlers.lua --turns 10 --policy cautious.lua --first 'torches +1' --measure 'left=party.torches' --merge part1
refuses_policy() { # refuses_policy TEXT SENTENCE: passes when a policy with this TEXT is refused with SENTENCE
    printf '%s\n' "$1" >p.lua
    refused 1 "$2" crawlers.lua --runs 9 --policy p.lua
}
refuses_policy 'return "crawl"' 'a policy gives back the function that chooses each line, and this is "crawl"'
refuses_policy 'return function() return 1 end' 'p.lua: a line is a text'
# A chart that is named may be rolled for the default of a question: then defaults are made as it is asked.
cat >asked.lua <<'LUA'
extends "delving"
question "what" { text = "What is here?" }
action "peer" {}
function act.peer() if ask "what" == "rats" then roll "hazard" end end
LUA
printf '%s\n' 'return { line = function() return "peer" end, answers = { what = "rats" } }' >rats.lua
same 'a policy answers a text where a chart is named' "$(sim asked.lua --policy rats.lua --until hazard.encounter --runs 9 2>&1 | head -1)" \
    'asked.lua: 24 turns by rats.lua, until hazard.encounter, 9 runs, seed 1'
cat >leaves.lua <<'LUA'
-- leaves.lua -- a member that the policy names may have left, or not have joined yet.
ruleset "Leaves" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
member "Cy" {}
member "Di" {}
action "go" {}
function act.go() if #party.members > 1 and dice "1d2" == 1 then table.remove(party.members, 1) end end
LUA
printf '%s\n' 'return function() return turn.number == 1 and "Cy go" or "go", "go" end' >names.lua
for i in 1 2 3 4 5 6; do sim leaves.lua --turns 3 --policy names.lua --from $i --runs 1 --json >part$i; done
sim leaves.lua --turns 3 --policy names.lua --runs 6 --json >whole
sim leaves.lua --turns 3 --policy names.lua --merge part[1-6] --json >merged
same_files 'a policy names whoever may be gone' whole merged
{ echo 'ruleset "Halls" {} procedure "turn" { "act", "time" } track "left" { of = "room", start = 2 }'
    echo 'action "walk" { takes = { "room" } } function act.walk(_, to) go(to) end event "there" {}'
    echo 'function step.time() if known "maps" then emit "there" {} end end'
    for n in $(seq 25); do echo "room \"hall $n\" {}"; done
    echo 'function on.begin() for i = 1, 25 do place("hall " .. i) end end'; } >halls.lua
printf '%s\n' 'return function() return turn.number < 3 and place("maps").left > 0 and "walk attic" or "walk maps" end' >looks.lua
has 'a policy may look at a room where nobody was' "$(sim halls.lua --turns 4 --runs 1 --policy looks.lua --measure 'rooms=#known()')" 'rooms       2.00        2.00        3.00'
refuses_policy 'return function() return "craw7" end' "there is no verb 'craw7'; did you mean 'crawl'?"
refuses_policy 'return function() party.torches = 9 return "crawl" end' 'p.lua: a policy only looks, and this one changed the state'
for act in 'emit "encounter" {}' 'rule.flip()' 'local d = dice d "1d6"' 'gain("torches", 1)'; do
    printf 'extends "delving"\nfunction rule.flip() return dice "1d6" > 3 end\nfunction act.search() rule.flip() end\n' >flip.lua
    echo "return function() $act return \"crawl\" end" >p.lua
    refused 1 'a policy only looks at the table: it rolls, asks and changes nothing' flip.lua --runs 9 --policy p.lua
done
refuses_policy 'local n = 0 return function() n = n + 1 return "crawl" end' "the local 'n' changed in play; only the state may"
refuses_policy 'return { line = function() return "crawl" end, answers = { sgin = "clue" } }' "answers: there is no question 'sgin'; did you mean 'sign'?"
refuses_policy 'return function() return party.torchs end' "the party has nothing called 'torchs'; did you mean 'torches'?"
refuses_policy 'return function( return "crawl" end' 'p.lua:1: '
refused 1 'a plan, or a policy' crawlers.lua --runs 9 --policy p.lua --plan crawl
refused 1 'there is no file nobody.lua' crawlers.lua --runs 9 --policy nobody.lua
printf 'return function() if turn.number < 3 then return "crawl" end end\n' >short.lua
printf 'return function() if turn.number > 40 then return "serach" end return "rest" end\n' >late.lua
has 'a misspelt verb that no run has reached is told' "$(sim delving --policy late.lua --turns 2 --runs 3 2>&1)" \
    "there is no verb 'serach'; did you mean 'search'?"
same 'a policy that has no more' "$(sim crawlers.lua --runs 9 --policy short.lua | sed -n 2p)" \
    'From turn 4 on nothing of the plan could be done in every play, which end there: short.lua gave no line; is a return missing?'

# --- lines that cannot be done ---
sim crawlers.lua --turns 12 --plan 'search; crawl; rest' --runs 300 --json >passed
same 'what is passed over is told' "$(grep -o '"passed":\[{"line":"search","reason":"It is too dark to search.","turn":[0-9]*' passed)" \
    '"passed":[{"line":"search","reason":"It is too dark to search.","turn":4'
sim crawlers.lua --turns 12 --plan 'search' --runs 300 --json >stuck
same 'so is where nothing can be done' "$(grep -o '"stuck":\[{"reason":"It is too dark to search.","turn":[0-9]*' stuck)" \
    '"stuck":[{"reason":"It is too dark to search.","turn":2'
same 'in words' "$(sim crawlers.lua --turns 12 --plan search --runs 300 | grep -c '^From turn 2 on nothing of the plan could be done in [0-9.]*% ±[0-9.]* of plays')" 1
sim crawlers.lua --turns 12 --plan search --otherwise rest --runs 300 --json >other
same 'or something else is done' "$(grep -c '"otherwise":"rest",.*"passed":.*"measures"' other)$(grep -c '"stuck"' other)" 10

# --- lines and turns ---
same 'two lines make a round' "$(sim trespasser --turns 6 --plan 'advance; listen' --runs 2000 | head -1)" \
    "trespasser: 6 lines of 'advance; listen', 3.60 ±0.01 turns on average, 2000 runs, seed 1"
same 'a turn left open' "$(sim trespasser --turns 6 --plan advance --runs 2000 | sed -n 2p | cut -d. -f2-)" \
    '0% ±1.0 of plays the last turn is not over: it waits for another line, and its time has not passed yet.'
same 'programs are told' "$(sim trespasser --turns 2 --plan advance --runs 50 --json | grep -o '"midturn":{"by_turn":\[{"turn":1,"p":0.[0-9]*,"p_se":0.[0-9]*},')" \
    '"midturn":{"by_turn":[{"turn":1,"p":0.86,"p_se":0.04907137658554119},'
same 'what ends early takes no fewer turns' "$(sim delving --turns 9 --plan crawl --runs 500 --until encounter | head -1)" \
    "delving: 9 turns of 'crawl', until encounter, 500 runs, seed 1"
same 'nor does a party of which nobody is left' "$(sim "$here/examples/demo.lua" --turns 48 --plan crawl --runs 500 | head -1)" \
    "$here/examples/demo.lua: 48 turns of 'crawl', 500 runs, seed 1"

# --- output ---
sim crawlers.lua --turns 24 --runs 200 --measure 'torches=party.torches' --measure 'weakest=least(party, "hp")' >table
same 'what a GM would have been asked' "$(grep -c "^Answered by default (times a play): [a-z]* [0-9.]* ±0.[0-9]*, " table)" 1
same 'a table fits 80 columns' "$(($(LC_ALL=C.UTF-8 wc -L <table) <= 80))" 1
same 'what always goes together is shown once' "$(grep -c '^\(hazard.encounter\|shift\|hazard.shift\|encounter\) ' table) $(tr -s '\n ' ' ' <table | grep -c 'always together: .*encounter and hazard.encounter')" '2 1'
printf 'extends "crawlers"\nfunction on.turn_end() if dice "1d1000" == 1 then emit "encounter" {} end end\n' >rarely.lua
sim rarely.lua --turns 24 --runs 400 --plan crawl >apart
same 'and what goes together but once in a while is not' "$(grep -c '^\(hazard.encounter\|encounter\) ' apart)$(grep -c 'together: .*hazard.encounter' apart)" 20
sim crawlers.lua --turns 24 --runs 400 --plan crawl --vs rarely.lua >apart
same 'nor what does so in one table alone' "$(grep -c '^\(hazard.encounter\|encounter\) .*%.*%.*±' apart)$(grep -c 'together: .*hazard.encounter' apart)" 20
sim crawlers.lua --turns 9 --runs 100 --plan crawl --until hazard.encounter >apart
same 'nor what was asked for' "$(grep -c '^hazard.encounter ' apart)" 1
same 'programs get all' "$(sim crawlers.lua --turns 4 --runs 9 --json | grep -o '"\(hazard.\)*encounter":{' | wc -l)" 2
same 'and has no colour' "$(grep -c $'\033' table)" 0
same 'it says what was asked' "$(head -1 table)" "crawlers.lua: 24 turns of 'move', 200 runs, seed 1"
same 'it has the marks of a GM' "$(sed -n 3p table | tr -s ' ')" 'by the end of turn 6 turn 12 turn 24 times a play by turn'
same 'what comes every turn is said once' "$(grep -c '^every turn: hazard' table)" 1
sim crawlers.lua --turns 24 --runs 200 --plan crawl --house calm.lua 2>/dev/null && fail 'a house file that is not there'
printf 'extends "delving"\nchart.hazard.die = "1d6+1"\nchart.hazard["6"].at = "6-7"\n' >calm.lua
sim delving --turns 6 --runs 200 --plan crawl --vs crawlers.lua >compared
same 'two tables: both are named' "$(grep -c '^[AB]  .*6 turns of' compared)" 2
same 'and what was answered by default' "$(grep -c '^[AB]  answered by default (times a play): [a-z]* ' compared)" 2
same 'and how often, with standard errors' "$(grep -c '^hazard.burn .* [0-9.]* ±0.[0-9]*  *[0-9.]* ±0.[0-9]*$' compared) $(sed -n 6p compared | grep -c 'times a play A, B$')" '1 1'
same 'two tables fit 80 columns' "$(($(LC_ALL=C.UTF-8 wc -L <compared) <= 80))" 1
same 'the torch is the difference' "$(grep -c '^light_out .*0.0% .*+' compared)" 1
same 'what differs is told by turn' "$(grep -A2 '^light_out  *A' compared | grep -c ' A    0.0%  *0.0%\|^  *B   [0-9].*%\|B - A   +[0-9]')" 3
sim delving --turns 6 --runs 200 --plan crawl --vs crawlers.lua --csv both.csv >/dev/null
same 'and both are in the spreadsheet' "$(head -1 both.csv) $(grep -c '^light_out,6,,,,,0.[0-9]*,0.0[0-9]*,' both.csv)" \
    'measure,turn,p,p_se,mean,mean_se,vs_p,vs_p_se,vs_mean,vs_mean_se 1'
COLUMNS=40 sim crawlers.lua --turns 24 --runs 200 --measure 'torches=party.torches' >narrow
same 'on a narrow screen less is told, and no line is longer' "$(grep -c '^by the end of *turn 24$' narrow) $(($(LC_ALL=C.UTF-8 wc -L <narrow) <= 40))" '1 1'
for columns in 40 50 60 72; do
    COLUMNS=$columns sim delving --turns 24 --runs 200 --plan crawl --vs crawlers.lua --measure 'torches=party.torches' >beside
    COLUMNS=$columns sim --all --runs 5 >all
    same "beside one another on a screen of $columns" "$(($(LC_ALL=C.UTF-8 wc -L <beside) <= columns))$(grep -q 'A  *B  *B - A' beside && echo 1)" 11
    same "every ruleset on a screen of $columns" "$(($(LC_ALL=C.UTF-8 wc -L <all) <= columns))$(grep -c '^ *[0-9.]* ±.* encounters$' all)" 15
done
same 'what the other signs mean' "$(grep -c '^B - A: of chances in percentage points; ±: a standard error$' beside) $(tail -1 narrow)" '1 ±: a standard error'
same 'two tables are one object for programs' "$(sim delving --turns 1 --runs 9 --vs crawlers.lua --json | grep -c '^{"table":"delving",.*,"vs":{"table":"crawlers.lua",.*}}$')" 1

same 'figures stand apart' "$(sim delving --turns 24 --runs 20000 | grep -cE '±[^ ]*%')" 0
sim --all --runs 60 >all
same 'all rulesets, one a line' "$(sed -n '4,8p' all | cut -d' ' -f1 | tr '\n' ' ')" 'delving dungeon-exploration dungeon-turn travel-turn trespasser '
same 'a crawl covers 720 ft an hour' "$(grep -c '^delving .* 720 ft  move$' all)" 1
same 'what the book does not measure is told in rooms' "$(grep -c '^trespasser .* 6.0 rooms  move$' all)" 1
# Names that a spreadsheet would take for formulas, and one with a character that turns the writing around.
cat >cells.lua <<'LUA'
extends "delving"
chart "cells" { die = "1d4", { "1-4", "a\u{202E}b" } }
action "cell" {}
function act.cell() roll "cells" end
LUA
sim cells.lua --turns 1 --runs 5 --plan cell --measure '-x=1' --measure '＝x=1' --csv cells.csv >/dev/null
same 'no cell is a formula' "$(grep -cE "^\"'(-|＝)x\"" cells.csv) $(grep -cE '^"?(-|＝)' cells.csv)" '2 0'
same 'a cell that misleads is spelt out' "$(grep -c '<202E>' cells.csv) $(grep -c $'\u202e' cells.csv)" '1 0'
sim --all --runs 20 --csv all.csv >/dev/null
same 'for a spreadsheet, too' "$(head -1 all.csv) $(wc -l <all.csv)" \
    'ruleset,doing,encounters_an_hour,any_in_the_first_hour,lights_an_hour,feet_an_hour,rooms_an_hour,encounters_se,any_se,lights_se,feet_se,rooms_se 6'
sim --all --runs 60 --until peril >all
same 'ground that is not the same in every run has its error' "$(grep -c '^delving .* [0-9]* ft ±[0-9]*  *move$' all)$(grep -c '^trespasser .* rooms ±0.[0-9]*  *move$' all)" 11
same 'and figures stand apart' "$(grep -cE '±[^ ]*%' all)" 0
same 'they fit 80 columns' "$(($(LC_ALL=C.UTF-8 wc -L <all) <= 80))" 1
same 'programs get a list' "$(sim --all --runs 9 --turns 2 --json | tr -cd '[]{}' | head -c 2)" '[{'
refused 2 "--all plays every ruleset, and 'delving' is one table" --all delving
refused 2 "--all plays each ruleset's own day file" --all --vs delving
refused 2 'the table is missing' --runs 9

# --- pictures ---
refused 2 "--plot FILE.svg or FILE.png, not 'odds.gif'" delving --runs 9 --plot odds.gif
printf 'ruleset "Nobody" { turn = "10 minutes" }\nprocedure "turn" { "act", "time" }\naction "crawl" {}\nevent "quiet" {}\nfunction act.crawl() if dice "1d4" == 1 then emit "quiet" {} end end\n' >nobody.lua
# Cost grows with the number of turns, not with its square.
timeout 300 "$build/sconce" sim nobody.lua --turns 100000 --runs 3 >long
same 'very many turns' "$(sed -n 's/^quiet .* 100.0%  *\(2[45]\)[0-9]*.*/\1/p' long)" 25
if needs 12 gnuplot "pictures"; then
    sim crawlers.lua --turns 8 --runs 300 --plan crawl --measure torches=party.torches --before encounter,light_out --plot one.svg >/dev/null
    same 'a picture is drawn' "$(grep -c '</svg>' one.svg)" 1
    same 'and says what it shows' "$(grep -o 'encounter before light out\|crawlers: 8 turns of .crawl., 300 plays\|torches, at the end of turn 8' one.svg | sort -u | wc -l)" 3
    sim delving --turns 8 --runs 300 --plan crawl --until encounter --plot one.svg >/dev/null
    same 'what is waited for is shown as what has not come' "$(grep -c 'not yet: encounter' one.svg)" 1
    sim delving --turns 1 --runs 300 --plan crawl --vs nobody.lua --plot one.svg >/dev/null
    same 'one turn, and nothing in common' "$(grep -o 'quiet\|encounter\|delving\|nobody' one.svg | sort -u | wc -l)" 4
    same 'what has the same chances has bars of its own' "$(sim delving --turns 1 --runs 3000 --plan crawl --plot one.svg >/dev/null; grep -o 'encounter\|>weary\|hazard: sign' one.svg | sort -u | wc -l)" 3
    "$build/sconce" odds crawlers.lua --turns 8 --plan crawl --plot one.svg >/dev/null
    same 'or shares a curve, and is named' "$(grep -o 'light out, shift, weary\|hazard: free, hazard: sign' one.svg | sort -u | wc -l)" 2
    "$build/sconce" odds crawlers.lua --turns 8 --plan crawl --until light_out --plot one.svg >/dev/null
    same 'but not that of what has not come yet' "$(grep -A9 'not yet: light out' one.svg | grep -c 'hazard: burn')" 0
    "$build/sconce" odds crawlers.lua --turns 8 --plan crawl --until light_out,encounter --plot one.svg >/dev/null
    same 'nor that of one of several' "$(grep -c 'not yet: light out or encounter' one.svg)" 1
    { printf 'ruleset "Alike" { turn = "10 minutes" }\nprocedure "turn" { "act", "time" }\naction "go" {}\n'
        for n in 1 2 3 4 5 6 7 8 9 10 11; do echo "event \"something_rather_long_$n\" {}"; done
        echo 'function act.go() if dice "1d4" == 1 then'
        for n in 1 2 3 4 5 6 7 8 9 10 11; do echo "emit \"something_rather_long_$n\" {}"; done
        echo 'end end'; } >alike.lua
    "$build/sconce" odds alike.lua --turns 8 --plot one.svg >/dev/null
    same 'and of many, how many more there are' "$(grep -c ', and 2 more' one.svg)" 1
    for n in "one 300 500" "two 316 508"; do # gaps of 1.6, 0.8 and 0 percent: none may count as equal to its neighbour, or the order would be chance
        set -- $n
        { printf 'ruleset "%s" { turn = "10 minutes" }\nprocedure "turn" { "act", "time" }\naction "go" {}\nevent "near" {}\nevent "same" {}\n' "$1"
            printf 'chart "fate" { die = "1d1000", { "1-%d", "good" }, { "%d-1000", "bad" } }\n' "$2" $(($2 + 1))
            printf 'function act.go() if dice "1d1000" <= 600 then emit "same" {} end if dice "1d1000" <= %d then emit "near" {} end roll "fate" end\n' "$3"; } >"gap_$1.lua"
    done
    "$build/sconce" odds gap_one.lua --turns 1 --plan go --vs gap_two.lua --plot two.svg >/dev/null
    same 'of two tables, what differs most comes first' "$(grep -o 'fate: [a-z]*\|>near\|>same' two.svg | tr -d '>' | paste -sd,)" 'fate: bad,fate: good,near,same'
    sim --all --turns 2 --runs 9 --plot all.svg >/dev/null
    same 'every ruleset in a picture' "$(grep -o 'encounters, in an hour\|lights burnt, in an hour\|feet covered (none: its book counts rooms), in an hour\|trespasser' all.svg | sort -u | wc -l)" 4
    sim delving --turns 8 --runs 300 --plan crawl --vs crawlers.lua --plot two.png >/dev/null
    same 'two tables in one' "$(head -c 4 two.png | tail -c 3)" PNG
fi
mkdir -p bare && ln -sf "$(command -v sh)" bare/sh
said=$(PATH=$work/bare "$build/sconce" sim delving --runs 9 --turns 2 --plot one.svg 2>&1 >/dev/null)
has 'without gnuplot' "$said" 'apt install gnuplot-nox'
same 'and before anything is played' "$(timeout 100 env PATH="$work/bare" "$build/sconce" sim delving --runs 100000000 --plot one.svg 2>&1 | grep -c gnuplot-nox)" 1
mkdir -p blunt && printf '#!/bin/sh\nexit 1\n' >blunt/gnuplot && chmod +x blunt/gnuplot
has 'a gnuplot that fails' "$(PATH=$work/blunt:$PATH "$build/sconce" sim delving --runs 9 --turns 2 --plot one.svg 2>&1 >/dev/null)" 'one.svg: gnuplot could not draw it'
echo kept >old.csv
for file in old new; do sim delving --runs 9 --plan serch --csv $file.csv 2>/dev/null; done
same 'where nothing can be played, files are as they were' "$(cat old.csv; ls new.csv 2>/dev/null)" kept
mkfifo unread
has 'a pipe that nobody reads' "$(timeout 100 "$build/sconce" sim delving --runs 9 --turns 1 --plan crawl --csv unread 2>&1 >/dev/null)" 'unread: it is a pipe that nobody reads'
same 'a list goes through a pipe' "$(sim delving --runs 9 --turns 1 --plan crawl --csv /dev/stderr 2>&1 >/dev/null | head -1)" 'measure,turn,p,p_se,mean,mean_se'

# --- many house rules, many machines: see the guide, part 7 ---
script() { sed -n "/^# $1 -- /,/^\`\`\`/p" "$here/rulesets/README.md" | sed '$d'; }
PATH=$build:$PATH
script part.sh >part.sh
for n in 1 2 3; do RUNS=50 SLURM_ARRAY_TASK_ID=$n bash part.sh crawlers.lua --turns 6 --plan crawl; done
sim crawlers.lua --turns 6 --plan crawl --runs 150 --json >whole
sim crawlers.lua --turns 6 --plan crawl --merge part[123].json --json >merged
same_files 'tasks of an array, merged' whole merged
SLURM_ARRAY_TASK_ID=4 RUNS=50 bash part.sh crawlers.lua --plan craw7 2>/dev/null
same 'a task that failed leaves no part' "$(ls part4.json 2>/dev/null)" ''
if needs 1 parallel "a sweep by GNU parallel"; then
    ask=(crawlers.lua --turns 6 --plan crawl)
    sim "${ask[@]}" --runs 400 --json >whole
    parallel --will-cite -j2 "'$build/sconce' sim ${ask[*]@Q} --from {} --runs 100 --jobs 1 --json > part{}.json" ::: 1 101 201 301
    sim "${ask[@]}" --merge part1.json part101.json part201.json part301.json --json >merged
    same_files 'parts of a sweep, merged' whole merged
    for n in 1 2 3; do printf 'extends "delving"\nsetting.fatigue_damage = %s\n' $n >hurts$n.lua; done
    parallel --will-cite -j2 "'$build/sconce' sim {} --turns 6 --runs 100 --plan crawl --jobs 1 --csv {.}.csv >/dev/null" ::: hurts1.lua hurts2.lua hurts3.lua
    same 'a sweep over house rules' "$(cat hurts?.csv | grep -c '^encounter,6,')" 3
    for n in 1 2 3; do cp hurts$n.lua house-$n.lua; done
    script sweep.sh | sed 's/--runs 20000/--turns 6 --runs 100 --plan crawl/' >sweep.sh
    for n in 1 2 3; do SLURM_ARRAY_TASK_ID=$n bash sweep.sh; done
    same_files 'and as an array' hurts2.csv house-2.csv
fi

# --- the benchmark, in small: it prints figures and no errors ---
if needs 6 python3 'the benchmarks' && needs 6 lua5.4 'the benchmarks'; then
    holds 'the games in bare Lua are the same games' "$(python3 "$here/tests/bench/agree.py" "$build" 2>&1)"
    for name in speed odds live; do
        python3 "$here/tests/bench/$name.py" "$build" --small >>said.bench 2>>complaint && pass || fail "the benchmark $name does not run"
    done
    same 'the benchmarks have nothing to complain of' "$(cat complaint)" ''
    same 'by runs, turns, members, rulesets, jobs; odds; live play' "$(grep -v '^  refused (' said.bench | grep -cE '^  [a-z0-9].* [0-9.]')" 37
fi

# --- a campaign is read, never changed ---
"$build/sconce" new cave --ruleset delving >/dev/null
sim cave --runs 20 --plan crawl --json >fresh
same 'a campaign that nobody played' "$(grep -c '^{"table":"cave","turns":24,"exact":false,"runs":20,' fresh)" 1
printf 'crawl\nlight torch\n' | "$build/sconce" play cave --answers default >/dev/null 2>&1
before=$(cat cave/journal.db cave/*.lua | cksum)
sim cave --runs 20 --plan crawl >/dev/null && pass || fail 'a campaign that was played'
same 'nothing in it has changed' "$(cat cave/journal.db cave/*.lua | cksum)" "$before"

# --- a stop ---
interrupted "$build/sconce" sim crawlers.lua --runs 100000000 --jobs 2 >stopped
same 'what was played is shown' "$(grep -c '(stopped early)$' stopped)" 1

score
