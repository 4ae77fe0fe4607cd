#!/bin/sh
# deps.sh PACKAGE… -- installs missing Debian packages; on other systems it names them.
set -eu
missing=
if command -v dpkg-query >/dev/null 2>&1; then
    for p in "$@"; do
        dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
    done
    [ -n "$missing" ] || exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    # Not Debian: continue if pkg-config finds the libraries.
    pkg-config --exists lua5.4 sqlite3 libedit jansson gmp libutf8proc 2>/dev/null && exit 0
    echo "This is not Debian; install what Debian calls: $*" >&2
    exit 1
fi
as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || {
        echo "Missing:$missing. Become root, then: apt-get install$missing" >&2
        exit 1
    }
    as_root=sudo
fi
echo "installing$missing" >&2
for arch in $(printf '%s\n' $missing | sed -n 's/.*://p' | sort -u); do # libraries of another machine
    dpkg --print-foreign-architectures | grep -qx "$arch" || $as_root dpkg --add-architecture "$arch"
done
{
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
} >/dev/null
