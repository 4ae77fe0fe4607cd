#!/bin/sh
# lint.sh FLAG… -- looks for what one compiler lets pass: the warnings of both, includes that go the
# wrong way, variables that live as long as the program, Lua and shell that do not parse.
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
    for file in src/*/*.c; do
        $cc "$@" -fsyntax-only "$file" || wrong=1
    done
done

# --- who may see whom -----------------------------------------------------------
sees() { # sees FOLDER PATTERN WHY
    found=$(grep -nE "^ *# *include *[<\"]$2" src/"$1"/*.[ch] 2>/dev/null)
    [ -z "$found" ] || complain "$found
    $3"
}
sees core '(cell|campaign|cli)/' 'core sees nobody'
sees cell '(campaign|cli)/' 'the cell sees only core'
sees campaign '(cell|cli)/' 'the campaign side sees only core'
sees cli '(core|cell|campaign)/' 'the program sees the rest only through sconce.h'
for room in core campaign cli; do sees $room '(lua|lualib|lauxlib)\.h' 'Lua lives in the cell'; done
for room in core cell; do sees $room '(sqlite3|jansson)\.h' 'SQLite and Jansson live on the campaign side'; done

# --- no variables that live as long as the program ------------------------------
# What a signal handler must find is the exception: tonight (src/cli/play.c), and flags.
found=$(grep -nE '^(static |extern )?[A-Za-z_][A-Za-z0-9_ ]*[ *][a-z_0-9]+(\[[^]]*\])*( = .*)?;' src/*/*.c |
    grep -vE 'const |typedef|return|tonight|sig_atomic_t')
[ -z "$found" ] || complain "$found
    no C globals"

# --- Lua and shell --------------------------------------------------------------
if command -v lua5.4 >/dev/null 2>&1; then
    for file in src/lua/*.lua rulesets/*.lua examples/*.lua include/*.lua; do
        [ ! -f "$file" ] || lua5.4 -e 'assert(loadfile(arg[1]))' /dev/null "$file" || wrong=1
    done
fi
for file in .ci/*.sh src/*/*.sh tests/*/*.sh; do
    [ -f "$file" ] || continue
    shell=sh
    head -n 1 "$file" | grep -q bash && shell=bash
    $shell -n "$file" || wrong=1
done
exit $wrong
