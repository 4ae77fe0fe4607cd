#!/bin/bash
# model.sh BUILD -- plays random lines, with undo, redo, questions and reopening, in every ruleset and
# example and with lights in real time, and compares each state with a small model (model.c).
# SCONCE_MODEL sets the number of sequences of 40 lines; 500 is a long run.
set -eu
cd "$(dirname "$0")/.."
build=$1
export SCONCE_RULESETS=$PWD/rulesets SCONCE_CELL=$build/sconce-cell
mkdir -p "$build/tests"
${CC:-cc} -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -Isrc -Iinclude tests/model.c -o "$build/tests/model" \
    "$build"/libinside.a $(pkg-config --libs sqlite3 jansson libutf8proc) -lgmp -lm -lpthread
tables=("$PWD/tests/play/realtime.lua")
for file in rulesets/*.lua examples/*.lua; do
    case $file in *.spec.lua) ;; *) tables+=("$PWD/$file") ;; esac
done
exec "$build/tests/model" "${SCONCE_MODEL_FROM:-0}" "${SCONCE_MODEL:-${#tables[@]}}" "${tables[@]}"
