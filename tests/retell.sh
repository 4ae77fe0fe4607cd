#!/bin/bash
# retell.sh BUILD FILE.md -- runs the commands of a document's console blocks again and writes what they
# show now.  For when messages change; read the difference before you keep it.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
doc=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
export SCONCE_RULESETS=$top/rulesets NO_COLOR=1 COLUMNS=80 PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/files" && cd "$work/files"
awk '/^```lua (more )?lamplight\.lua$/ { on = 1; next } /^```/ { on = 0 } on' "$top/rulesets/README.md" >lamplight.lua

# typed TRANSCRIPT -- prints the lines typed in it: they stand behind the > of a prompt or behind a question
typed() { sed -nE 's/^([^ ]+ )?(T|round )[0-9]+ [^>]*> ?(.*)$/\3/p; s/^  .*(\]\?|\]:) (.*)$/\2/p' "$1" | sed -e '${/^$/d}'; }
show_command() { # show_command COMMAND TYPED: prints a command and what it shows; the file TYPED is its input
    echo "\$ $1"
    local status=0
    bash -c "$1" <"$2" >"$work/shown" 2>&1 || status=$?
    sed -E 's/ +$//' "$work/shown" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
    [ $status = 0 ] || echo "(exit $status)"
}
retell() { # reads a transcript from standard input, and prints it with what its commands show now
    local line command=
    : >"$work/part"
    while IFS= read -r line; do
        if [[ $line == '$ '* ]]; then
            [ -z "$command" ] || { typed "$work/part" >"$work/typed"; show_command "$command" "$work/typed"; }
            command=${line#'$ '}
            : >"$work/part"
        else
            echo "$line" >>"$work/part"
        fi
    done
    typed "$work/part" >"$work/typed"
    show_command "$command" "$work/typed"
}

is=
while IFS= read -r line; do
    case $is$line in
    '```') is=plain && : >"$work/block" && echo "$line" ;;
    '```'?*) is=${line#'```'} && : >"$work/block" && echo "$line" ;;
    *'```')
        if [ "$is" = console ]; then retell <"$work/block"; else cat "$work/block"; fi
        case $is in
        'lua more '*) cat "$work/block" >>"${is#lua more }" ;;
        'lua wrong '*) cp "$work/block" "${is#lua wrong }" ;;
        'lua '*.lua) cp "$work/block" "${is#lua }" ;;
        esac
        is= && echo "$line"
        ;;
    *) if [ -n "$is" ]; then echo "$line" >>"$work/block"; else echo "$line"; fi ;;
    esac
done <"$doc" >"$work/new"
cat "$work/new" >"$doc"
