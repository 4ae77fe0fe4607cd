#!/bin/bash
# house.sh BUILD -- the rules of the house: who may see and call whom, no game in C, every word documented.
set -u
cd "$(dirname "$0")/.."
build=$1
. tests/lib.sh
includes() { grep -rnE --include='*.[ch]' "^ *# *include *[<\"]$2" src/$1; }

if git rev-parse --git-dir >/dev/null 2>&1; then
    holds 'only these stand at the top' "$(git ls-files | cut -d/ -f1 | sort -u |
        grep -vxE '\..*|src|rulesets|include|tests|examples|Makefile|README.md|LICENSE')"
fi
holds 'core includes only core' "$(includes core '(cell|campaign|cli)/')"
holds 'the cell includes only itself and core' "$(includes cell '(campaign|cli)/')"
holds 'the campaign side includes only itself and core' "$(includes campaign '(cell|cli)/')"
holds 'the program sees the rest through sconce.h' "$(includes cli '(core|cell|campaign)/')"
holds 'no letters or decimal points of an embedding program'"'"'s locale: core/ascii.h, text_add_real' "$(
    grep -rnE '\b(to(upper|lower)|is(alpha|alnum|space|digit|upper|lower)|strn?case(cmp|str))\(' src/core src/campaign
    grep -rnE '_addf\(.*%[-+#0-9.*]*[aefgAEFG]\b' src/core src/campaign)"
for room in core campaign cli; do holds "no Lua in $room" "$(includes $room '(lua|lualib|lauxlib)\.h')"; done
for room in core cell; do holds "no SQLite, no Jansson in $room" "$(includes $room '(sqlite3|jansson)\.h')"; done
holds 'sconce.h names no type of a library' "$(grep -nE 'lua_|sqlite3|json_t|mpz' include/sconce.h)"

# --- who calls whom, from the symbols of the objects -------------------------------------------------
# Each line of $calls is "FILE FILE SYMBOL": the first calls the second, by that name.
objects=$(git ls-files 'src/*.c' | grep -v embed.c | sed 's/c$/o/' | while read -r o; do [ ! -f "$build/$o" ] || echo "$build/$o"; done)
calls=$(nm -A -g $objects | sed "s|^$build/src/||; s|\.o:[0-9a-f ]*| |" | awk '
    $2 == "U" { used[$1 " " $3] = 1; next }
    { where[$3] = $1 }
    END { for (u in used) { split(u, p, " "); if (where[p[2]] && where[p[2]] != p[1]) print p[1], where[p[2]], p[2] } }' | sort)
holds 'the objects were read' "$([ "$(wc -l <<<"$calls")" -gt 500 ] || echo "$calls" | head -3)"
# circles EDGES: prints the files of each circle.  EDGES: lines "FROM TO"
circles() { tsort <<<"$1" 2>&1 >/dev/null | sed 's/^tsort: //' | head -12; }
holds 'no file calls in a circle' "$(circles "$(cut -d' ' -f1,2 <<<"$calls")")"
# order FOLDER… -- prints the calls that lead from one of the folders to a folder that is not named, or is named behind it
order() {
    local seen= folder from to symbol
    for folder; do
        awk -v me="$folder" -v below=" $seen $folder " '
            function room(f) { sub("/[^/]*$", "", f); return f }
            room($1) == me && !index(below, " " room($2) " ") { print $1 " calls " $3 " of " $2 }' <<<"$calls"
        seen="$seen $folder"
    done
}
holds 'the rules'"'"' side calls downwards' "$(order core core/dice cell/limits cell cell/study | grep -v "^cell/main ")"
holds 'the campaign side calls downwards' "$(order core core/dice campaign/rules campaign/journal campaign/view/lines campaign/view/narration campaign/view campaign/editor campaign/study campaign/table campaign)"
holds 'the program calls downwards' "$(order cli/term cli/study cli/lsp cli/web cli/commands | grep -v ' of campaign/table/\| of campaign/.* sconce_\|calls sconce_')"
# Headers do not include each other in a circle, and modules of Lua do not need each other in one.
edges=$(grep -rHoE --include='*.h' '^ *# *include *"(core|cell|campaign|cli)/[a-z_/]+\.h"' src |
    sed -E 's|^src/([a-z_/]+)\.h:.*"([a-z_/]+)\.h"|\1 \2|')
holds 'no header includes in a circle' "$(circles "$edges")"
modules=$(grep -roE --include='*.lua' 'module *\(? *"[a-z_/]+"' src/lua | sed -E 's|^src/lua/([a-z_/]+)\.lua:.*"([a-z_/]+)"|\1 \2|' | sort -u)
holds 'no module of Lua needs another in a circle' "$(circles "$modules")"
rank() { echo "$modules" | awk '
    function room(f) { return sub("/.*", "", f) ? f : f == "main" ? "main" : "common" }
    BEGIN { split("common read play table study author main", order, " "); for (i in order) rank[order[i]] = i }
    rank[room($1)] < rank[room($2)] { print $1 " needs " $2 }'; }
holds 'modules of Lua need only those of folders below' "$(rank)"
# A folder has at most 20 files, so that all are seen at once; and at least 4, unless it holds other folders.
found=$(git ls-files 'src/*.c' 'src/*.h' 'src/*.lua' ':!src/package' | awk '
    { folder = $0; sub("/[^/]*$", "", folder); n[folder]++; sub("/[^/]*$", "", folder); outer[folder] = 1 }
    END { for (f in n) if (n[f] > 20 || (n[f] < 4 && !outer[f])) print f " holds " n[f] " files" }')
holds 'a folder of src holds 4 to 20 files' "$found"
# The table of src/README.md says how large a room may get.  A file counts for the innermost room that the table names.
found=$(git ls-files 'src/*.c' 'src/*.h' 'src/*.lua' ':!src/package' | xargs wc -l | sed '$d' | awk -v table="$(sed -n '/^| rooms | at most/,/^$/p' src/README.md | grep '^| `')" '
    BEGIN { rows = split(table, row, "\n")
        for (i = 1; i <= rows; i++) {
            split(row[i], cell, "|"); most[i] = cell[3] * 1000
            rooms = split(cell[2], room, /`[ ,`]*/)
            for (j = 2; j < rooms; j++) of["src/" room[j]] = i } }
    { for (folder = $2; folder && !(folder in of);) if (!sub("/[^/]*$", "", folder)) folder = ""
      if (folder) n[of[folder]] += $1; else print $2 " is in no room of the table" }
    END { if (rows < 10) print "no table of rooms was found"
        for (i = 1; i <= rows; i++) if (!n[i] || n[i] > most[i]) print n[i] + 0 " lines, and at most " most[i] ": " row[i] }')
holds 'no room is larger than src/README.md allows' "$found"
# Each promise of README.md names the parts of the tests that hold it.
promises=$(sed -nE 's/^\| [0-9]+ \|.*\| ([^|]+) \|$/\1/p' README.md)
found=$(tr -d '`' <<<"${promises//, /$'\n'}" | sort -u | while read -r name; do
    case $name in 'make '*) grep -q "^${name#make }:" Makefile ;; *) grep -q "^    $name) " tests/run.sh ;; esac || echo "no test $name"
done)
holds 'every promise has a test' "$([ "$(wc -l <<<"$promises")" -ge 10 ] || echo 'no promises were found'; echo "$found" | grep .)"
# These numbers stand in two places, of which neither can include the other (C and Lua, the program and the library): they
# must be equal.
found=$(for name in AT_ONCE_MAX CHOICES_MAX DRY_RUNS JOBS_MAX MEMORY_MAX MEMORY_MIN TIMEOUT_MAX; do
    n=$(git grep -hoE "\b$name( <const>)? = [0-9]+" src | sed 's/.*= //' | sort | uniq -c | awk '{ print $1 }')
    [ "${n:-0}" -ge 2 ] || echo "$name differs, or stands in one place: $(git grep -nE "\b$name( <const>)? = " src)"
done 2>&1)
holds 'a number that stands in two places is the same' "$found"
# These words of a sentence are written in the first file, and looked for in the others, which cannot include it.
found=$(while IFS='|' read -r words files; do
    for f in $files; do grep -qF -- "$words" "src/$f" || echo "'$words' is not in src/$f"; done
done <<'END'
a loop that never ends|cell/limits/limits.c cell/study/replay.c lua/play/recorder.lua lua/author/messages.lua
did not come to an end in time|cell/limits/limits.c campaign/rules/cell_client.c
come to an end in time|cell/limits/limits.c lua/author/dry_run.lua
rules call each other without end|cell/limits/limits.c lua/play/recorder.lua lua/read/lua_sentences.lua
used up their memory|core/wire.c lua/read/lua_sentences.lua lua/author/dry_run.lua
the next of the dice given|cell/door.c lua/author/shrink.lua
are not the same measure|core/quantity.c lua/author/dry_run.lua
has nothing called '|lua/play/records.lua lua/author/dry_run.lua
is missing at the end of this line|lua/read/syntax_hints.lua lua/author/messages.lua
has no closing quote|lua/read/syntax_hints.lua lua/author/messages.lua
nothing else in these rules|lua/author/lint_comparisons.lua lua/author/messages.lua
is never given|lua/author/lint_things.lua lua/author/messages.lua
did you mean|lua/common.lua lua/author/messages.lua campaign/study/odds_query.c
' is something to do|lua/study/query.lua campaign/study/odds_query.c
there is no event|lua/study/query.lua campaign/study/odds_query.c
which plan?|campaign/study/study_query.c campaign/study/odds_query.c
Dice left over|campaign/table/command.c cli/commands/study_run.c
END
)
holds 'a sentence that another file looks for is still written so' "$found"
# Functions of libm give other last bits on other machines.  odds_explode.c may use them, since it only bounds how far to count.
found=$(grep -nE '\b(exp|exp2|log|log1p|log2|log10|lgamma|lgamma_r|tgamma|pow|sin|cos|tan|cbrt|hypot)\(' $(git ls-files 'src/core/*.c' 'src/cell/*.c' 'src/campaign/*.c' | grep -v odds_explode.c))
holds 'figures are the same on every machine' "$found"
# Game words and game numbers belong in rulesets, not in the host.
code() { perl -0pe 's/" \.\.\n *"//g' "$1" | sed -E 's|/\*[^*]*\*/||g; s|//.*||; /^ *\*/d; s|^ *--.*||; s|([^"]) -- .*|\1|'; }
words='torch|lantern|candle|goblin|fatigue|crawl|dungeon'
found=$(for f in $(git ls-files 'src/core/*.c' 'src/cell/*.c' 'src/lua/*.lua'); do code "$f" | grep -nEi "\b($words)(es|s)?\b" | grep -v 'as in:\|as "\|takes\|means\|e\.g\.\|help =\|error(\|refuse(\|mistake(\|problem(' | sed "s|^|$f:|"; done)
holds 'no game word in C or src/lua' "$found"
found=$(for f in $(git ls-files 'src/lua/*.lua'); do code "$f" | grep -nE '[^%w_.]d(4|6|8|10|12|20|100)\b|\b(dc|DC) *= *[0-9]' | grep -vE 'dice are needed|as in:|error\(|mistake\(|refuse\(|fail\(|rolls"|as = "|local usual_dice|steps = |help =' | sed "s|^|$f:|"; done)
holds 'no game number in src/lua' "$found"

# include/sconce.lua documents exactly the words that rules can use.
cc -Iinclude tests/words.c "$build/libsconce.a" $(pkg-config --cflags --libs sqlite3 jansson libutf8proc) -lgmp -lm -lpthread -o "$build/words-test" &&
    live=$(SCONCE_CELL=$build/sconce-cell "$build/words-test" | sort -u)
written=$("$build/sconce" help words | tr -s ' ' '\n' | grep -v '[.:]' | grep . | sort -u)
[ -n "${live-}" ] || holds 'a program can read the words of the rules' 'nothing came out of sconce_book'
live=$(printf '%s\n' "${live-}" $(sed -nE 's/^ *env\.([a-z_]+) = .*/\1/p' src/lua/author/spec.lua) | sort -u)     # and those of specs
holds 'every live word is in include/sconce.lua, and no other' "$(diff <(echo "$live") <(echo "$written"))"

# Every field and option of every word has help: `sconce help action.keeps`.
fields=$(perl -ne '
    if (/^--- \@class sconce\.(?:fields\.(\w+)|(hooks)|spec\.(\w+))/) {
        $of = $1 // ($2 ? "on" : { Base => "tests", Test => "test", Row => "test" }->{$3});
        $of = "chart" if $of eq "row";
    } elsif (/^--- \@class/) { $of = "" }
    elsif (/^--- \@field (\w+)/) { print "$of.$1\n" if $of }
    elsif (/^---\@param with\? \{(.*)\}/) { $with = $1 }
    elsif (/^function (\w+)/) { $word = $1; print "$word.$_\n" for $with =~ /(\w+)\?:/g; $with = "" }' include/sconce.lua | sort -u)
has 'fields were found' "$fields" 'action.keeps'
holds 'every field has help' "$(for f in $fields; do "$build/sconce" help "$f" 2>&1 | grep -q '^  [^ ]' || echo "$f"; done)"
holds 'a list of words is one item a line, KEY and two blanks before what it does' "$(
    grep -nE '^---  [^ ]' include/sconce.lua | grep -vE '^[0-9]+:---  ([^ ]|[^ ] [^ ])+  +[^ ]' || true
    grep -nE '^---  .*;  [a-z.]+  ' include/sconce.lua)"

# The options of words that `sconce check` knows are those that include/sconce.lua documents.
written=$(perl -ne 'if (/^---\@param with\? \{(.*?)\}/) { $with = join " ", sort $1 =~ /(\w+)\?:/g }
    elsif (/^---\@param with\? sconce.Hidden/) { $with = "public secret" }
    elsif (/^function (\w+)/) { print "$1 $with\n" if $with; $with = "" }' include/sconce.lua | grep -v '^pick ' | sort)
known=$(perl -0ne 'while (/\b(\w+) = \{[^{}]*options = (?:list_of "([^"]*)"|\{ ([^}]*) \})/g) {
    print "$1 ", join(" ", sort(split /[ ,"]+/, ($2 || $3) =~ s/^"//r)), "\n" }' src/lua/read/language.lua | sort)
holds 'check knows the options that are documented, and no other' "$(diff <(echo "$known") <(echo "$written"))"

# The host verbs that the campaign side runs: the book names them, verbs.c runs them ('quit' is the program's).
named=$(perl -0pe 's/\n    / /g' src/lua/play/names.lua | sed -nE 's/^  ([a-z_]+) = \{.*campaign = true.*/\1/p' | grep -vx quit | sort)
run=$(sed -n '/verbs\[\] = {/,/};/p' src/campaign/table/verbs.c | grep -oE '[{]"[a-z_]+"' | tr -d '{"' | grep -vxE 'u|save_as' | sort)
holds 'every host verb of the campaign side is run by it, and no other' "$([ -n "$named" ] || echo none; diff <(echo "$named") <(echo "$run"))"

# Each public function has a comment above it.
found=$(awk '/^SCONCE_API/ { if (!said) print FILENAME ":" FNR ": " $0 } { said = /\*\/ *$/ || /^SCONCE_API/ || (said && /^ /) }' include/sconce.h)
holds 'every function of sconce.h is explained' "$found"
found=$(grep -oE '\bsconce_[a-z_]+\(' include/sconce.h | sort -u | while read -r f; do grep -qF "$f" tests/unit/campaign_null.c || echo "$f"; done)
holds 'every function of sconce.h is called with NULL' "$found"

# A ruleset opens with a paragraph for the game master, and has a spec beside it.
for f in rulesets/*.lua; do
    case $f in *.spec.lua) continue ;; esac
    holds "$f opens with its name and a paragraph" "$(head -3 "$f" | grep -cE '^--' | grep -v 3)"
    holds "$f has specs" "$([ -f "${f%.lua}.spec.lua" ] || echo none)"
done
# Two parts may be used together, so each name rule.x belongs to one part: else the second would replace the first, with
# no more than a note.  Two things are excepted: a wrap, local usual = rule.x, which keeps both; and the rows below, as
# a ruleset takes one of the parts in a row.
found=$(for f in rulesets/parts/*.lua; do
    grep -oE '^function rule\.[a-z_]+' "$f" | cut -d' ' -f2 | while read -r name; do
        grep -qE "^local .*\b$name\b" "$f" || echo "$name $(basename "$f" .lua)"
    done
done | sort | awk '{ parts[$1] = parts[$1] " " $2; n[$1]++ } END { for (name in n) if (n[name] > 1) print name parts[name] }' |
    grep -vxF -e 'rule.modifier abilities sparks' -e 'rule.hurt hurts slots wounds' -e 'rule.trace encounter stock_dungeon' \
        -e 'rule.wanderer encounter stand_ins stock_dungeon' -e 'rule.opens fight rout' -e 'rule.sleepers ways wounds')
holds 'a rule has its name from one part only' "$found"
# The files that the READMEs of src name are there.
found=$(grep -ohE '[`(/][a-z_/]+\.(c|h|lua)[`)]' src/README.md src/lua/README.md | tr -d '`()' | sed 's|^/||' | sort -u | while read -r f; do
    git ls-files | grep -qE "(^|/)$f$" || echo "no $f"
done)
holds 'the files that src/README.md names are there' "$found"
# It names each option of a command, but for these, whose help says all.
plain='format ruleset session stdio turns width'
found=$(grep -ohE '\{"[a-z-]+", OPTION_[A-Z]+' src/cli/commands/*.c | cut -d'"' -f2 | sort -u | grep -vxF "${plain// /$'\n'}" | while read -r name; do
    grep -qE -- "--$name\b" src/README.md || echo "--$name is not in src/README.md"
done)
holds 'src/README.md says where options are decided' "$found"
# The functions that it names in a file are there.
found=$(grep -oE '`[A-Za-z_.]+` in `[a-z_/]+\.(c|h|lua|js)`' src/README.md | tr -d '`' | sed 's/ in / /' | sort -u | while read -r name f; do
    git ls-files | grep -E "(^|/)$f$" | xargs grep -qwF "$name" || echo "no $name in $f"
done)
holds 'the functions that src/README.md names are in their files' "$found"
# Links between the READMEs and the chapters lead to a heading that is there.
slugs() { sed -nE 's/^#+ +//p' "$1" | tr 'A-Z' 'a-z' | sed -E 's/[^a-z0-9_ -]//g; s/ /-/g'; }
found=$(git ls-files '*.md' | while read -r f; do
    awk '/^```/ { code = !code } !code' "$f" | grep -oE '\]\([^):]+\)' | sed 's/^](//; s/)$//' | while read -r link; do
        to=${link%%#*} place=${link#"${link%%#*}"}
        to=${to:+$(dirname "$f")/$to}
        [ -e "${to:=$f}" ] || { echo "$f: no $link"; continue; }
        [ -z "$place" ] || slugs "$to" | grep -qxF -- "${place#\#}" || echo "$f: no heading $link"
    done
done)
holds 'links lead to a heading that is there' "$found"
# The session that README's picture shows is played as a test; `make pictures` draws it anew.
holds 'the picture in README shows a session that is true' \
    "$(sed '1d; s/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' tests/play/readme.play | while IFS= read -r line; do
        grep -qxF -- "$line" examples/pictures/session.svg || echo "not in session.svg: $line"
    done)"
holds 'the pictures of README are there' "$(grep -oE '\(examples/pictures/[^)]*' README.md | tr -d '(' | while read -r f; do
    [ -s "$f" ] || echo "no $f"
done)"
least=16 # any number above 0 would do: it shows that the folder was found
n=$(ls tests/bad/*.lua 2>/dev/null | wc -l)
holds 'tests/bad holds the mistakes' "$([ "$n" -ge $least ] || echo "only $n")"
# A part of the suite that runs nothing fails, and says what to build.
said=$(tests/run.sh "$work" "$work" units)
same 'a part that tests nothing fails' "$? $(tail -1 <<<"$said")" '1 0 passed, 1 failed'
has 'and says what to build' "$said" '`make units` builds them'
holds 'nothing of a machine is named' "$(git grep -nE '/(home|root|work)/[a-z]' -- . ':!tests/fault' 2>/dev/null | head)"
score
