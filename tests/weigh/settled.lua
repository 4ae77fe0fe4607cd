-- settled.lua -- whether a line may be left between two members of one deed hangs on who is idle: that is read
-- whether or not the line is left there, so that a path is the same each time it is played.  The members are
-- not alike, for which lines are cut elsewhere.
-- ask: --plan "treat Docks" --turns 4 --measure "sick=count(party, 'sick')"
ruleset "Settled" {}
kind.member:has { physic = 0 }
kind "ward" { near = "list" }
track "plague" { of = "ward" }
track "carts"  { of = "ward" }
track "closed" { of = "ward", start = false }
ward "Docks"  { near = { "Market" }, plague = 3 }
ward "Market" { near = { "Docks", "Temple", "Mill" }, plague = 1 }
ward "Temple" { near = { "Market", "Docks" } }
ward "Mill"   { near = { "Market", "Docks" } }
track "sick"   { of = "member", start = false, idle = "rest" }
procedure "day" { "act", "evening", "time" }
action "treat" { by = "each", takes = { "ward" } }
action "rest"  { by = "each", default = true }
function act.treat(who, w) if w.plague >= 3 and dice "1d6" <= 2 then gain(who, "sick") end end
function step.evening()
  for w in each(ward) do
    gain(w, "carts", math.max(0, w.plague - 2))
    local die = w.closed and "d8" or "d6"
    if w.plague > 0 and dice(w.carts > 8 and "2" .. die .. "kl1" or die) <= w.plague then gain(w, "plague") end
    local to = w.plague >= 5 and ward[pick(w.near)]
    if to and not w.closed and not to.closed then gain(to, "plague") end
  end
end
member "Ada" { physic = 3 }
member "Bo" {}
