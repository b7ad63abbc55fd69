#!/usr/bin/env bash
# alone.sh - `pip install ./python` from a tree with nothing but the project's files: the wheel
# builds the library itself.
#
#   alone.sh PYTHON WORK     a folder that scripts/python.sh made; a folder of one's own, whose
#                            objects the next run uses again
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../.." && pwd)
python=$1/bin/python
work=$2

rm -rf "$work/source" "$work/site"
mkdir -p "$work/source"
git -C "$checkout" ls-files -z | tar -C "$checkout" --null --files-from=- -c |
  tar -C "$work/source" -x
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index \
  --no-build-isolation --config-settings=build-dir="$work/build" --target "$work/site" \
  "$work/source/python"
rm -rf "$work/source"
cd "$work"
PYTHONPATH=$work/site "$python" -m pytest -p no:cacheprovider --rootdir "$checkout/python" \
  "$checkout/python/tests/test_network.py" "$checkout/python/tests/test_scoreboard.py"
where=$(PYTHONPATH=$work/site "$python" -c 'import turnpike; print(turnpike.__file__)')
[ "$where" = "$work/site/turnpike/__init__.py" ] || { echo "tested $where"; exit 1; }
