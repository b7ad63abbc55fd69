#!/usr/bin/env bash
# liberty.sh - prints the path of a library of standard cells for `make area-asic`.
#
#   scripts/liberty.sh FOLDER
#
# It is the 180 nm library of Oklahoma State University, which Debian's package qflow-tech-osu018
# holds. Only this package is fetched and unpacked, into FOLDER: to install it would bring a whole
# flow along. Exits with 2 where it cannot be had.
set -euo pipefail

folder=${1:?the folder}
package=qflow-tech-osu018
inside=usr/share/qflow/tech/osu018/osu018_stdcells.lib

stop() {
  echo "liberty.sh: $1; \`make area-asic LIBERTY=FILE\` takes a library of your own" >&2
  exit 2
}

for file in "/$inside" "$folder/$inside"; do
  [ -r "$file" ] && echo "$file" && exit 0
done

command -v apt-get >/dev/null || stop "no apt-get here to fetch $package"
mkdir -p "$folder"
work=$(mktemp -d "$folder/new.XXXXXX")
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get download -qq -o APT::Sandbox::User=root $package) ||
  stop "cannot fetch Debian's package $package (\`apt-get update\` first?)"
dpkg-deb -x "$work"/$package*.deb "$work/unpacked" || stop "cannot unpack $package"
cp -a "$work/unpacked/usr" "$folder/"
[ -r "$folder/$inside" ] || stop "$package has no $inside"
echo "$folder/$inside"
