#!/bin/sh
# run.sh BUILD -- runs every benchmark of this folder.  They print ratios measured in one run; none
# fails by being slow.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for part in "$here"/*.sh; do
    [ "$part" != "$here/run.sh" ] || continue
    echo "--- $(basename "$part" .sh)"
    "$part" "$@"
    echo
done
