-- lua_sentences.lua -- turns the error messages of Lua at run time into plain sentences for a game master.
-- The messages are those of Lua 5.4: lvm.c, ldebug.c, ldo.c, lauxlib.c, lstrlib.c, ltablib.c, lutf8lib.c.
-- syntax_hints.lua does the same for those of the compiler.  What else an author is told is found by the
-- words of these sentences: catalogue.lua, messages.lua, cures.lua and dry_run.lua in lua/author.
local language = module "read/language"
local lua_sentences = {}

-- Types as Lua names them, in words.
local called = { ["nil"] = "nothing (nil)", string = "a text", number = "a number", table = "a table",
  boolean = "true or false", ["function"] = "a function", ["no value"] = "missing" }

local function type_name(kind) return called[kind] or "a " .. kind end

-- Sentences about values that cannot be used as the rules tried, by the operation in Lua's message.
local cannot = {
  call = "%s is %s, and cannot be called as a function", index = "%s is %s, which has no fields",
  concatenate = "%s is %s, and cannot be part of a text",
  ["perform arithmetic on"] = "%s is %s, and cannot be used in arithmetic",
  ["perform bitwise operation on"] = "%s is %s, and cannot be used in arithmetic",
  ["get length of"] = "%s is %s, which has no length",
}

-- Explains "attempt to index a nil value (local 'lamp')" and similar sentences, or returns nil.
local function explain_operation(sentence)
  local verb, kind, name = sentence:match "^attempt to (.-) a (%S+) value(.*)$"
  if cannot[verb] then
    if verb == "call" and name:find "for iterator" then
      return "for … in goes through each(LIST), as for who in each(party) do, and this is " .. type_name(kind)
    end
    name = not name:find "%(constant" and name:match "%(%a+ ('[%a_].-')%)" or "what stands here"
    if name == "'integer index'" then name = "what stands here" end        -- Lua says so of list[1]
    local own = verb == "call" and sentence:match "%((%a+) '"
    local hides = (own == "local" or own == "upvalue") and language.words[name:sub(2, -2)]
    local why = hides and "; it is a local of that name, which hides Sconce's word: give it another name"
      or ""
    local counts = kind == "table" and verb:find "^perform" and name:match "^'([%a_][%w_]*)'$"
    if counts then why = ("; how many a list holds is #%s"):format(counts) end
    return cannot[verb]:format(name, type_name(kind)) .. why
  end
  local added, a, b = sentence:match "^attempt to (%a+) a '(%a+)' with a '(%a+)'$"
  if added then
    return ("%s and %s cannot be used in arithmetic"):format(called[a] or a, called[b] or b)
      .. (added == "add" and "; texts are joined with .., and + adds numbers" or "")
  end
  a, b = sentence:match "^attempt to compare (%S+) with (%S+)$"
  if a then return type_name(a) .. " cannot be compared with " .. type_name(b) end
  a = sentence:match "^attempt to compare two (%S+) values$"
  if a then return "two " .. a .. "s cannot be compared" end
end

local NO_SUCH_PLACE <const> = "there is no such place"
local reasons <const> = {
  ["value out of range"] = "the number is below 0 or too large",
  ["index out of range"] = NO_SUCH_PLACE, ["position out of bounds"] = NO_SUCH_PLACE,
  ["out of bounds"] = NO_SUCH_PLACE, ["initial position out of bounds"] = NO_SUCH_PLACE,
  ["final position out of bounds"] = NO_SUCH_PLACE,
  ["base out of range"] = "a base is a number from 2 to 36", zero = "nothing can be divided by 0",
  ["resulting string too large"] = "the text would be too long",
}

-- Explains "bad argument #2 to 'string.format' (number expected, got string)" and similar ones, or returns
-- nil.
local function explain_argument(sentence)
  local nth, name, why = sentence:match "^bad argument #(%d+) to '(.-)' %((.*)%)$"
  if not nth then return end
  local n, of_text = tonumber(nth) - 1, name == "format" or name == "string.format"
  local place = of_text and n > 0 and "value " .. n .. " for the % in a text" or "argument " .. nth .. " of "
    .. name
  local need, got = why:match "^(%a+) expected, got (.+)$"
  if need then return ("%s: %s is needed, and this is %s"):format(place, type_name(need), type_name(got)) end
  got = why:match "^string/function/table expected, got (.+)$"
  if got then return place .. ": a text, a function or a table is needed, and this is " .. type_name(got) end
  if why == "number has no integer representation" then
    return place .. (of_text and ": %d takes a whole number; %g takes any" or ": a whole number is needed")
  end
  if why == "no value" or why == "value expected" then
    return place .. " is missing" .. (of_text and "; every %s, %d … takes one" or "")
  end
  return place .. ": " .. (reasons[why] or why)
end

local NO_SUCH_SIGN <const> = "'%1' is not a way to show a value; a plain %% is written %%%%"
local NOT_UTF8 <const> = "a text is not UTF-8, so its letters cannot be told apart"
local NOT_AN_INDEX <const> = "a field has a name or a number, and this is "

-- The pattern of a whole sentence, the plain sentence, and true if a part of the pattern is a type.
local known <const> = {
  { "C stack overflow.*", "this is nested too deeply" },
  { ".*string slice too long.*", "a text is too long for that" },
  { "stack overflow.*", "rules call each other without end" },
  { "string length overflow", "the text would be too long" },
  { "not enough memory", "the rules used up their memory" },
  { "'__index' chain too long.*", "this is nested too deeply" },
  -- arithmetic
  { "attempt to divide by zero", "divided by zero" },
  { "attempt to perform 'n.*0'", "divided by zero" },
  { "number.*has no integer representation", "a whole number is needed here" },
  { "table index is nil", NOT_AN_INDEX .. "nothing (nil)" },
  { "table index is NaN", NOT_AN_INDEX .. "no number (0/0)" },
  { "'for' step is zero", "the step of a for loop is 0, so that it never ends" },
  { "bad 'for' initial value %(number expected, got (.+)%)",
    "for … =: the first value is a number, and this is %1", true },
  { "bad 'for' (%a+) %(number expected, got (.+)%)", "for … =: the %1 is a number, and this is %2", true },
  { "variable '(.-)' got a non%-closable value", "'%1' cannot be closed; leave out <close>" },
  -- texts
  { "invalid conversion specification: '(.-)'", NO_SUCH_SIGN },
  { "invalid conversion '(.-)' to 'format'", NO_SUCH_SIGN },
  { "invalid format .*", "a %% in a text is not a way to show a value; a plain %% is written %%%%" },
  { "invalid UTF%-8 code", NOT_UTF8 }, { "initial position is a continuation byte", NOT_UTF8 },
  -- patterns of find, match, gmatch and gsub
  { "invalid capture index (%%%d).*",
    "%1 stands for a part in ( ) of the pattern, and there is no such part" },
  { "invalid pattern capture", "a pattern has a ) without its (" },
  { "unfinished capture", "a pattern has a ( without its ); a sign is written %%(" },
  { "malformed pattern %(missing '%]'%)", "a pattern has a [ without its ]; a sign is written %%[" },
  { "malformed pattern %(ends with '%%'%)", "a pattern ends in a single %%; the sign is written %%%%" },
  { "malformed pattern %(missing arguments to '%%b'%)", "two signs follow %%b in a pattern, as in %%b()" },
  { "missing '%[' after '%%f' in pattern", "a set follows %%f in a pattern, as in %%f[%%a]" },
  { "pattern too complex", "a pattern is too long, or a text too long for it" },
  { "too many captures", "a pattern has at most 32 parts in ( )" },
  { "invalid use of '%%' in replacement string",
    "a digit follows %% in the second text of gsub; the sign is written %%%%" },
  { "invalid replacement value %((.+)%)", "gsub puts a text in place of another, and this is %1" },
  -- lists
  { "invalid value %((.+)%) at index (%d+) in table for 'concat'",
    "table.concat joins texts and numbers, and at place %2 is %1", true },
  { "wrong number of arguments to 'insert'",
    "table.insert takes a list and a value, or a list, a place and a value" },
  { "too many results to unpack", "the list is too long to be unpacked" },
}

-- A part of a sentence, in plain words where it is a type.
local function plain_type(part) return called[part] and type_name(part) or part end

-- A sentence of Lua in plain words, or unchanged when it is not known.
function lua_sentences.plainly(sentence)
  local plain = explain_operation(sentence) or explain_argument(sentence)
  if plain then return plain end
  for _, entry in ipairs(known) do
    local pattern, plain_sentence, has_type = entry[1], entry[2], entry[3]
    local a, b = sentence:match("^" .. pattern .. "$")
    if a then
      if has_type then a, b = plain_type(a), plain_type(b) end
      -- %1 and %2 in the plain sentence are the parts of the pattern, %% is a plain sign.
      return (plain_sentence:gsub("%%([%%12])", { ["1"] = a, ["2"] = b, ["%"] = "%" }))
    end
  end
  return sentence
end

return lua_sentences
