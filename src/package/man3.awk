# man3.awk -- include/sconce.h as a manual page.  A comment stands above what it describes; the comment at
# the head is the description.
function plain(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); sub(/^[.']/, "\\\\\\&&", s); return s }
function words(s) { sub(/^ *\/?\*+\/?( |$)/, "", s); sub(/ *\*\/ *$/, "", s); return s }
function prose(n,   i, s, code, as_it_is) {
    for (i = 1; i <= n; i++) {
        s = comment[i]
        if (s == "") { if (code) { print ".fi"; code = 0 } print ".PP"; continue }
        as_it_is = s ~ /^ |\{"|^"/
        if (as_it_is && !code) { print ".nf"; code = 1 }
        if (!as_it_is && code) { print ".fi"; code = 0 }
        print plain(s)
    }
    if (code) print ".fi"
}
BEGIN {
    printf ".TH SCONCE 3 \"\" \"Sconce %s\" \"Sconce\"\n", ENVIRON["version"]
    print ".ad l\n.SH NAME\nsconce \\- open a table, say lines, read what happened\n.SH SYNOPSIS\n.nf"
    print "#include <sconce.h>\n\ncc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs sconce)\n.fi\n.SH DESCRIPTION"
}
/^\/\*/ && !in_comment { n = 0; in_comment = 1 }
in_comment {
    if ($0 !~ /^\/\* --- /) comment[++n] = words($0)
    if ($0 ~ /\*\//) {
        in_comment = 0
        if (!head++) { comment[1] = ""; prose(n); n = 0; print ".SH TYPES AND FUNCTIONS" }
    }
    next
}
/^#|^extern|^}$|^$/ { if ($0 == "") next; if ($0 !~ /define SCONCE_VERSION/) { next } }
/^(typedef|SCONCE_API|struct|#define SCONCE_VERSION)/ && !open {
    open = 1
    print ".PP\n.nf\n.B"
}
open {
    s = $0; sub(/^SCONCE_API /, "", s)
    print plain(s)
    depth += gsub(/\{/, "{") - gsub(/\}/, "}")
    if (depth == 0 && ($0 ~ /;/ || $0 ~ /^#define/)) {
        print ".fi\n.RS 4"
        prose(n)
        print ".RE"
        n = 0; open = 0
    }
}
