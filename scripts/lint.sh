#!/bin/sh
# lint.sh - every Verilog module alone, at the parameter corners of tests/lint/corners.txt,
# through Verilator, Yosys and Icarus: not one warning, and bad parameters refused by all three.
#
#   scripts/lint.sh [MODULE]      all modules, or one
#
# Prints each failure with what the tool said, then `N passed, 0 failed`; exit 1 if any failed.

set -u
cd "$(dirname "$0")/.." || exit 2

only=${1:-}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
folders=$(printf -- "-I%s " rtl/*)
sources=$(echo rtl/*/*.v)
export work folders sources

# One row: [!] module NAME=VALUE ... [: message]
cat > "$work/row.sh" <<'ROW'
number=$1 row=$2
bad= message=
case $row in "! "*) bad=1; message=${row#*: }; row=${row#! }; row=${row%% : *} ;; esac
set -- $row
module=$1
shift
v= y= i=
for pair in "$@"; do
    v="$v -G$pair"
    y="$y -chparam ${pair%%=*} ${pair#*=}"
    i="$i -P$module.$pair"
done
file=$(ls rtl/*/"$module".v)

run() {  # tool command...
    tool=$1
    shift
    said=$("$@" 2>&1)
    status=$?
    if [ -n "$bad" ]; then
        case $said in
            *"$message"*) [ $status -ne 0 ] && echo pass && return ;;
        esac
        echo "$tool does not refuse $row as it should" >> "$work/failed.$number"
    elif [ $status -eq 0 ] && [ -z "$said" ]; then
        echo pass
        return
    else
        printf '%s: %s\n%s\n' "$tool" "$row" "$said" | head -n 12 >> "$work/failed.$number"
    fi
    echo fail
}

{
    run verilator verilator --lint-only -Wall --language 1364-2005 $folders $v \
        --top-module "$module" "$file"
    run yosys yosys -q -p "read_verilog $folders $sources; hierarchy -check -top $module $y;
        proc; check -assert"
    run iverilog iverilog -g2005 -Wall $folders $i -s "$module" -o /dev/null $sources
} > "$work/result.$number"
ROW

number=0
grep -v '^#' tests/lint/corners.txt | grep -v '^$' | while IFS= read -r row; do
    number=$((number + 1))
    module=${row#! }
    module=${module%% *}
    [ -z "$only" ] || [ "$only" = "$module" ] || continue
    printf '%s\0%s\0' "$number" "$row"
done | xargs -0 -n 2 -P 2 sh "$work/row.sh"

# A module without a row is not looked at: that is a failure, too.
for file in $sources; do
    module=$(basename "$file" .v)
    grep -q "^$module\( \|$\)" tests/lint/corners.txt ||
        { echo "$file has no row in tests/lint/corners.txt" > "$work/failed.$module"
          echo fail > "$work/result.$module"; }
done

cat "$work"/failed.* 2> /dev/null
passed=$(cat "$work"/result.* | grep -c pass)
failed=$(cat "$work"/result.* | grep -c fail)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
