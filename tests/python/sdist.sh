#!/usr/bin/env bash
# sdist.sh - a source distribution of python/ builds a wheel outside a checkout, and has every file
# that a build of its own libturnpike reads. tests/python/alone.sh makes that build.
#
#   sdist.sh PYTHON LIBRARY WORK     a folder that scripts/python.sh made, a libturnpike.a, a folder
#                                    of one's own
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$1/bin/python
library=$2
work=$3

rm -rf "$work"
mkdir -p "$work/tree"
file=$("$here/make_sdist.sh" "$python" "$here/../../python" "$work/dist")

"$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index \
  --no-build-isolation --config-settings=cmake.define.TURNPIKE_LIBRARY="$library" \
  --target "$work/site" "$file"
cd "$work"
PYTHONPATH=$work/site "$python" -c '
import turnpike
assert turnpike.__file__.startswith("'"$work/site"'"), turnpike.__file__
net = turnpike.Network("[network]\ntopology = \"mesh\"\nradix = [4, 4]\n")
net.offer(0, 15, 5)
assert net.step_until_idle() and len(net.deliveries()) == 1 and turnpike.schema("run")
turnpike.Scoreboard("router")
print("turnpike", turnpike.__version__, "from", "'"$(basename "$file")"'")'

tar -xf "$file" -C "$work/tree" --strip-components=1
cmake -S "$work/tree/checkout" -B "$work/build" -G Ninja --log-level=WARNING \
  -DTURNPIKE_HARDWARE=OFF > /dev/null
# Without building anything: a file that a rule needs and that is not there is an error.
ninja -C "$work/build" -n turnpike_static turnpike_dpi > "$work/would_build.txt" || {
  tail -n 3 "$work/would_build.txt"
  exit 1
}
