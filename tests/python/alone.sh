#!/usr/bin/env bash
# alone.sh - a source distribution, made from a tree with nothing but the project's files, builds
# the library and a wheel by itself; auditwheel puts the libraries that the wheel needs into it, and
# it is installed where there is no compiler. Both are left in WORK/../wheelhouse.
#
#   alone.sh PYTHON WORK     a folder that scripts/python.sh made; a folder of one's own
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../.." && pwd)
python=$1/bin/python
work=$2

rm -rf "$work"/{tree,dist,source,site,plain} "$work/../wheelhouse"
mkdir -p "$work/tree" "$work/source"
git -C "$checkout" ls-files -z | tar -C "$checkout" --null --files-from=- -c |
  tar -C "$work/tree" -x
file=$("$checkout/tests/python/make_sdist.sh" "$python" "$work/tree/python" "$work/dist")
rm -rf "$work/tree"
# Unpacked, as pip does, but in a place that is the same each time: for ccache. With times of now: a
# file that was edited while the last run compiled may be older than its object.
tar -xmf "$file" -C "$work/source" --strip-components=1
"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-index \
  --no-build-isolation --config-settings=build-dir="$work/build" --wheel-dir "$work/plain" \
  "$work/source"
rm -rf "$work/source"
PATH=$1/bin:$PATH "$1/bin/auditwheel" repair --wheel-dir "$work/../wheelhouse" "$work"/plain/*.whl
cp "$file" "$work/../wheelhouse"
wheel=$(ls "$work"/../wheelhouse/*manylinux*.whl)

# Without a compiler. What the loader takes from outside the wheel is on the list of manylinux: the
# same soname everywhere. (Debian's static Expat would need a later glibc than all the rest.)
PATH=/nowhere "$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index \
  --target "$work/site" "$wheel"
missing=$(find "$work/site" -name '*.so*' -exec ldd {} + | grep 'not found' || true)
system=$(find "$work/site" -name '*.so*' -exec ldd {} + | grep -v "$work/site" |
  sed -n 's/^\t\([^ ]*\).*/\1/p' | sort -u |
  grep -Ev '^(linux-vdso|/lib.*/ld-linux|lib(c|m|dl|pthread|rt|gcc_s|stdc[+]+|z|expat)[.]so)' ||
  true)
[ -z "$missing$system" ] || { echo "not in the wheel: $missing$system"; exit 1; }
cd "$work"
PYTHONPATH=$work/site "$python" -m pytest -p no:cacheprovider --rootdir "$checkout/python" \
  "$checkout"/python/tests/test_{network,library,scoreboard,package,examples}.py
where=$(PYTHONPATH=$work/site "$python" -c 'import turnpike; print(turnpike.__file__)')
[ "$where" = "$work/site/turnpike/__init__.py" ] || { echo "tested $where"; exit 1; }
ls -l "$work/../wheelhouse"
