-- traps.lua -- traps, which always give some warning.
--
-- A part.  Gives: trap; the kind trap, and room "hall" { trap = "pit" }; the warning as the party arrives.
-- Wants: the parts abilities and wounds.
-- A house file changes: traps, such as trap "blade" { cue = "A scratched floor.", harm = "1d8" }.

-- The ways to deal with a trap: its name, and the task that it takes.
kind "trap" { dc = "integer?", cue = "string?", harm = "dice?", effect = "string?", magic = false,
              ways = { avoid = "dex" } }
kind.room:has { trap = "trap?" }
event "cue" { text = "{cue}", public = true }
function on.arrive(room)
  local what = room.trap and trap[room.trap]
  if not what then return end
  if what.cue then return emit "cue" { cue = what.cue } end
  say("The trap %s has no cue: let them see some sign of it.", what.name, { public = false })
end

question "victim" { text = "Who walks into it?", choices = function() return those(party) end }
question "said"   { text = "Did they say when, where and how they look for traps?", choices = { "unwary", "wary" } }
action "trap" { public = false, turns = 0, takes = { "member?", "trap?", "way: word?" },
                help = "walk into a trap, perhaps disarming it: trap Bram pit disarm" }
function cannot.trap() if count(party) == 0 then return "Nobody is left to walk into it." end end
-- A member who does not say when, where and how they look gets no check.
function act.trap(_, who, what, way)
  what = what or here.trap and trap[here.trap] or refuse "Which trap is it?"
  local met, ok, c = ask({ "victim", "said" }, nil, { text = "Trap", known = { victim = who } }), false, nil
  who = met.victim
  if met.said == "wary" then ok, c = rule.saves(who, task[what.ways[way or "avoid"] or "dex"], what.dc) end
  if ok then return say("%s is not caught by it.", who.name) end
  if what.harm then rule.suffer(who, dice(what.harm, what.name), c) end
  if what.effect then say("%s: %s.", who.name, what.effect) end
end
