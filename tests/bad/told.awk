# told.awk -- the messages of `sconce check` or `sconce test`, each on one line: the head, and behind " | " the
# cure.  Leaves out excerpts, the count, and the commands that repeat a mistake.
function flush() { if (head != "") print head; head = "" }
/^ *[0-9]* \| / || /^      \| / { next }
/^  write: / { if (head != "") head = head " | " substr($0, 3); next }
/^  / { next }
/^[0-9]+ mistakes? in [0-9]+ file/ || /^more: sconce check --explain / || /^it comes with:$/ { flush(); next }
{ flush(); head = $0 }
END { flush() }
