#!/bin/sh
# embed.sh NAME FILE -- prints C: `const char NAME[]` with the bytes of FILE and a final NUL.
set -eu
printf 'extern const char %s[];\nconst char %s[] = {\n' "$1" "$1"
od -An -v -tx1 "$2" | sed 's/ *\([0-9a-f][0-9a-f]\)/(char)0x\1,/g'
printf '0};\n'
