#!/bin/bash
# replay.sh ASAN CELL -- the corpus of every fuzzer, once, under the sanitizers; one test for each input.
set -u
asan=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
export SCONCE_CELL=$(cd "$(dirname "$2")" && pwd)/$(basename "$2") SCONCE_RULESETS=$here/../../rulesets
. "$here/../lib.sh"
out=$work/out
for source in "$here"/*.c; do
    name=$(basename "$source" .c) wrap=
    [ "$name" != import ] || wrap=-Wl,--wrap=hash_end
    inputs=("$here/corpus/$name"/*)
    if ${CC:-cc} -std=c17 -D_GNU_SOURCE -O1 -g -w -I"$here/../../src" -I"$here/../../include" -fsanitize=address,undefined \
        -fno-sanitize-recover=all -DFUZZ_PLAIN "$source" "$asan"/libinside.a \
        -lsqlite3 -ljansson -lutf8proc -lgmp -lm -lpthread $wrap -o "$out.program" 2>"$out" && "$out.program" "${inputs[@]}" >>"$out" 2>&1; then
        passed=$((passed + ${#inputs[@]}))
    else
        fail "fuzz $name:"
        tail -20 "$out"
    fi
done
score
