#!/bin/bash
# filter.sh BUILD -- what a cell and its worker are refused, tried by build/filter; and that `sconce about`
# says the same of a cell.
set -u
build=$1
. "$(dirname "$0")/../lib.sh"

said=$("$build/filter" | cat) # through a pipe, since a cell may write to no file
echo "$said" | sed '$d'
read -r passed _ failed _ skipped _ <<<"$(tail -1 <<<"$said")"
passed=${passed:-0} failed=${failed%,} skipped=${skipped:-0}

about() { "$build/sconce" about "$@" 2>&1; }
json=$(about --json)
filter=on landlock=[1-9] processes=false
case $said in *'no system-call filter'*) filter='\(missing\|sanitized\)' ;; esac
case $said in *'no Landlock'*) landlock=0 ;; esac
[ "$filter" = on ] || processes='\(true\|false\)' landlock='[0-9]'
holds 'about says what stands, as it was tried' "$(grep -q "\"filter\":\"$filter\",\"landlock\":$landlock[0-9]*,\"processes\":$processes" <<<"$json" || echo "$json")"
has 'about' "$json" '"sealed_page":true,"fixed_seed":true,"fixed_borders":true'
has 'about' "$json" '"limits":{"memory_mb":96,"odds_memory_mb":3072,'
has 'about --memory' "$(about --json --memory 40)" '"limits":{"memory_mb":40,"odds_memory_mb":40,'
has 'about --timeout' "$(about --json --timeout 4)" '"timeout_ms":4000,"steps":80000000}'
has 'about, for a person' "$(about)" '40,000,000 steps a line'
has 'about, without a cell' "$(SCONCE_CELL=/none about)" 'sconce-cell, is not at /none'
same 'status of about without a cell' "$(SCONCE_CELL=/none about >/dev/null; echo $?)" 1
score
