#!/usr/bin/env bash
# tidy.sh - clang-tidy (.clang-tidy) over the C++.
#
#   scripts/tidy.sh            the files that the last commit changed, and what is not committed
#   scripts/tidy.sh --all      all of them: half an hour and more
#
# A header stands for the .cpp of its name. BUILD: the build folder; JOBS: files at a time.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build}/tidy

if [ "${1:-}" = --all ]; then
  mapfile -t changed < <(git ls-files '*.cpp')
elif [ $# -eq 0 ]; then
  mapfile -t changed < <(
    git diff --name-only HEAD
    git show --name-only --format= HEAD
  )
else
  echo "tidy.sh: '$1' is not known, allowed: --all" >&2
  exit 2
fi

files=()
for file in "${changed[@]}"; do
  file=${file%.h}
  file=${file%.cpp}.cpp
  # Compiled with headers that Verilator writes during a build, with the testbench, by pip.
  case $file in
    sim/hardware/rtl_components/adapter/* | tests/modules/*) continue ;;
    tests/fpga/* | tests/adapters/*) continue ;;
    tests/dpi/hardware_test.cpp | scripts/verilated_router.cpp | *_sv.cpp | python/*) continue ;;
  esac
  [ -f "$file" ] && files+=("$file")
done
mapfile -t files < <(printf '%s\n' "${files[@]}" | sort -u | grep . || true)
echo "tidy.sh: ${#files[@]} files"
[ ${#files[@]} -eq 0 ] && exit 0

# One entry for each file, and no header that another compiler has read.
cmake --preset developer -B "$build" --log-level=WARNING -DTURNPIKE_TESTS=ON -DTURNPIKE_BENCH=ON \
  -DTURNPIKE_UNITY=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
printf '%s\0' "${files[@]}" | xargs -0 -P "${JOBS:-2}" -n 1 clang-tidy -p "$build" --quiet
