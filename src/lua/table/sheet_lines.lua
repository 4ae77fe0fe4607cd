-- sheet_lines.lua -- a page of styled lines, written in the cell: the answer of verbs that show the table.
-- core/wire.h describes a line under `lines`; the roles are those of sconce.h.
local common = module "common"
local live = module "play/live"

local page = {}
page.__index = page

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

-- Shows the page, below the pages that the line has shown so far, as in `map; party`.  sheet: the page as
-- data, for programs; they get only the data of the last page.
function page:show(sheet)
  live.shown_lines = common.append(live.shown_lines or {}, self.lines)
  live.sheet = sheet
end

return page
