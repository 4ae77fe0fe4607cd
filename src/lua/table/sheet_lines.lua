-- sheet_lines.lua -- a page of styled lines, written in the cell: the answer of verbs that show the table.
-- core/wire.h describes a line under `lines`; the roles are those of sconce.h.
local live = module "play/live"

local page = {}
page.__index = page

-- A page without lines.
function page.new() return setmetatable({ lines = {} }, page) end

-- Begins a line, indented by `indent` columns.  hang: the indent of what does not fit and is wrapped onto
-- further lines; nil: two columns more.
function page:line(indent, hang)
  self.lines[#self.lines + 1] = { ["in"] = indent, hang = hang, pieces = {} }
  return self
end

-- Adds a piece of text with its role to the last line.
function page:add(role, text)
  local pieces = self.lines[#self.lines].pieces
  if text ~= "" then pieces[#pieces + 1] = { as = role, t = sandbox.text(text, 2000) } end  -- a screen
  return self
end

-- Makes the page the answer of the line under way.  sheet: the same as data, for programs.
function page:show(sheet)
  live.shown_lines, live.sheet = self.lines, sheet
end

return page
