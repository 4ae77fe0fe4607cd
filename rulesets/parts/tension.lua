-- tension.lua -- a pool of dice in the middle of the table, which grows until it is rolled.
--
-- A part.  Gives: the track tension and the step tension; gain(turn, "haste") has the pool rolled in this turn.
-- Wants: the step "tension" in a procedure, and a chart complication.
-- A house file changes: track.tension.max, step.tension.

track "tension" { min = 0, max = 6, help = "dice in the middle of the table" }
track "haste"   { of = "turn", start = false, help = "the pool is rolled this turn" }

-- Haste rolls the pool, and so does the die that fills it; any 1 is a complication.
function step.tension()
  gain "tension"
  if not turn.haste and party.tension < 6 then return end
  local fallen = pool(party.tension, "d6", "tension")
  set("tension", 0)
  if has(fallen, 1) then roll "complication" else say "Nothing comes of it." end
end
