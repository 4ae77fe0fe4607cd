-- sanity.lua -- investigators: sanity is rolled under; lost points climb a ladder of nerves, and a break has its hour.
ruleset "Sanity" { turn = "1 hour", check = "1d100", under = true, procedure = "hour", starts = "18 hours" }

kind.member:has { spot = 40, library = 40, occult = 10, hide = 30 }
track "sanity"  { of = "member", start = 60, min = 0, max = 99, empty = "insane" }
track "insane"  { of = "member", start = false, away = true }
track "nerves"  { of = "member", steps = { "steady", "shaken", "breaking", "broken" } }
track "lost"    { of = "member", min = 0, quiet = true, help = "sanity lost in this hour" }
track "fears"   { of = "member", start = {}, help = "fears" }
track "clues"   { of = "campaign", min = 0, max = 6, prompt = true, help = "clues" }
track "dread"   { of = "campaign", min = 0, max = 10, help = "what the night adds" }
timer "fit"     { of = "member", lasts = "2 hours", text = "{who} comes to.", help = "out of their mind" }

procedure "hour" { "act", "night", "settle", "time" }
kind "horror" { pass = "dice = 0", fail = "dice = 1d6" }
horror "corpse"  { fail = "1d4" }
horror "ghoul"   { fail = "1d8" }
horror "angle"   { pass = "1d6", fail = "2d10" }
chart "fits" { "flees", "faints", "laughs", { "fears", "A new fear.", rule.fear } }
chart "phobias" { "the dark", "water", "mirrors", "dogs" }
chart "night" { die = "1d10", help = "dread is added",
  { "1-5", "quiet" }, { "6-8", "noise", "Something on the stairs.", gains = "dread" },
  { "9-11", "sight", "A corpse that should not be here.", function() rule.all_see(horror.corpse) end },
  { "12+", "it", "It is here.", function() rule.all_see(horror.ghoul) end } }

action "search" { by = "each", help = "a room: spot" }
action "read"   { by = "each", takes = { "text?" }, help = "books: a clue, and a little less sanity" }
action "see"    { turns = 0, takes = { "member", "horror" }, help = "somebody sees a thing: see Ann ghoul" }
action "calm"   { by = "each", default = true, help = "a drink, a hand held: nerves come down a step" }
action "sleep"  { turns = 8, keeps = true, dark = true, help = "until morning" }

function rule.cannot(verb, who)
  if action[verb].by == "each" and running("fit", who) then return who.name .. " is out of their mind." end
end
function act.search(who) if check(who, "spot") then gain "clues" end end
function act.read(who)
  if check(who, "library") then gain "clues" rule.lose(who, dice("1d3", "what it says")) end
end
function act.see(_, who, what) rule.see(who, what) end
function act.calm(who) lose(who, "nerves") end
function act.sleep() set(party, "nerves", "steady") set("dread", 0) end

function rule.all_see(what) for who in each(party) do rule.see(who, what) end end
function rule.see(who, what)
  local steady = check(who, "sanity", nil, { dis = has(who.fears, "the dark") and 1 or 0 })
  rule.lose(who, dice(steady and what.pass or what.fail, what.name))
end
function rule.lose(who, n)
  if n == 0 then return end
  lose(who, "sanity", n)
  who.lost = who.lost + n
  if n >= 5 then
    gain(who, "nerves")
    start("fit", who)
    roll("fits", who)
  end
end
function rule.fear(who) gain(who, "fears", roll("phobias", who).name) end
-- A fifth of the sanity lost in one hour breaks the nerves for good.
function step.settle(who)
  if who.lost * 5 >= who.sanity and who.lost > 0 then set(who, "nerves", "broken") end
  who.lost = 0
end
function step.night() if clock.hour >= 20 or clock.hour < 6 then roll("night", nil, { add = campaign.dread }) end end
function rule.lit() return clock.hour < 20 and clock.hour >= 7 end
