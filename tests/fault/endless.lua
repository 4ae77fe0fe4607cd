-- endless.lua -- loops without end, each of which does one thing over and over: it calls a function of Lua or a word of
-- the rules, in such a way that a few steps of Lua take long.  endless.py types each loop as a verb.  A limit
-- that counts (steps, memory, dice …) must end it, and never the clock.  The first half makes the texts, lists and
-- things that the loops use; any sizes would do that are large enough to be slow.
extends "delving"
event "blast" { text = "Boom." }
track "txt" { start = "", quiet = true }
track "lst" { start = {}, quiet = true }
track "n" { start = 0, quiet = true }
track "cap" { start = 0, max = 3, min = 0, quiet = true }
track "rope" { steps = { "gone", "d4", "d6" }, start = "d6", quiet = true }
track "ladder" { steps = { "a", "b" }, wraps = true, quiet = true }
track "way" { unit = "miles", start = "3 miles", quiet = true }
procedure "week" { lasts = "1 week", "time" }
setting "far" { default = 30 }
track "deep" { of = "campaign", start = 0, quiet = true }
question "more" { text = "More?", default = true, always = true }
question "way" { text = "Way?", choices = { "up", "down" }, always = true }
timer "venom" { of = "party", lasts = "1 hour" }
deck "omens" { cards = 60 }
chart "big" { die = "1d1000", { "1-1000", "row", "A {name} text {name}." } }
kind "thing" { size = 1 }
for i = 1, 200 do thing("thing" .. i) { size = i } end
room "hall" { exits = { "cellar" } }
member "Ann" { hp = 6, wis = 3, str = 2, dex = 2 }
member "Bob" { hp = 6, wis = 3, str = 2, dex = 2 }
member "Cid" { hp = 6, wis = 3, str = 2, dex = 2 }
modifier "din" { when = function(c) return true end, add = -2, to = "wis" }
local a255, a3000, a100k = ("a"):rep(255), ("a"):rep(3000), ("a"):rep(100000)
local b255, n255, open255, sp255 = ("ab"):rep(127), ("1"):rep(255), ("("):rep(255), (" "):rep(255)
local same100k, alphabet = ("a"):rep(99999) .. "a", "abcdefghijklmnopqrstuvwxyz"
local list200, words200, keyed200, list20k, list100k = {}, {}, {}, {}, {}
for i = 1, 200 do list200[i] = 201 - i words200[i] = "word" .. i keyed200["key" .. i] = i end
for i = 1, 20000 do list20k[i] = i end
for i = 1, 100000 do list100k[i] = i end
local texts = {}
for i = 1, 200 do texts[i] = "abcdefghij" end
local utf = ("é"):rep(127)
local mixed = {}
for i = 1, 100 do mixed[i] = { name = "n" .. i, hp = i } end
local function nothing() end
local function give(...) return ... end
local holes = {}
for i = 1, 100000 do holes[i] = i end
for i = 2, 100000, 2 do holes[i] = nil end
local no_fields, no_items, keyed255, keyed1000 = {}, {}, {}, {}
for i = 1, 20000 do no_fields["k" .. i] = 1 no_items[i] = 1 end
for i = 1, 20000 do no_fields["k" .. i] = nil no_items[i] = nil end
for i = 1, 200 do keyed255[a255 .. i] = 1 keyed1000[("a"):rep(1000) .. i] = 1 end
-- Declares the verb x_NAME, which calls f.
local function endless(name, f)
  action("x_" .. name) { turns = 0, help = "never ends" }
  act["x_" .. name] = f
end

endless("arith", function() local n = 0 while true do n = n + 1 end end)
endless("gsub_short", function() while true do a255:gsub("a", "b") end end)
endless("gsub_pct", function() while true do a255:gsub(".", "%0%0%0") end end)
endless("gsub_fn", function() while true do a255:gsub(".", nothing) end end)
endless("gsub_tab", function() while true do a255:gsub(".", keyed200) end end)
endless("gsub_anch", function() while true do a255:gsub("^a","b") end end)
endless("gsub_nomatch", function() while true do a255:gsub("b","c") end end)
endless("find_balance", function() while true do open255:find("%b()") end end)
endless("find_manyx", function() while true do a255:find(".*x") end end)
endless("find_plain", function() while true do a255:find("b", 1, true) end end)
endless("find_plain2", function() while true do a255:find("aaaaaaaaaaaaaaab", 1, true) end end)
endless("find_set", function() while true do a255:find("[%s%d%p%c%u%x]*b") end end)
endless("find_set3", function()
  local set = "[" .. ("b"):rep(5000) .. "]"
  while true do ("a"):find(set) end
end)
endless("find_longpat", function()
  local pat = "b?" .. ("c?"):rep(150)
  while true do ("a"):find(pat) end
end)
endless("find_longpat2", function() local pat = ("%a"):rep(5000) while true do ("a"):find(pat) end end)
endless("find_caps", function() while true do alphabet:find(("()"):rep(30)) end end)
endless("find_empty", function() while true do a255:find("") end end)
endless("find_front", function() while true do a255:find("%f[b]b") end end)
endless("find_opt", function() while true do a255:find("a?a?a?b") end end)
endless("find_200", function() local a200=("a"):rep(60) while true do a200:find(".*x") end end)
endless("find_anch", function() while true do a255:find("^.*x") end end)
endless("find_20", function() local a20=("a"):rep(20) while true do a20:find(".-.-x") end end)
endless("find_14", function() local a14=("a"):rep(14) while true do a14:find(".*x") end end)
endless("find_caseless", function() while true do a255:find("%a%a%a%a%a%a%a%a%a%d") end end)
endless("match", function() while true do a255:match("^%s*(.-)%s*$") end end)
endless("match_flag", function() while true do a255:match(".*x", 1, true) end end)
endless("match_caps", function() while true do a255:match("(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)") end end)
endless("gmatch_make", function() while true do a255:gmatch("x") end end)
endless("gmatch_loop", function() while true do for w in a255:gmatch("a") do end end end)
endless("gmatch_stop", function() while true do for w in a255:gmatch("a") do break end end end)
endless("gmatch_find", function() while true do for w in a255:gmatch(".*x") do end end end)
endless("lower", function() while true do a255:lower() end end)
endless("upper3000", function() while true do a3000:upper() end end)
endless("reverse", function() while true do a255:reverse() end end)
endless("lower1", function() while true do ("a"):lower() end end)
endless("len", function() while true do a255:len() end end)
endless("sub_big", function() while true do a100k:sub(2) end end)
endless("byte", function() while true do a255:byte(1,-1) end end)
endless("byte1", function() while true do a255:byte(1) end end)
endless("char", function() while true do string.char(97,98,99,100,101,102,103,104) end end)
endless("rep255", function() while true do ("a"):rep(255) end end)
endless("rep_sep", function() while true do ("a"):rep(100,"b") end end)
endless("rep0", function() while true do (""):rep(1000000) end end)

-- forms and numbers

endless("format_f", function() while true do ("%.99f"):format(1e300) end end)
endless("format_f2", function() while true do ("%.99f"):format(0.1) end end)
endless("format_f3", function() while true do ("%99.99f"):format(1e14) end end)
endless("format_g", function() while true do ("%.17g"):format(0.1) end end)
endless("format_a", function() while true do ("%.99a"):format(0.1) end end)
endless("format_e", function() while true do ("%.99e"):format(0.1) end end)
endless("format_d", function() while true do ("%99d"):format(1) end end)
endless("format_q", function() while true do ("%q"):format(a255) end end)
endless("format_qn", function() while true do ("%q"):format(0.1) end end)
endless("format_many", function() while true do ("%s%s%s%s%s%s%s%s"):format(1,2,3,4,5,6,7,8) end end)
endless("format_long", function() while true do a3000:format() end end)
endless("format_long2", function() while true do a255:format() end end)
endless("format_pct", function() local p=("%%"):rep(120) while true do p:format() end end)
endless("format_f_pile", function()
  local x, form = 0.1, ("%99.99f"):rep(20)
  while true do form:format(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x) end
end)
endless("format_tab", function() while true do ("%s"):format(party) end end)
endless("format_fn", function() while true do ("%s"):format(nothing) end end)
endless("tostring_i", function() while true do tostring(123456789) end end)
endless("tostring_big", function() while true do tostring(1e300) end end)
endless("tostring_tab", function() while true do tostring(list200) end end)
endless("tostring_party", function() while true do tostring(party) end end)
endless("tostring_q", function() while true do tostring(light.torch.lasts) end end)
endless("tonumber", function() while true do tonumber(n255) end end)
endless("tonumber_f", function() while true do tonumber("0.1234567890123456789") end end)
endless("tonumber_e", function() while true do tonumber("1e-300") end end)
endless("tonumber_hex", function() while true do tonumber("0x1.8p10") end end)
endless("tonumber_36", function() while true do tonumber("zzzzzz", 36) end end)
endless("tonumber_sp", function() while true do tonumber(sp255) end end)
endless("arith_text", function() while true do local n = n255 + 1 end end)
endless("arith_e", function() while true do local n = "1e-300" + 1 end end)

-- joining and comparing

endless("concat_op", function() while true do local n = a255 .. 1 end end)
endless("concat_f", function() while true do local n = 0.1 .. "" end end)
endless("concat_f3", function() while true do local n = 0.1 .. 0.2 .. 0.3 .. 0.4 end end)
endless("concat_1e300", function() while true do local n = 1e300 .. "" end end)
endless("concat_short", function() while true do local n = "a" .. a255 end end)
endless("concat_four", function() while true do local n = a255 .. a255 .. a255 .. a255 end end)
endless("concat_many", function()
  while true do local n = a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 ..
  a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 .. a255 end
end)
endless("concat_int", function()
  local n, s = 1.5, nil
  while true do s = n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n
  .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n
  .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n
  .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n
  .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n
  .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n
  .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n .. n
  .. n .. n .. n .. n .. n .. n end
end)
endless("cmp_eq", function() while true do local n = (a100k == same100k) end end)
endless("cmp_lt", function() while true do local n = (a100k < same100k) end end)
endless("cmp_lt1000", function()
  local p, q = ("a"):rep(1000), ("a"):rep(1000) .. "b"
  while true do local n = (p < q) end
end)
endless("cmp_lt255", function() local q = a255 .. "b" while true do local n = (a255 < q) end end)
endless("cmp_le_nul", function()
  local p, q = ("\0"):rep(1000), ("\0"):rep(1000) .. "b"
  while true do local n = (p < q) end
end)
endless("cmp_nul100k", function()
  local p, q = ("\0"):rep(100000), ("\0"):rep(100000) .. "b"
  while true do local n = (p < q) end
end)
endless("cmp_eq1000", function()
  local p, q = ("a"):rep(1000), ("a"):rep(999) .. "a"
  while true do local n = (p == q) end
end)

-- keys

endless("key_short", function() while true do local n = keyed200.key7 end end)
endless("key_long", function() while true do local n = keyed200[a255] end end)
endless("key_long_fresh", function()
  local i = 0
  while true do local n = keyed200[a255 .. i] i = i + 1 end
end)
endless("key_100k", function() local i = 0 while true do local n = keyed200[a100k .. i] i = i + 1 end end)
endless("key_float", function() while true do local n = keyed200[0.5] end end)
endless("key_set", function()
  local t, i = {}, 0
  while true do t[i] = 1 i = i + 1 if i % 10000 == 0 then t = {} end end
end)

-- lists

endless("tconcat", function() while true do table.concat(texts) end end)
endless("tconcat_sep", function() while true do table.concat(list200, a255) end end)
endless("tconcat_num", function() while true do table.concat(list200) end end)
endless("tconcat_float", function()
  local f = {} for i = 1, 200 do f[i] = i + 0.1 end
  while true do table.concat(f) end
end)
endless("tconcat_1", function() local w = { "a" } while true do table.concat(w) end end)
endless("tconcat_long", function() local w = { a3000, a3000, a3000 } while true do table.concat(w) end end)
endless("tconcat_j", function() while true do table.concat(list20k, "", 1, 20000) end end)
endless("tconcat_meta", function() while true do table.concat(party.lst) end end)
endless("tinsert_front", function()
  local t = { table.unpack(list200) }
  while true do table.insert(t, 1, 0) table.remove(t, 1) end
end)
endless("tinsert_short", function()
  local t = { 1, 2 }
  while true do table.insert(t, 1, 0) table.remove(t, 1) end
end)
endless("tinsert_end", function() local t = {} while true do table.insert(t, 0) table.remove(t) end end)
endless("tinsert20k", function() while true do table.insert(list20k, 1, 0) table.remove(list20k, 1) end end)
endless("tunpack", function() while true do table.unpack(list200) end end)
endless("tunpack2", function() while true do table.unpack({}, 1, 200) end end)
endless("tpack", function() while true do table.pack(table.unpack(list200)) end end)
endless("tmove", function() while true do table.move(list200, 1, 200, 2, {}) end end)
endless("tsort", function() while true do table.sort(list200) end end)
endless("tsort_f", function() while true do table.sort(list200, function(a, b) return a < b end) end end)
endless("tsort_f2", function() while true do table.sort(list200, nothing) end end)
endless("tsort_long", function()
  local t = {} for i = 1, 200 do t[i] = a255 .. i end
  while true do table.sort(t) end
end)
endless("tsort_1k", function()
  local t = {} for i = 1, 200 do t[i] = ("a"):rep(1000) .. i end
  while true do table.sort(t) end
end)
endless("tsort_math", function() while true do table.sort(list200, math.ult) end end)
endless("tsort_dice", function()
  local t = { 1, 2, 3 }
  while true do table.sort(t, function() return dice("1d2") == 1 end) end
end)
endless("utf8_char", function() while true do utf8.char(233, 234) end end)
endless("utf8_len", function() while true do utf8.len(utf) end end)
endless("utf8_cp", function() while true do utf8.codepoint(utf, 1, -1) end end)
endless("utf8_off", function() while true do utf8.offset(utf, 100) end end)
endless("utf8_codes", function() while true do for _, c in utf8.codes(utf) do end end end)
endless("utf8_codes1", function() while true do for _, c in utf8.codes(utf) do break end end end)

-- arithmetic

endless("math_max", function() while true do math.max(table.unpack(list200)) end end)
endless("math_fmod", function() while true do math.fmod(1e300, 3.3) end end)
endless("math_fmod2", function() while true do math.fmod(1.7e308, 5e-324) end end)
endless("mod_op", function() local n, b, c = 0, 1.7e308, 3.3 while true do n = b % c end end)
endless("mod_op2", function() local n, b, c = 0, 1.7e308, 5e-324 while true do n = b % c end end)
endless("idiv_op2", function() local n, b, c = 0, 1.7e308, 5e-324 while true do n = b // c end end)
endless("pow_op", function() local n, b, c = 0, 1.0000001, 1e9 while true do n = b ^ c end end)
endless("pow_op2", function() local n, b, c = 0, 0.7, -0.3 while true do n = b ^ c end end)
endless("math_sqrt", function() while true do math.sqrt(2) end end)
endless("math_floor", function() while true do math.floor(2.5) end end)
endless("math_type", function() while true do math.type(2.5) end end)

-- going through tables

endless("select_hash", function() while true do select("#", table.unpack(list200)) end end)
endless("select_neg", function() while true do select(-1, table.unpack(list200)) end end)
endless("pairs200", function() while true do for k in pairs(keyed200) do break end end end)
endless("pairs_all", function() while true do for k in pairs(keyed200) do end end end)
endless("pairs_1", function() local t = { a = 1 } while true do for k in pairs(t) do end end end)
endless("pairs_0", function() local t = {} while true do for k in pairs(t) do end end end)
endless("pairs_sparse", function() while true do for _ in pairs(no_fields) do end end end)
endless("pairs_long", function() while true do for _ in pairs(keyed1000) do break end end end)
endless("pairs_long255", function() while true do for _ in pairs(keyed255) do break end end end)
endless("pairs_party", function() while true do for k in pairs(party) do break end end end)
endless("ipairs1", function() while true do for i, v in ipairs(list200) do break end end end)
endless("len_op", function() while true do local n = #list20k end end)
endless("len_holes", function() while true do local n = #holes end end)
endless("len_hash", function()
  local t = {} for i = 100000, 1, -1 do t[i] = i end
  while true do local n = #t end
end)

-- making things

endless("setlist", function()
  while true do local t = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } end
end)
endless("setlist_va", function() while true do local t = { table.unpack(list200) } end end)
endless("table_keys", function() while true do local t = {} for i = 1, 100 do t[i] = i end end end)
endless("closure", function() while true do local f = function() return a255 end end end)
endless("loadnil", function()
  while true do local v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18,
  v19, v20, v21, v22, v23, v24, v25, v26, v27, v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39,
  v40, v41, v42, v43, v44, v45, v46, v47, v48, v49, v50, v51, v52, v53, v54, v55, v56, v57, v58, v59, v60,
  v61, v62, v63, v64, v65, v66, v67, v68, v69, v70, v71, v72, v73, v74, v75, v76, v77, v78, v79, v80, v81,
  v82, v83, v84, v85, v86, v87, v88, v89, v90, v91, v92, v93, v94, v95, v96, v97, v98, v99, v100, v101,
  v102, v103, v104, v105, v106, v107, v108, v109, v110, v111, v112, v113, v114, v115, v116, v117, v118,
  v119, v120, v121, v122, v123, v124, v125, v126, v127, v128, v129, v130, v131, v132, v133, v134, v135,
  v136, v137, v138, v139, v140, v141, v142, v143, v144, v145, v146, v147, v148, v149 end
end)
endless("call", function() while true do nothing() end end)
endless("call_va200", function() while true do give(table.unpack(list200)) end end)
endless("chain_field", function() while true do local n = chart.hazard.encounter.text end end)

-- dice

endless("dice", function() while true do dice "1d6" end end)
endless("dice_const", function() while true do dice "3" end end)
endless("dice_0long", function() local e = ("3+"):rep(60) .. "0" while true do dice(e) end end)
endless("dice_long", function() local e = ("1d6+"):rep(60) .. "0" while true do dice(e) end end)
endless("dice_fresh", function() local i = 0 while true do dice("3+" .. i) i = i + 1 end end)
endless("dice_freshlong", function()
  local i, e = 0, ("3+"):rep(60)
  while true do dice(e .. i) i = i + 1 end
end)
endless("dice_1000", function() while true do dice "1000d6" end end)
endless("dice_keep", function() while true do dice "1000d6kh3" end end)
endless("dice_expl", function() while true do dice "100d6!" end end)
endless("dice_d1", function() while true do dice "1d1" end end)
endless("dice_why", function() while true do dice("1d6", a255) end end)
endless("faces", function() while true do faces "1d6" end end)
endless("faces_100", function() while true do faces "100d6" end end)
endless("pick", function() while true do pick(thing) end end)
endless("pick_list", function() while true do pick(list200) end end)
endless("pick_w", function() while true do pick(thing, "w", "size") end end)
endless("pick_1", function() local w = { 1 } while true do pick(w) end end)
endless("odds_d", function() while true do odds("1d20", 11) end end)
endless("odds_big", function() while true do odds("50d20kh25", 300) end end)
endless("odds_fresh", function() local i = 0 while true do odds("20d20+" .. i, 200) i = i + 1 end end)
endless("odds_mean", function() while true do odds("4d6kh3") end end)
endless("next_die", function() while true do next_die "d6" end end)
endless("next_die_l", function()
  local w = {} for i = 1, 200 do w[i] = "d" .. i end
  while true do next_die("d200", 1, w) end
end)
endless("sides", function() while true do sides "d8" end end)
endless("sides_long", function() local e = ("0d6+"):rep(60) .. "0" while true do sides(e) end end)
endless("use", function() while true do use("rope", 0) end end)
endless("pool", function() while true do pool(0, "d6") end end)
endless("pool100", function() while true do pool(100, "d6") end end)
endless("roll", function() while true do roll("hazard", nil, { at = 6, quiet = true }) end end)
endless("roll_big", function() while true do roll("big", { name = a255 }, { at = 1, quiet = true }) end end)
endless("roll_die", function() while true do roll "big" end end)
endless("check", function() while true do check(named "Ann", "wis", 12) end end)
endless("check_s", function() while true do check(named "Ann", "wis", 12, { succeed = true }) end end)
endless("checks", function() while true do checks(party, "wis", 12) end end)
endless("contest", function()
  while true do contest(named "Ann", "str", { name = "g", str = 2 }, "str") end
end)
endless("degrees", function() while true do degrees({ margin = 11 }, 5) end end)

-- what happens

endless("ask", function() while true do ask "more" end end)
endless("ask_way", function() while true do ask "way" end end)
endless("ask_known", function()
  while true do ask({ "more", "way" }, nil, { known = { more = true, way = "up" } }) end
end)
endless("ask_choices", function() while true do ask("way", nil, { choices = words200 }) end end)
endless("ask_one", function() while true do ask("way", nil, { choices = { "up" } }) end end)
endless("draw", function() while true do draw "omens" end end)
endless("draw_put", function() while true do put_back("omens", draw "omens") end end)
endless("shuffle", function() while true do shuffle "omens" end end)
endless("cards", function() while true do cards "omens" end end)
endless("emit", function() while true do emit("blast", {}) end end)
endless("say", function() while true do say "x" end end)
endless("say_long", function() while true do say(a255) end end)
endless("say_fmt", function() while true do say("%s %s", a255, 1) end end)
endless("warn", function() while true do warn "x" end end)

-- tracks

endless("gain", function() while true do gain("n", 1) end end)
endless("gain_0", function() while true do gain("n", 0) end end)
endless("gain_cap", function() while true do gain("cap", 5) end end)
endless("gain_party", function() while true do gain(party, "n", 0) end end)
endless("gain_list", function() while true do gain("lst", "x") lose("lst", "x") end end)
endless("set_same", function() while true do set("n", 0) end end)
endless("set_txt", function() while true do set("txt", a3000) set("txt", "") end end)
endless("set_list", function() while true do set("lst", list200) end end)
endless("set_list_same", function() while true do set("lst", party.lst) end end)
endless("set_ladder", function() while true do gain("ladder") end end)
endless("field_set", function() while true do party.n = 0 end end)
endless("field_txt", function() while true do party.txt = a3000 party.txt = a255 end end)
endless("lst_index", function() while true do local n = party.lst[1] end end)
endless("lst_len", function() while true do local n = #party.lst end end)
endless("lst_set", function() while true do party.lst[1] = 1 party.lst[1] = 2 end end)
endless("lst_big", function() party.lst = list20k while true do local n = #party.lst end end)
endless("lst_get_big", function() party.lst = list20k while true do local n = party.lst end end)
endless("lst_pairs", function()
  party.lst = list20k
  while true do for k in pairs(party.lst) do break end end
end)
endless("lst_assign", function() while true do party.lst = list20k end end)
endless("doing", function() while true do doing(named "Ann", "rest") end end)

-- deeds, groups, light, time, rooms

endless("deed", function() while true do deed(named "Ann", "rest") end end)
endless("doers", function() while true do doers "rest" end end)
endless("instead", function() while true do instead(named "Ann", "rest") end end)
endless("skip", function() while true do skip "hazard" end end)
endless("switch", function() while true do switch "turn" end end)
endless("enter", function() while true do enter "turn" end end)
endless("run", function() while true do run "week" end end)
endless("split", function()
  while true do
    split { named "Bob" }
    for g in each(groups()) do if g ~= party then meet(g) end end
  end
end)
endless("groups", function() while true do groups() end end)
endless("burning", function() while true do burning() end end)
endless("burning_p", function() while true do burning(party) end end)
endless("kindle", function() while true do kindle("torch", nil, { free = true }) end end)
endless("kindle_none", function() party.torches = 0 while true do kindle("torch") end end)
endless("kind_out", function() while true do put_out(kindle("torch", nil, { free = true }), "x") end end)
endless("start", function() while true do start "venom" end end)
endless("start_stop", function() while true do start "venom" stop "venom" end end)
endless("running", function() while true do running "venom" end end)
endless("timers", function() while true do timers() end end)
endless("timers100", function() for i = 1, 100 do start "venom" end while true do timers() end end)
endless("pass", function() while true do pass "1 minute" end end)
endless("pass_0", function() while true do pass "0 minutes" end end)
endless("go", function() while true do go "hall" go "cellar" end end)
endless("go_same", function() while true do go "hall" end end)
endless("known", function() while true do known "hall" end end)
endless("place", function() while true do place "hall" end end)
endless("place_new", function() local i = 0 while true do place("hall" .. i) i = i + 1 end end)
endless("rooms_to", function() while true do rooms_to "cellar" end end)
endless("rooms_to100", function() for i = 1, 100 do go("r" .. i) end while true do rooms_to "none" end end)
endless("new_name", function() while true do new_name "room" end end)
endless("new_name100", function() for i = 1, 100 do go("r " .. i) end while true do new_name "r" end end)
endless("noted", function() while true do noted_traps() end end)

-- lists of the host

endless("each_party", function() while true do for w in each(party) do end end end)
endless("each_kind", function() while true do for w in each(thing) do break end end end)
endless("each_list", function() while true do for w in each(list200) do break end end end)
endless("each_20k", function() while true do each(list20k) end end)
endless("least", function() while true do least(party, "hp") end end)
endless("least_l", function() while true do least(list200) end end)
endless("least_m", function() while true do least(mixed, "hp") end end)
endless("most_f", function() while true do most(list200, math.abs) end end)
endless("has", function() while true do has(list200, 0) end end)
endless("has20k", function() while true do has(list20k, 0) end end)
endless("sum", function() while true do sum(list200) end end)
endless("sum_f", function() while true do sum(list200, math.abs) end end)
endless("sum_kind", function() while true do sum(thing, "size") end end)
endless("named", function() while true do named "Cid" end end)
endless("named_none", function() while true do named "Nobody" end end)
endless("named_l", function() while true do named("none", mixed) end end)
endless("count", function() while true do count(list200, 0) end end)
endless("count_p", function() while true do count(party, "weary") end end)
endless("count_f", function() while true do count(list200, math.abs) end end)
endless("those", function() while true do those(party, "weary") end end)
endless("those_l", function() while true do those(list200, math.abs) end end)
endless("names", function() while true do names(party) end end)
endless("names_l", function() while true do names(words200) end end)
endless("names_long", function()
  local w = {} for i = 1, 200 do w[i] = a255 end
  while true do names(w) end
end)
endless("amount", function() while true do amount("1.5 km", "m") end end)
endless("amount_fresh", function() local i = 0 while true do amount(i .. " km", "m") i = i + 1 end end)
endless("quant_add", function() local q = party.way while true do local n = q + q end end)
endless("quant_cmp", function() local q = party.way while true do local n = q < "3 miles" end end)
endless("clock", function() while true do local n = clock.text end end)
endless("clock_min", function() while true do local n = clock.minutes end end)
endless("clock_set", function() while true do clock.set "5 hours" end end)
endless("members", function() while true do local n = party.members[1].name end end)
endless("chart_at", function() while true do local n = chart.hazard:at(3) end end)
endless("chart_at_big", function() while true do local n = chart.big:at(999) end end)
endless("step", function() while true do step.hazard() end end)

-- the rest

endless("quant_new", function() while true do local n = amount("3 ft") end end)
endless("closure_190", function()
  local v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21,
  v22, v23, v24, v25, v26, v27, v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39, v40, v41, v42,
  v43, v44, v45, v46, v47, v48, v49, v50, v51, v52, v53, v54, v55, v56, v57, v58, v59, v60, v61, v62, v63,
  v64, v65, v66, v67, v68, v69, v70, v71, v72, v73, v74, v75, v76, v77, v78, v79, v80, v81, v82, v83, v84,
  v85, v86, v87, v88, v89, v90, v91, v92, v93, v94, v95, v96, v97, v98, v99, v100, v101, v102, v103, v104,
  v105, v106, v107, v108, v109, v110, v111, v112, v113, v114, v115, v116, v117, v118, v119, v120, v121,
  v122, v123, v124, v125, v126, v127, v128, v129, v130, v131, v132, v133, v134, v135, v136, v137, v138,
  v139, v140, v141, v142, v143, v144, v145, v146, v147, v148, v149, v150, v151, v152, v153, v154, v155,
  v156, v157, v158, v159, v160, v161, v162, v163, v164, v165, v166, v167, v168, v169, v170, v171, v172,
  v173, v174, v175, v176, v177, v178, v179, v180, v181, v182, v183, v184, v185, v186, v187, v188, v189
  while true do local f = function() return v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14,
  v15, v16, v17, v18, v19, v20, v21, v22, v23, v24, v25, v26, v27, v28, v29, v30, v31, v32, v33, v34, v35,
  v36, v37, v38, v39, v40, v41, v42, v43, v44, v45, v46, v47, v48, v49, v50, v51, v52, v53, v54, v55, v56,
  v57, v58, v59, v60, v61, v62, v63, v64, v65, v66, v67, v68, v69, v70, v71, v72, v73, v74, v75, v76, v77,
  v78, v79, v80, v81, v82, v83, v84, v85, v86, v87, v88, v89, v90, v91, v92, v93, v94, v95, v96, v97, v98,
  v99, v100, v101, v102, v103, v104, v105, v106, v107, v108, v109, v110, v111, v112, v113, v114, v115,
  v116, v117, v118, v119, v120, v121, v122, v123, v124, v125, v126, v127, v128, v129, v130, v131, v132,
  v133, v134, v135, v136, v137, v138, v139, v140, v141, v142, v143, v144, v145, v146, v147, v148, v149,
  v150, v151, v152, v153, v154, v155, v156, v157, v158, v159, v160, v161, v162, v163, v164, v165, v166,
  v167, v168, v169, v170, v171, v172, v173, v174, v175, v176, v177, v178, v179, v180, v181, v182, v183,
  v184, v185, v186, v187, v188, v189 end end
end)
endless("closure_20", function()
  local v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19
  while true do local f = function() return v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14,
  v15, v16, v17, v18, v19 end end
end)
endless("pairs_sparse2", function() while true do for _ in pairs(no_items) do end end end)
endless("pairs_next", function()
  local t = {} for i = 1, 100 do t[i] = 1 end
  while true do for k in pairs(t) do end end
end)
endless("each_sparse", function() while true do for _ in each(no_fields) do end end end)
endless("close_many", function()
  while true do do local a1 = 1 local f = function() return a1 end end end
end)
endless("goto_loop", function() while true do goto x ::x:: end end)
endless("for_nest", function() while true do for i = 1, 1 do end end end)
endless("tail", function()
  local function t(n) if n < 1000 then return t(n + 1) end end
  while true do t(1) end
end)
endless("deep_call", function()
  local function t(n) if n < 150 then t(n + 1) end end
  while true do t(1) end
end)
endless("deep_big", function()
  local t
  function t(n)
    local v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21,
    v22, v23, v24, v25, v26, v27, v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39, v40, v41,
    v42, v43, v44, v45, v46, v47, v48, v49, v50, v51, v52, v53, v54, v55, v56, v57, v58, v59, v60, v61,
    v62, v63, v64, v65, v66, v67, v68, v69, v70, v71, v72, v73, v74, v75, v76, v77, v78, v79, v80, v81,
    v82, v83, v84, v85, v86, v87, v88, v89, v90, v91, v92, v93, v94, v95, v96, v97, v98, v99, v100, v101,
    v102, v103, v104, v105, v106, v107, v108, v109, v110, v111, v112, v113, v114, v115, v116, v117, v118,
    v119, v120, v121, v122, v123, v124, v125, v126, v127, v128, v129, v130, v131, v132, v133, v134, v135,
    v136, v137, v138, v139, v140, v141, v142, v143, v144, v145, v146, v147, v148, v149, v150, v151, v152,
    v153, v154, v155, v156, v157, v158, v159, v160, v161, v162, v163, v164, v165, v166, v167, v168, v169,
    v170, v171, v172, v173, v174, v175, v176, v177, v178, v179, v180, v181, v182, v183, v184, v185, v186,
    v187, v188, v189
    if n < 150 then t(n + 1) end
  end
  while true do t(1) end
end)
endless("sort_insert", function()
  local t = { table.unpack(list200) }
  while true do table.insert(t, 1, 0) table.sort(t) table.remove(t) end
end)
endless("tmove_holes", function() local t = {} while true do table.move(t, 1, 1000, 2) end end)
endless("str_eq_mt", function() while true do local n = party == campaign end end)
endless("rehash_large", function()
  local t, i = {}, 1
  for j = 1, 65535 do t["k" .. j] = 1 end
  while true do t[i + .5] = 1 t[i + .5] = nil i = i + 65537 end
end)
endless("rehash_small", function()
  local t, i = {}, 1
  for j = 1, 31 do t["k" .. j] = 1 end
  while true do t[i] = 1 t[i] = nil i = i + 65537 end
end)
endless("gsub_case", function() while true do a255:gsub("%w", string.upper) end end)
endless("gsub_repcap", function() while true do a255:gsub("(.)", "%1%1%1%1%1%1") end end)
endless("gsub_empty", function() while true do a255:gsub("", "x") end end)
endless("find_class_end", function()
  local p = "[a" .. ("b"):rep(5000) .. "]b"
  while true do a255:find(p) end
end)
endless("find_back", function() while true do a255:find("(a*)%1b") end end)
endless("find_plainlong", function()
  local p = ("a"):rep(50000) .. "b"
  while true do a100k:find(p, 1, true) end
end)
endless("find_init", function() while true do a100k:find("a", 99999) end end)
endless("find_init_plain", function() while true do a100k:find("a", 99999, true) end end)
endless("sub_neg", function() while true do a100k:sub(-1) end end)
endless("byte_100k", function() while true do a100k:byte(50000) end end)
endless("len_100k", function() while true do local n = #a100k end end)
endless("upper_100k", function() while true do a100k:upper() end end)
endless("dice_odds_why", function() local i = 0 while true do odds("1d6+" .. i) i = i + 1 end end)
endless("has_text", function()
  local w = {} for i = 1, 200 do w[i] = a255 .. i end
  while true do has(w, "zz") end
end)
endless("has_table", function()
  local t, w = { a = 1 }, {}
  for i = 1, 200 do w[i] = { a = i } end
  while true do has(w, t) end
end)
endless("count_txt", function()
  local w = {} for i = 1, 200 do w[i] = a255 .. i end
  while true do count(w, a255) end
end)
endless("least_num", function()
  local w = {} for i = 1, 200 do w[i] = i end
  while true do least(w) end
end)
endless("count_field", function() while true do count(mixed, "hp") end end)
endless("names_all", function() while true do names(party, party) end end)
endless("sides_word", function() while true do sides(a255) end end)
endless("tostring_way", function() while true do tostring(party.way) end end)
endless("rule_call", function() while true do rule.dark() end end)
endless("party_fields", function()
  while true do local n = party.members[1].hp + party.members[2].hp end
end)
endless("gain_who", function() while true do gain(party.members[1], "hp", 0) end end)
endless("state_copy", function() party.lst = list200 while true do party.lst = party.lst end end)
endless("lst_insert", function() while true do table.insert(party.lst, 1) table.remove(party.lst) end end)
endless("lst_sort", function() party.lst = list200 while true do table.sort(party.lst) end end)
endless("lst_each", function()
  party.lst = list20k
  while true do for v in each(party.lst) do break end end
end)
endless("ask_fn", function() while true do ask("way", nil, { choices = list200 }) end end)
