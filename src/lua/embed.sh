#!/bin/sh
# Writes the fixed half of the host as C bytes: usage embed.sh FILE… > lua.c
# The files are loaded in the order of their names' places in src/lua/order.
set -eu
echo '#include "cell/embedded.h"'
i=0
for f in "$@"; do
    echo "static const unsigned char text$i[] = {"
    od -An -v -tu1 "$f" | sed 's/  *\([0-9][0-9]*\)/\1,/g'
    echo '0};'
    i=$((i + 1))
done
echo 'const Embedded embedded[] = {'
i=0
for f in "$@"; do
    name=$(basename "$f" .lua)
    echo "    {\"$name\", (const char *)text$i, sizeof text$i - 1},"
    i=$((i + 1))
done
echo '    {0, 0, 0}};'
