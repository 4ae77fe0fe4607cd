-- separation.lua -- exact odds part by part, where fields do not depend on each other.
--
-- Example: four members lose hit points in steps of their own. By the hit points of all, the states are
-- those of one member to the power of four. But when Ash is hurt depends on Ash alone. So there are four
-- parts, each with states that differ in the fields of one member; the others' fields have any value.
--
-- First every line is played with each value that a field may have there, whatever the values of the others
-- (explore). Then it is proved from what was recorded which fields the figures of an event depend on
-- (cell/study/separation.h):
--
--    how often  added up from the places where it can happen, each of which depends on fields of its own
--    when first  in a part of its own, whose plays end with the event, if it depends on too much together
--
-- A worked example. Ash and Bo have 2 hp each. A step "trap" of each member is 1 in 6 to take 1 hp, and then
-- tells of the event "harm". Lines are cut between steps, so there are two nodes:
--
--    node A, Ash's step: reads Ash's hp; 1d6: 1 -> harm, Ash's hp falls, to node B; else to node B
--    node B, Bo's step:  reads Bo's hp;  1d6: 1 -> harm, Bo's hp falls, to node A; else to node A
--
-- Explored with 2, 1 and 0 hp at each node, these are all places. The figures (targets_of), and the fields
-- that they depend on (find_fields):
--
--    harm at A   Ash's hp    at node B all values of Ash's hp lead to equal trees
--    harm at B   Bo's hp     at node A all values of Bo's hp lead to equal trees
--    first harm  both        it may befall either; what comes after the first does not count
--
-- That makes three parts (parts_for). Ash's has 3 states a turn, and Bo's has 3, where both together make 9;
-- how often harm comes is the sum of the two. The third part ends with the first harm, so it has one state:
-- nobody has been harmed yet.
local common = module "common"
local effort = module "study/odds/effort"
local run_events = module "study/odds/run_events"
local tracked_fields = module "study/tracked_fields"
local turn_memo = module "study/turn_memo"
local separation = {}

local times_of = run_events.times_of

-- Limits of a search, which takes less than a second with these: ways; results, which are the ways for which
-- the rules were run; parts. Passing by PASSED_PER_WAY ways costs as much as playing one that is known.
local WAYS <const>, RESULTS <const>, PARTS <const>, PASSED_PER_WAY <const> = 200000, 4000, 40, 16
-- A search goes on like that, and is judged by its turns so far, while more than NEW of all ways are new.
-- Once values come again, the turns that follow may take nothing.
local NEW <const> = 0.9

local function give_up(why) error(why, 0) end

-- --- exploring -------------------------------------------------------------

-- A place is a node at which a line begins or goes on, with the number of this line in the plan: { node; at:
-- that number; waits: it is in a queue, to be explored; is_new: it never was }.

-- Returns a function (node, at) that gives the place with this node and this line of the plan, and makes it
-- when it is new; and the table node -> list of its places.
local function new_places()
  local places_of_node = {}
  local function place_at(node, at)
    local list = places_of_node[node] or {}
    places_of_node[node] = list
    for _, place in ipairs(list) do if place.at == at then return place end end
    local place = { node = node, at = at, waits = false, is_new = true }
    list[#list + 1] = place
    return place
  end
  return place_at, places_of_node
end

local function add_to(queue, place)
  if place.waits then return end
  place.waits = true
  queue[#queue + 1] = place
end

-- Adds a result to the list, unless it is there, with its number in it and the place where it was played.
local function note_result(results, result, place)
  if results[result.number or 0] == result then return end
  results[#results + 1] = result
  result.number, result.place = #results, place
  if not paths.number(#results) then give_up "not recorded" end
end

-- Plays the ways of a place, but for those that were played before and can lead to no new value.
-- reached(result, node): called for each that was played.
local function explore_place(place, follow, reached)
  local anybody = paths.enter(place.node)
  if anybody == nil then give_up "a field may have no value, or one" end
  if not anybody then return end
  paths.first()
  repeat
    local result, node = follow(place.node, place.at)
    if result then reached(result, node) end
  until not result or not paths.next()
end

-- Explores turns from a state.
--   key, at            the state, and the place in the plan
--   turns              how many; nil: until nothing new is found
--   follow(node, at)   plays one way, and returns its result and node; nothing when no new way is left
--   results_max        it is given up with more results; nil: RESULTS
-- Returns the state again, without the tracks that were seen to change by now; the places; and the results,
-- each with its number in this list, the `place` where it was played, and the place to which it `leads`.
function separation.explore(key, at, turns, follow, results_max)
  local place_at, places_of_node = new_places()
  local places, results, ways = {}, {}, 0
  local now, later, turn = {}, {}, 0            -- queues of places: of this turn, and of the next
  local function check_work(result)
    ways = ways + 1
    local work, all = ways + paths.passed() // PASSED_PER_WAY, ways + paths.passed()
    local is_slow = turns and #results > NEW * all and effort.is_slow_search(turn, turns)
    if is_slow or work > WAYS or #results > (results_max or RESULTS) then give_up "too many ways" end
    if not result.happened then give_up "a play was given up" end
  end
  -- A way leads from a place to another (result.leads): in the same turn if the line was cut, else in the
  -- next. All places of that node are explored if they are new, or anew if the way brings a field a new
  -- value.
  local function reached(place, result, to)
    check_work(result)
    note_result(results, result, place)
    if result.ends then return end
    result.leads = place_at(to, result.cut and place.at or result.at)
    local brings_value, queue = paths.found_value(), result.cut and now or later
    for _, other in ipairs(places_of_node[to]) do
      if brings_value or other.is_new then add_to(queue, other) end
    end
  end
  local node, root = turn_memo.renewed(key)
  effort.search_begins()
  paths.load(root)
  paths.explore(node)
  add_to(now, place_at(node, at))
  while turn ~= turns and #now > 0 do
    turn = turn + 1
    local i = 1
    while i <= #now do                          -- it grows meanwhile, by lines that are cut
      local place = now[i]
      if place.is_new then places[#places + 1] = place end
      place.is_new, place.waits = false, false
      explore_place(place, follow, function(result, to) reached(place, result, to) end)
      i = i + 1
    end
    now, later = later, {}
  end
  return root, places, results
end

-- --- what events depend on -------------------------------------------------

-- Returns the targets, a list: { slot, place } for how often an event happens at a place, { slot } for when
-- it first happens anywhere. Each has a list `results`, of those in which it happens.
local function targets_of(results)
  local list, first, often = {}, {}, {}
  -- Adds a result to the target of its slot in `known`: to new_target, if that is the first of the slot.
  local function note(known, new_target, result)
    local target = known[new_target.slot]
    if not target then
      target, new_target.results = new_target, {}
      known[target.slot] = target
      list[#list + 1] = target
    end
    table.insert(target.results, result)
  end
  for _, result in ipairs(results) do
    often[result.place] = often[result.place] or {}
    for i = 1, #result.happened, 2 do
      local slot = result.happened[i]
      note(first, { slot = slot }, result)
      note(often[result.place], { slot = slot, place = result.place }, result)
    end
  end
  return list
end

-- Returns how a result goes on, as a text.
function separation.plain_text(result)
  return table.concat({ result.cut and "cut" or "", result.ends and "ends" or "",
    result.at or "", result.stuck or "", table.concat(result.values or {}, " "), result.apart }, "\0")
end

-- Returns a label for each result, the same for results that go on in the same way.
local function plain_labels(results, number_of)
  return common.map(results, function(result) return number_of(separation.plain_text(result)) end)
end

-- Returns two functions, each of which returns the fields, a list of their numbers, that must be kept besides
-- those of a list:
--   close(list)                       so that the plain labels of all results can be foretold
--   depends_for(target, places, list) so that what the target counts at these places can be
-- places: { nodes, ats }, lists of nodes and their places in the plan.
local function dependences(all_places, results)
  local number_of = common.numbering()
  local plain = plain_labels(results, number_of)
  local closed = {}                             -- list as a text -> what close returned for it
  for i, label in ipairs(plain) do paths.label(i, label) end
  local function depends(places, list)
    sandbox.beat(0)
    return paths.depends(places.nodes, places.ats, list) or give_up "not recorded in full"
  end
  local function close(list)
    local text = table.concat(list, " ")
    closed[text] = closed[text] or depends(all_places, list)
    return closed[text]
  end
  -- For this, the results of the target get other labels: with how often the event came at the target's
  -- place; or, for a target without a place, all the same, since only the first time counts.
  local function depends_for(target, places, list)
    for _, result in ipairs(target.results) do
      local label = -1
      if target.place then
        label = number_of(plain[result.number] .. " " .. times_of(result.happened, target.slot))
      end
      paths.label(result.number, label)
    end
    local fields = depends(places, list)
    for _, result in ipairs(target.results) do paths.label(result.number, plain[result.number]) end
    return fields
  end
  return close, depends_for
end

-- Sets `fields` of each target, those that its figure depends on: { list: their numbers; is: the same as a
-- set; text: the same as a text }.
local function find_fields(targets, places, results)
  local all_places = { nodes = common.map(places, function(place) return place.node end),
    ats = common.map(places, function(place) return place.at end) }
  local close, depends_for = dependences(all_places, results)
  -- Adds fields until they tell what happens at the place, and which values they themselves get.
  local function fields_of_place(target, list)
    local place = { nodes = { target.place.node }, ats = { target.place.at } }
    while true do
      local more = close(depends_for(target, place, list))
      if #more == #list then return more end
      list = more
    end
  end
  local always = close {}
  for _, target in ipairs(targets) do
    local list = target.place and fields_of_place(target, always) or depends_for(target, all_places, {})
    target.fields = { list = list, is = {}, text = table.concat(list, " ") }
    for _, field in ipairs(list) do target.fields.is[field] = true end
  end
end

-- --- parts -----------------------------------------------------------------

-- True if `fields` has all fields of `others`.
local function holds(fields, others)
  for _, field in ipairs(others.list) do
    if not fields.is[field] then return false end
  end
  return true
end

-- True if target a is to find its part before b. Targets with a place come first, as no event ends their
-- parts; and of these the ones with most fields, so that others find a part that holds their fields. What
-- follows only makes the order the same each time.
local function comes_before(a, b)
  if (a.place == nil) ~= (b.place == nil) then return a.place ~= nil end
  if #a.fields.list ~= #b.fields.list then return #a.fields.list > #b.fields.list end
  if a.fields.text ~= b.fields.text then return a.fields.text < b.fields.text end
  return a.slot < b.slot
end

-- Notes in a part that it tells the figure of a target.
local function add_target(part, target)
  if target.place then
    part.often[target.place] = part.often[target.place] or {}
    part.often[target.place][target.slot] = true
  else part.first[target.slot] = true end
end

-- Returns the parts, each with
--   fields   the fields in which its states differ
--   first    set of the slots for which it gives when they come first
--   often    place -> set of the slots for which it gives how often they happen there
--   ends     the slot that ends its plays, or nil
local function parts_for(targets)
  local parts = {}
  table.sort(targets, comes_before)
  for _, target in ipairs(targets) do
    local part = common.first(parts, function(one)
      return not one.ends and holds(one.fields, target.fields)
    end)
    if not part then
      local ends = not target.place and target.slot or nil
      part = { fields = target.fields, first = {}, often = {}, ends = ends }
      parts[#parts + 1] = part
    end
    add_target(part, target)
  end
  -- figures.join takes the figures that belong to no event (over, left, …) from the first part; so no event
  -- may end the plays of that part.
  if #parts > PARTS or #parts == 0 or parts[1].ends then give_up "no parts" end
  return parts
end

-- Returns what a part counts of a result; plain: its plain label; number_of: a numbering. A table:
--   first, often   the slots that count when they come first, and how often: lists as result.happened
--   ends           true if the result ends a play of the part
--   label          the same number for results that go on in the same way and of which the same counts
local function counts_of(part, result, plain, number_of)
  local first, often, told_here = {}, {}, part.often[result.place] or {}
  local list = result.happened
  for i = 1, #list, 2 do
    local slot = list[i]
    if part.first[slot] then table.move(list, i, i + 1, #first + 1, first) end
    if told_here[slot] then table.move(list, i, i + 1, #often + 1, often) end
  end
  local ends = part.ends ~= nil and times_of(result.happened, part.ends) > 0
  local text = table.concat({ plain, table.concat(first, " "), table.concat(often, " ") }, "\0")
  return { first = first, often = often, ends = ends, label = number_of(text .. (ends and "." or "")) }
end

-- Gives each part a table `counts`: result -> what counts_of returns. A part meets few of the results, so
-- each is worked out when it is asked for.
local function add_counts(parts, results)
  local number_of = common.numbering()
  local plain = plain_labels(results, number_of)
  for _, part in ipairs(parts) do
    part.counts = setmetatable({}, { __index = function(counts, result)
      counts[result] = counts_of(part, result, plain[result.number], number_of)
      return counts[result]
    end })
  end
end

-- Explores the turns from a state. Returns { list: of the parts in which they can be weighed; root: the state
-- again }; raises an error where they cannot.
function separation.find(key, at, turns, follow)
  local root, places, results, changing
  repeat                                        -- with another changing track there are more fields
    changing = tracked_fields.changing_count()
    root, places, results = separation.explore(key, at, turns, follow)
  until tracked_fields.changing_count() == changing
  local targets = targets_of(results)
  find_fields(targets, places, results)
  local parts = parts_for(targets)
  add_counts(parts, results)
  return { list = parts, root = root }
end

return separation
