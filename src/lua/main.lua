-- main.lua -- what the cell is asked: to read rules, to play, to test.  See core/wire.h for the messages.
local book = module "read/book"
local chain = module "read/chain"
local chance = module "play/chance"
local live = module "play/live"
local names = module "play/names"
local play = module "play/play"
local seal = module "read/seal"
local words = module "play/words"

-- What a rule that nobody wrote does: a step rolls the chart of its name, an event nothing.
local function fallback_for(R)
  return function(space, key)
    if space == "step" and R.charts[key] then return function() chance.roll(key) end end
    if space == "on" and R.hooks[key] or (space == "act" or space == "cannot") and R.actions[key] then return function() end end
  end
end

local MOST = 100                               -- mistakes that anybody reads

-- The first of them, errors before the rest, and how many more there are.
local function first_of(problems)
  if #problems <= MOST then return problems end
  local list = {}
  for _, errors in ipairs { true, false } do
    for _, p in ipairs(problems) do
      if (p.grade == "error") == errors and #list < MOST then list[#list + 1] = p end
    end
  end
  local last = list[#list]
  list[#list + 1] = { file = last.file, line = last.line, grade = last.grade, text = ("and %d more; mend these first"):format(#problems - MOST) }
  return list
end

local function load(request)
  local R = chain.read(request.files, words.table(), chance.rules)
  local host_verbs = {}
  for name, v in next, names.host_verbs do
    host_verbs[name] = not v.yields
    for _, aka in ipairs(v.aka or {}) do host_verbs[aka] = true end
  end
  R.fallback_for = fallback_for(R)
  R.fallback = function(space, key, ...)
    local f = R.fallback_for(space, key)
    if f then return f(...) end
    if space == "rule" then error("there is no rule." .. tostring(key), 0) end
  end
  local ok = seal.all(R, host_verbs)
  for _, p in ipairs(R.problems) do p.text = sandbox.text(p.text, 1000) end
  local order = {}
  for i, f in ipairs(R.files) do order[f.name] = i end
  table.sort(R.problems, function(a, b)
    local x, y = order[a.file] or 0, order[b.file] or 0
    if x ~= y then return x < y end
    return a.line < b.line
  end)
  R.problems = first_of(R.problems)
  if not ok then return { loaded = false, problems = R.problems } end
  live.rules(R, R.env)
  return { loaded = true, problems = R.problems, book = book.of(R, names.host_verbs) }
end

local ops = {
  load = load,
  play = play.run,
  plays = play.many,
  spec = function(request) return module("author/spec").list(request) end,
  dry = function(request) return module("author/dry_run").run(request) end,
  odds = function(request) return module("study/enumerate").odds(request) end,
  sim = function(request) return module("study/simulate").runs(request) end,
  test = function(request) return module("author/spec").run(request) end,
}

return function(request)
  local op = ops[request.op]
  if not op then return { outcome = "error", error = { text = "the cell knows no '" .. tostring(request.op) .. "'" } } end
  return op(request)
end
