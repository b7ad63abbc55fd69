#!/usr/bin/env bash
# web.sh - compiles the reference model for browsers and makes the page: FOLDER/turnpike.html.
#
#   scripts/web.sh FOLDER [JOBS]     (`make web`)
set -euo pipefail

folder=$1
jobs=${2:-$(nproc)}
root=$(cd "$(dirname "$0")/.." && pwd)
"$root/scripts/setup.sh" run web
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}  # acorn, where Node itself is not Debian's

emcmake cmake -S "$root" -B "$folder" -G Ninja --log-level=WARNING -DTURNPIKE_LEAN=ON 2>&1 |
  { grep -v -e '^configure: ' -e '^-- ' || true; }
cmake --build "$folder" --parallel "$jobs" --target web
echo "Made $folder/turnpike.html"
