-- alarm.lua -- suspicion that nobody sees becomes an alarm that everybody sees; when that is full, the watch comes.
--
-- A part.  Gives: the tracks suspicion and alarm, for all groups; the timer watch; the event sprung as it falls due.
-- Wants: nothing.
-- A house file changes: timer.watch.lasts, the texts of event.called and event.sprung; on.sprung says what the watch does.

track "suspicion" { of = "campaign", min = 0, max = 4, full = rule.noticed, secret = true, help = "full, it becomes a segment of the alarm" }
track "alarm"     { of = "campaign", min = 0, max = 6, full = "called", help = "segments; with the sixth the watch is called" }
timer "watch"     { of = "campaign", lasts = "30 minutes", help = "until the watch is there" }
event "called"    { text = "A bell, out in the street: the watch has been called.", stops = true }
event "sprung"    { text = "The watch is here.", stops = true }

function rule.noticed()
  set("suspicion", 0)
  gain "alarm"
end
function on.called() start "watch" end
function on.watch() emit "sprung" {} end
