-- hurts.lua -- hurts that spoil checks; the same hurt twice is worse, and three times takes somebody out.
--
-- A part.  Gives: the kind hurt; rule.hurt(who, "bruised"), rule.mend(who); the tracks hurts and out.
-- Wants: hurts, such as hurt "bruised" { spoils = "brawn", worse = "can hardly stand" }, of fields that members have.
-- A house file changes: modifier.hurt.

kind "hurt" { spoils = "string", worse = "string" }
track "hurts" { of = "member", start = {} }
track "out"   { of = "member", start = false }

function rule.hurt(who, what)
  gain(who, "hurts", what)
  local n = count(who.hurts, what)
  if n == 2 then say("%s is %s again, and %s.", who.name, what, hurt[what].worse) end
  if n == 3 then gain(who, "out") end
end
function rule.mend(who) if #who.hurts > 0 then lose(who, "hurts", who.hurts[1]) end end

-- Each hurt takes 2 off what it spoils.
modifier "hurt" { add = function(c)
  return -2 * count(c.who.hurts, function(name) return hurt[name].spoils == c.what end)
end }
