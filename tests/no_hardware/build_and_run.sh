#!/usr/bin/env bash
# build_and_run.sh - builds the program with TURNPIKE_HARDWARE=OFF and runs it, then its core alone.
#
#   build_and_run.sh FOLDER      where it is built
#
# The model runs, an engine that needs hardware is refused with what there is, and the program needs
# no library of the hardware. Without its products (cmake/products.cmake) it lacks their commands.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1

fail() {
  echo "build_and_run.sh: $1" >&2
  exit 1
}

program=$folder/turnpike
build() {  # build ON|OFF - with the products or without
  cmake -S "$source" -B "$folder" -G Ninja --log-level=WARNING -DTURNPIKE_HARDWARE=OFF \
    -DTURNPIKE_WERROR=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
    -DTURNPIKE_{MACHINE,REGRESS,FPGA,PAPERS}="$1"
  cmake --build "$folder" --parallel 2 --target turnpike > "$folder/build.txt" || {
    cat "$folder/build.txt"
    fail "it does not build with the products $1"
  }
}

build ON
! ldd "$program" | grep -i systemc || fail "it needs SystemC"

"$program" run "$source/configs/mesh_8x8.toml" --engine model --set run.measurement=500 \
  > "$folder/run.txt" || fail "the model does not run"
grep -q 'accepted traffic' "$folder/run.txt" || fail "a run says nothing of accepted traffic"

for engine in rtl lockstep; do
  status=0
  "$program" run "$source/configs/mesh_8x8.toml" --engine "$engine" > /dev/null \
    2> "$folder/refused.txt" || status=$?
  [ "$status" -eq 2 ] || fail "engine $engine: exit status $status, 2 was expected"
  grep -q "$engine" "$folder/refused.txt" || fail "engine $engine is refused without its name"
done

build OFF
"$program" run "$source/configs/mesh_8x8.toml" --engine model --set run.measurement=500 \
  > "$folder/core.txt" || fail "the model does not run in the core alone"
for command in machine regress bisect synth paper; do
  status=0
  "$program" "$command" > /dev/null 2> "$folder/refused.txt" || status=$?
  [ "$status" -eq 2 ] || fail "core: command $command: exit status $status, 2 was expected"
  grep -q "'$command': unknown" "$folder/refused.txt" ||
    fail "core: $command is refused without its name"
done
