#!/bin/bash
# builds.sh [BUILD] -- the sessions of tests/play give the same journal bytes in every build: gcc and, if
# installed, clang, each at -O0, at -O2 and with the sanitizers.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${1:-build} others=()
make -s -j"$(nproc)" B="$build" all >&2 || exit 1
for cc in gcc clang; do
    command -v $cc >/dev/null || { echo "no $cc here: passed over"; continue; }
    for how in -O0 -O2 '-O1 -fsanitize=address,undefined'; do
        name=$cc${how//[^A-Za-z0-9]/}
        make -s -j"$(nproc)" B="$build/$name" CC=$cc CFLAGS="${how%% *} -g" SAN="${how#"${how%% *}"}" all >&2 || exit 1
        others+=("$(realpath "$build/$name/sconce")")
    done
done
export SCONCE_RULESETS=$PWD/rulesets
tests/fault/repeat.sh "$build/sconce" "${others[@]}"
