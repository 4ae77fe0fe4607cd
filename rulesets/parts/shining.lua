-- shining.lua -- the lights that show anything, and whether it is dark.
--
-- A part.  Gives: rule.shining(), rule.dark().
-- Wants: nothing.
-- A house file changes: rule.shining.

function rule.shining() return burning() end
function rule.dark() return #rule.shining() == 0 end
