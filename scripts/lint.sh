#!/bin/sh
# lint.sh - every Verilog module alone, at the parameter corners of tests/lint/corners.txt,
# through Verilator, Yosys, Icarus and slang: not one warning, and bad parameters refused by all
# four. All sources once through Verible (rules: tests/lint/verible.rules) and, as SystemVerilog,
# through Yosys.
#
#   scripts/lint.sh [MODULE]      all modules, or one
#   scripts/lint.sh --faults      plants the faults of tests/lint/faults.txt in a copy of the
#                                 sources; the tool that a fault is for must find it
#
# TOOLS="slang verible" runs only these. slang and Verible live in a folder of the build (BUILD);
# scripts/python.sh makes it. Prints each failure with what the tool said, then
# `N passed, 0 failed`; exit 1 if any failed, 2 if a tool cannot be had.

set -u
cd "$(dirname "$0")/.." || exit 2

tools=${TOOLS:-verilator yosys iverilog slang verible yosys-sv}
packages=${LINT_PACKAGES:-$PWD/${BUILD:-build}/lint}
scripts/python.sh "$packages" lint-packages.txt || exit 2

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

if [ "${1:-}" = --faults ]; then
    passed=0
    failed=0
    while read -r tool module file; do
        case $tool in "#"* | "") continue ;; esac
        read -r change
        rm -rf "$work/copy"
        mkdir -p "$work/copy/tests"
        cp -r rtl scripts "$work/copy"
        cp -r tests/lint "$work/copy/tests"
        sed -i "$change" "$work/copy/$file"
        if cmp -s "$file" "$work/copy/$file"; then
            echo "$tool: the change does not apply: $change"
        elif TOOLS=$tool LINT_PACKAGES=$packages \
            "$work/copy/scripts/lint.sh" "$module" > "$work/log" ||
            ! grep -q "^$tool[: ]" "$work/log"; then
            echo "$tool does not find: $change"
        else
            passed=$((passed + 1))
            continue
        fi
        failed=$((failed + 1))
    done < tests/lint/faults.txt
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
fi

only=${1:-}
folders=$(printf -- "-I%s " rtl/*/)
sources=$(echo rtl/*/*.v)
latches='select -assert-none t:$dlatch t:$adlatch t:$dlatchsr'
export work folders sources latches tools

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
    case " $tools " in *" $tool "*) ;; *) return ;; esac
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
        proc; check -assert; $latches"
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

# The tools that read all sources at once
once() {  # tool command...
    tool=$1
    shift
    case " $tools " in *" $tool "*) ;; *) return ;; esac
    if "$@" > "$work/said" 2>&1 && [ ! -s "$work/said" ]; then
        echo pass > "$work/result.$tool"
    else
        echo fail > "$work/result.$tool"
        sed "s/^/$tool: /; 12q" "$work/said" > "$work/failed.$tool"
    fi
}
once verible "$packages/bin/verible-verilog-lint" --rules_config tests/lint/verible.rules \
    $sources rtl/*/*.vh
once yosys-sv yosys -q -p "read_verilog -sv $folders $sources; hierarchy -check"
case " $tools " in
    *" slang "*) "$packages/bin/python" scripts/lint_slang.py "$work" $only ||
        echo fail >> "$work/result.slang" ;;
esac

cat "$work"/failed.* 2> /dev/null
passed=$(cat "$work"/result.* | grep -c pass)
failed=$(cat "$work"/result.* | grep -c fail)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
