#!/bin/bash
# halves.sh SCONCE -- each command that writes a file by name, on a disk that is full, killed in mid-write, or stopped by
# Ctrl-C: under the final name is the whole file, what was there before, or nothing.  After an error nothing else is
# left, either.
set -u
sconce=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../lib.sh"
cd "$work" || exit 1
${CC:-cc} -shared -fPIC -O1 -w -D_GNU_SOURCE "$here/shim.c" -o shim.so -ldl || { echo "0 passed, 1 failed"; exit 1; }
mounted=
trap '[ -z "$mounted" ] || umount "$work/small"; rm -rf "$work" "$work.missing"' EXIT
# with_fault FAULT COMMAND… -- runs sconce COMMAND while the call that FAULT names (shim.c) fails or kills
with_fault() {
    local fault=$1
    shift
    # In a shell of its own, which says nothing of the kill.
    (timeout 100 env FAULT="$fault" FAULT_COUNT="$work/count" LD_PRELOAD="$work/shim.so" "$sconce" "$@" >out 2>&1; exit $?) 2>/dev/null </dev/null
}
left_behind() { (cd into && ls -Ad .sconce-* ./*-journal 2>/dev/null); }
# is_whole NAME -- true when NAME, in the folder into, is what the command writes, and complete
is_whole() {
    case $1 in
        *.sconce) rm -rf copy && "$sconce" import "into/$1" copy >why 2>&1 ;;
        *) { "$sconce" verify "into/$1" >why 2>&1 || grep -q 'nothing was played' why; } && "$sconce" check "into/$1" >why 2>&1 && [ -s "into/$1/party.lua" ] && [ -s "into/$1/.luarc.json" ] ;;
    esac
}
# clear -- empties the folder into; makes an empty folder in it, with the name $there, if that is set
there=
clear() { rm -rf into; mkdir into; [ -z "$there" ] || mkdir -m 750 "into/$there"; }
# is_right NAME -- true when NAME is complete, or nothing was made
is_right() { [ ! -e "into/$1" ] || { [ -n "$there" ] && rmdir "into/$1" 2>/dev/null; } || is_whole "$1"; }
# breaks NAME COMMAND… -- kills sconce COMMAND, which writes into/NAME, at some of its writes, syncs and file names that
# it gives; then lets each of these fail; then sends Ctrl-C, and what else ends it
breaks() {
    local name=$1 sort n step total
    shift
    for sort in pwrite fsync open unlink; do
        clear
        with_fault "$sort 0" "$@"
        is_whole "$name" && pass || fail "$name is not written: $(cat out why)"
        [ -z "$there" ] || same 'the empty folder keeps its permissions' "$(stat -c %a "into/$name")" 750
        total=$(cat count) step=$((total / 8))
        [ "$step" -ge 1 ] || step=1
        for ((n = 1; n <= total; n += step)); do
            clear
            with_fault "$sort $n KILL" "$@"
            if is_right "$name"; then pass; else fail "killed at $sort $n, and $name is half: $(cat why; ls -A into "into/$name")"; fi
            clear
            with_fault "$sort $n+ ENOSPC" "$@"
            if is_right "$name"; then pass; else fail "$sort $n failed, and $name is half: $(cat out why)"; fi
            # when no file can be removed, one stays
            [ $sort = unlink ] || same "$sort $n failed: left behind" "$(left_behind)" ''
        done
    done
    for n in 'fsync 1 INT' 'fsync 2 INT' 'fsync 3 INT' 'fsync 1 TERM' 'fsync 2 HUP'; do # INT is Ctrl-C
        clear
        with_fault "$n" "$@"
        if is_right "$name"; then pass; else fail "stopped by $n, and $name is half: $(cat out why)"; fi
        same "stopped by $n: left behind" "$(left_behind)" ''
    done
}
printf 'extends "delving"\ntrack "dread" { min = 0 }\n' >mine.lua
"$sconce" new t --ruleset mine.lua >out 2>&1 || fail "$(cat out)"
{ printf 'add Bram con=1 hp=6\ntorches 5\nlight torch\ncrawl\n'; for n in 1 2 3 4 5 6 7 8; do echo "note $(head -c 900 /dev/zero | tr '\0' x) $n"; done; } |
    "$sconce" play t --json --answers default --seed 1 >/dev/null 2>&1
"$sconce" export t t.sconce >/dev/null 2>&1 || fail 'no export'
breaks new.sconce export t into/new.sconce
breaks saved.sconce export --salvage t into/saved.sconce
breaks new new into/new --ruleset mine.lua
breaks copy import t.sconce into/copy
there=new breaks new new into/new --ruleset mine.lua
mkdir stand
same 'nobody who stands in an empty folder loses it' "$(cd stand && "$sconce" new . --ruleset delving >../out 2>&1; ls -d "$PWD/house.lua")" "$work/stand/house.lua"

# The verb `save` does the same as `new`; it goes on in memory where it cannot save.
for n in 1 5 9 13 17; do
    rm -rf into; mkdir into
    printf 'note x\nsave into/kept\n' | (timeout 100 env FAULT="pwrite $n KILL" LD_PRELOAD="$work/shim.so" "$sconce" play mine.lua >out 2>&1; exit $?) 2>/dev/null
    if [ ! -e into/kept ] || is_whole kept; then pass; else fail "save was killed at write $n: $(ls -A into into/kept)"; fi
    rm -rf into; mkdir into
    printf 'note x\nsave into/kept\n' | (timeout 100 env FAULT="pwrite $n+ ENOSPC" LD_PRELOAD="$work/shim.so" "$sconce" play mine.lua >out 2>&1; exit $?) 2>/dev/null
    if [ ! -e into/kept ] || is_whole kept; then pass; else fail "save failed at write $n: $(cat out)"; fi
    same "save failed at write $n: left behind" "$(left_behind)" ''
done

# --- figures and pictures -----------------------------------------------------------------------------
mkdir small
mount -t tmpfs -o size=4k none small 2>/dev/null && mounted=1
# writes OPTION NAME COMMAND… -- COMMAND with OPTION and a file NAME: on a full disk, or killed before it is on disk, the old
# file stays, or none
writes() {
    local option=$1 name=$2 old
    shift 2
    rm -rf into; mkdir into
    for old in ${mounted:+fill "$name"}; do
        rm -f small/*
        echo kept >small/$old # the disk is full with it
        timeout 100 "$sconce" "$@" "$option" "small/$name" >out 2>&1
        same "$* $option, a full disk" "$? $(head -c 100 "small/$old")" "1 kept"
        has "$* $option, a full disk" "$(cat out)" "small/$name: "
        same "$* $option, a full disk: nothing else" "$(ls -A small)" "$old"
    done
    echo kept >"into/$name"
    for old in 1 2; do
        with_fault "fsync $old KILL" "$@" "$option" "into/$name" # 1: of the file; 2: of its folder
        if cmp -s "into/$name" <(echo kept); then pass; else [ $old = 2 ] && pass || fail "$* was killed before $name was on disk"; fi
    done
    with_fault none "$@" "$option" "into/$name"
    [ "$(wc -c <"into/$name")" -gt 300 ] && pass || fail "$* $option: $(cat out)"
    chmod 640 "into/$name"
    with_fault none "$@" "$option" "into/$name"
    same "$* $option keeps permissions" "$(stat -c %a "into/$name")" 640
    ln -s "$name" "into/link-$name"
    with_fault none "$@" "$option" "into/link-$name"
    same "$* $option writes where a link leads" "$(stat -c %F "into/link-$name") $(wc -c <"into/$name")" "symbolic link $(wc -c <"into/link-$name")"
}
study=(delving --turns 12 --plan crawl)
writes --csv figures.csv odds "${study[@]}"
writes --csv figures.csv sim "${study[@]}" --runs 20
writes --csv figures.csv sim --all --runs 5
writes --csv totals.csv roll 30d6 --odds
if needs 40 gnuplot 'pictures'; then
    writes --plot figures.svg odds "${study[@]}"
    writes --plot figures.png sim "${study[@]}" --runs 20
fi

# --- the keys of the pages -----------------------------------------------------------------------------
mkdir -p state/sconce
export XDG_STATE_HOME=$PWD/state
keep_keys() { echo quit | timeout 100 "$@" "$sconce" play t --screen 127.0.0.1:0 >out 2>&1; }
keep_keys env
cp state/sconce/keys.json keys.before
[ -s keys.before ] && pass || fail "no keys are kept: $(cat out)"
cp -r t u
for n in 1 2 3 4; do
    echo quit | (timeout 100 env FAULT="fsync $n KILL" LD_PRELOAD="$work/shim.so" "$sconce" play u --screen 127.0.0.1:0 >out 2>&1; exit $?) 2>/dev/null
    python3 -m json.tool state/sconce/keys.json >/dev/null 2>why && pass || fail "killed at sync $n, and the keys are half: $(cat why)"
done
for folder in t u; do
    for n in 1 2 3 4 5 6; do (cp -r $folder "many$folder$n"; echo quit | timeout 100 "$sconce" play "many$folder$n" --screen 127.0.0.1:0 >/dev/null 2>&1) & done
done
wait
same 'programs that draw keys at once keep all of them' "$(grep -c 'many[tu][1-6]' state/sconce/keys.json)" 12
score
