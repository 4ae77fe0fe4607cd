-- Right: a function that is replaced, and a line that says so.
extends "lamplight"
step.hazard = nil
function step.hazard() say "Drip." end
rule.meet = nil
function rule.meet() say "Steps." end
