-- shutters.lua -- lanterns with shutters: dark at once, without putting out the flame.
--
-- A part.  Gives: shut; what shining.lua gives.
-- Wants: nothing.  A light that has them says shutters = true.  A prompt may say: rule.dark() and #burning() > 0.
-- A house file changes: rule.shining.

include "shining"

kind.light:has { shutters = false }
track "shut" { of = "light", start = false, help = "the flame burns behind its shutters and shows nothing" }
action "shut" { turns = 0, takes = { "member?" }, help = "close or open the shutters of a lantern" }

function cannot.shut(_, whose) if #rule.shutters(whose) == 0 then return "No lantern burns there." end end
function act.shut(_, whose)
  for lamp in each(rule.shutters(whose)) do set(lamp, "shut", not lamp.shut) end
end
function rule.shutters(whose)
  return those(burning(), function(lamp) return lamp.shutters and (not whose or lamp.holder == whose.name) end)
end

local usual = rule.shining
function rule.shining() return those(usual(), function(lamp) return not lamp.shut end) end
