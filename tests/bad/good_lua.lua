-- Right: Lua with all its punctuation.
extends "lamplight"

local t <const> = { ["a key"] = 1, b = { 2, 3 }; 4, [5] = .5 }
local long = [==[ roll "hazrd" ]] }} ]==]
--[[ light.tocrh.lasts = "x" ]]
--[==[ another
]] } ]==]
goto past
do local unused = "never" return unused end
::past::
local n, m = 0x1F, 1e3 // 2 ~ 5
local s = 'it\'s "quoted" \z
           and goes on'
repeat local done = n > 3; n = n - 1 until done
while true do if n < 100 then break elseif n > 1 then n = n // 2 else n = -n end end
local function f(...) local a, b = ... return a and b, #{ ... } end
local o = { f = function(self, x) return self, x end }
function o.g(x) return x end
function o:h(x) return self.g(x) end
o:f { t = t }:h "x"
local _ = f(1, 2), (o):h({ long .. s })[1], not (n == m) and n ~= 1 or -n ^ 2 << 1 >> 1 & 7 | 8
rule.lua = function() return t.b[1] .. s end
function on.turn_end() if rule.lua() == nil then goto done end say(("%s"):rep(2, "-"):format("a", "b")) ::done:: end
