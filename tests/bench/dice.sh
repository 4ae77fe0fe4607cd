#!/bin/sh
# dice.sh BUILD -- dice a second, against a bare Lua loop and, if node has it, the usual JavaScript
# library; then the program's own command lines.
set -eu
build=$(cd "$1" && pwd)
"$build/dice"

echo
echo 'rolled and counted: sconce roll 4d6kh3 --times 50000000'
sh -c '"$1" roll 4d6kh3 --times 50000000 --seed 1 --json >/dev/null; times' sh "$build/sconce" | tail -1 |
    awk '{ split($1, t, /[ms]/); printf "%.0f million a second, the whole process\n", 50 / (60 * t[1] + t[2]) }'

js='const {DiceRoll} = require("@dice-roller/rpg-dice-roller");
let best = Infinity;
for (let r = 0; r < 5; r++) {
  const t = process.hrtime.bigint();
  for (let i = 0; i < 50000; i++) new DiceRoll("4d6kh3").total;
  best = Math.min(best, Number(process.hrtime.bigint() - t) / 50000);
}
console.log(1e3 / best);'
root=$(npm root -g 2>/dev/null || true)
if command -v node >/dev/null 2>&1 && rate=$(NODE_PATH=$root node -e "$js" 2>/dev/null); then
    echo "rpg-dice-roller on node, 4d6kh3, text in, total out: $rate million a second"
fi
