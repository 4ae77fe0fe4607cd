-- catalogue.lua -- the kinds of messages that authors of rules read, each with its short name. The name stays
-- the same when the sentence is improved: programs know a message by it, and `sconce check --explain NAME`
-- tells more (rulesets/MESSAGES.md).
--
-- A kind is a list: its name, then patterns of its sentences.  The first kind with a pattern that matches
-- counts; so of two whose sentences begin alike the narrower stands first.  The sentences are written all
-- over lua/read, lua/play, lua/author and the host: one that is improved may need another pattern here.
local catalogue = {}

-- The name of a message that no pattern knows.
catalogue.other = "other"

catalogue.kinds = {
  -- what the rules themselves say, and limits of work
  { "endless", "calls? itself", "did not come to an end", "without end$", "thousand things happened",
    "so that it never ends", "much to weigh" },
  { "memory", "used up their memory", "is nested too deeply", "would be too long$",
    "^%d+ [%a ]-more than anybody" },
  { "error", "^error says why" },
  { "too-long", "at most %d+ letters", "too many; %d+ at most", "is too long", "too long for",
    "too long to be unpacked", "and %d+ more; mend these first" },
  { "not-utf8", "is not UTF%-8" },
  -- specs
  { "spec-file", "a rule file and not a spec", "^a spec file ", "^a spec has no word", "^given: ",
    "^tests takes", "^tests \"…\"", "^test takes", "^test \".-\" takes its rows",
    "^there are two tests named", "^rules has letters" },
  { "spec-row", "begins with the line typed", "a row has one line", "^the test has no rows",
    "how many turns%?",
    "row %d+ %(.-%): every row stands" },
  { "spec-dice", "the dice given are used up", "the next of the dice given", "is not a die and its face",
    "has no face %d", " not rolled: " },
  { "spec-expected", "expected to see", "never: ", ": expected ", "was never asked", "was not asked",
    "did not come in its place", "was seen", "a fraction %(" },
  -- syntax
  { "missing-end", "has no 'end'", "^'else if' begins", "'end' expected" },
  { "extra-end", "' too many here", "a } too many", "'function' is missing",
    "ends with 'end', and not with }" },
  { "missing-then", "a 'then' is missing", "a 'do' is missing", "goes on with '" },
  { "missing-comma", "^a [])}] is missing", "^a comma or [})]", "^a [%a]* ?'?[,=)}]'? is missing" },
  { "open-text", "closing quote", "opening quote", "has no end$", "ends at the next '" },
  { "equals", "^== compares", "write a single =", "^= changes" },
  { "other-language", "and not !=", "and not :=", "a comment begins with", "joined by", "turned round by",
    "^elif ", "^elsif ", "^foreach ", "^each stands", "is no 'continue'", "is no 'switch'",
    "made with local, and not", "and not def", "and not =>", "^there is no %p+ here", "? is not known",
    "is written %S+, and not ", "written small", "comment of several lines", "begins with two dashes",
    "is not a minus here", "without braces$", "without %( %)", "'?for'? counts with a comma" },
  { "colon", "is called with a colon", "and not with a colon", "after a colon", "and no colon",
    "read with a point" },
  { "blank", "non%-breaking" },
  { "syntax", "^something is missing behind", "a word is missing before", "has no point in its name",
    "is a function, and is not called", "^a rule is not local", "^a point is missing", "not understood here",
    "stand in a row; write one", "word stands in %( %)", "stand in %( %)", "no plus sign", "^what joins '",
    "^a value in %( %) has", "^a name stands behind", "^a change is written", "can stand in a text only",
    "a name holds letters", "a value too many", "fields stand in braces", "a row stands in braces",
    "closes too early", "^%( %) is missing", "needs a name, as", "a text by itself", "invalid escape",
    "made without = before", "a list stands in braces", "what a function is given", "no label", "ends a loop",
    "a name is missing", "is <const>", "cannot be closed" },
  -- files of a chain
  { "no-ruleset", "says neither what it is", "a ruleset needs a procedure" },
  { "one-ruleset", "a chain has one ruleset", "a part has no ruleset", "a ruleset stands at the foot",
    "a part is read by the file" },
  { "unknown-file", "^no ruleset", "^no part", "cannot read", "is not a name of a ruleset",
    "takes the name of a file", "there is no file", "there are no rule files", "round in a circle" },
  { "extends-first", "^extends comes first" },
  { "party-file", "in party%.lua", "stands in house%.lua", "belongs to a member: member", "^party%.lua ",
    "is there already, in line" },
  { "policy", "^a policy " },
  -- making and changing things
  { "made-twice", "was made already", "was set in line", "is there already", "is written a second time",
    "has two rows named", "already, made at", "already; every ruleset has it", "changes its default", "twice"
    },
  { "name-taken", "name of the %a+ made at", "word of the language already", "is a verb of the action",
    "has a field of that name", "has a '.-' of its own; choose another", "has something of that name already",
    "means something else", "is a word of Lua", "one of Sconce's own", "tells something else by the name",
    "name of two arguments", ": typed, ", "and a track has that name", "is the default of the step" },
  { "bad-name", "is changed by its name", "a name is one line", "a verb is one word",
    "the prompt is one word",
    "cannot be a name", "takes a name in quotes", "takes a title in quotes", "has no body",
    "takes its fields in braces",
    "takes fields in braces", "is set with =", "every field has a name", "has no word of its own" },
  { "early", "cannot be read while files are", "runs while the file is read", "runs a rule while the file",
    "is called here, once, as the file is read", "still being set up" },
  { "late", "cannot change while the table plays", "makes a thing while files are read" },
  { "removed", "takes a thing away", "own events and cannot be removed", "any more: it was taken away",
    "is taken away here", "cannot be taken away" },
  { "replaced", "which is not called any more", "^inside of ", "is never called, so the old" },
  { "needs-field", "needs the field", "has no default; say", "has a die and no rows", "has neither rows",
    "has no steps", "has no length", "does not end play", "the ruleset says no dice", "give it choices" },
  -- charts and procedures
  { "no-act", "are never done in its turns", "pass no time" },
  { "returns", "is a return missing", "^a 'return' is missing", "returns true or false",
    "gives the reason in quotes", "gives no reason back", "nothing reads what", "gives a text for the prompt",
    "only look at the table", "and so is done; to end there", "whom does it force" },
  { "rows-gap", "nothing is written for" },
  { "rows-overlap", " is both \"" },
  { "rows-beyond", " rolls .- never ", "counts off %d+ rows" },
  { "row-form", "is not a place on a die", "a row needs a name", "every row says its numbers",
    "stands in braces of its own", "a row begins with its numbers", "a row holds numbers",
    "stand in quotes of their own",
    "a row is written", "takes one row", "what stands after the text of a row", "runs backwards",
    "what it does is a function", "write its text in quotes", "is a row: change", "a row is called by" },
  { "step", "every step stands in quotes", "nothing says what the step",
    "no procedure has a step", "a step is a name", "has no step '",
    "names first the step",
    "is named by its place", "without a name; write procedure", "step%.%S+ takes who" },
  { "several-procedures", "several procedures; say which" },
  -- names
  { "foreign-word", "^there is no '.-' here:", "is not here" },
  { "not-local", "is not made yet", "is not local", "alone is not a name",
    "word of the language and cannot be assigned", "is made below, in line" },
  { "unknown-word", "^there is no word", "^there is no function" },
  { "unknown-rule", "^there is no rule%.", "^there is no %a+%.", "is new here, and nothing uses it",
    "nothing uses '", "nothing makes it happen", "nothing starts it", "nothing asks it",
    "there is no event of that name", "there is no action of that name" },
  { "quotes", "^a text stands in ", "write .- in quotes", "named without quotes", "is not a quotation mark",
    "has its name without quotes", "without quotes, %d", "not a number; to roll", "stands inside a text" },
  { "nothing", "nothing %(nil%)", "cannot be called", "which has no fields", "which has no length",
    "cannot be part of a text" },
  { "unknown-field", "what an %a+ does ", "has no {", "has no field", "has no track", "has nothing called",
    "has no entry", "has no '", "has no row", "keeps no '", "is a field of its own here and does nothing",
    "is not a type of field", "has no option" },
  { "unknown-name", "there is no %S+ '", "there is no %S+ \"", "there is no track or event",
    "^no track is called", "the entry '.-' is missing", "has no %S+ '",
    "is nothing that can be typed", "nothing is called", "have nothing named", "nothing else in these rules",
    "nobody is called", "'.-' is a unit of its own" },
  -- values
  { "dice", "is not a word of dice", "number of sides", "has at least one side", "means nothing",
    "drops everything", "is a number and no die", "is written with a d", "^dice", "dice look like",
    "a die is needed" },
  { "unit", "do not mix", "; %S+ %a+ is about ", "^a time of day", "time is needed", "distance is needed",
    "is not a unit", "a unit should follow", "a quantity in", "not the same measure",
    "a quantity is a number", "is not a time", "write the number with its unit", "whole number of seconds",
    "is a quantity", "a quantity begins" },
  { "choice", "one of its steps is needed", "\" is needed, and this is", "or a kind of your own is needed",
    "have | between them" },
  { "bounds", "is above its m", "is below its ", "from .- to .- is needed", "of at %a+ .- is needed",
    "is less than its min", "has no bounds", "goes from its first step", "goes on from its last",
    "is 0 or more", "it never comes %a+ to" },
  { "comparison", "a word that was typed", "so this is never", "^not %S+ says whether", "is never \"",
    "^a number is written without", "cannot be compared", "is never nil", "and 0 is true, too",
    "any word is true", "%.holder is a name", "is a name, and ", "gives a timer and no number",
    "an empty one is true, too", "is not a number; its length", "is always true", "and is no number" },
  { "whose", "say whose", "behind whose", "^%a+: whose", "who makes it comes first", "comes before how hard",
    "two sides are needed", "and this is about nobody", "first whose" },
  { "wrong-type", "a switch is true or false", "dice is missing behind", "the number comes first",
    "of dice comes first", "is needed", "is a number, and this is", "go with choices", "needs? ",
    "is a list here", "cannot be used in arithmetic" },
  { "placeholder", "fills in no {", "^nothing is given for %%", "is never given", "has no %% for",
    "this value is never shown",
    "for the %% in", "is shown as it stands", "is not a way to show", "value %d+ is", "value %d+ for" },
  { "kept", "which play does not change", "changed in play", "cannot be kept", "kept in a second place",
    "this is the host's", "is kept by play", "a member keeps" },
  { "hook", "is given what", "is given whose", "is given [%a ]-: function", "is given nothing, and" },
  { "list", "has looks into a list", "each gives one thing", "names takes a list", "# counts a list",
    "is called for each member already", "pairs gives the number", "goes through", "gone through with each",
    "a list begins at 1", "begins at 1, so", "gives the number and then" },
}

-- The short name of a message.
function catalogue.name_of(text)
  for _, kind in ipairs(catalogue.kinds) do
    for i = 2, #kind do
      if text:find(kind[i]) then return kind[1] end
    end
  end
  return catalogue.other
end

return catalogue
