-- The name of a thing or a row is too long; a letter may take several bytes.
extends "lamplight"

track "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" {}
track "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé" {}
chart "omen" { die = "1d2",
  { "1", "A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. A cold wind. " },
  { "2", "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé" },
}
-- expect: names_too_long.lua:4: track "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…": a name has at most 200 letters
-- expect: names_too_long.lua:7: chart "omen", row "A cold wind. A cold wind. A cold wind. A…": a name has at most 200 letters; a longer text stands behind it, { "1", "name", "text" }
