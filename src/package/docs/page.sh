#!/bin/sh
# page.sh OUT.html -- guide, reference, cookbook and messages as one page with a search, made by pandoc (Debian).
# It needs no network and no other file.
set -eu
top=$(dirname "$0")/../../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for chapter in guide:rulesets/README.md cookbook:examples/cookbook.md words:rulesets/WORDS.md \
    messages:rulesets/MESSAGES.md screens:rulesets/SCREENS.md; do
    name=${chapter%%:*}
    CHAPTER=$name pandoc -f gfm -t json --lua-filter "$top/src/package/docs/page.lua" "$top/${chapter#*:}" -o "$work/$name.json"
    set -- "$@" "$work/$name.json"
done
out=$1
shift
pandoc -f json --file-scope -t html --template "$top/src/package/docs/page.html" --metadata pagetitle="Sconce: guide and reference" \
    --toc --toc-depth 3 --section-divs --no-highlight "$@" -o "$out"
