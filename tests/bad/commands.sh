#!/bin/bash
# commands.sh PROGRAM -- slips at the prompt and on the command line: what is said of each, in one sentence
# that names the thing and the cure.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "${1:-$here/../../build/sconce}")" && pwd)/sconce
export SCONCE_RULESETS=$here/../../rulesets:$here/../../examples NO_COLOR=1
. "$here/../lib.sh"
cd "$work" || exit 1
