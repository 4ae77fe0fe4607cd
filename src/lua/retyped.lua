-- retyped.lua -- a typed line that was refused, as it may have been meant: without the words that only a
-- sentence needs, in the order that verbs take, with signs for words. main.lua tells of the first that can be
-- done, since the rules need not have light or snuff. Nothing here reads or changes the table.
local common = module "common"
local retyped = {}

local numbers = { one = 1, two = 2, three = 3, four = 4, five = 5, six = 6, seven = 7, eight = 8, nine = 9,
  ten = 10, twelve = 12 }
local needless = common.set "a an the for to on of with my our his her their at from into"
local before_verb = common.set "i we they let lets let's please now then everyone everybody all"

-- The text without the words of a set.
local function without(text, words)
  return (text:gsub("%s+(%S+)", function(word) return words[word] and "" or nil end))
end

-- Each changes a text, or leaves it as it is.  They go from marks and words to the order of words,
-- which reads what those left.
local rules = {
  function(t) return t:gsub("^[/!.]%s*r?o?l?l?%s+(%d*d%d)", "roll %1"):gsub("^r%s+(%d*d%d)", "roll %1") end,
  function(t) return t:gsub("^[/!.]%s*(%a)", "%1") end,  -- /help
  function(t)
    t = (";" .. t):gsub("; *([^ ;]+) +", function(word) return before_verb[word:lower()] and "; " end)
    return t:gsub("^; ?", "")
  end,
  function(t) return t:gsub("^put%s+out%s", "snuff "):gsub("^[Ee]xtinguish%s", "snuff ") end,
  function(t) return t:gsub("^[Ww]ait%s", "pass "):gsub("^use%s", "light ") end,
  function(t) return t:find "%(" and t or t:gsub("^lua%s+", "= ") end,
  function(t) return t:find "^[=l]" and t:gsub("%f[%w](%u%l+)%.(%a)", "named(\"%1\").%2") or t end,
  function(t) return t:gsub("(%f[%a][glu][aos][^%s(]*)%(([%a_]+)%f[,)]", "%1(\"%2\"") end,  -- gain(hp, 1)
  function(t) return t:gsub("%f[%w](%u%w*)%s*&%s*(%u)", "%1 %2") end,  -- Pike & Bram
  function(t) return t:gsub("%f[%w](%u%w*):%s", "%1 ") end,  -- Pike: hp 3
  function(t) return t:find "%(" and t or t:gsub("%s*,%s+", " + ") end,  -- one deed of several
  function(t) return t:gsub(",%s+(%a+=)", " %1") end,  -- add Pike hp=3, con=1
  function(t) return t:gsub("%s*=%s*(%-?%d)", " %1") end,  -- hp = 3
  function(t) return t:gsub("%f[%a]%a+", function(word) return numbers[word:lower()] end) end,
  function(t) return t:gsub("%f[%w][xX](%a+)$", function(word)
    return numbers[word:lower()] and "x" .. numbers[word:lower()]
  end) end,
  function(t) return t:gsub("(%a)%s+(%d+)%s*[xX]$", "%1 x%2"):gsub("%s+times%s+(%d+)$", " x%1") end,  -- go 2x
  function(t) return t:gsub("(%a)%s+(%d+)%s+t[iu][mr][en]s$", "%1 x%2"):gsub("%s+turn$", "") end,  -- 3 times
  function(t) return t:gsub("^[xX](%d+)%s+(.+)$", "%2 x%1"):gsub("^(%d+)[xX]%s+(.+)$", "%2 x%1") end, -- 3x go
  function(t) return without(t, needless) end,
  function(t) return t:gsub("^(%u%S*%s+%l+)s%f[%s]", "%1") end,  -- Pike listens at the door
  function(t) return t:gsub("%s+([+-])%s+(%d+)$", " %1%2") end,  -- hp Pike - 3
  function(t) return t:gsub("(%d)%s*d%s*(%d)", "%1d%2"):gsub("(%d*d%d+)x(%d)", "%1*%2") end,  -- 1 d 6
  function(t) return t:gsub("(%dd%d+)%s+drop%s+(%l)%l*$", "%1d%21") end,
  function(t) return t:gsub("(%dd%d+)%s+keep%s+(%l)%l*$", "%1k%21") end,
  function(t) return t:gsub("^add%s+(%d+)%s+(%l%S*)$", "%2 +%1") end,  -- add 2 torches
  function(t) return t:gsub("^(%l+)%s+(%-?%d%S*)%s+(%S+)$", "%1 %3 %2") end,  -- hp 3 Pike
  function(t) return t:gsub("^(%l+)%s+(%-?%d%S*)%s+(%l%S*)%s+(%S+)$", "%1 %3 %4 %2") end,
  function(t) return t:gsub("^(%u%S*)%s+(%l+)%s+(%-?%d%S*)$", "%2 %1 %3") end,  -- Pike hp 3
  function(t) return t:gsub("^(%l+)%s+(%u%S*)%s+(%l%S*)%s+(%S+)$", "%1 %3 %2 %4") end,
  function(t) return t:gsub("(%d+)%.(%d%d)$", "%1:%2") end,  -- 9.30
  function(t) return t:gsub("(%d+):?(%d*)%s*pm$", function(hour, minute)
    return ("%d:%02d"):format(hour % 12 + 12, tonumber(minute) or 0)
  end) end,
  function(t) return t:find "%(" and t or t:gsub("%s*,%s+", "; ") end,  -- or several deeds
  function(t) return t:gsub("^(%l+)%s+(%u%S*)$", "light %1 %2") end,  -- torch Pike
  function(t) return t:gsub("^(%u%S*)%s+(away)$", "%2 %1"):gsub("^(%u%S*)%s+(back)$", "%2 %1") end,
}

local TRIES_MAX <const> = 12             -- a choice, as each plays a line

-- The first text that a line may have been meant as, and for which works(text) is true; or nil.  A rule
-- is tried behind those above it, and alone, as one above may have taken what was meant.
function retyped.find(line, works)
  local tried, n, text = { [line] = true }, 0, line
  for _, rule in ipairs(rules) do
    local together, alone = rule(text), rule(line)
    for _, one in ipairs { together, alone } do
      if not tried[one] and n < TRIES_MAX then
        tried[one], n = true, n + 1
        if works(one) then return one end
      end
    end
    text = together
  end
end

return retyped
