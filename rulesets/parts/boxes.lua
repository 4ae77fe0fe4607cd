-- boxes.lua -- gear with boxes to mark: it eases a check, and is used up.
--
-- A part.  Gives: try, with gear or without; the kind gear, and the track marked.
-- Wants: gear, such as gear "rope" { boxes = 4, eases = "brawn" }, of fields that members have.
-- A house file changes: gear.

kind "gear" { boxes = "integer", eases = "string", help = "string?" }
track "marked" { start = {}, help = "boxes marked: a name for each" }
action "try" { by = "each", takes = { "stat", "number", "gear?" }, help = "a check; gear helps, and a box of it is marked" }

function cannot.try(_, _, _, with)
  if with and count(party.marked, with.name) >= with.boxes then return ("The %s is used up."):format(with.name) end
end
function act.try(who, what, dc, with)
  if with then gain("marked", with.name) end
  check(who, what, dc, { adv = with and with.eases == what })
end
