#!/usr/bin/env bash
# check_licence.sh - every file has a licence and a holder of copyright, by `reuse lint`.
#
#   scripts/check_licence.sh [--self-test]     a file under a licence without a text must be found
set -euo pipefail

cd "$(dirname "$0")/.."
build=${BUILD:-build}
scripts/python.sh "$build/licence" licence-packages.txt
reuse=$(realpath "$build/licence/bin/reuse")

if [ "${1:-}" != --self-test ]; then
  "$reuse" lint --quiet || { "$reuse" lint; exit 1; }
  echo "check_licence.sh: clean"
  exit 0
fi
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git archive HEAD | tar -x -C "$copy"
echo "// SPDX-License""-Identifier: MIT" > "$copy/model/planted.h"
if "$reuse" --root "$copy" lint --quiet; then
  echo "check_licence.sh: the planted file of another licence was not found" >&2
  exit 1
fi
echo "check_licence.sh: the planted file of another licence was found"
