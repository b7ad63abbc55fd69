#!/usr/bin/env bash
# fuzz_parsers.sh - libFuzzer on every parser, from the inputs that are kept.
#
#   scripts/fuzz_parsers.sh FOLDER [runs] [parser ...]
#
# FOLDER holds the programs fuzz_PARSER. Runs each parser so often, one after the other; what it
# finds is left as FOLDER/PARSER-..., new inputs in FOLDER/found/PARSER. Exit 1 on a finding.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
folder=$1
runs=${2:-100000}
parsers=("${@:3}")
[ ${#parsers[@]} -gt 0 ] || parsers=(configuration assignment anynet trace permutation point)

status=0
for parser in "${parsers[@]}"; do
  kept=$here/tests/parsers/corpus/$parser
  mkdir -p "$folder/found/$parser"
  # Without the entropic schedule: the runs are counted, not the coverage of each.
  options=(-runs="$runs" -max_len=2048 -timeout=10 -rss_limit_mb=2048 -verbosity=0 -entropic=0
           -print_final_stats=1 -artifact_prefix="$folder/$parser-")
  seeds=("$kept")
  case $parser in
    configuration) seeds+=("$here/configs") ;&
    assignment) options+=(-dict="$here/tests/parsers/toml.dict") ;;
    point) options+=(-dict="$here/tests/parsers/point.dict") ;;
  esac
  echo "== $parser, $runs runs"
  "$folder/fuzz_$parser" "${options[@]}" "$folder/found/$parser" "${seeds[@]}" ||
    { echo "fuzz_parsers.sh: $parser: a finding, see $folder/$parser-*" >&2; status=1; }
done
exit $status
