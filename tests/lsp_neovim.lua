-- lsp_neovim.lua -- Neovim drives the language server through a house rule, from blank to green.  lsp.py runs it,
-- in a folder with an empty house.lua.  Prints `ok NAME` or `not ok NAME`, and `done`.
local function say(...) io.stdout:write(table.concat({ ... }, " ") .. "\n") end
local function check(name, good, found)
  say(good and "ok" or "not ok", name, good and "" or vim.inspect(found):gsub("%s+", " "))
end
local function wait(what) return vim.wait(300000, what, 10) end

local function run()
  vim.cmd "edit house.lua"
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client { name = "sconce", cmd = { os.getenv "SCONCE", "lsp" }, root_dir = vim.fn.getcwd() }
  vim.lsp.buf_attach_client(buffer, client)
  wait(function() return vim.lsp.get_client_by_id(client) ~= nil and vim.lsp.buf_get_clients(buffer)[client] ~= nil end)

  -- type_lines replaces the whole text; problems waits until the problems are as wanted, and returns them.
  local function type_lines(lines) vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines) end
  local function problems(wanted)
    local found
    wait(function()
      found = vim.diagnostic.get(buffer)
      return wanted(found)
    end)
    return found
  end
  local function ask(method, line, column, more)
    local params = vim.tbl_extend("force", { textDocument = vim.lsp.util.make_text_document_params(buffer),
      position = { line = line, character = column } }, more or {})
    local answer = vim.lsp.buf_request_sync(buffer, "textDocument/" .. method, params, 300000)
    return answer and answer[client] and answer[client].result
  end
  local function labels(answer) return vim.tbl_map(function(item) return item.label end, answer.items) end

  local blank = problems(function(found) return #found > 0 end)
  check("a blank file says what it needs", blank[1].message:find "extends", blank)
  type_lines { 'extends "' }
  local offered = labels(ask("completion", 0, 9))
  check("rulesets are offered", vim.tbl_contains(offered, "delving"), offered)
  type_lines { 'extends "de' }
  local half = problems(function(list) return #list > 0 and list[1].message:find "quote" end)
  check("half a name is told once", #half == 1, half)
  type_lines { 'extends "delving"', "light" }
  half = problems(function(list) return #list > 0 and list[1].message:find "missing behind" end)
  check("half a line is told in its line", #half == 1 and half[1].lnum == 1, half)
  type_lines { 'extends "delving"', "light.torch." }
  offered = labels(ask("completion", 1, 12))
  check("fields are offered", vim.tbl_contains(offered, "lasts"), offered)
  type_lines { 'extends "delving"', 'light.torch.lasts = "5 tuns"' }
  local found = problems(function(list) return #list > 0 and list[1].lnum == 1 and list[1].message:find "turns" end)
  check("a slip is told at its line", #found == 1, found)
  type_lines { 'extends "delving"', 'light.torch.lasts = "5 turns"' }
  found = problems(function(list) return #list == 0 end)
  check("and is green when mended", #found == 0, found)
  type_lines { 'extends "delving"', "function rule.dark() if party.torches = 0 then return true end end" }
  found = problems(function(list) return #list == 1 and list[1].message:find "== compares" end)
  check("a slip that Lua cannot read is marked at its place, with its cure",
    found[1].col == 38 and found[1].end_col == 39 and found[1].message:find("write: ", 1, true), found)
  type_lines { 'extends "delving"', 'light.torch.lasts = "5 turns"' }
  problems(function(list) return #list == 0 end)
  local hover = ask("hover", 1, 14)
  check("hover tells where it changed", hover and hover.contents.value:find "house.lua:2", hover)
  local places = ask("definition", 1, 8)
  check("definition leads into the ruleset", places and places[1] and places[1].uri:find "delving.lua$", places)
  vim.cmd "silent write"
  check("saved", vim.fn.readfile("house.lua")[2] == 'light.torch.lasts = "5 turns"')
  vim.lsp.stop_client(client)
  check("the server ends", wait(function() return vim.lsp.get_client_by_id(client) == nil end))
end

local ok, wrong = pcall(run)
check("Neovim", ok, wrong)
say "done"
vim.cmd "qall!"
