# completion.bash - words that `turnpike` takes, for bash; asked of the program itself.

_turnpike_words() {
  "$@" --help 2>/dev/null | sed -nE "$pattern"
}

# The values of the option before this word, from `--option VALUE:{a,b}` of the help; 1 if it has none.
_turnpike_choices() {
  local found
  found=$("$program" "${command[@]}" --help 2>/dev/null |
    sed -nE "s/^ +(-.,)?${COMP_WORDS[COMP_CWORD - 1]} [^{]*\{([^}]*)\}.*/\2/p" | tr , ' ')
  [ -n "$found" ] && printf '%s' "$found"
}

_turnpike() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} pattern words
  local command=("${COMP_WORDS[1]}") commands='/^Subcommands:/,/^$/s/^  ([a-z-]+) .*/\1/p'
  COMPREPLY=()
  [[ ${COMP_WORDS[1]} == regress && $COMP_CWORD -gt 2 ]] && command+=("${COMP_WORDS[2]}")
  if [ "$COMP_CWORD" -eq 1 ]; then
    pattern=$commands
    words="$(_turnpike_words "$program") --help --version"
  elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == --?* ]] && words=$(_turnpike_choices); then
    :  # values of an option that has a list of them
  elif [[ $word == -* ]]; then
    pattern='s/^  (-h,)?(--[a-z-]+).*/\2/p'
    words=$(_turnpike_words "$program" "${command[@]}")
  elif [[ ${COMP_WORDS[1]} == regress && $COMP_CWORD -eq 2 ]]; then
    pattern=$commands
    words=$(_turnpike_words "$program" regress)
  else
    compopt -o default  # file names
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _turnpike turnpike
