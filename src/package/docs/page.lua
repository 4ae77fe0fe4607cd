-- page.lua -- a filter of pandoc: makes one file of the documentation a chapter of the page that page.sh writes.
-- Names within a file get the file's name in front, and links to another file lead to its chapter.
local file = os.getenv "CHAPTER"
local chapters = {
  ["README.md"] = "guide", ["WORDS.md"] = "words", ["MESSAGES.md"] = "messages", ["SCREENS.md"] = "screens",
  ["cookbook.md"] = "cookbook",
}

function Header(header)
  header.identifier = header.level == 1 and file or file .. "-" .. header.identifier
  return header
end

-- "WORDS.md#light" becomes "#words-light"; links to other addresses stay.
function Link(link)
  local name, place = link.target:match "^[^#:]-([^/#:]*)#?([^#:]*)$"
  local chapter = name == "" and file or chapters[name]
  if chapter then link.target = "#" .. chapter .. (place ~= "" and "-" .. place or "") end
  return link
end
