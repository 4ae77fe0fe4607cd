#!/bin/sh
# run.sh BUILD -- every benchmark of this folder.  They print ratios measured in one run; none of them
# can fail by being slow.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for part in "$here"/*.sh; do
    [ "$part" != "$here/run.sh" ] || continue
    echo "--- $(basename "$part" .sh)"
    "$part" "$@"
    echo
done
