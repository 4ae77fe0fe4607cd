#!/bin/bash
# arch.sh BUILD -- a build for arm64 under qemu's emulator: the recorded sessions give the bytes that they
# gave on the machine that recorded them.  Under the emulator a cell gets no filter of system calls: the
# program must say so, and goes on without a word only where SCONCE_UNFILTERED allows it.
set -u
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
export SCONCE_RULESETS=$PWD/rulesets
. tests/lib.sh

# In $work a script of the same name starts each program in the emulator, since the kernel cannot run it.
emulator=$(command -v qemu-aarch64) || exit 2
for program in sconce sconce-cell filter; do
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$emulator" "$build/$program" >"$work/$program"
    chmod +x "$work/$program"
done
export SCONCE_CELL=$work/sconce-cell
sconce=$work/sconce

has 'the program is for another machine' "$(od -An -tx1 -j18 -N2 "$build/sconce")" 'b7 00'
has 'about' "$("$sconce" about --json 2>&1)" '"filter":"missing"'
has 'the test of the filter fails' "$("$work/filter" | cat)" 'its filter does not stand'
has 'the same, allowed' "$(SCONCE_UNFILTERED=1 "$work/filter" | cat)" 'skipped: no system-call filter'
warning='no filter of system calls'
has 'a stranger'"'"'s rules' "$("$sconce" play examples/demo.lua --seed 1 </dev/null 2>&1)" "$warning"
same 'a stranger'"'"'s rules, allowed' "$(SCONCE_UNFILTERED=1 "$sconce" play examples/demo.lua --seed 1 </dev/null 2>&1 | grep -c "$warning")" 0
same 'a ruleset of ours' "$("$sconce" play delving --seed 1 </dev/null 2>&1 | grep -c "$warning")" 0
mkdir "$work/stranger" && cp rulesets/delving.lua "$work/stranger"
has 'a stranger'"'"'s, by the name of ours' "$(cd "$work/stranger" && "$sconce" play delving --seed 1 </dev/null 2>&1)" "$warning"

began=$SECONDS
recorded=$(SCONCE_UNFILTERED=1 python3 tests/recorded.py "$work" 2>&1)
echo "$recorded" | sed '$d'
read -r good _ bad _ <<<"$(tail -1 <<<"$recorded")"
passed=$((passed + ${good:-0})) failed=$((failed + ${bad:-1}))
echo "recorded sessions: ${good:-0} digests the same, ${bad:-?} not ($((SECONDS - began)) s)"
odds=$(SCONCE_UNFILTERED=1 "$sconce" odds delving --turns 12 --plan crawl --fractions --json | sha256sum)
same 'exact odds' "$odds" "$(SCONCE_CELL=$build/../sconce-cell "$build/../sconce" odds delving --turns 12 --plan crawl --fractions --json | sha256sum)"
sim=$(SCONCE_UNFILTERED=1 "$sconce" sim delving --turns 12 --runs 300 --plan crawl --seed 3 --json | sha256sum)
same 'a simulation' "$sim" "$(SCONCE_CELL=$build/../sconce-cell "$build/../sconce" sim delving --turns 12 --runs 300 --plan crawl --seed 3 --json | sha256sum)"
score
