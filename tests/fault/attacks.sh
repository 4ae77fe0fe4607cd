#!/bin/bash
# attacks.sh SCONCE [FILE…] -- runs hostile rules.  Each file of attacks/ does harm at the verb `bomb`, or while it is
# read (load_*.lua).  It must be stopped within seconds of processor time, with a message that names the file, and the
# campaign must be unchanged.
#
# The head of each file says what must end it: a count, which is the same on every machine.  The clock of the watchdog
# must never be needed.  (load_bom_bin.lua has no head, for it tests the first bytes of a file.)
#   -- ends by: work      the steps of work that were counted; `-- timeout: 1` allows fewer of them
#   -- ends by: memory    the memory that was counted
#   -- ends by: depth     calls within calls
#   -- ends by: count     a maximum of things, letters or dice in one command
#   "harmless"            nothing: the verb succeeds
# Where the head says none of these, the attack must be refused by some other sentence.
#
# attack_load and attack_play run one attack and judge it.
set -u
sconce=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../lib.sh"

fail() {
    echo "attack $name: $1"
    [ -z "${2-}" ] || cut -c1-300 <<<"    $2"
    failed=$((failed + 1))
    return 1
}

cp "$here"/attacks/*.lua "$work"

# --- attacks that are too long to keep in files -------------------------------------------------------------

# begin NAME WHAT [ENDS] -- writes the head of the attack NAME.lua, which does WHAT and ends by ENDS
begin() { printf -- '-- %s.lua -- %s\n%sextends "delving"\n' "$1" "$2" "${3:+-- ends by: $3
}" >"$work/$1.lua"; }
begin load_nested "opens 100,000 brackets"
{ printf 'local x = '; head -c 100000 /dev/zero | tr '\0' '('; echo; } >>"$work/load_nested.lua"
# A long chain of `or` is slow to read, and never fails by itself.
for long in 10000 25000 30000 45000; do
    begin load_or_chain_$long "joins $long operands with or" work
    { printf 'local x = nil\nlocal y = '; yes 'x or' | head -$long | tr '\n' ' '; echo x; } >>"$work/load_or_chain_$long.lua"
done
echo '-- timeout: 1' >>"$work/load_or_chain_45000.lua"
sed 's/extends "delving"/ruleset "Slow" { turn = "10 minutes" }/' "$work/load_or_chain_45000.lua" >"$work/load_foot.lua"
# The work runs out while house.lua is read, but load_foot.lua, which it extends, has used it up: that file must be named.
mkdir "$work/above"
cp "$work/load_foot.lua" "$work/above"
printf -- '-- house.lua\n-- ends by: work\nextends "load_foot"\n' >"$work/above/house.lua"
mkdir "$work/endless"
echo 'extends "delving"' >"$work/endless/house.lua"
echo 'while true do end' >"$work/endless/party.lua"
begin load_field_chain "reads a field of a field, 50,000 deep"
{ printf 'local x = {}\nlocal y = x'; yes .b | head -50000 | tr -d '\n'; echo; } >>"$work/load_field_chain.lua"
begin load_long "declares 10,000 locals in one long file"
{ yes 'local x = "a line of some length that says nothing"' | head -10000; } >>"$work/load_long.lua"
printf '\033Lua\124\000\031\223\015\012\032\012\004\010\010xV' >"$work/load_bytecode.lua"

# --- judging -------------------------------------------------------------------------------------------------

# not_by_clock TEXT -- fails if the watchdog's clock stopped the attack; the cell says so on its standard error
not_by_clock() { case $1 in *'stopped by the clock'*) fail "stopped by the clock"; return 1 ;; esac; }
# ending TEXT: prints what ended an attack (as the heads name it), by what the program said
ending() {
    case $1 in
    *'did not come to an end'* | *'takes too long to '*) echo work ;;
    *'used up their memory'*) echo memory ;;
    *'call each other without end'*) echo depth ;;
    *'more than '*' in one command'* | *'more dice in one line than'* | *'has grown past a megabyte'*) echo count ;;
    '{"ok":true'*) echo nothing ;;
    *) echo refusal ;;
    esac
}
# ends_as_stated TEXT: passes if the attack ended as its file says
ends_as_stated() {
    local stated
    stated=$(tr -d '\0' <"$file" | sed -n 's/^-- ends by: //p;1s/.* harmless: .*/nothing/p;3q')
    [ "$(ending "$1")" = "${stated:-refusal}" ] || fail "ended by: $(ending "$1"), and not by: ${stated:-refusal}" "$1"
}
# Runs an attack that goes off while the file is read.
attack_load() {
    out=$(set -o pipefail; SCONCE_CELL_STDERR=1 timeout 300 "$sconce" play "$file" $limit --json --seed 1 2>&1 </dev/null | tr -d '\0')
    status=$?
    not_by_clock "$out" || return
    [ $status = 1 ] || { fail "exit status $status, not 1" "$out"; return; }
    ends_as_stated "$out" || return
    case $out in *"$name.lua"*) pass ;; *) fail "the message does not name the file" "$out" ;; esac
}
# Plays six lines, of which the fourth is the attack.  `state party.torches` is asked before and after it.
attack_play() {
    printf 'torches 3\nlight torch\nstate party.torches\nbomb\nstate party.torches\ncrawl\n' |
        SCONCE_CELL_STDERR=1 timeout 300 "$sconce" play "$file" $limit --json --seed 1 --answers default 2>&1 >"$work/$half/out" |
        cat >"$work/$half/err" # through a pipe, since a cell may not write into a file
    status=${PIPESTATUS[1]}
    local said err
    mapfile -t said <"$work/$half/out"
    err=$(tr -d '\0' <"$work/$half/err")
    not_by_clock "$err" || return
    if [ $status = 1 ] && [ ${#said[@]} = 1 ] && [[ $err == *"$name.lua:"[0-9]* ]]; then
        ends_as_stated "$err" && pass # the attack went off while the file was read, before play
        return
    fi
    [ $status = 0 ] || { fail "exit status $status" "$(head -c 300 "$work/$half/err" "$work/$half/out")"; return; }
    bomb=${said[3]-}
    ends_as_stated "$bomb" || return
    case $bomb in
    *"$name.lua"*|'{"ok":true'*) ;;
    *) fail "the message does not name the file" "$bomb"; return ;;
    esac
    case $bomb in *0x[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]*) fail "an address is shown" "$bomb"; return ;; esac
    [ ${#bomb} -lt 20000 ] || { fail "the message is ${#bomb} bytes long"; return; }
    LC_ALL=C grep -q $'[\001-\010\013-\037]' "$work/$half/out" && { fail "control bytes came out"; return; }
    for line in 3 5; do
        case ${said[line - 1]-} in *'"state":2,'*|*'"state":2}'*) ;; *) fail "the state is not as before" "${said[line - 1]-}"; return ;; esac
    done
    case ${said[5]-} in '{"ok":true'*) pass ;; *) fail "the table did not go on" "${said[5]-}" ;; esac
}

# attack_study NAME COMMAND… -- runs an endless attack in sim, odds or check, which must stop it as well
attack_study() {
    name="$1, $2" file=$work/$1.lua
    local out status took TIMEFORMAT='%U %S'
    shift
    took=$({ time timeout 300 "$sconce" "${@/FILE/$file}" >"$file.out" 2>&1 </dev/null; echo $? >"$file.status"; } 2>&1)
    out=$(cat "$file.out") status=$(cat "$file.status")
    took=$(awk '{ printf "%d", ($1 + $2) * 1000 }' <<<"$took")
    [ $status = 1 ] || { fail "exit status $status, not 1" "$out"; return; }
    [ $took -lt 5000 ] || { fail "took $took ms of the processor"; return; } # run_attack says why 5 s
    case $out in *"${file##*/}:"[0-9]*) pass ;; *) fail "the message does not name the line" "$out" ;; esac
}

# Runs the attack in $file and checks how long it took.
run_attack() {
    name=$(basename "$file" .lua) bomb= out=
    limit=$(sed -n 's/^-- timeout: /--timeout /p' "$file")
    local TIMEFORMAT='%U %S' # seconds of the processor: other programs may be busy
    exec 4>&2
    { time case $name in load_*) attack_load ;; *) attack_play ;; esac 2>&4; } 2>"$work/$half/took"
    took=$(awk '{ printf "%d", ($1 + $2) * 1000 }' "$work/$half/took")
    [ $took -lt 5000 ] || fail "took $took ms of the processor" # a line may take 2 s, and reading the rules as much
    [ -z "${VERBOSE-}" ] || echo "$name: $took ms: $(head -c 220 <<<"${bomb:-$out}")"
}

# Calls every word of rules and function of Lua with arguments that it does not expect.  Each line ends in a sentence,
# with no address in it, and with none of Lua's own words.
call_every_word() {
    local word given strange
    name='every word' work_lines=$work/words.lines
    for word in $("$sconce" help words | tr -s ' ' '\n' | grep -v '^sconce[.]') \
        string.{byte,char,find,format,gmatch,gsub,len,lower,match,rep,reverse,sub,upper} table.{concat,insert,move,remove,sort,unpack} \
        math.{abs,ceil,floor,fmod,max,min,modf,tointeger,type,ult} utf8.{char,codepoint,codes,len,offset}; do
        for given in '' nil -1 0/0 1/0 math.mininteger '""' '"\0"' '"%s%n"' '{}' '{ {} }' true 'function() end' party string \
            '{}, {}, {}' '"x", "x", "x"' '{}, function() return true end'; do
            echo "lua $word($given)"
        done
    done >"$work_lines"
    "$sconce" play delving --seed 1 --json --answers default <"$work_lines" >"$work/words.out" 2>&1
    same 'every word: replies' "$(wc -l <"$work/words.out")" "$(wc -l <"$work_lines")"
    strange=$(paste "$work_lines" "$work/words.out" | grep -E '0x[0-9a-f]{5}|attempt to |bad argument|nonsense|\(local |traceback' | cut -c1-300 | head -3)
    holds 'every word: sentences' "$strange"
}

# Rules write what does not fit into a field that the host keeps.  Either that is refused where it is said, or the table goes on.
spoil_fields() {
    local field given lines=$work/spoil.lines name='fields of the host'
    printf 'add Bram hp=6\nlight torch\ngo crypt\n' >"$lines"
    for field in party.{members,lights,timers,turns,room,now,kept,came,unlit,elsewhere} party.{members,lights,timers,turns,kept}'[1]' \
        turn.{number,procedure,step,doing,skipped} turn.{doing,skipped}'[1]' here.{name,exits,seen} 'here.exits[1]' \
        'party.members[1]'.{name,away,max} 'party.lights[1]'.{kind,holder}; do
        for given in '{}' '{ 1 }' '{ {} }' '{ "x" }' '{ a = 1 }' '"x"' '""' 7 -1 1.5 true nil party; do
            printf 'lua %s = %s\ncrawl\n' "$field" "$given" >>"$lines"
        done
    done
    "$sconce" play delving --seed 1 --json --answers default <"$lines" >"$work/spoil.out" 2>&1
    same "$name: replies" "$(wc -l <"$work/spoil.out")" "$(wc -l <"$lines")"
    holds "$name: the line behind" "$(paste "$lines" "$work/spoil.out" | grep '^crawl' | grep -v '"ok":true' |
        grep -vE "nobody is here for 'move'" | cut -c1-300 | sort | uniq -c | head -3)"
}

# The limit of work is where README says: an empty loop, whose rounds are a step each, goes forty million rounds in a
# line, or twenty million for each second of --timeout.
count_to_the_limit() {
    local options millions n file=$work/rounds.lua name='the limit of work'
    for options in '' '--timeout 1' '--timeout 3'; do
        millions=${options#--timeout }
        millions=$((20 * ${millions:-2}))
        for n in $((millions - 1)) $((millions + 1)); do
            printf 'extends "delving"\naction "go_round" { turns = 0 }\nfunction act.go_round() for _ = 1, %d000000 do end end\n' $n >"$file"
            case $("$sconce" play "$file" --seed 1 --json $options <<<go_round) in
            '{"ok":true'*) [ $n -lt $millions ] ;;
            *'did not come to an end'*) [ $n -gt $millions ] ;;
            *) false ;;
            esac && pass || fail "$n million steps with '$options'"
        done
    done
}

# The attacks run in two halves at the same time.
# run_half N -- runs every second attack: the first, third … for N = 1, the others for N = 0
run_half() {
    local n=0 file half=$1
    mkdir "$work/$1"
    for file in "${files[@]}"; do
        n=$((n + 1))
        [ $((n % 2)) = "$1" ] && run_attack
    done
    [ -n "$given" ] || [ "$1" = 0 ] || for study in loop_while find_plain memory_table; do
        attack_study $study check FILE
        attack_study $study sim FILE --turns 3 --runs 6 --jobs 1 --plan bomb
        attack_study $study odds FILE --turns 3 --plan bomb
    done
    [ -n "$given" ] || [ "$1" = 0 ] || attack_study endless/party check "$work/endless"
    [ -n "$given" ] || [ "$1" = 0 ] || { name=load_foot file=$work/above/house.lua limit="--timeout 1"; attack_load; }
    echo "$passed $failed" >"$work/$1/count"
}
given=$*
if [ -n "$given" ]; then files=("$@"); else files=("$work"/*.lua); fi
# Both halves run in the background: one that ended in this shell would add its time to an attack of the other.
run_half 0 &
run_half 1 &
wait
for n in 0 1; do [ -s "$work/$n/count" ] || echo 0 1 >"$work/$n/count"; done
read -r passed failed < <(awk '{ passed += $1; failed += $2 } END { print passed, failed }' "$work"/[01]/count)
[ -n "$given" ] || call_every_word
[ -n "$given" ] || spoil_fields
[ -n "$given" ] || count_to_the_limit
score
