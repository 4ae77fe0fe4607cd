#!/bin/bash
# run.sh [BUILD [FILE…]] -- plays each transcript of this folder three ways (terminal.c): through a pipe, at a plain
# terminal, and at a terminal with line editing; fewer when its comment says "terminal only" or "pipe only".  The screen
# must match the transcript.  FILE may be short: `dice` stands for dice.play of this folder.  Four play side by side, for
# they mostly wait.
#
# PLAIN in the environment names a build without the sanitizers, which is faster.  It plays each transcript in all ways
# but one, in turn the first, the second and the third: programs do the same work each time, so the sanitizers need to
# see each transcript once, and each way often.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
build=${1:-$top/build}
[ $# -eq 0 ] || shift
build=$(cd "$build" && pwd) plain=$(cd "${PLAIN:-$build}" && pwd)
[ $# -gt 0 ] || set -- "$here"/*.play

player=$build/tests/play/terminal
mkdir -p "$build/tests/play"
[ "$player" -nt "$here/terminal.c" ] ||
    ${CC:-cc} -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra "$here/terminal.c" -o "$player"

said=$(mktemp -d) # N: the differences of transcript N; N.failed: it failed
trap 'rm -rf "$said"' EXIT

play() { # play N MODE FILE BUILD: plays a transcript in a folder of its own
    local place=$said/place.$1
    mkdir "$place"
    cp "$here"/*.lua "$here"/../lang/{asking,walls}.lua "$top"/examples/*.lua "$place"
    (cd "$place" && PATH=$4:$PATH "$player" "$2" "$3") >"$said/$1" 2>&1 || touch "$said/$1.failed"
    rm -rf "$place"
}

played=0 files=0
for file in "$@"; do
    [ -e "$file" ] || file=$here/$(basename "$file" .play).play
    if [ ! -e "$file" ]; then
        echo "there is no transcript $file"
        echo '0 passed, 1 failed'
        exit 1
    fi
    file=$(cd "$(dirname "$file")" && pwd)/$(basename "$file")
    case $(sed '/^\$ /q' "$file") in
    *'terminal only'*) modes=(tty edit) ;;
    *'pipe only'*) modes=(pipe) ;;
    *) modes=(pipe tty edit) ;;
    esac
    files=$((files + 1))
    for mode in "${modes[@]}"; do
        [ $played -lt 4 ] || wait -n || true
        played=$((played + 1))
        by=$plain
        [ "$mode" != "${modes[files % ${#modes[@]}]}" ] || by=$build
        play $played $mode "$file" "$by" &
    done
done
wait
failed=0
for ((n = 1; n <= played; n++)); do
    [ ! -s "$said/$n" ] || cat "$said/$n"
    [ ! -e "$said/$n.failed" ] || failed=$((failed + 1))
done
echo "$((played - failed)) passed, $failed failed"
[ $failed -eq 0 ]
