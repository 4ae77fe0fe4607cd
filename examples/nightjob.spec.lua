-- nightjob.spec.lua -- the deck, what the house suspects and knows, locks and sacks, and a crew that parts.
tests "nightjob" { party = { { "A", quiet = 3, clever = 2 }, { "B" } } }

test "a card a turn inside, two where it is watched, one more for noise; none in the street" {
  { "wait", turn = 1, never = "house" },
  { "sneak kitchen", dice = "d20:12 d20:1", sees = "trouble.nothing, A clock ticks", here = "kitchen", data = nil },
  { "sneak hall", dice = "d20:12 d19:8 d18:18", sees = "trouble.footfall, trouble.master", campaign = { suspicion = 1, alarm = 2 } },
  { "dash kitchen", dice = "d17:16 d16:16", sees = "trouble.round", here = "kitchen", campaign = { alarm = 4 } } }
test "what was drawn stays out, until all are drawn" {
  { "lua for _ = 1, 20 do draw \"house\" end", dice = "d20:1 d19:1 d18:1 d17:1 d16:1 d15:1 d14:1 d13:1 d12:1 d11:1 d10:1 d9:1 d8:1 d7:1 d6:1 d5:1 d4:1 d3:1 d2:1 d1:1" },
  { "alarm 0" }, { "sneak kitchen", dice = "d20:20", campaign = { alarm = 1 } }, { "wait", dice = "d20:20", sees = "trouble.master", campaign = { alarm = 3 } } }
test "suspicion is hidden; four of it are a segment, and stillness lets it sink" { given = { suspicion = 3 },
  { "sneak kitchen", dice = "d20:2 d20:1", campaign = { suspicion = 0, alarm = 1 } },
  { "wait", dice = "d19:8", sees = "trouble.footfall", campaign = { suspicion = 1 } }, { "wait", dice = "d18:1", campaign = { suspicion = 0 } } }
test "locks and sacks" {
  { "here study" }, { "grab", refused = "The lock holds" },
  { "pick", dice = "d20:9 d20:10 d20:1", here = { lock = 12 } }, { "A pick + B wait", dice = "d20:10 d19:1", here = { lock = 0 } },
  { "A pick", refused = "Nothing is locked" },
  { "grab", dice = "d18:1", here = { loot = 0 }, A = { sacks = 1 }, B = { sacks = 1 } }, { "grab", refused = "Nothing is left" },
  { "stash", refused = "Not in here" }, { "here street" }, { "stash", campaign = { fence = 2 }, A = { sacks = 0 } } }
test "the vault is behind its lock, and walls are walls" {
  { "here study" }, { "sneak vault", refused = "The lock holds" }, { "sneak kitchen", refused = "no way from the study to the kitchen" } }
test "two groups, each with its rooms and its clock; one deck, one alarm" {
  { "sneak kitchen", dice = "d20:12 d20:1", time = "22:05" }, { "split B" },
  { "A sneak hall", dice = "d20:12 d19:1 d18:16", sees = "trouble.round", here = "hall", time = "22:10", campaign = { alarm = 1 } },
  { "B wait x3", dice = "d17:1 d16:1 d15:1", here = "kitchen", time = "22:20" },
  { "A grab", refused = "Nothing is left" },
  { "A signal", sees = "rejoined", here = "hall", time = "22:20" } }
test "the sixth segment calls the watch, and whoever is still inside when it comes is caught" { given = { alarm = 5 },
  { "sneak kitchen", dice = "d20:12 d20:18", sees = "called, Watch begins", campaign = { alarm = 6 } },
  { "split B" }, { "B sneak street", dice = "d20:12", B = { caught = false }, here = "street" },
  { "A wait x5", dice = "d19:1 d18:1 d17:1 d16:1 d15:1", sees = "sprung", A = { caught = true } }, { "with B", B = { caught = false } } }
