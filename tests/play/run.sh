#!/bin/sh
# run.sh [BUILD [FILE…]] -- plays each transcript of this folder three ways: through a pipe, at a plain
# terminal, and at a terminal with line editing; fewer when its comment says "terminal only" or "pipe
# only".  The screen must match the transcript.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
build=${1:-$top/build}
[ $# -eq 0 ] || shift
build=$(cd "$build" && pwd)
[ $# -gt 0 ] || set -- "$here"/*.play

player=$build/tests/play/terminal
mkdir -p "$build/tests/play"
[ "$player" -nt "$here/terminal.c" ] ||
    ${CC:-cc} -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra "$here/terminal.c" -o "$player"

PATH=$build:$PATH
export PATH
failed=0 played=0
for file in "$@"; do
    file=$(cd "$(dirname "$file")" && pwd)/$(basename "$file")
    for mode in pipe tty edit; do
        case $mode:$(sed '/^\$ /q' "$file") in
        pipe:*'terminal only'* | tty:*'pipe only'* | edit:*'pipe only'*) continue ;;
        esac
        place=$(mktemp -d)
        cp "$here"/*.lua "$top"/examples/*.lua "$place" 2>/dev/null || true
        (cd "$place" && "$player" $mode "$file") || failed=$((failed + 1))
        played=$((played + 1))
        rm -rf "$place"
    done
done
echo "$((played - failed)) passed, $failed failed"
[ $failed -eq 0 ]
