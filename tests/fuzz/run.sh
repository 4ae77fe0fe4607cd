#!/bin/sh
# run.sh BUILD -- runs each fuzzer of this folder for FUZZ_SECONDS (60), from its corpus; what is found
# new stays in BUILD/fuzz.  With FUZZ_PLAIN=1, and where there is no clang, only over the corpus.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
mkdir -p "${1:-$top/build}/fuzz"
build=$(cd "${1:-$top/build}/fuzz" && pwd)
seconds=${FUZZ_SECONDS:-60} plain=${FUZZ_PLAIN:-}
command -v clang >/dev/null 2>&1 || plain=1
# Small limits: many small things a second instead of a few large ones.
flags="-std=c17 -D_GNU_SOURCE -O1 -g -ffp-contract=off -I$top/src -DODDS_EFFORT_MAX=3000000 -DODDS_ROOM_MAX=1000000"
for source in "$here"/*.c; do
    name=$(basename "$source" .c)
    program=$build/$name
    if [ -n "$plain" ]; then
        ${CC:-cc} $flags -fsanitize=address,undefined -fno-sanitize-recover=all -DFUZZ_PLAIN \
            "$source" "$top"/src/core/*.c -lgmp -lm -o "$program"
        "$program" "$here/corpus/$name"/*
    else
        clang $flags -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
            "$source" "$top"/src/core/*.c -lgmp -lm -o "$program"
        mkdir -p "$build/corpus/$name"
        (cd "$build" && "$program" -max_total_time="$seconds" -timeout=5 -max_len=200 -rss_limit_mb=2048 \
            -use_value_profile=1 -only_ascii=0 -dict="$here/$name.dict" -print_final_stats=1 \
            "corpus/$name" "$here/corpus/$name")
    fi
done
