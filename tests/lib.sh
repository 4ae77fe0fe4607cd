# lib.sh -- shared by the shell tests (`. lib.sh`): a temporary folder $work, checks that count as passed
# or failed, and the last line.

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work" "$work.missing"' EXIT
passed=0 failed=0 skipped=0

# bash calls this for a command that does not exist, in a subshell, which could not count: score counts the failure.
command_not_found_handle() {
    echo "$1: no such command or function" | tee -a "$work.missing" >&2
    return 127
}

pass() { passed=$((passed + 1)); }
fail() { # fail WHAT: prints what is wrong, and counts it
    printf '%s\n' "$*" | cut -c1-500
    failed=$((failed + 1))
}
skip() { # skip N WHY: counts N tests as skipped, and prints why
    echo "skipped: $2"
    skipped=$((skipped + $1))
}
needs() { # needs N PROGRAM WHAT: true when the program is installed; else skips the N tests of WHAT
    command -v "$2" >/dev/null && return
    skip "$1" "$3, for there is no $2 here ('make deps' installs it)"
    false
}
wait_for() { # wait_for COMMAND…: runs COMMAND until it succeeds; false after five minutes, which a busy machine may need
    local tries=0
    while [ $tries -lt 15000 ]; do
        tries=$((tries + 1))
        "$@" >/dev/null 2>&1 && return
        sleep 0.02
    done
    return 1
}
has_played() { # has_played PID: true when the workers of that sconce have played for 0.3 s of the processor's time
    local cells workers
    cells=$(pgrep -d , -P "$1") && workers=$(pgrep -P "$cells") &&
        awk '{ sub(/.*\) /, ""); ticks += $12 + $13 } END { exit ticks < 30 }' $(printf '/proc/%s/stat ' $workers)
}
interrupted() { # interrupted COMMAND…: runs sconce, and sends SIGINT (Ctrl-C) once its rules have played a while
    "$@" &
    wait_for has_played $!
    kill -INT $!
    wait $!
}
# last_seq REPLIES: prints the number of the entry in the last reply of `play --json` with "ok":true
last_seq() { printf '%s\n' "$1" | sed -n 's/^{"ok":true,"seq":\([0-9]*\).*/\1/p' | tail -1; }
same() { # same NAME A B: passes when two texts are equal
    if [ "$2" = "$3" ]; then pass; else fail "$1: '$2' is not '$3'"; fi
}
same_files() { # same_files NAME A B: passes when two files are equal, and not empty
    if [ -s "$2" ] && cmp -s "$2" "$3"; then pass; else fail "$1: $2 and $3 differ"; fi
}
has() { # has NAME TEXT PART: passes when TEXT holds PART
    case $2 in *"$3"*) pass ;; *) fail "$1: it should say '$3', and says: $2" ;; esac
}
holds() { # holds NAME FOUND: passes when FOUND is empty; it lists what breaks the rule called NAME
    if [ -z "$2" ]; then pass; else fail "$1:
$(printf '%s\n' "$2" | head -20)"; fi
}
refuses() { # refuses COMMAND STATUS TEXT ARGUMENTS…: passes when it ends with STATUS and TEXT on standard error
    local command=$1 status=$2 text=$3 said
    shift 3
    said=$("$command" "$@" 2>&1 >"$work/out")
    same "status of $*" $? "$status"
    has "$*" "$said" "$text"
}
score() { # prints the last line; fails if a test failed
    [ ! -s "$work.missing" ] || fail "called, and not there: $(sort -u "$work.missing")"
    local counts="$passed passed, $failed failed"
    [ "$skipped" = 0 ] || counts="$counts, $skipped skipped"
    echo "$counts"
    [ "$failed" = 0 ]
}
# refuses_second COMMAND ARGUMENTS…: COMMAND is sim or odds, and its study long; with --vs of a wrong table, or with a wrong
# name, it must be refused before anything is played
refuses_second() {
    # at_once TEXT ARGUMENTS… -- passes when it ends with status 1 and TEXT
    at_once() {
        local text=$1 said
        shift
        said=$(timeout 100 "$build/sconce" "$@" 2>&1)
        same "at once: $*" $? 1
        has "at once: $*" "$said" "$text"
    }
    printf 'extends "delving"\nsetting.fatigue_damge = 2\n' >misspelt.lua
    at_once "no ruleset 'delvign'; did you mean 'delving'?" "$@" --vs delvign
    at_once "misspelt.lua:2: there is no setting 'fatigue_damge'" "$@" --vs misspelt.lua
    at_once "--vs delving: 'search' cannot be done: It is too dark to search. (turn 1)" "$@" --vs delving --plan search
    at_once '--vs delving: the measure hp: ' "$@" --vs delving --measure 'hp=named("Bram").hp'
    at_once "--vs trespasser: before: there is no event 'hazard'" "$@" --vs trespasser --before encounter,hazard.burn
    at_once '--csv nowhere/it.csv: No such file or directory' "$@" --csv nowhere/it.csv
    at_once '--csv .: Is a directory' "$@" --csv .
    at_once '--plot nowhere/it.svg: No such file or directory' "$@" --plot nowhere/it.svg
    at_once "--vs trespasser: until: there is no event 'hazard'" "$@" --vs trespasser --until hazard
    at_once "until: there is no event 'hazrd'" "$@" --vs trespasser --until hazrd
    at_once "until: a measure is called walked, too; give it another name" "$@" --vs trespasser --until walked --measure walked=turn.number
    at_once "the measure encounter: an event is called encounter, too; give the measure another name" "$@" --measure encounter=turn.number
    at_once "the measure turn: an event is called turn, too" "$@" --measure turn=turn.number
}
