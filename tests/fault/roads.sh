#!/bin/bash
# roads.sh SCONCE -- hostile input by every road that is not rules: names of files and folders, typed lines, logs, tables
# and plots, exported files and journals changed by a stranger.  No control byte may reach the terminal, nothing may
# hang, crash or write elsewhere, and every refusal is a sentence.
set -u
sconce=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../lib.sh"
cd "$work" || exit 1
fail() { echo "roads, $what: $*" | cut -c1-500 | cat -v; failed=$((failed + 1)); }
# the control bytes that a terminal would obey, all but \t and \n, which may come out
obeyed=$'[\001-\010\013-\037\177]'
# run STATUS COMMAND… -- runs COMMAND, whose output goes to the file out; it must end with STATUS and with no byte for a terminal
# to obey
run() {
    local wanted=$1 status took TIMEFORMAT='%U %S'
    shift
    { time timeout 300 "$@" >out 2>&1; } 2>cpu
    status=$?
    took=$(awk '{ printf "%d", 1000 * ($1 + $2) }' cpu)
    [ $status = "$wanted" ] || [ "$wanted,$status" = any,0 ] || [ "$wanted,$status" = any,1 ] || fail "status $status, not $wanted: $(head -c 300 out)"
    # A line may take 2 s of work, and reading the rules as much.
    [ "$took" -lt 5000 ] || fail "took $took ms of the processor"
    if LC_ALL=C grep -q "$obeyed" out || LC_ALL=C grep -q $'\xc2[\x80-\x9f]' out; then fail "a terminal would obey: $(head -c 300 out)"; else pass; fi
}
says() { if grep -qF -- "$1" out; then pass; else fail "should say '$1', says: $(head -c 300 out)"; fi; }
quiet=(--seed 1 --answers default)
# campaign FOLDER [RULES] -- makes a campaign, with the file RULES for its house.lua
campaign() {
    rm -rf "$1"
    "$sconce" new "$1" --ruleset delving >/dev/null
    [ $# = 1 ] || cp "$2" "$1/house.lua"
}
escape=$'\033[31m'

# --- names -------------------------------------------------------------------------------------------
printf 'extends "delving"\nx = \n' >"ev${escape}il.lua"
for verb in play check rules; do
    what="a file's name, $verb"
    run 1 "$sconce" $verb "ev${escape}il.lua"
    says 'ev^[[31mil.lua:2: '
done
what="a folder's name"
mkdir "d$escape"
run 0 "$sconce" new "d$escape/t" --ruleset delving
run 0 "$sconce" play "d$escape/t" --answers default <<<crawl
for verb in log verify; do run 0 "$sconce" $verb "d$escape/t"; done
run 0 "$sconce" export "d$escape/t" "d$escape/t.sconce"
run 0 "$sconce" import "d$escape/t.sconce" "d$escape/u"
run 1 "$sconce" import "d$escape/none" "d$escape/v"
what='names of several lines in a folder'
mkdir several
printf 'x\n' >$'several/a\n1 file, no mistakes\n.lua'
printf 'tests "delving" {}\n' >$'several/a\n9 passed, 0 failed\n.spec.lua'
for verb in check 'test'; do
    run 1 "$sconce" $verb several
    says 'several: a file here has a line break in its name; rename it'
    if grep -qE '^(1 file|9 passed)' out; then fail 'a line is forged'; else pass; fi
done
what='links in a folder that lead back to it'
mkdir circle
ln -s . circle/a
ln -s . circle/b
echo 'tests "delving" {}' >circle/k.spec.lua
run 0 "$sconce" test circle
says '0 passed, 0 failed'
odd=$'od\xff'
mkdir "$odd"
printf 'extends "delving"\n' | tee "$odd.lua" >"$odd/good.lua"
cp "$odd.lua" "$odd.spec.lua"
for verb in play check rules 'check --json' sim; do
    what="a file's name that is no UTF-8, $verb"
    run 1 "$sconce" $verb "$odd.lua"
    says 'is not UTF-8 text; give the file another one'
    what="no file, in a folder whose name is no UTF-8, $verb"
    run 1 "$sconce" $verb "$odd/none.lua"
    says 'there is no file'
    what="a file in a folder whose name is no UTF-8, $verb"
    case $verb in sim) ;; *) run 0 "$sconce" $verb "$odd/good.lua" ;; esac
done
what="a spec whose name is no UTF-8"
run 1 "$sconce" test "$odd.spec.lua"
says 'is not UTF-8 text; give the file another one'
what='a NUL in house.lua'
"$sconce" new nul --ruleset delving >/dev/null
printf 'extends "delving" -- \0\nlight.torch.lasts = "6 turns"\n' >nul/house.lua
run 0 "$sconce" play nul --seed 1 <<<'table goblins 1-2 / rats 3-6'
says 'Kept in house.lua'
same "$what" "$(sed -n 2,3p nul/house.lua | cut -c1-26 | paste -sd,)" 'light.torch.lasts = "6 tur,chart.creatures { die = "1'
what='a NUL in the name of a ruleset, and in house rules of a test'
printf 'tests "delving\\0x" {}\ntest "a" { { "crawl" } }\n' >nul.spec.lua
run 1 "$sconce" test nul.spec.lua
says "'delving?x' is not a name of a ruleset"
printf 'tests "delving" { house = "-- a\\0\\nx = " }\ntest "a" { { "crawl" } }\n' >nul.spec.lua
run 1 "$sconce" test nul.spec.lua
says 'house.lua:2: '
what='a name of thousands of letters'
printf 'extends "delving"\nfunction rule.f() return roll("%09000d") end\n' 0 >long.lua
run 1 "$sconce" check long.lua
[ "$(wc -c <out)" -lt 2000 ] && pass || fail "$(wc -c <out) bytes come out"
what='a name of several lines on the command line'
lines=$'n\nis a campaign of delving.'
for words in "new" "play" "log" "verify" "rules" "check" "test" "sim" "odds" "export" "import" "roll"; do
    run 2 "$sconce" $words "$lines"
    says "sconce $words: a file here has a line break in its name; rename it"
done
for option in house policy csv plot vs; do
    run 2 "$sconce" sim delving "--$option" "$lines"
    says 'a file here has a line break in its name; rename it'
done
[ ! -e "$lines" ] && pass || fail 'it was made'
what='empty words of the command line'
for words in 'export t|' 'import |x' 'new |--ruleset delving' 'play |' 'log |' 'test |' 'rules |delving'; do
    run 2 "$sconce" ${words%|*} '' ${words#*|}
    says 'one of the words is empty; write the name that belongs there'
done
for option in 'sim delving --policy' 'sim delving --csv' 'serve t --host' 'rules delving --house'; do
    run 2 "$sconce" $option ''
    says "--${option#*--} needs a value"
done
what='a folder in the home of whoever plays'
mkdir home
for folder in '~' '~/' '~nobody/x'; do
    run 0 env HOME="$work/home" "$sconce" play delving <<<"save $folder"
    says "'$folder' is no new folder; name one, as in 'save ~/the-mine'."
done
run 0 env HOME="$work/home" "$sconce" play delving <<<'save ~/the-mine'
same "$what" "$(ls -d home/the-mine/journal.db ./'~'* 2>/dev/null)" home/the-mine/journal.db
run 0 env -u HOME "$sconce" play delving <<<'save ~/the-mine'
says "is no new folder"
what='words of the command line'
run 2 "$sconce" "$escape"
run 2 "$sconce" play delving "--$escape"
run 1 "$sconce" play "$escape"
run 1 "$sconce" help "$escape"
run 1 "$sconce" rules delving "$escape"
run 1 "$sconce" roll "$escape"
run 1 "$sconce" play delving --dice "$escape"
run 1 "$sconce" sim delving --turns 2 --runs 3 --plan "$escape"
run 1 "$sconce" sim delving --turns 2 --runs 3 --plan crawl --until "$escape"
run 1 "$sconce" sim delving --turns 2 --runs 3 --plan crawl --measure "$escape=1"
what='files that are none'
mkfifo fifo.lua
printf 'extends "fifo"\n' >pipe.lua
run 1 "$sconce" play pipe.lua
says 'fifo.lua is there, but no plain file'
what='a file full of mistakes'
{ echo 'extends "delving"'; for n in $(seq 150); do echo "light.torhc$n.lasts = \"4 turns\""; done; } >wrong.lua
run 1 "$sconce" play wrong.lua
says 'wrong.lua:101: and 50 more; mend these first'
[ "$(wc -l <out)" = 101 ] && pass || fail "$(wc -l <out) lines are shown"
what='names of members'
for name in '\27[31mBram' 'Bram\nYsolde' 'Bram; u'; do
    campaign t
    echo "member \"$name\" { hp = 6 }" >t/party.lua
    run 1 "$sconce" play t </dev/null
    says ' cannot be a name: '
done

# --- text that was said, read again ----------------------------------------------------------------------
cat >evil.lua <<'EOF'
extends "delving"
event "e" { text = "{a}" }
chart "c" { die = "1d2", { "1", "a\27[31m|x", "T\27]0;x\7\n# H <script>alert(1)</script>" }, { "2", "b\u{9b}2J", "y\u{202e}" } }
track "s" { start = "", prompt = true }
action "bomb" { turns = 0 }
function act.bomb()
  say "\27[2J\n---\ntitle: x\n# Head\n<script>\u{202e}\u{9b}31m"
  emit("e", { a = "\27]0;pwn\7" })
  roll "c"
  set("s", "p\27[31m\n")
end
EOF
what='what rules say'
campaign t evil.lua
lines='session "x <b>"\nbomb\nbomb\nnote <script>\nlog\nrecap\nwhy\nwhy bomb\nchart c\n?\nhelp bomb\nchanges\nstate party\n'
run 0 "$sconce" play t "${quiet[@]}" < <(printf "$lines")
run 0 "$sconce" play t "${quiet[@]}" --json < <(printf "$lines")
for format in md text json; do
    what="what rules said, as $format"
    run 0 "$sconce" log t --format $format
    if grep -q '^# Head\|^title' out; then fail "lines of its own: $(head -c 300 out)"; else pass; fi
    if [ $format = md ] && grep -q '[^\\]<[a-z/!]' out; then fail "a mark-up of its own: $(head -c 500 out)"; else pass; fi
done
what='what rules said, folded'
run 0 "$sconce" log t --format text --width 40

# --- tables and pictures ------------------------------------------------------------------------------
cat >plot.lua <<'EOF'
ruleset "x\"; system \"touch pwned1\"; set title \"'; system 'touch pwned2'" { turn = "10 minutes" }
procedure "p" { "act", "time" }
track "z" { start = 0 }
chart "c" { die = "1d2", { "1", "a`touch pwned3`\n!touch pwned4\nEOD\nsystem 'touch pwned5'", "T" }, { "2", "=cmd|'/C calc'!A0,\"q\"\27[31m", "<script>alert(1)</script>" } }
action "crawl" {}
function act.crawl() roll "c" gain("z", 1) end
EOF
cp plot.lua 'a`touch pwned6`.lua'
what=pictures
if needs 10 gnuplot "pictures with hostile names"; then
    for table in plot.lua 'a`touch pwned6`.lua'; do
        for file in p.svg p.png "x'; system 'touch pwned7'; .svg" '|touch pwned8.svg' '`touch pwned9`.svg'; do
            run 0 "$sconce" sim "$table" --turns 2 --runs 4 --plan crawl --measure 'q=party.z' --plot "$file" --vs plot.lua
            [ -s "$file" ] && pass || fail "no picture in $file"
        done
    done
    [ -z "$(ls | grep '^pwned')" ] && pass || fail "something else was run: $(ls | grep '^pwned')"
    grep -q '<script' p.svg && fail 'a script in the picture' || pass
fi
what=tables
run 0 "$sconce" sim plot.lua --turns 2 --runs 4 --plan crawl --csv p.csv
LC_ALL=C grep -q "$obeyed" p.csv && fail "a terminal would obey: $(head -3 p.csv)" || pass
grep -q '^"*[=+@-]' p.csv && fail "a formula: $(grep '^"*[=+@-]' p.csv)" || pass

# --- exported files ------------------------------------------------------------------------
# import_is_refused SQL MESSAGE -- passes when an exported file that was changed by SQL is refused with MESSAGE, and no folder
# is left
import_is_refused() {
    what="a file that was exported: ${1:0:60}"
    rm -rf w w.sconce
    cp t.sconce w.sconce
    sqlite3 w.sconce "$1" >/dev/null 2>&1 || { fail 'sqlite3 would not'; return; }
    run 1 "$sconce" import w.sconce w
    says "$2: nothing was imported"
    [ ! -e w ] && pass || fail 'a folder was made'
}
what='an exported campaign whose rules do not load'
campaign unloadable
echo 'x = ' >>unloadable/house.lua
run 0 "$sconce" export unloadable unloadable.sconce
run 1 "$sconce" import unloadable.sconce loaded
says 'loaded is imported, but its rules do not load:'
what='Ctrl-C in the replay of an import'
cat >slow.lua <<'LUA'
-- slow.lua -- a line takes long.
extends "delving"
action "count" {}
function act.count() for _ = 1, 25000000 do end end
LUA
campaign slow slow.lua
for i in {1..12}; do echo count; done | "$sconce" play slow --answers default >/dev/null
"$sconce" export slow slow.sconce >/dev/null
"$sconce" import slow.sconce slowly >out 2>&1 &
wait_for pgrep -P $! # a child: the cell, which loads the rules for the replay
kill -INT $!
wait $!
same "$what" $? 1
says "slowly is imported, but its replay was stopped; 'sconce verify slowly' replays it"
run 0 "$sconce" log slowly
"$sconce" export t t.sconce >/dev/null
if needs 30 sqlite3 "exported files changed by a stranger"; then
    for name in ../x.lua /tmp/x.lua .lock journal.db .bashrc a/b.lua -rf.lua "$(head -c 300 /dev/zero | tr '\0' x).lua" "$escape.lua"; do
        digest=$(python3 -c 'import hashlib, sys
key, value = b"file " + sys.argv[1].encode(), b"x"
print(hashlib.sha256(len(key).to_bytes(8, "big") + key + len(value).to_bytes(8, "big") + value).hexdigest()[:16])' "$name")
        import_is_refused "insert into meta values('file $name', 'x', x'$digest')" 'a rule file cannot have that name'
    done
    import_is_refused "update meta set value = value || '-- more' where key = 'file house.lua'" 'w.sconce is damaged (file house.lua)'
    import_is_refused 'update entries set events = zeroblob(50000000) where seq = 2' 'w.sconce is damaged'
    tables='w.sconce is damaged (its tables have been changed)'
    import_is_refused 'create trigger t after delete on meta begin delete from entries; end' "$tables"
    import_is_refused 'create trigger sqlitex after delete on meta begin delete from entries; end' "$tables"
    import_is_refused 'create index boom on meta(hex(zeroblob(10000000)))' "$tables"
    import_is_refused 'alter table meta rename to m; create view meta as select * from m' "$tables"
fi

# --- what is no exported file, or has something beside it that SQLite would read ---

# import_ends STATUS FILE MESSAGE -- imports FILE; a refusal leaves no folder, and FILE and what is beside it as they were
import_ends() {
    rm -rf w
    before=$(ls -l "$2"*; cat "$2"* 2>/dev/null | sha256sum)
    run "$1" "$sconce" import "$2" w
    says "$3"
    [ "$1" = 0 ] || { [ ! -e w ] && pass || fail 'a folder was made'; }
    same "$what: what was there" "$(ls -l "$2"*; cat "$2"* 2>/dev/null | sha256sum)" "$before"
}
gzip -c t.sconce >one.gz
cat one.gz one.gz >several.gz
head -c 500 one.gz >cut.gz
head -c 300000000 /dev/zero | gzip -1 >bomb.gz
for file in one several cut bomb; do
    what="a compressed file, $file"
    import_ends 1 $file.gz "$file.gz is compressed: unpack it first"
done
echo 'of the victim' >victim
# beside KIND FILE -- makes FILE, beside an exported file, a link, a file of rubbish or a folder, as KIND says
beside() {
    case $1 in
    link) ln -s "$PWD/victim" "$2" ;; rubbish) head -c 5000 /dev/urandom >"$2" ;; folder) mkdir "$2" ;;
    esac
}
for kind in link rubbish folder; do
    for tail in journal wal shm; do
        what="an exported file with a $kind beside it, -$tail"
        cp t.sconce w.sconce
        beside $kind w.sconce-$tail
        case $kind,$tail in
        rubbish,journal) import_ends 0 w.sconce 'all the same' ;;
        rubbish,*) import_ends 1 w.sconce "w.sconce-$tail does not belong to Sconce: remove it" ;;
        *) import_ends 1 w.sconce "w.sconce-$tail is " ;;
        esac
        rm -rf w.sconce*
    done
done
same 'the file behind a link beside an exported file' "$(cat victim)" 'of the victim'
# A rollback journal says how many pages the file had: playing it back may cut the file, or make it huge, which is refused.
for pages in 1 3 1000 4000000000; do
    what="an exported file in mid-commit, of $pages pages"
    cp t.sconce w.sconce
    python3 - $pages <<'PY'
import struct, sys
page = open("w.sconce", "rb").read(4096)
nonce = 7
check = (nonce + sum(page[x] for x in range(4096 - 200, 0, -200))) % 2**32
head = bytes.fromhex("d9d505f920a163d7") + struct.pack(">IIIII", 1, nonce, int(sys.argv[1]), 512, 4096)
open("w.sconce-journal", "wb").write(head.ljust(512, b"\0") + struct.pack(">I", 1) + page + struct.pack(">I", check))
PY
    if [ $pages -lt 10 ]; then import_ends 1 w.sconce 'w.sconce is damaged: nothing was imported'; else import_ends 1 w.sconce 'w.sconce-journal is not of this journal'; fi
    rm -rf w.sconce*
done
# claim OFFSET BYTES -- makes w.sconce, an exported file with other BYTES (hexadecimal) at OFFSET of its header
claim() {
    python3 -c 'import sys
d = bytearray(open("t.sconce", "rb").read())
at, new = int(sys.argv[1]), bytes.fromhex(sys.argv[2])
d[at : at + len(new)] = new
open("w.sconce", "wb").write(d)' "$@"
}
for header in 'pages:28:fffffffe' 'free pages:32:000000027fffffff' 'the size of a page:16:0001' 'bytes kept free:20:ff' 'an encoding:56:00000003'; do
    what="an exported file that claims ${header%%:*}"
    claim $(tr : ' ' <<<"${header#*:}")
    import_ends 1 w.sconce 'w.sconce is damaged'
done
what='an exported file that is cut'
head -c 30000 t.sconce >w.sconce
import_ends 1 w.sconce 'w.sconce is damaged: nothing was imported'
what='an exported file of 3 GB of holes'
cp t.sconce w.sconce
truncate -s 3G w.sconce
rm -rf w
run 1 "$sconce" import w.sconce w
says 'w.sconce is too large: 2000 MB at most'
rm -f w.sconce
what='the SQLite file of another program'
python3 -c 'import sqlite3; sqlite3.connect("w.sconce").execute("create table t(x)")'
import_ends 1 w.sconce 'w.sconce is not a Sconce journal'
# Rule files up to each limit, and one beyond it.
# add_rule_files N BYTES -- makes w.sconce, an exported file with N more rule files of BYTES each, and right digests
add_rule_files() {
    cp t.sconce w.sconce
    PYTHONPATH=$here/../siege python3 -B -c 'import forge, sys
n, size = int(sys.argv[1]), int(sys.argv[2])
forge.forge("w.sconce", [["sql", "".join("insert into meta values(\x27file r%d.lua\x27, printf(\x27%%*s\x27, %d, \x27--\x27), x\x27\x27);" % (i, size) for i in range(n))]])' "$@"
}
files=$(ls t/*.lua | wc -l)
what='as many rule files as there may be'
add_rule_files $((200 - files)) 10
import_ends 0 w.sconce 'all the same'
same "$what" "$(ls w/*.lua | wc -l)" 200
what='one rule file too many'
add_rule_files $((201 - files)) 10
import_ends 1 w.sconce 'holds too many rule files, or too long ones'
what='the longest rule file'
add_rule_files 1 $((256 << 10))
import_ends 0 w.sconce 'all the same'
what='a rule file that is a byte too long'
add_rule_files 1 $(((256 << 10) + 1))
import_ends 1 w.sconce 'holds too many rule files, or too long ones'
rm -f w.sconce

# --- the journal of each version; a new version adds its own to tests/journals ---
# VERSION:ENTRIES of its journal
for old in 0.1.0:27 0.2.0:16 0.3.0:11 0.4.0:14 0.5.0:15 0.6.0:18 0.7.0:13 0.8.0:16 0.9.0:18 0.10.0:13 0.11.0:14 0.12.0:13 0.13.0:13 0.14.0:11 0.15.0:12 0.16.0:13 0.17.0:10 0.18.0:11 0.19.0:12; do
    version=${old%:*}
    what="a campaign of Sconce $version"
    gunzip -c "$here/../journals/$version.sconce.gz" >old.sconce
    run 0 "$sconce" import old.sconce "of-$version"
    run 0 "$sconce" verify "of-$version"
    says "${old#*:} entries, "
    run 0 "$sconce" log "of-$version"
    says 'torch'
    run 0 "$sconce" play "of-$version" --answers default <<<$'rest\nundo 3\nredo'
done
what='a campaign with names that are refused today: 12, =1, ?x'
gunzip -c "$here/../journals/names.sconce.gz" >old.sconce
run 0 "$sconce" import old.sconce names
run 0 "$sconce" verify names
says 'entries, all the same'
run 0 "$sconce" play names --answers default <<<$'hp 12 3\n"?x" rest\nundo 2\nredo\nadd "13" hp=2'
says '12: hp 3'
says "'13' cannot be a name"
run 0 "$sconce" verify names
for name in 12 '#2' 'a:b' always; do
    what="a member called $name in rules, in party.lua and in a test"
    printf 'extends "delving"\nmember "%s" {}\n' "$name" >named.lua
    run 1 "$sconce" check named.lua
    says "'$name' "
    rm -rf named
    "$sconce" new named --ruleset delving >/dev/null
    printf 'member "%s" {}\n' "$name" >named/party.lua
    run 1 "$sconce" check named
    says "'$name' "
    printf 'tests "delving" { party = { { "%s" } } }\ntest "one" { { "rest" } }\n' "$name" >named.spec.lua
    run 1 "$sconce" test named.spec.lua
    says "'$name' "
    what="a member called $name, typed while a campaign is made"
    rm -rf named
    printf '%s hp=3\nBram hp=3\n\n' "$name" | script -qec "$sconce new named --ruleset delving" /dev/null >out 2>&1
    run any grep -c member named/party.lua
    [ "$name" = always ] || says 1
done
what='every version has its journal'
run 0 ls "$here/../journals/$("$sconce" --version | cut -d' ' -f2).sconce.gz"
mv of-0.1.0 older
what='an entry that goes differently in this version'
PYTHONPATH=$here/../siege python3 -B -c 'import forge
forge.forge("older/journal.db", [["column", "entries", 12, "draws", "1d6:1"]])'
run 0 "$sconce" verify older
says 'none damaged'
says 'differently in this version of Sconce, from entry'
says "kept by 0.1.0)"
what='a version of several lines'
PYTHONPATH=$here/../siege python3 -B -c 'import forge
forge.forge("older/journal.db", [["sql", "update chains set host = char(10) || \x27 entries, all the same\x27 || host"], ["sql", "update entries set line = char(10) || line"]])'
run 0 "$sconce" verify older
same "$what" "$(wc -l <out)" 3

# A replay compares whatever the log and the table show of an entry: its turn, its time, its status.  SQL:MESSAGE
for forged in 'set turn = turn + 100:differs in its turn' 'set minutes = minutes + 60:differs in its minutes' \
    'set status = (select status from entries where seq = 1) where seq = 3:differs in its status' \
    "set line = '' where seq = 1:entry 1 differs in its line: '' was kept, and the replay gives 'start'" \
    "set line = 'crawl' where seq = 1:entry 1 ('crawl') differs in its line" \
    "set draws = 'x' where seq = 3:entry 3 ('bomb') cannot be replayed: dice: 'x' is not a die and its face" \
    "set state = (select state from entries where seq = 3) where seq = 1:entry 1 ('start') differs in its state, at parties.1.s"; do
    what="a forged journal with right digests: ${forged%%:*}"
    rm -rf u
    cp -a t u
    PYTHONPATH=$here/../siege python3 -B -c 'import forge, sys
forge.forge("u/journal.db", [["sql", "update entries " + sys.argv[1]]])' "${forged%%:*}"
    run 1 "$sconce" verify u
    says "${forged#*:}"
done
# The state of a table in which one thing is none.  What is not the state of a generator would never roll a die.
for forged in '"rng"] = "x"' '"rng"] = 1' '"rng"] = []' '"rng"] = [1, 2, 3]' '"rng"] = [0, 0, 0, 0]' '"rng"] = [1.5, 2, 3, 4]' \
    '"at"] = 9' '"wall"] = "x"' '"decks"] = 7' '"campaign"] = 7' '"rooms"] = [7]' '"parties"] = []' '"parties"][0] = 7' \
    '"parties"][0]["turns"] = []' '"parties"][0]["kept"] = [7]' '"parties"][0]["timers"] = [[]]' '"parties"][0]["room"] = 7'; do
    what="a forged journal with right digests: state[$forged"
    rm -rf u
    cp -a t u
    PYTHONPATH=$here/../siege python3 -B -c 'import forge, sys, tree
db = forge.open_file("u/journal.db")
seq, data = db.execute("select seq, cast(state as blob) from entries where length(state) > 0 order by seq desc limit 1").fetchone()
state = tree.decode(data)
exec("state[" + sys.argv[1])
db.execute("update entries set state = ? where seq = ?", [tree.encode(state), seq])
forge.reforge(db)' "$forged"
    run any "$sconce" play u <<<crawl
    says "What was kept of the table is damaged; 'sconce verify' names the entry."
    run 1 "$sconce" verify u
    says 'differs in its state'
done
for column in date wall; do
    for time in -9223372036854775808 9223372036854775807; do
        what="a forged journal with right digests, whose $column is $time"
        rm -rf u
        cp -a t u
        PYTHONPATH=$here/../siege python3 -B -c 'import forge, sys
forge.forge("u/journal.db", [["sql", "update entries set %s = %s where seq = 2" % tuple(sys.argv[1:])]])' $column $time
        run 1 "$sconce" log u
        says 'damaged (entry 2)'
    done
done
for key in party seed; do
    what="a forged journal with right digests, whose $key is no text"
    rm -rf u
    cp -a t u
    PYTHONPATH=$here/../siege python3 -B -c 'import forge, sys
forge.forge("u/journal.db", [["sql", "insert or replace into meta values(\x27%s\x27, x\x27c9b883\x27, x\x27\x27)" % sys.argv[1]]])' $key
    run 1 "$sconce" verify u
    says "damaged ($key)"
done
what='a forged journal whose party.lua never ends'
rm -rf u
cp -a t u
PYTHONPATH=$here/../siege python3 -B -c 'import forge
forge.forge("u/journal.db", [["sql", "insert or replace into meta values(\x27party\x27, \x27while true do end\x27, x\x27\x27)"]])'
run 1 "$sconce" verify u
says "entry 1 ('start') cannot be replayed: "
says 'the rules did not come to an end in time'

# --- standard files that are closed ----------------------------------------------------------------
# A file that the program opens gets the number of a standard file that is closed.  It would then be read as what is
# typed, or what is shown would be written into it.
rm -rf u closed
cp -a t u
mkdir closed
entries=$("$sconce" verify u)
for fds in '<&-' '>&-' '2>&-' '<&- >&-' '>&- 2>&-' '<&- >&- 2>&-'; do
    for command in 'play u --answers default' 'log u' 'export u closed/u.sconce' 'sim delving --turns 1 --runs 2 --csv closed/u.csv' \
        'odds delving --turns 1 --plan crawl' 'new closed/v --ruleset delving'; do
        what="closed: $command $fds"
        rm -rf closed/*
        status=1 lock=$(cat u/.lock)
        case $fds in *'>&- '* | *' >&-'* | '>&-') ;; *) status=0 ;; esac
        (eval "timeout 100 \"$sconce\" $command $fds") >out 2>&1
        same "$what" $? $status
        if grep -q "no verb\|process" out; then fail "a file was read as what is typed: $(head -c 300 out)"; else pass; fi
        case $(cat u/.lock) in "sconce (process "*) pass ;; *) fail "the lock holds: $(head -c 100 u/.lock)" ;; esac
        [ ! -s closed/u.csv ] || same "$what: lines of the table that are none" "$(grep -cv , closed/u.csv)" 0
        same "$what: what was played" "$("$sconce" verify u)" "$entries"
    done
done

# When the reader has gone, as after `| head -1`, the program ends as others do (128 + SIGPIPE), without a word.
for command in 'log u' 'help' 'odds delving --turns 1 --plan crawl' 'play u --answers default'; do
    what="nobody reads: $command"
    { (trap '' PIPE; while printf x; do :; done) 2>/dev/null # writes until the reader has gone
      env --default-signal=PIPE timeout 100 "$sconce" $command 2>err <<<recap; } | true
    same "$what" "${PIPESTATUS[0]}" 141
    same "$what: in silence" "$(cat err)" ''
    same "$what: what was played" "$("$sconce" verify u)" "$entries"
done
if [ -w /dev/full ]; then
    "$sconce" log u >/dev/full 2>err
    same 'a full disk: the log' "$? $(cat err)" '1 sconce: the output could not be written to its end'
fi

for command in 'lsp' 'serve u --port 0'; do # both go on for as long as they may
    what="closed: $command"
    (XDG_STATE_HOME=$PWD/closed timeout -s INT 2 "$sconce" $command <&- >&- 2>&-)
    same "$what: the lock" "$(grep -vc '^sconce (process ' u/.lock)" 0
    same "$what: what was played" "$("$sconce" verify u)" "$entries"
    [ "$command" = lsp ] || run 0 python3 -m json.tool closed/sconce/keys.json
done
# A program that links with the library, has its standard files closed, and writes to them all the same: nothing of that
# may get into a file of the campaign.
what='a program of others, with its standard files closed'
rm -rf u
cp -a t u
python3 - "$(dirname "$sconce")/libsconce.so" u <<'PY' 5>found 2>&5
import ctypes, os, sys
result = os.dup2(5, 90)
os.close(5)
os.closerange(0, 3)
class Options(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("table", ctypes.c_char_p), ("more", ctypes.c_char * 512)]
class Reply(ctypes.Structure):
    _fields_ = [("outcome", ctypes.c_int), ("json", ctypes.c_char_p)]
lib = ctypes.CDLL(os.path.abspath(sys.argv[1]))
lib.sconce_open.restype = ctypes.c_void_p
lib.sconce_say.argtypes, lib.sconce_say.restype = [ctypes.c_void_p, ctypes.c_char_p], Reply
lib.sconce_close.argtypes = [ctypes.c_void_p]
def stray(when):
    for fd in range(3):
        try:
            os.set_blocking(fd, False)
            if os.write(fd, b"stray") > 0:
                os.write(result, b"%s: %d is %s\n" % (when, fd, os.readlink("/proc/self/fd/%d" % fd).encode()))
        except OSError:
            pass
table = lib.sconce_open(ctypes.byref(Options(table=sys.argv[2].encode())), None)
stray(b"open")
for line in b"note one", b"time +10", b"undo":
    reply = lib.sconce_say(table, line)
    if reply.outcome != 0:
        os.write(result, reply.json)
    stray(line)
lib.sconce_close(table)
exported = lib.sconce_export(sys.argv[2].encode(), b"u.sconce", None, None, None)
os.write(result, b"exported\n" if exported else b"no export\n")
PY
same "$what" "$(cat found)" exported
same "$what: the lock" "$(cat u/.lock | grep -c stray)" 0
run 0 "$sconce" verify u
rm -f u.sconce

# --- journals changed by a stranger --------------------------------------------------------------
# read_changed_journal STATUS SQL MESSAGE -- changes a journal by SQL; `log` must end with STATUS and show MESSAGE, and
# other commands must succeed or end with a message
read_changed_journal() {
    what="a journal: $2"
    rm -rf u v.sconce
    cp -r t u
    sqlite3 u/journal.db "$2" >/dev/null 2>&1 || { fail 'sqlite3 would not'; return; }
    run $1 "$sconce" log u
    says "$3"
    run any "$sconce" verify u
    run any "$sconce" export --salvage u v.sconce
    run any "$sconce" play u "${quiet[@]}" <<<$'state party\nrecap'
}
# salvage_says WHAT SQL TEXT -- changes the journal of u by SQL; a salvage of it must then say TEXT
salvage_says() {
    rm -f v.sconce
    sqlite3 u/journal.db "$2"
    "$sconce" export --salvage u v.sconce >out 2>&1
    has "a salvage $1" "$(cat out)" "$3"
}
if needs 4 sqlite3 'a lost seed'; then
    rm -rf u
    cp -r t u
    salvage_says 'of all' '' 'none is lost'
    salvage_says 'without the seed' "delete from meta where key = 'seed'" 'lost: the seed'
    salvage_says 'without an entry' "delete from sessions; update entries set typed = 'x' where seq = 1" \
        'lost: 1, and the titles of sessions, the seed'
    salvage_says 'without the rules' 'delete from chains' 'lost: 1, and the rules of some entries, '
fi
if needs 1 sqlite3 'a forged session'; then
    rm -rf u v.sconce
    cp -r t u
    PYTHONPATH=$here/../siege python3 -B -c 'import forge
forge.forge("u/journal.db", [["column", "entries", 1, "session", 999999]])'
    "$sconce" export --salvage u v.sconce >out 2>&1
    same 'sessions that a salvage makes' "$(sqlite3 v.sconce 'select count(*) < 10 from sessions')" 1
fi
if needs 60 sqlite3 "journals changed by a stranger"; then
    read_changed_journal 0 "update sessions set title = char(27) || '[31m' || char(10) || '# x' where n = 1" '^[[31m # x'
    read_changed_journal 0 'update sessions set date = 999999999999999999' 'Session 1'
    read_changed_journal 1 "update sessions set title = printf('%.*c', 5000000, 'x') where n = 1" 'damaged (the title of a session)'
    read_changed_journal 1 'update entries set events = zeroblob(50000000) where seq = 2' damaged
    tables='damaged (its tables have been changed)'
    read_changed_journal 1 'create trigger t after insert on entries begin delete from entries; end' "$tables"
    read_changed_journal 1 'alter table entries add column boom generated always as (zeroblob(1000000000))' "$tables"
    read_changed_journal 1 'create index boom on entries(hex(zeroblob(10000000)))' "$tables"
    read_changed_journal 1 'create index sqlitex on entries(hex(zeroblob(10000000)))' "$tables"
    read_changed_journal 1 'create table e as select * from entries; drop table entries; alter table e rename to entries' "$tables"
    read_changed_journal 1 'alter table entries rename to e; create view entries as select * from e' "$tables"
fi

# --- typed lines -----------------------------------------------------------------------------------
# type_line LINE MESSAGE -- types LINE at the prompt and with --json; both must show MESSAGE and go on
type_line() {
    what="typed: ${1:0:60}"
    run 0 "$sconce" play delving "${quiet[@]}" < <(printf '%b\ncrawl\n' "$1")
    says "$2"
    says 'T1 0:10'
    run 0 "$sconce" play delving "${quiet[@]}" --json < <(printf '%b\ncrawl\n' "$1")
}
type_line 'note \033]0;title\007' 'A line cannot hold line breaks or control characters.'
type_line 'crawl\000search' 'A line cannot hold line breaks or control characters.'
type_line '\xff\xfe' 'The line is not UTF-8 text'
type_line "note $(head -c 5000 /dev/zero | tr '\0' x)" 'A line has at most 4000 bytes'
type_line 'time +99999999999999999999' 'the number is too large to be kept exactly.'
type_line 'time 99:99' 'Type time 5:30 or time day 2 5:30; or time +10 or -10, in minutes, or time +2h.'
type_line 'time +99999999999' 'The clock cannot stand at'
type_line 'torches 99999999999999999999' 'is too many'
type_line 'crawl x999999999999' 'At most 1000 turns at once.'
type_line 'crawl x99999999999999999999' 'At most 1000 turns at once.'
type_line 'pass 99999999999999999999 hours' 'too large'
type_line "here $(head -c 300 /dev/zero | tr '\0' x)" 'The name of a room is one line of at most 200 letters'
type_line 'lua while true do end' 'the rules did not come to an end in time'
type_line 'save /etc/passwd' 'exists already, and is not a folder'
what='a byte order mark before a line, a request, and what is said in one'
printf '\357\273\277note one\n\357\273\277{"say":"note two"}\n{"say":"\\ufeffnote three"}\n' | run 0 "$sconce" play delving --json
for word in one two three; do says "\"command\":\"note $word\""; done
if grep -q '"ok":false' out; then fail 'one is refused'; else pass; fi
what='a NUL that is written out in a request'
run 0 "$sconce" play delving --json <<<'{"say":"\u0000"}'
says 'a text cannot hold'
if grep -q JSON_ out; then fail 'says what is inside'; else pass; fi

# --- policies, party files and typed tables of strangers ---------------------------------------------------
# unforged -- passes if no line of the output is one that a text of strangers holds
unforged() { if grep -q '^9 passed' out; then fail 'a line is forged'; else pass; fi; }
campaign steered
found=$(find steered | sort)
for policy in 'return function() while true do end end' 'return function() party.torches = 5 return "crawl" end' \
    'return function() roll "hazard" return "crawl" end' 'return function() return "save pwned" end' \
    'return function() return "\27[31m\u{202e}x" end' 'return function() error "\27[2J\n9 passed, 0 failed" end' \
    'local function f() return f() + 1 end return f' 'return { line = "crawl", answers = { [5] = 6, ["x\27"] = {} } }'; do
    echo "$policy" >hostile.lua
    what="a policy: $policy"
    run 1 "$sconce" sim steered --runs 4 --jobs 1 --turns 2 --policy hostile.lua
    unforged
done
same 'a campaign, and hostile policies' "$(find steered pwned 2>/dev/null | sort)" "$found"
for party in 'local t = {} for i = 1, math.huge do t[i] = {} end' 'error "\27[2J\n9 passed, 0 failed"' 'include "/etc/passwd"' \
    'error({ text = "x", file = "/etc/passwd", line = -5 })' 'function rule.dark() return false end' 'turn.number = 4' \
    'local t = {} t.t = t member "A" (t)' 'member(member)(member)' '--[==['; do
    echo "$party" >steered/party.lua
    what="a party file: $party"
    run 1 "$sconce" play steered
    says 'steered/party.lua:1: '
    unforged
done
# A typed row is a text in house.lua, whatever stands in it: the file loads.
campaign tabled
n=0
for row in ']] --[[' '" .. x .. "' '\' '\n' '\27[31m' '--' '--[==[' "'] = os.exit()" '%d {a}' '$(id)' 'end' '=1+1' $'a\u2028' $'\u202e'; do
    printf 'table t%d: %s 1-3 / %s 4-6\nroll t%d\n' $((++n)) "$row" "b$row" $n
done >typed
what='tables that were typed'
run 0 "$sconce" play tabled --json --answers default <typed
kept=$(grep -c 'typed at the prompt' tabled/house.lua)
[ "$kept" -gt 9 ] && pass || fail "only $kept are kept: $(cut -c1-120 out)"
run 0 "$sconce" check tabled

# --- processes left running ------------------------------------------------------------------------------
what='a table that was killed'
printf 'extends "delving"\naction "bomb" {}\nfunction act.bomb() while true do end end\n' >loop.lua
mkfifo lines
for begun in "play loop.lua --json" "sim delving --turns 500 --runs 1000000 --jobs 2 --plan crawl" "check loop.lua"; do
    "$sconce" $begun <lines >/dev/null 2>&1 &
    host=$!
    exec 7>lines
    echo bomb >&7
    wait_for pgrep -P "$host"
    cells=$(pgrep -P "$host")
    for cell in $cells; do wait_for pgrep -P "$cell"; done
    workers=$(for cell in $cells; do pgrep -P "$cell"; done)
    kill -9 "$host"
    wait "$host" 2>/dev/null
    exec 7>&-
    # gone PROCESS -- true if it has ended; a zombie (Z) has, and waits for the machine to collect it
    gone() { case $(cat "/proc/$1/stat" 2>/dev/null) in ''|*') Z '*) ;; *) return 1 ;; esac; }
    [ -n "$cells" ] && pass || fail "no cell was seen: $begun"
    # One check for all: how many workers are seen depends on the moment.
    remain=
    for process in $cells $workers; do wait_for gone "$process" || remain="$remain $process"; done
    [ -z "$remain" ] && pass || fail "processes$remain are left: $begun"
done

score
