#!/bin/sh
# verilate_emitted.sh - networks as `turnpike emit` writes them, built by Verilator block by block
# as their README says, with the bench that comes with them: its packet must arrive.
#
#   scripts/verilate_emitted.sh PROGRAM CONFIG [--set KEY=VALUE]...
#
# Prints what the bench says. Exit 1 if anything fails.

set -u
program=$(realpath "$1") || exit 2
shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

"$program" emit "$@" --out "$work/network" || exit 1
cd "$work/network" || exit 1
top=$(basename ./*.f .f)
# A build that has read the instances of a cell flat would pass here, too.
grep -q '^hier_block -module "'"$top"'_' "$top.vlt" || { echo "$top.vlt names no cell"; exit 1; }
verilator --cc --exe --timing --build --hierarchical -O3 --top-module "${top}_bench" \
    -f "$top.f" "$top.vlt" "bench/${top}_bench.v" "bench/${top}_bench.cpp" > "$work/said" 2>&1 ||
    { cat "$work/said"; exit 1; }
for block in $(sed -n 's/^hier_block -module "\(.*\)"/\1/p' "$top.vlt"); do
    [ -d "obj_dir/V$block" ] || { echo "$block was not built as a block"; exit 1; }
done
said=$("obj_dir/V${top}_bench") || { echo "$said"; exit 1; }
echo "$said"
case $said in *"the packet has arrived"*) ;; *) exit 1 ;; esac
