-- sparks.lua -- checks of an attribute and a skill, with sparks above and shadows below; checks of a group.
--
-- A part.  Gives: rule.try(who, what, add), rule.those_who_pass(group, what, add), rule.group_check(what); the dungeon's tier.
-- Wants: a ruleset with check = "1d20", and fields of members, checked as "might|athletics".
-- A house file changes: setting.dc, setting.pair, setting.dark, rule.hostility.

kind.member:has { pairs = {} }

setting "dc"             { default = "hostility", choices = { "hostility", "ask" }, help = "what a check must reach: the dungeon's hostility, or you are asked" }
setting "pair"           { default = "sum", choices = { "sum", "better" }, help = "attribute and skill: their sum, or the better one" }
setting "dark"           { default = "ask", choices = { "ask", "nothing", "disadvantage", "impossible" }, help = "what happens to checks when no light burns" }

track "tier"      { start = 1, min = 0, max = 5, help = "the dungeon's tier; its hostility is 10 and 2 for each tier" }
track "in_dark"   { start = "", sheet = false, help = "what you said that this darkness does to checks" }

question "dc"        { text = "What must {name} roll?", default = rule.hostility, min = 0 }
question "in_dark"   { text = "No light burns. What does that do to their checks?", choices = { "nothing", "disadvantage", "impossible" } }

function rule.hostility() return 10 + 2 * party.tier end
function rule.dc(who) return setting.dc == "ask" and ask("dc", who) or rule.hostility() end

-- A pair is attribute and skill, unless the member has one number for it.
function rule.modifier(who, what)
  if who.pairs[what] then return who.pairs[what] end
  local attribute, skill = what:match "^(.+)|(.+)$"
  if not attribute then return who[what] end
  return setting.pair == "sum" and who[attribute] + who[skill] or math.max(who[attribute], who[skill])
end

-- One spark for every full five above, one shadow for every full five below, one more for a 20 or a 1; five at most.
function on.checked(c)
  local more = c.natural == (c.success and 20 or 1) and 1 or 0
  local n = math.min(5, math.abs(degrees(c, 5)) + more)
  c.sparks, c.shadows = c.success and n or 0, c.success and 0 or n
end

local function counted(n, what) return n .. " " .. what .. (n == 1 and "" or "s") end
-- Those of a group whose checks succeed; sparks and shadows are told.
function rule.those_who_pass(group, what, add)
  local _, all = checks(group, what, rule.dc(group[1]), { add = add or 0, dis = rule.in_dark() })
  local able = {}
  for c in each(all) do
    if c.success then table.insert(able, c.who) end
    if c.sparks > 0 then say("%s: %s.", c.who.name, counted(c.sparks, "spark")) end
    if c.shadows > 0 then say("%s: %s.", c.who.name, counted(c.shadows, "shadow")) end
  end
  return able
end
function rule.try(who, what, add) return #rule.those_who_pass({ who }, what, add) == 1 end
function rule.in_dark()
  if #burning() > 0 then return 0 end
  if setting.dark == "ask" and party.in_dark == "" then party.in_dark = ask "in_dark" end
  local how = setting.dark == "ask" and party.in_dark or setting.dark
  if how == "impossible" then refuse "It cannot be done without light." end
  return how == "disadvantage" and 1 or 0
end

function on.kindled() party.in_dark = "" end

-- Half or more succeed.  Successes, a 20 twice, less failures: +2 is a spark, -2 a shadow.
function rule.group_check(what)
  local good, all = checks(party, what, rule.dc(party.members[1]))
  local balance = 0
  for c in each(all) do balance = balance + (not c.success and -1 or c.natural == 20 and 2 or 1) end
  local ok = good * 2 >= #all
  if balance <= -2 then say "The group: 1 shadow." end
  return ok, balance >= 2 and 1 or 0
end
