-- travel_before.lua -- what older house files of Travel Turn may still name, and what they write instead.
--
-- A part.  Gives: hints in messages.
-- Wants: the ruleset travel-turn.
-- A house file changes: nothing.

ruleset.renamed = {
  rest = "sleep", walked = "travelled", turn_every = "write track.every.start = \"day\"",
  ["manner"] = "write pace.normal.die = \"2d20kh1\"", ["stabilise_dc"] = "write setting.dc = 15",
  ["lantern_level"] = "write light.lantern.level = \"lit\"", ["lantern_refill"] = "write light.lantern.lasts = \"3 hours\"",
  ["what_comes"] = "write question.what.always = nil to be asked", ["dark_sight"] = "write level.dark { fails = {} }",
  ["water_cap_scales"] = "write craft.ship.hours = 24", ["sick_disadvantage"] = "change modifier.exhaustion.when",
  ["str_miles encumbered_overland"] = "wrap rule.miles", ["terrain_stack"] = "replace rule.going",
  ["march forced_march"] = "replace rule.stuck, or setting.day_hours", ["turn_when"] = "move the step travel of procedure.hour",
  ["crit crit_hits"] = "replace rule.damage", ["init_tie"] = "wrap rule.goes_at", ["chase_round"] = "replace rule.chase_dc",
  ["monster_bonus"] = "wrap rule.courage", ["retreat_mode"] = "say it with the line: retreat dex both",
  ["injury_standing"] = "replace rule.stands", ["injury_until resilience_reset resilience_counter"] = "wrap rule.slept",
  ["resilience_every"] = "wrap rule.endure", ["worn worn_damage wear_out"] = "wrap step.toll",
  ["ability_zero"] = "write rule.withers", ["sick_success"] = "replace rule.sicken", ["darksight"] = "wrap rule.light_does",
  ["dark_defence favour_ask full_light"] = "say it with the line: try dex 14 adv", ["level_ask"] = "say it: level dim",
  ["load_over"] = "replace rule.burden", ["loot_dice"] = "replace rule.loot", ["first_hour"] = "replace rule.hour",
  ["scenes_ask scenes_hour fight_is_scene"] = "replace act.scene", ["sup_per_hour sup_track"] = "wrap step.bell",
  ["breaks_off"] = "replace rule.terrible or rule.soon", ["threat_counter"] = "wrap rule.nearer",
  ["morale_first"] = "write function rule.opens() rule.moment \"The fight begins\" end",
  ["chase_by"] = "say it with the line: A chase 30; B chase 30", ["return_rolls return_zero"] = "replace act.home", ["start_plus"] = "replace act.clock",
}
