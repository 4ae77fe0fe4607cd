#!/bin/bash
# seeds.sh PROGRAM [FILE.seeds…] -- mistakes as authors make them, many in a file.  A seed begins with
# "=== NAME"; the lines below are the file.  Behind @@ stands the message that the line must bring; no
# other line may bring one, except notes on what is replaced.  ^M and ^B stand for a carriage return and
# a byte order mark.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "${1:-$here/../../build/sconce}")" && pwd)/sconce
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "$here"/*.seeds
export SCONCE_RULESETS=$here/../../rulesets:$here/../../examples NO_COLOR=1
. "$here/../lib.sh"

# messages_of KIND -- prints the messages of all seeds in the current folder, each with its cure behind " | ". One
# process reads them all, so a seed's number stands before the name of its file; where a message names the file again,
# it is cut off.
messages_of() {
    case $1 in
    spec*) "$program" test */x.spec.lua ;;
    party*) "$program" check */c ;;
    *) "$program" check */x.lua ;;
    esac 2>&1 | awk -f "$here/told.awk" | grep -E '^[^ ]+:[0-9]+: ' | grep -v ': note: on\.' |
        sed -E 's#\b[0-9]{3}/(c/|x\.)#\1#2g'
}

for file; do
    kind=$(basename "$file" .seeds)
    case $kind in spec*) name=x.spec.lua ;; party*) name=c/party.lua ;; *) name=x.lua ;; esac
    rm -rf "$work"/*
    mkdir -p $(awk -v out="$work/seeds" '/^=== / { printf "%s/%03d/c\n", out, ++n }' "$file")
    # Writes seed N to the file seeds/N/NAME, its title to titles, and the messages it must bring to wanted.
    awk -v out="$work" -v name="$name" '
        /^=== / {
            close(f)
            dir = sprintf("%03d", ++n)
            f = out "/seeds/" dir "/" name
            print dir, substr($0, 5) > (out "/titles")
            line = 0
            next
        }
        n {
            line++
            parts = split($0, part, / *@@ /)
            gsub(/\^M/, "\r", part[1]); gsub(/\^B/, "\xef\xbb\xbf", part[1])
            print part[1] > f
            for (i = 2; i <= parts; i++) print dir "/" name ":" line ": " part[i] > (out "/wanted")
        }' "$file"
    touch "$work/wanted"
    [[ $kind != party* ]] || for dir in "$work"/seeds/*; do echo 'extends "delving"' >"$dir/c/house.lua"; done
    (cd "$work/seeds" && messages_of "$kind") | sort | diff <(sort "$work/wanted") - | grep '^[<>]' >"$work/differ"
    while read -r number title; do
        if [ -s "$work/differ" ] && grep -q "^. $number/" "$work/differ"; then
            fail "--- $(basename "$file"): $title"
            grep "^. $number/" "$work/differ"
        else
            pass
        fi
    done <"$work/titles"
    others=$(grep -vE '^. [0-9]{3}/' "$work/differ") && fail "--- $(basename "$file"), of no seed:
$others"
done
score
