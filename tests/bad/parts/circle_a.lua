-- A part that includes the one that includes it.
include "circle_b"
