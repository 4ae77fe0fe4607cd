-- sickness.lua -- disease, poison and venom, which get worse stage by stage.
--
-- A part.  Gives: infect; the kind corruption; rule.sicken, rule.heals.
-- Wants: members with the tracks that corruptions harm.
-- A house file changes: corruptions, such as corruption "rot" { stage = "1 day", harm = "1d4", harms = "str" }.

-- first: a switch of members that an infection turns on; switches: one that every stage does.
kind "corruption" { dc = 11, with = "string = con", stage = "duration", stages = 3, first = "string?", switches = "string?",
                    harm = "dice = 1d6", harms = "string = con", costs = "string?" }
track "sick"  { of = "member", start = {}, public = false, quiet = true,
                help = "the corruptions in the blood, and their stages so far" }
timer "stage" { help = "of a corruption: whose, and which" }
action "infect" { public = false, turns = 0, by = "each", takes = { "corruption" },
                  help = "disease, poison or venom: Bram infect venom" }

function act.infect(who, what)
  if rule.withstands(who, what) then return end
  rule.sicken(who, what, 1)
  if what.first then set(who, what.first, true) end
end
function rule.withstands(who, what) return check(who, what.with, what.dc, { sickness = true }) end

-- A member may have several, each with its own stages.
function rule.sicken(who, what, stage)
  who.sick[what.name] = stage
  set(who, "sick", who.sick)
  start("stage", who.name .. "'s " .. what.name, { lasts = what.stage })
end
function rule.heals(who, what)
  who.sick[what.name] = nil
  set(who, "sick", who.sick)
end

-- As every stage ends, another check, or its damage.
function on.stage(label)
  local name, of = label:match "^(.*)'s (.-)$"
  local who, what = named(name), corruption[of]
  local stage = who and who.sick[of]
  if not stage then return elseif rule.is_dead(who) then return rule.heals(who, what) end
  local ok, c = rule.withstands(who, what)
  if not ok then rule.stage_hurts(who, what, c) end
  if rule.is_dead(who) or stage >= what.stages then rule.heals(who, what) else rule.sicken(who, what, stage + 1) end
end
function rule.is_dead() return false end
-- A natural 1 doubles the damage.
function rule.stage_hurts(who, what, c)
  local n = dice(what.harm, what.name)
  lose(who, what.harms, c.natural == 1 and 2 * n or n)
  if what.switches then set(who, what.switches, true) end
  if what.costs then say("It costs %s: %s.", who.name, what.costs) end
end
