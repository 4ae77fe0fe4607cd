-- items.lua -- what members carry, and what of it they lose first.
--
-- A part.  Gives: items, { { name = "rope", class = "weapon", value = 3, secured = true } }, of which all but the name
--   may be left out; rule.drop.
-- Wants: nothing.
-- A house file changes: setting.drop_order.

track "items" { of = "member", start = {}, quiet = true, help = "carries" }
setting "drop_order" { default = { "ordinary", "weapon", "armour", "spell", "magic" },
                       help = "what is lost first; an item without a class is ordinary" }
event "lost" { text = "{who} loses {n} {things}{what}.", public = true }

-- A copy of the list, what is lost first at its head: by class, then the loose, then those of little value.
function rule.by_worth(who)
  local list = those(who.items)
  table.sort(list, rule.goes_first)
  return list
end
function rule.goes_first(a, b)
  local rank_a, rank_b = rule.drop_rank(a), rule.drop_rank(b)
  if rank_a ~= rank_b then return rank_a < rank_b end
  if (not a.secured) ~= (not b.secured) then return not a.secured end
  return (a.value or 0) < (b.value or 0)
end
function rule.drop_rank(item)
  for rank, class in ipairs(setting.drop_order) do
    if class == (item.class or "ordinary") then return rank end
  end
  return 0
end

-- You choose and strike out things that are on no list.
function rule.drop(who, n)
  local lost = { table.unpack(rule.by_worth(who), 1, math.min(n, #who.items)) }
  for item in each(lost) do lose(who, "items", item) end
  local what, rest = #lost > 0 and ": " .. names(lost) or "", n - #lost
  if rest > 0 then what = what .. (#lost > 0 and ", and " .. rest .. " more of your choice" or " of your choice") end
  emit "lost" { who = who.name, n = n, things = n == 1 and "item" or "items", what = what }
end
