#!/bin/bash
# lint.sh BUILD FLAG… -- checks the source text: warnings of gcc or clang, formatting, line lengths, global
# variables in C, unused or undefined names in Lua, syntax of shell scripts.  Of the two compilers the one that
# did not build is asked, since the build itself fails at warnings.  FLAGs are passed to it.
# house.sh checks which file may call which.
set -u
cd "$(dirname "$0")/.." || exit 2
. tests/lib.sh
build=$1
shift
sources() { git ls-files -- "$@" 2>/dev/null | while read -r file; do [ ! -f "$file" ] || echo "$file"; done; }

# --- C --------------------------------------------------------------------------------------------
mkdir -p "$build/lint"
# check_with COMPILER FILE: prints the warnings of a file; cached until the file, a header or this script changes
check_with() {
    local said="$build/lint/$1-${2//\//_}"
    [ "$said" -nt "$build/lint/newest" ] && [ "$said" -nt "$2" ] && { cat "$said"; return; }
    "$1" "${flags[@]}" -fsyntax-only "$2" >"$said" 2>&1
    cat "$said"
}
export build
flags=("$@")
newest=$(ls -t $(sources 'src/*.h' 'include/*.h' tests/lint.sh) | head -1)
touch -r "$newest" "$build/lint/newest"
other=gcc
! ${CC:-cc} --version | grep -q 'Free Software Foundation' || other=clang
if needs 1 $other "the warnings of $other"; then
    holds "$other warns of nothing" "$(for file in $(sources 'src/*.c'); do check_with $other "$file"; done)"
fi
if needs 1 clang-format 'the form of C'; then
    holds 'C has the form of .clang-format ("clang-format -i FILE")' "$(clang-format --dry-run $(sources 'src/*.[ch]' 'tests/*.[ch]' examples/*.c) 2>&1 | grep warning)"
fi
columns() { # columns MAX FILE…: prints the place of each line that has more columns
    perl -CSD -se 'while (<>) { chomp; print "$ARGV:$.: ", length, " columns\n" if length > $max; close ARGV if eof }' -- -max="$1" "${@:2}"
}
holds 'a line of C has at most 100 columns' "$(columns 100 $(sources 'src/*.[ch]' include/sconce.h))"
# Signal handlers need a global, and so do functions that the C library calls; these names are excepted below.
holds 'no C globals' "$(grep -nE '^(static |extern )?[A-Za-z_][A-Za-z0-9_ *]*[ *][a-z_0-9]+(\[[^]]*\])*( = .*)?;' $(sources 'src/*.c') |
    grep -vE 'const |typedef|return|tonight|sig_atomic_t|[* ](table_at_work|current_session|watched);')"

# --- Lua ------------------------------------------------------------------------------------------
holds 'a line of Lua has at most 110 columns' "$(columns 110 $(sources 'src/lua/*.lua'))"
if needs 1 luacheck 'names that are never used, or are not there'; then
    given="module protected fetch quantity $(cat src/cell/*.c src/cell/study/*.c | grep -oE '\{"[a-z_]+", lib_' | cut -d'"' -f2)"
    holds 'luacheck is content with src/lua' "$(luacheck -q --no-color --no-config --std lua54 --no-max-line-length \
        --no-unused-args --ignore 4 --ignore 542 --globals $given -- src/lua | grep -E ':[0-9]+:[0-9]+:')"
fi

# --- shell ----------------------------------------------------------------------------------------
holds 'shell parses' "$(for file in .ci/* $(sources '*.sh'); do
    shell=sh
    head -n 1 "$file" | grep -q bash && shell=bash
    $shell -n "$file" 2>&1
done)"
score
