#!/bin/sh
# prove.sh - the formal proofs of tests/formal/: each holds for all inputs.
#
#   scripts/prove.sh [PROOF]     all proofs, or one (rr_arbiter, flit_buffer ...); all: also that
#                                each fault of tests/formal/faults.txt can still be planted
#   scripts/prove.sh --faults [PROOF]
#                                plants these faults in a copy of the sources; each must make
#                                its proof fail
#
# Proofs are by induction over the clock cycles, with the SAT solver of Yosys: they hold in all
# cycles. Those whose first lines say "bounded" hold for so many cycles from reset on; modules
# without a clock need neither. REQUIREs are assumed, ENSUREs are proved.
#
# Prints `N passed, 0 failed`; exit 1 if any failed.

set -u
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

count() {  # status label
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "pass  $2"
    else
        failed=$((failed + 1))
        echo "FAIL  $2"
        tail -n 20 "$work/log"
    fi
}

# plant FILE CHANGE: a copy of the sources with one fault; fails if the change does not apply.
plant() {
    rm -rf "$work/rtl"
    cp -r rtl "$work/rtl"
    sed -i "$2" "$work/$1"
    ! cmp -s "$1" "$work/$1" && return
    echo "the change does not apply" > "$work/log"
    return 1
}

# faults COMMAND [PROOF]: COMMAND with "proof file change" for each line of faults.txt.
faults() {
    while read -r proof file; do
        case $proof in "#"* | "") continue ;; esac
        read -r change
        [ -n "${2:-}" ] && [ "$proof" != "$2" ] && continue
        "$1" "$proof" "$file" "$change"
    done < tests/formal/faults.txt
}

applies() {  # proof file change
    plant "$2" "$3" || count 1 "$1: $3"
}

is_found() {  # proof file change
    plant "$2" "$3" || { count 1 "$1: $3"; return; }
    # A fault is found when the proof fails, not when the sources no longer compile.
    (cd "$work" && timeout 300 yosys -Q -T "$OLDPWD/tests/formal/$1.ys") > "$work/log" 2>&1
    grep -q "proof did fail" "$work/log"
    count $? "$1 finds: $3"
}

if [ "${1:-}" = --faults ]; then
    faults is_found "${2:-}"
else
    for script in tests/formal/${1:-*}.ys; do
        timeout 300 yosys -Q -T "$script" > "$work/log" 2>&1 && grep -q "SUCCESS" "$work/log"
        count $? "$(sed -n '1s/^# //p' "$script")"
    done
    [ $# -eq 0 ] && faults applies
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
