#!/bin/bash
# package.sh BUILD -- what is installed: the places, the manual, completion, and programs that link with the library.
set -u
cd "$(dirname "$0")/.."
build=$1
. tests/lib.sh
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
version=$("$build/sconce" --version | cut -d' ' -f2)
# The PREFIX with which the rest was built: another one would have it built anew, while other tests use it.
prefix=$(cat "$build/prefix") lib=$prefix/lib/elsewhere
put() { make -s B="$build" "$@" DESTDIR="$root" PREFIX=$prefix LIBDIR=$lib; }
put install >"$root/said" 2>&1
holds 'install says nothing' "$(cat "$root/said")"

# --- the program, from wherever it stands ----------------------------------------------------------------
export -n SCONCE_RULESETS SCONCE_CELL
mv "$root$prefix" "$root/moved"
ln -s "$root/moved" "$root$prefix"
has 'a program that was moved finds its rules and its cell' "$(printf 'crawl\n' | "$root/moved/bin/sconce" play delving --seed 1 2>&1)" 'T1 0:10  crawl'
has 'no specs are installed' "$(find "$root/moved/share/sconce/rulesets" -name '*.spec.lua' | wc -l)" 0

# --- what is to be read ------------------------------------------------------------------------------------
readme=$root/moved/share/doc/sconce/README.md
holds 'every link of the README leads somewhere' "$(cd "${readme%/*}" && grep -oE '\]\([^#)][^)]*\)' README.md | sed 's/^](//; s/[#)].*//' | sort -u | while read -r to; do [ -e "$to" ] || echo "$to"; done)"
holds 'and it needs no source' "$(grep -nE 'build/sconce|make (play|test$|docs)|src/README' "$readme")"
has 'the guide is named in the manual' "$(cat "$root/moved/share/man/man1/sconce.1")" 'share/sconce/rulesets'
has 'and by sconce about' "$("$root/moved/bin/sconce" about)" 'guide           README.md'

# --- the manual, from the program's own help ---------------------------------------------------------------
commands=$("$build/sconce" help | awk '/^  sconce [a-z]/ { print $2 }')
holds 'every command has a manual page' "$(for c in $commands; do [ -s "$root$prefix/share/man/man1/sconce-$c.1" ] || echo "$c"; done)"
holds 'with all its options' "$(for c in $commands; do
    for option in $("$build/sconce" help "$c" | sed '/^In rules:/q' | grep -oE -- '^  --[a-z-]+'); do
        grep -qF -- "${option//-/\\-}" "$root$prefix/share/man/man1/sconce-$c.1" || echo "$c: $option"
    done
done)"
holds 'and the whole synopsis' "$(for page in "$root$prefix"/share/man/man1/*; do awk -v page="${page##*/}" '/^.SH DESCRIPTION/ { at = 1 } at && /^ *\[\\-\\-/ { print page ": " $0 }' "$page"; done)"
functions=$(grep -oE '^SCONCE_API [^;]*\bsconce_[a-z_]+\(' include/sconce.h | grep -oE 'sconce_[a-z_]+\($' | tr -d '(' | sort)
holds 'every function has a place in sconce(3)' "$(for f in $functions; do grep -q "$f(" "$root$prefix/share/man/man3/sconce.3" || echo "$f"; done)"
holds 'and a page of its name' "$(for f in $functions; do [ -s "$root$prefix/share/man/man3/$f.3" ] || echo "$f"; done)"
if needs 1 groff 'the manual as groff reads it'; then
    holds 'groff reads every page' "$(for page in "$root$prefix"/share/man/man?/*; do groff -k -man -Tutf8 -ww "$page" 2>&1 >/dev/null | grep -v 'adjust line\|break line'; done)"
fi

# --- completion ------------------------------------------------------------------------------------------------
complete_line() { # complete_line WORD…: prints what bash offers for the last word of the command line
    PATH=$build:$PATH bash -c '. src/package/completion/sconce.bash
        compopt() { :; }
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _sconce
        echo "${COMPREPLY[*]}"' bash "$@"
}
same 'bash completes commands' "$(complete_line sconce ve)" 'verify'
same 'and rulesets' "$(complete_line sconce new DIR --ruleset tr)" 'travel-turn trespasser'
has 'and options' "$(complete_line sconce sim delving --pl)" '--plan'
has 'and the verbs of a table' "$(complete_line sconce odds delving --plan cr)" 'crawl'
same 'and words of the rules' "$(complete_line sconce help kind)" 'kind kindle'
# The help of a stranger's verbs is wrapped, so that a line of it may begin with anything, as a command; Tab must run none.
cat >"$work/tab.lua" <<'LUA'
ruleset "Tab" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
action "crawl" { help = "$(touch${IFS}$RUN) $(touch${IFS}$RUN) $(touch${IFS}$RUN) $(touch${IFS}$RUN) $(touch${IFS}$RUN)" }
LUA
same 'and no shell code of rules' "$(RUN=$work/ran COLUMNS=60 complete_line sconce odds "$work/tab.lua" --plan '')" 'crawl'
[ ! -e "$work/ran" ] && pass || fail 'completion ran what rules say'

# --- the library --------------------------------------------------------------------------------------------------
so=$root$lib/libsconce.so
has 'the library names itself' "$(objdump -p "$so")" 'SONAME               libsconce.so.0'
exported=$(nm -D --defined-only "$so" | awk '$2 == "T" { sub(/@@.*/, "", $3); print $3 }' | sort)
same 'it exports the functions of sconce.h' "$exported" "$functions"
kept=$(awk '/^ sconce_/ { sub(/@.*/, "", $1); print $1 }' src/package/debian/libsconce0.symbols | sort)
holds 'none that was released is gone' "$(comm -13 <(echo "$exported") <(echo "$kept"))"
holds 'each has its place in libsconce0.symbols' "$(comm -23 <(echo "$exported") <(echo "$kept"))"

export PKG_CONFIG_PATH=$root$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root LD_LIBRARY_PATH=$root$lib
export SCONCE_CELL=$root$prefix/libexec/sconce/sconce-cell SCONCE_RULESETS=$root$prefix/share/sconce/rulesets
cc=${CC:-cc}
$cc examples/embed.c $(pkg-config --cflags --libs sconce) -o "$root/embed" 2>&1
has 'a program links with it' "$("$root/embed" delving 'light torch' crawl 2>&1)" '"command":"crawl"'
$cc examples/embed.c -I"$root$prefix/include" "$root$lib/libsconce.a" $(pkg-config --libs sqlite3 jansson libutf8proc) -lgmp -lm -lpthread -o "$root/embed-static" 2>&1
has 'and with the static one' "$("$root/embed-static" delving crawl 2>&1)" '"command":"crawl"'
if needs 1 c++ 'a C++ program with sconce.h'; then
    echo '#include <sconce.h>
#include <cstdio>
int main() { SconceError e{}; SconceOptions o{}; o.table = "delving"; Sconce *s = sconce_open(&o, &e); std::puts(sconce_say(s, "crawl").json); sconce_close(s); }' >"$root/t.cc"
    c++ "$root/t.cc" $(pkg-config --cflags --libs sconce) -o "$root/t" 2>&1
    has 'a C++ program, too' "$("$root/t" 2>&1)" '"command":"crawl"'
fi
if needs 1 python3 'the library from Python'; then
    has 'and Python' "$(python3 examples/table.py delving crawl 2>&1)" 'crawl'
    mkdir "$root/rooms"
    chat=$(printf '%s\n' 'cellar anna: !open delving' 'tower bob: !open trespasser' 'cellar anna: add Bram, Pike' \
        'cellar anna: torches +2' 'cellar anna: light torch' 'cellar carl: search altar' 'cellar carl: undo' \
        'tower anna: move' 'cellar anna: undo' 'cellar anna: dice hand' 'cellar carl: search' | python3 examples/bot.py "$root/rooms" 5 2>&1)
    has 'the bot leads each room for whoever opened it' "$chat" 'tower: bob leads trespasser'
    has 'it tells a room what its players do' "$chat" 'cellar: T1 0:10 search altar: '
    has 'tells corrections only to the game master' "$chat" 'cellar anna: torches 2 (was 0).'
    holds 'and nobody else' "$(grep -v '^cellar anna: ' <<<"$chat" | grep 'torches 2')"
    has 'refuses players what is not theirs' "$chat" 'cellar carl: players can type actions'
    has 'tells all what is undone' "$chat" 'cellar: undone: search altar'
    has 'asks the game master' "$chat" 'cellar anna: hazard d6? '
    has 'and finds its rooms again' "$(printf '%s\n' 'cellar anna: !open delving' 'cellar carl: search' |
        python3 examples/bot.py "$root/rooms" 2>&1)" 'cellar: T1 0:10 search'
fi
if needs 1 luajit 'the library from LuaJIT'; then
    has 'and LuaJIT' "$(luajit examples/table.luajit delving crawl 2>&1)" '"command":"crawl"'
fi

# --- taken away ----------------------------------------------------------------------------------------------------
put uninstall >/dev/null 2>&1
holds 'uninstall leaves no file' "$(find "$root/moved" -type f -o -type l)"
holds 'and no folder of Sconce' "$(find "$root/moved" -type d -name 'sconce')"
score
