-- plunder.lua -- locks to pick, and loot to bring out by the sack.
--
-- A part.  Gives: pick, grab and stash; locks and loot, room "vault" { lock = 17, loot = 6 }; the track fence, what is out.
-- Wants: members' clever, for checks.
-- A house file changes: setting.carries, setting.outside.

setting "carries" { default = 3, min = 0, help = "sacks that one can carry" }
setting "outside" { default = "street", help = "the room where sacks are out of danger" }
track "fence" { of = "campaign", help = "sacks brought out" }
track "sacks" { of = "member", min = 0 }
track "lock"  { of = "room", min = 0, help = "how hard it is to pick; 0: open" }
track "loot"  { of = "room", min = 0, help = "sacks of it that are left" }

action "pick"  { by = "each", needs = { lock = "Nothing is locked here." }, help = "the lock of this room" }
action "grab"  { by = "each", unless = { lock = "The lock holds." }, needs = { loot = "Nothing is left here that is worth a sack." },
  help = "a sack of what is here" }
action "stash" { turns = 0, help = "outside: what you carry is out" }

function act.pick(who) if check(who, "clever", here.lock) then set(here, "lock", 0) end end
function cannot.grab(who) if who.sacks == setting.carries then return who.name .. " can carry no more." end end
function act.grab(who) if lose(here, "loot") == 0 then gain(who, "sacks") end end
function cannot.stash() if here.name ~= setting.outside then return "Not in here." end end
function act.stash()
  gain("fence", sum(party, "sacks"))
  set(party, "sacks", 0)
end
