-- cures.lua -- what puts a mistake right, where the message leaves no doubt: a change of one stretch of one
-- line. messages.lua shows the line after it, and itself puts misspelt names right; `sconce check --fix`
-- makes those that are certain.  In a line that Lua cannot read, a cure is tried before it is told.  Cures go
-- by the words of messages that other files write; one that is improved may need another pattern here.
--
-- A function gets M, { line: the author's line; at: the byte in it where the mark begins; marked: the text
-- above the mark; before: the line up to the mark; after: the line behind it }, and what the pattern of the
-- message captured. It returns the first and last byte that it replaces in the line, the new text, and "ask"
-- for a cure that is only shown.
local common = module "common"
local source = module "read/source"
local cures = {}

-- Replaces the marked text.
local function mark(M, text) return M.at, M.at + #M.marked - 1, text end

-- Replaces the first match of a pattern in the line by a text, in which %1 and so on are its captures.
local function first(M, pattern, text)
  local from, to = M.line:find(pattern)
  if from then return from, to, (M.line:sub(from, to):gsub(pattern, text, 1)) end
end

-- The author's text as a pattern has to hold it, with % before each sign; and as the text that replaces it
-- has to, with %% for %.
local function in_pattern(text) return (text:gsub("%p", "%%%0")) end
local function in_text(text) return (text:gsub("%%", "%%%%")) end

-- Replaces a literal of the line, at or behind byte `init`.
local function literal(M, old, new, init)
  local from, to = M.line:find(old, init or 1, true)
  if from then return from, to, new end
end

local switches = { no = "false", off = "false", ["false"] = "false", never = "false", ["0"] = "false",
  yes = "true", on = "true", ["true"] = "true", always = "true", ["1"] = "true" }

-- Puts true or false in place of `v`, another word for it; returns nothing for any other text.
local function switched(M, v)
  if switches[v:lower()] then return mark(M, switches[v:lower()]) end
end

local unary = common.set "not # - ~"
local binary = common.set "+ - * / // % ^ .. < > <= >= == ~= and or & | ~ << >>"

-- The index of the last word of the value at index i: a literal, a bracket, or a name with all that follows
-- it, as roll("x").name.
local function value_end(file, i)
  local last = source.after(file, i) - 1
  if not source.matches(file, i, "NAME|(") then return last end
  while true do
    if source.matches(file, last + 1, ".|:") then last = last + 2
    elseif source.matches(file, last + 1, "(|[|{|TEXT") then last = source.after(file, last + 1) - 1
    else return last end
  end
end

-- The index of the last word of the expression that begins at index i; how many values its operators join;
-- and true if one of these values is a plain text.
local function expression_end(file, i)
  local values_n, has_text = 0, false
  while true do
    while unary[file.kinds[i]] do i = i + 1 end
    local last = value_end(file, i)
    values_n, has_text = values_n + 1, has_text or file.kinds[i] == "text"
    if not binary[file.kinds[last + 1]] then return last, values_n, has_text end
    i = last + 2
  end
end

-- Writes out `n -= 1` as n = n - 1, from the marked sign on.  What is added or taken away gets ( ) when it
-- has several parts.
local function write_out(M, sign, name)
  local file = source.of("", M.line)
  local from, to = source.places(file)
  local i = common.contains(from, M.at)
  if not i or not file.kinds[i + 2] then return end
  local last, values_n, has_text = expression_end(file, i + 2)
  local right = M.line:sub(from[i + 2], (to[last] or 0) - 1)
  local joins_texts = sign == "+" and has_text             -- texts are joined by .., and need no ( )
  if values_n > 1 and not joins_texts then right = "(" .. right .. ")" end
  return M.at, (to[last] or 1) - 1, ("= %s %s %s"):format(name, joins_texts and ".." or sign, right)
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

-- The end of the text that the curly quote `open` begins at byte `at`: its last byte, and the byte behind its
-- closing quote; and true when that is certain.
local function curly_end(line, at, open)
  local single, init = open == "‘" or open == "’", at + #open
  for from, sign, to in line:gmatch("()([\194-\244][\128-\191]+)()", init) do
    local is_single = sign == "’" or sign == "‘"
    -- A single one with a letter behind it is an apostrophe.
    if quotes[sign] and single == is_single and not (single and line:find("^%w", to)) then
      return from - 1, to, not line:sub(init, from - 1):find '"'
    end
  end
  -- No curly one closes it: it ends at a straight one, or before what closes the line.
  local from = line:find('"', init, true)
  if from then return from - 1, from + 1, true end
  from = #line:match "^(.-)[%s,})]*$"
  return from, from + 1, false
end

-- Writes straight quotes for the curly ones that begin and end texts, and \" for straight ones within these.
local function straighten(M)
  local line, at, certain, out = M.line, 1, true, {}
  while at <= #line do
    local open = line:match("^[\194-\244][\128-\191]+", at) or line:sub(at, at)
    local close = (open == '"' or open == "'") and line:find(open, at + 1, true)
    if line:find("^%-%-", at) then close = #line end
    if quotes[open] or open == '"' and not close then
      local stop, behind, sure = curly_end(line, at, open)
      out[#out + 1] = '"' .. line:sub(at + #open, stop):gsub('"', '\\"') .. '"'
      at, certain = behind, certain and sure
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
  ["\u{200B}"] = "", ["\u{2009}"] = " ", ["\u{200A}"] = " " }

-- Put a text in; since nothing is replaced, the last byte stands before the first.
local function put_before_mark(M, text) return M.at, M.at - 1, text end
local function put_at_end(M, text)
  local code = M.line:gsub("%s*%-%-[^\"']*$", ""):gsub("%s+$", "")
  return #code + 1, #code, text
end

-- A list for one text: { "a", "b" } for "a, b".
local function listed(M, text) return mark(M, "{ \"" .. text:gsub("%s*[|,]%s*", "\", \"") .. "\" }") end

-- A cure is
--   { message, TEXT }            TEXT in place of the marked text;
--   { message, PATTERN, TEXT }   TEXT in place of the first PATTERN in the line, with its captures as %1;
--   { message, FUNCTION }        what the function returns.
-- $1 in PATTERN and TEXT is what the message's pattern captured, $0 the marked text.  ask = true: the cure is
-- only shown.  The first cure that finds its place counts; a function that returns false says: there is none.
cures.list = {
  { "a switch is true or false, without quotes, and this is \"(%a+)\"$", switched },
  { "^track (\".-\"): what is typed at the prompt is one word; write (\".-\")$", "$1", "$2", ask = true },
  { "true or false .-is needed, and this is \"?([%a%d]+)\"?$", switched },
  { "number .-is needed, and this is \"%+?(%-?%d+%.?%d*)\"$", "$1" },
  { "turns: a whole number or a function is needed, and this is \"(%d+) turns?\"$", "$1" },
  { "is needed, and this is \".-\"; that is (%d+) turns$", "$1" },
  { "^all fields of .- stand in one pair of braces$", "%s*}%s*{", ",", ask = true },
  { "the numbers of a row stand in quotes of their own", function(M)
    local row = "\"(%d+[-+]?%d*)%s+([^\"]+)\""
    local from, to = M.line:match "()\"%d+[-+]?%d*%s[^{}]*\"()"
    if from then return from, to - 1, (M.line:sub(from, to - 1):gsub(row, "{ \"%1\", \"%2\" }")), "ask" end
  end },
  { "is a row: change its text, ", "%s*=%s*(\"%d+[-+]?%d*\")", ".at = %1", ask = true },
  { "is a row: change its text, ", "%s*=%s*\"", ".text = \"", ask = true },
  { "^(rule%.[%w_]+) is a function, ", "^%s*$1%s*=%s*(.-)%s*$", "function $1() return %1 end", ask = true },
  { "^a spec has no word '(.-)'", "([{,]%s*)$1(%s*[,}])", "%1\"$1\"%2", ask = true },
  { "^a point and a = are missing; write ", "(%.[%w_]+)%s+([%w_]+)%s+", "%1.%2 = " },
  { "a quantity begins with a number.-and this is \"(%a+) (%a+)\"$", function(M, word, unit)
    local n = common.contains(common.numerals, word:lower())
    if n then return mark(M, ("\"%d %s\""):format(n, unit)) end
  end },
  { "by: .- is needed, and this is \"every%a*[%a ]*\"$", "\"each\"", ask = true },
  { "before '(.-)' the track alone is needed", "\"$1\"" },
  { "cards: a whole number or a list is needed, and this is \"(.-,.-)\"$", listed },
  { "holds: the name of a light is needed, in quotes, and this is { (\".-\") }$", "$1" },
  { "^pass: (%d+): a unit should follow", "(pass%s*%(?%s*)[\"']?$1[\"']?", "%1\"$1 minutes\"", ask = true },
  { "^'(.-)' is a function, which has no length", "#$1", "#$1()" },
  { "^math.random is not here", "math%.random%(%s*(%d+)%s*%)", "dice \"1d%1\"", ask = true },
  { "emit: the fields of an event are a table.-and this is (\".-\")$", "$1", "{ what = $1 }", ask = true },
  { "a list is needed, ({ \".-\" }), and this is (\"[^\",]+,[^\"]+\")$", "$2", "$1" },
  { "a list is needed, { \".-\" }, and this is (\"[^\"]+\")$", "$1", "{ $1 }" },
  { "^ruleset .-a time is needed, .-and this is \"(%d+) m\"$", "\"$1 minutes\"", ask = true },
  { "a time is needed, .-and this is \"(%d+) rounds?\"$", "\"$1 turns\"", ask = true },
  { "a length of time is needed, as (\"%d+ hours\"), and this is (\"[%d:]+\")$", "$2", "$1", ask = true },
  { "it is a track of the %a+, (who%.([%w_]+))$", "party%.$2", "$1", ask = true },
  { "belongs to a row, which stands in braces of its own", function(M)      -- { "search", … } for its parts
    local at, last = nil, M.line:match "()%s*}%s*$"
    for sign, from in M.before:gmatch "([{,=]?)%s*()\"[^\"]*\"" do          -- the last text that no = gives
      if sign ~= "=" then at = from end
    end
    if at and last then return at, last - 1, "{ " .. M.line:sub(at, last - 1) .. " }", "ask" end
  end },
  { "every member stands in braces of its own", "(party%s*=%s*){(%s*\"[^{}\"]*\",[^{}]-=[^{}]*)}",
    "%1{ {%2} }" },
  { "every member stands in braces of its own", function(M)            -- "A", "B" for { "A" }, { "B" }
    local at, list = M.line:match "party%s*=%s*{()([^{}]*)"
    if at then return at, at + #list - 1, (list:gsub("\"[^\"]*\"", "{ %0 }")) end
  end },
  { "every member stands in braces of its own.-and this is (\"[^\"]+\")$", "$1", "{ $1 }" },
  { "every row stands in braces of its own, as { (\".-\") }$", "$1", "{ $1 }" },
  { "say which one begins: ruleset \".-\" { procedure = (\".-\") }$", "{", "{ procedure = $1,", ask = true },
  { "^%a+ \"[%a_][%w_]*\" was made already.*above the include", function() return false end },
  { "^setting \"([%a_][%w_]*)\" was made already",
    "setting%s*%(?\"$1\"%)?%s*{.-default%s*=%s*([^,{}]-)%s*[,}].*", "setting.$1 = %1", ask = true },
  { "^setting \"([%a_][%w_]*)\" was made already", "setting%s*%(?\"$1\",?%s*([^,{}()]+)%)?%s*$",
    "setting.$1 = %1", ask = true },
  { "^(member) \"([%a_][%w_]*)\" was made already", "$1%s*%(?\"$2\"%)?", "$1.$2", ask = true },
  { "^(%a+) \"([%a_][%w_]*)\" was made already", "$1%s*%(?\"$2\"%)?", "$1.$2" },
  { "^(%a+) \"([%a_][%w_]*)\" is there already.-; to change", "$1%s*%(?\"$2\"%)?", "$1.$2" },
  { "^(%a+) \"([%a_][%w_]*)\" is there already.-; to change", "$1%.$2%s*=%s*{", "$1.$2 {" },
  { "^ruleset .*a time is needed, .*and this is (%d+)$", "%f[%d]$1%f[%D]", "\"$1 minutes\"", ask = true },
  { "^%a+ .*a time is needed, .*and this is (%d+)$", "%f[%d]$1%f[%D]", "\"$1 turns\"", ask = true },
  { "a unit should follow the number, as in \"(.-)\".-and this is (.+)$", function(M, example, text)
    local field = M.before:match "(%a+)[%s=(]*$"
    local is_time = example:find " m$"
      and (field == "lasts" or field == "turn" or field == "starts" or field == "pass")
    local from, to = literal(M, text, "")
    return from, to, ('"%s"'):format(is_time and example:gsub("%a+$", "minutes") or example), "ask"
  end },
  { "have | between them, (\".-\"), and this is (\".-\")$", "$2", "$1" },
  { "how much of which track is needed, as (\".-\"), and this is ({.-})$", function(M, one, written)
    local parts = {}
    for name, amount in written:gmatch "([%a_][%w_]*) = \"?([%w+-]+)" do
      parts[#parts + 1] = '"' .. amount .. " " .. name .. '"'
    end
    return mark(M, #parts > 1 and "{ " .. table.concat(parts, ", ") .. " }" or one)
  end },
  { "a list .-is needed, and this is \".-\"$", function(M)              -- "a", "b" for { "a", "b" }
    local rest = M.after:match '^%s*,%s*".-"%s*$'
    if rest and not rest:find "[={}()]" then return M.at, #M.line, "{ " .. M.marked .. rest .. " }" end
  end },
  { "choices: a list or a function is needed, and this is \"(.-)\"$", listed },
  { "aka: a verb is one word .-, and this is \"(.-,.-)\"$", listed },
  { "to: a text in quotes is needed, and this is { (\".*\") }$", function(M, list)
    return mark(M, (list:gsub("\", \"", "|")))
  end },
  { "^there is no 'f' here", function(M)
    local from, text, to = M.line:match "()f\"([^\"]*)\"()"
    local values = table.concat(common.split(text or "", "{(.-)}"), ", ")
    if from then return from, to - 1, ('"%s", %s'):format(text:gsub("{.-}", "%%s"), values), "ask" end
  end },
  { "is not a unit; .-and this is \"([%d.]+) (%a+)%.\"$", "\"$1 $2\"" },
  { "is not a unit; .-and this is \"(%d+)'\"$", "\"$1 ft\"", ask = true },
  { "verb is one word .-, and this is \"(%a+) (%a+)\"$", "\"$1_$2\"", ask = true },
  { "^action \"(%a+) (%a+)\": a verb is one word", "\"$1 $2\"", "\"$1_$2\"", ask = true },
  { "^'party' belongs to play", "^party%.([%w_]+)%s*=", "track.%1.start =", ask = true },
  { "^'party' belongs to play", "when%s*=%s*([^,}]-)%s*([,}])", "when = function() return %1 end%2",
    ask = true },
  { "^'dice' belongs to play", "dice%s*%(?(\"[^\"]*\")%)?", "%1", ask = true },
  { "^'say' belongs to play", "^(say.*)$", "function on.begin() %1 end", ask = true },
  { "the number comes first, (\"[^\"]+\"), and this is (\"[^\"]+\")$", "$2", "$1" },
  { "^there is no word '(.-)'; the light of that name", "(holds%s*=%s*)$1", "%1\"$1\"" },
  { "^([%d.]+)/([%d.]+) divides; .- stand in quotes, (\"[^\"]+\")$", "$1%s*/%s*$2", "$3" },
  { "^a policy makes no rules; write local function ([%w_]+)", "function%s+%a+%.$1", "local function $1" },
  { "^emit \"(.-)\" has no fields", "emit%s*%(?(\"$1\")%)?", "emit %1 {}" },
  { "^= changes; to make one, write (%a+) ", "$1%s*=%s*(\"[^\"]*\")", "$1 %1" },
  { " is given no [%w_]+, which .-; write ([%w_]+)(%(.-%))$", "$1%s*%b()", "$1$2" },
  { "there is no word 'members'; did you mean 'member'", function(M)       -- members { "A", "B" }
    local from, list, to = M.line:match "()members?%s*{([%s,\"%w]*)}()"
    list = list and list:gsub("(\"[^\"]*\")%s*,?", "member %1 {}")
    if from then return from, to - 1, common.trim(list) end
  end },
  { "^no comma stands between a name", "([\"'])%s*,%s*{", "%1 {" },
  { "^fields stand in braces { }, and not in", "%((.*)%)", "{%1}", ask = true },
  { "^a thing is made without =", "([\"'])%s*=%s*{", "%1 {" },
  { "^a member is written member \"(.-)\"", "^%s*$1%s*=%s*", "member \"$1\" " },
  { "say whose: (%a+)%(who, (\"[^\"]*\")%)$", "$1%s*%(%s*$2", "$1(who, $2", ask = true },
  { "say whose: (%a+)%(who, (\"[^\"]*\")%)$", "$1%s*$2", "$1(who, $2)", ask = true },
  { "decimals follow a point, not a comma", "(%d),(%d)", "%1.%2" },
  { "\"([^\"]*)\" runs backwards; write (\"[^\"]+\")$", "\"$1\"", "$2" },
  { "\"(%d+)[ .to]+(%d+)\" is not a place on a die", "\"$1[ .to]+$2\"", "\"$1-$2\"" },
  { "of d(%d+); that is one die of .- are (\"[^\"]+\")$", "\"1?d$1\"", "$2", ask = true },
  { "begins with a number.-and this is \"an? (%a+)\"$", "\"1 $1\"" },
  { "^a list stands in braces", "%[(.-)%]", "{%1}" }, { "goes on with '(%a+)', and not with '%a+'$", "$1" },
  { "^a rule is not local", "local%s+function", "function" },
  { "^a text stands in .-, and not in `", "`([^`]*)`", "\"%1\"" },
  { "'?for'? counts with a comma", "=%s*(%S+)%s+to%s+", "= %1, " },
  { "^there is no 'range' here", "in%s+range%(%s*([^(),]-)%s*%)", "= 1, %1", ask = true },
  { "^'([%a_]+)' is nothing %(nil%), and cannot be called", "%.$1%s*(\"[^\"]*\")", ".$1 = %1", ask = true },
  { "^'function' is missing", "^(%s*)", "%1function " },
  { "^a point is missing: function (%a+)%.([%w_]+)$", "$1%s+$2", "$1.$2" },
  { "^there is no procedure '(%a+)'; there is only ([%w_]+)$", "procedure:$1", "procedure.$2:$1" },
  { "minutes: a number is needed, and this is \"(.-)\"$", function(M, text)
    local ok, minutes = protected(function() return measure.amount(measure.quantity(text), "minutes") end)
    if ok then return mark(M, ("%g"):format(minutes)) end
  end },
  { "a number is needed, and this is \"(%d+) %a+\"$", "$1", ask = true },
  { "tracks and their values are needed.-and this is \"([%w_]+) (%w+)\"$", "{ $1 = $2 }", ask = true },
  { "max: .* is needed, as (function.- end), and this is (\".-\")$", "$2", "$1" },
  { "^start: its length stands in braces, ({.-(\".*\").*})$", "$2", "$1" },
  { "^a '(%a+)' is missing before '", function(M, word) return put_before_mark(M, word .. " ") end },
  { "^a '(%a+)' is missing at the end", function(M, word) return put_at_end(M, " " .. word) end },
  { "^a comma or [})] is missing before '(%S+)'", "(%S)(%s+$1%s*=[^=])", "%1,%2" },
  { "^write the name in quotes: (%a+) \"(.-)\"$", function(M, word, name)
    local from, to = M.line:lower():find(word .. "%s+\"?" .. name:lower() .. "\"?")
    if from then return from, to, word .. " \"" .. name .. "\"" end
  end },
  { "^'(.-)' stands inside a text", "\"$1\"", "'$1'" },
  { "^write text in quotes: \"(.-)\"$", "$1([.!?]*)", "\"$1%1\"" },
  { "^for goes through a list with each: for %S+ in each%((.*)%) do$", function(M, list)
    local from, to, written = M.line:find("in%s+(.-)%s+do%f[%W]", #M.before - 3)
    if from then return from, to, "in each(" .. (list:find "…" and written or list) .. ") do" end
  end },
  { "^%( %) is missing: (function .*)%(%)$", "$1", "$1()" },
  { "stands in %( %); write (%S+)%((.-)%)$", "$1 $2", "$1($2)" },
  { "several values stand in %( %) with commas; write (.-)%((.-), (%S+)%)$", "$1%s*$2%s*$3", "$1($2, $3)" },
  { "^foreach is written", "foreach(%s+.-%s+in%s+each%f[%W])", "for%1" },
  { "^foreach is written", "foreach%s+(.-)%s+in%s+(.-)%s+do%f[%W]", "for %1 in each(%2) do" },
  { "and not def$", "def%s+([%w_.]+)%s*(%b())%s*:?", "function %1%2" },
  { "^names takes a list, and (%S+) is one", "names%s*%(%s*$1%s*%)", "$1.name" },
  { "^a value is given with =, and not :=", ":%s*=", "=" }, { "^two commas stand in a row", ",%s*,", "," },
  { "^line is a function, which is called for each turn", "(line%s*=%s*[%w_.]+)%(%s*%)", "%1" },
  { "^line is a function, which is called for each turn", "(line%s*=%s*)(\"[^\"]*\")",
    "%1function() return %2 end", ask = true },
  { "^a method is called with a colon", ":" }, { "^a %] is missing behind (%d+)$", "%[%s*$1", "[$1]" },
  { "^a = is missing; write (%S+) = (%S+)$", "$1%s+$2", "$1 = $2" },
  { "^a text has no opening quote; write \"(.-)\"$", "$1\"", "\"$1\"" },
  { " is written ([~<>=*/]+), and not (%S+)$", "$2", "$1" },
  { "^a value in %( %) has no name; leave out '(.-)'", "$1%s*=%s*", "", ask = true },
  { "^a change is written NAME = VALUE, without '(.-)'", "$1%s+", "", ask = true },
  { "^a comment begins with %-%-, and not with (.+)$", "$1", "--" },
  { "^a comment begins with two dashes", "%-", "--" }, { "joined by '(%a+)', and not by (%S+)$", "$2", "$1" },
  { ": (%S+ %a+) is about (%S+ %a+)$", "\"$1\"", "\"$2\"", ask = true },
  { "; (%S+ %a+) is about (%S+ %a+)$", "\"$1\"", "\"$2\"", ask = true },
  { "^a field is read with a point, as (%S+)%.(%S+)$", "$1:$2%(%)", "$1.$2" },
  { "^a field is read with a point, as (%S+)%.(%S+)$", "$1:$2", "$1.$2" },
  { "^a value by itself does nothing", "([%a_][%w_.]*%b()%s*[-+*/.])", "return %1", ask = true },
  { "a number or dice is missing behind ([+-])", "%s*$1(%s+%a)", "%1", ask = true },
  { "^nil takes a thing away, and not false", "=%s*false", "= nil" },
  { "^a list begins at 1, so a loop", "1" }, { "^'.-' is a function, and is not called", "$0()" },
  { "the name of a %a+ is needed, and this is {.-name = (\"[^\"]*\").*}$", "$1", ask = true },
  { "the name of a timer is needed, and this is { ([%a_]+) = .*}$", "\"$1\"", ask = true },
  { "%? is not known; a choice is written", "%s*%?%s*([^:?]-)%s*:%s*", " and %1 or ", ask = true },
  { "turned round by 'not'", "!%s*", "not " }, { "^(%a+) is written (else%a*)$", "$1", "$2" },
  { "^'else if' begins another if", "else%s+if", "elseif" },
  { "^Lua's words are written small: (%a+)$", "$1" },
  { "^a field has its name without quotes: (%S+) = ", "[\"']$1[\"']%s*[:=]%s*", "$1 = " },
  { "is changed by its name, behind a point; write (%a+)%.(%S+) = ", "$1%s*[\"']$2[\"']", "$1.$2" },
  { "^== compares", "=%s+=", "==" }, { "^== compares", "==" },
  { "^to change it, write a single =", "==", "=" },
  { "^(%a+) is called with a colon", "%.$1(%W)", ":$1%1" },
  { "^a field is written with =, as ([%a_]+)", "$1%s*:%s*", "$1 = " },
  { "and nothing reads '(.-)'; is a return missing", "local%s+$1%s*=%s*", "return ", ask = true },
  { "has nothing called '(.-)'; write (%S+)$", "[%a_][%w_]*%.$1%f[^%w_]", "$2", ask = true },
  { "has no track '(.-)', which is a setting", "%a+%.$1", "setting.$1", ask = true },
  { "^(%a+): whose it is comes first, then which", "$1(%s*)%(([%w_.]+),%s*(.-),%s*(\"[%w_]+\")%)",
    "$1%1(%2, %4, %3)", ask = true },
  { "^(checks?): what is checked comes before",
    "$1(%s*)%(([%w_.%[%]]+),%s*([%w_.]+),%s*([%w_.\"|]+)(%s*[,)])", "$1%1(%2, %4, %3%5", ask = true },
  { "; how many a list holds is #([%w_]+)$", "([(,=%s])$1(%s*[-+*/%%])", "%1#$1%2", ask = true },
  { "; how many a list holds is #([%w_]+)$", "([-+*/%%]%s*)$1%f[^%w_]", "%1#$1", ask = true },
  { "^(%a+): what it is about comes first", "$1(%(.-,)(%s*{)", "$1%1 nil,%2", ask = true },
  { "^(%a+): the name of a %a+ comes first", "$1%(([%w_.]+),%s*(\"[^\"]*\")", "$1(%2, %1", ask = true },
  { "^a list is needed here, and this is (\".-\")$", "%($1,%s*([%w_.]+)", "(%1, $1", ask = true },
  { "; is (\".-\") meant, in quotes%?$", "$1", ask = true },
  { "how much is a number, and dice are rolled by a word: dice (\".-\")$", "$1", "dice $1", ask = true },
  { "^a policy gives back the function .-, and this is", "^(return%s+[%w_]+)%(%s*%)%s*$", "%1", ask = true },
  { "lights: each is one text, (\".-\"), and this is {", "lights%s*=%s*{[^{}]*}", "lights = $1", ask = true },
  { "^skip: a step is a name", "skip%(?step%.([%w_]+)%)?", "skip \"%1\"", ask = true },
  { "^(%a+) takes the text first, and then its values", "$1%(([%w_.]+), \"([^\"]*)\"%)",
    "$1(\"%%s%2\", %1)", ask = true },
  { "^pool: the number of dice comes first", "pool(%s*)%((\"[^\"]*\"),%s*([%w_.]+)", "pool%1(%3, %2",
    ask = true },
  { "^(%a+) takes the name of a track", "$1(%s*)%(%s*party%.([%w_]+)", "$1%1(\"%2\"" },
  { "^(%a+) takes the name of a track", "$1(%s*)%(%s*([%w_]+)%.([%w_]+)", "$1%1(%2, \"%3\"" },
  { "^a number is written without quotes: (%d+)", "\"$1\"", "$1" },
  { "so this is never \"(%d+)\"", "\"$1\"", "$1" },
  { "expected \"(%a+)\", got [tf]%a+; write true or false", switched },
  { "^a policy gives back the function .-, and this is \"", "return%s+(\"[^\"]*\")",
    "return function() return %1 end", ask = true },
  { "^this line runs a rule", "(rule%.[%w_]+)%(%)", "%1" },
  { "is called here, once, as the file is read", "(rule%.[%w_]+)%(%)", "%1" },
  { "^(rule%.[%w_]+) names the rule, and is always true", "$1", "$1()" },
  { "^here is a room, whose name", "here(%s*[=~]=)", "here.name%1" },
  { "^([%a_][%w_]*) is not a text; its (%a+) is", "$1(%s*[=~]=)", "$1.$2%1" },
  { "^([%a_][%w_]*) is not a text; its name is", "%f[%w_]$1(%s*%.%.)", "$1.name%1" },
  { "^([%a_][%w_]*) is not a text; its name is", "(%.%.%s*)$1%f[^%w_]", "%1$1.name" },
  { "gives a list, and a list is not a number", function(M) return put_before_mark(M, "#") end },
  { "^roll gives a row, whose name is", "roll%s*(\"[^\"]*\")", "roll(%1).name" },
  { "^roll gives a row, whose name is", "(roll%b())(%s*[=~]=)", "%1.name%2" },
  { "^a number has no plus sign", "([=,({n]%s*)%+%s*(%d)", "%1%2" },
  { "^what a rule does stands in a row, without 'and'", "([)\"])%s+and%s+", "%1 " },
  { "text or a list of texts is needed, and this is { %w+ = (\"[^\"]*\") }$", "{%s*%w+%s*=%s*($1)%s*}", "%1",
    ask = true },
  { "each stands in quotes of its own, (\".-\"), and this is (\"[^\"]+\")$", "$2", "$1" },
  { "the member of that name is written (named%(\"(.-)\"%))$", "\"$2\"", "$1" },
  { "^%# counts a list, and party is none", "#%s*party", "count(party)" },
  { "^several parts stand in %( %): ([%a_]+)%(.-%.%.", "$1%s*(\"[^\"]*\"%s*%.%..-)%s+end%s*$", "$1(%1) end" },
  { "^several parts stand in %( %): ([%a_]+)%(.-%.%.", "$1%s*(\"[^\"]*\"%s*%.%..*)$", "$1(%1)" },
  { "^several parts stand in %( %): ([%a_]+)%(", "$1%s*(\"[^\"]*\",.-)%s+end%s*$", "$1(%1) end" },
  { "^several parts stand in %( %): ([%a_]+)%(", "$1%s*(\"[^\"]*\",.*)$", "$1(%1)" },
  { "is no (%p+)= here; write (%S+)", write_out }, { "is no %+%+ here; write (%S+)", " = $1 + 1" },
  { "die: (%d+) is a number and no die", "\"1d$1\"" },
  { "is written with a d, .-and this is \"(%d*)[wWtT](%d+)\"", "\"$1d$2\"" },
  { "^a check has no '([%a]+)'; write (%a+)$", function(M, name, part)
    local value = M.line:match("^" .. name .. "(%s*=%s*true)", M.at)
    return M.at, M.at + #M.marked + #(value or "") - 1, part .. (value and " = 1" or "")
  end },
  { "; write it in quotes: (\"%w+\")$", "$1" },
  { "is the %a+ itself; write (\"[^\"]+\")$", function(M, name)
    return M.at, select(2, M.line:find("^[%w_]+%.[%w_]+", M.at)), name
  end },
  { "%.holder is a name; write ([%w_]+%.name)$", "$1" },
  { "is never nil; where there is nothing it is (%S+)$", "nil", "$1" },
  { "in place of say$", "say%s*(\"[^\"]*\")", "return %1" },
  { "; to show the text, write say$", "return", "say" },
  { "is found by name: (named%(\"[^\"]+\"%))$", "has%(party,%s*\"[^\"]+\"%)", "$1", ask = true },
  { "says whether [%w_.]+ is so, .-; write ([%w_.]+ [~=]= %S+)$", "not%s+[%w_.]+%s*[~=]=%s*[^%s)]+", "$1" },
  { "alone is always true; compare it, too: (.+)$", "$1" },
  { "member has one: (count%(party, \"([%w_]+)\"%)) > 0", "not%s+party%.$2", "$1 == 0", ask = true },
  { "member has one: (count%(party, \"([%w_]+)\"%)) > 0", "party%.$2", "$1 > 0", ask = true },
  { "^what happens stands between", "%s*{%s*$", " then", ask = true },
  { "^what happens stands between", "then%s*{%s*(.-)%s*}", "then %1", ask = true },
  { "^what is done again stands between", "%s*{%s*$", " do", ask = true },
  { "without braces$", "%s*{%s*$", "", ask = true },
  { "^a policy's function is given nothing", "function%s*%(.-%)", "function()" },
  { "needs: a table is needed, .-, and this is \"([%w_]+)\"$", "{ $1 = \"It needs $1.\" }", ask = true },
  { "unless: a table is needed, .-, and this is \"([%w_]+)\"$", "{ $1 = \"Not with $1.\" }", ask = true },
  { "^event .-, (%a+): true or false is needed, and this is (\".- .-\")$", function(M, key, text)
    if M.line:find "%f[%w]text%s*=" then return end
    local from, to, new = first(M, "%." .. key .. "%s*=.*",
      (" { %s = true, text = %s }"):format(key, in_text(text)))
    if from then return from, to, new, "ask" end
    return M.at, M.at + #M.marked - 1, "true, text = " .. text, "ask"
  end },
  { "^on%.([%a_][%w_]*): r%.row must be a row", function(M, name)
    if M.marked:find "^\"" then return mark(M, ("chart.%s[%s]"):format(name, M.marked)) end
  end },
  { "^(%a+): (%a+) is all of them, and no single one", "$1%(%s*$2,(.-)%)",
    "for x in each($2) do $1(x,%1) end", ask = true },
  { "^check gives true or false, and is given the number to reach", function(M)
    local from, given, sign, n, to = M.line:match "()check(%b())%s*(>=?)%s*(%d+)()"
    local is_short = from and select(2, given:gsub(",", "")) == 1
    n = sign == ">" and n + 1 or n
    if is_short then return from, to - 1, ("check%s, %s)"):format(given:sub(1, -2), n), "ask" end
  end },
  { "^setting .-: a list is needed, as .-, and this is (\"[^\"]+\")$", "{ $0 }", ask = true },
  { "^a text and a number cannot be used in arithmetic", function(M)       -- + beside a text joins
    local text = M.line:gsub("%b\"\"", function(t) return t:gsub("%+", "\0") end)
    if not text:find "[\"'%)]%s*%+" and not text:find "%+%s*[\"']" then return end
    local new = text:gsub("([\"'])%s*%+%s*", "%1 .. "):gsub("%s*%+%s*([\"'])", " .. %1")
    return 1, #M.line, (new:gsub("%z", "+")), "ask"
  end },
  { "^the reason that ([%w_]+) gives is lost", "$1%s*(%b())", "local why = $1%1 if why then return why end" },
  { "^what the old rule gives back is lost here; hand it on: return ([%w_]+)", "$1%s*%(", "return $1(",
    ask = true },
  { "alone is always true; give what is compared a name",
    "^(%s*)if%s+([%w_.]+%s*%(?[^%s()]*%)?)%s*==%s*(%S+)%s+or%s+(%S+)%s+then",
    "%1local n = %2 if n == %3 or n == %4 then", ask = true },
  { "^(%a+%.[%w_]+) is given .-: function %a+%.[%w_]+(%(.-%))$", "$1%s*%b()", "$1$2" },
  { "is not a name of a ruleset: .-, without %.lua", "\"[^\"]-([%w_-]+)%.lua\"", "\"%1\"" },
  { "is not a quotation mark", straighten },
  { "is not a minus here", function(M) return all_signs(M, dashes) end },
  { "non%-breaking space", function(M) return all_signs(M, blanks) end },
  { "^a text in ' ' ends at the next '", "'([^\"]*)'", "\"%1\"" },
  { "^there is a setting of that name", function(M) return put_before_mark(M, "setting.") end },
  { "^(setting%.[%w_]+) is set with =", "$1%s*%(?%s*([^%s()]+)%s*%)?", "$1 = %1" },
  { "there is no word '(.-)'; the [tf]%a+ of that name is written \".-\" or (%S+)$", function(M, name, owned)
    if M.before:find "%f[%a]when%s*=%s*$" then
      local whole = M.line:sub(M.at):match "^[^,}]*":gsub("%s+$", "")
      local looks = whole:gsub("%f[%w_]" .. name .. "%f[^%w_]", owned:gsub("^who", "c.who"))
      return M.at, M.at + #whole - 1, "function(c) return " .. looks .. " end", "ask"
    end
    local in_quotes = M.before:find "%f[%a][sgl]%a+s%s*=%s*$" ~= nil           -- spends, gains, loses
    for _, word in ipairs { "gain", "lose", "set", "check", "checks", "contest", "most", "least" } do
      in_quotes = in_quotes or M.before:find(word .. "%s*%([^()]*$")
    end
    return mark(M, in_quotes and '"' .. name .. '"' or owned)
  end },
  { "a function is needed, and this is \"(rule%.[%w_]+)\"$", "$1" },
  { ", (%a+): a list is needed, as { … }, and this is (\"[^\"]*\")$", function(M, field, text)
    local parts = (field == "steps" or field == "takes") and not text:find "," and "%s+" or ",%s*"
    local from, to = mark(M)
    return from, to, "{ " .. text:gsub(parts, "\", \"") .. " }", text:find "^[^,]* " and "ask" or nil
  end },
  { "^(%S+) is not a number; to roll dice, write dice (\"[^\"]+\")$", "$1", "dice $2" },
  { "without quotes, 2%-4 is a sum", "{%s*(%d+)%s*%-%s*(%d+)%s*,", "{ \"%1-%2\"," },
  { "^each stands behind in", "for%s+each%s+([%w_]+)%s+in%s+(.-)%s+do%f[%W]", "for %1 in each(%2) do" },
  { "^this } closes too early; '(.-)'", "%s*}%s*(,%s*$1%s*=.-)%s*}?%s*$", "%1 }", ask = true },
  { "every field has a name: (%a+ = (\".-\"))$", "([{,]%s*)$2", "%1$1" },
  { "kind%.(%a+)%.([%w_]+) = … changes its default$", "kind%.$1:?h?a?s?%s*{%s*$2%s*=%s*([^,{}\"]-)%s*}",
    "kind.$1.$2 = %1" },
  { "^fields stand in braces: ", "^(%s*%a+%s*\"[^\"]*\")%s*,?%s*([%a_][%w_]*%s*=.*)$", "%1 { %2 }",
    ask = true },
  { "^a field has no point in its name", "([%a_][%w_]*)%.([%w_]+)%s*=%s*([^,}]-)(%s*[,}])",
    "%1 = { %2 = %3 }%4", ask = true },
  { "a row has no '(.-)'; it stands in (%a+) = {", function(M, name, owner)
    if M.line:find("%f[%w]" .. owner .. "%s*=%s*{") then return false end
    local from, to, text = first(M, "%f[%w]" .. name .. "%s*=%s*([^,}]-)(%s*[,}])",
      ("%s = { %s = %%1 }%%2"):format(owner, name))
    return from, to, text, "ask"
  end },
  { "; the maximum is left out: (%d+)$", "$1" },
  { "belongs to play, and this line runs while", function(M)
    local space, name, does = M.line:match "^(%a+)%.([%w_]+)%s*=%s*(.+)$"
    if space == "on" or space == "act" or space == "step" or space == "rule" then
      return 1, #M.line, ("function %s.%s() %s end"):format(space, name, does), "ask"
    end
  end },
  { "there is no word '(.-)'; the event of that name", "\"$1\"", ask = true },
  { "is a number; to roll dice, write dice (\"[^\"]+\")$", "$1", "dice $1" },
  { "is a number; write it without quotes, (%S+)$", "\"$1\"", "$1" },
  { "what stands after the text of a row is a rule, .-and this is \"(rule%.[%w_]+)\"$", "$1" },
  { "a rule is named without quotes, (rule%.[%w_]+); this is a text$", "\"$1\"", "$1" },
  { "^there is no 'print' here", "say" }, { "^there is no '.-' here: .+ is written (%a+)$", "$1" },
  { "true, too; %a+ it: (#?)([^%s#]+) > 0$", function(M, sign, name)
    local from, to, text = literal(M, "not " .. name, sign .. name .. " == 0")
    if from then return from, to, text end
    return literal(M, name, sign .. name .. " > 0", M.at)
  end },
  { "^to (%a+) %-(%S+) is to (%a+) ", "$1(%(.-)%-%s*$2%s*%)", "$3%1$2)", ask = true },
  { "; write %a+ in quotes: (\"[^\"]+\")$", function(M, text) return literal(M, text:sub(2, -2), text) end },
}

-- The place and the text of a cure, as a function returns them.  given: what its message captured.
local function applied(M, cure, given)
  local how, replacement = cure[2], cure[3]           -- see cures.list
  if type(how) == "function" then return how(M, table.unpack(given, 1, given.n)) end
  local function filled(text, escape)
    return (text:gsub("%$(%d)", function(n) return escape(n == "0" and M.marked or given[tonumber(n)]) end))
  end
  local from, to, text
  if replacement then from, to, text = first(M, filled(how, in_pattern), filled(replacement, in_text))
  else from, to, text = mark(M, filled(how, tostring)) end
  return from, to, text, cure.ask and "ask" or nil
end

-- The change that puts a message right: { from, to (the byte behind), text, certain }, places in the line;
-- or nil.  text: the message; line: the author's line; from, to: the bytes that are marked.
function cures.find(text, line, from, to)
  local M = { line = line, at = from, marked = line:sub(from, to - 1), before = line:sub(1, from - 1),
    after = line:sub(to) }
  for _, cure in ipairs(cures.list) do
    local captures = table.pack(text:match(cure[1]))
    local a, b, new, ask = nil, nil, nil, nil
    if captures[1] then a, b, new, ask = applied(M, cure, captures) end
    if a ~= nil then return a and { from = a, to = b + 1, text = new, certain = ask == nil } or nil end
  end
end

return cures
