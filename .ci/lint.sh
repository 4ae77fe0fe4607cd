#!/bin/sh
# lint.sh FLAG… -- looks for what one compiler lets pass: the warnings of both, variables that live as long as the
# program, Lua that is never used, Lua and shell that do not parse.  Who may see whom is in tests/house.sh.
set -u
cd "$(dirname "$0")/.."
wrong=0

complain() {
    echo "$1"
    wrong=1
}

# --- warnings -------------------------------------------------------------------
for cc in gcc clang; do
    command -v $cc >/dev/null 2>&1 || continue
    for file in $(git ls-files "src/*.c"); do
        $cc "$@" -fsyntax-only "$file" || wrong=1
    done
done

# --- no variables that live as long as the program ------------------------------
# What a signal handler must find is the exception: tonight (src/cli/commands/play.c), and flags.
found=$(grep -nE '^(static |extern )?[A-Za-z_][A-Za-z0-9_ ]*[ *][a-z_0-9]+(\[[^]]*\])*( = .*)?;' $(git ls-files 'src/*.c') |
    grep -vE 'const |typedef|return|tonight|sig_atomic_t')
[ -z "$found" ] || complain "$found
    no C globals"

# --- Lua and shell --------------------------------------------------------------
if command -v luacheck >/dev/null 2>&1; then # shadowed names and empty branches are fine
    luacheck -q --no-color --no-config --std lua54 --no-global --no-max-line-length --no-unused-args \
        --ignore 4 --ignore 542 -- src/lua || wrong=1
fi
if command -v lua5.4 >/dev/null 2>&1; then
    for file in $(git ls-files "src/lua/*.lua") rulesets/*.lua examples/*.lua include/*.lua; do
        [ ! -f "$file" ] || lua5.4 -e 'assert(loadfile(arg[1]))' /dev/null "$file" || wrong=1
    done
fi
for file in .ci/*.sh src/*/*/*.sh tests/*.sh tests/*/*.sh; do
    [ -f "$file" ] || continue
    shell=sh
    head -n 1 "$file" | grep -q bash && shell=bash
    $shell -n "$file" || wrong=1
done
exit $wrong
