#!/bin/bash
# long.sh BUILD [COMMANDS [SECONDS]] -- plays a campaign of 100,000 commands (or COMMANDS).  It measures the time of a
# command, the time to open, and the memory of both processes, near the beginning and at the end; then the time of verify.
# With SECONDS, the campaign ends after so many seconds, however short it is then, and fewer commands are timed.
#
# Without SECONDS, it fails when a command or opening takes more than 1.5 times as long as at the beginning, when memory has
# grown by a tenth, or when verify takes more than a minute for each 100,000 commands, and two seconds to begin.
set -u
sconce=$1/sconce commands=${2:-100000} limit=${3:-}
sample=100 rounds=6
[ -z "$limit" ] || sample=25 rounds=3
export SCONCE_RULESETS=${0%/*}/../../rulesets
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0
ms() { echo $(($(date +%s%N) / 1000000)); }
"$sconce" new "$work/t" --ruleset delving >/dev/null
lines=('crawl' 'search' 'u' 'torches +1' 'm hall' 'light torch' 'note a line of some length' 'u' 'redo' 'rest')

# Opens the campaign; sets took to the ms that this takes.
opening() {
    local began=$(ms)
    echo | "$sconce" play "$folder" --json --answers default >/dev/null
    took=$(($(ms) - began))
}
# Prints the KB of memory of both processes.
memory() {
    awk '/^(VmRSS|RssAnon)/ { if ($1 == "RssAnon:") n += $2 } END { print n }' "/proc/$pid/status" /proc/"$(pgrep -P "$pid" | head -1)"/status
}
# speak N -- plays N commands, or fewer when time is up; sets took, in ms, and played
speak() {
    local began=$(ms) reply
    for ((played = 0; played < $1 && SECONDS < ${limit:-1000000}; played++)); do
        echo "${lines[$((played % 10))]}" >&"${TABLE[1]}"
        read -r reply <&"${TABLE[0]}"
        case $reply in '{"ok":true'*|'{"ok":false'*) ;; *) echo "said: $reply"; exit 1 ;; esac
    done
    took=$(($(ms) - began))
}
folder=$work/t # the campaign that is played
# sit: begins to play; leave: ends it
leave() { exec {TABLE[1]}>&-; wait "$pid"; }
sit() { coproc TABLE { exec "$sconce" play "$folder" --json --answers default; }; pid=$TABLE_PID; }

sit 2>/dev/null
began=$(ms)
speak 1500 # the first 1500 count as the beginning
first=$played memory1=$(memory)
speak $((commands - 1500))
commands=$((first + played))
all=$(($(ms) - began))
limit=
memory2=$(memory)
leave
# Opens the campaign just played and a young one in turn, so that a busy machine slows both alike.
old=$work/t
"$sconce" new "$work/young" --ruleset delving >/dev/null
cost1=999999 cost2=999999 open1=999999 open2=999999
for ((i = 0; i < rounds; i++)); do
    folder=$work/young; sit 2>/dev/null; speak 10; speak $sample; [ $took -ge $cost1 ] || cost1=$took; leave
    folder=$old; sit 2>/dev/null; speak 10; speak $sample; [ $took -ge $cost2 ] || cost2=$took; leave
    folder=$work/young; opening; [ $took -ge $open1 ] || open1=$took
    folder=$old; opening; [ $took -ge $open2 ] || open2=$took
done
began=$(ms)
entries=$("$sconce" verify "$old") || wrong=1
verify=$(($(ms) - began))
echo "commands          $commands in $((all / 1000)) s; the journal has $(($(stat -c %s "$old/journal.db") >> 20)) MB"
printf "%-17s " "$sample commands"; echo "$cost1 ms in a young campaign, $cost2 ms in this one"
echo "opening           $open1 ms, $open2 ms"
echo "memory            $memory1 KB after 1500, $memory2 KB at the end"
echo "verify            $verify ms: $entries"
[ -z "${3:-}" ] || exit $wrong # with SECONDS no ratio is judged: a short campaign on a busy machine proves nothing
[ $((cost2 * 2)) -le $((cost1 * 3)) ] || { echo "a command has become dearer"; wrong=1; }
[ $((open2 * 2)) -le $((open1 * 3)) ] || { echo "opening has become dearer"; wrong=1; }
[ $((memory2 * 10)) -le $((memory1 * 11)) ] || { echo "memory has grown"; wrong=1; }
[ "$commands" -lt 1500 ] || [ $((verify - 2000)) -le $((commands * 60 / 100)) ] || { echo "verify takes too long"; wrong=1; }
exit $wrong
