#!/usr/bin/env bash
# setup.sh - installs the packages of packages.txt that are missing.
#
#   scripts/setup.sh GROUP...     groups of packages.txt
#
# Does nothing when nothing is missing. Installs through apt as root or with sudo; where neither
# is possible it prints what to install and exits with 2.
set -euo pipefail

list=$(dirname "$0")/packages.txt
groups=$(awk '$1 !~ /^#/ && NF && !seen[$2]++ { printf "%s%s", comma, $2; comma = ", " }' "$list")
if [ $# -eq 0 ]; then
  echo "setup.sh: which group? There are: $groups" >&2
  exit 2
fi
wanted=()
for group in "$@"; do
  mapfile -t of_group < <(awk -v group="$group" '$1 !~ /^#/ && $2 == group { print $1 }' "$list")
  if [ ${#of_group[@]} -eq 0 ]; then
    echo "setup.sh: no group '$group' in $list; there are: $groups" >&2
    exit 2
  fi
  wanted+=("${of_group[@]}")
done

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

stop() {
  {
    echo "setup.sh: $1"
    echo "Please have these packages installed (names as in Debian 12), then try again:"
    echo "  ${missing[*]}"
    echo "On Debian or Ubuntu, as root:"
    echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  } >&2
  exit 2
}

[ -n "${TURNPIKE_SKIP_SETUP:-}" ] && exit 0

missing=("${wanted[@]}")
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  stop "no apt here (TURNPIKE_SKIP_SETUP=1 goes on without looking for packages)."
fi

missing=()
for package in "${wanted[@]}"; do
  is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || stop "packages are missing; this is not root, and there is no sudo."
  if [ -t 0 ]; then
    sudo -v || stop "packages are missing, and sudo refused."
  else
    sudo -n true 2>/dev/null || stop "packages are missing, and sudo asks for a password."
  fi
  as_root=(sudo)
fi

echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq || stop "apt-get update failed."
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  "${missing[@]}" || stop "apt-get install failed."
