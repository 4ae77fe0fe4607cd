#!/bin/sh
# install.sh install|uninstall BUILD -- puts what was built in its places, or takes it away again.
# From the environment: DESTDIR, PREFIX, LIBDIR, VERSION, SONAME.  STRIP=yes leaves out what debuggers
# read, and keeps it in LIBDIR/debug.  Folders of Sconce's own go when they are empty.
set -eu
cd "$(dirname "$0")/../.."
what=$1 build=$2
share=$PREFIX/share

# strip FILE -- moves what debuggers read from an installed file below LIBDIR/debug
strip_debug() {
    debug=$DESTDIR$LIBDIR/debug$1.debug
    mkdir -p "$(dirname "$debug")"
    "${OBJCOPY:-objcopy}" --only-keep-debug "$DESTDIR$1" "$debug"
    "${OBJCOPY:-objcopy}" --strip-debug --strip-unneeded --add-gnu-debuglink="$debug" "$DESTDIR$1"
    chmod 644 "$debug"
}

# put MODE FILE FOLDER [NAME] -- one file into a folder
put() {
    name=${4:-$(basename "$2")}
    if [ "$what" = uninstall ]; then
        rm -f "$DESTDIR$3/$name" "$DESTDIR$LIBDIR/debug$3/$name.debug"
        return
    fi
    [ -e "$2" ] || return 0 # man pages where the program cannot run; the page that `make docs` writes
    mkdir -p "$DESTDIR$3"
    install -m "$1" "$2" "$DESTDIR$3/$name"
    case ${STRIP-}$1 in yes755) strip_debug "$3/$name" ;; esac
}

# put_link TARGET FOLDER NAME -- a link to TARGET into a folder
put_link() {
    rm -f "$DESTDIR$2/$3"
    [ "$what" = uninstall ] || ln -s "$1" "$DESTDIR$2/$3"
}

# put_all FOLDER FILE… -- several files into a folder, for everybody to read
put_all() {
    folder=$1
    shift
    for file; do put 644 "$file" "$folder"; done
}

put 755 "$build/sconce" "$PREFIX/bin"
put 755 "$build/sconce-cell" "$PREFIX/libexec/sconce"
put 755 "$build/libsconce.so" "$LIBDIR" "libsconce.so.$VERSION"
put_link "libsconce.so.$VERSION" "$LIBDIR" "$SONAME"
put_link "$SONAME" "$LIBDIR" libsconce.so
put 644 "$build/libsconce.a" "$LIBDIR"
put 644 "$build/sconce.pc" "$LIBDIR/pkgconfig"
put 644 include/sconce.h "$PREFIX/include"
put 644 include/sconce.lua "$share/sconce"
for file in rulesets/*.lua; do
    case $file in *.spec.lua) ;; *) put 644 "$file" "$share/sconce/rulesets" ;; esac
done
put_all "$share/sconce/rulesets" rulesets/*.md
put_all "$share/sconce/rulesets/parts" rulesets/parts/*.lua
put_all "$share/sconce/rulesets/day" rulesets/day/*.lua rulesets/day/*.json
put_all "$share/sconce/examples" examples/*.*
put_all "$share/sconce/examples/policies" examples/policies/*.lua
put_all "$share/doc/sconce" LICENSE "$build/sconce.html"
sed -f src/package/installed.sed README.md >"$build/README.installed"
put 644 "$build/README.installed" "$share/doc/sconce" README.md
for page in 1 3; do put_all "$share/man/man$page" "$build"/man/*."$page"; done
# `man sconce_open` shows sconce(3).
for function in $(sed -n 's/^SCONCE_API .*[ *]\(sconce_[a-z_]*\)(.*/\1/p' include/sconce.h); do
    if [ "$what" = uninstall ] || [ -e "$build/man/sconce.3" ]; then put_link sconce.3 "$share/man/man3" "$function.3"; fi
done
put 644 src/package/completion/sconce.bash "$share/bash-completion/completions" sconce
put 644 src/package/completion/sconce.zsh "$share/zsh/site-functions" _sconce
put 644 src/package/completion/sconce.fish "$share/fish/vendor_completions.d"

if [ "$what" = uninstall ]; then
    for folder in "$share/sconce" "$share/doc/sconce" "$PREFIX/libexec/sconce"; do
        [ ! -d "$DESTDIR$folder" ] || find "$DESTDIR$folder" -depth -type d -exec rmdir {} + 2>/dev/null || true
    done
fi
