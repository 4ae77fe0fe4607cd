# Completion of sconce for fish.  The program is asked for commands, options, rulesets and verbs.
function __sconce_commands
    sconce help 2>/dev/null | awk '/^  sconce [a-z]/ { name = $2; $1 = $2 = ""; sub(/^ +/, ""); print name "\t" $0 }'
end
function __sconce_rulesets
    sconce rules 2>/dev/null | awk '/^Parts/ { exit } /^[^ ]/ { name = $1; $1 = ""; sub(/^ +/, ""); print name "\t" $0 }'
end
function __sconce_options
    sconce help (commandline -opc)[2] 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u
end
function __sconce_verbs
    sconce rules (commandline -opc)[3] 2>/dev/null | awk '/^$/ { on = 0 } on && /^  [^ ]/ { print $1 } /^verbs$/ { on = 1 }'
end
function __sconce_after
    contains -- (commandline -opc)[-1] $argv
end
complete -c sconce -n 'test (count (commandline -opc)) = 1' -f -a '(__sconce_commands)'
complete -c sconce -n 'test (count (commandline -opc)) -gt 1; and string match -q -- "-*" (commandline -ct)' -f -a '(__sconce_options)'
complete -c sconce -n '__fish_seen_subcommand_from play rules sim odds' -a '(__sconce_rulesets)'
complete -c sconce -n '__sconce_after --ruleset' -f -a '(__sconce_rulesets)'
complete -c sconce -n '__sconce_after --plan --first --otherwise' -f -a '(__sconce_verbs)'
complete -c sconce -n '__sconce_after --dice' -f -a 'auto hand'
complete -c sconce -n '__sconce_after --answers' -f -a 'ask default'
complete -c sconce -n '__sconce_after --format' -f -a 'md json text'
complete -c sconce -n '__fish_seen_subcommand_from help' -f -a '(sconce help words 2>/dev/null | string split " ")'
