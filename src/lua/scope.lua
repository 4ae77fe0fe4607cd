-- scope.lua -- reads a file as Lua does, to tell the names it made its own from the words of the language.
-- Lua has compiled the file before, so nothing here needs to complain.
local scope = {}

local Reader = {}
Reader.__index = Reader

-- --- words -----------------------------------------------------------------------------------------

function Reader:is(sign) return self.kinds[self.i] == sign or self.kinds[self.i] == "name" and self.words[self.i] == sign end
function Reader:pass(sign)
  if self:is(sign) then self.i = self.i + 1 return true end
end

local reserved = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until while"):gmatch "%a+" do
  reserved[word] = true
end
scope.reserved = reserved

function Reader:name()
  if self.kinds[self.i] == "name" and not reserved[self.words[self.i]] then
    self.i = self.i + 1
    return self.words[self.i - 1]
  end
end

-- --- scopes ------------------------------------------------------------------------------------------

function Reader:open() self.own = setmetatable({}, { __index = self.own, outer = self.own }) end
function Reader:close() self.own = getmetatable(self.own).outer end

-- Notes the name at place i, unless the file made it its own.
function Reader:met(i, writing)
  local name = self.words[i]
  if self.own[name] then return end
  self.free[#self.free + 1] = { i = i, name = name, writing = writing }
  self.is_free[i] = true
end

-- --- expressions ---------------------------------------------------------------------------------------

local before = { ["not"] = true, ["-"] = true, ["#"] = true, ["~"] = true }
local between = {}
for sign in ("+ - * / // % ^ .. == ~= < <= > >= & | ~ << >> and or"):gmatch "%S+" do between[sign] = true end

function Reader:expressions()
  repeat self:expression() until not self:pass(",")
end

function Reader:sign_among(set)
  local kind = self.kinds[self.i]
  return set[kind == "name" and self.words[self.i] or kind]
end

function Reader:expression()
  repeat
    while self:sign_among(before) do self.i = self.i + 1 end
    self:simple()
    local more = self:sign_among(between)
    if more then self.i = self.i + 1 end
  until not more
end

function Reader:simple()
  local kind = self.kinds[self.i]
  if kind == "." then self.i = self.i + 2                          -- .5
  elseif kind == "number" or kind == "text" or kind == "..." then self.i = self.i + 1
  elseif self:is("nil") or self:is("true") or self:is("false") then self.i = self.i + 1
  elseif kind == "{" then self:braces()
  elseif self:pass("function") then self:body()
  else self:suffixed() end
end

function Reader:braces()
  self:pass("{")
  while self.i <= #self.words and not self:is("}") do
    if self:pass("[") then
      self:expression()
      self:pass("]")
      self:pass("=")
    elseif self.kinds[self.i] == "name" and self.kinds[self.i + 1] == "=" then
      self.i = self.i + 2
    end
    self:expression()
    if not self:pass(",") then self:pass(";") end
  end
  self:pass("}")
end

function Reader:arguments()
  local kind = self.kinds[self.i]
  if kind == "text" then self.i = self.i + 1 return true end
  if kind == "{" then self:braces() return true end
  if not self:pass("(") then return end
  if not self:is(")") then self:expressions() end
  self:pass(")")
  return true
end

-- A name or (…), then .fields, [keys], :methods and calls.  Returns whether it ends in a call, and
-- "space.key" when it is just that.
function Reader:suffixed(writing)
  local first = self.i
  local i = self.i
  local name = self:name()
  if not name then
    if self:pass("(") then self:expression() self:pass(")") else self.i = self.i + 1 end
  end
  local called, parts = false, 0
  while true do
    if self.kinds[self.i] == "." then
      self.i = self.i + 2
      called, parts = false, parts + 1
    elseif self:pass("[") then
      self:expression()
      self:pass("]")
      called, parts = false, 2
    elseif self.kinds[self.i] == ":" and self.kinds[self.i + 1] == "name" then
      self.i = self.i + 2
      self:arguments()
      called, parts = true, 2
    elseif self:arguments() then
      called, parts = true, 2
    else
      break
    end
  end
  local target = name and parts == 1 and name .. "." .. self.words[first + 2] or nil
  if name then self:met(i, writing and parts == 0 and (self:is("=") or self:is(","))) end
  return called, target, i
end

-- --- functions -----------------------------------------------------------------------------------------

-- ( names ) block end; with: a further local, self.
function Reader:body(with)
  self:open()
  if with then self.own[with] = true end
  self:pass("(")
  while self.i <= #self.words and not self:pass(")") do
    local name = self:name()
    if name then self.own[name] = true else self.i = self.i + 1 end
  end
  self:block()
  self:close()
  self:pass("end")
end

function Reader:named_function()
  local from = self.i - 1
  local i, name = self.i, self:name()
  local parts, with = 0, nil
  while self.kinds[self.i] == "." or self.kinds[self.i] == ":" do
    with = self.kinds[self.i] == ":" and "self" or nil
    self.i = self.i + 2
    parts = parts + 1
  end
  local target = parts == 1 and name .. "." .. self.words[i + 2] or nil
  self:met(i, parts == 0)
  self:body(with)
  if target then self:noted(target, i, from) end
end

-- A function that was written to target, "space.key"; its 'function' stands at place from.
function Reader:noted(target, i, from)
  self.functions[#self.functions + 1] = { name = target, line = self.lines[from], from = from, to = self.i - 1 }
  self.written[i] = true
end

-- --- statements ------------------------------------------------------------------------------------------

local ends = { ["end"] = true, ["else"] = true, ["elseif"] = true, ["until"] = true }

function Reader:block()
  while self.i <= #self.words and not self:sign_among(ends) do self:statement() end
end

function Reader:inner(last)
  self:open()
  self:block()
  self:close()
  if last then self:pass(last) end
end

local statements = {}

statements["local"] = function(self)
  if self:pass("function") then
    local name = self:name()
    self.own[name] = true
    return self:body()
  end
  local names = {}
  repeat
    names[#names + 1] = self:name()
    if self:pass("<") then self.i = self.i + 2 end
  until not self:pass(",")
  if self:pass("=") then self:expressions() end
  for _, name in ipairs(names) do self.own[name] = true end
end

statements["function"] = Reader.named_function

statements["if"] = function(self)
  repeat
    self:expression()
    self:pass("then")
    self:inner()
  until not self:pass("elseif")
  if self:pass("else") then self:inner() end
  self:pass("end")
end

statements["while"] = function(self)
  self:expression()
  self:pass("do")
  self:inner("end")
end

statements["for"] = function(self)
  local names = {}
  repeat names[#names + 1] = self:name() until not self:pass(",")
  if not self:pass("=") then self:pass("in") end
  self:expressions()
  self:pass("do")
  self:open()
  for _, name in ipairs(names) do self.own[name] = true end
  self:block()
  self:close()
  self:pass("end")
end

statements["do"] = function(self) self:inner("end") end

statements["repeat"] = function(self)
  self:open()
  self:block()
  self:pass("until")
  self:expression()
  self:close()
end

statements["return"] = function(self)
  if self.i <= #self.words and not self:sign_among(ends) and not self:is(";") then self:expressions() end
  self:pass(";")
end

statements["goto"] = function(self) self.i = self.i + 1 end
statements["break"] = function() end

function Reader:statement()
  if self:pass(";") then return end
  if self.kinds[self.i] == "::" then self.i = self.i + 3 return end
  local word = self.kinds[self.i] == "name" and self.words[self.i]
  local read = word and statements[word]
  if read then
    self.i = self.i + 1
    return read(self)
  end
  self:assignment()
end

function Reader:assignment()
  local from = self.i
  local called, target, i = self:suffixed(true)
  if called or self.i == from then
    if self.i == from then self.i = self.i + 1 end
    return
  end
  while self:pass(",") do self:suffixed(true) target = nil end
  if not self:pass("=") then return end
  local at = target and self:is("function") and self.i
  if target then self.written[i] = true end
  self:expressions()
  if at then self:noted(target, i, at) end
end

-- Adds to file (from source.of): free, the names that are not its own, in order, { i, name, writing };
-- is_free by place; functions, those written to space.key, { name, line, from, to }; written by place.
function scope.read(file)
  local r = setmetatable({ kinds = file.kinds, words = file.words, lines = file.lines, i = 1, own = {},
    free = {}, is_free = {}, functions = {}, written = {} }, Reader)
  while r.i <= #r.words do
    r:block()
    r.i = r.i + 1                             -- an 'end' too many: never, in what Lua has read
  end
  table.sort(r.free, function(a, b) return a.i < b.i end)
  file.free, file.is_free, file.functions, file.written = r.free, r.is_free, r.functions, r.written
  return file
end

return scope
