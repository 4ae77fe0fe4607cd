-- cures.lua -- what puts a mistake right, where the message leaves no doubt: a change of one stretch of one
-- line. messages.lua shows the line after it, and itself puts misspelt names right; `sconce check --fix`
-- makes those that are certain.  In a line that Lua cannot read, a cure is tried before it is told.
--
-- A cure gets M, { line: the author's line; at: the byte in it where the mark begins; marked: the text above
-- the mark; before: the line up to the mark; after: the line behind it }, and the captures of its pattern. It
-- returns what stands there instead: first and last byte in the line, and the new text; or nothing. A fourth
-- result "ask" marks a cure that is only shown.
local common = module "common"
local source = module "read/source"
local cures = {}

-- Replaces the marked text.
local function mark(M, text) return M.at, M.at + #M.marked - 1, text end

-- Replaces the first `pattern` of the line.  text: with %1 and so on for its captures.
local function first(M, pattern, text)
  local from, to = M.line:find(pattern)
  if from then return from, to, (M.line:sub(from, to):gsub(pattern, text, 1)) end
end

-- The author's text within a pattern, and within the text that replaces it, where % is a sign.
local function in_pattern(text) return (text:gsub("%p", "%%%0")) end
local function in_text(text) return (text:gsub("%%", "%%%%")) end

-- Replaces a literal of the line, at or behind byte `init`.
local function literal(M, old, new, init)
  local from, to = M.line:find(old, init or 1, true)
  if from then return from, to, new end
end

local switches = { ["no"] = "false", ["off"] = "false", ["false"] = "false", ["never"] = "false",
  ["0"] = "false",
  ["yes"] = "true", ["on"] = "true", ["true"] = "true", ["always"] = "true", ["1"] = "true" }

local unary = common.set "not # - ~"
local binary = common.set "+ - * / // % ^ .. < > <= >= == ~= and or & | ~ << >>"
local begins_call = common.set "( [ { text"

-- The index of the last word of the expression that begins at index i; how many values operators join; and
-- true if one of these is a plain text.
local function expression_end(file, i)
  local kinds, n, has_text = file.kinds, 0, false
  while true do
    while unary[kinds[i]] do i = i + 1 end
    local last = source.after(file, i) - 1
    has_text = has_text or kinds[i] == "text"
    local after = (kinds[i] == "name" or kinds[i] == "(") and kinds[last + 1]
    while after == "." or after == ":" or begins_call[after] do
      last = begins_call[after] and source.after(file, last + 1) - 1 or last + 2
      after = kinds[last + 1]
    end
    n = n + 1
    if not binary[kinds[last + 1]] then return last, n, has_text end
    i = last + 2
  end
end

-- Writes out a step that is marked, as -= 1 of n; what stands behind it in ( ) when that has several parts.
local function write_out(M, name, sign)
  local file, from, to = source.of("", M.line), lexer.places(M.line)
  for i, place in ipairs(from) do
    if place == M.at and file.kinds[i + 2] then
      local last, n, has_text = expression_end(file, i + 2)
      local right = M.line:sub(from[i + 2], (to[last] or 0) - 1)
      if sign == "+" and has_text then sign, n = "..", 1 end
      if n > 1 then right = "(" .. right .. ")" end
      return M.at, (to[last] or 1) - 1, ("= %s %s %s"):format(name, sign, right)
    end
  end
end

-- Replaces all signs that `signs` maps, from the first to the last of them in the line.
local function all_signs(M, signs)
  local from, to
  for at, letter in M.line:gmatch "()([\194-\244][\128-\191]+)" do
    if signs[letter] then from, to = from or at, at + #letter - 1 end
  end
  if from then return from, to, (M.line:sub(from, to):gsub("[\194-\244][\128-\191]+", signs)) end
end

local quotes = common.set "“ ” „ « » ‟ ‘ ’"

-- Where the text ends that curly quote `open` begins at byte `at`: its last byte, and the byte behind its
-- closing quote; and true when that is certain.
local function curly_end(line, at, open)
  local single, init = open == "‘" or open == "’", at + #open
  for from, sign, to in line:gmatch("()([\194-\244][\128-\191]+)()", init) do
    local is_single = sign == "’" or sign == "‘"
    if quotes[sign] and single == is_single and not (single and line:find("^%w", to)) then
      return from - 1, to, not line:sub(init, from - 1):find '"'
    end
  end
  local from = line:find('"', init, true)
  if from then return from - 1, from + 1, true end
  from = #line:match "^(.-)[%s,})]*$"
  return from, from + 1, false
end

-- Writes straight quotes for the curly ones outside of texts, and \" for those between them.
local function straighten(M)
  local line, at, certain, out = M.line, 1, true, {}
  while at <= #line do
    local open = line:match("^[\194-\244][\128-\191]+", at) or line:sub(at, at)
    local close = (open == '"' or open == "'") and line:find(open, at + 1, true)
    local stop, sure
    if line:find("^%-%-", at) then close = #line end
    if quotes[open] or open == '"' and not close then
      stop, close, sure = curly_end(line, at, open)
      out[#out + 1] = '"' .. line:sub(at + #open, stop):gsub('"', '\\"') .. '"'
      at, certain = close, certain and sure
    else
      close = close or at + #open - 1
      out[#out + 1] = line:sub(at, close)
      at = close + 1
    end
  end
  return 1, #line, table.concat(out), not certain and "ask" or nil
end

local dashes = { ["–"] = "-", ["—"] = "-", ["−"] = "-" }
local blanks = { ["\u{A0}"] = " ", ["\u{2003}"] = " ", ["\u{2002}"] = " ", ["\u{3000}"] = " ",
  ["\u{200B}"] = "",
  ["\u{2009}"] = " ", ["\u{200A}"] = " " }

-- A sign that is missing before the word that is marked, or at the end of the line.
local function put_before(M, text) return M.at, M.at - 1, text end
local function put_at_end(M, text)
  local code = M.line:gsub("%s*%-%-[^\"']*$", ""):gsub("%s+$", "")
  return #code + 1, #code, text
end

-- A cure that is shown, and not made by itself.
local function shown(from, to, text)
  if from then return from, to, text, "ask" end
end

cures.list = {
  { "true or false is needed, and this is \"?([%a%d]+)\"?$", function(M, v)
    if switches[v:lower()] then return mark(M, switches[v:lower()]) end
  end },
  { "number is needed, and this is \"(%-?%d+%.?%d*)\"$", function(M, v) return mark(M, v) end },
  { "^%a+ \"[%a_][%w_]*\" was made already.*above the include", function() end },
  { "^(%a+) \"([%a_][%w_]*)\" was made already", function(M, kind, name)
    if kind == "setting" then return end
    local from, to, text = first(M, kind .. "%s*%(?\"" .. name .. "\"%)?", kind .. "." .. name)
    return from, to, text, kind == "member" and "ask" or nil       -- more likely another one
  end },
  { "^(%a+) \"([%a_][%w_]*)\" is there already; to change", function(M, kind, name)
    if kind == "setting" then return end
    local from, to, text = first(M, kind .. "%s*%(?\"" .. name .. "\"%)?", kind .. "." .. name)
    if from then return from, to, text end
    return first(M, kind .. "%." .. name .. "%s*=%s*{", kind .. "." .. name .. " {")
  end },
  { "^(%a+) .*a time is needed, .*and this is (%d+)$", function(M, kind, n)
    return shown(literal(M, n, ('"%s %s"'):format(n, kind == "ruleset" and "minutes" or "turns")))
  end },
  { "a unit should follow the number, as in \"(.-)\".-and this is (\".-\")$", function(M, example, text)
    local is_time = M.before:find "lasts%s*=%s*$" or M.before:find "%f[%a]turn%s*=%s*$"
      or M.before:find "starts%s*=%s*$" or M.before:find "pass%s*%(?%s*$"
    return shown(literal(M, text, '"' .. (is_time and example:gsub("%a+$", "minutes") or example) .. '"'))
  end },
  { "have | between them, (\".-\"), and this is (\".-\")$", function(M, right, wrong)
    return literal(M, wrong, right)
  end },
  { "how much of which track is needed, as (\".-\"), and this is ({.-})$", function(M, one, written)
    local parts = {}
    for name, amount in written:gmatch "([%a_][%w_]*) = \"?([%w+-]+)" do
      parts[#parts + 1] = '"' .. amount .. " " .. name .. '"'
    end
    return literal(M, written, #parts > 1 and "{ " .. table.concat(parts, ", ") .. " }" or one)
  end },
  { "choices: a list or a function is needed, and this is \"(.-)\"$", function(M, text)
    return literal(M, '"' .. text .. '"', "{ \"" .. text:gsub("%s*[|,]%s*", "\", \"") .. "\" }")
  end },
  { "max: .* is needed, as (function.- end), and this is (\".-\")$", function(M, text, name)
    return literal(M, name, text)
  end },
  { "^start: its length stands in braces, ({.*})$", function(M, text)
    return literal(M, text:match "\".*\"", text)
  end },
  { "^a '(%a+)' is missing before '", function(M, word) return put_before(M, word .. " ") end },
  { "^a '(%a+)' is missing at the end", function(M, word) return put_at_end(M, " " .. word) end },
  { "^a comma or [})] is missing before '", function(M)
    if M.after:find "^%s*=[^=]" then
      local from = #M.before:match "^(.-)%s*$"
      return from + 1, from, ","
    end
  end },
  { "^write the name in quotes: (%a+) \"(.-)\"$", function(M, word, name)
    local from, to = M.line:lower():find(word .. "%s+\"?" .. name:lower() .. "\"?")
    if from then return from, to, word .. " \"" .. name .. "\"" end
  end },
  { "^'(.-)' stands inside a text", function(M, name)
    return literal(M, '"' .. name .. '"', "'" .. name .. "'")
  end },
  { "^write text in quotes: \"(.-)\"$", function(M, text)
    local from, to = M.line:find(text, 1, true)
    local stop = from and M.line:match("^[.!?]+", to + 1) or ""
    if from then return from, to + #stop, '"' .. text .. stop .. '"' end
  end },
  { "^for goes through a list with each: for %S+ in each%((.*)%) do$", function(M, list)
    local from, to, written = M.line:find("in%s+(.-)%s+do%f[%W]", #M.before - 3)
    if from then return from, to, "in each(" .. (list:find "…" and written or list) .. ") do" end
  end },
  { "^%( %) is missing: (function .*)$", function(M, head)
    local from, to = M.line:find(head:sub(1, -3), 1, true)
    if from then return from, to, head end
  end },
  { "goes on with '(%a+)', and not with '%a+'$", function(M, word) return mark(M, word) end },
  { "stands in %( %); write (%S+)%((.-)%)$", function(M, word, given)
    return literal(M, word .. " " .. given, word .. "(" .. given .. ")")
  end },
  { "several values stand in %( %) with commas; write (.-)%((.-), (%S+)%)$", function(M, word, text, n)
    return first(M, word .. "%s*" .. in_pattern(text) .. "%s*" .. in_pattern(n),
      word .. "(" .. in_text(text) .. ", " .. in_text(n) .. ")")
  end },
  { "^foreach is written", function(M)
    if M.line:find "in%s+each%f[%W]" then return mark(M, "for") end
    return first(M, "foreach%s+(.-)%s+in%s+(.-)%s+do%f[%W]", "for %1 in each(%2) do")
  end },
  { "and not def$", function(M) return first(M, "def%s+([%w_.]+)%s*(%b())%s*:?", "function %1%2") end },
  { "^names takes a list, and (%S+) is one", function(M, who)
    return first(M, "names%s*%(%s*" .. in_pattern(who) .. "%s*%)", in_text(who) .. ".name")
  end },
  { "^a value is given with =, and not :=", function(M) return first(M, ":%s*=", "=") end },
  { "^two commas stand in a row", function(M) return first(M, ",%s*,", ",") end },
  { "^a method is called with a colon", function(M) return mark(M, ":") end },
  { "^a = is missing; write (%S+) = (%S+)$", function(M, name, n)
    return first(M, name .. "%s+" .. n, name .. " = " .. n)
  end },
  { "^a text has no opening quote; write \"(.-)\"$", function(M, text)
    return literal(M, text .. '"', '"' .. text .. '"')
  end },
  { " is written ([~<>=*/]+), and not (%S+)$", function(M, right, wrong)
    return literal(M, wrong, right)
  end },
  { "^a value in %( %) has no name; leave out '(.-)'", function(M, name)
    return shown(first(M, name .. "%s*=%s*", ""))
  end },
  { "^a change is written NAME = VALUE, without '(.-)'", function(M, word)
    return shown(first(M, word .. "%s+", ""))
  end },
  { "^a %] is missing behind (%d+)$", function(M, n) return first(M, "%[%s*" .. n, "[" .. n .. "]") end },
  { "^a comment begins with %-%-, and not with (.+)$", function(M, sign) return literal(M, sign, "--") end },
  { "^a comment begins with two dashes", function(M) return first(M, "%-", "--") end },
  { "joined by '(%a+)', and not by (%S+)$", function(M, word, sign) return literal(M, sign, word) end },
  { "turned round by 'not'", function(M) return first(M, "!%s*", "not ") end },
  { "^(%a+) is written (else%a*)$", function(M, word, right) return literal(M, word, right) end },
  { "^'else if' begins another if", function(M) return first(M, "else%s+if", "elseif") end },
  { "^Lua's words are written small: (%a+)$", function(M, word)
    local at = M.line:find "%a"
    return at, at + #word - 1, word
  end },
  { "^a field has its name without quotes: (%S+) = ", function(M, name)
    return first(M, "[\"']" .. name .. "[\"']%s*[:=]%s*", name .. " = ")
  end },
  { "^to change it, write (%a+)%.(%S+) = ", function(M, kind, name)
    return first(M, kind .. "%s*[\"']" .. name .. "[\"']", kind .. "." .. name)
  end },
  { "^== compares", function(M) return mark(M, "==") end },
  { "^to change it, write a single =", function(M) return first(M, "==", "=") end },
  { "^(%a+) is called with a colon", function(M, name) return first(M, "%." .. name .. "(%W)",
    ":" .. name .. "%1") end },
  { "^a field is written with =, as ([%a_]+)", function(M, name)
    return first(M, name .. "%s*:%s*", name .. " = ")
  end },
  { "is called here, once, as the file is read", function(M) return first(M, "(rule%.[%w_]+)%(%)",
    "%1") end },
  { "^(rule%.[%w_]+) names the rule, and is always true", function(M, name) return literal(M, name,
    name .. "()") end },
  { "^here is a room, whose name", function(M) return first(M, "here(%s*[=~]=)", "here.name%1") end },
  { "^([%a_][%w_]*) is not a text; its (%a+) is", function(M, name, field)
    return first(M, name .. "(%s*[=~]=)", name .. "." .. field .. "%1")
  end },
  { "gives a list, and a list is not a number", function(M) return put_before(M, "#") end },
  { "^roll gives a row, whose name is", function(M)
    local from, to, text = first(M, "roll%s*(\"[^\"]*\")", "roll(%1).name")
    if from then return from, to, text end
    return first(M, "(roll%b())(%s*[=~]=)", "%1.name%2")
  end },
  { "^(%S+) (%S+)= is not known; write", write_out },
  { "^(%S+) %+%+ is not known; write", function(M, name) return mark(M, " = " .. name .. " + 1") end },
  { "die: (%d+) is a number and no die", function(M, n) return mark(M, '"1d' .. n .. '"') end },
  { "means nothing here; .-and this is \"(%d*)[wWtT](%d+)\"", function(M, n, sides)
    return mark(M, '"' .. n .. "d" .. sides .. '"')
  end },
  { "^a check has no '([%a]+)'; write (%a+)$", function(M, name, part)
    local from, to = M.line:find(name .. "%s*=%s*true", M.at)
    if from == M.at then return from, to, part .. " = 1" end
    return mark(M, part)
  end },
  { "; write it in quotes: (\"%a+\")$", function(M, text) return mark(M, text) end },
  { "says whether [%w_.]+ is so, .-; write ([%w_.]+ ~= \".-\")$", function(M, right)
    return first(M, "not%s+[%w_.]+%s*==%s*(\"[^\"]*\")", in_text(right))
  end },
  { "alone is always true; compare it, too: (.+)$", function(M, right) return mark(M, right) end },
  { "^(on%.[%w_]+) is given .-: function on%.[%w_]+(%(.-%))$", function(M, name, params)
    return first(M, name:gsub("%.", "%%.") .. "%s*%b()", name .. params)
  end },
  { "is not a name of a ruleset: .-, without %.lua", function(M)
    return first(M, "\"[^\"]-([%w_-]+)%.lua\"", "\"%1\"")
  end },
  { "is not a quotation mark", straighten },
  { "is not a minus here", function(M) return all_signs(M, dashes) end },
  { "non%-breaking space", function(M) return all_signs(M, blanks) end },
  { "^a text in ' ' ends at the next '", function(M)
    local from, inside = M.line:match "()'(.*)'"
    if inside and not inside:find '"' then return from, from + #inside + 1, '"' .. inside .. '"' end
  end },
  { "^there is a setting of that name", function(M) return put_before(M, "setting.") end },
  { "^(setting%.[%w_]+) is set with =", function(M, name)
    local from, to, value = M.line:find(name:gsub("%.", "%%.") .. "%s*%(?%s*([^%s()]+)%s*%)?")
    if from then return from, to, name .. " = " .. value end
  end },
  { "there is no word '(.-)'; the track of that name is written \".-\" or (%S+)$", function(M, name, owned)
    if M.before:find "%f[%a]when%s*=%s*$" then
      local whole = M.line:sub(M.at):match "^[^,}]*":gsub("%s+$", "")
      local looks = whole:gsub("%f[%w_]" .. name .. "%f[^%w_]", owned:gsub("^who", "c.who"))
      return shown(M.at, M.at + #whole - 1, "function(c) return " .. looks .. " end")
    end
    local in_quotes = M.before:find "%f[%a]spends%s*=%s*$" ~= nil
    for _, word in ipairs { "gain", "lose", "set" } do
      in_quotes = in_quotes or M.before:find(word .. "%s*%([^()]*$")
    end
    return mark(M, in_quotes and '"' .. name .. '"' or owned)
  end },
  { "a function is needed, and this is \"(rule%.[%w_]+)\"$", function(M, name) return mark(M, name) end },
  { ", (%a+): a list is needed, as { … }, and this is (\"[^\"]*\")$", function(M, field, text)
    local parts = (field == "steps" or field == "takes") and not text:find "," and "%s+" or ",%s*"
    local from, to = mark(M)
    return from, to, "{ " .. text:gsub(parts, "\", \"") .. " }", text:find "^[^,]* " and "ask" or nil
  end },
  { "is a number; to roll dice, write dice (\"[^\"]+\")$", function(M, text) return literal(M, text,
    "dice " .. text) end },
  { "is a number; write it without quotes, (%S+)$", function(M, n) return literal(M, '"' .. n .. '"',
    n) end },
  { "what stands after the text of a row is a rule, .-and this is \"(rule%.[%w_]+)\"$", function(M, name)
    return mark(M, name)
  end },
  { "a rule is named without quotes, (rule%.[%w_]+); this is a text$", function(M, name)
    return literal(M, '"' .. name .. '"', name)
  end },
  { "^there is no 'print' here", function(M) return mark(M, "say") end },
  { "^there is no '.-' here: .+ is written (%a+)$", function(M, word) return mark(M, word) end },
  { "is a number, and 0 is true, too; compare it: (%S+) > 0$", function(M, name)
    local from, to, text = literal(M, "not " .. name, name .. " == 0")
    if from then return from, to, text end
    return literal(M, name, name .. " > 0", M.at)
  end },
  { "and an empty one is true, too; count it: #(%S+) > 0$", function(M, name)
    local from, to, text = literal(M, "not " .. name, "#" .. name .. " == 0")
    if from then return from, to, text end
    return literal(M, name, "#" .. name .. " > 0", M.at)
  end },
  { "^to (%a+) %-(%S+) is to (%a+) ", function(M, word, n, other)
    local from, to = M.line:find(word .. "%b()", M.at)
    if from then
      return from, to, other .. M.line:sub(from + #word, to):gsub("%-%s*" .. n:gsub("%.", "%%.") .. "%s*%)$",
        n .. ")"),
        "ask"
    end
  end },
  { "; write %a+ in quotes: (\"[^\"]+\")$", function(M, text)
    local plain = text:sub(2, -2)
    return literal(M, plain, text)
  end },
}

-- The change that puts a message right: { from, to (the byte behind), text, certain }, places in the line; or
-- nil.
-- text: the message; line: the author's line; from, to: the bytes that are marked.
function cures.find(text, line, from, to)
  local M = { line = line, at = from, marked = line:sub(from, to - 1), before = line:sub(1, from - 1),
    after = line:sub(to) }
  for _, cure in ipairs(cures.list) do
    local captures = table.pack(text:match(cure[1]))
    if captures[1] then
      local a, b, new, ask = cure[2](M, table.unpack(captures, 1, captures.n))
      if not a then return end
      return { from = a, to = b + 1, text = new, certain = ask == nil }
    end
  end
end

return cures
