#!/bin/sh
# man.sh SCONCE FOLDER -- writes the manual pages from what the program says of itself, so that the two
# cannot differ: sconce.1 and sconce-COMMAND.1 from `sconce help`, sconce.3 from include/sconce.h.
set -eu
sconce=$1 folder=$2
here=$(dirname "$0")
mkdir -p "$folder"
version=$("$sconce" --version | cut -d' ' -f2)
export version

# A help text as a page.  The lines `usage: …` are the synopsis; a line that begins with an option is an
# entry, with the lines indented below it; the rest is prose, and lines indented by blanks stay as they are.
page() { # page NAME SUMMARY
    awk -v name="$1" -v summary="$2" '
    function plain(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); gsub(/"/, "\\(dq", s); sub(/^[.\x27]/, "\\\\\\&&", s); return s }
    function leave(new) {
        if (mode == "as it is" && new != mode) print ".fi"
        if (new == "as it is" && mode != new) print ".nf"
        mode = new
    }
    BEGIN {
        printf ".TH %s 1 \"\" \"Sconce %s\" \"Sconce\"\n", toupper(name), ENVIRON["version"]
        print ".SH NAME\n" plain(name) " \\- " plain(summary)
    }
    NR == 1 { print ".SH SYNOPSIS\n.nf"; sub(/^usage: /, ""); print plain($0); usage = 1; next }
    usage && /^            / { sub(/^            /, "    "); print plain($0); next }
    usage { print ".fi\n.SH DESCRIPTION"; usage = 0 }
    /^In rules:$/ { exit }
    /^  --?[a-zA-Z]/ {
        if (!options++) { leave("prose"); print ".SH OPTIONS" }
        leave("entry")
        at = match(substr($0, 3), /  +/)
        term = at ? substr($0, 3, RSTART - 1) : substr($0, 3)
        text = at ? substr($0, 2 + RSTART + RLENGTH) : ""
        print ".TP\n.B " plain(term)
        if (text != "") print plain(text)
        next
    }
    mode == "entry" && /^     +/ { sub(/^ +/, ""); print plain($0); next }
    /^$/ { leave("prose"); print ".PP"; next }
    /^  / { leave("as it is"); print plain($0); next }
    { leave("prose"); print plain($0) }
    END { leave("prose") }'
}

"$sconce" help | sed -n 's/^  sconce \([a-z]*\)  *\(.*\)/\1 \2/p' | while read -r command summary; do
    {
        "$sconce" help "$command" | page "sconce-$command" "$summary"
        printf '.SH EXIT STATUS\n0 success; 1 the rules, the script or the input are wrong; 2 the command line is wrong.\n'
        printf '.SH SEE ALSO\n.BR sconce (1)\n'
    } >"$folder/sconce-$command.1"
done
{
    { echo 'usage: sconce COMMAND …'; "$sconce" help | sed 1,2d; } |
        page sconce 'a host for the procedures of dungeon exploration'
    cat "$here/sconce.1.end"
    echo '.SH SEE ALSO'
    "$sconce" help | sed -n 's/^  sconce \([a-z]*\) .*/.BR sconce\\-\1 (1),/p'
    echo '.BR sconce (3)'
} >"$folder/sconce.1"
awk -f "$here/man3.awk" "$here/../../include/sconce.h" >"$folder/sconce.3"
