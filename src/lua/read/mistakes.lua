-- mistakes.lua -- collects the mistakes in rule files, so that one check reports all of them.  A first
-- mistake must not cause others: the value it leaves is `nothing`, which accepts any use without a report;
-- and after a file that could not be read, missing things are not reported (R.unsure in chain.lua).
local common = module "common"
local language = module "read/language"
local mistakes = {}

-- The place { file, line } of the author's line that is running.
function mistakes.here()
  local file, line = sandbox.place()
  return { file = file or "?", line = line or 0 }
end

function mistakes.place_text(place) return place.file .. ":" .. place.line end

-- Adds a problem to R.problems, unless the same sentence was added at the same line.  grade: "error",
-- "warning" or "note"; `...`: the sentence, or a format and its values.  place.word: the index of the word in
-- the file that the problem is about, where it is known.
local function add(R, grade, place, ...)
  local text = select("#", ...) > 1 and string.format(...) or (...)
  if not utf8.len(text) then text = text:gsub("[\128-\255]", "?") end
  -- Only long names in a sentence make it that long.
  if #text > sandbox.SENTENCE_MAX then text = sandbox.text(text, sandbox.SENTENCE_MAX) end
  local key = place.file .. ":" .. place.line .. ":" .. text
  if R.reported[key] then return end
  R.reported[key] = true
  R.problems[#R.problems + 1] =
    { file = place.file, line = place.line, word = place.word, text = text, grade = grade }
end

-- Reports a mistake that keeps the rules from being played.
function mistakes.report(R, place, ...) add(R, "error", place, ...) end

-- Takes back the mistakes of a line whose text fits the pattern, since another tells all of them at once.
function mistakes.withdraw(R, place, pattern)
  R.problems = common.where(R.problems, function(p)
    return p.file ~= place.file or p.line ~= place.line or not p.text:find(pattern)
  end)
end

-- Notes what is probably meant so, but worth knowing; the exit status of check stays 0.
function mistakes.note(R, place, ...)
  if R.unsure ~= "all" then add(R, "note", place, ...) end
end

-- Reports what can be played, but hardly does what its author wants; the exit status of check stays 0.
function mistakes.warn(R, place, ...) add(R, "warning", place, ...) end

-- The place where field `key` of an entry (things.lua) was last written.
function mistakes.field_place(entry, key) return entry.at[key] or entry.made end

-- Reports a mistake in one field of a thing, at the field's line: KIND "NAME", FIELD: …
function mistakes.report_field(R, entry, key, text, ...)
  local place = mistakes.field_place(entry, key)
  if R.reported["early:" .. mistakes.place_text(place)] then return end    -- report_early spoilt the value
  mistakes.report(R, place, "%s \"%s\", %s: " .. text, entry.kind.name, entry.name, key, ...)
end

-- True if body is a table in braces; else reports it.  needed: the message, a format for the further values.
function mistakes.check_body(R, place, body, needed, ...)
  if common.is_plain(body) then return true end
  if not mistakes.is_nothing(body) then
    mistakes.report(R, place, "%s, and this is %s", needed:format(...), common.show(body))
  end
  return false
end

-- Reports a word of play that ran while files are read, at the line of the file being read that led to it.
-- `...`: the message when that line used the word itself.
function mistakes.report_early(R, ...)
  local place = mistakes.here()
  local file, line = sandbox.place(true)           -- the line of the file being read whose call led here
  local is_called = file and (file ~= place.file or line ~= place.line)
  local caller = is_called and { file = file, line = line } or place
  R.reported["early:" .. mistakes.place_text(caller)] = true
  if not is_called then return mistakes.report(R, place, ...) end
  mistakes.report(R, caller,
    "this line runs a rule while the file is read, and rules run in play; to name one, leave out its ( )")
end

-- The end of a message about a name that the ruleset gave up (ruleset { renamed = … }), with its new name or
-- what to do instead; or nil.
function mistakes.renamed(R, name)
  local list = R.ruleset and R.ruleset.fields.renamed
  for old, now in next, common.is_plain(list) and list or {} do
    if type(now) == "string" and common.contains(common.split(old, "%S+"), name) then
      return " any more; " .. (now:find " " and now or "it is called '" .. now .. "' now")
    end
  end
end

-- Reports that there is no `what` called `name`, or none in `owner`, as `chart "hazard"`.  names: the known
-- ones; more: another cure.  Reports once a line, and only when no unreadable file can be the reason.
function mistakes.report_missing(R, place, what, name, names, more, owner)
  name = tostring(name)
  if what == "procedure" then R.unplaced = true end        -- its methods would have placed steps
  if R.unsure == "all" or R.unsure == "near" and not common.nearest(name, names) then return end
  local key = table.concat({ "missing", place.file, place.line, what, name }, ":")
  if R.reported[key] then return end
  R.reported[key] = true
  local meant = what == "field" and language.field_meant(name, names)
  local gone = R.removed_at[what .. "." .. name]
  if gone then
    return mistakes.report(R, place, "there is no %s '%s' any more: it was taken away at %s", what, name,
      mistakes.place_text(gone))
  end
  mistakes.report(R, place, "%s %s '%s'%s", owner and owner .. " has no" or "there is no", what, name,
    mistakes.renamed(R, name) or meant and "; did you mean '" .. meant .. "'?"
      or common.hint(name, names, more or not owner and language.making(what:match "%a+$", name) or nil))
end

-- --- nothing -------------------------------------------------------------------------------------

-- The value of whatever a mistake kept from being made.  Any use of it gives `nothing` again, and no report.
local nothing = setmetatable({}, { __sealed = "nothing" })
mistakes.nothing = nothing

function mistakes.is_nothing(v) return rawequal(v, nothing) end

do
  local meta = getmetatable(nothing)
  local function itself() return nothing end
  -- A list ends at once, so that a loop over it does.
  function meta.__index(_, key) return math.type(key) == nil and nothing or nil end
  local events = "call add sub mul div mod pow unm idiv concat band bor bxor shl shr bnot"
  for word in events:gmatch "%a+" do
    meta["__" .. word] = itself
  end
  function meta.__newindex() end
  function meta.__len() return 0 end
  function meta.__lt() return false end
  meta.__le = meta.__lt
  function meta.__tostring() return "nothing" end
end

mistakes.TWO_BRACES = "all fields of %s stand in one pair of braces"

-- The value of a call that made or changed a thing, `label` in messages.  It reports what follows the call,
-- as in light "torch" { … } "lamp" { … }.
function mistakes.statement_end(R, label)
  local function follows(_, more)
    if common.is_plain(more) then
      mistakes.report(R, mistakes.here(), mistakes.TWO_BRACES, label)
      return nothing
    end
    local what = type(more) == "string" and "\"" .. more .. "\"" or "something"
    mistakes.report(R, mistakes.here(),
      "%s follows %s and has no word of its own, as light or chart; is one missing before it?", what, label)
    return nothing
  end
  return setmetatable({}, { __sealed = label, __call = follows, __index = follows, __newindex = follows })
end

local DEEP <const> = 100 -- tables in tables, as VALUE_DEPTH in core/value.h

-- The name of the word of the language that v is, as `track` or `rule`, or nil.
local function word_of(R, v)
  return common.first(common.keys(R.env), function(name) return rawequal(rawget(R.env, name), v) end)
end

-- The reason why v, the value of a field, cannot be kept, or nil.  Raises when v is nested too deeply, as a
-- table is that holds itself.
function mistakes.unfit(R, v, depth)
  local kind = type(v)
  depth = depth or 0
  if kind == "string" then return not utf8.len(v) and mistakes.not_utf8 or nil end
  if v ~= v then return "a number is needed, and this comes to 0/0" end
  if kind ~= "table" then return nil end
  if getmetatable(v) then
    if mistakes.is_nothing(v) or R.entry_of[v] then return nil end
    local word = word_of(R, v)
    return word and ("%s is a word of the language; write it in quotes: \"%s\""):format(word, word)
      or getmetatable(v).__sealed .. " is no value; write its name in quotes"
  end
  if depth > DEEP then common.mistake "a table is nested too deeply; does it hold itself?" end
  for k in next, v do
    if type(k) ~= "string" and type(k) ~= "number" then
      return "a text or a number is needed in [ ] before ="
    end
  end
  for _, k in ipairs(common.keys(v)) do
    local reason = mistakes.unfit(R, k, depth) or mistakes.unfit(R, v[k], depth + 1)
    if reason then return reason end
  end
end
mistakes.not_utf8 = "a text is not UTF-8, so not every program can show it"

-- Explains a syntax error in a file { name, text }.  sentence: Lua's, "FILE:3: …".  Returns the explanation
-- and its line.
function mistakes.explain_syntax(file, sentence)
  local at, what = sentence:match("^.-:(%d+): (.*)$")
  return module("read/syntax_hints").explain(file.name, file.text, what or sentence, tonumber(at) or 1)
end

return mistakes
