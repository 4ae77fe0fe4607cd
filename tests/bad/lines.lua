-- Every mistake is reported at its own line, whatever stands between them.
extends "lamplight"

light "lantern" { -- { not a brace
  lasts = "24 turns", --[[ nor { this
  one { ]] bright = "9 m",
  help = "it {burns} \" } { slowly",
  holder = "Pike",
  spends =
    "oyl" }

question "boon" {
  text = "Which boon, {name}?",
  choices = { "light", { "never", "read" }, "silence" },
  default = function(who)
    local t = { kind = "light", text = { 1, 2 } }
    if who.hp > 3 then for i = 1, 2 do t[i] = i end end
    while #t > 5 do t[#t] = nil end
    repeat t[#t + 1] = { exactly = 3 } until #t > 5
    return t.kind
  end,
  secrit = true,
  min = "three",
}

chart "omen" { die = "1d8", help = "read { aloud",
  { "1", "cold", "The air { is cold." },
  { "2",
    "echo",
    "An echo, late." },
  { "3", "drip", function(about) local x = { 1, 2, { 3 } } return x, about end },
  ["colour"] = "grey",
  { "4-5", "sigh", rule.sigh };
  { "4", "moan" },
  [[7]],
  { "6-8", "draught" } }

procedure "watch" {
  lasts = "4 hours",
  "act", -- first
  "omenn",
  deeds = "some", "time",
}
function rule.sigh() say "Aah." end
-- expect: lines.lua:8: light "lantern" has no field 'holder'; there are help, lasts, spends and bright
-- expect: lines.lua:9: light "lantern", spends: there is no track 'oyl'; there are hp, torches, walked, near, mood and noise; to make one, add track "oyl" {}
-- expect: lines.lua:22: question "boon" has no field 'secrit'; did you mean 'secret'? | write: secret = true,
-- expect: lines.lua:23: question "boon", min: a number is needed, and this is "three"
-- expect: lines.lua:32: chart "omen" has no field 'colour'; there are ask, by, columns, die, help, public, secret and sets
-- expect: lines.lua:34: chart "omen": 4 is both "sigh" and "moan"
-- expect: lines.lua:35: chart "omen": every row says its numbers, { "1-2", "name" }, or none does; this is "7"
-- expect: lines.lua:41: procedure "watch": nothing says what the step 'omenn' does; did you mean 'omen'? | write: "omen",
-- expect: lines.lua:42: procedure "watch", deeds: a whole number, "each", "2 each" or "2 different each" is needed, and this is "some"
