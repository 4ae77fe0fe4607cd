# lib.sh -- what the tests in shell share, read with `. lib.sh`: a folder to work in, what counts as passed or failed,
# and the last line.

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

pass() { passed=$((passed + 1)); }
fail() { # fail WHAT: what is wrong, told
    printf '%s\n' "$*" | cut -c1-500
    failed=$((failed + 1))
}
same() { # same NAME A B: two texts
    if [ "$2" = "$3" ]; then pass; else fail "$1: '$2' is not '$3'"; fi
}
same_files() { # same_files NAME A B: two files with something in them
    if [ -s "$2" ] && cmp -s "$2" "$3"; then pass; else fail "$1: $2 and $3 differ"; fi
}
has() { # has NAME TEXT PART
    case $2 in *"$3"*) pass ;; *) fail "$1: it should say '$3', and says: $2" ;; esac
}
holds() { # holds NAME FOUND: passes when nothing was found
    if [ -z "$2" ]; then pass; else fail "$1:
$(printf '%s\n' "$2" | head -20)"; fi
}
refuses() { # refuses COMMAND STATUS TEXT ARGUMENTS…: it ends with the status, and says so on standard error
    local command=$1 status=$2 text=$3 said
    shift 3
    said=$("$command" "$@" 2>&1 >"$work/out")
    same "status of $*" $? "$status"
    has "$*" "$said" "$text"
}
score() { # the last line; the status is that of the tests
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
