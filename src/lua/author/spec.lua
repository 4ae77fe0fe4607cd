-- spec.lua -- reads a spec file, and lists its tests or runs one of them.  spec_given.lua sets up a test;
-- spec_row.lua and spec_odds.lua run its rows, of lines typed and of odds asked for.
local common = module "common"
local messages = module "author/messages"
local mistakes = module "read/mistakes"
local source = module "read/source"
local spec_given = module "author/spec_given"
local spec_odds = module "author/spec_odds"
local spec_row = module "author/spec_row"
local spec_shapes = module "author/spec_shapes"
local spec = {}

local mistake = common.mistake
local test_fields = common.set "covers given party house example"
local base_fields = common.set "given party house rules"       -- what tests "…" sets for all tests

-- --- the file ------------------------------------------------------------------------------------

-- Raises unless rules is nil or like { DL = 45 }: the letters of a book, and how many rules it numbers.
local function check_rules(rules, raise)
  for book, n in next, type(rules) == "table" and rules or { rules } do
    if type(book) ~= "string" or not book:find "^%a+$" or math.type(n) ~= "integer" or n < 1 then
      raise "rules has letters and a number, as { DL = 45 } for DL-01 to DL-45"
    end
  end
end

-- In the functions that follow, found is the record that the words of a spec file fill (see read);
-- raise(text, line) raises a mistake, at the running line unless another one is given.

-- Raises where the body of a test, or of tests "…", has a field that is none of `known`.  label: test "TITLE"
-- or tests "RULESET"; at: its line; may_have_rows: it is a test.
local function check_body(found, raise, label, body, known, at, may_have_rows)
  for _, key in ipairs(common.keys(body)) do
    local is_row = may_have_rows and type(key) ~= "string"
    if not is_row and not known[key] then
      local line = source.line_of(found.source, at, label:match "\"(.*)\"", key)
      key = tostring(key)
      if may_have_rows and (spec_row.has_field(key) or type(body[1]) == "string") then
        raise(("%s: '%s' belongs to a row, which stands in braces of its own: { \"search\", %s = … }")
          :format(label, key, key), line)
      end
      raise(("%s has no field '%s'%s"):format(label, key, common.hint(key, common.keys(known))), line)
    end
  end
end

-- The word `tests`: tests "delving" { … }.
local function tests_word(found, raise)
  return function(ruleset)
    if found.base then raise "a spec file has one tests \"RULESET\" { … }" end
    if type(ruleset) ~= "string" then
      raise "tests takes the ruleset's name in quotes: tests \"delving\" { party = { … } }"
    end
    local _, at = sandbox.place()
    return function(body)
      if type(body) ~= "table" then raise "tests \"…\" takes its fields in braces" end
      check_body(found, raise, ("tests \"%s\""):format(ruleset), body, base_fields, at)
      check_rules(body.rules, raise)
      found.ruleset, found.base, found.line = ruleset, body, at
    end
  end
end

-- The word `test`: test "a torch burns out" { … }.
local function test_word(found, raise)
  return function(title)
    if type(title) ~= "string" then
      raise "test takes its name in quotes: test \"a torch burns out\" { … }"
    end
    local _, at = sandbox.place()
    return function(body)
      if type(body) ~= "table" then raise(("test \"%s\" takes its rows in braces"):format(title)) end
      if type(body[1]) == "string" and type(body.party) == "table" and not body.party[1] then
        raise(("test \"%s\": 'party' belongs to a row, which stands in braces of its own: { \"%s\", \z
          party = … }"):format(title, body[1]), source.line_of(found.source, at, title, "party"))
      end
      check_body(found, raise, ("test \"%s\""):format(title), body, test_fields, at, true)
      if common.contains(common.names(found.tests), title) then
        raise(("there are two tests named \"%s\""):format(title))
      end
      found.tests[#found.tests + 1] = { name = title, line = at, body = body }
    end
  end
end

-- Makes the words of spec files, with Lua's own.
local function spec_words(found, raise)
  local env = common.shallow_copy(sandbox.library())
  env.tests = tests_word(found, raise)
  env.test = test_word(found, raise)
  env.in_order = spec_row.in_order
  env.by_default = spec_row.by_default
  return setmetatable(env, { __index = function(_, word)
    if word == "extends" or word == "ruleset" then
      mistake "this is a rule file and not a spec; 'sconce check' checks it"
    end
    local i, j = source.words_of(found.source, select(2, sandbox.place()) or 1)
    for at in source.found(found.source, "NAME <|>|<=|>=|==|~=", i or 1, i and j or 0) do
      if found.source.words[at] == word then
        mistake("'%s' is compared here, and a row gives the value itself, as %s = 5", word, word)
      end
    end
    mistake("a spec has no word '%s'; it knows tests, test, in_order, by_default and Lua's own", word)
  end })
end

-- Reads a spec file: { ruleset; base: the body of tests "…"; line: its line; source: the words of the file
-- (read/source.lua); tests: { { name, line, body } } }.  Raises the first mistake.
local function read(name, text)
  local found = { tests = {}, source = source.of(name, text) }
  local function raise(sentence, line)
    local file, at = sandbox.place()
    error({ text = sentence, file = not line and file or name, line = line or at or 1 }, 0)
  end
  local f, sentence = sandbox.compile(text, name, spec_words(found, raise))
  if not f then
    local what, at = mistakes.explain_syntax({ name = name, text = text }, sentence)
    error({ text = what, file = name, line = at }, 0)
  end
  f()
  if not found.base then raise("a spec file begins with tests \"RULESET\" { … }", 1) end
  return found
end

local prepared                            -- { name, text, found } of the file that spec.prepare has read

-- Reads a spec file in the cell, before its tests are run in workers.  A file with a mistake is read again by
-- each test, which reports it.
function spec.prepare(request)
  sandbox.watch(true)
  local ok, found = protected(read, request.name, request.text)
  sandbox.watch(false)
  prepared = ok and { name = request.name, text = request.text, found = found } or nil
  return { prepared = ok }
end

-- The spec file of a request to run a test, as `read` has it: true and the file, or false and the mistake.
local function file_of(request)
  local is_read = prepared and prepared.name == request.name and prepared.text == request.text
  if is_read then return true, prepared.found end
  return protected(read, request.name, request.text)
end

-- The line in which the text of `house = [[ … ]]` begins, searched from line `from` on; nil when it is not
-- written out there.
local function line_of_house(file, from, house)
  for i = file.first[from] or #file.words, #file.words - 2 do
    if file.words[i] == "house" and file.kinds[i + 1] == "=" then
      local text = file.kinds[i + 2] == "text" and file.words[i + 2]
      local line = file.lines[i + 2]
      -- Lua leaves out a line break right behind [[.
      return text == house and line or text == "\n" .. house and line + 1 or nil
    end
  end
end

-- The house rules in a body, or nil.  A value that is no text is reported as the test runs (spec_shapes.lua).
local function house_text(body) return type(body.house) == "string" and body.house or nil end

-- The house rules of a test: those of tests "…", then its own; and true if each is on the same line as in the
-- spec file, so that messages name that line.  Empty lines put them there.  false: they are not written out
-- in the spec file, or would overlap.
local function house_of(found, t)
  local lines, text = 1, ""
  for _, one in ipairs { { body = found.base, line = found.line }, t } do
    local house = house_text(one.body)
    if house then
      local line = line_of_house(found.source, one.line, house)
      if not line or line < lines then
        return (house_text(found.base) or "") .. "\n" .. (house_text(t.body) or ""), false
      end
      text = text .. ("\n"):rep(line - lines) .. house
      lines = line + select(2, house:gsub("\n", ""))
    end
  end
  return text, true
end

-- The tests of a file, as data; or the mistake because of which it cannot be read.
function spec.list(request)
  local ok, found = protected(read, request.name, request.text)
  if not ok then
    local text = tostring(found.text)
    local problem = { file = found.file, line = found.line or 1, text = text, grade = "error" }
    messages.complete(problem, source.of(request.name, request.text))
    return { problems = { problem } }
  end
  local ruleset = found.ruleset:gsub("\0", "?")             -- a NUL ends texts in C
  local out = { ruleset = ruleset, line = found.line, rules = found.base.rules, tests = {} }
  for i, t in ipairs(found.tests) do
    local house, written = house_of(found, t)
    local covers = type(t.body.covers) == "table" and t.body.covers or { t.body.covers }
    out.tests[i] = { name = t.name, line = t.line, covers = covers, example = t.body.example and true or nil,
      house = house ~= "" and house:gsub("\0", "\\0") or nil, written = written }
  end
  return out
end

-- --- a test --------------------------------------------------------------------------------------

-- The wall clock before a row: wall = "10 minutes" adds to it.
local function wall_of(row, wall)
  local q, sentence = measure.quantity(row.wall)
  if not q then error("wall: " .. sentence, 0) end
  return wall + measure.amount(q, "second")
end

-- The line of a row, or the plan of one that asks for odds, to name it in a message: " (search)".
local function title_of(row)
  local line = type(row) == "table" and row[1] or row
  if type(line) == "string" then return " (" .. line .. ")" end
  if not spec_odds.is_row(row) or row.plan == nil then return "" end
  return (" (odds of '%s')"):format(type(row.plan) == "table" and table.concat(row.plan, "; ") or row.plan)
end

-- The line to blame when a test cannot be set up: of `given` or `party`, in the test itself or in tests "…".
-- text: the error.
local function line_to_blame(found, test, text)
  local of_given = tostring(text):find "^given" or tostring(text):find "^kindle"
  local key = of_given and "given" or tostring(text):match "^(%a+): " or "party"
  if test.body[key] ~= nil then return source.line_of(found.source, test.line, test.name, key) end
  if found.base[key] ~= nil then return source.line_of(found.source, found.line, found.ruleset, key) end
  return test.line
end

-- Runs a row from the state in bytes.  fail(format, …): notes a failure.  Returns the state after the row, or
-- nil when the test cannot go on.
local function run_row(fail, row, bytes, wall)
  if spec_odds.is_row(row) then
    spec_odds.run(fail, row, bytes)
    return bytes
  end
  if type(row) == "string" then return fail("every row stands in braces of its own, as { \"%s\" }", row) end
  if type(row) ~= "table" or type(row[1]) ~= "string" then
    return fail("a row begins with the line typed, { \"search\", dice = \"d6:3\" }")
  end
  if type(row[2]) == "string" then
    return fail("a row has one line, and \"%s\" stands in a row of its own, or behind a ;", row[2])
  end
  return spec_row.run(fail, row, bytes, wall)
end

-- By how a failure begins: the field of the row that it is about.
local fields_of_failures = { ["expected to see"] = "sees", ["expected never"] = "never",
  ["expected a refusal"] = "refused", ["expected the question"] = "asks" }

-- The keys that lead from a row to what a failure is about, as Bram and hp of "Bram.hp: expected 9, got 6".
local function keys_of(failure)
  local record, key = failure:match "^([%w_]+)[.,] ?([%w_]+): "
  if not record then record, key = failure:match "^([%w_]+) has no '([%w_]+)'" end
  if record then return record, key end
  local two, three = failure:match "^%a+ %a+", failure:match "^%a+ %a+ %a+"
  return failure:match "^(%a+): " or fields_of_failures[two] or fields_of_failures[three]
end

-- Sets the line of a failure in row i of a test, and the word, where it is about one field.
local function set_place(failure, found, test, i)
  local file = found.source
  local row = source.index_of(file, test.line, test.name, i)
  local at = row and source.index_of(file, test.line, test.name, i, keys_of(failure.about)) or row
  failure.line = file.lines[at] or test.line
  local is_field = at and at ~= row
  if is_field and failure.about:find "^%S+ has no '" then failure.word = at
  elseif is_field and source.matches(file, at + 1, "= !{") and not failure.about:find "^expected" then
    failure.word = at + 2
  end
end

-- Runs the rows of a test from the state in bytes, and adds to `failures`.  Goes on after a row that is not
-- as expected, so that one run shows all; stops at a row that leaves no state to go on from.  Without rows a
-- test fails, as it shows nothing.
local function run_rows(found, test, bytes, failures)
  local wall = spec_given.wall
  if #test.body == 0 then failures[1] = { line = test.line, text = "the test has no rows" } end
  for i, row in ipairs(test.body) do
    local function fail(text, ...)
      local about = text:format(...)
      -- slip: at a line of the rules, and the same in every test that comes to it
      local failure = { about = about, slip = about:match "^%S+%.lua:%d+: .+",
        text = ("row %d%s: %s"):format(i, title_of(row), about) }
      set_place(failure, found, test, i)
      failures[#failures + 1] = failure
    end
    sandbox.beat(i)
    if type(row) == "table" and type(row.wall) == "string" then wall = wall_of(row, wall) end
    local ok, after = protected(run_row, fail, row, bytes, wall)
    if not ok then
      fail("%s%s", after.file and after.line and after.file .. ":" .. after.line .. ": " or "",
        tostring(after.text))
    end
    if not ok or not after then break end
    bytes = after
  end
end

-- Runs test number request.index of a spec file in the loaded rules.
function spec.run(request)
  local ok, found = file_of(request)
  local function failed(line, text)
    local failure = { line = line, text = text }
    messages.complete(failure, ok and found.source or nil)
    return { passed = false, failures = { failure } }
  end
  if not ok then return failed(found.line or 1, found.text) end
  local test = found.tests[request.index]
  if not test then return failed(1, "there is no test " .. tostring(request.index)) end
  local is_track = spec_given.is_track
  local wrong = spec_shapes.wrong_in_test(test.body, is_track)
    or spec_shapes.wrong_in_test(found.base, is_track)
  if wrong then return failed(line_to_blame(found, test, wrong), wrong) end
  local begun, bytes = protected(spec_given.begin, test.body, found.base)
  if not begun then return failed(line_to_blame(found, test, bytes.text), tostring(bytes.text)) end
  local failures = {}
  run_rows(found, test, bytes, failures)
  for _, failure in ipairs(failures) do messages.complete(failure, found.source) end
  return { passed = #failures == 0, failures = failures }
end

return spec
