#compdef sconce
# Completion of sconce for zsh.  The program is asked for commands, options, rulesets and verbs.
_sconce() {
    local -a choices
    if (( CURRENT == 2 )); then
        choices=(${(f)"$(sconce help 2>/dev/null | awk '/^  sconce [a-z]/ { $1 = ""; sub(/^ /, ""); sub(/ /, ":"); print }')"})
        _describe command choices
        return
    fi
    case $words[CURRENT-1] in
    --ruleset) choices=(${(f)"$(sconce rules 2>/dev/null | awk '/^Parts/ { exit } /^[^ ]/ { print $1 }')"}) ;;
    --dice) choices=(auto hand) ;;
    --answers) choices=(ask default) ;;
    --format) choices=(md json text) ;;
    --plan|--first|--otherwise)
        choices=(${(f)"$(sconce rules "$words[3]" 2>/dev/null | awk '/^$/ { on = 0 } on && /^  [^ ]/ { print $1 } /^verbs$/ { on = 1 }')"}) ;;
    esac
    if (( $#choices )); then
        compadd -a choices
    elif [[ $PREFIX == -* ]]; then
        choices=(${(f)"$(sconce help $words[2] 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)"})
        compadd -a choices
    else
        case $words[2] in
        play|rules|sim|odds) compadd -- ${(f)"$(sconce rules 2>/dev/null | awk '/^Parts/ { exit } /^[^ ]/ { print $1 }')"} ;;
        help) compadd -- words $(sconce help words 2>/dev/null) ;;
        esac
        _files
    fi
}
_sconce "$@"
