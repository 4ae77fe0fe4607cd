-- mistakes.lua -- what is wrong with rule files: gathered, not raised, so that all of it is told at once.
-- A first mistake must not cause others: what it leaves open is `nothing`, which takes part in anything
-- in silence; and where a file could not be read, what is missing afterwards is not told.
local common = module "common"
local mistakes = {}

-- The author's line that is being read.
function mistakes.here()
  local file, line = sandbox.place()
  return { file = file or "?", line = line or 0 }
end

function mistakes.where(place) return place.file .. ":" .. place.line end

-- grade: "error", "warning" or "note".  The same sentence at the same line is told once.
function mistakes.tell(R, grade, place, ...)
  local text = select("#", ...) > 1 and string.format(...) or (...)
  local key = place.file .. ":" .. place.line .. ":" .. text
  if R.told[key] then return end
  R.told[key] = true
  R.problems[#R.problems + 1] = { file = place.file, line = place.line, text = text, grade = grade }
end
function mistakes.mistake(R, place, ...) mistakes.tell(R, "error", place, ...) end
function mistakes.note(R, place, ...)
  if R.unsure ~= "all" then mistakes.tell(R, "note", place, ...) end
end
function mistakes.warn(R, place, ...) mistakes.tell(R, "warning", place, ...) end

-- There is no `what` called `name`, or none in owner, "chart \"hazard\"".  names: what there is; more: what
-- else could be meant.  Told once a line, and only when no file that could not be read may be the reason.
function mistakes.missing(R, place, what, name, names, more, owner)
  name = tostring(name)
  if R.unsure == "all" or R.unsure == "near" and not common.nearest(name, names) then return end
  local key = table.concat({ "missing", place.file, place.line, what, name }, ":")
  if R.told[key] then return end
  R.told[key] = true
  local gone = R.gone[what .. "." .. name]
  if gone then
    return mistakes.mistake(R, place, "there is no %s '%s' any more: it was taken away at %s", what, name, mistakes.where(gone))
  end
  mistakes.mistake(R, place, "%s %s '%s'%s", owner and owner .. " has no" or "there is no", what, name, common.hint(name, names, more))
end

-- --- nothing ---------------------------------------------------------------------------------------

local nothing = setmetatable({}, { __sealed = "nothing" })
mistakes.nothing = nothing
function mistakes.is_nothing(v) return rawequal(v, nothing) end
do
  local meta = getmetatable(nothing)
  local function itself() return nothing end
  for word in ("index call add sub mul div mod pow unm idiv concat band bor bxor shl shr bnot"):gmatch "%a+" do meta["__" .. word] = itself end
  function meta.__newindex() end
  function meta.__len() return 0 end
  function meta.__lt() return false end
  meta.__le = meta.__lt
  function meta.__tostring() return "nothing" end
end

-- --- what Lua says, said for people -----------------------------------------------------------------

local said = {
  { "^'}' expected %(to close '{' at line (%d+)%) near (.+)$", "a comma or } is missing before %2; the { stands in line %1" },
  { "^'}' expected near (.+)$", "a comma or } is missing before %1" },
  { "^'%)' expected %(to close '%(' at line (%d+)%) near (.+)$", "a comma or ) is missing before %2; the ( stands in line %1" },
  { "^'%)' expected near (.+)$", "a comma or ) is missing before %1" },
  { "^'end' expected %(to close '(%a+)' at line (%d+)%) near (.+)$", "an 'end' is missing before %3; the '%1' stands in line %2" },
  { "^'end' expected near (.+)$", "an 'end' is missing before %1" },
  { "^'<eof>' expected near 'end'$", "here is an 'end' too many" },
  { "^'<eof>' expected near (.+)$", "%1 is not understood here" },
  { "^'then' expected near (.+)$", "a 'then' is missing before %1" },
  { "^'do' expected near (.+)$", "a 'do' is missing before %1" },
  { "^unfinished string near '(.+)'$", "a text has no closing quote: %1" },
  { "^unfinished long string", "a text in [[ ]] has no end" },
  { "^unfinished long comment", "a comment in --[[ ]] has no end" },
  { "^malformed number near '(%d*d%w+)'$", "%1 is no number; dice stand in quotes, \"%1\"" },
  { "^malformed number near '(.+)'$", "%1 is no number; a text stands in quotes, \"%1\"" },
  { "^unexpected symbol near (.+)$", "%1 is not understood here" },
  { "^syntax error near (.+)$", "%1 is not understood here; is something missing before it?" },
  { "^attempt to call a nil value %(%a+ '(.+)'%)$", "'%1' is called, and there is nothing of that name (nil)" },
  { "^attempt to index a nil value %(%a+ '(.+)'%)$", "'%1' is nothing here (nil), so it has no fields" },
  { "^attempt to perform arithmetic on a nil value %(%a+ '(.+)'%)$", "'%1' is nothing here (nil), and cannot be reckoned with" },
  { "^attempt to concatenate a nil value %(%a+ '(.+)'%)$", "'%1' is nothing here (nil), and cannot be part of a text" },
  { "^stack overflow.*$", "rules call each other without end" },
  { "^attempt to compare (.-) with nil$", "%1 is compared with nothing (nil)" },
  { "^attempt to compare nil with (.-)$", "nothing (nil) is compared with %1" },
}

-- A sentence of Lua's in the words of the table, or as it is.
function mistakes.plainly(sentence)
  for _, pair in ipairs(said) do
    local text, n = sentence:gsub(pair[1], pair[2])
    if n > 0 then return (text:gsub("<eof>", "the end of the file")) end
  end
  return sentence
end

return mistakes
