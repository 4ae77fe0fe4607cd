-- seasons.lua -- the day, the season and the year.
--
-- A part.  Gives: the tracks day, season and year; rule.date, "green 3, year 1".
-- Wants: procedures with a length, so that days go by.
-- A house file changes: setting.season_days, track.season.steps.

setting "season_days" { default = 30, min = 1, help = "days in a season" }
track "season" { of = "campaign", steps = { "thaw", "green", "mist", "frost" }, wraps = true }
track "day"    { of = "campaign", start = 1, min = 1, help = "of the season" }
track "year"   { of = "campaign", start = 1 }

local usual = on.new_day
function on.new_day(n)
  usual(n)
  gain "day"
  if campaign.day <= setting.season_days then return end
  set("day", 1)
  gain "season"
  if campaign.season == track.season.steps[1] then gain "year" end
end
function rule.date() return ("%s %d, year %d"):format(campaign.season, campaign.day, campaign.year) end
