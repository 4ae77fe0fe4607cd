-- known.lua -- rooms where they have been, with their tracks: what happens in all of them once they are home.
ruleset "Known" { turn = "10 minutes", room = "gate" }
procedure "turn" { "act", "time" }
track "emptied" { of = "room", start = false }
track "hoard"   { of = "room", min = 0 }
room "hall" {}
room "vault" {}
action "march" { takes = { "room" } }
action "home"  {}
function act.march(_, to) go(to) set(here, "emptied", true) end
function act.home() for r in each(known()) do if r.emptied and dice("1d6", r.name) <= 2 then gain(r, "hoard") end end end
