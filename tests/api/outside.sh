#!/usr/bin/env bash
# outside.sh - a project outside builds against the installed tree, which was moved.
#
#   outside.sh BUILD FOLDER     the build folder to install from, and where to work
#
# By find_package and by pkg-config, shared and static, in C and C++: all print the same, need
# what they should, and find their library without help. The libraries export turnpike_* and
# nothing else. `make library` builds all libraries that are installed.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
work=$2

fail() {
  echo "outside.sh: $1" >&2
  exit 1
}

rm -rf "$work"
mkdir -p "$work/out"
cmake --install "$build" --prefix "$work/first" > "$work/install.txt"
mv "$work/first" "$work/moved"
tree=$work/moved
lib=$(dirname "$(find "$tree" -name libturnpike.a)")

ninja -C "$build" -t commands turnpike_library > "$work/commands.txt"
for library in libturnpike.so libturnpike.a libturnpike_hardware.so libturnpike_dpi.so; do
  [ -e "$lib/$library" ] || fail "the installed tree lacks $library"
  grep -q "$library" "$work/commands.txt" || fail "make library leaves out $library"
done

exported() { nm "$@" | awk 'NF >= 2 { print $NF }' | sed 's/@.*//' | sort -u; }
for library in libturnpike.so libturnpike.a; do
  options=(--defined-only --extern-only)
  [ "$library" = libturnpike.so ] && options+=(--dynamic)
  exported "${options[@]}" "$lib/$library" > "$work/symbols.txt"
  grep -v '^turnpike_\|^TURNPIKE_1$' "$work/symbols.txt" | grep -v '\.o:$' &&
    fail "$library exports this too"
  # And every function of the header.
  cat "$tree"/include/turnpike*.h | tr '\n' ' ' |
    grep -o 'TURNPIKE_API [a-z_0-9 *]*\bturnpike_[a-z_]*(' |
    sed 's/.*\b\(turnpike_[a-z_]*\)(/\1/' | sort -u > "$work/functions.txt"
  comm -23 "$work/functions.txt" "$work/symbols.txt" > "$work/missing.txt"
  [ ! -s "$work/missing.txt" ] || fail "$library lacks $(tr '\n' ' ' < "$work/missing.txt")"
  [ "$(wc -l < "$work/functions.txt")" -gt 50 ] || fail "the header has too few functions"
done
! ldd "$lib/libturnpike.so" | grep -i systemc || fail "libturnpike.so needs SystemC"

programs=()
cmake -S "$source/examples/embedding" -B "$work/found" -G Ninja --log-level=WARNING \
  -DCMAKE_PREFIX_PATH="$tree"
cmake --build "$work/found" > "$work/found.txt" || { cat "$work/found.txt"; fail "find_package"; }
for language in c cpp; do
  programs+=("$work/found/closed_loop_$language" "$work/found/closed_loop_${language}_static")
done

export PKG_CONFIG_PATH=$lib/pkgconfig
flags=(-Wall -Wextra -Wpedantic -Werror)
for package in turnpike turnpike-static; do
  read -ra cflags <<< "$(pkg-config --cflags "$package")"
  read -ra libs <<< "$(pkg-config --libs "$package")"
  cc -std=c99 "${flags[@]}" "${cflags[@]}" "$source/examples/embedding/closed_loop.c" \
    "${libs[@]}" -o "$work/out/c_$package"
  c++ -std=c++17 "${flags[@]}" "${cflags[@]}" "$source/examples/embedding/closed_loop.cpp" \
    "${libs[@]}" -o "$work/out/cpp_$package"
  programs+=("$work/out/c_$package" "$work/out/cpp_$package")
done

expected='reads, [0-9.]* cycles each, [0-9.]* reads per cycle'
first=
for program in "${programs[@]}"; do
  said=$(env -u LD_LIBRARY_PATH "$program") || fail "$program failed"
  grep -q "$expected" <<< "$said" || fail "$program says: $said"
  [ -z "$first" ] && first=$said
  [ "$said" = "$first" ] || fail "$program says: $said, others: $first"
done
echo "$first, by ${#programs[@]} programs"
