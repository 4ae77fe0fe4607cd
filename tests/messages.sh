#!/bin/bash
# messages.sh BUILD -- the kinds of messages and what is said of them; the changes of `check --fix`; slips at the
# prompt and on the command line; files that are odd and right.
set -u
cd "$(dirname "$0")/.."
top=$PWD
build=$(cd "${1:-build}" && pwd)
sconce=$build/sconce
export SCONCE_RULESETS=$top/rulesets:$top/examples NO_COLOR=1 COLUMNS=100
. tests/lib.sh

# --- every kind has a section, and its examples bring it ---------------------------------------------

sed -n 's/^  { "\([a-z0-9-]*\)",.*/\1/p' src/lua/author/catalogue.lua | sort >"$work/kinds"
sed -n 's/^## `\(.*\)`$/\1/p' rulesets/MESSAGES.md | grep -v '^other$' | sort >"$work/sections"
same 'every kind of message has a section in rulesets/MESSAGES.md, and no other has one' "$(cat "$work/kinds")" "$(cat "$work/sections")"

# Writes each example of MESSAGES.md to $work/ex/KIND.N, and its sort (the words behind ```) to KIND.N.is.
mkdir "$work/ex"
awk -v into="$work/ex/" '
    /^## `/ { kind = $2; gsub(/`/, "", kind); n = 0 }
    /^```/ && open { open = 0; close(f); next }
    /^```lua/ { open = 1; f = into kind "." ++n; print $0 > (f ".is"); printf "" > f; next }
    open { print > f }' rulesets/MESSAGES.md

# names_of FILE SORT -- prints the short names of the messages of an example, in one line. A house file gets a
# first line that it lacks.  So does the wrong example of one-ruleset, though its own first line is a `ruleset`: two
# rulesets in a chain are the mistake that it shows.
names_of() {
    local dir=$work/ex.run name=x.lua
    rm -rf "$dir" && mkdir -p "$dir"
    case $2 in
    *spec) name=x.spec.lua ;;
    *party) name=party.lua && echo 'extends "delving"' >"$dir/house.lua" ;;
    esac
    { [[ $2 == *spec || $2 == *party || $2 == *policy || $2 == *bare ]] || grep -qE '^(extends|ruleset) ' "$1" && [ "$(basename "$1")" != one-ruleset.1 ] ||
        echo 'extends "delving"'; sed 's/\\xff/\xff/' "$1"; } >"$dir/$name"
    (cd "$dir" && "$sconce" check --json "$name" 2>&1) | grep -o '"name": *"[a-z0-9-]*"' | sed 's/.*: *"//; s/"//' | sort -u | tr '\n' ' '
}
for f in "$work"/ex/*.[12]; do
    kind=$(basename "${f%.*}")
    found=$(names_of "$f" "$(cat "$f.is")")
    case $f in
    *.1) [[ " $found" == *" $kind "* ]] && pass || fail "MESSAGES.md, $kind: its wrong example brings '$found'" ;;
    *.2) [ -z "$found" ] && pass || fail "MESSAGES.md, $kind: its right example brings '$found'" ;;
    esac
done
has 'check --explain tells of a kind' "$("$sconce" check --explain equals)" '`==` compares'
has 'help NAME does the same' "$("$sconce" help equals)" '`==` compares'
has 'an unknown kind is told' "$("$sconce" check --explain nothing-such 2>&1)" "no message 'nothing-such'"

# --- check --fix --------------------------------------------------------------------------------------

cd "$work" || exit 1
printf 'extends "delving.lua"   -- \xe2\x80\xa6\r\nlight.torhc.lasts = "4 turns"\r\nsetting.wounds = "no"\n\tfunction cannot.rest() if party.torches = 0 then return "x" end end' >house.lua
printf 'extends "delving"   -- \xe2\x80\xa6\r\nlight.torch.lasts = "4 turns"\r\nsetting.wounds = false\n\tfunction cannot.rest() if party.torches == 0 then return "x" end end' >wanted.lua
chmod 640 house.lua
"$sconce" check --fix house.lua </dev/null >shown 2>&1
if cmp -s house.lua wanted.lua; then pass; else fail "check --fix keeps the rest byte for byte: $(diff house.lua wanted.lua)"; fi
has 'check --fix shows each line before and after' "$(cat shown)" '  + light.torch.lasts'
has 'check --fix checks again' "$(cat shown)" '1 file, no mistakes'
same 'check --fix keeps the mode' "$(stat -c %a house.lua)" 640
printf 'extends "delving"\nlight.torhc.search = 1\n' >real.lua
ln -s real.lua link.lua
"$sconce" check --fix link.lua </dev/null >shown 2>&1
has 'check --fix does not write through a link' "$(cat real.lua)" torhc
cp real.lua sealed.lua
chmod 444 sealed.lua
"$sconce" check --fix sealed.lua </dev/null >shown 2>&1
has 'check --fix leaves a file alone that may not be written' "$(cat sealed.lua shown)" 'sealed.lua cannot be written.'
printf 'extends "delving"\nsetting.grase_it = 3\n' >unsure.lua
"$sconce" check --fix unsure.lua </dev/null >shown 2>&1
has 'check --fix says when no change is certain' "$(cat shown)" 'Nothing was written: no change here is certain.'
printf 'extends "base"\nlight.candle.search = 3\n' >top.lua
printf 'extends "delving"\nlight.torhc.search = 3\n' >base.lua
"$sconce" check --fix top.lua </dev/null >shown 2>&1
has 'check --fix leaves files alone that were not named' "$(cat base.lua)" torhc
printf 'extends "delving"\nfuction rule.tire() say "x" end\nlight.candel.search = 3\nlight.torch.lasts = ture\n' >proved.lua
"$sconce" check --fix proved.lua </dev/null >shown 2>&1
same 'check --fix writes a change that Lua can read, and none that brings another message in its line' "$(cat proved.lua)" 'extends "delving"
function rule.tire() say "x" end
light.candle.search = 3
light.torch.lasts = ture'
printf 'extends "delving"\nfunction rule.tire()\n  if party.torch = 1 then say "x" end\nend\n' >slips.lua
cp slips.lua wanted.lua
"$sconce" check --fix slips.lua </dev/null >shown 2>&1
same 'check --fix writes no change after which the line has another mistake' "$(cat slips.lua)" "$(cat wanted.lua)"
printf 'extends "trespasser"\nfunction on.kindled() party.alarm -= dice "1d6" - 6 end\n' >slips.lua
"$sconce" check --fix slips.lua </dev/null >shown 2>&1
has 'check --fix keeps what was meant by -=' "$(cat slips.lua)" 'party.alarm = party.alarm - (dice "1d6" - 6)'
# 2050 mistakes: --fix makes 100 changes a round, and 20 rounds, so that 50 are left
{ echo 'extends "delving"'; for ((i = 0; i < 2050; i++)); do echo 'light.torhc.search = 3'; done; } >many.lua
timeout 120 "$sconce" check --fix many.lua </dev/null >shown 2>&1
same 'check --fix makes as many changes as it is told of at once, and proves them together' "$(grep -c torhc many.lua)" 50
has 'check --fix ends, and says that there may be more' "$(cat shown)" 'There may be more to change; run it once more.'
printf 'extends "delving"\nlight.torhc.search = 3\n' >asked.lua
printf 'n\n' | script -qec "$sconce check --fix asked.lua" /dev/null >shown 2>&1
has 'check --fix asks at a terminal' "$(cat shown)" 'Write this change?'
has 'check --fix writes nothing unless told to' "$(cat asked.lua)" torhc
cd "$top" || exit 1

# --- slips at the prompt and on the command line -------------------------------------------------------

told() { # told WHAT SHOWN WANTED…: passes when each WANTED is in SHOWN, which is shown for WHAT
    local what=$1 shown=$2 w
    shift 2
    for w; do [[ $shown == *"$w"* ]] || { fail "--- $what: '$w' is missing in: $shown"; return; }; done
    pass
}
prompt() { # prompt LINE WANTED…: passes when LINE, typed at the prompt, is answered with each WANTED
    local line=$1
    shift
    told "typed: $line" "$(printf '%s\n' "$line" | "$sconce" play demo --seed 4 --answers default 2>&1 | sed '1,/leaves\.$/d')" "$@"
}
command() { # command LINE WANTED…: passes when the command line LINE is answered with each WANTED
    local line=$1
    shift
    told "sconce $line" "$(cd "$work" && eval "\"$sconce\" $line" </dev/null 2>&1)" "$@"
}
echo "# Notes of the table" >"$work/notes.md"
. tests/bad/commands.sh

# --- a spec that does not read --------------------------------------------------------------------------

cd "$work" || exit 1
printf 'tests "delving" {}\ntest "x" {\n  { "rest" dice = "d6:6" },\n}\n' >slip.spec.lua
for command in check test; do
    told "$command marks the place of a slip in a spec" "$("$sconce" $command slip.spec.lua 2>&1)" \
        'slip.spec.lua:3: a comma' '    3 |   { "rest" dice = "d6:6" },' '      |            ^'
done
has 'check --json names a slip in a spec' "$("$sconce" check --json slip.spec.lua)" '"name":"missing-comma"'
has 'check --json has its columns' "$("$sconce" check --json slip.spec.lua)" '"column":12'
printf 'tests "delving" {}\ntset "x" {\n  { "rest", dice = "d6:6" },\n}\n' >slip.spec.lua
told "test marks a word that a spec has not" "$("$sconce" test slip.spec.lua 2>&1)" \
    'slip.spec.lua:2: a spec has no word' '      | ^~~~'
cd "$top" || exit 1

# --- odd but right -------------------------------------------------------------------------------------

# Each block of tests/bad/right.txt is a file without mistakes, warnings and notes.
mkdir "$work/right"
awk -v into="$work/right/" '/^=== / { f = into sprintf("%03d.lua", ++n); print substr($0, 5) > (f ".title"); next } f { print > f }' tests/bad/right.txt
for f in "$work"/right/*.lua; do
    found=$(cd "$work/right" && "$sconce" check "$(basename "$f")" 2>&1)
    if [ "$found" = '1 file, no mistakes' ]; then pass; else fail "--- right: $(cat "$f.title"): $found"; fi
done
score
