#!/bin/sh
# words.sh WORDS.lua NAMES.lua -- the reference as Markdown: every word from include/sconce.lua, the verbs of the
# prompt from src/lua/play/names.lua, the names that are taken from there and from src/lua/read.  `make docs` writes
# rulesets/WORDS.md.
#
# In WORDS.lua a title between two rules is a section, and a block of `---` lines stands above its word.  In a
# block, a line indented by two blanks is a list item, `KEY  text`; by four, after an empty line, an example.  @param,
# @return and @field become list items.  Lines that begin with `--- @` are for editors only.
set -eu
cat <<'END'
# Every word

Made by `make docs` from `include/sconce.lua`; change it there. `sconce help WORD` prints the same. The guide is
[README.md](README.md).

Each example is a house file of Lamplight, the guide's ruleset: put `extends "lamplight"` above it, where it has no
`ruleset` of its own. A comment `-- LINE --> TEXT` means: typed at the prompt, LINE shows TEXT. Lists and records in signatures
are Lua tables; `?` may be left out or nil.
END
awk '
function close_code() { if (code) { print "```"; code = 0 } }
function close_list() { close_code(); if (listing) { listing = 0 } }
function escaped(s) { gsub(/</, "\\&lt;", s); gsub(/\|/, "\\|", s); return s }
function typed(s,    depth, i, c) {                 # how long the type at the head of s is
    depth = 0
    for (i = 1; i <= length(s); i++) {
        c = substr(s, i, 1)
        if (index("({<[", c)) depth++
        if (index(")}>]", c)) depth--
        if (c == " " && !depth && substr(s, i - 1, 1) != ":" && substr(s, i - 1, 1) != ",") return i - 1
    }
    return length(s)
}
function tag(s,    kind, name, n, t, rest) {
    kind = s; sub(/ .*/, "", kind)
    rest = s; if (!sub(/^[^ ]+ /, "", rest)) rest = ""
    if (kind == "@param" || kind == "@field") {
        name = rest; sub(/ .*/, "", name)
        sub(/^[^ ]+ ?/, "", rest)
        if (kind == "@field" && name ~ /^\[/) return
        n = typed(rest); t = substr(rest, 1, n); rest = substr(rest, n + 2)
        print "- `" name "`: `" t "`" (rest != "" ? ": " rest : "")
    } else if (kind == "@return") {
        t = ""                                      # TYPE NAME, TYPE NAME, and what is said of them
        do {
            n = typed(rest); t = t substr(rest, 1, n); rest = substr(rest, n + 1)
            if (match(rest, /^ [a-z_]+,?/)) { t = t substr(rest, 1, RLENGTH); rest = substr(rest, RLENGTH + 1) }
            more = t ~ /,$/
            if (more) { t = t " "; sub(/^ /, "", rest) }
        } while (more)
        sub(/^ /, "", rest)
        print "- returns `" t "`" (rest != "" ? ": " rest : "")
    }
}
function flush_block(name, signature,    i, s, first) {
    print ""
    print "### " (signature != "" ? "`" signature "`" : "`" name "`")
    print ""
    for (i = 1; i <= n_lines; i++) {
        s = line[i]
        if (s ~ /^@class /) { sub(/^@class [^ ]+ ?/, "", s); if (s != "") print s; if (i < n_lines) print ""; continue }
        if (s ~ /^@/) { close_code(); if (!tagged) print ""; tagged = 1; tag(s); continue }
        if (s ~ /^    / && (code || line[i - 1] == "")) { if (!code) { print "```lua"; code = 1 } print substr(s, 5); continue }
        close_code()
        if (s == "" && line[i + 1] ~ /^@/) continue
        if (s ~ /^  [^ ]/) { if (!listing) print ""; listing = 1; sub(/^  /, "", s); key = s; sub(/  .*/, "", key)
            rest = substr(s, length(key) + 1); sub(/^ +/, "", rest); print "- `" key (rest ~ /^(true|false|"[a-z]+"):/ ? "` = " : "`: ") rest; continue }
        if (listing && s ~ /^   /) { sub(/^ +/, "  ", s); print s; continue }
        if (listing && s != "") print ""
        listing = 0
        print s
    }
    close_list(); tagged = 0
}
/^-- -+$/ { rule++; if (rule % 2) { getline title; sub(/^-- /, "", title); if (title ~ /^For editors/) exit; print "\n## " title; intro = 1 } else print ""; n_lines = 0; next }
/^-- / && rule { if (rule % 2 == 0 && title != "") print substr($0, 4); next }
/^---@meta/ { next }
/^---/ { if ($0 ~ /^--- /) { if ($0 ~ /^---  +[^@]/) line[++n_lines] = substr($0, 4); next } line[++n_lines] = substr($0, 4); next }
/^(function |[a-z0-9_]+ = )/ {
    s = $0; name = s; sub(/^function /, "", name); sub(/[ (].*/, "", name)
    signature = ""
    if (s ~ /^function /) { signature = s; sub(/^function /, "", signature); sub(/ end$/, "", signature) }
    if (n_lines) flush_block(name, signature)
    n_lines = 0; next
}
/^$/ { if (n_lines) { name = ""; for (i = 1; i <= n_lines; i++) if (line[i] ~ /^@class /) { name = line[i]; sub(/^@class /, "", name); sub(/ .*/, "", name) } if (name != "") flush_block(name, "") ; n_lines = 0 } }
' "$1" | cat -s
cat <<'END'

## At the prompt

A line is a deed, or several with `+` between them; `Bram search + Pike rest` says who, `rest x3` how often, `;` puts lines in
a row. Verbs and names may be shortened to an unmistakable beginning. A track's or a light's name corrects it: `torches +1`,
`hp Bram 3`, `torch Bram 2`. These verbs are there in every ruleset:

| verb | |
|---|---|
END
# An entry of the table on one line each.
perl -0pe 's/\n    (?! )/ /g; s/" \.\. "//g' "$2" | sed -nE '/^names.host_verbs/,/^}/ {
    s/\|/\\|/g
    s/^ *(\["(.+)"\]|([a-z]+)) = \{ *(.*)\},?$/\2\3\t\4/
    t found
    d
    :found
    s/^([^\t]+)\t.*takes = "(([^"\\]|\\.)*)".*$/&\t`\1 \2`/
    t help
    s/^([^\t]+)\t.*$/&\t`\1`/
    :help
    s/^.*help = "(([^"\\]|\\.)*)".*\t(`.*`)$/| \3 | \1 |/
    s/\\"/"/g
    p
}'
cat <<'END'

## Names that are taken

Sconce uses these names itself. Where it says *refused*, `sconce check` tells you at the line of your file.

**At the prompt.** A line that begins with the name of an action of yours is that action.

END
read=$(dirname "$2")/../read
perl -0 -e '
    my ($language, $rows, $names, $words) = map { open my $f, "<", $_ or die "$_: $!"; <$f> } @ARGV;
    sub names { join ", ", map { "`$_`" } sort @_ }
    sub block { my ($text, $head) = @_; $text =~ /^\Q$head\E(.*?)^\}/ms or die "no $head"; $1 }
    my (@verbs, @yielding);
    my $verbs = block($names, "names.host_verbs = {");
    while ($verbs =~ /^  (?:\["(.+?)"\]|(\w+)) = \{(.*?)\},?$(?=\n  \S|\n*\z)/gms) {
        my ($verb, $body) = ($1 // $2, $3);
        push @{$body =~ /yields = true/ ? \@yielding : \@verbs}, $verb;
        push @verbs, $1 =~ /"(\w+)"/g while $body =~ /aka = \{([^}]*)\}/g;
    }
    print "- Refused as an action or another word for one: ", names(@verbs), ".\n";
    print "- An action of yours replaces these: ", names(@yielding), ".\n";
    print "- An action with the name of a track or light hides it at the prompt: then `hp Bram 3` corrects nothing.\n";
    print "- Answers and lines use `all`, `but`, `nobody`, `none`, `only`, `others`, and `x3` for three times: call no member ",
        "or action so. The name of a member has no `,`, `;`, `+` or quotes.\n";
    print "\n**`on.NAME`.** A track, a chart, an event, a timer and a deck cannot share a name, since each has `on.NAME`.\n\n";
    my @events = block($language, "local host_events = {") =~ /(\w+) = \{/g;
    print "- Refused, since they happen by themselves: ", names(@events), ". Only `encounter` can be made anew as an event. ",
        "`event.NAME` takes `secret` and `public` for those that players may read.\n";
    $language =~ /log_entries = set_of \[\[(.*?)\]\]/s or die "log_entries";
    print "- Refused for events, charts, timers and decks, since entries of the log are called so: ", names(split " ", $1), ".\n";
    print "\n**Rules and steps.**\n\n";
    $language =~ /called_by_host = \{(.*?)\}/ or die "called_by_host";
    my %rules = map { $_ => 1 } $1 =~ /(\w+) = true/g, $words =~ /^function rule\.(\w+)/gm;
    my @rules = keys %rules;
    print "- Sconce calls these rules when you write them: ", names(map { "rule.$_" } @rules), ".\n";
    print "- The steps `act` and `time` are Sconce\x27s; `function step.time()` replaces one.\n";
    print "- No kind has the name of a word of this reference or of Lua (refused).\n";
    print "\n**Fields.** Refused:\n\n";
    my $fields = block($language, "language.record_fields = {");
    for my $record (["member", "member"], ["light", "lamp"], ["room", "room"], ["party", "party"], ["turn", "turn"]) {
        $fields =~ /\b$record->[0] = \{(.*?)\}/s or die $record->[0];
        print "- As a track or field of a $record->[1]: ", names($1 =~ /"(\w+)"/g), ".\n";
    }
    print "- As a field of a kind: `name`, which every thing has; as a track: a field of the same owner.\n";
    $rows =~ /rows\.reserved = common\.set "(.*?)"/ or die "rows";
    print "- As the name of a row of a chart: ", names(split " ", $1), ".\n";
    $language =~ /row_fields = \{(.*?)\}/s or die "row_fields";
    print "- Not refused: tracks with a name that `given` has a meaning for, as `minutes`, `rooms`, `dice` or `decks`; `given` then sets the track.\n";
    print "- Not refused, but every row has these fields, and they mean what `chart` says: ", names($1 =~ /"(\w+)"/g), ".\n";
    $language =~ /deed_fields = \{(.*?)\}/ or die "deed_fields";
    print "- As the name of an argument in `takes`, since `deed` tells it of every deed: ", names($1 =~ /"(\w+)"/g), ".\n";
' "$read/language.lua" "$read/rows.lua" "$2" "$1"
