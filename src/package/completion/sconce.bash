# Completion of sconce for bash: commands, options, rulesets, folders and files, and the verbs of a table.
# The program is asked for all of them, so they are those of the version that is installed.  What it prints may be a
# stranger's: nothing of it is expanded (as compgen -W would do), and only plain words are offered.
_sconce_commands() { sconce help 2>/dev/null | awk '/^  sconce [a-z]/ { print $2 }'; }
_sconce_rulesets() { sconce rules 2>/dev/null | awk '/^Parts/ { exit } /^[^ ]/ { print $1 }'; }
_sconce_verbs() { sconce rules "$1" 2>/dev/null | awk '/^$/ { on = 0 } on && /^  [^ ]/ { print $1 } /^verbs$/ { on = 1 }'; }

# Adds those of the words that begin with the last argument.
_sconce_offer() { # _sconce_offer WORDS BEGINNING
    local choice
    local -a all
    read -rd '' -a all <<<"$1"
    for choice in "${all[@]}"; do
        [[ $choice == "$2"* && $choice =~ ^[[:alnum:]_-]+$ ]] && COMPREPLY+=("$choice")
    done
}

_sconce() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} choices=
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        choices=$(_sconce_commands)
    else
        case $before in
        --ruleset) choices=$(_sconce_rulesets) ;;
        --dice) choices='auto hand' ;;
        --answers) choices='ask default' ;;
        --format) choices='md json text' ;;
        --plan | --first | --otherwise) choices=$(_sconce_verbs "${COMP_WORDS[2]-}") ;;
        *)
            case $command:$word in
            *:-*) choices=$(sconce help "$command" 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u) ;;
            help:*) choices="words $(_sconce_commands) $(sconce help words 2>/dev/null)" ;;
            play:* | rules:* | sim:* | odds:*) choices=$(_sconce_rulesets) ;;
            esac
            ;;
        esac
    fi
    _sconce_offer "$choices" "$word"
    case $choices:$command in
    :* | *:play | *:rules | *:sim | *:odds) # files and folders, too
        [[ $word == -* || $before == --* || $COMP_CWORD == 1 ]] && [ -n "$choices" ] && return
        compopt -o filenames 2>/dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word")
        ;;
    esac
}
complete -F _sconce sconce
