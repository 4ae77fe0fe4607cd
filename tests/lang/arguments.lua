-- arguments.lua -- what an action takes: arguments with names, whole numbers, ranges and lists.
ruleset "Arguments" { turn = "1 hour", procedure = "turn" }
procedure "turn" { "act", "tell", "time" }
kind "terrain" { slow = 1 }
terrain "hills" { slow = 2 }
terrain "road" {}
track "strength" { of = "member", start = 3 }

action "march" { takes = { "over: terrain", "hours: integer?", "how: fast|" }, turns = 2 }
action "carry" { by = "each", takes = { "load: 1-20", "what: text?" } }
action "join"  { takes = { "them: member…" }, turns = 0 }
action "spell" { takes = { "terrain…?" }, turns = 0 }
action "chant" { takes = { "words: word…" } }
action "sail"  { takes = { "terrain?", "fast|slow?", "1-9?", "light|dark?" }, turns = 0 }
action "bind"  { by = "each", takes = { "whom: member?", "number?" }, turns = 0 }
action "cut"   { takes = { "-3-3?", "integer?" }, turns = 0 }

function act.march(_, over, hours) say("act: %s %s", over.name, tostring(hours)) end
function act.join(_, them) for who in each(them) do say("%s joins.", who.name) end end
function act.spell(_, list) say("%d %s", list and #list or 0, list and list[#list].name or "none") end
function act.sail(_, over, how, n, sky) say("%s %s %s %s", over and over.name or "-", how or "-", n or "-", sky or "-") end
function act.bind(who, whom, n) say("%s binds %s %s", who.name, whom and whom.name or "-", n or "-") end
function act.cut(_, a, b) say("%s %s", tostring(a), tostring(b)) end
function step.tell()
  local m = deed "march"
  if m then say("%d march over %s (%d), %s h, %s, turn %d", #m.who, m.over.name, m.over.slow, tostring(m.hours), m.how, m.turns) end
  for who in each(doers "carry") do
    local d = deed(who, "carry")
    say("%s: %d %s of %d", who.name, d.load, d.what or "things", #d.who)
  end
  if deed "chant" then say("%s; %d", table.concat(deed("chant").words, "-"), #doers("chant", { })) end
end
member "Bram" {}
member "Old Tom" {}
member "Pike" {}
action "clock" { takes = { "4|6|8", "six|8?" }, turns = 0 }
function act.clock(_, size, next_size) say("a clock of %s, then %s", size, next_size or "-") end
