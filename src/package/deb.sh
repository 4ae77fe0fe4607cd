#!/bin/sh
# deb.sh BUILD -- Debian packages from the files that git knows, in BUILD/deb.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^.define SCONCE_VERSION "\(.*\)"/\1/p' include/sconce.h)
out=$1/deb tree=$1/deb/sconce-$version
rm -rf "$out"
mkdir -p "$tree"
git ls-files -z | xargs -0 cp --parents -t "$tree"
mv "$tree/src/package/debian" "$tree/debian"
(cd "$tree" && dpkg-buildpackage -us -uc -b)
rm -rf "$tree"
lintian --fail-on info,warning,error --display-info --allow-root "$out"/*.changes
ls "$out"/*.deb
