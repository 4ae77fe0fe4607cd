-- myths.lua -- tracks of a kind that the rules make.
ruleset "Myths" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
kind "myth" { hd = 1 }
track "seen" { of = "myth", start = false }
track "omens" { of = "myth", min = 0, max = 3 }
track "mood" { of = "myth", steps = { "asleep", "awake" } }
track "told" { start = "", quiet = true }
myth "dragon" { hd = 9, omens = 1 }
myth "sphinx" { mood = "awake" }
action "look" { takes = { "myth" } }
function act.look(_, what)
  if not what.seen then set(what, "seen", true) end
  gain(what, "omens", 2)
  say("%s %d %s, %d seen", what.name, what.omens, what.mood, count(myth, "seen"))
end
action "wake" { turns = 0 }
function act.wake() for m in each(myth) do gain(m, "mood") end end
action "peek" { turns = 0 }
function act.peek() if dice "1d2" == 1 then gain(myth.sphinx, "omens") end end
function on.seen(what, was, now) set("told", ("%s %d %s %s"):format(what.name, what.hd, tostring(was), tostring(now))) end
