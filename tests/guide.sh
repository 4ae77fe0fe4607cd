#!/bin/bash
# guide.sh BUILD [FILE.md…] -- runs every example of the guide, the reference and the cookbook.
# The word behind ``` says what a block is:
#   lua NAME.lua         a file; it must be without mistakes, notes and warnings
#   lua more NAME.lua    the next lines of that file
#   lua part NAME.lua    a part, for `include`; those of the guide are there for the other documents, too
#   lua wrong NAME.lua   a file with mistakes, which the console block below it shows
#   lua NAME.spec.lua    a spec; it must pass
#   lua                  a house file of Lamplight, the guide's own ruleset; it must be without mistakes.  For a comment
#                        `-- LINE --> TEXT`, LINE is typed at the prompt and must show TEXT; `-- --> TEXT` must be
#                        shown after that
#   console              a transcript, as in tests/play: it must match exactly
#   text                 not tested
# Files are kept until the end of their document.  tests/retell.sh updates console blocks.
set -u
cd "$(dirname "$0")/.."
top=$PWD
build=$(cd "${1:-build}" && pwd)
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- rulesets/README.md rulesets/WORDS.md examples/cookbook.md
export SCONCE_RULESETS=$top/rulesets NO_COLOR=1 PATH=$build:$PATH
. tests/lib.sh

player=$build/tests/play/terminal
mkdir -p "${player%/*}"
[ "$player" -nt tests/play/terminal.c ] ||
    ${CC:-cc} -std=c17 -D_GNU_SOURCE -O1 tests/play/terminal.c -o "$player" || exit 1

wrong() { # wrong PLACE WHAT: counts a failure, and prints the output in $work/out
    fail "--- $1: $2"
    cat "$work/out"
}

# blocks_of FILE.md -- writes block NNN of a document to $work/blocks/NNN; the line number and the words behind ``` to NNN.is
blocks_of() {
    rm -rf "$work/blocks" && mkdir "$work/blocks"
    awk -v into="$work/blocks/" '
        /^```/ && open { open = 0; next }
        /^```/ { open = 1; f = into sprintf("%04d", ++n); print FNR, substr($0, 4) > (f ".is"); printf "" > f; next }
        open { print > f }' "$1"
}

# try_house_file PLACE FILE -- plays a house file of Lamplight and compares what its lines `-- LINE --> TEXT` promise;
# PLACE says in a failure where it stands
try_house_file() {
    local place=$1 file=$2 line shows all
    { grep -qE '^(extends|ruleset) ' "$file" || echo 'extends "lamplight"'; cat "$file"; } >"$work/files/it.lua"
    sed -nE 's/^ *-- (.*[^ ]) +--> (.*)$/\1/p' "$file" >"$work/typed"
    if ! (cd "$work/files" && sconce play it.lua --seed 1 --answers default <"$work/typed" >"$work/out" 2>"$work/err") || [ -s "$work/err" ]; then
        cat "$work/err" >>"$work/out"
        wrong "$place" "it does not play"
        return
    fi
    all=$(cat "$work/out")
    while IFS= read -r line; do
        shows=$(sed -E 's/^ *-- (.* )?--> (.*)$/\2/' <<<"$line")
        [[ $all == *"$shows"* ]] || { wrong "$place" "'$shows' was not shown"; return; }
        all=${all#*"$shows"}
    done < <(grep -E '^ *-- .* --> ' "$file")
    (cd "$work/files" && sconce check it.lua >"$work/out" 2>&1) || { wrong "$place" 'it has mistakes'; return; }
    pass
}

check_files() { # check_files DOC FILE…: each without mistakes, notes or warnings
    local doc=$1 f
    shift
    for f; do
        (cd "$work/files" && sconce check "$f" >"$work/out" 2>&1)
        if [ "$(cat "$work/out")" = '1 file, no mistakes' ]; then pass; else wrong "$doc" "sconce check $f"; fi
    done
}

# Lamplight, the guide's own ruleset, and its parts are used by the other documents as well.
mkdir -p "$work/shared/parts"
blocks_of rulesets/README.md
for b in "$work"/blocks/*.is; do
    read -r place is <"$b"
    case $is in
    'lua lamplight.lua' | 'lua more lamplight.lua') cat "${b%.is}" >>"$work/shared/lamplight.lua" ;;
    'lua part '*) cp "${b%.is}" "$work/shared/parts/${is#lua part }" ;;
    esac
done

sh src/package/docs/words.sh include/sconce.lua src/lua/play/names.lua >"$work/words.md"
if diff rulesets/WORDS.md "$work/words.md" >"$work/out"; then pass; else wrong rulesets/WORDS.md "'make docs' writes another"; fi
twice=$(grep 'Sconce calls these rules' rulesets/WORDS.md | grep -o 'rule\.[a-z_]*' | sort | uniq -d)
if [ -z "$twice" ]; then pass; else wrong rulesets/WORDS.md "named twice: $twice"; fi

for doc; do
    rm -rf "$work/files" && cp -r "$work/shared" "$work/files"
    : >"$work/made" && : >"$work/specs"
    blocks_of "$doc"
    for b in "$work"/blocks/*.is; do
        read -r place is <"$b"
        place=$doc:$place
        text=${b%.is}
        case $is in
        lua) try_house_file "$place" "$text" ;;
        'lua part '*) cp "$text" "$work/files/parts/${is#lua part }" ;;
        'lua wrong '*) cp "$text" "$work/files/${is#lua wrong }" ;;
        'lua more '*) cat "$text" >>"$work/files/${is#lua more }" ;;
        'lua '*.spec.lua) cp "$text" "$work/files/${is#lua }" && echo "${is#lua }" >>"$work/specs" ;;
        'lua '*.lua) cp "$text" "$work/files/${is#lua }" && echo "${is#lua }" >>"$work/made" ;;
        console)
            { echo "$place"; cat "$text"; } >"$work/it.play"
            if (cd "$work/files" && "$player" pipe "$work/it.play" >"$work/out" 2>&1); then pass; else wrong "$place" 'something else is shown'; fi ;;
        text) ;;
        *) : >"$work/out" && wrong "$place" "'$is' is no sort of block" ;;
        esac
    done
    check_files "$doc" $(sort -u "$work/made")
    while IFS= read -r f; do
        if (cd "$work/files" && sconce test "$f" >"$work/out" 2>&1); then pass; else wrong "$doc" "sconce test $f"; fi
    done < <(sort -u "$work/specs")
done
score
