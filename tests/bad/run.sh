#!/bin/sh
# run.sh [PROGRAM] [FILE…] -- checks files with one mistake each.  The messages must be exactly those of
# the file's last comments:
#   -- expect: gap_at_the_end.lua:4: chart "omen": nothing is written for 10 to 12 of 2d6
# A mistake that only shows in play comes with commands to repeat it; they are run as well.
# A file with lines `-- play: search` is played instead of checked.  A file that expects nothing must be
# free of mistakes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../../build/sconce}
[ $# -eq 0 ] || shift
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
cd "$here" || exit 2
. ../lib.sh
[ $# -gt 0 ] || set -- *.lua
export SCONCE_RULESETS="$here" NO_COLOR=1

# Prints the messages in what a check said (standard input), each with its cure behind " | ".
messages() { awk -f "$here/told.awk"; }

# A check prints, for a mistake that shows in play, the command and lines that bring it: runs these, and is true if they do.
comes_again() {
    rm -f "$work"/block*
    awk -v out="$work" '/^it comes with:$/ { f = out "/block" ++n; next } f && /^  / { print substr($0, 3) > f; next } { f = "" }' "$work/err"
    for block in "$work"/block*; do
        [ -f "$block" ] || continue
        sed 1d "$block" | sh -c "$(sed -n "1s#^sconce#$program#p" "$block")" >"$work/played" 2>&1
        # Only a check reads the line, and tells which call gave nothing.
        sed -E "s/ \| write: .*//; s/; [a-z]+ gives nothing when .*//" "$work/got" >"$work/heads"
        grep -q -F -f "$work/heads" "$work/played" || { sed 's/^/pasted: /' "$block" "$work/played" | tail -12; return 1; }
    done
}

# play FILE -- types the lines `-- play: …` of a file at its rules; prints what comes on standard error.
play() {
    sed -n 's/^-- play: //p' "$1" | "$program" play "$1" --seed 1 --answers default 2>&1 >/dev/null
}

# ended_well STATUS -- true when a check ended with 1 for mistakes, else with 0 (notes and warnings are none).  "played" is
# always right, since play goes on after an error.
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
