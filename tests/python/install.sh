#!/usr/bin/env bash
# install.sh - builds the wheel of python/ around a library and installs it.
#
#   install.sh PYTHON LIBRARY     a folder that scripts/python.sh made; a libturnpike.a, or "": the
#                                 wheel builds its own
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
python=$1
library=$2

"$python/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index \
  --no-build-isolation --force-reinstall \
  --config-settings=cmake.define.TURNPIKE_LIBRARY="$library" \
  --config-settings=build-dir="$python/build${library:+_around}" "$source/python"
"$python/bin/python" -c 'import turnpike; print("turnpike", turnpike.__version__)'
