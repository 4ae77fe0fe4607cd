-- depletion.lua -- lights that are used up by a die, the better made the later.
--
-- A part.  Gives: qualities of lights; rule.lights(), which rolls for all that burn.
-- Wants: nothing.  A light says its quality = "superior"; an ordinary one is fine.
-- A house file changes: setting.spent_on, quality.fine.die, question.relight.always.

kind "quality" { die = "dice" }
kind.light:has { quality = "quality = fine" }

-- The die that a thing rolls when it is used; the lower it falls the sooner it is spent.
quality "crude"     { die = "1d4" }
quality "fine"      { die = "1d6" }
quality "superior"  { die = "1d8" }
quality "excellent" { die = "1d10" }
quality "enchanted" { die = "1d12" }
quality "legendary" { die = "1d20" }

setting "depletion"      { default = "die", choices = { "die", "ask" }, help = "whether a light is spent: its die is rolled, or you are asked" }
setting "spent_on"       { default = 2, help = "a light is spent when its die shows this or less" }

question "spent"     { text = "Is {holder}'s {kind} spent?", default = false }
question "relight"   { text = "Does {holder} light another {kind}?", default = true, always = true }

function rule.lights()
  for lamp in each(burning()) do
    if rule.spent(lamp) then
      put_out(lamp, "is spent")
      rule.relight(lamp)
    end
  end
end
-- Nobody stays in the dark as long as there is another.
function rule.relight(lamp)
  if #burning() > 0 or not lamp.spends or party[lamp.spends] == 0 then return end
  if ask("relight", lamp) then kindle(lamp.kind, lamp.holder) end
end
function rule.spent(lamp)
  if setting.depletion == "ask" then return ask("spent", lamp) end
  return dice(quality[lamp.quality].die, lamp.kind) <= setting.spent_on
end
