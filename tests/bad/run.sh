#!/bin/sh
# run.sh [PROGRAM] [FILE…] -- one mistake a file: each is checked, and must bring forth the very lines
# that its last comments say:
#   -- expect: gap.lua:4: chart "omen": nothing is written for 4 of 1d6
# What only shows in play is played again, as the check says.
# A file with lines `-- play: search` is played instead, and says what comes then.  A file that expects
# nothing must be without mistakes.  The last line is `N passed, N failed`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../../build/sconce}
[ $# -eq 0 ] || shift
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
cd "$here" || exit 2
. ../lib.sh
[ $# -gt 0 ] || set -- *.lua
export SCONCE_RULESETS="$here" NO_COLOR=1

# What a check says, without the excerpts, the sum, and how to see what only shows in play.
messages() { grep -v -e '^ *[0-9]* | ' -e '^[0-9]* mistakes* in [0-9]* file' -e '^it comes with:$' -e '^  '; }

# Pastes what a check says to type: the same mistake must come.
comes_again() {
    rm -f "$work"/block*
    awk -v out="$work" '/^it comes with:$/ { f = out "/block" ++n; next } f && /^  / { print substr($0, 3) > f; next } { f = "" }' "$work/err"
    for block in "$work"/block*; do
        [ -f "$block" ] || continue
        sed 1d "$block" | sh -c "$(sed -n "1s#^sconce#$program#p" "$block")" >"$work/played" 2>&1
        grep -q -F -f "$work/got" "$work/played" || { sed 's/^/pasted: /' "$block" "$work/played" | tail -12; return 1; }
    done
}

# Plays the lines of a file; what goes wrong comes on standard error.
play() {
    sed -n 's/^-- play: //p' "$1" | "$program" play "$1" --seed 1 --answers default 2>&1 >/dev/null
}

# Is the exit status right?  A note or a warning is no mistake; play goes on after one.
ended_well() {
    [ "$1" != played ] || return 0
    if grep -v -q -e ': note: ' -e ': warning: ' "$work/expected"; then [ "$1" = 1 ]; else [ "$1" = 0 ]; fi
}

for file; do
    sed -n 's/^-- expect: //p' "$file" >"$work/expected"
    if grep -q '^-- play: ' "$file"; then
        play "$file" >"$work/got"
        status=played
    else
        "$program" check "$file" >"$work/all" 2>"$work/err"
        status=$?
        messages <"$work/err" >"$work/got"
        comes_again || status=not-again
    fi
    if cmp -s "$work/expected" "$work/got" && ended_well $status; then
        pass
    else
        fail "--- $file (status $status)"
        sed 's/^/expected: /' "$work/expected"
        sed 's/^/     got: /' "$work/got"
    fi
done
score
