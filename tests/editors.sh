#!/bin/bash
# editors.sh BUILD -- support for editors: luacheck accepts all shipped rules, `sconce new` sets up the
# language server, and the annotations of include/sconce.lua agree with the host.
set -u
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
export SCONCE_RULESETS=$PWD/rulesets
. tests/lib.sh
agree() { # agree NAME LIST LIST: passes when both lists hold the same names, in any order, and are not empty
    [ -n "$2" ] && [ -n "$3" ] || { holds "$1" 'one of the lists is empty'; return; }
    holds "$1" "$(diff <(tr -s ' ,' '\n' <<<"$2" | grep . | sort -u) <(tr -s ' ,' '\n' <<<"$3" | grep . | sort -u))"
}

# --- luacheck -------------------------------------------------------------------------------------------------
# pieces FILE.md -- writes the Lua blocks of a document into files, so that luacheck reads them too
pieces() {
    awk -v into="$work/pieces/" '
        /^```lua ([a-z0-9-]+)(\.spec)?\.lua$/ { f = into $2; printf "-- luacheck: globals foe ground rank sentry\n" > f; open = 1; next }
        /^```lua more / { f = into $3; open = 1; next }
        /^```/ { open = 0; next }
        open { print >> f }' "$1"
}
if needs 3 luacheck "luacheck on rules and guide"; then
    mkdir "$work/pieces" && cp .luacheckrc "$work/pieces"
    pieces rulesets/README.md && pieces examples/cookbook.md
    holds 'luacheck is content with rulesets and examples' "$(luacheck -q --no-color rulesets examples | grep -E ':[0-9]+:[0-9]+:')"
    holds 'luacheck is content with guide and cookbook' "$(cd "$work/pieces" && luacheck -q --no-color . | grep -E ':[0-9]+:[0-9]+:')"
    echo 'nosie = torch.lasts' >"$work/pieces/slip.lua"
    holds 'luacheck finds a slip' "$(cd "$work/pieces" && luacheck -q slip.lua >/dev/null && echo 'it did not')"
fi
words=$(sed -nE 's/^(function )?([a-z_0-9]+)( = .*|\(.*)$/\2/p' include/sconce.lua)
known=$(sed -nE '/^globals|^read_globals|^files/,/^}|}$/{s/--.*//;s/fields = \{.*\}//;p}' .luacheckrc | grep -oE '"[a-z_]+"|^  [a-z0-9]+ = ' | tr -d '" =')
kinds=$(sed -nE 's/^kind "([a-z]+)".*/\1/p' rulesets/*.lua rulesets/parts/*.lua)
agree '.luacheckrc knows every word, and the kinds of the rulesets' "$words $kinds" "$known"

# --- sconce new ------------------------------------------------------------------------------------------------
library_of() { sed -nE 's/.*"workspace.library": \["(.*)"\].*/\1/p' "$1/.luarc.json"; }
# check_luarc_library NAME PROGRAM -- makes a campaign by PROGRAM; its .luarc.json must lead editors to sconce.lua
check_luarc_library() {
    (cd "$work" && env -u SCONCE_RULESETS "$2" new "camp-$1" --ruleset delving >/dev/null) || { holds "sconce new, $1" 'it failed'; return; }
    holds "$1: .luarc.json leads to the words" "$(cmp "$(library_of "$work/camp-$1")" include/sconce.lua 2>&1)"
}
tree=$work/tree
mkdir -p "$tree/build" "$tree/include" && cp "$build/sconce" "$build/sconce-cell" "$tree/build" &&
    cp include/sconce.lua "$tree/include" && cp -r rulesets "$tree"
check_luarc_library tree "$tree/build/sconce"
mkdir -p "$work/usr/bin" "$work/usr/libexec/sconce" "$work/usr/share/sconce" && cp "$build/sconce" "$work/usr/bin" &&
    cp "$build/sconce-cell" "$work/usr/libexec/sconce" && cp include/sconce.lua "$work/usr/share/sconce" && cp -r rulesets "$work/usr/share/sconce"
check_luarc_library installed "$work/usr/bin/sconce"

# --- the annotations ----------------------------------------------------------------------------------------------
fields_of() { sed -nE "/^--- ?@class $1( |\$)/,/^\$/s/^--- ?@field ([a-z_]+)\\??( .*)/\\1/p" include/sconce.lua; }
# Each word in include/sconce.lua has a @param for each of its parameters, in their order.
holds 'every parameter has its @param' "$(awk '
    /^---@param / { given = given " " $2; next }
    /^function / {
        s = $0; sub(/^[^(]*\(/, "", s); sub(/\).*/, "", s); gsub(/,/, "", s); gsub(/\?/, "", given)
        if ((s == "" ? "" : " " s) != given) print FILENAME ":" FNR ": " $0 " has @param" given
    }
    !/^---/ { given = "" }' include/sconce.lua)"
types=$(grep -oE '^--- ?@(class|alias) sconce\.[A-Za-z.]+' include/sconce.lua | sed 's/.* //')
used=$(grep -E '^--- ?@' include/sconce.lua | grep -oE 'sconce\.[A-Za-z.]*[A-Za-z]' | sort -u)
agree 'every type that is used is there, and no other' "$types" "$used"
# The fields of each kind, the hooks, and the fields of spec rows are documented, and they are those that the host has.
while IFS= read -r line; do
    kind=$(sed -nE 's/^ *\{ "([a-z]+)".*/\1/p' <<<"$line")
    agree "the fields of $kind" "$(sed 's/"[^"]*"//g; s/= *//' <<<"$line" | grep -oE '\b[a-z_]+ *= |\b[a-z_]+ ' | tr -d '= ' | grep -v '^rows$\|^true$\|^false$')" "$(fields_of "sconce.fields.$kind")"
done < <(awk '/^local host_kinds/ { on = 1; next } /^}/ { on = 0 } on { if ($0 ~ /^  \{/) { if (s) print s; s = $0 } else s = s " " $0 } END { print s }' src/lua/read/language.lua)
hooks=$(sed -nE '/^local host_events/,/^}/p' src/lua/read/language.lua | grep -oE '[a-z_]+ = \{' | tr -d '= {' | grep -v host_events)
agree 'the hooks of the host' "$hooks" "$(fields_of 'sconce\.hooks')"
rows=$(sed -nE 's/^local row_fields = common.set "(.*)"$/\1/p; s/^  \{ "([a-z]+)", function.*/\1/p' src/lua/author/spec_row.lua src/lua/author/spec_odds.lua | tr ' ' '\n')
agree 'the fields of a row of a spec' "$rows" "$(fields_of 'sconce\.spec\.Row')"
score
