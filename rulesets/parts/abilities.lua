-- abilities.lua -- checks by six abilities of 3 to 18, with proficiency in place of skills.
--
-- A part.  Gives: try and resist; the tracks str to cha; rule.attempt, rule.saves and rule.modifier.
-- Wants: a ruleset with check = "1d20".
-- A house file changes: setting.dc; tasks, such as task "climb" { with = "str", tags = { "movement" } }.

setting "dc" { default = 11, help = "the DC of a check when none is given" }

-- A task names the ability that it takes, what it is by tags, and perhaps a switch of members that success turns on.
kind "task" { with = "string", tags = {}, sets = "string?" }
kind.member:has { proficiency = 2, proficient = {} }

track "str" { of = "member", start = 10, min = 0, max = "own" }
track "dex" { of = "member", start = 10, min = 0, max = "own" }
track "con" { of = "member", start = 10, min = 0, max = "own" }
track "int" { of = "member", start = 10, min = 0, max = "own" }
track "wis" { of = "member", start = 10, min = 0, max = "own" }
track "cha" { of = "member", start = 10, min = 0, max = "own" }

task "str" { with = "str" }
task "dex" { with = "dex" }
task "con" { with = "con" }
task "int" { with = "int" }
task "wis" { with = "wis" }
task "cha" { with = "cha" }

action "try"    { turns = 0, by = "each", takes = { "task", "number?", "adv|dis|succeeds|fails?" },
                  help = "something with a check: try dex 14, try listen adv; succeeds and fails need no roll" }
action "resist" { turns = 0, by = "each", takes = { "task", "number?" }, help = "a saving throw: resist con 11" }

function rule.abilities() return { "str", "dex", "con", "int", "wis", "cha" } end
function rule.mod(score) return (score - 10) // 2 end
function rule.modifier(who, what)
  return what and rule.mod(who[what]) or 0
end

local usual = on.check
function on.check(c)
  usual(c)
  if rule.skilled(c) then c.add = c.add + c.who.proficiency end
end
-- Members are proficient in an ability, a task, a tag or a weapon.
function rule.skilled(c)
  if not named(c.who.name) then return false end
  for what in each(c.who.proficient) do
    if what == c.what or what == c.skill or has(c.tags or {}, what) then return true end
  end
  return false
end

-- A good idea, or a bad place, makes a check easier or harder, or needs no roll.
function rule.attempt(who, task, dc, odds)
  if odds == "succeeds" or odds == "fails" then
    say("%s %s, without a roll.", who.name, odds)
    return odds == "succeeds"
  end
  return check(who, task.with, dc or setting.dc, rule.leaning(odds, { tags = task.tags, skill = task.name }))
end
-- Adds "adv" or "dis", as typed, to what a check brings.
function rule.leaning(odds, with)
  if odds then with[odds] = 1 end
  return with
end
function rule.saves(who, task, dc)
  return check(who, task.with, dc or setting.dc, { tags = { "defence", table.unpack(task.tags) }, skill = task.name })
end

function act.try(who, task, dc, odds)
  if rule.attempt(who, task, dc, odds) and task.sets then set(who, task.sets, true) end
end
function act.resist(who, task, dc) rule.saves(who, task, dc) end
