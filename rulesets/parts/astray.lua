-- astray.lua -- a way of so many miles, and miles gone wrong that nobody knows of.
--
-- A part.  Gives: rule.set_out(miles), rule.cover(miles, right), rule.arrived(), and rule.know(), when the party sees
--   where it is; the tracks miles, bound and lost.
-- Wants: nothing.
-- A house file changes: rule.know.

track "miles" { unit = "miles", help = "gone towards where they are bound" }
track "bound" { unit = "miles", help = "how far that is" }
track "lost"  { unit = "miles", secret = true, help = "gone the wrong way, and not known" }

function rule.set_out(miles)
  set("miles", 0)
  set("lost", 0)
  set("bound", miles)
end
function rule.cover(miles, right) gain(right and "miles" or "lost", miles) end
function rule.arrived() return party.miles >= party.bound end

-- The way that it went wrong is added to the way ahead.
function rule.know()
  if amount(party.lost, "miles") == 0 then return end
  say("This is not the way: %s too far to one side.", tostring(party.lost))
  gain("bound", party.lost)
  set("lost", 0)
end
