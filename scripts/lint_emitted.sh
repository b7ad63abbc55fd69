#!/bin/sh
# lint_emitted.sh - networks as `turnpike emit` writes them through Verilator, Yosys, Icarus, slang
# and Verible: not one warning.
#
#   scripts/lint_emitted.sh PROGRAM [CONFIG...]     default: those of tests/emit
#
# Each with raw channels and, if its flits are whole bytes, with AXI4-Streams; some with AXI4,
# traffic or co-processors.
# The tops of configs/boards around their networks, too: these alone are no designs.
#
# slang and Verible live in a folder of the build (BUILD), as for scripts/lint.py. Prints what a
# tool said, then `N passed, 0 failed`; exit 1 if any failed, 2 if a tool cannot be had.

set -u
program=$(realpath "$1") || exit 2
shift
cd "$(dirname "$0")/.." || exit 2
[ $# -gt 0 ] || set -- tests/emit/*.toml

packages=$(realpath -m "${LINT_PACKAGES:-${BUILD:-build}/lint}")
scripts/python.sh "$packages" lint-packages.txt || exit 2

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
root=$PWD
latches='select -assert-none t:$dlatch t:$adlatch t:$dlatchsr'
passed=0
failed=0

run() {  # tool command..., in the folder of a network
    tool=$1
    shift
    if said=$(cd "$folder" && "$@" 2>&1) && [ -z "$said" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: %s\n%s\n' "$tool" "$config" "$said" | head -n 12
    fi
}

lint_network() {  # terminals
    folder=$work/$(basename "$config" .toml)_$1
    "$program" emit "$config" --out "$folder" --terminals "$1" > "$work/said" ||
        { failed=$((failed + 1)); return; }
    top=$(basename "$folder"/*.f .f)
    run verilator verilator --lint-only -Wall --language 1364-2005 -f "$top.f" --top-module "$top"
    run iverilog iverilog -g2005 -Wall -s "$top" -o /dev/null -c "$top.f"
    run yosys yosys -q -p "read_verilog -Irtl *.v rtl/*.v; hierarchy -check -top $top;
        proc; check -assert; $latches"
    run slang "$packages/bin/python" "$root/scripts/lint_slang.py" --emitted "$top"
    run verible sh -c "'$packages/bin/verible-verilog-lint' \
        --rules_config '$root/tests/lint/verible.rules' *.v"
}

lint_board() {  # board, network, Verilog of the vendor's cells or nothing
    config=configs/$2.toml
    folder=$work/$2
    "$program" emit "$config" --out "$folder" --terminals traffic > "$work/said" ||
        { failed=$((failed + 1)); return; }
    cp "configs/boards/$1"/* "$folder"
    printf '`verilator_config\nlint_off -file "*cells*.v"\n' > "$folder/cells.vlt"
    run verilator verilator --lint-only -Wall --language 1364-2005 --top-module "$1" -y . -y rtl \
        +incdir+rtl cells.vlt ${3:+-v "$3"} "$1.v"
    run iverilog iverilog -g2005 -Wall -s "$1" -o /dev/null -y . -y rtl -Irtl "$1.v" ${3:+"$3"}
    run yosys yosys -q -p "${3:+read_verilog -lib $3; }read_verilog -Irtl *.v rtl/*.v;
        hierarchy -check -top $1; proc; check -assert; $latches"
}

for config in "$@"; do
    lint_network raw
    grep -q 'flit_bits = 12' "$config" || lint_network axi_stream
    case $(basename "$config") in
        hypercube.toml | irregular.toml | torus_pairs.toml) lint_network traffic ;;
        axi.toml | clock_domains.toml) lint_network axi4 ;;
        packet_hypercube.toml) lint_network coprocessor ;;
    esac
done
lint_board hx8k fpga_hx8k
cells=$(dirname "$(command -v yosys)")/../share/yosys/ecp5/cells_bb.v
lint_board ulx3s fpga_ulx3s "$cells"
lint_board ulx3s fpga_axi "$cells"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
