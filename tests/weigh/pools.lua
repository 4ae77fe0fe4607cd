-- pools.lua -- pools of dice that rules go through die by die: once, or in ways that only look as if it were once.
-- ask: --turns 8 --plan "ones; first; twice; again; sorted; after; within; shadow" --measure n=party.n
ruleset "Pools" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "n" { min = 0, max = 60 }
event "pair" {}
event "low" {}
event "high" {}
event "rising" {}
action "ones" {}
action "first" {}
action "twice" {}
action "again" {}
action "sorted" {}
action "after" {}
action "within" {}
action "shadow" {}
-- Goes through the pool once, as far as the first pair; reads its size (#), and rolls another die meanwhile.
function act.ones()
  local list = pool(5, "d4")
  local last, ones = 0, 0
  for n in each(list) do
    if n == last then emit "pair" {} break end
    if n == 1 then ones = ones + dice "1d2" end
    last = n
  end
  gain("n", ones + #list)
end
function act.first() for n in each(faces "4d4") do if n > 2 then gain "n" end if dice "1d4" == n then emit "pair" {} return end end end
-- Goes through the pool twice: the second loop must see the same faces.
function act.twice()
  local list = pool(3, "d3")
  local a, b = 0, 0
  for n in each(list) do a = a + n end
  for n in each(list) do b = b + n end
  if a ~= b then error "other faces" end
  gain("n", a)
end
-- Goes through the pool in each round of another loop.
function act.again()
  local list, sums = faces "2d3", {}
  for i = 1, 2 do
    sums[i] = 0
    for n in each(list) do sums[i] = sums[i] * 4 + n end
  end
  if sums[1] ~= sums[2] then error "other faces" end
  if sums[1] == 5 then emit "low" {} end
end
function act.sorted()
  local list = pool(3, "d4")
  table.sort(list)
  local was = 0
  for n in each(list) do if n < was then error "not sorted" end was = n end
  if list[3] == 4 then emit "high" {} end
end
-- Reads single dice of a pool behind the loop over it, and in the condition of `until`.
function act.after()
  local tries = 0
  repeat
    local list, sum = pool(3, "d3"), 0
    for n in each(list) do sum = sum + n end
    tries = tries + 1
  until list[1] == 1 or sum > 7 or tries > 1
  local three = pool(3, "d2")
  local rising, last = true, 0
  for n in each(three) do rising = rising and n >= last last = n end
  if rising then emit "rising" {} end
  if rising and three[1] > three[3] then error "it does not rise" end
end
function act.within()
  local list = pool(2, "d6")
  local function sum() local s = 0 for n in each(list) do s = s + n end return s end
  if sum() ~= sum() then error "other faces" end
  if sum() == 7 then emit "low" {} end
end
function act.shadow()
  local list = pool(3, "d2")
  do
    local each = function(of) local i = 0 return function() i = i + 1 return of[#of + 1 - i] end end
    for n in each(list) do if n == 2 then gain "n" else break end end
  end
end
