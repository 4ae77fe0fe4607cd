-- From one dungeon to the next over land: the part "ways" in a ruleset for dungeons.
tests "delving" { party = { { "A", hp = 6, con = 3, str = 2 }, { "B", hp = 6, con = 3 } },
  house = [[
    include "ways"
    action "set_out" { enters = "hour", help = "on the road" }
    action "arrive"  { leaves = "hour", help = "at the next dungeon" }
    function rule.endures(who) return 10 + who.con end ]] }

test "down, over land, and down again" {
  { "move", dice = "d6:6", turn = { procedure = "turn" }, minutes = 10 },
  { "travel harsh", refused = "hour" },
  { "set_out", turn = { procedure = "hour" } }, { "travel harsh", never = "hazard", party = { travelled = "0.25 miles", walked = "36 m" } },
  { "rest x2", minutes = 190, A = { waking = 3 } }, { "sleep safe fed", A = { waking = 0 } },
  { "arrive", turn = { procedure = "turn" } }, { "move", dice = "d6:6", party = { walked = "72 m" } },
}
test "the wind is typed, and stays" {
  { "set_out" }, { "sail boat 1 hours fair", party = { blowing = "fair", travelled = "6 miles" } },
  { "sail boat 1 hours", party = { travelled = "12 miles" } },
}
