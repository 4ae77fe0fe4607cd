-- sight.lua -- who sees how far by the lights that burn and by darkvision, and what the blind cannot do.
--
-- A part.  Gives: look and read; what shining.lua gives; rule.blind, rule.sees; rule.able(list), those who see.  Actions
--   with sight = "search" are refused to the blind: it is too dark to search.
-- Wants: lights with bright and dim, "30 ft" each: bright so far, and dim so far again beyond it.
-- A house file changes: the lights, setting.darkvision_reach, rule.able.

include "shining"

kind.light:has  { bright = "distance", dim = "distance" }
kind.member:has { darkvision = false }
kind.action:has { sight = "string?" }

setting "darkvision_reach" { default = "30 ft", is = "distance", help = "how far darkvision sees" }

question "fine" { text = "Can darkvision show it, without colours and fine detail?", default = false }

action "look" { turns = 0, takes = { "number" }, help = "what they see at a distance in feet: look 35" }
action "read" { turns = 0, takes = { "text?" }, sight = "read",
                help = "read letters, a colour or a fine detail" }

function rule.blind(who) return rule.dark() and not who.darkvision end
function rule.able(them)
  return those(them, function(who) return not rule.blind(who) end)
end

function rule.cannot(verb, them)
  local what = action[verb].sight
  if what and #rule.able(them) == 0 then return "It is too dark to " .. what .. "." end
end

-- The best light there, so many feet off.
function rule.light_at(feet)
  local bright = most(rule.shining(), function(lamp) return amount(lamp.bright, "ft") end) or -1
  local dim = most(rule.shining(), function(lamp) return amount(lamp.bright + lamp.dim, "ft") end) or -1
  return feet <= bright and "bright light" or feet <= dim and "dim light" or "darkness"
end

-- Darkvision takes dim light for bright and darkness for dim, so far and no farther.
function rule.sees(who, feet)
  local lit = rule.light_at(feet)
  if not who.darkvision or feet > amount(setting.darkvision_reach, "ft") then return lit end
  return lit == "darkness" and "dim light" or "bright light"
end

function act.look(them, feet)
  for who in each(them) do say("%s, %g ft off: %s.", who.name, feet, rule.sees(who, feet)) end
end

function cannot.read()
  if rule.dark() and not ask "fine" then return "Darkvision shows no colours and no fine detail." end
end
