-- A test that begins in a room (given.here) has the party there already: on.arrive is not called.
tests "fates" { given = { here = "hall" }, house = [[ function on.arrive(r) say("Now at %s: %d.", r.name, dice "1d6") end ]] }
test "they are there" { { "wait", dice = "d6:1", here = "hall", never = "Now at hall" } }
test "its exits are those that it has" { house = [[ room "hall" { exits = { "stair" } } ]], { "= here.exits", data = { "stair" } } }
test "they go on from there" { { "lua go 'crypt'", dice = "d6:3", sees = "Now at crypt: 3.", here = "crypt" } }
