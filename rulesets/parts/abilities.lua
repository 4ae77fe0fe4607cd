-- abilities.lua -- checks by six abilities of 3 to 18, with proficiency in place of skills.
--
-- A part.  Gives: try and resist; the tracks str to cha; rule.attempt, rule.saves and rule.modifier.
-- Wants: a ruleset with check = "1d20".
-- A house file changes: setting.dc; tasks, such as task "climb" { with = "str", tags = { "movement" } }.

setting "dc" { default = 11, help = "the DC of a check when none is given" }

-- A task names its ability, what it is by tags, and perhaps a switch of members that success turns on.
kind "task" { with = "string", tags = {}, sets = "string?" }
kind.member:has { proficiency = 2, proficient = {} }

local abilities = { "str", "dex", "con", "int", "wis", "cha" }
for name in each(abilities) do
  track(name) { of = "member", start = 10, min = 0, max = "own" }
  task(name)  { with = name }
end
function rule.mod(score) return (score - 10) // 2 end
function rule.modifier(who, what) return what and rule.mod(who[what]) or 0 end

-- Members are proficient in an ability, a task, a tag or a weapon.
function on.check(c)
  local known, tags = c.who.proficient or {}, c.tags or {}
  local skilled = count(known, function(what) return what == c.what or what == c.skill or has(tags, what) end) > 0
  if skilled then c.add = c.add + c.who.proficiency end
end

action "try"    { turns = 0, by = "each", takes = { "task", "number?", "adv|dis|succeeds|fails?" },
                  help = "something with a check: try dex 14, try listen adv; succeeds and fails need no roll" }
action "resist" { turns = 0, by = "each", takes = { "task", "number?" }, check = rule.saves, help = "a saving throw: resist con 11" }

function act.try(who, what, dc, odds)
  if rule.attempt(who, what, dc, odds) and what.sets then set(who, what.sets, true) end
end
-- A good idea, or a bad place, makes a check easier or harder, or needs no roll.
function rule.attempt(who, what, dc, odds)
  if odds == "succeeds" or odds == "fails" then
    say("%s %s, without a roll.", who.name, odds)
    return odds == "succeeds"
  end
  return check(who, what.with, dc or setting.dc,
    { tags = what.tags, skill = what.name, adv = odds == "adv", dis = odds == "dis" })
end

function rule.saves(who, what, dc)
  return check(who, what.with, dc or setting.dc, { tags = { "defence", table.unpack(what.tags) }, skill = what.name })
end
