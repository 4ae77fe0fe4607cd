#!/bin/sh
# pictures.sh BUILD FOLDER -- the pictures of README, from what the program shows now.
set -eu
python3 "$(dirname "$0")/picture.py" "$1" tests/play/readme.play "$2/session.svg"
"$1/sconce" odds rulesets/day/dungeon-turn-day.lua --turns 24 --plot "$2/odds.svg" >/dev/null
