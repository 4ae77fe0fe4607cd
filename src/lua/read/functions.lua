-- functions.lua -- step.NAME, act.NAME, cannot.NAME, rule.NAME and on.EVENT while files are read.  A
-- function can be named before it is written, and a later file can wrap the one it finds.
--
-- A space, as `rule`, is a table with
--   name, entries: the entry of the newest function of each name; order: all names; ever: the same as a set
--   standin: what stand_in has made, by name; final: the newest functions by name, once all files are read
-- An entry has
--   f, file, line: the function that is called, and where it was written; old: the entry before it, or nil
--   own: the function as it was written; joins: true when f calls that of `old` and then `own`
--   host: true when the program brings it
local common = module "common"
local language = module "read/language"
local history = module "read/history"
local mistakes = module "read/mistakes"
local source = module "read/source"
local functions = {}

local here, report = mistakes.here, mistakes.report

-- Returns a function that stands in for one that is not written yet, so that a file can wrap it.  For a rule
-- it calls the version that is the newest when it runs; for step.NAME and the like it does what the program
-- does without a function.
local function stand_in(R, space, key)
  local f = space.standin[key]
  if f then return f end
  f = function(...)
    local is_rule, now = space.name == "rule", R.fallback_for and R.fallback_for(space.name, key)
    if is_rule then now = space.final and space.final[key] end
    if now then return now(...) end
    if is_rule and R.fallback_for then error("there is no rule." .. tostring(key), 0) end
  end
  space.standin[key] = f
  if space.name == "rule" then R.rule_of[f] = key end
  return f
end

-- Handles the reading of rule.NAME, after which the file may wrap it (assign).  Notes it in R.reads; and once
-- more, with " again" at the end, if the file itself wrote the version that it reads.
local function get_function(R, space, key)
  if type(key) ~= "string" then
    mistakes.report_missing(R, here(), "function", space.name .. "." .. tostring(key), {})
    return mistakes.nothing[key]
  end
  local place, current = here(), space.entries[key]
  local read = place.file .. " " .. space.name .. "." .. tostring(key)
  R.reads[read] = true
  if current and current.file == place.file then R.reads[read .. " again"] = true end
  return current and current.f or stand_in(R, space, key)
end

-- Handles rule.NAME = nil.
local function remove(R, space, key)
  local old, what = space.entries[key], space.name .. "." .. tostring(key)
  if old then
    space.entries[key] = nil
    R.removed_at[what] = here()
    history.note(R, what, old.file and "function", old.file and old, nil, here(), "gone")
  elseif space.name == "step" and R.kinds.chart.entries[key] then
    mistakes.report(R, here(), "there is no function step.%s: the step rolls the chart of its name; \z
      procedure.NAME:remove \"%s\" takes it out", key, key)
  else
    mistakes.report_missing(R, here(), "function", what, common.map(space.order, function(name)
      return space.entries[name] and space.name .. "." .. name or nil
    end))
  end
end

-- True if function on.NAME, written at this place, is called after those of earlier files, and does not
-- replace them: a function of a part; or one of the ruleset, whose parts may have the same hook.  A function
-- of a house file, which is there to change rules, replaces them, unless it wraps them.
local function adds_hooks(R, place)
  return R.file and R.file.part_of or R.ruleset and R.ruleset.made.file == place.file
end

-- Returns a function that calls both, one after the other.
local function in_turn(first, second)
  return function(...)
    first(...)
    second(...)
  end
end

-- True if the function at this place calls itself by name.  Its author surely means the one that it replaces;
-- as the dry run tells how to call that, when the calls never end, the note about replacing is left out.
local function calls_itself(R, place, label)
  local file = R.by_name[place.file]
  local written = common.first(file and file.functions or {}, function(one)
    return one.name == label and one.line == place.line
  end)
  if not written then return false end
  local call = label:gsub("%.", " . ") .. " ("                          -- "rule . burn (", as a pattern
  local body = written.from + 2                                          -- behind its own name
  return source.found(file, call, body, written.to)() ~= nil
end

-- Notes that a new function replaces the old one, which it neither wraps nor joins.
local function tell_of_old(R, place, label, old)
  if old.file == place.file then
    report(R, place, "%s is written a second time in this file; the first stands in line %d", label, old.line)
  elseif not old.host and not calls_itself(R, place, label) then
    mistakes.note(R, place,
      "%s replaces the one at %s:%d, which is not called any more; to keep it too, write local usual = %s \z
      above and call usual(…); to drop it without this note, write %s = nil above",
      label, old.file, old.line, label, label)
  end
end

-- For rule.a = rule.b the function that calls the newest rule.b, also one that a later file writes; else f.
local function of_another_name(R, space, key, f)
  local named = R.rule_of[f]
  local rule = named and R.spaces.rule.entries[named]
  local is_same = space.name == "rule" and named == key
  return rule and rule.f == f and not is_same and stand_in(R, R.spaces.rule, named) or f
end

-- Handles function rule.NAME() … end, and any other assignment.  If this file has read the old function, as
-- local usual = rule.NAME, the new one wraps it.  An on.NAME of a part or of the ruleset joins the old one
-- (adds_hooks).  Any other function replaces it; a note says so, since that may be a slip.
local function assign(R, space, key, f)
  local place, label = here(), space.name .. "." .. tostring(key)
  if mistakes.is_nothing(f) then return end
  if f == nil then return remove(R, space, key) end
  if type(f) ~= "function" then
    return report(R, place, "%s is a function, function %s() … end, and this is %s", label, label,
      common.show(f))
  end
  local own, old = of_another_name(R, space, key, f), space.entries[key]
  local read = place.file .. " " .. label
  local read_again = read .. " again"
  local is_own_file = old and old.file == place.file
  local wraps = old and R.reads[is_own_file and read_again or read]
  local joins = old and not wraps and not is_own_file and space.name == "on" and adds_hooks(R, place)
  if old and not wraps and not joins then tell_of_old(R, place, label, old) end
  if not space.ever[key] then
    space.ever[key] = true
    space.order[#space.order + 1] = key
  end
  R.reads[read_again] = nil                      -- the version written now has not been read yet
  local called = joins and in_turn(old.f, own) or own
  space.entries[key] = { f = called, own = own, joins = joins, file = place.file, line = place.line,
    old = old }
  if space.name == "rule" then R.rule_of[called] = key end
  local how = not old and "new" or (wraps or joins) and "wrapped" or "replaced"
  history.note(R, label, old and "function", old and old.file and old, "function", place, how)
end

-- Makes the word of a space: rule, step …
function functions.add_space(R, name)
  local space = { name = name, entries = {}, order = {}, ever = {}, standin = {} }
  R.spaces[name] = space
  R.env[name] = setmetatable({}, {
    __sealed = name,
    __index = function(_, key) return get_function(R, space, key) end,
    __newindex = function(_, key, f) assign(R, space, key, f) end,
    __call = function()
      report(R, here(), "%s is written with a point: function %s.NAME() … end", name, name)
      return mistakes.nothing
    end,
  })
end

-- --- functions and things in fields --------------------------------------------------------------

-- The stored form of a field's value: a thing becomes its name, and a rule { rule = NAME }, so that play uses
-- the newest version of both.  Other functions stay as they are.
function functions.stored(R, v)
  if type(v) == "table" and R.entry_of[v] then return R.entry_of[v].name end
  if type(v) == "function" and R.rule_of[v] then return { rule = R.rule_of[v] } end
  return v
end

-- The name of the rule in a stored value, or nil when it holds none.
function functions.rule_name(v) return common.is_plain(v) and v.rule or nil end

-- Returns a stored value as rule files see it: a rule as the newest function so far.
function functions.as_seen(R, v)
  local rule = functions.rule_name(v) and R.spaces.rule.entries[v.rule]
  return rule and rule.f or v
end

-- The function in a stored value as play calls it, after all files; nil when there is none.  Reports a value
-- of another type.  place: of the field; what: the field in messages.
function functions.resolve(R, v, place, what)
  if v == nil or mistakes.is_nothing(v) then return nil end
  local name = functions.rule_name(v)
  if name then
    local f = R.final.rule[name]
    if not f then R.unwritten[#R.unwritten + 1] = { space = "rule", key = name, place = place } end
    return f
  end
  if type(v) == "function" then return v end
  report(R, place, "%s: what it does is a function, as rule.NAME, and this is %s", what, common.show(v))
end

-- The function in a field of a thing, as play calls it; see resolve.
function functions.in_field(R, entry, key)
  return functions.resolve(R, entry.final[key], mistakes.field_place(entry, key),
    ("%s \"%s\", %s"):format(entry.kind.name, entry.name, key))
end

-- True if a function takes more than one argument.  f: nil or false for none.
function functions.takes_more_than_one(f)
  if not f then return false end
  local _, _, parameters, takes_any = sandbox.made(f)
  return parameters > 1 or takes_any
end

-- --- when all is read ----------------------------------------------------------------------------

-- The names in the list that have a part between _ in common with `name`, as light_out has with torch_out.
local function sharing_a_word(name, names)
  local parts = common.set(name:gsub("_", " "))
  return common.map(names, function(other)
    for part in other:gmatch "[^_]+" do
      if parts[part] and part ~= other then return other end
    end
  end)
end

-- The checks of each space.  exists(key): true if the function may have that name; wrong: the message if not;
-- names(): the possible names; cure(key): how to make such a name valid.
local function name_checks(R)
  local actions = {
    exists = function(key)                    -- also action "look around", which is told as no verb
      local entries = R.kinds.action.entries
      return entries[key] or entries[(key:gsub("_", " "))]
    end,
    wrong = "there is no action of that name", names = function() return R.kinds.action:names() end,
    cure = function(key) return ("to make one, add action \"%s\" {}"):format(key) end,
  }
  return {
    step = { exists = function(key) return R.steps_ever[key] end,
      wrong = "no procedure has a step of that name", names = function() return common.keys(R.steps_ever) end,
      cure = function(key)
        local p = R.kinds.procedure:live()[1]
        local items = p and p.items or {}
        local last = items[#items] == "time" and items[#items - 1] or items[#items]
        return last and ("to give it a place, add procedure.%s:after(\"%s\", \"%s\")"):format(
          p.name, last, key)
      end },
    act = actions,
    cannot = { exists = function(key) return actions.exists(key) or language.asks_cannot[key] end,
      wrong = actions.wrong, names = actions.names, cure = actions.cure },
    rule = { exists = function(key) return R.spaces.rule.entries[key] end,
      names = function() return common.keys(R.spaces.rule.entries) end },
    on = { exists = function(key) return R.hooks[key] end, wrong = "there is no event of that name",
      names = function() return common.keys(R.hooks) end,
      cure = function(key)
        local names = sharing_a_word(key, common.keys(R.hooks))
        if #names == 0 then return "'sconce help on' lists what happens" end
        if #names == 1 then return "did you mean '" .. names[1] .. "'?" end
        return common.hint(key, names):sub(3)                              -- without its "; "
      end },
  }
end

-- True if the hook of a name that nothing has is given what a track was and is now.
local function is_of_track(R, name, current)
  local file = name == "on" and R.by_name[current.file]
  return common.first(file and file.functions or {}, function(f)
    return f.line == current.line and common.contains(source.params_of(file, f), "now") ~= nil
  end) ~= nil
end

-- Reports functions that are never called, as nothing has their names: step.NAME without a step of that name.
local function check_written(R, name, check)
  local space, names = R.spaces[name], check.names()
  for _, key in ipairs(space.order) do
    local current = space.entries[key]
    local unplaced = name == "step" and R.unplaced
    if current and not current.host and not unplaced and not check.exists(key) then
      local cure_for = check.cure
      if is_of_track(R, name, current) then names, cure_for = R.kinds.track:names(), nil end
      local near = common.nearest(key, names)
      local cure = not near and cure_for and cure_for(key)
      report(R, current, "%s.%s: %s%s", name, key, check.wrong,
        mistakes.renamed(R, key) or cure and "; " .. cure or common.hint(key, names))
    end
  end
end

-- Reports rules that a house file adds and nothing uses: they are misspelt names of rules that it means to
-- replace.  Rules of a part are there for the files that include it.
local function check_new_rules(R)
  local names = common.keys(R.spaces.rule.entries)
  for _, key in ipairs(R.spaces.rule.order) do
    local current = R.spaces.rule.entries[key]
    local used = R.mentioned["rule." .. key] or R.mentioned["rule.*"] or language.called_by_host[key]
    local is_new = current and not current.host and not current.old and history.is_house(R, current.file)
      and not history.is_part(R, current.file)
    if is_new and not used then
      report(R, current, "rule.%s is new here, and nothing uses it%s", key,
        mistakes.renamed(R, key) or common.meant(key, names, "; did you mean 'rule.%s'?"))
    end
  end
end

-- Guesses what a misspelt use means: the next function of its space that the file replaces below it.
-- `local usual = rule.burnt`, above function rule.burn, surely means rule.burn. Returns its name, or nil.
local function replaced_below(R, use)
  local file = R.by_name[use.place.file]
  for _, f in ipairs(file and file.functions or {}) do
    local space, name = f.name:match "^(%a+)%.(.*)$"
    local entry = space == use.space and f.line > use.place.line and R.spaces[space].entries[name]
    local is_replacement = entry and entry.old and entry.line == f.line
    if is_replacement then return name end
  end
end

-- Reports functions that are used, and that nobody has written.
local function check_uses(R, checks)
  for _, use in ipairs(R.unwritten) do                     -- rules that fields hold
    if not R.mentioned["rule." .. use.key] then R.uses[#R.uses + 1] = use end
  end
  for _, use in ipairs(R.uses) do
    local key, space = use.key, use.space
    local gone = R.removed_at[space .. "." .. key]
    if gone and not checks[space].exists(key) then
      report(R, gone,
        "%s.%s is taken away here, and %s still uses it; to have it do nothing, write function %s.%s() end",
        space, key, mistakes.place_text(use.place), space, key)
    elseif not checks[space].exists(key) then
      local near = common.nearest(key, checks[space].names()) or replaced_below(R, use)
      report(R, use.place, "there is no %s.%s%s", space, key,
        near and "; did you mean '" .. space .. "." .. near .. "'?"
          or space == "rule" and ("; to write it, add function rule.%s() … end"):format(key) or "")
    end
  end
end

-- Reports functions that nothing calls, and uses of functions that nobody has written.  Runs after
-- lookup.check, which fills R.uses and R.mentioned.
function functions.check(R)
  local checks = name_checks(R)
  for _, name in ipairs(language.spaces) do
    if name ~= "rule" then check_written(R, name, checks[name]) end
  end
  check_new_rules(R)
  check_uses(R, checks)
end

return functions
