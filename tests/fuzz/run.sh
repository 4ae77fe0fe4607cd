#!/bin/sh
# run.sh BUILD [NAME…] -- runs each fuzzer of this folder for FUZZ_SECONDS (60), from its corpus.  New inputs
# stay in BUILD/fuzz.  With FUZZ_PLAIN=1, or without clang, it only runs the corpus.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
[ $# -gt 0 ] || set -- "$top/build"
mkdir -p "$1/fuzz"
built=$(cd "$1" && pwd) build=$(cd "$1/fuzz" && pwd)
shift
[ $# -gt 0 ] || set -- dice value wire say rules import
seconds=${FUZZ_SECONDS:-60} plain=${FUZZ_PLAIN:-}
export SCONCE_CELL="$built/sconce-cell" SCONCE_RULESETS="$top/rulesets"
command -v clang >/dev/null 2>&1 || plain=1
# Small limits on the work of odds, so that many inputs are tried in a second, and not a few that take long.
small='-DODDS_EFFORT_MAX=3000000 -DODDS_ROOM_MAX=1000000'
flags="-std=c17 -D_GNU_SOURCE -O1 -g -ffp-contract=off -I$top/src -I$top/include $small -fno-sanitize-recover=all"
libs='-lsqlite3 -ljansson -lutf8proc -lgmp -lm -lpthread'
sanitize=-fsanitize=address,undefined cc=${CC:-cc} how=-DFUZZ_PLAIN
[ -n "$plain" ] || cc=clang how= sanitize=-fsanitize=fuzzer-no-link,address,undefined

# Compiles the library once, for all fuzzers.  Objects whose source is gone are removed, else they would be linked.
sources=$(find "$top/src/core" "$top/src/campaign" -name '*.c')
for object in "$build"/src_*.o; do
    echo "$sources" | sed "s|^$top/||; s/\.c$/.o/" | tr / _ | grep -qFx "${object##*/}" || rm -f "$object"
done
for source in $sources; do
    object=$build/$(echo "${source#"$top"/}" | tr / _ | sed "s/\.c$/.o/")
    [ "$object" -nt "$source" ] && [ -z "$(find "$top/src" "$top/include" -name '*.h' -newer "$object")" ] ||
        echo "$source $object"
done | xargs -r -P "$(nproc)" -L 1 sh -c "$cc $flags $sanitize -c \"\$1\" -o \"\$2\"" sh

# length NAME -- prints the most bytes of an input of that fuzzer; its dictionary is NAME.dict.
length() { case $1 in dice) echo 200 ;; say) echo 400 ;; rules) echo 4000 ;; import) echo 60000 ;; *) echo 4096 ;; esac; }
for name in "$@"; do
    program=$build/$name
    wrap=
    [ "$name" != import ] || wrap=-Wl,--wrap=hash_end
    $cc $flags $how ${plain:+$sanitize} $([ -n "$plain" ] || echo -fsanitize=fuzzer,address,undefined) "$here/$name.c" "$build"/src_*.o "$built/src/campaign/rules/sconce_words.o" $libs $wrap -o "$program"
    if [ -n "$plain" ]; then
        "$program" "$here/corpus/$name"/*
        continue
    fi
    mkdir -p "$build/corpus/$name"
    dict=
    [ ! -f "$here/$name.dict" ] || dict=-dict=$here/$name.dict
    # -timeout: an input takes milliseconds; -rss_limit_mb: the sanitizers take many times what the program does.
    (cd "$build" && "$program" -max_total_time="$seconds" -timeout=10 -max_len="$(length "$name")" -rss_limit_mb=2048 \
        -use_value_profile=1 -only_ascii=0 $dict -print_final_stats=1 "corpus/$name" "$here/corpus/$name")
done
