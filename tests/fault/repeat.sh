#!/bin/bash
# repeat.sh SCONCE [OTHER…] -- same rules, seed and commands give the same bytes: twice in a row, and the
# sessions of tests/play in each OTHER build.
set -u
sconce=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../lib.sh"
printf '%s\n' 'torches 5' 'candles 3' 'light torch' 'crawl x3' 'search' 'rest' 'u' 'redo' 'run' 'try dex 11' 'pass 20 minutes why' \
    'serch' 'm 4' 'light candle' 'search' 'state' '= party.torches' 'lua gain("torches", 2)' 'log' >"$work/lines"
for seed in 7 other 99999999999; do
    for n in 1 2; do
        "$sconce" play delving --json --answers default --seed "$seed" <"$work/lines" >"$work/$n" 2>&1
    done
    same_files "seed $seed, twice" "$work/1" "$work/2"
done
# Nor must the bytes depend on what surrounds the program.
"$sconce" play delving --json --answers default --seed 7 <"$work/lines" >"$work/1" 2>&1
play_within() { # play_within COMMAND…: passes when the same lines, played under COMMAND, which changes the surroundings, give the same bytes
    "$@" "$sconce" play delving --json --answers default --seed 7 <"$work/lines" >"$work/2" 2>&1
    same_files "within: $*" "$work/1" "$work/2"
}
# Machines have few locales, so these are made here: Turkish has other small and capital letters for I and i, German a
# decimal comma.
mkdir "$work/locales"
for locale in tr_TR de_DE; do localedef -i $locale -f UTF-8 "$work/locales/$locale.UTF-8"; done >"$work/made" 2>&1
[ -e "$work/locales/de_DE.UTF-8/LC_CTYPE" ] && pass || skip 1 "other locales, for none can be made here (localedef, of Debian's package locales)"
export LOCPATH=$work/locales
in_turkish() { # in_turkish LOCALE: prints what is told, and kept in house.lua, of a table and a member with a capital I
    rm -rf "$work/capitals"
    export LC_ALL=$1
    "$sconce" new "$work/capitals" --ruleset delving --seed 4 </dev/null
    printf '%s\n' 'table ICE: 1-2 ice / 3-6 nothing' 'roll ICE' 'add Ina con=1 hp=6' 'INA rest' 'party' 'dice INA' |
        "$sconce" play "$work/capitals" --json --answers default 2>&1
    cat "$work/capitals/house.lua"
    unset LC_ALL
}
same 'capitals in Turkish' "$(in_turkish tr_TR.UTF-8)" "$(in_turkish C.UTF-8)"
# A program that the library is part of may have set any locale.
library_odds() { # library_odds LOCALE: prints the odds of an expression, and what a line says of a fraction, in such a program
    python3 - "$(dirname "$sconce")/libsconce.so" "$1" "$work/capitals" 2>&1 <<'PYTHON'
import ctypes, locale, sys
locale.setlocale(locale.LC_ALL, sys.argv[2])
library = ctypes.CDLL(sys.argv[1])
library.sconce_odds.restype = library.sconce_roll.restype = ctypes.c_char_p
print(library.sconce_odds(b"4d6kh3", None))
PYTHON
}
if [ -e "$(dirname "$sconce")/libsconce.so" ]; then same 'odds where a program has decimal commas' "$(library_odds de_DE.UTF-8)" "$(library_odds C.UTF-8)"; fi
for locale in C tr_TR.UTF-8 de_DE.UTF-8 no_LOCALE; do play_within env LC_ALL=$locale LANG=$locale LC_NUMERIC=$locale; done
unset LOCPATH # with it the C library itself loses memory, which the sanitizers report
for zone in Pacific/Kiritimati XXX-24:59:59 :/etc/passwd; do play_within env TZ=$zone; done
play_within env -u HOME -u TERM
play_within env TERM=xterm COLUMNS=1 LINES=1 TMPDIR=/nonexistent LUA_INIT='error "read"' MALLOC_PERTURB_=165 MALLOC_ARENA_MAX=1
for limit in '-s 256' '-s unlimited' '-n 16' '-c 0'; do play_within bash -c "ulimit $limit; exec \"\$@\"" within; done
play_within bash -c 'umask 777; exec "$@"' within
play_within bash -c "trap '' INT TERM USR1 PIPE CHLD XFSZ; exec \"\$@\"" within
play_within bash -c 'mkdir "$0"; cd "$0"; rmdir "$0"; exec "$@"' "$work/gone"
play_within bash -c 'exec -a "" "$@"' within
play_within setsid -w
command -v setarch >/dev/null && play_within setarch -R
"$sconce" play delving --json --answers default --seed 8 <"$work/lines" >"$work/2" 2>&1
if cmp -s "$work/1" "$work/2"; then fail 'two seeds gave the same dice'; else pass; fi

# The length that Lua itself gives a list with holes depends on the order of the table's slots, and that on its hash
# seed and on the addresses of keys that are tables.
cat >"$work/holes.lua" <<'LUA'
extends "delving"
action "holes" { turns = 0 }
function act.holes()
  local sum, n = 0, 7
  local function draw(most) n = (n * 1103515245 + 12345) % 2147483648 return n // 65536 % most + 1 end
  for trial = 1, 3000 do
    local t, keys = {}, {}
    for i = 1, 60 do
      keys[i] = keys[draw(i)] or {}
      if draw(10) <= 3 then t[keys[i]] = 1 end
      if draw(10) <= 3 then t[keys[draw(i)]] = nil end
      if draw(10) <= 3 then t["k" .. i .. "x" .. trial] = 1 end
      if draw(10) <= 8 then t[i] = i end
      if draw(10) <= 2 then t["k" .. draw(i) .. "x" .. trial] = nil end
    end
    sum = sum + trial * #t
  end
  say("borders: " .. sum)
end
LUA
echo holes | "$sconce" play "$work/holes.lua" --json --seed 1 >"$work/1" 2>&1
has 'borders are shown' "$(cat "$work/1")" 'borders: '
for n in 2 3 4 5 6 7 8; do
    echo holes | "$sconce" play "$work/holes.lua" --json --seed 1 >"$work/2" 2>&1
    same_files "the borders of lists with holes, $n" "$work/1" "$work/2"
done

# Rules must run out of memory at the same line each time, whatever the addresses of what they have taken.
{ printf 'extends "delving"\nlocal t = {}\n'; yes 'for i = 1, 300 do t[#t + 1] = { i } end' | head -5000; } >"$work/full.lua"
full() { "$sconce" play "$work/full.lua" --json --seed 1 2>&1 | grep -o 'used up their memory.*"line":[0-9]*'; }
where=$(full)
has 'rules run out of memory' "$where" '"line":'
for n in 2 3 4 5; do same "where rules run out of memory, $n" "$(full)" "$where"; done

# play_session SCONCE SESSION TABLE ARGS… <LINES -- plays the lines; the replies go into the file SESSION, the journal into SESSION.db
play_session() {
    local program=$1 session=$2 table=$3
    shift 3
    rm -rf "$work/saved" "$work/fresh"
    mkdir "$work/fresh" && cp "$work"/*.lua "$work/fresh" # in a folder of its own, for some sessions save under a name that they chose
    { cat; printf 'save %s\n' "$work/saved"; } | (cd "$work/fresh" && "$program" play "$table" "$@" --json --answers default) >"$work/replies" 2>&1
    grep -v "$work/saved" "$work/replies" >"$session"
    [ ! -e "$work/saved/journal.db" ] || mv "$work/saved/journal.db" "$session.db"
}
# add_journals SESSION… -- adds to the file of each session what its journal holds without its dates
add_journals() {
    python3 -c 'import os, sqlite3, sys
dated = {"wall", "date", "digest"}
for session in sys.argv[1:]:
    if not os.path.exists(session + ".db"): continue
    db = sqlite3.connect(session + ".db")
    with open(session, "a") as out:
        for table in "meta", "chains", "chain_files", "sessions", "entries":
            rows = db.execute("select * from " + table)
            kept = [i for i, column in enumerate(rows.description) if column[0] not in dated]
            for row in rows: print(table, [row[i] for i in kept], file=out)' "$@"
}
cp "$here"/../play/*.lua "$here"/../../examples/*.lua "$work"
cd "$work" || exit 1
mkdir sessions
for file in "$here"/../play/*.play; do
    [ $# -gt 0 ] || break
    table=$(sed -nE 's/^\$ sconce play ([^ ]+).*/\1/p' "$file" | head -1)
    sed -nE 's/^(T[0-9]|.*\? .*T[0-9])[^>]*> (.+)$/\2/p' "$file" >"$work/lines"
    [ -n "$table" ] && [ -s "$work/lines" ] && [ ! -d "$table" ] || continue
    # Its lights burn in real time: the state holds the wall clock, so two runs need not be equal.
    [ "${file##*/}" != realtime.play ] || { skip 1 'realtime.play in two builds, for its journal holds the wall clock'; continue; }
    n=0
    for program in "$sconce" "$@"; do
        play_session "$program" "sessions/${file##*/}.$((n++))" "$table" --seed "${file##*/}" <"$work/lines"
    done
done
[ $# = 0 ] || add_journals sessions/*.play.[0-9]
sessions=0
for first in sessions/*.play.0; do
    [ -e "$first" ] || break
    name=${first#*/} n=0
    [ "$(wc -l <"$first")" -gt 5 ] || { echo "${name%.0}: nothing was journalled"; continue; }
    for other in "$@"; do same_files "${name%.0}, $other" "$first" "${first%.0}.$((++n))"; done
    sessions=$((sessions + 1))
done
# With few sessions, the lines above no longer find the files of tests/play.
[ $# = 0 ] || [ $sessions -gt 8 ] || fail "only $sessions sessions were played"
score
