#!/bin/sh
# embed.sh NAME [FILE] -- FILE's bytes as C, `const char NAME[]`, ended by a NUL; nothing but that when
# there is no FILE.
name=$1
printf 'extern const char %s[];\nconst char %s[] = {\n' "$name" "$name"
if [ -f "${2:-}" ]; then
    od -An -v -tx1 "$2" | sed 's/ *\([0-9a-f][0-9a-f]\)/(char)0x\1,/g'
fi
printf '0};\n'
