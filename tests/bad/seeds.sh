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

# Prints the messages of a seed, sorted, each with its cure behind " | ".
messages_of() { # messages_of KIND FOLDER
    case $1 in
    spec*) "$program" test x.spec.lua ;;
    party*) "$program" check c ;;
    *) "$program" check x.lua ;;
    esac 2>&1 | awk -f "$here/told.awk" | grep -E '^[^ ]+:[0-9]+: ' | grep -v ': note: on\.' | sort
}

for file; do
    kind=$(basename "$file" .seeds)
    case $kind in spec*) name=x.spec.lua ;; party*) name=c/party.lua ;; *) name=x.lua ;; esac
    rm -rf "$work"/*
    awk -v out="$work" -v name="$name" '
        /^=== / { dir = sprintf("%s/%03d", out, ++n); system("mkdir -p " dir "/c"); print substr($0, 5) > (dir "/title"); line = 0; next }
        n {
            line++
            parts = split($0, part, / *@@ /)
            gsub(/\^M/, "\r", part[1]); gsub(/\^B/, "\xef\xbb\xbf", part[1])
            print part[1] > (dir "/" name)
            for (i = 2; i <= parts; i++) print name ":" line ": " part[i] > (dir "/wanted")
        }' "$file"
    for dir in "$work"/*; do
        [[ $kind != party* ]] || echo 'extends "delving"' >"$dir/c/house.lua"
        touch "$dir/wanted"
        if (cd "$dir" && messages_of "$kind" >messages && sort wanted | cmp -s - messages); then
            pass
        else
            fail "--- $(basename "$file"): $(cat "$dir/title")"
            sort "$dir/wanted" | diff - "$dir/messages"
        fi
    done
done
score
