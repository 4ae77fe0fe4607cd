-- retyped.lua -- a refused line as it may have been meant: without the words that only a sentence needs, in
-- the order that verbs take, and with 2 or + where "two" or "and" was typed. main.lua tries these, and tells
-- of the first that can be done; a line without its smallest words is done. Nothing here reads or changes
-- the table: a line whose verb the rules do not have just cannot be done.
local common = module "common"
local retyped = {}
local TRIES_MAX <const> = 12             -- other wordings of one line; any few would do, as each is played
local needless = common.set "a an the for to of my our his her their"  -- without them a line means the same
local mostly_needless = common.set "a an the for to on of with my our his her their at from into"
local before_verb = common.set "i we they let lets let's please now then everyone everybody all"

-- Each of these returns the text that replaces what a pattern found; nil leaves that as it is.
local function number_of(word) return common.contains(common.numerals, word:lower()) end
local function times_of(word) return number_of(word) and "x" .. number_of(word) end
local function hours_of(hour, minute) return ("%d:%02d"):format(hour % 12 + 12, tonumber(minute) or 0) end
local function begins(word) return before_verb[word:lower()] and "; " end
local function is_lua(text) return text:find "^=" or text:find "^lua%f[%s%z]" end
local function deletes(set) return function(word) return set[word:match "%S+"] and "" or nil end end
local function at_least_one(sign, n) return sign .. (n == "" and "1" or n) end
local nights = { "%suntil%s", "%f[%a]camp$", "^sleep", "^next [dm]", "^long%s+rest$" }
-- Returns a function that replaces any text about a night ("make camp", "rest until morning") by this line.
-- Rulesets name it differently, so several are tried.
local function night(line)
  return function(text)
    return common.first(nights, function(pattern) return text:find(pattern) end) and line or nil
  end
end
-- A verb as it is typed, perhaps behind a name: Bram searches, carries, rests.
local function plain_verb(text)
  return text:match "^(.*%a[csx]h?)es$" or text:gsub("ies$", "ys"):match "^(.*[^s])s$"
end

-- Each rule is a list of pairs: a pattern, and what replaces the text that it finds.  unless, only: a pattern
-- that the text must not, or must, match; prose: the text must not be Lua, as in "lua for".  Signs and words
-- come first, since the rules for the order of words expect what those leave.
local rules = {
  -- signs before a verb, "/roll 2d6", "!search", and words before it, "please search"
  { "^[/!.]%s*r?o?l?l?%s+(%d*d%d)", "roll %1" }, { "^r%s+(%d*d%d)", "roll %1" }, { "^[/!.]%s*(%a)", "%1" },
  { "^", ";", "; *([^ ;]+) +", begins, "^; ?", "" },
  -- other verbs: "douse lamp", "put out lamp", "put lamp out", "wait 10m", "kill Pike", "set hp 3", "d20"
  { "^[Ee]xtinguish%s", "snuff ", "^douse%s", "snuff " }, { "^%l+%s+o[uf][tf]%s", "snuff " },
  { "^the%s+(%l+)%s+%l+s%s+out$", "snuff %1" }, { "^%l+%s+(.+)%s+o[uf][tf]$", "snuff %1" },
  { "^[Ww]ait%s", "pass " }, { "^examine%s", "search ", "^inspect%s", "search " },
  { "^check%s+(%l+)$", "%1" }, { "^check%s", "search ", "^(%u%S*)%s+checks%s+for%s", "%1 search " },
  { "^look%s+a?round.*$", "search" }, { "^look%s+a?round.*$", "stay; search" },
  -- what rules have a word for: "wandering monster", "enter dungeon", "raise alarm"
  { "^%l+%s+monsters?$", "encounter", "^roll%s+for%s+encounters?$", "encounter" },
  { "^enter%s.*$", "delve" }, { "^leave%s.*$", "leave" },
  { "^raise%s+(%l+)", "%1 +", "^lower%s+(%l+)", "%1 -", "^(%l+ [+-])%s*(%d*)$", at_least_one },
  { "^kill%s+(%u%S*)$", "%1 dead on" }, { "^(%u%S*)%s+is%s+(%l%S*)$", "%2 %1 on" },
  { "%s+minus%s+(%d)", " -%1", "%s+plus%s+(%d)", " +%1" }, { "^spend%s+(%d+)%s+(%l%S*)$", "lose %2 %1" },
  { "^pay%s+(%d+)%s+(%l%S*)$", "lose %2 %1" },
  { "^set%s+(%l%S*)%s+(%w+)$", "%1 %2", "^(%d+)%s+(%l+)%s+left$", "%2 %1" },
  { "^.+$", night "rest night" }, { "^.+$", night "sleep" }, { "^.+$", night "pass 8 hours" },
  { "^%l+%s+rest$", "rest" }, { "^(d%d+)%f[^%d]", "roll %1" }, { "^use%s", "light " },
  -- sentences: "Pike takes 3 damage", "Pike gets 2 torches", "give Bram rope to Pike", "roll d20 for luck"
  { "^(%u%S*)%s+[lts]%l+s%s+(%w+)%s+[dh]%l+$", "hurt %1 %2" }, { "^%u%S*%s+gets%s+(%w+)%s+(%l+)$", "%2 +%1" },
  { "^(%u%S*)%s+lights?%s+an?%s+(%l%S*)$", "light %2 %1", "^(%u%S*)%s+lights?%s+(%l%S*)$", "light %2 %1" },
  { "^(%u%S*)%s+dies$", "%1 dead on" }, { "^hurt%s+(%S+)%s+%-(%d+)$", "hp %1 +%2" },
  { "^hurt%s+(%S+)%s+(%S+)$", "lose hp %1 %2" },
  { "^give%s+(%u%S*)%s+(.-)%s+to%s+(%u%S*)$", "give %2 %3" }, { "^(roll%s.-%d)%s+for%s.+$", "%1" },
  { "^give%s+(%u%S*)%s+(%l.*)$", "give %2 %1" }, { "(d%d+)%s+([+-])%s+(%d)", "%1%2%3", only = "^roll" },
  -- Lua: "lua Pike.hp" as = named("Pike").hp, "gain(hp, 2)" with quotes
  { "^lua%s+", "= ", unless = "%(" }, { "%f[%w](%u%l+)%.(%a)", "named(\"%1\").%2", only = "^[=l]" },
  { "(%f[%a][glu][aos][^%s(]*)%(([%a_]+)%f[,)]", "%1(\"%2\"" },
  -- what joins: "Bram & Pike", "rest and Pike search", "Bram: rest", "rest, Pike search", "hp = 3"
  { "%f[%w](%u%w*)%s*&%s*(%u)", "%1 %2" },
  { "(%l)%s+[&/]%s+(%u)", "%1 + %2", "(%l)%s+and%s+(%u)", "%1 + %2" }, { "%f[%w](%u%w*):%s", "%1 " },
  { "%s*,%s+", " + ", unless = "%(" }, { ",%s+(%a+=)", " %1" },
  { "%s*=%s*(%-?%d)", " %1", unless = "^=" },
  -- numbers: "two", "search xthree", "search 3 times", "search 3x", "torches + 2", "3x search"
  { "%f[%a]%a+", number_of }, { "%f[%w][xX](%a+)$", times_of },
  { "(%a) +(%d+) +t[iu][mr][en]s$", "%1 x%2", "(%a) +(%d+) +rooms$", "%1 x%2" },
  { "(%a)%s+(%d+)%s*[xX]$", "%1 x%2", "%s+times%s+(%d+)$", " x%1", "%s+x%s+(%d+)[%s%l]*$", " x%1" },
  { "%s+([+-])%s+(%d+)$", " %1%2" },
  { "^[xX](%d+)%s+(.+)$", "%2 x%1", "^(%d+)[xX]%s+(.+)$", "%2 x%1" },
  -- "search the altar"
  { "%s+%S+", deletes(mostly_needless), prose = true },
  -- dice: "2 d 6", "2d6x10", "4d6 drop lowest"
  { "(%d)%s*d%s*(%d)", "%1d%2", "(%d*d%d+)x(%d)", "%1*%2" },
  { "(%dd%d+)%s+drop%s+(%l)%l*$", "%1d%21" }, { "(%dd%d+)%s+keep%s+(%l)%l*$", "%1k%21" },
  -- the order of words: "add 2 torches", "hp 3 Pike", "lose 3 hp Pike", "Pike hp 3", "lose Pike hp 3"; and
  -- "add member Nim"
  { "^add%s+%l+%s+(%u)", "add %1" }, { "^add%s+(%d+)%s+(%l%S*)$", "%2 +%1" },
  { "^(%l+)%s+(%-?%d%S*)%s+(%S+)$", "%1 %3 %2" },
  { "^(%l+)%s+(%-?%d%S*)%s+(%l%S*)%s+(%S+)$", "%1 %3 %4 %2" },
  { "^(%u%S*)%s+(%l+)%s+(%-?%d%S*)$", "%2 %1 %3" },
  { "^(%u%S*%s+%u%S*)%s+(%l+)%s+(%-?%d%S*)$", "%2 %1 %3" },
  { "^(%l+)%s+(%u%S*)%s+(%l%S*)%s+(%S+)$", "%1 %3 %2 %4" },
  -- "time 7.30", "time 7 pm", "search turn"; one after the other, "rest, search"; "torch Pike"; "Pike away"
  { "(%d+)%.(%d%d)$", "%1:%2" }, { "(%d+):?(%d*)%s*pm$", hours_of },
  { "(%d):?(%d%d)%s*am$", "%1:%2", "(%d)%s*am$", "%1:00" }, { "%s+turn$", "" },
  { "%s*,%s+", "; ", unless = "%(" }, { "^(%l+)%s+(%u%S*)$", "light %1 %2" },
  { "^(%u%S*)%s+(away)$", "%2 %1", "^(%u%S*)%s+(back)$", "%2 %1" },
  { "^%l+s%f[%s%z]", plain_verb, "^%u%S*%s+%l+s%f[%s%z]", plain_verb, unless = "%d" },
  { "^(%l+)%s+roll$", "roll %1", "^(%l+)$", "roll %1" },         -- "reaction roll", "surprise"
}

-- A text as one rule changes it.
local function changed(text, rule)
  if rule.unless and text:find(rule.unless) or rule.only and not text:find(rule.only) then return text end
  if rule.prose and is_lua(text) then return text end
  for i = 1, #rule, 2 do text = text:gsub(rule[i], rule[i + 1]) end
  return text
end

-- A line without the words that only a sentence needs: light torch for Pike, pass the time.
function retyped.plain(line) return changed(line, { "%s+%S+", deletes(needless), prose = true }) end

-- The first text that a line may have been meant as, and for which works(text) is true; or nil.  Each rule is
-- tried twice: on what the rules above it made of the line, and on the line itself, since a rule above may
-- have taken away what was meant.
function retyped.find(line, works)
  local tried, n, text = { [line] = true }, 0, line
  for _, rule in ipairs(rules) do
    text = changed(text, rule)
    for _, one in ipairs { text, changed(line, rule) } do
      if not tried[one] and n < TRIES_MAX then
        tried[one], n = true, n + 1
        if works(one) then return one end
      end
    end
  end
end

return retyped
