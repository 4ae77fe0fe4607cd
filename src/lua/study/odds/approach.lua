-- approach.lua -- how a question of exact odds is weighed: as a whole or part by part, with members who are
-- alike as one, with lines cut within rules. A job begins in the plainest way. Where that meets too many
-- states or ways, or a rule reads what was left out of the state, it ends, and the next begins otherwise.
--
--    more than CUT_WAYS ways from one state -> cuts: lines are also cut within rules
--    too many states all the same -> whole lines again, as cuts are more work where nothing meets
--    still too many -> the refusal of the job that came furthest
--    a rule reads in turn 12 what was left out -> all turns anew with it; if too many, the 11 turns before
local common = module "common"
local draw_cuts = module "study/draw_cuts"
local effort = module "study/odds/effort"
local ignored_fields = module "study/ignored_fields"
local rooms_behind = module "study/rooms_behind"
local turn_tracks = module "study/turn_tracks"

-- The approach of the next job:
--   whole_lines    set of the lines that are not cut between steps
--   parts          true: it is weighed part by part (separation.lua); nil: not tried yet; false: in vain
--   lumps          true: states in which members who are alike (alike.lua) have changed places count as one;
--                  nil and false as for parts
--   cuts           true: lines are also cut within rules (draw_cuts.lua)
--   cuts_in_vain   true once that has led to more states than can be weighed: lines are played whole again
local approach = {
  -- With more ways than this from one state, lines are also cut within rules. A line that was cut has to be
  -- played again up to the cut, so fewer ways are sooner played than cut.
  CUT_WAYS = 300,
}

-- Stops after which a job is begun again in another way.
local BEGINS_AGAIN <const> = common.set "parts lumps whole again"

local FEW_WAYS <const> = 6                    -- ways from a state with which cuts win nothing (may_cut)
local best                                    -- the refusal to answer with: { job, err }
local played       -- the last job with figures of a turn, not of some parts: the answer when time is up
-- The job with most turns of those that ended as a rule read what was left out of the state: { job, err }. No
-- rule had read it in these turns, so they are exact.
local unread

-- Begins a question.
function approach.begin()
  approach.whole_lines, approach.parts, approach.lumps = {}, nil, nil
  approach.cuts, approach.cuts_in_vain = false, false
  best, played, unread = nil, nil, nil
end

-- Decides, when a job has failed with err, whether the next one lumps members who are alike. Returns err, or
-- another stop in its place, with which approach.next begins again.
local function choose_lumps(job, err)
  if job and job.explored then return err end
  if err.stop == "states" and job and job.may_lump then err = { stop = "lumps" } end
  if err.stop == "lumps" then
    approach.lumps, approach.parts = true, false
  elseif approach.lumps and (err.stop == "no lumps" or not err.stop) then
    approach.lumps, err = false, { stop = "again" }
  end
  return err
end

-- True if cuts within rules are worth a try: a state has more ways to go on than one die gives (FEW_WAYS).
-- With cuts, three rolls of six ways each are 18 ways and not 216.
function approach.may_cut(ways)
  return not approach.cuts_in_vain and draw_cuts.may_be_on() and ways > FEW_WAYS
end

-- True if the job should begin again with cuts within rules: as err says, which ended it. These do not help
-- where there are too many states after a turn (crowded).
local function wants_cuts(err)
  if err.stop == "cuts" then return not approach.cuts_in_vain end
  return err.stop == "states" and not err.crowded and err.may_cut
end

-- Lines are cut in another way from now on. Parts that were found are looked for again; where that was in
-- vain it would be again, and takes as much work as a turn.
local function find_parts_anew() if approach.parts then approach.parts = nil end end

-- Begins again with whole lines, since cuts within rules led to too many states: where nothing meets, whole
-- lines may be less work.
local function give_up_cuts()
  approach.cuts_in_vain, approach.cuts = true, false
  find_parts_anew()
end

-- Keeps the refusal of the job that came furthest, in turns. If two came equally far, one that names dice
-- stays; else the one with cuts is kept, which got further within its turn.
local function keep_best(job, err)
  local further = not best or job.played > best.job.played
  local as_far = best and job.played == best.job.played
  err.members_apart = approach.lumps == false          -- they could not be weighed as one
  if further or as_far and (approach.cuts or err.dice) and not best.err.dice then
    best = { job = job, err = err }
  end
end

-- True if the question begins again after err, which is not that of too many states; prepares that.
local function begins_again(job, err)
  if BEGINS_AGAIN[err.stop] then return true end
  local was_seen = ignored_fields.was_seen(err) or turn_tracks.was_seen(err) or rooms_behind.was_seen(err)
  -- A job that weighs parts has not the figures of all of them; one without a limit is told in another way.
  local is_whole = was_seen and job and job.turns_asked and not job.part
  if is_whole and job.played > (unread and unread.job.played or 0) then unread = { job = job, err = err } end
  return was_seen
end

-- Returns the job and the refusal to answer with: the best; or its refusal, and the turns of a job that came
-- further (unread).
local function refused()
  local job, err = best.job, best.err
  if not unread or unread.job.played <= job.played then return job, err end
  err.unread = { turn = unread.job.played + 1, name = unread.err.name }
  return unread.job, err
end

-- Decides what follows when a job has ended. err: as it ended, or nil when it is done. Returns the job and
-- the error to answer with; and true when the question begins again instead.
function approach.next(job, err)
  if not err then return job, nil, false end
  if err.stop == "whole" then approach.whole_lines[err.text] = true end
  if err.stop == "parts" then approach.parts = true end
  err = choose_lumps(job, err)
  local is_refused, had_cuts = err.stop == "states", approach.cuts
  if is_refused then keep_best(job, err) end
  local again = wants_cuts(err)
  if again then
    approach.cuts = true
    find_parts_anew()
  end
  local may_whole_lines_do = is_refused and had_cuts and effort.may_go_on()
  if may_whole_lines_do then
    give_up_cuts()
    again = true
  elseif is_refused then job, err = refused() end
  again = again or begins_again(job, err)
  if job and job.played > 0 and not job.part then played = job end
  if err.stop == "enough" then job = played or job end
  return job, err, again
end

return approach
