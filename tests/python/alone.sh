#!/usr/bin/env bash
# alone.sh - a source distribution, made from a tree with nothing but the project's files, builds
# the library itself when it is installed.
#
#   alone.sh PYTHON WORK     a folder that scripts/python.sh made; a folder of one's own, whose
#                            objects the next run uses again
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../.." && pwd)
python=$1/bin/python
work=$2

rm -rf "$work/tree" "$work/dist" "$work/source" "$work/site"
mkdir -p "$work/tree" "$work/source"
git -C "$checkout" ls-files -z | tar -C "$checkout" --null --files-from=- -c |
  tar -C "$work/tree" -x
file=$("$checkout/tests/python/make_sdist.sh" "$python" "$work/tree/python" "$work/dist")
rm -rf "$work/tree"
# Unpacked, as pip does, but in a place that is the same each time: for the objects.
tar -xf "$file" -C "$work/source" --strip-components=1
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index \
  --no-build-isolation --config-settings=build-dir="$work/build" --target "$work/site" \
  "$work/source"
rm -rf "$work/source"
cd "$work"
PYTHONPATH=$work/site "$python" -m pytest -p no:cacheprovider --rootdir "$checkout/python" \
  "$checkout/python/tests/test_network.py" "$checkout/python/tests/test_scoreboard.py"
where=$(PYTHONPATH=$work/site "$python" -c 'import turnpike; print(turnpike.__file__)')
[ "$where" = "$work/site/turnpike/__init__.py" ] || { echo "tested $where"; exit 1; }
