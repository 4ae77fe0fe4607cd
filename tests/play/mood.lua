-- mood.lua -- tracks of all kinds, for what the screen tells of them.
ruleset "Mood" { procedure = "turn", turn = "10 minutes", check = "1d20" }
light "match" { lasts = "1 turn" }
light "torch" { lasts = "6 turns" }
kind.member:has { con = 0 }
member "Bram" { con = 1 }   member "Ann" { }   member "Pike" { }
track "walked"  { unit = "m", start = "0 m" }
track "alarm"   { min = 0, prompt = true }
track "weary"   { of = "member", start = false }
track "feeling" { of = "member", steps = { "calm", "afraid", "frantic" } }
track "rations" { of = "member", steps = { "gone", "d4", "d6" }, start = "d6" }
track "hidden"  { of = "member", start = false, prompt = false }
chart "omen" { die = "1d4", help = "rolled as every turn ends",
  { "1-3", "quiet", "Nothing stirs." },
  { "4+", "howl", "A wolf howls." },
}
action "march" { help = "as far as you can" }
-- The road is long: it wears everybody out and frightens them.
function act.march()
  gain("walked", "5 m")
  gain "alarm"
  for who in each(party) do set(who, "weary", true) set(who, "hidden", true) gain(who, "feeling") end
  roll("omen", nil, { add = 1 })
end
-- A chasm: whoever leaps far enough is over.
action "leap" { turns = 0, help = "over the chasm" }
function act.leap()
  for who in each(party) do if who.name == "Bram" then check(who, "con", 12, { adv = 1 }) end end
end
action "eat" { turns = 0 }
function act.eat() for who in each(party) do if who.name == "Ann" then use(who, "rations", 6) end end end
procedure "turn" { "act", "time" }
