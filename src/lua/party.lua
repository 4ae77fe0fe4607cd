-- party.lua -- reads a campaign's party.lua, once, when play begins:
--   member "Bram" { con = 1, hp = 6, holds = "torch" }
--   torches = 4
local common = module "common"
local live = module "live"
local party = {}

-- file: { name =, text = }
function party.read(file)
  local pending = {}
  local env = {}
  env.member = function(name)
    if type(name) ~= "string" or name == "" then error("member takes a name in quotes: member \"Bram\" { hp = 6 }", 0) end
    for _, who in ipairs(live.party.members) do
      if who.name == name then error("member \"" .. name .. "\" is there already", 0) end
    end
    local f, line = sandbox.place()
    local p = { name = name, file = f, line = line }
    pending[#pending + 1] = p
    return function(fields)
      p.done = true
      if type(fields) ~= "table" then error("member \"" .. name .. "\" takes its fields in braces", 0) end
      live.join(name, fields)
    end
  end
  local proxy = setmetatable({}, {
    __index = env,
    __newindex = function(_, name, value)
      local track = live.R.tracks[name]
      if not track or track.of ~= "party" then
        local names = {}
        for _, t in ipairs(live.R.tracks_of.party or {}) do names[#names + 1] = t.name end
        error("the party keeps no '" .. tostring(name) .. "'" .. common.hint(tostring(name), names), 0)
      end
      live.party[name] = live.start_value(track, value, "the party")
    end,
    __sealed = "party.lua",
  })
  setmetatable(env, { __index = function(_, name)
    error("party.lua knows member \"NAME\" { … } and the party's own tracks, and no '" .. tostring(name) .. "'", 0)
  end })
  local f, sentence = sandbox.compile(file.text, file.name, proxy)
  if not f then
    local at, what = sentence:match("^.-:(%d+): (.*)$")
    error { text = what or sentence, file = file.name, line = tonumber(at) or 1 }
  end
  f()
  for _, p in ipairs(pending) do
    if not p.done then error { text = "member \"" .. p.name .. "\" has no body: write member \"" .. p.name .. "\" { hp = 6 }", file = p.file, line = p.line } end
  end
end

return party
