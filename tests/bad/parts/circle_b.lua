-- This part includes circle_a, which includes this one.
include "circle_a"
