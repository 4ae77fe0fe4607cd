-- Nothing follows the name of a thing.
extends "lamplight"

light "lamp"
pace "crawl"
-- expect: no_body.lua:4: light "lamp" has no body | write: light "lamp" { … }
-- expect: no_body.lua:5: pace "crawl" has no body | write: pace "crawl" { … }
