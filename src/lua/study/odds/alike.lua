-- alike.lua -- members who are alike in exact odds: which of them has 3 hit points, and which has 5, makes no
-- difference where the rules treat them alike. Such states count as one.
--
--    six members with 6 hit points each: 7 to the power of 6 states; as a bag of six numbers, 924
--
-- It is proved that the rules treat them alike (cell/study/symmetry.c). All turns are explored first as for
-- parts (separation.lua), with every value that a track of any of them may have, for each of them. Lines are
-- cut where a loop over the party goes on to the next member. Then the paths from each place must be the same
-- when two members change places. Where rules name one of them, look at their order, or remember who it was,
-- they are not, and these two remain apart.
local common = module "common"
local separation = module "study/odds/separation"
local tracked_fields = module "study/tracked_fields"
local alike = {}

local WORK <const> = 300000                   -- paths followed for a proof: less than a second
local RESULTS <const> = 20000                 -- with more results the search is given up
local RACES_MAX <const> = 30                  -- two bits each, in an integer

-- Returns groups of several members who began alike and have tracks. A group is a list of members, and each
-- member a list of the numbers of the fields of their tracks. S: the whole state, which is used up.
local function groups_of(S)
  if #S.parties ~= 1 then return {} end
  local groups, group_by_bytes, has_name = {}, {}, {}
  for _, who in ipairs(S.parties[1].members) do
    if has_name[who.name] then return {} end    -- members of one name share the numbers of fields
    has_name[who.name] = true
    local fields = tracked_fields.of_member(who.name)
    who.name = nil                              -- in all but the name they are to be equal
    local bytes = data.encode(who)
    if not group_by_bytes[bytes] then
      group_by_bytes[bytes] = {}
      groups[#groups + 1] = group_by_bytes[bytes]
    end
    table.insert(group_by_bytes[bytes], fields)
  end
  return common.where(groups, function(group) return #group > 1 and #group[1] > 0 end)
end

-- True if some members of the whole state in bytes began alike.
function alike.some_began_alike(bytes) return #groups_of(data.decode(bytes)) > 0 end

-- Returns, for the proof, a list for each track of each group: the field of each member that has it.  All
-- lists are as long as the longest, so the shorter ones name the last member's field again.
local function columns_of(groups)
  local columns, longest = {}, 0
  for _, group in ipairs(groups) do longest = math.max(longest, #group) end
  for _, group in ipairs(groups) do
    for track = 1, #group[1] do
      local column = {}
      for n = 1, longest do column[n] = group[math.min(n, #group)][track] end
      columns[#columns + 1] = column
    end
  end
  return columns
end

-- Returns the pairs of neighbours in a group, each a list: a field of the one, that of the other, and so on.
-- A member who may change places with a neighbour may do so with the neighbour's neighbour, too.
local function pairs_of(group)
  local list = {}
  for n = 1, #group - 1 do
    local pair, neighbour = {}, group[n + 1]
    for i, field in ipairs(group[n]) do
      pair[#pair + 1] = field
      pair[#pair + 1] = neighbour[i]
    end
    list[n] = pair
  end
  return list
end

-- Returns the races that a result decides, in an integer with two bits for each of `races`: 1 if it is lost,
-- 2 if it is won.
local function decided_bits(result, races)
  local bits = 0
  for _, decided in ipairs(result.races) do
    for i, race in ipairs(races) do
      if race.either == decided.either then bits = bits | (decided.won and 2 or 1) << 2 * (i - 1) end
    end
  end
  return bits
end

-- Returns what the proof knows of each result: { label: of how it goes on, 0 where it only goes on in its
-- line; cut; races: see decided_bits; next: the number of the place it leads to, -1 when the play ends;
-- happened }. number(place): the number of a place, from 0.
local function ends_of(results, number, races)
  local numbered = common.numbering()
  return common.map(results, function(result)
    local text = result.cut and "" or separation.plain_text(result)
    return { label = text == "" and 0 or numbered(text) + 1, cut = result.cut,
      races = decided_bits(result, races), next = result.ends and -1 or number(result.leads),
      happened = result.happened }
  end)
end

-- Marks at a node which members of a group are alike. Pairs of neighbours are numbered through all groups:
-- is_apart[pair] is true if they are not alike; pairs_before is the number of pairs in the groups before.
local function mark_alike(node, group, is_apart, pairs_before)
  local fields = {}                             -- of the members who are alike, as far as was looked
  for n, of_member in ipairs(group) do
    common.append(fields, of_member)
    if n == #group or is_apart[pairs_before + n] then
      if #fields > #of_member then paths.alike(node, fields, #of_member) end
      fields = {}
    end
  end
end

-- Returns the nodes of the places, in a list; and for each node the pairs of neighbours that are not alike at
-- some place of it: node -> number of the pair -> true. proved: what paths.symmetry returned.
local function pairs_apart(places, proved)
  local nodes, apart = {}, {}
  for i, place in ipairs(places) do
    local node = place.node
    if not apart[node] then
      apart[node] = {}
      nodes[#nodes + 1] = node
    end
    for n, is_alike in ipairs(proved[i]) do
      if not is_alike then apart[node][n] = true end
    end
  end
  return nodes, apart
end

-- Marks at each node who is alike there, at all places of the node.
local function mark_all(groups, places, proved)
  local nodes, apart = pairs_apart(places, proved)
  for _, node in ipairs(nodes) do
    local pairs_before = 0
    for _, group in ipairs(groups) do
      mark_alike(node, group, apart[node], pairs_before)
      pairs_before = pairs_before + #group - 1
    end
  end
end

-- Returns, of all groups: the pairs of neighbours; the fields of the members, one member after the other; and
-- by member the number of its pair with the next, from 0, or -1 for the last of a group.
local function neighbours(groups)
  local pairs_all, members, pair_after = {}, {}, {}
  for _, group in ipairs(groups) do
    for n, fields in ipairs(group) do
      common.append(members, fields)
      pair_after[#pair_after + 1] = n < #group and #pairs_all + n - 1 or -1
    end
    common.append(pairs_all, pairs_of(group))
  end
  return pairs_all, members, pair_after
end

-- Returns a function that gives each place its number, from 0. Places that were not explored have the
-- highest numbers.
local function numbers_of(places)
  local numbers, n = {}, #places
  for i, place in ipairs(places) do numbers[place] = i - 1 end
  return function(place)
    if not numbers[place] then numbers[place], n = n, n + 1 end
    return numbers[place]
  end
end

-- Explores the turns from a state, with every value that a track of a member has for each of the group.
-- Returns the state again; its places and results (separation.explore); and the groups. When a track is seen
-- to change for the first time, members have more fields, and all begins again.
local function explore_groups(key, at, turns, follow, bytes)
  while true do
    local changing = tracked_fields.changing_count()
    local groups = groups_of(data.decode(bytes))
    paths.columns(columns_of(groups))
    local root, places, results = separation.explore(key, at, turns, follow, RESULTS)
    if tracked_fields.changing_count() == changing then return root, places, results, groups end
  end
end

-- Explores the turns from a state and finds who is alike at which node; turns = nil: all turns to come.
-- races: those that are asked for; bytes: the whole state. Returns the state again; raises an error where it
-- cannot be explored. Even where nobody is alike, all ways are then known, and loops in which lines are cut.
function alike.find(key, at, turns, follow, races, bytes)
  if #races > RACES_MAX then error("too many races", 0) end
  local root, places, results, groups = explore_groups(key, at, turns, follow, bytes)
  local neighbour_pairs, fields, pair_after = neighbours(groups)
  local proved = paths.symmetry {
    nodes = common.map(places, function(place) return place.node end),
    places_in_plan = common.map(places, function(place) return place.at end),
    ends = ends_of(results, numbers_of(places), races),
    pairs = neighbour_pairs, work = WORK,
    fields = fields, tracks = #groups[1][1], pair_after = pair_after,
  }
  if proved then mark_all(groups, places, proved) end
  return root
end

return alike
