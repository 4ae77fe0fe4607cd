#!/bin/sh
# run.sh BUILD -- every benchmark, in under five minutes.  None fails by being slow.  ../README.md says how to read them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
read -r load _ </proc/loadavg
echo "This machine has $(nproc) processors, and $load programs wanted one when this began.  On a busy machine the"
echo "ratios hold, but times are longer than they need be, and the figures of jobs say nothing."
echo "It compares with $(lua5.4 -v 2>&1 | cut -d' ' -f1-2); nothing else is needed but $(python3 -V)."
echo
python3 "$here/speed.py" "$build"
python3 "$here/live.py" "$build"
python3 "$here/odds.py" "$build"
python3 "$here/lsp.py" "$build"
"$here/dice.sh" "$build"
echo
echo 'A long campaign (tests/bench/long.sh BUILD 100000 is the full one, on disk)'
TMPDIR=$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}") "$here/long.sh" "$build" 3000 60
