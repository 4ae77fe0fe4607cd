#!/bin/bash
# long.sh SCONCE [COMMANDS] -- one campaign of 100,000 commands: what a command costs, how long opening takes and how much
# memory the two processes have, near the beginning and at the end; then how long verify takes.
# Fails when a command or an opening has become more than 1.5 times dearer, memory has grown by a tenth, or verify takes
# more than a minute for each 100,000.
set -u
sconce=$1 commands=${2:-100000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0
ms() { echo $(($(date +%s%N) / 1000000)); }
"$sconce" new "$work/t" --ruleset delving >/dev/null
lines=('crawl' 'search' 'u' 'torches +1' 'm hall' 'light torch' 'note a line of some length' 'u' 'redo' 'rest')

opening() { # the least of five, in ms
    local best=999999 i began took
    for i in 1 2 3 4 5; do
        began=$(ms); echo | "$sconce" play "$work/t" --json --answers default >/dev/null; took=$(($(ms) - began))
        [ $took -ge $best ] || best=$took
    done
    echo $best
}
memory() { # KB of both processes
    awk '/^(VmRSS|RssAnon)/ { if ($1 == "RssAnon:") n += $2 } END { print n }' "/proc/$pid/status" /proc/"$(pgrep -P "$pid" | head -1)"/status
}
# speak N -- so many commands; sets took: ms
speak() {
    local i began=$(ms) reply
    for ((i = 0; i < $1; i++)); do
        echo "${lines[$((i % 10))]}" >&"${TABLE[1]}"
        read -r reply <&"${TABLE[0]}"
        case $reply in '{"ok":true'*|'{"ok":false'*) ;; *) echo "said: $reply"; exit 1 ;; esac
    done
    took=$(($(ms) - began))
}
sit() { coproc TABLE { exec "$sconce" play "$work/t" --json --answers default; }; pid=$TABLE_PID; }

sit 2>/dev/null
echo 'add Bram con=1 hp=6' >&"${TABLE[1]}"; read -r _ <&"${TABLE[0]}"
speak 100
best=999999; for i in 1 2 3 4 5; do speak 100; [ $took -ge $best ] || best=$took; done
cost1=$best
exec {TABLE[1]}>&-; wait "$pid"
open1=$(opening)
sit 2>/dev/null
speak 1500
memory1=$(memory)
began=$(ms)
speak $((commands - 3100))
all=$(($(ms) - began))
best=999999; for i in 1 2 3 4 5 6 7 8 9 10; do speak 100; [ $took -ge $best ] || best=$took; done
cost2=$best; memory2=$(memory)
exec {TABLE[1]}>&-; wait "$pid"
open2=$(opening)
began=$(ms)
entries=$("$sconce" verify "$work/t") || wrong=1
verify=$(($(ms) - began))
echo "commands          $commands in $((all / 1000)) s; the journal has $(($(stat -c %s "$work/t/journal.db") >> 20)) MB"
echo "100 commands      $cost1 ms after 600, $cost2 ms at the end"
echo "opening           $open1 ms after 600, $open2 ms at the end"
echo "memory            $memory1 KB after 2000, $memory2 KB at the end"
echo "verify            $verify ms: $entries"
[ $((cost2 * 2)) -le $((cost1 * 3)) ] || { echo "a command has become dearer"; wrong=1; }
[ $((open2 * 2)) -le $((open1 * 3 + 20)) ] || { echo "opening has become dearer"; wrong=1; }
[ $((memory2 * 10)) -le $((memory1 * 11)) ] || { echo "memory has grown"; wrong=1; }
[ $((verify * 100000 / commands)) -le 60000 ] || { echo "verify takes too long"; wrong=1; }
exit $wrong
