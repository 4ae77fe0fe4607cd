-- fight.lua -- fights by rounds, each with an active, a movement and a quick action for everyone.
--
-- A part.  Gives: fight and the verbs of a round; the kinds weapon and creature; party.foes; rule.standing, rule.strikes.
-- Wants: members' hp, dex for the order, and what weapons name for checks; rule.hurt(who, n), damage to a member.
--   A ruleset with verbs of those names: action.fight = nil above the include.
-- A house file changes: weapons, creatures, setting.round_lasts, rule.goes_at, rule.speed, rule.damage; other actions
--   say what they cost, action "pray" { by = "one", costs = { melee = "quick" } }, and are then done on one's own go.

kind "weapon"   { with = "string = str", attack = 0, damage = "dice = 1d6", ranged = false, range = "distance?" }
kind "creature" { many = "string?", hd = 1, hp = "integer?", ac = 11, speed = 30, dex = 10, with = "string?", attack = 0,
                  damage = "dice = 1d6", ranged = false, range = "distance?", leads = false }
kind.member:has { ac = 10, wields = "weapon = fists", creature = "creature?" }

setting "round_lasts" { default = "10 seconds", is = "duration", help = "a round of a fight" }
setting "hp_per_hd"   { default = 4, min = 1, help = "hit points of monsters, for each hit die" }

weapon "fists" { damage = "1" }

track "hidden"    { of = "member", start = false }
track "holding"   { of = "member", start = false, help = "concentrating on a spell" }
track "escaped"   { of = "member", start = false, anew = "melee", quiet = true, help = "out of the fight" }
track "foes"      { start = {}, anew = "melee", quiet = true, secret = true, sheet = false }
track "goes_at"   { of = "member", quiet = true, sheet = false, help = "the place in the order" }
track "ahead"     { of = "member", quiet = true, sheet = false, help = "1: before all others, in the round of an ambush" }
track "gos"       { of = "member", quiet = true, sheet = false, help = "how many they had in this round" }
track "up"        { start = "", anew = "melee", quiet = true, sheet = false, help = "whose go it is" }
track "feet_left" { min = 0, quiet = true, sheet = false, help = "of a movement begun" }
for what in each { "active", "movement", "quick" } do
  track(what) { min = 0, quiet = true, sheet = false, help = what .. " action" }
end
event "felled" { text = "{who} falls.", public = true }

procedure "melee" { lasts = "0 seconds", "go", "order", help = "a fight, which 'fight 3 goblin' begins" }

-- --- a fight begins: by dexterity, the highest first ---

action "fight" { turns = 0, takes = { "1-99?", "creature?", "ambush|ambushed?" },
                 help = "rounds begin, or more of them come: fight 3 goblin ambushed" }
function rule.fighting() return party.up ~= "" end
function cannot.fight(_, _, what)
  if rule.fighting() and not what then return "There is a fight going on; over ends it." end
end
function act.fight(_, n, what, surprise)
  if not rule.fighting() then enter "melee" end
  if what then rule.join(n or 1, what) end
  -- At the same dexterity members go before enemies: rule.fighters() has them first.
  for who in each(rule.fighters()) do
    who.ahead = surprise == (who.creature and "ambushed" or "ambush") and 1 or 0
    who.goes_at, who.gos = rule.goes_at(who), 0
  end
  rule.next_go(true)
  rule.opens()
  if rule.fighting() then say("%s's go.", party.up) end
end
function rule.opens() end      -- what happens before anybody strikes
-- An enemy is a copy of its creature.
function rule.join(n, what)
  local there = #party.foes
  for nth = there + 1, there + n do
    local foe = { creature = what.name, nth = nth, at = what.ranged and "ranged" or "close", gone = false }
    for field, value in pairs(what) do foe[field] = value end
    foe.name = what.name .. (n + there > 1 and nth or "")
    foe.hp = what.hp or what.hd * setting.hp_per_hd
    table.insert(party.foes, foe)
  end
end
function rule.fighters()
  local all = those(party)
  for foe in each(party.foes) do table.insert(all, foe) end
  return all
end
function rule.goes_at(who) return who.dex end

-- --- whose go, and what is left of it ---

function rule.can_act(who)
  if who.creature then return who.hp > 0 and not who.gone end
  return not who.away and not who.escaped
end
-- The next one in the order who can act and has not yet, those ahead first; nil: the round is over.
function rule.waiting()
  local left = those(rule.fighters(), function(who) return rule.can_act(who) and who.gos == 0 end)
  local ahead = those(left, function(who) return who.ahead > 0 end)
  return (select(2, most(#ahead > 0 and ahead or left, "goes_at")))
end
function rule.next_go(quiet)
  if not rule.waiting() then
    for who in each(rule.fighters()) do who.ahead, who.gos = 0, 0 end
    pass(setting.round_lasts)
  end
  local who = rule.waiting()
  if not who then return rule.end_fight() end
  rule.begin(who)
  if not quiet and not doing "round" then say("%s's go.", party.up) end
end
-- A go has an action of each kind.
function rule.begin(who)
  who.gos = 1
  party.up, party.active, party.movement, party.quick, party.feet_left = who.name, 1, 1, 1, 0
end
-- Deeds that cost an action, or are for fights alone, are done only on one's own go.  who: a member, or the list of all.
local usual = rule.cannot
function rule.cannot(verb, who, ...)
  if rule.on_go(verb) and who.name ~= party.up then
    local had = (who.gos or 0) > 0 and who.name .. " has had one in this round." or "next ends it."
    return "It is " .. party.up .. "'s go; " .. had
  end
  return usual(verb, who, ...)
end
function rule.on_go(verb)
  local deed = action[verb]
  return rule.fighting() and (deed.costs or deed.during == "melee" and deed.by == "one")
end
-- A deed for a member whose go is still to come: the enemies before them take their goes, and the go of a member who has
-- spent an action ends.  One who has spent none stops it, and the deed is refused (rule.cannot).
function rule.ready(verb, who)
  if action[verb].by ~= "one" or not rule.on_go(verb) or who.gos > 0 or not rule.can_act(who) then return end
  while who.gos == 0 and rule.waiting() do
    local has_acted = party.active + party.movement + party.quick < 3     -- of one action of each kind
    if named(party.up) and not has_acted then return end
    local foe = named(party.up, party.foes)
    if foe then rule.fights_on(foe) end
    if rule.waiting() then rule.begin(rule.waiting()) end
  end
end
function rule.deed_order(deeds)
  local order = those(rule.fighters())
  table.sort(order, rule.goes_before)
  local sorted = {}
  for who in each(order) do
    local own = those(deeds, function(deed) return deed:match "^(.-): " == who.name end)
    for deed in each(own) do table.insert(sorted, deed) end
  end
  return #sorted == #deeds and sorted or deeds
end
function rule.goes_before(a, b) return a.ahead > b.ahead or a.ahead == b.ahead and a.goes_at > b.goes_at end

action "next"  { at = "go", turns = rule.round_ends, takes = { "round|?" },
                 help = "end this go and begin the next; next round ends all of them, where you roll: harm goblin1 4; hurt Pike 3; next round" }
action "delay" { during = "melee", turns = 0, by = "one", takes = { "number" }, help = "act later, at that dexterity, from now on" }
action "hold"  { during = "melee", turns = 0, by = "one", costs = "quick", sets = { holding = true }, help = "concentrate on a spell" }
action "spend" { during = "melee", turns = 0, by = "one", takes = { "active|movement|quick?", "text?" },
                 help = "anything else: spend quick light the fuse" }
action "trade" { during = "melee", turns = 0, by = "one", takes = { "active|movement", "movement|quick" },
                 help = "one action for a lesser one: trade active movement" }
action "walk"  { during = "melee", turns = 0, by = "one", takes = { "number", "slowly|?" },
                 help = "move some feet; slowly is swimming, crawling, climbing or bad ground" }
function rule.round_ends(_, all) return not all and rule.waiting() and 0 or 1 end
function act.next(_, all)
  if all then for who in each(rule.fighters()) do who.gos = 1 end end
  if rule.waiting() then rule.next_go() end
end
function step.order() if rule.fighting() then rule.next_go() end end
function act.delay(who, at)
  if at >= who.goes_at then refuse "You can only act later, not sooner." end
  who.goes_at, who.ahead, who.gos = at, 0, 0
  rule.next_go()
end
function act.spend(_, sort) rule.spend(sort or "active") end
function rule.spend(sort)
  if lose(sort) > 0 then refuse("No %s action is left.", sort) end      -- lose gives how much was lacking
end
-- An active action may become a movement or a quick one; a movement a quick one.
function act.trade(_, from, to)
  if from == to then refuse "Trade one action for a lesser one." end
  rule.spend(from)
  gain(to)
end
-- Up to one's speed in pieces; slowly is half.
function act.walk(who, feet, how)
  if how == "slowly" then feet = feet * 2 end
  while party.feet_left < feet and lose "movement" == 0 do gain("feet_left", rule.speed(who)) end
  if party.feet_left < feet then refuse(who.name .. " cannot go that far: " .. party.feet_left .. " ft are left.") end
  lose("feet_left", feet)
end
function rule.speed(who) return who.creature and who.speed or 30 end

-- --- attacks ---

action "attack" { during = "melee", turns = 0, by = "one", costs = "active", takes = { "word", "1-99?", "weapon?", "adv|dis?" },
                  help = "on your go: attack goblin bow dis; of several: attack goblin 2; several at once: Pike attack goblin + Bram attack goblin 2; round" }
action "strike" { during = "melee", turns = 0, takes = { "member", "adv|dis?" }, help = "the enemy attacks whose go it is: strike Bram" }
function act.attack(who, name, nth, arm, odds)
  local foe = rule.foe(name .. (nth or ""), who)
  arm = arm or weapon[who.wields]
  local why = foe.hidden and foe.name .. " is hidden." or rule.out_of_reach(arm, foe.at)
  if why then refuse(why) end
  rule.strikes(who, foe, arm, odds)
end
function act.strike(_, whom, odds)
  local foe = named(party.up, party.foes) or refuse("It is %s's go; next ends it.", party.up)
  if whom.hidden then refuse("%s is hidden.", whom.name) end
  rule.spend "active"
  rule.strikes(foe, whom, foe, odds)
end
-- With a weapon, or as a creature is armed.  The tags say how the light helps and hinders.
function rule.strikes(who, whom, arm, odds)
  local with, close = rule.strikes_with(arm), rule.is_close(who.creature and who.at or whom.at)
  local hit, c = check(who, with, whom.ac, { skill = arm.name, add = arm.attack,
    label = (who == arm and "strike" or arm.name) .. " at " .. whom.name,
    adv = odds == "adv", dis = (odds == "dis" and 1 or 0) + (arm.ranged and close and 1 or 0),
    tags = { "attack", arm.ranged and "ranged" or "melee", arm.ranged and not close and "long range" or "reach" } })
  if not who.creature then set(who, "hidden", false) end
  if hit then rule.wound(whom, rule.damage(arm.damage, with and rule.modifier(who, with) or 0, c)) end
  return hit
end
-- The ability that is added to attacks with a weapon, and to their damage, by its name.
function rule.strikes_with(arm) return arm.with end
-- A natural 20 doubles the damage, for everybody.
function rule.damage(of, add, c)
  local n = math.max(0, dice(of, "damage") + add)
  return c.natural == 20 and 2 * n or n
end

-- A foe's distance: in feet, or close, ranged, far.
action "place" { during = "melee", turns = 0, takes = { "word", "close|ranged|far?", "number?" },
                 help = "how far off an enemy is: place goblin far; in feet: place goblin 15" }
function act.place(_, name, band, feet) rule.foe(name).at = band or feet or "close" end
function rule.is_close(at) return at == "close" or type(at) == "number" and at <= 10 end
-- The reason why this weapon cannot reach that far, or nil.
function rule.out_of_reach(arm, at)
  if at == "far" then return "That is too far off." end
  if not arm.ranged and not rule.is_close(at) then return "That is out of reach." end
  if arm.range and type(at) == "number" and at > amount(arm.range, "ft") then return "That is out of range." end
end

-- --- the enemies, and the end ---

action "foes" { public = false, during = "melee", turns = 0, help = "the enemies, how far off they are, and their hit points" }
action "harm" { during = "melee", turns = 0, takes = { "word", "die", "die?" }, help = "an enemy loses hit points: harm goblin 1d6; of several: harm goblin 2 1d6" }
action "over" { turns = 0, leaves = "melee", help = "the fight is over" }
function act.foes()
  for foe in each(rule.standing()) do say("%s, %s: %d hp.", foe.name, tostring(foe.at), foe.hp) end
end
function act.harm(_, name, nth, n)
  if n then name = name .. nth end
  rule.wound(rule.foe(name), dice(n or nth, "damage"))
end
function rule.standing() return those(party.foes, rule.can_act) end
-- An enemy of that name, or of one that begins so.  Whom `who` attacks may have fallen since it was said: then the next.
function rule.foe(name, who)
  local foe = named(name, party.foes)
    or those(rule.standing(), function(other) return other.name:sub(1, #name) == name end)[1]
    or refuse("There is no enemy called " .. name .. ".")
  return rule.can_act(foe) and foe or who and rule.prey(who) or refuse(foe.name .. " is out of the fight.")
end
function rule.wound(who, n)
  if not who.creature then return rule.hurt(who, n) end
  who.hp = math.max(0, who.hp - n)
  say("%s: %d hp.", who.name, who.hp, { public = false })
  if who.hp > 0 then return end
  emit "felled" { who = who.name }
  rule.end_fight()
end
-- A fight without enemies is over.
function rule.end_fight()
  if not rule.fighting() or #rule.standing() > 0 then return end
  party.up = ""
  leave()
end

-- --- the rest of a round in one line ---

action "round" { at = "go", turns = rule.round_takes, takes = { "member?" },
                 help = "members attack whom they can reach, enemies strike; round Pike stops at Pike's go" }
-- Until the go of somebody who still waits for it, the round is not over.
function rule.round_takes(_, until_whom)
  return until_whom and until_whom.gos == 0 and rule.can_act(until_whom) and 0 or 1
end
-- A round that ends takes a turn, in which step.order begins the next go.  One that stops takes none, so it begins that
-- member's go itself.
function act.round(_, until_whom)
  local stops = rule.round_takes(nil, until_whom) == 0
  repeat
    rule.fights_on(named(party.up, party.foes) or named(party.up))       -- whose go it is
    local who = rule.fighting() and rule.waiting()
    local goes_on = who and who ~= until_whom
    if goes_on then rule.begin(who) end
  until not goes_on
  if stops and rule.fighting() then rule.next_go() end
end
-- They attack whom they can reach, or come closer.
function rule.fights_on(who)
  if party.active == 0 or rule.cannot("attack", who) then return end
  local arm, whom = who.creature and who or weapon[who.wields], rule.prey(who)
  local foe = who.creature and who or whom
  if whom and not rule.out_of_reach(arm, foe.at) then return rule.strikes(who, whom, arm) end
  if not whom or rule.speed(who) == 0 then return end
  foe.at = "close"
  say("%s closes in.", who.name)
end
-- Each enemy has a member to strike, in marching order, as long as one stands; a member strikes the first enemy who
-- is near enough.
function rule.prey(who)
  if who.creature then
    local list = those(party, function(one) return not one.hidden and not one.escaped end)
    return #list > 0 and list[(who.nth - 1) % #list + 1] or nil
  end
  local seen = those(rule.standing(), function(foe) return not foe.hidden and foe.at ~= "far" end)
  return those(seen, function(foe) return not rule.out_of_reach(weapon[who.wields], foe.at) end)[1] or seen[1]
end
