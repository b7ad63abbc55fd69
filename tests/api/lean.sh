#!/usr/bin/env bash
# lean.sh - a library of TURNPIKE_LEAN is bound to no soname of a distribution, and works.
#
#   lean.sh FOLDER     where to build it
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1

fail() {
  echo "lean.sh: $1" >&2
  exit 1
}

cmake -S "$source" -B "$build" -G Ninja -DTURNPIKE_LEAN=ON --log-level=WARNING
ninja -C "$build" turnpike_shared > "$build/build.txt" || fail "$(tail -40 "$build/build.txt")"
library=$build/libturnpike.so
readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort > "$build/needed.txt"
[ -s "$build/needed.txt" ] || fail "readelf shows nothing"
grep -v '^\(libc\.so\.6\|libm\.so\.6\|libgcc_s\.so\.1\|libstdc++\.so\.6\|ld-linux.*\)$' \
  "$build/needed.txt" && fail "it needs this too"
ldd "$library" | grep 'not found' && fail "it is not whole"
nm --dynamic --defined-only --extern-only "$library" | awk '{ print $NF }' |
  grep -v '^turnpike_\|^TURNPIKE_1$' && fail "it exports this too"

cc -std=c99 -Wall -Wextra -Werror -I"$source/api" "$source/tests/api/c99_test.c" "$library" \
  -Wl,-rpath,"$build" -o "$build/c99_test"
"$build/c99_test" || fail "the C host failed"
echo 'digraph { a -> b }' > "$build/net.dot"
cat > "$build/dot.c" << 'EOF'
#include <stdio.h>
#include <turnpike.h>
int main(void) {
  turnpike_options options = {0};
  options.size = sizeof options;
  options.text = "[network]\ntopology = 'irregular'\nfile = 'net.dot'\n";
  turnpike_network* network = NULL;
  char* message = NULL;
  if (turnpike_create(&options, &network, &message) != TURNPIKE_ERROR_CONFIGURATION) return 1;
  puts(message);
  return 0;
}
EOF
cc -I"$source/api" "$build/dot.c" "$library" -Wl,-rpath,"$build" -o "$build/dot"
(cd "$build" && ./dot) > "$build/said.txt" || fail "DOT is not refused"
grep 'found DOT, allowed: JSON or GraphML' "$build/said.txt" ||
  fail "of DOT it says $(cat "$build/said.txt")"
