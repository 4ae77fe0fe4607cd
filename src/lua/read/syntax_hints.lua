-- syntax_hints.lua -- explains syntax errors: the probable slip, its cure, and its line.  Lua reports the
-- line where it gave up, which may be far below the slip.  So the words near that line are searched for
-- habits from other languages, and for missing quotes, commas and ends.  The explanations are tried in the
-- order in which syntax_hints.explain, at the end, calls them.  What else an author is told of a mistake is
-- found by the words of these sentences: catalogue.lua, messages.lua and cures.lua in lua/author.
local common = module "common"
local source = module "read/source"
local syntax_hints = {}

-- --- what Lua says -------------------------------------------------------------------------------

-- Patterns of Lua's sentences, and what to say instead.
local compiler_sentences = {
  { "^'([})])' expected %(to close '(.)' at line (%d+)%) near (.+)$",
    "a comma or %1 is missing before %4; the %2 stands in line %3" },
  { "^'([})])' expected near (.+)$", "a comma or %1 is missing before %2" },
  { "^'end' expected %(to close '(%a+)' at line (%d+)%) near (.+)$",
    "an 'end' is missing before %3; the '%1' stands in line %2" },
  { "^'end' expected near (.+)$", "an 'end' is missing before %1" },
  { "^<eof> expected near 'end'$", "there is an 'end' too many here" },
  { "^<eof> expected near '(else%a*)'$", "'%1' stands in an 'if', and here is none" },
  { "^<eof> expected near 'until'$", "'until' ends a 'repeat', and here is none" },
  { "^<eof> expected near (.+)$", "%1 is not understood here" },
  { "^'(%a+)' expected near (.+)$", "a '%1' is missing before %2" },
  { "^unfinished string near '(.+)'$", "a text has no closing quote: %1" },
  { "^unfinished string near <eof>$", "a text has no closing quote" },
  { "^unfinished long string", "a text in [[ ]] has no end" },
  { "^unfinished long comment", "a comment in --[[ ]] has no end" },
  { "^malformed number near '(.+)'$", "%1 is not a number; write text in quotes: \"%1\"" },
  { "^unexpected symbol near '(then)'$", "a condition is missing before '%1'" },
  { "^unexpected symbol near '(do)'$", "a value is missing before '%1'" },
  { "^unexpected symbol near '(and)'$", "a value is missing before '%1'" },
  { "^unexpected symbol near '(or)'$", "a value is missing before '%1'" },
  { "^unexpected symbol near (.+)$", "%1 is not understood here" },
  { "^syntax error near (.+)$", "%1 is not understood here; is something missing before it?" },
  { "^<name> expected near (.+)$", "a name is missing before %1" },
  { "^function arguments expected near (.+)$",
    "after a colon a name and its arguments follow, as x:add { }, and here is %1" },
  { "^'=' or 'in' expected near (.+)$", "'in' is missing before %1" },
  { "^<name> or '...' expected near (.+)$", "a name or ) is missing before %1" },
  { "^(%S+) expected near (.+)$", "%1 is missing before %2" },
  { "^break outside loop.*$", "'break' ends a loop, and here is none" },
  { "^no visible label '(.-)'.*$", "there is no label '%1' here; it is written ::%1::" },
  { "^cannot use '...' outside.*$",
    "... is what a function is given, and the function says so: function rule.NAME(...)" },
  { "^attempt to assign to const variable '(.-)'$", "'%1' is <const>, and never changes" },
  { "^invalid escape sequence.*$",
    "\\ in a text stands before n, t, a quote or digits; alone it is written \\\\" },
  { "^decimal escape too large.*$", "digits behind \\ in a text are at most 255; alone it is written \\\\" },
  { "^hexadecimal digit expected.*$",
    "in a text, \\x takes two digits, as \\x1b, and \\u some in braces, as \\u{e9}" },
  { "^missing '[{}]'.*$", "in a text, \\u takes its digits in braces, as \\u{e9}" },
  { "^UTF%-8 value too large.*$", "the number in \\u{ } is too large for a letter" },
  { "^label '(.-)' already defined on line (%d+).*$", "the label '%1' is in line %2 already" },
  { "^<goto (.-)> at line %d+ jumps into the scope of local '(.-)'.*$",
    "'goto %1' leaps over 'local %2'; write the local above it" },
  { "^unknown attribute '(.-)'.*$", "there are <const> and <close>, and no <%1>" },
  { "^multiple to%-be%-closed variables.*$", "only one name of a 'local' may be <close>" },
  { "^too many local variables %(limit is (%d+)%).*$",
    "a function has at most %1 locals, and these are more; a table holds any number" },
  { "^function or expression needs too many registers.*$", "this is too long; name parts of it with local" },
}

local function plain_sentence(sentence)
  for _, pair in ipairs(compiler_sentences) do
    local lua_says, plainly = pair[1], pair[2]
    local text, n = sentence:gsub(lua_says, plainly)
    if n > 0 then return (text:gsub("<eof>", "the end of the file")) end
  end
  return sentence
end

-- Words that are searched in one line: more than anybody writes.  The work is their number times the kinds of
-- slips, and for some the square of their number.
local MAX_WORDS <const> = 300

-- --- the words of one line -----------------------------------------------------------------------

-- The text of a line without its end; "" when there is no such line.
local function text_of_line(file, line)
  if not file.texts then
    file.texts = {}
    for text in (file.text .. "\n"):gmatch("(.-)\r?\n") do file.texts[#file.texts + 1] = text end
  end
  return file.texts[line] or ""
end

local function indent_of(file, line)
  return #text_of_line(file, line):match("^%s*")
end

local matches = source.matches

-- The first index between i and j where the words of a pattern (read/source.lua) stand, or nil.
-- test(file, at, i): true if the find at index `at` is the right one.
local function find(file, i, j, pattern, test)
  local tokens_n = select(2, pattern:gsub("%S+", ""))
  for at in source.found(file, pattern, i, j - tokens_n + 1) do
    if not test or test(file, at, i) then return at end
  end
end

-- The dotted name that ends at index i, as it is written: party.dread, party.members[1].hp.
local function name_before(file, i)
  local at, from, to = i, source.places(file)
  while true do
    while file.kinds[at] == "]" or file.kinds[at] == ")" do at = (file.partners[at] or at) - 1 end
    if file.kinds[at - 1] ~= "." then break end
    at = at - 2
  end
  return file.text:sub(from[at], to[i] - 1)
end

-- --- habits from other languages -----------------------------------------------------------------

-- Tests for find(file, i, …): true if the words found at index `at` are such a slip.

local function is_first(_, at, i) return at == i end

local function is_condition(file, at, i)
  return file.kinds[i] == "while" or find(file, i, at, "for|if|return") ~= nil
end

local function is_name(file, at) return file.words[at]:match "^[%a_][%w_]*$" ~= nil end

-- True if a field or row begins at index `at`.
local function is_item(file, at, i) return at == i or file.kinds[at - 1]:find "[{,]" ~= nil end

-- True if index `at` is not the first of its line, and a { or a comma stands before it.
local function is_in_list(file, at, i) return at > i and is_item(file, at, i) end

-- True if neither a ( nor more of a name follows `function rule.NAME` at index `at`.
local function lacks_parens(file, at) return matches(file, at + 4, "!(|.|:|-") end

-- True if index `at` is in the name of a function: function rule.a-b() … end.
local function is_in_name(file, at, i)
  return file.kinds[i] == "function" and (find(file, i, #file.kinds, "(") or at + 1) > at
end

-- True if the word at index `at` ends a call that begins the line.
local function ends_call(file, at, i)
  return matches(file, i, "NAME (|TEXT") and source.after(file, i + 1) == at + 1
end

-- True if the name that ends at index `at` begins the line, or a statement in it.
local function begins_line(file, at, i)
  while file.kinds[at - 1] == "." do at = at - 2 end
  return at == i or matches(file, at - 1, ")|then|do|else|end|repeat|;")
end

-- True if the name that ends at index `at` is the first word of a function that gives something back.
local function lacks_return(file, at)
  while file.kinds[at - 1] == "." do at = at - 2 end
  local open = file.kinds[at - 1] == ")" and file.partners[at - 1]
  return open and (file.kinds[open - 1] == "function"
    or matches(file, open - 4, "function rule|cannot . NAME"))
end

-- True if the } at index `at` closes the braces of a thing that begins the line.
local function ends_thing(file, at, i)
  return matches(file, i, "NAME TEXT {") and file.partners[i + 2] == at
end

local FIELD_WITH_COLON = "a field is written with =, as %1 = …, and not with a colon"
local NAME_WITH_DASH = "a name holds letters, digits and _ only, as %1_%3"

-- Each slip: a pattern of words; what is wrong with them, where %1 is the first of the words, and %0 the
-- dotted name that ends with it; and perhaps a test.  The first that is found in a line is reported.
local slips = {
  { ": =", "a value is given with =, and not :=" },
  { ", ,", "two commas stand in a row; write one" },
  { "= + NUMBER", "a number has no plus sign before it: %3" },
  { "NAME ; NAME (", "a method is called with a colon, as in %1:%3(…), and not ;", begins_line },
  { "NAME TEXT NUMBER", "several values stand in ( ) with commas; write %1(\"%2\", %3)" },
  { "NAME = TEXT {", "= changes; to make one, write %1 \"%3\" { … }" },
  { "function (", "this function needs a name, as function rule.NAME(); a policy has return before it",
    is_first },
  { ") :", "a 'do' or 'then' stands here, and no colon", is_condition },
  { "for NAME = NUMBER NAME", "for counts with a comma: for n = 1, 3 do … end" },
  { "NAME TEXT = {", "a thing is made without = before its braces" },
  { "! =", "not equal is written ~=, and not !=" },
  { "& &", "two conditions are joined by 'and', and not by &&" },
  { "| |", "two conditions are joined by 'or', and not by ||" },
  { "!", "a condition is turned round by 'not', and not by !" },
  { "== =", "equal is written ==, and not ===" },
  { "< >", "not equal is written ~=, and not <>" },
  { "= >", "at least is written >=, and not =>", is_condition },
  { "= >", "a function is written function() … end, and not =>" },
  { "= [", "a list stands in braces, { \"a\", \"b\" }" },
  { "NAME TEXT , {", "no comma stands between a name and its braces", is_first },
  { "NAME TEXT NAME =", "fields stand in braces: %1 \"%2\" { %3 = … }", begins_line },
  { "NAME TEXT , TEXT {", "each is made by itself: %1 \"%2\" { … }, and %1 \"%4\" { … }", begins_line },
  { "// NAME NAME|NUMBER", "a comment begins with --, and not with //" },
  { ")|TEXT and NAME (|TEXT", "what a rule does stands in a row, without 'and'", ends_call },
  { "NAME TEXT , NAME =", "fields stand in braces: %1 \"%2\" { %4 = … }", begins_line },
  { "} , NAME =", "this } closes too early; '%3' stands inside the braces", ends_thing },
  { "NAME TEXT ,", "several parts stand in ( ): %1(\"…\", …)", begins_line },
  { "NAME TEXT ..", "several parts stand in ( ): %1(\"…\" .. …)", begins_line },
  { "TEXT ( NAME =", "fields stand in braces { }, and not in ( )" },
  { "( TEXT ,", "a row stands in braces { }, and not in ( )", is_item },
  { "function NAME . NAME", "( ) is missing: function %2.%4()", lacks_parens },
  { "local function NAME .", "a rule is not local; write function %3.%5" },
  { "`", "a text stands in \" \", and not in ` `" },
  { "for each NAME in", "each stands behind in: for %3 in each(…) do" },
  { "for (", "for stands without ( ): for n = 1, 3 do … end" },
  { "local NAME ==", "to change it, write a single =; == compares" },
  { "NAME ==", "a 'return' is missing before '%0'", lacks_return },
  { "NAME ==", "to change it, write a single =; == compares", begins_line },
  { "?", "? is not known; a choice is written CONDITION and THIS or THAT" },
  { "NUMBER : NUMBER", "a time of day is a text, \"%1:%3\"; its hour is clock.hour, as in clock.hour >= %1" },
}

local takes_name <const> = common.set "roll emit skip cancel"

-- True if the word at index `at` is a call that takes the name of a thing, as in roll hazard.
local function takes_text(file, at)
  return takes_name[file.words[at]] and file.kinds[at - 1] ~= "." and file.kinds[at - 1] ~= "function"
end

-- Hints for fields; tried after those for conditions and braces, which look alike.
local slips_of_fields = {
  { "NAME . NAME =", "a field has no point in its name; %1.%3 is written %1 = { %3 = … }", is_in_list },
  { "NAME : NAME .", "a field is read with a point, as %1.%3", is_first },
  { "NAME : VALUE", FIELD_WITH_COLON }, { "NAME : NAME ,", FIELD_WITH_COLON },
  { "NAME : NAME }", FIELD_WITH_COLON },
  { "NAME TEXT =", "a %1 is changed by its name, behind a point; write %1.%2 = …", is_first },
  { "function NAME NAME", "a point is missing: function %2.%3", is_first },
  { "TEXT :", "a field has its name without quotes: %1 = …", is_name },
  { "TEXT =", "a field has its name without quotes: %1 = …", is_name },
  { "NAME - NAME", NAME_WITH_DASH, is_in_name }, { "NAME - NAME =", NAME_WITH_DASH, is_item },
  { "NAME NUMBER", "a = is missing; write %1 = %2", is_item },
  { "NAME NAME {", "write the name in quotes: %1 \"%2\"" },
  { "NAME NAME", "write the name in quotes: %1 \"%2\"", takes_text },
  { "NAME . NAME NAME VALUE", "a point and a = are missing; write %1.%3.%4 = %5", is_first },
}

-- Explains the first slip of the list between i and j.
local function explain_slip(file, i, j, list)
  for _, slip in ipairs(list) do
    local pattern, text, test = slip[1], slip[2], slip[3]
    local at = find(file, i, j, pattern, test)
    if at then
      return (text:gsub("%%(%d)", function(n)
        return n == "0" and name_before(file, at) or file.words[at + n - 1]
      end))
    end
  end
end

-- True if the operator at index `at` and the sign behind it are as += or ++.
local function is_compound(file, at) return file.kinds[at] == "+" or file.kinds[at + 1] == "=" end

-- Explains += and ++ and their like.
local function explain_compound(file, i, j)
  local at = find(file, i + 1, j, "+|-|*|/|//|%|^|.. =|+", is_compound)
  if not at then return end
  local before, sign, after = file.words[at - 1], file.kinds[at], file.kinds[at + 1]
  local name = name_before(file, at - 1)
  if name:find "^setting%." or name:find "^track%..*%.start$" then
    return ("there is no %s%s here; give the whole value, as in %s = 8"):format(sign, after, name)
  elseif name:find "%(" then
    return ("there is no %s%s here; name what changes first: local who = …; who.%s = who.%s %s …"):format(
      sign, after, before, before, sign)
  end
  return ("there is no %s%s here; write %s = %s %s %s"):format(sign, after, name, name, sign,
    after == "=" and "…" or "1")
end

-- Words of other languages, which begin a line.
local first_words = {
  ["//"] = "a comment begins with --, and not with //", ["#"] = "a comment begins with --, and not with #",
  def = "a function is written function NAME(…) … end, and not def", elif = "elif is written elseif",
  elsif = "elsif is written elseif", otherwise = "otherwise is written else",
  foreach = "foreach is written for … in each(LIST) do",
  continue = "there is no 'continue'; put what is left of the round into an if",
  switch = "there is no 'switch'; write if … elseif … end",
  var = "a name of your own is made with local, and not var",
  let = "a name of your own is made with local, and not let",
}

-- Words of other languages that may also stand within a line.
local in_mid_line = common.set "continue foreach elif elsif"

local lua_words = common.set "if then else elseif end for while do repeat until return function local"

-- Explains the word that begins a line.
local function explain_first_word(file, i, j)
  local word = file.kinds[i] == "name" and file.words[i]:lower()
  if word and word ~= file.words[i] and lua_words[word] then
    return ("Lua's words are written small: %s"):format(word)
  end
  if file.kinds[i] == "-" then return "a comment begins with two dashes, --" end
  if matches(file, i, "/ *") then
    return "a comment of several lines begins with --[[ and ends with ]]"
  end
  if matches(file, i, "NAME =") then return end
  for at = i, j do
    local word_here = file.words[at]
    local text = file.kinds[at] ~= "text" and first_words[word_here]
    if text and (at == i or in_mid_line[word_here]) then return text end
  end
end

-- By what Lua expected: the words that may be misspelt there.
local near_words = { ["'then'"] = { "then", "and", "or" }, ["'do'"] = { "do" }, ["'=' or 'in'"] = { "in" } }
-- Words that stand alone in a line, and those that begin a statement, each with a word that it goes on with.
local whole_lines = { "end", "else", "repeat", "break" }
local begin_more = { "function", "local", "return", "while", "elseif", "until", "if", "for" }
local goes_on = { ["if"] = "then", ["elseif"] = "then", ["while"] = "do", ["for"] = "do" }

-- The word of the list that `word` is a misspelling of, or nil.
local function near_one(word, list)
  for _, one in ipairs(list) do
    local most = #one > 4 and 2 or 1             -- two slips in four letters leave another word
    if word ~= one and #word > 1 and common.distance(word, one, most) <= most then return one end
  end
end

-- The word of Lua that the name at index `at` is a misspelling of; or nil.  i, j: the first and the last word
-- of the line; expected: what Lua expected there, when it gave up at this name.
local function keyword_meant(file, at, i, j, expected)
  local word = file.words[at]:lower()
  if near_words[expected] then return near_one(word, near_words[expected]) end
  if i == j then return word == "endif" and "end" or near_one(word, whole_lines) end
  if matches(file, at + 1, "(|NAME") and near_one(word, { "function" }) then return "function" end
  local begins = at == i or matches(file, at - 1, "then|do|else|;")
  local goes_on_well = matches(file, at + 1, "NAME|(|VALUE") or source.reserved[file.kinds[at + 1]]
  local meant = begins and goes_on_well and near_one(word, begin_more)
  local partner = meant and goes_on[meant]               -- an `if` has its `then` in the line, too
  return meant and (not partner or find(file, at, j, partner)) and meant or nil
end

-- Explains a misspelt word of Lua, as fuction.  near: the word that Lua could not read; expected: what it
-- expected in its place.
local function explain_keyword(file, line, near, expected)
  local i, j = source.words_of(file, line)
  if not i then return end
  for at = i, math.min(j, i + MAX_WORDS) do
    local word = file.words[at]
    local is_near = word == near
    local is_plain = file.kinds[at] == "name" and file.kinds[at - 1] ~= "." and not first_words[word]
    -- Where Lua expected a certain word, only the word in its place can be a misspelt one.
    local may_be_misspelt = is_plain and (is_near or not near_words[expected])
    local meant = may_be_misspelt and keyword_meant(file, at, i, j, is_near and expected)
    if meant then return ("there is no word '%s'; did you mean '%s'?"):format(word, meant) end
  end
end

-- By the word that begins a block: what to write instead of braces around it.
local blocks = {
  ["function"] = "what a function does stands between its ( ) and 'end', without braces",
  ["if"] = "what happens stands between 'then' and 'end', without braces",
  ["for"] = "what is done again stands between 'do' and 'end', without braces",
}
blocks["elseif"], blocks["while"] = blocks["if"], blocks["for"]

-- Explains a block in braces: if (…) { … }.
local function explain_block_braces(file, i, j)
  for k = i, find(file, i, j, ") {") or 0 do
    if blocks[file.kinds[k]] then return blocks[file.kinds[k]] end
  end
  if find(file, i, j, "then {") then return blocks["if"] end
  if file.kinds[j] == "{" and j > i and file.kinds[i] ~= "function" then return blocks[file.kinds[i]] end
end

-- --- fields and quotes ---------------------------------------------------------------------------

-- Explains a value without quotes, as in lasts = 6 turns.
local function explain_unquoted_value(file, i, j)
  local before = find(file, i - 1, j, "=|(|,|{|return|.. NUMBER|NAME NAME")
  if not before or file.kinds[i] == "for" then return end
  local first, last = before + 1, before + 2
  while last < j and file.kinds[last + 1] == "name" do last = last + 1 end
  -- the next field begins here: the comma is missing, not the quotes
  if file.kinds[last + 1] == "=" then last = last - 1 end
  if last == first then return end
  return ("write text in quotes: \"%s\""):format(table.concat(file.words, " ", first, last))
end

-- Explains two names that begin a line, as in light torch { … }, set alarm.start = 3, or lose hp 3.
local function explain_two_names(file, i, j)
  if j == i or not matches(file, i, "NAME NAME") then return end
  local _, quotes_n = text_of_line(file, file.lines[i]):gsub('"', "")
  local is_call = file.kinds[i + 2] == "text" and quotes_n % 2 == 0      -- say "x" in `otherwise say "x"`
  if is_call then return end
  local word, name = file.words[i], file.words[i + 1]
  if file.kinds[i + 2] == "." then
    return ("a change is written NAME = VALUE, without '%s'"):format(word)
  end
  if j == i + 2 and matches(file, j, "NAME|NUMBER") then
    if file.name == "the line" then return "verbs are typed without 'lua'; Lua is a call, or NAME = VALUE" end
    return "this is typed at the prompt; a file holds NAME = VALUE, and member \"NAME\" { … }"
  end
  if word == "extends" or word == "include" then name = name:lower() end
  return ("write the name in quotes: %s \"%s\""):format(word, name)
end

-- Signs that books print, and how Lua writes them.
local printed = { ["≠"] = "not equal is written ~=", ["≥"] = "at least is written >=",
  ["≤"] = "at most is written <=", ["×"] = "times is written *", ["÷"] = "divided by is written /" }

local quotes, dashes = common.set "“ ” „ ‘ ’ « » ‟", common.set "– — −"

-- Explains a letter outside texts and comments that Lua does not know.
local function explain_letter(file, line)
  local text = text_of_line(file, line):gsub("\\.", "  "):gsub('"[^"]*"', ""):gsub("'[^']*'",
    ""):gsub("%-%-.*$", "")
  local letter = text:match "[\194-\244][\128-\191]+"
  if not letter or not utf8.len(letter) then return end
  if quotes[letter] then return letter .. " is not a quotation mark here; write \"" end
  if dashes[letter] then return letter .. " is not a minus here; write -" end
  if printed[letter] then return printed[letter] .. ", and not " .. letter end
  local code = utf8.codepoint(letter)
  if code >= 0x200B and code <= 0x200F then              -- of no width, or signs of the direction of writing
    return "a letter that nobody sees stands here; delete it"
  end
  if code == 0xA0 or code >= 0x2000 and code <= 0x200A or code == 0x3000 then       -- blanks of other widths
    return "this is a non-breaking space; delete it and type a plain one"
  end
  return letter .. " can stand in a text only; a name holds the letters a to z, digits and _"
end

-- Explains an apostrophe that ends a text: 'Nothing's here.'
local function explain_apostrophe(file, i, j, line)
  local at = find(file, i, j, "TEXT NAME")
  if at and text_of_line(file, line):find("'" .. file.words[at] .. "'" .. file.words[at + 1], 1, true) then
    return "a text in ' ' ends at the next '; write it in double quotes"
  end
end

-- Explains a text without its opening quote: text = Nothing here."
local function explain_no_opening(file, line)
  local text = text_of_line(file, line):match "[=(,{]%s*(%u%l[^\"'=(){}]*)\"[%s,})]*$"
  return text and ("a text has no opening quote; write \"%s\""):format(text)
end

local joins = common.set "and or then do end else elseif until"        -- words that may follow a text

-- True if a text seems to hold what should stand after its closing quote, such as ", ", " .. " or "{".
local function holds_code(text)
  return text:find "[{}=]" or text:find ",%s*$" or text:find "%.%.%s*$" or text:find "^%s*%.%."
end

local operators = common.set "+ - * / // % ^ .."

-- Explains the name of a function that stands alone, as `usual`; returns its line, too.
local function explain_lone_name(file, sentence, line)
  local i, near = source.words_of(file, line), sentence:match "^syntax error near '(.-)'$"
  if not i or i == 1 or file.words[i] ~= near then return end
  local above = file.lines[i - 1]
  local name = text_of_line(file, above):match "^%s*([%a_][%w_.]*)%s*$"
  if name then return ("'%s' is a function, and is not called; write %s()"):format(name, name), above end
end

-- Explains a value that stands alone, as `usual(...) + 1`; returns its line, too.
local function explain_lone_value(file, sentence, line)
  local near = sentence:match "near '(.-)'$"
  if operators[near] and text_of_line(file, line):find("%)%s*%" .. near) then
    return "a value by itself does nothing; is a return missing before it?", line
  end
end

-- Explains a missing closing quote: { "storm, "The sky breaks." }.
local function explain_open_quote(file, line)
  local text, at = text_of_line(file, line), 1
  while true do
    local from = text:find('"', at, true)
    local to = from and text:find('"', from + 1, true)
    if not to or text:sub(at, from):find("--", 1, true) then return end
    local held, after = text:sub(from + 1, to - 1), text:match("^%w", to + 1)
    local word = text:match("^%s*([%a_][%w_]*)", to + 1)
    -- A quote right behind a word closes a text: it is the opening quote that is missing.
    local begun = from > 1 and text:sub(from - 1, from - 1):find "[%w_]"
    local inside = not holds_code(held) and text:match('^"(%a[^"=,{}]*)"[^"={}]*"', to)
    if not begun and inside then
      return ("'%s' stands inside a text, where quotes are single: '%s'"):format(inside, inside)
    end
    if not begun and (after or word and not joins[word] and holds_code(held)) then
      return ("a closing quote is missing in \"%s\"; what stands behind it is outside of quotes"):format(held)
    end
    at = to + 1
  end
end

-- Explains a text that stands alone: if … then "No food." end.
local function explain_lone_text(file, sentence, line)
  if not sentence:match "^unexpected symbol near '[\"']" then return end
  local i, j = source.words_of(file, line)
  for at in source.found(file, "TEXT", i or 1, j or 0) do
    if at == i or matches(file, at - 1, "then|else|do|)|end") then
      local text = file.words[at]
      if file.kinds[at + 1] == "{" then
        return ("a word is missing before \"%s\", as member, light or track"):format(text)
      end
      return ("a text by itself does nothing; return \"%s\" gives it back, say \"%s\" shows it")
        :format(text, text)
    end
  end
end

-- Explains what Lua took for a number: dice (2d6), a row called by its number (.3), a number before a missing
-- ]. near: what Lua read before it gave up.
local function explain_number(file, line, near)
  local text = text_of_line(file, line)
  local at = text:find(near, 1, true) or 1
  local nth = near:match "^%.(%d+)"
  if nth then return ("a name stands behind a point, and not %s; a row is called by its name"):format(nth) end
  nth = near:match "^(%d+)%.%a"
  if nth and text:sub(1, at - 1):find "%[%s*$" then return ("a ] is missing behind %s"):format(nth) end
  local dice = text:match("^%d*d%d+[%w!]*", at)
  if not dice then return end
  if text:sub(1, at - 1):find "[-+*/]%s*$" then
    return ("%s is not a number; to roll dice, write dice \"%s\""):format(dice, dice)
  end
  local to = at + #dice + #(text:match("^%s*[+-]%s*%d+%f[^%w.]", at + #dice) or "")
  if text:find("^%s*[-+*/%%]", to) then
    local behind = "%s is not a number; write dice in quotes, and what is added behind: dice(\"%s\") + …"
    return behind:format(dice, dice)
  end
  dice = text:sub(at, to - 1)
  return ("%s is not a number; write dice in quotes: \"%s\""):format(dice, dice)
end

-- --- = for == ------------------------------------------------------------------------------------

-- How many more words of one pattern than of another stand between i and j.
local function surplus(file, i, j, opening, closing)
  local n = 0
  for at = i, j do
    n = n + (matches(file, at, opening) and 1 or matches(file, at, closing) and -1 or 0)
  end
  return n
end

-- How many more blocks begin than end between i and j.
local function depth(file, i, j) return surplus(file, i, j, "function|do|if|repeat", "end|until") end

-- How many more braces open than close between i and j.
local function braces(file, i, j) return surplus(file, i, j, "{", "}") end

-- The name that is given a value in the ( ) of a call between i and j, as dc in check("dex", dc = 12).
local function named_argument(file, i, j)
  for before in source.found(file, "(|, NAME =", i + 1, j - 2) do
    local open = before
    while open > i and not matches(file, open, "(|{") do
      open = math.min(file.partners[open] or open, open) - 1
    end
    if matches(file, open - 1, "NAME (") then return file.words[before + 1] end
  end
end

-- Explains a = of an argument, check("dex", dc = 12), or in a condition.
local function explain_equals(file, i, j)
  local named = named_argument(file, i, j)
  if named then return ("a value in ( ) has no name; leave out '%s' and its ="):format(named) end
  if find(file, i, j, "if|elseif|while|until|return|and|or") then
    return "== compares; = changes, and stands in no condition"
  end
end

-- Explains a } that stands where an 'end' belongs, or that closes nothing.
local function explain_closing_brace(file, i, j)
  if braces(file, i, j) >= 0 then return end
  if depth(file, 1, j) <= 0 then return "there is a } too many here" end     -- no block is open
  return "what began with function, if or do ends with 'end', and not with }"
end

-- --- what is not closed --------------------------------------------------------------------------

-- The index of the word that lacks its 'end', or nil; and the line that shows it: a statement at the margin
-- while blocks are open, or an 'end' further left than the word that it closes.
local function find_unended(file)
  local stack = {}                                         -- the indexes of the words whose blocks are open
  for i = 1, #file.kinds do
    local line = file.lines[i]
    local begins_line = file.lines[i - 1] ~= line
    if begins_line and matches(file, i, "function|local") and #stack > 0 and indent_of(file, line) == 0 then
      return stack[#stack], line
    end
    if matches(file, i, "function|do|if|repeat") then stack[#stack + 1] = i
    elseif matches(file, i, "end|until") then
      local open = table.remove(stack)
      if not open then return end
      local is_left = begins_line and indent_of(file, line) < indent_of(file, file.lines[open])
      if is_left and file.lines[open] ~= line then return open, line end
    end
  end
  return stack[#stack], nil
end

-- Explains the first `else if` in the lines `from` to `to`.  Returns the explanation and its line; or
-- nothing.
local function explain_else_if(file, from, to)
  local asked, first, is_closed
  for i in source.found(file, "else if") do
    local line = file.lines[i]
    if file.lines[i + 1] == line and line >= from and line <= to then
      if line ~= asked then                      -- once for each line, which may hold a thousand of these
        local last
        first, last = source.words_of(file, line)
        asked, is_closed = line, depth(file, first, last) == 0
      end
      local is_whole = is_closed and find(file, first, i, "if")            -- all of it is in this line
      if not is_whole then
        return "'else if' begins another if, which needs an 'end' of its own; elseif is one word", line
      end
    end
  end
end

-- Explains a missing 'end'.  Returns the explanation and its line; or nothing.
local function explain_no_end(file, sentence, line)
  local from = sentence:match "^'end' expected %(to close '%a+' at line (%d+)%)"
  if not from and not sentence:find "^'end' expected" then return end
  local text, at = explain_else_if(file, tonumber(from) or 1, line)
  if text then return text, at end
  local open, shows = find_unended(file)
  if not open then return end
  local where = shows and "; one is missing before line " .. shows or ""
  return ("this '%s' has no 'end'%s"):format(file.kinds[open], where), file.lines[open]
end

-- The word that Lua could not read, at the end of its sentence.
local function near_of(sentence) return sentence:match "near '(.*)'$" or sentence:match "near (<eof>)$" end

local swapped = { ["'then'"] = "an if goes on with 'then', and not with 'do'",
  ["'do'"] = "a loop goes on with 'do', and not with 'then'" }

-- Explains a 'then' or 'do' that Lua expects before the word `near`, although it stands further on in the
-- line: then something is wrong between the condition so far and `near`.  Also tells of a 'do' in place of a
-- 'then'.
local function explain_no_then(file, sentence, line)
  local expected, near = sentence:match "^('%a+') expected near '(.*)'$"
  local word = swapped[expected] and expected:sub(2, -2)
  local i, j = source.words_of(file, line)
  if not word or not i then return end
  if near ~= word and (near == "do" or near == "then") then return swapped[expected] end
  local at = find(file, i, j, word) or 0
  local first = i + 1                                    -- the index of `near`
  while first < at and file.words[first] ~= near do first = first + 1 end
  if first >= at then return end
  local before = file.words[first - 1]
  if near_one(before, { "not" }) then return ("there is no word '%s'; did you mean 'not'?"):format(before) end
  -- As in: for who in each party do.
  if first == at - 1 and file.kinds[first - 1] == "name" and find(file, i, j, "in") then
    return ("what is given to a word stands in ( ); write %s(%s)"):format(before, near)
  end
  return ("what joins '%s' and '%s' is missing, such as and, or, == or ( )"):format(before, near)
end

-- The first of the lines from `from` to `to` that holds a row in braces without its }, while another row
-- begins in the next line; or nil.
local function unclosed_row(file, from, to)
  for line = from, to - 1 do
    local i, j = source.words_of(file, line)
    local is_row = i and file.kinds[i] == "{" and file.kinds[j] == "," and file.kinds[j + 1] == "{"
    if is_row and braces(file, i, j) == 1 then return line end
  end
end

-- Explains what is missing at the end of the line before: the ( ) of a function, a 'then' or 'do'.  Returns
-- the explanation and its line; or nothing.
local function explain_end_of_line(file, sentence, line)
  local first, word = source.words_of(file, line), sentence:match "^'(%a+)' expected near"
  if not first or first == 1 then return end
  local line_before = file.lines[first - 1]
  if sentence:find "^'%(' expected" and file.kinds[first - 2] == "function" and line_before < line then
    return ("( ) is missing: function %s()"):format(file.words[first - 1]), line_before
  end
  if (word == "then" or word == "do") and near_of(sentence) == file.words[first] then
    return ("a '%s' is missing at the end of this line"):format(word), line_before
  end
end

-- Explains a } or ) that is missing at the end of a line above the word that Lua could not read.  Returns the
-- explanation and its line; or nothing.
local function explain_unclosed(file, sentence, line)
  local sign_missing, from, near =
    sentence:match "^'([})])' expected %(to close '.' at line (%d+)%) near (.+)$"
  if not sign_missing then return end
  local first, last = source.words_of(file, line), nil          -- last: the index of the word before `near`
  if near == "<eof>" then last = #file.words
  elseif first and near == "'" .. file.words[first] .. "'" then last = first - 1 end
  if not last or last < 1 then return end
  local row = sign_missing == "}" and unclosed_row(file, tonumber(from), file.lines[last])
  if row then return "a } is missing at the end of this line; another row begins in the next", row end
  local where = tonumber(from) ~= file.lines[last]
    and ("; the %s stands in line %s"):format(sign_missing == "}" and "{" or "(", from) or ""
  return ("a comma or %s is missing at the end of this line%s"):format(sign_missing, where), file.lines[last]
end

-- Explains if (…) { … }, which Lua reads as a call.  Returns the explanation and its line; or nothing.
local function explain_if_with_braces(file, sentence, line)
  if not sentence:find "^'then' expected" and not sentence:find "^'do' expected" then return end
  local _, to = source.words_of(file, line)
  for i = to or #file.kinds, 1, -1 do
    if matches(file, i, "then|do") then return end
    if goes_on[file.kinds[i]] then
      local from, last = source.words_of(file, file.lines[i])
      local text = explain_block_braces(file, from, last)
      return text, text and file.lines[i]
    end
  end
end

-- Explains rule.dark() return false end, which lacks `function`.  Returns the explanation and its line; or
-- nothing.
local function explain_no_function(file, sentence, line)
  if not sentence:find "^<eof> expected near 'end'" then return end
  local _, last = source.words_of(file, line)
  for i = last or #file.kinds, 1, -1 do
    local here = file.lines[i]
    local begins_line = file.lines[i - 1] ~= here
    local is_head = begins_line and matches(file, i, "rule|step|act|cannot|on . NAME (")
    if is_head and indent_of(file, here) == 0 then
      local close = file.partners[i + 3]
      local after = close and file.kinds[close + 1]
      if not after or after == "=" then return end
      local head = text_of_line(file, here):match "^%s*([%w_.]+%b())"
      return head and ("'function' is missing: function %s"):format(head), here
    end
    if begins_line and file.kinds[i] == "function" then return end
  end
end

-- Explains a file that ends in the middle of a statement, as while it is written.  Returns the explanation
-- and the line of its last word; or nothing.
local function explain_unfinished(file, sentence)
  local last = #file.words
  if near_of(sentence) ~= "<eof>" or last == 0 then return end
  local word = sentence:match "^'(%a+)' expected"
  if word then
    local article = word:find "^[eu]" and "an" or "a"                   -- 'end', 'until'; 'then', 'do'
    return ("%s '%s' is missing at the end of this line"):format(article, word), file.lines[last]
  end
  if sentence:find "^',' expected" then
    return ("a comma and the last number are missing behind '%s'"):format(file.words[last]), file.lines[last]
  end
  return ("something is missing behind '%s'"):format(file.words[last]), file.lines[last]
end

-- --- all explanations ----------------------------------------------------------------------------

-- The lines to search: the line Lua reports, and that of the word before it.
local function lines_near(file, sentence, line)
  local list, first = { line }, source.words_of(file, line)
  local near = near_of(sentence)
  if near == "<eof>" then list[1] = file.lines[#file.lines] or line
  elseif first and first > 1 and near == file.words[first] then list[2] = file.lines[first - 1] end
  return list
end

-- Explains what is wrong in one line.
local function explain_line(file, line, near)
  local i, j = source.words_of(file, line)
  if not i then return explain_letter(file, line) end
  j = math.min(j, i + MAX_WORDS)
  return explain_letter(file, line) or explain_first_word(file, i, j)
    or explain_compound(file, i, j) or explain_slip(file, i, j, slips)
    or near == "=" and explain_equals(file, i, j) or near == "}" and explain_closing_brace(file, i, j)
    or explain_block_braces(file, i, j) or explain_slip(file, i, j, slips_of_fields)
end

-- Explains a sentence of Lua that says by itself what is wrong, and where, without a look at the file.
-- Returns the explanation and its line; or nothing.
local function explain_by_sentence(file, sentence, line)
  local began = tonumber(sentence:match "%(starting at line (%d+)%)")
  local far = tonumber(sentence:match "^break outside loop at line (%d+)"
    or sentence:match "^no visible label .* at line (%d+)")
  if far then return plain_sentence(sentence), far end
  if began then return plain_sentence(sentence):gsub("%s*%(starting at line.*$", ""), began end
  if sentence:find "^unfinished string" then
    return explain_no_opening(file, line) or explain_open_quote(file, line) or explain_letter(file, line)
      or plain_sentence(sentence), line
  end
  if sentence:find "^malformed number" then
    return explain_letter(file, line) or explain_number(file, line, near_of(sentence))
      or plain_sentence(sentence), line
  end
end

-- Explains a syntax error.  name, text: the file; sentence: Lua's, without its place; line: its line.
-- Returns the explanation and its line.
function syntax_hints.explain(name, text, sentence, line)
  -- This sentence is plain already: sandbox.compile refused the file.
  if sentence:find "^the file " then return sentence, line end
  if sentence:find "C stack overflow" then
    return "this is nested too deeply; where, Lua does not say", line
  end
  local file = source.of(name, text)
  local said, place = explain_by_sentence(file, sentence, line)
  if said then return said, place end
  local near, lines = near_of(sentence), lines_near(file, sentence, line)
  for _, l in ipairs(lines) do
    local found = explain_keyword(file, l, near, sentence:match "^(.-) expected near")
      or explain_open_quote(file, l) or explain_line(file, l, near)
    if found then return found, l end
  end
  for _, explain in ipairs { explain_no_function, explain_lone_text, explain_lone_name, explain_lone_value,
    explain_no_end, explain_no_then, explain_if_with_braces } do
    local found, at = explain(file, sentence, line)
    if found then return found, at or line end
  end
  for _, l in ipairs(lines) do
    local i, j = source.words_of(file, l)
    local found = i and (explain_apostrophe(file, i, j, l) or explain_unquoted_value(file, i, j)
      or explain_two_names(file, i, j))
    if found then return found, l end
  end
  for _, explain in ipairs { explain_end_of_line, explain_unclosed, explain_unfinished } do
    local found, at = explain(file, sentence, line)
    if found then return found, at end
  end
  return plain_sentence(sentence), line
end

return syntax_hints
