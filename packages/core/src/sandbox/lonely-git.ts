/** How many leading words of the argv are git and its global options, for a call whose repository names filters. */
export const gitWordsVariable = "GATEHOUSE_GIT_WORDS";
/** Set beside it when nothing may be started by git: not a helper, not a hook, not a git of a submodule. */
export const lonelyVariable = "GATEHOUSE_GIT_LONELY";

/**
 * Lines of the gate for a git call that may run nothing of the repository's. Filters of files have names that only the
 * repository's configuration knows, so each is asked for and turned off; a program set to nothing passes content
 * through. Then no further process can be made, whatever git would have wanted: a limit of one counts this one.
 */
export const lonelyGitLines: readonly string[] = [
  `if [[ -v ${gitWordsVariable} ]]; then`,
  "  n=$GIT_CONFIG_COUNT",
  "  while IFS= read -r -d '' v; do",
  "    for s in clean= smudge= process= required=false; do",
  '      export "GIT_CONFIG_KEY_$n=${v%.*}.${s%%=*}" "GIT_CONFIG_VALUE_$n=${s#*=}"',
  "      n=$((n + 1))",
  "    done",
  `  done < <("\${@:1:${gitWordsVariable}}" config --includes --name-only -z --get-regexp '^filter[.]' 2>/dev/null)`,
  "  export GIT_CONFIG_COUNT=$n",
  `  if [[ -v ${lonelyVariable} ]]; then ulimit -u 1 || exit 125; fi`,
  `  unset n v s ${gitWordsVariable} ${lonelyVariable}`,
  "fi",
];
