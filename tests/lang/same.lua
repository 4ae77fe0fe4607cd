-- same.lua -- results that vary with the machine or the run in stock Lua, and must not vary here.
ruleset "Same" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
action "keys" { turns = 0 }
action "address" { turns = 0 }
action "things" { turns = 0 }
action "nan" { turns = 0 }
action "powers" { turns = 0 }
-- Adds the same keys to two tables, in opposite orders, and goes through both.  2^53 and its neighbours are one number to a double.
function act.keys()
  local keys, up, down = { -1, 0.5, 1e300, "a" }, {}, {}
  for i = 0, 11 do keys[#keys + 1] = 9007199254740992 + i end
  for i = 1, #keys do up[keys[i]] = true end
  for i = #keys, 1, -1 do down[keys[i]] = true end
  for n, t in ipairs { up, down } do
    local said = {}
    for key in pairs(t) do said[#said + 1] = math.type(key) == "integer" and key > 9 and "+" .. key - 9007199254740992 or tostring(key) end
    say(n .. ": " .. table.concat(said, " "))
  end
end
function act.address() say(("\0%p"):format("x")) end
function act.things()
  local function named(x) return tostring(x) .. ("|%s|%-9s"):format(x, x) end
  for _, x in ipairs { {}, say, function() end, math.floor, string } do say(named(x)) end
end
function act.nan()
  for _, x in ipairs { 0 / 0, -(0 / 0), math.huge - math.huge, math.sqrt(-1) } do
    say(table.concat({ ("%s %.1f %5.1f|"):format(x, x, x), tostring(x), x .. "", x, ("x"):rep(string.len(x)) }, " "))
  end
end
-- The pow of the C library gives some of these with another last digit; which ones depends on whether the processor has FMA.
function act.powers()
  local said = {}
  for _, p in ipairs { { 10.43, 4 }, { 4.57, 6 }, { 10.25, 10 }, { 7.25, 11 }, { 1.5, 0.5 }, { 2, -3 }, { 8, 1 / 3 }, { -2, 3 } } do
    said[#said + 1] = ("%.17g"):format(p[1] ^ p[2])
  end
  say(table.concat(said, " "))
end
