#!/bin/bash
# folders.sh SCONCE -- campaign folders as a stranger might send them: with links, devices, pipes, huge files, odd
# permissions, journals in mid-commit.  Opening one must not lose a file, hang or crash, and commands that only read
# must write nothing, wherever the folder lies.
set -u
sconce=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
exec </dev/null
cd "$work" || exit 1
chmod 755 .
name=
fail() { echo "folders, $name: $*" | cut -c1-500 | cat -v; failed=$((failed + 1)); }
# run STATUS COMMAND… -- runs COMMAND, whose output goes to the file out; passes when it ends with STATUS.  STATUS any: 0 or
# 1, so that neither a signal nor the time ends it
run() {
    local wanted=$1 status
    shift
    timeout 100 "$@" >out 2>&1
    status=$?
    case $wanted,$status in any,[01]) pass ;; *) same "$name: ${*##*/}: $(head -c 200 out)" $status "$wanted" ;; esac
}
says() { if grep -qF -- "$1" out; then pass; else fail "should say '$1', says: $(head -c 300 out)"; fi; }
# hides TEXT: passes when the file out does not hold TEXT, which stands in a file that must not be read
hides() { if grep -qF -- "$1" out; then fail "shows '$1'"; else pass; fi; }
# run_readers STATUS FOLDER: runs the commands that only read a campaign; each must end with STATUS
run_readers() {
    local status=$1 folder=$2
    run "$status" $as "$sconce" log "$folder"
    run "$status" $as "$sconce" log "$folder" --players --format json
    run "$status" $as "$sconce" verify "$folder"
}
# run_promised FOLDER -- runs the commands that leave a folder as it is, as README promises
run_promised() {
    run_readers 0 "$1"
    run 0 $as "$sconce" rules "$1"
    run 0 $as "$sconce" sim "$1" --turns 2 --runs 5 --plan crawl
    run 0 $as "$sconce" odds "$1" --turns 2 --plan crawl
    run 0 $as "$sconce" export "$1" anyone/x.sconce
    rm -f anyone/x.sconce
}
as= # the words of a command that runs another one as another user; empty: all run as we do
list_files() { find "$@" -printf '%p %y %s %m %T@ %i %l\n' | sort; find "$@" -type f -exec sha256sum {} + | sort; }
# unchanged FOLDER…: passes when list_files still prints what is in `before`
unchanged() { same "$name: what is in the folder" "$(list_files "$@")" "$before"; }

make_campaign() { # make_campaign FOLDER: makes a campaign and plays three lines in it
    rm -rf "$1"
    "$sconce" new "$1" --ruleset delving >/dev/null && printf 'torches 3\nlight torch\ncrawl\n' | "$sconce" play "$1" --seed 1 --answers default >/dev/null
}
make_campaign good
echo 'the secret of the victim' >victim
copy_good() { # copy_good NAME: copies the campaign good to t, to be spoilt
    name=$1
    rm -rf t
    cp -a good t
    before=
}

# --- links ---------------------------------------------------------------------------------------------
for file in journal.db journal.db-journal journal.db-wal journal.db-shm; do
    for how in -s ''; do
        copy_good "$file is a${how:+ soft} link"
        rm -f t/$file
        ln $how "$PWD/victim" t/$file
        run 1 "$sconce" play t <<<crawl
        run any "$sconce" export --salvage t x.sconce
        rm -f x.sconce
        hides secret
        same "$name: the victim" "$(cat victim)" 'the secret of the victim'
    done
done
for how in -s ''; do
    copy_good ".lock is a${how:+ soft} link"
    rm -f t/.lock
    ln $how "$PWD/victim" t/.lock
    run 1 "$sconce" play t
    says .lock
    same "$name: the victim" "$(cat victim)" 'the secret of the victim'
done
# No file of a campaign folder may be a link, by whatever name it is read.  Even if a link leads to rules, they are not
# read.  (sim plays by the rules that the journal kept.)
mkdir -p private
cp victim private/more.lua
echo 'event "private" { text = "rules of the victim" }' >private/rules.lua
for file in house.lua party.lua more.lua parts/more.lua parts; do
    for target in victim private/rules.lua; do
        copy_good "$file is a link to $target"
        [ $file = house.lua ] || printf 'extends "delving"\ninclude "more"\n' >t/house.lua
        [ $file != party.lua ] || printf 'extends "delving"\n' >t/house.lua
        [ $file != parts/more.lua ] || mkdir t/parts
        rm -f t/$file
        if [ $file = parts ]; then ln -s "$PWD/private" t/parts; else ln -s "$PWD/$target" t/$file; fi
        before=$(list_files t)
        refusing=('check t')
        [ $file = party.lua ] || refusing+=('check t/house.lua' 'rules t')
        [ ${file%/*} = parts ] || refusing+=('export t x.sconce') # an export takes no folders
        for command in "${refusing[@]}" 'sim t --turns 1 --runs 1 --plan crawl'; do
            run any "$sconce" $command
            hides 'of the victim'
            case $command in sim*) ;; *) says 'is a link: put the ' ;; esac
        done
        unchanged t
        run any "$sconce" play t
        hides 'of the victim'
        run any "$sconce" export --salvage t x.sconce
        if [ -f x.sconce ] && grep -q 'of the victim' x.sconce; then fail "the export holds another file"; else pass; fi
        rm -f x.sconce
    done
done
copy_good 'a link to house.lua that the game master names, outside of a campaign'
mkdir -p named
ln -sf ../good/house.lua named/mine.lua
run 0 "$sconce" check named/mine.lua
# A folder of rules that is no campaign may be a stranger's, too: what its files name by extends or include is not read
# by a link that leads out of it, unless the folder is on the search path.
for file in more.lua parts/more.lua parts; do
    for target in victim private/more.lua; do
        name="rules of a stranger: $file is a link to $target"
        rm -rf theirs
        mkdir -p theirs/parts
        printf 'extends "delving"\ninclude "more"\n' >theirs/rules.lua
        rm -rf theirs/"$file"
        if [ $file = parts ]; then ln -s "$PWD/private" theirs/parts; else ln -s "$PWD/$target" theirs/$file; fi
        for command in 'check theirs/rules.lua' 'check theirs' 'check theirs/rules.lua --json' 'rules theirs/rules.lua' 'play theirs/rules.lua'; do
            run any "$sconce" $command
            hides 'of the victim'
            says 'is a link: put the '
        done
        (cd theirs && run any "$sconce" check rules.lua && hides 'of the victim')
        run 1 "$sconce" new made --ruleset theirs/rules.lua
        hides 'of the victim'
        if [ -e made ]; then fail 'a campaign is made of it'; else pass; fi
    done
done
name='a link to a spec'
rm -rf theirs
mkdir theirs
ln -s ../victim theirs/victim.spec.lua
run 1 "$sconce" test theirs
hides 'of the victim'
says 'is a link: put the '
name='rules with links among themselves'
rm -rf theirs
mkdir -p theirs/parts
printf 'extends "delving"\ninclude "more"\n' >theirs/rules.lua
echo 'event "more" { text = "More." }' >theirs/other.lua
ln -s ../other.lua theirs/parts/more.lua
run 0 "$sconce" check theirs/rules.lua
name='links in a folder of the search path'
rm theirs/parts/more.lua
mv theirs/other.lua private/other.lua
ln -s ../../private/other.lua theirs/parts/more.lua
run 0 env SCONCE_RULESETS="$PWD/theirs" "$sconce" check rules
run 1 "$sconce" check theirs/rules.lua
copy_good 'a link to the folder of a campaign'
ln -sfn t led
run 0 "$sconce" play led <<<crawl
rm led
copy_good 'the journal of another campaign, by a link'
make_campaign other
rm t/journal.db
ln -s "$PWD/other/journal.db" t/journal.db
before=$(list_files other/journal.db)
run 1 "$sconce" play t
says 'is a link'
unchanged other/journal.db
copy_good 'an empty file, and one of no text, by a hard link'
for size in 0 4096; do
    rm -f t/journal.db-journal
    truncate -s 0 empty && truncate -s $size empty
    ln empty t/journal.db-journal
    run 1 "$sconce" play t <<<crawl
    same "$name: its size" "$(stat -c %s empty)" $size
done
copy_good '.history is a link'
ln -s "$PWD/victim" t/.history
run 0 "$sconce" play t
same "$name: the victim" "$(cat victim)" 'the secret of the victim'
copy_good 'links without end'
ln -s loop.lua t/loop.lua
ln -sf house.lua t/house.lua
run any "$sconce" play t
run any "$sconce" export t x.sconce
rm -f x.sconce
name='new, save and export onto links'
ln -s "$PWD/victim" onto
ln -s "$PWD/nowhere" dangling
run 1 "$sconce" new onto --ruleset delving
run 1 "$sconce" new dangling --ruleset delving
run 1 "$sconce" export good onto
run 1 "$sconce" export good dangling
run 1 "$sconce" import victim dangling
printf 'save onto\nsave dangling\n' >lines
timeout 100 "$sconce" play delving --seed 1 <lines >out 2>&1
same "$name: the victim" "$(cat victim)" 'the secret of the victim'
same "$name: nowhere" "$(ls nowhere 2>&1 | grep -c nowhere)" 1

# A file that becomes a link between two looks at it, for good or for a moment: what was looked at must be what is opened.
# swap_files RULES FILE: makes t/, where RULES includes the part more.lua, and a link to private/ that may take the place of FILE
swap_files() {
    rm -rf t private link
    if [ "$1" = house.lua ]; then cp -a good t; else mkdir t; fi
    mkdir -p private t/parts
    printf 'extends "delving"\ninclude "more"\n' >t/"$1"
    case $2 in parts*) echo 'event "more" {}' >t/parts/more.lua ;; *) echo 'event "more" {}' >t/more.lua ;; esac
    for private in house party more; do echo 'x = = "the secret of the victim"' >private/$private.lua; done
    case $2 in parts) ln -s "$PWD/private" link ;; *) ln -s "$PWD/private/${2##*/}" link ;; esac
}
if ${CC:-cc} -shared -fPIC -O1 -w -D_GNU_SOURCE "$here/swap.c" -o swap.so -ldl; then pass; else fail 'swap.c does not compile'; fi
for swap in house.lua:{house.lua,party.lua,more.lua,parts,parts/more.lua} odd.lua:{more.lua,parts,parts/more.lua}; do
    rules=${swap%:*} file=${swap#*:}
    name="$file of $rules is swapped for a link while it is read"
    table=t command=rules
    [ $rules = house.lua ] || table=t/$rules
    [ $file != party.lua ] || command=check
    for back in '' 1; do
        : >swaps
        for n in $(seq 200); do
            swap_files $rules $file
            rm -f swapped
            LD_PRELOAD=./swap.so SWAP="t/$file link swapped" SWAP_AT=$n SWAP_BACK=$back timeout 100 "$sconce" $command $table >>swaps 2>&1
            [ -f swapped ] || break
        done
        mv swaps out
        hides 'secret of the victim'
    done
done
rm -rf t private link swapped

copy_good 'a folder stands where house.lua is written anew'
mkdir -p t/.house.lua.new/in
before=$(cat t/house.lua)
echo 'table moods: calm 1-3 / wild 4-6' >lines
timeout 100 "$sconce" play t <lines >out 2>&1
says 't/.house.lua.new is in the way: remove it'
same "$name: house.lua" "$(cat t/house.lua)" "$before"

name='a ruleset of 300 parts'
mkdir -p many/parts
{ echo 'extends "delving"'; for n in $(seq 300); do echo "include \"part$n\""; : >many/parts/part$n.lua; done; } >many/odd.lua
run 1 "$sconce" rules many/odd.lua
says 'a chain has at most 64 files'

# --- pipes, folders and devices -----------------------------------------------------------------------
for file in journal.db journal.db-journal .lock .history house.lua party.lua more.lua; do
    for what in pipe folder socket; do
        case $what,$file in pipe,* | folder,journal* | *,house.lua) ;; *) continue ;; esac
        copy_good "$file is a $what"
        rm -rf t/$file
        case $what in
        pipe) mkfifo t/$file ;;
        folder) mkdir t/$file && touch t/$file/x ;;
        socket) python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' t/$file ;;
        esac
        run any "$sconce" play t
        [ $what = pipe ] || continue
        run any "$sconce" export t x.sconce
        rm -f x.sconce
    done
done
# The message says what stands in the place of a file, and not that the file is missing, even where nothing was played yet.
mkfifo fd
for what in link pipe folder socket; do
    name="house.lua is a $what, and nothing was played"
    rm -rf fresh
    mkdir fresh
    wrong='is not a plain file'
    case $what in
    link) ln -s nowhere fresh/house.lua && wrong='is a link: put the file itself there' ;;
    pipe) mkfifo fresh/house.lua ;;
    folder) mkdir fresh/house.lua && wrong='is a folder, not a file' ;;
    socket) python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("fresh/house.lua")' ;;
    esac
    for verb in play rules log check; do
        run 1 "$sconce" $verb fresh
        says "fresh/house.lua $wrong"
    done
    run 1 "$sconce" sim fresh --turns 1 --runs 1 --plan crawl
    says "fresh/house.lua $wrong"
done
name='a pipe in place of a table'
for table in fd ./fd /dev/null; do
    run 1 "$sconce" play $table
    says "$table is not a plain file"
done
if [ "$(id -u)" = 0 ] && mknod zero c 1 5 2>/dev/null; then
    for file in journal.db journal.db-journal .lock .history house.lua party.lua more.lua; do
        copy_good "$file is a device without end"
        rm -f t/$file
        mknod t/$file c 1 5
        run any "$sconce" play t
        run any "$sconce" export t x.sconce
        rm -f x.sconce
    done
else
    skip 14 'devices are made by root alone'
fi
name='a folder of rules with a pipe, a device without end and a terabyte'
mkdir odd
mkfifo odd/pipe.lua odd/pipe.spec.lua
ln -s /dev/zero odd/zero.lua
truncate -s 1T odd/long.lua
echo 'extends "delving"' >odd/fine.lua
run 1 "$sconce" check odd
says 'odd/pipe.lua is not a plain file'
says 'odd/zero.lua: this is a link'
says 'odd/long.lua is too long'
says '3 mistakes in 4 files'
run 1 "$sconce" check odd/pipe.lua
run 1 "$sconce" test odd
says 'odd/pipe.spec.lua is not a plain file'
name='exported files that are none'
mkfifo pipe
for file in pipe . /dev/zero /dev/null victim; do
    rm -rf w
    run 1 "$sconce" import $file w
    [ ! -e w ] && pass || fail 'a folder was made'
done

# --- sizes -----------------------------------------------------------------------------------------------
for file in house.lua party.lua more.lua .history .lock journal.db journal.db-journal; do
    copy_good "$file is a terabyte of holes"
    truncate -s 1T t/$file
    run any "$sconce" play t
    run any "$sconce" export t x.sconce
    rm -f x.sconce
done
copy_good 'ten thousand rule files'
(cd t && seq -f 'more%.0f.lua' 10000 | xargs touch)
run 0 "$sconce" play t
run any "$sconce" export t x.sconce
rm -f x.sconce
copy_good 'names that are no text'
touch "t/$(printf 'a\nb').lua" "t/$(printf '\033[31m').lua" "t/$(printf '\377').lua" t/-rf.lua 't/$(touch pwned).lua' 't/a b.lua' t/.lua t/..lua
run 0 "$sconce" play t
run 0 "$sconce" export t x.sconce
rm -rf w
run 0 "$sconce" import x.sconce w
same "$name: what came along" "$(ls -A w | tr '\n' ' ')" '.luarc.json house.lua journal.db party.lua '
rm -f x.sconce
[ ! -e pwned ] && pass || fail 'something was run'
copy_good 'names that differ by case alone'
printf 'error "read"\n' >t/House.lua
printf 'error "read"\n' >t/PARTY.lua
printf 'error "read"\n' >t/Delving.lua
cp t/journal.db t/JOURNAL.DB
run 0 "$sconce" play t
hides 'read'
run 0 "$sconce" export t x.sconce
rm -rf w
run 0 "$sconce" import x.sconce w
rm -f x.sconce

# --- reading writes nothing ----------------------------------------------------------------------------
copy_good 'a folder that is only read'
before=$(list_files t)
mkdir -m 777 anyone # another user writes exports into it
run_promised t
run 0 "$sconce" check t/house.lua
unchanged t
copy_good 'a folder that may not be written'
chmod -R a-w t
before=$(list_files t)
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
run_promised t
run 1 $as "$sconce" play t
says 'cannot be written'
unchanged t
chmod -R u+w t
copy_good 'a folder that may not be read'
chmod 0 t/journal.db
run_readers 1 t
chmod 644 t/journal.db
mkdir t/in && cp -a good t/in/t
for folder in t t/in/t ./t; do # not to be entered, or below such a folder
    chmod 0 t
    for command in play log verify rules sim odds serve check test 'export x.sconce'; do
        set -- $command
        run 1 $as "$sconce" $1 $folder ${2:-}
        says 'ermission denied'
    done
    chmod 755 t
done
as=
copy_good 'a folder on a full disk'
before=$(list_files t)
for verb in log verify; do
    holds "$name: $verb" "$( (ulimit -f 4; TMPDIR=/nonexistent "$sconce" $verb t 2>&1 || echo 'it failed') | grep 'failed\|full\|cannot')"
done
unchanged t
copy_good 'a folder that somebody plays'
mkfifo lines2
"$sconce" play t <lines2 >/dev/null 2>&1 &
player=$!
exec 8>lines2
touch began
echo crawl >&8
committed() { [ t/journal.db -nt began ] && [ ! -e t/journal.db-journal ]; }
wait_for committed
before=$(list_files t)
run_promised t
run 1 "$sconce" play t
says "being played by sconce (process $player)"
unchanged t
exec 8>&-
wait $player

# --- what others do in mid-play -------------------------------------------------------------------------
# begin_play: plays in t what is written to descriptor 8, into the file out, and waits until a line is kept
begin_play() {
    touch began
    timeout 100 "$sconce" play t --json --seed 1 --answers default <lines2 >out 2>&1 &
    exec 8>lines2
    echo crawl >&8
    wait_for committed
}
end_play() { # end_play: lets the program come to an end
    exec 8>&-
    wait
}
for how in folder journal; do
    copy_good "another $how is put in its place in mid-play"
    rm -rf moved kept
    begin_play
    if [ $how = folder ]; then mv t moved && cp -a other t; else mv t/journal.db moved && cp other/journal.db t; fi
    before=$(list_files t)
    printf 'crawl\ntable foes: a 1 / b 2\nsave kept\nnote saved\n' >&8
    end_play
    unchanged t
    says 't/journal.db cannot be written: nothing was saved'
    says 't was moved or replaced in mid-game, so nothing is written into it'
    "$sconce" log kept >kept.log
    run 0 "$sconce" verify kept
    same "$name: what was saved" "$(grep -c 'saved' kept.log)" 1
done
copy_good 'another program writes into the journal in mid-play'
begin_play
python3 -c 'import sqlite3; sqlite3.connect("t/journal.db", isolation_level=None).execute("update sessions set date = date + 1")'
"$sconce" log t >was
printf 'note lost\nnote lost, too\n' >&8
end_play
says 'was changed by another program: nothing was saved'
"$sconce" log t >now
same_files "$name: its log" was now

# --- journals in mid-commit, and other people's ----------------------------------------------------------
# leave_hot_journal FOLDER: leaves a rollback journal behind, as a program does that is killed in mid-commit
leave_hot_journal() {
    python3 - "$1" <<'PY'
import os, sqlite3, sys
folder = sys.argv[1]
pid = os.fork()
if pid == 0:
    db = sqlite3.connect(folder + "/journal.db", isolation_level=None)
    db.execute("pragma cache_size=1")
    db.execute("pragma cache_spill=1")
    db.execute("begin immediate")
    db.execute("update entries set state = zeroblob(300000) where seq = 1")
    db.execute("update sessions set title = 'half'")
    os.kill(os.getpid(), 9)
os.waitpid(pid, 0)
PY
    [ -s "$1/journal.db-journal" ]
}
copy_good 'a journal in mid-commit'
"$sconce" log t >was
leave_hot_journal t && pass || fail 'no rollback journal was left'
before=$(list_files t)
run_promised t
"$sconce" log t >now
same_files "$name: its log" was now
unchanged t
chmod -R a-w t
before=$(list_files t)
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
run_promised t
as=
unchanged t
chmod -R u+w t
run 0 "$sconce" play t
"$sconce" log t >now
same_files "$name: its log, played" was now
leftover=$(find /tmp -maxdepth 1 -name 'sconce-??????' -newer was 2>/dev/null)
holds "$name: copies that were left" "$leftover"
copy_good 'a journal in mid-commit, and no room for a copy'
leave_hot_journal t
before=$(list_files t)
export TMPDIR=/nonexistent
run 1 "$sconce" log t
says 'cannot be copied to be read'
unset TMPDIR
unchanged t
copy_good 'a journal in mid-commit, with a terabyte of holes'
leave_hot_journal t
truncate -s 1T t/journal.db-journal
run 1 "$sconce" log t
says 'cannot be copied to be read'
copy_good 'a log beside the journal (WAL)'
sqlite3 t/journal.db 'pragma journal_mode=wal' >/dev/null 2>&1 || python3 -c 'import sqlite3; sqlite3.connect("t/journal.db").execute("pragma journal_mode=wal")'
before=$(list_files t)
run_readers 1 t
unchanged t
run 1 "$sconce" play t
says 'it keeps a log beside it'
copy_good 'a journal of rubbish in mid-commit'
head -c 4096 /dev/urandom >t/journal.db-journal
before=$(list_files t)
run 0 "$sconce" log t
unchanged t
run any "$sconce" play t
copy_good 'a journal in mid-commit that would make the file a terabyte'
python3 - t/journal.db-journal <<'PY'
import struct, sys
with open(sys.argv[1], "wb") as f:
    f.write(bytes.fromhex("d9d505f920a163d7") + struct.pack(">IIIII", 0, 1234, 1 << 28, 512, 4096) + bytes(8192))
PY
journal=$(sha256sum t/journal.db)
run_readers 1 t
run 1 "$sconce" play t
says 'is not of this journal'
same "$name: the journal" "$(sha256sum t/journal.db)" "$journal"
copy_good 'an index that computes for hours, in what claims to be a newer format'
python3 - t/journal.db <<'PY'
import sqlite3, sys
journal = sqlite3.connect(sys.argv[1], isolation_level=None)
journal.execute("pragma user_version = 1001")
rows = journal.execute("select max(seq) from entries").fetchone()[0]
journal.execute("create index slow on entries((case when seq > %d then instr(hex(zeroblob(4000000)),"
                " hex(zeroblob(2000000)) || '1') else 0 end))" % rows)
PY
run 1 "$sconce" play t
says 'its tables have been changed'
copy_good 'a super-journal'
leave_hot_journal t
printf '%s/victim' "$PWD" >tail
python3 - "$PWD/victim" t/journal.db-journal <<'PY'
import struct, sys
name = sys.argv[1].encode()
with open(sys.argv[2], "ab") as f:
    f.write(struct.pack(">I", 0xFFFFFFFF) + name + struct.pack(">II", len(name), sum(name)) + bytes.fromhex("d9d505f920a163d7"))
PY
run 1 "$sconce" play t
says 'names another file to delete'
run 1 "$sconce" log t
same "$name: the victim" "$(cat victim)" 'the secret of the victim'
score
