-- fight.lua -- fights by rounds, each with an active, a movement and a quick action for everyone.
--
-- A part.  Gives: fight and the verbs of a round; the kinds weapon and creature; party.foes; rule.standing, rule.attacks.
-- Wants: members' hp, dex for the order, and what weapons name for checks; rule.hurt(who, n), damage to a member.
--   A ruleset with verbs of those names: action.fight = nil above the include.
-- A house file changes: weapons, creatures, setting.round_lasts, rule.goes_at, rule.speed, rule.damage; actions say
--   what they cost, action "pray" { costs = "quick" }.

kind "weapon"   { with = "string = str", damage = "dice = 1d6", ranged = false, range = "distance?" }
kind "creature" { many = "string?", hd = 1, hp = "integer?", ac = 11, speed = 30, dex = 10, with = "string?", attack = 0,
                  damage = "dice = 1d6", ranged = false, leads = false }
kind.member:has { ac = 10, wields = "weapon = fists", creature = "creature?" }
kind.action:has { costs = "none|active|movement|quick = none" }

setting "round_lasts" { default = "10 seconds", is = "duration", help = "a round of a fight" }
setting "hp_per_hd"   { default = 4, min = 1, help = "hit points of monsters, for each hit die" }

weapon "fists" { damage = "1" }

track "hidden"     { of = "member", start = false }
track "holding"    { of = "member", start = false, help = "concentrating on a spell" }
track "escaped"    { of = "member", start = false, help = "out of the fight" }
track "foes"       { start = {}, secret = true, sheet = false }
track "initiative" { start = {}, sheet = false, help = "who acts when" }
track "up"         { min = 0, quiet = true, sheet = false, help = "whose go it is, of them" }
track "left"       { start = {}, sheet = false, help = "what is left of their go" }
event "felled" { text = "{who} falls.", public = true }

procedure "melee" { lasts = "0 seconds", "go", "order" }

action "fight"  { turns = 0, takes = { "1-99?", "creature?", "ambush|ambushed?" },
                  help = "rounds begin: fight 3 goblin ambushed" }
action "foe"    { public = false, during = "melee", turns = 0, takes = { "1-99?", "creature" }, help = "more of them come" }
action "foes"   { public = false, during = "melee", turns = 0, help = "the enemies, how far off they are, and their hit points" }
action "over"   { turns = 0, leaves = "melee", help = "the fight is over" }
action "next"   { at = "go", help = "end this go and begin the next" }
action "delay"  { during = "melee", turns = 0, takes = { "number" }, help = "act later, at that dexterity, from now on" }
action "attack" { during = "melee", turns = 0, costs = "active", takes = { "word", "weapon?", "adv|dis?" },
                  help = "on your go: attack goblin bow dis" }
action "strike" { during = "melee", turns = 0, takes = { "member", "word?", "adv|dis?" }, help = "an enemy attacks: strike Bram goblin2" }
action "harm"   { during = "melee", turns = 0, takes = { "word", "die" }, help = "an enemy loses hit points: harm goblin2 1d6" }
action "place"  { during = "melee", turns = 0, takes = { "word", "close|ranged|far?", "number?" },
                  help = "how far off an enemy is: place goblin far; in feet: place goblin 15" }
action "walk"   { during = "melee", turns = 0, takes = { "number", "slowly|?" },
                  help = "move some feet; slowly is swimming, crawling, climbing or bad ground" }
action "quick"  { during = "melee", turns = 0, costs = "quick", takes = { "text?" }, help = "draw, ready, trigger: a second's work" }
action "hold"   { during = "melee", turns = 0, costs = "quick", help = "concentrate on a spell" }
action "spend"  { during = "melee", turns = 0, takes = { "active|movement|quick?", "text?" }, help = "anything else: spend quick light the fuse" }
action "trade"  { during = "melee", turns = 0, takes = { "active|movement", "movement|quick" },
                  help = "one action for a lesser one: trade active movement" }

-- --- whose go, and what is left of it ---

function rule.fighting() return turn.procedure == "melee" end
function rule.in_fight() if rule.fighting() then return "There is a fight going on; over ends it." end end
function rule.whose_go() return party.initiative[party.up] and party.initiative[party.up].name or "nobody" end
-- The one who acts: in a fight whose go it is, else the first.
function rule.actor(list)
  return rule.fighting() and named(rule.whose_go(), list) or list[1] or refuse "Nobody is left to do that."
end
-- The budget of a go: an action of each kind, and feet of a movement begun.
function rule.budget(who)
  party.left[who.name] = party.left[who.name] or { active = 1, movement = 1, quick = 1, feet = 0, begun = false }
  return party.left[who.name]
end
function rule.cannot_spend(who, sort)
  if who.name ~= rule.whose_go() and not who.creature then return "It is " .. rule.whose_go() .. "'s go; next ends it." end
  if rule.budget(who)[sort] < 1 then return who.name .. " has no " .. sort .. " action left this round." end
end
function rule.spend(who, sort)
  if not rule.fighting() then return end
  local why = rule.cannot_spend(who, sort)
  if why then refuse(why) end
  local left = rule.budget(who)
  left[sort], left.begun = left[sort] - 1, true
end
-- Enemies check with the scores of their kind.
local modifier = rule.modifier
function rule.modifier(who, what) return modifier(who.creature and creature[who.creature] or who, what) end
local usual = rule.cannot
function rule.cannot(verb, who, ...)
  local why, costs = usual(verb, who, ...), action[verb].costs
  if why or costs == "none" or not rule.fighting() then return why end
  return rule.cannot_spend(who.name and who or rule.actor(who), costs)
end
local did = on.deed
function on.deed(verb, them)
  did(verb, them)
  if action[verb].costs ~= "none" then rule.spend(rule.actor(them), action[verb].costs) end
end

-- --- the order: by dexterity, the highest first ---

function cannot.fight() return rule.in_fight() end
function act.fight(_, n, what, surprise)
  party.foes = {}
  enter "melee"
  if what then rule.join(n or 1, what) end
  rule.line_up(surprise)
end
function act.foe(_, n, what)
  rule.join(n or 1, what)
  rule.line_up()
end
function rule.join(n, what)
  local there = #party.foes
  for i = there + 1, there + n do
    table.insert(party.foes, { name = what.name .. (n + there > 1 and i or ""), creature = what.name,
      hp = what.hp or what.hd * setting.hp_per_hd, at = what.ranged and "ranged" or "close", gone = false, hidden = false })
  end
end
-- Those who lie in ambush go first in the first round.
function rule.line_up(surprise)
  local list = {}
  for who in each(party) do
    table.insert(list, { name = who.name, at = rule.goes_at(who), pc = true, first = surprise == "ambush" })
  end
  for foe in each(party.foes) do
    table.insert(list, { name = foe.name, at = creature[foe.creature].dex, pc = false, first = surprise == "ambushed" })
  end
  party.initiative, party.left = list, {}
  rule.sort()
  set("up", 1)
  say("%s's go.", rule.whose_go())
end
function rule.goes_at(who) return who.dex end
function rule.sort() table.sort(party.initiative, rule.goes_before) end
-- At the same dexterity members go before enemies.
function rule.goes_before(a, b)
  if a.first ~= b.first then return a.first end
  if a.at ~= b.at then return a.at > b.at end
  return a.pc and not b.pc
end

-- The next one who can act; after the last of them a round has gone by.
function step.order()
  if not rule.fighting() then return end
  rule.next_go()
  say("%s's go.", rule.whose_go())
end
function rule.next_go()
  for _ = 1, #party.initiative do
    set("up", party.up + 1)
    if party.up > #party.initiative then rule.round_ends() end
    if rule.can_act(rule.whose_go()) then break end
  end
  party.left[rule.whose_go()] = nil
end
function rule.round_ends()
  for entry in each(party.initiative) do entry.first = false end
  rule.sort()
  set("up", 1)
  pass(setting.round_lasts)
end
function rule.can_act(name)
  local foe, who = named(name, party.foes), named(name)
  if foe then return foe.hp > 0 and not foe.gone end
  return who and not who.away and not who.escaped
end
function act.delay(list, at)
  local entry = named(rule.actor(list).name, party.initiative)
  if entry.name ~= rule.whose_go() then refuse("It is " .. rule.whose_go() .. "'s go; next ends it.") end
  if at >= entry.at then refuse "You can only act later, not sooner." end
  entry.at, entry.first = at, false
  rule.sort()
  say("%s's go.", rule.whose_go())
end

-- --- the end of a fight ---

local left = on.leave
function on.leave(what)
  left(what)
  if what ~= "melee" then return end
  for _, who in ipairs(party.members) do who.escaped = false end
  party.foes, party.initiative, party.left = {}, {}, {}
end
function rule.wound(foe, n)
  foe.hp = math.max(0, foe.hp - n)
  say("%s: %d hp.", foe.name, foe.hp, { public = false })
  if foe.hp > 0 then return end
  emit "felled" { who = foe.name }
  rule.end_fight()
end
-- A fight without enemies is over.
function rule.end_fight()
  if rule.fighting() and #party.foes > 0 and #rule.standing() == 0 then leave() end
end
function rule.standing()
  return those(party.foes, function(foe) return foe.hp > 0 and not foe.gone end)
end
-- An enemy of that name, or of one that begins so.
function rule.foe(name)
  local foe = named(name, party.foes)
  for other in each(rule.standing()) do
    if not foe and other.name:sub(1, #name) == name then foe = other end
  end
  if not foe then refuse("There is no enemy called " .. name .. ".") end
  if foe.hp == 0 or foe.gone then refuse(foe.name .. " is out of the fight.") end
  return foe
end
function act.foes()
  for foe in each(rule.standing()) do say("%s, %s: %d hp.", foe.name, tostring(foe.at), foe.hp) end
end
function act.harm(_, name, n) rule.wound(rule.foe(name), dice(n, "damage")) end

-- --- attacks ---

-- A foe's distance: in feet, or close, ranged, far.
function act.place(_, name, band, feet) rule.foe(name).at = band or feet or "close" end
function rule.is_close(at) return at == "close" or type(at) == "number" and at <= 10 end
-- The reason why this weapon cannot reach that far, or nil.
function rule.out_of_reach(arm, at)
  if at == "far" then return "That is too far off." end
  if not arm.ranged and not rule.is_close(at) then return "That is out of reach." end
  if arm.range and type(at) == "number" and at > amount(arm.range, "ft") then return "That is out of range." end
end
-- What a check to hit brings: tags for the light; bows are a hindrance at close quarters.
function rule.aim(arm, at, odds, label)
  local close = rule.is_close(at)
  local aim = { skill = arm.name, label = label, adv = odds == "adv" and 1 or 0, dis = odds == "dis" and 1 or 0,
    tags = { "attack", arm.ranged and "ranged" or "melee", arm.ranged and not close and "long range" or "reach" } }
  if arm.ranged and close then aim.dis = aim.dis + 1 end
  return aim
end

function act.attack(list, name, arm, odds)
  local who = rule.actor(list)
  rule.attacks(who, rule.foe(name), arm or weapon[who.wields], odds)
end
function rule.attacks(who, foe, arm, odds)
  local why = foe.hidden and foe.name .. " is hidden." or rule.out_of_reach(arm, foe.at)
  if why then refuse(why) end
  local aim = rule.aim(arm, foe.at, odds, arm.name .. " at " .. foe.name)
  local hit, c = check(who, arm.with, creature[foe.creature].ac, aim)
  set(who, "hidden", false)
  if hit then rule.wound(foe, rule.damage(arm.damage, rule.modifier(who, arm.with), c)) end
end
-- A natural 20 doubles the damage, for everybody.
function rule.damage(of, add, c)
  local n = math.max(0, dice(of, "damage") + add)
  return c.natural == 20 and 2 * n or n
end

function cannot.strike(_, who) if who.hidden then return who.name .. " is hidden." end end
function act.strike(_, who, name, odds)
  local going = named(rule.whose_go(), party.foes)
  local foe = rule.foe(name or going and going.name or "")
  rule.spend(foe, "active")
  rule.strikes(foe, who, odds)
end
function rule.strikes(foe, who, odds)
  local what = creature[foe.creature]
  local aim, with = rule.aim(what, foe.at, odds, "strike at " .. who.name), rule.strikes_with(what)
  aim.add = what.attack
  local hit, c = check(foe, with, who.ac, aim)
  if hit then rule.hurt(who, rule.damage(what.damage, with and rule.modifier(foe, with) or 0, c)) end
  return hit
end
-- The score of a creature that is added to its attacks and their damage.
function rule.strikes_with(what) return what.with end

-- --- a go: movement, and other actions ---

function rule.speed(who) return who.creature and creature[who.creature].speed or 30 end
-- Up to one's speed in pieces; slowly is half.
function act.walk(list, feet, how)
  local who = rule.actor(list)
  local budget = rule.budget(who)
  if how == "slowly" then feet = feet * 2 end
  while budget.feet < feet and budget.movement > 0 and rule.speed(who) > 0 do
    rule.spend(who, "movement")
    budget.feet = budget.feet + rule.speed(who)
  end
  if budget.feet < feet then refuse(who.name .. " cannot go that far: " .. budget.feet .. " ft are left.") end
  budget.feet, budget.begun = budget.feet - feet, true
end
function act.quick() end
function act.hold(list) set(rule.actor(list), "holding", true) end
function act.spend(list, sort) rule.spend(rule.actor(list), sort or "active") end
-- An active action may become a movement or a quick one; a movement a quick one.
function act.trade(list, from, to)
  local who = rule.actor(list)
  if from == to then refuse "Trade one action for a lesser one." end
  rule.spend(who, from)
  rule.budget(who)[to] = rule.budget(who)[to] + 1
end
